"""The machine sleeps for an hour while people play, and wakes: nobody has lost time, and the room's clock is right."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from room_halls import Subscriber, open_hall, until
from room_stores import wait
from room_tables import terms

from sidepot.room.runtime import clock as runtime_clock
from sidepot.room.runtime.tables import TableRegistry
from sidepot.room.table.commands import Sit
from sidepot.room.table.terms import Timing
from sidepot.room.tournament import commands as s
from sidepot.room.tournament.terms import TournamentTerms
from sidepot.tournament import commands as c
from sidepot.tournament.presets import find_preset

HOUR = 3_600_000
LONG = Timing(decide=600_000, bank=600_000, show=0, street=0, between=1, showdown=1, cut=0, grace=60_000)


@pytest.fixture
def sleep(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Has the machine sleep for an hour."""
    slept = 7 * HOUR  # it did so before, too
    monkeypatch.setattr(runtime_clock, "EVERY", 0.01)
    monkeypatch.setattr(runtime_clock, "asleep", lambda: slept)

    def sleep() -> None:
        nonlocal slept
        slept += HOUR

    return sleep


async def woken(hall: TableRegistry, before: int) -> None:
    """Wait until the room's clock has what was slept."""
    await until(lambda: hall.clock() >= before + HOUR)


def test_no_clock_runs_out_while_the_computer_sleeps(file: Path, sleep: Any) -> None:
    async def work() -> None:
        async with open_hall(file) as hall:
            actor = hall.actor(await hall.open(terms(timing=LONG), "Host"))
            viewers = [Subscriber("Ann"), Subscriber("Bo")]
            for viewer in viewers:
                viewer.account = f"u/{viewer.player}"
                await actor.say(Sit(waits=False), by=viewer.player, account=viewer.account)
                actor.watch(viewer)
            await until(lambda: bool(actor.machine.to_decide()[0]) and not actor.is_busy)
            clock, at, seq, now = actor.machine.clock, actor.machine.at, actor.machine.seq, hall.clock()
            sleep()
            await woken(hall, now)
            await until(lambda: actor.machine.seq > seq and not actor.is_busy)
            woke = next(one for one in viewers[0].of("event") if one["seq"] == seq + 1)
            slept = woke["at"] - at
            assert slept >= HOUR
            assert (actor.machine.clock.player, actor.machine.clock.turn) == (clock.player, clock.turn)
            assert actor.machine.clock.until >= clock.until + slept + LONG.grace
            await until(lambda: not any(one.away_since for one in actor.machine.people.values()))
            assert not any(person.lapses for person in actor.machine.people.values())

    wait(work())


def test_the_clock_of_an_evening_with_real_chips_goes_on_and_that_of_a_tournament_here_stands(
    file: Path, sleep: Any
) -> None:
    """People play on with real cards, whatever the director's laptop does."""

    async def work() -> None:
        async with open_hall(file) as hall:
            regular = find_preset("regular")
            name = await hall.tournaments.open(TournamentTerms(title="Friday", structure=regular, live=True), by="Host")
            real = hall.tournaments.actor(name)
            for player in ("Ann", "Bo", "Cy"):
                await real.say(s.Act(c.Register(player)), by="Host", staff=True)
            for command in (c.DrawSeats(), c.Start()):
                await real.say(s.Act(command), by="Host", staff=True)
            name = await hall.tournaments.open(
                TournamentTerms(title="Online", structure=regular, timing=LONG, fill=3), by="Host"
            )
            here = hall.tournaments.actor(name)
            await here.say(s.Begin(), by="Host", staff=True, id="host/1")
            await until(lambda: here.machine.tournament.clock.running and not here.is_busy)
            now = hall.clock()
            should = real.machine.tournament.clock.at(now + HOUR).level
            assert should > 0
            seq = here.machine.seq
            sleep()
            await woken(hall, now)
            await until(lambda: here.machine.seq > seq and not here.is_busy)
            after = here.machine.tournament.clock.at(hall.clock())
            assert after.running and after.level == 0
            await until(lambda: not 0 < real.machine.alarm() <= hall.clock() and not real.is_busy)
            assert real.machine.tournament.clock.at(hall.clock()).level >= should

    wait(work())
