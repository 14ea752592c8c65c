"""`sidepot rule --all-houses`: the ruling of every house on an incident.

A choice or an overrule in a file was made in one house, so it is left out and reported.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from typing import NamedTuple

from msgspec import UNSET, Struct, UnsetType

from sidepot.cli import common
from sidepot.cli.rule_input import Decision, Incident
from sidepot.cli.rule_words import RulingReport, notice, report_of
from sidepot.errors import BadNotation, SidepotError
from sidepot.floor.verdict_words import headline, option_words
from sidepot.rules.houses import HOUSES


class InHouse(NamedTuple):
    """The ruling of one house, or the reason why the facts are impossible in this house."""

    house: str
    decision: Decision | None
    refused: str = ""


def in_all_houses(incident: Incident) -> tuple[InHouse, ...]:
    """The ruling of each house, before any decision of the director. Raises BadNotation if no house can rule."""
    found = tuple(_in_house(incident, house) for house in HOUSES)
    if not any(one.decision for one in found):
        raise BadNotation(found[0].refused)
    return found


def _in_house(incident: Incident, house: str) -> InHouse:
    there = copy(incident)
    there.house, there.choose, there.overrule = house, None, None
    try:
        return InHouse(house, there.decide())
    except SidepotError as error:
        return InHouse(house, None, str(error))


def answer_in_all_houses(incidents: Sequence[Incident], path: str, *, json: bool) -> None:
    """Print the rulings of all houses on each incident."""
    rulings = []
    for at, incident in enumerate(incidents, start=1):
        try:
            rulings.append(in_all_houses(incident))
        except SidepotError as error:
            if not path:
                raise
            raise error.at(f"{path}: incident {at}" if len(incidents) > 1 else path) from None
    common.answer(lambda: _houses_report(incidents, rulings), lambda: _show_houses(incidents, rulings), json=json)


class HouseReport(Struct, frozen=True):
    """A house, with its ruling or the reason why there is none."""

    house: str
    ruling: RulingReport | None
    refused: str | UnsetType


class HousesReport(Struct, frozen=True):
    """The rulings of all houses on an incident.

    - `left_out`: the keys of the incident's file that apply to one house only
    """

    title: str | UnsetType
    houses: list[HouseReport]
    left_out: list[str] | UnsetType


class IncidentsReport(Struct, frozen=True):
    """The incidents in a file, each with its rulings."""

    incidents: list[HousesReport]


def _houses_report(
    incidents: Sequence[Incident], rulings: Sequence[Sequence[InHouse]]
) -> HousesReport | IncidentsReport:
    found = [
        HousesReport(incident.title or UNSET, [_house_report(one) for one in houses], left_out(incident) or UNSET)
        for incident, houses in zip(incidents, rulings, strict=True)
    ]
    return found[0] if len(found) == 1 else IncidentsReport(found)


def _house_report(one: InHouse) -> HouseReport:
    ruling = report_of(one.decision.ruling) if one.decision else None
    return HouseReport(one.house, ruling, one.refused or UNSET)


def _show_houses(incidents: Sequence[Incident], rulings: Sequence[Sequence[InHouse]]) -> None:
    for incident, houses in zip(incidents, rulings, strict=True):
        show_in_all_houses(incident.title, houses, left_out(incident))


def left_out(incident: Incident) -> list[str]:
    """The keys of an incident that apply to one house only."""
    return [key for key, value in (("choose", incident.choose), ("overrule", incident.overrule)) if value is not None]


def show_in_all_houses(title: str, houses: Sequence[InHouse], without: Sequence[str] = ()) -> None:
    """Print the rulings of all houses as a table: the verdict, and the rule that decides."""
    from rich.box import SIMPLE_HEAD
    from rich.table import Table
    from rich.text import Text

    console = common.console()
    if title:
        console.print(Text(title, style="dim"))
    table = Table(box=SIMPLE_HEAD, expand=True)
    table.add_column("house", no_wrap=True)
    table.add_column("ruling", ratio=1)
    table.add_column("rule", no_wrap=True)
    for one in houses:
        if one.decision is None:
            table.add_row(one.house, Text(f"no ruling: {one.refused}", style="dim"), "")
            continue
        ruling = one.decision.ruling
        cite = str(ruling.cites[0]) if ruling.cites else ""
        table.add_row(one.house, Text(_decision_text(one.decision)), Text(cite, style="cyan"))
    console.print(table)
    if without:
        console.print(
            Text(f"Left out, because it goes with one house: {' and '.join(without)} in the file.", style="dim")
        )
    notice(console, [one.decision.ruling for one in houses if one.decision])


def _decision_text(decision: Decision) -> str:
    """The verdict in a sentence; if it is open, the options with the recommended one first."""
    ruling = decision.ruling
    if not ruling.is_open:
        return headline(ruling, decision.who)
    first = sorted(ruling.options, key=lambda option: option.verdict != ruling.recommended)
    return f"{headline(ruling, decision.who)} {'; '.join(option_words(option, ruling) for option in first)}"
