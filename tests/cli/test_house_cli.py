"""The house of a command: one of them, each of them, or the one that the environment names."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from each import each

from sidepot.cli.app import run
from sidepot.rules.houses import HOUSES
from sidepot.rules.meanings import asked_houses

EXAMPLES = Path(__file__).parents[2] / "examples"
TIME_IS_UP = ["rule", "clock", "facing-bet=no", "acted-seconds=90"]


def json_of(capsys: pytest.CaptureFixture[str], *args: str) -> Any:
    assert run([*args, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


# ---- all houses


def test_one_incident_is_ruled_on_by_every_house(capsys: pytest.CaptureFixture[str]) -> None:
    found = json_of(capsys, *TIME_IS_UP, "--all-houses")["houses"]
    assert [one["house"] for one in found] == list(HOUSES)
    by_house = {one["house"]: one["ruling"] for one in found}
    assert by_house["tda-2013"]["verdict"] == "dead hand"
    assert by_house["tda-2013"]["cites"][0] == "TDA-2013:27"
    assert by_house["tda-2024"]["verdict"] == "check"
    assert by_house["tda-2024"]["cites"][0] == "TDA-2024:29/up"
    assert by_house["tda-2026"]["cites"][0] == "TDA-2026:31/up"
    for house, ruling in by_house.items():
        assert ruling == json_of(capsys, *TIME_IS_UP, "--house", house)


def test_the_table_has_a_line_for_each_house(capsys: pytest.CaptureFixture[str]) -> None:
    assert run([*TIME_IS_UP, "--all-houses"]) == 0
    out = capsys.readouterr().out
    rows = {line.split()[0]: line for line in out.splitlines() if line.split() and line.split()[0] in HOUSES}
    assert set(rows) == set(HOUSES)
    assert rows["tda-2024"].endswith("TDA-2024:29/up")
    assert "https://www.pokertda.com" in out


def test_a_file_of_incidents_has_all_houses_for_each(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "two.toml"
    file.write_text(
        'house = "cash"\n[[incident]]\ntitle = "late"\ntopic = "clock"\nacted_seconds = 70\n'
        '[[incident]]\ntopic = "misdeal"\nerror = "two boxed cards"\n'
    )
    found = json_of(capsys, "rule", str(file), "--all-houses")["incidents"]
    assert [one.get("title") for one in found] == ["late", None]
    assert [len(one["houses"]) for one in found] == [len(HOUSES)] * 2


def test_the_directors_decision_in_a_file_is_left_out_and_named(capsys: pytest.CaptureFixture[str]) -> None:
    evening = str(EXAMPLES / "rulings" / "one-night.toml")
    found = json_of(capsys, "rule", evening, "--all-houses")["incidents"]
    assert [one.get("left_out") for one in found] == [None, None, None, ["choose"]]
    by_house = {one["house"]: one["ruling"] for one in found[3]["houses"]}
    assert len(by_house["tda-2024"]["options"]) > 1 and not by_house["tda-2024"]["chosen"]
    assert run(["rule", evening, "--all-houses"]) == 0
    assert "Left out, because it goes with one house: choose in the file." in capsys.readouterr().out


@pytest.mark.parametrize(
    ("args", "told"),
    [
        ([*TIME_IS_UP, "--all-houses", "--house", "cash"], "omit --house"),
        ([*TIME_IS_UP, "--all-houses", "--choose", "recommended"], "--choose and --overrule need one house"),
        (["rule", "clock", "acted-seconds=-1", "--all-houses"], ""),
    ],
)
def test_options_of_one_house_are_refused_with_all_houses(
    capsys: pytest.CaptureFixture[str], args: list[str], told: str
) -> None:
    assert run(args) == 2
    output = capsys.readouterr()
    assert told in output.err and output.err.startswith("error: ")
    assert output.out == ""


# ---- the environment

COMMANDS = {
    "rule": TIME_IS_UP,
    "settle": ["settle", "--put", "A=5", "--put", "B=5"],
    "play": ["play", "--watch", "--seed", "1"],
    "simulate": ["simulate", "--hands", "1"],
    "race": ["tournament", "race", "1=25x3 100x40", "2=25x1 100x8"],
    "new": ["tournament", "new", "--preset", "turbo"],
}


@each("command", COMMANDS)
def test_a_house_of_the_environment_that_is_none_is_refused(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    monkeypatch.setenv("SIDEPOT_HOUSE", "tda-2025")
    assert run(COMMANDS[command]) == 2
    output = capsys.readouterr()
    assert output.err.startswith(
        "error: SIDEPOT_HOUSE: unknown house 'tda-2025'; did you mean 'tda-2026'? the choices are tda-2013, "
    )
    assert output.out == ""
    assert run([*COMMANDS[command], "--house", "tda-2024"]) == 0, "an option is followed, whatever the environment says"


@each("command", [*COMMANDS, "explain"])
def test_help_names_the_variable(capsys: pytest.CaptureFixture[str], command: str) -> None:
    words = COMMANDS.get(command, [command])
    assert run([*words[: 2 if words[0] == "tournament" else 1], "--help"]) == 0
    assert "SIDEPOT_HOUSE" in capsys.readouterr().out


def test_the_environment_names_the_usual_house(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("SIDEPOT_HOUSE", "TDA_2024")
    assert json_of(capsys, *TIME_IS_UP)["house"] == "tda-2024"
    assert json_of(capsys, *TIME_IS_UP, "--house", "cash")["house"] == "cash"
    file = tmp_path / "one.toml"
    file.write_text('house = "roberts"\ntopic = "clock"\n')
    assert json_of(capsys, "rule", str(file))["house"] == "roberts", "a file says it itself"
    monkeypatch.setenv("SIDEPOT_HOUSE", " ")
    assert json_of(capsys, *TIME_IS_UP)["house"] == "tda-2013"


def test_a_log_is_explained_by_its_own_house(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    assert run(["simulate", "--hands", "2", "--house", "roberts", "--histories", str(tmp_path / "h.phhs")]) == 0
    capsys.readouterr()
    own = json_of(capsys, "explain", str(tmp_path / "h.phhs"), "--hand", "1")
    assert own["house"] == "roberts"
    monkeypatch.setenv("SIDEPOT_HOUSE", "tda-2024")
    assert json_of(capsys, "explain", str(tmp_path / "h.phhs"), "--hand", "1")["house"] == "roberts"
    plain = tmp_path / "plain.phh"
    plain.write_text(
        "variant = 'NT'\nantes = [0, 0]\nblinds_or_straddles = [1, 2]\nmin_bet = 2\nstarting_stacks = [100, 100]\n"
        "actions = ['d dh p1 AsKs', 'd dh p2 QhQd', 'p2 cbr 6']\n"
    )
    assert json_of(capsys, "explain", str(plain))["house"] == "tda-2024"


# ---- the book of an event


def test_2024_is_offered_first_and_2026_with_its_warning() -> None:
    assert list(asked_houses("tournament").items())[:2] == [
        ("tda-2024", "Poker TDA rules of 2024"),
        ("tda-2026", "Poker TDA rules of 2026 (from secondary sources)"),
    ]
    assert set(asked_houses("tournament")) | set(asked_houses("cash")) <= set(HOUSES)


def test_a_new_event_asks_for_its_book_and_has_the_usual_one_unasked(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["tournament", "new", "--preset", "turbo"]) == 0
    output = capsys.readouterr()
    assert "house =" not in output.out
    assert output.err.startswith("note: the house rules are tda-2013; choose others with --house. tda-2024: ")
    assert "from secondary sources" in output.err
    assert run(["tournament", "new", "--preset", "turbo", "--house", "tda-2026"]) == 0
    output = capsys.readouterr()
    assert 'house = "tda-2026"' in output.out
    assert output.err == ""
    assert json_of(capsys, "tournament", "new", "--preset", "turbo", "--house", "tda-2024")["house"] == "tda-2024"
