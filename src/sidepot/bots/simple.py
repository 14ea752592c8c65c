"""A simple player for company: it looks at its hand's strength, the price and its position, and at nothing hidden.

Strength is the share of the pot that the hand would win against hands dealt at random (`deal_out`), as a ratio of
odds, so that it means the same against one opponent or nine: 1 is an average hand, 2 a good one, 5 a pair of aces.
"""

from __future__ import annotations

from math import log2
from random import Random
from typing import TYPE_CHECKING, Final

from sidepot.bots.choices import to_declare, to_run, to_throw
from sidepot.bots.deal_out import share_of_pot
from sidepot.bots.discards import to_discard
from sidepot.bots.open_stakes import honours_markers
from sidepot.hand import commands as c
from sidepot.hand.due import Due
from sidepot.hand.legal.options import Options, Player
from sidepot.hand.winning.beaten import is_beaten

if TYPE_CHECKING:
    from sidepot.hand.hand import Hand

RAISE_MORE: Final = 0.7  # on the first street a raise needs that much more than a call
BET: Final = 1.6  # later on, a bet without one before it
RAISE: Final = 2.0  # and a raise, after the strength is divided by the strength that the bets so far show
DOUBT: Final = 0.6  # how much each bet against a hand takes from the belief in it
IMPLIED: Final = 0.9  # later bets pay for a part of the call
RAISES: Final = 6  # two players who both think they are best stop here
POSITION: Final = 0.15  # the worth of acting last


def simple_player(rng: Random, *, deals: int = 100) -> Player:
    """A simple player. `rng` makes all random choices, so the same seed plays the same hands in the same way.

    `deals` is the number of random ends of the hand that the player imagines before each decision.
    """

    @honours_markers
    def play(view: Hand, options: Options) -> c.Command:
        seat = options.seat
        if options.due is Due.DRAW:
            return c.Discard(_away(view, options, rng, deals))
        if options.due is Due.SHOW:
            return c.Muck() if options.may_muck and is_beaten(view, seat) else c.Show()
        if options.due is Due.RUN:
            return c.ChooseRuns(to_run(view, options, rng, deals=deals))
        if options.due is Due.DECLARE:
            return c.Declare(to_declare(view, seat, rng, deals=deals))
        share = share_of_pot(view, seat, rng, deals=deals)
        strength = odds(share) / odds(1 / view.live.bit_count())
        if options.due is Due.BRING_IN:
            completes = options.may_raise and strength > 1.8
            return c.RaiseTo(options.raise_min) if completes else c.BringIn()
        if view.street == 0:
            return _at_first(view, options, strength + POSITION * _lateness(view, seat), rng)
        return _later(view, options, share, strength + POSITION * _lateness(view, seat), rng)

    return play


def odds(share: float) -> float:
    """Convert a share to odds: the share divided by the rest. For example, a share of 0.75 has odds of 3."""
    share = min(max(share, 0.01), 0.99)
    return share / (1 - share)


def _lateness(view: Hand, seat: int) -> float:
    """The position of a seat: 1 for the last to act in the round, 0 for the first."""
    behind = (view.betting.to_act & ~(1 << seat)).bit_count()
    return 1 - behind / max(view.live.bit_count() - 1, 1)


def _at_first(view: Hand, options: Options, strength: float, rng: Random) -> c.Command:
    """Decide in the first round, where few hands are good, and each raise needs a better one."""
    betting = view.betting
    mine = betting.bets[options.seat]
    price = max(mine + options.call, 1)
    need = 0.9 + 0.33 * log2(max(price / max(betting.unit, 1), 0.5))
    if options.call:
        need *= (options.call / price) ** 0.3  # chips that are in already make the rest cheaper
    if options.may_raise and strength > need + RAISE_MORE and rng.random() < 0.85:
        return c.RaiseTo(within(options, max(3 * betting.price, 3 * betting.unit)))
    return _stay(options, strength > need)


def _later(view: Hand, options: Options, share: float, strength: float, rng: Random) -> c.Command:
    """Decide in a later round by the pot odds. The more has been bet against the hand, the less it is trusted."""
    betting = view.betting
    pot = betting.pot()
    doubt = 1 + DOUBT * max(betting.raises, 1 if options.call else 0) + options.call / pot
    if options.may_raise:
        wants = strength > BET if options.may_check else strength / doubt > RAISE
        bluffs = options.may_check and rng.random() < 0.1 * _lateness(view, options.seat)
        if (wants and rng.random() < 0.85 and betting.raises < RAISES) or bluffs:
            size = rng.choice((0.5, 0.65, 0.8)) * (pot + options.call)
            return c.RaiseTo(within(options, betting.price + round(size)))
    believed = odds(share) / doubt
    return _stay(options, believed / (1 + believed) > IMPLIED * options.call / (pot + options.call))


def _stay(options: Options, worth_it: bool) -> c.Command:
    if options.may_check:
        return c.Check()
    return c.Call() if worth_it and options.may_call else c.Fold()


def _away(view: Hand, options: Options, rng: Random, deals: int) -> tuple[int, ...]:
    """The cards to change, or to throw away without replacement."""
    seat = options.seat
    if options.discard_least:
        return to_throw(view, seat, options.discard_least, rng, deals=deals)
    left = sum(1 for street in view.plan.streets[view.street :] if street.draw)
    return to_discard(view.setup.game, view.hole[seat], left)[: options.discard]


def within(options: Options, to: int) -> int:
    """The allowed total nearest to `to`, or all-in if few chips would be left after it."""
    if not options.raise_two and max(to, options.raise_min) > 0.7 * options.raise_max:
        return options.raise_max
    return options.nearest(to)
