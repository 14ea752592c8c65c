"""Commands of the host and of the room itself: open, pause, resume, freeze, restart, move and close a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from sidepot.errors import Conflict, NotDue
from sidepot.room.table import commands as s
from sidepot.room.table.play import alarms, hand_cycle, people, seating
from sidepot.table import commands as t

if TYPE_CHECKING:
    from sidepot.room.table.unit_of_work import UnitOfWork


def open_table(work: UnitOfWork, command: s.Open) -> None:
    """Open the table, and seat its bots."""
    room = work.room
    if command.terms.of_tournament is not None:
        return  # the tournament sends its players
    if room.table.rules.is_tournament:
        raise Conflict(
            "these rules are for tournament tables, which a tournament opens itself; announce a tournament instead",
            code="rules_of_event",
        )
    for bot in command.terms.bots:
        seating.sit_bot(work, bot)


def pause(work: UnitOfWork, command: s.Pause) -> None:
    """Pause the table: its clocks stop, and no hand begins."""
    if work.clock.stopped_at:
        raise NotDue("the table is paused", code="paused")
    work.clock = msgspec.structs.replace(work.clock, stopped_at=work.now)


def resume(work: UnitOfWork, command: s.Resume) -> None:
    """Continue after a pause or an error. Every clock resumes with the time that it had left."""
    room = work.room
    stopped = work.clock.stopped_at
    if not stopped:
        raise NotDue("the table is not paused", code="not_paused")
    work.clock = alarms.shifted(work.clock, work.now - stopped)
    if room.lacks:
        hand_cycle.call_off(work)


def bomb_pot(work: UnitOfWork, command: s.BombPot) -> None:
    """Make the next hand with a flop a bomb pot."""
    table = work.room.table
    seating.check_open(work.room)
    ante = command.ante or table.rules.bomb_ante
    if not ante:
        raise Conflict("this table has no default ante for bomb pots; give an ante", code="no_bomb_ante")
    table.do(t.BombPot(ante), at=work.now)


def withdraw_bomb_pot(work: UnitOfWork, command: s.WithdrawBombPot) -> None:
    """Withdraw an announced bomb pot before its hand begins."""
    work.room.table.do(t.BombPot(0), at=work.now)


def freeze(work: UnitOfWork, command: s.Freeze) -> None:
    """Stop everything at the table after an error, until the host resumes it."""
    room = work.room
    if room.frozen:
        raise NotDue("the table is already stopped", code="table_frozen")
    if not work.clock.stopped_at:
        work.clock = msgspec.structs.replace(work.clock, stopped_at=work.now)


def stand_up(work: UnitOfWork, command: s.StandUp) -> None:
    """Begin a round of the stand-up game."""
    seating.check_open(work.room)
    work.room.table.do(t.StandUp(), at=work.now)


def end_stand_up(work: UnitOfWork, command: s.EndStandUp) -> None:
    """End a round of the stand-up game without payment."""
    work.room.table.do(t.EndStandUp(), at=work.now)


def restarted(work: UnitOfWork, command: s.Restarted) -> None:
    """Handle a restart of the room. The time while the room was closed does not count. All players count as
    disconnected.
    """
    people.all_away(work)
    _take_up(work)


def moved(work: UnitOfWork, command: s.Moved) -> None:
    """Handle a move to another process. The time that the move took does not count.

    For a while, all players count as connected.
    """
    _take_up(work)


def _take_up(work: UnitOfWork) -> None:
    """Continue clocks with their remaining time and a grace period. A hand whose cards are lost is called off.

    People known only by name get their accounts from the room, if they have any.
    """
    room = work.room
    if work.clock.stopped_at:
        return
    work.clock = alarms.shifted(work.clock, work.now - room.at, room.terms.timing.grace)
    if room.lacks:
        hand_cycle.call_off(work)


def close(work: UnitOfWork, command: s.Close) -> None:
    """Close the table after the current hand. All players leave with their chips."""
    if work.room.closing:
        raise NotDue("this table closes when the hand is over", code="closing")
