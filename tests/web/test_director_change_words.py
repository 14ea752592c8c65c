"""What an act would change, in words and as data."""

from __future__ import annotations

import pytest
from needs import SERVE

pytest.importorskip("litestar", reason=SERVE.reason)

from sidepot.games.unit import WHOLE, Unit
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
    told = changed(Change(*change), WHOLE)
    assert told.text == text == plain(told.sentence) and told.before == change[2]


def test_money_has_its_currency_and_cents() -> None:
    told = changed(Change("", "prizes", "5000, 2550", "7550"), Unit(2, "EUR"))
    assert told.text == "prizes: \N{EURO SIGN}50, \N{EURO SIGN}25.50 \N{RIGHTWARDS ARROW} \N{EURO SIGN}75.50"
