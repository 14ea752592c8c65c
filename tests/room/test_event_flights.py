"""A final day and its flights in a running room, to the end with bots: announced once, brought once, over crashes."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from few_examples import some
from room_events import sit_and_go
from room_halls import until
from test_event_hall import QUICK, Bomb, Killed, begin, hall_of

from sidepot.room.audit.auditor import audit
from sidepot.room.runtime import actor as runtime_actor
from sidepot.room.runtime import series
from sidepot.room.runtime.tables import TableRegistry
from sidepot.room.runtime.tournament_actor import TournamentActor
from sidepot.room.runtime.tournament_storage import TOURNAMENTS
from sidepot.room.store.crash_points import FLIGHT_POINTS
from sidepot.room.store.place import place_at
from sidepot.room.store.store import Store, open_store
from sidepot.room.tournament.terms import TournamentTerms
from sidepot.tournament.flights import final_day
from sidepot.tournament.structure import EntryTerms

DAYS = sit_and_go(
    4, flights=("1A", "1B"), flight_levels=2, flight_left=2, entry=EntryTerms(buy_in=100, fee=10), stack=500
)


async def up(hall: TableRegistry) -> None:
    """Announce it, or take it up, and have staff start all days of it that can be started."""
    await hall.start()
    if not await hall.store.streams("tournament/"):
        terms = TournamentTerms(title="Weekend", structure=final_day(DAYS), days=DAYS, timing=QUICK, fill=4)
        await hall.tournaments.open(terms, by="Host")
    final: TournamentActor = hall.tournaments.actor("1")
    await until(lambda: len(final.machine.flights) == 2 or final.machine.over)
    for actor in hall.tournaments.actors():
        if actor.machine.terms.final:
            await begin(actor)
    await until(lambda: len(final.machine.brought) == 2, seconds=120)
    await begin(final)
    await until(lambda: final.is_done, seconds=120)
    await hall._services.wait_idle()  # type: ignore[union-attr]


async def check(store: Store) -> None:
    """Each flight is there once; chips, entries and money of the final day are those that its flights brought."""
    events = [
        await TOURNAMENTS.rebuild(store, name.removeprefix("tournament/"))
        for name in await store.streams("tournament/")
    ]
    assert sorted((one.terms.flight, one.terms.final) for one in events) == [("", ""), ("1A", "1"), ("1B", "1")]
    final, *flights = sorted(events, key=lambda one: int(one.id))
    assert final.tournament.ended and final.flights == {one.terms.flight: one.id for one in flights}
    assert final.tournament.pool == 800 and final.tournament.fees == 80 and final.tournament.entries == 8
    assert final.brought == {one.terms.flight: one.tournament.left for one in flights}
    assert final.tournament.issued == sum(one.tournament.in_play for one in flights)
    assert sum(one.paid for one in final.tournament.standings()) == 800
    assert not [name for name, lasts in await store.lasting("tournament/") if lasts]


@pytest.mark.long
@pytest.mark.more
@pytest.mark.parametrize("point", some(FLIGHT_POINTS, 2))
def test_killed_between_a_final_day_and_its_flights(
    point: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "room.db"
    bomb = Bomb(point, 1)
    monkeypatch.setattr(series, "here", lambda at: bomb(at))
    monkeypatch.setattr(runtime_actor, "here", lambda at: bomb(at))
    kills = 0

    async def run(times: int) -> None:
        nonlocal bomb, kills
        bomb = Bomb(point, times)
        asyncio.get_running_loop().set_exception_handler(lambda loop, context: None)
        store = open_store(file)
        going = asyncio.ensure_future(up(hall_of(store)))
        await until(lambda: going.done() or bomb.is_off, seconds=240)
        if not bomb.is_off:
            going.result()
            await check(store)
        kills += bomb.is_off
        for task in asyncio.all_tasks() - {asyncio.current_task()}:
            task.cancel()
        store._close()

    for times in (1, 2, 1, 10**9):
        try:
            asyncio.run(run(times))
        except Killed:
            kills += 1
    assert kills >= 2, f"it came to {point} {kills} times"
    assert audit(place_at(file)).holds
