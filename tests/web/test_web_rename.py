"""Another name for the same person: seats, chips and logins stay theirs, and the name that they had is free."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from needs import SERVE

pytest.importorskip("httpx", reason=SERVE.reason)

import httpx
from web_rooms import Browser, Player, Running, quick_hall, running

PASSWORD = "long enough"


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("room"), quick_hall) as found:
        yield found


@pytest.fixture(scope="module")
def table(room: Running) -> str:
    host = room.guest("Hosta")
    host.become_host()
    found: str = host.post("/api/tables", {"title": "Names", "bet": 4, "seats": 4})["id"]
    return found


def sits(browser: Browser, table: str) -> Player:
    """Sit down with 200, having accepted the terms."""
    version = browser.get(f"/api/tables/{table}/agreement")["agreement"]["version"]
    player = browser.socket(**{f"t{table}": 0})
    player.cmd("sit", {"type": "sit", "chips": 200, "waits": False, "accepts": version}, table)
    player.hear("ack")
    return player


def stacks(room: Running, table: str) -> dict[str, int]:
    actor = room.registry.actor(table)
    return {place.player: place.stack for place in actor.machine.table.places.values()}


def test_a_seat_and_its_chips_stay_with_a_new_name(room: Running, table: str) -> None:
    guest = room.guest("Norbert")
    player = sits(guest, table)
    assert guest.post("/api/rename", {"name": "  Nora  Lee "}) == {"name": "Nora Lee", "role": "guest"}
    assert guest.name == "Nora Lee" and guest.get("/api/tables")["mine"] == [table]
    with pytest.raises(Exception, match="4002"):  # the page comes again by itself, with the same token
        player.hear("nothing more")
    again = guest.socket(**{f"t{table}": 0})
    assert again.hello["you"] == "Nora Lee"
    mine = again.hear("yours")
    assert mine["name"] == "Norbert" and mine["seat"] >= 0 and stacks(room, table)["Norbert"] == 200
    again.cmd("out", {"type": "sit_out"}, table)  # the seat does what they say
    again.hear("ack")


def test_another_table_shows_the_new_name(room: Running, table: str) -> None:
    guest = room.guest("Otto")
    guest.post("/api/rename", {"name": "Otis"})
    sits(guest, table)
    assert "Otis" in stacks(room, table) and "Otto" not in stacks(room, table)


def test_the_old_name_is_free_and_the_new_one_is_taken(room: Running) -> None:
    first = room.guest("Wanda")
    first.post("/api/rename", {"name": "Violet"})
    second = room.guest("Wanda")
    assert second.name == "Wanda"
    refused = second.post("/api/rename", {"name": "VioIet"}, status=409)  # it looks like it
    assert refused["code"] == "name_taken"
    assert second.name == "Wanda"
    assert first.post("/api/rename", {"name": "violet"})["name"] == "violet"  # one's own, in another way
    assert second.post("/api/rename", {"name": "VIOLET"}, status=409)["code"] == "name_taken"


@pytest.mark.parametrize("name", ["", "The Dealer", "x" * 25, "Max (bot)", "!!"])
def test_a_name_that_nobody_may_have_is_refused(room: Running, name: str) -> None:
    guest = room.guest()
    was = guest.name
    assert guest.post("/api/rename", {"name": name}, status=400)["code"] == "bad_name"
    assert guest.name == was


def test_a_password_goes_with_the_name(room: Running) -> None:
    guest = room.guest("Paula")
    guest.post("/api/signup", {"name": "Paula", "password": PASSWORD})
    guest.post("/api/rename", {"name": "Pauline"})
    assert guest.get("/api/me")["kept"] is True
    other = Browser(room)
    assert other.post("/api/login", {"name": "Paula", "password": PASSWORD}, status=403)["because"]
    assert other.post("/api/login", {"name": "Pauline", "password": PASSWORD})["name"] == "Pauline"


def test_a_visitor_without_a_name_has_none_to_change(room: Running) -> None:
    visitor = Browser(room)
    token = {"x-csrftoken": visitor.me["csrf"]}
    answer = httpx.post(
        f"{room.url}/api/rename", json={"name": "Ida"}, headers={**token, "Cookie": visitor.cookies}, timeout=60
    )
    assert answer.status_code == 401
