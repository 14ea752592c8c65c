"""Exchanges of chips at value, and chips that leave play: colouring up, late exchanges, forfeits.

Each change of a stack's value is a `Row` for the ledger of the table. Source: T23d, T24b, T55.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from math import gcd
from typing import Final

import msgspec

from sidepot.errors import Cite, Conflict
from sidepot.table.chips import ChipSet
from sidepot.table.piles import Pile
from sidepot.validation.type_checks import check_fields


class Why(StrEnum):
    """Why chips enter or leave play without being bought or cashed in."""

    RACED_OFF = "raced off"
    WON = "won in the race"
    KEPT_IN = "kept in the event"
    NOT_COVERED = "removed without compensation"
    FORFEITED = "forfeited"


RULES: Final = {
    Why.RACED_OFF: Cite("TDA-2013", "23-A"),
    Why.WON: Cite("TDA-2013", "23-A"),
    Why.KEPT_IN: Cite("TDA-2013", "23-A"),
    Why.NOT_COVERED: Cite("TDA-2013", "23-C"),
    Why.FORFEITED: Cite("TDA-2013", "55"),
}


class Row(msgspec.Struct, frozen=True):
    """An entry for the ledger.

    - `amount`: the amount that the seat gets (below zero: loses)
    - `why`: the reason
    """

    seat: int
    why: Why
    amount: int

    def __post_init__(self) -> None:
        check_fields(self)

    @property
    def cite(self) -> Cite:
        """The rule behind the entry."""
        return RULES[self.why]

    def __str__(self) -> str:
        return f"Seat {self.seat + 1}: {self.amount:+}, {self.why} ({self.cite})"


class Exchange(msgspec.Struct, frozen=True):
    """An exchange of one seat's chips.

    - `handed`: the chips handed in
    - `got`: the chips received for them
    - `after`: the new stack
    - `lost`: the value that no chip in play could make
    - `kept_in`: the value of the chip given to a player who had no other chips (0: none)
    """

    seat: int
    handed: Pile
    got: Pile
    after: Pile
    lost: int = 0
    kept_in: int = 0

    @property
    def rows(self) -> tuple[Row, ...]:
        """The entries for the ledger. An exchange at equal value has none."""
        rows = (Row(self.seat, Why.NOT_COVERED, -self.lost), Row(self.seat, Why.KEPT_IN, self.kept_in))
        return tuple(row for row in rows if row.amount)

    @property
    def announcement(self) -> str:
        """The dealer's announcement at the table."""
        parts = [f"{self.handed} for {self.got}, worth {self.got.total}"] if self.got.counts else []
        if self.lost:
            parts.append(f"{self.lost} in chips out of play is removed without compensation")
        if self.kept_in:
            parts.append(f"one chip of {self.kept_in} to stay in")
        return f"Seat {self.seat + 1}: {'; '.join(parts)}."


def colour_up(seat: int, stack: Pile, handed: Pile, chips: ChipSet, got: Pile | None = None) -> Exchange:
    """Exchange a player's chips for larger chips of the same value, by default for as few as possible.

    Rule: TDA-2013 24-B; TDA-2024 25-B. Raises Conflict if the two values differ.
    """
    _seat(seat)
    chips.check(stack)
    left = stack - handed
    given = chips.make(handed.total) if got is None else got
    chips.check(given)
    if given.total != handed.total:
        raise Conflict(
            f"chips must be changed at equal value, but {handed} are worth {handed.total} and {given} "
            f"are worth {given.total}"
        )
    if given.chips >= handed.chips:
        raise Conflict(f"a colour-up must reduce the number of chips, but {given} are not fewer than {handed}")
    return Exchange(seat, handed, given, left + given)


def exchange_late(seat: int, stack: Pile, chips: ChipSet) -> Exchange:
    """Exchange chips that turn up after their race. The player gets chips in play, as far as these make up the value.

    `chips` is the remaining set. Any value left over is removed without compensation. However, a player who had no
    other chips gets one chip of the smallest kind, as in the race. Rule: TDA-2013 23-A, 23-C; TDA-2024 24. Raises
    Conflict if there is nothing to exchange.

    >>> from sidepot.table.chip_text import read_pile
    >>> from sidepot.table.chips import plain_chips
    >>> print(exchange_late(2, read_pile("25x7 100x3"), plain_chips(100, 500)).announcement)
    Seat 3: 25x7 for 100x1, worth 100; 75 in chips out of play is removed without compensation.
    """
    _seat(seat)
    handed = Pile.of({value: count for value, count in stack.counts if value not in chips.values})
    if not handed.counts:
        raise Conflict(f"{stack}: no chip needs to be exchanged; these denominations are still in play: {chips}")
    amount = next(amount for amount in _amounts(handed) if chips.can_make(amount))
    got = chips.make(amount)
    after = stack - handed + got
    kept_in = 0 if after.counts else chips.smallest
    return Exchange(seat, handed, got, after + chips.make(kept_in), handed.total - amount, kept_in)


def _amounts(pile: Pile) -> Iterator[int]:
    """The amounts that subsets of these chips make, largest first."""
    unit = gcd(*[value for value, _ in pile.counts])
    return (amount for amount in range(pile.total, -1, -unit) if pile.pay(amount) is not None)


class Forfeit(msgspec.Struct, frozen=True):
    """Chips of one seat that are taken out of play as a penalty. `left` is the remaining stack."""

    seat: int
    chips: int
    left: int

    @property
    def rows(self) -> tuple[Row, ...]:
        """The entry for the ledger: the seat loses these chips."""
        return (Row(self.seat, Why.FORFEITED, -self.chips),)

    @property
    def announcement(self) -> str:
        """The dealer's announcement at the table."""
        out = "" if self.left else " The seat has none left and is out of the tournament."
        return f"Seat {self.seat + 1}: {self.chips} in chips is forfeited and leaves play; {self.left} is left.{out}"


def forfeit(seat: int, stack: int, chips: int) -> Forfeit:
    """Take chips out of play that were hidden or carried away. The director decides whether the player may stay.

    The floor topic `chips in transit` gives the ruling on the offence. Rule: TDA-2013 55; TDA-2024 63. Raises Conflict
    if the player does not have the chips.
    """
    _seat(seat)
    if not 0 < chips <= stack:
        raise Conflict(f"the player can forfeit at most {stack}, not {chips}", RULES[Why.FORFEITED])
    return Forfeit(seat, chips, stack - chips)


def _seat(seat: int) -> None:
    if seat < 0:
        raise Conflict(f"`seat` must not be negative, but is {seat} (the first seat is 0)")
