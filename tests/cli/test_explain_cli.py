"""`sidepot explain`: every decision of a hand, with what was allowed, what was not, and why."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest
from each import each
from phh_hands import LIMITS, random_hand, table
from test_acpc import FREE_LINE, LIMIT_LINE
from test_phh import NO_LIMIT, TRIPLE_DRAW

from sidepot.cli.app import run
from sidepot.cli.explain import CHIPS, decisions, gestures, street_of, what_was_done
from sidepot.floor.spot_line import read_round
from sidepot.games.catalog import GAMES
from sidepot.hand.events import Folded
from sidepot.hand.legal.options import options
from sidepot.rules.houses import TDA_2013
from sidepot.rules.sources import cited

# Bo's all-in raises by 100, which is no full raise: neither Cy nor Ann may raise again
SHORT = """\
variant = 'NT'
antes = [0, 0, 0]
blinds_or_straddles = [50, 100, 0]
min_bet = 100
starting_stacks = [1000, 400, 2000]
actions = ['d dh p1 AhKh', 'd dh p2 QsQd', 'd dh p3 Js9c', 'p3 cbr 300', 'p1 cc', 'p2 cbr 400', 'p3 cc', 'p1 f']
players = ['Ann', 'Bo', 'Cy']
"""
# nobody can win the side pot that waited, and both play on for the main one
TRIPS = """\
variant = '_jacks-trips'
antes = [0, 0]
blinds_or_straddles = [0, 0]
min_bet = 5
starting_stacks = [0, 0]
actions = ['d dh p1 Qd7h4sTc2h', 'd dh p2 6s8s2s9dJh', 'p1 sd 7h4s2h', 'p2 sd 6s', 'd dh p1 9hJc4h', 'd dh p2 Qh', \
'p2 sm 8s2s9dJhQh', 'p1 sm QdTc9hJc4h']
_sidepot_game = 'jacks-trips'
_sidepot_limit = '{"kind":"no limit","cap":null}'
_sidepot_carried = 18
_sidepot_parts = '[[10,[0,1]],[8,[1]]]'
_sidepot_house = 'cash'
"""
STUD = """\
variant = 'F7S'
antes = [1, 1]
bring_in = 2
small_bet = 10
big_bet = 20
starting_stacks = [100, 100]
actions = ['d dh p1 2c3dKh', 'd dh p2 7c8d2s', 'p2 pb', 'p1 f']
"""
UNFINISHED = SHORT.replace(", 'p3 cc', 'p1 f'", "")


@pytest.fixture
def hand(tmp_path: Path) -> Path:
    file = tmp_path / "hand.phh"
    file.write_text(SHORT)
    return file


def explained(capsys: pytest.CaptureFixture[str], *args: str | Path) -> dict[str, Any]:
    assert run(["explain", "--json", *map(str, args)]) == 0
    document: dict[str, Any] = json.loads(capsys.readouterr().out)
    return document


def test_the_last_decision_in_json(hand: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert explained(capsys, hand)["did"] == "folds"
    found = explained(capsys, hand, "--step", "4")
    assert list(found) == "hand step steps seat player street due pot may why gestures did house notes".split()
    assert (found["step"], found["steps"], found["player"], found["seat"]) == (4, 5, "Cy", 3)
    assert found["street"] == "pre-flop" and found["due"] == "act" and found["pot"] == 1000
    assert found["may"]["call"] == 100 and found["may"]["raise_to"] is None and found["may"]["fold"]
    refused = [reason for reason in found["why"] if reason["refusal"]]
    assert {reason["cite"] for reason in refused} == {"PG:57", "TDA-2013:41-B"}
    assert found["did"] == "calls 100"


def test_a_step_in_words(hand: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["explain", str(hand), "--step", "3"]) == 0
    out = " ".join(capsys.readouterr().out.split())
    assert "Step 3 of 5" in out and "pre-flop" in out
    may, _, may_not = out.partition("Bo may not:")
    assert "Bo may: You may fold" in may and "You may go all-in to 400" in may
    assert "You may not check: it is 200 to call. (PG:57)" in may_not
    assert "Bo raises to 400. `sidepot rules TDA-2013:50` shows this rule." in out
    assert out.endswith("PG: How poker is played")


def test_duties_are_listed_separately(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Who brings it in at stud must; a completion is what they may."""
    file = tmp_path / "stud.phh"
    file.write_text(STUD)
    assert run(["explain", str(file), "--step", "1"]) == 0
    out = " ".join(capsys.readouterr().out.split())
    must, _, may = out.partition("Seat 2 may:")
    assert "Seat 2 must: You must bring it in for 2" in must
    assert "You may complete to 10" in may and "You must" not in may


def test_the_steps_are_listed(hand: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["explain", str(hand), "--list"]) == 0
    lines = [" ".join(line.split()) for line in capsys.readouterr().out.splitlines()]
    assert lines == [
        "1 pre-flop Cy: raises to 300",
        "2 pre-flop Ann: calls 250",
        "3 pre-flop Bo: raises to 400",
        "4 pre-flop Cy: calls 100",
        "5 pre-flop Ann: folds",
    ]
    assert run(["explain", str(hand), "--list", "--json"]) == 0
    steps = json.loads(capsys.readouterr().out)["steps"]
    assert [step["did"] for step in steps] == ["raises to 300", "calls 250", "raises to 400", "calls 100", "folds"]


def test_a_decision_that_is_still_owed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "open.phh"
    file.write_text(UNFINISHED)
    assert explained(capsys, file)["did"] is None
    assert run(["explain", str(file)]) == 0
    assert "The history ends here: Cy is to act." in capsys.readouterr().out
    assert run(["explain", str(file), "--list"]) == 0
    assert "4  pre-flop          Cy: to act" in capsys.readouterr().out


SHORT_BIG_BLIND = """
variant = "NT"
antes = [0, 200, 0]
blinds_or_straddles = [100, 200, 0]
min_bet = 200
starting_stacks = [5000, 250, 5000]
actions = ["d dh p1 AsKs", "d dh p2 ????", "d dh p3 ????"]
"""


@pytest.mark.parametrize(
    ("house", "bet"), [("tda-2013", 50), ("tda-2024", 200), ("tda-2026", 200), ("wsop-2026", 200), ("barge-2026", 200)]
)
def test_a_short_big_blind_pays_blind_and_ante_in_the_order_of_the_house(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], house: str, bet: int
) -> None:
    """TDA-2024 RP-11: the blind comes first where one player antes for all."""
    file = tmp_path / "short.phh"
    file.write_text(SHORT_BIG_BLIND)
    assert run(["explain", str(file), "--house", house]) == 0
    row = next(line for line in capsys.readouterr().out.splitlines() if line.strip().startswith("Seat 2"))
    assert row.split()[2:4] == ["0", str(bet)]


def test_gestures_are_ruled_on_by_the_house(hand: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A chip that would be a raise is a call without a word; said, it is a raise."""
    found = explained(capsys, hand, "--step", "1", "--house", "tda-2013")
    assert found["house"] == "tda-2013"
    silent, said = found["gestures"]
    assert silent == {
        "does": "One chip of 500 without a word",
        "counts_as": "the player calls 100 and gets 400 back",
        "cite": "TDA-2013:42/silent",
    }
    assert said["does"] == '"raise" without an amount' and said["counts_as"].startswith(
        "the player must raise to 200 or more"
    )
    assert run(["explain", str(hand), "--step", "1", "--house", "tda-2013"]) == 0
    out = " ".join(capsys.readouterr().out.split())
    assert "How gestures count here (house tda-2013): One chip of 500 without a word: the player calls 100" in out


@pytest.mark.parametrize(
    ("house", "fold", "raises"),
    [
        ("tda-2013", "TDA-2013:50", "TDA-2013:41-B"),
        ("tda-2024", "TDA-2024:58", "TDA-2024:47-A"),
        ("tda-2026", "TDA-2026:60", "TDA-2026:49-A"),
        ("cash", "TDA-2013:50", "TS:9"),
    ],
)
def test_reasons_bear_the_numbers_of_the_book(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], house: str, fold: str, raises: str
) -> None:
    """Cy has raised, and faces a short all-in."""
    file = tmp_path / "short.phh"
    file.write_text(SHORT, encoding="utf-8")
    found = explained(capsys, file, "--step", "4", "--house", house)
    cites = {" ".join(reason["text"].split()[:4]): reason["cite"] for reason in found["why"]}
    assert (cites["You may fold: in"], cites["You may not raise:"]) == (fold, raises)
    assert run(["explain", str(file), "--step", "4", "--house", house]) == 0
    out = capsys.readouterr().out
    assert f"({fold})" in out and f"({cited(raises)})" in " ".join(out.split()) and f"`sidepot rules {fold}`" in out


def test_gestures_fit_the_betting() -> None:
    unbet = read_round("NL 200/400 flop pot 900: A (6000) to act", TDA_2013).hand
    chip, said = gestures(unbet)
    assert (chip.does, chip.counts_as) == ("One chip of 500 without a word", "the player bets 500")
    assert said.does == '"bet" without an amount'
    short = read_round("NL 200/400: A 1200; B (900) to act", TDA_2013).hand
    assert not any(one.does.startswith("One chip") for one in gestures(short))
    assert list(CHIPS) == sorted(set(CHIPS))


def test_several_hands(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "two.phhs"
    file.write_text(f"[12]\n{NO_LIMIT}\n[x-2]\n{TRIPLE_DRAW}")
    assert explained(capsys, file, "--hand", "12")["player"] == "Bob"
    assert explained(capsys, file, "--hand", "x-2", "--step", "4")["may"]["draw"] == 5
    assert explained(capsys, file, "--hand", "2")["hand"] == "x-2"
    for hand, told in (([], "2 hands are in this file"), (["--hand", "3"], "there is no hand '3'")):
        assert run(["explain", str(file), *hand]) == 2
        assert f"{told}; choose one with --hand, by its name or from 1 to 2: 12, x-2" in capsys.readouterr().err


def test_logs_of_the_competition(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "match.log"
    file.write_text(f"# m x/holdem.limit.2p.reverse_blinds.game 1 0\n{LIMIT_LINE}\n")
    found = explained(capsys, file)
    assert found["player"] in ("x", "y") and found["did"] == "folds"
    assert run(["explain", str(file), "--house", "cash"]) == 2
    assert "omit --house" in capsys.readouterr().err
    file.write_text(f"# m x/ours.game 1 0\n{FREE_LINE}\n")
    assert run(["explain", str(file)]) == 2
    assert "the game 'ours' is not known" in capsys.readouterr().err


def test_a_hand_that_breaks_the_rules_is_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A history that is not legal is read as far as it can be, and says where the rules stop it."""
    file = tmp_path / "wrong.phh"
    file.write_text(SHORT.replace("'p3 cc', 'p1 f'", "'p3 cbr 900', 'p1 f'"))
    found = explained(capsys, file, "--step", "4")
    assert found["player"] == "Cy" and found["did"] != "raises to 900"
    assert "seat 3 may not raise" in found["notes"][0] and "TDA-2013:41-B" in found["notes"][0]
    assert run(["explain", str(file), "--step", "4"]) == 0
    assert "by the rules this hand stops" in capsys.readouterr().out


def test_chips_carried_over_are_shown_with_the_pots(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "trips.phh"
    path.write_text(TRIPS, encoding="utf-8")
    assert run(["explain", str(path), "--step", "1"]) == 0
    assert "main pot 10 (1 2) · side pot 8 (2)" in capsys.readouterr().out
    assert run(["explain", str(path)]) == 0
    assert "pot 10 (1 2) · 8 for the next deal" in capsys.readouterr().out


def test_amounts_in_parts_of_a_unit(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "cents.phh"
    file.write_text(SHORT.replace("[50, 100, 0]", "[0.50, 1, 0]").replace("min_bet = 100", "min_bet = 1").replace(
        "[1000, 400, 2000]", "[10, 4, 20]").replace("cbr 300", "cbr 3").replace("cbr 400", "cbr 4"))  # fmt: skip
    assert run(["explain", str(file)]) == 0
    out = capsys.readouterr().out
    assert "Amounts are in hundredths of the unit in the file." in out or "in tenths" in out


@each(
    ("text", "args", "told"),
    [
        (SHORT, ["--step", "9"], "this hand has 5 decisions, so there is no step 9"),
        (SHORT, ["--step", "0"], "--step"),
        (SHORT, ["--house", "ours"], "unknown house 'ours'"),
        ("variant = 'NT'", [], "hand.phh"),
        ("", [], "hand.phh: the text is empty, so it has no hand"),
        ("# About\nNot a hand", [], "hand.phh: not a hand history (PHH or ACPC): not TOML"),
    ],
)
def test_bad_input_is_one_clear_error(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, args: list[str], told: str
) -> None:
    file = tmp_path / "hand.phh"
    file.write_text(text)
    assert run(["explain", str(file), *args]) == 2
    output = capsys.readouterr()
    assert told in output.err and "Traceback" not in output.err and output.out == ""


def test_the_command_that_would_help_can_be_pasted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "HH - No.1 - $1.txt"
    file.write_text("Not a hand")
    assert run(["explain", str(file)]) == 2
    assert f"sidepot convert '{file}' --to phh" in " ".join(capsys.readouterr().err.split())


def test_a_folder_and_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["explain", str(tmp_path)]) == 2
    assert run(["explain", str(tmp_path / "none.phh")]) == 2
    assert "no such file" in capsys.readouterr().err


@each("name", sorted(GAMES))
def test_every_decision_of_random_hands_is_one_that_was_allowed(name: str) -> None:
    """The decisions of a hand are its players' events in order, each possible where it stands, each with reasons."""
    chance = random.Random(name)
    for _ in range(3):
        hand = random_hand(table(GAMES[name], chance.choice(LIMITS), chance), chance)
        found = decisions(hand)
        assert [one.step for one in found] == list(range(1, len(found) + 1))
        assert sum(isinstance(one.event, Folded) for one in found) == sum(isinstance(one, Folded) for one in hand.log)
        for one in found:
            allowed = options(one.hand)
            assert allowed.why and street_of(one.hand)
            assert what_was_done(one)
            assert not isinstance(one.event, Folded) or allowed.may_fold
            gestures(one.hand)
