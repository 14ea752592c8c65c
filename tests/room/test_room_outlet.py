"""The way out: messages go in order and together, and who cannot be written to is cut off alone."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from needs import SERVE

pytest.importorskip("litestar", reason=SERVE.reason)

from sidepot.room.running.outlet import MOST_CORKED, Cork, Outlet
from sidepot.web.frames import Counted, cork_of, send, text_frame


class Wire:
    """A transport that keeps what is written."""

    def __init__(self, write: Callable[[bytes], None] | None = None, closing: bool = False) -> None:
        self.writes: list[bytes] = []
        self.write = write or self.writes.append
        self.aborted = False
        self._closing = closing

    def is_closing(self) -> bool:
        return self._closing

    def abort(self) -> None:
        self.aborted = True


def fails(_: bytes) -> None:
    raise OSError("gone")


def outlet(cork: Cork, wire: Any) -> Outlet:
    made = Outlet(cork)
    made.transport = wire
    return made


def test_what_is_laid_at_once_goes_together_and_in_order() -> None:
    async def run() -> None:
        cork = cork_of(asyncio.get_running_loop())
        assert cork is cork_of(asyncio.get_running_loop())
        wires = [Wire(), Wire()]
        one, two = (outlet(cork, wire) for wire in wires)
        before = Counted.messages
        one.lay(b"a")
        two.lay(b"a")
        one.lay(b"b" * 200)
        assert wires[0].writes == []
        await asyncio.sleep(0)
        assert wires[0].writes == [text_frame(b"a") + text_frame(b"b" * 200)]
        assert wires[1].writes == [text_frame(b"a")]
        assert Counted.messages - before == 3
        two.lay(b"c")
        two.flush()
        two.lay(b"d")
        await asyncio.sleep(0)
        assert wires[1].writes[1:] == [text_frame(b"c"), text_frame(b"d")]

    asyncio.run(run())


def test_a_connection_that_fails_is_cut_off_and_troubles_nobody() -> None:
    async def run() -> None:
        cork = Cork(send)
        bad, good, shut, closing = Wire(fails), Wire(), Wire(), Wire(closing=True)
        outlets = [outlet(cork, wire) for wire in (bad, good, shut, closing)]
        outlets[2].shut()
        for one in outlets:
            one.lay(b"hi")
        await asyncio.sleep(0)
        assert bad.aborted and not good.aborted
        assert good.writes == [text_frame(b"hi")]
        assert shut.writes == [] and closing.writes == []
        assert all(not one.outbox for one in outlets)

    asyncio.run(run())


def test_many_do_not_wait_for_each_other() -> None:
    async def run() -> None:
        cork = Cork(send)
        wires = [Wire() for _ in range(MOST_CORKED + 1)]
        for wire in wires:
            outlet(cork, wire).lay(b"hi")
        assert [len(wire.writes) for wire in wires] == [1] * MOST_CORKED + [0]
        await asyncio.sleep(0)
        assert all(len(wire.writes) == 1 for wire in wires)

    asyncio.run(run())
