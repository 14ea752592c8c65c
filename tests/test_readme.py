"""The README's tour runs as it stands, and its commands are commands."""

from __future__ import annotations

import doctest
import re
import shlex
from pathlib import Path

import pytest

from sidepot.cli.app import COMMANDS, run

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


PAGES = ["README.md", "docs/tour.md", "docs/rulings.md", "docs/open-stakes.md", "CONTRIBUTING.md"]


@pytest.mark.parametrize("page", PAGES)
def test_the_snippets_come_out_as_printed(page: str) -> None:
    """Snippets are in `pycon` blocks; those of one page build on each other."""
    blocks = re.findall(r"^```pycon\n(.*?)^```$", (ROOT / page).read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    text = "\n".join(blocks)
    assert ">>>" in text
    test = doctest.DocTestParser().get_doctest(text, {}, page, page, 0)
    said: list[str] = []
    runner = doctest.DocTestRunner(verbose=False, optionflags=doctest.NORMALIZE_WHITESPACE)
    runner.run(test, out=said.append)
    assert not said, "".join(said)


def test_every_command_is_told() -> None:
    for name in COMMANDS:
        assert f"| `sidepot {name}` |" in README


def test_the_settlement_that_is_shown_can_be_run(capsys: pytest.CaptureFixture[str]) -> None:
    lines = [
        line for line in re.findall(r"`sidepot ([^`]+)`", README) if line.startswith(("settle -", "rule ", "rules "))
    ]
    assert len(lines) >= 2
    for line in lines:
        assert run(shlex.split(line)) == 0, line
    assert "Bo" in capsys.readouterr().out


@pytest.mark.parametrize("page", ["README.md", "docs/rulings.md"])
def test_the_rulings_that_are_shown_come_out_so(page: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Blocks that begin with a command and go on with what it prints, whatever the width."""
    blocks = re.findall(r"```console\n\$ sidepot (.*)\n([^`]+)```", (ROOT / page).read_text(encoding="utf-8"))
    assert len(blocks) == 2
    for line, printed in blocks:
        assert run(shlex.split(line.replace(" examples/", f" {ROOT}/examples/"))) == 0, line
        assert capsys.readouterr().out.split() == printed.split()


def test_make_has_the_two_commands() -> None:
    targets = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    for target in re.findall(r"^\$ make (\S+)", README, re.MULTILINE):
        assert target in targets
