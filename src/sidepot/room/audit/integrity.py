"""Find suspicious play in the hands of a room, and players who share a browser or an address.

Because it takes long, a room runs it in a separate process: `python -m sidepot.room.audit.integrity` reads the request
on standard input, and writes its findings.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Collection, Iterator
from typing import Final

import msgspec
from sqlalchemy import Connection

from sidepot.errors import SidepotError
from sidepot.hand.events import Event, Voided
from sidepot.integrity import Examination, Flag, Report
from sidepot.integrity.flags import LEAST_CHANCE
from sidepot.integrity.played import Played
from sidepot.privacy import PrivateStruct
from sidepot.room.fairness.items import OF_THE_ROOM, Heading
from sidepot.room.runtime.table_storage import PREFIX
from sidepot.room.store.archive import archived, by_file, reading_archive
from sidepot.room.store.database import check_current, check_there, read_once
from sidepot.room.store.errors import StoreError, Trouble
from sidepot.room.store.ledger import names_of
from sidepot.room.store.log import read_records
from sidepot.room.store.place import Place, place_of
from sidepot.room.store.schema import list_streams
from sidepot.room.store.sittings import hands_together, shared_by
from sidepot.room.table.commands import Act
from sidepot.room.table.events import Clock, TableEvent, decode_table_event

# ---- the hands

AT_ONCE = 500  # records read at a time


def hands_of_room(place: Place, tables: Collection[str] = (), since: int = 0) -> Iterator[Played]:
    """Yield every hand, archived or not, that ended after `since` (ms since 1970) at these tables (empty: all tables).

    Raises StoreError if the store cannot be read.
    """
    check_there(place)
    with read_once(place) as connection:
        check_current(connection, place)
        streams = list_streams(connection, PREFIX)
        gone = {name: one for name, one in archived(connection).items() if name.startswith(PREFIX)}
        known = {name.removeprefix(PREFIX) for name in (*streams, *gone)}
        if missing := sorted(set(tables) - known):
            raise StoreError(Trouble.MISSING, f"no table {', '.join(missing)} in {place.shown}")
        for stream in streams:
            if not tables or stream.removeprefix(PREFIX) in tables:
                yield from _hands(connection, stream.removeprefix(PREFIX), since)
        for some in by_file(gone):
            these = [name for name in some if not tables or name.removeprefix(PREFIX) in tables]
            if these:
                with reading_archive(place, gone[these[0]]) as archive:
                    for name in these:
                        yield from _hands(archive, name.removeprefix(PREFIX), since)


def _hands(connection: Connection, table: str, since: int) -> Iterator[Played]:
    gathering = _Gathering(table)
    after = 0
    while True:
        rows = read_records(connection, PREFIX + table, after, AT_ONCE)
        for row in rows:
            after = row.seq
            for played in gathering.take(decode_table_event(bytes(row.data))):
                if row.at >= since:
                    yield played
        if len(rows) < AT_ONCE:
            return


class _Gathering:
    """Follows one table, event by event, and collects the current hand."""

    def __init__(self, table: str) -> None:
        self._table = table
        self._accounts: dict[str, str] = {}
        self._bots: set[str] = set()
        self._clock = Clock()
        self._heading: Heading | None = None
        self._log: list[Event] = []
        self._took: dict[int, int] = {}

    def take(self, event: TableEvent) -> Iterator[Played]:
        """Take the next event. Returns the hand that it ends (None if it ends none)."""
        self._accounts.update(event.accounts)
        for person in event.people:
            if person.bot:
                self._bots.add(person.player)
            else:
                self._bots.discard(person.player)
        took = event.at - self._clock.since if isinstance(event.command, Act) and self._clock.since else -1
        for item in event.items:
            if isinstance(item, Heading):
                self._heading = item
            elif not isinstance(item, OF_THE_ROOM):
                self._add(item, took)
                took = -1  # the consequences of an act are nobody's decision
        self._clock = event.clock
        if event.link:
            yield from self._over()

    def _add(self, event: Event, took: int) -> None:
        if took >= 0:
            self._took[len(self._log)] = took
        self._log.append(event)

    def _over(self) -> Iterator[Played]:
        heading, log, took = self._heading, self._log, self._took
        self._heading, self._log, self._took = None, [], {}
        if heading is None or not log or isinstance(log[-1], Voided):
            return
        names = heading.players
        players = [self._accounts.get(name, name) for name in names]
        bots = frozenset(player for player, name in zip(players, names, strict=True) if name in self._bots)
        where = self._table, heading.hand
        yield Played(f"table {self._table}, hand {heading.hand}", players, log, took, bots, names, where)


# ---- the check

SHARED: Final = {"browser": "same browser", "address": "same address"}


class HandPlace(msgspec.Struct, frozen=True):
    """Where a hand was played: its table, and its number there."""

    table: str
    hand: int


class IntegrityReport(msgspec.Struct, frozen=True):
    """The report on suspicious play. `places` has the table and number of each flagged hand."""

    report: Report
    places: dict[str, HandPlace]


class IntegrityRequest(PrivateStruct, frozen=True):
    """A request to check the hands in a store for suspicious play.

    - `address`: the address of the store
    - `since`: only hands that ended after this time are checked (ms since 1970; 0: all hands)
    """

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
) -> IntegrityReport:
    """Check the hands of a room for suspicious play. The room may be running.

    - `tables`: only hands at these tables are checked (empty: all tables)
    - `since`: only hands that ended after this time are checked (ms since 1970)
    - `least_chance`: anything less likely by chance is flagged
    - `looked_at`: is called with the number of hands checked so far

    Raises StoreError if the store cannot be read.
    """
    found = Examination()
    for played in hands_of_room(place, tables, since):
        found.take(played)
        looked_at(1)
    report = found.report(least_chance)
    places = dict(_places(report.flags, found.places))
    with read_once(place) as connection:
        check_current(connection, place)
        shared = list(_shared(connection, places))
        unnamed = {player for flag in shared for player in flag.players} - report.names.keys()
        names = {**names_of(unnamed)(connection), **report.names}
    return IntegrityReport(msgspec.structs.replace(report, flags=(*shared, *report.flags), names=names), places)


def _places(flags: Collection[Flag], known: dict[str, tuple[str, int]]) -> Iterator[tuple[str, HandPlace]]:
    for flag in flags:
        for label in flag.hands:
            if label in known:
                yield label, HandPlace(*known[label])


def _shared(connection: Connection, places: dict[str, HandPlace]) -> Iterator[Flag]:
    """A flag for each pair of accounts that sat down at one table from the same browser or address."""
    paired: set[tuple[str, str]] = set()
    for what, kind in SHARED.items():
        for pair in shared_by(what, connection):
            if (pair.first, pair.second) in paired:
                continue
            paired.add((pair.first, pair.second))
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
    """Read a request from standard input, and write the report to standard output. Returns the exit code."""
    if hasattr(os, "nice"):
        os.nice(10)  # tables come first
    asked = msgspec.json.decode(sys.stdin.buffer.read(), type=IntegrityRequest)
    try:
        found = look(place_of(address=asked.address), since=asked.since)
    except SidepotError as error:
        sys.stderr.write(error.message)
        return 1
    sys.stdout.buffer.write(msgspec.json.encode(found))
    return 0


if __name__ == "__main__":
    sys.exit(main())
