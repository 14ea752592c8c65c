"""The rake: the house's share of the pots of a hand, before they are split. Source: PG-46."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from sidepot.errors import Conflict
from sidepot.whole import whole_fields


class Rounding(StrEnum):
    """Which way a rake is rounded to chips."""

    DOWN = "down"
    NEAREST = "nearest"  # half a unit goes up
    UP = "up"


class Rake(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the house takes of a hand: `numerator / denominator` of all that is won, at most `cap` chips.

    It is a multiple of `unit` chips, and of the smallest chip in play.

    The cap is per hand, not per pot. With `no_flop_no_drop` nothing is taken from pots won before the second
    street is dealt.

    >>> Rake(5, cap=3).of(47), Rake(5, cap=3).of(90), Rake(5, unit=5).of(250)
    (2, 3, 10)
    """

    numerator: int
    denominator: int = 100
    cap: int | None = None
    no_flop_no_drop: bool = True
    unit: int = 1
    rounding: Rounding = Rounding.DOWN

    def __post_init__(self) -> None:
        whole_fields(self)
        if self.denominator < 1 or not 0 <= self.numerator <= self.denominator:
            raise Conflict(f"a rake is a part of the pot, not {self.numerator}/{self.denominator} of it")
        if self.unit < 1:
            raise Conflict(f"a rake is rounded to 1 chip at least, not to {self.unit}")
        if self.cap is not None and self.cap < 0:
            raise Conflict(f"no cap on the rake is negative: {self.cap}")

    def of(self, total: int) -> int:
        """The rake on `total` chips won in a hand."""
        step = self.denominator * self.unit
        part = total * self.numerator
        if self.rounding is Rounding.UP:
            part += step - 1
        elif self.rounding is Rounding.NEAREST:
            part += step // 2
        units = part // step
        rake = min(units * self.unit, total)
        return rake if self.cap is None else min(rake, self.cap)
