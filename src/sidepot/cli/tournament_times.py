"""`sidepot tournament run --times`: the same tournament again and again, each with a seed of its own, in all."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from random import Random
from typing import NamedTuple

import msgspec

from sidepot.cli import common
from sidepot.cli.simulate_bots import find_bots
from sidepot.plots import finishes, plot_finishes
from sidepot.simulation.tournaments.tournament_result import TournamentResult
from sidepot.simulation.tournaments.whole_tournament import TournamentRun
from sidepot.tournament.structure import Structure
from sidepot.workers import Workers, do_pieces


class Played(NamedTuple):
    """One of the tournaments, named by its seed."""

    name: str
    seed: int


class PlayerTimes(msgspec.Struct, frozen=True):
    """What a player came to in all of them: how often in each place, and what it was paid."""

    player: str
    entered: int
    average_place: float
    wins: int
    paid: int
    bounties: int
    places: dict[int, int]


def play_one(structure: Structure, players: int, bots: str, piece: Played) -> TournamentResult:
    """Play one of them; who was moved where is not kept."""
    rng = Random(piece.seed)
    chosen = find_bots([name.strip() for name in bots.split(",")], "--bots", rng)
    run = TournamentRun(structure, players, piece.seed, chosen, rng=rng)
    run.run(None)
    return msgspec.structs.replace(run.result(), moves=(), races=())


def play_times(structure: Structure, players: int, bots: str, seeds: range, workers: Workers) -> list[TournamentResult]:
    """Play them all, with a bar; the results in the order of the seeds."""
    find_bots([name.strip() for name in bots.split(",")], "--bots", Random(0))  # says what is wrong with them
    pieces = (Played(f"the tournament with seed {seed}", seed) for seed in seeds)
    results: list[TournamentResult] = []
    with common.progress("tournaments", len(seeds)) as advance:
        for _, result in do_pieces(partial(play_one, structure, players, bots), pieces, workers):
            results.append(result)
            advance(1)
    return results


def totals(results: list[TournamentResult]) -> list[PlayerTimes]:
    """Each player in all tournaments, the best average place first."""
    paid: dict[str, int] = {}
    bounties: dict[str, int] = {}
    for result in results:
        for line in result.standings:
            paid[line.player] = paid.get(line.player, 0) + line.paid
            bounties[line.player] = bounties.get(line.player, 0) + line.bounties
    return [
        PlayerTimes(
            player,
            counted.total(),
            round(sum(place * count for place, count in counted.items()) / counted.total(), 4),
            counted[1],
            paid[player],
            bounties[player],
            dict(sorted(counted.items())),
        )
        for player, counted in finishes(results).items()
    ]


def tell(results: list[TournamentResult], seeds: range, plot: Path | None, *, everything: bool, json: bool) -> None:
    """Print what came of it, and draw it. The same for any number of processes."""
    if plot is not None:
        plot_finishes(results, plot)
    players = totals(results)
    common.answer(
        lambda: _report(results, seeds, players),
        lambda: _show(results, seeds, players if everything else players[:20]),
        json=json,
    )


def _show(results: list[TournamentResult], seeds: range, players: list[PlayerTimes]) -> None:
    from rich.box import SIMPLE_HEAD
    from rich.table import Table
    from rich.text import Text

    console = common.console()
    console.print(Text(f"{results[0].name}, {len(results)} times, seeds {seeds[0]} to {seeds[-1]}", "bold"))
    table = Table(box=SIMPLE_HEAD, padding=(0, 1), pad_edge=False)
    table.add_column("player")
    for head in ("entered", "average place", "won", "paid", *(["bounties"] if results[0].bounties else [])):
        table.add_column(head, justify="right")
    for one in players:
        cells = [f"{one.entered:,}", f"{one.average_place:.2f}", f"{one.wins:,}", f"{one.paid:,}"]
        table.add_row(Text(one.player), *cells, *([f"{one.bounties:,}"] if results[0].bounties else []))
    console.print(table)
    for line in _violations(results, seeds):
        console.print(Text(line, "bold red"))


def _violations(results: list[TournamentResult], seeds: range) -> Iterator[str]:
    for seed, result in zip(seeds, results, strict=True):
        for violation in result.violations:
            yield f"seed {seed}, step {violation.step}: {violation.what}"


class OneReport(msgspec.Struct, frozen=True):
    """One of the tournaments."""

    seed: int
    hands: int
    pool: int
    winner: str


class TimesReport(msgspec.Struct, frozen=True):
    """The same tournament several times."""

    event: str
    times: int
    seeds: list[int]
    hands: int
    players: list[PlayerTimes]
    tournaments: list[OneReport]
    violations: list[str]


def _report(results: list[TournamentResult], seeds: range, players: list[PlayerTimes]) -> TimesReport:
    return TimesReport(
        results[0].name,
        len(results),
        [*seeds],
        sum(result.hands for result in results),
        players,
        [
            OneReport(seed, result.hands, result.pool, result.standings[0].player)
            for seed, result in zip(seeds, results, strict=True)
        ],
        list(_violations(results, seeds)),
    )
