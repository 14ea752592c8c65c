"""The local network: a second listener, which the owner switches on and off, with the same limits and checks."""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from each import each
from needs import SERVE

pytest.importorskip("litestar", reason=SERVE.reason)

import httpx
from web_rooms import SOON, Browser, Player, Running, running
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from sidepot.errors import BadNotation, Conflict
from sidepot.web import lan
from sidepot.web.lan import Lan
from sidepot.web.networks import Network
from sidepot.web.settings import Settings
from sidepot.web.socket_backpressure import RESTART

NUMBER = "127.0.0.2"  # stands for the machine's address in its Wi-Fi
PHONE = "127.0.0.3"  # for a phone's there


def _has_it() -> bool:
    with socket.socket() as probe:
        try:
            probe.bind((NUMBER, 0))
        except OSError:
            return False
    return True


pytestmark = pytest.mark.skipif(not _has_it(), reason=f"this system has no address {NUMBER}")


@pytest.fixture(autouse=True)
def wifi(monkeypatch: pytest.MonkeyPatch) -> list[Network]:
    """The private networks of the machine, which a test may change."""
    found = [Network("wlan0", NUMBER)]
    monkeypatch.setattr(lan, "private_networks", lambda: list(found))
    monkeypatch.setattr(lan, "is_loopback", lambda number: number == "127.0.0.1")
    return found


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Running]:
    with running(tmp_path) as found:
        yield found


@pytest.fixture
def owner(room: Running) -> Browser:
    found = Browser(room)
    found.become_host()
    return found


def switch(who: Browser, *, on: bool, status: int = 200) -> dict[str, Any]:
    return who.post("/api/invite/lan", {"on": on}, status)


def phone(room: Running) -> httpx.Client:
    """A client in the Wi-Fi."""
    transport = httpx.HTTPTransport(local_address=PHONE)
    return room.left_open.enter_context(
        httpx.Client(base_url=f"http://{NUMBER}:{room.port}", transport=transport, timeout=SOON)
    )


def is_listening(room: Running) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex((NUMBER, room.port)) == 0


def test_owner_opens_and_closes_the_local_network(room: Running, owner: Browser) -> None:
    before = owner.get("/api/invite")
    assert before["only_here"] and before["lan"] == "off" and before["is_owner"] and before["port"] == room.port
    assert not is_listening(room)
    found = switch(owner, on=True)
    assert found == owner.get("/api/invite")
    assert found["ways"] == [{"address": f"http://{NUMBER}:{room.port}", "name": "wlan0"}]
    assert found["lan"] == "on" and "only_here" not in found
    assert phone(room).get("/").status_code == 200
    assert switch(owner, on=True) == owner.get("/api/invite")  # a second tap changes nothing
    assert switch(owner, on=False)["only_here"]
    assert not is_listening(room)
    for _ in range(3):  # as often as the owner likes
        assert switch(owner, on=True)["lan"] == "on" and is_listening(room)
        assert switch(owner, on=False)["lan"] == "off" and not is_listening(room)


def test_phone_plays_there_with_the_same_checks(room: Running, owner: Browser) -> None:
    switch(owner, on=True)
    there = f"http://{NUMBER}:{room.port}"
    client = phone(room)
    me = client.get("/api/me").json()
    assert client.post("/api/guest", json={"name": "Eve"}).status_code == 403  # no token
    answer = client.post("/api/guest", json={"name": "Ann"}, headers={"x-csrftoken": me["csrf"]})
    assert answer.status_code == 200
    assert {"httponly", "samesite=lax"} <= set(answer.headers["set-cookie"].lower().split("; "))
    cookies = "; ".join(f"{key}={value}" for key, value in client.cookies.items())
    with connect(f"ws://{NUMBER}:{room.port}/ws", origin=Origin(there), additional_headers={"Cookie": cookies}) as own:
        assert Player(own, {}).hello["you"] == "Ann"
    with pytest.raises(InvalidStatus) as error, connect(f"ws://{NUMBER}:{room.port}/ws", origin=Origin("http://evil")):
        pass
    assert error.value.response.status_code == 403
    assert client.get("/", headers={"Host": f"{socket.gethostname()}:{room.port}"}).status_code == 200
    refused = client.get("/", headers={"Host": "evil.example"})
    assert refused.status_code == 421 and f"open it as {NUMBER}" in refused.json()["because"]


def test_switching_off_closes_the_sockets_there_and_no_others(room: Running, owner: Browser) -> None:
    switch(owner, on=True)
    here = owner.socket()
    with connect(f"ws://{NUMBER}:{room.port}/ws", close_timeout=1) as there:
        assert Player(there, {}).hello
        kept = phone(room)
        assert kept.get("/api/me").status_code == 200  # keeps its connection
        switch(owner, on=False)
        with pytest.raises(ConnectionClosed) as closed:
            [*iter(there.recv, None)]
        assert closed.value.rcvd is not None and closed.value.rcvd.code == RESTART
        with pytest.raises(httpx.TransportError):
            kept.get("/api/me")
    here.cmd("still here", {"type": "sit_out"}, "1")
    assert here.hear("ack", "nack", "fault")


def test_owner_who_came_by_the_local_network_gets_an_answer(room: Running, owner: Browser) -> None:
    switch(owner, on=True)
    client = phone(room)
    client.cookies.update(dict(owner.http.cookies))
    token = client.get("/api/me").json()["csrf"]
    found = client.post("/api/invite/lan", json={"on": False}, headers={"x-csrftoken": token}).json()
    assert found["only_here"] and found["ways"][0]["address"] == room.url


def test_nobody_else_may_switch(room: Running, owner: Browser) -> None:
    assert Browser(room).post("/api/invite/lan", {"on": True}, 401)["code"] == "say_who"
    guest = room.guest("Bo")
    assert switch(guest, on=True, status=403)["code"] == "owner_only"
    assert "is_owner" not in guest.get("/api/invite")
    account = room.do(room.app_state.accounts.named("Bo"))
    assert account is not None
    owner.post("/api/club/roles", {"account": account.id, "role": "staff"})
    assert switch(guest, on=True, status=403)["code"] == "owner_only"  # a host is not the owner
    assert not is_listening(room)
    switch(owner, on=True)
    assert switch(guest, on=False, status=403)["code"] == "owner_only"
    assert owner.post("/api/invite/lan", {"on": "yes"}, 400)["code"] == "unreadable"
    assert is_listening(room)


def test_only_other_devices_are_counted(room: Running, owner: Browser) -> None:
    switch(owner, on=True)
    with httpx.Client(base_url=f"http://{NUMBER}:{room.port}", timeout=SOON) as own:  # the owner tries the link
        assert own.get("/").status_code == 200
    assert "opened" not in owner.get("/api/invite")
    for _ in range(2):
        phone(room).get("/")
    assert owner.get("/api/invite")["opened"] == 1
    switch(owner, on=False)
    assert "opened" not in switch(owner, on=True)


def test_without_a_network_it_stays_off(room: Running, owner: Browser, wifi: list[Network]) -> None:
    wifi.clear()
    found = switch(owner, on=True, status=409)
    assert found["code"] == "no_network" and "Wi-Fi" in found["because"]
    wifi.append(Network("wlan0", NUMBER))
    assert switch(owner, on=True)["lan"] == "on"


def test_port_that_another_program_has_is_named(room: Running, owner: Browser) -> None:
    with socket.create_server((NUMBER, room.port)):
        found = switch(owner, on=True, status=409)
        assert found["code"] == "bad_address" and f"{NUMBER}, port {room.port}" in found["because"]
        assert owner.get("/api/invite")["lan"] == "off"
    assert switch(owner, on=True)["lan"] == "on"


def test_another_network_needs_another_tap(room: Running, owner: Browser, wifi: list[Network]) -> None:
    """A laptop that is carried from home to a café is not open there."""
    switch(owner, on=True)
    wifi[:] = [Network("wlan0", "127.0.0.4")]
    assert owner.get("/api/invite")["lan"] == "off"
    with socket.socket() as probe:
        assert probe.connect_ex(("127.0.0.4", room.port)) != 0
    assert switch(owner, on=True)["ways"][0]["address"] == f"http://127.0.0.4:{room.port}"
    assert not is_listening(room)
    wifi.append(Network("eth0", NUMBER))  # a cable is plugged in
    assert [way["name"] for way in switch(owner, on=True)["ways"]] == ["wlan0", "eth0"]
    assert is_listening(room)


def test_room_that_stops_closes_it(tmp_path: Path) -> None:
    with running(tmp_path) as room:
        room.do(room.app_state.lan.switch_on())
        assert is_listening(room)
    assert not is_listening(room)


def test_after_a_restart_it_is_off_unless_the_settings_say_so(tmp_path: Path) -> None:
    with running(tmp_path) as room:
        room.do(room.app_state.lan.switch_on())
    with running(tmp_path) as room:
        assert not is_listening(room)
    with running(tmp_path, settings=Settings(reach="lan", limits=False, demo=False)) as room:
        assert is_listening(room)


def test_start_for_a_network_that_is_not_there_says_so(
    tmp_path: Path, wifi: list[Network], caplog: pytest.LogCaptureFixture
) -> None:
    wifi.clear()
    with pytest.raises(Conflict) as error, running(tmp_path, settings=Settings(reach="lan", limits=False, demo=False)):
        pass
    assert error.value.code == "no_network"
    assert [one for one in caplog.records if one.levelno >= logging.WARNING] == []


@each(
    ("options", "because"),
    [
        ({"host": "0.0.0.0"}, "--host 0.0.0.0"),
        ({"secure": True}, "--https"),
        ({"node": "n1"}, "several nodes"),
        ({"bus": "nats://bus:4222"}, "several nodes"),
    ],
)
def test_some_rooms_have_no_switch(options: dict[str, Any], because: str) -> None:
    found = Lan(Settings(**options))
    found.attach(lambda numbers: pytest.fail("it must not listen"), 8000)
    assert not found.can_switch
    with pytest.raises(Conflict, match=because) as error:
        asyncio.run(found.switch_on())
    assert error.value.code == "lan_not_here"
    with pytest.raises(BadNotation, match=f"--reach lan: .*{because}"):
        Settings(reach="lan", **options)


def test_reach_is_here_or_lan() -> None:
    with pytest.raises(BadNotation, match="expected here or lan"):
        Settings(reach="moon")
