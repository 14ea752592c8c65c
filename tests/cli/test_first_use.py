"""The first minutes with the command line: what a mistake is answered with, and how a narrow terminal looks."""

from __future__ import annotations

import re
import signal
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from each import each
from places import TESTS
from rich.console import Console

from sidepot.cli import interrupting
from sidepot.cli.app import COMMANDS, run
from sidepot.cli.interrupting import interrupt, interruptible
from sidepot.cli.screen import Terminal
from sidepot.cli.table_text import heading, length


@pytest.mark.parametrize(
    ("args", "told"),
    [
        (["play", "--seats", "zero"], "'zero': expected an integer"),
        (["tournament", "run", "--preset", "turbo", "--players", "0"], "'0': must be at least 2"),
        (["serve", "--port", "99999"], "'99999': must be at most 65535"),
        (["play", "--limit", "xx"], "'--limit': 'xx' is not one of"),
    ],
)
def test_a_wrong_value_is_refused_in_plain_words(
    args: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(args) == 2
    error = " ".join(capsys.readouterr().err.split())
    assert told in error
    assert "Input should" not in error and "Value error" not in error


@each("command", [["penalties"], ["tournament", "direct"], ["integrity"]])
@each("text", ["", "noise\n"])
def test_a_file_of_another_kind_is_refused_by_its_name(
    command: list[str], text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "other.txt"
    file.write_text(text, encoding="utf-8")
    assert run([*command, str(file)]) == 2
    assert capsys.readouterr().err.startswith(f"error: {file}: ")


def test_a_damaged_history_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "broken.phh"
    file.write_bytes(b"\x00\xff")
    assert run(["integrity", str(file)]) == 2
    assert capsys.readouterr().err.startswith(f"error: {file}: ")


def test_a_misspelt_preset_is_put_right(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["tournament", "direct", str(tmp_path / "new.jsonl"), "--new", "turbx"]) == 2
    assert "did you mean 'turbo'?" in capsys.readouterr().err
    assert run(["tournament", "direct", str(tmp_path / "new.jsonl"), "--new", str(tmp_path / "none.toml")]) == 2
    assert "none.toml: no such file" in capsys.readouterr().err


def test_an_open_pot_says_what_is_lacking(capsys: pytest.CaptureFixture[str]) -> None:
    put = ["--put", "Ann=100", "--put", "Bo=200"]
    assert run(["settle", *put]) == 0
    told = " ".join(capsys.readouterr().out.split())
    assert "Give the order of the hands: --best Ann,Bo (= for equal hands), or their cards: --hand Ann=AsKs" in told
    assert run(["settle", *put, "--best", "Ann,Bo"]) == 0
    assert "Say whose" not in capsys.readouterr().out


def test_a_line_across_a_narrow_terminal_is_one_line(tmp_path: Path) -> None:
    with (tmp_path / "shown").open("w+", encoding="utf-8") as shown:
        terminal = Terminal(Console(file=shown, width=60, highlight=False))
        line = heading("[bold]Flop[/]  3s 7c 5h", "pot 14 (you 5)")
        assert length(line) == 80
        terminal.show(line)
        shown.seek(0)
        lines = shown.read().splitlines()
    assert [len(one) for one in lines] == [60]
    assert lines[0].startswith("── Flop  3s 7c 5h ──") and lines[0].endswith("── pot 14 (you 5) ──")


def _frame_in(file: str) -> FrameType:
    """A frame of a function that stands in that file."""
    found: dict[str, Any] = {}
    exec(compile("import sys\nframe = sys._getframe()", file, "exec"), found)
    frame: FrameType = found["frame"]
    return frame


def test_ctrl_c_waits_where_it_would_be_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[float] = []
    monkeypatch.setattr(interrupting.signal, "setitimer", lambda which, seconds: asked.append(seconds))
    interrupt(signal.SIGINT, _frame_in("/lib/llvmlite/binding/executionengine.py"))
    assert asked == [interrupting._AGAIN]
    with pytest.raises(KeyboardInterrupt):
        interrupt(signal.SIGALRM, _frame_in("/lib/sidepot/odds/ask.py"))


def test_ctrl_c_is_as_before_afterwards() -> None:
    before = signal.getsignal(signal.SIGINT), signal.getsignal(signal.SIGALRM)
    with interruptible():
        pass
    assert (signal.getsignal(signal.SIGINT), signal.getsignal(signal.SIGALRM)) == before


@pytest.mark.parametrize(
    ("args", "meant"),
    [
        (["play", "--house", "tda-20133"], "tda-2013"),
        (["stats", "--by", "postion", str(TESTS / "stats" / "evening.txt")], "position"),
        (["convert", "--to", "phhs", "evening.txt"], "phh"),
    ],
)
def test_a_misspelt_value_is_put_right(args: list[str], meant: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(args) == 2
    assert f"did you mean {meant!r}?" in capsys.readouterr().err


@pytest.mark.parametrize("command", ["replay", "stats"])
def test_files_without_a_hand_are_named(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a.txt").write_text("noise\n", encoding="utf-8")
    Path("b.txt").write_text("noise\n", encoding="utf-8")
    assert run([command, "a.txt"]) == 2
    assert capsys.readouterr().err.startswith("error: a.txt: there are no hand histories here")
    assert run([command, "a.txt", "b.txt"]) == 2
    assert capsys.readouterr().err.startswith("error: a.txt and 1 more: there are no hand histories here")


def test_text_of_a_site_is_to_be_converted_before_it_is_explained(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "evening.txt"
    file.write_text("PokerStars Hand #1: Hold'em No Limit\n", encoding="utf-8")
    assert run(["explain", str(file)]) == 2
    assert f"sidepot convert {file} --to phh" in capsys.readouterr().err


@each("name", COMMANDS)
def test_the_help_names_values_in_words_of_people(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """`--port <int range>` and `PATH... <list[Path]>` are words of programs."""
    assert run([name, "--help"]) == 0
    assert re.findall(r"<(?:int|float|str|Path|list)\b", capsys.readouterr().out) == []
