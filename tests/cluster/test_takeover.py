"""Two servers, one of which stands by: whatever becomes of the other, nothing is lost, doubled or wrongly refused."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from needs import POSIX, POSTGRES, SERVE

pytest.importorskip("sqlalchemy", reason=SERVE.reason)

from crash_nodes import crash
from room_halls import timers, until
from room_stores import wait
from room_tables import terms

from sidepot.cluster.membership import Membership
from sidepot.cluster.standby import StandbyTableRegistry, stand_by
from sidepot.errors import SidepotError
from sidepot.room.runtime import presence
from sidepot.room.store.place import Place
from sidepot.room.store.store import open_store
from sidepot.room.table.commands import Moved, Sit
from sidepot.room.table.events import decode_table_event
from sidepot.room.table.terms import Timing

pytestmark = [POSTGRES.mark, POSIX.mark]


def member(place: Place, name: str, ends: list[str]) -> Membership:
    """A process that only notes that it must end."""
    loop = asyncio.get_running_loop()
    return Membership(place, name, ends.append, clock=loop.time)


@pytest.mark.long
def test_killed_stopped_and_killed_while_it_takes_over(place: Place) -> None:
    found: dict[str, Any] = wait(crash(place.url.render_as_string(hide_password=False), turns=3, seconds=3.0, seed=5))
    assert found["problems"] == []
    assert found["refused_by_the_dead"] == 0
    assert found["acknowledged"] > 10
    assert found["restarts"] >= 8  # four tables, more than once each
    assert sum(found["ends"].values()) == 3


def test_a_table_goes_on_at_the_other_and_who_does_not_come_again_is_away(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run() -> None:
        ends: list[str] = []
        one, two = member(place, "a", ends), member(place, "b", ends)
        async with open_store(place, member=one) as store:
            hall = StandbyTableRegistry(store)
            await stand_by(store, one)
            await hall.start()
            table = await hall.open(terms(timing=Timing(grace=300)), "Host")
            await hall.actor(table).say(Sit(), by="Ann", id="Ann/1")
            await hall.stop()
        monkeypatch.setattr(presence, "MOMENT", 0.05)
        async with open_store(place, member=two) as store:
            other = StandbyTableRegistry(store)
            await stand_by(store, two)
            await other.start()
            moved = decode_table_event((await store.read(f"table/{table}"))[-1].data).command
            assert moved == Moved(1, "b")
            actor = other.actor(table)
            assert actor.machine.people["Ann"].away_since == 0
            await until(lambda: actor.machine.people["Ann"].away_since > 0)  # nobody has come in the grace
            await other.stop()
        assert ends == []

    wait(run())


def test_nothing_is_refused_or_shown_without_a_lease_and_all_of_it_with_one(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run() -> None:
        me = member(place, "a", [])
        async with open_store(place, member=me) as store:
            hall = StandbyTableRegistry(store)
            await hall.start()
            table = await hall.open(terms(), "Host")
            actor = hall.actor(table)
            with monkeypatch.context() as patch:
                patch.setattr(me, "has_lease", lambda: False)
                told: list[tuple[int, SidepotError | None]] = []
                actor.submit(Sit(seat=99), lambda seq, error: told.append((seq, error)), by="Ann", id="Ann/1")
                await timers(0.3)
                assert told == []
            await until(lambda: bool(told))
            assert told[0][1] is not None
            await hall.stop()

    wait(run())
