"""Rules that later editions number anew: their numbers there, and back."""

from __future__ import annotations

from each import each

from sidepot.errors import Cite
from sidepot.rules.editions import RENUMBERED, number_before, number_in
from sidepot.rules.houses import HOUSES, TDA_2024, TDA_2026
from sidepot.rules.own_numbers import own_cite
from sidepot.rules.texts import TEXTS, Point, cite

# A few as the account of 2026 tells them: number of 2024, number of 2026.
KNOWN = [
    ("6", "6"),
    ("7", "8"),
    ("12", "13"),
    ("16", "17"),
    ("20-A", "21-A"),
    ("22", "24"),
    ("34-A", "36-A"),
    ("34-B", "36-C"),
    ("35-A", "37-A"),
    ("35-E", "37-E"),
    ("53-A", "55-A1"),
    ("53-B", "55-A2"),
    ("69", "71"),
    ("70", "72"),
    ("71-B", "74-B"),
    ("RP-10-B", "RP-10-B"),
]
NEW = ["7", "22", "73", "36-B", "55-B", "RP-23", "RP-25", "RP-29"]


@each(("old", "new"), KNOWN)
def test_a_rule_is_found_both_ways(old: str, new: str) -> None:
    assert number_in("TDA-2026", old) == new
    assert number_before("TDA-2026", new) == old


@each("number", NEW)
def test_a_new_rule_has_no_number_before(number: str) -> None:
    assert number_before("TDA-2026", number) == ""


def test_no_two_rules_come_to_the_same_number_and_74_are_there() -> None:
    numbers = [number_in("TDA-2026", str(old)) for old in range(1, 72)]
    new = [number for number in RENUMBERED["TDA-2026"].new if number.isdigit()]
    assert sorted(numbers + new, key=int) == [str(number) for number in range(1, 75)]


def test_a_point_has_its_number_in_every_edition() -> None:
    chip = Point("one large chip", {"TDA-2013": "42", "TDA-2024": "44"})
    assert chip.numbers["TDA-2026"] == "46"
    assert str(cite(chip, TDA_2026)) == "TDA-2026:46"
    assert str(cite(chip, TDA_2024)) == "TDA-2024:44"


def test_a_point_that_says_its_own_number_keeps_it() -> None:
    odd = Point("an odd card", {"TDA-2024": "35-D", "TDA-2026": "37-E"})
    assert str(cite(odd, TDA_2026)) == "TDA-2026:37-E"


def test_a_renumbered_edition_is_a_text_and_follows_one() -> None:
    for edition, told in RENUMBERED.items():
        assert edition in TEXTS
        assert told.earlier in TEXTS


@each(
    ("house", "rule", "own"),
    [
        ("tda-2024", "TDA-2013:19", "TDA-2024:20"),  # the print of 2013 has no letters here
        ("tda-2024", "TDA-2013:23-B", "TDA-2024:24-B"),
        ("tda-2024", "TDA-2013:23-C", "TDA-2024:24-C"),
        ("tda-2026", "TDA-2013:23-C", "TDA-2026:26-C"),
        ("tda-2026", "TDA-2024:20-C", "TDA-2026:21-C"),
        ("tda-2026", "TDA-2024:20-D", "TDA-2024:20-D"),  # 21-D is another rule
        ("tda-2024", "TDA-2013:20", "TDA-2024:21"),
        ("tda-2024", "TDA-2013:14-B", "TDA-2013:14-B"),  # it is gone
    ],
)
def test_a_rule_keeps_its_letter_in_the_book_of_a_house(house: str, rule: str, own: str) -> None:
    assert str(own_cite(HOUSES[house], Cite.parse(rule))) == own
