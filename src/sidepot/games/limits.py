"""How much may be bet: no limit, pot limit, fixed limit, spread limit, and their half-pot and cap forms.

A limit is a value; `hand.betting` computes bounds from it and from plain ints. Sizes of bets belong to `stakes`.
Source: PG-39, PG-40, T45.
"""

from __future__ import annotations

from typing import Final

import msgspec

from sidepot.errors import Conflict
from sidepot.validation import quantities as q
from sidepot.validation.type_checks import check_fields, wrong_type


class NoLimit(msgspec.Struct, frozen=True, tag="no limit", tag_field="kind"):
    """Any bet up to the stack.

    - `cap`: the most that a seat may put into one hand (None: no cap)
    - `bets`: the maximum number of bets and raises in a round (None: any number)
    """

    cap: q.SomeChips | None = None
    bets: q.Bets | None = None

    def __post_init__(self) -> None:
        check_fields(self)


class PotLimit(msgspec.Struct, frozen=True, tag="pot limit", tag_field="kind"):
    """Bets up to the size of the pot. A raise is at most the pot after the call, times `numerator / denominator`.

    In half-pot games, this factor is 1/2. `cap` and `bets` mean the same as in `NoLimit`.
    """

    numerator: q.SomeChips = 1
    denominator: q.SomeChips = 1
    cap: q.SomeChips | None = None
    bets: q.Bets | None = None

    def __post_init__(self) -> None:
        check_fields(self)


USUAL_BETS: Final = 4


class FixedLimit(msgspec.Struct, frozen=True, tag="fixed limit", tag_field="kind"):
    """Bets and raises of one size on each street.

    `bets` is the cap: one bet and `bets - 1` raises (None: no cap). The default of 4 means the house's own cap
    (`Rulebook.raise_cap`), which is four in most houses.
    """

    bets: q.Bets | None = USUAL_BETS

    def __post_init__(self) -> None:
        check_fields(self)


class SpreadLimit(msgspec.Struct, frozen=True, tag="spread limit", tag_field="kind"):
    """Any bet or raise from `low` to `high`. A raise must be at least as large as the previous bet or raise."""

    low: q.SomeChips
    high: q.SomeChips
    bets: q.Bets | None = None

    def __post_init__(self) -> None:
        check_fields(self)
        if self.low > self.high:
            raise Conflict(f"the high bet of a spread ({self.high}) must be larger than the low bet ({self.low})")


Limit = NoLimit | PotLimit | FixedLimit | SpreadLimit


def with_raises(limit: Limit, raises: int | None) -> Limit:
    """The same limit with at most this many raises per round (None: any number). Rule: PG-40.

    >>> with_raises(NoLimit(), 3)
    NoLimit(cap=None, bets=4)
    >>> with_raises(FixedLimit(), None)
    FixedLimit(bets=None)
    """
    return msgspec.structs.replace(limit, bets=None if raises is None else raises + 1)


LIMITS: Final = (NoLimit, PotLimit, FixedLimit, SpreadLimit)


def limit_of(given: object, what: str = "limit") -> Limit:
    """Return a value if it is a limit. Otherwise raises BadNotation, with a message that begins with `what`."""
    if isinstance(given, LIMITS):
        return given
    raise wrong_type(given, LIMITS, what)
