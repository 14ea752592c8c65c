"""Whose the names are that tables know from older streams, which do not tell the accounts."""

from __future__ import annotations

from collections.abc import Sequence

from sidepot.room.store.accounts import Accounts
from sidepot.room.store.store import Store
from sidepot.room.tables import known
from sidepot.room.tables.room_table import RoomTable


async def find_owners(store: Store, rooms: Sequence[RoomTable]) -> None:
    """Tell these tables, by the accounts of today. Raises StoreError."""
    unknown = {room.id: known.unknown(room) for room in rooms}
    names = {name for some in unknown.values() for name in some}
    found = await Accounts(store).ids_of(sorted(names)) if names else {}
    for room in rooms:
        room.owners = known.owners(room, {name: found[name] for name in unknown[room.id] if name in found})
