"""How many instructions a hand takes, counted by valgrind: on a busy machine they repeat to 0.002, and time does not.

    python bench/instructions.py                        `play_hand` and `match` to the engine (see views.py)
    python bench/instructions.py --than FOLDER          the workloads of `sidepot bench`, to the sources in FOLDER
    python bench/instructions.py --only draw --hands 75

FOLDER is another version, as `git archive COMMIT src | tar -x -C FOLDER` writes it. Both play the same hands with the
same cards, after they have played them once: ranks are cached. Only what happens inside `functools.reduce` is counted,
which nothing else here calls; for that the interpreter needs its symbols, which Debian's lacks.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from functools import partial, reduce
from pathlib import Path
from random import Random
from typing import Final

HERE: Final = Path(__file__).resolve()
OWN: Final = HERE.parent.parent
COUNTED: Final = "functools_reduce"  # CPython's function behind functools.reduce


# ---- in the process that valgrind watches


def ways_of(kind: str, name: str, hands: int) -> dict[str, Callable[[], object]]:
    """What is counted for one workload: each way plays the same hands."""
    if kind == "workloads":
        return {"hands": partial(play_workload, name, hands)}
    import views

    setup = views.SETUPS[name]
    ways = {"engine": views.engine, "play_hand": views.hands_shown, "match": views.match_shown}
    return {way: lambda play=play: play(setup, Random(1), hands) for way, play in ways.items()}  # type: ignore[misc]


def play_workload(name: str, hands: int) -> None:
    from sidepot.benchmarks import workloads

    chance = Random(5).random
    for _ in range(hands):
        workloads.play_hand(workloads.WORKLOADS[name], chance)


def play_counted(kind: str, name: str, hands: int) -> None:
    """Play the hands of each way once, and once more where it counts."""
    for play in ways_of(kind, name, hands).values():
        play()
        gc.collect()
        reduce(lambda _, again: again(), [None, play])  # type: ignore[arg-type,return-value,misc]


# ---- around it


def counted(kind: str, name: str, hands: int, tree: Path) -> list[int]:
    """The instructions of each way for one workload, by the sources in `tree`."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder, "out")
        command = [
            "valgrind", "--tool=callgrind", f"--toggle-collect={COUNTED}", f"--dump-after={COUNTED}",
            f"--callgrind-out-file={out}", sys.executable, str(HERE), "--count", kind, name, str(hands),
        ]  # fmt: skip
        environment = {**os.environ, "PYTHONHASHSEED": "0", "PYTHONPATH": str(tree / "src")}
        run = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        if run.returncode:
            sys.exit(f"instructions: {name} by {tree} failed:\n{run.stderr[-2000:]}")
        dumps = sorted(Path(folder).glob("out.*"), key=lambda path: int(path.suffix[1:]))
        totals = [_total(dump.read_text(encoding="utf-8")) for dump in dumps]
    if not any(totals):
        sys.exit(f"instructions: {sys.executable} has no symbol {COUNTED}: take a Python with its symbols")
    return totals


def _total(dump: str) -> int:
    lines = [line for line in dump.splitlines() if line.startswith("totals: ")]
    return int(lines[0].split()[1]) if lines else 0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--than", type=Path, metavar="FOLDER", help="the other version's folder, with its src")
    parser.add_argument("--only", action="append", metavar="WORKLOAD", help="this workload; may be given again")
    parser.add_argument("--hands", type=int, default=50, help="how many of each workload")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--count", nargs=3, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.count:
        kind, name, hands = args.count
        play_counted(kind, name, int(hands))
        return
    sys.path.insert(0, str(OWN / "src"))
    import views

    from sidepot.benchmarks.workloads import WORKLOADS

    rows: dict[str, dict[str, float]] = {}
    for name in args.only or (WORKLOADS if args.than else views.SETUPS):
        if args.than:
            (now,), (then,) = [counted("workloads", name, args.hands, tree)[:1] for tree in (OWN, args.than)]
            rows[name] = {"hands": round(now / then, 3)}
        else:
            engine, *shown = counted("views", name, args.hands, OWN)[:3]
            rows[name] = {way: round(one / engine, 3) for way, one in zip(("play_hand", "match"), shown, strict=True)}
        if not args.json:
            print(f"{name:<14}" + "  ".join([f"{way} {ratio:.3f}" for way, ratio in rows[name].items()]), flush=True)
    if args.json:
        print(json.dumps(rows))


if __name__ == "__main__":
    main()
