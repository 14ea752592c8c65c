"""Opponents' hands in draw games, judged by how many cards they changed, from many sensible sample draws.

`after((2, 1))` are hands of somebody who changed two cards, then one. Each hand knows its worth at every stage. The
random numbers are always the same here, so that the result never depends on the first caller.
"""

from __future__ import annotations

from bisect import bisect_left
from random import Random
from typing import Final, NamedTuple

from sidepot.bots.discards import to_discard
from sidepot.bots.memory import Memory
from sidepot.bots.worlds import Cards, Judge, Order, finish, orders_of, values
from sidepot.hand.planning.plan import Plan

BASE: Final = 1500  # first hands to search for those that change that many cards
MOST: Final = 120  # hands kept of one way to draw
FINISHES: Final = 5
WAYS: Final = 400  # ways to draw that are remembered


class Held(NamedTuple):
    """A hand, with its strength before each draw so far and its strength now.

    A strength is the fraction of final hands, as ordinary play makes them, that the hand beats.
    """

    hand: Cards
    worths: tuple[float, ...]


class Drawing:
    """A draw game, with samples of its final hands, and of hands by the number of cards changed in each draw."""

    def __init__(self, plan: Plan) -> None:
        game = plan.game
        rng = Random(f"draws of {game.name}")
        self.game = game
        self.deck = list(plan.deck)
        self.draws = sum([1 for street in plan.streets if street.draw])
        self.judge = Judge(plan)
        self.rank = self.judge.on(((),) * plan.boards)
        self.size = self.judge.size
        self.first = [tuple(rng.sample(self.deck, self.size)) for _ in range(BASE)]
        ends = [self._end(hand, self.draws, rng) for hand in self.first[:250]]
        self.orders: list[Order] = orders_of([self.rank(end) for end in ends])
        self.inside = sorted([self.worth(hand, self.draws, rng) for hand in self.first[:200]])
        self._known: dict[tuple[int, ...], list[Held]] = {}

    def _end(self, hand: Cards, draws: int, rng: Random) -> Cards:
        if not draws:
            return hand
        return finish(self.game, hand, rng.sample(self.deck, min(len(self.deck), self.size * (draws + 2))), 0, draws)

    def worth(self, hand: Cards, draws: int, rng: Random, times: int = FINISHES) -> float:
        """The fraction of final hands, as ordinary play makes them, that this hand beats on average.

        `draws` are still to come; each of the `times` samples draws at random.
        """
        if not draws:
            return values(self.judge, [self.rank(hand)], self.orders)[0]
        ends = [self.rank(self._end(hand, draws, rng)) for _ in range(times)]
        return sum(values(self.judge, ends, self.orders)) / times

    def place(self, worth: float) -> float:
        """The fraction of the first hands that are worth less than `worth`."""
        return (bisect_left(self.inside, worth) + 0.5) / len(self.inside)

    def after(self, drawn: tuple[int, ...]) -> list[Held]:
        """The sampled hands of players who changed these numbers of cards in the draws so far."""
        drawn = drawn[: self.draws]
        known = self._known.get(drawn)
        if known is None:
            if len(self._known) > WAYS:
                self._known = {}
            self._known[drawn] = known = self._work_out(drawn)
        return known

    def _work_out(self, drawn: tuple[int, ...]) -> list[Held]:
        rng = Random(f"{self.game.name} {drawn}")
        left = self.draws - len(drawn)
        if not drawn:
            return [Held(hand, (self.place(self.worth(hand, left, rng)),)) for hand in self.first[:MOST]]
        count = drawn[-1]
        found: list[tuple[Cards, Cards, tuple[float, ...]]] = []
        if len(drawn) == 1:
            before = [Held(hand, ()) for hand in self.first]
        else:
            before = self.after(drawn[:-1])
        thrown = [(held, to_discard(self.game, held.hand, left + 1)) for held in before]
        thrown.sort(key=lambda one: abs(len(one[1]) - count))
        best = abs(len(thrown[0][1]) - count)
        close = [one for one in thrown if abs(len(one[1]) - count) == best]
        if len(close) < MOST // 8:
            close = thrown[: MOST // 8]
        for held, away in close[:MOST]:
            rest = [card for card in sorted(held.hand) if card not in away]
            away = (*away, *reversed(rest))[:count]
            worths = held.worths or (self.place(self.worth(held.hand, left + 1, rng)),)
            found.append((held.hand, away, worths))
        after = []
        for at in range(MOST if count else min(len(found), MOST)):
            hand, away, worths = found[at % len(found)]
            rest = [card for card in self.deck if card not in hand]
            hand = (*[card for card in hand if card not in away], *rng.sample(rest, len(away)))
            after.append(Held(hand, (*worths, self.worth(hand, left, rng))))
        return after


_DRAWING: Final[Memory[Drawing]] = Memory(Drawing)


def drawing_of(plan: Plan) -> Drawing:
    """The samples for a draw game, computed once and then cached."""
    return _DRAWING.of(plan)
