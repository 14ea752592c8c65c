"""Where a tournament of a table stands: its level and the next, players left, places and prizes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from sidepot.room.tables.shown import PublicTournament
from sidepot.room.tables.stakes_text import level_parts, level_words
from sidepot.tournament.entrants import Status

if TYPE_CHECKING:
    from sidepot.room.tables.room_table import RoomTable
    from sidepot.tournament.tournament import Tournament

_KEPT: Final = 2048


class _Field(NamedTuple):
    """The part that changes only when somebody enters, goes out or sits down."""

    needed: int
    prizes: tuple[int, ...]
    places: tuple[tuple[str, int, int], ...]
    waiting: tuple[str, ...]


_FIELDS: dict[str, tuple[tuple[object, ...], _Field]] = {}


def tournament_state(room: RoomTable, tournament: Tournament) -> PublicTournament:
    """The state of a tournament, as its table stands."""
    structure, clock = tournament.structure, room.clock
    reading = tournament.reading(max(room.at, tournament.at))
    games = structure.mix.games
    level = reading.level
    is_last = level + 1 >= len(structure.levels)
    field = _field(room.id, tournament)
    return PublicTournament(
        level=level + 1,
        stakes=level_words(games, structure.level(level).stakes),
        next_stakes="" if is_last else level_words(games, structure.level(level + 1).stakes),
        level_until=clock.level_at,
        is_break=reading.is_break,
        players=tournament.left,
        entries=tournament.entries,
        needed=field.needed,
        prizes=field.prizes,
        places=field.places,
        waiting=field.waiting,
        stakes_said=level_parts(games, structure.level(level).stakes),
        next_said=() if is_last else level_parts(games, structure.level(level + 1).stakes),
    )


def _field(table: str, tournament: Tournament) -> _Field:
    key = (
        id(tournament),
        tournament.entries,
        len(tournament.entrants),
        tournament.left,
        len(tournament.groups),
        tournament.ended,
        tournament.is_seated,
    )
    found = _FIELDS.get(table)
    if found is None or found[0] != key:
        if found is None and len(_FIELDS) >= _KEPT:
            del _FIELDS[next(iter(_FIELDS))]
        found = _FIELDS[table] = key, _read(tournament)
    return found[1]


def _read(tournament: Tournament) -> _Field:
    places = tuple([(line.player, line.place, line.paid) for line in tournament.standings() if line.place])
    entered = [one.player for one in tournament.entrants.values() if one.status is Status.REGISTERED]
    needed = 0 if tournament.is_seated or tournament.ended else max(tournament.structure.seats - tournament.left, 0)
    return _Field(needed, tournament.prizes(), places, tuple(entered))
