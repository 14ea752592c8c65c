"""The commands to a tournament, one struct each: from people, from its staff, and from the room itself.

A player is known by the account that sends the command. Orders of the staff are commands of the library's tournament
(`sidepot.tournament.commands`), with a reason that everybody can read.

>>> decode(b'{"type":"direct","do":{"type":"add_time","ms":60000},"reason":"the clock was late"}')
Direct(do=AddTime(ms=60000), reason='the clock was late')
"""

from __future__ import annotations

from typing import Final, Literal, get_args

import msgspec

from sidepot.room.table.play.tournament import Report
from sidepot.room.table.terms import Strength
from sidepot.room.tournament.terms import TournamentTerms
from sidepot.tournament import bags as b
from sidepot.tournament import commands as c
from sidepot.validation import quantities as q
from sidepot.validation.codec import Codec


class _Command(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A command to a tournament."""


# ---- by people


class Register(_Command, frozen=True, tag="register"):
    """Enter the tournament, before the start or during late registration. Rule: TDA-2013 7.

    `accepts` is the version of the terms that the player accepts. Rule: PG-35.
    """

    accepts: str = ""


class TakeBack(_Command, frozen=True, tag="take_back"):
    """Withdraw an entry before the start. The money is returned."""


class Reenter(_Command, frozen=True, tag="reenter"):
    """Enter again after busting, with a new stack in a new seat."""


class Rebuy(_Command, frozen=True, tag="rebuy"):
    """Buy a new stack without leaving the seat."""


class AddOn(_Command, frozen=True, tag="add_on"):
    """Buy the add-on during its break."""


class GoOut(_Command, frozen=True, tag="go_out"):
    """Leave the tournament permanently, without using remaining rebuys or re-entries."""


class OfferDeal(_Command, frozen=True, tag="offer_deal"):
    """Offer a deal to the remaining players. The tables stop after their current hands until all have agreed or one has
    refused.

    - `by`: the method: "icm", "chips" or "even", or "amounts" for the given `amounts`
    - `amounts`: what each player gets, by the method "amounts"
    - `first`: the money set aside for the winner
    """

    by: Literal["icm", "chips", "even", "amounts"] = "icm"
    amounts: tuple[tuple[str, q.Money], ...] = ()
    first: q.Money = 0


class AnswerDeal(_Command, frozen=True, tag="answer_deal"):
    """Accept or refuse the deal with the number `offer`."""

    offer: q.Step
    yes: bool = True


# ---- by its staff


class Begin(_Command, frozen=True, tag="begin"):
    """Start the tournament now, with the players who have entered."""


class Announce(_Command, frozen=True, tag="announce"):
    """Show a text of 1 to 300 characters at all tables."""

    text: str


class AddBots(_Command, frozen=True, tag="add_bots"):
    """Enter `count` bots of the given strength."""

    count: q.SomeBots
    strength: Strength = Strength.REGULAR


class CallOff(_Command, frozen=True, tag="call_off"):
    """Call the tournament off, for a reason. Before the start, entries are returned. After it, players rank by chips.

    If a final day has not begun, its flights that have not begun are called off too. When the other flights are over,
    players rank by their bags, and the prizes are paid.
    """

    reason: str


Directed = (
    c.AddTime | c.Jump | c.BreakNow | c.Penalise | c.Disqualify | c.MoveTo | c.Halt | c.Absent
    | c.Present | c.Pin | c.Withdraw | c.GoOut | c.Balance | c.Break | c.Undo | c.Redo
)  # fmt: skip


class Direct(_Command, frozen=True, tag="direct"):
    """Give the tournament a director's command (`do`), for a reason. If the command is refused, the error cites the
    rule.
    """

    do: Directed
    reason: str


class StopClock(_Command, frozen=True, tag="pause"):
    """Pause the tournament, for a reason: the clock stops, hands in progress are finished, and no new hand begins."""

    reason: str


class StartClock(_Command, frozen=True, tag="go_on"):
    """Resume a tournament after a pause or an error."""

    reason: str = ""


# ---- by the staff of a live tournament


class Act(_Command, frozen=True, tag="act"):
    """A report or an order of the staff: a command (`do`) for the library's tournament.

    - `role`, `why`: the sender's role and reason.
    - `expect`: the number of the last step that the sender has seen, if the command depends on it.
    - `todo`: the id of the task that the command carries out.
    - `ask`: the number of the player's request that the command grants.
    """

    do: c.AnyCommand
    role: str = ""
    why: str = ""
    expect: q.Step | None = None
    todo: str = ""
    ask: q.Step = 0


class PutAsk(_Command, frozen=True, tag="ask"):
    """Record a player's request from the seat page, for the staff to grant or refuse.

    `about` is one of enter, rebuy, add_on, reenter, floor, out or count (a count of `n` chips).
    """

    about: str
    player: str
    n: q.Chips = 0


class CloseAsk(_Command, frozen=True, tag="close_ask"):
    """Close a player's request as done or, if `done` is false, as refused for the reason `why`."""

    ask: q.Step
    done: bool = True
    why: str = ""


class RefuseAll(_Command, frozen=True, tag="refuse_all"):
    """Refuse all players who have checked in and wait to be entered, for a reason."""

    why: str = ""
    role: str = ""


class SetCheckIn(_Command, frozen=True, tag="set_check_in"):
    """Open the check-in, where players enter their own names. If `on` is false, close the check-in."""

    on: bool
    role: str = ""


class SetAside(_Command, frozen=True, tag="set_aside"):
    """Postpone a task for a reason. If `on` is false, make the task due again.

    `text` is the text of the task when the command was given.
    """

    todo: str
    why: str = ""
    on: bool = True
    text: str = ""


class HandOut(_Command, frozen=True, tag="hand_out"):
    """Record that a player received part of their winnings. If the amount is below zero, the player returned it."""

    player: str
    amount: q.MoneyMoved


class PutBag(_Command, frozen=True, tag="put_bag"):
    """Enter or correct the bag of a player who survived the flight.

    `was` is the number of chips in the bag as the sender has seen it (0: there was no bag).
    """

    player: str
    bag: b.Bag
    was: q.Chips = 0
    role: str = ""
    why: str = ""


class TakeBag(_Command, frozen=True, tag="take_bag"):
    """Remove the bag of a player, because the bag was entered by mistake."""

    player: str
    role: str = ""
    why: str = ""


class AcceptBags(_Command, frozen=True, tag="accept_bags"):
    """Accept the difference between the chips in the bags and the chips that must be in play, for a reason.

    If chips are missing, the difference is below zero.
    """

    difference: q.Difference
    why: str
    role: str = ""


class CarryOver(_Command, frozen=True, tag="carry_over"):
    """Close a flight whose bags go to day 2. `final` is the id of day 2. If `final` is "", open the flight again."""

    final: str


class Gather(_Command, frozen=True, tag="gather"):
    """Bring the players, bags and money of all flights to day 2."""

    flights: tuple[b.FlightResult, ...]


class Rename(_Command, frozen=True, tag="rename"):
    """Record that a person was renamed. `was` is the mark of the old name, because the log has no names."""

    player: str
    was: str
    role: str = ""


class Redraft(_Command, frozen=True, tag="redraft"):
    """Replace the terms of a tournament that is still a draft."""

    terms: TournamentTerms


# ---- by the room


class Open(_Command, frozen=True, tag="open"):
    """Announce the tournament. This is the first command of its log.

    - `seed`: the seed of the tournament's draws
    - `secret`: the secret from which the keys of its envelopes are made, independent of the seed
    """

    terms: TournamentTerms
    seed: str
    secret: str = ""


class Tick(_Command, frozen=True, tag="tick"):
    """Do what is due when the tournament's alarm rings."""


class TableIs(_Command, frozen=True, tag="table_is"):
    """Link table `number` of the tournament to the table of the room that was opened for it."""

    number: q.Table
    table: str


class TakeReport(_Command, frozen=True, gc=False, tag="take_report"):
    """Process the report of a table."""

    report: Report


class FlightIs(_Command, frozen=True, tag="flight_is"):
    """Link a flight to the tournament that was announced for it."""

    flight: str
    tournament: str


class Bag(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """The bag of a player who survived a flight.

    - `head`: the bounty on the player's head
    - `account`: the player's account ("" for a bot)
    - `bot`: the strength of a bot ("" for a person)
    """

    player: str
    chips: q.Sum
    head: q.Money = 0
    account: str = ""
    bot: str = ""


class Bagged(_Command, frozen=True, tag="bagged"):
    """Report to the final day that a flight is over.

    - `brought`: the money of the flight (None: the flight was not played)
    - `bags`: the bags of the flight's players
    - `is_last`: staff called the flight off before it began
    """

    flight: str
    tournament: str
    brought: c.BringFlight | None = None
    bags: tuple[Bag, ...] = ()
    is_last: bool = False


class FlightOff(_Command, frozen=True, tag="flight_off"):
    """Call off a flight that has not begun, because its final day was called off."""

    reason: str


class Restarted(_Command, frozen=True, tag="restarted"):
    """Report that the room was restarted, or that another node took the tournament over. The time while it stood still
    does not count.
    """


class Freeze(_Command, frozen=True, tag="freeze"):
    """Freeze the tournament after an error, until staff resume it (`StartClock`)."""

    reason: str


PlayerCommand = Register | TakeBack | Reenter | Rebuy | AddOn | GoOut | OfferDeal | AnswerDeal
StaffCommand = Begin | Announce | AddBots | CallOff | Direct | StopClock | StartClock
LiveCommand = (
    Act | PutAsk | CloseAsk | RefuseAll | SetCheckIn | SetAside | HandOut | PutBag | TakeBag | AcceptBags | CarryOver
    | Gather | Rename | Redraft
)  # fmt: skip
RoomCommand = Open | Tick | TableIs | TakeReport | FlightIs | Bagged | FlightOff | Restarted | Freeze
TournamentCommand = PlayerCommand | StaffCommand | LiveCommand | RoomCommand

STAFF_ONLY: Final = get_args(StaffCommand)
LIVE_ONLY: Final = get_args(LiveCommand)
ROOM_ONLY: Final = get_args(RoomCommand)

_JSON: Final = Codec[TournamentCommand](TournamentCommand, "a command to a tournament")
encode, decode = _JSON.encode, _JSON.decode
