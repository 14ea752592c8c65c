"""How likely a hand of some worth is to be played as it was: the meaning of bets, calls and checks.

In the first round, worth is the place among all hands dealt; later, it is the fraction of random hands that the hand
beats.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from sidepot.bots.past import Act, Kind

OPENS: Final = (
    0.85,
    0.62,
    0.45,
    0.34,
    0.27,
    0.22,
    0.19,
    0.17,
    0.15,
)  # comes in first, by how many are behind


def opens(behind: int) -> float:
    """The fraction of all hands with which a sensible player enters a pot, with `behind` players still to act."""
    return OPENS[min(behind, len(OPENS) - 1)]


def ramp(worth: float, middle: float, width: float) -> float:
    """A gradual step: 0 for a `worth` below `middle` by `width` or more, 1 for a `worth` above it by as much."""
    return min(1.0, max(0.0, (worth - middle) / (2 * width) + 0.5))


def calls_with(price: float) -> float:
    """The value, measured against random hands, that a hand needs to call at this price.

    It is higher than the price, because players who bet have better hands than random ones.
    """
    return float(price**0.667)


def likelihood(act: Act, *, fixed: bool, seats: int) -> Callable[[float], float]:
    """Return a function that computes how often a player with a hand of a given value takes the action `act`.

    `fixed` means fixed limit, and `seats` is the number of seats in the hand.
    """
    return (_at_first if not act.round else _later)(act, fixed, seats)


def _at_first(act: Act, fixed: bool, seats: int) -> Callable[[float], float]:
    two = 2.2 if seats == 2 else 1.0
    if act.kind is Kind.RAISE:
        if not act.raises:
            top = 0.85 * opens(act.behind) * (0.8 if act.callers else 1.0)  # many come in with less, by calling
        else:
            top = two * ((0.16, 0.09) if fixed else (0.11, 0.05))[min(act.raises - 1, 1)]
        return lambda worth: 0.04 + ramp(worth, 1 - top, 0.08)
    if act.kind is Kind.CALL:
        if not act.raises:
            return lambda worth: 0.06 + ramp(worth, 0.35, 0.15) * (1 - 0.6 * ramp(worth, 0.85, 0.05))
        need = 0.12 + 1.1 * act.price + 0.12 * (act.raises - 1) - (0.12 if seats == 2 else 0)
        return lambda worth: 0.04 + ramp(worth, need, 0.12) * (1 - 0.6 * ramp(worth, 0.93, 0.04))
    return lambda worth: 1 - 0.7 * ramp(worth, 0.85, 0.05)


def _later(act: Act, fixed: bool, seats: int) -> Callable[[float], float]:
    if act.kind is Kind.RAISE:
        easy = 0.05 if fixed else 0.0
        if not act.raises:
            need = 0.60 - easy + 0.12 * (min(act.price, 1.5) - 0.6)
            return lambda worth: 0.15 + ramp(worth, need, 0.1)
        if act.raises == 1:
            return lambda worth: 0.05 + ramp(worth, 0.79 - easy, 0.08)
        return lambda worth: 0.03 + ramp(worth, 0.87 - easy, 0.06)
    if act.kind is Kind.CALL:
        need = calls_with(act.price)
        return lambda worth: 0.03 + ramp(worth, need, 0.12) * (1 - 0.55 * ramp(worth, 0.85, 0.06))
    return lambda worth: 1 - 0.6 * ramp(worth, 0.65, 0.1)
