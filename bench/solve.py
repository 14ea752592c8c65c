"""Solvers beside OpenSpiel's, in one run, as ratios: writes bench/solve.json and its table in bench/README.md.

python bench/solve.py             needs the extras `fast` and `peers`
python bench/solve.py --tables    measures nothing, only writes the table again from solve.json

Leduc by CFR+ until the exploitability is 0.001. The three make the same strategies, iteration after iteration (a test
compares them), so the number of iterations is found once, and each is timed for some of them; the processor's time.
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
RESULTS = FOLDER / "solve.json"
TIMES = "\N{MULTIPLICATION SIGN}"
ROUNDS = 5
ENOUGH = 1e-3


def measure() -> dict[str, Any]:
    """Seconds to the exploitability, of sidepot and of both solvers of the peer."""
    import pyspiel
    from open_spiel.python.algorithms import cfr

    from sidepot import study_setup
    from sidepot.solve import Solver, Tree

    game = pyspiel.load_game("leduc_poker")
    tree = Tree(study_setup("leduc"))
    iterations = iterations_to(Solver(tree))
    theirs = {"C++": pyspiel.CFRPlusSolver(game), "Python": cfr.CFRPlusSolver(game)}
    ours = Solver(tree)
    seconds: dict[str, list[float]] = {"ours": [], "tree": [], "C++": [], "Python": []}
    for _ in range(ROUNDS):
        seconds["tree"].append(timed(lambda: Tree(study_setup("leduc"))))
        seconds["ours"].append(timed(lambda: ours.run(iterations)))
        for name, count in (("C++", 20), ("Python", 2)):
            update = theirs[name].evaluate_and_update_policy
            spent = timed(lambda update=update, count=count: [update() for _ in range(count)])
            seconds[name].append(spent / count * iterations)
    rows = []
    for name in ("Python", "C++"):
        for what, build in (("", False), (", with making the tree", True)):
            own = [one + build * tree for one, tree in zip(seconds["ours"], seconds["tree"], strict=True)]
            ratio = statistics.median([other / one for one, other in zip(own, seconds[name], strict=True)])
            what = f"Leduc, CFR+, {iterations} iterations{what}; OpenSpiel, {name}"
            medians = [statistics.median(each) for each in (own, seconds[name])]
            rows.append({"what": what, "ours": medians[0], "peers": medians[1], "ratio": ratio})
            print(f"{ratio:6.1f} {TIMES}  {what}", flush=True)
    river = statistics.median([river_seconds() for _ in range(ROUNDS)])
    rows.append({"what": "river, 1,081 hands each, 3 sizes of bets, to 0.5 % of the pot", "ours": river})
    print(f"{river:6.2f} s  river", flush=True)
    return {
        "date": f"{datetime.date.today():%B %Y}",
        "machine": f"{platform.machine()}, CPython {platform.python_version()}, {platform.system()}",
        "rounds": ROUNDS,
        "lines": rows,
    }


def iterations_to(solver: Any) -> int:
    """How many iterations it takes, in tens."""
    while not solver.iterations or solver.strategy().exploitability() > ENOUGH:
        solver.run(10)
    return int(solver.iterations)


def river_seconds() -> float:
    """All hands against all hands on a river, three sizes of bets, until 0.5 % of the pot are left to gain."""
    from sidepot.solve import Bets, Subgame, spot

    start = spot("Ks 7d 4c 2h 9s", pot=100, stack=300)
    bets = Bets(pot_parts=(0.33, 0.75, 1.5), all_in=False)
    return timed(lambda: Subgame(start, ("random", "random"), bets).run_to(0.5))


def timed(run: Callable[[], Any]) -> float:
    """Seconds of the processor's time."""
    begun = time.process_time()
    run()
    return time.process_time() - begun


def table(results: dict[str, Any]) -> str:
    """The table of the page."""
    rows = ["| what; peer | sidepot s | peer s | ratio |", "| --- | ---: | ---: | ---: |"]
    rows += [
        f"| {line['what']} | {line['ours']:.2f} | {line['peers']:.1f} | {line['ratio']:.1f} {TIMES} |"
        if "peers" in line
        else f"| {line['what']} | {line['ours']:.2f} | - | - |"
        for line in results["lines"]
    ]
    return "\n".join([*rows, "", about(results, RESULTS)])


if __name__ == "__main__":
    write_page(RESULTS, measure, table, "solve")
