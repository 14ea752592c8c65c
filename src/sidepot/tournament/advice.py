"""The commands that a director should give next, in order, with rule and reason. A person or a program carries them
out.

Each `Advice` holds a command that `Tournament.do` carries out now, or as soon as the tables named are between hands;
until then, these tables begin no hand. Source: T7, T9a, T10a to T10e, T11, T23a; TDA-2024 RP-8.
"""

from __future__ import annotations

from typing import Final

import msgspec

from sidepot.errors import Cite
from sidepot.floor.tournament.short_tables import DRAW_SEATS, FINAL, HALT
from sidepot.rules.clauses import Clause, Clauses, clause, in_words, plain
from sidepot.rules.texts import Point, cite
from sidepot.table.chips import ChipSet
from sidepot.tournament import commands as c
from sidepot.tournament.all_tables import AllTables
from sidepot.tournament.balancing import balance, halt_of, stopping
from sidepot.tournament.breaking import table_to_break
from sidepot.tournament.cited import LEVELS, NEW_PLAYERS, TOGETHER
from sidepot.tournament.deals import DEAL
from sidepot.tournament.do_end import all_have_seats
from sidepot.tournament.do_flights import is_flight_over
from sidepot.tournament.entrants import Status
from sidepot.tournament.final import final_table
from sidepot.tournament.money import prizes, seats_won
from sidepot.tournament.more_levels import missing_level
from sidepot.tournament.real_tables import are_heads_known
from sidepot.tournament.state import TournamentState
from sidepot.tournament.structure import ROUNDS, Kind
from sidepot.tournament.views import all_tables, final_seats, is_closed, may_still_come

REDRAW: Final = Point("drawing for seats again", {"WSOP-2026": "67-redraw", "TDA-2013": "11", "TDA-2024": "RP-9"})
RACE: Final = Point("racing chips off", {"TDA-2013": "23-A", "TDA-2024": "24-A"})
REDRAWN_TABLES: Final = (3, 2)
MOVES: Final = (c.Break, c.Balance, c.Redraw)  # players take their chips to other tables


class Advice(msgspec.Struct, frozen=True):
    """A command that a director should give now.

    - `cite`, `because`: the rule, and the reason
    - `holds`: the tables that begin no hand until the command is given
    - `clauses`: the reason as translatable sentences

    An order from a tournament to a table of the room is an `Order` in `room.table.commands`.
    """

    command: c.AnyCommand
    cite: Cite
    because: str
    holds: tuple[int, ...] = ()
    clauses: Clauses = ()

    def is_possible(self, tournament: TournamentState) -> bool:
        """Whether the command can be given now, because the tables concerned are between hands."""
        return not any(tournament.tables[number].is_hand_on for number in self.holds if number in tournament.tables)


def _order(command: c.AnyCommand, rule: Cite, why: Clause, holds: tuple[int, ...] = ()) -> Advice:
    return Advice(command, rule, in_words((why,)), holds, (why,))


def races_due(tournament: TournamentState, now: int) -> list[Advice]:
    """The advice for every table that must race off chips before its next hand."""
    chips = tournament.chips_at(tournament.reading(now).level)
    orders = [_race(tournament, number, chips) for number in tournament.tables]
    return [order for order in orders if order is not None]


def race_due(tournament: TournamentState, number: int, now: int) -> Advice | None:
    """The advice to race off chips at one table before its next hand; None if no chips leave play there."""
    return _race(tournament, number, tournament.chips_at(tournament.reading(now).level))


def _race(tournament: TournamentState, number: int, due: ChipSet) -> Advice | None:
    there = tournament.tables[number].rules.chips
    if there == due or len(there.values) <= len(due.values):
        return None
    gone = [value for value in there.values if value not in due.values]
    because = clause("Chips of {values} leave play at table {table}.", ", ".join(map(str, gone)), str(number))
    return _order(c.Race(number), cite(RACE, tournament.structure.rulebook), because, (number,))


def chips_back(tournament: TournamentState, now: int) -> Advice | None:
    """The advice to bring small chips back, if the clock was set back to a level that needs them; else None.

    Without these chips, some blinds could not be posted and some stacks could not be counted. If the program deals the
    hands, this advice is carried out automatically.
    """
    if not tournament.reports.live:
        return None
    due = tournament.chips_at(tournament.reading(now).level)
    tables = {number: table.rules.chips.values for number, table in tournament.tables.items()}
    without = tuple([number for number, values in tables.items() if set(values) < set(due.values)])
    if not without:
        return None
    gone = [value for value in due.values if any(value not in tables[number] for number in without)]
    chips = ", ".join(map(str, gone))
    why = clause(
        "The clock was set back, and this level needs chips of {values}: exchange larger chips for them.", chips
    )
    return _order(c.BringBack(), cite(RACE, tournament.structure.rulebook), why, without)


def all_orders(tournament: TournamentState, now: int) -> list[Advice]:
    """All commands to give now, most urgent first: hand-for-hand play, seats and tables, races."""
    first = bubble(tournament, now)
    found = [*([first] if first is not None else []), *orders(tournament, now)]
    races = races_due(tournament, now) if tournament.clock.begun else []
    back = chips_back(tournament, now) if tournament.clock.begun and not tournament.ended else None
    found = [back, *found] if back is not None else found
    return [*found, *[race for race in races if race not in found]]


def orders(tournament: TournamentState, now: int) -> list[Advice]:
    """The advice about seats and tables, most urgent first."""
    if not tournament.is_seated or tournament.ended:
        return []
    if tournament.busted and is_closed(tournament, now) and not tournament.is_hand_on:
        return [_order(c.CloseEntry(), NEW_PLAYERS, clause("Registration and rebuys are closed."))]
    if tournament.left < 2:
        return []
    if tournament.structure.kind in ROUNDS:
        return _next_round(tournament)
    if is_flight_over(tournament, now):
        because = clause(
            "The flight is over: the {players} left bag their chips for the final day.", str(tournament.left)
        )
        return [_order(c.End(), NEW_PLAYERS, because, tuple(tournament.tables))]
    if tournament.reports.live and tournament.deal is not None and not tournament.deal.deal.kept:
        why = clause("A deal was made, and nothing is left to play for.")
        return [_order(c.End(), DEAL, why, tuple(tournament.tables))]
    if _is_won(tournament, now):
        return [_order(c.End(), NEW_PLAYERS, _seats_for_all(tournament), tuple(tournament.tables))]
    if tournament.hand_for_hand and tournament.round_played:
        return []  # nobody moves from a table that has played its hand to one that has not
    seen = all_tables(tournament, now)
    together = _together(tournament, seen, now)
    if together is not None:
        return [*_races_first(tournament, [together], now), together] if are_heads_known(tournament, now) else []
    tables = _tables(tournament, seen)
    return [*_alternates(tournament, seen), *_races_first(tournament, tables, now), *tables]


def _races_first(tournament: TournamentState, found: list[Advice], now: int) -> list[Advice]:
    """The races at tables that players leave, because the small chips may have left play at the new table (rule
    T23).
    """
    left = [number for order in found if isinstance(order.command, MOVES) for number in order.holds]
    races = [race_due(tournament, number, now) for number in left if number in tournament.tables]
    return [race for race in races if race is not None]


def _is_won(tournament: TournamentState, now: int) -> bool:
    """Whether all remaining players in a satellite have won a seat, which is known once entries are closed."""
    if not all_have_seats(tournament) or tournament.counts[Status.BUSTED] or tournament.counts[Status.ALTERNATE]:
        return False
    return tournament.clock.begun and not may_still_come(tournament, now)


def _seats_for_all(tournament: TournamentState) -> Clause:
    """Why a satellite is over, and what happens to money beyond the seats."""
    left = tournament.left
    over = sum(prizes(tournament)[:left]) - left * tournament.structure.pays.seat_price
    if over:
        return clause(
            "Nobody can enter any more: each of the {players} players left has a seat, "
            "and all share the {amount} left over.",
            str(left),
            tournament.structure.money.part(over),
        )
    return clause("Nobody can enter any more, and there is a seat for each of the {players} players left.", str(left))


def _next_round(tournament: TournamentState) -> list[Advice]:
    """In a shoot-out, the draw for the next round, once every table has a winner."""
    winners = [
        one for one in tournament.tables.values() if sum([one.in_play(place) for place in one.places.values()]) < 2
    ]
    if len(winners) < len(tournament.tables) or tournament.left < 2:
        return []
    because = clause("Every table has its winner: the {players} draw for the next round.", str(tournament.left))
    return [_order(c.Redraw(), cite(FINAL, tournament.structure.rulebook), because, tuple(tournament.tables))]


def _together(tournament: TournamentState, seen: AllTables, now: int) -> Advice | None:
    """The advice to redraw for the final table, or where the structure requires it, once entries are closed."""
    if may_still_come(tournament, now) or tournament.structure.kind is Kind.FLIGHT:
        return None  # a late entry would open a second table again; until then tables are broken as usual
    rules = tournament.structure.rulebook
    left, tables = tournament.left, len(seen.views)
    last = tournament.redrawn_at or len(tournament.entrants)  # how many there were at the last draw
    if final_table(left, tables, tournament.structure.seats, rules, size=final_seats(tournament)):
        because = clause(
            "{players} players are left and fit at the final table of {seats}.", str(left), str(final_seats(tournament))
        )
        rule = cite(FINAL, rules, "final_table")
    elif tables > 1 and any(left <= mark < last for mark in redraws(tournament)):
        because = clause("{players} players are left: everybody draws a new seat.", str(left))
        rule = cite(FINAL, rules) if tournament.structure.redraw_at else cite(REDRAW, rules, "redraw_field")
    else:
        return None
    if any(table.carried for table in tournament.tables.values()):
        return None  # a pot waits: its players stay until it is won
    return _order(c.Redraw(), rule, because, tuple(seen.views))


def redraws(tournament: TournamentState) -> tuple[int, ...]:
    """The numbers of remaining players at which all seats are redrawn, as set by the structure or, failing that, the
    house.

    Rule: WSOP-2026 67 (at three tables and at two tables, if the field was large enough).
    """
    structure = tournament.structure
    field = structure.rulebook.redraw_field
    if structure.redraw_at or not field or len(tournament.entrants) < field:
        return structure.redraw_at
    return tuple([tables * structure.seats for tables in REDRAWN_TABLES])


def _alternates(tournament: TournamentState, seen: AllTables) -> list[Advice]:
    waiting = tournament.counts[Status.ALTERNATE]
    if not waiting:
        return []
    if seen.room:
        because = clause("Free seats: {seats}. Waiting players: {players}.", str(seen.room), str(waiting))
        return [_order(c.SeatAlternates(), NEW_PLAYERS, because)]
    return [_order(c.OpenTable(), NEW_PLAYERS, clause("No seat is free. Waiting players: {players}.", str(waiting)))]


def _tables(tournament: TournamentState, seen: AllTables) -> list[Advice]:
    """The advice to break a table or else to move one player; until then, to stop a table that is much too short."""
    rules = tournament.structure.rulebook
    found = []
    order = tournament.reports.order
    number = table_to_break(seen, order)
    plays = seen.most > 1
    if number is not None and tournament.tables[number].carried:
        number = None  # a pot waits: its players stay until it is won
    if number is not None and not (tournament.hand_for_hand and plays):
        because = clause("The players of table {table} fit at the other tables.", str(number))
        found.append(_order(c.Break(number), cite(DRAW_SEATS, rules, "break_seats"), because, (number,)))
    elif (move := balance(seen, rules, order=order)) is not None and not tournament.tables[move.from_table].carried:
        found.append(Advice(c.Balance(), move.cite, move.because, (move.from_table,), move.clauses))
    if tournament.structure.turbo and not tournament.halted:
        return found  # in a turbo the director decides
    short = stopping(seen, rules)
    for table in sorted(set(tournament.halted).difference(short)):
        why = clause("The table is no longer short.")
        found.append(_order(c.Halt(table, False), cite(HALT, rules, "halting"), why))
    for table in [] if tournament.structure.turbo else short:
        if table not in tournament.halted:
            halt = halt_of(seen, table, rules)
            found.append(Advice(c.Halt(table, True, halt.because), halt.cite, halt.because, (), halt.clauses))
    return found


def longer_schedule(tournament: TournamentState, now: int) -> Advice | None:
    """The advice to add a level; None if the schedule is long enough for the chips in play."""
    level = missing_level(tournament, now)
    if level is None or not tournament.is_seated or tournament.ended:
        return None
    chips, bet = tournament.in_play, tournament.levels_ahead[-1].min_bet
    why = clause("{chips} chips are in play: with bets of at most {bet} the tournament would not end.", chips, bet)
    because = plain(why)
    return Advice(c.InsertItem(len(tournament.structure.schedule), level, because), LEVELS, because, clauses=(why,))


def bubble(tournament: TournamentState, now: int | None = None) -> Advice | None:
    """The advice to begin or to end hand-for-hand play; None if neither is due.

    Hand-for-hand play begins when one more bust reaches the money, and ends after the bubble. It does not begin while
    players may still enter or rebuy, because the number of paid places is not known yet. By default, `now` is the time
    of the last step.
    """
    one_more = _is_bubble(tournament, tournament.at if now is None else now)
    if one_more is None:
        return None
    if not are_heads_known(tournament, tournament.at if now is None else now):
        return None
    return _hand_for_hand(tournament, one_more)


def _hand_for_hand(tournament: TournamentState, on: bool) -> Advice:
    because = clause(
        "{left} players are left, and {places} places are paid.", str(tournament.left), str(len(prizes(tournament)))
    )
    return _order(c.GoHandForHand(on), TOGETHER, because)


def announcing(tournament: TournamentState, now: int) -> Clauses:
    """The next announcement before which all tables should report their headcount; empty if there is none."""
    if not tournament.is_seated or tournament.ended or tournament.left < 2 or tournament.structure.kind in ROUNDS:
        return ()
    if _is_bubble(tournament, now) is not None:
        return _hand_for_hand(tournament, True).clauses
    order = _together(tournament, all_tables(tournament, now), now)
    return order.clauses if order is not None else ()


def _is_bubble(tournament: TournamentState, now: int) -> bool | None:
    """Whether hand for hand begins now, or ends; None if neither is due."""
    if tournament.ended:
        return None
    one_more = len(tournament.tables) > 1 and not may_still_come(tournament, now)
    one_more = one_more and tournament.left - 1 in _marks(tournament)
    if one_more == tournament.hand_for_hand or tournament.hand_for_hand and tournament.round_played:
        return None
    return one_more


def _marks(tournament: TournamentState) -> tuple[int, int]:
    """The number of paid places and, in a satellite, of seats. Money is paid below the last seat."""
    paid = len(prizes(tournament))
    return paid, seats_won(tournament) or paid
