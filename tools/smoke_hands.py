"""Play random hands of several games and print every event as JSON: the same text from the pure and the compiled build.

Usage: smoke_hands.py PURE|COMPILED SEED HANDS, with the build to be tried on PYTHONPATH.
"""

from __future__ import annotations

import random
import sys
from importlib import import_module

from compiled import hot_modules

from sidepot.cards import Deck
from sidepot.games.catalog import HOLDEM, OMAHA8, RAZZ, STUD, TRIPLE_DRAW
from sidepot.games.limits import FixedLimit, NoLimit, PotLimit
from sidepot.games.stakes import Stakes
from sidepot.hand.dealer import Dealer
from sidepot.hand.due import Due
from sidepot.hand.events import encode
from sidepot.hand.hand import Hand
from sidepot.hand.planning.forced_bets import seat_hand
from sidepot.hand.setup import Setup
from sidepot.rules.houses import CASH

STACKS = [60, 35, 200, 120, 90, 400]
BLINDS = Stakes(blinds=(1, 2))
LIMIT_BLINDS = Stakes(blinds=(1, 2), small_bet=2, big_bet=4)
BRING_IN = Stakes(bring_in=1, small_bet=2, big_bet=4)
TABLE = (
    (HOLDEM, NoLimit(), BLINDS),
    (OMAHA8, PotLimit(), BLINDS),
    (STUD, FixedLimit(), BRING_IN),
    (RAZZ, FixedLimit(), BRING_IN),
    (TRIPLE_DRAW, FixedLimit(), LIMIT_BLINDS),
)


def is_compiled(module: str) -> bool:
    """Whether a module came from machine code."""
    return not str(import_module(module).__file__).endswith(".py")


def act(hand: Hand, chance: random.Random) -> None:
    """One random legal decision: seldom a fold, mostly a check or call, sometimes a raise."""
    u = chance.random()
    if u < 0.1 and hand.to_call:
        hand.fold()
    elif u < 0.75 or not hand.may_raise():
        if hand.to_call:
            hand.call()
        else:
            hand.check()
    else:
        hand.raise_to(hand.min_raise_to() if u < 0.95 else hand.max_raise_to())


def play(setup: Setup, chance: random.Random) -> Hand:
    """One hand from the first post to the last share."""
    hand = Hand(setup)
    dealer = Dealer(Deck(hand.plan.deck, below=chance.randrange))
    while True:
        dealer.run(hand)
        due = hand.due
        if due is Due.DONE:
            return hand
        if due is Due.ACT:
            act(hand, chance)
        elif due is Due.BRING_IN:
            hand.bring_in()
        elif due is Due.DRAW:
            hand.discard(hand.hole[hand.seat][: chance.randrange(4)])
        elif due is Due.SHOW:
            hand.show()
        else:
            raise AssertionError(f"the dealer left {due} undone")


def main(build: str, seed: str, hands: str) -> None:
    """Print the logs. Raises AssertionError where the build is not the one that was meant, or chips are lost."""
    for module in hot_modules():
        assert is_compiled(module) is (build == "COMPILED"), f"{module} is not of the {build.lower()} build"
    chance = random.Random(int(seed))
    for at in range(int(hands)):
        game, limit, stakes = TABLE[at % len(TABLE)]
        hand = play(seat_hand(game, limit, stakes, CASH, STACKS, button=at % len(STACKS)), chance)
        assert sum(hand.stacks) == sum(STACKS), f"{game.name}: chips were lost in hand {at}"
        print(encode(hand.log).decode())


if __name__ == "__main__":
    main(*sys.argv[1:])
