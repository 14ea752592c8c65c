"""A loose player, the `loose` bot of simulations: bets by the price alone, as fast as possible."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING, Final

from sidepot.hand.betting_terms import nearest

if TYPE_CHECKING:
    from sidepot.hand.hand import Hand

FOLDS: Final = 0.35  # how often it folds to a bet
RAISES: Final = 0.15  # and how often it raises one
BETS: Final = 0.3  # or bets if nobody has
LEAST: Final = 0.6  # the part of its bets and raises that are the least
MOST: Final = 0.05  # and the part that are the most; the others are in between


def loose_bets(rng: Random) -> Callable[[Hand], None]:
    """Return a function that bets for the seat in turn as the loose bot does."""
    chance = rng.random

    def bet(hand: Hand) -> None:
        u = chance()
        if not hand.to_call:
            if u >= BETS:
                hand.check()
                return
        elif u >= RAISES:
            if u < RAISES + FOLDS:
                hand.fold()
            else:
                hand.call()
            return
        low, high = hand.raise_bounds()
        if not high:
            hand.check_or_call()
            return
        u = chance()
        if u < LEAST or hand.betting.alt:
            hand.raise_to(low)
        elif u < 1 - MOST:
            hand.raise_to(nearest(low + int(chance() * 3 * low), low, high, hand.betting.step()))
        else:
            hand.raise_to(high)

    return bet
