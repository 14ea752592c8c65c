"""A simple player's other choices: how often the board is run, the half to declare for, the cards to throw away.

All three are decided by dealing the hand out (`deal_out`), as strength is.
"""

from __future__ import annotations

from itertools import combinations
from random import Random
from typing import TYPE_CHECKING, Final

from sidepot.bots.deal_out import ends, share_of_end, share_of_half, share_of_pot, strengths_on
from sidepot.hand.legal.options import Options
from sidepot.ranking.wild import read_wild

if TYPE_CHECKING:
    from sidepot.hand.hand import Hand

AHEAD: Final = 0.7  # this far ahead, no second run
HIGH, LOW, BOTH = 1, 2, 3


def to_run(view: Hand, options: Options, rng: Random, *, deals: int) -> int:
    """How many times to run the board: twice to reduce luck, but once when well ahead, as seen in `deals` samples."""
    share = share_of_pot(view, options.seat, rng, deals=deals)
    return 1 if share > AHEAD else min(2, options.runs)


def to_declare(view: Hand, seat: int, rng: Random, *, deals: int, both: bool = True) -> int:
    """What to declare: high (1), low (2) or, if the bot considers `both`, both (3).

    The bot chooses the declaration that wins most in `deals` random ends of the hand. A declaration of one way competes
    for half of the pot. A declaration of both competes for the whole pot, but wins only if the hand wins both halves.
    An opponent who has openly declared one way is no rival for the other half.
    """
    ways = {other: view.aside.ways_of(other) for other in range(view.plan.seats)}
    worth = {HIGH: 0.0, LOW: 0.0, BOTH: 0.0}
    for boards, hands in ends(view, seat, rng, deals):
        for board in boards:
            shares = []
            for way, strengths in zip((HIGH, LOW), strengths_on(view, board, hands), strict=False):
                rivals = {
                    other: strength
                    for other, strength in strengths.items()
                    if other == seat or ways[other] <= 0 or ways[other] & way
                }
                shares.append(share_of_half(rivals, seat))
            for way, share in zip((HIGH, LOW), shares, strict=True):
                worth[way] += share / 2
            worth[BOTH] += sum(shares) / 2 if all(shares) else 0.0
    return max((HIGH, LOW, BOTH) if both else (HIGH, LOW), key=lambda way: worth[way])


def to_throw(view: Hand, seat: int, count: int, rng: Random, *, deals: int) -> tuple[int, ...]:
    """The `count` cards that are cheapest to throw away, judged by `deals` random ends of the hand.

    Wild cards are thrown away only if no other cards are left.
    """
    hole = view.hole[seat]
    wild = read_wild(view.setup.game.wild).all
    ordinary = [card for card in hole if card not in wild]
    choices = list(combinations(ordinary if len(ordinary) >= count else hole, count))
    if len(choices) == 1:
        return choices[0]
    shares = dict.fromkeys(choices, 0.0)
    for boards, hands in ends(view, seat, rng, deals, keep=True):
        for away in choices:
            kept = tuple([card for card in hands[seat] if card not in away])
            shares[away] += share_of_end(view, (boards, {**hands, seat: kept}), seat)
    return max(choices, key=lambda away: (shares[away], -sum(away)))
