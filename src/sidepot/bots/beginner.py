"""A beginner: likes to see cards, calls too much, seldom raises, and looks only at its own hand.

It imagines a few ways for the hand to end against one opponent, no matter how many there are and what they have done:
it knows neither position nor odds. A decision takes well under a millisecond.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Final

from sidepot.bots.choices import to_declare
from sidepot.bots.deal_out import beats_one, best_kept
from sidepot.bots.discards import to_discard
from sidepot.bots.open_stakes import honours_markers
from sidepot.bots.random_player import some_amount
from sidepot.bots.simple import within
from sidepot.hand import commands as c
from sidepot.hand.due import Due
from sidepot.hand.legal.options import Options, Player
from sidepot.hand.winning.beaten import is_beaten

if TYPE_CHECKING:
    from sidepot.hand.hand import Hand

DEALS: Final = 5
LIKES: Final = 0.75  # with this strength it bets and raises, now and then
STAYS: Final = 0.25  # with this it calls; it mostly folds worse hands
CURIOUS: Final = 0.45  # how often it calls with anything
BLUFFS: Final = 0.04


def beginner(rng: Random) -> Player:
    """A beginner. `rng` makes all random choices, so the same seed plays the same hands in the same way."""

    @honours_markers
    def play(view: Hand, options: Options) -> c.Command:
        seat = options.seat
        match options.due:
            case Due.DRAW:
                return c.Discard(_away(view, options))
            case Due.SHOW:
                return c.Muck() if options.may_muck and is_beaten(view, seat) else c.Show()
            case Due.RUN:
                return c.ChooseRuns(rng.randint(1, options.runs))
            case Due.DECLARE:
                return c.Declare(_way(view, seat, rng))
            case Due.BRING_IN:
                return c.BringIn()
            case _:
                return _act(view, options, beats_one(view, seat, rng, deals=DEALS), rng)

    return play


def _act(view: Hand, options: Options, share: float, rng: Random) -> c.Command:
    mood = rng.random()
    if options.may_raise and (share >= LIKES and mood < 0.35 or mood < BLUFFS):
        if options.raise_two:
            return c.RaiseTo(options.raise_min)
        pot = view.betting.pot() + options.call
        size = rng.choice((0.25, 0.5, 1.0)) * pot
        total = within(options, view.betting.price + round(size)) if mood >= 0.01 else some_amount(options, rng)
        return c.RaiseTo(total)
    if options.may_check:
        return c.Check()
    steep = options.call > view.betting.pot()  # a bet larger than the pot frightens it a little
    if options.may_call and (share >= STAYS + (0.25 if steep else 0.0) or mood > 1 - CURIOUS / (2 if steep else 1)):
        return c.Call()
    return c.Fold()


def _away(view: Hand, options: Options) -> tuple[int, ...]:
    """Draw as if this were the last draw. If cards must go, keep those that make the most now."""
    hole = view.hole[options.seat]
    if options.discard_least:
        kept = best_kept(view, hole, len(hole) - options.discard_least, view.boards[0])
        return tuple([card for card in hole if card not in kept])
    return to_discard(view.setup.game, hole, 1)[: options.discard]


def _way(view: Hand, seat: int, rng: Random) -> int:
    """The half that the beginner expects to win more often, without thinking of winning both."""
    return to_declare(view, seat, rng, deals=DEALS, both=False)
