"""The tables of the store, the same in SQLite and PostgreSQL, and how older ones become today's.

meta     key -> value: the format, its version, settings of the room
record   streams: (stream, seq) -> when, and the data; nothing is ever changed or taken out
sealed   hand -> the order of its cards and their salts, written before the first card
account  people, bots and staff
session  who is logged in where: the hash of a token, never the token
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from sqlalchemy import BigInteger, Column, Connection, ForeignKey, Index, LargeBinary, MetaData, Table, Text

FORMAT: Final = "sidepot room"
APPLICATION: Final = 0x53504F54  # "SPOT", where SQLite's file header names the program

tables: Final = MetaData()

# Names are compared byte by byte in both, whatever the language of the server.
_Name: Final = Text().with_variant(Text(collation="C"), "postgresql")

meta: Final = Table(
    "meta",
    tables,
    Column("key", _Name, primary_key=True),
    Column("value", Text, nullable=False),
    sqlite_with_rowid=False,
)

record: Final = Table(
    "record",
    tables,
    Column("stream", _Name, primary_key=True),
    Column("seq", BigInteger, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Column("data", LargeBinary, nullable=False),
    # With row numbers of its own: new rows lie together, however many streams it is for.
)

sealed: Final = Table(
    "sealed",
    tables,
    Column("hand", _Name, primary_key=True),
    Column("data", LargeBinary, nullable=False),
    sqlite_with_rowid=False,
)

account: Final = Table(
    "account",
    tables,
    Column("id", _Name, primary_key=True),
    Column("name", Text, nullable=False),
    Column("name_key", _Name, nullable=False, unique=True),
    Column("role", Text, nullable=False),
    Column("password", Text),
    Column("created", BigInteger, nullable=False),
    Column("data", LargeBinary, nullable=False),
    sqlite_with_rowid=False,
)

session: Final = Table(
    "session",
    tables,
    Column("token", _Name, primary_key=True),
    Column("account", _Name, ForeignKey("account.id", ondelete="CASCADE"), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("expires", BigInteger, nullable=False),
    Index("session_account", "account"),
    Index("session_expires", "expires"),
    sqlite_with_rowid=False,
)

Migration = Callable[[Connection], None]

# The step from version N - 1 to version N. A new database is made as `tables` are now, and is of the last version.
MIGRATIONS: Final[Mapping[int, Migration]] = MappingProxyType({})
FIRST: Final = 1


def version_of(migrations: Mapping[int, Migration]) -> int:
    """The version that these migrations lead to."""
    return max(migrations, default=FIRST)
