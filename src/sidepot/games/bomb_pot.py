"""The game of a bomb pot: everybody antes, and the betting begins after the flop."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from sidepot.games.model import Game, Opens


@lru_cache(maxsize=64)
def without_first_round(game: Game) -> Game:
    """The same game, without betting on the first street."""
    first = msgspec.structs.replace(game.streets[0], opens=Opens.NOBODY)
    return msgspec.structs.replace(game, streets=(first, *game.streets[1:]))
