"""The prize of each place: percentage tables, own percentages, minimum cashes, satellite seats, shared places.

Money is counted in whole units, the smallest there are (cents, points). Exactly the whole prize pool is paid, and no
place is paid more than the one above it. Amounts are rounded down to the unit in which the tournament pays
(`round_to`); the first place gets what is left over.

>>> pays(PayTerms(percents=(50, 30, 20)), 972, entries=9)
(487, 291, 194)
>>> pays(PayTerms(), 100_000, entries=30)
(38000, 25000, 17000, 12000, 8000)
>>> pays(PayTerms(seat_price=215), 1000, entries=50)
(215, 215, 215, 215, 140)
>>> pays(PayTerms(seat_price=215), 1000, entries=3)  # four seats, and three players: 355 are left over
(334, 333, 333)
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Final

import msgspec

from sidepot.errors import BadNotation, Conflict
from sidepot.tournament.pay_tables import TABLES, find_pay_table, percents_of, with_least
from sidepot.validation import quantities as q
from sidepot.validation.type_checks import check_fields

HAIR: Final = Fraction(1, 10**7)  # of a unit: rounding error allowed in computed percentages
SLACK: Final = Fraction(1, 20)  # of a percent: printed lists are rounded, and 33.33 three times is meant to be all


class PayTerms(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The terms of the prizes, announced before the tournament.

    - `table`: a table of percentages by number of entries (`pay_tables.TABLES`)
    - `percents`: the tournament's own percentages, from the first place down, in place of a table
    - `minimum`: the lowest prize
    - `round_to`: prizes are multiples of this, apart from the remainder
    - `seat_price`: in a satellite, the price of a seat; the pool buys as many seats as it can (see `over_seats`)
    - `deals`: whether the last players may divide the prizes
    - `deal_keeps`: the percentage of the remaining prizes that a deal offered by a player keeps for the winner, at
      least one unit
    """

    table: str = "standard"
    percents: tuple[q.PrizePercent, ...] = ()
    minimum: q.Money = 0
    round_to: q.SomeMoney = 1
    seat_price: q.Money = 0
    deals: bool = True
    deal_keeps: q.Percent = 0

    def __post_init__(self) -> None:
        check_fields(self)
        if self.seat_price and (self.percents or self.minimum):
            raise Conflict("a satellite pays seats of equal value, so it cannot have percentages or a minimum prize")
        if self.percents:
            check_percents(self.percents)
        elif self.table not in TABLES:
            find_pay_table(self.table)  # raises, naming those there are


def check_percents(percents: Sequence[float]) -> None:
    """Raise Conflict if the percentages do not add up to 100, or if a lower place gets more than a higher one."""
    exact = [_exact(percent) for percent in percents]
    for place, percent in enumerate(exact, 1):
        if percent <= 0:
            raise Conflict(f"place {place} gets {_plain(percent)}%; leave out unpaid places")
    for place, (higher, lower) in enumerate(pairwise(exact), 1):
        if lower > higher:
            raise Conflict(
                f"place {place + 1} gets {_plain(lower)} %, more than the {_plain(higher)} % of place {place}"
            )
    total = sum(exact, Fraction())
    if abs(total - 100) > SLACK:
        missing_or_too_much = "too much" if total > 100 else "missing"
        raise Conflict(
            f"the percentages add up to {_plain(total)}, not 100: {_plain(abs(100 - total))} is {missing_or_too_much}"
        )


def pays(terms: PayTerms, pool: int, entries: int) -> tuple[int, ...]:
    """The prize of each place, from the first place down. The prizes add up to the pool.

    Raises Conflict for a negative pool, or if there are no entries.
    """
    if pool < 0:
        raise Conflict(f"the prize pool must not be negative, but is {pool}")
    if entries < 1:
        raise Conflict(f"entries: expected at least 1, not {entries}")
    if not pool:
        return ()
    if terms.seat_price:
        return _seats(terms, pool, entries)
    shares = [_exact(p) for p in terms.percents] if terms.percents else percents_of(terms.table, entries)
    shares = shares[:entries]
    # the smallest multiple of the unit that is not less than the minimum, so that rounding down never goes below it
    unit = terms.round_to
    least = -(-terms.minimum // unit) * unit
    if least:
        shares = shares[: max(1, pool // least)]
    amounts = [int((amount + HAIR) // unit) * unit for amount in with_least(shares, pool, least)]
    amounts[0] += pool - sum(amounts)
    return tuple(amount for amount in amounts if amount)


def seats_paid(terms: PayTerms, paid: Sequence[int]) -> int:
    """How many of a satellite's prizes are seats. The prize after the seats, if there is one, is money."""
    return sum(amount >= terms.seat_price for amount in paid) if terms.seat_price else 0


def over_seats(terms: PayTerms, pool: int, entries: int) -> int:
    """The money of a satellite that buys no seat.

    This money is the prize of the place after the seats. If the pool buys a seat for every entry, nobody has to bust.
    All players then share the first place, and divide this money evenly (TDA-2024 RP-8).
    """
    return pool - min(pool // terms.seat_price, entries) * terms.seat_price if terms.seat_price else 0


def share_places(paid: Sequence[int], place: int, players: int, unit: int = 1) -> tuple[int, ...]:
    """The prizes of players who share the places from `place` on. The prizes of these places are divided evenly.

    The units left over go one by one to the players, in the caller's order. A remainder smaller than the unit goes to
    the first player. Rule: TDA-2024 RP-8; Robert's, tournaments.

    >>> share_places((500, 300, 200), 2, 3)
    (167, 167, 166)
    """
    if place < 1 or players < 1 or unit < 1:
        raise Conflict("places, players and unit must each be at least 1")
    total = sum(paid[place - 1 : place - 1 + players])
    units, rest = divmod(total, unit)
    each, odd = divmod(units, players)
    shares = [(each + (at < odd)) * unit for at in range(players)]
    shares[0] += rest
    return tuple(shares)


def _seats(terms: PayTerms, pool: int, entries: int) -> tuple[int, ...]:
    """As many seats as the pool buys, and the remaining money, as `over_seats` explains."""
    price = terms.seat_price
    seats = min(pool // price, entries)
    rest = over_seats(terms, pool, entries)
    if seats < entries:
        return (*[price] * seats, rest) if rest else (price,) * seats
    return tuple([price + share for share in share_places((rest,), 1, seats, terms.round_to)])


def _exact(percent: float) -> Fraction:
    """A percentage as it was written: 38.221, not the nearest binary number."""
    try:
        return Fraction(str(percent))
    except ValueError:
        raise BadNotation(f"{percent} is not a percentage") from None


def _plain(percent: Fraction) -> str:
    return f"{float(percent):.4f}".rstrip("0").rstrip(".")
