"""Further options of a seat at open stakes: add chips, offer a marker, answer one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from sidepot.hand.credit.rights import bound_to, lacks, lending, marker_bounds, may_add, may_go_all_in, may_offer
from sidepot.hand.due import CONSENT

if TYPE_CHECKING:
    from sidepot.hand.hand import Hand


class OpenOptions(msgspec.Struct, frozen=True):
    """What a seat may do about its chips at open stakes.

    - `lacks`: the chips missing for the call
    - `all_in`: whether the seat may call all-in for less, even for nothing
    - `may_add`: whether the seat may buy or borrow chips
    - `folded`: the folded seats from which it may borrow
    - `lenders`: the names of the players without a hand from whom it may borrow
    - `marker_call`: the face of a marker for the call (0 if not allowed or not needed)
    - `marker_min`, `marker_max`: the minimum and maximum total to bet or raise to with a marker (0: not allowed)
    - `marker_two`: whether only these two totals are allowed
    - `bound`: the total that the seat must bet, because its marker was accepted
    - `face`: the face of the marker that the seat must accept or refuse
    """

    lacks: int = 0
    all_in: bool = False
    may_add: bool = False
    folded: tuple[int, ...] = ()
    lenders: tuple[str, ...] = ()
    marker_call: int = 0
    marker_min: int = 0
    marker_max: int = 0
    bound: int = 0
    face: int = 0
    marker_two: bool = False


def open_options(hand: Hand) -> OpenOptions:
    """What the seat in turn may do about its chips. The hand must be at open stakes."""
    if hand.due is CONSENT:
        return OpenOptions(face=hand.aside.credit.offer[2])
    short = max(lacks(hand, hand.betting.price), 0) if hand.betting.price > hand.betting.bets[hand.seat] else 0
    may = may_add(hand)
    terms = hand.setup.open
    low, high = marker_bounds(hand)
    return OpenOptions(
        lacks=short,
        all_in=may_go_all_in(hand),
        may_add=may,
        folded=tuple(lending(hand)) if may else (),
        lenders=terms.lenders if may and terms is not None else (),
        marker_call=short if may_offer(hand) else 0,
        marker_min=low,
        marker_max=high,
        bound=bound_to(hand),
        marker_two=hand.betting.alt > 0 and low < high,
    )
