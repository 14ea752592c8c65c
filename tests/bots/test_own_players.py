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
    return Check() if may.may_check else Fold()

def curious(view, may):
    """Sees it through, and is never asked whether to show, nor how often to run the board."""
    assert not may.may_show and not may.runs
    return Check() if may.may_check else Call()

def wild(view, may):
    return RaiseTo(1)

def silent(view, may):
    return None

def broken(view, may):
    return 1 / 0

def leaves(view, may):
    raise SystemExit(0)

async def later(view, may):
    return Fold()
'''


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "mine_of_mine.py").write_text(MINE)
    (tmp_path / "torn_of_mine.py").write_text("raise RuntimeError('no luck')")
    (tmp_path / "left_of_mine.py").write_text("raise SystemExit(0)")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    for name in ("mine_of_mine", "torn_of_mine", "left_of_mine"):
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


@pytest.mark.parametrize("house", ["cash", "home"])
def test_a_player_who_knows_betting_alone_plays_to_the_showdown(capfd: pytest.CaptureFixture[str], house: str) -> None:
    """As in `match`: hands are tabled in order and the board is run once, and the player is asked about neither."""
    assert run([*COMMAND, "--house", house, "--bots", "mine_of_mine:curious,steady"]) == 0, capfd.readouterr().err


@pytest.mark.parametrize(
    ("bots", "said"),
    [
        ("nothing_of_mine:timid", "the module 'nothing_of_mine' cannot be read: ModuleNotFoundError"),
        ("torn_of_mine:timid", "the module 'torn_of_mine' cannot be read: RuntimeError: no luck"),
        ("mine_of_mine:timmid", "no player 'timmid'; did you mean 'timid'?"),
        ("mine_of_mine:zzz", "no player 'zzz'; there are timid, curious, wild, silent, broken, leaves, later"),
        ("mine_of_mine:LIMIT", "'LIMIT' cannot be called"),
        ("mine_of_mine:", "written module:name"),
        (":timid", "written module:name"),
        ("mine_of_mine:wild", "mine_of_mine:wild in seat"),
        ("mine_of_mine:silent", "not with NoneType"),
        ("left_of_mine:timid", "the module 'left_of_mine' cannot be read: SystemExit: 0"),
        ("mine.py:timid", "without .py: mine:timid"),
        ("../mine:timid", "'../mine' is no name of a module"),
        (".:timid", "'.' is no name of a module"),
        ("mine_of_mine:leaves", "the player mine_of_mine:leaves failed: SystemExit: 0"),
        ("mine_of_mine:later", "'later' is async"),
        ("mine_of_mine:broken", "the player mine_of_mine:broken failed: ZeroDivisionError: division by zero"),
    ],
)
def test_what_is_no_player_is_told(capfd: pytest.CaptureFixture[str], bots: str, said: str) -> None:
    assert run([*COMMAND, "--bots", bots]) == 2
    assert said in " ".join(capfd.readouterr().err.split())
