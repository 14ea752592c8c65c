"""Slips of the server in a moment that is short: nobody is left mute, locked out or without the last news."""

from __future__ import annotations

import asyncio
import sys
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from needs import SERVE

pytest.importorskip("litestar", reason=SERVE.reason)

from room_halls import Subscriber, open_hall, until
from room_stores import wait
from test_event_hall import tournament_terms
from test_web_integrity import opened, sit
from web_rooms import running

from sidepot.room.runtime.errors import Busy
from sidepot.room.runtime.tables import TableRegistry
from sidepot.room.store.store import open_store
from sidepot.table.bans import Ban
from sidepot.web import server
from sidepot.web.auth import identities
from sidepot.web.auth.authorization import why_not_sit
from sidepot.web.security.devices import ConnectionHashes
from sidepot.web.security.passwords import Locks, hash_password
from sidepot.web.state import now_ms
from sidepot.web.ws import client as ws_client
from sidepot.web.ws.topics import Topics, TournamentTopics
from sidepot.web.ws.tournaments import TournamentSubscriptions


def test_a_mistake_while_somebody_sits_down_leaves_the_socket_heard(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def stumble(*_: Any) -> None:
        raise KeyError("a mistake")

    with running(tmp_path, TableRegistry) as room:
        host = room.guest("Hosta")
        host.become_host()
        table = opened(host, "One")
        ann = room.guest("Ann")
        with monkeypatch.context() as patch:
            patch.setattr(ws_client, "why_not_sit", stumble)
            socket = ann.socket(**{"t" + table: 0})
            for key in ("1", "2"):
                socket.cmd(key, {"type": "sit", "waits": False}, table)
                told = socket.hear("ack", "nack")
                assert (told["type"], told["id"], told["code"]) == ("nack", key, "went_wrong")
        assert sit(ann, table)["type"] == "ack"


def test_a_password_that_another_process_was_about_to_write_counts_once_it_is_there(tmp_path: Path) -> None:
    """Whoever came a moment too early kept everybody out of the table at that process."""

    async def work() -> None:
        async with open_store(tmp_path / "room.db") as store:
            locks = Locks(store)
            assert not await locks.is_let_in("7", "ann", locked=True)
            await store.put("table/7/password", await hash_password("socks"))
            assert await locks.open("7", "ann", "socks", locked=True)
            assert await locks.is_let_in("7", "ann", locked=True)

    asyncio.run(work())


def test_a_client_that_catches_up_gets_the_state_of_its_tournaments(tmp_path: Path) -> None:
    """Nothing more may happen there: so the result was never told to who was behind just then."""

    async def work() -> None:
        async with open_hall(tmp_path / "room.db") as registry:
            tournament = await registry.tournaments.open(tournament_terms(6), by="Host")
            bans = SimpleNamespace(check=lambda *_, watching: None)
            app_state: Any = SimpleNamespace(registry=registry, bans=bans)
            app_state.topics = Topics(app_state)
            viewer = Subscriber("Ann")
            client: Any = SimpleNamespace(app_state=app_state, connection=viewer, who=None)
            ears = TournamentSubscriptions(client, {})
            viewer.behind = True
            await ears.watch(f"tournament/{tournament}")
            [topics] = app_state.topics._topics.values()
            await until(lambda: not topics._fresh)
            assert viewer.told == []
            viewer.behind = False
            ears.catch_up()
            await until(lambda: [told["type"] for told in viewer.told] == ["tournament"], seconds=60)
            ears.gone()

    wait(work())


def test_a_tournament_that_moves_here_is_not_followed_twice(tmp_path: Path) -> None:
    """Word by the old way says that anything may have changed: every desk would fetch all players at each step."""

    async def work() -> None:
        async with open_hall(tmp_path / "room.db") as registry:
            tournament = await registry.tournaments.open(tournament_terms(6), by="Host")
            actor = registry.tournaments.actor(tournament)
            elsewhere = SimpleNamespace(watch=lambda viewer: None, unwatch=lambda viewer: None)
            at: list[Any] = [elsewhere]
            desk: Any = SimpleNamespace(registry=SimpleNamespace(tournaments=SimpleNamespace(get=lambda _: at[0])))
            topics = TournamentTopics(desk, tournament)
            assert topics._viewer is not None
            actor.watch(topics._viewer)  # as those are who watched it elsewhere
            at[0] = actor
            topics._attach()
            assert not actor.publisher.subscribers() and len(actor.listeners) == 1
            topics.stop()
            assert actor.listeners == []

    wait(work())


def test_the_room_is_swept_also_where_another_process_does_not_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who is known there is asked for guests alone: all else was forgotten no more while one process was silent."""
    swept: list[str] = []

    async def silent(_: Any) -> int:
        raise Busy("the table does not answer", code="busy")

    async def done(*_: Any) -> bool:
        swept.append("")
        return True

    monkeypatch.setattr(identities, "forget_guests", silent)
    monkeypatch.setattr(server, "sweep", done)
    desk: Any = SimpleNamespace(
        note_played=done,
        budgets=SimpleNamespace(clear=done),
        put_out_banned=lambda: swept.append("banned"),
        registry=SimpleNamespace(has_job=done, forget=lambda: swept.append("tables")),
        memory=SimpleNamespace(clear=lambda: swept.append("memory")),
    )
    asyncio.run(server.sweep_once(None, desk))
    assert swept[-3:] == ["banned", "tables", "memory"] and len(swept) == 7


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has such a clock")
def test_a_lease_runs_out_while_the_machine_sleeps() -> None:
    """By a clock that stood meanwhile it would answer for tables that others have by then."""
    before = time.clock_gettime(time.CLOCK_BOOTTIME)
    assert before <= server.lease_clock() <= time.clock_gettime(time.CLOCK_BOOTTIME)


def test_a_ban_during_the_seat_check_keeps_the_player_from_sitting(tmp_path: Path) -> None:
    with running(tmp_path, TableRegistry) as room:
        host = room.guest("Hosta")
        host.become_host()
        table = opened(host, "One")
        room.guest("Ann")
        ann = room.do(room.app_state.accounts.named("Ann"))
        assert ann is not None
        told = ConnectionHashes("", "a browser")
        assert room.do(why_not_sit(room.app_state, table, ann, told)) is None
        room.call(room.app_state.bans.note, ann.id, Ban("Ann", "a harsh word", now_ms(), 0, True, "Hosta"))
        error = room.do(why_not_sit(room.app_state, table, ann, told))
        assert error is not None and error.code == "banned"
