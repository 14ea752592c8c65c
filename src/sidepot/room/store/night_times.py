"""Nights and months of a club: from when to when they go.

A night goes from noon to noon, so that play after midnight belongs to the evening before. A month has the nights that
begin in it. Times are milliseconds since 1970; `offset` is how many minutes the clock on the wall is ahead of UTC.

>>> span_of("2026-11-26", 60)
Span(begins=1795690800000, ends=1795777200000, shift=-39600000)
>>> date_of(1795690799999, 60)
'2026-11-25'
"""

from __future__ import annotations

from datetime import date
from typing import Final, NamedTuple

from sidepot.errors import BadNotation

DAY: Final = 24 * 60 * 60 * 1000
NOON: Final = DAY // 2
FURTHEST: Final = 14 * 60  # minutes that any clock is ahead of UTC, or behind it
_MINUTE: Final = 60_000
_EPOCH: Final = date(1970, 1, 1).toordinal()
_YEARS: Final = range(1970, 2200)
_WHAT: Final = "a night is a date such as 2026-11-26, a month 2026-11, of 1970 or later"


class Span(NamedTuple):
    """A time: from `begins` on, before `ends`. A moment plus `shift`, in whole days, is the number of its night."""

    begins: int
    ends: int
    shift: int


def span_of(period: str, offset: int) -> Span:
    """The time of a night ("2026-11-26") or a month ("2026-11"). Raises BadNotation."""
    try:
        if len(period) == len("2026-11"):
            first = date.fromisoformat(f"{period}-01")
            last = date(first.year + first.month // 12, first.month % 12 + 1, 1)
        elif len(period) == len("2026-11-26"):
            first = date.fromisoformat(period)
            last = date.fromordinal(first.toordinal() + 1)
        else:
            raise ValueError
    except (ValueError, OverflowError):
        raise BadNotation(f"{period[:20]!r}: {_WHAT}") from None
    if first.year not in _YEARS:
        raise BadNotation(f"{period[:20]!r}: {_WHAT}")
    shift = shift_of(offset)
    begins, ends = [(day.toordinal() - _EPOCH) * DAY - shift for day in (first, last)]
    return Span(begins, ends, shift)


def shift_of(offset: int) -> int:
    """What a moment is shifted by, so that nights begin with the days of UTC. Raises BadNotation."""
    if abs(offset) > FURTHEST:
        raise BadNotation(f"no clock is {offset} minutes ahead of UTC: {FURTHEST} at most")
    return offset * _MINUTE - NOON


def night_of(number: int) -> str:
    """The date of the night of that number."""
    return date.fromordinal(_EPOCH + number).isoformat()


def date_of(at: int, offset: int) -> str:
    """The night of a moment."""
    return night_of((at + shift_of(offset)) // DAY)
