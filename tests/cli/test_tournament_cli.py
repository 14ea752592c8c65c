"""`sidepot tournament new`, `run` and `race`: what is printed, JSON, exit codes, and errors that say where."""

from __future__ import annotations

import json
import re
import shlex
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import msgspec
import pytest
from each import each
from places import ROOT

from sidepot.cli.app import run
from sidepot.cli.tournament_group import COMMANDS
from sidepot.extras import how_to_install
from sidepot.formats.phh import read_phh
from sidepot.tournament import auto_director
from sidepot.tournament.presets import PRESETS
from sidepot.tournament.structure import EntryTerms
from sidepot.tournament.structure_files import read_structure, write_structure

EXAMPLES = sorted((ROOT / "examples" / "tournaments").glob("*.toml"))
PLAYERS = {"thousand": 30, "horse-night": 16, "kitchen": 10, "bracket": 8, "hyper": 9, "sit-and-go": 12}
KEYS = {
    "entries", "chips_issued", "chips_in_play", "chips_removed", "tables", "hands", "moves", "standings", "payouts",
    "violations", "seconds",
}  # fmt: skip


def said(capfd: pytest.CaptureFixture[str], args: str, code: int = 0) -> str:
    assert run(["tournament", *shlex.split(args)]) == code
    out, err = capfd.readouterr()
    assert "Traceback" not in err and "internal" not in err
    return out


def as_json(capfd: pytest.CaptureFixture[str], args: str, code: int = 0) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(said(capfd, f"{args} --json", code))
    return found


# ---- all of them


@each("name", COMMANDS)
def test_every_command_has_examples_and_json(capfd: pytest.CaptureFixture[str], name: str) -> None:
    told = said(capfd, f"{name} --help")
    assert f"sidepot tournament {name}" in told and "--json" in told and "Exit codes" in told


def test_the_group_lists_its_commands(capfd: pytest.CaptureFixture[str]) -> None:
    told = said(capfd, "--help")
    for name, (_, gist) in COMMANDS.items():
        assert re.search(rf"{name} +{re.escape(gist)}", told)
    assert run(["tournament", "nothing"]) == 2


# ---- new


@each("name", PRESETS)
def test_a_preset_is_printed_as_a_file_that_gives_it(capfd: pytest.CaptureFixture[str], name: str) -> None:
    assert read_structure(said(capfd, f"new --preset {name}")) == PRESETS[name]


def test_presets_are_listed(capfd: pytest.CaptureFixture[str]) -> None:
    told = said(capfd, "new --list").splitlines()
    assert [line.split()[0] for line in told] == list(PRESETS)
    presets = as_json(capfd, "new --list")["presets"]
    assert [one["name"] for one in presets] == list(PRESETS) and all(one["kinds"] for one in presets)


def test_one_is_made_to_measure(capfd: pytest.CaptureFixture[str]) -> None:
    made = read_structure(said(capfd, "new --players 18 --hours 3 --chips '5 red, 25 green, 100 black, 500 purple' "
                                      "--stack 2000 --seats 6 --level 12 --name mine"))  # fmt: skip
    assert (made.name, made.stack, made.seats, made.levels[0].ms) == ("mine", 2000, 6, 720_000)
    assert made.chips.smallest == 5
    found = as_json(capfd, "new --players 24 --hours 5 --game horse")
    assert 270 <= found["estimate"]["minutes"] <= 330
    made = read_structure(found["toml"])
    assert made.mix.names[0] == "fl holdem" and len(made.mix.games) == 5 and made.seats == 8
    assert read_structure(said(capfd, "new --hours 3 --game 'pl omaha'")).mix.games[0].game.name == "omaha"


# ---- the page


@pytest.mark.long
def test_the_commands_of_the_page_do_what_they_say(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    page = (ROOT / "docs" / "reference" / "tournament.md").read_text(encoding="utf-8")
    commands = re.findall(r"^\$ sidepot tournament (.*?)(?:  #.*)?$", page, re.MULTILINE)
    assert {command.split()[0] for command in commands} == set(COMMANDS)
    for command in commands:
        assert said(capfd, command).strip()
    keys = re.findall(r"^\| (`.*?) \|", page, re.MULTILINE)
    told = {key for line in keys for key in re.findall(r"`(\w+)`", line)}
    assert told <= as_json(capfd, "run --preset turbo --players 6").keys() and told >= KEYS


# ---- run


@pytest.mark.long
@each("path", EXAMPLES, ids=[path.stem for path in EXAMPLES])
def test_the_examples_can_be_played(path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    found = as_json(capfd, f"run {path} --players {PLAYERS.get(path.stem, 18)} --seed 2")
    assert found["violations"] == [] and found["hands"] > 9
    assert f"sidepot tournament run examples/tournaments/{path.name}" in path.read_text(encoding="utf-8")


def test_the_document_has_what_came_of_it(capfd: pytest.CaptureFixture[str]) -> None:
    found = as_json(capfd, "run --preset regular --players 24 --bots loose --seed 3")
    assert found.keys() >= KEYS
    assert found["chips_issued"] - found["chips_removed"] == found["chips_in_play"]
    assert {"player", "from", "to", "cite", "because"} == found["moves"][0].keys()
    assert found["moves"][0]["from"].keys() == {"table", "seat"}
    assert all(1 <= move["to"]["seat"] <= 10 and move["because"] and ":" in move["cite"] for move in found["moves"])
    assert [line["place"] for line in found["standings"]] == sorted(line["place"] for line in found["standings"])
    assert sum(line["paid"] for line in found["standings"]) == sum(line["amount"] for line in found["payouts"])
    again = as_json(capfd, "run --preset regular --players 24 --bots loose --seed 3")
    for key in ("seconds", "hands_per_second"):
        assert found.pop(key) > 0 and again.pop(key) > 0
    assert found == again


def test_players_who_never_came_are_reported(capfd: pytest.CaptureFixture[str]) -> None:
    found = as_json(capfd, "run --preset regular --players 4 --bots loose --seed 2")
    assert (found["asked"], found["players"], found["never_came"]) == (4, 2, ["P3", "P4"])
    assert {line["player"] for line in found["standings"]} == {"P1", "P2"}
    says = "4 were to play, and 2 did: the tournament was over before the 2 players who were late came"
    assert found["notes"] == [says] and not found["violations"]
    assert f"Note: {says}." in said(capfd, "run --preset regular --players 4 --bots loose --seed 2 --quiet")
    all_came = as_json(capfd, "run --preset regular --players 6 --bots loose --seed 1")
    assert (all_came["asked"], all_came["players"], all_came["never_came"]) == (6, 6, [])


@pytest.mark.long
def test_moves_are_shown_with_reasons(capfd: pytest.CaptureFixture[str]) -> None:
    told = said(capfd, "run --preset regular --players 24 --seed 1 --bots loose")
    assert "Regular" in told and "All checks passed, after every step." in told
    assert re.search(r"24 players, [23]\d entries; 3 tables at most; seed 1", told)
    flat = " ".join(told.split())
    assert re.search(r"P\d\d from table \d seat \d to table \d seat \d+\. .* TDA-2013:\d+", flat)
    assert "come to one table, and draw for seats. TDA-2013:11" in flat
    assert re.search(r"Payouts +1: [\d,]+;  2: ", told)
    assert re.search(r"Chips of 25 left play at \d table", told)
    short = said(capfd, "run --preset regular --players 24 --seed 1 --bots loose --quiet")
    assert len(short.splitlines()) < 9 and "Winner: P" in short
    many = said(capfd, "run --preset regular --players 40 --seed 3 --bots loose")
    assert "(--all lists all)" in many and "more (--all)" in many
    all_of_it = said(capfd, "run --preset regular --players 40 --seed 3 --bots loose --all")
    assert "--all" not in all_of_it and len(all_of_it) > len(many)
    assert "bounties" in said(capfd, "run --preset bounty --players 12 --bots loose")


def test_moves_and_races_bear_the_numbers_of_the_book(capfd: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "of-2026.toml"
    path.write_text(said(capfd, "new --preset turbo --house tda-2026"), encoding="utf-8")
    told = said(capfd, f"run {path} --players 20 --seed 3")
    assert {"TDA-2026:12-A", "TDA-2026:11-B", "TDA-2026:RP-9", "TDA-2026:26-A"} <= set(told.split())
    assert "TDA-2013" not in told
    cites = {move["cite"] for move in as_json(capfd, f"run {path} --players 20 --seed 3")["moves"]}
    assert cites == {"TDA-2026:12-A", "TDA-2026:11-B", "TDA-2026:RP-9"}


def test_hands_are_written_for_each_table(capfd: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    folder = tmp_path / "hands"
    found = as_json(capfd, f"run --preset turbo --players 18 --bots loose --histories {folder}")
    files = sorted(folder.glob("*.phhs"))
    assert [path.name for path in files][:2] == ["table-001.phhs", "table-002.phhs"]
    hands = [hand for path in files for hand in read_phh(path.read_text(encoding="utf-8"))]
    assert found["hands"] <= len(hands) <= found["hands"] + 2
    assert run(["replay", str(folder)]) == 0
    assert run(["tournament", "run", "--preset", "turbo", "--histories", str(folder)]) == 2
    assert "the folder already has hand histories" in capfd.readouterr().err


def test_violations_end_with_code_1(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(auto_director, "orders", lambda event, now: [])
    found = as_json(capfd, "run --preset regular --players 20 --bots loose", 1)
    assert found["violations"] and {"step", "at", "what"} == found["violations"][0].keys()
    assert "step " in said(capfd, "run --preset regular --players 20 --bots loose", 1)


@each(
    ("args", "says"),
    [
        ("run", "give a structure FILE or a --preset"),
        ("run x.toml --preset turbo", "give a structure FILE or a --preset"),
        ("run nowhere.toml", "nowhere.toml: no such file"),
        ("run --preset tubro", "turbo"),
        ("run --preset shoot-out --players 100", "at most 81 may enter"),
        ("run --preset turbo --bots fast", "--bots: unknown bot 'fast'"),
        ("run --preset turbo --players 1", "--players"),
        ("new", "give --preset NAME"),
        ("new --preset turbo --hours 3", "a preset already has all terms"),
        ("new --preset nothing", "nothing"),
        ("new --players 500 --hours 0.2 --level 60", "take levels of 2 minutes"),
        ("new --hours 3 --game chess", "chess"),
        ("new --hours 3 --chips blue", "blue"),
        ("race", "give the chips of each seat"),
        ("race 25x3", "seats count from 1"),
        ("race 0=25x3", "seats count from 1"),
        ("race '1=25x3 100x2' 1=25x3", "seat 1 is given twice"),
        ("race '1=25x3 100xa'", "seat 1: expected chips with the denomination first, as in '25x4 100x10', not '100xa'"),
        ("race 1=25x3", "give the chips in play with --chips"),
        ("race '1=25x3 100x1' --remove 50", "50"),
        ("race '1=25x3 100x1' --cards 1=As", "seat 1 has 3 odd chips"),
        ("race '1=25x3 100x1' --house nowhere", "nowhere"),
        ("race --late 3=25x7", "--late: give the chips in play"),
        ("race 1=25x3 --late 3=25x7 --chips '100, 500'", "--late takes only --chips"),
        ("race --late 3=100x7 --chips '100, 500'", "100x7: no chip needs to be exchanged; these denominations are"),
    ],
)
def test_impossible_options_are_refused(capfd: pytest.CaptureFixture[str], args: str, says: str) -> None:
    assert run(["tournament", *shlex.split(args)]) == 2
    out, err = capfd.readouterr()
    assert out == "" and says in err
    assert "Traceback" not in err and "internal" not in err


def test_a_file_with_an_error_is_named(capfd: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "bad.toml"
    path.write_text(PRESETS["turbo"].name + " = 1\n", encoding="utf-8")
    assert run(["tournament", "run", str(path)]) == 2
    assert str(path) in capfd.readouterr().err


# ---- race


def test_chips_that_turn_up_after_the_race_are_changed_as_far_as_they_make_chips(
    capfd: pytest.CaptureFixture[str],
) -> None:
    told = said(capfd, "race --late '3=25x7 500x1' --late 5=25x24 --chips '100, 500'")
    assert "Seat 3: 25x7 for 100x1, worth 100; 75 in chips out of play is removed without compensation." in told
    assert "Seat 5: 25x24 for 100x1 500x1, worth 600. It has 100x1 500x1." in told and "TDA-2013:23-C" in told
    found = as_json(capfd, "race --late '3=25x7 500x1' --chips '100, 500' --house tda-2024")
    assert (found["cite"], found["late"][0]["lost"], found["late"][0]["after"]) == ("TDA-2024:24-C", 75, 600)


def test_the_race_of_the_rule_book_comes_out(capfd: pytest.CaptureFixture[str]) -> None:
    stacks = "'1=25x3 100x4' 2=25x1 '4=25x2 500x1'"
    cards = "--cards 1=9c4d2h --cards 2=As --cards 4=KdKh"
    found = as_json(capfd, f"race {stacks} {cards}")
    assert (found["removed"], found["before"], found["issued"], found["taken"], found["after"]) == (
        25, 1050, 200, 150, 1100,
    )  # fmt: skip
    assert [(one["seat"], one["won"], one["after"]) for one in found["seats"]] == [
        (1, 0, 400),
        (2, 100, 100),
        (4, 100, 600),
    ]
    told = said(capfd, f"race {stacks} {cards}")
    assert "Seat 2: As, wins 100; 100 in all." in told and "TDA-2013:23-A" in told
    assert "TDA-2024:24-A" in said(capfd, f"race {stacks} {cards} --house tda-2024")
    assert "TDA-2026:26-A" in said(capfd, f"race {stacks} {cards} --house tda-2026")


def test_cards_are_dealt_by_the_seed_and_lines_come_from_a_file(
    capfd: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "stacks.txt"
    path.write_text("# table 4\nseat 1: 25x3 100x4\nseat 3: 25x2\n\n7 = 25x3 100x9\n", encoding="utf-8")
    one, two, three = (as_json(capfd, f"race --file {path} --seed {seed}") for seed in ("a", "a", "b"))
    assert one == two != three
    assert [seat["seat"] for seat in one["seats"]] == [1, 3, 7]
    assert one["seats"][1]["after"] >= 100
    named = as_json(capfd, "race '1=green x3, black x2' '2=green' --chips '25 green, 100 black' --remove 25")
    assert named["before"] == 300 and named["after"] % 100 == 0


def test_a_plot_is_drawn_or_says_what_it_needs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    picture = tmp_path / "paid.png"
    code = run(["tournament", "run", "--preset", "turbo", "--players", "6", "--quiet", "--plot", str(picture)])
    if find_spec("matplotlib") is None:
        assert code == 2 and how_to_install("plot") in capsys.readouterr().err
    else:
        assert code == 0 and picture.read_bytes().startswith(b"\x89PNG")
    assert run(["tournament", "run", "--preset", "turbo", "--plot", str(tmp_path / "paid.no")]) == 2


def test_a_schedule_too_short_for_so_many_chips_goes_on(capfd: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    short = msgspec.structs.replace(
        PRESETS["turbo"], schedule=PRESETS["turbo"].schedule[:1], entry=EntryTerms(buy_in=100)
    )
    path = tmp_path / "short.toml"
    path.write_text(write_structure(short), encoding="utf-8")
    document = as_json(capfd, f"run {path} --players 18")
    assert document["violations"] == [] and document["level"] > 1
    assert document["notes"][0].startswith("levels 2 to 6 were added to the schedule, each with twice the bets")
