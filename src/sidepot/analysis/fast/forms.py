"""From the values of a table (game, limit, stakes, house) to the plain numbers that kernels play by."""

from __future__ import annotations

from functools import cache

from sidepot.analysis.fast.betting import Form
from sidepot.analysis.fast.evaluate import key_arrays
from sidepot.analysis.fast.jit import Array
from sidepot.analysis.fast.paying import Looks
from sidepot.analysis.fast.tables import tables, three_and_two_ids, two_and_three
from sidepot.errors import Conflict
from sidepot.games.decks import STANDARD
from sidepot.games.model import Choose, Game
from sidepot.games.parts import board_streets
from sidepot.hand.events import DEAD_POSTS, LIVE_POSTS, Setup
from sidepot.hand.plan import plan_of
from sidepot.rules.rulebook import Declaration


def form_of(setup: Setup) -> Form:
    """The numbers of a setup whose button is on seat 0.

    Raises Conflict for what kernels do not play: other games than hold'em and Omaha, a rake, declared halves.
    """
    game, stakes, rulebook = setup.game, setup.stakes, setup.rulebook
    check_game(game)
    if stakes.rake is not None:
        raise Conflict("many tables at once are played without a rake")
    if len(game.halves) > 1 and rulebook.declaration is not Declaration.CARDS_SPEAK:
        raise Conflict(f"house {rulebook.name!r} has halves declared: at many tables at once cards speak")
    plan = plan_of(setup)
    terms = plan.terms
    return Form(
        seats=plan.seats,
        hole=game.hole_cards,
        two_three=int(game.halves[0].choose is Choose.TWO_THREE),
        halves=len(game.halves),
        even=int(rulebook.identical_high_low_even),
        chip=stakes.chip,
        cap=plan.hand_cap or 0,
        kind=terms.kind,
        reopening=terms.reopening,
        bets=terms.bets,
        cap_heads_up=int(terms.cap_heads_up),
        numerator=terms.numerator,
        denominator=terms.denominator,
        low=terms.low,
        high=terms.high,
        small=plan.units[0],
        big=plan.units[2],
        price=plan.price,
        raises=plan.raises,
        first=plan.first,
        assumed=plan.assumed,
    )


def check_game(game: Game) -> None:
    """Refuse a game that is not hold'em or Omaha, for high or high-low. Raises Conflict, saying what is played."""
    choose = game.halves[0].choose
    hole = game.hole_cards
    fits = (
        game.streets == board_streets(hole)
        and game.deck == STANDARD
        and not game.wild
        and game.boards == 1
        and not game.win_requirement
        and (hole == 2 if choose is Choose.ANY else choose is Choose.TWO_THREE and 2 <= hole <= 6)
        and game.halves[0].scale == "high"
        and all(half.scale == "ace-to-five" and half.choose is choose for half in game.halves[1:])
    )
    if not fits:
        raise Conflict(f"{game.title} is not played at many tables at once: hold'em and Omaha are, high and high-low")


def posts_of(setup: Setup) -> Array:
    """Who owes what, in order: seats left of the button, amount, whether it is live, whether it is dead money."""
    import numpy as np

    rows = [
        (owed.seat, owed.amount, owed.post in LIVE_POSTS, owed.post in DEAD_POSTS) for owed in setup.owed if owed.amount
    ]
    return np.array(rows, dtype=np.int64).reshape(len(rows), 4)


@cache
def looks_of(game: Game) -> Looks:
    """The tables in which the hands of a game are looked up."""
    import numpy as np

    keys, masks = key_arrays()
    rows, low_rows = np.zeros(1, dtype=np.int32), np.zeros(1, dtype=np.int32)
    low = np.zeros(1, dtype=np.uint16)
    threes, twos = three_and_two_ids()
    qualifier = game.halves[-1].qualifier
    if game.halves[0].choose is Choose.TWO_THREE:
        high = two_and_three("high").table
        if len(game.halves) > 1:
            low = two_and_three("ace-to-five", qualifier=qualifier).table
    else:
        found = tables("high", 7)
        rows, high = found.rows, found.table
        if len(game.halves) > 1:
            lows = tables("ace-to-five", 7, qualifier=qualifier)
            low_rows, low = lows.rows, lows.table
    return Looks(keys, masks, rows, high, low_rows, low, threes, twos)
