"""How hands end: cards for the boards and the seats from a shuffled stub, and the strength of the results.

A *world* is one possible arrangement of the unseen cards. A hand is *finished* in a world when all its cards have come,
been changed or thrown away by simple rules. `Ranks` are strengths, one for each half of each board.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from itertools import combinations
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from sidepot.bots.discards import to_discard
from sidepot.games.model import Game

if TYPE_CHECKING:
    from sidepot.hand.planning.plan import Plan

Cards = tuple[int, ...]
Ranker = Callable[[Cards], tuple[int, ...]]


class World(NamedTuple):
    """A sample of the cards to come: the final boards, and the remaining cards in order."""

    boards: tuple[Cards, ...]
    stub: list[int]


def make_worlds(
    boards: Sequence[Cards], full: int, unseen: Sequence[int], count: int, rng: Random, *, spare: int = 0
) -> list[World]:
    """Make `count` samples. In each of them, the boards have `full` cards, and `spare` more cards are to come."""
    need = sum([full - len(board) for board in boards])
    found = []
    for _ in range(count):
        cards = rng.sample(unseen, min(need + spare, len(unseen)))
        ends = []
        at = 0
        for board in boards:
            more = full - len(board)
            ends.append((*board, *cards[at : at + more]))
            at += more
        found.append(World(tuple(ends), cards[at:]))
    return found


def finish(game: Game, hand: Cards, stub: Sequence[int], size: int, draws: int) -> Cards:
    """Fill a hand up to `size` cards, and change it `draws` times. The new cards come from the stub, except cards that
    are already in the hand.
    """
    if len(hand) >= size and not draws:
        return hand
    more = max(size - len(hand), 0)
    rest = [card for card in stub if card not in hand]
    hand = (*hand, *rest[:more])
    at = more
    for left in range(draws, 0, -1):
        away = to_discard(game, hand, left)
        if at + len(away) > len(rest):
            break
        hand = (*[card for card in hand if card not in away], *rest[at : at + len(away)])
        at += len(away)
    return hand


class Judge:
    """Values hands in a game: their strengths by board and half, and their shares of the pot."""

    def __init__(self, plan: Plan) -> None:
        self.rankers = [on_board for _, on_board in plan.rankers]
        self.qualified = [half.qualifier is not None for half, _ in plan.rankers]
        self.halves = len(self.rankers)
        self.size = plan.game.hole_cards

    def on(self, boards: Sequence[Cards]) -> Ranker:
        """A function that ranks a hand on these boards. It returns a strength for each half of each board in turn."""
        rankers = [on_board(board) for board in boards for on_board in self.rankers]
        size = self.size
        if len(rankers) == 1:
            only = rankers[0]

            def one(hand: Cards) -> tuple[int, ...]:
                if len(hand) > size:
                    return (max([only(some) for some in combinations(hand, size)]),)
                return (only(hand),)

            return one

        def rank(hand: Cards) -> tuple[int, ...]:
            if len(hand) > size:  # some cards will be thrown away
                hand = max(combinations(hand, size), key=rankers[0])
            return tuple([of(hand) for of in rankers])

        return rank

    def worth(self, parts: Sequence[float], none: Sequence[float]) -> float:
        """The share of the pot, given the fraction won of each half of each board.

        `none` is the probability, for each half, that nobody qualifies for it. Its chips then go to the other half.
        """
        if self.halves == 1:
            return sum(parts) / len(parts)
        total = 0.0
        for at in range(0, len(parts), 2):
            high, low = parts[at], parts[at + 1]
            total += (high + low) / 2 + (none[at + 1] * high + none[at] * low) / 2
        return 2 * total / len(parts)


class Order:
    """Sorted strengths, for finding the fraction of them that a hand beats. A tie counts as half."""

    def __init__(self, strengths: Sequence[int]) -> None:
        self.inside = sorted(strengths)
        self.none = bisect_right(self.inside, 0) / max(len(self.inside), 1)

    def beats(self, strength: int) -> float:
        """The fraction of the strengths that this strength beats. 0 if it is not the strength of a hand."""
        if not strength:
            return 0.0
        inside = self.inside
        low = bisect_left(inside, strength)
        return (low + bisect_right(inside, strength, low)) / (2 * max(len(inside), 1))


def values(judge: Judge, ranks: Sequence[Sequence[int]], orders: Sequence[Order], rivals: float = 1.0) -> list[float]:
    """The share of the pot that each hand wins on average against `rivals` opponents.

    `ranks` has the strengths of each hand, one for each half of each board. `orders` has the sorted strengths of the
    opponents' possible hands, in the same order of boards and halves.
    """
    none = [order.none**rivals if judge.qualified[at % judge.halves] else 0.0 for at, order in enumerate(orders)]
    if len(orders) == 1:
        beats = orders[0].beats
        return [beats(of[0]) ** rivals for of in ranks]
    return [
        judge.worth(
            [order.beats(strength) ** rivals for order, strength in zip(orders, of, strict=True)],
            [0.0 if strength else no for no, strength in zip(none, of, strict=True)],
        )
        for of in ranks
    ]


def orders_of(ranks: Sequence[Sequence[int]]) -> list[Order]:
    """The sorted strengths of all hands, for each half of each board.

    `ranks` has the strengths of each hand, in the same order of boards and halves.
    """
    return [Order(column) for column in zip(*ranks, strict=True)]
