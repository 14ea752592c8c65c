"""The commands to a cash night, one struct each.

Players are given as marks, tables and games as numbers from 1, and seats as numbers from 0.

A sum of chips is given by its amount (`chips`), by denominations (`count`: value and how many), or by both, which must
agree.
"""

from __future__ import annotations

from typing import Annotated, Final

import msgspec

from sidepot.room.cash.terms import CashGame, CashTerms
from sidepot.validation import quantities as q

Count = tuple[tuple[q.SomeChips, q.SomeOfKind], ...]
Text = Annotated[str, msgspec.Meta(max_length=200)]
Player = Annotated[str, msgspec.Meta(max_length=60)]
GameNumber = Annotated[int, msgspec.Meta(ge=1, le=20)]
LineNumber = q.Line


class Command(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    """A command to a cash night."""


class Enter(Command, frozen=True, tag="enter"):
    """Enter a player who is here for the first time tonight. `party` is the player's key in the club's books."""

    player: Player
    party: Player


# ---- lists


class PutOnList(Command, frozen=True, tag="list"):
    """Put a player on the list of a game, or change the player's entry without moving it.

    - `going`: the player can be called now (false: the player comes only if the game begins)
    - `phone`: the player signed up by phone
    """

    player: Player
    game: GameNumber
    going: bool = True
    phone: bool = False


class TakeOffList(Command, frozen=True, tag="unlist"):
    """Take a player off the list of a game."""

    player: Player
    game: GameNumber


class CallNext(Command, frozen=True, tag="call"):
    """Call a player from the list of a game to a free seat.

    `player` is the player to call (empty: the next player on the list).
    """

    game: GameNumber
    player: Player = ""


class Pass(Command, frozen=True, tag="pass"):
    """Let a called player pass. The next player is called instead, and the player who passed keeps the place on the
    list.
    """

    player: Player
    game: GameNumber


class ToEnd(Command, frozen=True, tag="to_end"):
    """Put a player at the end of the list, for example after a call that the player did not answer."""

    player: Player
    game: GameNumber


# ---- tables and seats


class OpenTable(Command, frozen=True, tag="open_table"):
    """Open a table of a game. The players of this table must move to table `must_move` when a seat opens there (0:
    never).
    """

    game: GameNumber
    seats: q.Seats = 0
    must_move: q.AnyTable = 0


class CloseTable(Command, frozen=True, tag="close_table"):
    """Close an empty table."""

    table: q.Table


class Sit(Command, frozen=True, tag="sit"):
    """Seat a player at a table. If `seat` is -1, the player gets the first free seat."""

    player: Player
    table: q.Table
    seat: q.AnySeat = -1


class Move(Command, frozen=True, tag="move"):
    """Move a player with all their chips to another table of the same game. This is a must-move or a table change."""

    player: Player
    table: q.Table
    seat: q.AnySeat = -1


class WantTable(Command, frozen=True, tag="want_table"):
    """Put a player on the list for a change to this table. If `on` is false, take the player off the list."""

    player: Player
    table: q.Table
    on: bool = True


class Leave(Command, frozen=True, tag="leave"):
    """Record that a player leaves the seat and keeps all their chips."""

    player: Player
    chips: q.Chips = 0
    count: Count = ()


# ---- chips and money


class Buy(Command, frozen=True, tag="buy"):
    """Sell chips to a seated player, as a buy-in or a top-up.

    - `stack`: the chips that the player already has in front, or brings back to the table
    - `on_account`: the player pays later
    """

    player: Player
    chips: q.Chips
    stack: q.Chips = 0
    on_account: bool = False


class CashOut(Command, frozen=True, tag="cash_out"):
    """Take back all chips of a player. The player leaves the seat.

    `on_account` means that the bank pays the player later.
    """

    player: Player
    chips: q.Chips = 0
    count: Count = ()
    on_account: bool = False


class TakeTime(Command, frozen=True, tag="time"):
    """Collect the time charge from each player seated at a table."""

    table: q.Table


class Drop(Command, frozen=True, tag="drop"):
    """Record the rake that was dropped at a table, as counted."""

    table: q.Table
    chips: q.Chips = 0
    count: Count = ()


class PayIn(Command, frozen=True, tag="pay_in"):
    """Record that a player pays money to the bank."""

    player: Player
    chips: q.SomeMoney


class PayOut(Command, frozen=True, tag="pay_out"):
    """Record that the bank pays money to a player."""

    player: Player
    chips: q.SomeMoney


class Settle(Command, frozen=True, tag="settle"):
    """Record that one player has paid another. The payment first covers the markers between the two, then other
    debts.
    """

    payer: Player
    payee: Player
    chips: q.SomeMoney


class FillBank(Command, frozen=True, tag="fill_bank"):
    """Add the house's money to the bank."""

    chips: q.Money = 0
    count: Count = ()


class CountBank(Command, frozen=True, tag="count_bank"):
    """Record the counted money in the bank.

    If the money differs from the books, the difference is recorded in a second line, with the reason `why`.
    """

    chips: q.Money = 0
    count: Count = ()
    why: Text = ""


class EmptyBank(Command, frozen=True, tag="empty_bank"):
    """Hand the money in the bank over to the house, at the end of the night."""


class Expense(Command, frozen=True, tag="expense"):
    """Record an expense of the house. `text` says what the money was for.

    `player` has paid the expense (empty: it was paid from the bank).
    """

    chips: q.SomeMoney
    text: Text
    player: Player = ""


class MissingChips(Command, frozen=True, tag="missing_chips"):
    """Write off the chips that are missing after all players have left. `why` is the reason."""

    why: Text


class Correct(Command, frozen=True, tag="correct"):
    """Reverse a line by a counter-entry, for the reason `why`.

    If the line only had a wrong amount, the right amount (`chips` or `count`) is entered.
    """

    line: LineNumber
    why: Text
    chips: q.AnyChips = -1
    count: Count = ()


# ---- open stakes


class Agree(Command, frozen=True, tag="agree"):
    """Record that the players of a table agree, before play, on terms for markers (OS-12).

    - `terms`: the terms in words
    - `threshold`: the smallest marker that players may refuse (OS-13)
    - `players`: the players who agree, which must be everybody at the table
    """

    table: q.Table
    terms: Text
    due_ms: q.Ms = 0
    threshold: q.Chips = 0
    players: tuple[Player, ...] = ()


class AgreeToo(Command, frozen=True, tag="agree_too"):
    """Record that a player who came to the table later also agrees to the table's terms for markers."""

    player: Player


class WriteMarker(Command, frozen=True, tag="marker"):
    """Record a marker that a player bet and `holder` won. The other players in the pot must have agreed to it (OS-6).

    `raised` means that the marker was for a bet or raise, so that the player gave up going all-in in that hand (OS-10).
    """

    player: Player
    holder: Player
    chips: q.SomeChips
    agreed: tuple[Player, ...] = ()
    refused: tuple[Player, ...] = ()
    raised: bool = False


class Lend(Command, frozen=True, tag="loan"):
    """Record that a player borrowed chips from a player who was not in the pot (OS-8). `pot` lists the players in the
    pot.
    """

    player: Player
    lender: Player
    chips: q.SomeChips
    pot: tuple[Player, ...] = ()
    raised: bool = False


class Restrict(Command, frozen=True, tag="restrict"):
    """Bar a player from credit, and from buying less than a full buy-in (OS-4).

    This is for a player who won all-in with less than a full buy-in.
    """

    player: Player


class PayMarker(Command, frozen=True, tag="pay_marker"):
    """Record that a marker or loan was paid, in part or in full. `chips` is the amount (0: everything that is owed)."""

    line: LineNumber
    chips: q.Money = 0


# ---- the night


class AddGame(Command, frozen=True, tag="add_game"):
    """Add a game to the night."""

    game: CashGame


class End(Command, frozen=True, tag="end"):
    """End the night. All chips must be back. If anybody owes money or is owed money, a reason (`why`) is needed."""

    why: Text = ""


class Open(Command, frozen=True, tag="open"):
    """Open the night."""

    terms: CashTerms


class Tick(Command, frozen=True, tag="tick"):
    """End the calls whose time has run out."""


class Freeze(Command, frozen=True, tag="freeze"):
    """Stop the night after an error."""

    why: str


class Resume(Command, frozen=True, tag="resume"):
    """Resume the night after an error."""


OfLists = PutOnList | TakeOffList | CallNext | Pass | ToEnd
OfSeats = OpenTable | CloseTable | Sit | Move | WantTable | Leave
OfMoney = (
    Buy | CashOut | TakeTime | Drop | PayIn | PayOut | Settle | FillBank | CountBank | EmptyBank | Expense
    | MissingChips | Correct
)  # fmt: skip
OfCredit = Agree | AgreeToo | WriteMarker | Lend | Restrict | PayMarker
StaffCommand = OfLists | OfSeats | OfMoney | OfCredit | AddGame | End | Resume
CashCommand = StaffCommand | Enter | Open | Tick | Freeze
ROOM_ONLY = (Open, Tick, Freeze)
AFTER_END: Final = (
    CashOut, PayIn, PayOut, Settle, PayMarker, FillBank, CountBank, EmptyBank, Expense, MissingChips, Correct, Resume,
)  # fmt: skip
"""The commands that a night still takes when it is over: the books are put right, and debts are paid."""
WHO: Final = ("player", "holder", "lender", "payer", "payee")
"""The fields of commands that name a player."""
