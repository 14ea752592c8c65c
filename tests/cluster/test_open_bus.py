"""A bus that needs no login is a door to the room: it is refused, unless nobody else can reach it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, TypeVar

import pytest
from needs import NATS

pytest.importorskip("nats", reason=NATS.reason)

from fake_nats import HEAR, SEND, FakeNats
from nats_server import HOST, NatsServer

from sidepot.cli.app import run as sidepot
from sidepot.cluster import nats_link
from sidepot.cluster.nats_bus import NatsBus
from sidepot.errors import BadNotation, Conflict
from sidepot.web.settings import Settings

T = TypeVar("T")
OPEN = FakeNats(nobody=("", ()))
A = ("secret-a", ())
USERS = """
authorization {
  users = [
    {user: a, password: secret-a, permissions: {publish: "sidepot.r.>", subscribe: ["sidepot.r.to.a", "sidepot.r.all"]}}
  ]
}
"""


@pytest.fixture
def elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """The addresses of this machine are taken for those of another one."""

    async def no(server: str) -> bool:
        return False

    monkeypatch.setattr(nats_link, "is_on_loopback", no)


def at(server: FakeNats, work: Callable[[int], Awaitable[T]]) -> T:
    """Run something while a server listens."""

    async def run() -> T:
        async with server.listening() as port, asyncio.timeout(60):
            return await work(port)

    return asyncio.run(run())


async def opened(url: str, **options: Any) -> str:
    """What the bus says as it is opened: "" if nothing is the matter."""
    bus = NatsBus(url, **options)
    try:
        await bus.open("r", "a", lambda data: None, lambda: None)
    except Conflict as error:
        return f"{error.code}: {error}"
    await bus.close()
    return ""


@pytest.mark.usefixtures("elsewhere")
def test_a_bus_that_needs_no_login_is_refused() -> None:
    for url in ("nats://127.0.0.1:{}", "nats://a:secret-a@127.0.0.1:{}"):  # the password changes nothing
        server = FakeNats(nobody=("", ()), a=A)
        said = at(server, lambda port, url=url: opened(url.format(port)))
        assert said.startswith("open_bus: nats://") and "needs no login" in said
        assert "--trust-bus" in said and "deploy/nats.conf" in said and "secret" not in said
        assert at(server, lambda port, url=url: opened(url.format(port), trusted=True)) == ""


@pytest.mark.usefixtures("elsewhere")
def test_a_bus_where_each_process_has_a_user_is_joined() -> None:
    server = FakeNats(a=A)
    assert at(server, lambda port: opened(f"nats://a:secret-a@127.0.0.1:{port}")) == ""
    assert server.logins == ["a", "nobody"]  # it was tried without a login
    assert "open_bus" not in at(server, lambda port: opened(f"nats://127.0.0.1:{port}"))


@pytest.mark.usefixtures("elsewhere")
def test_a_client_without_a_login_that_may_do_nothing_is_no_danger() -> None:
    """`no_auth_user` of a NATS server: everybody is let in, and may do what that user may."""
    told = {
        denied: at(FakeNats(a=A, nobody=("", denied)), lambda port: opened(f"nats://a:secret-a@127.0.0.1:{port}"))
        for denied in ((HEAR, SEND), (HEAR,), (SEND,), ())
    }
    assert [said.partition(":")[0] for said in told.values()] == ["", "open_bus", "open_bus", "open_bus"]


def test_a_bus_on_this_machine_alone_needs_no_login() -> None:
    assert at(OPEN, lambda port: opened(f"nats://127.0.0.1:{port}")) == ""
    assert at(OPEN, lambda port: opened(f"nats://localhost:{port}")) == ""

    async def local() -> list[bool]:
        names = ("127.0.0.1", "127.9.9.9", "localhost", "[::1]", "0.0.0.0", "10.0.0.1", "192.0.2.1", "no-such.invalid")
        return [await nats_link.is_on_loopback(f"nats://a:b@{name}:4222") for name in names]

    assert asyncio.run(local()) == [True] * 4 + [False] * 4


@pytest.mark.usefixtures("elsewhere")
def test_doctor_notes_a_bus_without_users() -> None:
    async def probed(port: int) -> list[bool]:
        return [one.is_open for one in await NatsBus(f"nats://a:secret-a@127.0.0.1:{port}").probe()]

    assert at(FakeNats(a=A), probed) == [False] and at(FakeNats(a=A, nobody=("", ())), probed) == [True]


def test_trust_is_for_a_bus(capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(BadNotation, match="needs --bus"):
        Settings(trust_bus=True)
    assert Settings(bus="nats://bus:4222", trust_bus=True).trust_bus
    assert sidepot(["serve", "--trust-bus"]) == 2
    assert "needs --bus" in capfd.readouterr().err


@NATS.mark
@pytest.mark.usefixtures("elsewhere")
def test_a_real_server_says_whether_it_needs_a_login(tmp_path: Path) -> None:
    with NatsServer(tmp_path) as server:
        assert asyncio.run(opened(server.url)).startswith("open_bus: ")
        assert asyncio.run(opened(server.url, trusted=True)) == ""
    with NatsServer(tmp_path, USERS) as server:
        assert asyncio.run(opened(f"nats://a:secret-a@{HOST}:{server.port}")) == ""
