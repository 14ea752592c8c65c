"""The events of a tournament with real chips and cards, one struct each: what its people told, and what changed by it.

`at` is when it happened, in milliseconds: it may be told later. The commands are in `commands`.
"""

from __future__ import annotations

import msgspec

from sidepot.tournament.event_kinds import OfPlayer, OfTable
from sidepot.tournament.structure import Structure


class RealCards(msgspec.Struct, frozen=True, tag="real_cards"):
    """From now on stacks and buttons are known as far as somebody tells them."""

    at: int = 0


class Fell(OfPlayer, frozen=True, tag="fell"):
    """A player was told to be out: who won the chips (player, chips), and the bounty (player, cash, on the head).

    `hand` is alike for those who went out in one hand, and `rank` is higher for a better place. `head` was the bounty
    on the player, and `step` told it.
    """

    table: int
    seat: int
    stack: int
    rank: int
    hand: int
    at: int
    by: tuple[tuple[str, int], ...] = ()
    bounty: tuple[tuple[str, int, int], ...] = ()
    head: int = 0
    step: int = 0


class WinnerTold(OfPlayer, frozen=True, tag="winner_told"):
    """It was told later who won the last chips of a player."""

    by: tuple[tuple[str, int], ...]
    bounty: tuple[tuple[str, int, int], ...] = ()


class Unbusted(OfPlayer, frozen=True, tag="unbusted"):
    """A player was not out after all, and comes back with the chips of the record."""

    why: str = ""


class BountyReturned(OfPlayer, frozen=True, tag="bounty_returned"):
    """A bounty was not won after all, and is on the player's head again: (winner, cash, on the head) each."""

    shares: tuple[tuple[str, int, int], ...]
    head: int


class Placed(OfPlayer, frozen=True, tag="placed"):
    """A player took a place among those who are out: `index` counts them from the first; `shared`: with that group."""

    index: int
    shared: bool = False


class Reordered(msgspec.Struct, frozen=True, tag="reordered"):
    """Players who are out changed places, the best first; `alike`: they share one."""

    players: tuple[str, ...]
    alike: bool = False
    why: str = ""


class RoundTold(msgspec.Struct, frozen=True, tag="round_told"):
    """Every table has played its hand of hand for hand."""

    at: int = 0


class Counted(msgspec.Struct, frozen=True, tag="counted"):
    """Stacks were counted: they are known, as of this time."""

    stacks: tuple[tuple[str, int], ...]
    at: int = 0


class Drifted(OfTable, frozen=True, tag="drifted"):
    """Chips of the record went from a table to another one (0: to none that is open)."""

    to_table: int
    chips: int


class DifferenceAccepted(OfTable, frozen=True, tag="difference_accepted"):
    """The difference between the count and the record of a table was accepted, for a reason."""

    chips: int
    why: str


class ButtonTold(OfTable, frozen=True, tag="button_told"):
    """The button is in a seat: in the hand that is played or just over, or in the `next` one. -1: not known.

    `frozen`: it waits there for a game with blinds.
    """

    seat: int
    at: int = 0
    next: bool = False
    frozen: bool = False


class HandsTold(OfTable, frozen=True, tag="hands_told"):
    """A table has played so many hands since that was told last."""

    n: int
    at: int = 0


class HeadsTold(OfTable, frozen=True, tag="heads_told"):
    """So many players with chips sit at a table, and so many by the record."""

    n: int
    record: int
    at: int = 0


class TermsChanged(msgspec.Struct, frozen=True, omit_defaults=True, tag="terms_changed"):
    """The announced terms changed, and why. None: as it was."""

    why: str
    structure: Structure | None = None
    added: int | None = None
    seats: int | None = None
    break_order: tuple[int, ...] | None = None


class CheckInOpened(msgspec.Struct, frozen=True, tag="check_in_opened"):
    """The check-in of a draft was opened: players enter from now on."""

    at: int = 0


class Locked(OfTable, frozen=True, tag="locked"):
    """A seat, or (-1) a table, was locked, or (`on` False) is free again."""

    seat: int
    on: bool
    why: str = ""


class Refunded(OfPlayer, frozen=True, tag="refunded"):
    """A player got back what they had paid: for prizes, to the house, for bounties; and the entry does not count."""

    collected: int
    fees: int
    bounties: int
    why: str = ""


class NotShown(OfPlayer, frozen=True, tag="not_shown"):
    """A player never came, and is out."""

    why: str = ""
    at: int = 0


class Announced(msgspec.Struct, frozen=True, tag="announced"):
    """Something was announced on all screens."""

    text: str
    at: int = 0


class ClockCalled(OfPlayer, frozen=True, tag="clock_called"):
    """The clock was called on a player, for so many seconds."""

    seconds: int
    at: int = 0


class Cancelled(msgspec.Struct, frozen=True, tag="cancelled"):
    """The tournament was cancelled, and all money is returned."""

    why: str
    at: int = 0
