"""The house of a club: a file with a book and its own choices, which everything then knows by its name."""

from __future__ import annotations

import io
import json
from pathlib import Path

import msgspec
import pytest
from each import each
from rich.console import Console

from sidepot.cli.app import run
from sidepot.cli.rule_ask import Desk
from sidepot.cli.screen import Terminal
from sidepot.cli.usual_house import named_or_read, read_houses
from sidepot.errors import BadNotation
from sidepot.floor.incident import ruling_on
from sidepot.quiz.questions import find_question, houses_asked, questions
from sidepot.rules.houses import HOUSES, find_house
from sidepot.rules.meanings import house_title
from sidepot.rules.own_houses import HouseFile, adopt, house_of, own_choices, read_house_file, written
from sidepot.rules.ruling import overrule

OURS = """\
name = "our-club"
title = "Our club"
based_on = "roberts"

[choices]
run_it = 2
rabbit_hunting = true
"""


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
        (('name = "our-club"', 'name = "Our Club!"'), "name: expected lowercase letters, digits and hyphens"),
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


@pytest.fixture
def face_down(tmp_path: Path) -> str:
    """The file of a house by the TDA's rules of 2024 that does not turn up the hands of players who are all-in."""
    path = tmp_path / "ours.toml"
    path.write_text('name = "our-club"\nbased_on = "tda-2024"\n[choices]\nface_up_all_in = false\n', encoding="utf-8")
    return str(path)


def test_the_quiz_asks_what_the_club_has_chosen(face_down: str, capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["quiz", "--path", "floor", "--topic", "all-in-hand-not-shown", "--json"]
    assert run([*asked, "--house", "tda-2024"]) == 0 and "HOUSE:face_up_all_in" not in capsys.readouterr().out
    assert run([*asked, "--house", face_down]) == 0
    report = json.loads(capsys.readouterr().out)
    (one,) = [one for one in report["questions"] if one["cites"][0] == "HOUSE:face_up_all_in"]
    assert report["house"] == "our-club" and one["id"].startswith("our-club:")
    assert find_question(one["id"]).title == one["title"]
    answers = {answer["text"]: answer["right"] for answer in one["answers"]}
    assert answers["The player may muck."] is True and answers["The player must table the hand."] is False


def test_a_changed_file_changes_the_questions() -> None:
    """A room reads the files when it starts, and a program may read one twice."""
    adopt(HouseFile("our-club", "tda-2024", choices={"face_up_all_in": False}))
    assert "our-club" in houses_asked() and any(str(one.cites[0])[:5] == "HOUSE" for one in questions("our-club"))
    adopt(HouseFile("our-club", "tda-2024"))
    assert not any(str(one.cites[0])[:5] == "HOUSE" for one in questions("our-club"))


def test_a_hand_is_explained_by_the_file_of_a_house(
    face_down: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    hand = tmp_path / "hand.phh"
    hand.write_text(
        "variant = 'NT'\nantes = [0, 0]\nblinds_or_straddles = [50, 100]\nmin_bet = 100\nstarting_stacks = [900, 900]\n"
        "actions = ['d dh p1 AhKh', 'd dh p2 QsQd', 'p2 cc']\n"
    )
    assert run(["explain", str(hand), "--house", face_down, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["house"] == "our-club"


def test_the_desk_of_rule_takes_the_file_of_a_house(
    face_down: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(f"house\n{face_down}\nq\n"))
    Desk(Terminal(), Console(width=100), house="cash").run()
    assert "House our-club:" in capsys.readouterr().out


def test_overruling_in_a_house_of_a_club_cites_its_book() -> None:
    house = adopt(read_house_file(OURS))
    ruling, _ = ruling_on({"topic": "missed blinds"}, house)
    own, book = (
        overrule(msgspec.structs.replace(ruling, house=name), "dead", "fair") for name in (house.name, "roberts")
    )
    assert own.cites == book.cites
