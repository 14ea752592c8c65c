"""The club over HTTP and the socket: who was sent away stays away, is told why, and may come back. Rule: PG-116."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from needs import SERVE

pytest.importorskip("httpx", reason=SERVE.reason)

from room_tables import cash, terms
from web_rooms import Browser, Player, Running, running

from sidepot.room.running.hall import Hall
from sidepot.room.tables.commands import Pause
from sidepot.table.bans import Ban
from sidepot.web.banned import Bans, heard, told
from sidepot.web.desk import now_ms

HOUR = 60 * 60 * 1000


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("room"), Hall) as found:
        yield found


@pytest.fixture(scope="module")
def host(room: Running) -> Browser:
    found = room.guest("Hosta")
    found.become_host()
    return found


def open_table(room: Running) -> str:
    return room.do(room.desk.open_table(terms(cash()), by=""))


def seated(room: Running, table: str, name: str) -> tuple[Browser, Player]:
    """Somebody who has sat down."""
    who = room.guest(name)
    player = who.socket(**{"t" + table: 0})
    player.cmd("sit", {"type": "sit"}, table)
    assert player.hear("ack", "nack")["type"] == "ack"
    return who, player


def account_of(host: Browser, name: str) -> str:
    return next(one["account"] for one in host.get("/api/club")["people"] if one["name"] == name)


def test_a_banned_player_leaves_is_told_why_and_sits_down_no_more(room: Running, host: Browser) -> None:
    table = open_table(room)
    who, player = seated(room, table, "Cheat")
    until = now_ms() + HOUR
    form = {"player": "Cheat", "table": table, "reason": "two seats in one hand", "until": until}
    host.post("/api/club/bans", form)
    gone = player.hear("gone")
    assert gone["code"] == "banned" and "two seats in one hand" in gone["because"] and "until" in gone["because"]
    again = who.socket(**{"t" + table: 0})
    assert again.hear("gone")["code"] == "banned"
    again.cmd("sit", {"type": "sit"}, table)
    nack = again.hear("nack")
    assert (nack["code"], nack["cite"]) == ("banned", "PG:116") and "two seats in one hand" in nack["because"]
    assert "Cheat" not in room.hall.actor(table).room.table.places
    assert who.get(f"/api/tables/{table}/hands", 409)["code"] == "banned"
    (listed,) = host.get("/api/club")["bans"]
    assert (listed["player"], listed["reason"], listed["until"]) == ("Cheat", "two seats in one hand", until)
    assert listed["by"] == "Hosta"
    host.post("/api/club/bans", form)  # a second click
    assert len(host.get("/api/club")["bans"]) == 1
    host.post("/api/club/bans/lift", {"account": listed["account"]})
    assert host.post("/api/club/bans/lift", {"account": listed["account"]}, 404)["code"] == "not_banned"
    assert host.get("/api/club")["bans"] == []
    again.say({"type": "watch", "table": table})
    again.hear("snapshot")
    again.cmd("sit2", {"type": "sit"}, table)
    again.hear("ack")


def test_the_host_may_let_a_banned_player_look_on(room: Running, host: Browser) -> None:
    table = open_table(room)
    who, player = seated(room, table, "Talker")
    host.post("/api/club/bans", {"player": "talker", "reason": "told a hand", "watches": True})
    told = player.hear("event")
    assert "Talker leaves" in told["log"][0]
    again = who.socket(**{"t" + table: 0})
    again.hear("snapshot")
    again.cmd("sit", {"type": "sit"}, table)
    assert again.hear("nack")["because"] == "you may not play here any more: told a hand"


def test_a_ban_that_is_over_keeps_nobody_away(room: Running, host: Browser) -> None:
    """It is still in the list, and said to be over."""
    who = room.guest("Patient")
    ban = Ban("Patient", "late", since=now_ms() - 2 * HOUR, until=now_ms() - HOUR)
    account = room.do(room.desk.accounts.named("Patient")).id  # type: ignore[union-attr]
    room.do(room.desk.bans.keep(account, ban))
    player = who.socket(**{"t" + open_table(room): 0})
    player.hear("snapshot")
    assert next(one for one in host.get("/api/club")["bans"] if one["player"] == "Patient")["over"]


def test_a_table_that_was_frozen_or_busy_lets_the_banned_player_go_later(room: Running, host: Browser) -> None:
    table = open_table(room)
    seated(room, table, "Sleeper")
    account = account_of(host, "Sleeper")
    room.do(room.desk.bans.keep(account, Ban("Sleeper", "x", since=1)))  # and nobody has told the table
    room.do(room.hall.actor(table).say(Pause(), by="Hosta", staff=True))
    room.call(room.desk.put_out_banned)
    for _ in range(1000):
        if "Sleeper" not in room.hall.actor(table).room.table.places:
            break
        room.do(room.desk.store.get("web/room"))
    assert "Sleeper" not in room.hall.actor(table).room.table.places


@pytest.mark.parametrize(
    ("form", "status", "code"),
    [
        ({"player": "Nobody at all", "reason": "x"}, 404, "no_account"),
        ({"account": "no such", "reason": "x"}, 404, "no_account"),
        ({"reason": "x"}, 404, "no_account"),
        ({"player": "Known", "reason": " "}, 400, "bad_reason"),
        ({"player": "Known", "reason": "x" * 201}, 400, "bad_reason"),
        ({"player": "Known", "reason": "x", "until": 5}, 409, "bad_time"),
        ({"player": "Hosta", "reason": "x"}, 409, "is_host"),
        ({"player": "Known"}, 400, "unreadable"),
    ],
)
def test_a_ban_that_cannot_be_is_refused(
    room: Running, host: Browser, form: dict[str, Any], status: int, code: str
) -> None:
    if room.do(room.desk.accounts.named("Known")) is None:
        room.guest("Known")
    assert host.post("/api/club/bans", form, status)["code"] == code


def test_the_club_is_for_hosts_alone(room: Running) -> None:
    guest = room.guest()
    assert guest.get("/api/club", 403)["code"] == "not_permitted"
    assert guest.post("/api/club/bans", {"player": "Hosta", "reason": "x"}, 403)["code"] == "not_permitted"
    assert guest.post("/api/club/bans/lift", {"account": "x"}, 403)["code"] == "not_permitted"
    assert Browser(room).get("/api/club", 401)["code"] == "say_who"


def test_bans_outlive_a_restart_and_are_told_to_other_servers(tmp_path: Path) -> None:
    ban = Ban("Ann", "two seats", since=1, until=2, watches=True, by="Host")
    with running(tmp_path, Hall) as room:
        room.do(room.desk.bans.keep("a1", ban))
        room.do(room.desk.bans.keep("b2", ban))
        room.do(room.desk.bans.keep("b2", None))
    with running(tmp_path, Hall) as room:
        assert dict(room.desk.bans.all) == {"a1": ban}
        room.call(room.desk.asides.hear, "banned", {"account": "c3", "ban": told(ban)})
        assert room.desk.bans.all["c3"] == ban == heard(told(ban))
        room.call(room.desk.asides.hear, "banned", {"account": "c3", "ban": None})
        room.call(room.desk.asides.hear, "banned", {"account": "c3", "ban": {"of": "another version"}})
        assert "c3" not in room.desk.bans.all
        again = Bans(room.desk.store)
        room.do(again.load())
        assert again.all == room.desk.bans.all
