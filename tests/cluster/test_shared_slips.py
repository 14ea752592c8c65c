"""What may go wrong between processes of one room in a moment that is short: nothing is left of it."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from needs import POSIX, POSTGRES, SERVE

pytest.importorskip("sqlalchemy", reason=SERVE.reason)

from room_halls import Subscriber, timers, until
from shared_halls import node, run, say, two_with_a_table
from test_shared_events import terms_for, topics_gone, watching
from wire import Wire

from sidepot.cluster.remote import RemoteActor
from sidepot.room.runtime import services
from sidepot.room.runtime.tournament_actor import TournamentActor
from sidepot.room.store.database import ALIVE, connect_for_reading, connect_for_writing
from sidepot.room.store.errors import StoreError, Trouble
from sidepot.room.store.place import Place
from sidepot.room.table.commands import Sit
from sidepot.room.tournament.commands import Register, Restarted
from sidepot.web.ws.topics import GAP

pytestmark = [POSTGRES.mark, POSIX.mark]


def test_a_database_that_goes_without_a_word_is_noticed_by_all_connections(place: Place) -> None:
    """The writer waited for two hours for a server whose machine had lost power, while the lease was renewed."""
    for connect in (connect_for_reading, connect_for_writing):
        engine = connect(place)
        with engine.connect() as connection:
            driver = connection.connection.driver_connection
            assert driver is not None
            told = driver.info.get_parameters()
        engine.dispose()
        assert {name: told.get(name) for name in ALIVE} == {name: str(value) for name, value in ALIVE.items()}


def test_a_table_that_is_over_is_not_taken_again(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the store does not take that it is over, its process would take it again and again, with an entry each."""
    monkeypatch.setattr(services, "RETRY", 0.01)

    async def work() -> None:
        async with two_with_a_table(place) as (_, one, _, table):
            end = one.store.end

            async def refuse(name: str, at: int) -> None:
                raise StoreError(Trouble.FULL, "the disk is full")

            monkeypatch.setattr(one.store, "end", refuse)
            actor = one.actor(table)
            await one.close(table, "Host")
            await until(lambda: actor.machine.over and not actor.is_busy)
            assert one._rebalancer is not None
            for _ in range(3):
                await one._rebalancer._take_missing()
            assert one.actor(table) is actor
            monkeypatch.setattr(one.store, "end", end)

    run(work)


def test_a_tournament_that_is_over_and_can_be_put_right_is_not_taken_again(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One with real chips and cards stays for hours: who follows it would be lost at each look."""

    async def work() -> None:
        wire = Wire()
        async with node(place, wire, "a") as one:
            tournament = await one.tournaments.open(terms_for(6), by="Host")
            actor = one.tournaments.actor(tournament)
            monkeypatch.setattr(type(actor), "is_done", property(lambda self: self is actor))
            for _ in range(3):
                await one.tournaments.rebalancer._take_missing()
            assert one.tournaments.actor(tournament) is actor

    run(work)


def test_a_subscriber_that_leaves_during_a_table_migration_is_gone(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else they would count as connected at the next process for as long as it lives."""

    async def work() -> None:
        async with two_with_a_table(place) as (_, one, two, table):
            ann, ben = Subscriber("Ann"), Subscriber("Ben")
            for name, viewer in (("Ann", ann), ("Ben", ben)):
                one.actor(table).watch(viewer)
                await say(one, table, Sit(waits=False), name, f"{name}/1")
            actor = one.actor(table)
            stop = actor.stop

            async def leave() -> None:
                one.actor(table).unwatch(ann)
                await stop()

            monkeypatch.setattr(actor, "stop", leave)
            await one.give(table, "b")
            await until(lambda: two.here(table) is not None)
            remote = one.actor(table)
            assert isinstance(remote, RemoteActor) and [*remote.subscribers] == [ben]
            seq = await say(two, table, Sit(waits=False), "Cem", "Cem/1")
            await until(lambda: ben.seqs()[-1] >= seq)
            assert ben.seqs() == list(range(ben.seqs()[0], ben.seqs()[-1] + 1))

    run(work)


def test_a_subscriber_that_leaves_during_a_tournament_migration_is_gone(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work() -> None:
        wire = Wire()
        async with node(place, wire, "a") as one, node(place, wire, "b") as two:
            tournament = await one.tournaments.open(terms_for(6), by="Host")
            actor, ann, ben = one.tournaments.actor(tournament), Subscriber("Ann"), Subscriber("Ben")
            actor.watch(ann)
            actor.watch(ben)
            stop = actor.stop

            async def leave() -> None:
                one.tournaments.actor(tournament).unwatch(ann)
                await stop()

            monkeypatch.setattr(actor, "stop", leave)
            await one.tournaments.give(tournament, "b")
            await until(lambda: two.tournaments.here(tournament) is not None)
            assert [*one.tournaments.actor(tournament).subscribers] == [ben]

    run(work)


def test_a_tournament_that_is_handed_on_as_it_comes_is_said_to_be_where_it_is(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    say_to = TournamentActor.say
    written, gone = asyncio.Event(), asyncio.Event()

    async def late(self: TournamentActor, said: Any, **told: Any) -> int:
        done = await say_to(self, said, **told)
        if isinstance(said, Restarted) and not written.is_set():
            written.set()
            await gone.wait()
        return done

    async def work() -> None:
        wire = Wire()
        async with node(place, wire, "a") as one, node(place, wire, "b") as two:
            tournament = await one.tournaments.open(terms_for(6), by="Host")
            monkeypatch.setattr(TournamentActor, "say", late)
            await one.tournaments.give(tournament, "b")
            await written.wait()
            await two.tournaments.give(tournament, "a")
            await until(lambda: tournament in one.tournaments.owned())
            gone.set()
            await two.tournaments._services.wait_idle()
            assert two.tournaments.owned() == {} and tournament in one.tournaments.owned()
            assert await two.tournaments.actor(tournament).say(Register(), by="Ann", id="1", account="ann")

    run(work)


def test_a_tournament_is_shown_by_nobody_whose_lease_is_over(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another process may have it by then: what is read from the stream is true in any case."""

    async def work() -> None:
        wire = Wire()
        async with node(place, wire, "a") as one:
            tournament = await one.tournaments.open(terms_for(6), by="Host")
            actor = one.tournaments.actor(tournament)
            with monkeypatch.context() as patch:
                patch.setattr(one.member, "has_lease", lambda: False)
                ann, topics = await watching(one, tournament)
                await timers(3 * GAP)
                assert ann.told == []
                assert await one.tournaments.find(tournament) is not actor.machine
            await until(lambda: bool(ann.of("tournament")))
            topics_gone(topics)
            assert await one.tournaments.find(tournament) is actor.machine

    run(work)
