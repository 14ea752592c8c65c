"""What the people at a table are told after each entry, and when they come to watch."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from typing import Final

import msgspec

from sidepot.hand.streets import seats_of
from sidepot.room.running.outlet import Viewer
from sidepot.room.running.subscribers import Subscribers
from sidepot.room.tables.entry import Entry
from sidepot.room.tables.messages import Gone
from sidepot.room.tables.onlooker import PLAIN
from sidepot.room.tables.private import yours_after, yours_of
from sidepot.room.tables.projection import event_of, snapshot
from sidepot.room.tables.room_table import RoomTable
from sidepot.room.tables.sayings import Act
from sidepot.room.tables.state import Yours

LINES: Final = 40  # of the log, that a snapshot has

_ENCODER: Final = msgspec.json.Encoder()


class Teller:
    """Tells the viewers of one table, from a `room` in which everything is durable."""

    __slots__ = ("_decides", "_log", "_owns", "room", "subscribers")

    def __init__(self, room: RoomTable) -> None:
        self.room = room
        self.subscribers = Subscribers(room.seq)
        self._log: deque[str] = deque(maxlen=LINES)
        self._decides = room.clock.player
        self._owns: dict[tuple[str, bool], Yours] = {}  # of who has a seat; all but acts lets it go

    def tell(self, entry: Entry) -> None:
        """Tell everybody of the last entry."""
        room = self.room
        subscribers = self.subscribers
        if entry.seq != subscribers.at + 1:  # the one before could not be told: now it is told how the table stands
            self.start_over(room)
            return
        if not entry.is_act:
            self._owns.clear()
        event = event_of(room, entry)
        self._log.extend(event.log)
        subscribers.publish(entry.seq, _ENCODER.encode(event))
        before, self._decides = self._decides, room.clock.player
        if subscribers.viewers:
            subscribers.tell_own(self._own, self._touched(entry, before))

    def catch_up(self, viewer: Viewer, since: int) -> None:
        """A viewer is told what he missed after entry `since`, or how the table stands."""
        self.subscribers.catch_up(viewer, since, self.room.seq, self._snapshot, self._own)

    def start_over(self, room: RoomTable) -> None:
        """The table was read again; who watches is told how it stands, if that is another state than he knows."""
        self.room = room
        self._decides = room.clock.player
        self._owns.clear()
        if room.seq != self.subscribers.at:
            self.subscribers.forget(room.seq)
            for viewer in list(self.subscribers.viewers):
                self.catch_up(viewer, 0)

    def send_away(self, reason: str) -> None:
        """Nobody watches any more, and is told why."""
        gone = _ENCODER.encode(Gone(self.room.id, reason))
        for viewer in list(self.subscribers.viewers):
            self.subscribers.part(viewer, gone)

    def _snapshot(self) -> bytes:
        return snapshot(self.room, tuple(self._log))

    def _own(self, player: str, staff: bool) -> Yours | None:
        last = self._owns.get((player, staff))
        if last is not None:
            return yours_after(self.room, player, last)
        found = yours_of(self.room, player, staff=staff)
        if found is not None and found.seat >= 0:
            self._owns[player, staff] = found
        return found

    def _touched(self, entry: Entry, before: str) -> Iterable[str]:
        """Those for whom alone something may have changed.

        After an act that two players have between them: who acted, and who decides next; where new cards came too, all
        who are still in the hand; at the end of a hand, and where people come and go, everybody.
        """
        if not isinstance(entry.said, Act) or entry.table or entry.steps:
            return self.subscribers.by_player
        players = {before, entry.by, self._decides}
        hand, begun = self.room.hand, self.room.begun
        if hand is not None and begun is not None and not PLAIN.issuperset(map(type, entry.items)):
            players.update([begun.players[seat] for seat in seats_of(hand.live)])
        return players
