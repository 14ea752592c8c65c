"""Changes of a running table's terms by the host: announced, accepted by the players, and in effect from the next hand.

The current hand is played by the old terms. Before the next hand, the table waits a while for players who have not
answered; players who still have not accepted then sit out. Until then, the host can withdraw the change.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

from sidepot.errors import NotDue, SidepotError
from sidepot.room.table import agreement
from sidepot.room.table import commands as s
from sidepot.room.table.changeable import changed
from sidepot.room.table.play import seating
from sidepot.rules.clauses import refuse, say
from sidepot.table.agreement import check_accepted
from sidepot.table.places import State

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sidepot.room.table.events import Change
    from sidepot.room.table.state import RoomState
    from sidepot.room.table.terms import BotSeat
    from sidepot.room.table.unit_of_work import UnitOfWork

TO_ANSWER: Final = 30_000  # milliseconds from the announcement that the next hand waits for answers at most


def change_terms(work: UnitOfWork, command: s.ChangeTerms) -> None:
    """Announce a change of the terms. Raises NotDue if nothing would change."""
    room = work.room
    seating.check_open(room)
    terms = changed(room.terms, command.to, seating.names_known(room), room.chance.rng())
    if terms == (room.terms if room.change is None else room.change.terms):
        raise refuse(NotDue, say("this would change nothing"), code="no_change")
    work.terms = terms


def withdraw(work: UnitOfWork, command: s.WithdrawChange) -> None:
    """Withdraw the announced change."""
    if work.room.change is None:
        raise refuse(NotDue, say("no change of the terms is announced"), code="no_change")


def accept(work: UnitOfWork, command: s.AcceptTerms) -> None:
    """Record that a seated player accepts the terms of the next hand. Rule: PG-35."""
    room = work.room
    if work.by not in room.table.places:
        raise NotDue(f"{work.by} is not seated at this table", code="not_at_table")
    check_accepted(agreement.current(room), command.version)
    if not agreement.to_accept(room, work.account):
        raise NotDue(f"{work.by} has already accepted these terms", code="no_change")


def until(change: Change) -> int:
    """When the next hand begins at the latest, even if some players have not accepted the change (ms since 1970)."""
    return change.at + TO_ANSWER


def awaited(room: RoomState) -> list[str]:
    """The seated players who are playing and have not yet accepted the terms of the next hand."""
    if not room.terms.agreed:
        return []
    accounts = room.accounts
    return [
        place.player
        for place in room.table.seated()
        if place.state not in (State.OUT, State.BUSTED)
        and not place.leaving
        and place.player in accounts
        and agreement.to_accept(room, accounts[place.player])
    ]


def is_answered(work: UnitOfWork) -> bool:
    """Whether this command gives the last answer that the table was waiting for before a change of its terms."""
    change = work.room.change
    if change is None or work.clock.next_at != until(change):
        return False
    if isinstance(work.command, s.WithdrawChange):
        return True
    accepts = isinstance(work.command, s.AcceptTerms)
    return not [player for player in awaited(work.room) if not (accepts and player == work.by)]


def settle(work: UnitOfWork) -> bool:
    """Before a hand, put an announced change into effect. Players who have not accepted it sit out.

    Returns False if the hand must wait for answers.
    """
    room = work.room
    change = room.change
    missing = awaited(room)
    if change is not None:
        if missing and work.now < until(change):
            work.set_clock(next_at=until(change))
            return False
        bots = room.terms.bots
        room.table.agree(change.terms.rules)
        agreement.take_effect(room)
        work.timing = room.timing
        _change_bots(work, bots, room.terms.bots)
    for player in missing:
        room.table.sit_out(player, work.now)
    return True


def _change_bots(work: UnitOfWork, before: Sequence[BotSeat], after: Sequence[BotSeat]) -> None:
    """Let the bots leave that the terms no longer have, and seat new ones where seats are free."""
    places = work.room.table.places
    names = {bot.name for bot in after}
    for bot in before:
        if bot.name in places and bot.name not in names:
            work.room.table.leave(bot.name, work.now)
    seating.seat_waiting(work, bots_too=False)
    known = {bot.name for bot in before}
    for bot in after:
        if bot.name in places:
            work.keep(msgspec.structs.replace(work.person(bot.name), bot=bot.strength))
        elif bot.name not in known:
            try:
                seating.sit_bot(work, bot)
            except SidepotError:  # no seat is free: with `fill` it comes later
                continue
