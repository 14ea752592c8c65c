"""What an act would change, in words and as data."""

from __future__ import annotations

import pytest
from needs import SERVE

pytest.importorskip("litestar", reason=SERVE.reason)

from sidepot.rules.clauses import plain
from sidepot.tournament.preview import Change
from sidepot.web.director.schemas import changed


@pytest.mark.parametrize(
    ("change", "text"),
    [
        (("", "players left", "26", "27"), "players left: 26 \N{RIGHTWARDS ARROW} 27"),
        (("Ann", "status", "out", "seated"), "Ann status: out \N{RIGHTWARDS ARROW} seated"),
        (("Ann", "seat", "", "table 2 seat 3"), "Ann seat: \N{EN DASH} \N{RIGHTWARDS ARROW} table 2, seat 3"),
        (("table 2", "button", "seat 1", ""), "table 2 button: seat 1 \N{RIGHTWARDS ARROW} \N{EN DASH}"),
        (("Ann", "stack", "12500", "0"), "Ann stack: 12,500 \N{RIGHTWARDS ARROW} 0"),
    ],
)
def test_a_change_is_told_in_words_and_as_data(change: tuple[str, str, str, str], text: str) -> None:
    told = changed(Change(*change))
    assert told.text == text == plain(told.sentence) and told.before == change[2]
