"""Flights of a live tournament over HTTP: bags, corrections, day 2, and day 2 taken back."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from needs import SERVE
from nights import date_of

pytest.importorskip("litestar", reason=SERVE.reason)

from test_director_api import Console
from web_rooms import Browser, Running, running

from sidepot.room.runtime.tables import TableRegistry
from sidepot.web.director import flights

FORM = {
    "title": "Open", "preset": "regular", "live": True, "public": "names",
    "flight": {"name": "1A", "levels": 6, "percent": 20},
}  # fmt: skip


def first_flight(room: Running) -> tuple[Console, Browser]:
    host = room.guest("Hilda")
    host.become_host()
    return Console(host, host.post("/api/tournaments", FORM)["id"]), host


def play(desk: Console, *names: str, out: tuple[str, ...] = ()) -> None:
    """A flight with these players, which ends when some of them are out."""
    for name in names:
        desk.do("register", player=name)
    desk.do("draw_seats")
    desk.do("start")
    for name in out:
        desk.do("out", player=name, by=[names[0]])
        desk.do("go_out", player=name)
    desk.do("end")


def bag(desk: Console, player: str, chips: int, status: int = 200, **more: Any) -> Any:
    form = {"number": f"B{player}", "counted": "FL", "checked": "KS", **more}
    return desk.do("put_bag", status, player=player, chips=chips, **form)


def ready(room: Running) -> tuple[Console, Console, Browser]:
    """Two flights with all bags; Ann is in both."""
    one, host = first_flight(room)
    two = Console(host, host.post("/api/tournaments/1/again", {})["id"])
    play(one, "Ann", "Bo", "Cy", out=("Cy",))
    play(two, "Ann", "Di", "Cy")
    for desk, player, chips in ((one, "Ann", 12_000), (one, "Bo", 18_000), (two, "Ann", 15_000), (two, "Di", 7_500)):
        bag(desk, player, chips)
    bag(two, "Cy", 7_400)
    return one, two, host


def test_two_flights_become_day_2(tmp_path: Path) -> None:
    with running(tmp_path, TableRegistry) as room:
        one, two, host = ready(room)
        assert two.get("director")["title"] == "Open, 1B"
        view = two.get("bags")
        assert (view["due"], view["bagged"], view["difference"]) == (30_000, 29_900, -100)
        refusal = host.post("/api/tournaments/1/day2", {}, 409)
        assert refusal["code"] == "bags_differ" and "flight 1B: 29,900" in refusal["because"].replace("29900", "29,900")
        assert bag(two, "Cy", 7_500, 409)["code"] == "bag_changed"
        bag(two, "Cy", 7_500, was=7_400)
        view = two.get("bags")
        assert view.get("difference", 0) == 0
        lines = {line["player"]: line for line in one.get("bags")["lines"]}
        assert lines["Ann"]["other"] == "1B" and "other" not in lines["Bo"]
        made = host.post("/api/tournaments/1/day2", {})
        last = Console(host, made["id"])
        assert {pin["role"] for pin in made["pins"]} == {"director", "floor", "desk", "dealer"}
        view = last.get("bags")
        sums = [[line[key] for key in ("flight", "due", "bagged", "carried")] for line in view["flights"]]
        assert sums == [["1A", 30_000, 30_000, 18_000], ["1B", 30_000, 30_000, 30_000]]
        assert [line.get("forfeited", 0) for line in view["flights"]] == [12_000, 0]
        director = last.get("director")
        assert director["title"] == "Open, day 2" and director["counts"]["entries"] == 6
        assert director["counts"]["players"] == 4 and director["counts"]["pool"] == 6 * 5_000
        last.do("draw_seats")
        stacks = {seat["player"]: seat["chips"] for table in last.get("director")["tables"] for seat in table["seats"]
                  if seat.get("player")}  # fmt: skip
        assert stacks == {"Ann": 15_000, "Bo": 18_000, "Di": 7_500, "Cy": 7_500}
        assert bag(one, "Bo", 17_900, 409, was=18_000)["code"] == "bags_carried"
        assert host.post("/api/tournaments/2/again", {}, 409)["code"] == "bags_carried"
        assert host.post("/api/tournaments/1/day2", {}, 409)["code"] == "done_already"
        csv = host.http.get("/api/tournaments/1/bags.csv").text
        assert "1A,1," in csv and ",Ann,12000,BAnn,FL,KS,no: 1B" in csv


def test_day_2_is_taken_back_and_made_again(tmp_path: Path) -> None:
    with running(tmp_path, TableRegistry) as room:
        one, two, host = ready(room)
        two.do("accept_bags", options={"why": "a chip is gone"}, difference=-100)
        assert host.post("/api/tournaments/1/day2", {"level": 24}, 409)["code"] == "bad_form"
        number = host.post("/api/tournaments/1/day2", {})["id"]
        assert room.guest("Ann").post(f"/api/tournaments/{number}/day2/back", {"why": "no"}, 403)
        host.post(f"/api/tournaments/{number}/day2/back", {"why": "a bag was wrong"})
        bag(one, "Ann", 17_000, was=12_000)
        bag(one, "Bo", 13_000, was=18_000)
        again = Console(host, host.post("/api/tournaments/1/day2", {"title": "Sunday"})["id"])
        assert [line.get("forfeited", 0) for line in again.get("bags")["flights"]] == [0, 15_000]
        again.do("draw_seats")
        again.do("start")
        assert host.post(f"/api/tournaments/{again.tournament}/day2/back", {"why": "x"}, 409)
        journal = host.get(f"/api/journal/{date_of(room.registry.clock(), 0)}")["journal"]
        assert (
            journal["balance"] == 0 and {one["name"]: one["balance"] for one in journal["accounts"]}["the flights"] == 0
        )


def test_bags_come_after_the_end_and_belong_to_flights(tmp_path: Path) -> None:
    with running(tmp_path, TableRegistry) as room:
        desk, host = first_flight(room)
        desk.do("register", player="Ann")
        assert bag(desk, "Ann", 10_000, 409)["code"] == "flight_on"
        assert host.post("/api/tournaments/1/again", {"flight": "1a"}, 409)["code"] == "named_twice"
        plain = host.post("/api/tournaments", {**FORM, "flight": None})["id"]
        assert host.get(f"/api/tournaments/{plain}/bags").keys() == {"id", "title", "seq"}
        assert host.post(f"/api/tournaments/{plain}/day2", {}, 404)["code"] == "bad_flight"
        online = {**FORM, "live": False, "public": ""}
        assert host.post("/api/tournaments", online, 400)["code"] == "bad_form"


def test_a_killed_server_finishes_the_day_2_that_it_has_begun(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with running(tmp_path, TableRegistry) as room:
        one, two, host = ready(room)
        bag(two, "Cy", 7_500, was=7_400)
        with monkeypatch.context() as broken:
            broken.setattr(flights, "_gathered", killed)
            answer = host.http.post("/api/tournaments/1/day2", json={}, headers={"x-csrftoken": host.me["csrf"]})
            assert answer.status_code == 500
        assert one.get("bags")["day_2"] == "3"
    with running(tmp_path, TableRegistry) as room:
        host = room.guest("Gus")
        host.become_host()
        assert host.post("/api/tournaments/1/day2", {})["id"] == "3"
        assert Console(host, "3").get("director")["counts"]["players"] == 4


async def killed(*_: object) -> None:
    raise RuntimeError("killed")


def test_the_club_and_a_season_count_each_player_once(tmp_path: Path) -> None:
    with running(tmp_path, TableRegistry) as room:
        _, two, host = ready(room)
        bag(two, "Cy", 7_500, was=7_400)
        first = Console(host, host.post("/api/tournaments/1/day2", {})["id"])
        host.post(f"/api/tournaments/{first.tournament}/day2/back", {"why": "a slip"})
        last = Console(host, host.post("/api/tournaments/1/day2", {})["id"])
        last.do("draw_seats")
        last.do("start")
        for name in ("Ann", "Di", "Cy"):
            last.do("out", player=name, by=["Bo"])
        assert last.get("director")["phase"] == "over"
        people = host.get("/api/club/persons")["persons"]
        assert {one["name"]: one["tournaments"] for one in people} == {"Ann": 1, "Bo": 1, "Cy": 1, "Di": 1}
        form = {"season": {"title": "Spring", "points": {"by": "linear"}, "series": "Open"}}
        host.post("/api/seasons", form)
        lines = host.get("/api/seasons/1/standings")["lines"]
        assert [(one["player"], one["points"]) for one in lines] == [("Bo", 6), ("Cy", 5), ("Di", 4), ("Ann", 3)]


def test_a_day_2_that_was_cancelled_at_its_desk_is_taken_back_or_made_again(tmp_path: Path) -> None:
    with running(tmp_path, TableRegistry) as room:
        one, two, host = ready(room)
        bag(two, "Cy", 7_500, was=7_400)
        last = Console(host, host.post("/api/tournaments/1/day2", {})["id"])
        last.do("cancel", why="no room")
        assert bag(one, "Bo", 17_900, 409, was=18_000)["code"] == "bags_carried"
        assert one.get("bags")["day_2"] == last.tournament
        host.post(f"/api/tournaments/{last.tournament}/day2/back", {"why": "no room"})
        bag(one, "Bo", 17_000, was=18_000)
        bag(one, "Bo", 18_000, was=17_000)
        last = Console(host, host.post("/api/tournaments/1/day2", {})["id"])
        last.do("cancel", why="no room")
        assert Console(host, host.post("/api/tournaments/1/day2", {})["id"]).get("director")["counts"]["players"] == 4


def test_again_after_day_2_is_the_first_flight_of_another_tournament(tmp_path: Path) -> None:
    with running(tmp_path, TableRegistry) as room:
        _, two, host = ready(room)
        bag(two, "Cy", 7_500, was=7_400)
        last = host.post("/api/tournaments/1/day2", {})["id"]
        new = Console(host, host.post(f"/api/tournaments/{last}/again", {"title": "Autumn"})["id"])
        assert new.get("director")["title"] == "Autumn, 1A"
        view = new.get("bags")
        assert [one["flight"] for one in view["flights"]] == ["1A"] and "day_2" not in view
        regulars = [(one["player"], one["times"]) for one in new.get("regulars")["regulars"]]
        assert regulars == [("Ann", 1), ("Bo", 1), ("Cy", 1), ("Di", 1)]
