"""The bus on a real NATS server: what comes in which order, what is lost when, and what is told of it."""

from __future__ import annotations

import asyncio
import logging
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import pytest
from needs import NATS

pytest.importorskip("nats", reason=NATS.reason)

from nats_server import HOST, NatsServer, free_port

from sidepot.cluster.nats_bus import MOST_WAITING, NatsBus
from sidepot.cluster.nats_link import servers_of, shown
from sidepot.cluster.transport import LARGEST, Bus
from sidepot.errors import Conflict
from sidepot.extras import how_to_install

USERS = """
authorization {
  users = [
    {user: a, password: secret-a, permissions: {publish: "sidepot.r.>", subscribe: ["sidepot.r.to.a", "sidepot.r.all"]}}
    {user: b, password: secret-b, permissions: {publish: "sidepot.r.>", subscribe: ["sidepot.r.to.b", "sidepot.r.all"]}}
  ]
}
"""


class Ear:
    """Keeps what a process hears, and how often its bus was restored."""

    def __init__(self) -> None:
        self.heard: list[bytes] = []
        self.restored = 0

    def restore(self) -> None:
        self.restored += 1


async def until(what: Callable[[], bool], seconds: float = 60) -> None:
    async with asyncio.timeout(seconds):
        while not what():
            await asyncio.sleep(0.01)


@asynccontextmanager
async def joined(url: str, node: str, room: str = "r") -> AsyncIterator[tuple[NatsBus, Ear]]:
    bus, ear = NatsBus(url), Ear()
    checked: Bus = bus
    await checked.open(room, node, ear.heard.append, ear.restore)
    try:
        yield bus, ear
    finally:
        await checked.close()


async def refusal(url: str, node: str = "a", room: str = "r") -> str:
    with pytest.raises(Conflict) as found:
        async with joined(url, node, room):
            pass
    assert found.value.code == "bad_address" and found.value.hint
    assert "secret" not in str(found.value)
    return found.value.detail


@NATS.mark
def test_letters_come_in_order_to_those_they_are_for(tmp_path: Path) -> None:
    async def run(url: str) -> None:
        async with AsyncExitStack() as stack:
            (a, of_a), (b, of_b), (_, of_c), (_, of_other) = [
                await stack.enter_async_context(joined(url, node, room))
                for node, room in (("a", "r"), ("b", "r"), ("c", "r"), ("b", "other"))
            ]
            for at in range(300):  # by two subjects in turn, of all sizes
                a.send("b", b"to %d" % at + bytes(at * 37))
                a.send_all(b"all %d" % at)
            a.send("b", bytes(LARGEST))
            a.send("b", b"")
            b.send("a", b"hello")
            await until(lambda: len(of_b.heard) == 602 and len(of_c.heard) == 300 and bool(of_a.heard))
            assert [data.rstrip(b"\0") for data in of_b.heard[:600]] == [
                word % at for at in range(300) for word in (b"to %d", b"all %d")
            ]
            assert of_b.heard[600:] == [bytes(LARGEST), b""]
            assert of_c.heard == [b"all %d" % at for at in range(300)]
            assert of_a.heard == [b"hello"]  # and no letter of its own
            assert not of_other.heard
            a.send("b", bytes(LARGEST + 1))
            assert a.dropped == 1
            assert a.server[0].isdigit()
            a.send("c", b"last")
            await a.close()  # which sends what waits
            assert not a.is_up
            a.send("c", b"too late")
            await until(lambda: of_c.heard[-1] == b"last")

    with NatsServer(tmp_path) as server:
        asyncio.run(run(server.url))


@NATS.mark
def test_a_server_that_is_killed_and_started_again(tmp_path: Path) -> None:
    async def run(server: NatsServer) -> None:
        async with joined(server.url, "a") as (a, of_a), joined(server.url, "b") as (b, of_b):
            for turn in range(1, 4):
                server.kill()
                await until(lambda: not a.is_up and not b.is_up)
                for _ in range(100):
                    a.send("b", b"lost")
                assert a.dropped == 100 * turn
                await asyncio.sleep(0.2)
                server.start()
                await until(lambda turn=turn: (of_a.restored, of_b.restored) == (turn, turn))
                a.send("b", b"after")
                b.send_all(b"after")
                await until(lambda turn=turn: len(of_a.heard) == len(of_b.heard) == turn)
            assert set(of_b.heard) == {b"after"}

    with NatsServer(tmp_path) as server:
        asyncio.run(run(server))


@pytest.mark.long
@NATS.mark
def test_a_server_that_says_nothing_any_more_and_takes_nothing(tmp_path: Path) -> None:
    """It is noticed by its silence; what waits for it does not grow beyond bounds, and is lost."""

    async def run(server: NatsServer) -> None:
        async with joined(server.url, "a") as (a, of_a), joined(server.url, "b") as (b, of_b):
            server.signal(signal.SIGSTOP)
            for _ in range(3 * MOST_WAITING // LARGEST):
                a.send("b", bytes(LARGEST))
                assert a._waiting <= MOST_WAITING + LARGEST
                await asyncio.sleep(0)
            assert a.dropped > 0
            await until(lambda: not a.is_up and not b.is_up)
            server.signal(signal.SIGCONT)
            await until(lambda: bool(of_a.restored and of_b.restored))
            a.send("b", b"after")
            await until(lambda: of_b.heard[-1:] == [b"after"])

    with NatsServer(tmp_path) as server:
        asyncio.run(run(server))


@NATS.mark
def test_one_of_several_servers_is_enough(tmp_path: Path) -> None:
    async def run(url: str) -> None:
        async with joined(f"nats://{HOST}:{free_port()},{url}", "a") as (a, _):
            assert a.is_up

    with NatsServer(tmp_path) as server:
        asyncio.run(run(server.url))


@NATS.mark
def test_a_letter_that_cannot_be_read_harms_nobody(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def run(url: str) -> None:
        heard: list[bytes] = []

        def hear(data: bytes) -> None:
            heard.append(data)
            if data == b"bad":
                raise ValueError("no letter")

        bus = NatsBus(url)
        await bus.open("r", "b", hear, lambda: None)
        async with joined(url, "a") as (a, _):
            a.send("b", b"bad")
            a.send("b", b"good")
            await until(lambda: len(heard) == 2)
        await bus.close()

    with NatsServer(tmp_path) as server, caplog.at_level(logging.ERROR):
        asyncio.run(run(server.url))
    assert "is unreadable" in caplog.text


@NATS.mark
def test_passwords_and_permissions_for_each_process(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def run(server: NatsServer) -> None:
        of = {user: f"nats://{user}:secret-{user}@{HOST}:{server.port}" for user in "ab"}
        async with joined(of["a"], "a") as (a, _), joined(of["b"], "b") as (_, of_b):
            assert a.shown == f"nats://a:***@{HOST}:{server.port}"
            a.send("b", b"for b")
            await until(lambda: of_b.heard == [b"for b"])
            assert "permissions of the user are insufficient" in await refusal(
                of["a"], "b"
            )  # a cannot hear what is for b
            assert "Authorization Violation" in await refusal(f"nats://a:secret-b@{HOST}:{server.port}")
            assert "Authorization Violation" in await refusal(server.url)
            server.kill()
            await until(lambda: "cannot reconnect to the bus:" in caplog.text)

    with NatsServer(tmp_path, USERS) as server, caplog.at_level(logging.DEBUG):
        asyncio.run(run(server))
    assert "is lost" in caplog.text and "secret" not in caplog.text


@NATS.mark
@pytest.mark.skipif(shutil.which("openssl") is None, reason="no openssl: apt-get install openssl")
def test_tls_is_kept_to(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    subprocess.run(
        "openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=bus -addext subjectAltName=IP:127.0.0.1 "
        "-keyout key.pem -out cert.pem".split(),
        cwd=tmp_path,
        check=True,
        capture_output=True,
    )
    config = f"tls {{cert_file: '{tmp_path}/cert.pem', key_file: '{tmp_path}/key.pem'}}"

    async def run(tls: NatsServer, plain: NatsServer) -> None:
        assert "certificate" in await refusal(f"tls://{HOST}:{tls.port}")
        assert "does not offer TLS" in await refusal(f"tls://a:secret@{HOST}:{plain.port}")
        monkeypatch.setenv("SSL_CERT_FILE", f"{tmp_path}/cert.pem")
        for scheme in ("tls", "nats"):
            async with joined(f"{scheme}://{HOST}:{tls.port}", "a") as (a, _), joined(tls.url, "b") as (_, of_b):
                a.send("b", bytes(LARGEST))
                await until(lambda of_b=of_b: len(of_b.heard) == 1)

    with NatsServer(tmp_path, config) as tls, NatsServer(tmp_path) as plain:
        asyncio.run(run(tls, plain))


@pytest.mark.long
@NATS.mark
def test_an_unreachable_bus_is_explained(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert asyncio.run(refusal(f"nats://a:secret@{HOST}:{free_port()}")).endswith("no server listens there")
    with NatsServer(tmp_path, "max_payload: 4096") as server:
        assert "messages of at most 4096 bytes" in asyncio.run(refusal(server.url))
        assert "does not accept the name" in asyncio.run(refusal(server.url, node="a.b"))
        assert "does not accept the name" in asyncio.run(refusal(server.url, room=">"))
        server.signal(signal.SIGSTOP)
        assert "did not answer within" in asyncio.run(refusal(server.url))
        server.signal(signal.SIGCONT)
    for name in [name for name in sys.modules if name.partition(".")[0] == "nats" or name.endswith("nats_link")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.delattr(sys.modules["sidepot.cluster"], "nats_link")
    monkeypatch.setitem(sys.modules, "nats", None)
    with pytest.raises(Conflict, match=re.escape(f"nats-py, which is not installed; {how_to_install('cluster')}")):
        NatsBus("nats://bus")


def test_addresses() -> None:
    assert servers_of("tls://[::1]:9,bus") == ["tls://[::1]:9", "nats://bus:4222"]
    assert servers_of("nats://tok@bus/") == ["nats://tok@bus:4222"]
    assert shown("nats://a:p@ss@bus") == "nats://a:***@bus"
    for bad in ("", "http://bus", "nats://", "nats://bus:x", "nats://bus:99999", "nats://bus/room", "nats://a,,b"):
        with pytest.raises(Conflict, match="expected the address of a NATS server; write nats://HOST:4222"):
            servers_of(bad)
