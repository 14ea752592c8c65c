"""An expert: reads hands from its opponents' actions, and knows the price of a call, the value of a bet, and its
position.

Its beliefs about its opponents are in `field`, the worth of its choices in `pricing`, its first round in `coming_in`,
its draws in `changing`. It sees only its seat's view, remembers nothing from hand to hand, and its `rng` decides in
doubt: the same seed plays the same hands in the same way.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Final

from sidepot.bots.changing import to_change
from sidepot.bots.choices import to_declare, to_run
from sidepot.bots.coming_in import come_in
from sidepot.bots.field import Field
from sidepot.bots.on_boards import of_boards
from sidepot.bots.on_own_cards import of_draws, of_stud
from sidepot.bots.open_stakes import honours_markers
from sidepot.bots.past import Past, read_past
from sidepot.bots.pricing import Bet, Spot, spot_of, worth_of_betting, worth_of_staying
from sidepot.bots.simple import simple_player, within
from sidepot.hand import commands as c
from sidepot.hand.due import Due
from sidepot.hand.legal.options import Options, Player
from sidepot.hand.streets import seats_of
from sidepot.hand.winning.beaten import is_beaten

if TYPE_CHECKING:
    from sidepot.hand.hand import Hand

DEALS: Final = 60  # random ends it deals out to choose a declaration or a number of runs
SIZES: Final = (0.4, 0.7, 1.0)  # of the pot
BLUFFS: Final = 0.7  # the part of worthwhile bluffs that it makes
BETS: Final = 0.93  # and of the other bets
SURE: Final = 0.95  # nobody folds that much of a pot


def expert(rng: Random) -> Player:
    """An expert. `rng` decides close choices."""
    careful = simple_player(rng, deals=DEALS)

    @honours_markers
    def play(view: Hand, options: Options) -> c.Command:
        seat = options.seat
        match options.due:
            case Due.SHOW:
                return c.Muck() if options.may_muck and is_beaten(view, seat) else c.Show()
            case Due.RUN:
                return c.ChooseRuns(to_run(view, options, rng, deals=DEALS))
            case Due.DECLARE:
                return c.Declare(to_declare(view, seat, rng, deals=DEALS))
            case Due.DRAW if options.discard_least:
                return careful(view, options)
        past = read_past(view.log, view.plan.seats)
        field = read_field(view, seat, past, rng)
        if not field.seats:
            return careful(view, options)
        if options.due is Due.DRAW:
            return c.Discard(to_change(view, options, field, rng))
        if view.street == 0 or options.due is Due.BRING_IN:
            return come_in(view, options, past, field, rng)
        return _later(view, options, past, field, rng)

    return play


def _later(view: Hand, options: Options, past: Past, field: Field, rng: Random) -> c.Command:
    """The choice after the first round that is worth most, with some bluffs left out and some value held back."""
    spot = spot_of(view, options)
    shares = field.shares()
    stay = worth_of_staying(field, shares, spot)
    best = best_bet(view, options, past, field, spot, rng)
    if best is not None:
        often = BLUFFS if best.share < 0.4 else BETS
        if best.worth > max(stay, 0.0) + 0.01 * spot.pot and rng.random() < often:
            return c.RaiseTo(best.to)
    if options.may_check:
        return c.Check()
    sure = sum(shares) / len(shares) > SURE
    return c.Call() if options.may_call and (stay > 0 or sure) else c.Fold()


def best_bet(view: Hand, options: Options, past: Past, field: Field, spot: Spot, rng: Random) -> Bet | None:
    """The best bet or raise of a few sizes. None if neither a bet nor a raise is possible.

    The value of each size gets some noise, so that sizes do not reveal the hand.
    """
    if not options.may_raise:
        return None
    if options.raise_min == options.raise_max:
        sizes = {options.raise_min}
    elif options.raise_two:
        sizes = {options.raise_min, options.raise_max}
    else:
        pot = view.betting.pot() + options.call
        sizes = {within(options, view.betting.price + round(size * pot)) for size in SIZES}
        if options.raise_max - view.betting.price <= 1.6 * pot:
            sizes.add(options.raise_max)
    bets = [worth_of_betting(view, field, spot, to, raises=past.raises) for to in sorted(sizes)]
    return max(bets, key=lambda bet: bet.worth + 0.02 * spot.pot * rng.random())


def read_field(view: Hand, seat: int, past: Past, rng: Random) -> Field:
    """The hands that each opponent may hold, weighted by that opponent's actions.

    Each opponent is dealt a number of hands that fit the upcards. The weight of a hand is how likely a player with it
    would have acted as this opponent did. The only source is the view of this seat.
    """
    plan = view.plan
    others = [other for other in seats_of(view.live) if other != seat]
    game = plan.game
    if game.is_draw and not game.board_cards and len(set(plan.held)) == 1 and not game.is_stud:
        return of_draws(view, seat, others, past, rng)
    if game.is_stud and not game.is_draw and not game.board_cards:
        return of_stud(view, seat, others, past, rng)
    return of_boards(view, seat, others, past, rng)
