"""Compile the hot modules with mypyc in a copy of the package, play hands with them, and compare with the pure build.

The pure build is the reference and what is installed; this only proves that the hot modules stay free of what mypyc
cannot compile, and that compiled they tell the same story, event by event. Nothing in the tree is changed.
Without a C compiler or Python's headers it says so and exits 0.
"""

from __future__ import annotations

import ast
import json
import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import time
import tomllib
from itertools import zip_longest
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "src" / "sidepot"
SMOKE = Path(__file__).with_name("smoke_hands.py")
ROOM = Path(__file__).with_name("smoke_room.py")
HANDS = 200
AT_TABLES = 12  # hands at each table of the room
SEED = 20130412


def hot_modules() -> tuple[str, ...]:
    """The modules that are compiled: those that pyproject.toml names for the wheel."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    hook = project["tool"]["hatch"]["build"]["targets"]["wheel"]["hooks"]["mypyc"]
    files = [file.removeprefix("/src/").removesuffix(".py") for file in hook["include"]]
    return tuple([file.replace("/", ".") for file in files])


HOT = hot_modules()


def what_is_lacking() -> str | None:
    """What this machine lacks to compile anything, in words; None where it can."""
    compiler = shlex.split(os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc")[0]
    if shutil.which(compiler) is None:
        return f"there is no C compiler ({compiler})"
    if not Path(sysconfig.get_path("include"), "Python.h").exists():
        return "Python's headers (Python.h) are not installed"
    return None


def structs_defined(source: Path) -> list[str]:
    """The msgspec structs that a module defines: compiled, they would lose tag, frozen and hash without an error."""
    tree = ast.parse(source.read_text(encoding="utf-8"))
    return [
        node.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef) and any(ast.unparse(base).endswith("Struct") for base in node.bases)
    ]


def faults(paths: list[Path]) -> list[str]:
    """Why these modules must not be compiled at all."""
    found = []
    for path in paths:
        where = path.relative_to(ROOT)
        if not path.exists():
            found.append(f"{where} does not exist; pyproject.toml names the modules to compile")
        else:
            found += [f"{where} defines the struct {name}: never compile it" for name in structs_defined(path)]
    return found


def run(command: list[str], *, cwd: Path, **env: str) -> str:
    """Run a command quietly and return what it printed; on failure show everything and leave."""
    done = subprocess.run(command, cwd=cwd, env={**os.environ, **env}, capture_output=True, text=True, check=False)
    if done.returncode:
        print(done.stdout[-4000:] + done.stderr[-8000:])
        sys.exit(f"compile-check: failed: {shlex.join(command)}")
    return done.stdout


def smoke(build: str, tree: Path) -> list[str]:
    """The logs of the smoke hands, one a line, as the build in `tree` plays them."""
    command = [sys.executable, str(SMOKE), build, str(SEED), str(HANDS)]
    return run(command, cwd=tree, PYTHONPATH=str(tree)).splitlines()


def smoke_room(tree: Path) -> list[str]:
    """All that is told at the smoke tables, a message a line, by the build in `tree`."""
    command = [sys.executable, str(ROOM), str(SEED), str(AT_TABLES)]
    return run(command, cwd=tree, PYTHONPATH=str(tree)).splitlines()


def same_room(pure: list[str], compiled: list[str]) -> None:
    """Leave where the two builds tell the people at a table something else."""
    for expected, got in zip_longest(pure, compiled):
        if expected != got:
            sys.exit(f"at a table of the room the builds part\n  pure     {expected}\n  compiled {got}")


def first_difference(expected: list[object], got: list[object]) -> str:
    """The first event in which two logs part."""
    for at, (one, other) in enumerate(zip_longest(expected, got)):
        if one != other:
            return f"  event {at}\n  pure     {one}\n  compiled {other}"
    return "  in spelling only"


def main() -> None:
    """Compile, play, compare."""
    paths = [PACKAGE.parent / f"{name.replace('.', '/')}.py" for name in HOT]
    wrong = faults(paths)
    if wrong:
        sys.exit("\n".join(f"compile-check: {fault}" for fault in wrong))
    lacking = what_is_lacking()
    if lacking:
        print(f"compile-check: skipped: {lacking}")
        return
    with tempfile.TemporaryDirectory(prefix="sidepot-mypyc-") as folder:
        tree = Path(folder)
        shutil.copytree(PACKAGE, tree / "sidepot", ignore=shutil.ignore_patterns("__pycache__", "*.so"))
        pure, pure_room = smoke("PURE", tree), smoke_room(tree)
        started = time.perf_counter()
        modules = [str(path.relative_to(PACKAGE.parent)) for path in paths]
        run([sys.executable, "-m", "mypyc", *modules], cwd=tree, MYPYC_OPT_LEVEL="0", MYPYC_DEBUG_LEVEL="0")
        seconds = time.perf_counter() - started
        compiled, compiled_room = smoke("COMPILED", tree), smoke_room(tree)
    same_room(pure_room, compiled_room)
    for at, (expected, got) in enumerate(zip(pure, compiled, strict=True)):
        if expected != got:
            sys.exit(f"compile-check: hand {at} differs\n{first_difference(json.loads(expected), json.loads(got))}")
    print(f"compile-check: {len(HOT)} modules compiled in {seconds:.0f} s; {HANDS} hands are the same, event by event")
    print(f"compile-check: the room told the same {len(pure_room)} messages")


if __name__ == "__main__":
    main()
