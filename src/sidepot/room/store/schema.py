"""The tables of the store, the same in SQLite and PostgreSQL, and how those of one version become those of the next.

meta        key -> value: the format, its version, settings of the room
stream      each stream, and whether it is over for good: opening a room looks at no closed table
record      streams: (stream, seq) -> when, and the data; nothing is ever changed or taken out
snapshot  (stream, seq) -> what the records up to that number come to; the records stay the truth
sealed      hand -> the order of its cards and their salts, written before the first card
account     people, bots and staff
session     who is logged in where: the hash of a token, never the token
hand        each hand that is over: where it lies in the stream of its table, and what one looks for it by
hand_of     account, hand -> what became of it there: the list of one's own hands, and one's figures
hand_note   account, hand -> what one has noted of it, for oneself
posting     the club's books: what each entry posts, to which account of whom
sitting     from where people sat down at tables: marks of the address and of the browser, which tell neither
leave       stream, account -> whether the host lets two accounts of one browser sit there
person      tournament, number -> the name of somebody who plays there: its stream has the number alone
former      account -> the last name of somebody who is in the books, and has no account any more
guess       wrong passwords and the like, where several processes count them together
node        the processes of a room that has several, with their leases
place       which of them has a stream
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

import msgspec
from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Connection,
    Float,
    ForeignKey,
    Index,
    LargeBinary,
    MetaData,
    Table,
    Text,
    select,
)
from sqlalchemy.types import TypeEngine

from sidepot.room.store.rows import HandOf, HandShown

FORMAT: Final = "sidepot room"
APPLICATION: Final = 0x53504F54  # "SPOT", where SQLite's file header names the program

tables: Final = MetaData()

# Names are compared byte by byte in both, whatever the language of the server.
_Name: Final = Text().with_variant(Text(collation="C"), "postgresql")
_TYPES: Final[Mapping[type, TypeEngine[int] | TypeEngine[bool] | TypeEngine[str]]] = {
    int: BigInteger(),
    bool: Boolean(),
    str: Text(),
}


def _table(name: str, keys: str, *parts: Column[object] | Index, rowid: bool = False, fillfactor: int = 100) -> Table:
    """A table whose rows are found by these keys (`#seq`: a number), and have no numbers of their own."""
    found = [_number_key(key[1:]) if key.startswith("#") else _name_key(key) for key in keys.split()]
    options = {"fillfactor": fillfactor} if fillfactor < 100 else {}
    return Table(name, tables, *found, *parts, sqlite_with_rowid=rowid, postgresql_with=options)


def _name_key(name: str) -> Column[object]:
    return Column(name, _Name, primary_key=True)


def _number_key(name: str) -> Column[object]:
    return Column(name, BigInteger, primary_key=True, autoincrement=False)


def _columns_of(struct: type[msgspec.Struct], **types: TypeEngine[str]) -> list[Column[object]]:
    """A column for each field of a struct, in their order; `types` are those of columns that are no plain ones."""
    fields = msgspec.structs.fields(struct)
    return [Column(field.name, types.get(field.name, _TYPES[field.type]), nullable=False) for field in fields]


meta: Final = _table("meta", "key", Column("value", Text, nullable=False))

stream: Final = _table("stream", "name", Column("over", BigInteger))  # when it was closed for good

record: Final = _table(
    "record",
    "stream #seq",
    Column("at", BigInteger, nullable=False),
    Column("data", LargeBinary, nullable=False),
    rowid=True,  # new rows lie together, however many streams it is for
)

snapshot: Final = _table(
    "snapshot",
    "stream #seq",
    Column("version", BigInteger, nullable=False),  # of the data: a program reads its own, and no other
    Column("data", LargeBinary, nullable=False),
    rowid=True,
)

sealed: Final = _table("sealed", "hand", Column("data", LargeBinary, nullable=False))

account: Final = _table(
    "account",
    "id",
    Column("name", Text, nullable=False),
    Column("name_key", _Name, nullable=False, unique=True),
    Column("role", Text, nullable=False),
    Column("password", Text),
    Column("created", BigInteger, nullable=False),
    Column("data", LargeBinary, nullable=False),
)

session: Final = _table(
    "session",
    "token",
    Column("account", _Name, ForeignKey("account.id", ondelete="CASCADE"), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("expires", BigInteger, nullable=False),
    Index("session_account", "account"),
    Index("session_expires", "expires"),
)

guess: Final = _table(
    "guess",
    "key",
    Column("left", Float, nullable=False),  # how many more tries are allowed
    Column("at", BigInteger, nullable=False),  # by the database's clock
)

# Their times are milliseconds since 1970 by the database's own clock. A node's row changes twice a second: room beside
# it keeps the new version of the row on the same page of PostgreSQL.
node: Final = _table(
    "node",
    "id",
    Column("epoch", BigInteger, nullable=False),  # one more each time that it is put out, or comes back
    Column("up", Boolean, nullable=False),
    Column("until", BigInteger, nullable=False),  # when its lease is over
    Column("wpid", BigInteger, nullable=False),  # PostgreSQL's process behind the connection that writes
    Column("address", Text, nullable=False),
    Column("version", Text, nullable=False),  # of sidepot
    Column("reads", BigInteger, nullable=False),  # the latest format of entries that it reads
    Column("writes", BigInteger, nullable=False),  # and the one that it writes
    fillfactor=50,
)

place: Final = _table(
    "place",
    "stream",
    Column("node", _Name, nullable=False),
    Column("epoch", BigInteger, nullable=False),  # of the node, when it took the stream
    Column("load", BigInteger, nullable=False),
    Index("place_node", "node"),
)

# The column order of these two is that of `rows.rows_of`.
hand: Final = _table(
    "hand",
    "stream #number",
    Column("at", BigInteger, nullable=False),
    Column("first", BigInteger, nullable=False),
    Column("last", BigInteger, nullable=False),
    Column("before", LargeBinary, nullable=False),  # the link of the chain before it
    *_columns_of(HandShown, game=_Name),
)

hand_of: Final = _table(
    "hand_of", "account #at stream #number", *_columns_of(HandOf)[1:]
)  # an account's, in their order

hand_note: Final = _table("hand_note", "account stream #number", Column("text", Text, nullable=False))

# By their time, as nights are looked for. The column order is that of `rows.posting_rows`.
posting: Final = _table("posting", "#at stream #seq player kind", Column("chips", BigInteger, nullable=False))

former: Final = _table("former", "account", Column("name", Text, nullable=False))

person: Final = _table(
    "person",
    "event #number",
    Column("name", Text, nullable=False),  # "": it was erased
    Column("slip", BigInteger, nullable=False),  # how many slips were printed for them: the last one counts
)

sitting: Final = _table(
    "sitting",
    "#at stream account",
    Column("address", Text, nullable=False),
    Column("browser", Text, nullable=False),
)

leave: Final = _table(
    "leave",
    "stream account",
    Column("asked", BigInteger, nullable=False),
    Column("given", Boolean, nullable=False),
    Column("other", _Name, nullable=False),  # who sits there from the same browser
)

OF_PROCESSES: Final = (node, place)  # what runs, which no copy has

Migration = Callable[[Connection], None]


def list_streams(connection: Connection, prefix: str = "") -> list[str]:
    """The streams of which there are records: from each to the next by the key, however many records lie between."""
    found: list[str] = []
    query = select(record.c.stream).where(record.c.stream >= prefix)
    while (name := connection.scalar(query.order_by(record.c.stream).limit(1))) is not None:
        if not isinstance(name, str) or not name.startswith(prefix) or found and name <= found[-1]:
            break  # a file of SQLite may have other things there than names, which come after all of them
        found.append(name)
        query = select(record.c.stream).where(record.c.stream > name)
    return found


FIRST: Final = 1
# The step from version N - 1 to version N. A new database is made as `tables` are now, and is of the last version.
MIGRATIONS: Final[Mapping[int, Migration]] = MappingProxyType({})


def version_of(migrations: Mapping[int, Migration]) -> int:
    """The version that these migrations lead to."""
    return max(migrations, default=FIRST)
