"""The figures of many hands: counted, added up, and expressed as rates."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from math import sqrt
from operator import attrgetter
from typing import Final

import msgspec

from sidepot.hand.seat_stats import SeatFigures, decided
from sidepot.stats.hand_seen import SEAT_COUNTS, HandSeen, SeatSeen

_PLURALS: Final = {"three_bet": "three_bets", "showdown": "showdowns", "walk": "walks", "bomb": "bomb_pots"}
COUNTED: Final[dict[str, Callable[[SeatFigures], bool]]] = {
    _PLURALS.get(name, name): attrgetter(name) for name in SEAT_COUNTS
}
"""The figures that are counted in hands, by name."""


class Tally(msgspec.Struct):
    """Sums over the hands of one group. `won` is by money; `units` are big blinds, `squares` the sum of their squares.

    For the hands in which the betting ended all-in, `all_in_units` is the actual result, `expected_units` the average.
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
        """Add what a seat did in a hand to the sums."""
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
        """Add the sums of another tally."""
        for name in _SUMS:
            setattr(self, name, getattr(self, name) + getattr(other, name))
        for money, amount in other.won.items():
            self.won[money] = self.won.get(money, Decimal(0)) + amount
        for name, count in other.counts.items():
            self.counts[name] = self.counts.get(name, 0) + count


_SUMS: Final = tuple([name for name in Tally.__struct_fields__ if name not in ("won", "counts")])


class Rates(msgspec.Struct, frozen=True, kw_only=True):
    """The statistics of one group.

    `won` holds an amount for each kind of money. Rates are from 0 to 1, or None if there was no opportunity. Results
    are in big blinds per hundred hands; `error` is the standard error of `per_100`.
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
    """An amount as people write it, such as `-12.50` or `300`."""
    whole = amount == amount.to_integral_value()
    return f"{amount.to_integral_value() if whole else amount:f}"


def _part(count: int, of: int) -> float | None:
    return count / of if of else None


def _error(tally: Tally) -> float | None:
    """The standard error of the big blinds per hundred hands; None below two hands."""
    hands = tally.hands
    if hands < 2:
        return None
    mean = tally.units / hands
    variance = max(tally.squares / hands - mean * mean, 0.0) * hands / (hands - 1)
    return _tidy(100 * sqrt(variance / hands))


def _tidy(value: float) -> float:
    return round(value, 6) + 0.0


EXPLAINED: Final = {
    "hands": "hands in which the player was dealt in",
    "won": "chips won or lost after the rake, cash-outs included, for each currency; tournament chips separately",
    "bb/100": "chips won or lost in a hundred hands, each hand in its own big blind (else small bet)",
    "±": "the standard error of bb/100: in two cases of three the true rate is no further away",
    "VPIP": "called with chips, bet or raised in the first betting round, of all hands except walks and bomb pots",
    "PFR": "bet or raised in the first betting round, of all hands except walks and bomb pots",
    "walk": "a hand in which all others folded in the first betting round before the player had to act",
    "bomb pot": "a hand in which nobody bets before the flop: it has no VPIP, PFR, 3-bet or c-bet",
    "3-bet": "raised after exactly one bet or raise, by another player, in the first betting round, of the times the"
    " player acted at such a moment",
    "c-bet": "made the first bet of the second round after making the last raise of the first, of the times the"
    " player acted there before anybody had bet",
    "WTSD": "came to the showdown, of the hands that went on after the first betting round with the player still in",
    "W$SD": "got a share of a pot, of the showdowns the player came to",
    "all-in": "hands in which cards come after the last action, a player is all-in, and all hands are known at the end",
    "expected": "bb/100 if each all-in hand counts as the average of its pots at the last action, after the same rake",
}
"""Each figure in one line, by its column: `sidepot stats --explain`, docs/reference/stats.md."""
