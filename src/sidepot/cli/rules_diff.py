"""`sidepot rules diff`: where two houses differ, in words."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from msgspec import Struct

from sidepot.cli import common
from sidepot.errors import BadNotation
from sidepot.rules.houses import HOUSES, find_house
from sidepot.rules.meanings import CHOICES, Difference, Does, differences, how_often, meanings
from sidepot.rules.notice import LINK
from sidepot.rules.rulebook import Rulebook

if TYPE_CHECKING:
    from rich.text import Text


def command(names: Sequence[str], *, json: bool) -> None:
    """Where the two houses of these names differ. Raises BadNotation."""
    if len(names) != 2:
        told = ", ".join(HOUSES)
        raise BadNotation(f"two houses are compared, as in sidepot rules diff tda-2013 tda-2024; there are {told}")
    first, second = find_house(names[0]), find_house(names[1])
    found = differences(first, second)
    common.answer(lambda: report_of(first, second, found), lambda: show(first, second, found), json=json)


class ChoiceReport(Struct, frozen=True):
    """What a house does at a point."""

    name: str
    value: object
    does: str
    rule: str


class PointReport(Struct, frozen=True):
    """A point at which two houses differ, and the whole as a sentence."""

    field: str
    group: str
    often: int
    how_often: str
    decides: str
    houses: list[ChoiceReport]
    sentence: str


class DiffReport(Struct, frozen=True):
    """Two houses, and where they differ."""

    houses: list[str]
    differences: list[PointReport]


def report_of(first: Rulebook, second: Rulebook, found: Sequence[Difference]) -> DiffReport:
    """Each difference: the point, each house's choice, and the whole as a sentence."""
    points = [
        common.filled(
            PointReport,
            one,
            how_often=how_often()[one.often],
            decides=meanings()[one.field].gist,
            houses=[
                ChoiceReport(house.name, getattr(house, one.field), does.text, does.rule)
                for house, does in ((first, one.first), (second, one.second))
            ],
            sentence=sentence(first, second, one),
        )
        for one in found
    ]
    return DiffReport([first.name, second.name], points)


def sentence(first: Rulebook, second: Rulebook, one: Difference) -> str:
    """A difference in one sentence: each house's choice, with the rules."""
    return f"{first.name} {one.first}; {second.name} {one.second}."


def show(first: Rulebook, second: Rulebook, found: Sequence[Difference]) -> None:
    """The differences on the terminal, the most frequent first: one house's choice, and below it the other's."""
    from rich.table import Table
    from rich.text import Text

    console = common.console()
    same = len(CHOICES) - len(found)
    if not found:
        console.print(f"{first.name} and {second.name} decide all {same} points alike.")
        return
    points = "1 point" if len(found) == 1 else f"{len(found)} points"
    console.print(f"{first.name} and {second.name} differ in {points}, and are alike in {same}.")
    for often, some in groupby(found, key=lambda one: one.often):
        console.print(Text(f"\nMet {how_often()[often]}", style="bold underline"))
        for one in some:
            table = Table.grid(padding=(0, 2, 0, 0), pad_edge=True)
            table.add_column(width=max(len(first.name), len(second.name)) + 2, no_wrap=True)
            table.add_column()
            table.add_row(Text(f"  {first.name}", style="bold"), _said(one.first).append(";"))
            table.add_row(Text(f"  {second.name}", style="bold"), _said(one.second).append(f".  [{one.field}]", "dim"))
            console.print()
            console.print(table)
    words = (
        "How often a table meets a point is our own estimate, by no count. In our own words; the TDA's rules are at "
        f"{LINK}. docs/houses.md has all choices."
    )
    console.print(Text(f"\n{words}", style="dim"))


def _said(does: Does) -> Text:
    from rich.text import Text

    line = Text(does.text)
    return Text.assemble(line, " (", (does.rule, "cyan"), ")") if does.rule else line
