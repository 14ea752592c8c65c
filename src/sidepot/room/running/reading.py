"""A table out of the store, as it stood: its entries, and the secrets of the hand that is on."""

from __future__ import annotations

from typing import Final

from sidepot.errors import Conflict
from sidepot.room.fair.commit import unseal
from sidepot.room.store.store import Store
from sidepot.room.tables.entry import decode_entry
from sidepot.room.tables.room_table import Chance, RoomTable, deck_key

PREFIX: Final = "table/"


def stream_of(table: str) -> str:
    """The stream of a table."""
    return PREFIX + table


async def read_table(store: Store, table: str, chance: Chance) -> RoomTable:
    """Fold a table from its stream. Raises StoreError, and BadNotation or Conflict for a stream that makes no table."""
    records = await store.read(stream_of(table))
    room = RoomTable.fold(table, [decode_entry(record.data) for record in records], {}, chance)
    for root in room.lacks:
        sealed = await store.unseal(deck_key(table, root))
        if sealed is None:
            raise Conflict(f"table {table}: the order of a pack that was dealt from is not in the store")
        for deck in unseal(sealed):
            room.give_deck(root, deck)
    return room
