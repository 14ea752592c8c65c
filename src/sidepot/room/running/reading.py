"""A table out of the store, as it stood: its entries, and the secrets of the hand that is on."""

from __future__ import annotations

from typing import Final

from sidepot.errors import Conflict
from sidepot.room.fair.commit import unseal
from sidepot.room.store.store import Store
from sidepot.room.tables.entry import decode_entry
from sidepot.room.tables.folding import PLAYED, Folding, begins_hand
from sidepot.room.tables.room_table import Chance, RoomTable, deck_key

PREFIX: Final = "table/"
AT_ONCE: Final = 2000  # records that are read at once: between them others have their turn


def stream_of(table: str) -> str:
    """The stream of a table."""
    return PREFIX + table


async def read_table(store: Store, table: str, chance: Chance) -> RoomTable:
    """Fold a table from its stream. Raises StoreError, and BadNotation or Conflict for a stream that makes no table.

    Hands that are over are not played again, but for the last one.
    """
    stream = stream_of(table)
    folding = Folding(table, await _played_from(store, stream), chance)
    after = 0
    while records := await store.read(stream, after, AT_ONCE):
        for record in records:
            folding.take(record.data)
        after = records[-1].seq
    room = folding.done()
    for root in room.lacks:
        sealed = await store.unseal(deck_key(table, root))
        if sealed is None:
            raise Conflict(f"table {table}: the order of a pack that was dealt from is not in the store")
        for deck in unseal(sealed):
            room.give_deck(root, deck)
    return room


async def _played_from(store: Store, stream: str) -> int:
    """The entry from which on hands are played again; 1 where all of them are. Looked for from the end."""
    upto, left = await store.head(stream), PLAYED
    while upto > 0:
        after = max(0, upto - AT_ONCE)
        for record in reversed(await store.read(stream, after, upto - after)):
            left -= begins_hand(decode_entry(record.data))
            if not left:
                return record.seq
        upto = after
    return 1
