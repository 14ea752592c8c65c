"""The final table, and other redraws of all seats (T11)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from sidepot.errors import NotDue
from sidepot.floor.tournament.short_tables import FINAL, final_table_size
from sidepot.rules.clauses import clause, in_words
from sidepot.rules.rulebook import Rulebook
from sidepot.rules.texts import cite
from sidepot.tournament.moves import Drawn, Move, TableView
from sidepot.tournament.seating import draw_seats


def final_size(seats: int, rulebook: Rulebook, *, heads_up: bool = False, size: int = 0) -> int:
    """The number of seats at the final table of a tournament with `seats` seats at each table.

    - `heads_up`: whether players play heads-up matches
    - `size`: the number in the structure (0 if the structure leaves it to the rules)

    Rule: TDA-2013 11; TDA-2024 RP-9.
    """
    return size or final_table_size(seats, rulebook, heads_up=heads_up)


def final_table(
    left: int, tables: int, seats: int, rulebook: Rulebook, *, heads_up: bool = False, size: int = 0
) -> bool:
    """Whether the final table is due: several `tables` are in play, and the `left` remaining players fit at one table.

    Until then, tables are not combined. By the rules of 2024, two tables of five players play on (RP-9). `seats`,
    `heads_up` and `size` are those of `final_size`.
    """
    return tables > 1 and left <= final_size(seats, rulebook, heads_up=heads_up, size=size)


def redraw_all(
    views: Sequence[TableView],
    tables: Mapping[int, Iterable[int]],
    seed: str,
    rulebook: Rulebook,
    *,
    pinned: Mapping[str, tuple[int, int]] | None = None,
) -> Drawn:
    """Draw seats for all players at these tables. All seats are open, as at the final table.

    `pinned` gives a player a table and seat in advance (rule T8).

    Raises NotDue while a hand is in progress anywhere, and Conflict if there are too few seats.
    """
    playing = [view.number for view in views if view.is_on]
    if playing:
        raise NotDue(
            f"a hand is in progress at table {playing[0]}; draw the seats when every table has finished",
            cite(FINAL, rulebook),
            code="hand_on",
        )
    where = {player: (view.number, seat) for view in views for seat, player in view.taken}
    draw = draw_seats(where, tables, seed, pinned=pinned)
    reason = clause("Everybody draws a new seat.")
    if len(draw.tables) == 1:
        reason = clause("All {players} players left come to one table, and draw for seats.", str(len(where)))
    decides, because = cite(FINAL, rulebook, "final_table"), in_words((reason,))
    moves = [
        Move(player, *where[player], table, seat, decides, because, clauses=(reason,))
        for player, table, seat in draw.order
        if where[player] != (table, seat)
    ]
    return Drawn(draw, tuple(moves))
