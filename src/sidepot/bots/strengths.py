"""Bots of three strengths for every game: `player("expert", Random(1))`.

`docs/reference/bots.md` describes how each plays and how much it wins from the next.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING, Final

from sidepot.bots.beginner import beginner
from sidepot.bots.expert import expert
from sidepot.bots.simple import simple_player
from sidepot.validation.reader import unknown

if TYPE_CHECKING:
    from sidepot.hand.legal.options import Player

REGULAR_DEALS: Final = 32  # how many ends of the hand a regular imagines before each decision


def regular(rng: Random) -> Player:
    """A regular. It plays by its cards, the price and the position, and assumes that all opponents have random
    cards.
    """
    return simple_player(rng, deals=REGULAR_DEALS)


_MAKERS: Final[dict[str, Callable[[Random], Player]]] = {"beginner": beginner, "regular": regular, "expert": expert}
STRENGTHS: Final = tuple(_MAKERS)


def player(strength: str, rng: Random) -> Player:
    """A bot of this strength. `rng` makes its random choices. Raises BadNotation if there is no such strength.

    >>> player("pro", Random(1))
    Traceback (most recent call last):
    sidepot.errors.BadNotation: unknown strength 'pro'; the choices are beginner, regular, expert
    """
    make = _MAKERS.get(strength)
    if make is None:
        raise unknown(f"unknown strength {strength!r}", strength, STRENGTHS)
    return make(rng)
