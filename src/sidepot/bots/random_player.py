"""A player that does not think: it takes any legal action, for testers that want to see everything a hand can do."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from sidepot.bots.open_stakes import honours_markers
from sidepot.hand import commands as c
from sidepot.hand.due import Due
from sidepot.hand.legal.options import Options, Player

if TYPE_CHECKING:
    from sidepot.hand.hand import Hand


def random_player(rng: Random, *, fold: float = 0.15, passive: float = 0.5) -> Player:
    """A player who folds with the probability `fold`, checks or calls with the probability `passive`, and otherwise
    bets or raises at random.

    One raise in three is the minimum, one in three the maximum, and one in three has a random size. All possible
    discards, shows or mucks, runs and declarations are equally likely. A fold is as likely when checking is free as at
    any other time.
    """

    @honours_markers
    def play(view: Hand, options: Options) -> c.Command:
        if options.due is Due.ACT:
            u = rng.random()
            if u < fold:
                return c.Fold()
            if u < fold + passive or not options.may_raise:
                return c.Check() if options.may_check else c.Call() if options.may_call else c.Fold()
            return c.RaiseTo(some_amount(options, rng))
        if options.due is Due.BRING_IN:
            completes = options.may_raise and rng.random() < 0.25
            return c.RaiseTo(some_amount(options, rng)) if completes else c.BringIn()
        if options.due is Due.DRAW:
            hole = view.hole[options.seat]
            count = rng.randint(options.discard_least, min(options.discard, len(hole)))
            return c.Discard(tuple(rng.sample(hole, count)))
        if options.due is Due.RUN:
            return c.ChooseRuns(rng.randint(1, options.runs))
        if options.due is Due.DECLARE:
            return c.Declare(rng.randint(1, 3))
        return c.Muck() if options.may_muck and rng.random() < 0.5 else c.Show()

    return play


def some_amount(options: Options, rng: Random) -> int:
    """A total that the options allow: the minimum, the maximum, or a random total between them."""
    u = rng.random()
    if u < 1 / 3:
        return options.raise_min
    if u < 2 / 3 or options.raise_two:
        return options.raise_max
    return options.nearest(rng.randint(options.raise_min, options.raise_max))
