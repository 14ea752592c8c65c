"""The scene: a player's words and chips in a spot."""

from __future__ import annotations

from typing import NamedTuple

from sidepot.floor.acting.legal import settle
from sidepot.floor.acting.spoken import Said
from sidepot.floor.spot import Spot
from sidepot.rules.rulebook import Rulebook
from sidepot.rules.ruling import Ruling


class Scene(NamedTuple):
    """The words and chips of an action, and the player's spot.

    - `chips`: the new chips, motion by motion
    - `base`: the player's earlier bet in this round, unless its chips were pulled back
    - `stayed`: the value of the earlier chips still in front, which is more than the earlier bet if change is due
    - `last`: whether the player has no more chips
    - `meanings`: the possible amounts, if given
    """

    spot: Spot
    said: Said
    rulebook: Rulebook
    chips: tuple[tuple[int, ...], ...] = ()
    base: int = 0
    stayed: int = 0
    last: bool = False
    meanings: tuple[int, ...] = ()

    @property
    def pushed(self) -> int:
        """The value of all chips that the player puts out now."""
        return sum(map(sum, self.chips))

    @property
    def out(self) -> int:
        """The value of all chips in front of the player."""
        return self.stayed + self.pushed

    def total_after(self, motions: int) -> int:
        """The player's total for the round if only the first `motions` motions count."""
        return self.base + sum(map(sum, self.chips[:motions]))

    def settled(self, ruling: Ruling) -> Ruling:
        """The ruling, with the chips to return and to add computed from all chips in front."""
        return settle(ruling, self.spot, self.out)
