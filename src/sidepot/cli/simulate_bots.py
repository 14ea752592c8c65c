"""The bots that `sidepot simulate` offers, by name."""

from __future__ import annotations

from collections.abc import Callable
from difflib import get_close_matches
from random import Random
from typing import Final

from sidepot.analysis.simulation.play import Bot
from sidepot.bots.random_player import random_player
from sidepot.bots.simple import simple_player
from sidepot.bots.steady import steady_bets
from sidepot.errors import BadNotation
from sidepot.hand.hand import Hand

USUAL: Final = "loose"

FOLDS: Final = 0.35  # how often who is loose folds to a bet
RAISES: Final = 0.15  # and how often he raises it
BETS: Final = 0.3  # or bets where nobody has
LEAST: Final = 0.6  # so many of his bets and raises are the least there is
MOST: Final = 0.05  # and so many the most; the others lie between


def loose(rng: Random) -> Bot:
    """Calls as a rule, bets and raises as the mood takes him, and never looks at a card."""
    chance = rng.random

    def bet(hand: Hand) -> None:
        u = chance()
        if not hand.to_call:
            if u >= BETS:
                hand.check()
                return
        elif u >= RAISES:
            if u < RAISES + FOLDS:
                hand.fold()
            else:
                hand.call()
            return
        low, high = hand.raise_bounds()
        if not high:
            hand.check_or_call()
            return
        u = chance()
        if u < LEAST or hand.betting.alt:
            hand.raise_to(low)
        elif u < 1 - MOST:
            more = int(chance() * 3 * low)
            hand.raise_to(min(low + more - more % hand.setup.stakes.chip, high))
        else:
            hand.raise_to(high)

    return Bot("loose", random_player(rng), looks=False, bet=bet)


def steady(rng: Random) -> Bot:
    """Folds most hands and plays small pots, and never looks at a card: events last about as long as real ones."""
    return Bot("steady", random_player(rng, fold=0.0), looks=False, bet=steady_bets(rng))


def random(rng: Random) -> Bot:
    """Does whatever is allowed, of any size."""
    return Bot("random", random_player(rng), looks=False)


def simple(rng: Random) -> Bot:
    """Goes by its cards, the price and the position; slow."""
    return Bot("simple", simple_player(rng, deals=20))


def careful(rng: Random) -> Bot:
    """The same, thinking five times as long."""
    return Bot("careful", simple_player(rng))


BOTS: Final[dict[str, Callable[[Random], Bot]]] = {
    "loose": loose,
    "steady": steady,
    "random": random,
    "simple": simple,
    "careful": careful,
}


def find_bots(names: list[str], where: str, rng: Random) -> list[Bot]:
    """The bots of these names, all deciding by the same chance. Raises BadNotation."""
    found: dict[str, Bot] = {}
    for name in names:
        if name not in BOTS:
            near = get_close_matches(name.lower(), list(BOTS), n=1)
            hint = f"did you mean {near[0]!r}? " if near else ""
            raise BadNotation(f"{where}: no bot is called {name!r}; {hint}there are {', '.join(BOTS)}")
        if name not in found:
            found[name] = BOTS[name](rng)
    return [found[name] for name in names]
