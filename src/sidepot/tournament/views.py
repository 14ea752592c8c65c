"""The tables of a tournament as `moves.TableView`s, for seating; and whether players may still enter."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Final

from sidepot.tournament.all_tables import AllTables
from sidepot.tournament.clock import Reading
from sidepot.tournament.final import final_size
from sidepot.tournament.moves import TableView, view_of
from sidepot.tournament.real_tables import forgotten, reported_view
from sidepot.tournament.seating import ANY_SEAT
from sidepot.tournament.state import TournamentState
from sidepot.tournament.structure import Kind

ALL_SEATS: Final = -1  # of a lock: the whole table


def all_tables(tournament: TournamentState, now: int | None = None) -> AllTables:
    """All tables as they are now, by number. Only tables with new events are read again.

    The button that was last reported for a table may be out of date at the time `now` (by default, the time of the
    last step); it is then left out.
    """
    seen = tournament.all_tables
    live = tournament.reports.live
    if live:
        seen.stale.update(forgotten(tournament, seen, tournament.at if now is None else now))
    for number in sorted(seen.stale):
        table = tournament.tables.get(number)
        if table is None:
            seen.drop(number)
        else:
            locked = ALL_SEATS in tournament.reports.locks.get(number, ())
            pinned = [player for player in table.places if locked or tournament.entrants[player].pin is not None]
            one = view_of(
                table,
                number,
                pinned=pinned,
                eliminated=number in tournament.eliminated,
                held=closed_seats(tournament, number, table.rules.seats),
            )
            seen.put(reported_view(tournament, one, tournament.at if now is None else now) if live else one)
    seen.stale.clear()
    return seen


def view(tournament: TournamentState, number: int) -> TableView:
    """The table with this number, as it is now."""
    return all_tables(tournament).views[number]


def views(tournament: TournamentState) -> list[TableView]:
    """All tables as they are now, in number order."""
    return list(all_tables(tournament).views.values())


def pins(tournament: TournamentState, players: Iterable[str]) -> dict[str, tuple[int, int]]:
    """The pinned places of these players, if the tables are still open."""
    found = {player: tournament.entrants[player].pin for player in players}
    return {player: place for player, place in found.items() if place is not None and place[0] in tournament.tables}


def open_pins(
    tournament: TournamentState, players: Iterable[str], tables: Mapping[int, Collection[int]]
) -> dict[str, tuple[int, int]]:
    """The pinned places of these players, as far as a draw at these tables can keep them (rule T8).

    If the pinned seat is taken, the player keeps the table. If the pinned table is full or closed, the player keeps the
    seat number at another table.
    """
    players = [player for player in players if tournament.entrants[player].pin is not None]
    if not players:
        return {}
    free = {table: set(seats) for table, seats in tables.items()}
    room = {table: len(seats) for table, seats in free.items()}
    found: dict[str, tuple[int, int]] = {}
    for player in players:
        table, seat = tournament.entrants[player].pin or (0, ANY_SEAT)
        if not room.get(table):
            where = [number for number, seats in free.items() if seat in seats and room[number]]
            table = max(where, key=lambda number: room[number], default=0)
        if table:
            found[player] = (table, seat if seat in free[table] else ANY_SEAT)
            free[table].discard(seat)
            room[table] -= 1
    return found


def closed_seats(tournament: TournamentState, number: int, seats: int) -> Collection[int]:
    """The seats of a table that are given to nobody: locked seats, and seats beyond the number in use."""
    reports = tournament.reports
    if not reports.seats and not reports.locks:
        return ()
    locks = reports.locks.get(number, {})
    if ALL_SEATS in locks:
        return range(seats)
    return {*locks, *range(seats_used(tournament, number), seats)}


def seat_keepers(tournament: TournamentState) -> dict[str, int]:
    """The players without chips who keep their seats because they may buy in again, each with the table number."""
    entrants = tournament.entrants
    return {player: entrants[player].table for player in tournament.busted if entrants[player].table}


def without_keepers(tournament: TournamentState, tables: AllTables) -> AllTables:
    """The tables as they would be if players without chips kept no seats."""
    keepers = seat_keepers(tournament)
    found = []
    for number, one in tables.views.items():
        places = tournament.tables[number].places
        seats = {places[player].seat for player, table in keepers.items() if table == number and player in places}
        found.append(one._replace(held=frozenset(one.held).difference(seats)) if seats else one)
    return AllTables(found)


def seats_used(tournament: TournamentState, number: int) -> int:
    """The number of seats in use at an open table: all of them at the final table."""
    reports, seats = tournament.reports, tournament.tables[number].rules.seats
    return seats if not reports.seats or number in reports.finals else min(reports.seats, seats)


def seats_at_each(tournament: TournamentState) -> int:
    """The number of seats used at each table."""
    return tournament.reports.seats or tournament.structure.seats


def final_seats(tournament: TournamentState) -> int:
    """The number of seats at the final table: one more than at other tables, if the game allows that."""
    structure = tournament.structure
    full, heads_up = seats_at_each(tournament), structure.kind is Kind.HEADS_UP
    size = final_size(full, structure.rulebook, heads_up=heads_up, size=structure.final)
    return min(size, structure.mix.seats[1])


def is_closed(tournament: TournamentState, now: int) -> bool:
    """Whether players without chips are out for good, because entry and rebuys are over."""
    return tournament.clock.begun and not may_still_come(tournament, now)


def is_open(tournament: TournamentState, reading: Reading) -> tuple[bool, bool]:
    """Whether players may enter, and whether rebuys are sold. Both are false in a draft and after a deal.

    Players may enter before the start and through the late levels.
    """
    if tournament.deal is not None or tournament.reports.draft:
        return False, False
    entry, rebuys = tournament.structure.open_at(reading.level, on_break=reading.is_break)
    return entry or not tournament.clock.begun, rebuys


def may_still_come(tournament: TournamentState, now: int) -> bool:
    """Whether more players may still enter: registration is open, or rebuys are sold.

    A deal on the prizes closes both (rule T7).
    """
    if tournament.deal is None and not tournament.clock.begun:
        return tournament.structure.entry.late_levels > 0
    return any(is_open(tournament, tournament.reading(now)))
