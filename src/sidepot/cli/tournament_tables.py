"""A tournament table on the command line: `Ann/btn,Bob/sb,Cy/bb,-,Dee`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from sidepot.errors import BadNotation

if TYPE_CHECKING:
    from sidepot.table.button import Marks
    from sidepot.tournament.moves import TableView

EMPTY: Final = "-"
EXAMPLE: Final = "Ann/btn,Bob/sb,Cy/bb,-,Dee"
MOST_SEATS: Final = 22
_MARKS: Final = {"btn": "btn", "button": "btn", "sb": "sb", "bb": "bb", "out": "out"}


class SeatedTable(NamedTuple):
    """The seats of a table with their players ("" if empty), and the marked seats: btn, sb, bb, out."""

    players: tuple[str, ...]
    marks: dict[str, tuple[int, ...]]

    def at(self, mark: str) -> int | None:
        """The only seat with this mark; None if no seat has it."""
        return next(iter(self.marks.get(mark, ())), None)


def read_seats(text: str) -> SeatedTable:
    """Parse the seats of a table in order, separated by commas. `-` is an empty seat.

    Raises BadNotation for any other text.
    """
    players: list[str] = []
    marks: dict[str, tuple[int, ...]] = {}
    for seat, cell in enumerate(text.split(",")):
        name, *after = [part.strip() for part in cell.split("/")]
        if not name:
            raise BadNotation(f"seat {seat + 1} in {text!r:.80}: write a name, or - for an empty seat, as in {EXAMPLE}")
        for word in after:
            mark = _MARKS.get(word.lower())
            if mark is None:
                raise BadNotation(f"{cell.strip()!r}: unknown mark {word!r}; expected btn, sb, bb or out")
            marks[mark] = (*marks.get(mark, ()), seat)
        players.append("" if name == EMPTY else name)
    if not 2 <= len(players) <= MOST_SEATS:
        raise BadNotation(f"{text!r:.80}: a table has 2 to {MOST_SEATS} seats, with commas between them: {EXAMPLE}")
    for mark in ("btn", "sb", "bb"):
        if len(marks.get(mark, ())) > 1:
            raise BadNotation(f"{text!r:.80}: {mark} is given for two seats")
    twice = sorted({name for name in players if name and players.count(name) > 1})
    if twice:
        raise BadNotation(f"{twice[0]} sits in two seats of {text!r:.80}")
    empty = [seat for seat in marks.get("out", ()) if not players[seat]]
    if empty:
        raise BadNotation(f"seat {empty[0] + 1} in {text!r:.80}: the seat is empty, so nobody can be out")
    return SeatedTable(tuple(players), marks)


def marks_of(table: SeatedTable) -> Marks | None:
    """The button and the blinds of the last hand. None before the first hand.

    Blinds that are not marked were posted by the next players after the button. Heads-up, the button has the small
    blind. Raises BadNotation if the marks do not fit together.
    """
    from sidepot.table.button import Marks, first_marks

    button, small, big = (table.at(mark) for mark in ("btn", "sb", "bb"))
    if button is None:
        if small is not None or big is not None:
            raise BadNotation(f"give the button too, as in {EXAMPLE}")
        return None
    seats = [seat for seat, name in enumerate(table.players) if name]
    if small is None and big is None:
        if button not in seats:
            raise BadNotation("the button is at an empty seat, so mark the blinds too, as in -/btn,Ann/sb,Bob/bb")
        return first_marks(seats, button, len(table.players))
    if big is None:
        raise BadNotation(f"give the big blind too, as in {EXAMPLE}")
    return Marks(button, button if small is None else small, big)


def table_view(
    table: SeatedTable, number: int, *, pinned: frozenset[str] = frozenset(), stud: bool = False, frozen: bool = False
) -> TableView:
    """A table in the form that seating uses, without players who are out.

    - `pinned`: the players who keep their table
    - `frozen`: whether the button stays where it is in games without blinds
    """
    from sidepot.tournament.moves import TableView

    out = table.marks.get("out", ())
    taken = tuple([(seat, name) for seat, name in enumerate(table.players) if name and seat not in out])
    return TableView(
        number,
        len(table.players),
        taken,
        None if stud else marks_of(table),
        stud_only=stud,
        opened=tuple([(seat, at) for at, seat in enumerate(out)]),
        pinned=pinned,
        parked=frozen,
        blinds=0 if stud else 2,
    )
