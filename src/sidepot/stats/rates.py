"""Figures of many hands: counted one by one, added up in pieces, and told as rates."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from math import sqrt
from typing import Final

import msgspec

from sidepot.hand.figures import SeatFigures, decided
from sidepot.stats.hand_seen import HandSeen, SeatSeen

COUNTED: Final[dict[str, Callable[[SeatFigures], bool]]] = {
    "voluntary": lambda did: did.voluntary,
    "raised": lambda did: did.raised,
    "may_three_bet": lambda did: did.may_three_bet,
    "three_bets": lambda did: did.three_bet,
    "may_continue": lambda did: did.may_continue,
    "continued": lambda did: did.continued,
    "saw": lambda did: did.saw,
    "showdowns": lambda did: did.showdown,
    "won_there": lambda did: did.won_there,
    "walks": lambda did: did.walk,
    "bomb_pots": lambda did: did.bomb,
}
"""The figures that are counted in hands, by name."""


class Tally(msgspec.Struct):
    """Sums over hands of one group. `won` is by money; `units` are big blinds, `squares` those of each hand squared.

    Of the hands in which the betting ended all-in, `all_in_units` is what they came to, `expected_units` the average.
    """

    hands: int = 0
    won: dict[str, Decimal] = {}
    units: float = 0.0
    squares: float = 0.0
    counts: dict[str, int] = {}
    all_ins: int = 0
    sampled: int = 0
    all_in_units: float = 0.0
    expected_units: float = 0.0

    def add(self, hand: HandSeen, seat: SeatSeen) -> None:
        """Count a seat of a hand."""
        self.hands += 1
        self.won[hand.money] = self.won.get(hand.money, Decimal(0)) + Decimal(seat.net).scaleb(-hand.decimals)
        units = seat.net / hand.unit
        self.units += units
        self.squares += units * units
        for name, of in COUNTED.items():
            if of(seat.did):
                self.counts[name] = self.counts.get(name, 0) + 1
        if seat.expected is not None:
            self.all_ins += 1
            self.sampled += not hand.exact
            self.all_in_units += units
            self.expected_units += seat.expected / hand.unit

    def plus(self, other: Tally) -> None:
        """Add what another one has counted."""
        self.hands += other.hands
        self.units += other.units
        self.squares += other.squares
        self.all_ins += other.all_ins
        self.sampled += other.sampled
        self.all_in_units += other.all_in_units
        self.expected_units += other.expected_units
        for money, amount in other.won.items():
            self.won[money] = self.won.get(money, Decimal(0)) + amount
        for name, count in other.counts.items():
            self.counts[name] = self.counts.get(name, 0) + count


class Rates(msgspec.Struct, frozen=True, kw_only=True):
    """The figures of one group. `won` is by money, in its own amounts; rates go from 0 to 1, None where nothing could
    count. Results are in big blinds for a hundred hands; `error` is the standard error of `per_100`.
    """

    group: str
    hands: int
    won: dict[str, str]
    per_100: float
    error: float | None
    vpip: float | None
    pfr: float | None
    three_bet: float | None
    c_bet: float | None
    wtsd: float | None
    w_sd: float | None
    expected_per_100: float
    all_ins: int
    all_in_units: float
    expected_units: float
    sampled: int
    counts: dict[str, int]


def rates(group: str, tally: Tally) -> Rates:
    """What the sums of a group come to."""
    count = {name: tally.counts.get(name, 0) for name in COUNTED}
    hands = tally.hands
    of = decided(hands, count["walks"] + count["bomb_pots"])
    lucky = tally.all_in_units - tally.expected_units
    return Rates(
        group=group,
        hands=hands,
        won={money: amount_text(tally.won[money]) for money in sorted(tally.won)},
        per_100=_tidy(100 * tally.units / hands) if hands else 0.0,
        error=_error(tally),
        vpip=_part(count["voluntary"], of),
        pfr=_part(count["raised"], of),
        three_bet=_part(count["three_bets"], count["may_three_bet"]),
        c_bet=_part(count["continued"], count["may_continue"]),
        wtsd=_part(count["showdowns"], count["saw"]),
        w_sd=_part(count["won_there"], count["showdowns"]),
        expected_per_100=_tidy(100 * (tally.units - lucky) / hands) if hands else 0.0,
        all_ins=tally.all_ins,
        all_in_units=_tidy(tally.all_in_units),
        expected_units=_tidy(tally.expected_units),
        sampled=tally.sampled,
        counts=count,
    )


def amount_text(amount: Decimal) -> str:
    """An amount as people write it: `-12.50`, `300`."""
    whole = amount == amount.to_integral_value()
    return f"{amount.to_integral_value() if whole else amount:f}"


def _part(count: int, of: int) -> float | None:
    return count / of if of else None


def _error(tally: Tally) -> float | None:
    """The standard error of the big blinds for a hundred hands; None below two hands."""
    hands = tally.hands
    if hands < 2:
        return None
    mean = tally.units / hands
    variance = max(tally.squares / hands - mean * mean, 0.0) * hands / (hands - 1)
    return _tidy(100 * sqrt(variance / hands))


def _tidy(value: float) -> float:
    return round(value, 6) + 0.0
