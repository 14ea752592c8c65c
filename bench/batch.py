"""Batch play beside OpenSpiel, in one run, as ratios: writes bench/batch.json and its table in bench/README.md.

python bench/batch.py             needs the extras `fast` and `peers`
python bench/batch.py --tables    measures nothing, only writes the table again from batch.json

The two take turns in one process, round after round; the ratio is the median of those of the rounds, in seconds of the
processor's time. The kernel is warm. OpenSpiel is driven as in `sidepot.benchmarks.peers`, in both of its ways.
"""

from __future__ import annotations

import datetime
import platform
import statistics
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from page import about, write_page

FOLDER = Path(__file__).resolve().parent
RESULTS = FOLDER / "batch.json"
TIMES = "\N{MULTIPLICATION SIGN}"
ROUNDS = 25
HANDS, PEER_HANDS = 50_000, 400
WAYS = {"listed": True, "unlisted": False}


def measure() -> dict[str, Any]:
    """Both workloads, against both ways to drive the peer."""
    import random

    import pyspiel

    from sidepot.benchmarks import peers
    from sidepot.benchmarks.workloads import EVEN, MIXED
    from sidepot.kernels.batch import Batch

    batch = Batch()
    policy = [[0, 0.75, 0.2, 0, 0.05], [0.1, 0.65, 0.2, 0, 0.05]]
    rows = []
    for name, stacks in (("W19", EVEN), ("W19-mixed", MIXED)):
        drivers = {"listed": peers.openspiel_textbook, "unlisted": peers.openspiel}
        plays = {way: driver(pyspiel, name) for way, driver in drivers.items()}
        chance = random.Random(1).random
        batch.play(stacks, policy, tables=1000)
        speeds: dict[str, list[float]] = {"ours": [], "listed": [], "unlisted": []}
        for at in range(ROUNDS):
            for way, play in plays.items():
                speeds[way].append(
                    speed(lambda play=play, chance=chance: [play(chance) for _ in range(PEER_HANDS)], PEER_HANDS)
                )
            speeds["ours"].append(
                speed(lambda at=at, stacks=stacks: batch.play(stacks, policy, tables=HANDS, seed=at), HANDS)
            )
        for way in WAYS:
            ratio = statistics.median([one / other for one, other in zip(speeds["ours"], speeds[way], strict=True)])
            ours, theirs = (statistics.median(speeds[key]) for key in ("ours", way))
            what = f"{name}; OpenSpiel, {way}"
            rows.append({"what": what, "ours": ours, "peers": theirs, "ratio": ratio})
            print(f"{ratio:6.0f} {TIMES}  {what}", flush=True)
    return {
        "date": f"{datetime.date.today():%B %Y}",
        "machine": f"{platform.machine()}, CPython {platform.python_version()}, {platform.system()}",
        "rounds": ROUNDS,
        "lines": rows,
    }


def speed(run: Callable[[], Any], hands: int) -> float:
    """Hands a second of the processor's time."""
    begun = time.process_time()
    run()
    return hands / (time.process_time() - begun)


def table(results: dict[str, Any]) -> str:
    """The table of the page."""
    rows = ["| what; peer | sidepot hands/s | peer hands/s | ratio |", "| --- | ---: | ---: | ---: |"]
    rows += [
        f"| {line['what']} | {line['ours']:,.0f} | {line['peers']:,.0f} | {line['ratio']:.0f} {TIMES} |"
        for line in results["lines"]
    ]
    return "\n".join([*rows, "", about(results, RESULTS)])


if __name__ == "__main__":
    write_page(RESULTS, measure, table, "batch")
