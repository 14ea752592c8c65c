"""The messages to people at a table after each entry, and when they come to watch."""

from __future__ import annotations

from collections import deque
from typing import Final

import msgspec

from sidepot.hand.streets import seats_of
from sidepot.hand.view import PLAIN
from sidepot.room.running.outside import Outside
from sidepot.room.running.subscribers import Subscribers
from sidepot.room.runtime.outlet import Viewer
from sidepot.room.table.commands import Act
from sidepot.room.table.events import Entry, is_act
from sidepot.room.table.machine import RoomTable
from sidepot.room.table.play.people import name_of
from sidepot.room.views.messages import Gone
from sidepot.room.views.player import yours_after, yours_of
from sidepot.room.views.public import event_of, snapshot
from sidepot.room.views.schema import Said, Yours

LINES: Final = 40  # of the log, that a snapshot has

_ENCODER: Final = msgspec.json.Encoder()


class Teller:
    """Tells the viewers of one table, from a `room` in which everything is durable."""

    __slots__ = ("_decides", "_log", "_owns", "outside", "room", "subscribers")

    def __init__(self, room: RoomTable) -> None:
        self.room = room
        self.subscribers = Subscribers(room.seq)  # who sees everything at once
        self.outside = Outside(room) if room.terms.watch_after else None
        # the lines, whether each begins a hand, and each as data
        self._log: deque[tuple[str, bool, Said]] = deque(maxlen=LINES)
        self._decides = room.clock.player
        self._owns: dict[tuple[str, bool], Yours] = {}  # of seated players, as cards lie; any entry but an act drops it

    def tell(self, entry: Entry) -> None:
        """Tell everybody of the last entry.

        An ordinary act changes the private view only of the actor and of the next to act; where cards came too, that of
        all who are still in the hand; at the end of a hand, and where people come and go, everybody's.
        """
        room = self.room
        subscribers = self.subscribers
        if entry.seq != subscribers.at + 1:  # the one before could not be told: now it is told how the table stands
            self.start_over(room)
            return
        if not is_act(entry):
            self._owns.clear()
        event = event_of(room, entry)
        begins = event.headings or ()
        self._log.extend([(line, at in begins, event.said[at]) for at, line in enumerate(event.log)])
        subscribers.publish(entry.seq, _ENCODER.encode(event))
        if self.outside is not None:
            self.outside.publish(event)
            if not is_act(entry):
                self._sort()
                self.outside.viewers.tell_own(self._own, self.outside.viewers.by_person)
        before, self._decides = self._decides, room.clock.player
        if not subscribers.viewers:
            return
        if type(entry.said) is not Act or entry.table:
            subscribers.tell_own(self._own, subscribers.by_person)
            return
        names = {before, entry.by, self._decides}
        if PLAIN.issuperset(map(type, entry.items)):
            subscribers.tell_own(self._own_as_cards_lie, map(room.accounts.get, names, names))
        else:
            names.update(self._live())
            subscribers.tell_own(self._own, map(room.accounts.get, names, names))

    def catch_up(self, viewer: Viewer, since: int) -> None:
        """Send a viewer the entries after `since`, or the state of the table."""
        if self.outside is not None and viewer in self.outside.viewers.viewers:
            self.outside.viewers.catch_up(viewer, since, self.room.seq, self._snapshot_outside, self._own)
            return
        self.subscribers.catch_up(viewer, since, self.room.seq, self._snapshot, self._own)

    def start_over(self, room: RoomTable) -> None:
        """The table was read again; send the viewers its state, if it differs from the one they know."""
        self.room = room
        self._decides = room.clock.player
        self._owns.clear()
        if room.seq != self.subscribers.at:
            for some in self.groups():
                some.forget(room.seq)
                for viewer in list(some.viewers):
                    self.catch_up(viewer, 0)

    def send_away(self, reason: str, code: str) -> None:
        """Nobody watches any more, and is told why."""
        gone = _ENCODER.encode(Gone(self.room.id, reason, code))
        for some in self.groups():
            for viewer in list(some.viewers):
                some.part(viewer, gone)

    # ---- who sees what

    def groups(self) -> list[Subscribers]:
        """All who watch: those who see everything at once, and those who do not."""
        return [self.subscribers] if self.outside is None else [self.subscribers, self.outside.viewers]

    def group_of(self, viewer: Viewer) -> Subscribers:
        """Where a viewer belongs: players and hosts see everything at once."""
        if self.outside is None or viewer.staff:
            return self.subscribers
        room = self.room
        player = room.names.get(viewer.account, "") if viewer.account else viewer.player
        return self.subscribers if player in room.table.places else self.outside.viewers

    def _sort(self) -> None:
        """People have sat down, or left: they see the table otherwise from now on."""
        for some in self.groups():
            for viewer in list(some.viewers):
                group = self.group_of(viewer)
                if group is not some:
                    some.drop(viewer)
                    group.add(viewer)
                    self.catch_up(viewer, 0)

    def _snapshot_outside(self) -> bytes:
        return self.outside.snapshot(self.room) if self.outside is not None else self._snapshot()

    def _snapshot(self) -> bytes:
        log = list(self._log)
        headings = [at for at, (_, begins, _) in enumerate(log) if begins]
        return snapshot(self.room, [line for line, _, _ in log], headings, [said for _, _, said in log])

    def person(self, player: str) -> str:
        """By what the viewers of a player are known: the account, or the name where there is none."""
        return self.room.accounts.get(player, player)

    def _own(self, viewer: Viewer) -> Yours | None:
        return self._yours(viewer, name_of(self.room, viewer.account, viewer.player))

    def _yours(self, viewer: Viewer, player: str) -> Yours | None:
        """The view of the player as whom a viewer is known here."""
        staff = viewer.staff
        last = self._last(viewer, player)
        if last is not None:
            found: Yours | None = yours_after(self.room, player, last)
        else:
            found = yours_of(self.room, player, staff=staff, own_name=viewer.player, account=viewer.account)
        if found is not None and found.seat >= 0:
            self._owns[player, staff] = found
            self._owns.pop((player, not staff), None)  # older than the cards
        return found

    def _last(self, viewer: Viewer, player: str) -> Yours | None:
        """The last view of that player; None where it does not say who they are here: their own name is another now."""
        last = self._owns.get((player, viewer.staff))
        if last is not None and bool(last.name) is not (viewer.player not in ("", player)):
            return None
        return last

    def _own_as_cards_lie(self, viewer: Viewer) -> Yours | None:
        """The same after an act that brought no cards."""
        player = self.room.names.get(viewer.account) or name_of(self.room, viewer.account, viewer.player)
        last = self._last(viewer, player)
        return self._yours(viewer, player) if last is None else yours_after(self.room, player, last, cards_lie=True)

    def _live(self) -> list[str]:
        """The players still in the hand."""
        hand, begun = self.room.hand, self.room.begun
        if hand is None or begun is None:
            return []
        return [begun.players[seat] for seat in seats_of(hand.live)]
