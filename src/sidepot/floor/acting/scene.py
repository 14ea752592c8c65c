"""The scene: what a player said and put out, in which spot, ready to be ruled on."""

from __future__ import annotations

from typing import NamedTuple

from sidepot.floor.acting.legal import settle
from sidepot.floor.acting.spoken import Said
from sidepot.floor.spot import Spot
from sidepot.rules.rulebook import Rulebook
from sidepot.rules.ruling import Ruling


class Scene(NamedTuple):
    """What there is to rule on.

    `chips` are those put out, motion by motion. `base` is what they come on top of: the bet of this round, unless its
    chips were pulled back. `stayed` is what still lies there of it in chips, more than the bet where change was due.
    `last`: the chips are all there are. `meanings`: what the amount may mean, where it is told.
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
        """All chips put out now."""
        return sum(map(sum, self.chips))

    @property
    def out(self) -> int:
        """All that lies in front of the player."""
        return self.stayed + self.pushed

    def total_after(self, motions: int) -> int:
        """The total for the round if only so many motions count."""
        return self.base + sum(map(sum, self.chips[:motions]))

    def settled(self, ruling: Ruling) -> Ruling:
        """The ruling with change and what is added as they follow from all that lies there."""
        return settle(ruling, self.spot, self.out)
