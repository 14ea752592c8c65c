"""Onlookers at a table that does not show them its hands at once: they see each some hands later, or never.

They are told one event for each entry, as all are, but of an earlier one: so they catch up as all do. What people write
comes to them with the hand in which it was written. Until there is an earlier event they see the table from the door:
who sits there, and no hand. After a restart it begins anew.
"""

from __future__ import annotations

from collections import deque
from typing import Final

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from sidepot.room.runtime.subscribers import Subscribers
from sidepot.room.table.events import TalkLine
from sidepot.room.table.machine import RoomTable
from sidepot.room.views.public import public_view
from sidepot.room.views.schema import Event, PublicView, Said, SeatState, Snapshot

LINES: Final = 40  # of the log, that a snapshot has
_ENCODER: Final = msgspec.json.Encoder()


def door(state: PublicView) -> PublicView:
    """A table from the door: what is played, and who sits there, and nothing of the hand."""
    seats = [
        None
        if seat is None or seat.state == "gone"
        else SeatState(seat.player, 0, state=seat.state, bot=seat.bot, away=seat.away, leaving=seat.leaving)
        for seat in state.seats
    ]
    return PublicView(
        state.table,
        state.title,
        state.phase,
        game=state.game,
        game_id=state.game_id,
        limit=state.limit,
        stakes=state.stakes,
        terms=state.terms,
        terms_said=state.terms_said,
        facts=state.facts,
        mix=state.mix,
        buy_in=state.buy_in,
        seats=tuple(seats),
        locked=state.locked,
        why=state.why,
        approve=state.approve,
        watch_after=state.watch_after,
    )


class Outside:
    """The onlookers of one table, and the events that they are not told yet. `after` hands later, below zero never."""

    def __init__(self, room: RoomTable) -> None:
        self.after = room.terms.watch_after
        self.viewers = Subscribers(room.seq)
        self._held: deque[Event] = deque()
        self._shown: PublicView | None = None
        self._log: deque[tuple[str, Said]] = deque(maxlen=LINES)
        self._talk: dict[int, TalkLine] = {}  # what people have written, by the numbers of the lines

    def publish(self, event: Event) -> None:
        """Something happened: tell what they may see by now."""
        self.viewers.publish(event.seq, _ENCODER.encode(self.instead(event)))

    def instead(self, event: Event) -> Event:
        """The event that onlookers are told for this one."""
        if self.after < 0:
            return Event(event.table, event.seq, event.at, door(event.state))
        self._held.append(event)
        found = self._due(event.state)
        if found:
            last = found[-1].state
            self._shown = replace(last, since=0, bank_from=0, until=0, next_at=0)  # it is not waited for any more
        log = tuple([line for one in found for line in one.log])
        said = tuple([line for one in found for line in one.said])
        self._log.extend(zip(log, said, strict=True))
        what = tuple([one for told in found for one in told.what])
        talk = {line.seq: line for told in found for line in told.talk or ()}
        self._talk |= talk
        while len(self._talk) > LINES:
            del self._talk[min(self._talk)]
        state = self._shown or door(event.state)
        return Event(event.table, event.seq, event.at, state, what, log, talk=tuple(talk.values()) or UNSET, said=said)

    def _due(self, now: PublicView) -> list[Event]:
        """The events that onlookers may be told by now: the next one of the hand that is due, and all older ones."""
        held, found = self._held, list[Event]()
        newest = now.hand - self.after
        while held and (held[0].state.hand < newest or now.phase == "over"):
            found.append(held.popleft())
        if held and held[0].state.hand == newest and not found:
            found.append(held.popleft())
        return found

    def snapshot(self, room: RoomTable) -> bytes:
        """The table as onlookers see it."""
        state = self._shown or door(public_view(room))
        talk = tuple(self._talk.values()) or UNSET
        log, said = tuple([line for line, _ in self._log]), tuple([data for _, data in self._log])
        return _ENCODER.encode(Snapshot(room.id, room.seq, room.at, state, log, talk=talk, said=said))
