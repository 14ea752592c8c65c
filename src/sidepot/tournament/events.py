"""What can happen in a tournament, one struct each; what happens at one of its tables is wrapped in `AtTable`.

A tournament is the fold of its steps, each of which holds the events of one command. Players are named by an id (text),
tables by a number from 1 on; seats are those of the table, 0-based; `at` is the time in milliseconds, passed in; money
is in the smallest unit of the event's currency.
"""

from __future__ import annotations

import msgspec

from sidepot.table.events import Event as TableEvent
from sidepot.table.race import RaceSheet
from sidepot.tournament.clock import Clock
from sidepot.tournament.deals import Deal
from sidepot.tournament.moves import Move, SeatDraw
from sidepot.tournament.structure import Structure


class Opened(msgspec.Struct, frozen=True, tag="opened"):
    """The tournament was announced: its structure, and the seed from which its draws are made (any text)."""

    structure: Structure
    seed: str = ""


class Registered(msgspec.Struct, frozen=True, tag="registered"):
    """A player paid his entry; as an `alternate` he waits until a seat is free."""

    player: str
    at: int = 0
    alternate: bool = False


class Withdrew(msgspec.Struct, frozen=True, tag="withdrew"):
    """A player who had not begun to play took his entry back, and got his money."""

    player: str


class Pinned(msgspec.Struct, frozen=True, tag="pinned"):
    """A player keeps to a place, for a reason: his table and, unless -1, his seat are not drawn (T8). 0: no more."""

    player: str
    table: int
    seat: int = -1
    why: str = ""


class Reentered(msgspec.Struct, frozen=True, tag="reentered"):
    """A player who was out paid another entry; he gets a seat and a full stack like a new player (T7)."""

    player: str
    at: int = 0


class Rebought(msgspec.Struct, frozen=True, tag="rebought"):
    """A player bought chips at his seat. `owed`: announced, not paid yet; the chips play, and he must pay (T26)."""

    player: str
    chips: int
    cost: int
    fee: int = 0
    owed: bool = False
    at: int = 0


class PledgePaid(msgspec.Struct, frozen=True, tag="pledge_paid"):
    """A player paid for a rebuy that he had announced."""

    player: str
    money: int


class AddedOn(msgspec.Struct, frozen=True, tag="added_on"):
    """A player took the add-on."""

    player: str
    chips: int
    cost: int
    fee: int = 0
    at: int = 0


class Drawn(msgspec.Struct, frozen=True, tag="drawn"):
    """Seats were drawn for: the record by which anybody can check it (T6)."""

    record: SeatDraw
    why: str = ""


class Redrawn(msgspec.Struct, frozen=True, tag="redrawn"):
    """Everybody drew for a seat again, with so many left."""

    left: int


class TableOpened(msgspec.Struct, frozen=True, tag="table_opened"):
    """A table was opened, for the stakes of a level (counted from 0); 0 seats: as many as all have."""

    table: int
    level: int = 0
    seats: int = 0


class TableClosed(msgspec.Struct, frozen=True, tag="table_closed"):
    """A table was broken, or the event is over there."""

    table: int


class AtTable(msgspec.Struct, frozen=True, tag="at_table"):
    """Something happened at a table: see `sidepot.table.events`."""

    table: int
    event: TableEvent


class Moved(msgspec.Struct, frozen=True, tag="moved"):
    """A player was moved, and why; his chips came with him."""

    move: Move
    at: int = 0


class ClockSet(msgspec.Struct, frozen=True, tag="clock_set"):
    """The clock was started, stopped, set: how it stands from then on."""

    clock: Clock


class LevelSet(msgspec.Struct, frozen=True, tag="level_set"):
    """A table plays a level (counted from 0) from its next hand on."""

    table: int
    level: int


class Signalled(msgspec.Struct, frozen=True, tag="signalled"):
    """A hand has begun at a table for the clock, by the riffle or the push: it is of this level (T22)."""

    table: int
    level: int


class HandForHand(msgspec.Struct, frozen=True, tag="hand_for_hand"):
    """Hand for hand began, or ended: all tables begin each hand together."""

    on: bool


class RoundDone(msgspec.Struct, frozen=True, tag="round_done"):
    """All tables have played their hand of hand for hand."""


class Halted(msgspec.Struct, frozen=True, tag="halted"):
    """A table stops playing, or (`on` False) plays on."""

    table: int
    on: bool
    because: str = ""


class Busted(msgspec.Struct, frozen=True, tag="busted"):
    """A player lost his last chips in a hand that he began with `stack`; `final`: he cannot come back."""

    player: str
    table: int
    hand: int
    stack: int
    final: bool = True
    at: int = 0


class Ranked(msgspec.Struct, frozen=True, tag="ranked"):
    """Players went out, in this order, the worst place first; those of one group share theirs."""

    groups: tuple[tuple[str, ...], ...]


class WentOut(msgspec.Struct, frozen=True, tag="went_out"):
    """A player who might have bought chips again, or entered again, did not."""

    player: str


class BountyWon(msgspec.Struct, frozen=True, tag="bounty_won"):
    """The bounty of a player was won: (player, cash, put on his own head) each."""

    player: str
    shares: tuple[tuple[str, int, int], ...]


class Penalised(msgspec.Struct, frozen=True, tag="penalised"):
    """A player misses so many hands: dealt in, and killed (TDA-2013 58)."""

    player: str
    hands: int
    why: str = ""


class Served(msgspec.Struct, frozen=True, tag="served"):
    """Penalised players missed a hand of theirs; a deal that was repeated counts as one."""

    players: tuple[str, ...]


class Disqualified(msgspec.Struct, frozen=True, tag="disqualified"):
    """A player was put out of the event (TDA-2013 58-D)."""

    player: str
    why: str = ""


class ChipsRemoved(msgspec.Struct, frozen=True, tag="chips_removed"):
    """Chips left play: those of who was put out (58-D), or of the winner of a round who begins the next one afresh."""

    player: str
    chips: int


class Raced(msgspec.Struct, frozen=True, tag="raced"):
    """Chips left play at a table: the race sheet (T23)."""

    table: int
    sheet: RaceSheet


class DeckChanged(msgspec.Struct, frozen=True, tag="deck_changed"):
    """A table got another deck, and why (T25)."""

    table: int
    why: str
    at: int = 0


class DealersPushed(msgspec.Struct, frozen=True, tag="dealers_pushed"):
    """The dealers changed tables (RP-7)."""

    at: int = 0


class DealMade(msgspec.Struct, frozen=True, tag="deal_made"):
    """Those who are left divided what was left of the money, in the order of their stacks."""

    players: tuple[str, ...]
    deal: Deal


class Note(msgspec.Struct, frozen=True, tag="note"):
    """Something worth telling, with the rule it rests on: a warning, an offence that was spotted."""

    text: str
    cite: str = ""
    player: str = ""


class Ended(msgspec.Struct, frozen=True, tag="ended"):
    """The event is over."""

    at: int = 0


class Undone(msgspec.Struct, frozen=True, tag="undone"):
    """The steps from this one on were undone."""

    step: int


class Redone(msgspec.Struct, frozen=True, tag="redone"):
    """The step that was undone last was done again."""

    step: int


Event = (
    Opened
    | Registered
    | Withdrew
    | Pinned
    | Reentered
    | Rebought
    | PledgePaid
    | AddedOn
    | Drawn
    | Redrawn
    | TableOpened
    | TableClosed
    | AtTable
    | Moved
    | ClockSet
    | LevelSet
    | Signalled
    | HandForHand
    | RoundDone
    | Halted
    | Busted
    | Ranked
    | WentOut
    | BountyWon
    | Penalised
    | Served
    | Disqualified
    | ChipsRemoved
    | Raced
    | DeckChanged
    | DealersPushed
    | DealMade
    | Note
    | Ended
    | Undone
    | Redone
)
