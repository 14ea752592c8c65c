"""Clients that say much and read nothing, or say nothing at all: docs/serve.md, "Limits"."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from typing import Any

import pytest
from test_socket import masked, raw_socket, terms, wait_for
from test_socket_limits import line_of
from web_rooms import Player, Running, running
from websockets.exceptions import ConnectionClosed

from sidepot.web import socket_api
from sidepot.web.fast_socket import MOST_READ
from sidepot.web.lines import HIGH_WATER, MOST_ANSWERS, SlowLine
from sidepot.web.rate_limits import LONGEST_TEXT

SPEAK = masked(b'{"type":"cmd","id":"%s","table":"%s","do":{"type":"leave"}}' % (b"x" * 64, b"y" * 64))
SPOKEN = 20_000  # times: many more answers than the system and the room keep for a client


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("room")) as found:
        found.do(found.desk.open_table(terms(), by=""))
        yield found


def is_heard(room: Running, raw: Any, transport: Any) -> bool:
    """Whether what they send is read: it is until too much waits for them."""
    before = room.desk.meters.messages
    raw.sendall(SPEAK * 50)
    while room.desk.meters.messages < before + 50:
        if not room.call(transport.is_reading):
            return False
        time.sleep(0.001)
    return True


@pytest.mark.long
def test_who_reads_no_answers_is_not_heard_until_he_does(room: Running) -> None:
    """What waits for a client is bounded, whatever they say: "what waits for a client: 128 KB", and 32 of answers."""
    with raw_socket(room, room.guest("Deaf").cookies) as deaf:
        deaf.sendall(masked(b'{"type":"hello"}'))
        wait_for(lambda: any(client.name == "Deaf" for mine in room.desk.clients.values() for client in mine))
        transport = line_of(room, "Deaf").transport
        while is_heard(room, deaf, transport):
            assert room.desk.meters.messages < SPOKEN
        assert HIGH_WATER < room.call(transport.get_write_buffer_size) < HIGH_WATER + MOST_ANSWERS + MOST_READ
        assert not room.call(transport.is_closing)
        deaf.sendall(SPEAK * 50)
        messages = room.desk.meters.messages
        time.sleep(0.2)
        assert room.desk.meters.messages == messages  # more lies there, and is not read
        deaf.settimeout(60)
        heard = 0
        while room.desk.meters.messages == messages:  # they read, and are heard again
            heard += len(deaf.recv(1 << 16))
        assert heard > HIGH_WATER


def test_who_sends_and_does_not_read_is_asked_whether_he_is_there(room: Running) -> None:
    player = room.guest("Sends").socket()
    line = line_of(room, "Sends")

    def asked() -> bool:
        line.outlet.behind = True
        line.send_keepalive_ping()
        return line.pending_ping_payload is not None

    player.say({"type": "ping"})
    player.hear("pong")
    assert line._heard
    assert room.call(asked)
    line.outlet.behind = False


def test_who_does_not_read_and_is_hung_up_on_stays_unheard(room: Running) -> None:
    """To be hung up on for breaking the rules ends the reading for good, also where there is room again."""
    player = room.guest("Bad").socket()
    line = line_of(room, "Bad")

    def end() -> bool:
        line.pause_writing()
        line.hang_up(1008, "rules")
        line.resume_writing()
        return bool(line.transport.is_reading()) if hasattr(line.transport, "is_reading") else False

    assert not room.call(end)
    with pytest.raises(ConnectionClosed):
        player.next()


def test_servers_without_the_fast_way_do_not_keep_answers_without_end() -> None:
    async def run() -> None:
        async def send(text: str) -> None:
            await asyncio.sleep(3600)

        async def close(code: int, reason: str) -> None: ...

        line = SlowLine(send, close)
        line.on_text = lambda data: None
        pump = asyncio.create_task(line.pump())
        kept = 0
        while line.on_text is not None:
            line.write(b"x" * 1000)
            kept += 1000
            assert kept < HIGH_WATER + MOST_ANSWERS + 2000
        pump.cancel()

    asyncio.run(run())


@pytest.mark.parametrize(
    "do", ['{"type":"leave","x":"%s"}', '{"type":"%s"}', '{"type":"straddle","kind":"%s","chips":1}']
)
def test_what_he_said_comes_back_cut(room: Running, do: str) -> None:
    player = room.guest().socket()
    player.say('{"type":"cmd","id":"a","table":"1","do":%s}' % (do % ("x" * 3900)))
    assert len(player.hear("nack")["because"]) <= LONGEST_TEXT
    player.say('{"type":"%s"}' % ("x" * 3900))
    assert len(player.hear("fault")["because"]) <= LONGEST_TEXT
    player.close()


@pytest.mark.long
def test_who_connects_and_says_nothing_is_hung_up_on(room: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """ "who connects and says nothing: 20 seconds", though their browser answers pings."""
    assert socket_api.SILENCE == 20
    monkeypatch.setattr(socket_api, "SILENCE", 2.0)
    talker = Player(room.socket(), {})
    silent = room.socket()
    with pytest.raises(ConnectionClosed) as closed:
        silent.recv(timeout=60)
    assert closed.value.rcvd is not None and closed.value.rcvd.code == 1008
    assert closed.value.rcvd.reason == "say hello first"
    talker.say({"type": "ping", "n": 7})
    assert talker.hear("pong")["n"] == 7


def test_refused_numbers_come_back_cut(tmp_path: Any) -> None:
    from sidepot.room.running.hall import Hall

    with running(tmp_path, Hall) as room:
        table = room.do(room.desk.open_table(terms(), by=""))
        player = room.guest("Rich").socket(**{f"t{table}": 0})
        player.cmd("a", {"type": "sit", "seat": 1, "chips": int("9" * 3900)}, table)
        assert len(player.hear("nack")["because"]) <= LONGEST_TEXT
