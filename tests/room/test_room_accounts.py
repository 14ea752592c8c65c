"""Accounts: a name is one person's, a token is kept as a hash and ends in time."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from room_stores import KINDS, fresh_place, wait
from sqlalchemy import select

from sidepot.cluster.membership import Membership
from sidepot.errors import BadNotation, Conflict
from sidepot.room.store.accounts import Account, Accounts
from sidepot.room.store.place import Place
from sidepot.room.store.schema import session
from sidepot.room.store.store import open_store

ANN = Account("a1", "Ann Lee", "player", 10, password="$argon2id$hash", data=b"{}")
BO = Account("b2", "Bo", "host", 20)


@pytest.fixture(params=KINDS)
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Place]:
    with fresh_place(request.param, tmp_path) as found:
        yield found


def test_accounts_are_found_by_id_and_by_name(place: Place) -> None:
    async def run() -> None:
        async with open_store(place) as store:
            accounts = Accounts(store)
            await accounts.add(BO)
            await accounts.add(ANN)
            assert await accounts.get("a1") == ANN
            assert await accounts.named(" ANN  lee") == ANN
            assert await accounts.get("c3") is None
            assert await accounts.named("Cy") is None
            assert await accounts.all() == [ANN, BO]
            await accounts.remove("b2")
            assert await accounts.all() == [ANN]

    wait(run())


def as_(**more: Any) -> Callable[[Account], Account]:
    """With other values."""
    return lambda was: replace(was, **more)


def test_a_name_is_one_persons(place: Place) -> None:
    async def run() -> None:
        async with open_store(place) as store:
            accounts = Accounts(store)
            await accounts.add(ANN)
            await accounts.add(BO)
            for name in ("ann LEE", "Ann  Lee", "Ａnn Lee"):  # noqa: RUF001 - that is the trick
                with pytest.raises(Conflict, match="taken"):
                    await accounts.add(Account("c3", name, "player", 30))
                with pytest.raises(Conflict, match="taken"):
                    await accounts.change("b2", as_(name=name, role="host"))
            with pytest.raises(Conflict):
                await accounts.add(Account("a1", "Cy", "player", 30))
            for name in ("", "  ", "a\x00b", "a\nb", "\u202eevil"):
                with pytest.raises(BadNotation):
                    await accounts.add(Account("c3", name, "player", 30))
            renamed = await accounts.change("a1", as_(name="ANN LEE", role="staff"))
            assert renamed == replace(ANN, name="ANN LEE", role="staff")
            assert await accounts.all() == [renamed, BO]
            with pytest.raises(Conflict, match="no such account"):
                await accounts.change("c3", as_(name="Cy"))

    wait(run())


def test_a_token_is_good_until_it_expires_or_is_given_back(place: Place) -> None:
    async def run() -> None:
        async with open_store(place) as store:
            accounts = Accounts(store)
            await accounts.add(ANN)
            await accounts.add(BO)
            for token, expires in (("one", 100), ("two", 200), ("three", 300)):
                await accounts.log_in("a1", token, 50, expires)
            await accounts.log_in("b2", "bo", 50, 300)
            assert [await accounts.who("one", now) for now in (99, 100)] == [ANN, None]
            kept = await store.ask(lambda connection: list(connection.scalars(select(session.c.token))))
            assert len(kept) == 4
            assert not {"one", "two", "three", "bo"} & set(kept)
            await accounts.log_out("two")
            assert [await accounts.who(token, 60) for token in ("two", "three", "bo", "none")] == [None, ANN, BO, None]
            host = replace(ANN, role="host")
            assert (
                await accounts.renew("a1", as_(role="host"), "four", 60, 300) == host
            )  # another role, and this token alone
            assert [await accounts.who(token, 60) for token in ("one", "three", "four", "bo")] == [None, None, host, BO]
            with pytest.raises(Conflict, match="taken"):
                await accounts.renew("a1", as_(name="Bo"), "five", 60, 300)  # all of it, or nothing
            assert [await accounts.who(token, 60) for token in ("four", "five")] == [host, None]
            await accounts.remove("b2")
            assert await accounts.who("bo", 60) is None
            with pytest.raises(Conflict, match="no such account"):
                await accounts.log_in("b2", "again", 50, 300)

    wait(run())


def test_an_account_as_shown_has_no_password() -> None:
    assert "hash" not in repr(ANN)
    assert "Ann Lee" in repr(ANN)


def test_of_two_who_want_one_name_at_once_one_gets_it(place: Place) -> None:
    """In one commit too: and nothing else that is written with them is taken back."""

    async def run() -> None:
        async with open_store(place) as store:
            accounts = Accounts(store)
            new = [Account(f"c{at}", name, "player", at) for at, name in enumerate(("Cy", "CY", "cy", "Di"))]
            found = await asyncio.gather(*[accounts.add(one) for one in new], return_exceptions=True)
            assert [getattr(one, "code", None) for one in found] == [None, "name_taken", "name_taken", None]
            assert store.commits == 1
            found = await asyncio.gather(
                accounts.change("c0", as_(name="Ed")),
                accounts.change("c3", as_(name="ED")),
                accounts.change("c9", as_(name="Flo")),
                return_exceptions=True,
            )
            assert [getattr(one, "code", None) for one in found] == [None, "name_taken", "no_account"]
            assert store.commits == 2
            assert {one.name for one in await accounts.all()} == {"Ed", "Di"}

    wait(run())


def test_a_token_is_spent_once(place: Place) -> None:
    async def run() -> None:
        async with open_store(place) as store:
            accounts = Accounts(store)
            await accounts.add(ANN)
            await accounts.add(BO)
            await store.put("link", "hash")

            def host(who: Account, value: str, **more: str) -> Awaitable[Account]:
                how = as_(role="host", **more)
                return accounts.renew(who.id, how, f"token {who.id}", 1, 99, spending=("link", value))

            found = await asyncio.gather(
                host(ANN, "other"),
                host(ANN, "hash", name="Bo"),  # refused: the link is as good as before
                host(ANN, "hash"),
                host(BO, "hash"),
                return_exceptions=True,
            )
            assert [getattr(one, "code", None) for one in found] == ["link_used", "name_taken", None, "link_used"]
            assert await store.get("link") is None
            assert await accounts.who("token a1", 2) == replace(ANN, role="host")
            assert await accounts.who("token b2", 2) is None

    wait(run())


def test_of_two_changes_at_once_neither_is_lost(place: Place) -> None:
    """Each begins from the row as it is by then, whatever who asked for it had read; also at two processes."""

    async def run() -> None:
        async with AsyncExitStack() as stack:
            names = ("",) if place.file is not None else ("n1", "n2")
            members = [Membership(place, name, str, clock=time.monotonic) if name else None for name in names]
            stores = [await stack.enter_async_context(open_store(place, member=member)) for member in members]
            one, other = Accounts(stores[0]), Accounts(stores[-1])
            await one.add(replace(ANN, role="guest", password=None))
            for turn in range(20):
                await asyncio.gather(
                    one.change("a1", as_(role=f"role {turn}")),
                    other.change("a1", as_(password=f"hash {turn}")),
                    one.change("a1", as_(data=b"%d" % turn)),
                    other.change("a1", as_(name=f"Ann {turn}")),
                )
                found = Account("a1", f"Ann {turn}", f"role {turn}", 10, f"hash {turn}", b"%d" % turn)
                assert await one.get("a1") == found

            def keep(now: Account) -> Account:
                raise Conflict(f"{now.password} exists already", code="has_password")

            with pytest.raises(Conflict, match="hash 19 exists already"):
                await other.change("a1", keep)

    wait(run())


def test_a_secret_is_made_once(place: Place) -> None:
    async def run() -> None:
        async with open_store(place) as store:
            found = await asyncio.gather(*[store.put_new("secret", f"made {at}") for at in range(3)])
            assert found == ["made 0"] * 3
            assert await store.put_new("secret", "later") == "made 0" == await store.get("secret")

    wait(run())
