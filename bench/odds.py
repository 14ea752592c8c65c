"""Evaluation and odds beside the peers, in one run, as ratios: writes bench/odds.json and its table in bench/README.md.

python bench/odds.py              needs the extras `fast` and `peers` (eval7, phevaluator, pokerfast)
python bench/odds.py --one        measures one evaluation from Python alone, and prints it as JSON
python bench/odds.py --tables     measures nothing, only writes the table again from odds.json

Each line compares two things that take turns in one process, round after round; the ratio is that of their medians, in
seconds of the processor's time. The kernels are warm: what compiling costs is told apart. One evaluation from Python is
measured in both builds, the compiled one (`make compiled`) in a process of its own.
"""

from __future__ import annotations

import datetime
import json
import os
import platform
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from page import about, write_page

FOLDER = Path(__file__).resolve().parent
RESULTS = FOLDER / "odds.json"
BUILDS = {False: FOLDER.parent / "src", True: FOLDER.parent / "build" / "compiled"}
TIMES = "\N{MULTIPLICATION SIGN}"
ROUNDS = 15


class Line(NamedTuple):
    """The two sides: ours and the peer's, each with how much work one run of it is."""

    what: str
    ours: tuple[Callable[[], Any], float]
    peers: tuple[Callable[[], Any], float]


def lines() -> list[Line]:
    """Everything that is compared."""
    import eval7
    import numpy as np
    import pokerfast.equity
    from phevaluator import evaluate_cards, evaluate_omaha_cards
    from phevaluator.evaluator import _pheval  # the C library itself, past the checks of the public functions

    from sidepot.kernels.evaluate import BLOCK, Evaluator, key_arrays, places_of_sevens, sum_of_sevens
    from sidepot.kernels.lookups import tables
    from sidepot.odds import odds

    chance = np.random.default_rng(1)
    many = chance.random((1_000_000, 52)).argpartition(9, axis=1)[:, :9].astype(np.uint8)
    sevens, holes, boards = (np.ascontiguousarray(some) for some in (many[:, :7], many[:, :4], many[:, 4:]))
    few = [tuple(hand) for hand in many[:100_000].tolist()]  # enough that none is remembered by the processor
    few7 = [hand[:7] for hand in few]
    found = tables("high", 7)
    keys, masks = key_arrays()
    out = np.empty(len(many), dtype=np.uint16)
    omaha = Evaluator("high", "two and three")
    flat, flushes = sevens.ravel(), np.empty(BLOCK + 1, dtype=np.int64)

    hands3 = [["As", "Ks"], ["Qh", "Qd"], ["7c", "6c"]]
    gone = {card for hand in hands3 for card in hand}
    deck = [eval7.Card(r + s) for r in "23456789TJQKA" for s in "cdhs" if r + s not in gone]
    in_hand = [[eval7.Card(card) for card in hand] for hand in hands3]
    draws = 20_000

    def sample_eval7() -> None:
        evaluate, sample, wins = eval7.evaluate, random.sample, [0, 0, 0]
        for _ in range(draws):
            board = sample(deck, 5)
            strengths = [evaluate(hand + board) for hand in in_hand]
            best = max(strengths)
            for at, strength in enumerate(strengths):
                wins[at] += strength == best

    one_at_a_time = (each(_pheval.evaluate_7cards, few7, spread=True), float(len(few)))
    public = (each(evaluate_cards, few7[:10_000], spread=True), 1e4)
    boards_first = [(*hand[4:], *hand[:4]) for hand in few]
    omaha_inner = (each(_pheval.evaluate_omaha_cards, boards_first, spread=True), float(len(few)))
    omaha_public = (each(evaluate_omaha_cards, boards_first[:5000], spread=True), 5000.0)

    def ours_random() -> None:
        places_of_sevens(flat, found.rows, found.table, keys, masks, flushes, out)

    return [
        Line(
            "7 cards, random arrays; phevaluator's C function",
            (ours_random, 1e6),
            one_at_a_time,
        ),
        Line("the same; its public function", (ours_random, 1e6), public),
        Line(
            "7 cards, all hands in order; phevaluator's C function",
            (lambda: sum_of_sevens(found.rows, found.table, keys, masks, 40), 18_643_560.0),
            one_at_a_time,
        ),
        Line(
            "Omaha, random arrays; phevaluator's C function",
            (lambda: omaha.places(holes, boards), 1e6),
            omaha_inner,
        ),
        Line("the same; its public function", (lambda: omaha.places(holes, boards), 1e6), omaha_public),
        Line(
            "exact AsKs v QhQd; pokerfast (OMPEval)",
            (lambda: odds(["AsKs", "QhQd"], engine="fast"), 1.0),
            (lambda: pokerfast.equity.equity(["AsKs", "QhQd"]), 1.0),
        ),
        Line(
            "samples of AsKs v QhQd v 7c6c; eval7 in a loop",
            (lambda: odds(["".join(hand) for hand in hands3], samples=1_000_000, engine="fast"), 1e6),
            (sample_eval7, float(draws)),
        ),
    ]


def each(function: Callable[..., Any], hands: list[Any], *, spread: bool) -> Callable[[], None]:
    """A function called for each hand, with the hand or with its cards one by one."""

    def spread_out() -> None:
        for hand in hands:
            function(*hand)

    def whole() -> None:
        for hand in hands:
            function(hand)

    return spread_out if spread else whole


def one_evaluation() -> Line:
    """One call from Python after another, in the build that runs."""
    import eval7

    from sidepot.cards import text
    from sidepot.ranking.playable_cards import ranker

    draw = random.Random(1)
    hands = [tuple(draw.sample(range(52), 7)) for _ in range(50_000)]
    as_eval7 = [[eval7.Card(text((card,))) for card in hand] for hand in hands]
    rank = ranker("high", "any", None, ())
    build = "compiled" if is_compiled() else "interpreted"
    return Line(
        f"7 cards, one by one, {build}; eval7",
        (each(rank, hands, spread=False), float(len(hands))),
        (each(eval7.evaluate, as_eval7, spread=False), float(len(hands))),
    )


def is_compiled() -> bool:
    """Whether the evaluators run as compiled extensions."""
    from sidepot.ranking import playable_cards

    return not str(playable_cards.__file__).endswith(".py")


def in_other_build() -> list[dict[str, Any]]:
    """One evaluation in the build that does not run, where it is there."""
    there = BUILDS[not is_compiled()]
    if not (there / "sidepot").is_dir():
        print(f"{there} is not there: `make compiled` builds it, and it is not measured", file=sys.stderr)
        return []
    command = [sys.executable, __file__, "--one"]
    done = subprocess.run(command, stdout=subprocess.PIPE, check=True, env={**os.environ, "PYTHONPATH": str(there)})
    row: dict[str, Any] = json.loads(done.stdout)
    print(told(row), flush=True)
    return [row]


def seconds(run: Callable[[], Any]) -> float:
    begun = time.process_time()
    run()
    return time.process_time() - begun


def row_of(line: Line) -> dict[str, Any]:
    """One line, its sides in turns."""
    line.ours[0]()
    line.peers[0]()
    taken = [(seconds(line.ours[0]), seconds(line.peers[0])) for _ in range(ROUNDS)]
    ours = line.ours[1] / statistics.median([one for one, _ in taken])
    peers = line.peers[1] / statistics.median([other for _, other in taken])
    return {"what": line.what, "ours": ours, "peers": peers, "ratio": ours / peers}


def told(row: dict[str, Any]) -> str:
    """The result of a line, for the reader."""
    return f"{row['ratio']:8.2f} {TIMES}  {row['what']}"


def measure() -> dict[str, Any]:
    """All lines."""
    rows = []
    for line in [one_evaluation(), *lines()]:
        rows.append(row_of(line))
        print(told(rows[-1]), flush=True)
    rows[1:1] = in_other_build()
    return {
        "date": f"{datetime.date.today():%B %Y}",
        "machine": f"{platform.machine()}, CPython {platform.python_version()}, {platform.system()}",
        "rounds": ROUNDS,
        "lines": rows,
    }


def amount(speed: float) -> str:
    """A speed in few digits: 1.2 M, 340,000 or 0.8."""
    if speed >= 1e6:
        return f"{speed / 1e6:,.1f} M"
    return f"{speed:,.0f}" if speed >= 100 else f"{speed:.2f}"


def table(results: dict[str, Any]) -> str:
    """The table of the page."""
    rows = ["| what; peer | sidepot a second | peer a second | ratio |", "| --- | ---: | ---: | ---: |"]
    for line in results["lines"]:
        ratio = f"{line['ratio']:.2f}" if line["ratio"] < 10 else f"{line['ratio']:.0f}"
        speeds = f"{amount(line['ours'])} | {amount(line['peers'])}"
        rows.append(f"| {line['what']} | {speeds} | {ratio} {TIMES} |")
    return "\n".join([*rows, "", about(results, RESULTS)])


if __name__ == "__main__":
    if "--one" in sys.argv[1:]:
        print(json.dumps(row_of(one_evaluation())))
        sys.exit()
    write_page(RESULTS, measure, table, "odds")
