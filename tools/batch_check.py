"""Play random hands at many tables at once, and each of them again with the engine: `make batch-check`.

With `--each`, that many hands of each game of the catalogue; with `--game`, of one game. Exit code 1 at the first hand
that comes out otherwise; its scene is named, and `--only` plays that one again, with the same `--game` if it had one.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from multiprocessing import get_context
from time import perf_counter

from batch_scenes import check
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from sidepot.errors import SidepotError
from sidepot.games.catalog import GAMES, game_of
from sidepot.games.model import Game

TABLES = 1000
LINES = 20_000  # without a terminal, a line each so many hands


def options() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--hands", type=int, default=1_000_000, help="how many hands (1000000)")
    parser.add_argument("--seed", type=int, default=1, help="the first scene; each thousand hands are another")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes (all cores)")
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--each", action="store_true", help="play so many hands of each game of the catalogue")
    which.add_argument("--game", metavar="NAME", help="play this game alone")
    parser.add_argument("--only", type=int, metavar="SCENE", help="play this scene alone")
    return parser.parse_args()


def main() -> int:
    """Run as the command line says."""
    args = options()
    if args.only is not None:
        args.seed, args.hands, args.jobs = args.only, TABLES, 1
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    started = perf_counter()
    games = [*GAMES.values()] if args.each else [game_of(args.game) if args.game else None]
    hands = decisions = 0
    console = Console(stderr=True)
    try:
        with Progress(*columns, console=console) as progress:
            task = progress.add_task("hands against the engine", total=args.hands * len(games))
            for played, compared in scenes(args.seed, args.hands, args.jobs, games):
                hands += played
                decisions += compared
                progress.update(task, advance=played)
                if not console.is_terminal and not hands % LINES:
                    print(
                        f"{hands:,} hands, {decisions:,} decisions, {perf_counter() - started:.0f} seconds", flush=True
                    )
    except SidepotError as error:
        print(f"batch-check: {error}", file=sys.stderr)
        return 1
    seconds = perf_counter() - started
    print(f"{hands:,} hands with {decisions:,} decisions came out as the engine has them ({seconds:.0f} seconds).")
    return 0


def scenes(seed: int, hands: int, jobs: int, games: Sequence[Game | None]) -> Iterator[tuple[int, int]]:
    """The hands and decisions of each scene as it is done. Without a game, a scene has a random one."""
    sizes = [min(TABLES, hands - first) for first in range(0, hands, TABLES)]
    waiting = [(at, size, game) for at, size in enumerate(sizes, seed) for game in games][::-1]
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        running: dict[Future[int], int] = {}
        try:
            while waiting or running:
                while waiting and len(running) < 2 * jobs:
                    at, size, game = waiting.pop()
                    running[pool.submit(check, at, size, game)] = size
                done, _ = wait(running, return_when=FIRST_COMPLETED)
                for one in done:
                    yield running.pop(one), one.result()
        except SidepotError:
            pool.shutdown(cancel_futures=True)
            raise


if __name__ == "__main__":
    sys.exit(main())
