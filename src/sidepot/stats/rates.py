"""The figures of many hands: counted, added up, and expressed as rates."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from decimal import Decimal
from math import sqrt
from operator import attrgetter
from typing import Final

import msgspec

from sidepot.hand.seat_stats import SeatFigures, decided
from sidepot.stats.figures import COUNTS, FIGURES, Kind, error_of_rate
from sidepot.stats.hand_seen import SEAT_COUNTS, HandSeen, SeatSeen

_PLURALS: Final = {"three_bet": "three_bets", "showdown": "showdowns", "walk": "walks", "bomb": "bomb_pots"}
COUNTED: Final[dict[str, Callable[[SeatFigures], bool]]] = {
    _PLURALS.get(name, name): attrgetter(name) for name in SEAT_COUNTS
}
"""The figures that are counted in hands, by name."""


class Mean(msgspec.Struct):
    """A sum over some hands, and the sum of the squares, from which a mean and its error are computed."""

    hands: int = 0
    total: float = 0.0
    squares: float = 0.0

    def add(self, value: float) -> None:
        """Add the value of one hand."""
        self.hands += 1
        self.total += value
        self.squares += value * value

    def plus(self, other: Mean) -> None:
        """Add the sums over other hands."""
        self.hands += other.hands
        self.total += other.total
        self.squares += other.squares

    @property
    def per_100(self) -> float | None:
        """The mean per hundred hands; None if there are no hands."""
        return _tidy(100 * self.total / self.hands) if self.hands else None

    @property
    def error(self) -> float | None:
        """The standard error of `per_100`; None if there are fewer than two hands."""
        if self.hands < 2:
            return None
        mean = self.total / self.hands
        variance = max(self.squares / self.hands - mean * mean, 0.0) * self.hands / (self.hands - 1)
        return _tidy(100 * sqrt(variance / self.hands))


class Tally(msgspec.Struct):
    """Sums over the hands of one group.

    - `won`: the result by kind of money
    - `units`: the result in big blinds
    - `all_in_units`: the actual result of the hands in which the betting ended all-in
    - `expected_units`: the average result of these hands
    - `chances`, `events`, `means`: sums by figure
    """

    hands: int = 0
    won: dict[str, Decimal] = {}
    units: float = 0.0
    counts: dict[str, int] = {}
    all_ins: int = 0
    sampled: int = 0
    all_in_units: float = 0.0
    expected_units: float = 0.0
    chances: dict[str, int] = {}
    events: dict[str, int] = {}
    means: dict[str, Mean] = {}

    def add(self, hand: HandSeen, seat: SeatSeen) -> None:
        """Add what a seat did in a hand to the sums."""
        self.hands += 1
        self.won[hand.money] = self.won.get(hand.money, Decimal(0)) + Decimal(seat.net).scaleb(-hand.decimals)
        units = seat.net / hand.unit
        self.units += units
        for name, of in COUNTED.items():
            if of(seat.did):
                self.counts[name] = self.counts.get(name, 0) + 1
        if seat.expected is not None:
            self.all_ins += 1
            self.sampled += not hand.exact
            self.all_in_units += units
            self.expected_units += seat.expected / hand.unit
        for name, event in seat.marks.items():
            self.chances[name] = self.chances.get(name, 0) + 1
            self.events[name] = self.events.get(name, 0) + event
        for name, value in means_of(hand, seat):
            self.means.setdefault(name, Mean()).add(value)

    def plus(self, other: Tally) -> None:
        """Add the sums of another tally."""
        for name in _SUMS:
            setattr(self, name, getattr(self, name) + getattr(other, name))
        for money, amount in other.won.items():
            self.won[money] = self.won.get(money, Decimal(0)) + amount
        for mine, others in zip(self._by_name(), other._by_name(), strict=True):
            for name, count in others.items():
                mine[name] = mine.get(name, 0) + count
        for name, mean in other.means.items():
            self.means.setdefault(name, Mean()).plus(mean)

    def _by_name(self) -> tuple[dict[str, int], ...]:
        return self.counts, self.chances, self.events


_SUMS: Final = ("hands", "units", "all_ins", "sampled", "all_in_units", "expected_units")


def means_of(hand: HandSeen, seat: SeatSeen) -> Iterator[tuple[str, float]]:
    """What a hand adds to each mean, by figure. Values are in big blinds or big bets."""
    units, shown = seat.net / hand.unit, seat.did.showdown
    yield "per_100", units
    yield "showdown_per_100", units if shown else 0.0
    yield "without_per_100", 0.0 if shown else units
    yield "expected_per_100", units if seat.expected is None else seat.expected / hand.unit
    yield "rake_per_100", seat.rake / hand.unit
    if hand.big_bet:
        yield "big_bets_per_100", seat.net / hand.big_bet


class FigureValue(msgspec.Struct, frozen=True):
    """A figure of a group: its value, and its standard error.

    - `value`: the value, from 0 to 1 for a rate; None if there was no chance
    - `error`: the standard error; for a rate, it assumes independent chances; a ratio has none
    - `events`: the number of events of a rate or a ratio
    - `chances`: the number of chances; for a mean, the number of hands
    """

    value: float | None
    error: float | None
    chances: int
    events: int | None = None


class Rates(msgspec.Struct, frozen=True, kw_only=True):
    """The statistics of one group.

    - `won`: an amount for each kind of money
    - rates: from 0 to 1, or None if there was no opportunity
    - results: in big blinds per hundred hands
    - `error`: the standard error of `per_100`
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
    figures: dict[str, FigureValue]


def rates(group: str, tally: Tally) -> Rates:
    """The rates of a group, computed from its sums."""
    count = {name: tally.counts.get(name, 0) for name in COUNTED}
    hands = tally.hands
    of = decided(hands, count["walks"] + count["bomb_pots"])
    lucky = tally.all_in_units - tally.expected_units
    return Rates(
        group=group,
        hands=hands,
        won={money: amount_text(tally.won[money]) for money in sorted(tally.won)},
        per_100=_tidy(100 * tally.units / hands) if hands else 0.0,
        error=tally.means["per_100"].error if hands else None,
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
        figures={key: figure_value(key, tally) for key in FIGURES},
    )


def figure_value(key: str, tally: Tally) -> FigureValue:
    """The value of a figure over the hands of a tally."""
    kind = FIGURES[key].kind
    if kind is Kind.MEAN:
        mean = tally.means.get(key) or Mean()
        return FigureValue(mean.per_100, mean.error, mean.hands)
    events, chances = tally.events.get(key, 0), tally.chances.get(key, 0)
    if key in ("af", "afq"):
        events, calls, folds = [tally.events.get(name, 0) for name in COUNTS]
        chances = calls if key == "af" else events + calls + folds
    value = _part(events, chances)
    error = None if value is None or kind is Kind.RATIO else _tidy(error_of_rate(events, chances))
    return FigureValue(value, error, chances, events)


def amount_text(amount: Decimal) -> str:
    """An amount as people write it, such as `-12.50` or `300`."""
    whole = amount == amount.to_integral_value()
    return f"{amount.to_integral_value() if whole else amount:f}"


def _part(count: int, of: int) -> float | None:
    return count / of if of else None


def _tidy(value: float) -> float:
    return round(value, 6) + 0.0


TERMS: Final = {
    "hands": "hands in which the player was dealt in",
    "won": "chips won or lost after the rake, cash-outs included, for each currency; tournament chips separately",
    "±": "the standard error of bb/100: in two cases of three the true rate is no further away",
    "walk": "a hand in which all others folded in the first betting round before the player had to act",
    "bomb pot": "a hand in which nobody bets before the flop: it has no VPIP, PFR, 3-bet or c-bet",
    "all-in": "hands in which cards come after the last action, a player is all-in, and all hands are known at the end",
}
"""The explained terms that are not figures."""

EXPLAINED: Final = TERMS | {figure.name: figure.text for figure in FIGURES.values()}
"""Each term and figure in one line, by its name: `sidepot stats --explain`, docs/reference/stats.md."""
