"""Records of hands played in this room, for people who saw them, made from the table's log and the sealed decks."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Final

import msgspec

from sidepot.errors import BadNotation
from sidepot.formats.room_record import SidePayment
from sidepot.hand.rabbit import can_hunt
from sidepot.hand.replaying import replay
from sidepot.room.fairness.decks import SealedDeck, unseal
from sidepot.room.fairness.items import OF_THE_ROOM, Heading, Item, Shuffled, decode
from sidepot.room.fairness.record import HandRecord, as_it_was_chained, record_hand
from sidepot.room.runtime.table_storage import stream_of
from sidepot.room.runtime.tournament_storage import tournament_stream
from sidepot.room.store.accounts import Account
from sidepot.room.store.hands import place_of_hand, was_there
from sidepot.room.store.log import Record, Streams
from sidepot.room.table.commands import Open
from sidepot.room.table.events import decode_table_event
from sidepot.room.table.hands import side_payments
from sidepot.room.table.rebuild import begins_hand
from sidepot.room.table.state import HandAt
from sidepot.room.tournament.commands import Open as Opening
from sidepot.room.tournament.events import decode_event
from sidepot.table.side_games import won_with_seven_deuce
from sidepot.validation.codec import UNREADABLE
from sidepot.web.problems import NotAllowed, NotFound
from sidepot.web.state import STAFF, AppState, tournament_lock

STREAM = "table/{}"
DECK = "deck/{}/{}"
MOST_HANDS: Final = 2**62  # of a table: as far as the store counts
AFTER_A_HAND: Final = 50  # events read at a time
NO_HAND = "no such hand, or it is not over yet"


async def seen_record(
    app_state: AppState, table: str, number: int, who: Account | None, *, public: bool = False
) -> HandRecord:
    """Hand `number` of a table, as the person `who` saw it.

    With `public`, or if the person was not there, it is the hand as spectators saw it. Raises NotFound if there is no
    such hand, and NotAllowed if the table is locked and the person was not there.
    """
    where = await find_hand(app_state, table, number, who)
    return await hand_record(app_state.store, table, where, number, None if public else who)


async def find_hand(app_state: AppState, table: str, number: int, who: Account | None) -> HandAt:
    """Where a hand is stored, for a person who may see it.

    Raises NotFound if there is no such hand, and NotAllowed if the table is locked and the person was not there.
    """
    if not 0 < number < MOST_HANDS:
        raise NotFound(NO_HAND, code="no_hand")
    found = await app_state.store.ask(place_of_hand(stream_of(table), number))
    here = app_state.registry.get(table) is not None
    if found is None and not here:
        raise NotFound(NO_HAND, code="no_hand")
    if not await _may_see(app_state, table, who) and not (who is not None and await saw(app_state, table, number, who)):
        raise NotAllowed("this table has a password; join with the password first", code="password_needed")
    if not await _is_shown(app_state, table, number, who):
        raise NotFound(NO_HAND, code="no_hand")
    if found is not None:
        return HandAt(found.first, found.last, found.before)
    where = await app_state.registry.hand_at(table, number)
    if where is None:
        raise NotFound(NO_HAND, code="no_hand")
    return where


async def _is_shown(app_state: AppState, table: str, number: int, who: Account | None) -> bool:
    """Whether a person may already see a hand at a table that delays or forbids spectators."""
    after = hands_behind(app_state, table, who)
    if not after or who is not None and await saw(app_state, table, number, who):
        return True
    return after > 0 and number <= max(await app_state.registry.hands(table), default=0) - after


def hands_behind(app_state: AppState, table: str, who: Account | None) -> int:
    """How many hands a person's view of a table is delayed (-1 if the person may see no hands).

    Hosts and players have no delay.
    """
    here, elsewhere = app_state.table_here(table), app_state.table_elsewhere(table)
    after = here.terms.watch_after if here is not None else elsewhere.watch_after if elsewhere is not None else 0
    if not after or who is not None and (who.role in STAFF or table in app_state.registry.seats_of(who.id)):
        return 0
    return after


async def saw(app_state: AppState, table: str, number: int, who: Account) -> bool:
    """Whether an account played or watched a hand."""
    return await app_state.store.ask(was_there(who.id, stream_of(table), number))


async def _may_see(app_state: AppState, table: str, who: Account | None) -> bool:
    """Whether a person may watch a table, or could have before it closed."""
    if app_state.registry.get(table) is not None or who is not None and who.role in STAFF:
        return await app_state.may_watch(table, who)
    return await app_state.locks.is_let_in(
        await _lock_of_gone(app_state, table), who.id if who is not None else "", locked=False
    )


async def _lock_of_gone(app_state: AppState, table: str) -> str:
    """The lock of a closed table. Its first event names its tournament, if any."""
    records = await app_state.store.read(stream_of(table), 0, 1)
    command = decode_table_event(records[0].data).command if records else None
    of = command.terms.of_tournament if isinstance(command, Open) else None
    if of is None:
        return await app_state.locks.last(table)
    first = await app_state.store.read(tournament_stream(of.tournament), 0, 1)
    opened = decode_event(first[0].data).command if first else None
    return tournament_lock((opened.terms.password_of if isinstance(opened, Opening) else "") or of.tournament)


async def hand_record(store: Streams, table: str, where: HandAt, number: int, who: Account | None) -> HandRecord:
    """Hand `number` of a table, stored at `where`, as the person `who` saw it.

    If the person was not there, it is the hand as spectators saw it. The event that began the hand names the accounts
    of its players. Raises NotFound if the hand cannot be read.
    """
    length = where.last_seq - where.first_seq + 1
    records = await store.read(stream_of(table), where.first_seq - 1, length)
    if len(records) < length:  # its end is not durable yet
        raise NotFound(NO_HAND, code="no_hand")
    items, stored, link = hand_of(records, number)
    accounts = _STORED.decode(records[0].data).accounts
    decks = await decks_of(store, table, items)
    rabbit, side = await _after_hand(store, table, where.last_seq, items, records[-1].data)
    players = next((item.players for item in items if isinstance(item, Heading)), ())
    seat = next((at for at, name in enumerate(players) if who is not None and accounts.get(name) == who.id), -1)
    return await asyncio.to_thread(
        lambda: as_it_was_chained(
            msgspec.structs.replace(record_hand(items, decks, seat, where.before, rabbit), side=side), stored, link
        )
    )


async def _after_hand(
    store: Streams, table: str, seq: int, items: Sequence[Item], last: bytes
) -> tuple[tuple[int, ...], tuple[SidePayment, ...]]:
    """The cards of a rabbit hunt after the hand that event `seq` ended, and the side-game payments for it.

    Both may happen as late as just before the next hand, but only after some hands. `last` is the stored event `seq`.
    """
    hand = replay([item for item in items if not isinstance(item, OF_THE_ROOM)])
    rabbit: tuple[int, ...] = ()
    side = [*side_payments(decode_table_event(last))]
    hidden = [seat for seat in range(len(hand.hole)) if not hand.shown >> seat & 1]
    if not can_hunt(hand) and not any(won_with_seven_deuce(hand, seat) for seat in hidden):
        return (), tuple(side)
    while records := await store.read(stream_of(table), seq, AFTER_A_HAND):
        for record in records:
            event = decode_table_event(record.data)
            if begins_hand(event):
                return rabbit, tuple(side)
            rabbit = event.rabbit or rabbit
            side += side_payments(event)
        seq += len(records)
    return rabbit, tuple(side)


class _Stored(msgspec.Struct):
    """The parts of an event that are needed: items as stored, accounts, and the link if the event ends the hand."""

    items: tuple[msgspec.Raw, ...] = ()
    accounts: dict[str, str] = {}
    link: str = ""


_STORED: Final = msgspec.json.Decoder(_Stored)


def hand_of(records: Sequence[Record], number: int) -> tuple[list[Item], list[msgspec.Raw], str]:
    """Return the items of a hand, the same items as stored, and the hash link of the last event.

    The items contain all cards, so never send them to a client.
    """
    items: list[Item] = []
    stored: list[msgspec.Raw] = []
    link = ""
    inside = False
    for record in records:
        try:
            event = _STORED.decode(record.data)
        except UNREADABLE as error:
            raise BadNotation(f"not a table event: {error}") from None
        link = event.link
        for raw in event.items:
            item = decode(bytes(raw))
            if isinstance(item, Heading):
                inside = item.hand == number
            if inside:
                items.append(item)
                stored.append(raw)
    return items, stored, link


async def decks_of(store: Streams, table: str, items: list[Item]) -> list[SealedDeck]:
    """The sealed decks of a hand, in order. Raises NotFound if one is missing."""
    found: list[SealedDeck] = []
    for item in items:
        if isinstance(item, Shuffled):
            data = await store.unseal(DECK.format(table, item.root))
            if data is None:
                raise NotFound("the deck of this hand was not stored", code="no_hand")
            found += unseal(data)
    return found
