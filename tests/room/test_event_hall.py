"""A running tournament beside its tables: to its end with bots, over crashes at every step between the streams."""

from __future__ import annotations

from pathlib import Path
from random import Random

from room_halls import until
from room_stores import wait

from sidepot.bots.random_player import random_player
from sidepot.room.running.bot_players import BotPlayers, Pace
from sidepot.room.running.event_actor import EventActor
from sidepot.room.running.hall import Hall
from sidepot.room.running.stored_event import event_stream, read_event
from sidepot.room.store.store import Store, open_store
from sidepot.room.tables.room_terms import Timing
from sidepot.room.tournaments import commands as s
from sidepot.room.tournaments.event_terms import EventTerms
from sidepot.tournament.presets import find_preset

QUICK = Timing(decide=2_000, bank=0, show=0, street=0, between=10, showdown=10, cut=0, grace=0, away=500)


def hall_of(store: Store) -> Hall:
    rng = Random(7)
    return Hall(store, bots=BotPlayers(Pace(0, 0), make=lambda strength, own: random_player(own), rng=rng))


def event_terms(players: int) -> EventTerms:
    return EventTerms(title="Friday", structure=find_preset("turbo"), timing=QUICK, fill=players)


async def begun(hall: Hall, players: int) -> EventActor:
    event = await hall.events.open(event_terms(players), by="Host")
    actor = hall.events.actor(event)
    await begin(actor)
    return actor


async def begin(actor: EventActor) -> None:
    """Said again with the same id it is done once."""
    await actor.say(s.Begin(), by="Host", staff=True, id="host/1")


async def check(store: Store, actor: EventActor) -> None:
    """The stream tells the same tournament, chips and money add up, and everybody has one place."""
    tournament = actor.event.tournament
    assert tournament.ended and tournament.in_play == tournament.issued - tournament.removed
    assert sum(line.paid for line in tournament.standings()) == tournament.pool
    assert sum(actor.event.money.values()) == 0
    again = await read_event(store, actor.id)
    assert again.tournament == tournament and again.news == actor.event.news
    hands = [begun for numbers in await hands_of(store) for begun in numbers]
    assert len(hands) == tournament.hands, "each hand was played once, and counted once"


async def hands_of(store: Store) -> list[list[int]]:
    """The numbers of the hands that are over, by the records of each table."""
    from sidepot.room.tables.events import decode_entry
    from sidepot.table.events import HandDone

    found = []
    for stream in await store.streams("table/"):
        entries = [decode_entry(record.data) for record in await store.read(stream)]
        assert [entry.seq for entry in entries] == list(range(1, len(entries) + 1))
        found.append([one.number for entry in entries for one in entry.table if isinstance(one, HandDone)])
    return found


async def to_its_end(actor: EventActor) -> None:
    await until(lambda: actor.is_done, seconds=120)


def test_bots_play_a_tournament_at_three_tables_to_its_end(tmp_path: Path) -> None:
    async def run() -> None:
        async with open_store(tmp_path / "room.db") as store:
            hall = hall_of(store)
            await hall.start()
            actor = await begun(hall, 27)
            await until(lambda: len(actor.event.tables) == 3)
            await to_its_end(actor)
            await check(store, actor)
            await hall.stop()

    wait(run())


def test_what_nobody_waits_for_is_in_the_stream(tmp_path: Path) -> None:
    """A tournament that is over is read from its stream when somebody asks."""

    async def play() -> None:
        async with open_store(tmp_path / "room.db") as store:
            hall = hall_of(store)
            await hall.start()
            await to_its_end(await begun(hall, 6))
            await until(lambda: not hall._house._besides)  # type: ignore[union-attr]
            await hall.stop()

    async def look() -> None:
        async with open_store(tmp_path / "room.db") as store:
            hall = hall_of(store)
            await hall.start()
            assert hall.events.lines() == [] and hall.tables() == []
            assert (await hall.events.find("1")).tournament.ended
            assert await store.head(event_stream("1")) > 2
            await hall.stop()

    wait(play())
    wait(look())
