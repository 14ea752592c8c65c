"""Balancing tables: which player moves where, and which short tables stop (T10a, T10b, T10d, T10e)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sidepot.floor.tournament.short_tables import HALT, SHORT_BY, must_halt
from sidepot.rules.clauses import Clause, Sentence, clause, in_words, say
from sidepot.rules.floor_choices import Halting
from sidepot.rules.rulebook import Rulebook
from sidepot.rules.texts import Point, cite
from sidepot.table.button import clockwise
from sidepot.tournament.all_tables import AllTables, first_of, in_order
from sidepot.tournament.moves import Halt, Move, TableView
from sidepot.tournament.positions import (
    Spot,
    blind_order,
    blinds_are_touched,
    may_be_given,
    seat_opened_last,
    worst_seat,
)
from sidepot.tournament.state import TournamentState
from sidepot.tournament.views import all_tables

BALANCE: Final = Point(
    "balancing tables",
    {"TDA-2013": "10-A", "TDA-2024": "11-A", "RRP-11": "tournament/tables", "WSOP-2026": "67"},
)
APART: Final = 2  # at a difference of one a move would only turn it round


def least_apart(tables: int, rulebook: Rulebook) -> int:
    """How much larger a table must be before a player must move to a shorter table. Some houses allow more at many
    tables.

    Rule: Robert's, tournaments; WSOP-2026 67.
    """
    return APART + 1 if 0 < rulebook.even_from < tables else APART


def longest_table(
    views: AllTables | Sequence[TableView], *, order: Sequence[int] = (), apart: int = APART
) -> int | None:
    """The table from which a player must move, now or after its hand; None if nobody must move.

    It is the table with the most players, if it has at least `apart` more players than the shortest table. Among
    equally long tables, it is the first in breaking order. Rule: TDA-2013 10-C; TDA-2024 11-C.
    """
    all_tables = AllTables.of(views)
    sizes = all_tables.sizes()
    for size in reversed(sizes):
        if size < sizes[0] + max(apart, APART):
            return None
        long = all_tables.by_size[size] - all_tables.fixed if all_tables.fixed else all_tables.by_size[size]
        if long:
            return first_of(long, order)
    return None


def balance(
    views: AllTables | Sequence[TableView], rulebook: Rulebook, *, order: Sequence[int] = (), apart: int = APART
) -> Move | None:
    """The next move that balances the tables; None if no move is due or if a hand must end first.

    The next big blind of the longest table moves to the worst open seat of the shortest one. Nobody moves during a
    hand. If a hand is in progress at the new table, the player is dealt in from the next hand on. In stud tournaments,
    the seat that became empty last is filled with the player in the same seat at the longest table.

    - `order`: the order in which tables are broken, which decides between equally long tables
    - `apart`: how many more players the longest table must have (more at many tables in some houses)

    Each move makes the two tables more even, so repeated calls soon return None. Break tables first (`table_to_break`).
    Rule: TDA-2013 10-A, 10-B, 10-C; TDA-2024 11-A,
    11-B, 11-C; Robert's, tournaments; WSOP-2026 67.
    """
    all_tables = AllTables.of(views)
    apart = max(apart, least_apart(len(all_tables.views), rulebook))
    number = longest_table(all_tables, order=order, apart=apart)
    if number is None:
        return None
    long = all_tables.views[number]
    if long.is_on or long.unknown:
        return None
    for size in all_tables.sizes():
        if len(long.taken) - size < apart:
            return None
        for short in reversed(in_order(all_tables.by_size[size], order)):
            if all_tables.views[short].unknown and not long.stud_only:
                return None  # the button decides which seat it is
            if long.stud_only:
                move = _by_position(long, all_tables.views[short], rulebook)
            else:
                move = _next_big_blind(
                    long, all_tables.views[short], all_tables.fact(short, worst_seat, rulebook), rulebook
                )
            if move is not None:
                return move
    return None


def waits_for_button(
    all_tables: AllTables, rulebook: Rulebook, *, order: Sequence[int] = (), apart: int = APART
) -> list[int]:
    """The tables whose button must be known to decide who moves next, and to which seat.

    `order` and `apart` are those of `balance`.
    """
    number = longest_table(all_tables, order=order, apart=apart)
    if number is None or all_tables.views[number].is_on or all_tables.views[number].stud_only:
        return []
    found = [number] if all_tables.views[number].unknown else []
    for size in all_tables.sizes():
        if len(all_tables.views[number].taken) - size < apart:
            break
        for short in reversed(in_order(all_tables.by_size[size], order)):
            if all_tables.views[short].unknown:
                return [*found, short]
            if all_tables.fact(short, worst_seat, rulebook) is not None:
                return found
    return []


def why_chosen(view: TableView, seat: int, rulebook: Rulebook) -> Sentence:
    """Why the rule chooses this player to move from a table with too many players, in a few words."""
    if view.stud_only:
        return say("by position")
    return say("next big blind") if seat == next(blind_order(view, rulebook)) else say("next after the big blind")


def _movable(view: TableView) -> dict[int, str]:
    """The players who may be moved: all but pinned ones."""
    return {seat: player for seat, player in view.taken if player not in view.pinned}


def _next_big_blind(long: TableView, short: TableView, worst: Spot | None, rulebook: Rulebook) -> Move | None:
    if worst is None:
        return None
    movable = _movable(long)
    order = blind_order(long, rulebook)
    first = next(order)
    seat = first if first in movable else next(seat for seat in order if seat in movable)
    parts = movable[seat], str(long.number), str(len(long.taken))
    if seat == first:
        who = clause("{player} is the next big blind at table {table}, which has {players} players.", *parts)
    else:
        who = clause(
            "The big blind of table {table}, which has {players} players, stays, and {player} is next.",
            parts[1], parts[2], parts[0],
        )  # fmt: skip
    clauses = (who, *_goes_to(short, worst))
    decides, because = cite(BALANCE, rulebook), in_words(clauses)
    return Move(movable[seat], long.number, seat, short.number, worst.seat, decides, because, worst.within, clauses)


def _by_position(long: TableView, short: TableView, rulebook: Rulebook) -> Move | None:
    filled = seat_opened_last(short)
    if filled is None:
        return None
    movable = _movable(long)
    seat = clockwise(movable, (filled - 1) % long.seats, long.seats)[0]
    parts = movable[seat], str(long.number), str(len(long.taken))
    clauses = (
        clause("In stud, players move by position."),
        _count(short),
        clause("Seat {seat} opened there last.", str(filled + 1)),
        clause("{player} has that seat at table {table}, which has {players} players.", *parts)
        if seat == filled
        else clause("{player} has the next taken seat at table {table}, which has {players} players.", *parts),
    )
    decides, because = cite(BALANCE, rulebook), in_words(clauses)
    return Move(movable[seat], long.number, seat, short.number, filled, decides, because, clauses=clauses)


def _goes_to(short: TableView, worst: Spot) -> tuple[Clause, Clause]:
    count = _count(short)
    if worst.is_small or not worst.within:
        return count, clause("An opponent is needed there.") if len(short.taken) < 2 else clause(
            "A seat is open there."
        )
    if worst.closed:
        return count, clause("Its only open seats are behind the button: a player waits there until it has passed.")
    if worst.within == 1:
        return count, clause("Its worst open seat has the big blind in the next hand.")
    return count, clause("Its worst open seat has the big blind in {hands} hands.", str(worst.within))


def _count(view: TableView) -> Clause:
    players, number = len(view.taken), str(view.number)
    if players == 1:
        return clause("Table {table} has 1 player.", number)
    return clause("Table {table} has {players} players.", number, str(players))


# ---- halting


def halts(views: AllTables | Sequence[TableView], rulebook: Rulebook, *, full_tables: bool = True) -> tuple[Halt, ...]:
    """The tables that stop after their hand until players arrive. They are three or more players short of the fullest
    table.

    By the rules of 2024, a table is halted only if players were eliminated there and its blinds are affected. If
    `full_tables` is false (six-handed, turbo), the director decides. A table is not halted if no player can be
    moved to it now. Rule: TDA-2013 10-D; TDA-2024 11-D.
    """
    all_tables = AllTables.of(views)
    return tuple(
        [halt_of(all_tables, number, rulebook, full_tables=full_tables) for number in stopping(all_tables, rulebook)]
    )


def may_be_short(all_tables: AllTables) -> list[int]:
    """The tables that have so few players that they may have to stop."""
    return all_tables.up_to(all_tables.most - SHORT_BY)


def stopping(all_tables: AllTables, rulebook: Rulebook) -> list[int]:
    """The numbers of the tables that `halts` returns, computed faster from cached facts about tables."""
    return [number for number in may_be_short(all_tables) if all_tables.fact(number, _stops, rulebook)]


def halt_of(all_tables: AllTables, number: int, rulebook: Rulebook, *, full_tables: bool = True) -> Halt:
    """The order to stop play at a table that `halts` names, with the reason. `number` is its number.

    If `full_tables` is false (six-handed, turbo), the director may let the table play on.
    """
    view = all_tables.views[number]
    less = all_tables.most - len(view.taken)
    parts = str(less), str(SHORT_BY)
    if len(view.taken) == 1:
        reason = clause(
            "It has 1 player, {less} less than the fullest table; a difference of {enough} stops a table.", *parts
        )
    else:
        reason = clause(
            "It has {players} players, {less} less than the fullest table; a difference of {enough} stops a table.",
            str(len(view.taken)),
            *parts,
        )
    return Halt(number, cite(HALT, rulebook, "halting"), in_words((reason,)), not full_tables, (reason,))


def _stops(view: TableView, rulebook: Rulebook) -> bool:
    """Whether a short table stops."""
    asked = rulebook.halting is Halting.BY_ELIMINATION
    if asked and view.unknown:
        return False
    touched = not asked or blinds_are_touched(view, rulebook)
    short = must_halt((0, SHORT_BY), rulebook, by_elimination=view.eliminated, blinds_affected=touched)
    return bool(short) and _can_be_filled(view, rulebook)


def _can_be_filled(view: TableView, rulebook: Rulebook) -> bool:
    """Whether a player can be moved to the table now. An empty table does not wait."""
    return bool(view.taken) and any(view.stud_only or may_be_given(view, seat, rulebook) for seat in view.open_seats)


# ---- unknown buttons


def buttons_asked(tournament: TournamentState, now: int) -> list[int]:
    """The tables whose unknown button must be reported before the next move can be decided."""
    if not tournament.reports.live or len(tournament.tables) < 2:
        return []
    seen, rules = all_tables(tournament, now), tournament.structure.rulebook
    found = waits_for_button(seen, rules, order=tournament.reports.order, apart=least_apart(len(seen.views), rules))
    if rules.halting is Halting.BY_ELIMINATION and not tournament.structure.turbo:
        found += [number for number in may_be_short(seen) if seen.views[number].unknown and number not in found]
    return [number for number in found if seen.views[number].taken]  # an empty seat is not known to anybody


def where_is_the_button(tables: Sequence[int]) -> str:
    """The question that asks for the buttons of these tables."""
    return " ".join([f"Where is the button at table {number}?" for number in tables])
