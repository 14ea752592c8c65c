"""The events of a table, one struct each. A table is made of these, as a hand is made of its events.

Players are named by an id (text); seats are those of the table, 0-based; amounts are chips; `at` is the time in
milliseconds, passed in. The events of a hand are in its own log; a table has events only for its beginning and end.

>>> encode(Bought("ann", 40))
b'{"type":"bought","player":"ann","chips":40,"at":0}'
>>> decode(b'{"type":"left","player":"ann","chips":7}')
Left(player='ann', chips=7, at=0)
"""

from __future__ import annotations

from typing import Final

import msgspec

from sidepot.games.mixes import Turn
from sidepot.games.stakes import Stakes
from sidepot.hand.setup import Setup
from sidepot.table.button import Marks
from sidepot.table.chips import ChipSet
from sidepot.table.colour import Why
from sidepot.table.debts import Credit
from sidepot.table.draw import FirstDraw
from sidepot.table.table_rules import Straddle, TableRules
from sidepot.validation import quantities as q
from sidepot.validation.codec import Codec


class OfPlayer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An event that concerns one player."""

    player: str


class Opened(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="opened"):
    """The table was opened on these terms."""

    rules: TableRules


class Agreed(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="agreed"):
    """Other terms were agreed on. They apply from the next hand on."""

    rules: TableRules


class LevelSet(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="level_set"):
    """New stakes were set, one for each game of the mix, from the next hand on (TDA-2013 22)."""

    stakes: tuple[Stakes, ...]


class Sat(OfPlayer, frozen=True, tag="sat"):
    """A player took a seat with chips bought from the house.

    With `waits`, the player waits for the big blind. Otherwise, the player posts.
    """

    seat: int
    chips: int
    at: int = 0
    waits: bool = True


class Bought(OfPlayer, frozen=True, tag="bought"):
    """A player bought chips between hands (TS-1, PG-43)."""

    chips: int
    at: int = 0


class Asked(OfPlayer, frozen=True, tag="asked"):
    """A player asked for chips during a hand (TS-1). They are added after the hand. If `chips` is 0, the player
    cancelled the request.
    """

    chips: int


class TopUp(OfPlayer, frozen=True, tag="top_up"):
    """A player asked for the stack to be filled up to `to` chips before each hand (PG-1). If `to` is 0, the player
    cancelled that.
    """

    to: int


class SatOut(OfPlayer, frozen=True, tag="sat_out"):
    """A player sits out from the next hand on. In a tournament, the player is absent: the player's hands are dealt and
    killed.
    """

    at: int = 0


class CameBack(OfPlayer, frozen=True, tag="came_back"):
    """A player asked to be dealt in again.

    With `waits`, the player waits for the big blind. Otherwise, the player posts the missed blinds.
    """

    waits: bool = True


class Leaves(OfPlayer, frozen=True, tag="leaves"):
    """A player in the hand will leave when it is over. A player who was removed (`put_out`) cannot cancel this."""

    put_out: bool = False


class Left(OfPlayer, frozen=True, tag="left"):
    """A player left the table with this number of chips."""

    chips: int
    at: int = 0


class Moved(OfPlayer, frozen=True, tag="moved"):
    """A player changed seats.

    - `later`: whether the big blind reaches the new seat later; the player then comes in like a new player.
    - `passed`: whether the move avoided the next small blind; the player then owes it.
    """

    seat: int
    later: bool = False
    waits: bool = True
    passed: bool = False


class Petty(OfPlayer, frozen=True, tag="petty"):
    """A player took a small amount off the table, for refreshments and tips (OS-11)."""

    chips: int


class Charged(OfPlayer, frozen=True, tag="charged"):
    """A player paid for the seat until the time `until` (PG-45)."""

    chips: int
    until: int = 0


class Queued(OfPlayer, frozen=True, tag="queued"):
    """A player joined the waiting list for a seat or, with `interest`, the interest list for a game."""

    interest: bool = False
    at: int = 0


class Unqueued(OfPlayer, frozen=True, tag="unqueued"):
    """A player's name was taken off the waiting lists. The player was seated, has left, or did not come when called."""


class ButtonDrawn(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="button_drawn"):
    """The first button went to `seat`. It was drawn; if `draw` is null, it was given by a decision."""

    seat: int
    draw: FirstDraw | None = None


class Chosen(OfPlayer, frozen=True, tag="chosen"):
    """The dealer named the game of the next hand, by its index in the mix, before the antes (PG-104)."""

    game: int


class Straddled(OfPlayer, frozen=True, tag="straddled"):
    """A player announced a straddle in the next hand, to a total of `chips`."""

    kind: Straddle
    chips: int


class BombPotSet(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="bomb_pot_set"):
    """The next hand with a flop will be a bomb pot with this ante (0: the bomb pot was cancelled)."""

    ante: int


class Coloured(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="coloured"):
    """Chips left play or were exchanged (rules T23, T24, T55).

    - `rows`: each player's gain or loss, as (player, why, amount)
    - `chips`: the set in play from then on (null if it stays the same)
    """

    rows: tuple[tuple[str, Why, int], ...]
    chips: ChipSet | None = None


class Adjusted(OfPlayer, frozen=True, tag="adjusted"):
    """A stack was corrected by this number of chips (below zero if it was reduced), for a reason."""

    chips: int
    reason: str


class PotGiven(OfPlayer, frozen=True, tag="pot_given"):
    """A player got chips from a carried pot without a hand being played for them.

    All other players with a claim have left, or no hand follows and the pot was divided.
    """

    chips: int


class BountyPaid(OfPlayer, frozen=True, tag="bounty_paid"):
    """A player won with seven-deuce and showed it. `paid` lists the payment of each other player."""

    paid: tuple[tuple[str, q.SomeChips], ...]


class StandUpBegun(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="stand_up_begun"):
    """A round of the stand-up game began. All `players` are standing."""

    players: tuple[str, ...]


class StandUpWon(OfPlayer, frozen=True, tag="stand_up_won"):
    """A player won a pot, and may therefore sit down in the stand-up game."""


class StandUpOver(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="stand_up_over"):
    """A round of the stand-up game is over.

    - `player`: the last player standing, who pays (empty if nobody pays)
    - `paid`: what this player pays to each other player
    """

    player: str = ""
    paid: tuple[tuple[str, q.SomeChips], ...] = ()


class Paid(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="paid"):
    """All or part of a debt was paid after play, by a player, the cash box or the house (OS-12)."""

    payer: str
    payee: str
    chips: int


class HandBegun(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False, tag="hand_begun"):
    """A hand began. `players` and `seats` (of the table) are dealt in, in the order of the hand.

    - `turn`: which game of the mix is played.
    - `dead`: the seats of the hand whose cards are killed as soon as they are dealt.
    - `bomb`: whether the hand is a bomb pot.
    - `kill`: the seat that kills the pot (-1 for none).
    - `sleepers`: (seat, to) pairs that straddle if nobody raises before it is their turn.

    Other fields take effect when the hand is done:

    - `marks`: the seats of the button and the blinds.
    - `settled`: the players who are in the game from then on.
    - `missed`: each player who missed a blind, and whether that was a small blind, a big blind or both.
    - `parked`: whether the button waits for a game with blinds (TDA-2013 10-B).
    """

    number: int
    setup: Setup
    players: tuple[str, ...]
    seats: tuple[int, ...]
    marks: Marks
    settled: tuple[str, ...] = ()
    missed: tuple[tuple[str, bool, bool], ...] = ()
    turn: Turn = Turn()
    at: int = 0
    dead: tuple[int, ...] = ()
    bomb: bool = False
    kill: int = -1
    sleepers: tuple[tuple[int, int], ...] = ()
    parked: bool = False


Parts = tuple[tuple[q.Sum, tuple[str, ...]], ...]


class HandDone(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False, tag="hand_done"):
    """A hand is over.

    - `stacks`: the new stacks of the players.
    - `won`: the chips that each player took from the pots.
    - `raked`: the chips that went to the house.
    - `carried`: the chips that wait for the next deal.
    - `anted`: if chips are carried, the chips that each player had to put in before the cards.
    - `whole`: the player who took all pots (-1 for nobody).
    - `bought`: at open stakes, the chips that came in for cash during the hand.
    - `credit`: at open stakes, the markers and loans of the hand. Markers that were torn up are no longer in the
      `stacks`.
    - `bets`: at a table with kills, if one player took the whole pot: the chips that the other players put into it,
      without antes and blinds.
    - `parts`: the carried chips that some players may not win, with these players. They were all-in for less, or joined
      later without putting in as much as the other players.
    - `sevens`: at a table with the seven-deuce bounty, the seats that won with seven-deuce and showed it.
    """

    number: q.HandNumber
    stacks: tuple[q.Sum, ...]
    won: tuple[q.Sum, ...]
    raked: q.Sum = 0
    carried: q.Sum = 0
    anted: tuple[q.Sum, ...] = ()
    whole: q.AnySeat = -1
    bought: tuple[tuple[str, q.Sum], ...] = ()
    credit: Credit | None = None
    bets: q.Sum = 0
    parts: Parts = ()
    sevens: tuple[q.Seat, ...] = ()


class HandVoided(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="hand_voided"):
    """A hand was called off. Everything is as it was before the hand."""

    number: int


Event = (
    Opened | Agreed | LevelSet | Sat | Bought | Asked | TopUp | SatOut | CameBack | Leaves | Left | Moved
    | Petty | Charged | Queued | Unqueued | ButtonDrawn | Chosen | Straddled | BombPotSet | Coloured | PotGiven | Paid
    | HandBegun | HandDone | HandVoided | Adjusted | BountyPaid | StandUpBegun | StandUpWon | StandUpOver
)  # fmt: skip

_JSON: Final = Codec[Event](Event, "a table event", "a log of a table")
encode, decode, decode_log, schema = _JSON.encode, _JSON.decode, _JSON.decode_log, _JSON.schema
