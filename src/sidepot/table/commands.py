"""The commands of a table, one struct each. `Table.do` carries a command out, or refuses it and changes nothing.

The command of a player does not name the player, who is an argument of `Table.do`, as the command of a hand does not
name the seat. So one struct is what a program builds, what a room passes on, and JSON on the wire.

Seats are those of the table, 0-based; amounts are chips.

>>> decode(b'{"type":"buy","chips":40}')
Buy(chips=40)
"""

from __future__ import annotations

from typing import Final

import msgspec

from sidepot.games.stakes import Stakes
from sidepot.table.chips import ChipSet
from sidepot.table.colour import Row
from sidepot.table.draw import FirstDraw
from sidepot.table.events import HandDone
from sidepot.table.table_rules import Straddle, TableRules
from sidepot.validation import quantities as q
from sidepot.validation.codec import Codec


class Command(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    """A command to a table."""


class WithChips(Command, frozen=True):
    """A command with a number of chips."""

    chips: q.Chips


# ---- by a player


class Sit(Command, frozen=True, tag="sit"):
    """Take a seat with chips from the bank. `waits`: for the big blind; else post to be dealt in at once (PG-42)."""

    seat: q.Seat
    chips: q.Chips
    waits: bool = True


class Buy(WithChips, frozen=True, tag="buy"):
    """Buy chips, between hands (TS-1, PG-43)."""

    chips: q.SomeChips


class Ask(WithChips, frozen=True, tag="ask"):
    """Ask for chips during a hand: they come when it is over (TS-1). 0 takes it back."""


class TopUp(Command, frozen=True, tag="top_up"):
    """Fill the stack up to this amount before each hand (PG-1); 0: no longer."""

    to: q.Chips


class SitOut(Command, frozen=True, tag="sit_out"):
    """Sit out from the next hand on; in a tournament: be absent, and have one's hands killed."""


class ComeBack(Command, frozen=True, tag="come_back"):
    """Come back to be dealt in, or cancel leaving. After missed blinds, wait for the big blind (`waits`) or post."""

    waits: bool = True


class Leave(Command, frozen=True, tag="leave"):
    """Leave the table with all chips; during a hand, when it is over."""


class Move(Command, frozen=True, tag="move"):
    """Change the seat. If the big blind comes later, come in like a new player; a small blind dodged is owed."""

    seat: q.Seat
    waits: bool = True


class TakePetty(WithChips, frozen=True, tag="take_petty"):
    """Take a little off the table, for refreshments and tips (OS-11)."""


class Pay(Command, frozen=True, tag="pay"):
    """Record a payment to another player that settles a debt, once both have left the table (OS-11, OS-12)."""

    payee: str
    chips: q.Chips


class Queue(Command, frozen=True, tag="queue"):
    """Put one's name on the list for a seat, or of those with an `interest` in a game."""

    interest: bool = False


class Unqueue(Command, frozen=True, tag="unqueue"):
    """Take one's name off the lists."""


class ChooseGame(Command, frozen=True, tag="choose_game"):
    """Name the game of the next hand, as its dealer, before the antes (PG-104)."""

    game: str


class DoStraddle(Command, frozen=True, tag="straddle"):
    """Straddle the next hand."""

    kind: Straddle
    chips: q.SomeChips


# ---- by the house, about a player


class PutOut(Command, frozen=True, tag="put_out"):
    """Have a player leave; during a hand, when it is over, and without a way to stay."""


class ChargeTime(Command, frozen=True, tag="charge_time"):
    """Take the charge for a seat, for one period in advance (PG-45). `StartHand` does the same."""


class GiveChips(WithChips, frozen=True, tag="give_chips"):
    """Give a player chips that were sold elsewhere: the rebuy or add-on of a tournament."""


class Adjust(Command, frozen=True, tag="adjust"):
    """Put a stack right between hands, from what it `was` to another amount, for a reason that all may read.

    The difference comes from the account `adjusted`, or goes there. It is refused if the stack differs from
    `was`, so a repeated command changes nothing.
    """

    was: q.Chips
    to: q.Chips
    reason: str


# ---- by the house, about the table


class SeatNext(WithChips, frozen=True, tag="seat_next"):
    """Seat the first player on the list, in that `seat`, or in the first that is free (None)."""

    seat: q.Seat | None = None
    waits: bool = True


class DrawButton(Command, frozen=True, tag="draw_button"):
    """Give the first button to the seat that it was drawn for, or that is named (PG-47, PG-48)."""

    draw: FirstDraw | q.Seat


class SetLevel(Command, frozen=True, tag="set_level"):
    """Set new stakes, one for each game of the mix; a hand in progress is played out at its own (TDA-2013 22)."""

    stakes: tuple[Stakes, ...]


class Agree(Command, frozen=True, tag="agree"):
    """Agree on other terms, from the next hand on."""

    rules: TableRules


class ColourUp(Command, frozen=True, tag="colour_up"):
    """Book what a race or an exchange of chips came to, between hands; `chips` are in play then (None: the same)."""

    rows: tuple[Row, ...] = ()
    chips: ChipSet | None = None


class StartHand(Command, frozen=True, tag="start_hand"):
    """Begin a hand: pay what is due before it, then move button and blinds on.

    `dead` are players whose hands are killed once they are dealt (a penalty). `players_left` is how many are left in
    the whole tournament.
    """

    dead: tuple[str, ...] = ()
    players_left: q.Entries | None = None


class EndHand(Command, frozen=True, tag="end_hand"):
    """Book the result of the hand in progress; then chips that were asked for come, and players who leave go."""

    done: HandDone


class VoidHand(Command, frozen=True, tag="void_hand"):
    """Call off the hand in progress: everything is as it was before it."""


class SharePot(Command, frozen=True, tag="share_pot"):
    """Divide a pot that waits among the players with a claim to it, if no hand follows that could win it (PG-81)."""


AnyCommand = (
    Sit | Buy | Ask | TopUp | SitOut | ComeBack | Leave | Move | TakePetty | Pay | Queue | Unqueue | ChooseGame
    | DoStraddle | PutOut | ChargeTime | GiveChips | Adjust | SeatNext | DrawButton | SetLevel | Agree | ColourUp
    | StartHand | EndHand | VoidHand | SharePot
)  # fmt: skip

_JSON: Final = Codec[AnyCommand](AnyCommand, "a command of a table")
encode, decode = _JSON.encode, _JSON.decode
