"""Bots against bots, twice with the same cards: once as seated, once with the seats swapped.

    python tools/bot_match.py holdem expert regular --hands 1000
    python tools/bot_match.py stud8 regular beginner --hands 500 --seats 2

A hand counts twice then, and the luck of the cards mostly cancels. Printed is what the first wins from the second for
each 100 hands of each of their seats, in big blinds (at fixed limit in small bets, without blinds in least bets), with
its standard error. Every seat begins every hand with the same stack; who acts when goes round.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
from collections.abc import Callable
from math import sqrt
from random import Random
from time import thread_time
from typing import NamedTuple

from sidepot.bots.strengths import STRENGTHS, player
from sidepot.cards import Deck
from sidepot.cli.common_options import LimitName
from sidepot.cli.play_stakes import open_table
from sidepot.cli.play_table import play_hand
from sidepot.errors import SidepotError
from sidepot.hand.commands import Command
from sidepot.hand.hand import Hand
from sidepot.hand.legal.options import Options, Player
from sidepot.hand.planning.forced_bets import seat_hand
from sidepot.hand.planning.plan import plan_of


class Result(NamedTuple):
    """What the first bot won per 100 hands, the standard error, and what a decision of each cost: median, 95 %."""

    game: str
    limit: str
    seats: int
    first: str
    second: str
    hands: int
    won: float
    error: float
    cost: dict[str, tuple[float, float]]

    def line(self) -> str:
        """One line for people."""
        cost = ", ".join(f"{name} {mid:.1f} ms ({high:.1f})" for name, (mid, high) in self.cost.items())
        return (
            f"{self.game} {self.limit}, {self.seats} seats: {self.first} against {self.second} "
            f"{self.won:+.1f} ± {self.error:.1f} bb/100 over {self.hands} hands twice; a decision: {cost}"
        )


def match(
    game: str, first: str, second: str, *, hands: int, seats: int, stack: int, limit: str = "", seed: int = 1
) -> Result:
    """Play so many hands twice, the bots in turn round the table."""
    if seats % 2:
        raise SystemExit(f"--seats {seats}: both bots have half of the seats")
    name = LimitName(limit) if limit else None
    table = open_table(game, name, "cash", seats=seats, stack=1, seed=seed)
    big = max((*table.stakes.blinds[:2], table.stakes.bet_size(big=False)))
    times: dict[str, list[float]] = {first: [], second: []}
    won: list[float] = []
    for number in range(hands):
        total = 0
        for swap in (0, 1):
            names = [(first, second)[(seat + swap + number // seats) % 2] for seat in range(seats)]
            setup = seat_hand(
                table.game, table.limit, table.stakes, table.rulebook, [stack * big] * seats, button=number % seats
            )
            players = [
                _timed(player(who, Random(f"{seed} {number} {seat}")), times[who]) for seat, who in enumerate(names)
            ]
            deck = Deck(plan_of(setup).deck, below=Random(f"{seed} hand {number}").randrange)
            hand = play_hand(setup, deck, players)
            if sum(hand.stacks) + hand.carried + hand.raked != stack * big * seats:
                raise SystemExit(f"chips were lost in hand {number} of seed {seed}")
            mine = [after - stack * big for after, who in zip(hand.stacks, names, strict=True) if who == first]
            total += sum(mine) + hand.carried // 2  # a pot that waits is half of it theirs
        won.append(100 * total / big / seats)
    error = statistics.stdev(won) / sqrt(hands) if hands > 1 else 0.0
    cost = {who: (_at(some, 0.5), _at(some, 0.95)) for who, some in times.items()}
    kind = type(table.limit).__name__.removesuffix("Limit").lower() + " limit"
    return Result(game, kind, seats, first, second, hands, statistics.fmean(won), error, cost)


def _timed(play: Player, times: list[float]) -> Player:
    def timed(view: Hand, options: Options) -> Command:
        began = thread_time()
        command = play(view, options)
        times.append(1000 * (thread_time() - began))
        return command

    return timed


def _at(some: list[float], part: float) -> float:
    return sorted(some)[int(part * (len(some) - 1))] if some else 0.0


def main(argv: list[str] | None = None) -> int:
    """Read the command line, play, and print the result."""
    read = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    read.add_argument("game", help="a game of `sidepot games`")
    read.add_argument("first", choices=STRENGTHS)
    read.add_argument("second", choices=STRENGTHS)
    read.add_argument("--hands", type=int, default=200, help="how many deals, each played twice (200)")
    read.add_argument("--seats", type=int, default=6, help="how many seats, half for each (6)")
    read.add_argument("--stack", type=int, default=100, help="big blinds in front of each seat (100)")
    read.add_argument("--limit", choices=[name.value for name in LimitName], default="", help="the game's usual one")
    read.add_argument("--seed", type=int, default=1)
    read.add_argument("--json", action="store_true", help="print one JSON document")
    asked = read.parse_args(argv)
    tell: Callable[[Result], str] = (lambda found: json.dumps(found._asdict())) if asked.json else Result.line
    try:
        found = match(
            asked.game,
            asked.first,
            asked.second,
            hands=asked.hands,
            seats=asked.seats,
            stack=asked.stack,
            limit=asked.limit,
            seed=asked.seed,
        )
    except SidepotError as error:
        print(error, file=sys.stderr)
        return 2
    print(tell(found))
    return 0


if __name__ == "__main__":
    sys.exit(main())
