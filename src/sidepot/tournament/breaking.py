"""Breaking tables: which one is broken next, and where its players go (T9a, T10d)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sidepot.errors import NotDue
from sidepot.floor.tournament.short_tables import DRAW_SEATS
from sidepot.rules.clauses import clause, in_words
from sidepot.rules.floor_choices import BreakSeats
from sidepot.rules.rulebook import Rulebook
from sidepot.rules.texts import cite
from sidepot.tournament.all_tables import AllTables, first_of
from sidepot.tournament.moves import Drawn, Move, TableView
from sidepot.tournament.positions import big_blind_within
from sidepot.tournament.seating import draw_seats


def table_to_break(views: AllTables | Sequence[TableView], order: Sequence[int] = (), *, seats: int = 0) -> int | None:
    """The table to break after its hand. It is the first in breaking order, once its players fit at the other tables.

    Only `seats` seats are used at each table (0: all seats). A table where a player keeps a seat for special needs
    comes last (rule T8). A table without players left comes first. Rule: TDA-2013 10-C, 8; TDA-2024 11-C, 9.
    """
    all_tables = AllTables.of(views)
    if len(all_tables.views) < 2:
        return None
    if 0 in all_tables.by_size:
        return first_of(all_tables.by_size[0], order)
    without = [number for number in all_tables.views if number not in all_tables.keeping] if all_tables.keeping else []
    numbers = without or all_tables.views
    first = all_tables.views[first_of(numbers, order)]
    if seats:
        room = sum([_room(other, seats) for other in all_tables.views.values() if other is not first])
    else:
        room = all_tables.room - len(all_tables.open_seats[first.number])
    return first.number if len(first.taken) <= room else None


def _room(view: TableView, seats: int) -> int:
    """How many more players can sit at a table, up to `seats`."""
    return max(min(view.seats - len(view.held), seats) - len(view.taken), 0)


def break_table(
    view: TableView,
    others: AllTables | Sequence[TableView],
    seed: str,
    rulebook: Rulebook,
    *,
    pinned: Mapping[str, tuple[int, int]] | None = None,
) -> Drawn:
    """Draw open seats for the players of a broken table. The tables stay as even as possible.

    `others` may include the broken table, where nobody draws a seat. Any open seat may be drawn, even that of a blind
    or the button. In some houses, players first draw cards for the order in which they draw seats (TDA-2024 10-B).
    `pinned` gives a player a table and seat in advance (rule T8).

    Rule: TDA-2013 9; TDA-2024 10-A, 10-B. Raises NotDue while a hand is in progress at the broken table, and Conflict
    if there are too few seats.
    """
    if view.is_on:
        raise NotDue(
            f"a hand is in progress at table {view.number}; break the table when the hand is over",
            cite(DRAW_SEATS, rulebook),
            code="hand_on",
        )
    where = {player: seat for seat, player in view.taken}
    all_tables = AllTables.of(others)
    free = {number: seats for number, seats in all_tables.open_seats.items() if number != view.number}
    two_steps = rulebook.break_seats is BreakSeats.TWO_STEPS
    draw = draw_seats(
        where,
        free,
        seed,
        pinned=pinned,
        sitting={number: len(all_tables.views[number].taken) for number in free},
        by_card=two_steps,
    )
    decides = cite(DRAW_SEATS, rulebook, "break_seats")
    if two_steps:
        why = clause(
            "Table {table} is broken: its players draw for the order and then for seats, and take each seat as it is.",
            str(view.number),
        )
    else:
        why = clause(
            "Table {table} is broken: its players draw for the open seats, and take each seat as it is.",
            str(view.number),
        )
    clauses = (why,)
    because = in_words(clauses)
    come: dict[int, list[tuple[int, str]]] = {}
    for player, table, seat in draw.order:
        come.setdefault(table, []).append((seat, player))
    joined = {table: all_tables.views[table].joined_by(some) for table, some in come.items()}
    moves = [
        Move(player, view.number, where[player], table, seat, decides, because, within, clauses)
        for player, table, seat in draw.order
        for within in [big_blind_within(joined[table], seat, rulebook)]
    ]
    return Drawn(draw, tuple(moves))
