"""Changes of the announced terms: future levels, late entry, money, prizes, tables. Source: T7."""

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
from sidepot.tournament.unit_of_work import UnitOfWork


def insert_item(work: UnitOfWork, command: c.InsertItem) -> None:
    """Insert a level or break before one that has not begun."""
    schedule = list(work.tournament.structure.schedule)
    _check_item(work, command.item, command.why, len(schedule))
    schedule.insert(command.item, command.what)
    _change_schedule(work, schedule, command.item, 1, command.why)


def edit_item(work: UnitOfWork, command: c.EditItem) -> None:
    """Change a level or break that has not begun."""
    schedule = list(work.tournament.structure.schedule)
    _check_item(work, command.item, command.why, len(schedule) - 1)
    schedule[command.item] = command.what
    _change_schedule(work, schedule, command.item, 0, command.why)


def remove_item(work: UnitOfWork, command: c.RemoveItem) -> None:
    """Remove a level or break that has not begun."""
    schedule = list(work.tournament.structure.schedule)
    _check_item(work, command.item, command.why, len(schedule) - 1)
    del schedule[command.item]
    _change_schedule(work, schedule, command.item, -1, command.why)


def _check_item(work: UnitOfWork, item: int, why: str, last: int) -> None:
    _check_why(work, why)
    on = work.reading.item if work.tournament.clock.begun else -1
    if not 0 <= item <= last:
        raise Conflict(f"`item` must be from 0 to {last}, not {item}", code="unknown_item")
    if item <= on:
        raise NotDue(
            f"item {item + 1} of the schedule has begun or is over; only later items can change",
            code="item_played",
        )


def _check_why(work: UnitOfWork, why: str) -> None:
    if not why.strip() and not work.tournament.reports.draft:
        raise Conflict("other terms were announced before, so the change needs a reason", code="no_reason")


def _change_schedule(work: UnitOfWork, schedule: list[Item], item: int, more: int, why: str) -> None:
    """Replace the schedule. The add-on stays in its break, and late entry ends with the announced level."""
    tournament = work.tournament
    entry = tournament.structure.entry
    addon = entry.addon_item
    if more and addon >= item:
        if more < 0 and addon == item:
            raise Conflict("this break cannot be removed: the add-on is sold in it", code="addon_break")
        entry = msgspec.structs.replace(entry, addon_item=addon + more)
    structure = msgspec.structs.replace(tournament.structure, schedule=tuple(schedule), entry=entry)
    _announce(work, structure, why)


def _announce(work: UnitOfWork, structure: Structure | None, why: str, **terms: Any) -> None:
    tournament = work.tournament
    planned = structure is not None and structure.schedule != tournament.structure.schedule
    work.emit(e.TermsChanged(why, structure, **terms))
    if planned:
        work.emit(e.ClockSet(tournament.clock.planned(work.now, tournament.structure.schedule)))


def change_structure(work: UnitOfWork, command: c.ChangeStructure) -> None:
    """Give a draft another structure."""
    _check_draft(work)
    if command.structure == work.tournament.structure:
        raise NotDue("the tournament already has this structure", code="no_change")
    _announce(work, command.structure, command.why)


def open_check_in(work: UnitOfWork, command: c.OpenCheckIn) -> None:
    """Open the check-in of a draft."""
    _check_draft(work)
    work.emit(e.CheckInOpened(work.now))


def _check_draft(work: UnitOfWork) -> None:
    if not work.tournament.reports.draft:
        raise NotDue(
            "check-in is open, so this tournament is no longer a draft and cannot be changed this way", code="not_draft"
        )


def change_terms(work: UnitOfWork, command: c.ChangeTerms) -> None:
    """Change the terms of entry and prizes, the seats at each table, or the order in which tables are broken."""
    _check_why(work, command.why)
    tournament = work.tournament
    structure = tournament.structure
    entry = {
        name: value for name in ("late_levels", "guarantee", "most") if (value := getattr(command, name)) is not None
    }
    changes: dict[str, object] = {}
    if entry:
        _check_entry(work, entry)
        changes["entry"] = msgspec.structs.replace(structure.entry, **entry)
    if tournament.deal is not None and (command.added is not None or command.guarantee is not None):
        raise NotDue("a deal has been made; undo it to change the prize pool", code="deal_made")
    if command.pays is not None:
        if tournament.deal is not None or _in_money(work):
            raise NotDue("some places are already paid; change the prizes before the money", code="in_money")
        changes["pays"] = command.pays
    if command.break_order is not None:
        strange = [number for number in command.break_order if number not in tournament.tables]
        if strange or len(set(command.break_order)) < len(command.break_order):
            raise Conflict("list only open tables, each once, in the order in which they break", code="no_table")
    if command.seats is not None:
        _check_seats(work, command.seats)
        if command.seats > structure.seats:
            changes["seats"] = command.seats
    if not changes and command.added is None and command.seats is None and command.break_order is None:
        raise Conflict("give at least one change", code="no_change")
    made = msgspec.structs.replace(structure, **changes) if changes else None
    _announce(work, made, command.why, added=command.added, seats=command.seats, break_order=command.break_order)
    if "seats" in changes:
        _widen(work, command.seats or 0)


def _in_money(work: UnitOfWork) -> bool:
    tournament = work.tournament
    return bool(tournament.groups) and tournament.left < len(prizes(tournament))


def _check_entry(work: UnitOfWork, entry: dict[str, int]) -> None:
    tournament = work.tournament
    late = entry.get("late_levels")
    if late is not None and tournament.clock.begun and late > tournament.structure.entry.late_levels:
        if tournament.deal is not None:
            raise NotDue("the players have agreed on a deal, so nobody can enter", code="deal_made")
    most = entry.get("most")
    if most and most < len(tournament.entrants):
        raise Conflict(
            f"{len(tournament.entrants)} players have entered; the maximum cannot be lower", code="tournament_full"
        )


def _check_seats(work: UnitOfWork, seats: int) -> None:
    structure = work.tournament.structure
    most = structure.mix.seats[1]
    if not 2 <= seats <= most:
        raise Conflict(f"a table of {structure.mix.title} must have 2 to {most} seats, not {seats}", code="bad_seats")


def _widen(work: UnitOfWork, seats: int) -> None:
    """Give every table at least this many seats."""
    for number, table in work.tournament.tables.items():
        if table.rules.seats < seats:
            rules = msgspec.structs.replace(table.rules, seats=seats)
            work.emit(e.AtTable(number, at_table.Agreed(rules)))
