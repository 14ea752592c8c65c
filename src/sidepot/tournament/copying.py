"""Copies of a tournament's state: checkpoints to go back to, and a copy for trying something out.

A checkpoint is never changed. It shares with the previous one the tables at which nothing has happened in between.
"""

from __future__ import annotations

from copy import copy
from typing import Final

from sidepot.errors import NotDue
from sidepot.tournament.all_tables import AllTables
from sidepot.tournament.entrants import Entrant
from sidepot.tournament.state import Point, TournamentState
from sidepot.tournament.steps import Step

EVERY: Final = 200  # steps from one checkpoint to the next
MOST: Final = 12  # checkpoints kept; of older ones every second is dropped

_PLAIN: Final = (
    "structure", "levels_ahead", "chips_ahead", "clock", "last_table", "issued", "removed", "in_play", "collected",
    "fees", "bounties", "hands", "hand_for_hand", "deal", "redrawn_at", "ended", "entries", "chances", "envelopes",
    "flights",
)  # fmt: skip
_COPIED: Final = (
    "counts", "busted", "waiting", "levels", "totals", "signals", "halted", "eliminated", "groups", "round_played",
    "round_busts", "draws", "moves", "races", "reports",
)  # fmt: skip


def point_of(tournament: TournamentState, count: int, last: Step, before: Point | None) -> Point:
    """A checkpoint after `count` steps.

    - `last`: the last of these steps
    - `before`: the previous checkpoint, if there is one
    """
    tables = {}
    for number, table in tournament.tables.items():
        old = before.tables.get(number) if before is not None else None
        same = old is not None and len(old.log) == len(table.log) and old.log[-1] is table.log[-1]
        tables[number] = old if same and old is not None else table.copy()
    return Point(count, last, _columns(tournament), _entrants(tournament.entrants), tables)


def go_back(tournament: TournamentState, point: Point) -> None:
    """Set a tournament back to a checkpoint. The log and the time stay as they are."""
    for name, value in point.columns.items():
        setattr(tournament, name, value.copy() if name in _COPIED else value)
    tournament.entrants = _entrants(point.entrants)
    tournament.tables = {number: table.copy() for number, table in point.tables.items()}
    tournament.all_tables = AllTables()
    tournament.all_tables.stale.update(tournament.tables)
    tournament.seen = None


def twin(tournament: TournamentState, other: TournamentState) -> None:
    """Make `other` an independent copy of this state and log."""
    for name in ("announced", "at", "seed", "earlier"):
        setattr(other, name, getattr(tournament, name))
    other.base = None if tournament.base is None else _no_way_back
    other.log = tournament.log.copy()
    other.points = tournament.points.copy()
    plain = {name: getattr(tournament, name) for name in (*_PLAIN, *_COPIED)}
    go_back(other, Point(0, tournament.log[-1], plain, tournament.entrants, tournament.tables))


def _no_way_back() -> None:
    raise NotDue("this copy does not have the steps before the last snapshot; use a complete copy", code="no_preview")


def thinned(points: list[Point]) -> list[Point]:
    """The checkpoints to keep. If there are many, only every second checkpoint of the older half is kept."""
    if len(points) <= MOST:
        return points
    half = MOST // 2
    return [*points[:half:2], *points[half:]]


def _columns(tournament: TournamentState) -> dict[str, object]:
    columns = {name: getattr(tournament, name) for name in _PLAIN}
    return columns | {name: getattr(tournament, name).copy() for name in _COPIED}


def _entrants(entrants: dict[str, Entrant]) -> dict[str, Entrant]:
    return {player: copy(entrant) for player, entrant in entrants.items()}
