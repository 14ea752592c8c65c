"""Which names a room answers to: on the loopback address its own and those of `--origin`, against DNS rebinding."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from typing import Any

import pytest
from each import each
from few_examples import some
from needs import SERVE

pytest.importorskip("httpx", reason=SERVE.reason)

import httpx
from web_rooms import Browser, Player, Running, running
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from sidepot.web.asgi import own_names, why_not_here
from sidepot.web.settings import Settings

OWN = [
    "localhost",
    "LocalHost",
    "localhost.",
    "127.0.0.1",
    "127.0.0.2",
    "[::1]",
    "[0:0:0:0:0:0:0:1]",
    "Cards.Example.org",
]
OTHERS = [
    "evil.example", "127.0.0.1.evil.example", "localhost.evil.example", "cards.example.org.evil.example", "example.org",
    "10.0.0.7", "0.0.0.0", "[::2]", "[::1", "::1", "evil@localhost", "localhost@evil", "localhost/evil", "local host",
    "", ":8000", "localhost:80:80", "localhost:x", "127.0.0.1,evil.example", "x" * 3000,
]  # fmt: skip
SETTINGS = Settings(limits=False, demo=False, origins=("https://cards.example.org",))


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("room"), settings=SETTINGS) as found:
        yield found


def asked(room: Running, path: str, host: str) -> httpx.Response:
    return httpx.get(room.url + path, headers={"Host": host}, timeout=60)


@pytest.mark.more
@pytest.mark.parametrize(
    "path", some(["/", "/api/me", "/nowhere", "/healthz", "/metrics", "/schema", "/static/common/style.css"], 3)
)
def test_a_page_of_elsewhere_reaches_nothing_here_by_a_name_of_its_own(room: Running, path: str) -> None:
    """Its name was made to mean 127.0.0.1: the browser of a visitor thinks that this room is that page's own."""
    answer = asked(room, path, f"evil.example:{room.port}")
    assert answer.status_code == 421
    assert "evil.example" in answer.json()["because"] and "--origin" in answer.json()["because"]
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert "set-cookie" not in answer.headers
    for host in ("localhost", f"127.0.0.1:{room.port}", "[::1]:9999", "cards.example.org", "cards.example.org:443"):
        assert asked(room, path, host).status_code == (404 if path == "/nowhere" else 200), host


@each("language, title", [("de-DE,en;q=0.5", "Dieser Raum hat"), ("fr", "This room has"), ("en,de", "This room has")])
def test_a_browser_reads_a_page_in_its_language(room: Running, language: str, title: str) -> None:
    headers = {"Host": "evil.example<b>", "Accept": "text/html,*/*", "Accept-Language": language}
    answer = httpx.get(room.url + "/", headers=headers, timeout=60)
    assert answer.status_code == 421 and answer.headers["content-type"].startswith("text/html")
    assert f"<h1>{title}" in answer.text and "<code>localhost</code>" in answer.text and "--origin" in answer.text
    assert "evil" not in answer.text and "default-src 'none'" in answer.headers["content-security-policy"]
    assert "set-cookie" not in answer.headers


def opened(room: Running, host: str) -> Any:
    """A socket that is opened by a page of that host: its `Origin` and its `Host` are one."""
    line = room.left_open.enter_context(socket.create_connection(("127.0.0.1", room.port)))
    there = f"{host}:{room.port}"
    return connect(f"ws://{there}/ws", sock=line, origin=Origin(f"http://{there}"), close_timeout=1)


def test_nor_does_its_socket(room: Running, caplog: pytest.LogCaptureFixture) -> None:
    refused = room.app_state.meters.refused["host"]
    with pytest.raises(InvalidStatus) as error, opened(room, "evil.example"):
        pass
    assert error.value.response.status_code == 421 and b"--origin" in (error.value.response.body or b"")
    assert room.app_state.meters.refused["host"] == refused + 1
    for host in ("localhost", "cards.example.org"):
        with opened(room, host) as own:
            assert Player(own, {}).hello["you"] == ""
    assert caplog.records == []


def test_nothing_is_done_for_a_name_that_is_not_its_own(room: Running) -> None:
    browser = Browser(room)
    headers = {"x-csrftoken": browser.me["csrf"], "Host": "evil.example"}
    assert browser.http.post("/api/guest", json={"name": "Eve"}, headers=headers).status_code == 421
    assert room.do(room.app_state.accounts.named("Eve")) is None


@each("host", OWN)
def test_its_own_names(host: str) -> None:
    names = own_names(SETTINGS)
    assert why_not_here([host.encode()], names) == "" == why_not_here([f"{host}:8000".encode()], names)


@each("host", OTHERS)
def test_names_of_others(host: str) -> None:
    found = why_not_here([host.encode()], own_names(SETTINGS))
    assert "--origin" in found and len(found) < 500


def test_one_name_is_said_and_can_be_read() -> None:
    names = own_names(SETTINGS)
    for hosts in ([], [b"localhost", b"evil.example"], [b"localhost", b"localhost"], [b"\xff\xfe"]):
        assert why_not_here(hosts, names)


@each(
    ("host", "is_bound"),
    [("127.0.0.1", True), ("127.0.0.53", True), ("::1", True), ("localhost", True), ("0.0.0.0", False), ("::", False)],
)
def test_a_room_for_the_network_answers_to_whatever_it_is_called_there(host: str, is_bound: bool) -> None:
    """Its names are those of routers and proxies, which it cannot know; `--origin` says who may open its socket."""
    names = own_names(Settings(host=host, origins=("https://cards.example.org",)))
    assert (names is not None) is is_bound
    assert bool(why_not_here([b"cards.lan:8000"], names)) is is_bound
    assert why_not_here([host.encode() if ":" not in host else f"[{host}]".encode()], names) == ""
