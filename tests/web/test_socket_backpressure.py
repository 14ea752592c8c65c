"""A connection over ASGI: messages go in order and together, and a client that does not read costs nobody else."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import pytest
from needs import SERVE

pytest.importorskip("litestar", reason=SERVE.reason)

from room_halls import timers
from websockets.frames import Frame, Opcode

from sidepot.room.runtime.subscribers import MOST_UNSENT
from sidepot.web import socket_backpressure
from sidepot.web.socket_backpressure import (
    LARGEST_FRAME,
    MOST_ANSWERS,
    MOST_AT_ONCE,
    Connection,
    Flusher,
    Shortcut,
    text_frame,
)


class Wire:
    """The server's end of a socket: `sent` are the messages of the application, once the client reads (`reads`)."""

    def __init__(self) -> None:
        self.sent: list[Any] = []
        self.frames = 0
        self.reads = asyncio.Event()
        self.reads.set()
        self.coming: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.error: Exception | None = None
        self.flusher = Flusher()
        self.line = Connection(self.coming.get, self.send, self.flusher)
        self.heard: list[bytes] = []
        self.line.on_text = self.heard.append

    async def send(self, message: Any) -> None:
        await self.reads.wait()
        if self.error is not None:
            raise self.error
        if "text" in message:
            self.frames += 1
            self.sent += message["text"].split("\n")
        else:
            self.sent.append(message["code"])

    def say(self, **message: Any) -> None:
        self.coming.put_nowait({"type": "websocket.receive", **message})

    def leave(self) -> None:
        self.coming.put_nowait({"type": "websocket.disconnect", "code": 1005})


def with_wire(test: Callable[[Wire, asyncio.Task[None]], Coroutine[Any, Any, None]]) -> None:
    """Run a test with a wire whose connection runs; it must be over at the end."""

    async def run() -> None:
        wire = Wire()
        running = asyncio.create_task(wire.line.run())
        await asyncio.sleep(0)
        await test(wire, running)
        wire.leave()
        await asyncio.wait_for(running, 60)
        assert wire.line.on_text is None

    asyncio.run(run())


async def turns(count: int = 5) -> None:
    for _ in range(count):
        await asyncio.sleep(0)


def test_messages_of_one_turn_go_out_together_and_in_order() -> None:
    async def test(wire: Wire, _: Any) -> None:
        wire.line.queue.put(b"a")
        wire.line.write(b"b")
        assert wire.sent == []
        await turns(1)
        assert wire.sent == ["a", "b"] and wire.frames == 1
        wire.line.write(b"c")
        await turns()
        assert wire.sent == ["a", "b", "c"] and wire.frames == 2
        assert wire.flusher.sent == 3

    with_wire(test)


def test_messages_that_are_long_together_go_out_in_frames_that_clients_take() -> None:
    async def test(wire: Wire, _: Any) -> None:
        for letter in b"abcde":
            wire.line.write(bytes([letter]) * (LARGEST_FRAME // 2 - 1))
        wire.line.write(b"f" * LARGEST_FRAME * 2)
        await turns(1)
        assert [one[0] for one in wire.sent] == [*"abcdef"] and wire.frames == 4

    with_wire(test)


class Transport:
    """A transport that keeps what is written."""

    def __init__(self) -> None:
        self.written: list[bytes] = []
        self.closing = False
        self.error: Exception | None = None

    def is_closing(self) -> bool:
        return self.closing

    def write(self, data: bytes) -> None:
        if self.error is not None:
            raise self.error
        self.written.append(data)


class DirectWire(Wire):
    """A wire whose frames are written to its transport."""

    def __init__(self, flusher: Flusher) -> None:
        super().__init__()
        self.transport = Transport()
        self.shortcut = Shortcut()
        self.shortcut.transport = self.transport
        self.line = Connection(self.coming.get, self.send, flusher, self.shortcut)
        self.line.on_text = self.heard.append


def test_what_several_clients_get_is_one_frame() -> None:
    async def run() -> None:
        flusher = Flusher()
        first, second, third = wires = [DirectWire(flusher) for _ in range(3)]
        event = b"x" * 300
        for wire in wires:
            wire.line.write(event)
        third.line.write(b"own")
        assert not first.transport.written
        await turns(1)
        assert first.transport.written == [b"\x81\x7e\x01\x2c" + event]
        assert first.transport.written[0] is second.transport.written[0]
        assert third.transport.written == [text_frame(event + b"\nown")]
        assert flusher.sent == 4
        first.line.write(b"next")
        await turns(1)
        assert first.transport.written[1:] == [b"\x81\x04next"]
        assert not first.sent

    asyncio.run(run())


def test_the_server_sends_what_cannot_be_written_now() -> None:
    """Messages stay in order when a client stops reading and begins again."""

    async def run() -> None:
        wire = DirectWire(Flusher())
        wire.shortcut.transport = None  # the server was asked to pause
        wire.reads.clear()
        wire.line.write(b"a")
        await turns(1)
        wire.shortcut.transport = wire.transport
        wire.line.write(b"b")
        await turns(1)
        assert not wire.transport.written and not wire.sent
        wire.reads.set()
        await turns()
        assert wire.sent == ["a", "b"]
        wire.line.write(b"c")
        await turns()
        assert wire.transport.written == [b"\x81\x01c"]
        wire.line.write(b"d" * LARGEST_FRAME)
        wire.line.write(b"e")
        await turns()
        assert wire.sent[2:] == ["d" * LARGEST_FRAME, "e"]
        wire.transport.closing = True
        wire.line.write(b"f")
        await turns()
        assert wire.sent[4:] == ["f"] and len(wire.transport.written) == 1

    asyncio.run(run())


def test_a_client_that_has_caught_up_gets_the_next_messages_once() -> None:
    async def run() -> None:
        wire = DirectWire(Flusher())
        wire.line.caught_up = lambda: wire.line.write(b"state")
        wire.shortcut.transport = None
        wire.reads.clear()
        wire.line.write(b"a")
        await turns()
        wire.line.write(b"x" * (MOST_UNSENT + 1))
        assert wire.line.queue.behind
        wire.shortcut.transport = wire.transport
        wire.reads.set()
        await turns()
        assert wire.sent == ["a", "x" * (MOST_UNSENT + 1), "state"] and not wire.transport.written

    asyncio.run(run())


def test_messages_are_taken_at_once_while_the_client_reads_its_answers() -> None:
    async def run() -> None:
        wire = DirectWire(Flusher())
        assert wire.shortcut.take is None  # nobody listens yet
        running = asyncio.create_task(wire.line.run())
        await turns()
        take = wire.shortcut.take
        assert take is not None and take(b"a") and wire.heard == [b"a"]
        wire.line.on_text = lambda text: wire.line.write(text * 1000)
        taken = 0
        while take(b"x" * 10):
            taken += 1
        assert taken == MOST_AT_ONCE  # the answers go out first
        await turns(1)
        assert take(b"y")
        await turns(1)
        wire.shortcut.transport = None
        wire.reads.clear()
        while wire.line.queue.waiting <= MOST_UNSENT + MOST_ANSWERS:
            assert take(b"z" * 10)
            await turns(1)
        assert not take(b"z")
        wire.reads.set()
        await turns()
        assert take(b"z")
        wire.leave()
        await asyncio.wait_for(running, 60)
        assert wire.shortcut.take is None and not take(b"late")

    asyncio.run(run())


def test_an_error_of_the_application_ends_a_connection_by_its_shortcut_too() -> None:
    async def run() -> None:
        wire = DirectWire(Flusher())

        def fails(_: bytes) -> None:
            raise ValueError("a mistake")

        wire.line.on_text = fails
        running = asyncio.create_task(wire.line.run())
        await turns()
        assert wire.shortcut.take is not None and wire.shortcut.take(b"x")
        with pytest.raises(ValueError, match="a mistake"):
            await asyncio.wait_for(running, 60)

    asyncio.run(run())


def test_nothing_is_written_after_the_close() -> None:
    async def run() -> None:
        wire = DirectWire(Flusher())
        wire.line.write(b"a")
        wire.line.hang_up(1008, "rules")
        await turns()
        wire.line.queue.put(b"b")  # a table that does not know it yet
        await turns()
        assert wire.sent == ["a", 1008] and not wire.transport.written

    asyncio.run(run())


def test_a_transport_that_fails_ends_its_own_connection_only() -> None:
    async def run() -> None:
        flusher = Flusher()
        broken, sound = DirectWire(flusher), DirectWire(flusher)
        broken.transport.error = OSError("gone")
        broken.line.write(b"a")
        sound.line.write(b"a")
        await turns()
        assert broken.line.on_text is None and sound.transport.written == [b"\x81\x01a"]

    asyncio.run(run())


@pytest.mark.parametrize(("size", "head"), [(125, 2), (126, 4), (65535, 4), (65536, 10)])
def test_a_frame_is_what_a_client_reads(size: int, head: int) -> None:
    data = b"x" * size
    frame = text_frame(data)
    assert len(frame) == head + size and frame.endswith(data)
    assert frame == Frame(Opcode.TEXT, data).serialize(mask=False)


def test_text_and_bytes_are_handed_over() -> None:
    async def test(wire: Wire, _: Any) -> None:
        wire.say(text="é")
        wire.say(bytes=b"\xff")
        wire.say(text="", bytes=None)
        await turns()
        assert wire.heard == ["é".encode(), b"\xff", b""]

    with_wire(test)


def test_closing_waits_for_what_was_sent_before_and_nothing_follows() -> None:
    async def test(wire: Wire, running: asyncio.Task[None]) -> None:
        wire.reads.clear()
        wire.line.write(b"a")
        await turns()
        wire.line.write(b"b")
        wire.line.hang_up(1008, "rules")
        wire.line.hang_up(1012, "again")
        wire.line.write(b"too late")
        wire.reads.set()
        await asyncio.wait_for(running, 60)
        assert wire.sent == ["a", "b", 1008]

    with_wire(test)


def test_a_client_that_does_not_read_is_behind_until_it_has_read() -> None:
    async def test(wire: Wire, _: Any) -> None:
        told: list[str] = []
        wire.line.fell_behind = lambda: told.append("behind")
        wire.line.caught_up = lambda: told.append("caught up")
        wire.line.write(b"x" * 3 * MOST_UNSENT)  # much at once is not behind: it may be read at once
        await turns()
        assert not wire.line.queue.behind
        wire.reads.clear()
        wire.line.write(b"first")
        await turns()
        wire.line.write(b"x" * MOST_UNSENT)
        assert not wire.line.queue.behind
        wire.line.write(b"x")
        wire.line.write(b"x")
        assert wire.line.queue.behind and told == ["behind"]
        wire.reads.set()
        await turns()
        assert not wire.line.queue.behind and told == ["behind", "caught up"]
        assert len(wire.sent) == 5

    with_wire(test)


def test_clients_that_do_not_read_make_nobody_else_wait() -> None:
    async def test(slow: Wire, _: Any) -> None:
        others = [Wire() for _ in range(8)]
        running = [asyncio.create_task(one.line.run()) for one in others]
        slow.reads.clear()
        for number in range(100):
            for one in (slow, *others):
                one.line.write(b"%d" % number)
            await turns(1)
            assert [one.sent[-1] for one in others] == [f"{number}"] * 8
        assert slow.sent == []
        slow.reads.set()
        await turns()
        assert slow.sent == others[0].sent and slow.frames == 2
        for one in others:
            one.leave()
        await asyncio.gather(*running)

    with_wire(test)


def test_a_client_that_does_not_read_its_answers_is_not_heard_until_it_does() -> None:
    async def test(wire: Wire, _: Any) -> None:
        wire.reads.clear()
        wire.line.on_text = lambda text: wire.line.write(text * 1000)
        for _number in range(1000):
            wire.say(text="x" * 10)
        await turns(3000)
        unread = wire.coming.qsize()
        assert unread and MOST_UNSENT < wire.line.queue.waiting <= MOST_UNSENT + MOST_ANSWERS + 10_000
        wire.reads.set()
        await turns(3000)
        assert wire.coming.qsize() == 0 and len(wire.sent) == 1000

    with_wire(test)


@pytest.mark.parametrize("hung_up", [False, True])
def test_a_client_that_never_reads_is_cut_off(hung_up: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket_backpressure, "LAST_WORDS" if hung_up else "UNREAD", 0.01)

    async def test(wire: Wire, running: asyncio.Task[None]) -> None:
        wire.reads.clear()
        wire.line.write(b"first")
        await turns()
        if hung_up:
            wire.line.hang_up(1008, "rules")
        else:
            wire.line.write(b"x" * (MOST_UNSENT + 1))
        await asyncio.wait_for(running, 60)
        assert wire.sent == []

    with_wire(test)


def test_a_client_that_has_caught_up_is_not_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket_backpressure, "UNREAD", 0.01)

    async def test(wire: Wire, running: asyncio.Task[None]) -> None:
        wire.reads.clear()
        wire.line.write(b"first")
        await turns()
        wire.line.write(b"x" * (MOST_UNSENT + 1))
        wire.reads.set()
        await timers(0.01)
        await turns()
        assert not running.done()

    with_wire(test)


@pytest.mark.parametrize("error", [ConnectionResetError(), RuntimeError("it is closed")])
def test_a_connection_that_broke_ends(error: Exception) -> None:
    async def test(wire: Wire, running: asyncio.Task[None]) -> None:
        wire.error = error
        wire.line.write(b"a")
        await asyncio.wait_for(running, 60)
        wire.line.write(b"b")
        wire.line.hang_up(1008, "rules")
        assert wire.sent == []

    with_wire(test)


def test_a_client_that_leaves_ends_it_while_it_is_sent_something() -> None:
    async def test(wire: Wire, running: asyncio.Task[None]) -> None:
        wire.leave()
        await asyncio.wait_for(running, 60)

    with_wire(test)


def test_an_error_of_the_application_is_raised() -> None:
    async def run() -> None:
        wire = Wire()

        def fails(_: bytes) -> None:
            raise ValueError("a mistake")

        wire.line.on_text = fails
        wire.say(text="x")
        with pytest.raises(ValueError, match="a mistake"):
            await asyncio.wait_for(wire.line.run(), 60)

    asyncio.run(run())
