"""The benchmark workloads, played by sidepot's own engine through its public interface.

Every hand is dealt fresh random cards, every command is checked against the rules, and the event log is kept. `peers`
describes the policy, and how the peers play the same hands.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from time import perf_counter

from sidepot.cards import Deck, below_of
from sidepot.errors import Conflict
from sidepot.games.catalog import BADUGI_GAME, DOUBLE_BOARD_HOLDEM, HOLDEM, OMAHA8, RAZZ, SHORT, STUD, TRIPLE_DRAW
from sidepot.games.limits import FixedLimit, Limit, NoLimit, PotLimit
from sidepot.games.model import Game
from sidepot.games.usual import stakes_for
from sidepot.hand.dealer import Dealer
from sidepot.hand.due import Due
from sidepot.hand.hand import Hand
from sidepot.hand.planning.forced_bets import seat_hand
from sidepot.hand.replaying import replay
from sidepot.hand.setup import Setup
from sidepot.rules.houses import CASH

EVEN = (200,) * 6
MIXED = (60, 35, 200, 120, 90, 400)


def _setup(game: Game, limit: Limit, stacks: Sequence[int] = EVEN) -> Setup:
    return seat_hand(game, limit, stakes_for(game, limit, 2, ante=0), CASH, stacks)


WORKLOADS: dict[str, Setup] = {
    "W19": _setup(HOLDEM, NoLimit()),
    "W19-mixed": _setup(HOLDEM, NoLimit(), MIXED),
    "double-board": _setup(DOUBLE_BOARD_HOLDEM, NoLimit()),
    "short-deck": _setup(SHORT, NoLimit()),
    "omaha8-pl": _setup(OMAHA8, PotLimit()),
    "omaha8-fl": _setup(OMAHA8, FixedLimit()),
    "stud": _setup(STUD, FixedLimit()),
    "razz": _setup(RAZZ, FixedLimit()),
    "draw": _setup(TRIPLE_DRAW, FixedLimit()),
    "badugi": _setup(BADUGI_GAME, FixedLimit()),
}

_ACT = Due.ACT
_DONE = Due.DONE
_BRING = Due.BRING_IN
_DRAW = Due.DRAW


def play_hand(setup: Setup, chance: Callable[[], float]) -> Hand:
    """Play one hand of a workload, from the first post to the last chip."""
    hand = Hand(setup)
    stay = hand.check_or_call
    dealer = Dealer(Deck(hand.plan.deck, below=below_of(chance)), auto_show=True)
    while True:
        while hand.due is _ACT:
            u = chance()
            if u < 0.75:
                if u < 0.10 and hand.to_call:
                    hand.fold()
                else:
                    stay()
            else:
                low, high = hand.raise_bounds()
                if high:
                    hand.raise_to(low if u < 0.95 else high)
                else:
                    stay()
        due = dealer.run(hand)
        if due is _DONE:
            return hand
        if due is _BRING:
            if chance() < 0.75:
                hand.bring_in()
            else:
                hand.raise_to(hand.min_raise_to())
        elif due is _DRAW:
            hand.discard(sorted(hand.hole[hand.seat], reverse=True)[: int(4 * chance())])


def hands_per_second(workload: str, *, seconds: float, seed: int, warm_up: float = 0.0) -> float:
    """The number of whole hands per second, counted for `seconds` after a warm-up.

    The warm-up fills the tables of ranked hands.
    """
    setup = WORKLOADS[workload]
    chance = random.Random(seed).random
    _hands_within(setup, chance, warm_up)
    started = perf_counter()
    hands = _hands_within(setup, chance, seconds)
    return hands / (perf_counter() - started)


def _hands_within(setup: Setup, chance: Callable[[], float], seconds: float) -> int:
    until = perf_counter() + seconds
    hands = 0
    while perf_counter() < until:
        play_hand(setup, chance)
        hands += 1
    return hands


def verify(workload: str, *, hands: int, seed: int) -> int:
    """Play `hands` hands, and replay the log of each hand. The result must be the same hand, and no chip may be
    missing.

    Returns the number of events. Raises Conflict for a hand that differs.
    """
    setup = WORKLOADS[workload]
    chance = random.Random(seed).random
    events = 0
    for at in range(hands):
        hand = play_hand(setup, chance)
        again = replay(hand.log)
        if again.stacks != hand.stacks or again.hole != hand.hole or again.boards != hand.boards:
            raise Conflict(f"{workload}: hand {at} of seed {seed} does not replay")
        if sum(hand.stacks) + hand.carried != sum(setup.stacks):
            raise Conflict(f"{workload}: chips were gained or lost in hand {at} of seed {seed}")
        events += len(hand.log)
    return events
