"""The event of a table: one command with all its effects. The log of a table contains nothing else.

A `TableEvent` contains other events: those of the library's table (`table`), and those of the hand, among its `items`.
"""

from __future__ import annotations

from typing import Final, Literal

import msgspec

from sidepot.errors import BadNotation
from sidepot.room.fairness.items import Item
from sidepot.room.table.commands import Act, TableCommand
from sidepot.room.table.terms import RoomTerms, Timing
from sidepot.table import events as table_events
from sidepot.validation.codec import UNREADABLE

TalkNow = Literal["at once", "held", "in the hand", "silenced"]


class TalkLine(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """Chat line number `seq`. `reactions` has, for each emoji, the names of the people who reacted with it."""

    seq: int
    at: int
    by: str
    text: str
    reactions: dict[str, tuple[str, ...]] = {}


class Line(msgspec.Struct, frozen=True, gc=False):
    """A chat line as the table stores it, with the `account` of its writer.

    - `held`: the line waits for the end of the hand
    - `published`: the number of the last event that published the line (0: none)
    """

    seq: int
    at: int
    by: str
    text: str
    account: str = ""
    held: bool = False
    published: int = 0
    reactions: dict[str, tuple[str, ...]] = {}

    def public(self) -> TalkLine:
        """The line as everybody may see it."""
        return TalkLine(self.seq, self.at, self.by, self.text, self.reactions)


class Reported(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A report to the host: its number, the reported `line`, and the lines `around` it, in order."""

    seq: int
    at: int
    by: str
    line: TalkLine
    around: tuple[TalkLine, ...] = ()


class Clock(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """The clock of a table after an event. Times are in milliseconds since 1970 (0: none).

    - `turn`: the number of the current or last decision, counted from the opening of the table
    - `player`, `since`: who must decide, and since when
    - `bank_from`, `until`: when the ordinary time ends, and when the time bank ends
    - `next_at`: when the next hand begins, or when the time to cut ends
    - `stopped_at`: when the table was paused or frozen, which stopped its clocks
    """

    turn: int = 0
    player: str = ""
    since: int = 0
    bank_from: int = 0
    until: int = 0
    next_at: int = 0
    stopped_at: int = 0


class Person(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """What the room records of somebody at a table, apart from seat and chips.

    - `bank`: what is left of the time bank
    - `away_since`: when the last connection was lost (0: connected)
    - `lapses`: the number of timeouts in a row
    - `bot`: the strength of a bot ("" for a person)
    - `cuts`: the player wants to cut the deck
    - `asks_show`: the player wants to be asked at the showdown whether to show
    - `out_at_big`: the player wants to sit out when the big blind reaches the seat
    """

    player: str
    bank: int = 0
    away_since: int = 0
    lapses: int = 0
    bot: str = ""
    cuts: bool = False
    asks_show: bool = False
    out_at_big: bool = False
    gone: bool = False  # forget everything about the player


class RecentIds(msgspec.Struct):
    """The last commands of one account, so that a command that is sent again is not carried out twice.

    - `at`: the time of the latest command
    - `ids`: the number of the event that each command made, by the command's id
    """

    at: int = 0
    ids: dict[str, int] = {}


class AtTournament(msgspec.Struct, frozen=True):
    """The state of a table in its tournament.

    - `step`: the number of the last order that was carried out
    - `began`: the number of the order that began the last hand
    - `requests`: the players who want to be absent (True) or present again (False), until the tournament decides
    - `timing`: the time limits of the level (None: the level has none of its own)
    """

    step: int = 0
    began: int = 0
    requests: dict[str, bool] = {}
    timing: Timing | None = None


class Change(msgspec.Struct, frozen=True):
    """A change of the terms that the host `by` announced in event `seq`. It applies from the next hand on.

    - `version`: the version of the new agreement
    - `accepted`: when each account accepted this version
    """

    seq: int
    at: int
    by: str
    terms: RoomTerms
    version: str
    accepted: dict[str, int] = {}


class TableEvent(msgspec.Struct, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """Event number `seq` of a table's log: the `command` at the time `at`, and all its effects.

    - `by`: the sender's name at this table ("" for the room itself)
    - `id`: the id of the command, which shows that a command was sent again
    - `table`: the events of the library's table
    - `items`: the items of the hand, with hidden cards (never show them unfiltered)
    - `clock`, `people`: the clock, and the changed records of people
    - `accounts`: the account of each name that comes to the table or is dealt in
    - `link`: if the event ends a hand, the chain's link after the hand, in hexadecimal
    - `showed`: what a player shows of a finished hand, with the other cards face down
    - `rabbit`: the board cards that would have come, if a player asked for them after the hand
    - `account`, `held`: for a chat line, its writer's account, and whether it waits for the end of the hand
    - `terms`: the new terms, if the host announces them
    """

    seq: int
    at: int
    by: str = ""
    id: str = ""
    command: TableCommand
    table: tuple[table_events.Event, ...] = ()
    items: tuple[Item, ...] = ()
    clock: Clock = Clock()
    people: tuple[Person, ...] = ()
    accounts: dict[str, str] = {}
    link: str = ""
    showed: tuple[int, ...] = ()
    rabbit: tuple[int, ...] = ()
    account: str = ""
    held: bool = False
    terms: RoomTerms | None = None

    def __repr__(self) -> str:
        """The representation in logs and tracebacks, without cards. Its parts are only counted."""
        counts = f"{len(self.items)} items, {len(self.table)} of the table"
        return f"<TableEvent {self.seq} by {self.by!r}: {self.command!r}, {counts}>"


def is_act(event: TableEvent) -> bool:
    """Whether the event is only an action in a hand that continues, without a change of seats or people."""
    return type(event.command) is Act and not (event.table or event.people)


encode_table_event = msgspec.json.Encoder().encode
"""Encode an event for the store."""
_DECODER: Final = msgspec.json.Decoder(TableEvent)


def decode_table_event(data: bytes) -> TableEvent:
    """Decode a stored event. Raises BadNotation if it is damaged."""
    try:
        return _DECODER.decode(data)
    except UNREADABLE as error:
        raise BadNotation(f"not a table event: {error}") from None
