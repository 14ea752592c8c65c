"""How good a starting hand is among all starting hands of a game with a board: 0 for the worst, 1 for the best.

It is computed once for each game, from a few hundred hands on the same boards and with random numbers that are always
the same, so that it never depends on the first caller. Hands are compared against two opponents, not one, so hands that
make the nuts come first.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from random import Random
from typing import Final

from sidepot.bots.memory import Memory
from sidepot.bots.worlds import Cards, Judge, World, finish, make_worlds, orders_of, values
from sidepot.hand.planning.plan import Plan

RIVALS: Final = 1.6  # effective opponents if high hands alone win
RIVALS_BOTH: Final = 2.5  # and if lows win too: there it is the nuts that count
MOST: Final = 4000  # hands that are remembered


class Starting:
    """The starting hands of a game: a sample with ranks, from which the rank of any other hand is computed."""

    def __init__(self, plan: Plan) -> None:
        game = plan.game
        rng = Random(f"starting hands of {game.name}")
        self.game = game
        self.size = plan.held[0]
        self.judge = Judge(plan)
        hard = self.judge.size > 2 or len(self.judge.rankers) > 1 or plan.boards > 1
        self.rivals = RIVALS_BOTH if len(self.judge.rankers) > 1 else RIVALS
        odd = bool(game.wild) or plan.boards > 1  # no table of strengths helps: fewer must do
        count, boards, some_boards, rivals = (300, 300, 300, 40)
        if hard or odd:
            count, boards, some_boards, rivals = (60, 100, 40, 20) if odd else (120, 300, 90, 24)
        deck = list(plan.deck)
        self.worlds: list[World] = make_worlds(((),) * plan.boards, game.board_cards, deck, boards, rng, spare=4)
        self.rank_on = [self.judge.on(world.boards) for world in self.worlds]
        self.on_board = [{card for board in world.boards for card in board} for world in self.worlds]
        self.orders = []
        for at in range(boards):
            rest = [card for card in deck if card not in self.on_board[at]]
            some = [tuple(rng.sample(rest, self.size)) for _ in range(rivals)]
            self.orders.append(orders_of([self._ranks(hand, at) for hand in some]))
        self._known: dict[tuple[int, ...], float] = {}
        self.hands = [tuple(rng.sample(deck, self.size)) for _ in range(count)]
        worths = [self._over(hand, some_boards) for hand in self.hands]
        self.inside = sorted(worths)
        self.places = [self._place(worth) for worth in worths]

    def _ranks(self, hand: Cards, at: int) -> tuple[int, ...]:
        return self.rank_on[at](finish(self.game, hand, self.worlds[at].stub, self.judge.size, 0))

    def worth(self, hand: Cards) -> float:
        """The average winnings of a hand over the boards. Winning a whole pot counts more than winning two halves."""
        key = by_suits(hand)
        known = self._known.get(key)
        if known is not None:
            return known
        if len(self._known) > MOST:
            self._known.clear()
        self._known[key] = worth = self._over(hand, len(self.worlds))
        return worth

    def _over(self, hand: Cards, boards: int) -> float:
        """The average winnings over the first `boards`."""
        total = 0.0
        count = 0
        own = set(hand)
        for at in range(boards):
            if own.isdisjoint(self.on_board[at]):
                count += 1
                total += values(self.judge, [self._ranks(hand, at)], self.orders[at], self.rivals)[0]
        return total / max(count, 1)

    def place(self, hand: Cards) -> float:
        """The fraction of all starting hands that this hand beats."""
        return self._place(self.worth(hand))

    def _place(self, worth: float) -> float:
        return (bisect_left(self.inside, worth) + 0.5) / len(self.inside)

    def deal(self, seen: set[int], count: int, rng: Random) -> list[tuple[Cards, float]]:
        """Random hands without the `seen` cards. Each has the fraction of starting hands that it beats.

        If few cards are left, there are fewer than `count` hands.
        """
        found: list[tuple[Cards, float]] = []
        known = len(self.hands)
        for _ in range(6 * count):
            at = int(rng.random() * known)
            hand = reseated(self.hands[at], rng)
            if seen.isdisjoint(hand):
                found.append((hand, self.places[at]))
                if len(found) == count:
                    break
        return found


def by_suits(hand: Sequence[int]) -> tuple[int, ...]:
    """The ranks of a hand, and which of its cards share a suit. Hands that differ only in suits have the same value."""
    masks = [0, 0, 0, 0, 0]
    for card in hand:
        masks[card & 3 if card < 52 else 4] |= 1 << (card >> 2)
    return (masks[4], *sorted(masks[:4]))


def reseated(hand: Cards, rng: Random) -> Cards:
    """The same starting hand, with its suits exchanged for others at random."""
    to = rng.choice(_SUITS)
    return tuple([card & ~3 | to[card & 3] if card < 52 else card for card in hand])


_SUITS: Final = [
    (a, b, c, d) for a in range(4) for b in range(4) for c in range(4) for d in range(4) if len({a, b, c, d}) == 4
]
_STARTING: Final[Memory[Starting]] = Memory(Starting)


def starting_of(plan: Plan) -> Starting:
    """The starting hands of a game. The sample is computed once, and then cached."""
    return _STARTING.of(plan)
