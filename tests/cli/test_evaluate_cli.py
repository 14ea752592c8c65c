"""`sidepot evaluate`: standings, a program as a player, a table and a picture, and what is refused."""

from __future__ import annotations

import json
import re
import shlex
import sys
from pathlib import Path

import pytest
from each import each
from places import ROOT

from sidepot.cli.app import run

PAGE = ROOT / "docs" / "how-to" / "evaluate.md"


def test_it_prints_the_standings(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["evaluate", "loose", "steady", "--deals", "20", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["hands"], found["deals"], found["seats"]) == (40, 20, 2)
    first, last = found["agents"]
    assert first["per_100"] == -last["per_100"] > 0 and first["rating"] + last["rating"] == pytest.approx(3000)
    assert first["low"] < first["per_100"] < first["high"] and first["failures"] == 0
    assert run(["evaluate", "loose", "steady", "--deals", "20"]) == 0
    text = capsys.readouterr().out
    assert text.index(first["agent"]) < text.index(last["agent"])
    assert f"{first['per_100']:+.1f}" in text and "40 hands: 20 deals" in text


def test_the_program_of_the_page_plays(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (code,) = re.findall(r"^```python\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    file = tmp_path / "my_bot.py"
    file.write_text(code, encoding="utf-8")
    mine = f"mine={shlex.join([sys.executable, str(file)])}"
    assert run(["evaluate", "steady", "--program", mine, "--deals", "3", "--json"]) == 0
    assert {one["agent"] for one in json.loads(capsys.readouterr().out)["agents"]} == {"mine", "steady"}


def test_an_agent_that_fails_gives_exit_code_1(capsys: pytest.CaptureFixture[str]) -> None:
    ends = shlex.join([sys.executable, "-c", ""])
    assert run(["evaluate", "steady", "--program", f"ends={ends}", "--deals", "1"]) == 1
    assert "ends: the program has ended" in capsys.readouterr().out


def test_it_writes_a_table(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet", reason="Parquet needs pyarrow: pip install sidepot[corpora]")
    out = tmp_path / "results.parquet"
    assert run(["evaluate", "loose", "steady", "--deals", "4", "--out", str(out), "--json"]) == 0
    rows = parquet.read_table(out).to_pylist()
    found = json.loads(capsys.readouterr().out)
    assert len(rows) == 16 and sum(row["net"] for row in rows) == 0
    won = sum(row["net"] for row in rows if row["agent"] == "loose")
    loose = next(one for one in found["agents"] if one["agent"] == "loose")
    assert loose["per_100"] == pytest.approx(100 * won / 8 / 2)


def test_it_draws_a_picture(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="a plot needs matplotlib: pip install sidepot[plot]")
    out = tmp_path / "out.png"
    assert run(["evaluate", "loose", "steady", "--deals", "4", "--plot", str(out)]) == 0
    assert out.read_bytes().startswith(b"\x89PNG")


@each(
    ("words", "message"),
    [
        (["loose"], "name two or more agents"),
        (["loose", "loose"], "loose is named twice"),
        (["loose", "stedy"], "AGENT: unknown bot 'stedy'"),
        (["loose", "steady", "--seats", "3"], "--seats 3: there are only 2 agents"),
        (["loose", "--program", "mine"], "expected NAME=COMMAND"),
        (["loose", "--program", "mine='"], "--program mine="),
        (["loose", "--program", "mine=./nothing-there"], "./nothing-there: no such program"),
        (["loose", "steady", "--out", "nowhere/there.parquet"], "nowhere"),
        (["loose", "steady", "--game", "nonsense"], "nonsense"),
    ],
)
def test_bad_usage_is_refused(words: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["evaluate", *words, "--deals", "2"]) == 2
    assert message in capsys.readouterr().err
