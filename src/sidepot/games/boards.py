"""A game with several boards, each of which decides a part of the pot."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from sidepot.games.catalog import DOUBLE_BOARD_HOLDEM, DOUBLE_BOARD_OMAHA
from sidepot.games.model import Game

_IN_CATALOGUE = {("holdem", 2): DOUBLE_BOARD_HOLDEM, ("omaha", 2): DOUBLE_BOARD_OMAHA}


@lru_cache(maxsize=64)
def with_boards(game: Game, boards: int) -> Game:
    """The same game with this many boards: the catalogue's own game, if there is one."""
    known = _IN_CATALOGUE.get((game.name, boards))
    return known or msgspec.structs.replace(game, boards=boards)
