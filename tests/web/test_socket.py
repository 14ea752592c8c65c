"""The socket: what is said is done once and answered, who says it is known, and what is watched is told."""

from __future__ import annotations

import asyncio
import json
import socket as sockets
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest
from web_rooms import PLAIN, SOON, Player, Running, running
from websockets.exceptions import ConnectionClosed, InvalidStatus

from sidepot.errors import SidepotError
from sidepot.room.runtime.errors import Busy
from sidepot.room.store.errors import StoreError, Trouble
from sidepot.room.table.terms import RoomTerms
from sidepot.web.schemas.tables import TableForm, terms_of
from sidepot.web.ws.route import is_own_origin


def terms(**more: Any) -> RoomTerms:
    from random import Random

    return terms_of(TableForm(title="Kitchen", **more), Random(1))


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("room")) as found:
        found.do(found.app_state.open_table(terms(), by=""))
        found.do(found.app_state.open_table(terms(password="sesame"), by="", password="sesame"))
        yield found


def test_a_command_is_said_in_the_name_of_the_account_and_acknowledged(room: Running) -> None:
    player = room.guest("Ann").socket(t1=0)
    account = room.do(room.app_state.accounts.named("Ann"))
    assert account is not None
    assert (player.hello["you"], player.hello["role"]) == ("Ann", "guest")
    assert player.hear("snapshot")["table"] == "1"
    player.cmd("one", {"type": "sit", "seat": 3})
    event = player.hear("event")  # told before it is acknowledged, to them too
    assert player.hear("ack") == {"type": "ack", "id": "one", "table": "1", "seq": event["seq"]}
    by, key, staff, said = room.registry.actors["1"].said[-1]
    assert (by, key, staff, said.seat) == ("Ann", f"{account.id}/one", False, 3)


def test_a_command_that_is_sent_again_is_answered_alike_and_not_done_again(room: Running) -> None:
    browser = room.guest("Bo")
    player = browser.socket(t1=0)
    player.cmd("same", {"type": "sit"})
    first = player.hear("ack")
    done = len(room.registry.actors["1"].said)
    again = browser.socket(t1=first["seq"])
    for one in (player, again):
        one.cmd("same", {"type": "sit"})
        assert one.hear("ack") == first
    other = room.guest("Cy").socket(t1=0)
    assert len(room.registry.actors["1"].said) == done
    other.cmd("same", {"type": "sit"})  # their own command, whatever its id
    assert other.hear("ack")["seq"] > first["seq"]


def test_the_shortcut_of_a_socket_is_open_until_it_closes(room: Running) -> None:
    player = room.guest("Dora").socket(t1=0)
    player.hear("snapshot")
    mine = next(iter(room.app_state.clients[room.do(room.app_state.accounts.named("Dora")).id]))
    shortcut = mine.connection.shortcut
    assert shortcut.transport is not None and shortcut.take is not None
    player.socket.close()
    end = time.monotonic() + 60
    while shortcut.transport is not None and time.monotonic() < end:
        time.sleep(0.02)
    assert shortcut.transport is None and shortcut.take is None


def test_commands_are_done_in_the_order_in_which_they_were_said(room: Running) -> None:
    player = room.guest("Di").socket(t1=0)
    for number in range(20):
        player.cmd(str(number), {"type": "buy", "chips": number + 1})
    assert [player.hear("ack")["id"] for _ in range(20)] == [str(number) for number in range(20)]
    assert [said.chips for _, _, _, said in room.registry.actors["1"].said[-20:]] == list(range(1, 21))


def test_a_refusal_names_reason_and_rule(room: Running) -> None:
    player = room.guest("Eli").socket(t1=0)
    player.cmd("x", {"type": "leave"})
    assert player.hear("nack") == {
        "type": "nack",
        "id": "x",
        "table": "1",
        "because": "you are not here",
        "cite": "PG:1",
        "code": "not_at_table",
    }
    for key, do, because in (
        ("a", {"type": "tick"}, "do.type: unknown value 'tick'"),
        ("b", {"type": "act", "turn": "7", "command": {"type": "check"}}, "do.turn: expected an integer from 0 to"),
        ("c", {"type": "sit", "player": "Ann"}, "do: unknown key 'player'"),
        ("d", {"type": "went", "player": "Ann"}, "do.type: unknown value 'went'"),
        ("e", {"type": "remove", "player": "Ann"}, "only the host may do that"),
        ("", {"type": "sit"}, "the id of a command has 1 to 64 characters"),
    ):
        player.cmd(key, do)
        found = player.hear("nack")
        assert found["id"] == key and found["because"].startswith(because)
        assert found["code"] == {"e": "host_only", "": "bad_id"}.get(key, "unreadable")
    player.cmd("f", {"type": "sit"}, table="99")
    found = player.hear("nack")
    assert (found["because"], found["code"]) == ("no such table", "no_table")


def test_a_seat_cannot_be_forged(room: Running) -> None:
    """Nothing in a message says who speaks: neither another's id, nor their name in it, makes one somebody else."""
    victim = room.guest("Flo").socket(t1=0)
    victim.cmd("1", {"type": "sit"})
    victim.hear("ack")
    forger = room.guest("Gil").socket(t1=0)
    forger.cmd("Flo/1", {"type": "sit_out"})
    forger.hear("ack")
    by, key = room.registry.actors["1"].said[-1][:2]
    assert by == "Gil" and key.endswith("/Flo/1") and not key.startswith("Flo/")
    watcher = Player(room.socket("sidepot-000000=Flo; sidepot=Flo"), {})
    assert watcher.hello["you"] == ""
    watcher.cmd("1", {"type": "sit"})
    assert "log in first" in watcher.hear("nack")["because"]


def test_everybody_who_watches_is_told_the_same_bytes(room: Running) -> None:
    watchers = [Player(room.socket(), {"t1": 0}) for _ in range(3)]
    speaker = room.guest("Hal").socket(t1=0)
    for one in watchers:
        one.hear("snapshot")
    speaker.cmd("1", {"type": "sit"})
    told = {one.socket.recv(timeout=60) for one in watchers}
    assert len(told) == 1 and json.loads(told.pop())["type"] == "event"
    watchers[0].say({"type": "unwatch", "table": "1"})
    watchers[0].say({"type": "ping", "n": 1})
    watchers[0].hear("pong")
    speaker.cmd("2", {"type": "sit"})
    assert watchers[1].hear("event")
    watchers[0].say({"type": "ping", "n": 2})
    assert watchers[0].next()["type"] == "pong"


def test_a_reconnecting_client_gets_what_it_has_missed(room: Running) -> None:
    player = room.guest("Ira").socket(t1=5)
    assert player.hear("snapshot")["since"] == 5


@pytest.mark.parametrize(
    ("error", "code"), [(Busy("try again"), "busy"), (StoreError(Trouble.UNREACHABLE, "at 10.0.0.1"), "not_written")]
)
def test_a_table_of_which_nobody_can_tell_whether_it_is_locked(
    error: SidepotError, code: str, room: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As one of another process that was not heard of yet: it is not said that a password is needed."""

    def unknown(_: str) -> bool:
        raise error

    with monkeypatch.context() as patch:
        patch.setattr(room.registry, "is_locked", unknown)
        player = room.guest().socket(t1=0)
        told = player.hear("gone")
        assert (told["code"], "try again" in told["because"]) == (code, True)
        player.cmd("one", {"type": "sit"})
        assert player.hear("nack")["code"] == code
    player.say({"type": "watch", "table": "1", "since": 0})
    assert player.hear("snapshot")["table"] == "1"


def test_a_table_with_a_password_is_for_those_who_said_it(room: Running) -> None:
    browser = room.guest("Jo")
    player = browser.socket(t2=0)
    assert "password" in player.hear("gone")["because"]
    player.cmd("1", {"type": "sit"}, table="2")
    assert "password" in player.hear("nack")["because"]
    assert browser.get("/api/tables/2/hands", 403)
    assert browser.post("/api/tables/2/join", {"password": "open"}, 403)
    assert browser.post("/api/tables/2/join", {"password": "sesame"}) == {}
    player.say({"type": "watch", "table": "2"})
    assert player.hear("snapshot", "gone")["type"] == "snapshot"
    player.cmd("2", {"type": "sit"}, table="2")
    assert player.hear("ack")
    assert browser.get("/api/tables/2/hands") == {"hands": []}
    host = room.guest("Kim")
    host.become_host()
    assert host.socket(t2=0).hear("snapshot", "gone")["type"] == "snapshot"


def test_hello_comes_first_and_in_the_protocol_of_this_room(room: Running) -> None:
    socket = room.socket()
    socket.send('{"type":"ping","n":1}')
    assert "the first message must be `hello`" in str(socket.recv())
    socket.send('{"type":"cmd","id":"1","table":"1","do":{"type":"sit"}}')
    assert "the first message must be `hello`" in str(socket.recv())
    socket.send('{"type":"hello","protocol":2}')
    assert "protocol 1" in str(socket.recv())


def test_a_message_in_pieces_is_one_message(room: Running) -> None:
    player = Player(room.socket(), {})
    player.socket.send(iter(['{"type":', '"ping",', '"n":9}']))
    assert player.hear("pong")["n"] == 9
    player.socket.send(b'{"type":"ping","n":10}')
    assert player.hear("pong")["n"] == 10


def test_bytes_may_come_one_by_one(room: Running) -> None:
    """Wherever TCP cuts, the messages are the same: the short way in is for whole frames only."""
    frame = masked(b'{"type":"ping","n":1}') + masked(b'{"type":"ping","n":2}')
    for at in (1, 2, 5, 6, 20, len(frame) // 2, len(frame) // 2 + 1, len(frame) - 1):
        with raw_socket(room) as raw:
            raw.sendall(masked(b'{"type":"hello"}'))
            for part in (frame[:at], frame[at:]):
                raw.sendall(part)
                time.sleep(0.01)
            told = b""
            while b'"n":2' not in told:
                told += raw.recv(4096)
            assert b'"n":1' in told


def test_only_pages_of_this_room_open_the_socket(room: Running) -> None:
    with pytest.raises(InvalidStatus) as refused:
        room.socket(origin="http://evil.example")
    assert refused.value.response.status_code == 403
    assert Player(room.socket(origin=room.url), {})
    assert is_own_origin("https://cards.example.org", "127.0.0.1:8000", ("https://cards.example.org",))
    assert is_own_origin("https://cards.example.org", "cards.example.org")
    for origin in ("null", "http://", "https://cards.example.org", "http://127.0.0.1:8001", "http://[", "http://x:y"):
        assert not is_own_origin(origin, "127.0.0.1:8000")


def test_when_the_server_stops_sockets_are_told_to_come_back(tmp_path_factory: pytest.TempPathFactory) -> None:
    with running(tmp_path_factory.mktemp("room"), settings=PLAIN) as stopping:
        player = Player(stopping.socket(), {})
        stopping.loop.call_soon_threadsafe(_stop, stopping)
        with pytest.raises(ConnectionClosed) as closed:
            player.next()
        assert closed.value.rcvd is not None and closed.value.rcvd.code == 1012
    assert stopping.registry.stopped


@pytest.mark.long
def test_tables_are_handed_over_before_clients_are_let_go(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Nobody is cut off while a table is on its way."""
    with running(tmp_path_factory.mktemp("room"), settings=PLAIN) as stopping:
        handing, heard = threading.Event(), asyncio.Event()

        async def hand_over() -> bool:
            handing.set()
            await heard.wait()
            return True

        stopping.server._hand_over = hand_over
        players = [Player(stopping.socket(), {}) for _ in range(3)]
        stopping.loop.call_soon_threadsafe(_stop, stopping)
        assert handing.wait(SOON)
        for player in players:
            player.say({"type": "ping", "n": 7})
            assert player.hear("pong")["n"] == 7
        stopping.loop.call_soon_threadsafe(heard.set)
        for player in players:
            with pytest.raises(ConnectionClosed) as closed:
                player.hear("never")
            assert closed.value.rcvd is not None and closed.value.rcvd.code == 1012


@pytest.mark.long
def test_a_second_signal_ends_the_handing_over_of_tables(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Whatever it waits for. `sidepot drain`, which has it stop too, is not the first one."""
    with running(tmp_path_factory.mktemp("room"), settings=PLAIN) as stopping:
        handing, ended = threading.Event(), threading.Event()

        async def hand_over() -> bool:
            handing.set()
            try:
                await asyncio.Event().wait()
            finally:
                ended.set()
            return True

        stopping.server._hand_over = hand_over
        player = Player(stopping.socket(), {})
        stopping.loop.call_soon_threadsafe(stopping.server.stop)
        assert handing.wait(SOON)
        for number in (7, 8):
            assert not ended.is_set()
            player.say({"type": "ping", "n": number})
            assert player.hear("pong")["n"] == number
            stopping.loop.call_soon_threadsafe(_stop, stopping)
        assert ended.wait(SOON)
        with pytest.raises(ConnectionClosed) as closed:
            player.hear("never")
        assert closed.value.rcvd is not None and closed.value.rcvd.code == 1012
    assert stopping.registry.stopped


# ---- by hand


def masked(data: bytes, mask: bytes = b"\1\2\3\4") -> bytes:
    body = bytes(byte ^ mask[at % 4] for at, byte in enumerate(data))
    size = bytes([0x80 | len(data)]) if len(data) < 126 else b"\xfe" + len(data).to_bytes(2, "big")
    return b"\x81" + size + mask + body


def raw_socket(room: Running, cookies: str = "") -> sockets.socket:
    raw = sockets.create_connection(("127.0.0.1", room.port), timeout=60)
    raw.setsockopt(sockets.SOL_SOCKET, sockets.SO_RCVBUF, 16_384)
    raw.sendall(
        b"GET /ws HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\nCookie: %s\r\n\r\n"
        % (room.port, cookies.encode())
    )
    head = b""
    while b"\r\n\r\n" not in head:
        head += raw.recv(1)
    assert b" 101 " in head
    return raw


def wait_for(what: Any) -> None:
    for _ in range(6000):
        if what():
            return
        time.sleep(0.01)
    raise AssertionError("it did not happen")


def _stop(room: Running) -> None:
    import signal

    room.server.handle_exit(signal.SIGTERM, None)
