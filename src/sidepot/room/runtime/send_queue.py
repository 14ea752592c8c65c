"""The messages that wait for one client, until its connection sends them."""

# compiled: docs/how-to/measure-speed.md

from __future__ import annotations

from collections.abc import Callable
from typing import Final

MOST_UNSENT: Final = 128 * 1024  # bytes that may wait for one client; beyond this it is behind


class SendQueue:
    """The messages that wait for one client (`pending`). Its connection sends them.

    `wake` is called for the first message, except while the connection is `sending`, because it then checks the queue
    again by itself. A client that does not read is `behind`: `fell_behind` is called, and the client gets nothing from
    its tables until it reads. Queues are small, because a room has thousands of them, which the processor's cache
    cannot hold.
    """

    __slots__ = ("behind", "fell_behind", "pending", "sending", "waiting", "wake")

    def __init__(self, wake: Callable[[], None], fell_behind: Callable[[], None]) -> None:
        self.pending: list[bytes] = []
        self.wake = wake
        self.fell_behind = fell_behind
        self.sending = False
        self.behind = False
        self.waiting = 0  # bytes added while earlier messages were being sent

    def put(self, data: bytes) -> None:
        """Send a message in the next turn of the event loop, together with all others of this turn. Never blocks or
        fails.
        """
        self.pending.append(data)
        if self.sending:  # the client has not read the messages before this one
            self.waiting += len(data)
            if self.waiting > MOST_UNSENT and not self.behind:
                self.behind = True
                self.fell_behind()
        elif len(self.pending) == 1:
            self.wake()


class ForwardingQueue(SendQueue):
    """Passes each message to `send` at once. It is never behind."""

    __slots__ = ("_send",)

    def __init__(self, send: Callable[[bytes], None]) -> None:
        super().__init__(_nothing, _nothing)
        self._send = send

    def put(self, data: bytes) -> None:
        """Send a message at once."""
        self._send(data)


def _nothing() -> None:
    """Do nothing: a forwarding queue never has waiting messages."""
