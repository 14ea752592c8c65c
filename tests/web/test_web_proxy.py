"""A room behind a tunnel or proxy with HTTPS, started with `--https --origin`. tests/page has nginx and Caddy."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from pathlib import Path

import pytest
from needs import SERVE

pytest.importorskip("litestar", reason=SERVE.reason)

import httpx
from small_proxy import SmallProxy, small_proxy
from web_rooms import SOON, Player, Running, running
from websockets.exceptions import InvalidStatus
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from sidepot.web.settings import Settings

NAME = "cards.example.org"
ADDRESS = f"https://{NAME}"
FRIEND = "203.0.113.7"


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    settings = Settings(demo=False, secure=True, origins=(ADDRESS,))
    with running(tmp_path_factory.mktemp("room"), settings=settings) as found:
        yield found


@pytest.fixture(scope="module")
def proxy(room: Running) -> Iterator[SmallProxy]:
    with small_proxy(room.port, FRIEND) as found:
        yield found


def friend(room: Running, proxy: SmallProxy) -> httpx.Client:
    base = f"http://127.0.0.1:{proxy.port}"
    return room.left_open.enter_context(httpx.Client(base_url=base, headers={"Host": NAME}, timeout=SOON))


def opened(proxy: SmallProxy, origin: str, cookies: str = "") -> ClientConnection:
    """A socket that a page of that origin opens through the proxy."""
    line = socket.create_connection(("127.0.0.1", proxy.port))
    return connect(f"ws://{NAME}/ws", sock=line, origin=Origin(origin), additional_headers={"Cookie": cookies})


def test_a_friend_plays_through_it(room: Running, proxy: SmallProxy) -> None:
    client = friend(room, proxy)
    assert client.get("/").status_code == 200
    answer = client.get("/api/me")
    token = answer.json()["csrf"]
    cookies = "; ".join(line.partition(";")[0] for line in answer.headers.get_list("set-cookie"))
    answer = client.post("/api/guest", json={"name": "Ann"}, headers={"x-csrftoken": token, "Cookie": cookies})
    assert answer.status_code == 200
    assert "secure" in answer.headers["set-cookie"].lower().split("; ")
    cookies = "; ".join(line.partition(";")[0] for line in answer.headers.get_list("set-cookie"))
    with opened(proxy, ADDRESS, cookies) as own:
        assert Player(own, {}).hello["you"] == "Ann"
        assert list(room.app_state.by_address) == [FRIEND]  # limits count the friend, not the proxy


def test_pages_of_others_open_no_socket_through_it(proxy: SmallProxy) -> None:
    with pytest.raises(InvalidStatus) as error, opened(proxy, "https://evil.example"):
        pass
    assert error.value.response.status_code == 403


def test_room_invites_to_its_address_there(room: Running, proxy: SmallProxy) -> None:
    found = friend(room, proxy).get("/api/invite").json()
    assert found["ways"] == [{"address": ADDRESS, "name": "its own name"}] and "only_here" not in found
    assert found["port"] == room.port


def test_room_that_does_not_know_the_address_says_what_to_do(tmp_path: Path) -> None:
    with running(tmp_path) as room, small_proxy(room.port) as proxy:
        answer = friend(room, proxy).get("/")
        assert answer.status_code == 421 and f"--origin {ADDRESS}" in answer.json()["because"]
