"""A weekly tournament in a running room: the next one is announced once, over restarts and crashes."""

from __future__ import annotations

from pathlib import Path

from room_halls import until
from room_stores import wait

from sidepot.room.runtime.tables import TableRegistry
from sidepot.room.runtime.tournament_storage import TOURNAMENT_STREAMS
from sidepot.room.store.store import open_store
from sidepot.room.tournament import commands as s
from sidepot.room.tournament.terms import TournamentTerms
from sidepot.tournament.presets import find_preset

FAR = 4_000_000_000_000  # a time to come
WEEK = 7 * 86_400_000


def of(hall: TableRegistry) -> list[tuple[str, str, int]]:
    """The tournaments of the room: each with the one that it follows, and when it starts."""
    found = [hall.tournaments.actor(line.id).machine for line in hall.tournaments.lines()]
    return [(one.id, one.terms.follows, one.terms.starts_at) for one in found]


async def settled(hall: TableRegistry) -> None:
    """Nothing is left to be announced after the first one."""
    actor = hall.tournaments.actor("1")
    await until(lambda: hall.tournaments._series.is_settled(actor))


def test_the_next_one_is_announced_once_whatever_is_killed(tmp_path: Path) -> None:
    expected = [("1", "", FAR), ("2", "1", FAR + WEEK)]

    async def first() -> None:
        async with open_store(tmp_path / "room.db") as store:
            hall = TableRegistry(store)
            await hall.start()
            terms = TournamentTerms(title="Friday", structure=find_preset("turbo"), starts_at=FAR, weekly="UTC", fill=4)
            actor = hall.tournaments.actor(await hall.tournaments.open(terms, by="Host"))
            assert await store.get("series/1") is None
            await actor.say(s.Begin(), by="Host", staff=True, id="1")
            await settled(hall)
            assert of(hall) == expected
            await hall.stop()
            await store.put("series/1", None)  # as if the process was killed before that was kept

    async def again() -> None:
        async with open_store(tmp_path / "room.db") as store:
            hall = TableRegistry(store)
            await hall.start()
            await settled(hall)
            assert of(hall) == expected and await store.get("series/1") == "2"
            await hall.tournaments.actor("2").say(s.CallOff("enough"), by="Host", staff=True, id="2")
            await hall.stop()

    async def last() -> None:
        async with open_store(tmp_path / "room.db") as store:
            hall = TableRegistry(store)
            await hall.start()
            await settled(hall)
            assert [name for name, _ in await store.lasting(TOURNAMENT_STREAMS)] == ["tournament/1", "tournament/2"]
            await hall.stop()

    for part in (first(), again(), last()):
        wait(part)
