"""A tournament whose store refuses something at the wrong moment."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from needs import SERVE

pytest.importorskip("sqlalchemy", reason=SERVE.reason)

from room_halls import until
from room_stores import wait
from test_event_hall import hall_of, tournament_terms

from sidepot.room.runtime import actor as runtime_actor
from sidepot.room.runtime import outbox
from sidepot.room.runtime.errors import Busy
from sidepot.room.runtime.tournament_actor import TournamentActor
from sidepot.room.runtime.tournament_storage import tournament_stream
from sidepot.room.store.errors import StoreError, Trouble
from sidepot.room.store.store import open_store
from sidepot.room.store.transaction import Append, Write
from sidepot.room.tournament import commands as s


def test_a_table_that_could_not_be_written_down_is_not_opened_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else the first one would stand in the lobby for ever, and report in the name of the second."""
    for module in (runtime_actor, outbox):
        monkeypatch.setattr(module, "RETRY", 0.01)

    async def run() -> None:
        async with open_store(tmp_path / "room.db") as store:
            hall = hall_of(store)
            await hall.start()
            tournament = await hall.tournaments.open(tournament_terms(6), by="Host")
            append, refused = store.writer.submit, []

            def refuse(what: Append | Write, loop: Any, done: Any) -> None:
                stream = what.stream if isinstance(what, Append) and b'"table_is"' in what.records[0] else ""
                if stream == tournament_stream(tournament) and not refused:
                    refused.append(stream)
                    loop.call_soon(done, None, StoreError(Trouble.FULL, "the disk is full"))
                else:
                    append(what, loop, done)

            monkeypatch.setattr(store.writer, "submit", refuse)
            actor = hall.tournaments.actor(tournament)
            await actor.say(s.Begin(), by="Host", staff=True)
            await until(lambda: bool(refused) and not actor.is_busy and bool(actor.machine.tables))
            assert await store.streams("table/") == ["table/1"]
            await hall.stop()

    wait(run())


def test_a_reader_of_a_tournament_does_not_wait_forever_for_the_store(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sidepot.room.runtime.actor.PATIENCE", 0.05)

    async def run() -> None:
        async with open_store(tmp_path / "room.db") as store:
            hall = hall_of(store)
            await hall.start()
            tournament = await hall.tournaments.open(tournament_terms(6), by="Host")
            with monkeypatch.context() as patch:
                patch.setattr(TournamentActor, "is_busy", property(lambda _: True))
                with pytest.raises(Busy):
                    await asyncio.wait_for(hall.tournaments.find(tournament), 60)
            assert (await hall.tournaments.find(tournament)).id == tournament
            await hall.stop()

    wait(run())


def test_a_command_is_acknowledged_though_a_hearer_fails(tmp_path: Path) -> None:
    """Else the act is done, its sender waits for ever, and no clock is wound."""

    async def run() -> None:
        async with open_store(tmp_path / "room.db") as store:
            told: list[tuple[str, str]] = []
            hall = hall_of(store)
            hall.tell_host = lambda *trouble: told.append(trouble)
            await hall.start()
            tournament = await hall.tournaments.open(tournament_terms(6), by="Host")
            actor = hall.tournaments.actor(tournament)
            heard: list[Any] = []

            def fails(*_: Any) -> None:
                raise AttributeError("when")

            actor.listeners += [fails, lambda _, entry: heard.append(entry.seq)]
            done = await asyncio.wait_for(actor.say(s.Begin(), by="Host", staff=True), 60)
            assert done in heard, "the others hear of it all the same"
            assert told == [(f"tournament {tournament}", "AttributeError while it was published")]
            await hall.stop()

    wait(run())
