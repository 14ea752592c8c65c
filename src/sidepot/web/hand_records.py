"""The record of a hand that was played here, for one of those who saw it: from the stream, and from what was sealed."""

from __future__ import annotations

import asyncio
from typing import Any

from sidepot.room.commit import SealedDeck, unseal
from sidepot.room.items import Heading, Item, Shuffled
from sidepot.room.record import HandRecord, record_hand
from sidepot.room.store import Store
from sidepot.room.tables.entry import decode_entry
from sidepot.web.answers import NotFound

STREAM = "table/{}"
DECK = "deck/{}/{}"


async def hand_record(store: Store, room: Any, number: int, name: str) -> HandRecord:
    """Hand `number` of a table as the player of that name saw it, else as everybody did. Raises NotFound."""
    where = room.hands.get(number)
    if where is None:
        raise NotFound("there is no such hand, or it is not over yet")
    items = await items_of(store, room.id, number, where.first_seq, where.last_seq)
    decks = await decks_of(store, room.id, items)
    players = next((item.players for item in items if isinstance(item, Heading)), ())
    seat = players.index(name) if name in players else -1
    return await asyncio.to_thread(record_hand, items, decks, seat, where.before)


async def items_of(store: Store, table: str, number: int, first: int, last: int) -> list[Item]:
    """The items of a hand, whole: they are nobody's to see but the auditor's."""
    found: list[Item] = []
    inside = False
    for record in await store.read(STREAM.format(table), first - 1, last - first + 1):
        for item in decode_entry(record.data).items:
            if isinstance(item, Heading):
                inside = item.hand == number
            if inside:
                found.append(item)
    return found


async def decks_of(store: Store, table: str, items: list[Item]) -> list[SealedDeck]:
    """The secrets of the shuffles of a hand, in their order. Raises NotFound where one is not kept."""
    found: list[SealedDeck] = []
    for item in items:
        if isinstance(item, Shuffled):
            data = await store.unseal(DECK.format(table, item.root))
            if data is None:
                raise NotFound("the order of the cards of this hand is not kept")
            found += unseal(data)
    return found
