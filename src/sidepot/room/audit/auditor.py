"""The auditor: replays every hand of a room from its store.

Of each hand: that its events follow from the rules, that every card is the one that was sealed before the deal, and the
chain over what everybody saw, which is stored with the entry that ended it. Of
each checkpoint: that it is what the entries before it come to, as the room opens the table from there. Of the books of
the club: that they are what the entries post, and balance. A
person with write access to the store can make that anew, too: the proof that nobody has is that a link which somebody
noted at the table is in it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

import msgspec
from sqlalchemy import Connection, select
from sqlalchemy.exc import DBAPIError

from sidepot.errors import BadNotation, SidepotError
from sidepot.hand.due import Due
from sidepot.hand.replaying import replay
from sidepot.room.audit.books_check import BooksCheck, faults_of_all
from sidepot.room.audit.checkpoint_check import CheckpointCheck
from sidepot.room.audit.event_audit import audit_events
from sidepot.room.fairness import chain
from sidepot.room.fairness.commit import SealedDeck, unseal
from sidepot.room.fairness.items import OF_THE_ROOM, Heading, Item, Shuffled
from sidepot.room.fairness.record_check import audit_hand
from sidepot.room.fairness.sight import public
from sidepot.room.running.table_log import PREFIX
from sidepot.room.store.archive import Archived, archived, by_file, reading_archive
from sidepot.room.store.database import check_current, check_there, read_once
from sidepot.room.store.deduplication import borrows, lenders
from sidepot.room.store.errors import TEXTS, StoreError, trouble_of
from sidepot.room.store.high_water import Head, read_heads
from sidepot.room.store.log import Checkpoint, read_checkpoints, read_records
from sidepot.room.store.place import Place
from sidepot.room.store.schema import list_streams, sealed
from sidepot.room.table.commands import Open
from sidepot.room.table.events import Entry, decode_entry
from sidepot.room.table.machine import deck_key
from sidepot.room.table.rebuild import links_as_stored

NO_HEAD = Head(0)
AT_ONCE = 500  # records that are read at once
IS_LINK = re.compile(r"[0-9a-f]{64}").fullmatch


class TableAudit(msgspec.Struct, frozen=True):
    """The findings at a table: the amount checked, its last link, and each fault."""

    table: str
    title: str
    entries: int
    hands: int
    link: str
    faults: tuple[str, ...]


class Audit(msgspec.Struct, frozen=True):
    """The findings in a room. `missing` are noted links that are in no chain.

    `faults` are those of the room as a whole.
    """

    holds: bool
    hands: int
    tables: tuple[TableAudit, ...]
    missing: tuple[str, ...]
    faults: tuple[str, ...] = ()


def audit(
    place: Place,
    *,
    tables: Collection[str] = (),
    links: Collection[str] = (),
    looked_at: Callable[[int], object] = lambda hands: None,
) -> Audit:
    """Look through a store, all tables or some, also while its room is played. Raises StoreError.

    `links` are those that people noted; `looked_at` is called with a number of hands, as it goes on.
    """
    check_there(place)
    wanted = {link.strip().lower() for link in links}
    heads, faults = _heads(place)  # before the database, which goes on
    with read_once(place) as connection:
        check_current(connection, place)
        books = _Books(connection)
        each = partial(_audit_table, wanted=wanted, looked_at=looked_at, books=books)
        found = []
        for stream in list_streams(connection, PREFIX):
            table = stream.removeprefix(PREFIX)
            head = heads.pop(stream, NO_HEAD)
            if not tables or table in tables:
                found.append(each(connection, table, head))
        gone = {name: one for name, one in archived(connection).items() if name.startswith(PREFIX)}
        for some in by_file(gone):
            these = [name for name in some if not tables or name.removeprefix(PREFIX) in tables]
            heads_of = {name: heads.pop(name, NO_HEAD) for name in some}
            if these:
                found += _audit_archive(place, gone[these[0]], {name: heads_of[name] for name in these}, each)
        if not tables:
            of_events, seen = audit_events(connection)
            faults += tuple(of_events)
            books.seen += seen
            faults += tuple(faults_of_all(books.store, books.seen))
    lost = {stream.removeprefix(PREFIX): head for stream, head in heads.items()}
    found += [
        TableAudit(name, "", 0, 0, "", (f"it was acknowledged up to entry {head.seq}, and is not here",))
        for name, head in lost.items()
        if not tables or name in tables
    ]
    known = {one.table for one in found}
    found += [TableAudit(name, "", 0, 0, "", ("there is no such table",)) for name in tables if name not in known]
    holds = not wanted and not faults and not any(one.faults for one in found)
    return Audit(holds, sum(one.hands for one in found), tuple(found), tuple(sorted(wanted)), faults)


def _audit_archive(
    place: Place, one: Archived, heads: Mapping[str, Head], each: Callable[..., TableAudit]
) -> list[TableAudit]:
    """Look through the tables of one archive."""
    names = {name: name.removeprefix(PREFIX) for name in heads}
    try:
        with reading_archive(place, one) as connection:
            return [each(connection, names[name], head) for name, head in heads.items()]
    except StoreError as error:
        return [TableAudit(table, "", 0, 0, "", (error.message,)) for table in names.values()]


def _audit_table(
    connection: Connection,
    table: str,
    head: Head,
    *,
    wanted: set[str],
    looked_at: Callable[[int], object],
    books: _Books,
) -> TableAudit:
    """Look through one table, and its checkpoints."""
    kept = read_checkpoints(connection, PREFIX + table)
    return _Auditor(connection, table, wanted, looked_at, head, kept, books).all()


def _heads(place: Place) -> tuple[dict[str, Head], tuple[str, ...]]:
    """How far the tables were acknowledged, and the errors there."""
    try:
        return dict(read_heads(place)), ()
    except StoreError as error:
        return {}, (error.message,)


@dataclass(eq=False)
class _Books:
    """The store that has the books, and how many of their rows were seen with the entries of tables."""

    store: Connection
    seen: int = 0


@dataclass(eq=False)
class _Auditor:
    """Goes through one table, hand by hand. Links that it comes by are taken out of `wanted`."""

    _connection: Connection
    _table: str
    _wanted: set[str]
    _looked_at: Callable[[int], object]
    _head: Head
    _kept: Sequence[Checkpoint]
    _books: _Books

    def __post_init__(self) -> None:
        self._checkpoints = CheckpointCheck(self._table, self._kept)
        self._posted = BooksCheck(self._books.store, self._table, PREFIX + self._table)
        self._link = chain.START
        self._items: list[Item] = []
        self._records: list[bytes] = []  # of the hand
        self._is_lost = False  # an entry of the hand cannot be read
        self._hands = 0
        self._entries = 0
        self._title = ""
        self._faults: list[str] = []

    def all(self) -> TableAudit:
        """The whole table."""
        try:
            for seq, at, data in self._read():
                self._entries += 1
                self._checkpoints.take(data)
                self._posted.take(seq, at, data)
                try:
                    self._look_at(seq, data)
                except DBAPIError:
                    raise
                except Exception as error:  # the entries after it are looked at all the same
                    self._faults.append(f"entry {seq}: {_words(error)}")
                    self._is_lost = True
            self._hand(is_last=True)
            self._faults += [one.says for one in self._checkpoints.done()]
            self._faults += self._posted.done()
            self._books.seen += self._posted.seen
            if self._entries < self._head.seq:
                self._faults.append(f"entry {self._head.seq} was acknowledged, and there are {self._entries}")
        except DBAPIError as error:
            self._faults.append(f"after entry {self._entries}: {TEXTS[trouble_of(error)]}")
        return TableAudit(self._table, self._title, self._entries, self._hands, self._link.hex(), tuple(self._faults))

    def _look_at(self, seq: int, data: object) -> None:
        stored = _bytes(data)
        entry = decode_entry(stored)
        try:
            stored.decode()  # what a later sidepot knows besides is not read, and is text all the same
        except UnicodeDecodeError as error:
            raise BadNotation(f"not an entry of a table: {error}") from None
        if entry.seq != seq:
            self._faults.append(f"entry {seq} says that it is entry {entry.seq}")
        self._take(entry, stored)
        if seq == self._head.seq and not self._is_lost and self._link.hex() != self._head.link:
            self._faults.append(f"entry {seq}: acknowledged up to here with another link: {self._head.link}")

    def _read(self) -> Iterator[tuple[int, int, object]]:
        """The records, their numbers and times."""
        after = 0
        while True:
            rows = read_records(self._connection, PREFIX + self._table, after, AT_ONCE)
            for row in rows:
                if row.seq != after + 1:
                    self._faults.append(f"entry {row.seq} follows entry {after}")
                after = row.seq
                yield row.seq, row.at, row.data
            if len(rows) < AT_ONCE:
                return

    def _take(self, entry: Entry, data: bytes) -> None:
        if isinstance(entry.said, Open):
            self._title = entry.said.terms.title
        for item in entry.items:
            if isinstance(item, Heading):
                self._hand()
            self._items.append(item)
        self._records.append(data)
        if entry.link:
            self._hand(entry.link)

    def _hand(self, stored: str = "", *, is_last: bool = False) -> None:
        """The hand that was gathered, with its stored link, if it is over: one that is on is looked at when it is.

        The last one may not even be dealt: its pack waits to be cut.
        """
        items, self._items = self._items, []
        records, self._records = self._records, []
        number = next((item.hand for item in items if isinstance(item, Heading)), 0)
        if self._is_lost:
            self._is_lost = False
            self._pass_over(number, stored)
            return
        if not items or not _is_over(items) or is_last and all(isinstance(item, OF_THE_ROOM) for item in items):
            if stored:
                self._faults.append(f"entry {self._entries}: a link is stored, and no hand is over")
            return
        links = chain.links(self._link, [chain.canonical(public(item)) for item in items])
        try:
            checks = audit_hand(items, self._decks(items), self._link, links)
        except DBAPIError:
            raise
        except Exception as error:  # the other hands are looked at all the same
            self._faults.append(f"hand {number}: {_words(error)}")
        else:
            self._faults += [f"hand {number}: {check.name}: {check.found}" for check in checks if not check.holds]
        if stored and links[-1].hex() != stored:
            links = links_as_stored(self._link, records)
        self._link = self._linked(number, stored, links[-1])
        if self._wanted:
            self._wanted -= {link.hex() for link in links}
        self._hands += 1
        self._looked_at(1)

    def _pass_over(self, number: int, stored: str) -> None:
        """A hand of which an entry cannot be read: the chain goes on from the stored part."""
        if number or stored:
            self._faults.append(f"hand {number or '?'}: not looked at, as an entry of it cannot be read")
        if stored:
            self._link = bytes.fromhex(stored) if IS_LINK(stored) else self._link

    def _linked(self, number: int, stored: str, found: bytes) -> bytes:
        """The link from which the next hand goes on: the stored one, so that each fault is told once."""
        if not stored:
            self._faults.append(f"hand {number}: link: none is stored of it")
        elif found.hex() != stored:
            self._faults.append(f"hand {number}: link: the stored items do not make the stored link")
            return bytes.fromhex(stored) if IS_LINK(stored) else found
        return found

    def _decks(self, items: list[Item]) -> list[SealedDeck]:
        found: list[SealedDeck] = []
        for item in items:
            if isinstance(item, Shuffled):
                query = select(sealed.c.data).where(sealed.c.hand == deck_key(self._table, item.root))
                data = self._connection.scalar(query)
                found += unseal(_bytes(data)) if data is not None else []
        return found


def _bytes(stored: object) -> bytes:
    """A value as the room stores it: a file of SQLite may have a number, or a text, in any column."""
    if not isinstance(stored, bytes):
        raise BadNotation(f"bytes are stored, not {type(stored).__name__}")
    if borrows(stored):
        others = ", ".join(map(str, sorted(lenders(stored))))
        raise BadNotation(f"it borrows what is not there, {f'from entry {others}' if others else 'from no entry'}")
    return stored


def _words(error: Exception) -> str:
    """The message for a wrong entry or hand: an error of the program has none."""
    return error.message if isinstance(error, SidepotError) else f"it cannot be played: {type(error).__name__}"


def _is_over(items: list[Item]) -> bool:
    try:
        return replay([item for item in items if not isinstance(item, OF_THE_ROOM)]).due is Due.DONE
    except Exception:
        return True  # then that is what is wrong with it
