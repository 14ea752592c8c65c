"""Signing up, and what else happens meanwhile; whose guesses count for what."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any
from unittest.mock import ANY

import pytest
from needs import SERVE

pytest.importorskip("httpx", reason=SERVE.reason)

import httpx
from room_tables import terms
from web_rooms import Browser, Running, running

from sidepot.errors import BadNotation
from sidepot.web.auth import identities
from sidepot.web.security.passwords import check_password

PASSWORD = "long enough"


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("room")) as found:
        yield found


@pytest.mark.parametrize("quicker", ["host", "sign up"])
def test_becoming_host_during_sign_up_keeps_role_and_password(
    room: Running, monkeypatch: pytest.MonkeyPatch, quicker: str
) -> None:
    """docs/how-to/serve.md: "A host who is a guest should sign up"; the link works once: the role must not be lost."""
    room.guest(name := f"Both {quicker}")

    async def run() -> None:
        guest = await room.app_state.accounts.named(name)
        assert guest is not None
        token = await identities.new_host_token(room.app_state)
        become = identities.become_host(room.app_state, token, guest)
        keep = identities.sign_up(room.app_state, name, PASSWORD, guest)  # both with the account as it was
        for work in (become, keep) if quicker == "host" else (keep, become):
            await work

    room.do(run())
    now = room.do(room.app_state.accounts.named(name))
    assert now is not None and now.role == "host" and now.password is not None


def test_two_who_sign_up_at_once_have_one_password(room: Running) -> None:
    room.guest("Twice")

    async def run() -> list[Any]:
        guest = await room.app_state.accounts.named("Twice")
        both = [
            identities.sign_up(room.app_state, "Twice", password, guest) for password in ("first one", "second one")
        ]
        return await asyncio.gather(*both, return_exceptions=True)

    assert sum(isinstance(found, identities.LoggedIn) for found in room.do(run())) == 1


def test_a_guests_token_is_worth_nothing_once_he_has_signed_up(room: Running) -> None:
    """docs/how-to/serve.md: a guest is forgotten when they log out; so is the token by which they were one."""
    guest = room.guest("Old")
    socket, before = guest.socket(), guest.cookies
    guest.post("/api/signup", {"name": "Old", "password": PASSWORD})
    assert httpx.get(room.url + "/api/me", headers={"Cookie": before}, timeout=60).json()["name"] == ""
    assert guest.name == "Old"
    with pytest.raises(Exception, match="4002"):  # who opened it, the guest or a thief of the token, nobody can tell
        socket.next()
    assert guest.socket().hello == socket.hello | {"role": "player", "now": ANY}
    guest.post("/api/logout")
    assert httpx.get(room.url + "/api/me", headers={"Cookie": before}, timeout=60).json()["name"] == ""


def test_me_tells_whether_a_name_is_kept(room: Running) -> None:
    browser = room.guest("Ina")
    assert browser.get("/api/me")["kept"] is False
    browser.become_host()
    assert browser.get("/api/me") | {"csrf": ""} == browser.me | {
        "csrf": "", "name": "Ina", "role": "host", "offer": "", "kept": False,
    }  # fmt: skip
    browser.post("/api/signup", {"name": "Ina", "password": PASSWORD})
    assert browser.get("/api/me")["kept"] is True and browser.get("/api/me")["role"] == "host"
    assert Browser(room).me["kept"] is False


def test_guesses_at_a_table_are_not_guesses_at_a_name(room: Running) -> None:
    """ "ten wrong ones for a name, then one a minute": also where a table has the name for its id."""
    table = room.do(room.app_state.open_table(terms(), by=""))
    guest = room.guest(table)
    guest.post("/api/signup", {"name": table, "password": PASSWORD})
    for _ in range(10):
        Browser(room).post("/api/login", {"name": table, "password": "wrong"}, 403)
    guest.post(f"/api/tables/{table}/join", {"password": ""})
    Browser(room).post("/api/login", {"name": table, "password": "wrong"}, 429)


def test_a_guest_keeps_the_name_he_has_whatever_names_are_taken_today(room: Running) -> None:
    """Names that mislead are no longer given; who came by one before that is still themselves."""

    async def run() -> identities.LoggedIn:
        guest = identities.Account("old-guest", "Ann (old)", "guest", 1)
        await room.app_state.accounts.add(guest)
        return await identities.sign_up(room.app_state, "Ann (old)", PASSWORD, guest)

    assert room.do(run()).account.role == "player"


@pytest.mark.parametrize("password", [" " * 8, "\u00a0" * 9, "short", "x" * 201])
def test_invalid_passwords_are_refused(password: str) -> None:
    with pytest.raises(BadNotation, match="a password "):
        check_password(password)
