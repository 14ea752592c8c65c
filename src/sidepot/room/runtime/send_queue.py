"""The messages that wait for one client, and the viewer of a table that they are for.

Messages for one client at one time - an event, a private view, an acknowledgement - wait here until the event loop
comes round, and go out together. Few objects are touched for each client, and small ones: a room has thousands, and at
each turn of the loop the processor has forgotten them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

HIGH_WATER: Final = 128 * 1024  # bytes that wait for a client that does not read: with more it is behind


class SendQueue:
    """The waiting messages of one client. Its connection takes them, and sends them.

    `wake` tells the connection that the first one is here, which it does not hear while it is `sending`.
    `behind`: the client does not read, and is sent nothing of its tables until it does; `fell_behind` tells of it.
    """

    __slots__ = ("behind", "fell_behind", "outbox", "sending", "waiting", "wake")

    def __init__(self, wake: Callable[[], None], fell_behind: Callable[[], None]) -> None:
        self.outbox: list[bytes] = []
        self.wake = wake
        self.fell_behind = fell_behind
        self.sending = False
        self.behind = False
        self.waiting = 0  # bytes that were put here while earlier ones were being sent

    def put(self, data: bytes) -> None:
        """Send a message when the loop comes round, with all that was put here by then. Never blocks or fails."""
        self.outbox.append(data)
        if self.sending:  # and somebody else has a turn: the client does not take what it was sent before
            self.waiting += len(data)
            if self.waiting > HIGH_WATER and not self.behind:
                self.behind = True
                self.fell_behind()
        elif len(self.outbox) == 1:
            self.wake()


class Subscriber:
    """A connection that watches a table, for its `player` ("" for nobody in particular).

    `account` is whose it is; without one (bots, the room itself) it is whom the table shows by that name.

    While the queue is `behind` nothing is sent; once it has room again, the viewer comes back to the table
    (`TableActor.watch`) and gets the entries missed.
    """

    __slots__ = ("account", "player", "queue", "staff")

    def __init__(self, queue: SendQueue, player: str, *, staff: bool = False, account: str = "") -> None:
        self.queue = queue
        self.player = player
        self.account = account
        self.staff = staff


class ForwardingQueue(SendQueue):
    """Passes each message to `send` at once. It is never behind."""

    __slots__ = ("_send",)

    def __init__(self, send: Callable[[bytes], None]) -> None:
        super().__init__(_nothing, _nothing)
        self._send = send

    def put(self, data: bytes) -> None:
        """Send a message."""
        self._send(data)


def _nothing() -> None:
    """Nothing ever waits there."""
