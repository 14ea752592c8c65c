"""Random tables at open stakes: short stacks, so that chips are bought and borrowed."""

from __future__ import annotations

import random

import msgspec
from random_setups import random_house, random_setup

from sidepot.games.model import Game
from sidepot.hand.setup import Setup
from sidepot.hand.terms import OpenTerms
from sidepot.rules.houses import CASH, HOME, OPEN_STAKES, ROBERTS, TDA_2013, TDA_2024

HOUSES = (OPEN_STAKES, OPEN_STAKES, HOME, CASH, ROBERTS, TDA_2013, TDA_2024)
LIMITS = ("no limit", "pot limit", "half pot", "fixed limit", "spread limit")


def open_setup(game: Game, chance: random.Random, *, limit: str = "", seats: int = 0) -> Setup:
    """A random table of a game, as `random_setup` makes it, in a private house of any kind, at open stakes."""
    seats = seats or chance.randint(game.seats[0], min(game.seats[1], 6))
    house = random_house(chance, chance.choice(HOUSES)).but(open_stakes=True)
    setup = random_setup(game, limit or chance.choice(LIMITS), seats, house, chance)
    terms = OpenTerms(
        threshold=setup.stakes.chip * chance.choice((0, 0, 5, 20)),
        restricted=tuple(seat for seat in range(seats) if not chance.randrange(8)),
        lenders=("Dan", "Eve")[: chance.randrange(3)],
    )
    return msgspec.structs.replace(setup, players_left=None, open=terms)
