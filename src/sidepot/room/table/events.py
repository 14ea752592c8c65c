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
    """A chat line: `seq` is its number, `reactions` lists the names of those who reacted, by emoji."""

    seq: int
    at: int
    by: str
    text: str
    reactions: dict[str, tuple[str, ...]] = {}


class Line(msgspec.Struct, frozen=True, gc=False):
    """A chat line as the table stores it, with the `account` of its writer.

    `held` means that the line waits for the end of the hand. `published` is the number of the last event that published
    it (0 if none has).
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
    """A report to the host: its number `seq`, the reported `line`, and the lines `around` it in order."""

    seq: int
    at: int
    by: str
    line: TalkLine
    around: tuple[TalkLine, ...] = ()


class Clock(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """The clock of a table after an event. Times are in milliseconds since 1970; 0 stands for none.

    `player` has had to decide since the time `since`. `turn` numbers the decisions from the opening of the table;
    between decisions it is the number of the last decision. The time to decide ends at `bank_from`, the time bank at
    `until`. At `next_at` the next hand begins, or the time to cut ends. `stopped_at` is the time when the table was
    paused or frozen, which stopped its clocks.
    """

    turn: int = 0
    player: str = ""
    since: int = 0
    bank_from: int = 0
    until: int = 0
    next_at: int = 0
    stopped_at: int = 0


class Person(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """The room's record of somebody at a table, without the seat and the chips: the time bank, presence and wishes.

    `away_since` is the time when the last connection was lost (0 while present). `lapses` counts timeouts in a row.
    `bot` is the strength of a bot ("" for a person). The player may wish to cut the deck (`cuts`), to be asked at the
    showdown whether to show (`asks_show`), or to sit out when the big blind reaches the seat (`out_at_big`).
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


class AtTournament(msgspec.Struct, frozen=True):
    """The state of a table in its tournament.

    `step` is the number of the last order carried out, `began` that of the order that began the last hand. `requests`
    lists the players who want to be absent (True) or present again (False), until the tournament orders it. `timing`
    holds the level's own time limits, if any.
    """

    step: int = 0
    began: int = 0
    requests: dict[str, bool] = {}
    timing: Timing | None = None


class Change(msgspec.Struct, frozen=True):
    """An announced change: from the next hand on, the table has these `terms`, and this `version` of its agreement.

    The host `by` announced it in event `seq`. `accepted` lists the accounts that have accepted the version, each with
    the time.
    """

    seq: int
    at: int
    by: str
    terms: RoomTerms
    version: str
    accepted: dict[str, int] = {}


class TableEvent(msgspec.Struct, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """Event number `seq` of a table's log: the `command` at time `at`, and all its effects.

    `by` is the sender's name at this table ("" for the room itself). `id` is the id of the command, by which it is
    recognized if it is sent again. The effects are events of the library's table (`table`), `items` of the hand (with
    hidden cards: never show them unfiltered), the `clock`, and the changed records of `people`. `accounts` holds the
    account of each name that comes to the table or is dealt in. If the event ends a hand, `link` is the chain's link
    after it, in hexadecimal. `showed` is what a player shows of a finished hand, with the other cards face down, and
    `rabbit` the board cards that would have come, for a player who asked after the hand. For a chat line, `account` is
    that of its writer, and `held` means that the line waits for the end of the hand. `terms` are the new terms if the
    host announces some.
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
        """The representation in logs and tracebacks: without cards; parts are only counted."""
        counts = f"{len(self.items)} items, {len(self.table)} of the table"
        return f"<TableEvent {self.seq} by {self.by!r}: {self.command!r}, {counts}>"


def is_act(event: TableEvent) -> bool:
    """Whether the event is only an action in a hand that goes on, and changes no seats or people."""
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
