"""The tables of a tournament as `moves.TableView`s, for those who seat people."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from sidepot.tournament.final import final_size
from sidepot.tournament.moves import TableView, view_of
from sidepot.tournament.structure import Kind

if TYPE_CHECKING:
    from sidepot.tournament.tournament import Tournament


def view(event: Tournament, number: int) -> TableView:
    """One table, as it is now: looked at again only when something has happened there since."""
    table = event.tables[number]
    seen = event.seen.get(number)
    if seen is not None and seen[0] is table and seen[1] == len(table.log):
        return seen[2]
    pinned = [player for player in table.places if event.entrants[player].pin is not None]
    now = view_of(table, number, pinned=pinned)
    event.seen[number] = (table, len(table.log), now)
    return now


def views(event: Tournament) -> list[TableView]:
    """All tables, by number."""
    return [view(event, number) for number in sorted(event.tables)]


def pins(event: Tournament, players: Iterable[str]) -> dict[str, tuple[int, int]]:
    """Who of these keeps to a place at a table that is open."""
    found = {player: event.entrants[player].pin for player in players}
    return {player: place for player, place in found.items() if place is not None and place[0] in event.tables}


def final_seats(event: Tournament) -> int:
    """How many sit at the last table: one more than at a full one, as far as the game is for so many."""
    structure = event.structure
    size = final_size(
        structure.seats, structure.rulebook, heads_up=structure.kind is Kind.HEADS_UP, size=structure.final
    )
    return min(size, structure.mix.seats[1])
