"""The bots that `sidepot simulate` and `sidepot tournament run` are told of, by name."""

from __future__ import annotations

from random import Random
from typing import Final

from sidepot.bots.roster import BOTS, find_bot, loose
from sidepot.cli.own_players import own_player
from sidepot.errors import BadNotation
from sidepot.simulation.bot_hand import Bot

__all__ = ["BOTS", "USUAL", "find_bots", "loose"]

USUAL: Final = "loose"


def find_bots(names: list[str], where: str, rng: Random) -> list[Bot]:
    """The bots of these names, all deciding by the same chance; `module:name` is one's own. Raises BadNotation."""
    found: dict[str, Bot] = {}
    for name in names:
        if ":" in name:
            found.setdefault(name, Bot(name, own_player(name, where), is_own=True))
        if name not in found:
            try:
                found[name] = find_bot(name, rng)
            except BadNotation as error:
                raise BadNotation(f"{where}: {error.message}") from None
    return [found[name] for name in names]
