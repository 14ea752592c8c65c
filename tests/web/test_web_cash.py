"""A cash night over HTTP: its roles, its desk, players' own pages, the wall, paper and files."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import pytest
from needs import SERVE

pytest.importorskip("litestar", reason=SERVE.reason)

from web_rooms import Browser, Running, running

from sidepot.room.cash import commands as c
from sidepot.room.cash.events import Kind
from sidepot.room.runtime.tables import TableRegistry
from sidepot.web.cash.access import MAY
from sidepot.web.cash.sheets import WORDS

GAME = {"name": "No Limit Hold'em 1/2", "least": 4000, "most": 20000, "seats": 4, "charge": "rake"}
TERMS = {"title": "Friday", "games": [GAME], "unit": {"decimals": 2, "currency": "EUR"}, "chips": [100, 2500]}


class Desk:
    """A member of the staff in a browser."""

    def __init__(self, browser: Browser, night: str) -> None:
        self.browser = browser
        self.night = night
        self.sent = 0

    def do(self, kind: str, status: int = 200, key: str = "", **fields: Any) -> dict[str, Any]:
        self.sent += 1
        body = {"id": key or f"c{self.sent}", "do": {"type": kind, **fields}}
        return self.browser.post(f"/api/cash/{self.night}/do", body, status)

    def see(self) -> dict[str, Any]:
        return self.browser.get(f"/api/cash/{self.night}")


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Running]:
    with running(tmp_path, TableRegistry) as found:
        yield found


def opened(room: Running) -> Desk:
    """A night with a table, at the host's desk."""
    host = room.guest("Hilda")
    host.become_host()
    desk = Desk(host, host.post("/api/cash", TERMS)["id"])
    desk.do("open_table", game=1)
    return desk


def with_role(room: Running, desk: Desk, role: str) -> Desk:
    """Somebody who gives the PIN of a role."""
    pins = desk.browser.post(f"/api/cash/{desk.night}/pins", {"renew": role})["pins"]
    [pin] = [one["pin"] for one in pins if one["role"] == role]
    found = room.guest()
    found.post(f"/api/cash/{desk.night}/enter", {"pin": pin, "name": f"Our {role}"})
    return Desk(found, desk.night)


def test_each_command_has_its_roles_and_each_line_its_words() -> None:
    assert set(MAY) == set(get_args(c.StaffCommand))
    assert set(WORDS) == set(get_args(Kind))


def test_a_night_at_its_desk(room: Running) -> None:
    desk = opened(room)
    desk.do("list", player="Ann", game=1)
    desk.do("call", game=1)
    desk.do("sit", player="Ann", table=1)
    assert desk.do("buy", player="Ann", chips=10000)["lines"] == [1]
    desk.do("sit", player="Bo", table=1, seat=3)
    desk.do("buy", player="Bo", chips=5000, on_account=True)
    found = desk.see()
    assert [one["player"] for one in found["tables"][0]["seats"] if one.get("player")] == ["Ann", "Bo"]
    assert found["bank"]["cash"] == 10000 and found["bank"]["in_play"] == 15000
    assert {one["player"]: one.get("balance", 0) for one in found["players"]} == {"Ann": 0, "Bo": -5000}
    refusal = desk.do("sit", 409, player="Ann", table=1)
    assert (refusal["code"], refusal["because"]) == ("seated_already", "Ann already has a seat")
    south = desk.do("cash_out", player="Ann", count=[[2500, 3]])
    assert desk.do("cash_out", key=f"c{desk.sent}", player="Ann", count=[[2500, 3]]) == south  # sent again
    desk.do("sit", player="Ann", table=1)
    refusal = desk.do("buy", 409, player="Ann", chips=4000)
    assert (refusal["code"], refusal["cite"]) == ("rathole", "PG:44")
    assert "Ann left with €75" in refusal["because"]
    assert desk.do("end", 409)["because"] == "Bo still sits at table 1"


def test_a_role_may_do_what_is_its_own(room: Running) -> None:
    desk = opened(room)
    floor, counter = with_role(room, desk, "floor"), with_role(room, desk, "desk")
    floor.do("sit", player="Ann", table=1)
    assert floor.do("buy", 403, player="Ann", chips=10000)["code"] == "other_role"
    counter.do("buy", player="Ann", chips=10000)
    assert counter.do("end", 403)["code"] == "other_role"
    assert counter.browser.post("/api/cash/1/pins", {}, 403)["code"] == "other_role"
    assert "end" not in counter.see()["may"] and "buy" in counter.see()["may"]
    assert desk.see()["lines"][0]["line"]["by"] == "Our desk"
    stranger = room.guest("Eve")
    for path in ("", "/books", "/csv", "/receipts/1"):
        stranger.get(f"/api/cash/1{path}", 401)
    stranger.post("/api/cash", TERMS, 403)
    assert stranger.get("/api/cash/1/role")["role"] == ""
    assert stranger.post("/api/cash/1/enter", {"pin": "1", "name": "Eve"}, 403)["code"] == "wrong_pin"


def test_a_player_follows_the_lists_on_a_phone(room: Running) -> None:
    desk = opened(room)
    phone = room.guest()
    joined = phone.post("/api/cash/1/join", {"id": "a", "name": "Ann"})
    assert phone.post("/api/cash/1/join", {"id": "b", "name": "ANN"}, 409)["code"] == "name_taken"
    own = f"/api/cash/me/{joined['token']}"
    page = phone.post(f"{own}/asks", {"id": "1", "about": "going", "game": 1})
    assert page["games"][0]["place"] == 1 and page["player"] == "Ann"
    desk.do("call", game=1)
    assert phone.get(own)["games"][0]["until"] > page["now"]
    assert phone.post(f"{own}/asks", {"id": "2", "about": "pass", "game": 1})["games"][0]["passed"]
    desk.do("sit", player="Ann", table=1)
    desk.do("buy", player="Ann", chips=10000)
    page = phone.get(own)
    assert (page["table"], page["seat"]) == (1, 1)
    assert [(one["line"]["kind"], one["line"]["chips"]) for one in page["lines"]] == [("buy_in", 10000)]
    assert room.guest().get("/api/cash/1/lists?key=x", 403)["code"] == "not_public"
    wall = room.guest().get(f"/api/cash/1/lists?key={desk.see()['wall']}")
    assert "10000" not in str(wall) and wall["games"][0]["free"] == 3
    assert desk.browser.post("/api/cash/1/slip", {"player": "Ann"})["token"] == joined["token"]
    assert desk.browser.post("/api/cash/1/slip", {"player": "Ann", "name": "Anna"})["name"] == "Anna"
    assert phone.get(own)["player"] == "Anna"
    desk.browser.post("/api/cash/1/slip", {"player": "Anna", "renew": True})
    phone.get(own, 404)


def test_pages_follow_the_night_over_the_socket(room: Running) -> None:
    desk = opened(room)
    phone = room.guest().socket()
    phone.say({"type": "watch", "topic": "cash/1"})
    before = phone.hear("cash")
    assert before == {"type": "cash", "topic": "cash/1", "seq": desk.see()["seq"]}
    desk.do("list", player="Ann", game=1)
    while (changed := phone.hear("cash")) and changed.get("names"):  # Ann was entered
        assert changed["seq"] == before["seq"]
    assert changed["seq"] > before["seq"] and changed["topic"] == "cash/1"
    desk.browser.post("/api/cash/1/slip", {"player": "Ann", "name": "Anna"})
    while not phone.hear("cash").get("names"):
        continue
    phone.say({"type": "unwatch", "topic": "cash/1"})
    phone.say({"type": "watch", "topic": "cash/2"})
    assert phone.hear("cash", "gone") == {
        "type": "gone", "table": "cash/2", "because": "no such cash night", "code": "no_cash_night"
    }  # fmt: skip


@pytest.mark.parametrize("bad", [-1, 10**14, 10**400, 0.5, True, "1e999"], ids=str)
def test_numbers_have_bounds(room: Running, bad: Any) -> None:
    desk = opened(room)
    for fields in ({"chips": bad}, {"stack": bad}, {"chips": 5000, "stack": bad}):
        desk.do("buy", 400, player="Ann", **{"chips": 4000, **fields})
    for fields in ({"table": bad}, {"table": 1, "seat": bad if bad != -1 else -2}):
        desk.do("sit", 400, player="Ann", **fields)
    desk.do("cash_out", 400, player="Ann", count=[[2500, bad]])
    desk.browser.post("/api/cash", TERMS | {"games": [GAME | {"least": bad}]}, 400)
    assert desk.see()["lines"] == []


def test_a_room_is_well_while_its_nights_are(room: Running) -> None:
    desk = opened(room)
    assert desk.browser.get("/healthz")["status"] == "ok"
    room.do(room.app_state.registry.cash.actor("1").say(c.Freeze("a test")))
    assert desk.browser.get("/healthz")["frozen"] == 1
    assert desk.do("list", 409, player="Ann", game=1)["code"] == "cash_frozen"
    desk.do("resume")
    desk.do("list", player="Ann", game=1)


def test_people_are_those_of_the_club_and_their_books(room: Running) -> None:
    desk = opened(room)
    for name in ("Ann", "Bo"):
        desk.do("sit", player=name, table=1)
        desk.do("buy", player=name, chips=10000, on_account=True)
    desk.do("cash_out", player="Ann", chips=15000, on_account=True)
    desk.do("cash_out", player="Bo", chips=5000, on_account=True)
    people = desk.browser.get("/api/club/persons")["persons"]
    regulars = desk.browser.get("/api/cash/1/regulars")["regulars"]
    assert [one["name"] for one in people] == [one["name"] for one in regulars] == ["Ann", "Bo"]
    night = desk.browser.get("/api/nights")["nights"][0]["date"]
    books = desk.browser.get(f"/api/nights/{night}")
    assert [(one["payer"], one["payee"], one["chips"]) for one in books["payments"]] == [("Bo", "Ann", 5000)]
    assert desk.see()["payments"] == [{"payer": "Bo", "payee": "Ann", "chips": 5000}]
    desk.do("settle", payer="Bo", payee="Ann", chips=5000)
    desk.do("end")
    assert desk.browser.get(f"/api/nights/{night}")["payments"] == []
    assert desk.do("list", 409, player="Cy", game=1)["code"] == "cash_over"


def test_somebody_new_may_have_the_name_of_a_person_of_the_club(room: Running) -> None:
    desk = opened(room)
    desk.do("list", player="Ann", game=1)
    second = Desk(desk.browser, desk.browser.post("/api/cash", TERMS)["id"])
    body = {"id": "new", "do": {"type": "list", "player": "Ann", "game": 1}, "person": -1}
    desk.browser.post(f"/api/cash/{second.night}/do", body)
    found = desk.browser.get(f"/api/cash/{second.night}/regulars")["regulars"]
    assert [(one["name"], one["times"], one["person"]) for one in found] == [("Ann", 1, 1), ("Ann", 1, 2)]


def test_a_director_puts_the_books_right_after_the_end(room: Running) -> None:
    desk = opened(room)
    counter = with_role(room, desk, "desk")
    for name in ("Ann", "Bo"):
        desk.do("sit", player=name, table=1)
        desk.do("buy", player=name, chips=10000)
    desk.do("expense", chips=2000, text="pizza")
    desk.do("cash_out", player="Ann", chips=13000)
    desk.do("cash_out", player="Bo", chips=5000)
    desk.do("missing_chips", why="a rack went home with Ann")
    desk.do("end")
    assert counter.do("correct", 403, line=3, why="it was 25", chips=2500)["code"] == "other_role"
    assert counter.see()["may"] == [] and "sit" not in desk.see()["may"]
    cash = room.registry.cash
    room.do(cash._drop(cash.actor("1")))  # hours later, nobody looks at it any more
    desk.do("correct", line=3, why="it was 25", chips=2500)
    desk.do("correct", line=4, why="Ann had 145", chips=14500)
    desk.do("correct", line=6, why="that is where they were", chips=500)
    assert [(one["what"], one["chips"]) for one in desk.see()["open"]] == [("bank", -2000)]
    desk.do("fill_bank", chips=2000)
    found = desk.see()
    assert found["over"] and found["open"] == []
    assert [one["line"]["why"] for one in found["lines"] if one["line"].get("corrects")][::-1] == [
        "it was 25", "Ann had 145", "that is where they were"
    ]  # fmt: skip
    [tonight] = desk.browser.get("/api/nights")["nights"]
    journal = desk.browser.get(f"/api/journal/{tonight['date']}")["journal"]
    assert journal["balance"] == 0 and journal["open"] == []
    [one] = desk.browser.get("/api/cash")["nights"]
    assert one["title"] == "Friday" and one["over"] and room.guest().get("/api/cash")["nights"] == []
    assert room.guest().post("/api/cash/1/join", {"id": "a", "name": "Cy"}, 409)["code"] == "cash_over"


def test_receipts_and_books_are_printed_and_saved(room: Running) -> None:
    desk = opened(room)
    desk.do("sit", player="=Ann", table=1)
    desk.do("buy", player="=Ann", chips=10000)
    desk.do("cash_out", player="=Ann", count=[[100, 5], [2500, 3]])
    client = desk.browser.http
    for paper in ("a4", "80mm"):
        text = client.get(f"/api/cash/1/receipts/2?paper={paper}").text
        assert "<h2>=Ann</h2>" in text and "Cash-out" in text and "/c/" not in text and "<svg" in text
    assert client.get("/api/cash/1/receipts/9").status_code == 404
    wide, narrow = (client.get(f"/api/cash/1/books?paper={paper}").text for paper in ("a4", "80mm"))
    assert "Still open" in wide and "When" in wide and "Still open" in narrow and "When" not in narrow
    lines = client.get("/api/cash/1/csv").text.splitlines()
    assert lines[0].startswith("number,time,by,kind") and ",cash_out,'=Ann,,1,80,0," in lines[2]
    assert client.get("/api/cash/1/csv?what=players").text.splitlines()[1] == "'=Ann,100,80,20,0"
    assert "attachment" in client.get("/api/cash/1/csv?what=payments").headers["content-disposition"]
    desk.do("sit", player="Bo", table=1)
    desk.do("buy", player="Bo", chips=10000, on_account=True)  # who may win or lose, and owes nothing yet
    assert "Payments" in wide and "Payments" not in client.get("/api/cash/1/books").text
    assert client.get("/api/cash/1/csv?what=payments").text.splitlines() == ["payer,payee,amount"]
