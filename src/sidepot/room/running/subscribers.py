"""Who watches a table: what they are told, in order, and how those who missed something catch up.

The public part of an event is one `bytes` object for all of them. What is for one player alone is told only where it
has changed. Nobody is waited for: a viewer who cannot take more is passed over, and comes back for what he missed.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from typing import Final, Protocol

import msgspec

from sidepot.room.store.crash_points import here, is_armed
from sidepot.room.tables.state import Yours

EVENTS: Final = 256  # kept to catch up with, at most
BYTES: Final = 160_000  # and so many bytes of them


class Viewer(Protocol):
    """A connection that watches a table, for the `player` it belongs to ("" for nobody in particular).

    What he is told is laid into his `outbox`, and he is to `post` it soon: where something lies there, he is at it.
    A viewer that is `lagging`, who says so himself, is told nothing; when he has room again, he comes back to the table
    (`TableActor.watch`) and gets what he missed.
    """

    @property
    def player(self) -> str:
        """Whose it is."""

    staff: bool
    lagging: bool
    outbox: list[bytes]

    @property
    def post(self) -> Callable[[], None]:
        """Sends what is laid into the outbox by the time it comes to that. Never blocks."""


Own = Callable[[str, bool], Yours | None]  # what is for a player alone

_ENCODER: Final = msgspec.json.Encoder()


class Subscribers:
    """The viewers of one table, and the last events."""

    __slots__ = ("_abreast", "_bytes", "_own", "_ring", "at", "by_player", "viewers")

    def __init__(self, at: int = 0) -> None:
        self.viewers: dict[Viewer, None] = {}  # in the order in which they came
        self.by_player: dict[str, list[Viewer]] = {}
        self._abreast: dict[Viewer, None] = {}  # those who have been told of entry `at`
        self._own: dict[Viewer, Yours] = {}  # what he was told of his own last
        self._ring: deque[bytes] = deque()  # the event of entry `at` is the last one
        self.at = at
        self._bytes = 0

    def add(self, viewer: Viewer) -> None:
        """He watches from now on; nothing is told yet."""
        if viewer not in self.viewers:
            self.viewers[viewer] = None
            self.by_player.setdefault(viewer.player, []).append(viewer)

    def drop(self, viewer: Viewer) -> bool:
        """He does not watch any more; whether he did."""
        if viewer not in self.viewers:
            return False
        del self.viewers[viewer]
        self._abreast.pop(viewer, None)
        self._own.pop(viewer, None)
        others = self.by_player[viewer.player]
        others.remove(viewer)
        if not others:
            del self.by_player[viewer.player]
        return True

    def part(self, viewer: Viewer, gone: bytes) -> None:
        """He watches no more, and is told why."""
        if not viewer.lagging:
            _lay(viewer, gone)
        self.drop(viewer)

    def forget(self, at: int) -> None:
        """What was kept does not lead to entry `at`: nobody can catch up by it."""
        self._abreast.clear()
        self._ring.clear()
        self._bytes = 0
        self.at = at

    # ---- telling

    def publish(self, seq: int, data: bytes) -> None:
        """Tell everybody of entry `seq`."""
        ring = self._ring
        if seq != self.at + 1:
            self.forget(seq - 1)
        ring.append(data)
        self.at = seq
        self._bytes += len(data)
        while len(ring) > EVENTS or self._bytes > BYTES:
            self._bytes -= len(ring.popleft())
        behind, broken = [], []
        for viewer in self._abreast:
            if viewer.lagging:
                behind.append(viewer)
                continue
            try:
                outbox = viewer.outbox
                if not outbox:
                    viewer.post()
                outbox.append(data)
            except Exception:
                broken.append(viewer)  # his connection is his own trouble
            if is_armed:
                here("publishing")
        for viewer in behind:
            del self._abreast[viewer]
        for viewer in broken:
            self.drop(viewer)

    def tell_own(self, own: Own, players: Iterable[str]) -> None:
        """Tell these players what is for each alone, where it is not what they were told last."""
        for player in players:
            for viewer in self.by_player.get(player, ()):
                if viewer in self._abreast and not viewer.lagging:
                    self._tell(viewer, own(player, viewer.staff))

    def catch_up(self, viewer: Viewer, since: int, seq: int, snapshot: Callable[[], bytes], own: Own) -> None:
        """Tell a viewer what he missed after entry `since`, or how the table stands at entry `seq`; then his own."""
        if viewer not in self.viewers or viewer.lagging:
            return
        missed = seq - since
        if 0 < since <= seq == self.at and missed <= len(self._ring):
            for at in range(len(self._ring) - missed, len(self._ring)):
                _lay(viewer, self._ring[at])
        else:
            _lay(viewer, snapshot())
        self._abreast[viewer] = None
        self._own.pop(viewer, None)
        self._tell(viewer, own(viewer.player, viewer.staff))

    def _tell(self, viewer: Viewer, own: Yours | None) -> None:
        if own is None:
            return
        last = self._own.get(viewer)
        if last is None or last.turn != own.turn or own != msgspec.structs.replace(last, seq=own.seq):
            self._own[viewer] = own
            _lay(viewer, _ENCODER.encode(own))


def _lay(viewer: Viewer, data: bytes) -> None:
    """Lay a message into his outbox."""
    if not viewer.outbox:
        viewer.post()
    viewer.outbox.append(data)
