"""The storage of tables: their events, their snapshots, and the sealed decks of the current hand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

import msgspec

from sidepot.games.model import Game
from sidepot.hand.setup import Setup
from sidepot.room.fairness.decks import unseal
from sidepot.room.runtime.storage import AT_ONCE, Replay, Storage, Unreadable
from sidepot.room.store.deduplication import Borrowed, shorten
from sidepot.room.store.log import Streams
from sidepot.room.store.transaction import Append
from sidepot.room.table.events import TableEvent, decode_table_event, encode_table_event
from sidepot.room.table.listing import listed
from sidepot.room.table.machine import Chance, RoomTable, deck_key
from sidepot.room.table.rebuild import PLAYED, TableReplay, begins_hand, replay_on
from sidepot.room.table.snapshot import SNAPSHOTS, RoomSnapshot, restore, to_keep
from sidepot.rules.rulebook import Rulebook
from sidepot.table.events import HandBegun

PREFIX: Final = "table/"
AGAIN: Final = 1000  # an event borrows from at most this many events back (see `Deduplication`)

_ENCODE: Final = msgspec.json.Encoder().encode


def stream_of(table: str) -> str:
    """The name of a table's stream in the store."""
    return PREFIX + table


class TableStorage(Storage[RoomTable, TableEvent]):
    """Loads tables, and prepares each event for the store. Loading replays only the last finished hand.

    - `spectators`: returns the accounts that watch a table, because a finished hand is listed for them too
    - `report`: is called for each bug

    A storage that only loads or opens tables needs neither function.
    """

    prefix, label = PREFIX, "table"
    snapshots = SNAPSHOTS

    def __init__(
        self,
        chance: Chance,
        spectators: Callable[[], list[str]] = list,
        report: Callable[[Exception], None] = lambda _: None,
    ) -> None:
        self._chance = chance
        self._stored = Deduplication()
        self._spectators = spectators
        self._report = report

    def to_append(self, machine: RoomTable, event: TableEvent) -> Append:
        """The last event as it is stored, without the parts that the log already has.

        It is stored together with its sealed decks and its postings to the club's books. After a hand, the listing of
        the hand and sometimes a snapshot are added.
        """
        data, rows = encode_table_event(event), None
        if event.table:
            data = self._stored.shorten(event, data)
            rows = listed(machine, event, self._spectators, self._report)
        return Append(
            PREFIX + machine.id,
            event.seq - 1,
            (data,),
            event.at,
            machine.to_seal() if machine.shuffled else (),
            to_keep(machine, event) if event.link else None,
            rows,
            machine.booked,
        )

    async def load(self, store: Streams, id: str) -> RoomTable:
        """Load a table from its log."""
        room = await super().load(store, id)
        self._stored = Deduplication()
        return room

    def from_seq(self, snapshot: RoomSnapshot, seq: int) -> int:
        """The number of the event after which records are needed. The first of them begins the last hand in the
        snapshot.
        """
        return snapshot.first_seq - 1

    def restore(self, id: str, first: bytes, snapshot: RoomSnapshot, records: Sequence[bytes]) -> RoomTable:
        """Restore a table from its snapshot."""
        return restore(id, first, snapshot, records, self._chance)

    def resume(self, machine: RoomTable, records: Sequence[bytes]) -> RoomTable:
        """Apply the records after the snapshot. Returns the table."""
        return replay_on(machine, records, self._chance)

    async def replay(self, store: Streams, id: str) -> Replay[RoomTable]:
        """Begin the replay of a table's log."""
        return TableReplay(id, await self._played_from(store, id), self._chance)

    async def complete(self, store: Streams, machine: RoomTable) -> None:
        """Load the sealed decks of a table's current hand. Raises Unreadable if a deck is missing.

        After a hand, the decks are needed only for a rabbit hunt, which is impossible without them.
        """
        room = machine
        hand = f"hand {room.begun.number}" if room.begun is not None else "the current hand"
        name, order = f"table {room.id}", f"the sealed order of {hand}"
        for root in room.lacks:
            sealed = await store.unseal(deck_key(room.id, root))
            if sealed is None and room.hand is None:
                return
            if sealed is None:
                raise Unreadable(name, f"{order} is missing from the store")
            try:
                for deck in unseal(sealed):
                    room.give_deck(root, deck)
            except Exception as error:
                raise Unreadable(name, f"{order} is damaged", error) from error

    async def catch_up(self, store: Streams, room: RoomTable, most: int) -> int | None:
        """Apply the events that were written since a table was loaded without its decks, then load the decks.

        Returns the number of events. If there are more than `most`, it returns None, and `room` must not be used.
        Raises StoreError if the store cannot be read, and Unreadable if a deck is missing. May raise any kind of error
        if a record does not follow from the records before it.
        """
        records = await store.read(self.stream(room.id), room.seq, most + 1)
        if len(records) > most:
            return None
        replay = TableReplay(room.id, 0, self._chance, room)
        for record in records:
            replay.take(record.data)
        await self.complete(store, room)
        return len(records)

    async def _played_from(self, store: Streams, table: str) -> int:
        """The number of the event from which hands are replayed (1: all hands). The search begins at the end of the
        log.
        """
        stream = self.stream(table)
        upto, left, name = await store.head(stream), PLAYED, f"table {table}"
        while upto > 0:
            after = max(0, upto - AT_ONCE)
            for record in reversed(await store.read(stream, after, upto - after)):
                try:
                    left -= begins_hand(decode_table_event(record.data))
                except Exception as error:
                    raise Unreadable(name, f"event {record.seq} is damaged", error) from error
                if not left:
                    return record.seq
            upto = after
        return 1


class Deduplication:
    """Shortens the events that begin a hand. Long parts that the log already has are borrowed instead of stored again.

    Such an event has the setup of the hand twice: for the table, and among the items of the hash chain. The game and
    the rulebook in this setup are usually the same as in the hand before, and much longer than everything else. So the
    second setup borrows from the first, and the first setup borrows from an earlier hand (`Borrowed`). Everybody who
    reads the log gets complete events.

    After every `AGAIN` events, a hand is stored in full. A damaged record then costs only the hands up to the next
    complete one.
    """

    def __init__(self) -> None:
        self._lenders: dict[bytes, tuple[int, int]] = {}  # part -> the event that contains it, and the offset there
        self._last: tuple[Game | None, Rulebook | None] = None, None  # of the last hand, usually also of the next
        self._parts = b"", b""  # these two, encoded

    def shorten(self, event: TableEvent, data: bytes) -> bytes:
        """Shorten the next event, encoded as `data`, for the store."""
        begun = next((one for one in event.table if isinstance(one, HandBegun)), None)
        return data if begun is None else self._shortened(event.seq, data, begun.setup)

    def _shortened(self, seq: int, data: bytes, setup: Setup) -> bytes:
        if self._last[0] is not setup.game or self._last[1] is not setup.rulebook:
            self._last = setup.game, setup.rulebook
            self._parts = _ENCODE(setup.game), _ENCODE(setup.rulebook)
        whole = _ENCODE(setup)
        first = _find(data, b'"setup":', whole, 0)
        game, rulebook = self._parts
        places = _find(data, b'"game":', game, first), _find(data, b'"rulebook":', rulebook, first)
        if first < 0 or min(places) < first:
            return data
        known = [self._lenders.get(part, (-AGAIN, 0)) for part in self._parts]
        borrowed: list[Borrowed] = []
        if all(lender + AGAIN > seq for lender, _ in known):
            borrowed = [
                Borrowed(at, len(part), *found) for part, at, found in zip(self._parts, places, known, strict=True)
            ]
        else:  # complete: this event borrows only from itself
            self._lenders = {part: found for part, found in self._lenders.items() if found[0] + AGAIN > seq}
            self._lenders |= {part: (seq, at) for part, at in zip(self._parts, places, strict=True)}
        second = _find(data, b'"setup":', whole, first + len(whole))
        if second >= 0:
            borrowed.append(Borrowed(second, len(whole), 0, first))
        return shorten(data, borrowed) if borrowed else data


def _find(data: bytes, key: bytes, value: bytes, after: int) -> int:
    """The offset of `value` after its `key` (-1 if it is not there). Searching for the key is faster than for a long
    value.
    """
    at = data.find(key, after)
    while at >= 0 and not data.startswith(value, at + len(key)):
        at = data.find(key, at + 1)
    return at + len(key) if at >= 0 else -1
