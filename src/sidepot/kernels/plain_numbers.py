"""Convert a table's game, limit, stakes and house to the plain numbers of the kernels."""

from __future__ import annotations

from functools import cache

from sidepot.errors import Conflict
from sidepot.games.decks import STANDARD
from sidepot.games.model import Choose, Game
from sidepot.games.parts import board_streets
from sidepot.hand.planning.plan import plan_of
from sidepot.hand.setup import DEAD_POSTS, LIVE_POSTS, Setup
from sidepot.kernels.array_betting import Form
from sidepot.kernels.evaluate import key_arrays
from sidepot.kernels.jit import Array
from sidepot.kernels.lookups import pairs_of_ranks, tables, two_and_three
from sidepot.kernels.paying import Looks
from sidepot.rules.rulebook import Declaration

BOARD = 5
HELD = 7  # cards that a hand of hold'em is made of
LOW = "ace-to-five"


def form_of(setup: Setup) -> Form:
    """The constants of a setup. The button is in seat 0.

    Raises Conflict for what kernels do not play: games other than hold'em and Omaha, a rake, and declared halves.
    """
    game, stakes, rulebook = setup.game, setup.stakes, setup.rulebook
    check_game(game)
    if stakes.rake is not None:
        raise Conflict("simulating many tables at once works only without a rake")
    if len(game.halves) > 1 and rulebook.declaration is not Declaration.CARDS_SPEAK:
        raise Conflict(
            f"in house {rulebook.name!r} players declare high or low; simulating many tables at once works only in a "
            "house where cards speak"
        )
    plan = plan_of(setup)
    terms = plan.terms
    return Form(
        seats=plan.seats,
        hole=game.hole_cards,
        two_three=int(game.halves[0].choose is Choose.TWO_THREE),
        halves=len(game.halves),
        even=int(rulebook.identical_high_low_even),
        one_odd=int(rulebook.one_odd_chip),
        chip=stakes.chip,
        rounds_up=int(terms.rounds_up),
        cap=plan.hand_cap or 0,
        kind=terms.kind,
        reopening=terms.reopening,
        bets=terms.bets,
        cap_heads_up=terms.cap_heads_up,
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
        lifted=terms.big_blind,
    )


def check_game(game: Game) -> None:
    """Raise Conflict for a game other than hold'em or Omaha, high or high-low."""
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
        raise Conflict(f"{game.title} cannot be played at many tables at once; hold'em and Omaha can, high or high-low")


def posts_of(setup: Setup) -> Array:
    """The posts in order, each as the number of seats left of the button, the amount, and whether it is live or
    dead.
    """
    import numpy as np

    rows = [
        (owed.seat, owed.amount, owed.post in LIVE_POSTS, owed.post in DEAD_POSTS) for owed in setup.owed if owed.amount
    ]
    return np.array(rows, dtype=np.int64).reshape(len(rows), 4)


@cache
def looks_of(game: Game) -> Looks:
    """The lookup tables for the hands of a game."""
    import numpy as np

    keys, masks = key_arrays()
    two_three = game.halves[0].choose is Choose.TWO_THREE
    found = two_and_three("high", BOARD) if two_three else tables("high", HELD)
    low = low_rows = np.zeros(1, dtype=np.uint16)
    if len(game.halves) > 1:
        qualifier = game.halves[-1].qualifier
        lows = two_and_three(LOW, BOARD, qualifier=qualifier) if two_three else tables(LOW, HELD, qualifier=qualifier)
        low, low_rows = lows.table, lows.rows
    return Looks(keys, masks, found.rows, found.table, low_rows, low, pairs_of_ranks())
