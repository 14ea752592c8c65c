"""Build the wheel whose core is compiled by mypyc, and check that it plays as the pure package does.

python tools/compiled.py            dist/*.whl, and the same unpacked in build/compiled
python tools/compiled.py --check    builds into a temporary folder, and runs the suite there

The tree itself stays pure: all is built from a copy. Without a C compiler it says so and exits 0.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
import zipfile
from pathlib import Path

from compile_check import (
    HANDS,
    PACKAGE,
    ROOT,
    faults,
    first_difference,
    hot_modules,
    run,
    same_room,
    smoke,
    smoke_room,
    what_is_lacking,
)

DIST = ROOT / "dist"
UNPACKED = ROOT / "build" / "compiled"
BUILT_FROM = ("pyproject.toml", "README.md", "LICENSE", "src", "tools/package_page.py")
BESIDE = ("tests", "tools", "docs", "examples", "bench", "README.md", "CHANGELOG.md", "pyproject.toml")
# cases, replay and properties, and what they rest on
TESTS = (
    "test_cases", "test_properties", "test_universal", "test_strict_replay", "test_slow_hands", "test_views",
    "test_options", "test_hand_words", "test_perft", "test_fixed", "test_ranking", "test_ranking_fast",
    "test_ranking_scales", "test_wild", "test_phh_play", "test_phh_games", "test_acpc", "test_sites", "test_games",
    "test_play_options", "test_open_stakes_hand", "test_table", "test_table_machine", "test_simulate", "test_bench",
    "test_room_views", "test_room_told_state", "test_room_teller", "test_room_leaks", "test_room_crash",
    "test_room_store", "test_room_trouble", "test_room_outlet", "test_socket", "test_socket_fuzz",
    "test_socket_limits",
)  # fmt: skip


def build(folder: Path) -> Path:
    """The compiled wheel, in a folder."""
    with tempfile.TemporaryDirectory(prefix="sidepot-wheel-") as copy:
        source = Path(copy)
        for name in BUILT_FROM:
            copy_of(ROOT / name, source / name)
        (source / "mypy.ini").write_text(unread(), encoding="utf-8")
        command = [sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "--no-build-isolation", "-w", str(folder)]
        run([*command, "."], cwd=source, HATCH_BUILD_HOOK_ENABLE_MYPYC="true")
    found = sorted(folder.glob("sidepot-*-cp*.whl"), key=lambda wheel: wheel.stat().st_mtime)
    if not found:
        sys.exit(f"compiled: no compiled wheel was built in {folder}")
    return found[-1]


def unread() -> str:
    """mypy's settings for the libraries whose types are not read: the hook hides pyproject.toml while mypyc runs."""
    overrides = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["mypy"]["overrides"]
    lines = ["[mypy]"]
    for one in overrides:
        lines += [f"[mypy-{','.join(one.pop('module'))}]", *[f"{key} = {value}" for key, value in one.items()]]
    return "\n".join(lines) + "\n"


def copy_of(source: Path, target: Path) -> None:
    """A copy of a file or folder, without what was built in it."""
    if source.is_dir():
        shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__", "*.so", "*.pyd"))
    else:
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(source, target)


def unpack(wheel: Path, folder: Path) -> None:
    """The wheel as a folder that may stand in PYTHONPATH."""
    shutil.rmtree(folder, ignore_errors=True)
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder)


def same_hands(tree: Path) -> None:
    """Random hands of several games come out the same, event by event, as JSON."""
    pure, compiled = smoke("PURE", PACKAGE.parent), smoke("COMPILED", tree)
    for at, (expected, got) in enumerate(zip(pure, compiled, strict=True)):
        if expected != got:
            sys.exit(f"compiled: hand {at} differs\n{first_difference(json.loads(expected), json.loads(got))}")
    same_room(smoke_room(PACKAGE.parent), smoke_room(tree))
    print(f"compiled: {HANDS} hands are the same, event by event, and so is what the room tells")


def check() -> None:
    """Build, and run the smoke hands, `sidepot check` and the tests of the core on what was built."""
    with tempfile.TemporaryDirectory(prefix="sidepot-compiled-") as place:
        folder = Path(place)
        tree = folder / "compiled"
        unpack(build(folder), tree)
        same_hands(tree)
        for name in BESIDE:
            copy_of(ROOT / name, folder / name)
        environment = {**os.environ, "PYTHONPATH": str(tree)}
        tests = [str(file.relative_to(folder)) for name in TESTS for file in (folder / "tests").rglob(f"{name}.py")]
        for command in (
            ["-c", "from sidepot.cli.bench import is_compiled; assert is_compiled(), 'this is the pure build'"],
            ["-m", "sidepot", "check"],
            ["-m", "pytest", "-n", "auto", "-p", "no:cacheprovider", *tests],
        ):
            done = subprocess.run([sys.executable, *command], cwd=folder, env=environment, check=False)
            if done.returncode:
                sys.exit(f"compiled: failed on the compiled build: python {' '.join(command[:3])} ...")


def main(*, checks: bool) -> None:
    """Build, or build and check."""
    wrong = faults([PACKAGE.parent / f"{name.replace('.', '/')}.py" for name in hot_modules()])
    if wrong:
        sys.exit("\n".join(f"compiled: {fault}" for fault in wrong))
    lacking = what_is_lacking()
    if lacking:
        print(f"compiled: skipped: {lacking}")
    elif checks:
        check()
    else:
        DIST.mkdir(exist_ok=True)
        wheel = build(DIST)
        unpack(wheel, UNPACKED)
        print(f"compiled: {wheel.relative_to(ROOT)}; to try it: PYTHONPATH={UNPACKED.relative_to(ROOT)} sidepot bench")


if __name__ == "__main__":
    main(checks="--check" in sys.argv[1:])
