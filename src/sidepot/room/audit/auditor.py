"""The auditor: replays every hand of a room from its store.

For each hand it checks that the events follow the rules, that every card is the one sealed before the deal, and that
the hash chain fits what everybody saw. For each snapshot it checks that the events before it lead to it. For the club's
books it checks that they balance and match the postings of the events. Anyone who can write to the store can forge all
of this. Only a link of the chain that somebody wrote down at the table proves that the store was not forged.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Final

import msgspec
from sqlalchemy import Connection, func, select
from sqlalchemy.exc import DBAPIError

from sidepot.errors import BadNotation, Conflict, SidepotError
from sidepot.hand.due import Due
from sidepot.hand.replaying import replay
from sidepot.room.audit.cash_nights import audit_cash_nights
from sidepot.room.audit.dealers import audit_dealers
from sidepot.room.audit.snapshots import ReplayedTable, ReplayFailed, replay_tournament
from sidepot.room.fairness import chain
from sidepot.room.fairness.chain import public
from sidepot.room.fairness.decks import SealedDeck, unseal
from sidepot.room.fairness.items import OF_THE_ROOM, Heading, Item, Shuffled
from sidepot.room.fairness.record_check import audit_hand, audit_rabbit
from sidepot.room.runtime.table_storage import PREFIX
from sidepot.room.runtime.tournament_storage import TOURNAMENT_STREAMS
from sidepot.room.store.archive import Archived, archived, by_file, reading_archive
from sidepot.room.store.database import check_current, check_there, read_once
from sidepot.room.store.deduplication import borrows, lenders
from sidepot.room.store.errors import TEXTS, StoreError, trouble_of
from sidepot.room.store.high_water import HighWaterMark, read_marks
from sidepot.room.store.log import read_records, read_snapshots
from sidepot.room.store.place import Place
from sidepot.room.store.rows import BookChange
from sidepot.room.store.schema import list_streams, posting, sealed
from sidepot.room.table.commands import Open
from sidepot.room.table.events import TableEvent, decode_table_event
from sidepot.room.table.machine import RoomTable, deck_key
from sidepot.room.table.rebuild import links_as_stored
from sidepot.room.tournament.booking import BOUNTIES, PRIZES

# ---- the books of a table

MOST: Final = 10  # faults of the books that are reported for a table
_AT_ONCE: Final = 500  # events that are compared in one batch

BookChanges = list[BookChange]


def faults_of_all(books: Connection, seen: int) -> list[str]:
    """The faults in the books of the whole room. `seen` postings belong to audited events; any others are a fault."""
    count, chips = books.execute(select(func.count(), func.sum(posting.c.chips))).one()
    found = [f"the ledger does not balance: its postings add up to {int(chips)}"] if chips else []
    return [*found, *([f"{count - seen} postings of the ledger belong to no table"] if count > seen else [])]


class BooksCheck:
    """Compares all events of one table with the table's postings in the books."""

    def __init__(self, books: Connection, stream: str) -> None:
        self._books = books
        self._stream = stream
        self._waiting: list[tuple[int, int, BookChanges]] = []  # each event: its number, its time, its postings
        self._is_lost = False
        self.seen = 0  # rows of the books
        self.faults: list[str] = []

    def take(self, seq: int, at: int, room: RoomTable | None) -> None:
        """Compare the next event: its number `seq`, its time `at` (ms since 1970), and the table after it.

        `room` is None if the table after the event is unknown, because an earlier event could not be applied.
        """
        if room is None and not self._is_lost:
            self._look()
            self._is_lost = True
        self._waiting.append((seq, at, [] if room is None else list(room.booked)))
        if len(self._waiting) >= _AT_ONCE:
            self._look()

    def done(self) -> list[str]:
        """Return all faults. Call this after the last event."""
        self._look()
        return self.faults[:MOST]

    def _look(self) -> None:
        """Compare the waiting events with the books."""
        if not self._waiting:
            return
        kept = self._rows(self._waiting[0], self._waiting[-1])
        for seq, _, changes in self._waiting:
            there = kept.get(seq, [])
            self.seen += len(there)
            if not self._is_lost and (fault := self._fault(seq, changes, there)):
                self.faults.append(f"event {seq}: {fault}")
        self._waiting.clear()

    def _rows(self, first: tuple[int, int, BookChanges], last: tuple[int, int, BookChanges]) -> dict[int, BookChanges]:
        """The rows of the books for these events. Events are sorted by time, so that one query finds the rows."""
        query = select(posting.c.seq, posting.c.player, posting.c.kind, posting.c.chips, posting.c.decimals).where(
            posting.c.at >= first[1], posting.c.at <= last[1], posting.c.stream == self._stream,
            posting.c.seq >= first[0], posting.c.seq <= last[0],
        )  # fmt: skip
        found = self._books.execute(query.order_by(posting.c.seq))
        return {
            seq: [
                BookChange(str(player), str(kind), int(chips), int(decimals))
                for _, player, kind, chips, decimals in some
            ]
            for seq, some in groupby(found, key=lambda row: int(row[0]))
        }

    def _fault(self, seq: int, changes: BookChanges, there: BookChanges) -> str:
        if sum(change.chips for change in changes):
            return "its postings do not add up to zero"
        if changes and not there:
            return "its postings are missing from the ledger"
        return "" if Counter(changes) == Counter(there) else "its postings differ from those in the ledger"


# ---- tournaments

AT_ONCE = 500  # records read at a time
POOLS: Final = (PRIZES, BOUNTIES)  # which are nil when a tournament is over; those of flights at the final day


def audit_tournaments(connection: Connection) -> tuple[list[str], int]:
    """Audit the books of all tournaments. Returns the faults, and the number of rows that belong to tournaments."""
    faults: list[str] = []
    seen = 0
    for stream in list_streams(connection, TOURNAMENT_STREAMS):
        rows = _rows(connection, stream)
        seen += sum(map(len, rows.values()))
        faults += [
            f"tournament {stream.removeprefix(TOURNAMENT_STREAMS)}: {fault}"
            for fault in _audit(connection, stream, rows)
        ]
    return faults, seen


def _audit(connection: Connection, stream: str, rows: dict[int, list[BookChange]]) -> list[str]:
    """Audit one tournament: its records, postings, chips and snapshots."""
    faults: list[str] = []
    last = None
    try:
        for seq, tournament, is_wrong in replay_tournament(connection, stream):
            last = tournament
            if Counter(tournament.booked) != Counter(rows.get(seq, [])):
                faults.append(f"event {seq}: its postings differ from those in the ledger")
            try:
                tournament.tournament.check_chips()
            except Conflict:
                faults.append(f"event {seq}: the number of chips in play is wrong")
            if is_wrong:
                faults.append(f"the snapshot at event {seq} differs from the replayed events")
    except ReplayFailed as error:
        faults.append(str(error))
    if last is not None and last.over and last.terms.days is None and not last.terms.final:
        sums = Counter[str]()
        for change in [one for changes in rows.values() for one in changes]:
            sums[change.kind] += change.chips
        faults += [
            f"the tournament is over, and {sums[kind]} of its {kind} are not paid" for kind in POOLS if sums[kind]
        ]
    return faults


def _rows(connection: Connection, stream: str) -> dict[int, list[BookChange]]:
    found: dict[int, list[BookChange]] = {}
    columns = posting.c.seq, posting.c.player, posting.c.kind, posting.c.chips, posting.c.decimals
    for seq, player, kind, *amount in connection.execute(select(*columns).where(posting.c.stream == stream)):
        found.setdefault(int(seq), []).append(BookChange(str(player), str(kind), *map(int, amount)))
    return found


# ---- tables and their hands

NO_MARK = HighWaterMark(0)
IS_LINK = re.compile(r"[0-9a-f]{64}").fullmatch


class TableAudit(msgspec.Struct, frozen=True):
    """The result for one table.

    - `entries`, `hands`: the number of events and of hands that were checked
    - `link`: the last link of the chain
    - `faults`: every fault
    """

    table: str
    title: str
    entries: int
    hands: int
    link: str
    faults: tuple[str, ...]


class Audit(msgspec.Struct, frozen=True):
    """The result for a room.

    - `missing`: the links that people wrote down, but that are in no chain
    - `faults`: the faults of the room as a whole
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
    """Audit all tables of a store, or only the tables in `tables`. The room may be running.

    `links` are hashes of the chain that people wrote down. `looked_at` is called with the number of hands checked so
    far. Raises StoreError if the store cannot be read.
    """
    check_there(place)
    wanted = {link.strip().lower() for link in links}
    marks, faults = _marks(place)  # read before the database, to which the server may still write
    with read_once(place) as connection:
        check_current(connection, place)
        books = _Books(connection)

        def each(source: Connection, table: str, mark: HighWaterMark) -> TableAudit:
            return _TableAuditor(source, table, mark, wanted, looked_at, books).all()

        found = []
        for stream in list_streams(connection, PREFIX):
            table = stream.removeprefix(PREFIX)
            mark = marks.pop(stream, NO_MARK)
            if not tables or table in tables:
                found.append(each(connection, table, mark))
        gone = {name: one for name, one in archived(connection).items() if name.startswith(PREFIX)}
        for some in by_file(gone):
            these = [name for name in some if not tables or name.removeprefix(PREFIX) in tables]
            marks_of = {name: marks.pop(name, NO_MARK) for name in some}
            if these:
                found += _audit_archive(place, gone[these[0]], {name: marks_of[name] for name in these}, each)
        if not tables:
            of_tournaments, seen = audit_tournaments(connection)
            of_cash, seen_there = audit_cash_nights(connection, _rows)
            faults += (*of_tournaments, *of_cash, *audit_dealers(connection))
            books.seen += seen + seen_there
            faults += tuple(faults_of_all(books.store, books.seen))
    lost = {stream.removeprefix(PREFIX): mark for stream, mark in marks.items()}
    found += [
        TableAudit(name, "", 0, 0, "", (f"events up to {mark.seq} were acknowledged, but the table is missing",))
        for name, mark in lost.items()
        if not tables or name in tables
    ]
    known = {one.table for one in found}
    found += [TableAudit(name, "", 0, 0, "", ("there is no such table",)) for name in tables if name not in known]
    holds = not wanted and not faults and not any(one.faults for one in found)
    return Audit(holds, sum(one.hands for one in found), tuple(found), tuple(sorted(wanted)), faults)


def _audit_archive(
    place: Place, one: Archived, marks: Mapping[str, HighWaterMark], each: Callable[..., TableAudit]
) -> list[TableAudit]:
    """Audit the tables of one archive."""
    names = {name: name.removeprefix(PREFIX) for name in marks}
    try:
        with reading_archive(place, one) as connection:
            return [each(connection, names[name], mark) for name, mark in marks.items()]
    except StoreError as error:
        return [TableAudit(table, "", 0, 0, "", (error.message,)) for table in names.values()]


def _marks(place: Place) -> tuple[dict[str, HighWaterMark], tuple[str, ...]]:
    """The high-water mark of each table, or no marks and the error."""
    try:
        return dict(read_marks(place)), ()
    except StoreError as error:
        return {}, (error.message,)


@dataclass(eq=False)
class _Books:
    """The store with the books, and how many of their rows belong to events of tables."""

    store: Connection
    seen: int = 0


@dataclass(eq=False)
class _TableAuditor:
    """Audits one table, hand by hand. Links that it finds are removed from `wanted`."""

    _connection: Connection
    _table: str
    _mark: HighWaterMark
    _wanted: set[str]
    _looked_at: Callable[[int], object]
    _books: _Books

    def __post_init__(self) -> None:
        self._followed = ReplayedTable(self._table, read_snapshots(self._connection, PREFIX + self._table))
        self._posted = BooksCheck(self._books.store, PREFIX + self._table)
        self._link = chain.START
        self._items: list[Item] = []
        self._last: list[Item] = []  # of the last finished hand
        self._records: list[bytes] = []  # of the hand
        self._is_lost = False  # an event of the hand cannot be read
        self._hands = 0
        self._entries = 0
        self._title = ""
        self._faults: list[str] = []

    def all(self) -> TableAudit:
        """Audit the whole table."""
        try:
            for seq, at, data in self._read():
                self._entries += 1
                self._posted.take(seq, at, self._followed.take(data))
                try:
                    self._look_at(seq, data)
                except DBAPIError:
                    raise
                except Exception as error:  # go on with the events after it
                    self._faults.append(f"event {seq}: {_words(error)}")
                    self._is_lost = True
            self._hand(is_last=True)
            self._faults += [one.says for one in self._followed.done()]
            self._faults += self._posted.done()
            self._books.seen += self._posted.seen
            if self._entries < self._mark.seq:
                self._faults.append(
                    f"events up to {self._mark.seq} were acknowledged, but only {self._entries} are stored"
                )
        except DBAPIError as error:
            self._faults.append(f"after event {self._entries}: {TEXTS[trouble_of(error)]}")
        return TableAudit(self._table, self._title, self._entries, self._hands, self._link.hex(), tuple(self._faults))

    def _look_at(self, seq: int, data: object) -> None:
        stored = _bytes(data)
        event = decode_table_event(stored)
        try:
            stored.decode()  # fields of a later sidepot are not read, but must be text
        except UnicodeDecodeError as error:
            raise BadNotation(f"not a table event: {error}") from None
        if event.seq != seq:
            self._faults.append(f"event {seq} has the number {event.seq}")
        self._take(event, stored)
        if seq == self._mark.seq and not self._is_lost and self._link.hex() != self._mark.link:
            self._faults.append(f"event {seq}: its link differs from the acknowledged link {self._mark.link}")

    def _read(self) -> Iterator[tuple[int, int, object]]:
        """Yield the records with their numbers and times."""
        after = 0
        while True:
            rows = read_records(self._connection, PREFIX + self._table, after, AT_ONCE)
            for row in rows:
                if row.seq != after + 1:
                    self._faults.append(f"events are missing between {after} and {row.seq}")
                after = row.seq
                yield row.seq, row.at, row.data
            if len(rows) < AT_ONCE:
                return

    def _take(self, event: TableEvent, data: bytes) -> None:
        if isinstance(event.command, Open):
            self._title = event.command.terms.title
        for item in event.items:
            if isinstance(item, Heading):
                self._hand()
            self._items.append(item)
        self._records.append(data)
        if event.rabbit:
            self._rabbit(event)
        if event.link:
            self._hand(event.link)

    def _hand(self, stored: str = "", *, is_last: bool = False) -> None:
        """Check the collected hand against its stored link, if the hand is over.

        The last hand of a log may still wait for its cut, before the deal.
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
                self._faults.append(f"event {self._entries}: it has a link, but no hand ends there")
            return
        links = chain.links(self._link, [chain.canonical(public(item)) for item in items])
        try:
            checks = audit_hand(items, self._decks(items), self._link, links)
        except DBAPIError:
            raise
        except Exception as error:  # go on with the other hands
            self._faults.append(f"hand {number}: {_words(error)}")
        else:
            self._faults += [f"hand {number}: {check.name}: {check.found}" for check in checks if not check.holds]
        if stored and links[-1].hex() != stored:
            links = links_as_stored(self._link, records)
        self._link = self._linked(number, stored, links[-1])
        if self._wanted:
            self._wanted -= {link.hex() for link in links}
        self._last = items
        self._hands += 1
        self._looked_at(1)

    def _rabbit(self, event: TableEvent) -> None:
        """Check that the cards of a rabbit hunt come next in the sealed order of the hand before it."""
        try:
            audit_rabbit(self._last, self._decks(self._last), event.rabbit)
        except SidepotError as error:
            self._faults.append(f"event {event.seq}: rabbit hunt: {error.message}")

    def _pass_over(self, number: int, stored: str) -> None:
        """Skip a hand with an unreadable event: the chain continues from its stored link."""
        if number or stored:
            self._faults.append(f"hand {number or '?'}: not checked, because one of its events is unreadable")
        if stored:
            self._link = bytes.fromhex(stored) if IS_LINK(stored) else self._link

    def _linked(self, number: int, stored: str, found: bytes) -> bytes:
        """The link from which the next hand continues: the stored link, so that each fault is reported only once."""
        if not stored:
            self._faults.append(f"hand {number}: link: none is stored")
        elif found.hex() != stored:
            self._faults.append(f"hand {number}: link: the stored link does not match the stored items")
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
    """Stored bytes. Raises BadNotation for anything else, because SQLite may have a number or a text in any column."""
    if not isinstance(stored, bytes):
        raise BadNotation(f"expected bytes, got {type(stored).__name__}")
    if borrows(stored):
        others = ", ".join(map(str, sorted(lenders(stored))))
        source = f"event {others}" if others else "the record itself"
        raise BadNotation(f"the record borrows text that {source} does not contain")
    return stored


def _words(error: Exception) -> str:
    """The message of an expected error, or only the class of a bug."""
    return error.message if isinstance(error, SidepotError) else f"it cannot be replayed: {type(error).__name__}"


def _is_over(items: list[Item]) -> bool:
    try:
        return replay([item for item in items if not isinstance(item, OF_THE_ROOM)]).due is Due.DONE
    except Exception:
        return True  # the check below reports what is wrong
