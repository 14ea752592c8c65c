"""Real chips and cards: consoles that fire at once make one state, and crashes lose or double nothing."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random
from typing import Any

import pytest
from few_examples import some
from room_stores import wait

from sidepot.errors import SidepotError
from sidepot.room.audit.auditor import audit_tournaments
from sidepot.room.runtime.tables import TableRegistry
from sidepot.room.store.store import Store, open_store
from sidepot.room.tournament import commands as s
from sidepot.room.tournament.events import decode_event
from sidepot.room.tournament.machine import RoomTournament
from sidepot.room.tournament.terms import TournamentTerms
from sidepot.tournament import commands as c
from sidepot.tournament.presets import find_preset

TERMS = TournamentTerms(title="Friday", structure=find_preset("regular"), live=True)
PLAYERS = [f"player {number}" for number in range(1, 28)]


def random_act(tournament: RoomTournament, rng: Random) -> c.AnyCommand:
    """Anything that a console may say, whether or not it fits."""
    players = [*tournament.tournament.entrants] or PLAYERS
    tables = [*tournament.tournament.tables] or [1]
    one, other = rng.choice(players), rng.choice(players)
    steps = [step.number for step in tournament.tournament.log]
    return rng.choice(
        [
            c.Out(one, (other,) if other != one and rng.random() < 0.7 else ()),
            c.Register(f"late {rng.randrange(40)}"),
            c.Reenter(one),
            c.Count(((one, 100 * rng.randrange(1, 300)),)),
            c.ButtonAt(rng.choice(tables), rng.randrange(9)),
            c.Heads(rng.choice(tables), rng.randrange(10)),
            c.Hands(rng.choice(tables), rng.randrange(1, 4)),
            c.MoveTo(one, rng.choice(tables), rng.randrange(9)),
            c.Balance(),
            c.Break(),
            c.Pause(),
            c.Start(),
            c.AddTime(60_000),
            c.Announce(f"said {rng.randrange(9)}"),
            c.Penalise(one, hands=2, why="talking"),
            c.Undo(step=rng.choice(steps[-9:]), only=True, why="a slip"),
        ]
    )


async def begun(hall: TableRegistry) -> Any:
    actor = hall.tournaments.actor(await hall.tournaments.open(TERMS, by="Host"))
    for player in PLAYERS:
        await actor.say(s.Act(c.Register(player)), by="Host", id=f"enter {player}", staff=True)
    for command in (c.DrawSeats(), c.Start()):
        await actor.say(s.Act(command), by="Host", staff=True)
    return actor


async def read_again(store: Store) -> RoomTournament:
    """The tournament as its records make it."""
    records = await store.read("tournament/1")
    entries = [decode_event(record.data) for record in records]
    ids = [entry.id for entry in entries if entry.id]
    assert len(ids) == len(set(ids)), "something was done twice"
    return RoomTournament.rebuild("1", entries)


def same(one: RoomTournament, other: RoomTournament) -> None:
    assert one.seq == other.seq and one.tournament == other.tournament
    assert one.live.notes == other.live.notes and one.live.asks == other.live.asks and one.ids == other.ids


@pytest.mark.more
@pytest.mark.parametrize("seed", some(range(2), 1))
def test_three_consoles_that_fire_at_once_make_one_state(seed: int, tmp_path: Path) -> None:
    async def run() -> None:
        async with open_store(tmp_path / "room.db") as store:
            hall = TableRegistry(store)
            await hall.start()
            actor = await begun(hall)
            done: dict[str, int] = {}

            async def console(name: str) -> None:
                rng = Random(f"{seed}/{name}")
                for number in range(170):
                    key, said = f"{name}/{number}", s.Act(random_act(actor.machine, rng), "director")
                    for _ in range(1 + (rng.random() < 0.2)):  # some are sent twice
                        try:
                            seq = await actor.say(said, by=name, id=key, staff=True)
                        except SidepotError:
                            assert key not in done
                        else:
                            assert done.setdefault(key, seq) == seq

            await asyncio.gather(*[console(name) for name in ("Eve", "Kim", "Lou")])
            assert len(done) > 50 and len(set(done.values())) == len(done)
            assert {key: actor.machine.ids.get(key) for key in done} == done
            actor.machine.tournament.check_chips()
            same(await read_again(store), actor.machine)
            await hall.stop()

    wait(run())


@pytest.mark.long
def test_a_crash_at_any_moment_loses_nothing_that_was_answered_and_doubles_nothing(tmp_path: Path) -> None:
    """The room is gone in the middle, again and again; a console sends again all that was not answered."""
    rng = Random(7)
    waiting: list[tuple[str, s.Act]] = []
    answered: dict[str, int] = {}
    number = 0

    async def life(first: bool) -> None:
        nonlocal number
        async with open_store(tmp_path / "room.db") as store:
            hall = TableRegistry(store)
            await hall.start()
            actor = await begun(hall) if first else hall.tournaments.actor("1")
            assert {key: actor.machine.ids.get(key) for key in answered} == answered
            running = actor.machine.tournament.clock.running

            async def send(key: str, said: s.Act) -> None:
                try:
                    seq = await actor.say(said, by="Eve", id=key, staff=True)
                except SidepotError:
                    seq = 0
                if seq:
                    answered[key] = seq
                waiting.remove((key, said))

            tasks = [asyncio.ensure_future(send(*one)) for one in list(waiting)]
            for _ in range(12):
                number += 1
                one = f"act {number}", s.Act(random_act(actor.machine, rng), "floor")
                waiting.append(one)
                tasks.append(asyncio.ensure_future(send(*one)))
                for _ in range(rng.randrange(4)):
                    await asyncio.sleep(0)
            for task in tasks:  # nobody hears the answers any more
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            await hall.stop()
            same(await read_again(store), actor.machine) if not actor.is_busy else None
            assert running or not actor.machine.over

    for count in range(20):
        wait(life(count == 0))

    async def last() -> None:
        async with open_store(tmp_path / "room.db") as store:
            hall = TableRegistry(store)
            await hall.start()
            tournament = hall.tournaments.actor("1").machine
            assert {key: tournament.ids.get(key) for key in answered} == answered and answered
            same(await read_again(store), tournament)
            await hall.stop()

    wait(last())


def test_the_clock_goes_on_while_the_room_is_closed(tmp_path: Path) -> None:
    untils = []

    async def life(first: bool) -> None:
        async with open_store(tmp_path / "room.db") as store:
            hall = TableRegistry(store)
            await hall.start()
            actor = await begun(hall) if first else hall.tournaments.actor("1")
            tournament = actor.machine.tournament
            reading = tournament.reading(tournament.at)
            untils.append((tournament.at + (reading.left_ms or 0), actor.machine.seq))
            await hall.stop()

    for count in range(3):
        wait(life(count == 0))
    assert len(set(untils)) == 1


def test_the_audit_finds_nothing_where_counts_differ_from_the_record(tmp_path: Path) -> None:
    async def run() -> None:
        async with open_store(tmp_path / "room.db") as store:
            hall = TableRegistry(store)
            await hall.start()
            actor = await begun(hall)
            for command in (c.Count(((PLAYERS[0], 700),)), c.Out(PLAYERS[1], (PLAYERS[2],))):
                await actor.say(s.Act(command), by="Host", staff=True)
            assert actor.machine.tournament.in_play != actor.machine.tournament.issued
            faults, _ = await store.ask(audit_tournaments)
            assert faults == []
            await hall.stop()

    wait(run())
