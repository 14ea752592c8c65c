"""What an older sidepot played gets its rows in lists of hands and in the books: once, when somebody asks for them.

Each stream is read from its first entry, a part at a time; between the parts others have their turn. Streams that were
listed to their end are done with for good; one whose listing was cut short begins again, and nothing is written twice.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from typing import Final

from sidepot.hand.events import Started
from sidepot.hand.hand import Hand
from sidepot.room.fair import chain
from sidepot.room.fair.items import OF_THE_ROOM, Item
from sidepot.room.running.stored_table import AT_ONCE, PREFIX
from sidepot.room.store.accounts import Accounts
from sidepot.room.store.club_books import post_older
from sidepot.room.store.hand_list import all_listed, list_older, not_listed
from sidepot.room.store.hand_rows import HandListed
from sidepot.room.store.posting_rows import NAMED, Leg
from sidepot.room.store.store import Store
from sidepot.room.store.stream_rows import Record
from sidepot.room.store.troubles import StoreError, Trouble
from sidepot.room.tables.commands import Open
from sidepot.room.tables.events import Entry, decode_entry
from sidepot.room.tables.folding import Folding
from sidepot.room.tables.hands import link_after, table_events
from sidepot.room.tables.listing import rows_of_hand
from sidepot.room.tables.room_table import Chance
from sidepot.room.tables.state import HandAt
from sidepot.table.events import HandBegun, HandDone, HandVoided

Owners = Mapping[str, tuple[str, int]]  # by the names they show, the accounts of today, and when each was opened
_NEVER: Final = 2**62  # no hand is played again
_log: Final = logging.getLogger("sidepot.room")


class OldHands:
    """The listing of a store's older hands."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._task: asyncio.Task[None] | None = None
        self._done = False

    async def are_listed(self) -> bool:
        """Whether all older hands have their rows; if not, the listing goes on beside."""
        if self._done:
            return True
        if self._task is None or self._task.done():
            if not await self._store.ask(not_listed):
                self._done = True
                return True
            self._task = asyncio.get_running_loop().create_task(self._go_on())
        return False

    async def listed(self) -> None:
        """Wait until the listing that was begun has ended."""
        if self._task is not None:
            await asyncio.wait([self._task])

    async def stop(self) -> None:
        """Cut it short: it begins again the next time."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])

    async def _go_on(self) -> None:
        owners = await _owners(self._store)
        for stream, upto in await self._store.ask(not_listed):
            try:
                await self._list(stream, upto, owners)
            except StoreError as error:
                _log.warning("the hands of %s are not listed: %s", stream, error.message)
                if error.trouble is not Trouble.DAMAGED:
                    return  # it is tried again when somebody asks
            except Exception as error:  # of such a table the hands cannot be read at all
                _log.warning("the hands of %s are not listed: %s", stream, type(error).__name__)
            await self._store.write(all_listed(stream))

    async def _list(self, stream: str, upto: int, owners: Owners) -> None:
        found = _Stream(stream, owners)
        after = 0
        while after < upto and (records := await self._store.read(stream, after, min(AT_ONCE, upto - after))):
            told = await asyncio.to_thread(found.take, records)
            if told:
                await self._store.write(list_older(stream, told))
            if posted := found.posted():
                await self._store.write(post_older(stream, posted))
            after = records[-1].seq


async def _owners(store: Store) -> Owners:
    accounts = Accounts(store)
    return await accounts.ids_of(await accounts.names())


class _Stream:
    """A stream as far as it was read: the hand that is on, and the link of the chain before it."""

    def __init__(self, stream: str, owners: Owners) -> None:
        self._table = stream.removeprefix(PREFIX)
        self._owners = owners
        self._title = self._table
        self._tournament = False
        self._link = chain.START
        self._begun: HandBegun | None = None
        self._accounts: Mapping[str, str] = {}
        self._first = 0
        self._items: list[Item] = []
        self._posted: list[tuple[int, int, list[Leg]]] = []
        self._folding = Folding(self._table, _NEVER, Chance())

    def posted(self) -> list[tuple[int, int, list[Leg]]]:
        """What the entries that were taken since the last time post to the books, with their numbers and times."""
        found, self._posted = self._posted, []
        return found

    def _post(self, record: Record) -> None:
        self._folding.take(record.data)
        legs = self._folding.done().booked
        if legs:
            self._posted.append((record.seq, record.at, [self._owned(one, record.at) for one in legs]))

    def _owned(self, leg: Leg, at: int) -> Leg:
        """A leg as that of an account, where the stream does not say whose the name was, and there is one by now."""
        name = leg.player.removeprefix(NAMED)
        found = self._by_name((name,), at) if name != leg.player else {}
        return leg._replace(player=found.get(name, leg.player))

    def take(self, records: list[Record]) -> list[HandListed]:
        """The hands that are over by these records."""
        found = []
        for record in records:
            entry = decode_entry(record.data)
            if isinstance(entry.said, Open):
                self._title = entry.said.terms.title
                self._tournament = entry.said.terms.tournament is not None
            found += self._take(entry)
            self._post(record)
        return found

    def _take(self, entry: Entry) -> list[HandListed]:
        happened = table_events(entry)
        for event in happened:
            if isinstance(event, HandBegun):
                self._begun, self._items, self._first = event, [], entry.seq
                self._accounts = entry.accounts or self._by_name(event.players, entry.at)
        self._items += entry.items
        ended = next((one for one in happened if isinstance(one, HandDone | HandVoided)), None)
        if ended is None or self._begun is None:
            return []
        before = self._link
        self._link = bytes.fromhex(entry.link) if entry.link else link_after(before, self._items)
        if isinstance(ended, HandVoided):
            return []
        where = HandAt(self._first, entry.seq, before)
        hand = _played(self._begun, self._items)
        return [
            rows_of_hand(hand, self._begun, where, entry.at, self._title, self._accounts, tournament=self._tournament)
        ]

    def _by_name(self, players: tuple[str, ...], at: int) -> dict[str, str]:
        """Whose the names are where the entry does not say: the accounts that have them, unless these are younger."""
        owners = [(name, *self._owners[name]) for name in players if name in self._owners]
        return {name: account for name, account, opened in owners if opened <= at}


def _played(begun: HandBegun, items: list[Item]) -> Hand:
    hand = Hand(begun.setup)
    for item in items:
        if not isinstance(item, OF_THE_ROOM) and not isinstance(item, Started):
            hand.apply(item)
    return hand
