"""The live tournament and the virtual one are the same: with one seed and the same decisions every step is equal."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from each import each
from msgspec.structs import replace
from room_events import levels, sit_and_go

from sidepot.cli.simulate_bots import BOTS
from sidepot.room.table.play.tournament import Report
from sidepot.room.table.terms import Timing
from sidepot.room.tournament import commands as s
from sidepot.room.tournament.machine import RoomTournament
from sidepot.room.tournament.online.flights import bags_of
from sidepot.room.tournament.terms import TournamentTerms
from sidepot.simulation.tournaments.tournament_people import Habits
from sidepot.simulation.tournaments.whole_tournament import TournamentRun
from sidepot.tournament import commands as c
from sidepot.tournament.flights import brought_by, final_day, flight_of
from sidepot.tournament.presets import PRESETS, find_preset
from sidepot.tournament.steps import Step
from sidepot.tournament.structure import Structure

NO_WAIT = Timing(between=0, showdown=0, away=86_400_000)
STARTS = 1_000
KINDS = [name for name, one in PRESETS.items() if not one.flights]


FROM_OUTSIDE = (  # by people, and by the tables
    c.Register, c.Reenter, c.Rebuy, c.AddOn, c.GoOut, c.Absent, c.Present, c.Penalise, c.EndHand, c.VoidHand, c.Start,
    c.BringFlight,
)  # fmt: skip


class Live:
    """A live tournament without its tables: what people and tables say is taken from a virtual one."""

    def __init__(self, structure: Structure, seed: int, **more: Any) -> None:
        terms = TournamentTerms(title="Equal", structure=structure, timing=NO_WAIT, **more)
        self.event, _ = RoomTournament.open("1", terms, f"{structure.name}/{seed}", now=STARTS)
        self.bags: dict[str, s.Bagged] = {}  # of the flights of a final day

    def say(self, said: s.TournamentCommand, now: int, by: str = "", *, staff: bool = False) -> None:
        self.event.decide(said, now=now, by=by, staff=staff, account="")
        for number in self.event.opened:
            if number not in self.event.tables:
                self.event.decide(s.TableIs(number, str(number)), now=now)

    def tick(self, until: int) -> None:
        """All that time does until then."""
        while not self.event.over and 0 < (due := self.event.alarm()) <= until:
            self.say(s.Tick(), max(due, self.event.at))

    def take(self, step: Step) -> None:
        """Let happen what people, or a table, did by a step of the virtual tournament."""
        now, command = step.at, step.command
        match command:
            case c.Register(player):
                self.say(s.Register(), now, player)
            case c.BringFlight(flight):
                self.say(self.bags[flight], now)
            case c.Reenter(player):
                self.say(s.Reenter(), now, player)
            case c.Rebuy(player):
                self.say(s.Rebuy(), now, player)
            case c.AddOn(player):
                self.say(s.AddOn(), now, player)
            case c.GoOut(player):
                self.say(s.GoOut(), now, player)
            case c.Absent(player) | c.Present(player):
                table = self.event.tournament.entrants[player].table
                self.say(s.TakeReport(Report(table, requests=((player, isinstance(command, c.Absent)),))), now)
            case c.Penalise():
                self.say(s.Direct(command, "a penalty"), now, "Host", staff=True)
            case c.EndHand(number) | c.VoidHand(number):
                self.say(s.TakeReport(Report(number, self.event.began[number], command, now)), now)
            case c.Start():
                self.say(s.Begin(), now, "Host", staff=True)


def steps_of(log: list[Step]) -> list[tuple[int, object, object]]:
    """The steps, but for whose name stands at them."""
    return [(step.at, step.command, step.events) for step in log[1:]]


def equal(live: Live, run: TournamentRun) -> None:
    """Play the virtual tournament, and the live one after it: every step is equal."""
    run.now = STARTS
    result = run.run()
    assert not result.violations
    log = run.tournament.log
    for step, after in zip(log[1:], [*log[2:], None], strict=True):
        if isinstance(step.command, FROM_OUTSIDE):
            live.tick(step.at - 1)
            if len(live.event.tournament.log) < step.number:
                live.take(step)
            if after is None or after.at > step.at or not isinstance(after.command, FROM_OUTSIDE):
                live.tick(step.at)
    expected, found = steps_of(run.tournament.log), steps_of(live.event.tournament.log)
    for number, (one, other) in enumerate(zip(expected, found, strict=False), 2):
        assert one == other, f"step {number}"
    assert len(expected) == len(found) and live.event.over
    assert live.event.tournament.standings() == run.tournament.standings()


SEED = 7
HABITS = Habits(late=0.2, pledges=0.0, rebuys=0.0)  # a virtual player buys before the director looks


@pytest.mark.long
@each("name", KINDS)
def test_every_step_is_equal(name: str) -> None:
    rng = Random(SEED)
    structure = find_preset(name)
    run = TournamentRun(structure, 16, SEED, [BOTS["loose"](rng)], rng=rng, habits=HABITS, voids=0.01)
    equal(Live(structure, SEED), run)


def test_every_step_is_equal_where_the_schedule_is_too_short() -> None:
    rng = Random(SEED)
    structure = sit_and_go(6, schedule=levels(count=2), stack=20_000)
    run = TournamentRun(structure, 16, SEED, [BOTS["loose"](rng)], rng=rng, habits=HABITS, voids=0.01)
    live = Live(structure, SEED)
    equal(live, run)
    assert len(live.event.tournament.structure.levels) == 8
    assert "levels 3 to 8 were added to the schedule" in run.result().notes[0]


def test_every_step_of_flights_and_their_final_day_is_equal() -> None:
    """The live final day has what the live flights bring, the virtual one what the virtual flights do."""
    rng, days = Random(SEED), find_preset("flights")
    days = replace(days, flight_left=4, entry=replace(days.entry, late_levels=2))
    bots = [BOTS["loose"](rng)]
    final = Live(final_day(days), SEED, days=days)
    flights = []
    for at, name in enumerate(days.flights):
        structure = flight_of(days, name)
        names = [f"P{at}{number}" for number in range(8)]
        run = TournamentRun(structure, names, SEED, bots, rng=rng, habits=HABITS, voids=0.01)
        live = Live(structure, SEED, flight=name, final="9")
        equal(live, run)
        flights.append(run.tournament)
        final.bags[structure.name] = bags_of(live.event)
        final.say(s.FlightIs(name, live.event.id), STARTS)
    through = [one.player for flight in flights for one in flight.players_in()]
    assert len(through) >= 6
    equal(final, TournamentRun(final_day(days), through, SEED, bots, rng=rng, brought=brought_by(flights)))
