"""A pile: the number of chips of each kind. Source: PG-22."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from sidepot.errors import Conflict
from sidepot.table.making import fewest
from sidepot.validation import quantities as q
from sidepot.validation.type_checks import check_fields


class Pile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A pile of chips: (denomination, count) pairs, smallest denomination first, without counts of 0.

    >>> pile = Pile.of({100: 10, 25: 4})
    >>> pile.total, pile.chips, str(pile)
    (1100, 14, '25x4 100x10')
    """

    counts: tuple[tuple[q.SomeChips, q.SomeOfKind], ...] = ()

    def __post_init__(self) -> None:
        check_fields(self)
        values = [value for value, _ in self.counts]
        if values != sorted(set(values)):
            raise Conflict(f"list each denomination of a pile once, smallest first, not {values}")

    @classmethod
    def of(cls, counts: Mapping[int, int]) -> Pile:
        """The pile with these counts by denomination."""
        return cls(tuple(sorted((value, count) for value, count in counts.items() if count)))

    @property
    def total(self) -> int:
        """The value of the pile."""
        return sum(value * count for value, count in self.counts)

    @property
    def chips(self) -> int:
        """The number of chips."""
        return sum(count for _, count in self.counts)

    def count(self, value: int) -> int:
        """The number of chips of a denomination."""
        return dict(self.counts).get(value, 0)

    def __add__(self, other: Pile) -> Pile:
        both = dict(self.counts)
        for value, count in other.counts:
            both[value] = both.get(value, 0) + count
        return Pile.of(both)

    def __sub__(self, other: Pile) -> Pile:
        left = dict(self.counts)
        for value, count in other.counts:
            has = left.get(value, 0)
            if count > has:
                raise Conflict(f"{self} has {has} chips of {value}, not {count}")
            left[value] = has - count
        return Pile.of(left)

    def pay(self, amount: int) -> Pile | None:
        """The fewest of these chips that pay `amount` exactly (None if change is needed)."""
        made = fewest(amount, dict(self.counts))
        return None if made is None else Pile.of(made)

    def __str__(self) -> str:
        return " ".join(f"{value}x{count}" for value, count in self.counts) or "no chips"
