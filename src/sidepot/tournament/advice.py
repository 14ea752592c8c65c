"""What a director should do next, in order, with the rule and the reason: he does it, or a program does.

Each `Order` is a command that `Tournament.do` would carry out now, or as soon as the tables it names are between hands;
till then those hold. Source: T7, T9a, T10a to T10e, T11, T23a; TDA-2024 RP-8.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

from sidepot.errors import Cite
from sidepot.floor.event.short_tables import DRAW_SEATS, FINAL, HALT
from sidepot.rules.texts import cite
from sidepot.tournament import commands as c
from sidepot.tournament.balancing import balance, halt_of, stopping
from sidepot.tournament.breaking import table_to_break
from sidepot.tournament.do_end import all_have_seats
from sidepot.tournament.entrants import Status
from sidepot.tournament.final import final_table
from sidepot.tournament.hall import Hall
from sidepot.tournament.structure import ROUNDS
from sidepot.tournament.views import final_seats, hall, is_closed, may_still_come

if TYPE_CHECKING:
    from sidepot.table.chips import ChipSet
    from sidepot.tournament.tournament import Tournament

RACES: Final = Cite("TDA-2013", "23-A")
ALTERNATES: Final = Cite("TDA-2013", "7")
BALANCE: Final = Cite("TDA-2013", "10-A")
TOGETHER: Final = Cite("TDA-2024", "RP-8")


class Order(msgspec.Struct, frozen=True):
    """A command to give now; `holds` are the tables that begin no hand before it is carried out."""

    command: c.AnyCommand
    cite: Cite
    because: str
    holds: tuple[int, ...] = ()

    def is_possible(self, event: Tournament) -> bool:
        """Whether the tables it waits for are between hands."""
        return not any(event.tables[number].is_hand_on for number in self.holds if number in event.tables)


def races_due(event: Tournament, now: int) -> list[Order]:
    """The tables at which chips leave play before the next hand."""
    chips = event.chips_at(event.clock.at(now).level)
    orders = [_race(number, table.rules.chips, chips) for number, table in event.tables.items()]
    return [order for order in orders if order is not None]


def race_due(event: Tournament, number: int, now: int) -> Order | None:
    """The race at one table, if chips leave play there before its next hand."""
    return _race(number, event.tables[number].rules.chips, event.chips_at(event.clock.at(now).level))


def _race(number: int, there: ChipSet, due: ChipSet) -> Order | None:
    if there == due or len(there.values) <= len(due.values):
        return None
    gone = [value for value in there.values if value not in due.values]
    because = f"Chips of {', '.join(map(str, gone))} leave play at table {number}."
    return Order(c.Race(number), RACES, because, (number,))


def orders(event: Tournament, now: int) -> list[Order]:
    """What is to be done now about seats and tables, the most urgent first."""
    if not event.is_seated or event.ended:
        return []
    if event.busted and is_closed(event, now) and not any(at.is_hand_on for at in event.tables.values()):
        return [Order(c.CloseEntry(), ALTERNATES, "Nobody can enter or buy again any more.")]
    if event.left < 2:
        return []
    if event.structure.kind in ROUNDS:
        return _next_round(event)
    if _is_won(event, now):
        because = f"Nobody can enter any more, and there is a seat for each of the {event.left} who are left."
        return [Order(c.End(), ALTERNATES, because, tuple(event.tables))]
    if event.hand_for_hand and event.round_played:
        return []  # nobody moves from a table that has played its hand to one that has not
    seen = hall(event)
    together = _together(event, seen, now)
    if together is not None:
        return [together]
    return [*_alternates(event, seen), *_tables(event, seen)]


def _is_won(event: Tournament, now: int) -> bool:
    """Whether all who are left in a satellite have won a seat: known when nobody can come any more."""
    if not all_have_seats(event) or event.counts[Status.BUSTED] or event.counts[Status.ALTERNATE]:
        return False
    return event.clock.begun and not may_still_come(event, now)


def _next_round(event: Tournament) -> list[Order]:
    """In a shoot-out the winners draw for the next round, when every table has one."""
    winners = [one for one in event.tables.values() if sum([one.in_play(place) for place in one.places.values()]) < 2]
    if len(winners) < len(event.tables) or event.left < 2:
        return []
    because = f"Every table has its winner: the {event.left} draw for the next round."
    return [Order(c.Redraw(), cite(FINAL, event.structure.rulebook), because, tuple(event.tables))]


def _together(event: Tournament, seen: Hall, now: int) -> Order | None:
    """All draw again: for the final table, or where the structure says so; not before it is known who plays."""
    if may_still_come(event, now):
        return None  # who comes after the draw would open a second table again; till then tables are broken as usual
    rules = event.structure.rulebook
    left, tables = event.left, len(seen.views)
    last = event.redrawn_at or len(event.entrants)  # how many there were when seats were drawn for last
    if final_table(left, tables, event.structure.seats, rules, size=final_seats(event)):
        because = f"{left} are left, who all sit down at the final table of {final_seats(event)}."
        told = cite(FINAL, rules, "final_table")
    elif tables > 1 and any(left <= mark < last for mark in event.structure.redraw_at):
        because = f"{left} are left: everybody draws for a seat again."
        told = cite(FINAL, rules)
    else:
        return None
    if any(table.carried for table in event.tables.values()):
        return None  # a pot waits, and is won before its players part
    return Order(c.Redraw(), told, because, tuple(seen.views))


def _alternates(event: Tournament, seen: Hall) -> list[Order]:
    waiting = event.counts[Status.ALTERNATE]
    if not waiting:
        return []
    if seen.room:
        return [Order(c.SeatAlternates(), ALTERNATES, f"{seen.room} seats are free, and {waiting} wait for one.")]
    return [Order(c.OpenTable(), ALTERNATES, f"No seat is free, and {waiting} wait for one.")]


def _tables(event: Tournament, seen: Hall) -> list[Order]:
    """A table is broken, else one player is moved; a table that is much too short stops till then."""
    rules = event.structure.rulebook
    found = []
    number = table_to_break(seen)
    plays = seen.most > 1
    if number is not None and event.tables[number].carried:
        number = None  # a pot waits, and is won before its players part
    if number is not None and not (event.hand_for_hand and plays):
        because = f"The players of table {number} fit at the other tables."
        found.append(Order(c.Break(number), cite(DRAW_SEATS, rules, "break_seats"), because, (number,)))
    elif (move := balance(seen, rules)) is not None and not event.tables[move.from_table].carried:
        found.append(Order(c.Balance(), move.cite, move.because, (move.from_table,)))
    if event.structure.turbo and not event.halted:
        return found  # there the director decides, and nothing is ordered
    short = stopping(seen, rules)
    for table in sorted(set(event.halted).difference(short)):
        found.append(Order(c.Halt(table, False), cite(HALT, rules, "halting"), "It is not short any more."))
    for table in [] if event.structure.turbo else short:
        if table not in event.halted:
            halt = halt_of(seen, table, rules)
            found.append(Order(c.Halt(table, True, halt.because), halt.cite, halt.because))
    return found


def bubble(event: Tournament, now: int | None = None) -> Order | None:
    """Hand for hand begins when the next to go out is the last one unpaid, and ends when he has gone.

    While players may still enter or buy again nobody knows yet how many are paid. `now` is the time of the last step
    where it is left out.
    """
    if event.ended:
        return None
    one_more = len(event.tables) > 1 and not may_still_come(event, event.at if now is None else now)
    one_more = one_more and event.left - 1 in _marks(event)
    if one_more == event.hand_for_hand or event.hand_for_hand and event.round_played:
        return None
    because = f"{event.left} are left, and {len(event.prizes())} are paid."
    return Order(c.GoHandForHand(one_more), TOGETHER, because)


def _marks(event: Tournament) -> tuple[int, int]:
    """How many are paid, and in a satellite how many win a seat: the money comes after the last seat."""
    paid = len(event.prizes())
    return paid, event.seats_won or paid
