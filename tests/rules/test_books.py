"""The books beside the sources: their rows are complete, and each state is what it says."""

from __future__ import annotations

import re

import pytest
from each import each

from sidepot.errors import BadNotation
from sidepot.rules.bookshelf import BOOKS, Book, _place, books, find_book
from sidepot.rules.index import cases_by_rule, find_rule, find_rules, points
from sidepot.rules.rows import Rule

TDA_2024 = find_book("tda-2024")
SAME = [rule for rule in points() if rule.state == "same"]


def lettered(text: str) -> list[str]:
    """The lettered parts that are written like this: `5ABCD 8AB`."""
    heads = re.findall(r"((?:RP-)?\d+)([A-Z]+)", text)
    return [f"{number}-{letter}" for number, letters in heads for letter in letters]


# Each rule of 2024 with parts, and its letters.
PARTS_2024 = lettered(
    "5ABCD 8AB 10AB 11ABCD 13ABC 15AB 17AB 18AB 20ABCD 24ABC 25ABC 34AB 35ABCDE 39ABCD 40ABC 41ABCD 42AB 43AB 45A "
    "46ABC 47AB 50AB 51ABC 52AB 53AB 54ABCD 59AB 65AB 71ABCD RP-5D RP-8ABCDEF RP-10ABCDEFGH"
)


def numbers(book: Book) -> set[str]:
    return {rule.number for rule in book.rules}


def test_each_rule_of_2024_has_a_row_and_so_has_each_part() -> None:
    wanted = [*map(str, range(1, 72)), *[f"RP-{number}" for number in range(1, 23)]]
    assert [number for number in wanted if find_rules(f"TDA-2024:{number}")[0].edition != "TDA-2024"] == []
    assert sorted(set(PARTS_2024) - numbers(TDA_2024)) == []


@each("book", books(), ids=lambda book: book.name)
def test_the_rows_of_a_book_cite_it_once_each(book: Book) -> None:
    ids = [rule.id for rule in book.rules]
    assert len(ids) == len(set(ids))
    assert [rule.id for rule in book.rules if rule.edition != book.edition] == []
    assert find_book(book.edition) is find_book(book.name)


def test_a_row_has_what_its_state_asks_for_and_nothing_else() -> None:
    def told(rule: Rule) -> dict[str, bool]:
        return {"done": bool(rule.home), "planned": bool(rule.missing), "policy": bool(rule.says)}

    for rule in points():
        asked = {rule.state: True} if rule.state in told(rule) else {}
        assert {state for state, has in told(rule).items() if has} == set(asked), rule.id
        assert rule.same_as or rule.state != "same", rule.id


def test_a_done_row_of_a_book_is_proved_by_a_case_of_its_own() -> None:
    assert [rule.id for rule in points() if rule.state == "done" and rule.id not in cases_by_rule()] == []


@each("rule", SAME, ids=lambda rule: rule.id)
def test_a_row_that_is_the_same_as_others_names_rows_that_are_done(rule: Rule) -> None:
    assert [other for other in rule.same_as if find_rule(other).state not in ("done", "same")] == []
    assert rule.id not in rule.same_as


def test_a_row_that_is_as_in_2013_has_its_number_of_2024_there() -> None:
    """The rows of 2013 name their numbers of 2024 themselves; both ways say the same."""
    wrong = []
    for rule in TDA_2024.rules:
        head = re.sub(r"^((?:RP-)?\d+).*", r"\1", rule.number)
        for row in map(find_rule, rule.same_as):
            if row.tda_2024 and row not in find_rules(f"TDA-2024:{head}"):
                wrong.append(f"{rule.id}: {row.id} stands under {row.tda_2024}")
    assert wrong == []


def test_a_policy_says_a_sentence() -> None:
    said = [rule for rule in points() if rule.says]
    assert len(said) > 8
    assert [rule.id for rule in said if not rule.says.endswith(".") or not rule.says[0].isupper()] == []


def test_a_book_that_is_not_there_is_refused() -> None:
    with pytest.raises(BadNotation, match="there is no book 'tda-2025'; did you mean 'tda-202"):
        find_book("tda-2025")


def test_every_book_of_the_folder_is_on_the_shelf() -> None:
    from importlib.resources import files

    there = {file.name for file in files("sidepot.rules").joinpath("books").iterdir() if file.name.endswith(".toml")}
    assert there == {f"{name.replace('-', '_')}.toml" for name in BOOKS}


# ---- 2026, which follows 2024


def test_each_rule_of_2026_has_a_row_known_from_a_retelling() -> None:
    book = find_book("tda-2026")
    wanted = [*map(str, range(1, 75)), *[f"RP-{number}" for number in range(1, 30)]]
    assert [number for number in wanted if find_rules(f"TDA-2026:{number}")[0].edition != "TDA-2026"] == []
    assert {rule.seen for rule in book.rules} == {"retelling"}


def test_a_rule_of_2026_that_is_not_changed_is_that_of_2024_under_its_new_number() -> None:
    rule = find_rule("TDA-2026:46")
    before = find_rule("TDA-2024:44")
    assert (rule.gist, rule.was, rule.same_as) == (before.gist, "44", ("TDA-2024:44",))
    of_2024 = {rule.id: rule.state for rule in TDA_2024.rules}
    same = [row for rule in find_book("tda-2026").rules if rule.state == "same" for row in rule.same_as]
    done = [of_2024[row] for row in same if row in of_2024]
    assert done and "planned" not in done


def test_rules_dropped_in_2026_have_no_row() -> None:
    book = find_book("tda-2026")
    assert "37-A6" in numbers(book)
    assert "37-A7" not in numbers(book)
    assert [rule.number for rule in book.rules] == sorted(numbers(book), key=_place)
