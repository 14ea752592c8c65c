"""What `import sidepot` and the command line load: nothing that a user would have to wait for."""

from __future__ import annotations

import subprocess
import sys
from importlib.util import find_spec

import pytest
from each import each

from sidepot.cli.app import COMMANDS

HEAVY = {"rich", "numpy", "numba", "litestar", "uvicorn", "sqlalchemy", "pokerkit", "pyspiel", "asyncio"}
EVERY_COMMAND = {module for module, _ in COMMANDS.values()}


def loaded_by(code: str) -> set[str]:
    """The modules that Python has loaded after running `code`, in a fresh interpreter."""
    script = f"import sys\ntry:\n    {code}\nexcept SystemExit:\n    pass\nprint('loaded:', *sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    return set(done.stdout.rpartition("loaded:")[2].split())


def test_importing_sidepot_loads_nothing_else() -> None:
    loaded = loaded_by("import sidepot")
    assert {name for name in loaded if name.startswith("sidepot")} == {"sidepot"}
    assert loaded & (HEAVY | {"typer", "tomllib", "msgspec"}) == set()


def test_a_public_name_loads_its_own_part_only() -> None:
    loaded = loaded_by("from sidepot import Hand, options, replay, seat_hand")
    assert "sidepot.hand.hand" in loaded
    assert loaded & (HEAVY | {"typer", "tomllib", "tomlkit", "difflib"}) == set()
    above = ("bots", "cases", "cli", "odds", "room", "simulation", "table", "testing", "tournament")
    assert {name for name in loaded if name.startswith(tuple(f"sidepot.{part}" for part in above))} == set()


@pytest.mark.parametrize("argument", ["--help", "--version", "no-such-command"])
def test_the_bare_command_line_loads_no_command_and_nothing_heavy(argument: str) -> None:
    loaded = loaded_by(f"from sidepot.cli.app import run; run([{argument!r}])")
    assert "sidepot.cli.app" in loaded
    assert loaded & (HEAVY | EVERY_COMMAND | {"tomllib"}) == set()


def test_a_command_loads_itself_only() -> None:
    loaded = loaded_by("from sidepot.cli.app import run; run(['rules', 'SD-1', '--json'])")
    assert loaded & EVERY_COMMAND == {"sidepot.cli.rules"}
    assert "rich" not in loaded


@each("module", sorted(EVERY_COMMAND))
def test_every_listed_command_exists(module: str) -> None:
    assert find_spec(module)
