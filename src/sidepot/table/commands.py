"""The commands of a table, one struct each. `Table.do` carries one out, or refuses it and changes nothing.

A player's command does not name the player, who is an argument of `Table.do`. Programs, rooms and JSON on the wire use
the same structs.

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
    """Take a seat with chips bought from the house.

    With `waits`, the player waits for the big blind. Otherwise, the player posts, and is dealt in at once (PG-42).
    """

    seat: q.Seat
    chips: q.Chips
    waits: bool = True


class Buy(WithChips, frozen=True, tag="buy"):
    """Buy chips between hands (TS-1, PG-43)."""

    chips: q.SomeChips


class Ask(WithChips, frozen=True, tag="ask"):
    """Ask for chips during a hand (TS-1). They are added after the hand. If `chips` is 0, cancel the request."""


class TopUp(Command, frozen=True, tag="top_up"):
    """Fill the stack up to `to` chips before each hand (PG-1). If `to` is 0, stop doing so."""

    to: q.Chips


class SitOut(Command, frozen=True, tag="sit_out"):
    """Sit out from the next hand on. In a tournament, the player is absent: the player's hands are dealt and killed."""


class ComeBack(Command, frozen=True, tag="come_back"):
    """Come back to be dealt in again, or cancel leaving.

    After missed blinds, the player waits for the big blind (`waits`) or posts.
    """

    waits: bool = True


class Leave(Command, frozen=True, tag="leave"):
    """Leave the table with all chips. A player in a hand leaves when it is over."""


class Move(Command, frozen=True, tag="move"):
    """Change seats.

    If the big blind reaches the new seat later than the old seat, the player comes in like a new player. With `waits`,
    the player waits for the big blind; otherwise, the player posts at once. If the move avoids the small blind, the
    player owes it.
    """

    seat: q.Seat
    waits: bool = True


class TakePetty(WithChips, frozen=True, tag="take_petty"):
    """Take a small number of chips off the table, for refreshments and tips (OS-11)."""


class Pay(Command, frozen=True, tag="pay"):
    """Record a payment that settles a debt between two players. Both must have left the table (OS-11, OS-12)."""

    payee: str
    chips: q.Chips


class Queue(Command, frozen=True, tag="queue"):
    """Join the waiting list for a seat or, with `interest`, the interest list for a game."""

    interest: bool = False


class Unqueue(Command, frozen=True, tag="unqueue"):
    """Take a player off the waiting lists."""


class ChooseGame(Command, frozen=True, tag="choose_game"):
    """As the dealer of the next hand, name its game before the antes (PG-104)."""

    game: str


class DoStraddle(Command, frozen=True, tag="straddle"):
    """Straddle the next hand to a total of `chips`, before its cards are dealt."""

    kind: Straddle
    chips: q.SomeChips


# ---- by the house, about a player


class PutOut(Command, frozen=True, tag="put_out"):
    """Remove a player for good, after the current hand."""


class ChargeTime(Command, frozen=True, tag="charge_time"):
    """Collect a player's time charge, one period in advance (PG-45). `StartHand` does so automatically."""


class GiveChips(WithChips, frozen=True, tag="give_chips"):
    """Give a player chips that were paid for elsewhere, such as a tournament rebuy or add-on."""


class Adjust(Command, frozen=True, tag="adjust"):
    """Correct a stack between hands from `was` to `to` chips, for a reason that everybody can read.

    The difference is booked on the account `adjusted`. The command is refused if the stack is no longer `was`, so that
    repeating it changes nothing.
    """

    was: q.Chips
    to: q.Chips
    reason: str


# ---- by the house, about the table


class SeatNext(WithChips, frozen=True, tag="seat_next"):
    """Seat the first player on the waiting list, in `seat` or in the first free seat (None)."""

    seat: q.Seat | None = None
    waits: bool = True


class DrawButton(Command, frozen=True, tag="draw_button"):
    """Give the first button to the seat that was drawn or named (PG-47, PG-48)."""

    draw: FirstDraw | q.Seat


class SetLevel(Command, frozen=True, tag="set_level"):
    """Set new stakes, one for each game of the mix. A hand in progress keeps its stakes (TDA-2013 22)."""

    stakes: tuple[Stakes, ...]


class Agree(Command, frozen=True, tag="agree"):
    """Agree on other terms, which apply from the next hand on."""

    rules: TableRules


class BombPot(Command, frozen=True, tag="bomb_pot"):
    """Make the next hand with a flop a bomb pot: everybody posts this ante, and nobody bets before the flop.

    An ante of 0 cancels the bomb pot.
    """

    ante: q.Chips


class PayBounty(Command, frozen=True, tag="pay_bounty"):
    """Pay a player the seven-deuce bounty, because the player showed the winning cards after the hand.

    `payers` are the other players who were dealt in.
    """

    payers: tuple[str, ...]


class StandUp(Command, frozen=True, tag="stand_up"):
    """Begin a round of the stand-up game among all players now in the game."""


class EndStandUp(Command, frozen=True, tag="end_stand_up"):
    """End a round of the stand-up game without payment."""


class ColourUp(Command, frozen=True, tag="colour_up"):
    """Book the result of a chip race or an exchange, between hands.

    `chips` is the set in play afterwards (None if it stays the same).
    """

    rows: tuple[Row, ...] = ()
    chips: ChipSet | None = None


class StartHand(Command, frozen=True, tag="start_hand"):
    """Begin a hand: collect the time charges due before it, then move the button and the blinds.

    - `dead`: players with a penalty, whose hands are killed as soon as they are dealt
    - `players_left`: the number of players left in the whole tournament
    """

    dead: tuple[str, ...] = ()
    players_left: q.Entries | None = None


class EndHand(Command, frozen=True, tag="end_hand"):
    """Book the result of the current hand. Then requested chips are added, and players who asked to leave go."""

    done: HandDone


class VoidHand(Command, frozen=True, tag="void_hand"):
    """Call off the current hand. Everything is as it was before the hand."""


class SharePot(Command, frozen=True, tag="share_pot"):
    """Divide a carried pot among its claimants, if no later hand can win it (PG-81)."""


AnyCommand = (
    Sit | Buy | Ask | TopUp | SitOut | ComeBack | Leave | Move | TakePetty | Pay | Queue | Unqueue | ChooseGame
    | DoStraddle | PutOut | ChargeTime | GiveChips | Adjust | SeatNext | DrawButton | SetLevel | Agree | BombPot
    | PayBounty | StandUp | EndStandUp | ColourUp | StartHand | EndHand | VoidHand | SharePot
)  # fmt: skip

_JSON: Final = Codec[AnyCommand](AnyCommand, "a command of a table")
encode, decode = _JSON.encode, _JSON.decode
