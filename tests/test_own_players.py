"""`sidepot simulate --bots module:name`: players of one's own, and what is said of those that are none."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from sidepot.cli.app import run

MINE = '''
from sidepot.hand.commands import Call, Check, Fold, RaiseTo

LIMIT = 3

def timid(view, may):
    """Checks or folds, and musters no courage."""
    return Check() if may.may_check else Fold() if may.may_fold else may_answer(may)

def may_answer(may):
    from random import Random
    from sidepot.bots.random_player import random_player
    return random_player(Random(1))(None, may)

def wild(view, may):
    return RaiseTo(1)

def silent(view, may):
    return None

def broken(view, may):
    return 1 / 0
'''


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "mine_of_mine.py").write_text(MINE)
    (tmp_path / "torn_of_mine.py").write_text("raise RuntimeError('no luck')")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    for name in ("mine_of_mine", "torn_of_mine"):
        monkeypatch.delitem(sys.modules, name, raising=False)


COMMAND = ["simulate", "--hands", "30", "--seed", "3", "--seats", "3"]


def test_a_player_of_my_own_plays(capfd: pytest.CaptureFixture[str]) -> None:
    assert run([*COMMAND, "--bots", "mine_of_mine:timid,loose", "--json"]) == 0
    played = [one["bot"] for one in json.loads(capfd.readouterr().out)["players"]]
    assert played == [
        "mine_of_mine:timid",
        "loose",
        "mine_of_mine:timid",
    ]


@pytest.mark.parametrize(
    ("bots", "said"),
    [
        ("nothing_of_mine:timid", "the module 'nothing_of_mine' cannot be read: ModuleNotFoundError"),
        ("torn_of_mine:timid", "the module 'torn_of_mine' cannot be read: RuntimeError: no luck"),
        ("mine_of_mine:timmid", "no player 'timmid'; did you mean 'timid'?"),
        ("mine_of_mine:zzz", "no player 'zzz'; there are timid, may_answer, wild, silent, broken"),
        ("mine_of_mine:LIMIT", "'LIMIT' cannot be called"),
        ("mine_of_mine:", "written module:name"),
        (":timid", "written module:name"),
        ("mine_of_mine:wild", "mine_of_mine:wild in seat"),
        ("mine_of_mine:silent", "not with NoneType"),
        ("mine_of_mine:broken", "the player mine_of_mine:broken failed: ZeroDivisionError: division by zero"),
    ],
)
def test_what_is_no_player_is_told(capfd: pytest.CaptureFixture[str], bots: str, said: str) -> None:
    assert run([*COMMAND, "--bots", bots]) == 2
    assert said in " ".join(capfd.readouterr().err.split())
