"""A running tournament beside its tables: to its end with bots, over crashes at every step between the streams."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random

import pytest
from each import each
from room_halls import until
from room_stores import wait
from sqlalchemy import Connection, select

from sidepot.bots.random_player import random_player
from sidepot.errors import NotDue
from sidepot.hand.commands import Check, Fold
from sidepot.hand.legal.options import Player
from sidepot.room.audit.auditor import audit
from sidepot.room.audit.snapshots import drop_snapshots, rebuild_all
from sidepot.room.runtime import actor as runtime_actor
from sidepot.room.runtime import outbox
from sidepot.room.runtime.bots import BotPlayers, Pace
from sidepot.room.runtime.tables import TableRegistry
from sidepot.room.runtime.tournament_actor import TournamentActor
from sidepot.room.runtime.tournament_storage import TOURNAMENTS, tournament_stream
from sidepot.room.store.crash_points import TOURNAMENT_POINTS
from sidepot.room.store.place import place_at
from sidepot.room.store.schema import meta, posting
from sidepot.room.store.schema import snapshot as snapshot_table
from sidepot.room.store.store import Store, open_store
from sidepot.room.table.events import decode_table_event
from sidepot.room.table.terms import Timing
from sidepot.room.tournament import commands as s
from sidepot.room.tournament import snapshot
from sidepot.room.tournament.events import decode_event
from sidepot.room.tournament.machine import RoomTournament
from sidepot.room.tournament.snapshot import encode
from sidepot.room.tournament.terms import TournamentTerms
from sidepot.table.events import HandDone
from sidepot.tournament.auto_director import Director
from sidepot.tournament.presets import find_preset

QUICK = Timing(decide=2_000, bank=0, show=0, street=0, between=10, showdown=10, cut=0, grace=0, away=500)


class Killed(BaseException):
    """The process is gone."""


class Bomb:
    """Kills at a point, the time that it is met for the nth time; nothing is done after that."""

    def __init__(self, point: str, times: int) -> None:
        self.point = point
        self.left = times
        self.is_off = False

    def __call__(self, point: str) -> None:
        if self.is_off:
            raise Killed
        if point == self.point:
            self.left -= 1
            if not self.left:
                self.is_off = True
                raise Killed


def hall_of(store: Store) -> TableRegistry:
    rng = Random(7)
    return TableRegistry(store, bots=BotPlayers(Pace(0, 0), make=lambda strength, own: random_player(own), rng=rng))


def tournament_terms(players: int) -> TournamentTerms:
    return TournamentTerms(title="Friday", structure=find_preset("turbo"), timing=QUICK, fill=players)


async def opened(hall: TableRegistry, players: int) -> TournamentActor:
    tournament = await hall.tournaments.open(tournament_terms(players), by="Host")
    actor = hall.tournaments.actor(tournament)
    await begin(actor)
    return actor


async def begin(actor: TournamentActor) -> None:
    """Said again with the same id it is done once; where it is over, nobody says it any more."""
    if not actor.machine.over:
        await actor.say(s.Begin(), by="Host", staff=True, id="host/1")


async def check(store: Store, actor: TournamentActor) -> None:
    """The stream tells the same tournament, chips and money add up, and everybody has one place."""
    tournament = actor.machine.tournament
    assert tournament.ended and tournament.in_play == tournament.issued - tournament.removed
    assert sum(line.paid for line in tournament.standings()) == tournament.pool
    assert sum(actor.machine.money.values()) == 0
    again = await TOURNAMENTS.rebuild(store, actor.id)
    assert again.tournament == tournament and again.news == actor.machine.news
    loaded = await TOURNAMENTS.load(store, actor.id)
    for one in (loaded, again):
        for number in [*one.outbox]:  # a snapshot lacks the orders that tables had taken; the log does not know them
            one.taken(number, one.seq)
    assert encode(loaded) == encode(again)
    hands = [begun for numbers in await hands_of(store) for begun in numbers]
    assert len(hands) == tournament.hands, "each hand was played once, and counted once"


async def hands_of(store: Store) -> list[list[int]]:
    """The numbers of the hands that are over, by the records of each table."""
    found = []
    for stream in await store.streams("table/"):
        entries = [decode_table_event(record.data) for record in await store.read(stream)]
        assert [entry.seq for entry in entries] == list(range(1, len(entries) + 1))
        found.append([one.number for entry in entries for one in entry.table if isinstance(one, HandDone)])
    return found


async def to_its_end(actor: TournamentActor) -> None:
    await until(lambda: actor.is_done, seconds=120)


@pytest.mark.long
def test_bots_play_a_tournament_at_three_tables_to_its_end(tmp_path: Path) -> None:
    async def run() -> None:
        async with open_store(tmp_path / "room.db") as store:
            hall = hall_of(store)
            await hall.start()
            actor = await opened(hall, 27)
            await until(lambda: len(actor.machine.tables) == 3)
            await to_its_end(actor)
            await check(store, actor)
            await hall.stop()

    wait(run())
    found = audit(place_at(tmp_path / "room.db"))
    assert found.holds, found
    assert len(found.tables) == 3

    async def spoil() -> None:
        """Two snapshots: one that is right, from which it loads, and one that is not what the records come to."""
        async with open_store(file) as store:
            records = [decode_event(record.data) for record in await store.read(tournament_stream("1"))]
            half = len(records) // 2
            right, wrong = RoomTournament.rebuild("1", records[:half]), RoomTournament.rebuild("1", records[: half - 5])
            right_row, wrong_row = (
                {"stream": tournament_stream("1"), "seq": seq, "version": snapshot.version(), "data": encode(one)}
                for seq, one in ((half, right), (half + 3, wrong))
            )
            await store.write(lambda connection: connection.execute(snapshot_table.insert(), [right_row]))
            loaded = await TOURNAMENTS.load(store, "1")
            assert snapshot.is_same(encode(loaded), RoomTournament.rebuild("1", records))
            await store.write(lambda connection: connection.execute(snapshot_table.insert(), [wrong_row]))

    file = tmp_path / "room.db"
    wait(spoil())
    assert any("differs from the replayed events" in fault for fault in audit(place_at(file)).faults)
    (one,) = drop_snapshots(place_at(file))
    assert "tournament 1" in one.says
    assert audit(place_at(file)).holds and not rebuild_all(place_at(file))[1]

    async def lose() -> None:
        async with open_store(tmp_path / "room.db") as store:
            await store.write(lambda connection: connection.execute(posting.delete().where(posting.c.kind == "prize")))

    wait(lose())
    found = audit(place_at(tmp_path / "room.db"))
    assert not found.holds and any("tournament 1" in fault for fault in found.faults)


@pytest.mark.long
@each("point", TOURNAMENT_POINTS)
def test_killed_at_each_step_between_the_streams(point: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The process is gone at one point, three times; each time what is missing is done, and nothing is done twice."""
    file = tmp_path / "room.db"
    rng = Random(point)
    bomb = Bomb(point, 1)
    monkeypatch.setattr(runtime_actor, "here", lambda at: bomb(at))
    monkeypatch.setattr(runtime_actor, "is_armed", True)
    monkeypatch.setattr(outbox, "here", lambda at: bomb(at))
    kills = 0

    async def run(times: int) -> bool:
        """Open the room, and go on until it is killed (False) or the tournament is over (True)."""
        nonlocal bomb, kills
        bomb = Bomb(point, times)
        asyncio.get_running_loop().set_exception_handler(lambda loop, context: None)
        store = open_store(file)
        hall = hall_of(store)
        going_up = asyncio.ensure_future(up(hall))  # in a process that is killed it never comes back
        await until(lambda: going_up.done() or bomb.is_off)
        actors: list[TournamentActor] = [*hall.tournaments._actors.values()]
        await until(lambda: bomb.is_off or all(one.is_done for one in actors))
        if not bomb.is_off and actors:
            await check(store, actors[0])
        kills += bomb.is_off
        for task in asyncio.all_tasks() - {asyncio.current_task()}:
            task.cancel()
        store._close()
        return not bomb.is_off

    async def up(hall: TableRegistry) -> None:
        await hall.start()
        if not await hall.store.streams("tournament/"):
            await opened(hall, 12)
        for actor in hall.tournaments._actors.values():
            await begin(actor)

    for times in (1, rng.randint(2, 4), rng.randint(2, 6), 10**9):
        try:
            if asyncio.run(run(times)):
                break
        except Killed:
            kills += 1
    assert kills, f"it never came to {point}"


def test_after_a_mistake_results_are_taken_in_and_the_staff_let_it_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    is_wrong, manage = True, Director.manage

    def manages(director: Director, now: int) -> bool:
        if is_wrong and director.tournament.hands:
            raise NotDue("what Ann holds", code="not_due_yet")
        return manage(director, now)

    def meek_at_first(strength: str, rng: Random) -> Player:
        wild = random_player(rng)
        return lambda view, may: (Check() if may.may_check else Fold()) if is_wrong else wild(view, may)

    monkeypatch.setattr(Director, "manage", manages)

    async def run() -> None:
        nonlocal is_wrong
        async with open_store(tmp_path / "room.db") as store:
            hall = TableRegistry(store, bots=BotPlayers(Pace(0, 0), make=meek_at_first))
            await hall.start()
            actor = await opened(hall, 6)
            await until(lambda: bool(actor.machine.frozen) and actor.machine.tournament.hands == 1)
            assert not actor.machine.tournament.is_hand_on
            is_wrong = False
            await actor.say(s.StartClock("it is mended"), by="Host", staff=True)
            await to_its_end(actor)
            await check(store, actor)
            await hall.stop()
            kept = dict(await store.ask(_evidence))
            assert kept and all(key.startswith("room/evidence/tournament-1/") for key in kept)
            assert all("test_event_hall.py" in one and "Ann" not in one for one in kept.values()), "where, and no words"

    wait(run())


def _evidence(connection: Connection) -> list[tuple[str, str]]:
    rows = connection.execute(select(meta.c.key, meta.c.value).where(meta.c.key.contains("evidence")))
    return [(key, value) for key, value in rows]


def test_a_command_without_a_waiting_sender_is_recorded(tmp_path: Path) -> None:
    """A tournament that is over is read from its stream when somebody asks."""

    async def play() -> None:
        async with open_store(tmp_path / "room.db") as store:
            hall = hall_of(store)
            await hall.start()
            await to_its_end(await opened(hall, 6))
            await until(lambda: not hall._services._besides)  # type: ignore[union-attr]
            await hall.stop()

    async def look() -> None:
        async with open_store(tmp_path / "room.db") as store:
            hall = hall_of(store)
            await hall.start()
            assert hall.tournaments.lines() == [] and hall.tables() == []
            assert (await hall.tournaments.find("1")).tournament.ended
            assert await store.head(tournament_stream("1")) > 2
            await hall.stop()

    wait(play())
    wait(look())
