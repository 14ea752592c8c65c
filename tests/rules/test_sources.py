"""The sources have names, and a cite of theirs names the rules of known books that say the same."""

from __future__ import annotations

import pytest

from sidepot.rules.bookshelf import find_book
from sidepot.rules.houses import CASH
from sidepot.rules.index import find_rule, rules
from sidepot.rules.meanings import house_title
from sidepot.rules.sources import cited, names_of, source_of, sources


def test_every_row_of_the_index_is_of_one_source() -> None:
    assert [rule.id for source in sources() for rule in source.rules] == [rule.id for rule in rules()]
    assert source_of(find_rule("TDA-2024:44")) is None


def test_sources_have_different_names() -> None:
    assert len({source.name for source in sources()}) == len({source.title for source in sources()}) == len(sources())


def test_parallels_are_rules_of_the_tda_or_of_roberts() -> None:
    books = {rule.id for book in ("tda-2024", "roberts") for rule in find_book(book).rules}
    assert {other for rule in rules() for other in rule.parallels} <= books
    assert [rule.id for rule in rules() if rule.parallels and rule.id.startswith(("T1", "T2", "RP-", "IA-"))] == []


@pytest.mark.parametrize(
    ("cite", "text"),
    [
        ("TS-8", "TS-8 = Robert's Rules 3 showdown 8"),
        ("PG:65", "PG:65 = TDA-2024:56, Robert's Rules 3 betting 14"),
        ("TS-5", "TS-5"),
        ("TDA-2013:43", "TDA-2013:43"),
        ("HOUSE:clock_seconds", "HOUSE:clock_seconds"),
    ],
)
def test_a_cite_names_the_rules_that_say_the_same(cite: str, text: str) -> None:
    assert cited(cite) == text


def test_cites_are_explained_by_the_names_of_their_sources() -> None:
    assert names_of(["PG-8", "TS-5", "TDA-2024:21"]) == "TS: Table stakes; PG: How poker is played"


def test_the_cash_house_is_called_by_its_stakes() -> None:
    assert house_title(CASH) == "Cash game, table stakes"
