"""The way out to those who watch: messages are gathered for each, and sent when the loop comes round.

Messages for one client at one time - an event, a private view, an acknowledgement - go out together. Few objects
are touched for each client, and small ones: a room has thousands, and at each turn of the loop the processor has
forgotten them.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final

MOST_CORKED: Final = 64  # clients that wait for each other at most


class Outlet:
    """The waiting messages of one client, and their way: nowhere before there is a `transport`, and after it is shut.

    `behind`: the client does not read, and is sent nothing of its tables until it does.
    """

    __slots__ = ("behind", "cork", "outbox", "transport")

    def __init__(self, cork: Cork) -> None:
        self.cork = cork
        self.outbox: list[bytes] = []
        self.transport: asyncio.Transport | None = None
        self.behind = False

    def lay(self, data: bytes) -> None:
        """Send a message when the loop comes round, with all laid here by then. Never blocks, nor fails."""
        outbox = self.outbox
        if not outbox:
            waiting = self.cork.waiting
            if waiting and len(waiting) < MOST_CORKED:  # as nearly always
                waiting.append(self)
            else:
                self.cork.add(self)
        outbox.append(data)

    def flush(self) -> None:
        """Send what waits now."""
        self.cork.send([self])

    def shut(self) -> None:
        """Nothing goes out here any more."""
        self.transport = None


class Cork:
    """The outlets of a loop that have something to send, `waiting` until it comes round: `send` is to empty them."""

    __slots__ = ("send", "waiting")

    def __init__(self, send: Callable[[list[Outlet]], None]) -> None:
        self.send = send
        self.waiting: list[Outlet] = []

    def add(self, one: Outlet) -> None:
        """Send what is in this outbox by then, soon; it must not wait here already."""
        waiting = self.waiting
        if not waiting:
            asyncio.get_running_loop().call_soon(self.flush)
        elif len(waiting) >= MOST_CORKED:
            self.flush()
            waiting = self.waiting
        waiting.append(one)

    def flush(self) -> None:
        """Send what waits."""
        waiting, self.waiting = self.waiting, []
        self.send(waiting)


class Viewer:
    """A connection that watches a table, for the `player` it belongs to ("" for nobody in particular).

    `account` is whose it is; without one (bots, the room itself) it is whom the table shows by that name.

    While the outlet is `behind` nothing is sent; once it has room again, the viewer comes back to the table
    (`TableActor.watch`) and gets the entries missed.
    """

    __slots__ = ("account", "outlet", "player", "staff")

    def __init__(self, outlet: Outlet, player: str, *, staff: bool = False, account: str = "") -> None:
        self.outlet = outlet
        self.player = player
        self.account = account
        self.staff = staff
