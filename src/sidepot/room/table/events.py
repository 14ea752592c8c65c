"""The event of a table: the effects of one command. The log of a table in the store has nothing else."""

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
    """A line, by an `account`.

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

    Decision number `turn` (they are counted from the opening of the table, and the number of the last one stays when
    none is due) is `player`'s; their own time ends at `bank_from`, and their bank at `until`. `next_at`: when the next
    hand begins, or the cut that is waited for ends. `stopped_at`: when the table was paused or frozen; its clocks stand
    still since.
    """

    turn: int = 0
    player: str = ""
    since: int = 0
    bank_from: int = 0
    until: int = 0
    next_at: int = 0
    stopped_at: int = 0


class Person(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """The room's record of somebody at a table, apart from the place: time bank and presence.

    `away_since`: when the last connection went, 0 while present. `lapses`: timeouts in a row.
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
    """Number `seq` of a table's stream: `by` whom what was `command` at `at`, and all that came of it.

    `id` is the command's id, by which it is known if it is sent again. Its effects: events of the `table`, `items` of
    the hand (cards and all: never shown to anybody as they are), the `clock`, and the `people` who changed; `accounts`
    says whose account the name of somebody is who comes to the table, or is dealt in: people are known by that alone,
    and `by` is the name shown here. Where a hand is over by it, `link` is the chain after the hand, in hexadecimal.
    `showed` are the cards that a player shows when a hand is over. Of talk, `account` says whose it is, and `held` that
    it waits for the end of the hand.
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
    """Whether it is only a decision in a hand that goes on: seats and people are unchanged."""
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
