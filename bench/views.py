"""What it costs that each player is shown a view: `play_hand` against the engine that shows the hand itself.

    python bench/views.py                    W19, stud, draw and heads-up hold'em
    python bench/views.py --hands 5000 --json

Both play the same hands with the same players, and ask for the options at each decision. They take turns hand by hand,
and only the CPU time of this process counts: a busy machine slows both alike. A hand is played once before it is
measured, because ranks are cached.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from random import Random
from statistics import median
from time import process_time
from typing import Any, Final

from sidepot.benchmarks.workloads import WORKLOADS
from sidepot.cards import Deck
from sidepot.games.catalog import HOLDEM
from sidepot.games.limits import NoLimit
from sidepot.games.stakes import Stakes
from sidepot.hand.commands import BringIn, Call, Check, Command, Discard, Fold, Player, RaiseTo
from sidepot.hand.dealer import Dealer
from sidepot.hand.doing import do
from sidepot.hand.due import DONE, DRAW
from sidepot.hand.hand import Hand
from sidepot.hand.legal.options import Options, options
from sidepot.hand.planning.forced_bets import seat_hand
from sidepot.hand.playing import play_hand
from sidepot.hand.setup import Setup
from sidepot.rules.houses import CASH

REQUIRED: Final = 1.5  # at most, where W19 is played
SETUPS: Final[dict[str, Setup]] = {
    "W19": WORKLOADS["W19"],
    "heads-up": seat_hand(HOLDEM, NoLimit(), Stakes(blinds=(1, 2)), CASH, [200] * 2),
    "omaha8-pl": WORKLOADS["omaha8-pl"],
    "stud": WORKLOADS["stud"],
    "draw": WORKLOADS["draw"],
}


def player(rng: Random) -> Player:
    """The policy of the workloads: seldom a fold, mostly a check or call, sometimes a raise; draws of up to three."""

    def decide(view: Hand, may: Options) -> Command:
        if may.bring_in:
            return BringIn()
        if may.due is DRAW:
            return Discard(tuple(sorted(view.hole[view.seat], reverse=True)[: int(4 * rng.random())]))
        u = rng.random()
        if u < 0.10 and may.call:
            return Fold()
        if u < 0.75 or not may.raise_max:
            return Call() if may.call else Check()
        return RaiseTo(may.raise_min if u < 0.95 else may.raise_max)

    return decide


def engine(setup: Setup, decide: Player, rng: Random) -> None:
    """One hand as `play_hand` plays it, but each player is given the hand itself."""
    hand = Hand(setup)
    dealer = Dealer(Deck(hand.plan.deck, below=rng.randrange), auto_show=True)
    while dealer.run(hand) is not DONE:
        do(hand, decide(hand, options(hand, explain=False)))


def shown(setup: Setup, decide: Player, rng: Random) -> None:
    """One hand in which each player is shown a view."""
    play_hand(setup, [decide] * len(setup.stacks), rng)


def seconds(play: Callable[[Setup, Player, Random], None], setup: Setup, seed: int) -> float:
    """The CPU time of one hand."""
    rng = Random(seed)
    decide = player(rng)
    begun = process_time()
    play(setup, decide, rng)
    return process_time() - begun


def measured(name: str, hands: int) -> dict[str, Any]:
    """The speed of both for one workload, in hands per CPU-second, and the median of the ratios."""
    setup = SETUPS[name]
    took: dict[str, list[float]] = {"engine": [], "play_hand": []}
    for seed in range(hands):
        engine(setup, player(rng := Random(seed)), rng)
        for key, play in (("engine", engine), ("play_hand", shown)):
            took[key].append(seconds(play, setup, seed))
    ratio = median([shown / alone for alone, shown in zip(took["engine"], took["play_hand"], strict=True)])
    speeds = {key: round(hands / sum(times)) for key, times in took.items()}
    return {"workload": name, **speeds, "ratio": round(ratio, 2)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hands", type=int, default=1000, help="how many of each workload")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    rows = [measured(name, args.hands) for name in SETUPS]
    if args.json:
        print(json.dumps({"required": REQUIRED, "workloads": rows}))
        return
    for row in rows:
        speeds = f"engine {row['engine']:>7,}  play_hand {row['play_hand']:>7,}"
        print(f"{row['workload']:<12} {speeds}  {row['ratio']:.2f} times")


if __name__ == "__main__":
    main()
