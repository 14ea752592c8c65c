"""What it costs that each player is shown a view: `play_hand` and `match` against an engine that shows the hand itself.

    python bench/views.py                    W19, stud, draw and heads-up hold'em
    python bench/views.py --hands 5000 --json

All three play the same hands with the same players, and ask for the options at each decision. They take turns after
every 25 hands, each going first as often as the others, and only the CPU time of this process counts: a busy machine
slows all alike. Each plays its hands once before they are measured, because ranks are cached.
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
from sidepot.hand.commands import BringIn, Call, Check, Command, Discard, Fold, RaiseTo
from sidepot.hand.dealer import Dealer
from sidepot.hand.due import DONE, DRAW
from sidepot.hand.hand import Hand
from sidepot.hand.legal.options import Options, Player, options
from sidepot.hand.planning.forced_bets import seat_hand
from sidepot.hand.playing import match, play_hand
from sidepot.hand.setup import Setup
from sidepot.rules.houses import CASH

REQUIRED: Final = 1.5  # at most
TURN: Final = 25  # hands
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


def engine(setup: Setup, rng: Random, hands: int = TURN) -> None:
    """Hands as `play_hand` plays them, but each player is given the hand itself."""
    decide = player(rng)
    for _ in range(hands):
        hand = Hand(setup)
        dealer = Dealer(Deck(hand.plan.deck, below=rng.randrange), auto_show=True)
        while dealer.run(hand) is not DONE:
            hand.do(decide(hand, options(hand, explain=False)))


def hands_shown(setup: Setup, rng: Random, hands: int = TURN) -> None:
    """The same hands, one by one: each player is shown a view."""
    players = [player(rng)] * len(setup.stacks)
    for _ in range(hands):
        play_hand(setup, players, rng)


def match_shown(setup: Setup, rng: Random, hands: int = TURN) -> None:
    """The same hands as a match."""
    players = dict.fromkeys([f"Player {seat + 1}" for seat in range(len(setup.stacks))], player(rng))
    match(
        players,
        hands,
        rng,
        game=setup.game,
        limit=setup.limit,
        stakes=setup.stakes,
        house=setup.rulebook,
        stack=setup.stacks[0],
    )


WAYS: Final = {"engine": engine, "play_hand": hands_shown, "match": match_shown}


def seconds(play: Callable[[Setup, Random], None], setup: Setup, seed: int) -> float:
    """The CPU time of the hands of one turn."""
    rng = Random(seed)
    begun = process_time()
    play(setup, rng)
    return process_time() - begun


def measured(name: str, hands: int) -> dict[str, Any]:
    """The speed of each way for one workload, in hands per CPU-second, and the medians of the ratios to the engine."""
    setup = SETUPS[name]
    turns = max(hands // TURN, 1)
    took: dict[str, list[float]] = {key: [] for key in WAYS}
    for seed in range(turns):
        keys = list(WAYS)
        keys = keys[seed % len(keys) :] + keys[: seed % len(keys)]
        for key in keys:
            seconds(WAYS[key], setup, seed)
        for key in keys:
            took[key].append(seconds(WAYS[key], setup, seed))
    speeds = {key: round(turns * TURN / sum(times)) for key, times in took.items()}
    ratios = {key: _ratio(took[key], took["engine"]) for key in WAYS if key != "engine"}
    return {"workload": name, **speeds, "ratios": ratios}


def _ratio(shown: list[float], alone: list[float]) -> float:
    return round(median([one / other for one, other in zip(shown, alone, strict=True)]), 2)


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
        ways = "  ".join([f"{key} {row[key]:>6,} ({ratio:.2f} times)" for key, ratio in row["ratios"].items()])
        print(f"{row['workload']:<12} engine {row['engine']:>6,}  {ways}")


if __name__ == "__main__":
    main()
