"""The rulings that hosts keep outside of a tournament: when, at which table, who ruled, and a photo.

An entry and its photo can be erased. A number is never given twice.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final, NamedTuple

from sqlalchemy import Connection, delete, func, insert, select, update

from sidepot.errors import Conflict, SidepotError
from sidepot.room.store.schema import floor_ruling
from sidepot.room.store.transaction import step
from sidepot.rules.clauses import refuse, say
from sidepot.validation.csv_text import write_csv

if TYPE_CHECKING:
    from sidepot.room.store.store import Store

MOST_RULINGS: Final = 5000
MOST_PHOTOS: Final = 500
COUNTER: Final = "floor/rulings"
_NO_PHOTO: Final = {"tag": "", "photo": b""}
_SHOWN: Final = tuple(column for column in floor_ruling.c if column.name != "photo")


class RulingRow(NamedTuple):
    """A ruling of the log.

    - `at`: when it was kept, in milliseconds since 1970
    - `table`: the name of the table
    - `by`: who ruled
    - `what`: what had happened
    - `ruling`: the verdict
    - `rule`: the rule that decided, as the book numbers it
    - `house`: the house by whose rules it was made
    - `link`: the address of the case at the floor's page
    - `tag`: the tag of the photo, in its address ("" if there is no photo)
    """

    number: int
    at: int
    table: str
    by: str
    what: str
    ruling: str
    rule: str
    house: str
    link: str
    tag: str = ""


class FloorLog:
    """The log of rulings of a room, in its store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def before(self, number: int, most: int) -> list[RulingRow]:
        """The rulings before this number, latest first, at most `most` of them."""
        query = select(*_SHOWN).where(floor_ruling.c.number < number).order_by(floor_ruling.c.number.desc()).limit(most)
        return await self._store.ask(lambda connection: [RulingRow(*row) for row in connection.execute(query)])

    async def count(self) -> int:
        """The number of rulings in the log."""
        query = select(func.count()).select_from(floor_ruling)
        return await self._store.ask(lambda connection: connection.scalar(query)) or 0

    async def has(self, number: int) -> bool:
        """Whether the log has a ruling with this number."""
        query = select(floor_ruling.c.number).where(floor_ruling.c.number == number)
        return await self._store.ask(lambda connection: connection.scalar(query)) is not None

    async def photo(self, tag: str) -> bytes | None:
        """The photo with this tag (None if there is none)."""
        query = select(floor_ruling.c.photo).where(floor_ruling.c.tag == tag, floor_ruling.c.tag != "").limit(1)
        return await self._store.ask(lambda connection: connection.scalar(query))

    async def add(self, ruling: RulingRow) -> int:
        """Add a ruling. Returns its number, whatever `ruling.number` is. Raises Conflict if the log is full."""

        def write(connection: Connection) -> int | SidepotError:
            number = int(step(connection, COUNTER))
            if (connection.scalar(select(func.count()).select_from(floor_ruling)) or 0) >= MOST_RULINGS:
                because = say("the log has at most {most} rulings; export it and erase some", str(MOST_RULINGS))
                return refuse(Conflict, because, code="log_full")
            row = {**ruling._asdict(), "number": number, **_NO_PHOTO}
            connection.execute(insert(floor_ruling), row)
            return number

        found = await self._store.write(write)
        if isinstance(found, SidepotError):
            raise found
        return found

    async def keep_photo(self, number: int, tag: str, photo: bytes) -> bool:
        """Store the photo of a ruling in place of an earlier one; without a tag, erase it.

        Returns whether the log has the ruling. Raises Conflict if the log has too many photos.
        """
        this = floor_ruling.c.number == number
        others = select(func.count()).select_from(floor_ruling).where(floor_ruling.c.tag != "", ~this)

        def write(connection: Connection) -> bool | SidepotError:
            step(connection, COUNTER)  # one at a time, also between processes
            if tag and (connection.scalar(others) or 0) >= MOST_PHOTOS:
                because = say("the log has at most {most} photos; erase some", str(MOST_PHOTOS))
                return refuse(Conflict, because, code="log_full")
            row = {"tag": tag, "photo": photo} if tag else _NO_PHOTO
            return bool(connection.execute(update(floor_ruling).where(this).values(row)).rowcount)

        found = await self._store.write(write)
        if isinstance(found, SidepotError):
            raise found
        return found

    async def erase(self, number: int) -> bool:
        """Erase a ruling with its photo. Returns whether the log had it."""
        query = delete(floor_ruling).where(floor_ruling.c.number == number)
        return bool(await self._store.write(lambda connection: connection.execute(query).rowcount))


def rulings_as_csv(rulings: Iterable[RulingRow]) -> str:
    """Rulings as CSV, with the time in UTC.

    >>> one = RulingRow(1, 0, "7", "=Ann", "String bet", "It is a call.", "TDA-2024:44", "tda-2024", "/floor#x")
    >>> print(rulings_as_csv([one]).splitlines()[1])
    1,1970-01-01T00:00:00Z,7,'=Ann,String bet,It is a call.,TDA-2024:44,tda-2024,/floor#x,no
    """
    rows = [(one.number, _time(one.at), *one[2:-1], "yes" if one.tag else "no") for one in rulings]
    return write_csv([(*RulingRow._fields[:-1], "photo"), *rows])


def _time(at: int) -> str:
    return f"{datetime.fromtimestamp(at // 1000, UTC):%Y-%m-%dT%H:%M:%SZ}"
