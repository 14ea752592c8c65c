"""Date, time and zone of a hand, as histories print them.

Sites write the time of the table, of the player, or both. The time of New York (ET) takes precedence: then a site's
hands are in order, and the offset is known. Other zones are kept as written.
"""

# compiled: docs/how-to/measure-speed.md

from __future__ import annotations

import re
from calendar import monthrange, weekday
from functools import lru_cache
from typing import Final, NamedTuple

Moment = tuple[int, int, int, int, int, int]
"""Year, month, day, hour, minute and second."""

EASTERN: Final = "ET"
UTC: Final = "UTC"

_DATE: Final = r"(?P<year>[0-9]{4})[-/](?P<month>[0-9]{1,2})[-/](?P<day>[0-9]{1,2})"
_TIME: Final = r"(?P<hour>[0-9]{1,2}):(?P<minute>[0-9][0-9])(?::(?P<second>[0-9][0-9])(?:\.[0-9]+)?)?"
_ZONE: Final = r"(?: ?(?P<zone>[A-Z]{1,5})\b)?"
_PATTERNS: Final = tuple(
    [
        re.compile(pattern)
        for pattern in (
            rf"{_DATE}[ T]{_TIME}{_ZONE}",  # most sites
            rf"{_TIME}{_ZONE} - {_DATE}",  # Full Tilt
            rf"{_TIME}{_ZONE} - [A-Z][a-z]+, (?P<name>[A-Z][a-z]+) (?P<day>[0-9]{{1,2}}), (?P<year>[0-9]{{4}})",
            rf"(?P<name>[A-Z][a-z]+) (?P<day>[0-9]{{1,2}}),? {_TIME}{_ZONE} (?P<year>[0-9]{{4}})",  # PartyPoker
            rf"(?P<day>[0-9]{{2}})[ ./](?P<month>[0-9]{{2}})[ ./](?P<year>[0-9]{{4}}) +{_TIME}{_ZONE}",  # 888, iPoker
            rf"(?P<day>[0-9]{{2}})-(?P<name>[A-Z][a-z]{{2}})-(?P<year>[0-9]{{4}}) +{_TIME}{_ZONE}",  # iPoker
        )
    ]
)
_MONTHS: Final = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split()
_SAME: Final = {"Z": UTC, "GMT": UTC, "EST": EASTERN, "EDT": EASTERN}


class ZonedMoment(NamedTuple):
    """A date and time, and the name of the time zone in the history ("" if it names none)."""

    moment: Moment
    zone: str


@lru_cache(maxsize=1 << 10)
def zoned_moment_in(when: str) -> ZonedMoment | None:
    """The date and time of a history; None if it has no time.

    If the history prints the time in several zones, New York time is preferred.

    >>> zoned_moment_in("2016/04/15 5:31:38 CET [2016/04/14 23:31:38 ET]")
    ZonedMoment(moment=(2016, 4, 14, 23, 31, 38), zone='ET')
    """
    for pattern in _PATTERNS:
        found = [one for one in map(_zoned, pattern.finditer(when)) if one is not None]
        if found:
            eastern = [one for one in found if one.zone == EASTERN]
            return eastern[0] if eastern else found[0]
    return None


def moment_in(when: str) -> Moment | None:
    """Year, month, day, hour, minute and second of a history; None if the text has no time.

    >>> moment_in("2016/04/14 23:31:38 ET")
    (2016, 4, 14, 23, 31, 38)
    """
    zoned = zoned_moment_in(when)
    return None if zoned is None else zoned.moment


def order_of(when: str) -> Moment | None:
    """A key for sorting hands of several sites: UTC if the zone is known, otherwise the printed time.

    >>> order_of("2016/04/14 23:31:38 ET") < order_of("2016/04/15 03:31:39 UTC")
    True
    """
    zoned = zoned_moment_in(when)
    return None if zoned is None else utc_of(zoned) or zoned.moment


def utc_of(zoned: ZonedMoment) -> Moment | None:
    """The moment in UTC; None if its time zone is unknown."""
    if zoned.zone == UTC:
        return zoned.moment
    if zoned.zone == EASTERN:
        return _later(zoned.moment, 4 if _is_summer(zoned.moment) else 5)
    return None


def universal(when: str) -> str:
    """The time of a history as ISO 8601 in UTC. If the zone is unknown, it is the printed time, without `Z`.

    Returns "" if the history has no time.

    >>> universal("2016/04/14 23:31:38 ET"), universal("2016/04/14 23:31"), universal("some day")
    ('2016-04-15T03:31:38Z', '2016-04-14T23:31:00', '')
    """
    zoned = zoned_moment_in(when)
    if zoned is None:
        return ""
    moment = utc_of(zoned)
    year, month, day, hour, minute, second = moment or zoned.moment
    return f"{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}{'Z' if moment else ''}"


def eastern_of(zoned: ZonedMoment) -> Moment | None:
    """The moment in New York time; None if its time zone is unknown."""
    if zoned.zone == EASTERN:
        return zoned.moment
    if zoned.zone == UTC:
        winter = _later(zoned.moment, -5)
        return _later(zoned.moment, -4) if _is_summer(winter) else winter
    return None


def _zoned(found: re.Match[str]) -> ZonedMoment | None:
    parts = found.groupdict()
    name = parts.get("name")
    month = int(parts.get("month") or 0)
    if name:
        month = _MONTHS.index(name[:3]) + 1 if name[:3] in _MONTHS else 0
    year, day, hour, minute, second = [int(parts[key] or 0) for key in ("year", "day", "hour", "minute", "second")]
    if not (year and 0 < month < 13 and 0 < day <= _days(year, month)):
        return None
    if not (hour < 24 and minute < 60 and second < 60):
        return None
    zone = parts["zone"] or ""
    return ZonedMoment((year, month, day, hour, minute, second), _SAME.get(zone, zone))


def _is_summer(moment: Moment) -> bool:
    """Whether New York has daylight saving time, given its standard time: from two o'clock on the day on which it
    begins.
    """
    year, month, day, hour = moment[:4]
    if year >= 2007:
        first, last = (3, _sunday(year, 3, 8)), (11, _sunday(year, 11, 1))
    else:
        first, last = (4, _sunday(year, 4, 1)), (10, _sunday(year, 10, 25))
    return (*first, 2) <= (month, day, hour) < (*last, 1)


@lru_cache(maxsize=1 << 8)
def _sunday(year: int, month: int, since: int) -> int:
    """The first Sunday of a month on or after a day."""
    return since + (6 - weekday(year, month, since)) % 7


@lru_cache(maxsize=1 << 8)
def _days(year: int, month: int) -> int:
    """The number of days of a month."""
    return monthrange(year, month)[1]


def _later(moment: Moment, hours: int) -> Moment:
    """The moment some hours later or earlier, less than a day."""
    year, month, day, hour = moment[:4]
    hour += hours
    day += hour // 24
    if day < 1:
        year, month = (year - 1, 12) if month == 1 else (year, month - 1)
        day = _days(year, month)
    elif day > _days(year, month):
        year, month, day = (year + 1, 1, 1) if month == 12 else (year, month + 1, 1)
    return year, month, day, hour % 24, moment[4], moment[5]
