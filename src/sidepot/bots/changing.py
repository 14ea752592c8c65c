"""Which cards an expert changes: of a few sensible ways the one that wins most against what the others hold."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from itertools import accumulate
from random import Random
from typing import TYPE_CHECKING, Final

from sidepot.bots.deal_out import unseen_cards
from sidepot.bots.discards import to_discard
from sidepot.bots.field import Field
from sidepot.bots.worlds import finish
from sidepot.hand.options import Options

if TYPE_CHECKING:
    from sidepot.hand.hand import Hand

TIMES: Final = 60  # how often each way is tried
BETTER: Final = 0.02  # the usual way is left only for one that is so much better


def to_change(view: Hand, options: Options, field: Field, rng: Random) -> tuple[int, ...]:
    """The cards to change, none to stand pat."""
    game = view.setup.game
    hole = view.hole[options.seat]
    left = sum([1 for street in view.plan.streets[view.street :] if street.draw])
    usual = to_discard(game, hole, left)[: options.discard]
    if not field.ends:
        return usual
    ways = {usual, to_discard(game, hole, 1)[: options.discard], ()}
    if left < 3:
        ways.add(to_discard(game, hole, left + 1)[: options.discard])
    if len(usual) == 1 and left > 1:
        ways.add(to_discard(game, hole, 3)[: options.discard])
    if usual:
        ways.add(usual[:-1])
    if len(ways) == 1:
        return usual
    unseen = unseen_cards(view)
    rank = field.judge.on(view.boards)
    rivals = [_Standing(ends, weights) for ends, weights in zip(field.ends, field.weights, strict=True)]
    stubs = [rng.sample(unseen, min(len(unseen), 16)) for _ in range(TIMES)]
    worth = {}
    for away in ways:
        kept = tuple([card for card in hole if card not in away])
        total = 0.0
        for stub in stubs:
            hand = (*kept, *stub[: len(away)])
            hand = finish(game, hand, stub[len(away) :], 0, left - 1) if left > 1 else hand
            strengths = rank(hand)
            parts = [1.0] * len(strengths)
            none = [0.0 if of or not field.judge.qualified[at % field.judge.halves] else 1.0 for at, of in enumerate(strengths)]
            for rival in rivals:
                for part, strength in enumerate(strengths):
                    parts[part] *= rival.beaten_by(part, strength)
            total += field.judge.worth(parts, none)
        worth[away] = total / TIMES + (BETTER if away == usual else 0.0)
    return max(sorted(ways), key=lambda away: worth[away])


class _Standing:
    """Somebody's ends in order, to tell how often one beats him."""

    def __init__(self, ends: Sequence[tuple[int, ...]], weights: Sequence[float]) -> None:
        self.parts = []
        for part in range(len(ends[0])):
            some = sorted([(of[part], weight) for of, weight in zip(ends, weights, strict=True)])
            sums = [0.0, *accumulate([weight for _, weight in some])]
            self.parts.append(([of for of, _ in some], sums))

    def beaten_by(self, part: int, strength: int) -> float:
        strengths, sums = self.parts[part]
        if not strength:
            return 0.0
        low = bisect_left(strengths, strength)
        return (sums[low] + sums[bisect_right(strengths, strength, low)]) / (2 * sums[-1])
