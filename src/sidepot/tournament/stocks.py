"""How far stacks are known, what all chips should come to, and where a count differs from the record."""

from __future__ import annotations

from typing import Final, NamedTuple

from sidepot.errors import NotDue
from sidepot.tournament.cited import CHIPS
from sidepot.tournament.reports import How, Stock
from sidepot.tournament.state import TournamentState

HERE: Final = Stock()
TOGETHER_MS: Final = 600_000  # stacks counted within this time are one count


class Difference(NamedTuple):
    """How many more chips a table has than its record (below zero: fewer); `is_counted`: every stack there is known.

    Table 0 has the chips that left the record with a closed table.
    """

    table: int
    chips: int
    is_counted: bool


def stock_of(tournament: TournamentState, player: str) -> Stock:
    """How reliably the stack of a player is known, and since when. If the hands are played here, it is known now."""
    if not tournament.reports.live:
        return Stock(How.KNOWN, tournament.at)
    return tournament.reports.stacks.get(player, HERE)


def is_counted(tournament: TournamentState, number: int) -> bool:
    """Whether every stack at a table is known as of about the same time."""
    table, stacks = tournament.tables.get(number), tournament.reports.stacks
    if table is None:
        return False
    times = []
    for player in table.places:
        one = stacks.get(player, HERE)
        if one.how is not How.KNOWN:
            return False
        times.append(one.at)
    return not times or min(times) >= max(times) - TOGETHER_MS


def differences(tournament: TournamentState) -> list[Difference]:
    """The tables whose reported chips differ from the record."""
    adrift = tournament.reports.adrift
    return [Difference(number, adrift[number], is_counted(tournament, number)) for number in sorted(adrift)]


def difference(tournament: TournamentState) -> int:
    """How many more chips were reported in all than were issued; below zero: fewer."""
    return sum(tournament.reports.adrift.values())


def average(tournament: TournamentState) -> int:
    """The average stack, computed from the chips issued, so that no stack needs to be known."""
    return (tournament.issued - tournament.removed) // max(tournament.left, 1)


def check_known(tournament: TournamentState, why: str) -> None:
    """Raise NotDue if a stack is unknown, naming the stack and what it is needed for (`why`)."""
    if not tournament.reports.live:
        return
    for one in tournament.players_in():
        stock = stock_of(tournament, one.player)
        if stock.how is not How.KNOWN:
            raise NotDue(
                f"the stack of {one.player} at table {one.table} is {stock.how}; count it first, {why}",
                CHIPS,
                code="stack_not_known",
            )
