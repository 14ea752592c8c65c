"""Rebuild a table from its records. Only the last hands are replayed.

Of earlier hands, only the chips, the place in the log and the link matter; the cards are not even read. So a table with
weeks of play opens at once, in the same state that `RoomTable.rebuild` reaches by replaying every hand. The auditor
checks all hands.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

import msgspec
from msgspec.structs import asdict

from sidepot.errors import BadNotation
from sidepot.games.limits import Limit
from sidepot.games.model import Game
from sidepot.hand.setup import Setup
from sidepot.room.fairness import chain
from sidepot.room.fairness.chain import as_chained
from sidepot.room.fairness.decks import HASH, unhex
from sidepot.room.fairness.items import Item
from sidepot.room.table import hands
from sidepot.room.table.apply import apply_past, apply_past_act
from sidepot.room.table.events import TableEvent, decode_table_event, is_act
from sidepot.room.table.machine import RoomTable
from sidepot.room.table.state import Chance
from sidepot.rules.rulebook import Rulebook
from sidepot.table import events as table_events
from sidepot.table.events import HandBegun
from sidepot.validation.codec import UNREADABLE

_BEGUN: Final = b'"hand_begun"'
PLAYED: Final = 2  # hands that are replayed: the last finished one, whose link is checked, and the current one


class TableReplay:
    """A table that is being rebuilt. Hands that ended before event `played_from` are not replayed.

    With a snapshot, `room` is the table in the snapshot, and the rebuild begins there.
    """

    def __init__(self, id: str, played_from: int, chance: Chance, room: RoomTable | None = None) -> None:
        self._id = id
        self._played_from = played_from
        self._chance = chance
        self._room = room
        self._hand: list[bytes] = []  # the records of the last hand

    def take(self, record: bytes) -> None:
        """Apply the next record. Raises BadNotation or Conflict if the record is out of sequence or has a wrong
        link.
        """
        room = self._room
        if room is None:
            self._room = RoomTable.begin(self._id, decode_table_event(record), self._chance)
            return
        if room.seq + 1 < self._played_from:
            self._take_past(room, record)
            return
        event = decode_table_event(record)
        self._keep(event, record)
        room.apply(event)
        if event.link:
            self._check_link(room, event)

    def _take_past(self, room: RoomTable, record: bytes) -> None:
        """Apply what lasts of a record of a finished hand."""
        past = decode_past(record)
        if past.is_act:
            self._hand.append(record)
            apply_past_act(room, past)
            return
        event = event_of_past(past)
        self._keep(event, record)
        apply_past(room, event)

    def _keep(self, event: TableEvent, record: bytes) -> None:
        if begins_hand(event):
            self._hand.clear()
        self._hand.append(record)
        if hands.is_end(event):
            unhex(event.link, HASH)
        elif event.link:
            raise BadNotation(
                f"event {event.seq} of table {self._id} has a hash for the chain of hands, but does not end a hand"
            )

    @property
    def hand(self) -> Sequence[bytes]:
        """The records of the last hand, from its beginning on."""
        return self._hand

    def done(self) -> RoomTable:
        """Return the table. Secrets of its current hand, such as hole cards, may be missing.

        Raises BadNotation if there was no record.
        """
        return self._room or RoomTable.begin(self._id, None)

    def _check_link(self, room: RoomTable, event: TableEvent) -> None:
        number = room.begun.number if room.begun is not None else 0
        at = room.hands.get(number)
        if at is None or not is_link(event.link, at.before, room.items, self._hand):
            raise BadNotation(
                f"the hash of hand {number} of table {self._id} in the chain of hands differs from the stored one"
            )


def replay_on(room: RoomTable, records: Sequence[bytes], chance: Chance) -> RoomTable:
    """Apply the records after a snapshot to its table. Raises BadNotation or Conflict if they do not follow the
    snapshot.
    """
    begun = [
        seq
        for seq, record in enumerate(records, room.seq + 1)
        if _BEGUN in record and begins(decode_past(record))  # a text contains no bare quotes
    ]
    found = TableReplay(room.id, begun[-PLAYED] if len(begun) >= PLAYED else room.seq + 1, chance, room)
    for record in records:
        found.take(record)
    return found.done()


def begins_hand(event: TableEvent) -> bool:
    """Whether this event begins a hand."""
    return any(isinstance(one, HandBegun) for one in event.table)


# ---- links as stored


class _Items(msgspec.Struct):
    items: tuple[msgspec.Raw, ...] = ()


_ITEMS: Final = msgspec.json.Decoder(_Items)


def is_link(link: str, before: bytes, items: Sequence[Item], records: Sequence[bytes]) -> bool:
    """Whether `link` is the chain's link after a hand with these items and records."""
    return hands.link_after(before, items).hex() == link or links_as_stored(before, records)[-1].hex() == link


def links_as_stored(before: bytes, records: Sequence[bytes]) -> list[bytes]:
    """The link after each item of a hand, computed from the hand's records.

    Fields that were added to the code after the records were stored are left out.
    """
    return chain.links(before, [as_chained(one) for record in records for one in _ITEMS.decode(record).items])


_BEGINS: Final = b'{"type":"hand_begun"'


class StoredEvent(TableEvent, frozen=True, kw_only=True, gc=False):
    """A stored event. Its items are never decoded. Its events at the table are decoded only if they are needed."""

    table: tuple[msgspec.Raw, ...] = ()  # type: ignore[assignment]
    items: msgspec.Raw = msgspec.Raw()  # type: ignore[assignment]

    @property
    def is_act(self) -> bool:
        """Whether the record is only an action in a hand, whose content does not matter after the hand."""
        return is_act(self) and not self.link


def _but(kind: type[msgspec.Struct], **types: object) -> object:
    """The same struct with other types for some of its fields."""
    fields = []
    for one in msgspec.structs.fields(kind):
        usual = (
            one.default
            if one.default_factory is msgspec.NODEFAULT
            else msgspec.field(default_factory=one.default_factory)
        )
        fields.append((one.name, types.get(one.name, one.type), *([] if usual is msgspec.NODEFAULT else [usual])))
    return msgspec.defstruct(kind.__name__, fields, frozen=True, tag=kind.__struct_config__.tag)


_Setup: Final = _but(Setup, game=msgspec.Raw, limit=msgspec.Raw, rulebook=msgspec.Raw)
_HandBegun: Final = _but(HandBegun, setup=_Setup)
_PAST: Final = msgspec.json.Decoder(StoredEvent)
_EVENT: Final[msgspec.json.Decoder[table_events.Event]] = msgspec.json.Decoder(table_events.Event)
_HAND_BEGUN: Final = msgspec.json.Decoder(_HandBegun)
_GAME: Final = msgspec.json.Decoder(Game)
_LIMIT: Final[msgspec.json.Decoder[Limit]] = msgspec.json.Decoder(Limit)
_RULEBOOK: Final = msgspec.json.Decoder(Rulebook)


def decode_past(record: bytes) -> StoredEvent:
    """Decode a record without its items. Raises BadNotation if it is damaged."""
    try:
        return _PAST.decode(record)
    except UNREADABLE as error:
        raise BadNotation(f"not a table event: {error}") from None


def event_of_past(past: StoredEvent) -> TableEvent:
    """The complete event except for its items. Raises BadNotation if it is damaged."""
    try:
        return TableEvent(**{**asdict(past), "table": tuple([_event(one) for one in past.table]), "items": ()})
    except UNREADABLE as error:
        raise BadNotation(f"not a table event: {error}") from None


def begins(past: StoredEvent) -> bool:
    """Whether a stored event begins a hand.

    The stored bytes are searched without decoding the event. A text in it cannot be mistaken for the beginning of a
    hand, because quotes within a text are escaped.
    """
    return any(_BEGINS in bytes(one) for one in past.table)


def _event(stored: msgspec.Raw) -> table_events.Event:
    data = bytes(stored)
    if not data.startswith(_BEGINS):
        return _EVENT.decode(data)
    begun = _HAND_BEGUN.decode(data)
    setup = begun.setup
    read = {
        "game": _game(bytes(setup.game)),
        "limit": _limit(bytes(setup.limit)),
        "rulebook": _rulebook(bytes(setup.rulebook)),
    }
    return HandBegun(**asdict(begun) | {"setup": Setup(**asdict(setup) | read)})


@lru_cache(256)
def _game(data: bytes) -> Game:
    return _GAME.decode(data)


@lru_cache(256)
def _limit(data: bytes) -> Limit:
    return _LIMIT.decode(data)


@lru_cache(64)
def _rulebook(data: bytes) -> Rulebook:
    return _RULEBOOK.decode(data)
