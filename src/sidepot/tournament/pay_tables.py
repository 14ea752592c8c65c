"""Percentage tables: how many places are paid for a number of entries, and what part of the pool each place gets.

The first nine places have a percentage each. Below them, places are paid alike in groups: 10-12, 13-15, 16-18, and then
in nines. From each place or group to the next, the percentage falls by a constant ratio, one for the final table and a
gentler one below it; but nobody is paid less than one and a half times what one entry puts into the pool.

>>> find_pay_table("standard").places(100)
15
>>> [float(percent) for percent in percents_of("standard", 9)]
[50.0, 30.0, 20.0]
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Final, NamedTuple

from sidepot.errors import Conflict
from sidepot.validation.reader import unknown

MOST: Final = 10**6  # entries
SMALL: Final = {
    1: "100",
    2: "65 35",
    3: "50 30 20",
    4: "42 28 18 12",
    5: "38 25 17 12 8",
    6: "35 23 16 11 8.5 6.5",
    7: "32.5 22 15.5 11 8 6 5",
    8: "30.5 21 15 11 8 6 4.75 3.75",
    9: "29 20 14.5 10.5 8 6.25 5 3.75 3",
}
FEW: Final = ((4, 1), (7, 2), (MOST, 3))  # up to this many entries, at least this many places are paid
ONE: Final = 10**15  # the weight of the first place: whole numbers, so that a table is the same on any machine


class PayTable(NamedTuple):
    """A pay table. It decides what fraction of the entries is paid, and how steep the prizes are. Ratios are in
    hundredths.
    """

    title: str
    paid: int  # how many of a hundred entries are paid
    top: int  # the part of the place above that each of the first nine places gets
    below: int  # and each group below of the group above
    small: bool = False  # up to nine places are paid as in SMALL

    def places(self, entries: int) -> int:
        """The number of paid places for this number of entries.

        It is as close to the table's fraction of the entries as whole groups of places allow (see `group_ends`).
        """
        fewest = next(places for most, places in FEW if entries <= most)
        if not self.paid or fewest == 1:
            return 1
        wanted = max(entries * self.paid, fewest * 100)
        before = 1
        for end in group_ends():
            if end * 100 >= wanted:
                return end if end * 100 - wanted <= wanted - before * 100 else before
            before = end
        raise AssertionError("the pay table has no group for this many places")

    def weights(self, places: int) -> list[int]:
        """The weights of the places, before any minimum."""
        found: list[int] = []
        weight = ONE
        for end in group_ends():
            found += [weight] * (end - len(found))
            if len(found) >= places:
                return found[:places]
            weight = weight * (self.top if end < 9 else self.below) // 100
        raise AssertionError("the pay table has no group for this many places")


TABLES: Final = {
    "standard": PayTable("about 15 % of the entries are paid", 15, 73, 82, True),
    "flat": PayTable("about 20 % are paid, the first places less", 20, 78, 88),
    "steep": PayTable("about 10 % are paid, the first places more", 10, 68, 78),
    "winner takes all": PayTable("one prize", 0, 100, 100),
}


def find_pay_table(name: str) -> PayTable:
    """The pay table with this name. If there is none, raises BadNotation with the most similar names."""
    plain = plain_name(name)
    if plain in TABLES:
        return TABLES[plain]
    raise unknown(f"unknown pay table {name!r}", plain, TABLES)


def plain_name(name: str) -> str:
    """The name of a pay table in the spelling of `TABLES`."""
    return " ".join(name.lower().replace("-", " ").replace("_", " ").split())


def group_ends() -> Iterator[int]:
    """Yield the last place of each group of places that are paid alike: 1, 2, ..., 9, 12, 15, 18, 27, 36, ..."""
    yield from range(1, 10)
    yield from (12, 15)
    end = 18
    while True:
        yield end
        end += 9


def percents_of(name: str, entries: int) -> list[Fraction]:
    """The percentage of each paid place for this number of entries. The percentages add up to exactly 100.

    They are rounded down: to two decimal places for up to 200 entries, to three for up to 2,000, to four for up to
    20,000, and so on. The first place gets the remainder.
    """
    if not 1 <= entries <= MOST:
        raise Conflict(f"entries: expected 1 to {MOST:,}, not {entries:,}")
    table = find_pay_table(name)
    places = table.places(entries)
    if table.small and places in SMALL:
        return [Fraction(percent) for percent in SMALL[places].split()]
    weights = [Fraction(weight) for weight in table.weights(places)]
    step = 100
    while entries > 2 * step:
        step *= 10
    whole = 100 * step
    least = -(-3 * whole // (2 * entries))
    shares = [int(share) for share in with_least(weights, whole, least)]
    shares[0] += whole - sum(shares)
    return [Fraction(share, step) for share in shares]


def with_least(shares: Sequence[Fraction], pool: int, least: int) -> list[Fraction]:
    """Divide the pool in proportion to the shares, but so that nobody gets less than `least`.

    Players whose share would be less get `least`, and the other players divide the rest in proportion. This is repeated
    until nobody gets less. A lower place never has a larger share, so the players who get `least` always come last.
    """
    above = len(shares)
    while above > 1:
        rest = pool - least * (len(shares) - above)
        total = sum(shares[:above])
        low = next((at for at in range(above) if shares[at] * rest < least * total), above)
        if low == above:
            break
        above = max(low, 1)
    rest = pool - least * (len(shares) - above)
    total = sum(shares[:above])
    return [share * rest / total for share in shares[:above]] + [Fraction(least)] * (len(shares) - above)
