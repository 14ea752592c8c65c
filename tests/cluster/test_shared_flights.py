"""A final day at one process and a flight of it at another one, which is killed when it brings its bags."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from random import Random

import pytest
from needs import POSIX, POSTGRES, SERVE

pytest.importorskip("sqlalchemy", reason=SERVE.reason)

import asyncio

from room_events import sit_and_go
from room_halls import until
from shared_halls import LONG, node, run
from wire import Wire

from sidepot.bots.random_player import random_player
from sidepot.cluster import transport
from sidepot.cluster.membership import Membership
from sidepot.cluster.rebalancing import Rebalancer
from sidepot.cluster.tables import SharedTableRegistry
from sidepot.room.audit.auditor import audit
from sidepot.room.runtime import series
from sidepot.room.runtime.bots import BotPlayers, Pace
from sidepot.room.runtime.tournament_actor import TournamentActor
from sidepot.room.runtime.tournament_storage import TOURNAMENT_STREAMS, TOURNAMENTS, tournament_stream
from sidepot.room.store.place import Place
from sidepot.room.store.store import open_store
from sidepot.room.table.terms import Timing
from sidepot.room.tournament import commands as s
from sidepot.room.tournament.events import TournamentEvent, decode_event
from sidepot.room.tournament.terms import TournamentTerms
from sidepot.tournament.flights import final_day
from sidepot.tournament.structure import EntryTerms

pytestmark = [POSTGRES.mark, POSIX.mark]

QUICK = Timing(decide=2_000, bank=0, show=0, street=0, between=10, showdown=10, cut=0, grace=0, away=500)
DAYS = sit_and_go(4, flights=("1A", "1B"), flight_levels=2, flight_left=2, entry=EntryTerms(buy_in=100), stack=500)


class Mortal:
    """A process of the room that can be killed: its connections are closed, and nothing is heard of it."""

    def __init__(self, hall: SharedTableRegistry, member: Membership, wire: Wire) -> None:
        self.hall = hall
        self._member = member
        self._wire = wire
        self.is_dead = False

    def kill(self) -> None:
        if not self.is_dead:
            self.is_dead = True
            self._wire.cut(self._member.name)
            self._member._stop.set()
            self._member._thread.join()
            self._member._drop()


@asynccontextmanager
async def mortal(place: Place, wire: Wire, name: str) -> AsyncIterator[Mortal]:
    member = Membership(place, name, lambda _: None, clock=asyncio.get_running_loop().time, lease=LONG)
    async with open_store(place, member=member) as store:
        bots = BotPlayers(Pace(0, 0), make=lambda strength, own: random_player(own), rng=Random(name))
        hall = SharedTableRegistry(store, wire.bus(name), bots=bots)
        await hall.start()
        try:
            yield Mortal(hall, member, wire)
        finally:
            await hall.stop()


@pytest.mark.long
@pytest.mark.parametrize("is_brought", [False, True], ids=["before it brings them", "before it knows"])
def test_the_bags_of_a_flight_reach_a_final_day_of_another_process_once(
    place: Place, is_brought: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def stay(_: Rebalancer) -> None:
        """Nothing is handed over but by the test."""

    monkeypatch.setattr(Rebalancer, "_share", stay)
    monkeypatch.setattr(transport, "SILENT", 2.0)  # seconds after which a process that is cut off is thought gone

    async def work() -> None:
        wire = Wire()
        async with node(place, wire, "b") as two:
            two.member._watcher.connected(0.0)
            terms = TournamentTerms(title="Weekend", structure=final_day(DAYS), days=DAYS, timing=QUICK, fill=4)
            final: TournamentActor = two.tournaments.actor(await two.tournaments.open(terms, by="Host"))
            await until(lambda: len(final.machine.flights) == 2)
            flight, other = final.machine.flights.values()
            await two.tournaments.actor(other).say(s.CallOff("too few"), by="Host", staff=True)
            await until(lambda: "1B" in final.machine.brought)
            async with mortal(place, wire, "a") as first:
                await until(lambda: two.tournaments.others().get("a") == 0)
                await two.tournaments.give(flight, "a")
                await until(lambda: first.hall.tournaments.here(flight) is not None)

                def heard(_: TournamentActor, entry: TournamentEvent | None) -> None:
                    if entry is not None and isinstance(entry.command, s.Bagged):
                        first.kill()

                if is_brought:
                    final.listeners.append(heard)
                else:
                    monkeypatch.setattr(series, "here", lambda at: first.kill())
                await first.hall.tournaments.actor(flight).say(s.Begin(), by="Host", staff=True)
                await until(lambda: first.is_dead)
                assert ("1A" in final.machine.brought) is is_brought
                await until(lambda: two.tournaments.here(flight) is not None)
                await until(
                    lambda: "1A" in final.machine.brought and two.tournaments._series.is_settled(owner(two, flight))
                )
            played = await TOURNAMENTS.load(two.store, flight)
            assert final.machine.tournament.issued == 0 and final.machine.tournament.pool == 400
            bags = {one.player: one.due for one in final.machine.tournament.players_in()}
            assert bags == {
                one.player: played.tournament.stack_of(one.player) for one in played.tournament.players_in()
            }
            records = [decode_event(one.data).command for one in await two.store.read(tournament_stream(final.id))]
            assert [one.flight for one in records if isinstance(one, s.Bagged)] == ["1B", "1A"]
            goes_on = (
                [] if final.machine.over else [tournament_stream(final.id)]
            )  # it is over where one player came through
            while [name for name, lasts in await two.store.lasting(TOURNAMENT_STREAMS) if lasts] != goes_on:
                await asyncio.sleep(0.01)

    run(work)
    assert audit(place).holds


def owner(hall: SharedTableRegistry, tournament: str) -> TournamentActor:
    found = hall.tournaments.here(tournament)
    assert found is not None
    return found
