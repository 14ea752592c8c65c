"""The bots that `sidepot simulate` offers, by name."""

from __future__ import annotations

from collections.abc import Callable
from difflib import get_close_matches
from random import Random

from sidepot.analysis.simulate_play import Bot
from sidepot.bots.random_player import random_player
from sidepot.bots.simple import simple_player
from sidepot.errors import BadNotation
from sidepot.hand.commands import Player

USUAL = "loose"

_MAKE: dict[str, tuple[Callable[[Random], Player], bool, str]] = {
    "loose": (lambda rng: random_player(rng, fold=0.15, passive=0.7), False, "calls as a rule, never looks at a card"),
    "random": (random_player, False, "does whatever is allowed"),
    "simple": (lambda rng: simple_player(rng, deals=20), True, "goes by its cards and the price; slow"),
    "careful": (simple_player, True, "the same, thinking five times as long"),
}

BOTS: dict[str, str] = {name: words for name, (_, _, words) in _MAKE.items()}


def find_bots(names: list[str], where: str, rng: Random) -> list[Bot]:
    """The bots of these names, all deciding by the same chance. Raises BadNotation."""
    found: dict[str, Bot] = {}
    for name in names:
        if name not in _MAKE:
            near = get_close_matches(name.lower(), list(_MAKE), n=1)
            hint = f"did you mean {near[0]!r}? " if near else ""
            raise BadNotation(f"{where}: no bot is called {name!r}; {hint}there are {', '.join(_MAKE)}")
        if name not in found:
            make, looks, _ = _MAKE[name]
            found[name] = Bot(name, make(rng), looks)
    return [found[name] for name in names]
