"""Where an event of one table stands, for all to see: its level and the next one, who is left, places and prizes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from sidepot.room.tables.stakes_text import level_words
from sidepot.room.tables.state import EventState
from sidepot.tournament.entrants import Status

if TYPE_CHECKING:
    from sidepot.room.tables.room_table import RoomTable
    from sidepot.tournament.tournament import Tournament

_KEPT: Final = 2048


class _Field(NamedTuple):
    """What changes only when somebody enters, goes out or sits down."""

    needed: int
    prizes: tuple[int, ...]
    places: tuple[tuple[str, int, int], ...]
    waiting: tuple[str, ...]


_FIELDS: dict[str, tuple[tuple[object, ...], _Field]] = {}


def event_state(room: RoomTable, event: Tournament) -> EventState:
    """The state of an event, as its table stands."""
    structure, clock = event.structure, room.clock
    reading = event.reading(max(room.at, event.at))
    games = structure.mix.games
    level = reading.level
    is_last = level + 1 >= len(structure.levels)
    field = _field(room.id, event)
    return EventState(
        level=level + 1,
        stakes=level_words(games, structure.level(level).stakes),
        next_stakes="" if is_last else level_words(games, structure.level(level + 1).stakes),
        level_until=clock.level_at,
        is_break=reading.is_break,
        players=event.left,
        entries=event.entries,
        needed=field.needed,
        prizes=field.prizes,
        places=field.places,
        waiting=field.waiting,
    )


def _field(table: str, event: Tournament) -> _Field:
    key = (id(event), event.entries, len(event.entrants), event.left, len(event.groups), event.ended, event.is_seated)
    found = _FIELDS.get(table)
    if found is None or found[0] != key:
        if found is None and len(_FIELDS) >= _KEPT:
            del _FIELDS[next(iter(_FIELDS))]
        found = _FIELDS[table] = key, _read(event)
    return found[1]


def _read(event: Tournament) -> _Field:
    places = tuple([(line.player, line.place, line.paid) for line in event.standings() if line.place])
    entered = [one.player for one in event.entrants.values() if one.status is Status.REGISTERED]
    needed = 0 if event.is_seated or event.ended else max(event.structure.seats - event.left, 0)
    return _Field(needed, event.prizes(), places, tuple(entered))
