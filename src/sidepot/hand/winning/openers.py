"""Openers: the cards that a player needs to open the betting, and how the opener proves them. Source: PG-84.

In a house that checks, nobody can open without openers. Elsewhere anybody may, and the opener must show them before
taking a pot: a false opener's hand is dead. A player who discards openers to draw to a better hand (splits them) must
announce it; these cards are kept apart for the proof.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import TYPE_CHECKING

from sidepot.cards import UNKNOWN
from sidepot.hand import refusals
from sidepot.hand.events import Proved

if TYPE_CHECKING:
    from sidepot.hand.state import HandState


def holds_openers(hand: HandState, cards: Sequence[int]) -> bool:
    """Whether these cards, five or fewer, are good enough to open with."""
    return hand.plan.showing(cards) >= hand.plan.to_open


def splits_openers(hand: HandState, away: Sequence[int], *, split: bool) -> bool:
    """Whether this discard would leave the opener without openers.

    `split` decides only if this copy of the hand does not know the cards. Raises NotDue if a seat that is not the
    opener claims to split openers.
    """
    hole = hand.hole[hand.seat]
    if hand.seat != hand.opener:
        if split:
            raise refusals.not_due(hand, "split openers")
        return False
    if UNKNOWN in hole:
        return split
    return holds_openers(hand, hole) and not holds_openers(hand, [card for card in hole if card not in away])


def proof(hand: HandState) -> Proved:
    """The event in which the opener shows the fewest cards that are openers.

    Raises Conflict if this copy of the hand does not know the opener's cards.
    """
    cards = fewest_openers(hand)
    if UNKNOWN in cards:
        raise refusals.unknown_cards([hand.opener], [*hand.hole[: hand.opener], cards])
    return Proved(hand.opener, cards, holds_openers(hand, cards))


def fewest_openers(hand: HandState) -> tuple[int, ...]:
    """The fewest cards of the opener's first hand that are openers by themselves; all of them if none are.

    Cards that were kept or set aside are shown first, and discarded cards only if needed.
    """
    there = hand.hole[hand.opener] + hand.aside.set_aside
    first = tuple(sorted(hand.aside.opening, key=lambda card: card not in there))
    for count in range(1, len(first)):
        for some in combinations(first, count):
            if UNKNOWN not in some and holds_openers(hand, some):
                return some
    return hand.aside.opening


def must_prove(hand: HandState, eligible: int) -> bool:
    """Whether the opener is among the `eligible` seats of a pot, and has not proved openers yet."""
    return hand.plan.to_open > 0 and not hand.aside.proved and hand.opener >= 0 and bool(eligible >> hand.opener & 1)


def is_false_claim(hand: HandState, eligible: int) -> bool:
    """Whether the opener, who has shown no openers, is the only claimant left because all other players have mucked.

    The pot is then carried to the next deal.
    """
    return hand.aside.proved < 0 and not eligible & ~(1 << hand.opener)
