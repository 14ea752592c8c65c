"""Servers of one room: what happens to a person at one of them concerns the sockets at all."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from needs import POSIX, POSTGRES, SERVE

pytest.importorskip("litestar", reason=SERVE.reason)

from room_halls import FAST, until
from room_stores import wait
from room_tables import terms
from wire import Wire

from sidepot.cluster.membership import Membership
from sidepot.cluster.tables import SharedTableRegistry
from sidepot.errors import Conflict
from sidepot.room.runtime.errors import Busy
from sidepot.room.store.accounts import Account, token_key
from sidepot.room.store.place import Place
from sidepot.room.store.store import open_store
from sidepot.room.table.commands import Sit
from sidepot.web import state as desk_module
from sidepot.web.auth import identities
from sidepot.web.peers import COME_AGAIN, LOGGED_OUT
from sidepot.web.rate_limits import Bucket
from sidepot.web.routes import club
from sidepot.web.settings import Settings
from sidepot.web.state import AppState, open_app_state

pytestmark = [POSTGRES.mark, POSIX.mark]


class Socket:
    """A client that is connected, and the code with which it was closed."""

    def __init__(self, app_state: AppState, who: Account, token: str) -> None:
        self.session = token_key(token)
        self.bucket: Bucket | None = None
        self.code = 0
        self.notices: list[tuple[str, str]] = []
        self._app_state, self._who = app_state, who.id
        app_state.clients[who.id].add(self)

    def leave(self, code: int, reason: str) -> None:
        """It is closed."""
        self.code = code
        self._app_state.clients[self._who].discard(self)

    def notice(self, table: str, because: str) -> None:
        """It is told of something."""
        self.notices.append((table, because))


@asynccontextmanager
async def server(place: Place, wire: Wire, name: str) -> AsyncIterator[AppState]:
    """A server of the room, but for its port."""
    member = Membership(place, name, lambda _: None, clock=asyncio.get_running_loop().time, lease=20.0)
    async with (
        open_store(place, member=member) as store,
        open_app_state(Settings(node=name), store, SharedTableRegistry(store, wire.bus(name))) as app_state,
    ):
        yield app_state


def test_a_logout_at_one_node_is_a_logout_at_all(place: Place) -> None:
    async def work() -> None:
        wire = Wire()
        async with server(place, wire, "a") as one, server(place, wire, "b") as two:
            ann = await identities.come_as_guest(one, "Ann")
            other = await identities._log_in(two, ann.account)
            here, there = Socket(one, ann.account, ann.token), Socket(two, ann.account, ann.token)
            stays = Socket(two, ann.account, other.token)
            await identities.log_out(one, ann.account, ann.token)
            await until(lambda: there.code == LOGGED_OUT)
            assert (here.code, stays.code) == (LOGGED_OUT, 0)

            again = Socket(one, ann.account, other.token)
            await identities.sign_up(two, "Ann", "long enough", ann.account, other.token)
            await until(lambda: again.code == COME_AGAIN)

    wait(work())


def test_a_log_out_that_was_not_heard_is_found_out(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(desk_module, "MOMENT", 0.05)

    async def work() -> None:
        wire = Wire()
        async with server(place, wire, "a") as one, server(place, wire, "b") as two:
            await until(lambda: one.registry.gauges()["bus_peers"] == two.registry.gauges()["bus_peers"] == 1)
            ann = await identities.come_as_guest(one, "Ann")
            there = Socket(two, ann.account, ann.token)
            wire.cut("b")
            await identities.log_out(one, ann.account, ann.token)
            await identities.come_as_guest(one, "Bea")
            wire.mend("b")
            await until(lambda: there.code == LOGGED_OUT)
            await until(lambda: not two.names.is_free("Bea"))

    wait(work())


def test_a_name_that_is_taken_at_one_is_taken_at_all(place: Place) -> None:
    async def work() -> None:
        wire = Wire()
        async with server(place, wire, "a") as one, server(place, wire, "b") as two:
            bill = await identities.come_as_guest(one, "Bill")
            await until(lambda: not two.names.is_free("BiIl"))  # it looks like that name
            with pytest.raises(Conflict):
                await identities.come_as_guest(two, "BiIl")
            await identities.remove(one, {bill.account.id: bill.account.name})
            await until(lambda: two.names.is_free("BiIl"))

    wait(work())


@pytest.mark.long
def test_the_host_hears_of_trouble_at_any_process(place: Place) -> None:
    async def work() -> None:
        wire = Wire()
        async with server(place, wire, "a") as one, server(place, wire, "b") as two:
            ann = await identities.come_as_guest(two, "Ann")
            there = Socket(two, ann.account, ann.token)
            assert one.registry.tell_host is not None
            one.registry.tell_host("7", "something went wrong")
            await until(lambda: there.notices == [("7", "something went wrong")])

    wait(work())


def test_a_guest_with_a_seat_at_another_process_is_not_forgotten(place: Place) -> None:
    async def work() -> None:
        wire = Wire()
        async with server(place, wire, "a") as one, server(place, wire, "b") as two:
            await until(lambda: one.registry.gauges()["bus_peers"] == two.registry.gauges()["bus_peers"] == 1)
            ann, bea = [await identities.come_as_guest(one, name) for name in ("Ann", "Bea")]
            table = await two.registry.open(terms(timing=FAST), "Host")
            seated: asyncio.Future[int] = asyncio.get_running_loop().create_future()
            two.registry.actor(table).submit(
                Sit(), lambda seq, _: seated.set_result(seq), by="Ann", id="1", staff=False, account=ann.account.id
            )
            assert await seated > 0
            for guest in (ann, bea):
                await one.accounts.log_out(guest.token)
            wire.cut("b")
            with pytest.raises(Busy):  # nobody is forgotten while it is not known who is known there
                await identities.forget_guests(one)
            wire.mend("b")
            assert await identities.forget_guests(one) == 1
            assert await one.accounts.named("Ann") is not None and await one.accounts.named("Bea") is None

    wait(work())


def test_a_ban_by_name_at_another_node_hits_the_account_of_that_name_there(place: Place) -> None:
    """Not whoever is called so by now."""

    async def work() -> None:
        wire = Wire()
        async with server(place, wire, "a") as one, server(place, wire, "b") as two:
            ann = (await identities.come_as_guest(one, "Ann")).account
            table = await one.open_table(terms(timing=FAST), by="Host")
            await one.registry.actor(table).say(Sit(waits=False), by="Ann", id="a/1", account=ann.id)
            await identities.rename(one, ann, "Anna")
            other = (await identities.come_as_guest(one, "Ann")).account
            await until(lambda: two.registry.get(table) is not None)
            for app_state in (one, two):
                assert (await club.find(app_state, player="Ann", table=table)).id == ann.id != other.id
                assert (await club.find(app_state, player="Ann")).id == other.id

    wait(work())
