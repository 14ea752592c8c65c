"""Changes of what was announced: levels that are still to come, late entry, money, prizes, tables. Source: T7."""

from __future__ import annotations

from typing import Any

import msgspec

from sidepot.errors import Conflict, NotDue
from sidepot.table import events as at_table
from sidepot.tournament import commands as c
from sidepot.tournament import events as e
from sidepot.tournament.money import prizes
from sidepot.tournament.schedule import Item
from sidepot.tournament.structure import Structure
from sidepot.tournament.underway import Doing


def insert_item(doing: Doing, command: c.InsertItem) -> None:
    """Insert a level or break that is still to come."""
    schedule = list(doing.tournament.structure.schedule)
    _check_item(doing, command.item, command.why, len(schedule))
    schedule.insert(command.item, command.what)
    _change_schedule(doing, schedule, command.item, 1, command.why)


def edit_item(doing: Doing, command: c.EditItem) -> None:
    """Change a level or break that is still to come."""
    schedule = list(doing.tournament.structure.schedule)
    _check_item(doing, command.item, command.why, len(schedule) - 1)
    schedule[command.item] = command.what
    _change_schedule(doing, schedule, command.item, 0, command.why)


def remove_item(doing: Doing, command: c.RemoveItem) -> None:
    """Take a level or break out that is still to come."""
    schedule = list(doing.tournament.structure.schedule)
    _check_item(doing, command.item, command.why, len(schedule) - 1)
    del schedule[command.item]
    _change_schedule(doing, schedule, command.item, -1, command.why)


def _check_item(doing: Doing, item: int, why: str, last: int) -> None:
    _check_why(doing, why)
    on = doing.reading.item if doing.tournament.clock.begun else -1
    if not 0 <= item <= last:
        raise Conflict(f"the schedule has the items 0 to {last}, and no item {item}", code="unknown_item")
    if item <= on:
        raise NotDue(
            f"item {item + 1} of the schedule has been played, or is on: only what is to come can change",
            code="item_played",
        )


def _check_why(doing: Doing, why: str) -> None:
    if not why.strip() and not doing.tournament.heard.draft:
        raise Conflict("what was announced changes for a reason: say why", code="no_reason")


def _change_schedule(doing: Doing, schedule: list[Item], item: int, more: int, why: str) -> None:
    """Another schedule; the add-on stays in its break, and late entry ends with the level that was announced."""
    tournament = doing.tournament
    entry = tournament.structure.entry
    addon = entry.addon_item
    if more and addon >= item:
        if more < 0 and addon == item:
            raise Conflict("the add-on is sold in that break: it stays", code="addon_break")
        entry = msgspec.structs.replace(entry, addon_item=addon + more)
    structure = msgspec.structs.replace(tournament.structure, schedule=tuple(schedule), entry=entry)
    _announce(doing, structure, why)


def _announce(doing: Doing, structure: Structure | None, why: str, **terms: Any) -> None:
    tournament = doing.tournament
    planned = structure is not None and structure.schedule != tournament.structure.schedule
    doing.emit(e.TermsChanged(why, structure, **terms))
    if planned:
        doing.emit(e.ClockSet(tournament.clock.planned(doing.now, tournament.structure.schedule)))


def change_structure(doing: Doing, command: c.ChangeStructure) -> None:
    """Play a draft by another structure."""
    _check_draft(doing)
    if command.structure == doing.tournament.structure:
        raise NotDue("that is its structure already", code="no_change")
    _announce(doing, command.structure, command.why)


def open_check_in(doing: Doing, command: c.OpenCheckIn) -> None:
    """Open the check-in of a draft."""
    _check_draft(doing)
    doing.emit(e.CheckInOpened(doing.now))


def _check_draft(doing: Doing) -> None:
    if not doing.tournament.heard.draft:
        raise NotDue("the check-in is open: this is no draft any more", code="not_draft")


def change_terms(doing: Doing, command: c.ChangeTerms) -> None:
    """Change the terms of entry and prizes, the seats at each table, or the order in which tables are broken."""
    _check_why(doing, command.why)
    tournament = doing.tournament
    structure = tournament.structure
    entry = {
        name: value for name in ("late_levels", "guarantee", "most") if (value := getattr(command, name)) is not None
    }
    changes: dict[str, object] = {}
    if entry:
        _check_entry(doing, entry)
        changes["entry"] = msgspec.structs.replace(structure.entry, **entry)
    if command.pays is not None:
        if tournament.deal is not None or _in_money(doing):
            raise NotDue("places are paid already: prizes change before the money", code="in_money")
        changes["pays"] = command.pays
    if command.break_order is not None:
        strange = [number for number in command.break_order if number not in tournament.tables]
        if strange or len(set(command.break_order)) < len(command.break_order):
            raise Conflict("the order names open tables, each once", code="no_table")
    if command.seats is not None:
        _check_seats(doing, command.seats)
        if command.seats > structure.seats:
            changes["seats"] = command.seats
    if not changes and command.added is None and command.seats is None and command.break_order is None:
        raise Conflict("say what changes", code="no_change")
    made = msgspec.structs.replace(structure, **changes) if changes else None
    _announce(doing, made, command.why, added=command.added, seats=command.seats, break_order=command.break_order)
    if "seats" in changes:
        _widen(doing, command.seats or 0)


def _in_money(doing: Doing) -> bool:
    tournament = doing.tournament
    return bool(tournament.groups) and tournament.left < len(prizes(tournament))


def _check_entry(doing: Doing, entry: dict[str, int]) -> None:
    tournament = doing.tournament
    late = entry.get("late_levels")
    if late is not None and tournament.clock.begun and late > tournament.structure.entry.late_levels:
        if tournament.deal is not None:
            raise NotDue("a deal has been made: nobody enters after it", code="deal_made")
    most = entry.get("most")
    if most and most < len(tournament.entrants):
        raise Conflict(f"{len(tournament.entrants)} have entered: the most is no less", code="event_full")


def _check_seats(doing: Doing, seats: int) -> None:
    structure = doing.tournament.structure
    most = structure.mix.seats[1]
    if not 2 <= seats <= most:
        raise Conflict(f"a table of {structure.mix.title} has 2 to {most} seats, not {seats}", code="bad_seats")


def _widen(doing: Doing, seats: int) -> None:
    """Have all tables as many seats at least."""
    for number, table in doing.tournament.tables.items():
        if table.rules.seats < seats:
            rules = msgspec.structs.replace(table.rules, seats=seats)
            doing.table_event(number, at_table.Agreed(rules))
