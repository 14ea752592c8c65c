"""An expert's draws: among a few sensible ones, the draw that wins most against the opponents' possible hands."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Final

from sidepot.bots.deal_out import unseen_cards
from sidepot.bots.discards import to_discard
from sidepot.bots.field import EndsPool, Field
from sidepot.bots.worlds import finish
from sidepot.hand.legal.options import Options

if TYPE_CHECKING:
    from sidepot.hand.hand import Hand

TIMES: Final = 60  # how often each way is tried
BETTER: Final = 0.02  # another way must be better by this much


def to_change(view: Hand, options: Options, field: Field, rng: Random) -> tuple[int, ...]:
    """The cards that an expert discards (none to stand pat)."""
    game = view.setup.game
    hole = view.hole[options.seat]
    left = sum([1 for street in view.plan.streets[view.street :] if street.draw])
    usual = to_discard(game, hole, left)[: options.discard]
    if not field.pools or not all(isinstance(pool, EndsPool) for pool in field.pools):
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
    stubs = [rng.sample(unseen, min(len(unseen), 16)) for _ in range(TIMES)]
    worth = {}
    for away in ways:
        kept = tuple([card for card in hole if card not in away])
        ends = []
        for stub in stubs:
            hand = (*kept, *stub[: len(away)])
            ends.append(rank(finish(game, hand, stub[len(away) :], 0, left - 1) if left > 1 else hand))
            if not away and left == 1:
                break
        shares = field.with_ends(ends).shares()
        worth[away] = sum(shares) / len(shares) + (BETTER if away == usual else 0.0)
    return max(sorted(ways), key=lambda away: worth[away])
