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
from websockets.exceptions import ConnectionClosed

from sidepot.room.runtime.tables import TableRegistry
from sidepot.room.table.commands import Pause
from sidepot.room.table.terms import Timing
from sidepot.table.bans import Ban
from sidepot.web.peers import AWAY
from sidepot.web.security.bans import Bans, decode_ban, encode_ban
from sidepot.web.state import now_ms

HOUR = 60 * 60 * 1000


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("room"), TableRegistry) as found:
        yield found


@pytest.fixture(scope="module")
def host(room: Running) -> Browser:
    found = room.guest("Hosta")
    found.become_host()
    return found


@pytest.fixture(autouse=True)
def no_bans(room: Running) -> None:
    """While a ban stands guests of the same address need the host's leave, and all of these have the same."""
    for account in list(room.app_state.bans.all):
        room.do(room.app_state.bans.keep(account, None))


def open_table(room: Running) -> str:
    return room.do(room.app_state.open_table(terms(cash()), by=""))


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
    assert "Cheat" not in room.registry.actor(table).machine.table.places
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


def test_a_banned_guest_follows_and_watches_no_tournament_any_more(room: Running, host: Browser) -> None:
    tournament = host.post("/api/tournaments", {"title": "Turbo", "preset": "turbo"})["id"]
    socket = room.guest("Spy").socket()
    socket.say({"type": "watch", "topic": f"tournament/{tournament}"})
    socket.say({"type": "watch", "topic": f"tournament/{tournament}/screen"})
    assert {socket.hear("tournament", "screen")["type"] for _ in range(2)} == {"tournament", "screen"}
    host.post("/api/club/bans", {"player": "Spy", "reason": "told a hand"})
    gone = [socket.hear("gone") for _ in range(2)]
    assert {one["table"] for one in gone} == {f"tournament/{tournament}", f"tournament/{tournament}/screen"}
    assert {one["code"] for one in gone} == {"banned"}
    host.post(f"/api/tournaments/{tournament}/say", {"id": "off", "do": {"type": "call_off", "reason": "over"}})
    socket.say({"type": "ping", "n": 1})
    assert socket.hear("pong", "tournament", "screen")["type"] == "pong"


def test_a_guest_from_where_a_banned_player_came_needs_the_leave_of_the_host(room: Running, host: Browser) -> None:
    """Another browser, another name, the same address: the host is asked, and may let them sit down."""
    table = open_table(room)
    seated(room, table, "Rogue")
    host.post("/api/club/bans", {"player": "Rogue", "reason": "soft play"})
    back = room.guest("Fresh")
    player = back.socket(**{"t" + table: 0})
    player.cmd("sit", {"type": "sit"}, table)
    nack = player.hear("nack")
    assert (nack["code"], nack["cite"]) == ("near_banned", "PG:116") and "Rogue" not in nack["because"]
    (asked,) = host.get("/api/integrity")["seats"]
    assert (asked["table"], asked["player"], asked["other"], asked["banned"]) == (table, "Fresh", "Rogue", True)
    host.post("/api/integrity/seat", {"table": table, "account": asked["account"]})
    player.cmd("again", {"type": "sit"}, table)
    assert player.hear("ack", "nack")["type"] == "ack"
    host.post("/api/club/bans/lift", {"account": account_of(host, "Rogue")})
    seated(room, open_table(room), "Newcomer")  # nobody asks any more


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
    account = room.do(room.app_state.accounts.named("Patient")).id  # type: ignore[union-attr]
    room.do(room.app_state.bans.keep(account, ban))
    player = who.socket(**{"t" + open_table(room): 0})
    player.hear("snapshot")
    assert next(one for one in host.get("/api/club")["bans"] if one["player"] == "Patient")["over"]


def test_a_table_that_was_frozen_or_busy_lets_the_banned_player_go_later(room: Running, host: Browser) -> None:
    table = open_table(room)
    seated(room, table, "Sleeper")
    account = account_of(host, "Sleeper")
    room.do(room.app_state.bans.keep(account, Ban("Sleeper", "x", since=1)))  # and nobody has told the table
    room.do(room.registry.actor(table).say(Pause(), by="Hosta", staff=True))
    room.call(room.app_state.put_out_banned)
    for _ in range(1000):
        if "Sleeper" not in room.registry.actor(table).machine.table.places:
            break
        room.do(room.app_state.store.get("web/room"))
    assert "Sleeper" not in room.registry.actor(table).machine.table.places


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
    if room.do(room.app_state.accounts.named("Known")) is None:
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
    with running(tmp_path, TableRegistry) as room:
        room.do(room.app_state.bans.keep("a1", ban))
        room.do(room.app_state.bans.keep("b2", ban))
        room.do(room.app_state.bans.keep("b2", None))
    with running(tmp_path, TableRegistry) as room:
        assert dict(room.app_state.bans.all) == {"a1": ban}
        room.call(room.app_state.peers.hear, "banned", {"account": "c3", "ban": encode_ban(ban)})
        assert room.app_state.bans.all["c3"] == ban == decode_ban(encode_ban(ban))
        room.call(room.app_state.peers.hear, "banned", {"account": "c3", "ban": None})
        room.call(room.app_state.peers.hear, "banned", {"account": "c3", "ban": {"of": "another version"}})
        assert "c3" not in room.app_state.bans.all
        again = Bans(room.app_state.store)
        room.do(again.load())
        assert again.all == room.app_state.bans.all


# ---- roles


def how_it_ends(player: Player) -> int:
    """Read all that comes, and tell the close code."""
    try:
        while True:
            player.next()
    except ConnectionClosed as closed:
        return closed.rcvd.code if closed.rcvd is not None else 0


def role_of(host: Browser, name: str) -> str:
    return next((one["role"] for one in host.get("/api/club")["people"] if one["name"] == name), "")


def test_the_owner_makes_hosts_and_a_host_makes_members(room: Running, host: Browser) -> None:
    helper, friend = room.guest("Helper"), room.guest("Friend")
    lines = [helper.socket(), friend.socket()]
    number, other = account_of(host, "Helper"), account_of(host, "Friend")
    assert helper.post("/api/club/roles", {"account": other, "role": "member"}, 403)["code"] == "not_permitted"
    host.post("/api/club/roles", {"account": number, "role": "staff"})
    host.post("/api/club/roles", {"account": number, "role": "staff"})  # a second click
    assert how_it_ends(lines[0]) == 4002
    assert helper.socket().hello["role"] == "staff"
    helper.post("/api/club/roles", {"account": other, "role": "member"})
    assert (role_of(host, "Helper"), role_of(host, "Friend")) == ("staff", "member")
    assert helper.post("/api/club/roles", {"account": other, "role": "staff"}, 403)["code"] == "owner_only"
    owner = account_of(host, "Hosta")
    assert helper.post("/api/club/roles", {"account": owner, "role": "guest"}, 409)["code"] == "is_host"
    assert helper.post("/api/club/owner", {"account": number}, 403)["code"] == "owner_only"
    assert host.post("/api/club/bans", {"account": number, "reason": "x"}, 409)["code"] == "is_host"
    host.post("/api/club/roles", {"account": number, "role": "guest"})
    assert helper.get("/api/club", 403)["code"] == "not_permitted"


def test_a_banned_player_gets_no_role(room: Running, host: Browser) -> None:
    room.guest("Outcast").socket()
    number = account_of(host, "Outcast")
    host.post("/api/club/bans", {"account": number, "reason": "x"})
    assert host.post("/api/club/roles", {"account": number, "role": "member"}, 409)["code"] == "banned"
    assert host.post("/api/club/owner", {"account": number}, 409)["code"] == "banned"


def test_the_owner_hands_the_room_over_and_stays_a_host(tmp_path: Path) -> None:
    with running(tmp_path, TableRegistry) as room:
        owner, other = room.guest("Owner"), room.guest("Other")
        owner.become_host()
        other.socket()
        number = account_of(owner, "Other")
        owner.post("/api/club/owner", {"account": number})
        assert owner.post("/api/club/owner", {"account": number}, 403)["code"] == "owner_only"  # a second click
        assert (role_of(other, "Other"), role_of(other, "Owner")) == ("host", "staff")
        assert other.post("/api/club/owner", {"account": number}, 409)["code"] == "is_host"


def test_a_member_sits_down_unasked_where_the_host_gives_the_seats(room: Running, host: Browser) -> None:
    table = room.do(room.app_state.open_table(terms(cash(), approve=True), by=""))
    guest, member = room.guest("Stranger"), room.guest("Regular")
    member.socket()
    host.post("/api/club/roles", {"account": account_of(host, "Regular"), "role": "member"})
    for who in (guest, member):
        player = who.socket(**{"t" + table: 0})
        player.cmd("sit", {"type": "sit"}, table)
        player.hear("ack")
    while "Regular" not in room.registry.actor(table).machine.table.places:
        player.hear("event")
    assert list(room.registry.actor(table).machine.requests) == ["Stranger"]


def test_the_end_of_the_session_closes_every_table_and_pays_everybody_out(tmp_path: Path) -> None:
    with running(tmp_path, TableRegistry) as room:
        owner = room.guest("Owner")
        owner.become_host()
        tables = [open_table(room), open_table(room)]
        _, ann = seated(room, tables[0], "Ann")
        owner.post("/api/club/end")
        owner.post("/api/club/end")  # a second click
        told = ann.hear("event")
        while told["state"]["phase"] != "over":
            told = ann.hear("event")
        assert "Ann leaves with 200" in told["log"]
        assert [one["phase"] for one in owner.get("/api/tables")["tables"]] == ["over", "over"]
        assert room.guest().post("/api/club/end", {}, 403)["code"] == "not_permitted"


def test_where_all_hosts_are_away_a_player_lets_a_paused_table_go_on(tmp_path: Path) -> None:
    with running(tmp_path, TableRegistry) as room:
        owner = room.guest("Owner")
        owner.become_host()
        line = owner.socket()
        table = open_table(room)
        _, ann = seated(room, table, "Ann")
        _, bo = seated(room, open_table(room), "Bo")  # who sits elsewhere
        line.cmd("p", {"type": "pause"}, table)
        line.hear("ack")
        room.app_state.host_watch.seen -= 10 * AWAY
        ann.cmd("a", {"type": "resume"}, table)
        assert ann.hear("nack")["code"] == "host_only"  # a host is there
        line.close()
        for _ in range(1000):
            if not room.call(room.app_state.host_watch.is_here):
                break
            room.do(room.app_state.store.get("web/room"))
        ann.cmd("b", {"type": "resume"}, table)
        assert "two minutes" in ann.hear("nack")["because"]
        room.app_state.host_watch.seen -= 10 * AWAY
        for player in (bo, room.guest("Cy").socket(**{"t" + table: 0})):
            player.cmd("c", {"type": "resume"}, table)
            assert player.hear("nack")["code"] == "host_only"
        ann.cmd("d", {"type": "close"}, table)
        assert ann.hear("nack")["code"] == "host_only"
        ann.cmd("e", {"type": "resume"}, table)
        assert ann.hear("ack", "nack")["type"] == "ack"
        assert room.registry.actor(table).machine.phase != "paused"


# ---- onlookers


def test_records_of_hands_come_later_for_those_who_were_not_there(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Players and hosts have them at once; others so many hands later, or never."""
    timing = Timing(decide=200, bank=0, bank_back=0, show=0, street=0, between=10, showdown=10, away=200)
    for after in (1, -1):
        with running(tmp_path_factory.mktemp("room"), TableRegistry) as room:
            owner = room.guest("Owner")
            owner.become_host()
            what = terms(cash(), timing=timing, watch_after=after)
            table = room.do(room.app_state.open_table(what, by=""))
            ann, line = seated(room, table, "Ann")
            seated(room, table, "Bo")
            zoe = room.guest("Zoe")
            while len(room.registry.actor(table).machine.hands) < 1:
                line.hear("event")
            line.cmd("p", {"type": "leave"}, table)
            number = min(room.registry.actor(table).machine.hands)
            path = f"/api/tables/{table}/hands"
            assert number in owner.get(path)["hands"]
            assert ann.get(f"{path}/{number}")
            if after < 0:
                assert zoe.get(path)["hands"] == []
                assert zoe.get(f"{path}/{number}", 404)["code"] == "no_hand"
            else:
                last = max(zoe.get(path)["hands"], default=0)
                assert last < max(owner.get(path)["hands"])
