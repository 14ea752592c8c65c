"""Every command that reads a file says of a damaged one: in which file, where in it, what is wrong, what is right."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest
from each import each

from sidepot.cli.app import run

EXAMPLES = Path(__file__).parents[2] / "examples"
RECORD = (EXAMPLES / "hand-record.json").read_text(encoding="utf-8")
EVENING = (EXAMPLES / "tournaments" / "live.jsonl").read_text(encoding="utf-8")
STRUCTURE = (EXAMPLES / "tournaments" / "turbo.toml").read_text(encoding="utf-8")
TABLE = (EXAMPLES / "tables" / "friday.toml").read_text(encoding="utf-8")
HAND = (EXAMPLES / "alice-bob-carol.toml").read_text(encoding="utf-8")
INCIDENTS = (EXAMPLES / "rulings" / "one-night.toml").read_text(encoding="utf-8")
GAME = (EXAMPLES / "my-game.toml").read_text(encoding="utf-8")
DRAW = json.dumps(
    {"seed": "dice", "seats": 9, "tables": 1, "draw": [{"player": "Ann", "table": 1, "seat": 4}]}, indent=1
)
PENALTIES = json.dumps(
    {"entries": [{"player": "Ann", "offence": "abuse", "ruling": "warning", "by": "Kim", "reason": "said so"}]},
    indent=1,
)
CASE = """[[case]]
id = "X"
title = "x"
rules = ["PG-12"]
source = "ours"
kind = "pots"
put = { A = 1 }
expect = { pots = [], returned = {} }
"""
EXPECTED = '[[expect]]\nfile = "a.phh"\nhand = "1"\nkind = "failed"\nreason = "a fold is missing"\n'


class Reads(NamedTuple):
    """A command that reads a file, a good file, and how to damage it: what to put for what, and what is said then."""

    command: str
    good: str
    wrong_type: tuple[str, str, str]
    unknown: tuple[str, str, str]
    missing: tuple[str, str, str]


JSON = {
    "verify": Reads(
        "verify FILE", RECORD,
        ('\n "seat": 1', '\n "seat": "one"', r"line 3: seat: expected an integer, not 'one'"),
        ('\n "seat": 1', '\n "seat": 1, "seet": 1', r"line 3: .*unknown key 'seet'; did you mean 'seat'\?"),
        ('\n "seat": 1,', "", r"line 1: .*the key 'seat' is missing; it is an integer"),
    ),
    "seat": Reads(
        "tournament seat --check FILE", DRAW,
        ('"seat": 4', '"seat": "4"', r"line 9: draw\[0\]\.seat: expected an integer, not '4'"),
        ('"player"', '"plaier"', r"line 7: draw\[0\]: unknown key 'plaier'; did you mean 'player'\?"),
        ('"player": "Ann",', "", r"line 6: draw\[0\]: the key 'player' is missing; it is text in quotes"),
    ),
    "penalties": Reads(
        "penalties FILE", PENALTIES,
        ('"Kim"', "7", r"line 7: entries\[0\]\.by: expected text in quotes, not 7"),
        ('"by"', '"buy"', r"line 7: entries\[0\]: unknown key 'buy'; did you mean 'by'\?"),
        ('"by": "Kim",', "", r"line 3: entries\[0\]: the key 'by' is missing; it is text in quotes"),
    ),
    "direct": Reads(
        "tournament direct FILE", EVENING,
        ('"number":2', '"number":"2"', r"line 2: .*number: expected an integer, not '2'"),
        ('"number":2', '"nummer":2', r"line 2: .*the key 'number' is missing; did you write 'nummer'"),
        ('"number":2,', "", r"line 2: .*the key 'number' is missing; it is an integer"),
    ),
}  # fmt: skip
TOML = {
    "check": Reads(
        "check FILE", CASE,
        ('"X"', "3", "id: expected text in quotes, not 3"), ("put", "pat", "unknown key 'pat'"),
        ('title = "x"\n', "", "'title' is missing"),
    ),
    "structure": Reads(
        "tournament run FILE", STRUCTURE,
        ("stack = ", 'stack = "many" # ', "stack: expected an integer from 1 to 1000000000000, not 'many'"),
        ("stack = ", "stak = ", "unknown key 'stak'"), ("stack = ", "# ", "stack"),
    ),
    "new": Reads(
        "tournament direct NEW --new FILE", STRUCTURE,
        ("stack = ", 'stack = "many" # ', "stack: expected an integer from 1 to 1000000000000, not 'many'"),
        ("stack = ", "stak = ", "unknown key 'stak'"), ("stack = ", "# ", "stack"),
    ),
    "expect": Reads(
        f"replay {EXAMPLES} --expect FILE", EXPECTED,
        ('"1"', "1", r"expect\[0\]\.hand: expected text in quotes, not 1"),
        ("hand", "hant", r"expect\[0\]: unknown key 'hant'; did you mean 'hand'\?"),
        ('kind = "failed"\n', "", r"expect\[0\]: the key 'kind' is missing; it is text in quotes"),
    ),
    "simulate": Reads(
        "simulate --table FILE", TABLE,
        ("seats = ", 'seats = "six" # ', "seats: .*not 'six'"), ("seats = ", "seets = ", "unknown key 'seets'"),
        ("", "", ""),
    ),
    "settle": Reads(
        "settle FILE", HAND,
        ("Alice = ", 'Alice = "x" # ', "not 'x'"), ("board", "bord", "key 'bord'"), ("", "", ""),
    ),
    "rule": Reads(
        "rule FILE", INCIDENTS, ("[[", "x = 1\n[[", "'x'"), ("topic", "topick", "topic"), ("", "", ""),
    ),
    "games": Reads(
        "games FILE", GAME, ("name = ", "name = 3 # ", "name: expected text in quotes"),
        ("name = ", "nome = ", "unknown key 'nome'"), ("name = ", "# ", "name"),
    ),
}  # fmt: skip
ALL = JSON | TOML


def refused(command: str, file: Path, capfd: pytest.CaptureFixture[str]) -> str:
    """What the command says of the file, in one line and with exit code 2."""
    words = [
        str(file) if word == "FILE" else str(file.parent / "new") if word == "NEW" else word for word in command.split()
    ]
    capfd.readouterr()
    assert run(words) == 2
    out, error = capfd.readouterr()
    assert out == "" or command.startswith("check")
    assert error.startswith("error: ") and error.count("\n") == 1, error
    assert "Traceback" not in error and "internal error" not in error
    assert not re.search(r"Expected `|Object (missing|contains)|Input data|malformed|codec can't", error), error
    assert str(file) in error
    return error


@pytest.fixture
def told(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> Callable[[str, str | bytes], str]:
    """What a command says of a file with this content."""

    def tell(name: str, content: str | bytes) -> str:
        file = tmp_path / f"broken{'.toml' if name in TOML else '.json'}"
        file.write_bytes(content if isinstance(content, bytes) else content.encode())
        return refused(ALL[name].command, file, capfd)

    return tell


Tell = Callable[[str, str | bytes], str]


@pytest.mark.parametrize("name", ALL)
def test_wrong_values_and_unknown_and_missing_keys_are_reported_with_their_place(name: str, told: Tell) -> None:
    reads = ALL[name]
    for old, new, says in (reads.wrong_type, reads.unknown, reads.missing):
        if not old:
            continue
        assert old in reads.good
        error = told(name, reads.good.replace(old, new, 1))
        assert re.search(says, error), error


@pytest.mark.parametrize("name", ALL)
def test_a_truncated_file_is_reported_with_its_line(name: str, told: Tell) -> None:
    good = ALL[name].good.rstrip()
    cut = good[: good.rindex('"')] if name in TOML else good[:-1]
    error = told(name, cut)
    assert re.search(r": line \d+: ", error), error
    if name in JSON:
        assert "has no }; is it cut off?" in error, error


@pytest.mark.parametrize("name", ALL)
def test_text_that_is_not_utf8_is_reported_with_its_line(name: str, told: Tell) -> None:
    content = ALL[name].good.encode()
    at = content.index(b"\n") + 1 if name in TOML else 1
    error = told(name, content[:at] + b"\xff" + content[at:])
    assert f"line {2 if name in TOML else 1}: byte 0xff is not UTF-8; save the file as UTF-8 text" in error


@pytest.mark.parametrize("name", JSON)
def test_an_empty_file_is_reported(name: str, told: Tell) -> None:
    for content in (b"", b"\n \n", b"\xef\xbb\xbf"):
        assert "is empty" in told(name, content)


@pytest.mark.parametrize("name", JSON)
@pytest.mark.parametrize(
    ("content", "says"),
    [
        ("[1, 2]", "expected a table {...}, not "),
        ("{'a': 1}", """column 2: invalid JSON: "'"; expected a key in double quotes"""),
        ("[" * 100_000, ""),
        ("nope", "invalid JSON: 'nope'; expected a value"),
    ],
)
def test_a_file_of_another_kind_is_refused(name: str, content: str, says: str, told: Tell) -> None:
    assert says in told(name, content)


@each("name", ALL)
def test_a_folder_and_a_missing_file_are_reported(name: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "folder.toml"
    folder.mkdir()
    assert "folder" in refused(ALL[name].command, folder, capfd)
    assert "no such file" in refused(ALL[name].command, tmp_path / "none.toml", capfd)


def test_a_wrong_item_of_a_hand_is_reported_with_its_line(told: Tell) -> None:
    lines = RECORD.split("\n")
    at = next(number for number, line in enumerate(lines) if '"hand": ' in line)
    broken = "\n".join([*lines[:at], re.sub(r'("hand": *)\d+', r'\1"x"', lines[at]), *lines[at + 1 :]])
    assert f"line {at + 1}: items[0].hand: expected an integer, not 'x'" in told("verify", broken)


def test_an_invalid_penalty_is_reported_with_its_line(told: Tell) -> None:
    error = told("penalties", PENALTIES.replace('"abuse"', '"abuze"'))
    assert re.search(r"line 3: entries\[0\]: .*'abuze'", error), error


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("1=25x3 100x40\nwhat\n", "line 2: 'what' is not a seat with its chips; seats count from 1, as in 1=25x3"),
        ("# Ann\n1=25x3\n\n1=100x4\n", "line 4: seat 1 is given twice; give each seat once"),
        ("1=25x3 100x40\n2=many\n", "line 2: seat 2: "),
        ("\n# nobody\n", "the file lists no seats; a line is a seat and its chips"),
        (b"1=25x3\n2=\xff\n", "line 2: byte 0xff is not UTF-8"),
    ],
)
def test_a_chip_race_names_the_line(
    text: str | bytes, says: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "stacks.txt"
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    assert f"{file}: {says}" in refused("tournament race --file FILE", file, capfd)


def test_acts_of_a_file_are_refused_by_line(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    evening, acts = tmp_path / "new.jsonl", tmp_path / "acts.txt"
    assert run(["tournament", "direct", str(evening), "--new", "turbo", "--minute", "0"]) == 0
    acts.write_text(
        "register player=Ann\n\nregster player=Bo\nheads table=x n=3\nhands table=1 n=[1,\n", encoding="utf-8"
    )
    capfd.readouterr()
    assert run(["tournament", "direct", str(evening), "--acts", str(acts), "--minute", "1"]) == 1
    error = capfd.readouterr().err
    assert f"{acts}: line 3: regster player=Bo: unknown action 'regster'; did you mean register" in error
    assert f"{acts}: line 4: heads table=x n=3: heads: table: expected an integer from 1 to 100000, not" in error
    assert re.search(r"line 5: .*n=\[1,: .*the \[ of line 1 has no \]; is it cut off", error), error
    acts.write_text('register player="Ann\n', encoding="utf-8")
    assert "line 1: 'register player=\"Ann' cannot be split into words" in refused(
        f"tournament direct {evening} --acts FILE", acts, capfd
    )
