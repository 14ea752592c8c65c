"""A bot for long tournaments: it folds most hands, plays small pots and acts fast.

It never looks at its cards, only at the number of players in the hand, the price, and its stack in big
blinds. So blinds, not luck in huge pots, decide how long a tournament lasts.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Final

from sidepot.hand.betting_terms import nearest
from sidepot.hand.hand import Hand

HANDS: Final = 1.7  # players of a full table who come in, on average
SHORT: Final = 10  # with this many big blinds or fewer it is all-in or out
RAISES: Final = 0.6  # how often it raises when first in
AGAIN: Final = 0.3  # the part of its playable hands that it plays on against a raise
STAYS: Final = 0.5  # how often it stays for a bet after the first round
RAISES_BET: Final = 0.1  # and raises it
BETS: Final = 0.4  # how often it bets if nobody has


def steady_bets(rng: Random) -> Callable[[Hand], None]:
    """Return a function that bets for the seat in turn as the steady bot does."""
    chance = rng.random

    def bet(hand: Hand) -> None:
        betting = hand.betting
        to_call = hand.to_call
        stack = betting.stacks[hand.seat]
        big = hand.plan.units[0]
        if hand.street == 0 and to_call:
            _first_round(hand, chance(), to_call, stack, big)
        elif not to_call:
            if chance() < BETS:
                _raise(hand, 0.4 + 0.4 * chance())
            else:
                hand.check()
        else:
            stays = STAYS / 2 if 3 * to_call > stack > SHORT * big else STAYS
            u = chance()
            if u < RAISES_BET:
                _raise(hand, 1.0)
            elif u < stays:
                hand.call()
            else:
                hand.fold()

    return bet


def _first_round(hand: Hand, u: float, to_call: int, stack: int, big: int) -> None:
    """Decide before the flop: come in or not. With few chips, go all-in or fold; against a raise, play only better
    cards.
    """
    comes = min(HANDS / len(hand.setup.stacks), 0.75)
    is_raised = hand.price > big
    if stack + hand.betting.bets[hand.seat] <= SHORT * big:
        if u >= (comes * 0.6 if is_raised else comes):
            hand.fold()
        else:
            _raise(hand, 1000.0)
    elif is_raised:
        comes *= AGAIN if 5 * to_call < stack else AGAIN / 2
        if u >= comes:
            hand.fold()
        elif u < comes / 4:
            _raise(hand, 1.0)
        else:
            hand.call()
    elif u >= comes:
        hand.fold()
    elif u < comes * RAISES:
        _raise(hand, 0.75)
    else:
        hand.call()


def _raise(hand: Hand, part: float) -> None:
    """Bet or raise by a part of the pot, or all-in if little would be left. Call if no raise is allowed."""
    low, high = hand.raise_bounds()
    if not high:
        hand.check_or_call()
        return
    pot = hand.betting.pot() + hand.to_call
    to = nearest(hand.price + int(part * pot), 0, high, hand.betting.step())
    hand.raise_to(high if 3 * to > 2 * high else max(to, low))
