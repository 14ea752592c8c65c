"""The events of a tournament, one struct each; an event at one of its tables is wrapped in `AtTable`.

A step contains the events of one command. Players have an id (text), tables a number from 1 on; seats are seats of the
table, 0-based; `at` is the time in milliseconds, passed in by the caller; money is in the smallest unit of the
currency.
"""

from __future__ import annotations

import msgspec

from sidepot.table.colour import Exchange
from sidepot.table.events import Event as TableEvent
from sidepot.table.race import RaceSheet
from sidepot.tournament.clock import Clock
from sidepot.tournament.deals import Deal
from sidepot.tournament.moves import Move, SeatDraw
from sidepot.tournament.structure import Structure


class OfPlayer(msgspec.Struct, frozen=True):
    """An event that concerns one player."""

    player: str


class OfTable(msgspec.Struct, frozen=True):
    """An event of a table."""

    table: int


# ---- envelopes and flights


class EnvelopesSealed(msgspec.Struct, frozen=True, tag="envelopes_sealed"):
    """The seal of the envelopes was published. The seal is the SHA-256 of the first key."""

    seal: str


class EnvelopesFilled(msgspec.Struct, frozen=True, tag="envelopes_filled"):
    """The bounties are in envelopes from now on. `values` are their amounts, largest first."""

    values: tuple[int, ...]


class EnvelopeWon(OfPlayer, frozen=True, tag="envelope_won"):
    """A player was eliminated. The `winners` may open an envelope as the bounty."""

    winners: tuple[str, ...]


class EnvelopeOpened(OfPlayer, frozen=True, tag="envelope_opened"):
    """The envelope for an eliminated player was opened.

    - `value`: the amount in the envelope
    - `shares`: each winner's part of this amount
    - `key`: the key that drew the envelope
    """

    value: int
    shares: tuple[tuple[str, int], ...]
    key: str = ""


class FlightBrought(msgspec.Struct, frozen=True, tag="flight_brought"):
    """A flight brought its entries and its money to the final day."""

    flight: str
    entries: int
    money: int
    fees: int = 0
    bounties: int = 0


class Qualified(OfPlayer, frozen=True, tag="qualified"):
    """A player qualified through a flight, with these chips and the bounty on their head."""

    chips: int
    head: int = 0
    flight: str = ""


# ---- all kinds


class Opened(msgspec.Struct, frozen=True, tag="opened"):
    """The tournament was announced. The `seed` of its draws is any text.

    `live` means that the tournament is played with real chips and cards, and that people report what happens. `draft`
    means that the tournament is being prepared, and that nobody can enter until the check-in is opened.
    """

    structure: Structure
    seed: str = ""
    live: bool = False
    draft: bool = False


class Registered(OfPlayer, frozen=True, tag="registered"):
    """A player paid for an entry. An `alternate` waits until a seat is free."""

    at: int = 0
    alternate: bool = False


class Withdrew(OfPlayer, frozen=True, tag="withdrew"):
    """A player withdrew an entry and got the money back, before playing."""


class Pinned(OfPlayer, frozen=True, tag="pinned"):
    """A player keeps a table and, unless `seat` is -1, a seat, for a reason (rule T8). `table` 0 ends this."""

    table: int
    seat: int = -1
    why: str = ""


class Reentered(OfPlayer, frozen=True, tag="reentered"):
    """An eliminated player paid for another entry, with a seat and a full stack like a new player (rule T7)."""

    at: int = 0


class Rebought(OfPlayer, frozen=True, tag="rebought"):
    """A player bought chips at the table.

    `owed` means that the player announced the rebuy and has not paid for it yet. Its chips already play (rule T26).
    """

    chips: int
    cost: int
    fee: int = 0
    owed: bool = False
    at: int = 0


class PledgePaid(OfPlayer, frozen=True, tag="pledge_paid"):
    """A player paid for the rebuys that they had announced."""

    money: int


class AddedOn(OfPlayer, frozen=True, tag="added_on"):
    """A player bought the add-on."""

    chips: int
    cost: int
    fee: int = 0
    at: int = 0


class Drawn(msgspec.Struct, frozen=True, tag="drawn"):
    """Seats were drawn. The record lets anybody check the draw (rule T6)."""

    record: SeatDraw
    why: str = ""


class Redrawn(msgspec.Struct, frozen=True, tag="redrawn"):
    """All players drew new seats, when `left` of them were still in."""

    left: int


class TableOpened(OfTable, frozen=True, tag="table_opened"):
    """A table was opened for the stakes of a level (counted from 0). If `seats` is 0, it has as many seats as the other
    tables.
    """

    level: int = 0
    seats: int = 0


class TableClosed(OfTable, frozen=True, tag="table_closed"):
    """A table was broken, or play at it ended with the tournament."""


class AtTable(OfTable, frozen=True, gc=False, tag="at_table"):
    """Something happened at a table. `sidepot.table.events` describes each `event`."""

    event: TableEvent


class Moved(msgspec.Struct, frozen=True, tag="moved"):
    """A player was moved with all their chips. The `move` holds the reason."""

    move: Move
    at: int = 0


class ClockSet(msgspec.Struct, frozen=True, tag="clock_set"):
    """The clock was started, stopped or changed. `clock` is its new state."""

    clock: Clock


class LevelSet(OfTable, frozen=True, tag="level_set"):
    """A table plays a level (counted from 0) from its next hand on."""

    level: int


class Signalled(OfTable, frozen=True, tag="signalled"):
    """A hand began, with the riffle or the push, and will be played at this level (rule T22)."""

    level: int


class HandForHand(msgspec.Struct, frozen=True, tag="hand_for_hand"):
    """Hand-for-hand play began: all tables begin each hand together. With `on` false, it ended."""

    on: bool
    at: int = 0


class RoundDone(msgspec.Struct, frozen=True, tag="round_done"):
    """All tables have played their hand in the round of hand-for-hand play."""

    at: int = 0


class Halted(OfTable, frozen=True, tag="halted"):
    """A table was stopped; with `on` false, it plays on."""

    on: bool
    because: str = ""


class Busted(OfPlayer, frozen=True, omit_defaults=True, tag="busted"):
    """A player busted in a hand.

    - `rank`: among players who bust in the same hand, a higher rank means a better place
    - `final`: whether the player can neither rebuy nor enter again

    The following fields are set only if the bust was reported by people:

    - `step`: the step of the report
    - `at`: the time of the bust
    - `seat`, `stack`: the player's seat and recorded stack
    - `by`: who won the stack, as (player, chips) pairs
    - `bounty`: what each of these players won: (player, cash, amount added to their own head)
    - `head`: the bounty that was on the eliminated player
    """

    table: int
    hand: int
    rank: int
    final: bool = True
    at: int = 0
    seat: int = -1
    stack: int = 0
    by: tuple[tuple[str, int], ...] = ()
    bounty: tuple[tuple[str, int, int], ...] = ()
    head: int = 0
    step: int = 0


class Ranked(msgspec.Struct, frozen=True, omit_defaults=True, tag="ranked"):
    """Eliminated players got their places. The `groups` are listed worst first; players of one group share a place.

    The groups are inserted above the `index` worst groups so far (-1: above all groups). With `shared`, the players
    join the group at `index` instead.
    """

    groups: tuple[tuple[str, ...], ...]
    index: int = -1
    shared: bool = False


class WentOut(OfPlayer, frozen=True, tag="went_out"):
    """A player without chips declined to buy in again."""


class BountyWon(OfPlayer, frozen=True, omit_defaults=True, tag="bounty_won"):
    """The bounty on a player was won. `shares` lists each (winner, cash, amount added to the winner's head).

    `step` is the step of the elimination, if the player has bought in again since then. The new bounty on that player's
    head stays.
    """

    shares: tuple[tuple[str, int, int], ...]
    step: int = 0


class Penalised(OfPlayer, frozen=True, tag="penalised"):
    """A player must miss `hands` hands. The player is dealt in, and each of these hands is killed (TDA-2013 58)."""

    hands: int
    why: str = ""
    at: int = 0


class Served(msgspec.Struct, frozen=True, tag="served"):
    """Penalised players missed hands. `missed` is the number of hands for each player. A hand that is dealt again
    counts once.
    """

    missed: tuple[tuple[str, int], ...]


class Disqualified(OfPlayer, frozen=True, tag="disqualified"):
    """A player was disqualified (TDA-2013 58-D). `at` is the time, if the player was still in."""

    why: str = ""
    at: int = 0


class ChipsRemoved(OfPlayer, frozen=True, tag="chips_removed"):
    """Chips left play. They belonged to a disqualified player (TDA-2013 58-D), or to the winner of a round, who gets a
    new stack.
    """

    chips: int


class Raced(OfTable, frozen=True, tag="raced"):
    """Chips were raced off at a table. `sheet` holds the result of the race (rule T23)."""

    sheet: RaceSheet


class LateChanged(OfPlayer, frozen=True, tag="late_changed"):
    """A player's chips of a raced-off denomination turned up late, and were exchanged or removed (TDA-2013 23-C)."""

    table: int
    exchange: Exchange


class DeckChanged(OfTable, frozen=True, tag="deck_changed"):
    """A table got another deck, for a reason (rule T25)."""

    why: str
    at: int = 0


class DealersPushed(msgspec.Struct, frozen=True, tag="dealers_pushed"):
    """The dealers changed tables (RP-7)."""

    at: int = 0


class DealMade(msgspec.Struct, frozen=True, tag="deal_made"):
    """The remaining players, in stack order, made a deal."""

    players: tuple[str, ...]
    deal: Deal


class Note(msgspec.Struct, frozen=True, tag="note"):
    """A remark with its rule, such as a warning or an offence."""

    text: str
    cite: str = ""
    player: str = ""


class Ended(msgspec.Struct, frozen=True, tag="ended"):
    """The tournament is over."""

    at: int = 0


class Undone(msgspec.Struct, frozen=True, omit_defaults=True, tag="undone"):
    """All steps from `step` on were undone.

    - `only`: only this step was undone, and no later step
    - `instead`: with `only`, the events that replace those of later steps
    - `also`: other steps that were undone with it
    """

    step: int
    only: bool = False
    instead: tuple[tuple[int, tuple[Event, ...]], ...] = ()
    also: tuple[int, ...] = ()


class Redone(msgspec.Struct, frozen=True, tag="redone"):
    """The most recently undone step was redone."""

    step: int


# ---- live: reports of people and their effects; `at` is when it happened, possibly earlier


class RealCards(msgspec.Struct, frozen=True, tag="real_cards"):
    """The tournament is played with real cards.

    From now on, stacks and buttons are known only as far as people report them.
    """

    at: int = 0


class WinnerReported(OfPlayer, frozen=True, omit_defaults=True, tag="winner_reported"):
    """The winners of a player's last chips were reported after the bust.

    `step` is the step of the elimination, if the player has bought in again since then.
    """

    by: tuple[tuple[str, int], ...]
    bounty: tuple[tuple[str, int, int], ...] = ()
    step: int = 0


class Unbusted(OfPlayer, frozen=True, tag="unbusted"):
    """A player was not out after all, and returns with the recorded chips."""

    why: str = ""


class BountyReturned(OfPlayer, frozen=True, tag="bounty_returned"):
    """A bounty was not won after all, and is on the player's head again.

    `shares` are (winner, cash, amount added to the winner's head).
    """

    shares: tuple[tuple[str, int, int], ...]
    head: int


class Reordered(msgspec.Struct, frozen=True, tag="reordered"):
    """The finishing order of eliminated players was changed; they are listed best first.

    With `alike`, they share one place.
    """

    players: tuple[str, ...]
    alike: bool = False
    why: str = ""


class RoundReported(msgspec.Struct, frozen=True, tag="round_reported"):
    """Every table has reported its hand in the round of hand-for-hand play."""

    at: int = 0


class Counted(msgspec.Struct, frozen=True, tag="counted"):
    """Stacks were counted, and are known as of the time `at`."""

    stacks: tuple[tuple[str, int], ...]
    at: int = 0


class Drifted(OfTable, frozen=True, tag="drifted"):
    """Recorded chips moved from a table (0: no open table) to another, where their winner sits by now."""

    to_table: int
    chips: int


class DifferenceAccepted(OfTable, frozen=True, tag="difference_accepted"):
    """The difference between the counted and the recorded chips of a table was accepted, for a reason."""

    chips: int
    why: str


class ButtonReported(OfTable, frozen=True, tag="button_reported"):
    """The seat of the button (-1: unknown) was reported, for the current or last hand or, with `next`, for the next
    hand.

    `frozen` means that the button does not move before a game with blinds.
    """

    seat: int
    at: int = 0
    next: bool = False
    frozen: bool = False


class HandsReported(OfTable, frozen=True, tag="hands_reported"):
    """A table has played `n` hands since its last report."""

    n: int
    at: int = 0


class HeadcountReported(OfTable, frozen=True, tag="headcount_reported"):
    """A table reported `n` players with chips. `record` is the number of such players according to the program."""

    n: int
    record: int
    at: int = 0


class TermsChanged(msgspec.Struct, frozen=True, omit_defaults=True, tag="terms_changed"):
    """The announced terms were changed, for a reason. A field that is None did not change."""

    why: str
    structure: Structure | None = None
    added: int | None = None
    seats: int | None = None
    break_order: tuple[int, ...] | None = None


class CheckInOpened(msgspec.Struct, frozen=True, tag="check_in_opened"):
    """The check-in of a draft was opened. Players can enter from now on."""

    at: int = 0


class Locked(OfTable, frozen=True, tag="locked"):
    """A seat or a whole table (-1) was locked. With `on` false, it was unlocked."""

    seat: int
    on: bool
    why: str = ""


class TableNamed(OfTable, frozen=True, tag="table_named"):
    """A table got a name, or lost it (`name` is "")."""

    name: str


class Refunded(OfPlayer, frozen=True, tag="refunded"):
    """A player's payments for prizes, for the house and for bounties were returned. The entry does not count."""

    collected: int
    fees: int
    bounties: int
    why: str = ""


class NotShown(OfPlayer, frozen=True, tag="not_shown"):
    """A player never arrived, and is out."""

    why: str = ""
    at: int = 0


class Announced(msgspec.Struct, frozen=True, tag="announced"):
    """A text was announced on all screens."""

    text: str
    at: int = 0


class ClockCalled(OfPlayer, frozen=True, tag="clock_called"):
    """The clock was called on a player, for a number of seconds (0: the clock ended, because the player has acted)."""

    seconds: int
    at: int = 0


class Cancelled(msgspec.Struct, frozen=True, tag="cancelled"):
    """The tournament was cancelled, and all money was returned."""

    why: str
    at: int = 0


Event = (
    Opened | Registered | Withdrew | Pinned | Reentered | Rebought | PledgePaid | AddedOn | Drawn | Redrawn
    | TableOpened | TableClosed | AtTable | Moved | ClockSet | LevelSet | Signalled | HandForHand | RoundDone
    | Halted | Busted | Ranked | WentOut | BountyWon | Penalised | Served | Disqualified | ChipsRemoved | Raced
    | LateChanged | DeckChanged | DealersPushed | DealMade | EnvelopesSealed
    | EnvelopesFilled | EnvelopeWon | EnvelopeOpened | FlightBrought | Qualified | Note | Ended | Undone | Redone
    | RealCards | WinnerReported | Unbusted | BountyReturned | Reordered | RoundReported | Counted | Drifted
    | DifferenceAccepted
    | ButtonReported | HandsReported | HeadcountReported | TermsChanged | Locked | TableNamed | Refunded | NotShown
    | Announced | ClockCalled | Cancelled | CheckInOpened
)  # fmt: skip
