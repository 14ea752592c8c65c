"""The hands of a room as integrity looks at them: all that are over, with the accounts of the players.

It reads only, also while the room is played. Cards come along: what is made of them must show none to a player.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from sqlalchemy import Connection

from sidepot.hand.events import Event, Voided
from sidepot.integrity.played import Played
from sidepot.room.fairness.items import OF_THE_ROOM, Heading
from sidepot.room.running.table_log import PREFIX
from sidepot.room.store.archive import archived, by_file, reading_archive
from sidepot.room.store.database import check_current, check_there, read_once
from sidepot.room.store.errors import StoreError, Trouble
from sidepot.room.store.log import read_records
from sidepot.room.store.place import Place
from sidepot.room.store.schema import list_streams
from sidepot.room.table.commands import Act
from sidepot.room.table.events import Clock, Entry, decode_entry

AT_ONCE = 500  # records that are read at once


def hands_of_room(place: Place, tables: Collection[str] = (), since: int = 0) -> Iterator[Played]:
    """Every hand that was over `since` then at these tables, or at all of them, archived ones too.

    Raises StoreError.
    """
    check_there(place)
    with read_once(place) as connection:
        check_current(connection, place)
        streams = list_streams(connection, PREFIX)
        gone = {name: one for name, one in archived(connection).items() if name.startswith(PREFIX)}
        known = {name.removeprefix(PREFIX) for name in (*streams, *gone)}
        if missing := sorted(set(tables) - known):
            raise StoreError(Trouble.MISSING, f"there is no table {', '.join(missing)} in {place.shown}")
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
            for played in gathering.take(decode_entry(bytes(row.data))):
                if row.at >= since:
                    yield played
        if len(rows) < AT_ONCE:
            return


class _Gathering:
    """Follows one table, entry by entry, and gathers the hand that is on."""

    def __init__(self, table: str) -> None:
        self._table = table
        self._accounts: dict[str, str] = {}
        self._bots: set[str] = set()
        self._clock = Clock()
        self._heading: Heading | None = None
        self._log: list[Event] = []
        self._took: dict[int, int] = {}

    def take(self, entry: Entry) -> Iterator[Played]:
        """Take the next entry in; the hand that is over by it, if one is, comes out."""
        self._accounts.update(entry.accounts)
        for person in entry.people:
            if person.bot:
                self._bots.add(person.player)
            else:
                self._bots.discard(person.player)
        took = entry.at - self._clock.since if isinstance(entry.said, Act) and self._clock.since else -1
        for item in entry.items:
            if isinstance(item, Heading):
                self._heading = item
            elif not isinstance(item, OF_THE_ROOM):
                self._add(item, took)
                took = -1  # what follows from an act is nobody's answer
        self._clock = entry.clock
        if entry.link:
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
