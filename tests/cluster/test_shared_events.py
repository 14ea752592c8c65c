"""Tournaments of a room that several processes share: each at one of them at a time, their tables at any."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from needs import POSIX, POSTGRES, SERVE

pytest.importorskip("litestar", reason=SERVE.reason)

from room_halls import Subscriber, until
from shared_halls import node, run
from wire import Wire

from sidepot.bots.random_player import random_player
from sidepot.cluster.remote import RemoteActor
from sidepot.cluster.tables import SharedTableRegistry
from sidepot.errors import Conflict, SidepotError
from sidepot.room.audit.auditor import audit
from sidepot.room.runtime.bots import BotPlayers, Pace
from sidepot.room.runtime.tournament_actor import TournamentActor
from sidepot.room.runtime.tournament_storage import TOURNAMENT_STREAMS, TOURNAMENTS, tournament_stream
from sidepot.room.store.place import Place
from sidepot.room.store.store import Store
from sidepot.room.table.commands import Order
from sidepot.room.table.events import decode_table_event
from sidepot.room.table.terms import Timing
from sidepot.room.tournament import commands as s
from sidepot.room.tournament.events import decode_event
from sidepot.room.tournament.terms import TournamentTerms
from sidepot.table.events import HandDone
from sidepot.tournament.presets import find_preset
from sidepot.web.ws.topic_access import WatchSender
from sidepot.web.ws.topics import Topics

pytestmark = [POSTGRES.mark, POSIX.mark]

QUICK = Timing(decide=2_000, bank=0, show=0, street=0, between=10, showdown=10, cut=0, grace=0, away=500)


def terms_for(players: int, fill: int = 0) -> TournamentTerms:
    return TournamentTerms(title="Friday", structure=find_preset("turbo"), timing=QUICK, fill=fill or players)


@asynccontextmanager
async def with_bots(place: Place, wire: Wire, name: str) -> AsyncIterator[SharedTableRegistry]:
    """A process whose bots play quickly, and anything."""
    bots = BotPlayers(Pace(0, 0), make=lambda strength, own: random_player(own), rng=Random(name))
    async with node(place, wire, name, bots=bots) as hall:
        yield hall


async def watching(hall: SharedTableRegistry, event: str) -> tuple[Subscriber, Topics]:
    """A spectator of a tournament at that process, and its topics, which must be stopped (`topics_gone`)."""
    app_state: Any = SimpleNamespace(registry=hall, bans=SimpleNamespace(check=lambda *_, watching: None))
    topics, found = Topics(app_state), Subscriber()
    queue: Any = found
    topics.add(await topics.subscriber(f"tournament/{event}", queue, WatchSender(None, {})))
    return found, topics


def topics_gone(topics: Topics) -> None:
    for one in topics._topics.values():
        one.stop()


async def begun(hall: SharedTableRegistry, players: int) -> str:
    tournament = await hall.tournaments.open(terms_for(players), by="Host")
    await hall.tournaments.actor(tournament).say(s.Begin(), by="Host", staff=True, id="host/1")
    return tournament


def owner_of(tournament: str, *halls: SharedTableRegistry) -> TournamentActor | None:
    """The tournament at the process that has it."""
    return next((found for hall in halls if (found := hall.tournaments.here(tournament)) is not None), None)


def is_done(tournament: str, *halls: SharedTableRegistry) -> bool:
    actor = owner_of(tournament, *halls)
    return actor is not None and actor.is_done and not actor.is_busy


async def check(store: Store, name: str) -> None:
    """From the streams alone: it is over, all orders were taken once and in order, each hand counted once."""
    found = await TOURNAMENTS.load(store, name)
    tournament = found.tournament
    assert tournament.ended and tournament.in_play == tournament.issued - tournament.removed
    assert sum(line.paid for line in tournament.standings()) == tournament.pool
    hands = 0
    for number, table in found.tables.items():
        entries = [decode_table_event(record.data) for record in await store.read(f"table/{table}")]
        assert [entry.seq for entry in entries] == list(range(1, len(entries) + 1))
        orders = [entry.command for entry in entries if isinstance(entry.command, Order)]
        steps = [order.step for order in orders]
        assert steps == sorted(set(steps)) and steps[-1] == found.last_order[number]
        assert all(order.after == before for order, before in zip(orders[1:], steps, strict=False))
        hands += sum(isinstance(one, HandDone) for entry in entries for one in entry.table)
    assert hands == tournament.hands


def holds(place: Place) -> bool:
    found = audit(place)
    return found.holds


def test_a_tournament_is_played_at_tables_of_two_processes(place: Place) -> None:
    async def work() -> None:
        wire = Wire()
        async with with_bots(place, wire, "a") as one, with_bots(place, wire, "b") as two:
            tournament = await begun(one, 27)
            await until(
                lambda: isinstance(two.tournaments._actors.get(tournament) or _known(two, tournament), RemoteActor)
            )
            follower, topics = await watching(two, tournament)
            actor = owner_of(tournament, one)
            assert actor is not None
            await until(lambda: len(actor.machine.tables) == 3)
            table = next(iter(actor.machine.tables.values()))
            if one.here(table) is not None:
                await one.give(table, "b")  # it would be shared out by itself, if it lasted long enough
            await until(lambda: is_done(tournament, one))
            await check(one.store, tournament)
            await until(lambda: bool(follower.told) and follower.told[-1]["state"]["phase"] == "over")
            topics_gone(topics)
            seqs = [message["seq"] for message in follower.of("tournament")]
            assert seqs == sorted(seqs)
            assert (await two.tournaments.find(tournament)).tournament == actor.machine.tournament
            await until(lambda: [line.phase for line in two.tournaments.lines()] == ["over"])
            moved = [decode_table_event(one.data).command for one in await two.store.read(f"table/{table}")]
            await until(lambda: not two.tournaments._reports._taken)  # nothing is kept of tables that are over
            assert "b" in {getattr(said, "node", "") for said in moved}

    run(work)
    assert holds(place)


def _known(hall: SharedTableRegistry, tournament: str) -> RemoteActor | None:
    try:
        found = hall.tournaments.actor(tournament)
    except Conflict:
        return None
    return found if isinstance(found, RemoteActor) else None


@pytest.mark.long
@pytest.mark.parametrize("lose", [0.0, 0.15])
def test_it_is_handed_over_and_taken_over_in_the_middle(place: Place, lose: float) -> None:
    """From one process to the next and back, while letters are lost; then its process goes, with half of the tables."""

    async def work() -> None:
        wire = Wire(seed=7)
        async with AsyncExitStack() as stack:
            one = await stack.enter_async_context(with_bots(place, wire, "a"))
            async with with_bots(place, wire, "b") as two:
                tournament = await begun(two, 27)
                wire.lose = lose
                await until(lambda: _known(one, tournament) is not None)
                (follower, topics), ends = await watching(one, tournament), [one, two]
                for here, there in ((two, one), (one, two)):
                    seen = owner_of(tournament, *ends)
                    assert seen is not None
                    hands = seen.machine.tournament.hands
                    await until(lambda: _hands(tournament, *ends) > hands + 3 or is_done(tournament, *ends))  # noqa: B023
                    if here.tournaments.here(tournament) is not None and not is_done(tournament, *ends):
                        await here.tournaments.give(tournament, there.member.name)
                    await until(lambda: there.tournaments.here(tournament) is not None or is_done(tournament, *ends))  # noqa: B023
            wire.lose = 0.0
            await until(lambda: is_done(tournament, one))
            await check(one.store, tournament)
            await until(lambda: bool(follower.told) and follower.told[-1]["state"]["phase"] == "over")
            topics_gone(topics)
            entries = [
                decode_event(record.data).command for record in await one.store.read(tournament_stream(tournament))
            ]
            assert sum(isinstance(said, s.Restarted) for said in entries) >= 1
            assert sum(isinstance(said, s.Begin) for said in entries) == 1

    run(work)
    assert holds(place)


def _hands(tournament: str, *halls: SharedTableRegistry) -> int:
    actor = owner_of(tournament, *halls)
    return actor.machine.tournament.hands if actor is not None else 0


@pytest.mark.long
def test_the_next_week_is_announced_once_though_it_is_handed_over_just_then(place: Place) -> None:
    """The process that has a tournament announces the one after it: it is not handed over while that is under way."""
    start = 4_000_000_000_000

    async def work() -> None:
        wire, asked, may = Wire(), asyncio.Event(), asyncio.Event()
        async with node(place, wire, "a") as one, node(place, wire, "b") as two:
            terms = TournamentTerms(
                title="Friday", structure=find_preset("turbo"), starts_at=start, weekly="UTC", fill=4
            )
            tournament = await one.tournaments.open(terms, by="Host")
            announce = one.tournaments._series._announce

            async def slowly(terms: TournamentTerms) -> str:
                asked.set()
                await may.wait()
                return await announce(terms)

            one.tournaments._series._announce = slowly
            await one.tournaments.actor(tournament).say(s.Begin(), by="Host", staff=True, id="host/1")
            await asked.wait()
            giving = asyncio.create_task(one.tournaments.give(tournament, "b"))
            done, _ = await asyncio.wait([giving], timeout=0.5)  # time in which it could be handed over
            assert not done
            may.set()
            await giving
            await until(
                lambda: (
                    (actor := two.tournaments.here(tournament)) is not None
                    and two.tournaments._series.is_settled(actor)
                )
            )
            assert [name for name, _ in await two.store.lasting(TOURNAMENT_STREAMS)] == ["tournament/1", "tournament/2"]
            assert await two.store.get(f"series/{tournament}") == "2"
            assert (await two.tournaments.find("2")).terms.follows == tournament

    run(work)


@pytest.mark.long
def test_people_enter_through_any_process(place: Place) -> None:
    """Said twice with one id it is done once; what is refused is refused with its reason; the list knows them all."""

    async def enter(hall: SharedTableRegistry, tournament: str, who: str, key: str) -> int:
        seq: int = await hall.tournaments.actor(tournament).say(
            s.Register(), by=who, id=f"{who}/{key}", account=f"u/{who}"
        )
        return seq

    async def work() -> None:
        wire = Wire()
        async with node(place, wire, "a") as one, node(place, wire, "b") as two:
            tournament = await one.tournaments.open(terms_for(9, fill=9), by="Host")
            await until(lambda: _known(two, tournament) is not None)
            seq = await enter(two, tournament, "Ann", "1")
            assert await enter(two, tournament, "Ann", "1") == seq
            assert await enter(one, tournament, "Ann", "1") == seq
            with pytest.raises(SidepotError) as there:
                await enter(two, tournament, "Ann", "2")
            with pytest.raises(SidepotError) as here:
                await enter(one, tournament, "Ann", "3")
            assert (there.value.code, there.value.message) == (here.value.code, here.value.message)
            await until(lambda: two.tournaments.of_account("u/Ann") == [tournament])
            assert [line.players for line in two.tournaments.lines()] == [1]
            assert "u/Ann" in await two.known()
            waiting = asyncio.create_task(enter(two, tournament, "Ben", "1"))
            await one.tournaments.give(tournament, "b")
            await waiting
            await until(
                lambda: (
                    two.tournaments.here(tournament) is not None and one.tournaments.of_account("u/Ben") == [tournament]
                )
            )
            assert {*(await one.tournaments.find(tournament)).tournament.entrants} == {"Ann", "Ben"}
            assert await enter(one, tournament, "Ann", "1") == seq
            await one.tournaments.actor(tournament).say(s.TakeBack(), by="Ann", id="Ann/4", account="u/Ann")
            with pytest.raises(SidepotError) as again_refused:
                await enter(one, tournament, "Ann", "2")
            assert again_refused.value.message == there.value.message
            with pytest.raises(Conflict):
                two.tournaments.actor("99")
            with pytest.raises(Conflict):
                await two.tournaments.find("99")
            again = await two.tournaments.open(terms_for(9), by="Host")
            assert again != tournament

    run(work)
