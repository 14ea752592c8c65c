"""The terms of open stakes, where chips may be bought and borrowed during a hand.

The terms belong to a hand's setup; the events record their use. `credit` holds the rules.
"""

from __future__ import annotations

from typing import Final

import msgspec

from sidepot.errors import Cite, Conflict
from sidepot.validation.type_checks import check_fields

PRIVATE: Final = Cite("OS", "14")


class OpenTerms(msgspec.Struct, frozen=True, omit_defaults=True):
    """The terms of a hand at open stakes.

    - `threshold`: a marker below this amount must be accepted (OS-13)
    - `restricted`: the seats that may neither buy nor borrow chips until they have bought a full stake (OS-4)
    - `lenders`: people at the table who are not in this hand but may lend chips, like folded seats (OS-8)
    """

    threshold: int = 0
    restricted: tuple[int, ...] = ()
    lenders: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        check_fields(self)


class Added(msgspec.Struct, frozen=True, gc=False, tag="added"):
    """A seat bought chips with cash in its turn (OS-1)."""

    seat: int
    amount: int


class MarkerOffered(msgspec.Struct, frozen=True, gc=False, tag="marker_offered"):
    """A seat offered a marker of `face` for the chips that it lacks to call, bet or raise to `to` (OS-6).

    `to` is the price if the marker is for a call.
    """

    seat: int
    to: int
    face: int


class Consented(msgspec.Struct, frozen=True, gc=False, tag="consented"):
    """A seat in the pot accepted or refused the marker that was offered (OS-6, OS-7)."""

    seat: int
    agrees: bool


class Borrowed(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, tag="borrowed"):
    """A seat borrowed chips from a player who was not in the pot: a folded seat or, by `name`, a player who sits out
    (OS-8).
    """

    seat: int
    amount: int
    lender: int = -1
    name: str = ""


def check_place(*, open_stakes: bool, is_tournament: bool) -> None:
    """Raise Conflict for open stakes in a tournament, or in a house that does not have them.

    Open stakes are for private games (OS-14).
    """
    if not open_stakes:
        raise Conflict("this house plays table stakes; open stakes are for private games", PRIVATE)
    if is_tournament:
        raise Conflict("a tournament is played with table stakes; open stakes are for private games", PRIVATE)


def check_terms(terms: OpenTerms, seats: int) -> None:
    """Raise Conflict for impossible terms: a negative amount, a seat that does not exist, or a lender without a
    name.
    """
    if terms.threshold < 0:
        raise Conflict(f"the marker threshold must not be negative, but is {terms.threshold}")
    for seat in terms.restricted:
        if not 0 <= seat < seats:
            raise Conflict(f"seat {seat} cannot be restricted; the seats are 0 to {seats - 1}")
    if not all(terms.lenders) or len(set(terms.lenders)) < len(terms.lenders):
        raise Conflict(f"lenders must have different names: {list(terms.lenders)}")


def adding(terms: OpenTerms, seats: int) -> int:
    """The seats that may buy or borrow chips, as a bit mask."""
    return sum([1 << seat for seat in range(seats) if seat not in terms.restricted])
