"""A table out of the store, as it stood: its entries, and the secrets of the hand that is on."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Final, Protocol

from sidepot.errors import SidepotError
from sidepot.room.fair.commit import unseal
from sidepot.room.store.stream_rows import Checkpoint, Record
from sidepot.room.store.troubles import StoreError, Trouble
from sidepot.room.tables import checkpoint
from sidepot.room.tables.events import decode_entry
from sidepot.room.tables.folding import PLAYED, Folding, begins_hand, fold_on
from sidepot.room.tables.room_table import Chance, RoomTable, deck_key

PREFIX: Final = "table/"
AT_ONCE: Final = 2000  # records that are read at once: between them others have their turn
TRIES: Final = 5  # to find out what the store could not say,
AGAIN: Final = 1.0  # seconds apart


class Unreadable(SidepotError, usual="table_unreadable"):
    """A table that its records do not make, and the place: without their content, which may be cards."""

    def __init__(self, table: str, what: str, error: Exception | None = None) -> None:
        kind = f" ({type(error).__name__})" if error is not None else ""
        super().__init__(f"table {table} cannot be read: {what}{kind}")
        self.table = table
        self.what = what


class Streams(Protocol):
    """The source of a table: a `Store`, or a stand-in for one."""

    async def head(self, stream: str) -> int:
        """The number of the last record of a stream."""
        ...

    async def read(self, stream: str, after: int = 0, limit: int | None = None) -> Sequence[Record]:
        """The records of a stream after number `after`."""
        ...

    async def checkpoints(self, stream: str) -> Sequence[Checkpoint]:
        """The checkpoints of a stream, the last one first."""
        ...

    async def unseal(self, hand: str) -> bytes | None:
        """The sealed value of a key."""
        ...


def stream_of(table: str) -> str:
    """The stream of a table."""
    return PREFIX + table


def last_of(streams: Sequence[tuple[str, bool]], prefix: str) -> int:
    """The highest number after the prefix in the names of streams; 0 where there is none.

    >>> last_of([("table/9", True), ("table/10", False), ("table/old", True)], "table/")
    10
    """
    return max([int(number) for name, _ in streams if (number := name[len(prefix) :]).isdecimal()], default=0)


async def was_begun(store: Streams, table: str, first: bytes) -> bool:
    """Whether a table was opened by that entry, where the store could not say. Raises StoreError if it still cannot."""
    for left in range(TRIES - 1, -1, -1):
        try:
            return any(record.data == first for record in await store.read(stream_of(table), 0, 1))
        except StoreError:
            if not left:
                raise
        await asyncio.sleep(AGAIN)
    return False


async def read_table(store: Streams, table: str, chance: Chance) -> RoomTable:
    """The table as its stream tells of it. Raises StoreError, and Unreadable for a stream that makes no table.

    It is folded from the last checkpoint. Where there is none, or anything is in doubt, from its first entry.
    """
    room = await read_unsealed(store, table, chance)
    await _give_decks(store, room)
    return room


async def read_unsealed(store: Streams, table: str, chance: Chance) -> RoomTable:
    """The same without the secrets of the hand that is on: `catch_up` brings them."""
    room = None
    for kept in await checkpoints_of(store, stream_of(table)):
        room = room or await resume_table(store, table, kept, chance)
    return room or await _fold(store, table, chance)


async def catch_up(store: Streams, room: RoomTable, chance: Chance, most: int) -> int | None:
    """Take in what has come since a table was read unsealed, and the secrets: how many entries that were.

    None where they were more than `most`: then the room is not to be used. Raises what `read_table` does, and whatever
    a record does that does not follow.
    """
    records = await store.read(stream_of(room.id), room.seq, most + 1)
    if len(records) > most:
        return None
    folding = Folding(room.id, 0, chance, room)
    for record in records:
        folding.take(record.data)
    await _give_decks(store, room)
    return len(records)


async def checkpoints_of(store: Streams, stream: str) -> Sequence[Checkpoint]:
    """The checkpoints of a stream, the last one first; none where they are damaged: the records may be whole."""
    try:
        return await store.checkpoints(stream)
    except StoreError as error:
        if error.trouble is not Trouble.DAMAGED:
            raise
        return ()


async def resume_table(store: Streams, table: str, kept: Checkpoint, chance: Chance) -> RoomTable | None:
    """The table from one checkpoint, without the secrets of the hand that is on; None where anything is in doubt."""
    if kept.version != checkpoint.version():
        return None
    try:
        image = checkpoint.decode(kept.data)
    except SidepotError:
        return None
    stream = stream_of(table)
    first = await store.read(stream, 0, 1)
    after = image.first_seq - 1
    records: list[Record] = []
    while more := await store.read(stream, after, AT_ONCE):
        records += more
        after = more[-1].seq
    try:
        of_hand = [record.data for record in records if record.seq <= kept.seq]
        rest = [record.data for record in records if record.seq > kept.seq]
        room = checkpoint.restore(table, first[0].data, image, of_hand, chance)
        return fold_on(room, rest, chance) if room.seq == kept.seq else None
    except Exception:  # whatever it is: the stream itself tells
        return None


async def fold_table(store: Streams, table: str, chance: Chance) -> RoomTable:
    """Fold a table from its first entry. Raises StoreError, and Unreadable for a stream that makes no table.

    Hands that are over are not played again, but for the last one.
    """
    room = await _fold(store, table, chance)
    await _give_decks(store, room)
    return room


async def _fold(store: Streams, table: str, chance: Chance) -> RoomTable:
    stream = stream_of(table)
    folding = Folding(table, await _played_from(store, table), chance)
    after = 0
    while records := await store.read(stream, after, AT_ONCE):
        for record in records:
            try:
                folding.take(record.data)
            except Exception as error:
                what = f"entry {record.seq} is none, or does not follow from those before it"
                raise Unreadable(table, what, error) from error
        after = records[-1].seq
    try:
        return folding.done()
    except SidepotError as error:
        raise Unreadable(table, "there is no entry", error) from error


async def _give_decks(store: Streams, room: RoomTable) -> None:
    """Bring a table the orders of the packs that are dealt from. Raises Unreadable where one is not there."""
    hand = f"hand {room.begun.number}" if room.begun is not None else "the hand that is on"
    for root in room.lacks:
        sealed = await store.unseal(deck_key(room.id, root))
        if sealed is None:
            raise Unreadable(room.id, f"the sealed order of the cards of {hand} is not in the store")
        try:
            for deck in unseal(sealed):
                room.give_deck(root, deck)
        except Exception as error:
            raise Unreadable(room.id, f"the sealed order of the cards of {hand} is none", error) from error


async def _played_from(store: Streams, table: str) -> int:
    """The entry from which on hands are played again; 1 where all of them are. Looked for from the end."""
    stream = stream_of(table)
    upto, left = await store.head(stream), PLAYED
    while upto > 0:
        after = max(0, upto - AT_ONCE)
        for record in reversed(await store.read(stream, after, upto - after)):
            try:
                left -= begins_hand(decode_entry(record.data))
            except Exception as error:
                raise Unreadable(table, f"entry {record.seq} is none", error) from error
            if not left:
                return record.seq
        upto = after
    return 1
