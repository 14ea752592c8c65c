"""Facts about a game that bots compute when it is first played, and keep because it may come again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Generic, TypeVar

from sidepot.games.model import Game
from sidepot.hand.planning.plan import Plan

T = TypeVar("T")
MOST: Final = 64


class Memory(Generic[T]):
    """A cache with an entry for each game. The entry depends only on the game, so any bot may compute it."""

    def __init__(self, make: Callable[[Plan], T]) -> None:
        self._make = make
        self._known: dict[int, tuple[Game, T]] = {}

    def of(self, plan: Plan) -> T:
        """The cached entry for the game of this plan."""
        game = plan.game
        known = self._known.get(id(game))
        if known is not None and known[0] is game:
            return known[1]
        alike = [found for other, found in list(self._known.values()) if other == game]
        found = alike[0] if alike else self._make(plan)
        if len(self._known) >= MOST:
            self._known = {}
        self._known[id(game)] = game, found
        return found
