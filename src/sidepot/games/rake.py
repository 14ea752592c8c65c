"""The rake: the house's share of the pots of a hand, before they are split. Source: PG-46."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from math import lcm
from typing import Final

import msgspec

from sidepot.errors import BadNotation, Conflict
from sidepot.validation import quantities as q
from sidepot.validation.type_checks import check_fields

PARTS: Final = "2.5% is Rake(25, denominator=1000)"


class Rounding(StrEnum):
    """How a rake is rounded to chips."""

    DOWN = "down"
    NEAREST = "nearest"  # half a unit goes up
    UP = "up"


class Sharing(StrEnum):
    """Which pots of a hand pay the rake if its cap is lower than the sum of their percentages."""

    PROPORTION = "in proportion"  # each pot by its size
    SIDE_POT_FIRST = "side pot first"  # the pots in the order in which they are paid, until the cap is reached


class Rake(msgspec.Struct, frozen=True, forbid_unknown_fields=True, repr_omit_defaults=True):
    """The rake of a hand: a percentage of each pot that is won, at most `cap` chips in all.

    `Rake(3, 5)` is `3%/5` on the command line: three per cent, at most 5 chips per hand. For fractions of a per cent,
    give a `denominator`: `Rake(25, denominator=1000)` is 2.5%.

    Each pot pays a multiple of `unit` chips, and of the smallest chip in play. With `no_flop_no_drop`, nothing is taken
    in a hand that ends before its second street.

    If the cap is lower than the sum of the percentages, the pots share the cap in proportion to their size. Each pot
    pays whole units. The units left over are paid one by one by the pot that is furthest below its exact share; in a
    tie, by the earlier pot. No pot pays more than its own percentage.

    If `sharing` is "side pot first", the pots pay in the order in which they are awarded, the last side pot first. Each
    pot pays the rake on everything won so far, less the rake already paid.

    >>> Rake(5, 3).of(47), Rake(5, 3).of(90), Rake(5, unit=5).of(250)
    (2, 3, 10)
    >>> Rake(10, 8).on_pots([300, 100])
    [6, 2]
    """

    numerator: q.Chips
    cap: q.Chips | None = None
    denominator: q.SomeChips = 100
    no_flop_no_drop: bool = True
    unit: q.SomeChips = 1
    rounding: Rounding = Rounding.DOWN
    sharing: Sharing = Sharing.PROPORTION

    def __post_init__(self) -> None:
        if isinstance(self.numerator, float):
            raise BadNotation(f"numerator: expected an integer, not {self.numerator}", hint=PARTS)
        check_fields(self)
        if self.numerator > self.denominator:
            raise Conflict(
                f"the rake must be between none and all of the pot, not {self.numerator}/{self.denominator} of it"
            )

    def of(self, total: int, chip: int = 1) -> int:
        """The rake on a hand with a single pot of `total` chips. `chip` is the smallest chip in play."""
        step = lcm(self.unit, chip)
        part = self._percentage(total, step)
        return part if self.cap is None else min(part, self.cap - self.cap % step)

    def on_pots(self, pots: Sequence[int], chip: int = 1) -> list[int]:
        """The rake on each pot of a hand, main pot first. `chip` is the smallest chip in play."""
        if self.sharing is Sharing.SIDE_POT_FIRST:
            return self._as_they_are_paid(pots, chip)
        step = lcm(self.unit, chip)
        due = [self._percentage(pot, step) for pot in pots]
        if self.cap is None or sum(due) <= self.cap:
            return due
        return _shared(self.cap - self.cap % step, pots, due, step)

    def _percentage(self, pot: int, step: int) -> int:
        """The percentage of a pot, without a cap: rounded to units, and then down to a multiple of `step`."""
        unit = self.denominator * self.unit
        part = pot * self.numerator
        if self.rounding is Rounding.UP:
            part += unit - 1
        elif self.rounding is Rounding.NEAREST:
            part += unit // 2
        most = min(part // unit * self.unit, pot)
        return most - most % step

    def _as_they_are_paid(self, pots: Sequence[int], chip: int) -> list[int]:
        """The part of the rake that each pot adds when it is paid, the last pot first."""
        rakes: list[int] = []
        won = taken = 0
        for pot in reversed(pots):
            won += pot
            rakes.append(min(self.of(won, chip) - taken, pot - pot % lcm(self.unit, chip)))
            taken += rakes[-1]
        return rakes[::-1]


def _shared(cap: int, pots: Sequence[int], due: Sequence[int], step: int) -> list[int]:
    """Share a cap in proportion to the pots, in steps, by largest remainders.

    No pot pays more than its own percentage.
    """
    total = sum(pots)
    rakes = [min(cap * pot // (total * step) * step, own) for pot, own in zip(pots, due, strict=True)]
    for _ in range((cap - sum(rakes)) // step):
        owing = [at for at, own in enumerate(due) if rakes[at] < own]
        rakes[max(owing, key=lambda at: cap * pots[at] - rakes[at] * total)] += step
    return rakes
