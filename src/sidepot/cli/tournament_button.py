"""`sidepot tournament button`: place the button and the blinds for the next hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer
from msgspec import Struct

from sidepot.cli import common
from sidepot.cli.common_options import AsJson, TournamentHouse
from sidepot.errors import BadNotation, Cite

if TYPE_CHECKING:
    from sidepot.rules.rulebook import Rulebook
    from sidepot.table.blinds import Planned
    from sidepot.table.button import Marks
    from sidepot.tournament.moves import TableView


def command(
    table: Annotated[
        str,
        typer.Argument(metavar="TABLE", help="The seats: Ann/btn,Bob/sb/out,Cy/bb,-,Dee (- is empty, /out busted)."),
    ],
    new: Annotated[
        list[str] | None,
        typer.Option("--new", metavar="NAME", help="A player who joined after the last hand; repeatable."),
    ] = None,
    house: TournamentHouse = None,
    json: AsJson = False,
) -> None:
    """Place the button and the blinds for the next hand; name players who are not dealt in, and the rule.

    Write the seats of the last hand, separated by commas: - is an empty seat; /btn, /sb and /bb mark the button and
    the blinds of that hand, and /out the players who busted in it.

    Examples:

      sidepot tournament button "A/sb/out,-,-,B/bb,C,D,E,F,G/btn" --house tda-2026
      sidepot tournament button "A/btn,B/sb,C/bb/out"
      sidepot tournament button "A/btn,-,B/bb" --json

    Exit codes: 0 success, 2 bad usage or input.
    """
    from sidepot.cli.tournament_tables import read_seats, table_view
    from sidepot.cli.usual_house import usual_house
    from sidepot.rules.houses import find_house
    from sidepot.tournament.positions import next_hand

    rulebook = find_house(house or usual_house("tda-2013"))
    view = table_view(read_seats(table), 1)
    before = view.marks
    if before is None:
        raise BadNotation("mark the button of the last hand, as in A/btn,B,C")
    names = dict(view.taken)
    unknown = sorted(set(new or ()).difference(names.values()))
    if unknown:
        raise BadNotation(f"--new {unknown[0]}: no player of that name sits there")
    view = view._replace(fresh=frozenset([seat for seat, name in view.taken if name in (new or ())]))
    planned = next_hand(view, rulebook)
    if planned is None:
        raise BadNotation(f"a hand needs at least two players, but the table has only {len(names)}")
    because, rule = _why(before, planned, rulebook, frozenset(names))
    common.answer(
        lambda: _report(view, planned, rulebook, because, rule),
        lambda: _show(view, planned, f"{because}  {rule}"),
        json=json,
    )


def _show(view: TableView, planned: Planned, why: str) -> None:
    marks, names = planned.marks, dict(view.taken)
    print(f"Button: {_seat(marks.button, names, planned)}")
    if marks.small != marks.button:
        print(f"Small blind: {_seat(marks.small, names, planned)}")
    print(f"Big blind: {_seat(marks.big, names, planned)}")
    waits = _waiting(view, planned)
    if waits:
        print(f"Not dealt in: {', '.join(names[seat] for seat in waits)}")
    print(why)


def _seat(seat: int, names: dict[int, str], planned: Planned) -> str:
    """A seat in words. With two players, the button is also the small blind."""
    marks = planned.marks
    if seat not in names:
        return f"seat {seat + 1}, which is empty"
    also = ", with the small blind" if seat == marks.button == marks.small else ""
    return f"seat {seat + 1}, {names[seat]}{also}"


def _waiting(view: TableView, planned: Planned) -> list[int]:
    return [seat for seat, _ in view.taken if seat not in planned.dealt]


def _why(before: Marks, planned: Planned, rulebook: Rulebook, taken: frozenset[int]) -> tuple[str, Cite]:
    """The reason for the button and the blinds, as a sentence, and its rule."""
    from sidepot.rules.own_numbers import own_cite
    from sidepot.rules.table_choices import ButtonRule
    from sidepot.rules.texts import Point, cite

    marks = planned.marks
    if marks.is_heads_up:
        heads_up = Point("the button heads-up", {"TDA-2013": "33", "TDA-2024": "34-B"})
        because = "Two are left: the button has the small blind, and nobody has the big blind twice running."
        return because, cite(heads_up, rulebook)
    if rulebook.button is ButtonRule.MOVING:
        return "The button goes on to the next player, and the blinds to those after that.", Cite("PG", "51")
    dead = own_cite(rulebook, Cite("TDA-2013", "31"))
    if marks.button not in taken and marks.button != before.small:
        because = "The dead button goes on over the empty seats that follow it; nobody skips or repeats the big blind."
        return because, Cite("TDA-2026", "36-B")
    if marks.button not in taken or marks.small not in taken:
        return "The big blind goes on to the next player; button and small blind follow it, over empty seats too.", dead
    return "The big blind goes on to the next player, and the button and the small blind follow it.", dead


class MarkReport(Struct, frozen=True):
    """A seat, numbered from 1, and its player (null for an empty seat)."""

    seat: int
    player: str | None


class ButtonReport(Struct, frozen=True):
    """The button and the blinds of the next hand, and the reason."""

    house: str
    button: MarkReport
    small_blind: MarkReport
    big_blind: MarkReport
    not_dealt_in: list[str]
    because: str
    cite: str


def _report(view: TableView, planned: Planned, rulebook: Rulebook, because: str, rule: Cite) -> ButtonReport:
    marks, names = planned.marks, dict(view.taken)

    def mark(seat: int) -> MarkReport:
        return MarkReport(seat + 1, names.get(seat))

    return ButtonReport(
        house=rulebook.name,
        button=mark(marks.button),
        small_blind=mark(marks.small),
        big_blind=mark(marks.big),
        not_dealt_in=[names[seat] for seat in _waiting(view, planned)],
        because=because,
        cite=str(rule),
    )
