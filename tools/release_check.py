"""`make release-check`: build the sdist and the wheel, and use the wheel as somebody would who has just installed it.

    python tools/release_check.py                    all extras except `ray`, which is large
    python tools/release_check.py --only serve,plot  the bare wheel, and these extras
    python tools/release_check.py --version          the version that is built, such as 0.1.0, and nothing else

The packages go to dist/ and pass `twine check --strict`. The wheel is then installed into empty environments: alone,
where it has to bring four dependencies and no more, and with each extra. In each of them `sidepot --help` answers, all
cases of the rules pass and bots play a hand; what an extra is for is tried as well: a room is opened, a picture drawn.
Each line says what was done; the first failure ends the check with exit code 1.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
import urllib.request
import venv
from collections.abc import Callable
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
DIST: Final = ROOT / "dist"
LARGE: Final = ("ray",)
BARE: Final = 4  # dependencies of the library alone
OURS: Final = ("PYTHONPATH", "VIRTUAL_ENV", "SIDEPOT_VENV")  # what somebody who installs the wheel does not have

_HANDS_AS_TABLES: Final = """
from sidepot.cli.app import run
wrong = run("simulate --hands 20 --histories hands.phhs".split()) or run("replay hands.phhs --out tables".split())
raise SystemExit(wrong)
"""

# what each extra is for: the words behind `python`, in an empty folder
USES: Final = {
    "fast": ("-c", "from sidepot import Batch; Batch(seats=2).play([200, 200], [0.1, 0.6, 0.2, 0, 0.1], tables=100)"),
    "plot": ("-m", "sidepot", "simulate", "--hands", "50", "--plot", "bankrolls.png"),
    "corpora": ("-c", _HANDS_AS_TABLES),
    "ray": ("-m", "sidepot", "simulate", "--hands", "50", "--times", "2", "--ray", "auto"),
    "rl": ("-c", "from sidepot import PokerEnv; PokerEnv().reset(seed=1)"),
    "postgres": ("-c", "import psycopg"),
    "cluster": ("-c", "import nats, sidepot.cluster.nats_bus"),
}


def run(*command: object, cwd: Path = ROOT) -> str:
    """What a command prints. Exits, and shows all of it, where it fails."""
    environment = {name: value for name, value in os.environ.items() if name not in OURS}
    words = [str(one) for one in command]
    done = subprocess.run(words, cwd=cwd, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        print(done.stdout[-4000:] + done.stderr[-8000:], file=sys.stderr)
        sys.exit(f"release-check: failed: {' '.join(words)}")
    return done.stdout


def step(what: str) -> None:
    print(f"release-check: {what}", flush=True)


def version() -> str:
    """The version that is built from this checkout."""
    from hatchling.metadata.core import ProjectMetadata
    from hatchling.plugin.manager import PluginManager

    return str(ProjectMetadata(str(ROOT), PluginManager()).version)


def build() -> Path:
    """The wheel, in dist/ beside the sdist."""
    shutil.rmtree(DIST, ignore_errors=True)
    run(sys.executable, "-m", "build", "--outdir", DIST, ROOT)
    packages = sorted(DIST.iterdir())
    run(sys.executable, "-m", "twine", "check", "--strict", *packages)
    step("built and checked: " + ", ".join([package.name for package in packages]))
    return next(package for package in packages if package.suffix == ".whl")


def installed(wheel: Path, extra: str, folder: Path) -> Path:
    """The Python of an empty environment with the wheel, and an extra if one is named."""
    place = folder / (extra or "bare")
    venv.create(place, with_pip=True)
    python = place / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
    wanted = f"{wheel}[{extra}]" if extra else str(wheel)
    run(python, "-m", "pip", "install", "-q", "--disable-pip-version-check", wanted, "-c", ROOT / "constraints.txt")
    return python


def try_core(python: Path, folder: Path) -> None:
    """Ask for help, prove the rules, and play a hand."""
    for words in (("--help",), ("check",), ("play", "--watch", "--seed", "7")):
        run(python, "-m", "sidepot", *words, cwd=folder)


def try_bare(python: Path, folder: Path) -> None:
    """The bare wheel asks for four packages, and says how to get a room."""
    names = "import importlib.metadata as m; print(sum('extra ==' not in one for one in m.requires('sidepot')))"
    found = int(run(python, "-c", names, cwd=folder))
    if found != BARE:
        sys.exit(f"release-check: the wheel alone has {found} dependencies, not {BARE}")
    done = subprocess.run([python, "-m", "sidepot", "serve"], cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode != 2 or "pip install" not in done.stderr:
        sys.exit(f"release-check: without its extra `sidepot serve` ends with {done.returncode}: {done.stderr}")


def try_room(python: Path, folder: Path) -> None:
    """Open a room, read its lobby, and stop it."""
    command = [str(python), "-m", "sidepot", "serve", "--port", "0", "--data", str(folder / "room"), "--json"]
    log = folder / "room.log"
    with log.open("wb") as errors, subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, stderr=errors) as room:
        try:
            assert room.stdout is not None
            line = room.stdout.readline()
            if not line:
                sys.exit(f"release-check: the room did not open:\n{log.read_text(encoding='utf-8')[-3000:]}")
            address = json.loads(line)["address"]
            for path in ("/healthz", "/", "/static/lobby/lobby.js"):
                urllib.request.urlopen(address + path, timeout=30).read()
        finally:
            room.terminate()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", help="these extras, separated by commas")
    parser.add_argument("--version", action="store_true", help="print the version, and nothing else")
    args = parser.parse_args()
    if args.version:
        print(version())
        return
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = [extra for extra in project["optional-dependencies"] if extra not in LARGE]
    if args.only is not None:
        extras = [extra for extra in args.only.split(",") if extra]
    wheel = build()
    more: dict[str, Callable[[Path, Path], None]] = {"": try_bare, "serve": try_room, "cluster": try_room}
    with tempfile.TemporaryDirectory(prefix="sidepot-release-") as place:
        folder = Path(place)
        for extra in ["", *extras]:
            python = installed(wheel, extra, folder)
            try_core(python, folder)
            if extra in USES:
                run(python, *USES[extra], cwd=folder)
            if extra in more:
                more[extra](python, folder)
            step(f"works {f'with {extra}' if extra else 'alone'}")
            shutil.rmtree(python.parent.parent)
    step(f"{wheel.name} is ready")


if __name__ == "__main__":
    main()
