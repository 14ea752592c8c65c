"""`sidepot tournament direct`: an evening in a file, told act by act."""

from __future__ import annotations

import json
import shlex
from pathlib import Path
from typing import Any

import pytest

from sidepot.cli.app import run

ACTS = """
register player=Ann
register player=Bob
register player=Cy
register player=Dee   # she is late
draw_seats
start
out player=Ann by=Bob,Cy
count stacks=Cy:7000,Dee:4000
heads table=1 n=3
button_at table=1 seat=9
"""


class Evening:
    """A file of steps, and what is told about it."""

    def __init__(self, folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
        self.file = folder / "friday.jsonl"
        self.capfd = capfd
        (folder / "acts.txt").write_text(ACTS, encoding="utf-8")
        self.tell("--new turbo --minute 0")
        self.tell(f"--acts {folder / 'acts.txt'} --minute 1 --by Kim")

    def tell(self, words: str, code: int = 0) -> str:
        assert run(["tournament", "direct", str(self.file), *shlex.split(words)]) == code
        out, err = self.capfd.readouterr()
        assert "Traceback" not in err and "internal" not in err
        return out + err

    def state(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.tell("--minute 2 --json"))
        return found


@pytest.fixture
def evening(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> Evening:
    return Evening(tmp_path, capfd)


def test_a_live_tournament_is_directed_act_by_act(evening: Evening) -> None:
    found = evening.state()
    assert (found["left"], found["entries"], found["average"], found["version"]) == (3, 4, 6666, 11)
    (table,) = found["tables"]
    assert {one["player"]: one["known"] for one in table["seats"]} == {
        "Bob": "estimated",
        "Cy": "known",
        "Dee": "known",
    }
    assert table["button"] == 9 and table["button_known"]
    assert [line["player"] for line in found["places"]] == ["Ann"]


def test_a_wrong_act_is_refused_and_changes_nothing(evening: Evening) -> None:
    before = evening.file.read_bytes()
    for words, why in (
        ("out player=Zed", "has not entered"),
        ("out player=Ann", "Ann is already out: step 8, by Kim"),
        ("outt player=Ann", "did you mean out"),
        ("out who=Ann", "expected one of its fields: player=, by="),
        ("count stacks=Ann", "expected pairs with a colon"),
        ("count stacks=Cy:many", "expected an integer"),
        ("out player=Bob at=3", "expected minutes ago"),
        ("--preview", "--preview needs one action"),
        ("--new turbo", "already exists"),
    ):
        assert why in evening.tell(f"{words} --minute 2", 2)
    assert evening.file.read_bytes() == before


def test_a_preview_shows_what_would_change_and_keeps_the_file(evening: Evening) -> None:
    before = evening.file.read_bytes()
    told = evening.tell("undo step=8 only=true --preview --minute 3")
    assert "Ann: status out -> seated" in told and "players left 3 -> 4" in told
    assert evening.file.read_bytes() == before
    evening.tell("undo step=8 only=true --minute 3")
    assert evening.state()["left"] == 4


def test_a_refused_line_is_reported_and_the_others_are_done(evening: Evening, tmp_path: Path) -> None:
    (tmp_path / "more.txt").write_text("out player=Zed\nannounce text='the bar closes'\n", encoding="utf-8")
    assert "out player=Zed: 'Zed' has not entered" in evening.tell(f"--acts {tmp_path / 'more.txt'} --minute 2", 1)
    assert evening.state()["version"] == 12
