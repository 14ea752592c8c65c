"""The event of a table: one command with all its effects. The log of a table in the store has nothing else.

A `TableEvent` contains other events: those of the library's table (`table`), and those of the hand, among its `items`.
Code that has to do with several kinds calls the `TableEvent` an entry.
"""

from __future__ import annotations

from typing import Final, Literal

import msgspec

from sidepot.errors import BadNotation
from sidepot.room.fairness.items import Item
from sidepot.room.table.commands import Act, TableCommand
from sidepot.room.table.terms import Timing
from sidepot.table import events as table_events
from sidepot.validation.codec import UNREADABLE

TalkNow = Literal["at once", "held", "in the hand", "silenced"]


class TalkLine(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A line that somebody has written to the table: `seq` is its number, `reactions` the names by emoji."""

    seq: int
    at: int
    by: str
    text: str
    reactions: dict[str, tuple[str, ...]] = {}


class Line(msgspec.Struct, frozen=True, gc=False):
    """A chat line as the table keeps it, with the `account` of its writer.

    `held`: it waits for the end of the hand. `published` is the event that published it last; 0: none yet.
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
        """The line as everybody sees it."""
        return TalkLine(self.seq, self.at, self.by, self.text, self.reactions)


class Reported(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """Report number `seq`, for the host: the `line`, and those `around` it, in order."""

    seq: int
    at: int
    by: str
    line: TalkLine
    around: tuple[TalkLine, ...] = ()


class Clock(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """The clock of a table after an event. Times are milliseconds since 1970, 0 is none.

    `player` must decide, since `since`. `turn` is the number of the decision: they are counted from the opening of the
    table, and the last number stays when none is due. The time to decide ends at `bank_from`, the time bank at `until`.
    `next_at`: when the next hand begins, or the time to cut ends. `stopped_at`: when the table was paused or frozen;
    its clocks have been stopped since.
    """

    turn: int = 0
    player: str = ""
    since: int = 0
    bank_from: int = 0
    until: int = 0
    next_at: int = 0
    stopped_at: int = 0


class Person(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """The room's record of somebody at a table, apart from the seat and the chips: the time bank, and presence.

    `away_since`: when the last connection was lost, 0 while present. `lapses`: timeouts in a row.
    `bot`: the strength of a bot, else "". `cuts`: the player wants to cut the pack; `asks_show`:
    to be asked at the showdown whether to show.
    """

    player: str
    bank: int = 0
    away_since: int = 0
    lapses: int = 0
    bot: str = ""
    cuts: bool = False
    asks_show: bool = False
    gone: bool = False  # forget everything about the player


class AtTournament(msgspec.Struct, frozen=True):
    """The state of a table in its tournament.

    `step` is the last order that was taken, `began` the one with which the last hand began. `wishes` are players who
    are to be absent (True) or present, until the tournament has ordered it. `timing`: the times of the level, where it
    has its own.
    """

    step: int = 0
    began: int = 0
    wishes: dict[str, bool] = {}
    timing: Timing | None = None


class TableEvent(msgspec.Struct, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """Event number `seq` of a table's log: the `command` given at time `at`, and all its effects.

    `by` is the sender's name at this table, "" for the room itself. `id` is the command's id, by which it is recognized
    if it is sent again. The effects are events of the library's table (`table`), `items` of the hand (with hidden
    cards: never show them as they are), the `clock`, and the records of `people` that have changed. `accounts` has the
    account of each name that comes to the table, or is dealt in. If the event ends a hand, `link` is the hash of the
    chain after it, in hexadecimal. `showed` are the cards that a player shows after a hand. Of talk, `account` is the
    writer's, and `held` says that the line waits for the end of the hand.
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
    account: str = ""
    held: bool = False

    def __repr__(self) -> str:
        """Without its cards, since logs and tracebacks show this: its parts are only counted."""
        counts = f"{len(self.items)} items, {len(self.table)} of the table"
        return f"<TableEvent {self.seq} by {self.by!r}: {self.command!r}, {counts}>"


def is_act(entry: TableEvent) -> bool:
    """Whether it is an act in a hand that goes on, and nothing more: seats and people are as before."""
    return type(entry.command) is Act and not (entry.table or entry.people)


encode_table_event = msgspec.json.Encoder().encode
"""The event as it is stored."""
_DECODER: Final = msgspec.json.Decoder(TableEvent)


def decode_table_event(data: bytes) -> TableEvent:
    """Read a stored event. Raises BadNotation."""
    try:
        return _DECODER.decode(data)
    except UNREADABLE as error:
        raise BadNotation(f"not an entry of a table: {error}") from None
