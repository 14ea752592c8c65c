"""The house of a club: a file with a book and its own choices, which everything then knows by its name."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from each import each

from sidepot.cli.usual_house import named_or_read, read_houses
from sidepot.errors import BadNotation
from sidepot.floor.incident import ruling_on
from sidepot.rules.houses import BASES, HOUSES, OWN_HOUSES, find_house
from sidepot.rules.meanings import OWN_TITLES, house_title
from sidepot.rules.own_houses import HouseFile, adopt, house_of, own_choices, read_house_file, written

OURS = """\
name = "our-club"
title = "Our club"
based_on = "roberts"

[choices]
run_it = 2
rabbit_hunting = true
"""


@pytest.fixture(autouse=True)
def _forgotten() -> Iterator[None]:
    yield
    for known in (OWN_HOUSES, BASES, OWN_TITLES):
        known.pop("our-club", None)


def test_a_house_of_a_club_rules_by_its_own_choices() -> None:
    house = adopt(read_house_file(OURS))
    assert find_house("Our Club") is house and house_title(house) == "Our club" and "our-club" not in HOUSES
    ruling, _ = ruling_on({"topic": "run it twice"}, house)
    assert (ruling.verdict, str(ruling.cites[0])) == ("run as agreed", "HOUSE:run_it")
    ruling, _ = ruling_on({"topic": "missed blinds"}, house)
    assert str(ruling.cites[0]) == "RRP-11:blinds/missed", "what the club has not chosen is its book's"


@each("base", HOUSES)
def test_a_file_is_written_as_it_is_read(base: str) -> None:
    file = HouseFile(
        "our-club", base, 'The "Club"', {"rabbit_hunting": not HOUSES[base].rabbit_hunting, "even_from": 9}
    )
    again = read_house_file(written(file))
    assert house_of(again) == house_of(file) and again.title == file.title
    assert {one.field for one in own_choices(file)} == {"rabbit_hunting", "even_from"}


@each(
    ("change", "message"),
    [
        (('based_on = "roberts"', 'based_on = "nobody"'), "based_on: unknown house 'nobody'"),
        (('name = "our-club"', 'name = "cash"'), "cash is a house of this program"),
        (('name = "our-club"', 'name = "Our Club!"'), "the file of a house"),
        (("run_it = 2", "run_twice = 2"), "there is no choice 'run_twice'"),
        (("run_it = 2", 'run_it = "often"'), "run_it"),
        (("run_it = 2", "name = 2"), "there is no choice 'name'"),
        (("[choices]", "[choices"), "line 5: invalid TOML"),
    ],
)
def test_a_file_that_is_no_house_is_refused(change: tuple[str, str], message: str) -> None:
    with pytest.raises(BadNotation) as refused:
        read_house_file(OURS.replace(*change))
    assert message in str(refused.value)


def test_a_file_stands_for_its_house_on_the_command_line(tmp_path: Path) -> None:
    path = tmp_path / "ours.toml"
    path.write_text(OURS, encoding="utf-8")
    assert named_or_read(str(path)) == "our-club" and named_or_read("cash") == "cash"
    with pytest.raises(BadNotation):
        named_or_read(str(tmp_path / "none.toml"))
    assert read_houses(tmp_path) == ["our-club"] and read_houses(tmp_path / "none") == []
