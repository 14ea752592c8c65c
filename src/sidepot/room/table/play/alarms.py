"""The alarm of a table: what happens when a wait ends, and how clocks stop and continue."""

# compiled: docs/how-to/measure-speed.md

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

from sidepot.errors import NotDue
from sidepot.room.table import commands as s
from sidepot.room.table.play import acting, hand_cycle, people, seating

if TYPE_CHECKING:
    from sidepot.room.table.events import Clock, TableEvent
    from sidepot.room.table.state import RoomState
    from sidepot.room.table.unit_of_work import UnitOfWork


def alarm(room: RoomState) -> int:
    """When a `Tick` is due, in milliseconds since 1970 (0: never). It is the earliest end of a wait."""
    clock = room.clock
    if clock.stopped_at or room.over:
        return 0
    if room.at_tournament is not None:  # the tournament orders the next hand
        due = [at for at in (clock.until, clock.next_at if room.cutter else 0) if at]
        return min(due, default=0)
    due = [at for at in (clock.until, clock.next_at) if at]
    due += [at for at, _ in people.leave_at(room)]
    return min(due, default=0)


def tick(work: UnitOfWork, command: s.Tick) -> None:
    """Handle the end of a wait: for a decision, the cut, the next hand, or the seat of an absent player.

    Raises NotDue if the tick comes too early.
    """
    room = work.room
    now = work.now
    clock = room.clock
    due = alarm(room)
    if not due or now < due:
        raise NotDue(
            f"too early: the table's timer runs until {due}" if due else "the table has no timer",
            code="not_due_yet",
        )
    if clock.player and clock.until and now >= clock.until:
        acting.lapse(work)
    elif clock.next_at and now >= clock.next_at:
        if room.hand is not None:
            hand_cycle.go_on(work, 0)  # nobody cut
        else:
            hand_cycle.begin(work)
    for at, player in people.leave_at(room):
        if now >= at:
            _let_go(work, player)


def _let_go(work: UnitOfWork, player: str) -> None:
    """Take the seat from a player without chips, or away too long. A waiting player loses the place on the list."""
    room = work.room
    place = room.table.places.get(player)
    if place is None:
        if seating.drop_request(work, player):
            return
        if player in room.table.going_list:
            room.table.unqueue(player)
        return
    room.table.leave(player, work.now)
    seating.seat_waiting(work)


# ---- clocks that stop and continue


def shifted(clock: Clock, ms: int, grace: int = 0) -> Clock:
    """The clock as it resumes after a stop of `ms` milliseconds. The current decision gets `grace` ms more."""
    return msgspec.structs.replace(
        clock,
        since=clock.since and clock.since + ms,
        bank_from=clock.bank_from and clock.bank_from + ms + grace,
        until=clock.until and clock.until + ms + grace,
        next_at=clock.next_at and clock.next_at + ms,
        stopped_at=0,
    )


_OF_THE_TABLE: Final = (s.Pause, s.Freeze, s.Resume, s.Restarted, s.Moved, s.Close, s.Came, s.Went)


def note(room: RoomState, event: TableEvent) -> None:
    """Apply what the start or end of a pause changes at the table, before the rest of the event."""
    if not isinstance(event.command, _OF_THE_TABLE):
        return
    match event.command:
        case s.Pause():
            room.paused = True
        case s.Freeze(reason=reason):
            room.frozen = reason or "something went wrong"
        case s.Resume():
            room.paused = False
            room.frozen = ""
            if room.clock.stopped_at:
                _wait_on(room, event.at - room.clock.stopped_at)
        case s.Restarted() | s.Moved():
            if not room.clock.stopped_at:
                _wait_on(room, event.at - room.at)
        case s.Close():
            room.closing = True
        case s.Came() | s.Went():
            room.watched = people.is_watched(room, event.command)


def _wait_on(room: RoomState, ms: int) -> None:
    room.busted = {player: since + ms for player, since in room.busted.items()}
