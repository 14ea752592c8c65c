"""When hands were played: the words of every site, the time of New York before others, and universal time."""

from __future__ import annotations

import pytest
from each import each

from sidepot.formats.moments import UTC, ZonedMoment, eastern_of, moment_in, universal, utc_of, zoned_moment_in


@each(
    ("when", "moment", "zone"),
    [
        ("2016/04/14 23:31:38 ET", (2016, 4, 14, 23, 31, 38), "ET"),
        ("2013/03/09 0:14:22 CET [2013/03/08 18:14:22 ET]", (2013, 3, 8, 18, 14, 22), "ET"),
        ("2021/02/13 22:01 UTC [2021/02/13 23:01 CET]", (2021, 2, 13, 22, 1, 0), "UTC"),
        ("2019-07-09T12:31:20.407Z", (2019, 7, 9, 12, 31, 20), "UTC"),
        ("2020/04/14 07:56:19", (2020, 4, 14, 7, 56, 19), ""),
        ("20:39:11 CET - 2011/04/07 [14:39:11 ET - 2011/04/07]", (2011, 4, 7, 14, 39, 11), "ET"),
        ("15:13 ET - Wed, July 21, 2010", (2010, 7, 21, 15, 13, 0), "ET"),
        ("01 05 2026 20:00:00", (2026, 5, 1, 20, 0, 0), ""),
        ("18.05.2021 18:26:13", (2021, 5, 18, 18, 26, 13), ""),
        ("07-Apr-2014 00:57:23", (2014, 4, 7, 0, 57, 23), ""),
        ("Friday, May 01, 20:00:00 CEST 2026", (2026, 5, 1, 20, 0, 0), "CEST"),
    ],
)
def test_every_sites_words_give_a_moment(when: str, moment: object, zone: str) -> None:
    assert zoned_moment_in(when) == (moment, zone)
    assert moment_in(when) == moment


@pytest.mark.parametrize(
    "when",
    [
        "",
        "yesterday",
        "2016/13/01 10:00",
        "2015/02/29 10:00:00",
        "2016/01/01 24:00:00",
    ],
)
def test_no_day_and_no_hour_that_cannot_be(when: str) -> None:
    assert zoned_moment_in(when) is None and moment_in(when) is None and universal(when) == ""


@each(
    ("eastern", "utc"),
    [
        ((2016, 4, 14, 23, 31, 38), (2016, 4, 15, 3, 31, 38)),
        ((2016, 12, 31, 20, 0, 0), (2017, 1, 1, 1, 0, 0)),
        ((2024, 2, 29, 19, 0, 0), (2024, 3, 1, 0, 0, 0)),
        ((2024, 3, 10, 1, 59, 59), (2024, 3, 10, 6, 59, 59)),  # summer begins
        ((2024, 3, 10, 3, 0, 0), (2024, 3, 10, 7, 0, 0)),
        ((2024, 11, 3, 0, 59, 59), (2024, 11, 3, 4, 59, 59)),
        ((2024, 11, 3, 2, 0, 0), (2024, 11, 3, 7, 0, 0)),  # winter begins
        ((2006, 3, 20, 12, 0, 0), (2006, 3, 20, 17, 0, 0)),  # the rule before 2007
        ((2006, 4, 2, 12, 0, 0), (2006, 4, 2, 16, 0, 0)),
        ((2006, 10, 29, 12, 0, 0), (2006, 10, 29, 17, 0, 0)),
    ],
)
def test_the_time_of_new_york_in_universal_time_and_back(
    eastern: tuple[int, int, int, int, int, int], utc: tuple[int, int, int, int, int, int]
) -> None:
    assert utc_of(ZonedMoment(eastern, "ET")) == utc
    assert eastern_of(ZonedMoment(utc, UTC)) == eastern
    assert eastern_of(ZonedMoment(eastern, "ET")) == eastern and utc_of(ZonedMoment(utc, UTC)) == utc


def test_other_zones_are_not_guessed() -> None:
    told = ZonedMoment((2026, 5, 1, 20, 0, 0), "CEST")
    assert utc_of(told) is None and eastern_of(told) is None
