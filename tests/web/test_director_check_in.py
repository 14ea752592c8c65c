"""The check-in of a live tournament, at which anybody can say any name: bounds, a switch, all refused at once."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from needs import SERVE

pytest.importorskip("litestar", reason=SERVE.reason)

from test_director_api import Console, announced
from web_rooms import Browser, Running, running

from sidepot.room.runtime.tables import TableRegistry
from sidepot.room.tournament.live import reports
from sidepot.web.security import throttle
from sidepot.web.security.throttle import MemoryBudgets

EVENT = "/api/tournaments/1"


class Clock:
    now = 1.0

    def __call__(self) -> float:
        return self.now


class Door:
    """The check-in, from any address, and its clock."""

    def __init__(self, room: Running) -> None:
        self.browser = room.guest()
        self.clock = Clock()
        self.said = 0
        room.app_state.budgets = MemoryBudgets(self.clock)

    def say(self, name: str, address: str = "10.1.0.1") -> Any:
        self.said += 1
        headers = {"x-csrftoken": self.browser.me["csrf"], "x-forwarded-for": address}
        return self.browser.http.post(f"{EVENT}/checkin", json={"id": f"c{self.said}", "name": name}, headers=headers)

    def code(self, name: str, address: str = "10.1.0.1") -> str:
        answer = self.say(name, address)
        return "" if answer.status_code == 200 else str(answer.json()["code"])

    def token(self, name: str, address: str = "10.1.0.1") -> str:
        answer = self.say(name, address)
        assert answer.status_code == 200, answer.text
        return str(answer.json()["token"])


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Running]:
    with running(tmp_path, TableRegistry) as found:
        yield found


def staff(room: Running, pins: dict[str, str], role: str) -> Console:
    found = Console(room.guest())
    found.browser.post(f"{EVENT}/enter", {"pin": pins[role], "name": role.title()})
    return found


def test_the_check_in_is_bounded_by_address_by_minute_and_by_who_waits(
    room: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(throttle, "OF_A_CLIENT", throttle.OF_A_CLIENT._replace(most=4))
    monkeypatch.setattr(throttle, "OF_ALL", throttle.OF_ALL._replace(most=10))
    monkeypatch.setattr(reports, "MOST_CHECKED_IN", 13)
    desk, _ = announced(room)
    door = Door(room)
    assert [door.code(f"Bogus {at}") for at in range(6)] == [""] * 4 + ["too_many_check_ins"] * 2
    refused = door.say("Bogus 99")
    assert refused.status_code == 429 and 0 < int(refused.headers["retry-after"]) <= 6
    assert door.code("Zoe", "10.1.0.2") == ""  # another address is not kept out
    codes = [door.code(f"Bogus {at}", f"10.2.{at}.1") for at in range(10, 18)]
    assert codes == [""] * 5 + ["too_many_check_ins"] * 3  # all addresses together
    assert desk.get("director")["counts"]["checked_in"] == 10
    door.clock.now += 60
    codes = [door.code(f"Bogus {at}", f"10.3.{at}.1") for at in range(20, 25)]
    assert codes == [""] * 3 + ["check_in_full"] * 2
    desk.do("paid", player="Zoe")
    assert door.code("Bob", "10.1.0.3") == ""  # there is room for one more
    assert desk.do("register", player="Cy")["step"]  # the desk enters whom it likes


def test_all_who_wait_are_refused_in_one_act_and_may_come_again(room: Running, tmp_path: Path) -> None:
    host, pins = announced(room)
    counter, floor, door = staff(room, pins, "desk"), staff(room, pins, "floor"), Door(room)
    assert "refuse_all" in counter.get("director")["may"] and "refuse_all" not in floor.get("director")["may"]
    assert counter.do("refuse_all", 409, why="nobody")["code"] == "nobody_checked_in"
    old = door.token("Ann")
    for name in ("B1ll", "Zalia", "Qq"):
        door.token(name)
    host.do("register", player="Zalia")
    assert floor.do("refuse_all", 403)["code"] == "other_role"
    seq = counter.do("refuse_all", why="names that nobody has")["seq"]
    view = host.get("director")
    assert not view["counts"].get("checked_in") and not view["counts"].get("unpaid") and "todo" not in view
    line = view["history"][-1]
    assert (line["text"], line["why"], line["role"]) == (
        "Refused: 3 who waited to be entered", "names that nobody has", "desk",
    )  # fmt: skip
    assert (line["seq"], line["by"], line["step"]) == (seq, "Desk", 0)
    ask = door.browser.get(f"/api/seat/{old}")
    assert ask["player"] == "Player 1" and ask["asks"][0]["why"] == "names that nobody has"
    assert door.code("Zalia") == "name_taken"  # who has entered stays
    assert door.token("Ann") != old and door.code("Bill") == ""  # B1ll is nobody any more
    assert [one["text"] for one in host.get("advice")["todo"]] == [
        "Ann would like to enter",
        "Bill would like to enter",
    ]
    assert counter.do("refuse_all", 400, why="x" * 301)["code"] == "unreadable"


def test_a_name_that_was_refused_leaves_its_slip_worthless(room: Running) -> None:
    """A stranger who checked in as Ann does not get the page of the player who is Ann."""
    desk, _ = announced(room)
    door = Door(room)
    for name, enters in (("Ann", "desk"), ("Bob", "list"), ("Cy", "check-in")):
        strangers = door.token(name)
        [line] = desk.get("advice")["todo"]
        desk.do("not_now", todo=line["id"], why="who is that?")
        assert door.browser.get(f"/api/seat/{strangers}")["asks"][0]["why"] == "who is that?"
        if enters == "desk":
            desk.do("register", player=name)
        elif enters == "list":
            assert desk.browser.post(f"{EVENT}/names", {"text": name})["entered"] == [name]
        else:
            own = door.token(name)
            desk.do("paid", player=name)
            assert door.browser.get(f"/api/seat/{own}")["state"]["player"] == name
        door.browser.get(f"/api/seat/{strangers}", 404)


def test_a_director_closes_the_check_in_and_opens_it_again(tmp_path: Path) -> None:
    with running(tmp_path, TableRegistry) as room:
        host, pins = announced(room)
        counter, director, door = staff(room, pins, "desk"), staff(room, pins, "director"), Door(room)
        door.token("Ann")
        assert counter.do("set_check_in", 403, on=False)["code"] == "other_role"
        assert "step" not in director.do("set_check_in", on=False)
        assert director.do("set_check_in", 409, on=False)["code"] == "done_already"
        assert door.code("Bob") == "check_in_closed"
        public = door.browser.get(f"{EVENT}/public")
        assert public.get("check_in") is None and public["check_in_closed"]
        assert host.get("director")["terms"]["check_in_closed"]
        host.do("paid", player="Ann")
        host.do("register", player="Bob")  # at the desk they enter all the same
        assert "Check-in is closed" in [one["text"] for one in host.get("director")["history"]]
    with running(tmp_path, TableRegistry) as room:  # it stays closed
        browser = Browser(room)
        assert browser.get(f"{EVENT}/public")["check_in_closed"]
        director = Console(room.guest())
        director.browser.post(f"{EVENT}/enter", {"pin": pins["director"], "name": "Director"})
        director.do("set_check_in", on=True)
        assert Door(room).code("Cy") == ""
        public = browser.get(f"{EVENT}/public")
        assert public["check_in"] and "check_in_closed" not in public
        assert "Check-in is open" in [one["text"] for one in director.get("director")["history"]]


def test_a_check_in_under_a_reserved_or_similar_name_is_refused(room: Running) -> None:
    desk, _ = announced(room)
    door = Door(room)
    door.token("Bill")
    wanted = {"Dealer": "bad_name", "The Director": "bad_name", "BiIl": "name_taken", "Bill.": "name_taken",
              "bill": "name_taken", "B\u0456ll": "bad_name", "Z" + "\u0301\u0302\u0303" * 4: "bad_text"}  # fmt: skip
    assert {name: door.code(name) for name in wanted} == wanted
    assert desk.do("register", player="Dealer")["step"]  # a director knows who that is
