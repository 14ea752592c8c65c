"""A look through the hands of a room for what cheats leave behind, and through the places from which people sat down.

It takes long and shares nothing with the tables, so a room has it done by a process of its own: `python -m
sidepot.room.audit.looking` reads the place and the time on its standard input, and writes what was found.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Collection, Iterator
from typing import Final

import msgspec
from sqlalchemy import Connection

from sidepot.errors import SidepotError
from sidepot.integrity import Examination, Flag, Report
from sidepot.integrity.flags import LEAST_CHANCE
from sidepot.privacy import PrivateStruct
from sidepot.room.audit.played_hands import hands_of_room
from sidepot.room.running.table_log import PREFIX
from sidepot.room.store.database import check_current, read_once
from sidepot.room.store.ledger import names_of
from sidepot.room.store.place import Place, place_of
from sidepot.room.store.sittings import hands_together, shared_by

SHARED: Final = {"browser": "same browser", "address": "same address"}


class HandPlace(msgspec.Struct, frozen=True):
    """Where a hand is: its table, and its number there."""

    table: str
    hand: int


class Looked(msgspec.Struct, frozen=True):
    """The findings; `places` says where the hands are that flags name."""

    report: Report
    places: dict[str, HandPlace]


class ToLook(PrivateStruct, frozen=True):
    """A store to look through, at its `address`: the hands that were over `since` then (0: all)."""

    SHOWN = ("since",)

    address: str
    since: int = 0


def look(
    place: Place,
    tables: Collection[str] = (),
    *,
    since: int = 0,
    least_chance: float = LEAST_CHANCE,
    looked_at: Callable[[int], object] = lambda hands: None,
) -> Looked:
    """Look through the hands of a room, of all tables or some, also while people play. Raises StoreError."""
    found = Examination()
    for played in hands_of_room(place, tables, since):
        found.take(played)
        looked_at(1)
    report = found.report(least_chance)
    places = dict(_places(report.flags, found.places))
    with read_once(place) as connection:
        check_current(connection, place)
        shared = list(_shared(connection, places))
        told = {player for flag in shared for player in flag.players} - report.names.keys()
        names = {**names_of(told)(connection), **report.names}
    return Looked(msgspec.structs.replace(report, flags=(*shared, *report.flags), names=names), places)


def _places(flags: Collection[Flag], known: dict[str, tuple[str, int]]) -> Iterator[tuple[str, HandPlace]]:
    for flag in flags:
        for label in flag.hands:
            if label in known:
                yield label, HandPlace(*known[label])


def _shared(connection: Connection, places: dict[str, HandPlace]) -> Iterator[Flag]:
    """Pairs who sat down at one table from one browser; else, from one address, which a home shares too."""
    told: set[tuple[str, str]] = set()
    for what, kind in SHARED.items():
        for pair in shared_by(what, connection):
            if (pair.first, pair.second) in told:
                continue
            told.add((pair.first, pair.second))
            count, last = hands_together(pair.first, pair.second, connection)
            labels = []
            for stream, number in last:
                table = stream.removeprefix(PREFIX)
                labels.append(label := f"table {table}, hand {number}")
                places[label] = HandPlace(table, number)
            yield Flag(
                kind=kind, players=(pair.first, pair.second), seen=count, expected=0.0, of=count, chance=None,
                hands=tuple(labels),
            )  # fmt: skip


def main() -> int:
    """Do it for a room, which reads what this writes."""
    if hasattr(os, "nice"):
        os.nice(10)  # the tables come first
    asked = msgspec.json.decode(sys.stdin.buffer.read(), type=ToLook)
    try:
        found = look(place_of(address=asked.address), since=asked.since)
    except SidepotError as error:
        sys.stderr.write(error.message)
        return 1
    sys.stdout.buffer.write(msgspec.json.encode(found))
    return 0


if __name__ == "__main__":
    sys.exit(main())
