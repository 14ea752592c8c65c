"""Other actions of the house: locks, refunds, no-shows, announcements, calling the clock, cancelling.

Source: T8; TDA-2013 27, 58; PG-23.
"""

from __future__ import annotations

from typing import Final

from sidepot.errors import Cite, Conflict, NotDue
from sidepot.tournament import commands as c
from sidepot.tournament import events as e
from sidepot.tournament.cited import NEW_PLAYERS
from sidepot.tournament.do_reports import place_of
from sidepot.tournament.do_seats import leave
from sidepot.tournament.entrants import IN_TOURNAMENT, Entrant, Status
from sidepot.tournament.unit_of_work import UnitOfWork
from sidepot.tournament.views import ALL_SEATS

CLOCK: Final = Cite("TDA-2013", "27")


def lock(work: UnitOfWork, command: c.Lock) -> None:
    """Lock a seat or a table, or unlock it."""
    table = work.table(command.table)
    seat = command.seat
    if seat != ALL_SEATS and not 0 <= seat < table.rules.seats:
        raise Conflict(f"table {command.table} has no seat {seat + 1}", code="unknown_seat")
    if (seat in work.tournament.reports.locks.get(command.table, {})) == command.on:
        place = f"table {command.table}" if seat == ALL_SEATS else f"seat {seat + 1} at table {command.table}"
        raise NotDue(f"{place} is {'already locked' if command.on else 'not locked'}", code="locked")
    work.emit(e.Locked(command.table, seat, command.on, command.why))


def name_table(work: UnitOfWork, command: c.NameTable) -> None:
    """Give a table a name, or remove it. Raises Conflict if another table has that name."""
    work.table(command.table)
    names, name = work.tournament.reports.names, command.name.strip()
    if names.get(command.table, "") == name:
        raise NotDue(f"table {command.table} already has that name", code="no_change")
    other = next((number for number, one in names.items() if one == name and number != command.table), None)
    if other is not None:
        raise Conflict(f"table {other} already has that name", code="named_twice")
    work.emit(e.TableNamed(command.table, name))


def refund(work: UnitOfWork, command: c.Refund) -> None:
    """Return everything that a player has paid: the chips leave play, and the entry no longer counts."""
    entrant = work.entrant(command.player)
    _check_why(command.why)
    if entrant.status not in IN_TOURNAMENT:
        raise NotDue(
            f"{command.player} is {entrant.status}; only the entry of a player who is in can be refunded", code="is_out"
        )
    _check_money(work, entrant)
    _take_off(work, entrant)
    _refund(work, entrant, command.why)


def _check_money(work: UnitOfWork, entrant: Entrant) -> None:
    """Raise NotDue for an entry whose money cannot be returned: it was paid in a flight, or is paid out in part."""
    if work.tournament.flights:
        raise NotDue(
            f"{entrant.player} entered through a flight, so the entry cannot be paid back here",
            NEW_PLAYERS, code="seated_already",
        )  # fmt: skip
    if work.tournament.deal is not None or entrant.bounties:
        reason = "a deal has been made" if work.tournament.deal is not None else f"{entrant.player} has won bounties"
        raise NotDue(f"the entry cannot be refunded, because {reason}", code="money_paid")


def _check_why(why: str) -> None:
    if not why.strip():
        raise Conflict("give a reason", code="no_reason")


def _take_off(work: UnitOfWork, entrant: Entrant) -> None:
    """Take a player and the chips off the table. Raises NotDue during a hand."""
    if not entrant.table:
        return
    if work.table(entrant.table).is_in_hand(entrant.player):
        raise NotDue(
            f"{entrant.player} is still playing a hand at table {entrant.table}; wait until the hand is over",
            code="in_hand",
        )
    leave(work, entrant.player)
    if entrant.carried:
        work.emit(e.ChipsRemoved(entrant.player, entrant.carried))


def _refund(work: UnitOfWork, entrant: Entrant, why: str) -> None:
    terms = work.tournament.structure.entry
    collected = entrant.entries * terms.buy_in + entrant.rebuys * terms.rebuy_cost + entrant.addons * terms.addon_cost
    fees = entrant.entries * terms.fee + entrant.rebuys * terms.rebuy_fee + entrant.addons * terms.addon_fee
    work.emit(e.Refunded(entrant.player, collected, fees, entrant.entries * terms.bounty, why))


def no_show(work: UnitOfWork, command: c.NoShow) -> None:
    """Remove a player who never arrived, and free the seat."""
    tournament = work.tournament
    entrant = work.entrant(command.player)
    if entrant.status is not Status.SEATED:
        raise NotDue(f"{command.player} is {entrant.status} and has no seat", code="not_in_play")
    if tournament.left < 2:
        raise Conflict(f"{command.player} is the last player and has won", code="last_player")
    if command.refund:
        _check_money(work, entrant)
    _take_off(work, entrant)
    if command.refund:
        _refund(work, entrant, command.why or "never came")
        return
    work.emit(e.NotShown(command.player, command.why, work.now))
    work.emit(place_of(tournament, command.player, work.now, None, None))


def announce(work: UnitOfWork, command: c.Announce) -> None:
    """Announce a text on all screens."""
    if not command.text.strip():
        raise Conflict("the announcement is empty", code="no_text")
    work.emit(e.Announced(command.text.strip(), work.now))


def call_clock(work: UnitOfWork, command: c.CallClock) -> None:
    """Call the clock on a player at a table, or end the call because the player has acted. Rule: TDA-2013 27."""
    entrant = work.entrant(command.player)
    if not command.on:
        called = work.tournament.reports.called
        if called is None or called.player != command.player:
            raise NotDue(f"nobody has called the clock on {command.player}", CLOCK, code="no_clock")
        work.emit(e.ClockCalled(command.player, 0, work.now))
        return
    if entrant.status is not Status.SEATED:
        raise NotDue(f"{command.player} is {entrant.status} and not playing", CLOCK, code="not_in_play")
    rules = work.tournament.structure.rulebook
    seconds = command.seconds or rules.clock_seconds + rules.clock_countdown
    work.emit(e.ClockCalled(command.player, seconds, work.now))


def cancel(work: UnitOfWork, command: c.Cancel) -> None:
    """Cancel the tournament and return all money. Raises NotDue if a deal has already paid any place."""
    _check_why(command.why)
    if work.tournament.deal is not None:
        raise NotDue("a deal has been made and its money is paid", code="deal_made")
    on = next((number for number, table in work.tournament.tables.items() if table.is_hand_on), None)
    if on is not None:
        raise NotDue(f"a hand is in progress at table {on}; cancel when the hand is over", code="hand_on")
    work.emit(e.Cancelled(command.why, work.now))
