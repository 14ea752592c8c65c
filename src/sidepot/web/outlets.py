"""The way out of the sockets: what is told is gathered for each, and sent when the loop comes round.

What is told at a table goes to all who watch it as the same bytes, and most of them get nothing else: the frame is made
once. What one client is told at once - an event, what is for him alone, an acknowledgement - goes in one call of the
system. Few objects are touched for each socket, and small ones: a room has thousands, and at each turn of the loop the
processor has forgotten them.
"""

from __future__ import annotations

import asyncio
from typing import ClassVar, Final
from weakref import WeakKeyDictionary

MOST_CORKED: Final = 64  # sockets that wait for each other at most

_FINAL_TEXT: Final = 0x81


class Counted:
    """How many messages were sent, by all sockets of this process."""

    messages: ClassVar[int] = 0


def text_frame(data: bytes) -> bytes:
    """A message as a frame of a server, unmasked and in one piece.

    >>> text_frame(b"hi")
    b'\\x81\\x02hi'
    """
    size = len(data)
    if size < 126:
        return bytes((_FINAL_TEXT, size)) + data
    if size < 65536:
        return b"\x81\x7e" + size.to_bytes(2, "big") + data
    return b"\x81\x7f" + size.to_bytes(8, "big") + data


class Outlet:
    """What waits for one socket, and where it goes: nowhere before it is opened, and after it is shut."""

    __slots__ = ("cork", "outbox", "transport")

    def __init__(self, cork: Cork) -> None:
        self.cork = cork
        self.outbox: list[bytes] = []
        self.transport: asyncio.Transport | None = None

    def post(self) -> None:
        """See that what is laid into the outbox by then is sent when the loop comes round."""
        self.cork.add(self)

    def flush(self) -> None:
        """Send what waits now."""
        _send([self])

    def shut(self) -> None:
        """Nothing goes out here any more."""
        self.transport = None


class Cork:
    """The sockets of a loop that have something to send, until it comes round."""

    def __init__(self) -> None:
        self._waiting: list[Outlet] = []

    @staticmethod
    def of(loop: asyncio.AbstractEventLoop) -> Cork:
        """The one of this loop."""
        return _CORKS.setdefault(loop, Cork())

    def add(self, one: Outlet) -> None:
        """Send what is in this outbox by then, soon; it must not wait here already."""
        waiting = self._waiting
        if not waiting:
            asyncio.get_running_loop().call_soon(self.flush)
        elif len(waiting) >= MOST_CORKED:
            self.flush()
            waiting = self._waiting
        waiting.append(one)

    def flush(self) -> None:
        """Hand what waits to the transports."""
        waiting, self._waiting = self._waiting, []
        _send(waiting)


def _send(waiting: list[Outlet]) -> None:
    last, frame = b"", b""  # the next socket often gets the same
    sent = 0
    for one in waiting:
        outbox, transport = one.outbox, one.transport
        if transport is not None and outbox and not transport.is_closing():
            first = outbox[0]
            if first is not last:
                last, frame = first, text_frame(first)
            try:
                if len(outbox) == 1:
                    transport.write(frame)
                else:
                    transport.write(frame + b"".join([text_frame(data) for data in outbox[1:]]))
                sent += len(outbox)
            except Exception:  # his connection is his own trouble
                transport.abort()
        outbox.clear()
    Counted.messages += sent


_CORKS: Final[WeakKeyDictionary[asyncio.AbstractEventLoop, Cork]] = WeakKeyDictionary()
