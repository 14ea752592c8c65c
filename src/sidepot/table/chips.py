"""Chips as things: denominations, colours, and how to make up an amount from them.

A `ChipSet` holds the chips agreed before play: their values and colours. Amounts come as a `Pile`: a stack on the
table, the bank's stock, a change. Source: PG-22.

>>> chips = plain_chips()
>>> str(chips.make(1_340))  # the fewest chips; each kind as denomination x count
'5x3 25x1 100x3 1000x1'
>>> str(chips.usable(1_500, least=8))  # a stack to start with
'1x10 5x8 25x10 100x7 500x1'
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from math import gcd
from typing import Final

import msgspec

from sidepot.errors import Conflict
from sidepot.table.denominations import COLOURS, Chip, listed, short, worth
from sidepot.table.making import as_wanted, fewest
from sidepot.table.piles import Pile
from sidepot.validation.reader import unknown

MOST_KINDS: Final = 20  # most kinds of chips in a set
_NEAR: Final = 1000  # amounts tried around one that cannot be made


class ChipSet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The chips of a game: their values and colours, smallest first. Source: PG-22; rule T24b."""

    chips: tuple[Chip, ...]

    def __post_init__(self) -> None:
        values = self.values
        if not values or len(values) > MOST_KINDS:
            raise Conflict(f"a chip set needs 1 to {MOST_KINDS} denominations, not {len(values)}")
        if values != tuple(sorted(set(values))):
            raise Conflict(f"list each denomination once, smallest first, not {listed(values)}")
        colours: dict[str, int] = {}
        for chip in self.chips:
            if chip.colour and colours.setdefault(chip.colour.lower(), chip.value) != chip.value:
                other = colours[chip.colour.lower()]
                raise Conflict(
                    f"a colour can have only one denomination, but {chip.colour} has {other} and {chip.value}"
                )

    @property
    def values(self) -> tuple[int, ...]:
        """The denominations, smallest first."""
        return tuple(chip.value for chip in self.chips)

    @property
    def smallest(self) -> int:
        """The value of the smallest chip in play. Odd chips are broken down to it (TDA-2013 19)."""
        return self.chips[0].value

    def find(self, name: str) -> Chip:
        """The chip with this value or colour: `25`, `T25`, `1k`, `green`. Raises BadNotation if the set has no such
        chip.
        """
        wanted = name.strip().lower()
        value = worth(wanted)
        for chip in self.chips:
            if wanted == chip.colour.lower() or value == chip.value:
                return chip
        colours = [chip.colour for chip in self.chips if chip.colour]
        raise unknown(f"unknown chip {short(name.strip())}", wanted, str(self).split(", "), also=colours)

    def without(self, *values: int) -> ChipSet:
        """The set without these denominations. Raises Conflict if no chip would be left."""
        for value in values:
            self._has(value)
        left = tuple(chip for chip in self.chips if chip.value not in values)
        if not left:
            raise Conflict(f"removing {listed(values)} would leave no chips")
        return ChipSet(left)

    def unneeded(self, amounts: Iterable[int]) -> tuple[int, ...]:
        """The smallest denominations that may leave play, because all `amounts` can be paid without them.

        The amounts are the antes, blinds and bets to come.

        >>> plain_chips(25, 100, 500).unneeded([100, 200, 400])
        (25,)
        """
        wanted = list(amounts)
        gone: list[int] = []
        for value in self.values[:-1]:
            if not all(self.without(*gone, value).can_make(amount) for amount in wanted):
                break
            gone.append(value)
        return tuple(gone)

    def above(self, value: int) -> int:
        """The next larger denomination. Raises Conflict if there is none."""
        self._has(value)
        larger = [other for other in self.values if other > value]
        if not larger:
            raise Conflict(f"{value} is already the largest chip")
        return larger[0]

    def tell(self, pile: Pile) -> str:
        """A pile in words, by colour, largest chips first.

        >>> plain_chips().tell(Pile.of({25: 3, 100: 2}))
        '2 black, 3 green'
        """
        self.check(pile)
        colours = {chip.value: chip.colour or f"of {chip.value}" for chip in self.chips}
        return ", ".join(f"{count} {colours[value]}" for value, count in reversed(pile.counts)) or "no chips"

    def check(self, pile: Pile) -> None:
        """Raise Conflict if a chip of the pile does not belong to the set."""
        for value, _ in pile.counts:
            self._has(value)

    def _has(self, value: int) -> None:
        if value not in self.values:
            raise Conflict(f"there is no {value} chip; the set has {self}")

    # ---- amounts

    def can_make(self, amount: int) -> bool:
        """Whether these chips can make exactly this amount.

        >>> plain_chips(25, 100).can_make(130)
        False
        """
        return amount >= 0 and _can_make(self.values, amount)

    def most(self, amount: int) -> int:
        """The largest amount up to `amount` that these chips can make.

        >>> plain_chips(25, 100).most(130), plain_chips(500).most(130)
        (125, 0)
        """
        _positive(amount)
        unit = gcd(*self.values)
        return next(near for near in range(amount - amount % unit, -1, -unit) if self.can_make(near))

    def make(self, amount: int) -> Pile:
        """An amount in the fewest chips.

        If these chips cannot make the amount, raises Conflict, naming the nearest amounts that they can make.
        """
        _positive(amount)
        made = fewest(amount, dict.fromkeys(self.values))
        if made is None:
            raise Conflict(f"{amount} cannot be made with chips of {listed(self.values)}{self._nearest(amount)}")
        return Pile.of(made)

    def usable(self, amount: int, *, least: int = 8, stock: Pile | None = None, players: int = 1) -> Pile:
        """An amount in a playable mix: about `least` chips of each kind before larger chips are used.

        `stock` is the supply of chips for all `players` together (None: unlimited). Raises Conflict if the amount
        cannot be made.

        >>> str(plain_chips(25, 100, 500, 1_000, 5_000).usable(30_000))
        '25x8 100x8 500x8 1000x10 5000x3'
        """
        _positive(amount)
        if least < 0 or players < 1:
            raise Conflict(
                f"expected at least 1 player and at least 0 chips of each kind, not {players} players and {least} chips"
            )
        has: dict[int, int | None] = dict.fromkeys(self.values)
        chips = f"chips of {listed(self.values)}"
        if stock is not None:
            self.check(stock)
            each = Pile.of({value: count // players for value, count in stock.counts})
            has = {value: each.count(value) for value in self.values}
            chips = f"{each}" if players == 1 else f"{each}, of which each of {players} players has so many"
        if fewest(amount, has) is None:
            nearest = "" if self.can_make(amount) else self._nearest(amount)
            raise Conflict(f"{amount} cannot be made with {chips}{nearest}")
        taken = {}
        rest = amount
        for value in self.values:
            taken[value] = as_wanted(rest, value, has, least)
            rest -= taken[value] * value
            del has[value]
        return Pile.of(taken)

    def change(self, paid: Pile, price: int) -> Pile:
        """The change for a price paid with these chips, in the fewest chips. Raises Conflict if no chips make the
        change.

        >>> str(plain_chips(25, 100, 500).change(Pile.of({500: 1}), 75))
        '25x1 100x4'
        """
        self.check(paid)
        if price < 0 or paid.total < price:
            raise Conflict(f"{paid} ({paid.total} in all) cannot pay a price of {price}")
        return self.make(paid.total - price)

    def _nearest(self, amount: int) -> str:
        """The nearest amounts that can be made, if they are close."""
        unit = gcd(*self.values)
        under = amount - amount % unit
        downwards = range(under, max(under - _NEAR * unit, 0), -unit)
        upwards = range(under + unit, under + _NEAR * unit, unit)
        found = [next((near for near in some if self.can_make(near)), None) for some in (downwards, upwards)]
        near = [str(near) for near in found if near]
        if not near:
            return ""
        return f"; the nearest {'are' if len(near) > 1 else 'is'} {' and '.join(near)}"

    def __str__(self) -> str:
        return listed(self.chips)


def plain_chips(*values: int) -> ChipSet:
    """A set of these denominations (by default 1 to 5000) in the usual colours of American card rooms.

    >>> str(plain_chips())
    '1 white, 5 red, 25 green, 100 black, 500 purple, 1000 yellow, 5000 orange'
    """
    wanted = sorted(set(values or [value for value in COLOURS if value <= 5_000]))
    return ChipSet(tuple(Chip(value, COLOURS.get(value, "")) for value in wanted))


@lru_cache(1024)  # the levels of a structure ask for the same again and again
def _can_make(values: tuple[int, ...], amount: int) -> bool:
    return fewest(amount, dict.fromkeys(values)) is not None


def _positive(amount: int) -> None:
    if amount < 0:
        raise Conflict(f"an amount of chips cannot be negative: {amount}")
