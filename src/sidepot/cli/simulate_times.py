"""`sidepot simulate --times`: the same table again and again, each session with a seed of its own, and all in all."""

from __future__ import annotations

from functools import partial
from math import sqrt
from random import Random
from typing import Any, NamedTuple

import msgspec

from sidepot.cli import common
from sidepot.cli.simulate_guests import guests_of
from sidepot.cli.simulate_input import SimulateInput
from sidepot.cli.simulate_stakes import hand_ms_of
from sidepot.cli.simulate_terms import rules_of
from sidepot.simulation.cash_table import Simulated, Simulation
from sidepot.validation.reader import at_place
from sidepot.workers import Workers, do_pieces


class Session(NamedTuple):
    """One of the sessions, named by its seed."""

    name: str
    seed: int


class PlayerSessions(msgspec.Struct, frozen=True):
    """What a player came to in all sessions; `error` is the standard error of `per_100`, from session to session."""

    name: str
    bot: str
    hands: int
    net: int
    per_100: float
    error: float | None


def simulation_of(told: SimulateInput, seed: int, **more: Any) -> Simulation:
    """The table that was told, with its guests, all of whose chance comes from the seed."""
    rules = rules_of(told)
    rng = Random(seed)
    lively = told.yes_no("joins", False)
    guests = guests_of(told, rules, rng, lively=lively)
    with at_place(told.place("players")):  # a player who cannot sit down so
        return Simulation(rules, guests, rng, lively=lively, hand_ms=hand_ms_of(told), **more)


def play_session(told: SimulateInput, hands: int, session: Session) -> Simulated:
    """Play one of them."""
    return msgspec.structs.replace(simulation_of(told, session.seed).run(hands), seconds=0.0, hands_per_second=0.0)


def play_sessions(told: SimulateInput, hands: int, seeds: range, workers: Workers) -> list[Simulated]:
    """Play them all, with a bar; the results in the order of the seeds."""
    simulation_of(told, seeds[0])  # says what is wrong with the table
    sessions = (Session(f"the session with seed {seed}", seed) for seed in seeds)
    results: list[Simulated] = []
    with common.progress("sessions", len(seeds)) as advance:
        for _, result in do_pieces(partial(play_session, told, hands), sessions, workers):
            results.append(result)
            advance(1)
    return results


def totals(results: list[Simulated]) -> list[PlayerSessions]:
    """Each player in all sessions, the largest winner first."""
    of: dict[str, list[tuple[str, int, int]]] = {}
    for result in results:
        for one in result.players:
            of.setdefault(one.name, []).append((one.bot, one.hands, one.net))
    found = []
    for name, sessions in of.items():
        hands = sum(count for _, count, _ in sessions)
        net = sum(won for _, _, won in sessions)
        found.append(PlayerSessions(name, sessions[0][0], hands, net, _per_100(net, hands), _error(sessions)))
    return sorted(found, key=lambda one: (-one.net, one.name))


def _per_100(net: int, hands: int) -> float:
    return round(100 * net / hands, 4) if hands else 0.0


def _error(sessions: list[tuple[str, int, int]]) -> float | None:
    """The standard error of the mean rate of the sessions; None below two."""
    rates = [100 * net / hands for _, hands, net in sessions if hands]
    if len(rates) < 2:
        return None
    mean = sum(rates) / len(rates)
    return round(sqrt(sum((rate - mean) ** 2 for rate in rates) / (len(rates) - 1) / len(rates)), 4)


def tell(results: list[Simulated], table: str, seeds: range, *, json: bool) -> None:
    """Print what came of it, the same for any number of processes."""
    players = totals(results)
    violations = [
        f"seed {seed}, hand {violation.hand}: {violation.what}"
        for seed, result in zip(seeds, results, strict=True)
        for violation in result.violations
    ]
    hands = sum(result.hands for result in results)
    rake = sum(result.rake for result in results)
    report = SessionsReport(table, len(results), [*seeds], hands, rake, players, violations)
    common.answer(lambda: report, lambda: _show(report), json=json)


class SessionsReport(msgspec.Struct, frozen=True):
    """The results of several sessions."""

    table: str
    times: int
    seeds: list[int]
    hands: int
    rake: int
    players: list[PlayerSessions]
    violations: list[str]


def _show(report: SessionsReport) -> None:
    from rich.table import Table
    from rich.text import Text

    console, seeds = common.console(), report.seeds
    console.print(Text(f"{report.table}, {report.times} sessions, seeds {seeds[0]} to {seeds[-1]}", "bold"))
    drawn = Table()
    drawn.add_column("player")
    drawn.add_column("bot", style="dim")
    for head in ("hands", "won", "in 100 hands", "±"):
        drawn.add_column(head, justify="right")
    for one in report.players:
        error = "" if one.error is None else f"{one.error:,.1f}"
        drawn.add_row(Text(one.name), one.bot, f"{one.hands:,}", f"{one.net:+,}", f"{one.per_100:+,.1f}", error)
    console.print(drawn)
    print(f"{report.hands:,} hands, rake {report.rake:,}")
    for line in report.violations:
        console.print(Text(line, "bold red"))
    if not report.violations:
        console.print(Text("The books hold after every hand.", "green"))
