"""The rules of a betting round as plain integers: a limit, and a house's choices on raising (see `hand.betting`)."""

# compiled: docs/how-to/measure-speed.md

from __future__ import annotations

from typing import Final

from sidepot.hand.rebuilding import TERMS, Reduced, reduced

NO_LIMIT: Final = 0
POT_LIMIT: Final = 1
FIXED_LIMIT: Final = 2
SPREAD_LIMIT: Final = 3

# When the betting is reopened to a seat that has acted (`Betting.is_reopened`).
FULL: Final = 0  # after a full raise
CUMULATIVE: Final = 1  # or after short raises that together make a full one
HALF: Final = 2  # or after short raises that together make half a full one
HALF_ALONE: Final = 3  # or after one short raise of at least half a full one

# Whether the cap on raises applies to two players (`Betting.cap`).
LIFTED: Final = 0  # no
BINDS: Final = 1  # yes
LIFTED_FOR_TWO: Final = 2  # only if more players began the round


def allows(to: int, low: int, high: int, step: int) -> bool:
    """Whether a total is allowed: one of the bounds or, between them, a multiple of `step` (0: only the bounds are
    allowed).

    Rule: PG-23.

    >>> [to for to in range(300) if allows(to, 50, 260, 100)]
    [50, 100, 200, 260]
    """
    if low < to < high:
        return step > 0 and not to % step
    return to == low > 0 or to == high > 0


def nearest(to: int, low: int, high: int, step: int) -> int:
    """The largest allowed total that is not above `to`, or `low` if there is none.

    Allowed are `low`, `high`, and the multiples of `step` between them.

    >>> [nearest(to, 50, 260, 100) for to in (20, 70, 120, 250, 300)]
    [50, 50, 100, 200, 260]
    """
    if to >= high:
        return high
    return max(to - to % step, low) if step else low


class Terms:
    """The rules of a betting round as plain integers, from which `Betting` computes bounds.

    - `low`: the minimum opening bet of a spread limit (0: the minimum bet)
    - `high`: the maximum bet of a spread limit
    - `bets`: the cap on bets and raises in a round (0: none)
    - `cap_heads_up`: whether the cap applies to two players: never (`LIFTED`), always (`BINDS`), or only if more
      players began the round (`LIFTED_FOR_TWO`)
    - `rounds_up`: whether the maximum pot-limit bet is rounded up to whole chips
    - `adds`: the seats that may buy or borrow chips, as a bit mask; such a seat is all-in only after a call or raise
      for less
    - `small`, `big`: the seats of the blinds, in houses where the small blind counts as a big blind in the pot
      (otherwise -1); `big_blind` is then the amount of the big blind
    - `chip`: the smallest chip in play; except at fixed limit, bets that are not all-in are multiples of it (PG-23)
    """

    __slots__ = (
        "adds", "bets", "big", "big_blind", "cap_heads_up", "chip", "denominator", "high", "kind", "low", "numerator",
        "reopening", "rounds_up", "small",
    )  # fmt: skip

    def __init__(
        self,
        kind: int,
        reopening: int,
        *,
        bets: int = 0,
        cap_heads_up: int = BINDS,
        numerator: int = 1,
        denominator: int = 1,
        low: int = 0,
        high: int = 0,
        adds: int = 0,
        small: int = -1,
        big: int = -1,
        big_blind: int = 0,
        chip: int = 1,
        rounds_up: bool = False,
    ) -> None:
        self.adds = adds
        self.small = small
        self.big = big
        self.big_blind = big_blind
        self.chip = chip
        self.rounds_up = rounds_up
        self.kind = kind
        self.reopening = reopening
        self.bets = bets
        self.cap_heads_up = cap_heads_up
        self.numerator = numerator
        self.denominator = denominator
        self.low = low
        self.high = high

    def open_to(self, adds: int) -> Terms:
        """The same rules at open stakes, where the seats in the bit mask `adds` may add chips."""
        return self._but(adds, self.small, self.big, self.big_blind)

    def lift(self, small: int, big: int, big_blind: int) -> Terms:
        """The same rules, except that the small blind counts in the pot as a big blind. Rule: Robert's, pot limit."""
        return self._but(self.adds, small, big, big_blind)

    def __reduce__(self) -> Reduced:
        return reduced(self, (self.kind, self.reopening), {name: getattr(self, name) for name in TERMS})

    def _but(self, adds: int, small: int, big: int, big_blind: int) -> Terms:
        return Terms(
            self.kind,
            self.reopening,
            bets=self.bets,
            cap_heads_up=self.cap_heads_up,
            numerator=self.numerator,
            denominator=self.denominator,
            low=self.low,
            high=self.high,
            adds=adds,
            small=small,
            big=big,
            big_blind=big_blind,
            chip=self.chip,
            rounds_up=self.rounds_up,
        )
