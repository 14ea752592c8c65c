"""Tournaments that repeat each week: when the next one of them begins, and by which terms."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, tzinfo
from typing import TYPE_CHECKING, Final
from zoneinfo import ZoneInfo

from msgspec.structs import replace

if TYPE_CHECKING:
    from sidepot.room.tournament.state import EventState
    from sidepot.room.tournament.terms import EventTerms

WEEK: Final = timedelta(days=7)


def next_start(starts_at: int, zone: str, now: int) -> int:
    """The first time after `now` that it is the same weekday and time of day there; times are in milliseconds.

    On a machine that does not know the zone, whole weeks later.

    >>> friday = int(datetime(2026, 10, 23, 18, tzinfo=UTC).timestamp()) * 1000
    >>> str(datetime.fromtimestamp(next_start(friday, "UTC", friday) // 1000, UTC))
    '2026-10-30 18:00:00+00:00'
    """
    there = _zone(zone)
    at = datetime.fromtimestamp(starts_at / 1000, there)
    last = datetime.fromtimestamp(now / 1000, there)
    weeks = max((last - at) // WEEK, 0)
    found = at + weeks * WEEK  # by the clock there: an hour more or less where that is changed
    while found.timestamp() * 1000 <= now or found <= at:
        found += WEEK
    return round(found.timestamp() * 1000)


def _zone(name: str) -> tzinfo:
    try:
        return ZoneInfo(name)
    except (LookupError, ValueError, OSError):
        return UTC


def is_next_due(event: EventState) -> bool:
    """Whether the next one of its series is to be announced: it has begun, or was called off for lack of players."""
    return bool(event.terms.weekly) and (event.tournament.is_seated or event.over) and not event.is_last


def next_terms(event: EventState, now: int) -> EventTerms:
    """The terms of the next one of its series."""
    terms = event.terms
    at = next_start(terms.starts_at, terms.weekly, now)
    flights_at = tuple([one and next_start(one, terms.weekly, now) for one in terms.flights_at])  # 0: staff start it
    word_of = (terms.password_of or event.id) if terms.locked else ""
    return replace(terms, starts_at=at, flights_at=flights_at, follows=event.id, draft=False, password_of=word_of)
