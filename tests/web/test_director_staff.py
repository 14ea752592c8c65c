"""The names of the staff lie beside the stream: it has numbers, and a name can be erased."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest
from needs import SERVE

pytest.importorskip("litestar", reason=SERVE.reason)

from test_director_api import Console, announced
from web_rooms import SOON, Browser, Running, running

from sidepot.room.runtime.tables import TableRegistry


def records(room: Running) -> bytes:
    """The whole stream."""
    return b"".join([record.data for record in room.do(room.app_state.store.read("tournament/1", 0, 100))])


def entered(room: Running, pins: dict[str, str], name: str = "Eve") -> Console:
    found = Console(Browser(room))
    found.browser.post("/api/tournaments/1/enter", {"pin": pins["floor"], "name": name})
    return found


def last(desk: Console) -> Any:
    return desk.get("director")["history"][-1]


def test_the_stream_has_numbers_of_the_staff_and_a_name_is_erased(tmp_path: Path) -> None:
    with running(tmp_path, TableRegistry) as room:
        desk, pins = announced(room)
        floor = entered(room, pins)
        desk.do("register", player="Eve")  # a player of that name is somebody else
        step = floor.do("announce", text="Pizza")["step"]
        assert last(desk)["by"] == "Eve"
        assert floor.do("undo", step=step, only=True)["step"] == step + 1  # what they told themselves
        told = records(room)
        assert b"Eve" not in told and b"Hilda" not in told
        desk.do("cancel", why="a storm")
        persons = "/api/tournaments/1/persons"
        assert desk.browser.post(persons, {"player": "Eve", "staff": True, "erase": True})["name"] == "Staff 2"
        players = [one["player"] for one in desk.get("players")["players"]]
        assert players == ["Eve"] and desk.browser.post(persons, {"player": "Eve"})["token"]
        by = [line["by"] for line in desk.get("director")["history"] if line["step"] in (step, step + 1)]
        assert by == ["Staff 2", "Staff 2"]
        log = desk.browser.http.get("/api/tournaments/1/print/log").text
        assert "Eve" not in log.replace('&quot;Eve&quot;]">Eve enters', "")  # the player


def test_the_next_evening_of_a_series_has_pins_as_soon_as_a_director_asks(tmp_path: Path) -> None:
    with running(tmp_path, TableRegistry) as room:
        host = room.guest("Hilda")
        host.become_host()
        weekly = {"title": "Friday", "preset": "regular", "live": True, "weekly": "UTC", "starts_at": 10**12}
        host.post("/api/tournaments", weekly)
        desk = Console(host)
        for player in ("Ann", "Bob"):
            desk.do("register", player=player)
        desk.do("draw_seats")  # now the next one is announced
        until = time.monotonic() + SOON
        while len(host.get("/api/tournaments")["tournaments"]) < 2 and time.monotonic() < until:
            time.sleep(0.02)
        told = host.post("/api/tournaments/2/pins")["pins"]
        assert [one["role"] for one in told] == ["director", "floor", "desk", "dealer"]
        assert Browser(room).post("/api/tournaments/2/enter", {"pin": told[1]["pin"], "name": "Eve"})["role"] == "floor"
        assert not any("pin" in one for one in host.post("/api/tournaments/2/pins")["pins"])  # they are told once


def test_a_rename_stands_in_the_history_with_both_names_and_its_actor(tmp_path: Path) -> None:
    persons = "/api/tournaments/1/persons"
    with running(tmp_path, TableRegistry) as room:
        desk, pins = announced(room)
        counter = Console(Browser(room))
        counter.browser.post("/api/tournaments/1/enter", {"pin": pins["desk"], "name": "Cass"})
        for player in ("Ann", "Bob"):
            desk.do("register", player=player)
        before = desk.get("director")["seq"]
        counter.browser.post(persons, {"player": "Ann", "name": "Anna"})
        line = last(desk)
        assert (line["text"], line["by"], line["role"], line["type"]) == (
            "Ann is now called Anna",
            "Cass",
            "desk",
            "rename",
        )
        assert line["at"] and line["seq"] == before + 1 and not line["step"]
        counter.browser.post(persons, {"player": "Anna", "name": "Anna"})  # nothing changes
        assert counter.browser.post(persons, {"player": "Anna", "name": "bob"}, 409)["code"] == "name_taken"
        assert desk.get("director")["seq"] == before + 1
        counter.browser.post(persons, {"player": "Anna", "name": "Annie"})
        texts = [one["text"] for one in desk.get("log")["lines"][:2]]
        assert texts == ["Anna is now called Annie", "Ann is now called Annie"]
        told = records(room)
        assert not any(name in told for name in (b"Ann", b"Cass"))
        assert desk.do("register", player="Ann")["step"]  # the name is free again: that is somebody else
        assert desk.get("players?find=ann")["total"] == 2
    with running(tmp_path, TableRegistry) as room:
        desk = entered(room, {"floor": pins["director"]}, "Dora")
        assert "Anna is now called Annie" in [one["text"] for one in desk.get("log")["lines"]]
        desk.do("cancel", why="a storm")
        desk.browser.post(persons, {"player": "Annie", "erase": True})
        texts = [one["text"] for one in desk.get("log")["lines"]]
        assert "Former name 1 is now called Player 1" in texts and not any("Anna" in one for one in texts)


def test_names_of_the_staff_are_changed_by_a_director_alone(tmp_path: Path) -> None:
    persons = "/api/tournaments/1/persons"
    with running(tmp_path, TableRegistry) as room:
        desk, pins = announced(room)
        counter = Console(Browser(room))
        counter.browser.post("/api/tournaments/1/enter", {"pin": pins["desk"], "name": "Cass"})
        counter.do("register", player="Ann")
        for name in ("Hilda", "Cass"):
            form = {"player": name, "staff": True, "name": "Mallory"}
            assert counter.browser.post(persons, form, 403)["code"] == "other_role"
            assert counter.browser.post(persons, {"player": name, "staff": True}, 403)["code"] == "other_role"
        desk.browser.post(persons, {"player": "Cass", "staff": True, "name": "Cassandra"})
        assert (last(desk)["text"], last(desk)["by"]) == ("Cass is now called Cassandra", "Hilda")
