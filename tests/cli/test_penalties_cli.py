"""`sidepot penalties`: entries are kept, repeats cost more, hands are counted down, and errors change nothing."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from sidepot.cli.app import run


def keep(log: Path, *args: str) -> int:
    return run(["penalties", str(log), *args])


def enter(log: Path, player: str, offence: str, *args: str) -> int:
    return keep(log, "--player", player, "--offence", offence, "--by", "Kim", *args)


def read(log: Path, capfd: pytest.CaptureFixture[str]) -> dict[str, Any]:
    capfd.readouterr()
    assert keep(log, "--json") == 0
    found: dict[str, Any] = json.loads(capfd.readouterr().out)
    return found


def test_a_round_is_missed_hand_by_hand(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    log = tmp_path / "log.json"
    assert enter(log, "Ann", "abuse", "--penalty", "1 round", "--players", "2") == 0
    shown = capfd.readouterr().out
    assert "Ann: 1 round for abuse, by Kim (TDA-2013:58-A, TDA-2013:58-B)" in shown
    assert "Ann has 2 hands to miss." in shown
    assert keep(log, "--over", "Bo,Cy") == 0  # another table
    assert keep(log, "--over", "Ann, Bo") == 0
    assert "Ann has 1 hand to miss." in capfd.readouterr().out
    assert keep(log, "--over", "Ann,Bo") == 0
    assert read(log, capfd)["players"]["Ann"] == {"hands_left": 0, "away": False, "out": False, "may_ask": True}


def test_a_penalty_given_in_a_hand_begins_with_the_next(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    log = tmp_path / "log.json"
    assert enter(log, "Bo", "soft play", "--penalty", "2 rounds", "--hand", "17", "--by", "Kim") == 0
    assert "Bo has 18 hands to miss, from the next one on." in capfd.readouterr().out
    assert keep(log, "--over", "Bo,Cy") == 0
    assert read(log, capfd)["players"]["Bo"]["away"] is True
    assert read(log, capfd)["players"]["Bo"]["hands_left"] == 18


def test_a_repeat_costs_more_and_a_player_can_be_out(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    log = tmp_path / "log.json"
    for _ in range(2):
        assert enter(log, "Ann", "delay") == 0
    first, second = read(log, capfd)["entries"]
    assert first["ruling"] != second["ruling"]
    assert enter(log, "Ann", "collusion", "--penalty", "disqualification") == 0
    assert "Ann is out." in capfd.readouterr().out
    assert keep(log, "--csv") == 0
    assert capfd.readouterr().out.splitlines()[0] == "hand,player,offence,ruling,hands,by,reason,rules"


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["--player", "Ann", "--offence", "abus", "--by", "Kim"], "did you mean abuse?"),
        (["--player", "Ann", "--offence", "abuse"], "by is missing: an entry of the penalty log needs who decided"),
        (
            ["--player", "Ann", "--offence", "abuse", "--by", "Kim", "--penalty", "5 rounds"],
            "unknown option",
        ),
        (["--by", "Kim"], "need --player NAME"),
    ],
)
def test_a_refused_entry_does_not_change_the_log(
    args: list[str], message: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    log = tmp_path / "log.json"
    assert enter(log, "Ann", "abuse") == 0
    before = log.read_bytes()
    assert keep(log, *args) == 2
    assert message in capfd.readouterr().err
    assert log.read_bytes() == before


def test_a_log_that_is_not_there_is_an_error_unless_something_is_entered(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert keep(tmp_path / "none.json") == 2
    assert "no such file" in capfd.readouterr().err
