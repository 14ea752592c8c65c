"""The commands to a table of the room: by people, by its host, and by the room itself, one struct each.

Each is data, as it comes off the wire and as it is kept in the log. Commands of a table (`table.commands`) are sent as
they are, those of a hand within an `Act`. A new one needs its name in `BY_PEOPLE` here.

Amounts are chips, seats are those of the table, 0-based, and times are milliseconds.

>>> decode(b'{"type":"act","turn":7,"command":{"type":"raise_to","to":60}}')
Act(turn=7, command=RaiseTo(to=60))
"""

from __future__ import annotations

from typing import Any, Final, Literal

import msgspec

from sidepot.hand.commands import Command, Declare, Discard, Show
from sidepot.room.table.terms import RoomTerms, Strength, Timing
from sidepot.table import events as happened
from sidepot.table.commands import Buy, ChooseGame, ComeBack, DoStraddle, Leave, SitOut, TopUp
from sidepot.validation import quantities as q
from sidepot.validation.codec import Codec


class _Command(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A command to a table."""


class _OfPlayer(_Command, frozen=True):
    """A command about a player."""

    player: str


# ---- by people


class Sit(_Command, frozen=True, tag="sit"):
    """Take a seat (-1: any) with chips (0: the usual buy-in).

    `waits`: for the big blind; else post to be dealt in at once. `accepts`: the version of the terms that the player
    accepts by it (`accept` of `yours`), once. Rule: PG-35.
    `lists`: if no seat is free, wait for one on the list. If the host gives the seats, it asks for one.
    """

    seat: q.AnySeat = -1
    chips: q.Chips = 0
    waits: bool = True
    accepts: str = ""
    lists: bool = False


class AskCut(_Command, frozen=True, tag="ask_cut"):
    """Ask to cut the pack of the hands to come, or no longer. Rule: PG-50."""

    wants: bool = True


class AskShow(_Command, frozen=True, tag="ask_show"):
    """Ask to be asked at the showdown, if one may muck, or no longer.

    Otherwise a hand is shown by itself if it may win, and mucked if an open hand beats it. Rule: TDA-2013 16.
    """

    wants: bool = True


class ShowHand(_Command, frozen=True, tag="show_hand"):
    """Show everybody the cards that one held to the end of the hand that is over, until the next one begins."""


class CutPack(_Command, frozen=True, tag="cut"):
    """Cut the pack that was just shuffled, by a text of 1 to 100 characters. Rule: PG-50."""

    text: str


class Act(_Command, frozen=True, gc=False, tag="act"):
    """Act in a hand, on the decision numbered `turn`: a late answer is never taken for the next question."""

    turn: q.Line
    command: Command

    def __repr__(self) -> str:
        """Without cards discarded or shown, and without what is declared in the closed hand: logs show this."""
        hides = isinstance(self.command, (Discard, Show, Declare))
        command = f"{type(self.command).__name__}(...)" if hides else repr(self.command)
        return f"Act(turn={self.turn}, command={command})"


# ---- talk

Emoji = Literal["👍", "👏", "😂", "😮", "😢", "🔥", "🍀", "🤝"]


class Talk(_Command, frozen=True, tag="talk"):
    """Write a line to all, of 1 to 300 characters; it may be held until the hand is over. Rule: TDA-2013 59."""

    text: str

    def __repr__(self) -> str:
        """Without the text: logs show this."""
        return "Talk(...)"


class React(_Command, frozen=True, tag="react"):
    """Answer a line with an emoji, or take it back; `line` is the number of its event, 0: to the table itself."""

    emoji: Emoji
    line: q.Line = 0


class Report(_Command, frozen=True, tag="report"):
    """Report a line to the host, who gets the lines around it too. Nobody else sees it."""

    line: q.Line


# ---- by the host


class Pause(_Command, frozen=True, tag="pause"):
    """No new hand begins, and no clock runs, until `Resume`."""


class Resume(_Command, frozen=True, tag="resume"):
    """Play goes on."""


class Close(_Command, frozen=True, tag="close"):
    """Close the table, once the hand in progress is over: everybody leaves with all chips."""


class Remove(_OfPlayer, frozen=True, tag="remove"):
    """Have a player leave the table; during a hand, when it is over. With `account`, the player of that account."""

    account: str = ""


class AdjustStack(_OfPlayer, frozen=True, tag="adjust_stack"):
    """Put a stack right between hands, from what it `was` to another amount, for a reason that all can read.

    With another stack than it `was` by then it is refused: so a second click changes nothing.
    """

    was: q.Chips
    to: q.Chips
    reason: str


class AnswerSeat(_OfPlayer, frozen=True, tag="answer_seat"):
    """Say yes or no to a player who asks for a seat: by the name shown, or by the `account`."""

    yes: bool = True
    account: str = ""


class AddBot(_Command, frozen=True, tag="add_bot"):
    """Seat a bot."""

    name: str
    strength: Strength = Strength.REGULAR
    seat: q.AnySeat = -1
    chips: q.Chips = 0


class Silence(_OfPlayer, frozen=True, tag="silence"):
    """Silence a player or spectator at this table, or let them write again."""

    quiet: bool = True


class DropReport(_Command, frozen=True, tag="drop_report"):
    """Put away a report, by the number of its event: it is dealt with."""

    report: q.Line


# ---- by the room


class Open(_Command, frozen=True, tag="open"):
    """Open the table: the first event of its log."""

    terms: RoomTerms


class Tick(_Command, frozen=True, tag="tick"):
    """The time that the table asked for has come (`RoomTable.alarm`): a hand begins, or a player runs out of time."""


class Came(_OfPlayer, frozen=True, tag="came"):
    """A player's connection is there (again)."""


class Went(_OfPlayer, frozen=True, tag="went"):
    """A player's last connection is gone."""


class Restarted(_Command, frozen=True, tag="restarted"):
    """The room was started again: running clocks keep what they had when it stopped, and get a grace."""


class Moved(_Command, frozen=True, tag="moved"):
    """Another node of the room has this table now, in its `epoch`: clocks get a grace, as after a restart.

    Players count as connected until it is known that they are not: most of them come again by themselves.
    """

    epoch: int
    node: str = ""


class Freeze(_Command, frozen=True, tag="freeze"):
    """Something went wrong at this table: nothing happens until the host gives `Resume`."""

    reason: str


class Sent(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A player is sent to another table of the tournament: its id ("" while it is not open yet), and why there."""

    player: str
    table: str
    number: int
    seat: int
    because: str
    cite: str = ""
    because_said: list[Any] = []  # as data, for pages in other languages


class Order(_Command, frozen=True, gc=False, omit_defaults=True, tag="order"):
    """The tournament orders what happens at its table: number `step` of its stream, the next one here `after` another.

    The `events` of the table are exactly those of the tournament; in the log only its event has them. `bots`
    are the strengths of bots that sit down, `accounts` those of people. `lines` are shown to all (`parts` has them as
    data), and `sent` says who goes to another table. `ends`: no hand follows here. `timing` are the times from the hand
    on that begins by it, if the level has its own; `banks` is what those who come have left of their time banks.
    """

    step: int
    after: int
    events: tuple[happened.Event, ...] = ()
    bots: dict[str, str] = {}
    accounts: dict[str, str] = {}
    lines: tuple[str, ...] = ()
    sent: tuple[Sent, ...] = ()
    ends: bool = False
    timing: Timing | None = None
    banks: dict[str, int] = {}
    parts: tuple[list[Any], ...] = ()


BY_PEOPLE = (
    Sit | Leave | SitOut | ComeBack | Buy | TopUp | ChooseGame | DoStraddle | AskCut | CutPack | AskShow | ShowHand
    | Act | Talk | React | Report
)  # fmt: skip
BY_HOST = Pause | Resume | Close | Remove | AddBot | AdjustStack | AnswerSeat | Silence | DropReport
BY_ROOM = Open | Tick | Came | Went | Restarted | Moved | Freeze | Order
TableCommand = BY_PEOPLE | BY_HOST | BY_ROOM

HOST_ONLY: Final = (Pause, Resume, Close, Remove, AddBot, AdjustStack, AnswerSeat, Silence, DropReport)
ROOM_ONLY: Final = (Open, Tick, Came, Went, Restarted, Moved, Freeze, Order)

_JSON: Final = Codec[TableCommand](TableCommand, "a command to a table")
encode, decode = _JSON.encode, _JSON.decode
