"""How likely hands are by their owner's actions, and how often a seat will still draw."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from sidepot.bots.field import Weights
from sidepot.bots.likelihood import likelihood
from sidepot.bots.past import Past
from sidepot.hand.betting_terms import FIXED_LIMIT
from sidepot.hand.due import Due

if TYPE_CHECKING:
    from sidepot.hand.hand import Hand

LEAST: Final = 0.002  # no hand is ruled out by what people do


Moment = tuple[int, int, int]
"""A moment of the hand: cards on the board, cards in that hand, draws so far."""


def weigh(
    view: Hand,
    past: Past,
    other: int,
    count: int,
    places: Callable[[], Weights],
    worths: Callable[[Moment], Weights],
) -> Weights:
    """How likely each of `count` hands of the player `other` is, given all actions of that player.

    - `places`: a function that returns the ranks of the hands among all dealt hands
    - `worths`: a function that returns the values of the hands at a moment
    """
    fixed = view.betting.terms.kind == FIXED_LIMIT
    weights = [1.0] * count
    for act in past.acts:
        if act.seat == other:
            like = likelihood(act, fixed=fixed, seats=view.plan.seats)
            of = places() if not act.round else worths((act.board, act.held, act.draws))
            weights = [weight * like(worth) for weight, worth in zip(weights, of, strict=True)]
    most = max(weights, default=1.0) or 1.0
    return [max(weight / most, LEAST) for weight in weights]


def to_draw(view: Hand, seat: int) -> int:
    """How many more times the seat will change cards, including this turn."""
    left = sum([1 for street in view.plan.streets[view.street + 1 :] if street.draw])
    street = view.plan.streets[view.street] if 0 <= view.street < len(view.plan.streets) else None
    if street is not None and street.draw and view.due is Due.DRAW and (seat == view.seat or view.pending >> seat & 1):
        left += 1
    return left
