"""A club's own house as a file: every command takes it, and files of other kinds name it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from each import each
from own_houses_of_tests import forget_own_houses
from shown_commands import all_commands

from sidepot.cases.run import gather_cases, load_cases
from sidepot.cli.app import run
from sidepot.cli.structure_file import read_structure_file
from sidepot.cli.usual_house import named_or_read, read_houses, with_house_read
from sidepot.errors import BadNotation
from sidepot.formats.phh import read_phh
from sidepot.formats.phh_play import play_phh
from sidepot.rules.houses import HOUSES, OWN_HOUSES, book_of
from sidepot.rules.own_houses import HouseFile, written

OURS = HouseFile("our-club", "tda-2024", "Our club", {"run_it": 2, "face_up_all_in": False})
HAND = (
    "variant = 'NT'\nantes = [0, 0]\nblinds_or_straddles = [50, 100]\nmin_bet = 100\nstarting_stacks = [900, 900]\n"
    "actions = ['d dh p1 AhKh', 'd dh p2 QsQd', 'p2 f']\n"
)
INCIDENT = 'topic = "all-in hand not shown"\n'
TABLES = ["A/btn,B,C,D,E,F", "G/btn,H,-,I,-,-"]
GIVEN = {
    "play": ["play", "--watch", "--seed", "1"],
    "rule": ["rule", "clock", "facing-bet=no", "acted-seconds=90"],
    "quiz": ["quiz", "--number", "1", "--json"],
    "penalties": ["penalties", "log.json", "--player", "Ann", "--offence", "abuse", "--players", "6", "--by", "Bo"],
    "explain": ["explain", "hand.phh"],
    "settle": ["settle", "--put", "A=5", "--put", "B=5", "--best", "A,B"],
    "simulate": ["simulate", "--hands", "1"],
    "evaluate": ["evaluate", "random", "steady", "--deals", "1"],
    "tournament new": ["tournament", "new", "--preset", "turbo"],
    "tournament seat": ["tournament", "seat", "--players", "9"],
    "tournament balance": ["tournament", "balance", *TABLES],
    "tournament button": ["tournament", "button", "A/sb,B/bb,C,D,E,F/btn"],
    "tournament race": ["tournament", "race", "1=25x3 100x40", "2=25x1 100x8", "--remove", "25"],
}
"""A command line for each command that takes a house."""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the hand that `GIVEN` names."""
    (tmp_path / "hand.phh").write_text(HAND, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def taking_a_house() -> set[str]:
    """The commands with the option `--house`, from the parser of the command line."""
    return {
        path for path, command in all_commands() if "--house" in [name for one in command.params for name in one.opts]
    }


def test_every_command_that_takes_a_house_is_tried() -> None:
    assert taking_a_house() == set(GIVEN)


@each("command", GIVEN)
def test_every_command_takes_the_file_of_a_house(
    folder: Path, capsys: pytest.CaptureFixture[str], command: str
) -> None:
    forget_own_houses()
    (folder / "ours.toml").write_text(written(OURS), encoding="utf-8")
    assert run([*GIVEN[command], "--house", "ours.toml"]) == 0, capsys.readouterr().err
    assert "our-club" in OWN_HOUSES
    (folder / "ours.toml").write_text(written(OURS).replace("run_it", "run_twice"), encoding="utf-8")
    assert run([*GIVEN[command], "--house", "ours.toml"]) == 2
    assert capsys.readouterr().err == (
        "error: ours.toml: choices: there is no choice 'run_twice'; did you mean run_it?\n"
    )


# ---- files that name the file


STRUCTURE = """\
name = "friday"
game = "nl holdem"
chips = "25 green, 100 black"
stack = 10000
schedule = [{ blinds = [50, 100], minutes = 20 }, { blinds = [2000, 4000], minutes = 20 }]
"""
SETTLED = 'board = "2c 3d 4h 9s Td"\nput = { A = 5, B = 5 }\nhands = { A = "AsAh", B = "KsKh" }\n'
CASE = """\
[[case]]
id = "OURS/face-down"
title = "Nobody turns up an all-in hand"
kind = "ruling"
rules = ["T15"]
source = "our club"
{house}facts = {{ topic = "all-in hand not shown" }}
expect = {{ verdict = "may muck", cites = ["HOUSE:face_up_all_in"] }}
"""
NAMED = {
    "structure": (STRUCTURE, ["tournament", "run", "one.toml", "--players", "2", "--json"]),
    "hand": (SETTLED, ["settle", "one.toml"]),
    "incident": (INCIDENT, ["rule", "one.toml"]),
    "table": ("", ["simulate", "--table", "one.toml", "--hands", "2", "--times", "2", "--jobs", "2", "--json"]),
    "case": (CASE, ["check", "one.toml"]),
}
WAYS = {
    "path": 'house = "houses/ours.toml"\n',
    "table": 'house = { name = "our-club", based_on = "tda-2024", choices = { face_up_all_in = false } }\n',
}


def _write(folder: Path, kind: str, house: str) -> list[str]:
    """Write a file that names a house in this way. Returns the command line that reads it."""
    forget_own_houses()
    text, command = NAMED[kind]
    file = folder / "files"
    file.mkdir(exist_ok=True)
    (file / "one.toml").write_text(text.format(house=house) if kind == "case" else house + text, encoding="utf-8")
    return [one.replace("one.toml", str(file / "one.toml")) for one in command]


@pytest.fixture
def houses(tmp_path: Path) -> Path:
    """A folder `files`, which has the file of the house in a folder of its own."""
    path = tmp_path / "files" / "houses"
    path.mkdir(parents=True)
    (path / "ours.toml").write_text(written(OURS), encoding="utf-8")
    return tmp_path


@each("kind", NAMED)
@each("way", WAYS)
def test_a_file_names_the_file_of_a_house_or_contains_it(
    houses: Path, capsys: pytest.CaptureFixture[str], kind: str, way: str
) -> None:
    assert run(_write(houses, kind, WAYS[way])) == 0, capsys.readouterr().err
    out = capsys.readouterr().out
    assert {"hand": "house our-club", "incident": "HOUSE:face_up_all_in", "case": "1 passed"}.get(kind, "") in out


@each("kind", NAMED)
@each(
    ("house", "message"),
    [
        ('house = "houses/none.toml"\n', "none.toml: no such file"),
        ('house = "files/houses.toml"\n', "houses.toml: no such file"),
        ('house = "our-clob"\n', "unknown house 'our-clob'"),
        ('house = { name = "our-club" }\n', "house: the key 'based_on' is missing"),
        ('house = { name = "Our Club", based_on = "cash" }\n', "name: expected lowercase letters, digits and hyphens"),
        ('house = { name = "our-club", based_on = "our-club" }\n', "a house cannot be based on itself"),
        ('house = { name = "our-club", based_on = "cash", choices = { run_it = 99 } }\n', "choices.run_it: expected"),
        ("house = 5\n", "not 5"),
    ],
)
def test_a_file_with_a_wrong_house_is_refused_where_it_is_wrong(
    houses: Path, capsys: pytest.CaptureFixture[str], kind: str, house: str, message: str
) -> None:
    assert run(_write(houses, kind, house)) == 2
    err = capsys.readouterr().err
    assert message in err and "one.toml: " in err and "house" in err


def test_a_mistake_in_the_file_of_a_house_names_both_files(houses: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = _write(houses, "hand", WAYS["path"])
    file = houses / "files" / "houses" / "ours.toml"
    file.write_text(written(OURS).replace("run_it = 2", 'run_it = "often"'), encoding="utf-8")
    assert run(command) == 2
    assert capsys.readouterr().err == (
        f"error: {houses / 'files' / 'one.toml'}: house: {file}: choices.run_it: expected an integer from 1 to 10, "
        "not 'often'\n"
    )


def test_two_houses_of_one_name_are_refused(tmp_path: Path) -> None:
    for name, runs in (("a", 2), ("b", 3)):
        text = written(HouseFile("our-club", "cash", choices={"run_it": runs}))
        (tmp_path / f"{name}.toml").write_text(text, encoding="utf-8")
    first, second = (str(tmp_path / name) for name in ("a.toml", "b.toml"))
    assert named_or_read(first) == named_or_read(first) == "our-club"
    with pytest.raises(BadNotation) as refused:
        named_or_read(second)
    table = {"name": "our-club", "based_on": "cash", "choices": {"run_it": 3}}
    with pytest.raises(
        BadNotation, match="one.toml: house: a.toml describes a different house".replace("a.toml", first)
    ):
        with_house_read({"house": table}, "one.toml")
    assert str(refused.value).startswith(f"{second}: {first} describes a different house with the name our-club")


# ---- a folder of houses


def _houses_in(folder: Path, bases: dict[str, str]) -> None:
    """Write a file for each house, with a choice of its own; a file and its house have one name."""
    forget_own_houses()
    for runs, (name, base) in enumerate(bases.items(), 2):
        text = written(HouseFile(name, "cash", choices={"run_it": runs})).replace('"cash"', f'"{base}"')
        (folder / f"{name}.toml").write_text(text, encoding="utf-8")


@each(
    "bases",
    [
        {"a1": "b2", "b2": "c3", "c3": "cash"},
        {"a1": "B_2", "b-2": "cash"},
        {"b2": "cash", "a1": "b2", "c3": "b2"},
    ],
)
def test_a_house_of_a_folder_may_be_based_on_another_one_of_it(tmp_path: Path, bases: dict[str, str]) -> None:
    _houses_in(tmp_path, bases)
    assert sorted(read_houses(tmp_path)) == sorted(bases)
    assert {name: OWN_HOUSES[name].run_it for name in bases} == {name: runs for runs, name in enumerate(bases, 2)}
    assert {book_of(OWN_HOUSES[name]).name for name in bases} == {"cash"}


@each(
    ("bases", "message"),
    [
        (
            {"a1": "b2", "b2": "a1", "c3": "cash"},
            "a1.toml and b2.toml are based on each other; base one of them on a book",
        ),
        (
            {"a1": "c3", "b2": "a1", "c3": "b2"},
            "a1.toml, b2.toml and c3.toml are based on each other; base one of them on a book",
        ),
        ({"a1": "a1"}, "a1.toml: based_on: a house cannot be based on itself; name the book that your club plays by"),
        (
            {"a1": "our-clb", "our-club": "cash"},
            "a1.toml: based_on: unknown house 'our-clb'; did you mean our-club (our-club.toml)?",
        ),
    ],
)
def test_a_base_that_a_folder_of_houses_lacks_is_named_with_the_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, bases: dict[str, str], message: str
) -> None:
    monkeypatch.chdir(tmp_path)
    _houses_in(tmp_path, bases)
    with pytest.raises(BadNotation) as refused:
        read_houses(Path())
    assert str(refused.value) == message


def test_a_base_whose_file_is_missing_is_named_with_the_house_that_needs_it(tmp_path: Path) -> None:
    _houses_in(tmp_path, {"a1": "lost-house"})
    with pytest.raises(BadNotation) as refused:
        read_houses(tmp_path)
    assert str(refused.value).startswith(f"{tmp_path / 'a1.toml'}: based_on: unknown house 'lost-house'; ")
    assert "put its file (lost-house.toml) into the same folder, or choose one of tda-2013, " in str(refused.value)


def test_a_tournament_keeps_the_rules_of_its_file(houses: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _write(houses, "structure", WAYS["path"])
    structure = houses / "files" / "one.toml"
    log = houses / "log.jsonl"
    assert run(["tournament", "direct", str(log), "--new", str(structure), "--json"]) == 0
    (houses / "files" / "houses" / "ours.toml").unlink()
    capsys.readouterr()
    assert run(["tournament", "direct", str(log), "--json"]) == 0
    kept: Any = json.loads(log.read_text("utf-8").splitlines()[0])["events"][0]["structure"]["rulebook"]
    assert (kept["name"], kept["face_up_all_in"], kept["run_it"]) == ("our-club", False, 2)


def test_a_structure_is_of_the_house_of_its_file(houses: Path) -> None:
    _write(houses, "structure", WAYS["path"])
    found = read_structure_file(str(houses / "files" / "one.toml")).rulebook
    assert found == HOUSES["tda-2024"].but(name="our-club", run_it=2, face_up_all_in=False)


def test_a_case_of_a_club_is_a_case_of_its_book(houses: Path) -> None:
    _write(houses, "case", WAYS["path"] + "rulebook = { run_it = 3 }\n")
    (case,) = load_cases([houses / "files" / "one.toml"])
    assert (case.house, case.rulebook) == ("tda-2024", {"run_it": 3, "face_up_all_in": False})
    assert gather_cases([houses / "files" / "one.toml"]).unread == ()


def test_a_hand_history_contains_its_house(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table = "{ name = 'our-club', based_on = 'tda-2024', choices = { run_it = 2 } }"
    hand = tmp_path / "hand.phh"
    hand.write_text(f"{HAND}_sidepot_house = {table}\n", encoding="utf-8")
    assert run(["explain", str(hand), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["house"] == "our-club"
    assert run(["convert", str(hand), "--to", "phh", "--out", str(tmp_path / "out")]) == 0
    (copied,) = read_phh((tmp_path / "out" / "hand.phhs").read_text("utf-8"))
    assert play_phh(copied).hand.setup.rulebook == HOUSES["tda-2024"].but(name="our-club", run_it=2)


@each(
    ("value", "message"),
    [
        ('"houses/ours.toml"', "_sidepot_house: 'houses/ours.toml' is the path of a file, and files are not read here"),
        ('"robets"', "_sidepot_house: unknown house 'robets'; did you mean 'roberts'?"),
        (
            "{ name = 'our-club', based_on = 'cash', choices = { x = 1 } }",
            "_sidepot_house: choices: there is no choice",
        ),
        ("'{\"name\": 1}'", "_sidepot_house"),
        ("5", "_sidepot_house: expected text in quotes, on one line, not 5"),
    ],
)
def test_a_hand_history_with_a_wrong_house_says_so(value: str, message: str) -> None:
    (hand,) = read_phh(f"{HAND}_sidepot_house = {value}\n")
    with pytest.raises(BadNotation) as refused:
        play_phh(hand)
    assert str(refused.value).startswith(message)
