"""Frames of a server: the waiting data of a loop's sockets, made into frames and handed to their transports.

A table's message goes to all its watchers as the same bytes, and most of them get nothing else: the frame is made
once. All messages for one client go in one system call.
"""

from __future__ import annotations

import asyncio
from typing import ClassVar, Final
from weakref import WeakKeyDictionary

from sidepot.room.running.outlet import Cork, Outlet

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


def cork_of(loop: asyncio.AbstractEventLoop) -> Cork:
    """The one cork of the sockets of a loop."""
    return _CORKS.setdefault(loop, Cork(send))


def send(waiting: list[Outlet]) -> None:
    """Hand each socket's waiting data to its transport."""
    last, frame = b"", b""  # the next socket often gets the same
    sent = 0
    for one in waiting:
        outbox, transport = one.outbox, one.transport
        if transport is not None and outbox and not transport.is_closing():
            first, *others = outbox
            if first is not last:
                last, frame = first, text_frame(first)
            try:
                transport.write(frame + b"".join(map(text_frame, others)) if others else frame)
                sent += len(outbox)
            except Exception:  # a broken connection harms only its client
                transport.abort()
        outbox.clear()
    Counted.messages += sent


_CORKS: Final[WeakKeyDictionary[asyncio.AbstractEventLoop, Cork]] = WeakKeyDictionary()
