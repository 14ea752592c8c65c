"""The results of a tournament on the terminal: standings, moves and why, chip races, payouts."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rich.console import Console
    from rich.table import Table

    from sidepot.rules.rulebook import Rulebook
    from sidepot.simulation.tournaments.tournament_result import TournamentResult
    from sidepot.table.race import RaceSheet
    from sidepot.tournament.entrants import Standing
    from sidepot.tournament.structure import Structure

PLACES = 20  # that are listed besides those that are paid
MOVES = 20


def show(
    console: Console, result: TournamentResult, structure: Structure, seed: int, *, everything: bool, quiet: bool
) -> None:
    """The tournament, who finished where, who was moved and why, the races, the payouts, and whether all holds."""
    from rich.text import Text

    console.print(Text(structure.title, "bold"))
    for line in lines_of(result, seed):
        console.print(Text(line))
    if not quiet:
        console.print(_standings(result.standings, everything=everything))
        for line in _moves(result, structure.rulebook, everything=everything):
            console.print(Text(line))
        for line in _races(result.races, structure.rulebook):
            console.print(Text(line))
        for line in _payouts(result.payouts):
            console.print(Text(line))
    elif result.standings:
        console.print(Text(f"Winner: {result.standings[0].player}, {result.standings[0].paid:,}"))
    for note in result.notes:
        console.print(Text(f"Note: {note}."))
    for violation in result.violations:
        console.print(Text(f"step {violation.step}, {clock_text(violation.at)}: {violation.what}", "bold red"))
    if not result.violations and result.is_over:
        console.print(Text("All holds, after every step.", "green"))


def lines_of(result: TournamentResult, seed: int) -> Iterator[str]:
    """How many, how long, and where the chips and the money are."""
    more = [f"{count:,} {what}" for count, what in ((result.rebuys, "rebuys"), (result.addons, "add-ons")) if count]
    people = f"{result.players:,} players, {result.entries:,} entries" + "".join(f", {one}" for one in more)
    yield f"{people}; {result.tables} tables at most; seed {seed}"
    yield (
        f"{result.hands:,} hands in {clock_text(result.clock_ms)} of the clock, to level {result.level + 1}; "
        f"{result.seconds:,.1f} seconds, {result.hands_per_second:,.0f} hands a second"
    )
    yield (
        f"{result.chips_issued:,} chips issued, {result.chips_removed:,} removed, {result.chips_in_play:,} in play; "
        f"pool {result.pool:,}, fees {result.fees:,}" + (f", bounties {result.bounties:,}" if result.bounties else "")
    )


def clock_text(ms: int) -> str:
    """`3:07` for three hours and seven minutes."""
    return f"{ms // 3_600_000}:{ms // 60_000 % 60:02}"


def _standings(standings: Sequence[Standing], *, everything: bool) -> Table:
    from rich.box import SIMPLE_HEAD
    from rich.table import Table
    from rich.text import Text

    table = Table(box=SIMPLE_HEAD, padding=(0, 1), pad_edge=False)
    has_bounties = any(line.bounties for line in standings)
    for head in ("place", "player", "paid", *(["bounties"] if has_bounties else [])):
        table.add_column(head, justify="left" if head == "player" else "right")
    paid = sum([line.paid > 0 or line.bounties > 0 and line.place <= PLACES for line in standings])
    shown = standings if everything else standings[: max(paid, PLACES)]
    for line in shown:
        cells = [str(line.place or "-"), line.player, f"{line.paid:,}" if line.paid else ""]
        if has_bounties:
            cells.append(f"{line.bounties:,}" if line.bounties else "")
        table.add_row(*[Text(cell) for cell in cells])
    if len(shown) < len(standings):
        table.add_row("...", f"{len(standings) - len(shown):,} more (--all)", "")
    return table


def _moves(result: TournamentResult, house: Rulebook, *, everything: bool) -> Iterator[str]:
    """Each move with its reason; of many the last ones."""
    from sidepot.rules.own_numbers import own_cite

    moves = result.moves if everything else result.moves[-MOVES:]
    if len(moves) < len(result.moves):
        yield f"{len(result.moves):,} moves, of which the last {len(moves)} (--all lists them all):"
    for move in moves:
        yield (
            f"  {move.player} from table {move.from_table} seat {move.from_seat + 1} to table {move.to_table} "
            f"seat {move.to_seat + 1}. {move.because} {own_cite(house, move.cite)}"
        )


def _races(races: Sequence[tuple[int, RaceSheet]], house: Rulebook) -> Iterator[str]:
    """How the chips of each kind left play, at how many tables."""
    from sidepot.rules.own_numbers import own_cite
    from sidepot.tournament.cited import RACES

    for removed in sorted({sheet.removed for _, sheet in races}):
        sheets = [sheet for _, sheet in races if sheet.removed == removed]
        taken, issued = sum(sheet.taken for sheet in sheets), sum(sheet.issued for sheet in sheets)
        yield (
            f"Chips of {removed} left play at {len(sheets)} table{'s'[: len(sheets) != 1]}: odd ones of {taken:,} were "
            f"removed, and {issued:,} won or given to stay in.  {own_cite(house, RACES)}"
        )


def _payouts(payouts: Sequence[int]) -> Iterator[str]:
    """The prizes, those that are alike together."""
    at = 1
    told = []
    for amount, some in groupby(payouts):
        last = at + len(list(some)) - 1
        told.append(f"{at if at == last else f'{at}-{last}'}: {amount:,}")
        at = last + 1
    if told:
        yield "Payouts  " + ";  ".join(told)
