"""A tournament with real chips and cards over HTTP: announced, directed by role, told once, put right."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from typing import Any

import pytest
from needs import SERVE

pytest.importorskip("litestar", reason=SERVE.reason)

from web_rooms import Browser, Running, running

from sidepot.room.runtime.tables import TableRegistry
from sidepot.room.store.store import open_store

PLAYERS = ("Ann", "Bob", "Cy", "Di", "Ed", "Flo", "Gus", "Hal", "Ida", "Jo", "Kit", "Lee")


class Console:
    """Somebody of the staff at their console."""

    def __init__(self, browser: Browser, tournament: str = "1") -> None:
        self.browser = browser
        self.tournament = tournament
        self.said = 0

    def do(self, kind: str, status: int = 200, options: dict[str, Any] | None = None, **fields: Any) -> dict[str, Any]:
        self.said += 1
        form = {"id": f"c{self.said}", "do": {"type": kind, **fields}, **(options or {})}
        return self.browser.post(f"/api/tournaments/{self.tournament}/do", form, status)

    def get(self, what: str) -> dict[str, Any]:
        return self.browser.get(f"/api/tournaments/{self.tournament}/{what}")


def announced(room: Running, preset: str = "regular", **terms: Any) -> tuple[Console, dict[str, str]]:
    host = room.guest("Hilda")
    host.become_host()
    opened = host.post("/api/tournaments", {"title": "Friday", "preset": preset, "live": True, **terms})
    return Console(host, opened["id"]), {one["role"]: one["pin"] for one in opened["pins"]}


def begun(console: Console, players: tuple[str, ...] = PLAYERS) -> None:
    for player in players:
        console.do("register", player=player)
    console.do("draw_seats")
    console.do("start")


def test_an_event_is_announced_entered_and_begun_by_its_host(tmp_path: Path) -> None:
    with running(tmp_path, TableRegistry) as room:
        desk, pins = announced(room)
        assert sorted(pins) == ["dealer", "desk", "director", "floor"]
        assert all(len(pin) == 6 and pin.isdecimal() for pin in pins.values())
        begun(desk)
        view = desk.get("director")
        assert view["phase"] == "running" and view["clock"]["running"] and view["counts"]["left"] == 12
        assert (view["role"], view["name"]) == ("director", "Hilda") and "make_deal" in view["may"]
        assert [line["text"] for line in view["history"][-2:]] == ["Seats drawn", "The clock is running"]
        seats = [seat for table in desk.get("tables")["tables"] for seat in table["seats"] if seat.get("player")]
        assert sorted(seat["player"] for seat in seats) == sorted(PLAYERS)
        assert {seat["how"] for seat in seats} == {"known"}
        listed = desk.browser.get("/api/tournaments")["tournaments"]
        assert listed[0]["live"] and listed[0]["players"] == 12


def test_a_second_report_names_the_first_and_is_done_once(tmp_path: Path) -> None:
    with running(tmp_path, TableRegistry) as room:
        desk, pins = announced(room)
        begun(desk)
        first = desk.do("out", player="Ann", by=["Bob"])
        floor = Console(room.guest("Eve"))
        floor.browser.post("/api/tournaments/1/enter", {"pin": pins["floor"], "name": "Eve"})
        again = floor.do("out", player="ann ", by=["Bob"])
        assert again["already"]["by"] == "Hilda" and again["already"]["step"] == first["step"]
        assert desk.do("register", player="b OB")["already"]["step"] == 3  # the same name in other capitals
        other = floor.do("out", 409, player="Ann", by=["Cy"])
        assert other["code"] == "already_out"
        assert other["offers"][0]["do"] == {"type": "undo", "step": first["step"], "only": True}
        assert floor.do("start")["already"]["by"] == "Hilda"
        form = {"id": "same", "do": {"type": "out", "player": "Cy"}}
        one, two = (desk.browser.post("/api/tournaments/1/do", form) for _ in range(2))
        assert one == two and one["step"] == first["step"] + 1
        assert desk.get("director")["counts"]["left"] == 10


def test_each_role_has_its_acts_and_a_pin_can_be_taken_back(tmp_path: Path) -> None:
    with running(tmp_path, TableRegistry) as room:
        desk, pins = announced(room)
        begun(desk)
        stranger = Console(room.guest("Sly"))
        assert stranger.do("pause", 401)["code"] == "pin_needed"
        desk.browser.post("/api/tournaments", {"title": "In the room", "preset": "turbo"})
        assert stranger.browser.get("/api/tournaments/2/director", 404)["code"] == "not_live"  # no PIN opens it
        dealer = Console(room.guest("Dee"))
        told = dealer.browser.post("/api/tournaments/1/enter", {"pin": pins["dealer"], "name": "Dee", "table": 1})
        assert told["role"] == "dealer" and told["table"] == 1
        assert dealer.do("pause", 403)["code"] == "other_role"
        assert dealer.do("heads", table=1, n=6)["step"]
        assert dealer.do("heads", 403, table=2, n=6)["code"] == "other_role"
        counter = Console(room.guest("Cass"))
        counter.browser.post("/api/tournaments/1/enter", {"pin": pins["desk"], "name": "Cass"})
        entered = counter.do("register", player="Max")
        assert counter.do("out", 403, player="Ann")["code"] == "other_role"
        assert counter.do("undo", 403, step=3, only=True)["code"] == "other_role"
        assert counter.do("undo", step=entered["step"], only=True)["step"]  # what they told themselves
        by_host = desk.do("announce", text="Pizza")["step"]
        same_name = Console(room.guest("Mallory"))  # a name is what one says it is
        same_name.browser.post("/api/tournaments/1/enter", {"pin": pins["desk"], "name": "Hilda"})
        assert same_name.do("undo", 403, step=by_host, only=True)["code"] == "other_role"
        assert counter.browser.post("/api/tournaments/1/pins", {}, 403)["code"] == "other_role"
        again = desk.browser.post("/api/tournaments/1/pins", {"renew": "desk"})["pins"]
        again = next(one["pin"] for one in again if one["role"] == "desk")
        assert again != pins["desk"] and counter.do("register", 401, player="Max")["code"] == "pin_needed"
        assert counter.browser.post("/api/tournaments/1/enter", {"pin": pins["desk"], "name": "Cass"}, 403)
        desk.browser.post("/api/tournaments/1/pins", {"revoke": "dealer"})
        assert dealer.do("heads", 401, table=1, n=6)["code"] == "pin_needed"


def test_a_wrong_step_is_previewed_and_corrected_alone_while_the_clock_runs(tmp_path: Path) -> None:
    with running(tmp_path, TableRegistry) as room:
        desk, _ = announced(room)
        begun(desk)
        wrong = desk.do("out", player="Ann", by=["Bob"])["step"]
        for number in range(9):
            desk.do("announce", text=f"number {number}")
        form = {"id": "look", "do": {"type": "undo", "step": wrong, "only": True}}
        changes = desk.browser.post("/api/tournaments/1/preview", form)["changes"]
        assert "players left: 11 \N{RIGHTWARDS ARROW} 12" in [one["text"] for one in changes]
        clock = desk.get("director")["clock"]
        assert clock["running"] and not clock["left"], "what a page counts itself is not sent"
        assert desk.do("undo", step=wrong, only=True)["step"] == wrong + 10
        view = desk.get("director")
        assert view["counts"]["left"] == 12 and view["clock"] == clock
        assert desk.do("undo", step=wrong, only=True)["already"]["step"] == wrong + 10
        line = next(line for line in desk.get("log")["lines"] if line["step"] == wrong)
        assert line["undone"] and line["text"] == "Ann is out, by Bob" and not line.get("undo")


def test_a_preview_of_a_draw_says_that_seats_are_drawn_and_nobody_draws_by_a_seed_of_their_own(tmp_path: Path) -> None:
    with running(tmp_path, TableRegistry) as room:
        desk, _ = announced(room)
        for player in PLAYERS:
            desk.do("register", player=player)
        preview = "/api/tournaments/1/preview"
        told = desk.browser.post(preview, {"id": "look", "do": {"type": "draw_seats"}})
        assert told["by_chance"] == [{"text": "12 seats are drawn", "sentence": ["{seats} seats are drawn", "12"]}]
        assert not any(one["what"] == "seat" for one in told["changes"])
        own = {"type": "draw_seats", "seed": "mine"}
        assert desk.do("draw_seats", 409, seed="mine")["code"] == "own_seed"
        assert desk.browser.post(preview, {"id": "own", "do": own}, 409)["code"] == "own_seed"


def test_a_refusal_offers_what_puts_it_right(tmp_path: Path) -> None:
    with running(tmp_path, TableRegistry) as room:
        desk, _ = announced(room)
        begun(desk)
        told = desk.do("out", 409, player="Idda")
        assert told["code"] == "not_entered" and told["offers"][0]["text"] == "Use Ida"
        assert told["offers"][0]["do"]["player"] == "Ida"
        stale = desk.do("pause", 409, {"expect": 3})
        assert stale["code"] == "stale" and desk.do(**{**stale["offers"][0]["do"], "kind": "pause", "type": "pause"})
        assert desk.do("rebuy", 409, player="Bob")["code"] == "no_rebuy"
        assert desk.do("register", 400, player="\u27e83\u27e9")["code"] == "bad_text"


def test_names_are_beside_the_stream_and_a_restart_keeps_all(tmp_path: Path) -> None:
    with running(tmp_path, TableRegistry) as room:
        desk, pins = announced(room)
        begun(desk)
        desk.do("out", player="Ann", by=["Bob"])
        floor = Console(room.guest("Eve"))
        floor.browser.post("/api/tournaments/1/enter", {"pin": pins["floor"], "name": "Eve"})
        before = desk.get("director")
        cookies = floor.browser.http.cookies

    async def stream() -> bytes:
        async with open_store(tmp_path / "room.db") as store:
            return b"".join([record.data for record in await store.read("tournament/1")])

    told = asyncio.run(stream())
    assert b"Ann" not in told and b"Bob" not in told
    numbers = {
        number.decode() for number in re.findall(rb"\d+", told)
    }  # whole ones: a time may hold the digits of a PIN
    assert not numbers & set(pins.values())
    with running(tmp_path, TableRegistry) as room:
        again = Console(room.guest("Eve again"))
        again.browser.http.cookies.update(cookies)
        again.browser.me = again.browser.http.get("/api/me").json()
        view = again.get("director")
        assert view["clock"]["until"] == before["clock"]["until"] and view["counts"] == before["counts"]
        assert view["role"] == "floor" and view["history"][-1]["text"] == "Ann is out, by Bob"
        assert again.do("out", player="Ann")["already"]["by"] == "Hilda"
        players = again.browser.get("/api/tournaments/1/players?from=0&find=an")["players"]
        assert [one["player"] for one in players] == ["Ann"] and players[0]["place"] == 12


def test_an_elimination_is_corrected_by_name_and_the_history_has_it_as_it_is(tmp_path: Path) -> None:
    with running(tmp_path, TableRegistry) as room:
        desk, _ = announced(room)
        begun(desk, ("Ann", "Bob", "Cy", "Di"))
        wrong = desk.do("out", player="Ann", by=["Bob"])["step"]
        right = {"type": "out", "player": "Ann", "by": ["Cy"]}
        desk.do("undo", step=wrong, only=True, instead=right)
        line, correction = desk.get("director")["history"][-2:]
        assert line["text"] == "Ann is out, by Cy" and line["undo"] and not line.get("undone")
        assert line["out"]["by"] == ["Cy"] and correction["text"] == f"Step {wrong} corrected: Ann is out, by Cy"
        chips = {one["player"]: one.get("chips", 0) for one in desk.get("players")["players"]}
        assert chips["Bob"] < chips["Cy"] == 2 * chips["Bob"]
        assert desk.do("undo", 409, step=wrong, only=True, instead=right)["code"] == "no_change"


def test_a_correction_is_taken_back_while_nothing_was_done_since(tmp_path: Path) -> None:
    with running(tmp_path, TableRegistry) as room:
        desk, pins = announced(room)
        begun(desk, ("Ann", "Bob", "Cy", "Di"))
        wrong = desk.do("out", player="Ann", by=["Bob"])["step"]
        told = desk.do("undo", step=wrong, only=True, instead={"type": "out", "player": "Ann", "by": ["Cy"]})
        assert told["redo"] and not told.get("undo")
        assert not desk.do("redo", step=told["step"]).get("redo")
        assert desk.get("director")["history"][-3]["text"] == "Ann is out, by Bob"
        told = desk.do("undo", step=wrong, only=True)
        desk.do("announce", text="Pizza")
        assert desk.do("redo", 409, step=told["step"])["code"] == "nothing_to_redo"
        floor = Console(room.guest("Flo"))
        floor.browser.post("/api/tournaments/1/enter", {"pin": pins["floor"], "name": "Flo"})
        assert floor.do("redo", 403, step=told["step"])["code"] == "other_role", "somebody else undid that"
        own = floor.do("undo", step=floor.do("out", player="Di", by=["Cy"])["step"], only=True)
        assert floor.do("redo", step=own["step"])["step"] == own["step"] + 1


def test_the_console_says_how_many_tasks_it_does_not_have(tmp_path: Path) -> None:
    with running(tmp_path, TableRegistry) as room:
        desk, _ = announced(room)
        begun(desk)
        for player in PLAYERS[:10]:
            slip = desk.browser.post("/api/tournaments/1/persons", {"player": player, "slip": True})["token"]
            for about in ("floor", "count", "out"):
                phone = room.guest(f"{player} {about}")
                phone.post(f"/api/seat/{slip}/asks", {"id": about, "about": about, "n": 100 * (about == "count")})
        view, todo = desk.get("director"), desk.get("advice")["todo"]
        assert len(view["todo"]) + view["todo_more"] == len(todo) > 24 >= len(view["todo"])
