"""The commands to a table of the room, one struct each: from people, from the host, and from the room itself.

Each command is data, the same on the wire and in the log. Commands of the library's table (`table.commands`) are sent
unchanged, and commands of a hand inside an `Act`. A new command from people must be added to `BY_PEOPLE`.

Amounts are chips, seats are seats of the table counted from 0, and times are milliseconds.

>>> decode(b'{"type":"act","turn":7,"command":{"type":"raise_to","to":60}}')
Act(turn=7, command=RaiseTo(to=60))
"""

from __future__ import annotations

from typing import Any, Final, Literal

import msgspec

from sidepot.bots.bot_names import BotStyle
from sidepot.hand.commands import Command, Declare, Discard, Show
from sidepot.room.table.changeable import Changeable
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
    """Take a seat (-1 for any) with these chips (0 for the usual buy-in). If a host must approve players, ask for a
    seat.

    - `waits`: wait for the big blind, instead of posting to be dealt in at once.
    - `accepts`: the version of the terms that the player accepts (`accept` in the message `yours`). Rule: PG-35.
    - `lists`: go on the waiting list if no seat is free.
    """

    seat: q.AnySeat = -1
    chips: q.Chips = 0
    waits: bool = True
    accepts: str = ""
    lists: bool = False


class AcceptTerms(_Command, frozen=True, tag="accept_terms"):
    """Accept the terms that the host has changed. The player must be seated. Rule: PG-35.

    `version` is the value of `accept` in the message `yours`.
    """

    version: str


class SitOutAtBig(_Command, frozen=True, tag="sit_out_at_big"):
    """Sit out when the big blind reaches the player's seat, without posting it. If `wants` is false, withdraw this
    wish.
    """

    wants: bool = True


class AskCut(_Command, frozen=True, tag="ask_cut"):
    """Ask to cut the deck in later hands. If `wants` is false, stop asking. Rule: PG-50."""

    wants: bool = True


class AskShow(_Command, frozen=True, tag="ask_show"):
    """Ask to choose at the showdown between showing and mucking. If `wants` is false, stop asking. Rule: TDA-2013 16.

    A player who has not asked shows a hand that may win, and mucks a hand that a tabled hand beats.
    """

    wants: bool = True


class ShowHand(_Command, frozen=True, tag="show_hand"):
    """Show cards of the player's last hand to everybody, before the next hand begins.

    `cards` are the cards to show (all if empty). The other cards can be shown later.
    """

    cards: tuple[q.Card, ...] = ()


class HuntRabbit(_Command, frozen=True, tag="hunt_rabbit"):
    """After a hand that ended early, show everybody the board cards that would have come. Rule: TDA-2013 28.

    The house must allow rabbit hunting. Only a player who was dealt in may ask, after the pots are paid.
    """


class CutPack(_Command, frozen=True, tag="cut"):
    """Cut the freshly shuffled deck at a place determined by a text of 1 to 100 characters. Rule: PG-50."""

    text: str


class Act(_Command, frozen=True, gc=False, tag="act"):
    """Act in a hand. `turn` is the number of the decision, so that a late action never counts for the next decision."""

    turn: q.Line
    command: Command

    def __repr__(self) -> str:
        """The representation in logs, without discarded or shown cards and closed declarations."""
        hides = isinstance(self.command, (Discard, Show, Declare))
        command = f"{type(self.command).__name__}(...)" if hides else repr(self.command)
        return f"Act(turn={self.turn}, command={command})"


# ---- chat

Emoji = Literal["👍", "👏", "😂", "😮", "😢", "🔥", "🍀", "🤝"]
Thrown = Literal["🍅", "🌹", "🍺", "🍀", "❄️", "🎉"]


class Talk(_Command, frozen=True, tag="talk"):
    """Write a chat line of 1 to 300 characters to everybody. Rule: TDA-2013 59.

    The line may be held until the hand is over.
    """

    text: str

    def __repr__(self) -> str:
        """The representation in logs, without the text."""
        return "Talk(...)"


class React(_Command, frozen=True, tag="react"):
    """React with an emoji to a chat line, or take the reaction back.

    `line` is the number of the line's event (0: the table itself).
    """

    emoji: Emoji
    line: q.Line = 0


class Throw(_Command, frozen=True, tag="throw"):
    """Throw something (`what`) at another player for fun. `to` is that player's name. Rule: TDA-2013 59."""

    what: Thrown
    to: str


class Report(_Command, frozen=True, tag="report"):
    """Report a chat line to the host, who also gets the lines around it. Nobody else sees the report."""

    line: q.Line


# ---- by the host


class Pause(_Command, frozen=True, tag="pause"):
    """Stop the clocks, and begin no new hand until `Resume`."""


class Resume(_Command, frozen=True, tag="resume"):
    """Continue after `Pause`, or after an error has frozen the table."""


class Close(_Command, frozen=True, tag="close"):
    """Close the table after the current hand. All players leave with their chips."""


class ChangeTerms(_Command, frozen=True, tag="change_terms"):
    """Change the terms of the table from the next hand on. This replaces a change that is already announced.

    `to` has all changeable terms. They are the `values` from the agreement, with some of them changed.
    """

    to: Changeable


class WithdrawChange(_Command, frozen=True, tag="withdraw_change"):
    """Withdraw an announced change of the terms before it takes effect."""


class BombPot(_Command, frozen=True, tag="bomb_pot"):
    """Make the next hand with a flop a bomb pot: everybody posts this ante, and nobody bets before the flop.

    `ante` is in chips (0: the usual ante of the table's bomb pots).
    """

    ante: q.Chips = 0


class WithdrawBombPot(_Command, frozen=True, tag="withdraw_bomb_pot"):
    """Withdraw an announced bomb pot before its hand begins."""


class StandUp(_Command, frozen=True, tag="stand_up"):
    """Begin a round of the stand-up game among all players now in the game.

    A player who wins a pot sits down. The last player standing pays every other player.
    """


class EndStandUp(_Command, frozen=True, tag="end_stand_up"):
    """End a round of the stand-up game without payment."""


class Remove(_OfPlayer, frozen=True, tag="remove"):
    """Remove a player, identified by `account` or, without one, by name. The player leaves after the current hand."""

    account: str = ""


class AdjustStack(_OfPlayer, frozen=True, tag="adjust_stack"):
    """Correct a stack between hands from `was` to `to` chips, for a reason that everybody can read.

    If the stack is no longer `was`, the command is refused, so that a second click changes nothing.
    """

    was: q.Chips
    to: q.Chips
    reason: str


class AnswerSeat(_OfPlayer, frozen=True, tag="answer_seat"):
    """Grant or refuse a player's request for a seat. The player is identified by `account` or, without one, by name."""

    yes: bool = True
    account: str = ""


class AddBot(_Command, frozen=True, tag="add_bot"):
    """Seat a bot. If no `name` is given, any bot of this `style` is seated (null: any style)."""

    name: str = ""
    strength: Strength = Strength.REGULAR
    style: BotStyle | None = None
    seat: q.AnySeat = -1
    chips: q.Chips = 0


class Silence(_OfPlayer, frozen=True, tag="silence"):
    """Forbid a player or spectator to write at this table. If `quiet` is false, allow it again."""

    quiet: bool = True


class DropReport(_Command, frozen=True, tag="drop_report"):
    """Close a report after dealing with it. `report` is the number of the report's event."""

    report: q.Line


# ---- by the room


class Open(_Command, frozen=True, tag="open"):
    """Open the table. This is the first command of its log."""

    terms: RoomTerms


class Tick(_Command, frozen=True, tag="tick"):
    """Do what is due when the table's alarm rings: begin a hand, or end a player's time."""


class Came(_OfPlayer, frozen=True, tag="came"):
    """Report that a player has connected or reconnected."""


class Went(_OfPlayer, frozen=True, tag="went"):
    """Report that a player's last connection was lost."""


class Restarted(_Command, frozen=True, tag="restarted"):
    """Report that the room was restarted. Running clocks keep the time that they had, and get a grace period."""


class Moved(_Command, frozen=True, tag="moved"):
    """Report that the table has moved to another node. Clocks get a grace period.

    `epoch` is that node's epoch. Players count as connected until it turns out that they are not, because most of them
    reconnect automatically.
    """

    epoch: int
    node: str = ""


class Freeze(_Command, frozen=True, tag="freeze"):
    """Stop everything at the table after an error, until the host resumes the table (`Resume`)."""

    reason: str


class Sent(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A player who is sent to another table of the tournament, with the reason.

    `table` is the id of that table ("" until it is open).
    """

    player: str
    table: str
    number: int
    seat: int
    because: str
    cite: str = ""
    because_sentence: list[Any] = []  # as data, for pages in other languages


class Order(_Command, frozen=True, gc=False, omit_defaults=True, tag="order"):
    """An order of the tournament to its table.

    - `step`: the number of the event in the tournament's log that caused the order.
    - `after`: the number of the previous order to this table.
    - `events`: what the table applies; only the table's log contains these events.
    - `bots`: the strength of each bot that sits down.
    - `accounts`: the account of each person who sits down.
    - `lines`, `parts`: lines for everybody, as text and as data.
    - `sent`: the players who go to other tables.
    - `ends`: this table plays no further hand.
    - `timing`: the level's own time limits, from the next hand on.
    - `banks`: what is left of the time bank of each player who arrives.
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
    Sit | Leave | SitOut | ComeBack | Buy | TopUp | ChooseGame | DoStraddle | AcceptTerms | SitOutAtBig | AskCut
    | CutPack | AskShow | ShowHand | HuntRabbit | Act | Talk | React | Throw | Report
)  # fmt: skip
BY_HOST = (
    Pause | Resume | Close | ChangeTerms | WithdrawChange | BombPot | WithdrawBombPot | StandUp | EndStandUp | Remove
    | AddBot | AdjustStack | AnswerSeat | Silence | DropReport
)  # fmt: skip
BY_ROOM = Open | Tick | Came | Went | Restarted | Moved | Freeze | Order
TableCommand = BY_PEOPLE | BY_HOST | BY_ROOM

HOST_ONLY: Final = frozenset((
    Pause, Resume, Close, ChangeTerms, WithdrawChange, BombPot, WithdrawBombPot, StandUp, EndStandUp, Remove, AddBot,
    AdjustStack, AnswerSeat, Silence, DropReport,
))  # fmt: skip
ROOM_ONLY: Final = frozenset((Open, Tick, Came, Went, Restarted, Moved, Freeze, Order))

_JSON: Final = Codec[TableCommand](TableCommand, "a command to a table")
encode, decode = _JSON.encode, _JSON.decode
