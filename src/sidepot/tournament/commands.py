"""The commands of a director, one struct each: data that a page, a file or a program can send.

`Tournament.do` carries one out, or refuses it and changes nothing. Players have an id (text), tables a number from 1
on; seats are 0-based, durations in milliseconds. A `seed` is any text; without one, a draw uses the seed of the
tournament and the number of the step.
"""

from __future__ import annotations

from sidepot.table.events import HandDone
from sidepot.tournament.command_kinds import Command as Command
from sidepot.tournament.command_kinds import OfPlayer as OfPlayer
from sidepot.tournament.command_kinds import OfTable as OfTable
from sidepot.tournament.commands_of_kinds import BringFlight as BringFlight
from sidepot.tournament.commands_of_kinds import OpenEnvelope as OpenEnvelope
from sidepot.tournament.commands_of_kinds import Qualify as Qualify
from sidepot.tournament.commands_of_kinds import SealEnvelopes as SealEnvelopes
from sidepot.tournament.commands_real import (
    AcceptCount as AcceptCount,
)
from sidepot.tournament.commands_real import (
    Announce as Announce,
)
from sidepot.tournament.commands_real import (
    BringBack as BringBack,
)
from sidepot.tournament.commands_real import (
    ButtonAt as ButtonAt,
)
from sidepot.tournament.commands_real import (
    CallClock as CallClock,
)
from sidepot.tournament.commands_real import (
    Cancel as Cancel,
)
from sidepot.tournament.commands_real import (
    ChangeStructure as ChangeStructure,
)
from sidepot.tournament.commands_real import (
    ChangeTerms as ChangeTerms,
)
from sidepot.tournament.commands_real import (
    Count as Count,
)
from sidepot.tournament.commands_real import (
    EditItem as EditItem,
)
from sidepot.tournament.commands_real import (
    Hands as Hands,
)
from sidepot.tournament.commands_real import (
    Heads as Heads,
)
from sidepot.tournament.commands_real import (
    InsertItem as InsertItem,
)
from sidepot.tournament.commands_real import (
    Lock as Lock,
)
from sidepot.tournament.commands_real import (
    NoShow as NoShow,
)
from sidepot.tournament.commands_real import (
    OpenCheckIn as OpenCheckIn,
)
from sidepot.tournament.commands_real import (
    Out as Out,
)
from sidepot.tournament.commands_real import (
    Refund as Refund,
)
from sidepot.tournament.commands_real import (
    RemoveItem as RemoveItem,
)
from sidepot.tournament.commands_real import (
    Reorder as Reorder,
)
from sidepot.tournament.commands_real import (
    Round as Round,
)
from sidepot.tournament.commands_real import (
    Unbust as Unbust,
)
from sidepot.validation import quantities as q

# ---- players


class Register(OfPlayer, frozen=True, tag="register"):
    """Enter a player. After the draw the player gets a free seat at once, or else is an alternate (T7)."""

    seed: str = ""


class Withdraw(OfPlayer, frozen=True, tag="withdraw"):
    """Take back an entry without a seat, or before the start any entry; the money is returned."""


class Reenter(OfPlayer, frozen=True, tag="reenter"):
    """Enter a player who is out again, with a full stack and a new seat."""

    seed: str = ""


class Rebuy(OfPlayer, frozen=True, tag="rebuy"):
    """Sell a player at a table a rebuy. `pledge`: announced before a hand, paid after it, and binding (T26)."""

    pledge: bool = False


class PayPledge(OfPlayer, frozen=True, tag="pay_pledge"):
    """Take the payment for rebuys that a player announced."""


class AddOn(OfPlayer, frozen=True, tag="add_on"):
    """Sell a player the add-on, in its break."""


class GoOut(OfPlayer, frozen=True, tag="go_out"):
    """Put a player out who has no chips, could come back, and does not."""


class CloseEntry(Command, frozen=True, tag="close_entry"):
    """Close entry and rebuys when their time has run out: players without chips are out."""


class Absent(OfPlayer, frozen=True, tag="absent"):
    """Mark a player as absent: dealt in, with hands that are killed."""


class Present(OfPlayer, frozen=True, tag="present"):
    """Mark a player as present again."""


class Penalise(OfPlayer, frozen=True, tag="penalise"):
    """Penalise a player by `hands`, or by `rounds` of one hand for each player at the table (58-B)."""

    hands: q.Hands = 0
    rounds: q.Rounds = 0
    why: str = ""


class Disqualify(OfPlayer, frozen=True, tag="disqualify"):
    """Disqualify a player: the chips leave play (58-D), and the prizes go to the players below."""

    why: str = ""


# ---- seats


class Pin(OfPlayer, frozen=True, tag="pin"):
    """Keep a player at a table and, unless -1, in a seat, for a reason (T8). Table 0: no longer."""

    table: q.AnyTable
    seat: q.AnySeat = -1
    why: str = ""


class DrawSeats(Command, frozen=True, tag="draw_seats"):
    """Draw seats for all entrants, and open tables for them (T6)."""

    seed: str = ""


class SeatAlternates(Command, frozen=True, tag="seat_alternates"):
    """Give free seats to alternates, in the order of their entry."""

    seed: str = ""


class OpenTable(Command, frozen=True, tag="open_table"):
    """Open another table, for alternates and for players of long tables."""

    seed: str = ""


class MoveTo(OfPlayer, frozen=True, tag="move_to"):
    """Move a player, with all chips: to the right seat (T6), or for the reason in `why`."""

    table: q.Table
    seat: q.Seat
    why: str = ""


class Balance(Command, frozen=True, tag="balance"):
    """Move one player from a long table to a short one, where tables differ by more than allowed (T10a)."""


class Break(Command, frozen=True, tag="break"):
    """Break a table: its players draw seats at the others (T9a). Table 0: the next in the order."""

    table: q.AnyTable = 0
    seed: str = ""


class Redraw(Command, frozen=True, tag="redraw"):
    """Draw all seats anew, at as few tables as possible: for the final table, or a new day (T11)."""

    seed: str = ""


class Halt(OfTable, frozen=True, tag="halt"):
    """Stop a short table (T10e), or let it play on."""

    on: bool = True
    why: str = ""


# ---- the clock


class Start(Command, frozen=True, tag="start"):
    """Start the clock, or let it go on."""


class Pause(Command, frozen=True, tag="pause"):
    """Stop the clock."""


class AddTime(Command, frozen=True, tag="add_time"):
    """Add time to the level or break; below zero: take it away."""

    ms: q.MsMoved


class Jump(Command, frozen=True, tag="jump"):
    """Go to a level or break of the schedule, by its place in it, with `left` of its time, or all."""

    item: q.Item
    left: q.Ms | None = None


class BreakNow(Command, frozen=True, tag="break_now"):
    """Take an extra break now; the level goes on after it."""

    ms: q.SomeMs


class GoHandForHand(Command, frozen=True, tag="go_hand_for_hand"):
    """Begin hand for hand, or end it."""

    on: bool = True


# ---- play


class Signal(OfTable, frozen=True, tag="signal"):
    """Signal the start of a hand at a table: from now on its level is fixed (T22)."""


class BeginHand(OfTable, frozen=True, gc=False, tag="begin_hand"):
    """Begin a hand at a table."""


class EndHand(OfTable, frozen=True, gc=False, tag="end_hand"):
    """End the hand that is on; `knocked` names, for each player who went out, the winners of their last chips."""

    done: HandDone
    knocked: tuple[tuple[str, tuple[str, ...]], ...] = ()


class CountHand(OfTable, frozen=True, tag="count_hand"):
    """Report a hand with real cards: the stacks that have changed."""

    stacks: tuple[tuple[str, q.Chips], ...]


class VoidHand(OfTable, frozen=True, tag="void_hand"):
    """Call off the hand that is on at a table."""


class SetButton(OfTable, frozen=True, tag="set_button"):
    """Set the button of the next hand, at a table where hands are not reported one by one."""

    seat: q.Seat


class Race(OfTable, frozen=True, tag="race"):
    """Take the smallest chips out of play at a table, with a race for the odd ones (T23).

    `stacks` are the chips of each seat, as in `25x3 100x40`; without them each seat has as few odd ones as possible.
    With real chips `odd` says how many odd ones each seat has, and `cards` what they were dealt, as in `9c4d`.
    """

    stacks: tuple[tuple[q.Seat, str], ...] = ()
    seed: str = ""
    odd: tuple[tuple[q.Seat, q.OfKind], ...] = ()
    cards: tuple[tuple[q.Seat, str], ...] = ()


class LateChips(OfPlayer, frozen=True, tag="late_chips"):
    """Chips of a player turn up after their kind has left play: `chips`, as in `25x7` (TDA-2013 23-C).

    They are changed at value as far as they make chips in play; the rest is removed without compensation.
    """

    chips: str


class ChangeDeck(OfTable, frozen=True, tag="change_deck"):
    """Give a table another deck, for a reason; players may not ask for one (T25)."""

    why: str


class PushDealers(Command, frozen=True, tag="push_dealers"):
    """Send the dealers to their next tables (RP-7)."""


# ---- the end


class MakeDeal(Command, frozen=True, tag="make_deal"):
    """Divide the prizes among the players left: by `icm`, by `chips`, `even`, or in `amounts`; `first` is kept for
    the winner. After a deal nobody enters, and no chips are sold.
    """

    by: str = "icm"
    amounts: tuple[tuple[str, q.Money], ...] = ()
    first: q.Money = 0


class Undo(Command, frozen=True, tag="undo"):
    """Undo the last step, or all steps from `step` on, and say why; `only`: this step alone, and none after it.

    `also`: other steps that are undone with that one, all or none of them, such as a list of names that was entered.

    The clock is undone with nothing else: it stays as it is unless nothing but the clock is undone.
    """

    why: str = ""
    step: q.Step = 0
    only: bool = False
    also: tuple[q.Step, ...] = ()


class Redo(Command, frozen=True, tag="redo"):
    """Redo the step undone last: possible until something else is done."""

    why: str = ""


class End(Command, frozen=True, tag="end"):
    """End the tournament as it stands, by agreement or because the house closes: players left rank by chips."""


AnyCommand = (
    Register | Withdraw | Reenter | Rebuy | PayPledge | AddOn | GoOut | CloseEntry | Absent | Present | Penalise
    | Disqualify | Pin | DrawSeats | SeatAlternates | OpenTable | MoveTo | Balance | Break | Redraw | Halt
    | Start | Pause | AddTime | Jump | BreakNow | GoHandForHand | Signal | BeginHand | EndHand | CountHand
    | VoidHand | SetButton | Race | LateChips | ChangeDeck | PushDealers | MakeDeal
    | SealEnvelopes | OpenEnvelope | BringFlight | Qualify | End | Undo | Redo
    | Out | Unbust | Reorder | Round | Count | AcceptCount | BringBack | ButtonAt | Hands | Heads
    | InsertItem | EditItem | RemoveItem | ChangeTerms | Lock | Refund | NoShow | Announce | CallClock | Cancel
    | ChangeStructure | OpenCheckIn
)  # fmt: skip
