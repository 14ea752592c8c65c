"""Where a client comes from: through a socket for both IPv4 and IPv6, through a proxy, through NAT64 and 6to4."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest
from needs import SERVE

pytest.importorskip("litestar", reason=SERVE.reason)

import httpx
from litestar.types import Receive, Scope, Send

from sidepot.web.rate_limits import client_key, is_loopback, trusted_proxies
from sidepot.web.server import config_of
from sidepot.web.settings import Settings


def test_each_client_has_one_key_however_its_address_is_written() -> None:
    keys = {
        "192.0.2.7": ("192.0.2.7", "::ffff:192.0.2.7", "::FFFF:c000:0207", "64:ff9b::192.0.2.7", "2002:c000:207:1::9"),
        "192.0.2.8": ("192.0.2.8", "::ffff:192.0.2.8", "2002:c000:208::1"),
        "2001:db8:1:2::/64": ("2001:db8:1:2:3:4:5:6", "2001:DB8:1:2::"),
        "2001:db8:1:3::/64": ("2001:db8:1:3::",),
        "fe80::/64": ("fe80::1%eth0", "fe80::2"),
        "64:ff9b:1::/64": ("64:ff9b:1::192.0.2.7",),  # a prefix for local use: not everywhere the same IPv4 network
        "": ("",),
        "somewhere": ("somewhere",),
        "x" * 64: ("x" * 500,),
    }
    assert {key: [client_key(peer) for peer in peers] for key, peers in keys.items()} == {
        key: [key] * len(peers) for key, peers in keys.items()
    }


def test_only_addresses_of_this_machine_are_loopback() -> None:
    found = {name: is_loopback(name) for name in ("127.0.0.1", "::1", "::ffff:127.0.0.9", "::ffff:10.0.0.1", "a", "")}
    assert found == {"127.0.0.1": True, "::1": True, "::ffff:127.0.0.9": True, "::ffff:10.0.0.1": False,
                     "a": False, "": False}  # fmt: skip


def test_a_proxy_is_trusted_by_ipv4_through_either_socket() -> None:
    assert trusted_proxies(" * ") == "*"
    assert trusted_proxies("10.0.0.9,10.77.0.0/24,fd00::/8,/run/room") == [
        "10.0.0.9", "::ffff:10.0.0.9", "10.77.0.0/24", "::ffff:10.77.0.0/120", "fd00::/8", "/run/room",
    ]  # fmt: skip


def test_the_room_counts_the_client_of_a_proxy_and_of_nobody_else(monkeypatch: pytest.MonkeyPatch) -> None:
    """The application as it is served on `::`: the client that it counts, by peer and by `X-Forwarded-For`."""

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        client: Any = scope["client"]
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": client_key(client[0]).encode(), "more_body": False})

    async def counted() -> dict[tuple[str, str], str]:
        desk: Any = SimpleNamespace(settings=Settings(host="::"), meters=SimpleNamespace(refused={}))
        config = config_of(app, desk)
        config.load()
        found = {}
        for peer, forwarded in asked:
            transport = httpx.ASGITransport(config.loaded_app, client=(peer, 5000))  # type: ignore[arg-type]
            async with httpx.AsyncClient(transport=transport, base_url="http://room") as client:
                found[peer, forwarded] = (await client.get("/", headers={"x-forwarded-for": forwarded})).text
        return found

    asked = {
        ("::ffff:192.0.2.7", ""): "192.0.2.7",
        ("::ffff:192.0.2.7", "203.0.113.5"): "192.0.2.7",  # a stranger makes nobody else of itself
        ("192.0.2.7", "203.0.113.5"): "192.0.2.7",
        ("::ffff:127.0.0.1", "203.0.113.5"): "203.0.113.5",
        ("::1", "203.0.113.5"): "203.0.113.5",
        ("::ffff:10.0.0.9", "2001:db8:1:2:3::4"): "2001:db8:1:2::/64",
        ("::ffff:10.0.0.9", "198.51.100.1, 203.0.113.5, ::ffff:127.0.0.1"): "203.0.113.5",  # two proxies, one behind
        ("10.0.0.9", "::ffff:203.0.113.5"): "203.0.113.5",
        ("::ffff:10.0.0.8", "203.0.113.5"): "10.0.0.8",
    }
    monkeypatch.setenv("FORWARDED_ALLOW_IPS", "127.0.0.1,::1,10.0.0.9")
    assert asyncio.run(counted()) == asked
