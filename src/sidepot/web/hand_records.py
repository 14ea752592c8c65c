"""The record of a hand that was played here, for one of those who saw it: from the stream, and from what was sealed."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

from sidepot.room.fair.commit import SealedDeck, unseal
from sidepot.room.fair.items import Heading, Item, Shuffled
from sidepot.room.fair.record import HandRecord, record_hand
from sidepot.room.store.accounts import Account
from sidepot.room.store.store import Record, Store
from sidepot.room.tables.entry import decode_entry
from sidepot.web.answers import NotFound

STREAM = "table/{}"
DECK = "deck/{}/{}"
NO_HAND = "there is no such hand, or it is not over yet"


async def hand_record(store: Store, room: Any, number: int, who: Account | None) -> HandRecord:
    """Hand `number` of a table as that player saw it, else as everybody did. Raises NotFound.

    Who has got a name after the hand was not in it: the name was another's then.
    """
    where = room.hands.get(number)
    if where is None:
        raise NotFound(NO_HAND)
    length = where.last_seq - where.first_seq + 1
    records = await store.read(STREAM.format(room.id), where.first_seq - 1, length)
    if len(records) < length:  # its end is not durable yet
        raise NotFound(NO_HAND)
    items = items_of(records, number)
    decks = await decks_of(store, room.id, items)
    players = next((item.players for item in items if isinstance(item, Heading)), ())
    seat = -1
    if who is not None and who.created <= records[0].at and who.name in players:
        seat = players.index(who.name)
    return await asyncio.to_thread(record_hand, items, decks, seat, where.before)


def items_of(records: Sequence[Record], number: int) -> list[Item]:
    """The items of a hand, whole: they are nobody's to see but the auditor's."""
    found: list[Item] = []
    inside = False
    for record in records:
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
