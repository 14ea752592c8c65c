"""Clients that say much and read nothing, or say nothing at all: docs/how-to/serve.md, "Limits"."""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator
from typing import Any

import pytest
from test_socket import masked, raw_socket, terms, wait_for
from test_socket_limits import line_of
from web_rooms import Player, Running, running
from websockets.exceptions import ConnectionClosed

from sidepot.web import socket_backpressure
from sidepot.web.listening import listen
from sidepot.web.rate_limits import LONGEST_TEXT
from sidepot.web.socket_backpressure import MOST_ANSWERS, MOST_UNSENT
from sidepot.web.ws import route

SPEAK = masked(b'{"type":"cmd","id":"%s","table":"%s","do":{"type":"leave"}}' % (b"x" * 64, b"y" * 64))
SPOKEN = 20_000  # times: many more answers than the system and the room keep for a client


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("room")) as found:
        found.do(found.app_state.open_table(terms(), by=""))
        yield found


@pytest.mark.long
def test_commands_of_a_client_that_reads_no_answers_wait(room: Running) -> None:
    """What waits for a client is bounded, whatever they say: "what waits for a client: 128 KB", and 32 of answers."""
    with raw_socket(room, room.guest("Deaf").cookies) as deaf:
        deaf.sendall(masked(b'{"type":"hello"}'))
        wait_for(lambda: any(client.name == "Deaf" for mine in room.app_state.clients.values() for client in mine))
        line = line_of(room, "Deaf")
        deaf.setblocking(False)
        rest = SPEAK * SPOKEN
        while room.app_state.meters.messages < SPOKEN // 2 and not line.queue.behind:
            try:
                rest = rest[deaf.send(rest[:100_000]) :]
            except BlockingIOError:
                time.sleep(0.001)
        wait_for(lambda: line.queue.waiting > MOST_UNSENT + MOST_ANSWERS)
        assert MOST_UNSENT < line.queue.waiting < MOST_UNSENT + MOST_ANSWERS + 64 * 1024
        messages, other = room.app_state.meters.messages, room.guest("Other")
        for _ in range(5):
            other.get("/api/me")  # the room goes on
        assert room.app_state.meters.messages == messages  # more has come, and is not read
        deaf.settimeout(60)
        heard = 0
        while room.app_state.meters.messages == messages:  # they read, and are heard again
            heard += len(deaf.recv(1 << 16))
        assert heard > MOST_UNSENT


@pytest.mark.long
def test_a_client_that_never_reads_is_disconnected(room: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever waits for them: neither in the room nor, on Linux, at the system."""
    monkeypatch.setattr(socket_backpressure, "UNREAD", 1.0)
    with raw_socket(room, room.guest("Stone").cookies) as deaf:
        deaf.sendall(masked(b'{"type":"hello"}'))
        wait_for(lambda: any(client.name == "Stone" for mine in room.app_state.clients.values() for client in mine))
        line, sockets = line_of(room, "Stone"), room.app_state.meters.sockets
        for _ in range(100):
            room.call(line.write, b"x" * 100_000)
            time.sleep(0.001)
        wait_for(lambda: room.app_state.meters.sockets == sockets - 1)


@pytest.mark.skipif(not hasattr(socket, "TCP_USER_TIMEOUT"), reason="Linux alone cuts a client off that does not read")
def test_the_system_cuts_a_client_off_that_reads_nothing_for_as_long() -> None:
    with listen("127.0.0.1", 0) as listener:
        listener.listen()
        with socket.create_connection(listener.getsockname()), listener.accept()[0] as accepted:
            assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT) == socket_backpressure.UNREAD * 1000


@pytest.mark.parametrize(
    "do", ['{"type":"leave","x":"%s"}', '{"type":"%s"}', '{"type":"straddle","kind":"%s","chips":1}']
)
def test_a_refusal_repeats_long_input_truncated(room: Running, do: str) -> None:
    player = room.guest().socket()
    player.say('{"type":"cmd","id":"a","table":"1","do":%s}' % (do % ("x" * 3900)))
    assert len(player.hear("nack")["because"]) <= LONGEST_TEXT
    player.say('{"type":"%s"}' % ("x" * 3900))
    assert len(player.hear("fault")["because"]) <= LONGEST_TEXT
    player.close()


@pytest.mark.long
def test_a_silent_connection_is_closed(room: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """ "who connects and says nothing: 20 seconds", though their browser answers pings."""
    assert route.SILENCE == 20
    monkeypatch.setattr(route, "SILENCE", 2.0)
    talker = Player(room.socket(), {})
    silent = room.socket()
    with pytest.raises(ConnectionClosed) as closed:
        silent.recv(timeout=60)
    assert closed.value.rcvd is not None and closed.value.rcvd.code == 1008
    assert closed.value.rcvd.reason == "the first message must be `hello`"
    talker.say({"type": "ping", "n": 7})
    assert talker.hear("pong")["n"] == 7


def test_refused_numbers_come_back_cut(tmp_path: Any) -> None:
    from sidepot.room.runtime.tables import TableRegistry

    with running(tmp_path, TableRegistry) as room:
        table = room.do(room.app_state.open_table(terms(), by=""))
        player = room.guest("Rich").socket(**{f"t{table}": 0})
        player.cmd("a", {"type": "sit", "seat": 1, "chips": int("9" * 3900)}, table)
        assert len(player.hear("nack")["because"]) <= LONGEST_TEXT
