"""The tables of the store, the same in SQLite and PostgreSQL, and the migrations between versions.

meta        key -> value: the format, its version, settings of the room
stream      each stream, and whether it has ended: opening a room reads no closed table
record      (stream, seq) -> time and data; append-only
snapshot    (stream, seq) -> the state at that record; the records are authoritative
sealed      hand -> the order of its cards and their salts, written before the first card is dealt
account     people, bots and staff
session     account -> the hash of a session token, never the token
hand        each finished hand: its records in the table's stream, and what lists filter by
hand_of     account, hand -> result and figures, for lists of hands and statistics
hand_note   account, hand -> a private note
avatar      account -> the drawing that a person chose, or a small picture of their own
posting     the club's books: what each event posts to which account
night_change  what people add to the books of a night: expenses, adjustments, payments made
floor_ruling  the rulings that hosts keep, with their photos
season      the terms of a league, and the address of its public page
sitting     where people sat down from: hashes of address and browser, which reveal neither
leave       stream, account -> whether the host lets two accounts of one browser sit there
person      tournament, number -> the name of a player, of whom the stream has only the number
club_person number -> a person of the club over the years: the name, and their account of the room
club_merge  two numbers of the club that are one person, and whether that was undone
former      account -> the last name of a closed account in the books
guess       wrong passwords and the like, counted by several processes together
node        the processes of a room that has several, with their leases
place       which node has a stream
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
    ColumnElement,
    Connection,
    Float,
    ForeignKey,
    Index,
    LargeBinary,
    MetaData,
    Table,
    Text,
    case,
    select,
)
from sqlalchemy.types import TypeEngine

from sidepot.room.store.rows import HandOf, HandShown

FORMAT: Final = "sidepot room"
APPLICATION: Final = 0x53504F54  # "SPOT", the application id in SQLite's file header

tables: Final = MetaData()

# Names are compared byte by byte in both databases, whatever the locale of the server.
_Name: Final = Text().with_variant(Text(collation="C"), "postgresql")
_TYPES: Final[Mapping[type, TypeEngine[int] | TypeEngine[bool] | TypeEngine[str]]] = {
    int: BigInteger(),
    bool: Boolean(),
    str: Text(),
}


def _table(name: str, keys: str, *parts: Column[object] | Index, rowid: bool = False, fillfactor: int = 100) -> Table:
    """A table with these primary keys (`#seq` is a number), without a rowid by default."""
    found = [_number_key(key[1:]) if key.startswith("#") else _name_key(key) for key in keys.split()]
    options = {"fillfactor": fillfactor} if fillfactor < 100 else {}
    return Table(name, tables, *found, *parts, sqlite_with_rowid=rowid, postgresql_with=options)


def _name_key(name: str) -> Column[object]:
    return Column(name, _Name, primary_key=True)


def _number_key(name: str) -> Column[object]:
    return Column(name, BigInteger, primary_key=True, autoincrement=False)


def _columns_of(struct: type[msgspec.Struct], **types: TypeEngine[str]) -> list[Column[object]]:
    """A column for each field of a struct, in order; `types` holds the columns with special types."""
    fields = msgspec.structs.fields(struct)
    return [Column(field.name, types.get(field.name, _TYPES[field.type]), nullable=False) for field in fields]


meta: Final = _table("meta", "key", Column("value", Text, nullable=False))

stream: Final = _table("stream", "name", Column("over", BigInteger))  # time of its end

record: Final = _table(
    "record",
    "stream #seq",
    Column("at", BigInteger, nullable=False),
    Column("data", LargeBinary, nullable=False),
    rowid=True,  # keeps new rows together, however many streams there are
)

snapshot: Final = _table(
    "snapshot",
    "stream #seq",
    Column("version", BigInteger, nullable=False),  # version of the data; other versions are not read
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
    Column("left", Float, nullable=False),  # remaining tries
    Column("at", BigInteger, nullable=False),  # by the database's clock
)

# Times are milliseconds since 1970 by the database's clock. A node's row changes twice a second; free space on its page
# lets PostgreSQL keep the new versions of the row there.
node: Final = _table(
    "node",
    "id",
    Column("epoch", BigInteger, nullable=False),  # incremented when it is fenced off or restarts
    Column("up", Boolean, nullable=False),
    Column("until", BigInteger, nullable=False),  # when its lease expires
    Column("wpid", BigInteger, nullable=False),  # the PostgreSQL backend of the writing connection
    Column("address", Text, nullable=False),
    Column("version", Text, nullable=False),  # of sidepot
    Column("reads", BigInteger, nullable=False),  # the latest event format that it can read
    Column("writes", BigInteger, nullable=False),  # the format that it writes
    fillfactor=50,
)

place: Final = _table(
    "place",
    "stream",
    Column("node", _Name, nullable=False),
    Column("epoch", BigInteger, nullable=False),  # the node's epoch when it took the stream
    Column("load", BigInteger, nullable=False),
    Index("place_node", "node"),
)

# The columns of these two have the order of `rows.rows_of`.
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
)  # an account's hands, in order

hand_note: Final = _table("hand_note", "account stream #number", Column("text", Text, nullable=False))

avatar: Final = _table(
    "avatar",
    "account",
    Column("drawing", Text, nullable=False),  # "": the picture
    Column("tag", _Name, nullable=False),  # of the picture, in its address; "": there is none
    Column("picture", LargeBinary, nullable=False),
    Index("avatar_tag", "tag"),
)

# Sorted by time, for nights. The columns have the order of `rows.posting_rows`.
posting: Final = _table(
    "posting",
    "#at stream #seq player kind",
    Column("chips", BigInteger, nullable=False),
    Column("decimals", BigInteger, nullable=False),  # a chip of the table is 10 ** -decimals
)

night_change: Final = _table(
    "night_change",
    "#number",
    Column("at", BigInteger, nullable=False),
    Column("by", _Name, nullable=False),  # the account that made it
    Column("period", _Name, nullable=False),  # a night, a month or a year
    Column("data", LargeBinary, nullable=False),
    Index("night_change_period", "period"),
)

former: Final = _table("former", "account", Column("name", Text, nullable=False))

person: Final = _table(
    "person",
    "tournament #number",
    Column("name", Text, nullable=False),  # "": erased
    Column("slip", BigInteger, nullable=False),  # number of slips printed so far; the last one is valid
    Column("club", BigInteger, nullable=False),  # the person of the club; 0: none
    Index("person_club", "club"),
)

club_person: Final = _table(
    "club_person",
    "#number",
    Column("name", Text, nullable=False),  # "": erased
    Column("name_key", _Name, nullable=False),
    Column("account", _Name, nullable=False),  # of the room; "": none
    Index("club_person_name", "name_key"),
    Index("club_person_account", "account"),
)

club_merge: Final = _table(
    "club_merge",
    "#number",
    Column("at", BigInteger, nullable=False),
    Column("by", _Name, nullable=False),  # the account that made it
    Column("person", BigInteger, nullable=False),
    Column("into", BigInteger, nullable=False),
    Column("undone", BigInteger, nullable=False),  # when; 0: in force
)

season: Final = _table(
    "season",
    "#number",
    Column("version", BigInteger, nullable=False),  # incremented by each change
    Column("token", _Name, nullable=False),  # of the public page; "": it is closed
    Column("names", Text, nullable=False),  # how the public page shows them
    Column("data", LargeBinary, nullable=False),
    Index("season_token", "token"),
)

floor_ruling: Final = _table(
    "floor_ruling",
    "#number",
    Column("at", BigInteger, nullable=False),
    Column("table", Text, nullable=False),
    Column("by", Text, nullable=False),
    Column("what", Text, nullable=False),
    Column("ruling", Text, nullable=False),
    Column("rule", Text, nullable=False),
    Column("house", Text, nullable=False),
    Column("link", Text, nullable=False),
    Column("tag", _Name, nullable=False),  # of the photo, in its address; "": there is none
    Column("photo", LargeBinary, nullable=False),
    Index("floor_ruling_tag", "tag"),
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
    Column("other", _Name, nullable=False),  # the account that sits there from the same browser
)


def in_unit(chips: ColumnElement[int], own: ColumnElement[int], decimals: int) -> ColumnElement[int]:
    """Convert amounts with `own` decimals to units of `10 ** -decimals`. `decimals` must be at least `own`."""
    if not decimals:
        return chips
    return chips * case(*[(own == some, 10 ** (decimals - some)) for some in range(decimals)], else_=1)


OF_PROCESSES: Final = (node, place)  # the running processes, which copies leave out

Migration = Callable[[Connection], None]


def list_streams(connection: Connection, prefix: str = "") -> list[str]:
    """The names of the streams that begin with `prefix` and have records.

    The query uses an index, so long streams take no longer than short streams.
    """
    found: list[str] = []
    query = select(record.c.stream).where(record.c.stream >= prefix)
    while (name := connection.scalar(query.order_by(record.c.stream).limit(1))) is not None:
        if not isinstance(name, str) or not name.startswith(prefix) or found and name <= found[-1]:
            break  # SQLite may have values other than text, which sort after all names
        found.append(name)
        query = select(record.c.stream).where(record.c.stream > name)
    return found


FIRST: Final = 1
# The step from version N - 1 to N. A new database gets the last version at once.
MIGRATIONS: Final[Mapping[int, Migration]] = MappingProxyType({})


def version_of(migrations: Mapping[int, Migration]) -> int:
    """The version of a database after these migrations."""
    return max(migrations, default=FIRST)
