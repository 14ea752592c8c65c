"""The shell completes commands, options and names: the program is asked as a shell asks, and by a real bash."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from each import each

from sidepot.bots.roster import BOTS
from sidepot.cli.app import COMMANDS, main
from sidepot.games.catalog import GAMES
from sidepot.games.mixes import MIXES
from sidepot.rules.houses import HOUSES

SIDEPOT = "import sys; sys.argv[0] = 'sidepot'; from sidepot.cli.app import main; main()"


Completed = Callable[[str], list[str]]


@pytest.fixture
def completed(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Completed:
    """What is offered for the last word of a line, as the shell asks for it."""

    def ask(line: str) -> list[str]:
        words = line.split(" ")
        asked = {"_SIDEPOT_COMPLETE": "complete_bash", "COMP_WORDS": line, "COMP_CWORD": str(len(words) - 1)}
        monkeypatch.setattr(sys, "argv", ["sidepot"])
        for name, value in asked.items():
            monkeypatch.setenv(name, value)
        with pytest.raises(SystemExit) as ended:
            main()
        done = capsys.readouterr()
        assert ended.value.code == 0 and not done.err, done.err
        return [word for word in done.out.splitlines() if word]

    return ask


@each(
    ("line", "offered"),
    [
        ("sidepot ", list(COMMANDS)),
        ("sidepot tournament ra", ["race"]),
        ("sidepot play --se", ["--seats", "--seed"]),
        ("sidepot play --limit ", ["nl", "pl", "fl"]),
        ("sidepot play ", list(GAMES)),
        ("sidepot games ", [*GAMES, *MIXES]),
        ("sidepot odds AsKs --game hold", ["holdem"]),
        ("sidepot simulate --game hor", ["horse"]),
        ("sidepot simulate --house ", list(HOUSES)),
        ("sidepot rule --house tda", ["tda-2013", "tda-2024", "tda-2026"]),
        ("sidepot rule killed", ["killed-hand"]),
        ("sidepot simulate --bots ", list(BOTS)),
        ("sidepot simulate --bots loose,st", ["loose,steady"]),
        ("sidepot play --bots expert,regular,b", ["expert,regular,beginner"]),
        ("sidepot tournament run --preset tur", ["turbo"]),
        ("sidepot tournament run --bots st", ["steady"]),
        ("sidepot tournament payout --table st", ["standard", "steep"]),
        ("sidepot rules diff hom", ["home"]),
        ("sidepot rules T41B", ["T41B1", "T41B2"]),
        ("sidepot bench --workload W1", None),
        ("sidepot play nothing-like-it", []),
    ],
)  # fmt: skip
def test_names_are_completed(completed: Completed, line: str, offered: list[str] | None) -> None:
    found = completed(line)
    if offered is None:
        assert found and all(word.startswith("W1") for word in found)
    else:
        assert [word for word in found if not word.startswith("-") or "--" in line] == offered


def test_no_word_that_is_offered_falls_apart_in_the_shell(completed: Completed) -> None:
    for line in ("sidepot rule ", "sidepot tournament payout --table ", "sidepot tournament run --preset "):
        for word in completed(line):
            assert " " not in word


def test_a_topic_is_taken_as_it_is_offered(completed: Completed) -> None:
    from sidepot.floor.topic_groups import topic_named

    assert len({topic_named(word).name for word in completed("sidepot rule ")}) > 30


@pytest.mark.long
@pytest.mark.skipif(shutil.which("bash") is None, reason="no bash: install it")
def test_a_bash_that_has_read_the_script_asks(tmp_path: Path) -> None:
    """The script is put in place by `--install-completion`; bash reads it and offers what the program says."""
    program = tmp_path / "sidepot"
    program.write_text(f"#!{sys.executable}\n{SIDEPOT}\n")
    program.chmod(0o755)
    home = os.environ | {"HOME": str(tmp_path), "PATH": f"{tmp_path}:{os.environ['PATH']}"}
    home["_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION"] = "1"  # whatever shell runs the tests
    done = subprocess.run(
        ["sidepot", "--install-completion", "bash"], env=home, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "sidepot" in (tmp_path / ".bashrc").read_text()
    asks = (
        'source "$HOME/.bashrc"; COMP_WORDS=(sidepot play ra); COMP_CWORD=2; _sidepot_completion sidepot; '
        'printf "%s\\n" "${COMPREPLY[@]}"'
    )
    said = subprocess.run(["bash", "--norc", "-c", asks], env=home, capture_output=True, text=True, check=False)
    assert said.stdout.split() == ["razz", "razz-27", "razz-a6"], said.stderr


def test_nothing_of_it_is_loaded_for_a_command() -> None:
    loaded = "print('sidepot.cli.completion' in sys.modules)"
    code = f"import sys; from sidepot.cli.app import run; run(['games', 'holdem']); {loaded}"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "False"
