"""What a dealer taps during a hand with real chips and cards: one struct for each act.

Seats are those of the table, counted from 0. Cards are text such as `AsKs`; where they may be left out, they are
unknown to the program.
"""

from __future__ import annotations

import msgspec

from sidepot.validation import quantities as q


class _Act(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """An act of a hand."""


class FoldAct(_Act, frozen=True, tag="fold"):
    """Fold: the seat in turn, or another `seat` out of turn, which binds it too."""

    seat: q.AnySeat = -1


class CheckAct(_Act, frozen=True, tag="check"):
    """Check."""


class CallAct(_Act, frozen=True, tag="call"):
    """Call the price, or all-in for less if the stack is known."""


class RaiseToAct(_Act, frozen=True, tag="raise_to"):
    """Bet, raise or complete to a total for this round."""

    to: q.SomeChips


class AllInAct(_Act, frozen=True, tag="all_in"):
    """All-in. `chips` are those that the seat has behind, which are asked for if its stack is unknown (0)."""

    chips: q.Chips = 0


class BringInAct(_Act, frozen=True, tag="bring_in"):
    """Pay the bring-in."""


class StreetAct(_Act, frozen=True, tag="street"):
    """Deal the next street. `board` has its cards, if they are entered, as in `AsKd2c` (two boards: `AsKd2c / 7h8h9h`).

    In stud, `opens` is the seat whose open cards open the betting, and `pair` says whether somebody shows a pair on
    fourth street.
    """

    board: str = ""
    opens: q.AnySeat = -1
    pair: bool = False


class DiscardAct(_Act, frozen=True, tag="discard"):
    """Discard this number of cards and draw as many; 0 stands pat. `split`: openers are among them, as the player
    said.
    """

    count: q.Seats = 0
    split: bool = False


class DeclareAct(_Act, frozen=True, tag="declare"):
    """Declare for high (1), low (2) or both (3)."""

    ways: q.Seats


class ProveAct(_Act, frozen=True, tag="prove"):
    """The opener showed openers, or (`good` False) has none."""

    good: bool = True


class StackAct(_Act, frozen=True, tag="stack"):
    """A seat has this many chips behind now."""

    seat: q.Seat
    chips: q.Chips


class KillAct(_Act, frozen=True, tag="kill"):
    """The floor declared a hand dead. With `refund`, the uncalled part of its bet or raise goes back."""

    seat: q.Seat
    refund: bool = False


class BoardAct(_Act, frozen=True, tag="board"):
    """The whole board at the showdown, as in `AsKd2c7h8h`."""

    cards: str


class ShowAct(_Act, frozen=True, tag="show"):
    """A seat tables these cards at the showdown."""

    seat: q.Seat
    cards: str


class MuckAct(_Act, frozen=True, tag="muck"):
    """A seat mucks its hand at the showdown."""

    seat: q.Seat


class OrderAct(_Act, frozen=True, tag="order"):
    """Who beats whom at the showdown: groups of equal hands, best first. `low` is the order for the second half."""

    high: tuple[tuple[q.Seat, ...], ...]
    low: tuple[tuple[q.Seat, ...], ...] = ()


AnyAct = (
    FoldAct | CheckAct | CallAct | RaiseToAct | AllInAct | BringInAct | StreetAct | DiscardAct | DeclareAct | ProveAct
    | StackAct | KillAct | BoardAct | ShowAct | MuckAct | OrderAct
)  # fmt: skip
