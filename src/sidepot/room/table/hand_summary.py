"""A record of a hand that is over, read without its cards.

The game, the limit and the house of a hand are mostly those of the hand before it: they are read once.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import msgspec
from msgspec.structs import asdict

from sidepot.errors import BadNotation
from sidepot.games.limits import Limit
from sidepot.games.model import Game
from sidepot.hand.setup import Setup
from sidepot.room.table.commands import Act, Saying
from sidepot.room.table.events import Clock, Entry, Person
from sidepot.rules.rulebook import Rulebook
from sidepot.table.events import Event as TableEvent
from sidepot.table.events import HandBegun
from sidepot.validation.codec import UNREADABLE

_BEGUN: Final = b'{"type":"hand_begun"'


class Past(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """An entry without its items; the events at the table are read when needed."""

    seq: int
    at: int
    by: str = ""
    id: str = ""
    said: Saying
    table: tuple[msgspec.Raw, ...] = ()
    clock: Clock = Clock()
    people: tuple[Person, ...] = ()
    accounts: dict[str, str] = {}
    link: str = ""
    showed: tuple[int, ...] = ()
    account: str = ""
    held: bool = False

    @property
    def is_act(self) -> bool:
        """Whether it is a decision in a hand that goes on: once the hand is over, nothing is left of it."""
        return not (self.table or self.people or self.link) and type(self.said) is Act


def _but(kind: type[msgspec.Struct], **types: object) -> object:
    """The same struct, with other types for some of its fields."""
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
_PAST: Final = msgspec.json.Decoder(Past)
_EVENT: Final[msgspec.json.Decoder[TableEvent]] = msgspec.json.Decoder(TableEvent)
_HAND_BEGUN: Final = msgspec.json.Decoder(_HandBegun)
_GAME: Final = msgspec.json.Decoder(Game)
_LIMIT: Final[msgspec.json.Decoder[Limit]] = msgspec.json.Decoder(Limit)
_RULEBOOK: Final = msgspec.json.Decoder(Rulebook)


def decode_past(record: bytes) -> Past:
    """Read a record, but for its items. Raises BadNotation."""
    try:
        return _PAST.decode(record)
    except UNREADABLE as error:
        raise BadNotation(f"not an entry of a table: {error}") from None


def entry_of(past: Past) -> Entry:
    """The entry, without its items. Raises BadNotation."""
    try:
        return Entry(
            seq=past.seq, at=past.at, by=past.by, id=past.id, said=past.said,
            table=tuple([_event(one) for one in past.table]), clock=past.clock, people=past.people,
            accounts=past.accounts, link=past.link, showed=past.showed, account=past.account, held=past.held,
        )  # fmt: skip
    except UNREADABLE as error:
        raise BadNotation(f"not an entry of a table: {error}") from None


def begins(past: Past) -> bool:
    """Whether a hand begins by an entry: its event is not read, and inside a text there are no bare quotes."""
    return any(_BEGUN in bytes(one) for one in past.table)


def _event(stored: msgspec.Raw) -> TableEvent:
    data = bytes(stored)
    if not data.startswith(_BEGUN):
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
