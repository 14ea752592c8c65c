"""Build the wheel whose core is compiled by mypyc: dist/*.whl, and the same unpacked in build/compiled.

    python tools/compiled.py

pip, or uv where there is no pip, builds it from a copy of the sources, in an environment of its own: the tree stays
pure, and nothing needs to be installed first. Without a C compiler or Python's headers it says so and exits 0.
"""

from __future__ import annotations

import ast
import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import zipfile
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "src" / "sidepot"
DIST = ROOT / "dist"
UNPACKED = ROOT / "build" / "compiled"
MARK = "\n# compiled: docs/how-to/measure-speed.md\n"  # a line of each module that mypyc compiles
BUILT = (".so", ".pyd", ".pyc")  # what Python and mypyc make of sources


def hot_modules() -> tuple[str, ...]:
    """The modules that are compiled: those that say so."""
    paths = [path for path in sorted(PACKAGE.rglob("*.py")) if MARK in path.read_text(encoding="utf-8")]
    return tuple([".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts) for path in paths])


# ---- whether it can be built


def what_is_lacking() -> str | None:
    """What this machine lacks to compile anything, in words; None where it can."""
    compiler = shlex.split(os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc")[0]
    if shutil.which(compiler) is None:
        return f"there is no C compiler ({compiler})"
    if not Path(sysconfig.get_path("include"), "Python.h").exists():
        return "Python's headers (Python.h) are not installed"
    if find_spec("pip") is None and shutil.which("uv") is None:
        return "there is neither pip nor uv"
    return None


def structs_defined(source: Path) -> list[str]:
    """The msgspec structs that a module defines: compiled, they would lose tag, frozen and hash without an error."""
    tree = ast.parse(source.read_text(encoding="utf-8"))
    return [
        node.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef) and any(ast.unparse(base).endswith("Struct") for base in node.bases)
    ]


def interpreted_subclasses() -> list[str]:
    """Classes of interpreted modules whose base is compiled: Python refuses to define them."""
    hot = set(hot_modules())
    classes: dict[bool, list[tuple[Path, str, list[str]]]] = {True: [], False: []}
    for path in sorted(PACKAGE.rglob("*.py")):
        is_hot = ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts) in hot
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef):
                bases = [ast.unparse(base).partition("[")[0].rpartition(".")[2] for base in node.bases]
                classes[is_hot].append((path, node.name, bases))
    compiled = {name for _, name, _ in classes[True]}
    return [
        f"{path.relative_to(ROOT)}: {name} inherits from {base}, which is compiled: compile it too"
        for path, name, bases in classes[False]
        for base in bases
        if base in compiled
    ]


def faults() -> list[str]:
    """Why modules that say that they are compiled must not be."""
    found = interpreted_subclasses()
    for name in hot_modules():
        path = PACKAGE.parent / f"{name.replace('.', '/')}.py"
        where = path.relative_to(ROOT)
        found += [f"{where} defines the struct {struct}: never compile it" for struct in structs_defined(path)]
    return found


def refuse_or_skip(tool: str) -> bool:
    """Whether a tool must skip its work, after saying why. Exits where modules must not be compiled."""
    wrong = faults()
    if wrong:
        sys.exit("\n".join(f"{tool}: {fault}" for fault in wrong))
    lacking = what_is_lacking()
    if lacking:
        print(f"{tool}: skipped: {lacking}")
    return lacking is not None


# ---- building


def run(tool: str, command: list[str], *, cwd: Path, environment: Mapping[str, str]) -> str:
    """Run a command quietly and return its output; on failure show everything and exit."""
    done = subprocess.run(command, cwd=cwd, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        print(done.stdout[-4000:] + done.stderr[-8000:])
        sys.exit(f"{tool}: failed: {shlex.join(command)}")
    return done.stdout


def build(folder: Path) -> Path:
    """The compiled wheel, in a folder."""
    # What mypyc writes is indented ever deeper, and gcc spends three quarters of its time on warnings about that.
    flags = f"{os.environ.get('CFLAGS', '')} -Wno-all"
    environment = {**os.environ, "HATCH_BUILD_HOOK_ENABLE_MYPYC": "true", "CFLAGS": flags}
    constraints = str(ROOT / "constraints.txt")
    if find_spec("pip") is not None:
        command = [sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "-w", str(folder), "."]
        environment |= {"PIP_CONSTRAINT": constraints, "PIP_BUILD_CONSTRAINT": constraints}  # the second: newer pips
    else:
        command = ["uv", "build", "--quiet", "--wheel", "--python", sys.executable, "--out-dir", str(folder)]
        environment |= {"UV_BUILD_CONSTRAINT": constraints}
    with tempfile.TemporaryDirectory(prefix="sidepot-wheel-") as place:
        source = Path(place, "sidepot")
        copy_tree(source)
        run("compiled", command, cwd=source, environment=environment)
    found = sorted(folder.glob("sidepot-*-cp*.whl"), key=lambda wheel: wheel.stat().st_mtime)
    if not found:
        sys.exit(f"compiled: no compiled wheel was built in {folder}")
    return found[-1]


def copy_tree(target: Path) -> None:
    """The repository as a fresh clone would have it: what git ignores is left out. An sdist is copied whole."""
    listing = ["git", "-C", str(ROOT), "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(listing, capture_output=True, text=True, check=False) if (ROOT / ".git").exists() else None
    if listed is None or listed.returncode:
        ignored = shutil.ignore_patterns(*[f"*{kind}" for kind in BUILT], ".venv*", "build", "dist", "__pycache__")
        shutil.copytree(ROOT, target, ignore=ignored)
        return
    for name in filter(None, listed.stdout.split("\0")):
        if (ROOT / name).is_file():  # a file that was deleted is listed until that is committed
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, target / name)


def unpack(wheel: Path, folder: Path) -> None:
    """The wheel as a folder for PYTHONPATH."""
    shutil.rmtree(folder, ignore_errors=True)
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder)


# ---- what was built


def outdated(tree: Path = UNPACKED, package: Path | None = None) -> str | None:
    """Why this Python must not use what `make compiled` has built, in words; None where it may.

    Every file of the package must be the same in the build, and every hot module be compiled for this Python.
    """
    package = package or PACKAGE
    if not tree.is_dir():
        return f"{_shown(tree)} does not exist"
    for source in sorted(package.rglob("*")):
        if source.is_file() and source.suffix not in BUILT:
            copy = tree / "sidepot" / source.relative_to(package)
            if not copy.is_file() or copy.read_bytes() != source.read_bytes():
                return f"{_shown(source)} is not what {_shown(tree)} was built from"
    suffix = sysconfig.get_config_var("EXT_SUFFIX")
    for name in hot_modules():
        if not (tree / f"{name.replace('.', '/')}{suffix}").is_file():
            return f"{_shown(tree)} was not built for Python {sys.version.split()[0]}"
    return None


def _shown(tree: Path) -> Path:
    return tree.relative_to(ROOT) if tree.is_relative_to(ROOT) else tree


def main() -> None:
    """Build, and unpack."""
    if refuse_or_skip("compiled"):
        return
    DIST.mkdir(exist_ok=True)
    wheel = build(DIST)
    unpack(wheel, UNPACKED)
    where = UNPACKED.relative_to(ROOT)
    print(f"compiled: {wheel.relative_to(ROOT)}, and unpacked in {where}: `make serve` uses it")
    print(f"compiled: other commands do with PYTHONPATH={where}, such as PYTHONPATH={where} sidepot bench")


if __name__ == "__main__":
    main()
