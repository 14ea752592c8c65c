"""A hand that was played, and its facts settled: the same players get the same chips, whatever the game and house."""

from __future__ import annotations

import random

from each import each
from random_games import random_game
from random_setups import EVERY_GAME, TIMES, random_house
from settled_hands import Outcome, played_out

from sidepot import settle
from sidepot.rules.houses import HOUSES
from sidepot.rules.rulebook import Reading

BLOCKS = 8


@each("block", range(BLOCKS))
def test_a_hand_is_settled_as_it_was_paid(block: int) -> None:
    """Every game of the catalogue in each of its forms, and now and then one that nobody has played."""
    wrong, contested = [], 0
    for at in range(block, TIMES * len(EVERY_GAME), BLOCKS):
        seed = at
        chance = random.Random(seed)
        game = random_game(chance) if not at % 6 else EVERY_GAME[at % len(EVERY_GAME)]
        house = random_house(chance, HOUSES[chance.choice(sorted(HOUSES))]).but(reading=Reading.CARDS_SPEAK)
        played = played_out(game, house, seed)
        contested += played.is_contested
        found = settle(**played.facts)
        if Outcome(found.payouts, found.returned, found.carried) != played.outcome or found.unpaid:
            wrong.append(f"seed {seed}, {game.name}, {house.name}: {found}, not {played.outcome}; {played.facts}")
    assert not wrong, "\n".join(wrong)
    assert contested
