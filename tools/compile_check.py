"""Run `make compiled` in a fresh folder, as after a clone, and compare what it builds with the pure package.

    python tools/compile_check.py            compiled without optimization and debug symbols, a quarter of the time
    python tools/compile_check.py --tests    optimized, and the cases and the tests of the core run on it as well

The pure build is the reference: hands and tables must come out the same, event by event. Nothing in the tree is
changed. Without a C compiler or Python's headers it says so and exits 0.
"""

from __future__ import annotations

import json
import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import time
from itertools import zip_longest
from pathlib import Path

from compiled import copy_tree, hot_modules, outdated, refuse_or_skip, run

SMOKE = Path(__file__).with_name("smoke_hands.py")
ROOM = Path(__file__).with_name("smoke_room.py")
HANDS = 200
AT_TABLES = 12  # hands at each table of the room
SEED = 20130412
# what of this process a user in a fresh clone would not have
OURS = ("MAKEFLAGS", "MAKELEVEL", "MAKEOVERRIDES", "MFLAGS", "PYTHONPATH", "SIDEPOT_VENV", "VIRTUAL_ENV")
# cases, replay and properties, and what they rest on
TESTS = (
    "test_cases", "test_properties", "test_universal", "test_strict_replay", "test_slow_hands", "test_views",
    "test_view_cache", "test_options", "test_hand_words", "test_perft", "test_fixed", "test_ranking",
    "test_ranking_fast", "test_ranking_scales", "test_wild", "test_phh_play", "test_phh_games", "test_acpc",
    "test_sites", "test_games", "test_play_options", "test_open_stakes_hand", "test_table", "test_table_machine",
    "test_simulate", "test_bench", "test_room_views", "test_room_told_state", "test_room_teller", "test_room_leaks",
    "test_room_crash", "test_room_store", "test_room_trouble", "test_room_outlet", "test_socket",
    "test_socket_fuzz", "test_socket_limits", "test_stats", "test_action_lines", "test_figures_counted",
    "test_figures_made", "test_textures", "test_moments",
)  # fmt: skip


def built(fresh: Path, *, optimized: bool) -> Path:
    """What `make compiled` builds in a fresh copy of the repository, unpacked."""
    copy_tree(fresh)
    environment = {name: value for name, value in os.environ.items() if name not in OURS}
    if not optimized:
        environment["CC"] = str(quick_compiler(fresh.parent))
    run("compile-check", ["make", "compiled"], cwd=fresh, environment=environment)
    return fresh / "build" / "compiled"


def quick_compiler(folder: Path) -> Path:
    """The C compiler as a program that does not optimize or write debug symbols, whatever it is asked to do."""
    compiler = os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc"
    path = folder / "cc-quick"
    path.write_text(f'#!/bin/sh\nexec {compiler} "$@" -O0 -g0\n', encoding="utf-8")
    path.chmod(0o755)
    return path


def smoke(build: str, tree: Path) -> list[str]:
    """The logs of the smoke hands, one a line, as the build in `tree` plays them."""
    return _lines(tree, SMOKE, build, SEED, HANDS)


def smoke_room(tree: Path) -> list[str]:
    """All messages of the smoke tables, one a line, as the build in `tree` sends them."""
    return _lines(tree, ROOM, SEED, AT_TABLES)


def _lines(tree: Path, *command: object) -> list[str]:
    arguments = [sys.executable, *map(str, command)]
    return run("compile-check", arguments, cwd=tree, environment={**os.environ, "PYTHONPATH": str(tree)}).splitlines()


def compare(pure: Path, tree: Path) -> None:
    """Exit where the two builds play a hand differently, or send the people at a table other messages."""
    for at, (expected, got) in enumerate(zip(smoke("PURE", pure), smoke("COMPILED", tree), strict=True)):
        if expected != got:
            sys.exit(f"compile-check: hand {at} differs\n{first_difference(json.loads(expected), json.loads(got))}")
    messages = smoke_room(pure)
    for expected, got in zip_longest(messages, smoke_room(tree)):
        if expected != got:
            sys.exit(f"at a table of the room the builds differ\n  pure     {expected}\n  compiled {got}")
    print(f"compile-check: {HANDS} hands are the same, event by event; the room sent the same {len(messages)} messages")


def first_difference(expected: list[object], got: list[object]) -> str:
    """The first event in which two logs part."""
    for at, (one, other) in enumerate(zip_longest(expected, got)):
        if one != other:
            return f"  event {at}\n  pure     {one}\n  compiled {other}"
    return "  in spelling only"


def run_tests(fresh: Path, tree: Path) -> None:
    """`sidepot check` and the tests of the core on what was built. The copy's own sources are out of the way."""
    shutil.rmtree(fresh / "src")
    environment = {**os.environ, "PYTHONPATH": str(tree)}
    found = {file.stem: str(file.relative_to(fresh)) for file in (fresh / "tests").rglob("test_*.py")}
    tests = [found[name] for name in TESTS]
    for command in (
        ["-c", "from sidepot.cli.bench import is_compiled; assert is_compiled(), 'this is the pure build'"],
        ["-m", "sidepot", "check"],
        ["-m", "pytest", "-n", "auto", "-p", "no:cacheprovider", *tests],
    ):
        done = subprocess.run([sys.executable, *command], cwd=fresh, env=environment, check=False)
        if done.returncode:
            sys.exit(f"compile-check: failed on the compiled build: {shlex.join(['python', *command[:3]])} ...")


def main(*, tests: bool) -> None:
    """Build in a fresh folder, compare, and run the tests if that is wanted."""
    if refuse_or_skip("compile-check"):
        return
    with tempfile.TemporaryDirectory(prefix="sidepot-fresh-") as place:
        fresh = Path(place, "sidepot")
        started = time.perf_counter()
        tree = built(fresh, optimized=tests)
        seconds = time.perf_counter() - started
        if reason := outdated(tree, fresh / "src" / "sidepot"):
            sys.exit(f"compile-check: {reason}")
        print(f"compile-check: `make compiled` in a fresh folder: {len(hot_modules())} modules in {seconds:.0f} s")
        compare(fresh / "src", tree)
        if tests:
            run_tests(fresh, tree)


if __name__ == "__main__":
    main(tests="--tests" in sys.argv[1:])
