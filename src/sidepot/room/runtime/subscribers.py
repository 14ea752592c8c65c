"""The viewers of a table: their messages, in order, and how they catch up after a gap.

The public part of an event is one `bytes` object for all of them. A private view is sent only where it
has changed. Nobody is waited for: a viewer who cannot take more is skipped, and comes back for the entries missed.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from typing import Final

import msgspec

from sidepot.room.runtime.send_queue import SendQueue, Subscriber
from sidepot.room.store.crash_points import here, is_armed
from sidepot.room.views.schema import PlayerView

EVENTS: Final = 256  # kept to catch up with, at most
BYTES: Final = 160_000  # and so many bytes of them


Own = Callable[[Subscriber], PlayerView | None]  # what is for the person of a viewer alone

_ENCODER: Final = msgspec.json.Encoder()


class Subscribers:
    """The viewers of one table, and the last events. `by_person` has them by account, or name where there is none."""

    __slots__ = ("_abreast", "_bytes", "_own", "_ring", "at", "by_person", "viewers")

    def __init__(self, at: int = 0) -> None:
        self.viewers: dict[Subscriber, None] = {}  # in the order in which they came
        self.by_person: dict[str, list[Subscriber]] = {}
        self._abreast: dict[Subscriber, SendQueue] = {}  # those who have been told of entry `at`
        self._own: dict[Subscriber, PlayerView] = {}  # the last private view sent
        self._ring: deque[bytes] = deque()  # the event of entry `at` is the last one
        self.at = at
        self._bytes = 0

    def add(self, viewer: Subscriber) -> None:
        """Add a viewer; nothing is sent yet."""
        if viewer not in self.viewers:
            self.viewers[viewer] = None
            self.by_person.setdefault(viewer.account or viewer.player, []).append(viewer)

    def drop(self, viewer: Subscriber) -> bool:
        """Remove a viewer; whether there was one."""
        if viewer not in self.viewers:
            return False
        del self.viewers[viewer]
        self._abreast.pop(viewer, None)
        self._own.pop(viewer, None)
        person = viewer.account or viewer.player
        others = self.by_person[person]
        others.remove(viewer)
        if not others:
            del self.by_person[person]
        return True

    def known(self) -> dict[Subscriber, int]:
        """The viewers, and the entry that each was told last; 0 for one who was behind."""
        return {viewer: self.at if viewer in self._abreast else 0 for viewer in self.viewers}

    def part(self, viewer: Subscriber, gone: bytes) -> None:
        """Remove a viewer, and say why."""
        if not viewer.queue.behind:
            viewer.queue.put(gone)
        self.drop(viewer)

    def forget(self, at: int) -> None:
        """The kept entries do not lead to entry `at`: nobody can catch up by them."""
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
        are_behind = False
        for queue in self._abreast.values():
            if queue.behind:
                are_behind = True
                continue
            queue.put(data)
            if is_armed:
                here("publishing")
        if are_behind:
            self._abreast = {viewer: queue for viewer, queue in self._abreast.items() if not queue.behind}

    def tell_own(self, own: Own, people: Iterable[str]) -> None:
        """Tell these people what is for each alone, where it is not what they were told last."""
        for person in people:
            for viewer in self.by_person.get(person, ()):
                if viewer in self._abreast and not viewer.queue.behind:
                    self._tell(viewer, own(viewer))

    def catch_up(self, viewer: Subscriber, since: int, seq: int, snapshot: Callable[[], bytes], own: Own) -> None:
        """Send a viewer the entries after `since`, or the state of the table at entry `seq`; then the private view."""
        queue = viewer.queue
        if viewer not in self.viewers or queue.behind:
            return
        missed = seq - since
        if 0 < since <= seq == self.at and missed <= len(self._ring):
            for at in range(len(self._ring) - missed, len(self._ring)):
                queue.put(self._ring[at])
        else:
            queue.put(snapshot())
        self._abreast[viewer] = queue
        self._own.pop(viewer, None)
        self._tell(viewer, own(viewer))

    def _tell(self, viewer: Subscriber, own: PlayerView | None) -> None:
        if own is None:
            return
        last = self._own.get(viewer)
        if last is None or last.turn != own.turn or own != msgspec.structs.replace(last, seq=own.seq):
            self._own[viewer] = own
            viewer.queue.put(_ENCODER.encode(own))
