"""What a director can ask for, one struct each: as data, so that a page, a file or a program may send it.

`Tournament.do` carries one out, or refuses it and leaves everything as it was. Players are named by an id, tables by a
number from 1 on, seats are 0-based, and stretches of time are milliseconds. A `seed` is any text; where it is left out
the draw is made from the seed of the event and the number of the step.
"""

from __future__ import annotations

import msgspec

from sidepot.table.events import HandDone


class Command(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    """Anything that a director asks for."""


# ---- who plays


class Register(Command, frozen=True, tag="register"):
    """Enter a player. Once seats are drawn he gets one at once where one is free; else he is an alternate (T7)."""

    player: str
    seed: str = ""


class Withdraw(Command, frozen=True, tag="withdraw"):
    """Take an entry back that has no seat yet, or any before the start; the money is returned."""

    player: str


class Reenter(Command, frozen=True, tag="reenter"):
    """Enter a player again who has gone out, with a full stack and a new seat."""

    player: str
    seed: str = ""


class Rebuy(Command, frozen=True, tag="rebuy"):
    """Buy chips at one's seat. `pledge`: announced before a hand and paid after it; it binds (T26)."""

    player: str
    pledge: bool = False


class PayPledge(Command, frozen=True, tag="pay_pledge"):
    """Pay what a player owes for rebuys that he announced."""

    player: str


class AddOn(Command, frozen=True, tag="add_on"):
    """Take the add-on, in the break where it is offered."""

    player: str


class GoOut(Command, frozen=True, tag="go_out"):
    """A player without chips does not come back, though he might."""

    player: str


class CloseEntry(Command, frozen=True, tag="close_entry"):
    """The time to enter and to buy again has run out: who has no chips is out, and where one is left it is over."""


class Absent(Command, frozen=True, tag="absent"):
    """A player is not at his seat: he is dealt in, and his hands are killed."""

    player: str


class Present(Command, frozen=True, tag="present"):
    """A player is at his seat again."""

    player: str


class Penalise(Command, frozen=True, tag="penalise"):
    """Let a player miss `hands`, or `rounds` of as many hands as sit at his table, himself included (58-B)."""

    player: str
    hands: int = 0
    rounds: int = 0
    why: str = ""


class Disqualify(Command, frozen=True, tag="disqualify"):
    """Put a player out; his chips leave play (58-D), and he gets no prize: those below him move up to it."""

    player: str
    why: str = ""


# ---- where they sit


class Pin(Command, frozen=True, tag="pin"):
    """Keep a player at a table, and unless -1 in a seat, for a reason (T8); table 0: no longer."""

    player: str
    table: int
    seat: int = -1
    why: str = ""


class DrawSeats(Command, frozen=True, tag="draw_seats"):
    """Draw seats for all who have entered and have none; tables are opened for them (T6)."""

    seed: str = ""


class SeatAlternates(Command, frozen=True, tag="seat_alternates"):
    """Give free seats to alternates, in the order in which they came."""

    seed: str = ""


class OpenTable(Command, frozen=True, tag="open_table"):
    """Open another table, for alternates and for players of long tables."""

    seed: str = ""


class MoveTo(Command, frozen=True, tag="move_to"):
    """Move a player to a seat, with his chips: to where he should have begun (T6), or for another reason told."""

    player: str
    table: int
    seat: int
    why: str = ""


class Balance(Command, frozen=True, tag="balance"):
    """Move one player from a long table to a short one, if the tables differ by more than they may (T10a)."""


class Break(Command, frozen=True, tag="break"):
    """Break a table: its players go to the others by a draw (T9a). 0: the next in the order."""

    table: int = 0
    seed: str = ""


class Redraw(Command, frozen=True, tag="redraw"):
    """Draw for all seats anew, at as few tables as hold all who are left: for the final table, or a new day (T11)."""

    seed: str = ""


class Halt(Command, frozen=True, tag="halt"):
    """Stop a table that is short (T10e), or let it play on."""

    table: int
    on: bool = True
    why: str = ""


# ---- the clock


class Start(Command, frozen=True, tag="start"):
    """Start the clock, or let it go on."""


class Pause(Command, frozen=True, tag="pause"):
    """Stop the clock."""


class AddTime(Command, frozen=True, tag="add_time"):
    """Add time to the level or break that is on; below zero: take it away."""

    ms: int


class Jump(Command, frozen=True, tag="jump"):
    """Go to a level or break of the schedule, by its place in it; `left` of its time, or all."""

    item: int
    left: int | None = None


class BreakNow(Command, frozen=True, tag="break_now"):
    """An extra break, now; the level goes on after it."""

    ms: int


class GoHandForHand(Command, frozen=True, tag="go_hand_for_hand"):
    """Begin to play hand for hand, or end it."""

    on: bool = True


# ---- play


class Signal(Command, frozen=True, tag="signal"):
    """The signal with which a hand begins at a table: its level stands from now (T22)."""

    table: int


class BeginHand(Command, frozen=True, tag="begin_hand"):
    """Begin a hand at a table: button, blinds and level go on."""

    table: int


class EndHand(Command, frozen=True, tag="end_hand"):
    """Bring the result of the hand that is on; `knocked` says of who lost everything who has won it (bounties)."""

    table: int
    done: HandDone
    knocked: tuple[tuple[str, tuple[str, ...]], ...] = ()


class CountHand(Command, frozen=True, tag="count_hand"):
    """What a hand with real cards came to: the stacks of those whose chips are others now."""

    table: int
    stacks: tuple[tuple[str, int], ...]


class VoidHand(Command, frozen=True, tag="void_hand"):
    """Call the hand off that is on at a table."""

    table: int


class SetButton(Command, frozen=True, tag="set_button"):
    """Where the button of the next hand is, at a table where hands are not told one by one."""

    table: int
    seat: int


class Race(Command, frozen=True, tag="race"):
    """Take the smallest chips out of play at a table, with a race for the odd ones (T23).

    `stacks` say what chips each seat has, as in `25x3 100x40`; without them each has as few odd ones as can be.
    """

    table: int
    stacks: tuple[tuple[int, str], ...] = ()
    seed: str = ""


class ChangeDeck(Command, frozen=True, tag="change_deck"):
    """Give a table another deck, for a reason; players may not ask for one (T25)."""

    table: int
    why: str


class PushDealers(Command, frozen=True, tag="push_dealers"):
    """Send the dealers to their next tables (RP-7)."""


# ---- the end


class MakeDeal(Command, frozen=True, tag="make_deal"):
    """Those who are left divide the money: by `icm`, by `chips`, `even`, or as the `amounts` say; `first` is kept for
    the winner. After it nobody enters, and no chips are sold.
    """

    by: str = "icm"
    amounts: tuple[tuple[str, int], ...] = ()
    first: int = 0


class Undo(Command, frozen=True, tag="undo"):
    """Undo the last step, or all from `step` on, and say why."""

    why: str = ""
    step: int = 0


class Redo(Command, frozen=True, tag="redo"):
    """Do the step again that was undone last: possible until something else is done."""

    why: str = ""


class End(Command, frozen=True, tag="end"):
    """End the event as it stands, by agreement or because the house closes: those who are left are ranked by chips."""


AnyCommand = (
    Register
    | Withdraw
    | Reenter
    | Rebuy
    | PayPledge
    | AddOn
    | GoOut
    | CloseEntry
    | Absent
    | Present
    | Penalise
    | Disqualify
    | Pin
    | DrawSeats
    | SeatAlternates
    | OpenTable
    | MoveTo
    | Balance
    | Break
    | Redraw
    | Halt
    | Start
    | Pause
    | AddTime
    | Jump
    | BreakNow
    | GoHandForHand
    | Signal
    | BeginHand
    | EndHand
    | CountHand
    | VoidHand
    | SetButton
    | Race
    | ChangeDeck
    | PushDealers
    | MakeDeal
    | End
    | Undo
    | Redo
)
