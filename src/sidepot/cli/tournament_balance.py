"""`sidepot tournament balance`: find who moves when tables are uneven, and which tables stop."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer
from msgspec import Struct

from sidepot.cli import common
from sidepot.cli.common_options import AsJson, TournamentHouse
from sidepot.errors import BadNotation

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sidepot.rules.rulebook import Rulebook
    from sidepot.tournament.moves import Halt, Move, TableView


Tables = Annotated[
    list[str],
    typer.Argument(metavar="TABLE", help="The seats of a table: Ann/btn,Bob/sb,Cy/bb,-,Dee (- is empty)."),
]
Pin = Annotated[list[str] | None, typer.Option("--pin", metavar="NAME", help="A player who has to stay; repeatable.")]
Stud = Annotated[bool, typer.Option("--stud", help="A tournament of stud only: players move by position.")]
Frozen = Annotated[
    bool,
    typer.Option("--frozen", help="The current game of the mix has no blinds: the button waits for one with blinds."),
]
AllMoves = Annotated[bool, typer.Option("--all", help="Show all moves until the tables are even, not only the next.")]


def command(
    tables: Tables,
    pin: Pin = None,
    stud: Stud = False,
    frozen: Frozen = False,
    all_moves: AllMoves = False,
    house: TournamentHouse = None,
    json: AsJson = False,
) -> None:
    """Find who moves to balance tables: from which table, to which seat, and why; and which short tables stop.

    Write each table as its seats, separated by commas. Mark the button and blinds of the last hand (/btn, /sb, /bb) and
    players who busted in it (/out). Without marks, the blinds follow the button. The next big blind of the largest
    table moves to the worst open seat of the smallest. In a mixed game, that is the player who would have the big blind
    if the next hand had blinds (TDA-2013 10-B).

    Examples:

      sidepot tournament balance "A/btn,B,C,D,E,F,G,H" "I,J/btn,K,-,L,-,-,-"
      sidepot tournament balance "A/btn,B,C,D,E,F" "G/btn,H,-,I,-,-" --pin D --house tda-2026
      sidepot tournament balance "A/btn,B,C,D,E,F,G,H" "I,J/btn,K,-,L,-,-,-" --frozen
      sidepot tournament balance "A,B,C,D" "E,-,-,F/out" --stud --json

    Exit codes: 0 success, 2 bad usage or input.
    """
    from sidepot.cli.tournament_tables import read_seats, table_view
    from sidepot.cli.usual_house import usual_house
    from sidepot.rules.houses import find_house
    from sidepot.tournament.balancing import halts

    rulebook = find_house(house or usual_house("tda-2013"))
    if frozen and stud:
        raise BadNotation(
            "give --frozen for a mix with blind games, or --stud for a tournament without blinds, not both"
        )
    if len(tables) < 2:
        raise BadNotation("give two or more tables, one argument each, as in A/btn,B,C,D E,F/btn,-,-")
    seated = [read_seats(text) for text in tables]
    names = [name for one in seated for name in one.players if name]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice:
        raise BadNotation(f"{twice} sits at two tables")
    unknown = sorted(set(pin or ()).difference(names))
    if unknown:
        raise BadNotation(f"--pin {unknown[0]}: no player of that name sits at these tables")
    views = [
        table_view(one, at, pinned=frozenset(pin or ()), stud=stud, frozen=frozen)
        for at, one in enumerate(seated, start=1)
    ]
    stopped = halts(views, rulebook)
    moves = list(_moves(views, rulebook, all_moves=all_moves))
    common.answer(lambda: _report(moves, stopped, rulebook), lambda: _show(moves, stopped, rulebook), json=json)


def _moves(views: list[TableView], rulebook: Rulebook, *, all_moves: bool) -> Iterator[Move]:
    """The next move, or all moves in order."""
    from sidepot.tournament.balancing import balance

    views = list(views)
    move = balance(views, rulebook)
    while move is not None:
        yield move
        if not all_moves:
            return
        here, there = move.from_table - 1, move.to_table - 1
        left = views[here]
        opened = (*left.opened, (move.from_seat, len(left.opened)))
        taken = tuple([one for one in left.taken if one[0] != move.from_seat])
        views[here] = left._replace(taken=taken, opened=opened)
        views[there] = views[there].joined_by([(move.to_seat, move.player)])
        move = balance(views, rulebook)


class MoveReport(Struct, frozen=True):
    """A move that a player must make, and the reason. Seats are counted from 1."""

    player: str
    from_table: int
    from_seat: int
    to_table: int
    to_seat: int
    big_blind_within: int
    because: str
    cite: str


class HaltReport(Struct, frozen=True):
    """A table that stops."""

    table: int
    because: str
    cite: str


class BalanceReport(Struct, frozen=True):
    """The moves to make, and the tables that must stop."""

    house: str
    moves: list[MoveReport]
    halts: list[HaltReport]


def _report(moves: list[Move], stopped: tuple[Halt, ...], rulebook: Rulebook) -> BalanceReport:
    rows = [
        common.filled(
            MoveReport,
            move,
            from_seat=move.from_seat + 1,
            to_seat=move.to_seat + 1,
            big_blind_within=move.within,
            cite=str(move.cite),
        )
        for move in moves
    ]
    halts = [common.filled(HaltReport, one, cite=str(one.cite)) for one in stopped]
    return BalanceReport(rulebook.name, rows, halts)


def _show(moves: list[Move], stopped: tuple[Halt, ...], rulebook: Rulebook) -> None:
    for line in _lines(moves, stopped, rulebook):
        print(line)


def _lines(moves: list[Move], stopped: tuple[Halt, ...], rulebook: Rulebook) -> Iterator[str]:
    from sidepot.rules.texts import cite
    from sidepot.tournament.balancing import BALANCE

    if not moves:
        yield f"Nobody has to move.  {cite(BALANCE, rulebook)}"
    for move in moves:
        yield (
            f"{move.player} moves from table {move.from_table} seat {move.from_seat + 1} to table {move.to_table} seat "
            f"{move.to_seat + 1}.  {move.cite}"
        )
        yield f"  {move.because}"
    for one in stopped:
        yield f"Table {one.table} stops after its hand, until players come.  {one.cite}"
        yield f"  {one.because}"
