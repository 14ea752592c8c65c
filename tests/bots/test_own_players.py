"""`sidepot simulate --bots module:name`: players of one's own, and what is said of those that are none."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import pytest
from each import each

from sidepot.cli.app import run

MINE = '''
import lend_of_mine
from sidepot import Call, Check, Discard, Fold, RaiseTo, text

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

def keyed(view, may):
    return {}[view.hole[view.seat]]

def written(view, may):
    raise ValueError("I hold " + text(view.hole[view.seat]))

def half_a_chip(view, may):
    return RaiseTo(1.5)

def deep(view, may):
    return lend_of_mine.chips(view)

def not_mine(view, may):
    return Discard((0, 1)) if may.discard else curious(view, may)

class Player:
    def __call__(self, view, may):
        return self.nothing

object_of_mine = Player()

async def later(view, may):
    return Fold()
'''


def at(code: str) -> str:
    """The place of a line of the module."""
    return f"mine_of_mine.py, line {MINE[: MINE.index(code)].count(chr(10)) + 1}"


LENT = "def chips(view):\n    raise OverflowError('none left')\n"


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "mine_of_mine.py").write_text(MINE)
    (tmp_path / "lend_of_mine.py").write_text(LENT)
    (tmp_path / "torn_of_mine.py").write_text("\nraise RuntimeError('no luck')")
    (tmp_path / "open_of_mine.py").write_text("\n\nhere = (")
    (tmp_path / "left_of_mine.py").write_text("raise SystemExit(0)")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    for name in ("mine_of_mine", "torn_of_mine", "left_of_mine", "lend_of_mine", "open_of_mine"):
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


@each(
    ("bots", "said"),
    [
        ("nothing_of_mine:timid", "the module 'nothing_of_mine' cannot be read: ModuleNotFoundError"),
        ("torn_of_mine:timid", "module 'torn_of_mine' cannot be read: torn_of_mine.py, line 2: RuntimeError: no luck"),
        ("open_of_mine:timid", "open_of_mine.py, line 3: SyntaxError: '(' was never closed"),
        ("mine_of_mine:timmid", "no player 'timmid'; did you mean 'timid'?"),
        (
            "mine_of_mine:zzz",
            "no player 'zzz'; the choices are timid, curious, wild, silent, broken, leaves, keyed, written",
        ),
        ("mine_of_mine:LIMIT", "'LIMIT' cannot be called"),
        ("mine_of_mine:", "your own player as module:name"),
        (":timid", "your own player as module:name"),
        ("mine_of_mine:wild", "mine_of_mine:wild in seat"),
        ("mine_of_mine:silent", "not with NoneType"),
        ("left_of_mine:timid", "the module 'left_of_mine' cannot be read: left_of_mine.py, line 1: SystemExit: 0"),
        ("mine.py:timid", "without .py: mine:timid"),
        ("../mine:timid", "'../mine' is not a module name"),
        (".:timid", "'.' is not a module name"),
        ("mine_of_mine:leaves", f"mine_of_mine:leaves failed: {at('raise SystemExit(0)')}, in leaves: SystemExit: 0"),
        ("mine_of_mine:later", "'later' is async"),
        ("mine_of_mine:broken", f"the player mine_of_mine:broken failed: {at('1 / 0')}, in broken: ZeroDivisionError"),
        (
            "mine_of_mine:half_a_chip",
            f"{at('RaiseTo(1.5)')}, in half_a_chip: BadNotation: to: expected an int",
        ),
        ("mine_of_mine:deep", "failed: lend_of_mine.py, line 2, in chips: OverflowError: none left"),
        (
            "mine_of_mine:object_of_mine",
            f"{at('self.nothing')}, in __call__: AttributeError: 'Player' object",
        ),
        ("mine_of_mine:keyed", "in keyed: KeyError: in `return {}[view.hole[view.seat]]`"),
        ("mine_of_mine:written", "in written: ValueError: in `raise ValueError("),
    ],
)
def test_non_player_is_refused_by_name(capfd: pytest.CaptureFixture[str], bots: str, said: str) -> None:
    assert run([*COMMAND, "--bots", bots]) == 2
    assert said in " ".join(capfd.readouterr().err.split())


EVERYWHERE = [
    COMMAND,
    [*COMMAND, "--times", "2", "--jobs", "2"],
    ["tournament", "run", "--preset", "turbo", "--players", "6"],
    ["tournament", "run", "--preset", "turbo", "--players", "6", "--times", "2", "--jobs", "2"],
    ["play", "--watch", "--seed", "2"],
    ["play", "--watch", "--seed", "2", "--json"],
]


@each("command", EVERYWHERE, ids=" ".join)
def test_a_crash_names_the_line_in_every_command(capfd: pytest.CaptureFixture[str], command: list[str]) -> None:
    assert run([*command, "--bots", "mine_of_mine:broken"]) == 2
    told = " ".join(capfd.readouterr().err.split())
    assert f"{at('1 / 0')}, in broken: ZeroDivisionError: division by zero" in told
    assert "Traceback" not in told


def test_a_crash_names_no_hidden_card(capfd: pytest.CaptureFixture[str]) -> None:
    """Neither what the player holds, nor what another seat sees of it."""
    for name in ("keyed", "written"):
        assert run([*COMMAND, "--bots", f"mine_of_mine:{name}"]) == 2
        told = capfd.readouterr().err
        assert not re.search(r"[2-9TJQKA][cdhs]\b|\(\d+, \d+\)|I hold \w", told)
    draw = ["simulate", "--hands", "9", "--seats", "2", "--game", "single-draw", "--seed", "3"]
    assert run([*draw, "--bots", "mine_of_mine:not_mine"]) == 2
    told = " ".join(capfd.readouterr().err.split())
    assert "answered with Discard, which is refused: these are not cards that it holds" in told


def test_a_player_of_my_own_plays_with_people_too(capfd: pytest.CaptureFixture[str]) -> None:
    assert run(["play", "--watch", "--seed", "2", "--json", "--bots", "mine_of_mine:timid,loose"]) == 0
    assert json.loads(capfd.readouterr().out)
