"""A tournament with flights, between bots: each flight to its end, then the final day with all who came through.

The players are distributed over the flights. A player who busts in one flight may enter the next as a new player. It is
checked that the final day pays what the flights collected, and begins with the chips that were bagged.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Final

import msgspec

from sidepot.simulation.bot_hand import Bot
from sidepot.simulation.tournaments.tournament_checks import TournamentViolation
from sidepot.simulation.tournaments.tournament_people import Habits
from sidepot.simulation.tournaments.tournament_result import TournamentResult
from sidepot.simulation.tournaments.whole_tournament import OnHand, TournamentRun
from sidepot.tournament import commands as c
from sidepot.tournament import events as e
from sidepot.tournament.entrants import Standing
from sidepot.tournament.flights import brought_by, final_day, flight_of, through
from sidepot.tournament.structure import Structure

LEAST: Final = 2  # players of a flight


class FlightsRun:
    """A tournament with flights that is being played.

    - `runs`: the flights so far and, after all of them, the final day
    """

    def __init__(
        self,
        structure: Structure,
        players: int,
        seed: int,
        bots: Sequence[Bot],
        *,
        rng: Random | None = None,
        habits: Habits | None = None,
        on_hand: OnHand | None = None,
    ) -> None:
        width = len(str(players))
        self.structure = structure
        self.names = [f"P{at:0{width}}" for at in range(1, players + 1)]
        self.seed = seed
        self.bots = bots
        self.rng = rng or Random(seed)
        self.habits = habits or Habits()
        self.on_hand = on_hand
        self.runs: list[TournamentRun] = []
        self.found: list[TournamentViolation] = []

    def run(self, advance: Callable[[TournamentRun], None] | None = None) -> TournamentResult:
        """Play all days, or until an error is found."""
        again: list[str] = []
        flights = self.structure.flights
        for at, name in enumerate(flights):
            names = [*self.names[at :: len(flights)], *again]
            if len(names) < LEAST:
                again = names
                continue
            run = self._day(flight_of(self.structure, name), names, advance)
            if run.checks.found:
                return self.result()
            out = [one.player for one in run.tournament.entrants.values() if not one.is_in]
            again = [player for player in out if self.rng.random() < self.habits.reenters]
        brought = brought_by([run.tournament for run in self.runs])
        through = [one.player for run in self.runs for one in run.tournament.players_in()]
        self._day(final_day(self.structure), through, advance, brought)
        self._compare()
        return self.result()

    def _day(
        self,
        structure: Structure,
        names: Sequence[str],
        advance: Callable[[TournamentRun], None] | None,
        brought: Sequence[c.AnyCommand] = (),
    ) -> TournamentRun:
        run = TournamentRun(
            structure,
            names,
            self.seed,
            self.bots,
            rng=self.rng,
            habits=self.habits,
            on_hand=self.on_hand,
            brought=brought,
        )
        self.runs.append(run)
        run.run(advance)
        return run

    # ---- what must be true of all days together

    def _compare(self) -> None:
        """Check that the bagged chips and the money of all flights arrive at the final day."""
        final, flights = self.runs[-1].tournament, self.runs[:-1]
        bagged = {one.player: one.chips for run in flights for one in through(run.tournament)}
        brought = {one.player: one.chips for step in final.log for one in step.events if isinstance(one, e.Qualified)}
        if bagged != brought:
            self._breach(f"{sum(bagged.values())} chips were bagged, and {sum(brought.values())} were brought")
        for what in ("entries", "collected", "fees"):
            collected = sum([getattr(run.tournament, what) for run in flights])
            if collected != getattr(final, what):
                self._breach(f"{what}: the flights have {collected}, and the final day {getattr(final, what)}")
        won = sum([one.bounties for run in self.runs for one in run.tournament.standings()])
        if won != sum([run.tournament.bounties - self._carried(run) for run in self.runs]):
            self._breach(f"{won} is paid for bounties, and that is not what was collected")

    def _carried(self, run: TournamentRun) -> int:
        """The bounties that a flight takes to the final day."""
        if run is self.runs[-1]:
            return 0
        return run.tournament.bounties - sum([one.bounties for one in run.tournament.entrants.values()])

    def _breach(self, what: str) -> None:
        final = self.runs[-1].tournament
        self.found.append(TournamentViolation(final.version, final.at, what))

    # ---- the result

    def result(self) -> TournamentResult:
        """The result of all days: the standings of the final day, followed by all other players, who share one
        place.
        """
        days = [run.result() for run in self.runs]
        last = days[-1]
        places = len(last.standings)
        won: dict[str, int] = {}
        for day in days[:-1]:
            for line in day.standings:
                won[line.player] = won.get(line.player, 0) + line.bounties
        standings = [
            msgspec.structs.replace(line, bounties=line.bounties + won.pop(line.player, 0)) for line in last.standings
        ]
        standings += [Standing(player, places + 1, 0, 0, money) for player, money in won.items()]
        bagged = sum([day.chips_in_play for day in days[:-1]])
        flights = days[:-1] if len(self.runs) > 1 else days
        players = {line.player for day in days for line in day.standings}
        missing = tuple([name for name in self.names if name not in players])
        return msgspec.structs.replace(
            last,
            name=self.structure.name,
            players=len(players),
            rebuys=sum([day.rebuys for day in days]),
            addons=sum([day.addons for day in days]),
            tables=max(day.tables for day in days),
            hands=sum([day.hands for day in days]),
            clock_ms=sum([day.clock_ms for day in days]),
            level=self.structure.flight_levels + last.level if last.is_over and len(days) > 1 else last.level,
            chips_issued=sum([day.chips_issued for day in days]) - bagged,
            chips_removed=sum([day.chips_removed for day in days]),
            bounties=sum([line.bounties for line in standings]),
            standings=tuple(standings),
            moves=tuple([move for day in days for move in day.moves]),
            races=tuple([race for day in days for race in day.races]),
            steps=sum([day.steps for day in days]),
            violations=(*[found for day in days for found in day.violations], *self.found),
            seconds=round(sum([day.seconds for day in days]), 3),
            notes=tuple(self._notes(days, len(flights))),
            asked=len(self.names),
            never_came=missing,
        )

    def _notes(self, days: Sequence[TournamentResult], flights: int) -> list[str]:
        lines = [f"{flights} flights; {len(days[-1].standings)} players were through to the final day"]
        return lines + [note for day in days for note in day.notes if not note.startswith("after")]
