"""The tables of a tournament as `moves.TableView`s, for those who seat people."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import TYPE_CHECKING

from sidepot.tournament.final import final_size
from sidepot.tournament.hall import Hall
from sidepot.tournament.moves import TableView, view_of
from sidepot.tournament.seating import ANY_SEAT
from sidepot.tournament.structure import Kind

if TYPE_CHECKING:
    from sidepot.tournament.tournament import Tournament


def hall(event: Tournament) -> Hall:
    """All tables as they are now, by number: looked at again only where something has happened since."""
    seen = event.hall
    for number in sorted(seen.stale):
        table = event.tables.get(number)
        if table is None:
            seen.drop(number)
        else:
            pinned = [player for player in table.places if event.entrants[player].pin is not None]
            seen.put(view_of(table, number, pinned=pinned, eliminated=number in event.eliminated))
    seen.stale.clear()
    return seen


def view(event: Tournament, number: int) -> TableView:
    """One table, as it is now."""
    return hall(event).views[number]


def views(event: Tournament) -> list[TableView]:
    """All tables, by number."""
    return list(hall(event).views.values())


def pins(event: Tournament, players: Iterable[str]) -> dict[str, tuple[int, int]]:
    """Who of these keeps to a place at a table that is open."""
    found = {player: event.entrants[player].pin for player in players}
    return {player: place for player, place in found.items() if place is not None and place[0] in event.tables}


def open_pins(
    event: Tournament, players: Iterable[str], tables: Mapping[int, Collection[int]]
) -> dict[str, tuple[int, int]]:
    """The same as far as it can be done (T8), for a draw at these tables.

    Whose seat is taken sits at his table; whose table is full, or no longer there, has that seat at another.
    """
    players = [player for player in players if event.entrants[player].pin is not None]
    if not players:
        return {}
    free = {table: set(seats) for table, seats in tables.items()}
    room = {table: len(seats) for table, seats in free.items()}
    found: dict[str, tuple[int, int]] = {}
    for player in players:
        table, seat = event.entrants[player].pin or (0, ANY_SEAT)
        if not room.get(table):
            where = [number for number, seats in free.items() if seat in seats and room[number]]
            table = max(where, key=lambda number: room[number], default=0)
        if table:
            found[player] = (table, seat if seat in free[table] else ANY_SEAT)
            free[table].discard(seat)
            room[table] -= 1
    return found


def final_seats(event: Tournament) -> int:
    """How many sit at the last table: one more than at a full one, as far as the game is for so many."""
    structure = event.structure
    size = final_size(
        structure.seats, structure.rulebook, heads_up=structure.kind is Kind.HEADS_UP, size=structure.final
    )
    return min(size, structure.mix.seats[1])


def is_closed(event: Tournament, now: int) -> bool:
    """Whether who has lost everything is out: the time to enter and to buy again has run out."""
    return event.clock.begun and not may_still_come(event, now)


def may_still_come(event: Tournament, now: int) -> bool:
    """Whether the field may still grow: registration is open, or rebuys are sold. After a deal nobody comes (T7)."""
    if event.deal is not None:
        return False
    reading = event.clock.at(now)
    terms = event.structure
    if not event.clock.begun:
        return terms.entry.late_levels > 0
    return terms.is_entry_open(reading.level, on_break=reading.is_break) or terms.is_rebuy_open(
        reading.level, on_break=reading.is_break
    )
