"""The commands of a director, one struct each: data that a page, a file or a program can send.

`Tournament.do` carries a command out, or refuses it and changes nothing. Players have an id (text), tables a number
from 1 on; seats are 0-based, durations are in milliseconds. A `seed` is any text; without one, a draw uses the seed of
the tournament and the number of the step.
"""

from __future__ import annotations

import msgspec

from sidepot.table.events import HandDone
from sidepot.tournament.payouts import PayTerms
from sidepot.tournament.schedule import Item
from sidepot.tournament.structure import Structure
from sidepot.validation import quantities as q


class Command(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    """A command to a tournament from its director."""


class OfPlayer(Command, frozen=True):
    """A command about a player."""

    player: str


class OfTable(Command, frozen=True):
    """A command about a table."""

    table: q.Table


# ---- envelopes and flights


class SealEnvelopes(Command, frozen=True, tag="seal_envelopes"):
    """Before the start, publish the seal of the envelopes. The seal is the SHA-256 of the first key, in hexadecimal."""

    seal: str


class OpenEnvelope(Command, frozen=True, tag="open_envelope"):
    """Open the envelope that was won first.

    - `key`: the next key, if a seal was published
    - `amount`: without a seal, the amount in the envelope
    """

    key: str = ""
    amount: q.Money = 0


class BringFlight(Command, frozen=True, tag="bring_flight"):
    """Bring the entries, the money and the open bounties of a flight to the final day."""

    flight: str
    entries: q.Entries
    money: q.Sum
    fees: q.Sum = 0
    bounties: q.Sum = 0


class Qualify(OfPlayer, frozen=True, tag="qualify"):
    """Enter a player in the final day, with the chips of a flight and the bounty on their head."""

    chips: q.Sum
    head: q.Money = 0
    flight: str = ""


# ---- players who go out


class Out(OfPlayer, frozen=True, tag="out", rename={"together": "with"}):
    """Report that a player busted. Finishing places follow the times of the busts.

    - `at`: the time of the bust
    - `by`: the winners of the player's chips; if empty, they are unknown, and a second `Out` may name them later
    - `step`: in a second `Out`, the step of the elimination, if the player has bought in again since then
    - `with`: a player who busted in the same hand and is already out
    - `higher`: whether this player began that hand with more chips; if not given, the two share a place
    """

    by: tuple[str, ...] = ()
    at: q.Moment | None = None
    together: str = ""
    higher: bool | None = None
    step: q.Step = 0


class Unbust(OfPlayer, frozen=True, tag="unbust"):
    """Reverse the elimination of a player. The player returns to the old seat or, if given, to `seat`. Nothing else
    changes.
    """

    table: q.AnyTable = 0
    seat: q.AnySeat = -1
    why: str = ""


class Reorder(Command, frozen=True, tag="reorder"):
    """Correct the finishing places of eliminated players, best first.

    With `alike`, these players all share one place. Nothing else changes.
    """

    players: tuple[str, ...]
    alike: bool = False
    why: str = ""


class Round(Command, frozen=True, tag="round"):
    """Report that every table has played its hand in the current round of hand-for-hand play."""


# ---- reports from the tables


class Count(Command, frozen=True, tag="count"):
    """Report the stacks of players at any tables.

    `why` is the reason to accept a difference between these stacks and the recorded ones.
    """

    stacks: tuple[tuple[str, q.Chips], ...]
    at: q.Moment | None = None
    why: str = ""


class AcceptCount(Command, frozen=True, tag="accept_count"):
    """Accept the difference between counted and recorded chips, at one table or at all tables (0), for a reason."""

    table: q.AnyTable = 0
    why: str = ""


class BringBack(Command, frozen=True, tag="bring_back"):
    """Bring small chips back into play at equal value, because the clock was set back.

    `table` 0 means all tables.
    """

    table: q.AnyTable = 0


class ButtonAt(OfTable, frozen=True, tag="button_at"):
    """Report the seat of the button in the current hand or, between hands, in the last hand.

    `frozen` means that the mix is at a game without blinds, and the button does not move before a game with blinds
    (TDA-2013 10-B).
    """

    seat: q.Seat
    at: q.Moment | None = None
    frozen: bool = False


class Hands(OfTable, frozen=True, tag="hands"):
    """Report that a table has played `n` hands since the last report. Penalised players have missed these hands
    (TDA-2013 58-B).
    """

    n: q.SomeHands
    at: q.Moment | None = None


class Heads(OfTable, frozen=True, tag="heads"):
    """Report the number of players with chips at a table.

    The director asks for this report before hand-for-hand play, before the money, and before the final table.
    """

    n: q.Seats
    at: q.Moment | None = None


# ---- what was announced, and changes


class InsertItem(Command, frozen=True, tag="insert_item"):
    """Insert a level or break before an item of the schedule that has not begun."""

    item: q.Item
    what: Item
    why: str = ""


class EditItem(Command, frozen=True, tag="edit_item"):
    """Change a level or break that has not begun."""

    item: q.Item
    what: Item
    why: str = ""


class RemoveItem(Command, frozen=True, tag="remove_item"):
    """Remove a level or break that has not begun from the schedule."""

    item: q.Item
    why: str = ""


class ChangeTerms(Command, frozen=True, tag="change_terms"):
    """Change the announced terms. A field that is None stays as it is.

    - `late_levels`: the levels of late entry
    - `added`: the money added by the house
    - `pays`: the terms of the prizes
    - `seats`: the number of seats at each table
    - `most`: the maximum number of entries
    - `break_order`: the order in which tables are broken
    """

    why: str = ""
    late_levels: q.Levels | None = None
    guarantee: q.Money | None = None
    added: q.Money | None = None
    pays: PayTerms | None = None
    seats: q.Seats | None = None
    most: q.Entries | None = None
    break_order: tuple[q.Table, ...] | None = None


class ChangeStructure(Command, frozen=True, tag="change_structure"):
    """Play with another structure. This is possible only for a draft, which players have not seen yet."""

    structure: Structure
    why: str = ""


class OpenCheckIn(Command, frozen=True, tag="open_check_in"):
    """Open the check-in of a draft. From now on, players can enter, and every change needs a reason."""


class Lock(OfTable, frozen=True, tag="lock"):
    """Lock a seat, or a whole table (-1). A locked seat stays empty; nobody joins or leaves a locked table."""

    seat: q.AnySeat = -1
    on: bool = True
    why: str = ""


class NameTable(OfTable, frozen=True, tag="name_table"):
    """Give a table a name, which is shown after its number ("" to remove it)."""

    name: q.TableName = ""


class Refund(OfPlayer, frozen=True, tag="refund"):
    """Return all payments of a player, even after the start. The chips leave play, and the entry does not count."""

    why: str


class NoShow(OfPlayer, frozen=True, tag="no_show"):
    """Remove a player who never arrived. The chips leave play; the money stays in the pool, unless `refund` is set."""

    refund: bool = False
    why: str = ""


class Announce(Command, frozen=True, tag="announce"):
    """Announce a text on all screens."""

    text: str


class CallClock(OfPlayer, frozen=True, tag="call_clock"):
    """Call the clock on a player, for `seconds` or for the house's usual time (TDA-2013 27).

    With `on` false, end the clock, because the player has acted.
    """

    seconds: q.Seconds = 0
    on: bool = True


class Cancel(Command, frozen=True, tag="cancel"):
    """Cancel the tournament. All money is returned."""

    why: str


# ---- players


class Register(OfPlayer, frozen=True, tag="register"):
    """Enter a player. After the draw, the player gets a free seat at once, or becomes an alternate (rule T7)."""

    seed: str = ""


class Withdraw(OfPlayer, frozen=True, tag="withdraw"):
    """Withdraw an entry that has no seat or, before the start, any entry. The money is returned."""


class Reenter(OfPlayer, frozen=True, tag="reenter"):
    """Enter an eliminated player again, with a full stack and a new seat."""

    seed: str = ""


class Rebuy(OfPlayer, frozen=True, tag="rebuy"):
    """Sell a rebuy to a player at a table.

    `pledge` means that the player announced the rebuy before a hand and pays for it after the hand. The announcement is
    binding (rule T26).
    """

    pledge: bool = False


class PayPledge(OfPlayer, frozen=True, tag="pay_pledge"):
    """Take the payment for the rebuys that a player has announced."""


class AddOn(OfPlayer, frozen=True, tag="add_on"):
    """Sell the add-on to a player, during its break."""


class GoOut(OfPlayer, frozen=True, tag="go_out"):
    """Eliminate a player without chips who could buy in again but does not want to."""


class CloseEntry(Command, frozen=True, tag="close_entry"):
    """Close entry and rebuys when their time is over. Players without chips are then out for good."""


class Absent(OfPlayer, frozen=True, tag="absent"):
    """Mark a player as absent. The player is dealt in, and their hands are killed."""


class Present(OfPlayer, frozen=True, tag="present"):
    """Mark a player as present again."""


class Penalise(OfPlayer, frozen=True, tag="penalise"):
    """Penalise a player by a number of hands or rounds. A round is one hand for each player at the table (TDA-2013
    58-B).
    """

    hands: q.Hands = 0
    rounds: q.Rounds = 0
    why: str = ""


class Disqualify(OfPlayer, frozen=True, tag="disqualify"):
    """Disqualify a player. The player's chips leave play (TDA-2013 58-D), and the players ranked below move up."""

    why: str = ""


# ---- seats


class Pin(OfPlayer, frozen=True, tag="pin"):
    """Keep a player at a table and, unless `seat` is -1, in a seat, for a reason (rule T8).

    `table` 0 ends this.
    """

    table: q.AnyTable
    seat: q.AnySeat = -1
    why: str = ""


class DrawSeats(Command, frozen=True, tag="draw_seats"):
    """Draw seats for all players who have entered, and open tables for these players (rule T6)."""

    seed: str = ""


class SeatAlternates(Command, frozen=True, tag="seat_alternates"):
    """Give free seats to alternates, in the order in which they entered."""

    seed: str = ""


class OpenTable(Command, frozen=True, tag="open_table"):
    """Open another table, for alternates and for players from long tables."""

    seed: str = ""


class MoveTo(OfPlayer, frozen=True, tag="move_to"):
    """Move a player with all their chips.

    The player goes to the seat that was drawn for them (rule T6) or, for the reason `why`, to another seat.
    """

    table: q.Table
    seat: q.Seat
    why: str = ""


class Balance(Command, frozen=True, tag="balance"):
    """Move one player from a long table to a short one, if the tables differ by more than is allowed (rule T10a)."""


class Break(Command, frozen=True, tag="break"):
    """Break a table: its players draw seats at the other tables (rule T9a). `table` 0 means the next table in breaking
    order.
    """

    table: q.AnyTable = 0
    seed: str = ""


class Redraw(Command, frozen=True, tag="redraw"):
    """Redraw all seats at as few tables as possible, for the final table or a new day (rule T11).

    In a live tournament, `table` is the open table whose number the final table keeps (0: a new number).
    """

    seed: str = ""
    table: q.AnyTable = 0


class Halt(OfTable, frozen=True, tag="halt"):
    """Stop a short table (rule T10e); with `on` false, let it play on."""

    on: bool = True
    why: str = ""


# ---- the clock


class Start(Command, frozen=True, tag="start"):
    """Start or resume the clock."""


class Pause(Command, frozen=True, tag="pause"):
    """Stop the clock."""


class AddTime(Command, frozen=True, tag="add_time"):
    """Add `ms` milliseconds to the level or break. A negative number removes time."""

    ms: q.MsMoved


class Jump(Command, frozen=True, tag="jump"):
    """Go to the level or break at index `item` of the schedule.

    `left` is the time that it has left, in ms (None: all its time).
    """

    item: q.Item
    left: q.Ms | None = None


class BreakNow(Command, frozen=True, tag="break_now"):
    """Take an extra break of `ms` milliseconds now. The level continues after it."""

    ms: q.SomeMs


class GoHandForHand(Command, frozen=True, tag="go_hand_for_hand"):
    """Begin hand-for-hand play; with `on` false, end it."""

    on: bool = True


# ---- play


class Signal(OfTable, frozen=True, tag="signal"):
    """Signal that a hand begins at a table, which fixes its level (rule T22)."""


class BeginHand(OfTable, frozen=True, gc=False, tag="begin_hand"):
    """Begin a hand at a table."""


class EndHand(OfTable, frozen=True, gc=False, tag="end_hand"):
    """End the current hand at a table.

    `knocked` lists the players who busted, each with the winners of their last chips.
    """

    done: HandDone
    knocked: tuple[tuple[str, tuple[str, ...]], ...] = ()


class CountHand(OfTable, frozen=True, tag="count_hand"):
    """Report a hand played with real cards.

    - `stacks`: the stacks that are known after the hand
    - `button`: the seat of its button (-1: unknown)
    """

    stacks: tuple[tuple[str, q.Chips], ...]
    button: q.AnySeat = -1


class VoidHand(OfTable, frozen=True, tag="void_hand"):
    """Call off the current hand at a table."""


class SetButton(OfTable, frozen=True, tag="set_button"):
    """Set the button of the next hand, at a table that does not report each hand."""

    seat: q.Seat


class Race(OfTable, frozen=True, tag="race"):
    """Take the smallest chips out of play at a table, with a race for the odd chips (rule T23).

    - `stacks`: the chips of each seat, such as `25x3 100x40`; if not given, each seat has as few odd chips as possible
    - `odd`: with real chips, the number of odd chips of each seat
    - `cards`: with real chips, the cards that the seats were dealt, such as `9c4d`
    - `won`: instead of `cards`, the seats that got a chip
    - `draw`: whether the program draws the cards
    """

    stacks: tuple[tuple[q.Seat, str], ...] = ()
    seed: str = ""
    odd: tuple[tuple[q.Seat, q.OfKind], ...] = ()
    cards: tuple[tuple[q.Seat, str], ...] = ()
    won: tuple[q.Seat, ...] = ()
    draw: bool = False


class LateChips(OfPlayer, frozen=True, tag="late_chips"):
    """Exchange a player's `chips`, such as `25x7`, that turned up after their kind was raced off (TDA-2013 23-C).

    Chips in play replace them at full value, as far as possible. Any remainder is removed without compensation.
    """

    chips: str


class ChangeDeck(OfTable, frozen=True, tag="change_deck"):
    """Give a table another deck, for a reason. Players may not ask for another deck (rule T25)."""

    why: str


class PushDealers(Command, frozen=True, tag="push_dealers"):
    """Send the dealers to their next tables (RP-7)."""


# ---- the end


class MakeDeal(Command, frozen=True, tag="make_deal"):
    """Divide the prizes among the remaining players. Afterwards nobody can enter, and no chips are sold.

    - `by`: how the prizes are divided: by `icm`, by `chips`, `even`, or in the given `amounts`
    - `first`: the money that is kept for the winner
    """

    by: str = "icm"
    amounts: tuple[tuple[str, q.Money], ...] = ()
    first: q.Money = 0


class Undo(Command, frozen=True, tag="undo"):
    """Undo the last step, or all steps from `step` on, for a reason.

    - `only`: undo only this step, and no later step
    - `also`: other steps to undo with it, such as the entries of a list of names; either all of them are undone or none
    - `instead`: the corrected report of an elimination, which replaces the step; later steps are then carried out again

    The clock changes only if nothing else is undone.
    """

    why: str = ""
    step: q.Step = 0
    only: bool = False
    also: tuple[q.Step, ...] = ()
    instead: Out | None = None


class Redo(Command, frozen=True, tag="redo"):
    """Redo the step that was undone last. This is possible only until something else is done.

    If `step` is given, the redo is refused unless that step is the undo and still the last step.
    """

    why: str = ""
    step: q.Step = 0


class End(Command, frozen=True, tag="end"):
    """End the tournament now, by agreement or because the house closes. The remaining players are ranked by chips."""


AnyCommand = (
    Register | Withdraw | Reenter | Rebuy | PayPledge | AddOn | GoOut | CloseEntry | Absent | Present | Penalise
    | Disqualify | Pin | DrawSeats | SeatAlternates | OpenTable | MoveTo | Balance | Break | Redraw | Halt | Start
    | Pause | AddTime | Jump | BreakNow | GoHandForHand | Signal | BeginHand | EndHand | CountHand | VoidHand
    | SetButton | Race | LateChips | ChangeDeck | PushDealers | MakeDeal | SealEnvelopes | OpenEnvelope | BringFlight
    | Qualify | End | Undo | Redo | Out | Unbust | Reorder | Round | Count | AcceptCount | BringBack | ButtonAt | Hands
    | Heads | InsertItem | EditItem | RemoveItem | ChangeTerms | Lock | Refund | NoShow | Announce | CallClock
    | Cancel | ChangeStructure | OpenCheckIn | NameTable
)  # fmt: skip
