"""The learning environments beside OpenSpiel, in one run, as ratios: writes bench/learning.json and its table.

python bench/learning.py             needs the extras `fast`, `rl` and `peers`
python bench/learning.py --tables    measures nothing, only writes the table again from learning.json

With the compiled core (`make compiled`, then PYTHONPATH=build/compiled), it measures `PokerEnv` alone, and keeps the
other lines.

Players choose any allowed action with the same probability, and look at an observation at each decision. OpenSpiel
plays `universal_poker`: two players, no-limit hold'em with folds, calls, pots and all-ins, its observation as a list.
All take turns in one process, round after round; a ratio is the median of those of the rounds, in seconds of the
processor's time. The kernels are warm.
"""

from __future__ import annotations

import datetime
import json
import platform
import random
import statistics
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from page import about, write_page

RESULTS = Path(__file__).resolve().parent / "learning.json"
ONE = "two players, one by one: `PokerEnv`"
COMPILED = f"{ONE}, compiled core"
TIMES = "\N{MULTIPLICATION SIGN}"
ROUNDS = 9
HOLDEM = {
    "betting": "nolimit", "numPlayers": 2, "numRounds": 4, "blind": "1 2", "firstPlayer": "1 1 1 1", "numSuits": 4,
    "numRanks": 13, "numHoleCards": 2, "numBoardCards": "0 3 1 1", "stack": "200 200", "bettingAbstraction": "fcpa",
}  # fmt: skip
MANY = (("holdem", 2), ("holdem", 6), ("omaha8", 6), ("stud8", 6), ("triple-draw", 6))


def measure() -> dict[str, Any]:
    """Each environment, beside the peer."""
    from sidepot.cli.bench import is_compiled

    runs: dict[str, Callable[[], float]] = {COMPILED: one_by_one()}
    if not is_compiled():
        runs = {
            ONE: one_by_one(),
            "two players, one by one: `PokerVectorEnv` with one table": one_row(),
            **{
                f"{game}, {seats} players: `PokerVectorEnv` with 2,048 tables": many(game, seats)
                for game, seats in MANY
            },
        }
    theirs = openspiel()
    speeds: dict[str, list[float]] = {name: [] for name in runs}
    peers: list[float] = []
    for _ in range(ROUNDS):
        peers.append(theirs())
        for name, run in runs.items():
            speeds[name].append(run())
    lines = [
        {
            "what": name,
            "ours": statistics.median(each),
            "peers": statistics.median(peers),
            "ratio": statistics.median([one / other for one, other in zip(each, peers, strict=True)]),
        }
        for name, each in speeds.items()
    ]
    kept = [line for line in json.loads(RESULTS.read_text(encoding="utf-8"))["lines"] if line["what"] not in runs]
    order = {ONE: 0, COMPILED: 1}
    lines = sorted([*lines, *kept], key=lambda line: order.get(str(line["what"]), len(order)))
    return {
        "date": f"{datetime.date.today():%B %Y}",
        "machine": f"{platform.machine()}, CPython {platform.python_version()}, {platform.system()}",
        "rounds": ROUNDS,
        "lines": lines,
    }


def openspiel(hands: int = 1000) -> Callable[[], float]:
    """The peer: hands a second."""
    import pyspiel

    game, chance = pyspiel.load_game("universal_poker", HOLDEM), random.Random(1)

    def run() -> float:
        begun = time.process_time()
        for _ in range(hands):
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    state.apply_action(chance.choice(state.chance_outcomes())[0])
                else:
                    state.observation_tensor(state.current_player())
                    state.apply_action(chance.choice(state.legal_actions()))
        return hands / (time.process_time() - begun)

    return run


def one_by_one(hands: int = 200) -> Callable[[], float]:
    """`PokerEnv`: hands a second."""
    from sidepot import PokerEnv

    env, chance = PokerEnv("holdem", seats=2), random.Random(1)

    def run() -> float:
        begun = time.process_time()
        for _ in range(hands):
            env.reset()
            while not env.terminations[env.agent_selection]:
                mask = env.observe(env.agent_selection)["action_mask"]
                env.step(chance.choice(mask.nonzero()[0].tolist()))
        return hands / (time.process_time() - begun)

    return run


def one_row(steps: int = 4000) -> Callable[[], float]:
    """One table of `PokerVectorEnv`: hands a second."""
    import numpy as np

    from sidepot import PokerVectorEnv

    env, chance = PokerVectorEnv("holdem", 1), random.Random(1)
    env.reset(seed=1)

    def run() -> float:
        begun, hands = time.process_time(), 0
        seen, _ = env.reset()
        for _ in range(steps):
            allowed = seen["action_mask"][0].nonzero()[0].tolist() or [0]
            seen, _, ended, _, _ = env.step(np.array([chance.choice(allowed)]))
            hands += ended[0]
        return float(hands / (time.process_time() - begun))

    return run


def many(game: str, seats: int, steps: int = 60) -> Callable[[], float]:
    """Many tables of `PokerVectorEnv`: hands a second."""
    from sidepot import PokerVectorEnv
    from sidepot.rl.vector import random_opponents

    env = PokerVectorEnv(game, 2048, seats=seats, copy=False)
    env.reset(seed=1)

    def run() -> float:
        begun, hands = time.process_time(), 0
        seen, _ = env.reset()
        for _ in range(steps):
            seen, _, ended, _, _ = env.step(random_opponents(seen, env.rng))
            hands += int(ended.sum())
        return hands / (time.process_time() - begun)

    return run


def table(results: dict[str, Any]) -> str:
    """The table of the page."""
    rows = ["| sidepot, with observations | hands/s | OpenSpiel hands/s | ratio |", "| --- | ---: | ---: | ---: |"]
    rows += [
        f"| {line['what']} | {line['ours']:,.0f} | {line['peers']:,.0f} | {line['ratio']:.2g} {TIMES} |"
        for line in results["lines"]
    ]
    return "\n".join([*rows, "", about(results, RESULTS)])


if __name__ == "__main__":
    write_page(RESULTS, measure, table, "learning")
