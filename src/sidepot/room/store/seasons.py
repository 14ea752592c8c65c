"""The seasons of the club: the terms of each league, and its public page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal, NamedTuple, get_args

import msgspec
from sqlalchemy import Connection, delete, func, insert, select, update

from sidepot.errors import Conflict, SidepotError
from sidepot.room.store import schema
from sidepot.room.store.transaction import step
from sidepot.tournament.league import Season

if TYPE_CHECKING:
    from sidepot.room.store.store import Store

Names = Literal["full", "short", "none"]
MOST_SEASONS: Final = 500
COUNTER: Final = "club/seasons"


class SeasonRow(NamedTuple):
    """A season of the club.

    - `version`: the version of its terms
    - `token`: the token of its public page ("" if this page is closed)
    - `names`: how the public page shows names
    - `season`: its terms
    """

    number: int
    version: int
    token: str
    names: Names
    season: Season


def _row(number: int, version: int, token: str, names: str, data: bytes) -> SeasonRow:
    shown: Names = next((one for one in get_args(Names) if one == names), "none")
    return SeasonRow(number, version, token, shown, msgspec.json.decode(data, type=Season))


class Seasons:
    """The seasons of a room, in its store. A change raises Conflict if somebody else has changed the season
    meanwhile.
    """

    def __init__(self, store: Store) -> None:
        self._store = store

    async def all(self) -> list[SeasonRow]:
        """All seasons, latest first."""
        query = select(schema.season).order_by(schema.season.c.number.desc())
        return await self._store.ask(lambda connection: [_row(*row) for row in connection.execute(query)])

    async def get(self, number: int) -> SeasonRow | None:
        """The season with this number (None if there is none)."""
        query = select(schema.season).where(schema.season.c.number == number)
        return await self._store.ask(lambda connection: next((_row(*row) for row in connection.execute(query)), None))

    async def at(self, token: str) -> SeasonRow | None:
        """The season whose public page has this token (None if there is none)."""
        query = select(schema.season).where(schema.season.c.token == token, schema.season.c.token != "")
        return await self._store.ask(lambda connection: next((_row(*row) for row in connection.execute(query)), None))

    async def add(self, season: Season) -> int:
        """Add a season. Returns its number."""

        def write(connection: Connection) -> int | SidepotError:
            step(connection, COUNTER)
            count, last = connection.execute(select(func.count(), func.max(schema.season.c.number))).one()
            if count >= MOST_SEASONS:
                return Conflict(f"a club has at most {MOST_SEASONS} seasons", code="club_full")
            number = (last or 0) + 1
            row = {"number": number, "version": 1, "token": "", "names": "none", "data": msgspec.json.encode(season)}
            connection.execute(insert(schema.season), row)
            return number

        found = await self._store.write(write)
        if isinstance(found, SidepotError):
            raise found
        return found

    async def change(self, row: SeasonRow) -> None:
        """Change a season whose version is still `row.version`. Its version is increased."""
        which = (schema.season.c.number == row.number) & (schema.season.c.version == row.version)
        values = {"token": row.token, "names": row.names, "data": msgspec.json.encode(row.season)}
        query = update(schema.season).where(which).values(version=row.version + 1, **values)
        if not await self._store.write(lambda connection: connection.execute(query).rowcount):
            raise Conflict("the season has changed since you loaded it; look again", code="stale")

    async def remove(self, number: int) -> None:
        """Remove a season. Its tournaments remain."""
        query = delete(schema.season).where(schema.season.c.number == number)
        await self._store.write(lambda connection: connection.execute(query).rowcount)
