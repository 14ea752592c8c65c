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
    """Fold the hand of a seat (-1: the seat in turn). A fold out of turn is binding, too."""

    seat: q.AnySeat = -1


class CheckAct(_Act, frozen=True, tag="check"):
    """Check."""


class CallAct(_Act, frozen=True, tag="call"):
    """Call the bet, or go all-in for less if the stack is known."""


class RaiseToAct(_Act, frozen=True, tag="raise_to"):
    """Bet, raise or complete to a total for the betting round."""

    to: q.SomeChips


class AllInAct(_Act, frozen=True, tag="all_in"):
    """Go all-in. `chips` is what the seat has behind, needed only if its stack is unknown (otherwise 0)."""

    chips: q.Chips = 0


class BringInAct(_Act, frozen=True, tag="bring_in"):
    """Pay the bring-in."""


class StreetAct(_Act, frozen=True, tag="street"):
    """Deal the next street.

    - `board`: the cards of the street, if they are entered: `AsKd2c`, or `AsKd2c / 7h8h9h` for two boards
    - `opens`: in stud, the seat whose upcards make it first to act
    - `pair`: in stud, whether any upcards on fourth street are a pair
    """

    board: str = ""
    opens: q.AnySeat = -1
    pair: bool = False


class DiscardAct(_Act, frozen=True, tag="discard"):
    """Discard `count` cards and draw as many (0: stand pat).

    `split` means that the player announces splitting the openers, so that the discards include openers.
    """

    count: q.Seats = 0
    split: bool = False


class DeclareAct(_Act, frozen=True, tag="declare"):
    """Declare for high (1), low (2) or both (3)."""

    ways: q.Seats


class ProveAct(_Act, frozen=True, tag="prove"):
    """Record whether the opener showed openers (`good`)."""

    good: bool = True


class StackAct(_Act, frozen=True, tag="stack"):
    """Correct the number of chips that a seat has behind."""

    seat: q.Seat
    chips: q.Chips


class KillAct(_Act, frozen=True, tag="kill"):
    """Record that the floor declared a hand dead. `refund` means that the uncalled part of the hand's bet is
    returned.
    """

    seat: q.Seat
    refund: bool = False


class BoardAct(_Act, frozen=True, tag="board"):
    """Enter the whole board at the showdown, such as `AsKd2c7h8h`."""

    cards: str


class ShowAct(_Act, frozen=True, tag="show"):
    """Table the hand of a seat at the showdown."""

    seat: q.Seat
    cards: str


class MuckAct(_Act, frozen=True, tag="muck"):
    """Muck the hand of a seat at the showdown."""

    seat: q.Seat


class OrderAct(_Act, frozen=True, tag="order"):
    """Enter the ranking of the hands at the showdown, as groups of equal hands, best first. `low` ranks the hands for
    the second half of the pot.
    """

    high: tuple[tuple[q.Seat, ...], ...]
    low: tuple[tuple[q.Seat, ...], ...] = ()


AnyAct = (
    FoldAct | CheckAct | CallAct | RaiseToAct | AllInAct | BringInAct | StreetAct | DiscardAct | DeclareAct | ProveAct
    | StackAct | KillAct | BoardAct | ShowAct | MuckAct | OrderAct
)  # fmt: skip
