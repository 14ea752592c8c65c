"""The commands to a tournament: by people, by its staff, and by the room itself, one struct each.

A player is known by the account that speaks. What the staff directs is a command of the tournament itself
(`sidepot.tournament.commands`), with a reason that all can read.

>>> decode(b'{"type":"direct","do":{"type":"add_time","ms":60000},"reason":"the clock was late"}')
Direct(do=AddTime(ms=60000), reason='the clock was late')
"""

from __future__ import annotations

from typing import Final, Literal, get_args

import msgspec

from sidepot.room.table.play.tournament import Report
from sidepot.room.table.terms import Strength
from sidepot.room.tournament.terms import TournamentTerms
from sidepot.tournament import commands as c
from sidepot.validation import quantities as q
from sidepot.validation.codec import Codec


class _Command(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A command to a tournament."""


# ---- by people


class Register(_Command, frozen=True, tag="register"):
    """Enter: before the start, or late. Rule: TDA-2013 7.

    `accepts` is the version of the terms that the player has read and accepts. Rule: PG-35.
    """

    accepts: str = ""


class TakeBack(_Command, frozen=True, tag="take_back"):
    """Take the entry back, and the money, before the start."""


class Reenter(_Command, frozen=True, tag="reenter"):
    """Enter again after going out, with a new stack and seat."""


class Rebuy(_Command, frozen=True, tag="rebuy"):
    """Buy chips again at the seat."""


class AddOn(_Command, frozen=True, tag="add_on"):
    """Take the add-on, in its break."""


class GoOut(_Command, frozen=True, tag="go_out"):
    """Be out for good: no rebuy and no re-entry is wanted."""


class OfferDeal(_Command, frozen=True, tag="offer_deal"):
    """Offer the players left a deal by `icm`, `chips`, `even` or in `amounts`; `first` is kept for the winner.

    The tables stop when their hands are over, until all have agreed, or one has not.
    """

    by: Literal["icm", "chips", "even", "amounts"] = "icm"
    amounts: tuple[tuple[str, q.Money], ...] = ()
    first: q.Money = 0


class AnswerDeal(_Command, frozen=True, tag="answer_deal"):
    """Say yes or no to the offer of that number."""

    offer: q.Step
    yes: bool = True


# ---- by its staff


class Begin(_Command, frozen=True, tag="begin"):
    """Start the tournament now, with those who have entered."""


class Announce(_Command, frozen=True, tag="announce"):
    """Tell everybody something, at all tables: 1 to 300 characters."""

    text: str


class AddBots(_Command, frozen=True, tag="add_bots"):
    """Have so many bots enter."""

    count: q.SomeBots
    strength: Strength = Strength.REGULAR


class CallOff(_Command, frozen=True, tag="call_off"):
    """Call the tournament off, for a reason: before the start the entries are paid back, after it all rank by chips.

    A final day that has not begun calls off its flights that have not begun. When the others are over, the players rank
    by their bags, and the prizes are paid.
    """

    reason: str


Directed = (
    c.AddTime | c.Jump | c.BreakNow | c.Penalise | c.Disqualify | c.MoveTo | c.Halt | c.Absent
    | c.Present | c.Pin | c.Withdraw | c.GoOut | c.Balance | c.Break | c.Undo | c.Redo
)  # fmt: skip


class Direct(_Command, frozen=True, tag="direct"):
    """The staff direct something, for a reason: the tournament carries it out, or says by which rule it cannot be."""

    do: Directed
    reason: str


class StopClock(_Command, frozen=True, tag="pause"):
    """Pause the tournament, for a reason: the clock stands, hands that are on are played out, and no other begins."""

    reason: str


class StartClock(_Command, frozen=True, tag="go_on"):
    """Let a tournament go on that is paused, or was stopped because something went wrong."""

    reason: str = ""


# ---- by those who direct a tournament with real chips and cards


class Act(_Command, frozen=True, tag="act"):
    """What somebody of the staff tells or orders: a command of the tournament itself.

    `expect` is the step that it was made for, if it matters. `role`: in which they act. `todo` is the line of what is
    to do that it carries out, `ask` the number of the wish of a player that it grants.
    """

    do: c.AnyCommand
    role: str = ""
    why: str = ""
    expect: q.Step | None = None
    todo: str = ""
    ask: q.Step = 0


class PutAsk(_Command, frozen=True, tag="ask"):
    """A player asks for something at their own page; the staff grant it, or not.

    `about`: enter, rebuy, add_on, reenter, floor, out or count (`n` chips).
    """

    about: str
    player: str
    n: q.Chips = 0


class CloseAsk(_Command, frozen=True, tag="close_ask"):
    """A wish of a player is seen to, or (`done` False) it is not granted, and why."""

    ask: q.Step
    done: bool = True
    why: str = ""


class RefuseAll(_Command, frozen=True, tag="refuse_all"):
    """All who have checked in and wait to be entered are refused in one act, and why."""

    why: str = ""
    role: str = ""


class SetCheckIn(_Command, frozen=True, tag="set_check_in"):
    """The check-in by which players say their names themselves is opened, or (`on` False) closed."""

    on: bool
    role: str = ""


class SetAside(_Command, frozen=True, tag="set_aside"):
    """A line of what is to do is not done now, and why; `on` False: it is to do again. `text`: what it said then."""

    todo: str
    why: str = ""
    on: bool = True
    text: str = ""


class HandOut(_Command, frozen=True, tag="hand_out"):
    """A player has been given so much of what they have won; below zero: they have given it back."""

    player: str
    amount: q.MoneyMoved


class Rename(_Command, frozen=True, tag="rename"):
    """Somebody gets another name: `was` has the one before. The names themselves are not in the stream."""

    player: str
    was: str
    role: str = ""


class Redraft(_Command, frozen=True, tag="redraft"):
    """A draft is made anew, by other terms: nobody has been told of it yet."""

    terms: TournamentTerms


# ---- by the room


class Open(_Command, frozen=True, tag="open"):
    """Announce the tournament: the first record of its stream. `seed` is that of its draws.

    `secret` is what the keys of its envelopes are made of: nobody who knows the seed knows it.
    """

    terms: TournamentTerms
    seed: str
    secret: str = ""


class Tick(_Command, frozen=True, tag="tick"):
    """The time that the tournament asked for has come."""


class TableIs(_Command, frozen=True, tag="table_is"):
    """The table of that number is this one of the room."""

    number: q.Table
    table: str


class TakeReport(_Command, frozen=True, gc=False, tag="take_report"):
    """A table reports."""

    report: Report


class FlightIs(_Command, frozen=True, tag="flight_is"):
    """The flight of that name is this tournament of the room."""

    flight: str
    tournament: str


class Bag(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """What a player brings from a flight: chips, the bounty on their head; their account, or the strength of a bot."""

    player: str
    chips: q.Sum
    head: q.Money = 0
    account: str = ""
    bot: str = ""


class Bagged(_Command, frozen=True, tag="bagged"):
    """A flight, `tournament`, is over: what it has `brought`, and the bags of its players.

    Without `brought` nobody played it. `is_last`: staff called it off before it began.
    """

    flight: str
    tournament: str
    brought: c.BringFlight | None = None
    bags: tuple[Bag, ...] = ()
    is_last: bool = False


class FlightOff(_Command, frozen=True, tag="flight_off"):
    """Staff called the final day off: so is this flight of it, unless it has begun."""

    reason: str


class Restarted(_Command, frozen=True, tag="restarted"):
    """The room was started again, or another process has the tournament: the time between does not count."""


class Freeze(_Command, frozen=True, tag="freeze"):
    """Something went wrong: nothing happens until the staff say `StartClock`."""

    reason: str


PlayerCommand = Register | TakeBack | Reenter | Rebuy | AddOn | GoOut | OfferDeal | AnswerDeal
StaffCommand = Begin | Announce | AddBots | CallOff | Direct | StopClock | StartClock
LiveCommand = Act | PutAsk | CloseAsk | RefuseAll | SetCheckIn | SetAside | HandOut | Rename | Redraft
RoomCommand = Open | Tick | TableIs | TakeReport | FlightIs | Bagged | FlightOff | Restarted | Freeze
TournamentCommand = PlayerCommand | StaffCommand | LiveCommand | RoomCommand

STAFF_ONLY: Final = get_args(StaffCommand)
LIVE_ONLY: Final = get_args(LiveCommand)
ROOM_ONLY: Final = get_args(RoomCommand)

_JSON: Final = Codec[TournamentCommand](TournamentCommand, "a command to a tournament")
encode, decode = _JSON.encode, _JSON.decode
