"""A case that several houses share: told once, and run in each with the cites of its book."""

from __future__ import annotations

import pytest
from own_cases import own_cases

from sidepot.cases.run import read_cases, run_case
from sidepot.errors import BadNotation

TOLD = """
[[case]]
id = "X"
title = "The clock"
rules = ["TDA-2024:29", "T27a"]
source = "TDA 2024, rule 29"
house = "tda-2024"
also = { ALSO }
kind = "ruling"
facts = { topic = "clock", facing_bet = false, acted_seconds = 90 }
expect = { verdict = "check", cites = ["TDA-2024:29"] }
"""


def told(also: str) -> str:
    return TOLD.replace("ALSO", also).replace(', "T27a"', "")


def test_a_case_is_played_in_each_house_that_it_names() -> None:
    first, second = read_cases(told('tda-2026 = ["TDA-2026:31"]'))
    assert (first.id, first.house, first.rules) == ("X", "tda-2024", ("TDA-2024:29",))
    assert (second.id, second.house, second.rules) == ("X@tda-2026", "tda-2026", ("TDA-2026:31",))
    assert run_case(first) == run_case(second) == []


def test_it_fails_where_the_house_cites_another_rule() -> None:
    _, second = read_cases(told('tda-2026 = ["TDA-2026:29"]'))
    assert run_case(second)
    _, third = read_cases(told("tda-2013 = []"))
    assert run_case(third), "by 2013 the hand is dead"


@pytest.mark.parametrize("also", ["tda-2024 = []", "nowhere = []", 'tda-2026 = "TDA-2026:31"'])
def test_a_case_in_its_own_house_or_an_unknown_one_is_refused(also: str) -> None:
    with pytest.raises(BadNotation):
        read_cases(told(also))


def test_the_package_has_such_cases() -> None:
    assert len([case for case in own_cases() if case.id.endswith("@tda-2026")]) > 50
