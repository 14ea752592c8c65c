"""The command line as a whole: help, version, exit codes, and errors in one clear line."""

from __future__ import annotations

import subprocess
import sys
import types
from pathlib import Path
from typing import Any

import pytest

from sidepot import __version__
from sidepot.cli import common
from sidepot.cli.app import COMMANDS, keep_layout, run
from sidepot.errors import BadNotation, Cite, IllegalAction

FAULTS: list[tuple[BaseException, int, str]] = [
    (IllegalAction("no raise", Cite("TDA-2013", "41-B")), 2, "error: no raise (TDA-2013:41-B)\n"),
    (BadNotation("two\nlines"), 2, "error: two lines\n"),
    (FileNotFoundError(2, "No such file or directory", "x.phh"), 2, "error: x.phh: No such file or directory\n"),
    (EOFError(), 2, "error: the input ended before the question was answered\n"),
    (KeyboardInterrupt(), 130, ""),
    (BrokenPipeError(), 141, ""),
]


@pytest.fixture
def failing(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Makes `sidepot fail` a command that raises what it is given."""

    def arrange(error: BaseException) -> None:
        def command() -> None:
            raise error

        module = types.ModuleType("failing")
        module.command = command  # type: ignore[attr-defined]
        monkeypatch.setitem(sys.modules, "failing", module)
        monkeypatch.setitem(COMMANDS, "rules", ("failing", "Fail."))

    return arrange


def test_help_lists_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--help"]) == 0
    out = capsys.readouterr().out
    for name, (_, gist) in COMMANDS.items():
        assert f"  {name}" in out
        assert gist in out


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--version"]) == 0
    assert capsys.readouterr().out == f"sidepot {__version__}\n"


@pytest.mark.parametrize("args", [["rulez"], ["--nope"], ["rules", "--nope"], []])
def test_bad_usage_ends_with_2(args: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert run(args) == 2
    assert "Traceback" not in capsys.readouterr().err


def test_a_mistyped_command_is_put_right(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["setle"]) == 2
    assert "settle" in capsys.readouterr().err


@pytest.mark.parametrize(("error", "code", "told"), FAULTS, ids=[type(error).__name__ for error, _, _ in FAULTS])
def test_each_error_has_its_code_and_its_line(
    failing: Any, capsys: pytest.CaptureFixture[str], error: BaseException, code: int, told: str
) -> None:
    failing(error)
    assert run(["rules"]) == code
    assert capsys.readouterr().err == told


def test_a_fault_of_ours_shows_a_traceback_only_when_asked(
    failing: Any, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("SIDEPOT_DEBUG", raising=False)
    failing(KeyError("seat"))
    assert run(["rules"]) == 2
    told = capsys.readouterr().err
    assert told.startswith("internal error: KeyError: 'seat'")
    assert "SIDEPOT_DEBUG=1" in told
    assert "Traceback" not in told
    monkeypatch.setenv("SIDEPOT_DEBUG", "1")
    assert run(["rules"]) == 2
    assert "Traceback" in capsys.readouterr().err


@pytest.mark.long
def test_a_reader_that_goes_away_is_no_error() -> None:
    script = "from sidepot.cli.app import main; import sys; sys.argv = ['sidepot', 'rules', '--json']; main()"
    with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        assert running.stdout and running.stderr
        running.stdout.close()
        assert running.stderr.read() == b""
    assert running.returncode == common.READER_GONE


@pytest.mark.long
def test_closed_streams_are_no_error() -> None:
    shell = f'"{sys.executable}" -m sidepot rules SD-1 >&- 2>&-'
    assert subprocess.run(shell, shell=True, check=False).returncode == 0


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(BadNotation, match="no such file"):
        common.read_text(tmp_path / "none.toml")
    with pytest.raises(BadNotation, match="this is a folder"):
        common.read_text(tmp_path)
    with pytest.raises(BadNotation, match="cannot be read"):
        common.read_text("a\0b")
    with pytest.raises(BadNotation, match="cannot be read"):
        common.read_text("x" * 5000)
    bad = tmp_path / "latin.txt"
    bad.write_bytes(b"one\ntwo \xe9\n")
    with pytest.raises(BadNotation, match="line 2: byte 0xe9 is not UTF-8"):
        common.read_text(bad)
    good = tmp_path / "good.txt"
    good.write_bytes("\ufeffAs Kh\n".encode())
    assert common.read_text(good) == "As Kh\n"


def test_a_progress_bar_needs_a_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    with common.progress("hands", 2) as advance:
        advance(2)
    assert capsys.readouterr().err == ""


def test_examples_in_help_keep_their_lines() -> None:
    assert keep_layout("One.\n\nExamples:\n\n  a\n  b") == "One.\n\nExamples:\n\n\b\n  a\n  b"
