"""What is private to uvicorn and `websockets`: it is as the room expects it, and where it is not the room plays on."""

from __future__ import annotations

import asyncio
import tomllib
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest
from each import each
from needs import SERVE
from places import ROOT

pytest.importorskip("uvicorn", reason=SERVE.reason)

from packaging.requirements import Requirement
from room_tables import terms
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from web_rooms import Browser, running

from sidepot.web import fast_socket, socket_check
from sidepot.web.serving import loop_factory
from sidepot.web.socket_check import why_plain

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())


def asked(make: Callable[[], asyncio.AbstractEventLoop] | None = None) -> str:
    with asyncio.Runner(loop_factory=make) as runner:
        return runner.run(why_plain())


@pytest.mark.parametrize("make", [None, loop_factory()], ids=["asyncio", "as served"])
def test_the_private_parts_are_as_expected(make: Any, caplog: pytest.LogCaptureFixture) -> None:
    """Where this fails, a newer uvicorn or websockets has changed: look at fast_socket.py and patient_http.py."""
    assert asked(make) == ""
    assert caplog.records == []


def gone(name: str) -> Callable[[pytest.MonkeyPatch], None]:
    return lambda patch: patch.delattr(WebSocketsSansIOProtocol, name)


def other(name: str, of: Any = WebSocketsSansIOProtocol) -> Callable[[pytest.MonkeyPatch], None]:
    return lambda patch: patch.setattr(of, name, lambda *_: None)


CHANGES: dict[str, Callable[[pytest.MonkeyPatch], None]] = {
    **{f"no {name}": gone(name) for name in ("handle_cont", "handle_ping", "handle_pong", "send_keepalive_ping")},
    **{f"no {name}": gone(name) for name in ("handle_connect", "handle_text", "connection_lost")},
    "events are handled elsewhere": other("handle_events"),
    "pieces are put together elsewhere": other("handle_cont"),
    "pings are answered elsewhere": other("handle_ping"),
    "frames are parsed in another way": lambda patch: patch.setattr(fast_socket, "_is_between_frames", lambda _: False),
    "HTTP is read in another way": other("data_received", H11Protocol),
}


@each("change", CHANGES.values(), ids=CHANGES)
def test_whatever_changes_is_noticed(change: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    change(monkeypatch)
    monkeypatch.setattr(socket_check, "PATIENCE", 1.0)  # where nothing comes back: that is noticed, too
    found = asked()
    assert f"(uvicorn {version('uvicorn')}, websockets {version('websockets')})" in found


def test_the_room_plays_on_in_the_plain_way(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(fast_socket, "FastSocket")
    with running(tmp_path) as room:
        room.do(room.desk.open_table(terms(), by=""))
        player = room.guest("Ann").socket(t1=0)
        player.hear("snapshot")
        player.cmd("1", {"type": "sit"})
        assert player.hear("ack", "nack")["type"] == "ack"
        player.say({"type": "ping", "n": 7})
        assert player.hear("pong")["n"] == 7
        assert Browser(room).http.get("/healthz").status_code == 200
    told = [record for record in caplog.records if "plain way" in record.getMessage()]
    assert len(told) == 1 and "FastSocket" in told[0].fields["because"]  # type: ignore[attr-defined]


def test_what_the_room_is_built_on_has_bounds() -> None:
    """Below and above; the versions that all is tested with lie within them."""
    for text in PROJECT["project"]["optional-dependencies"]["serve"]:
        found = Requirement(text)
        assert {one.operator for one in found.specifier} == {">=", "<"}, text
        if found.marker is None or found.marker.evaluate():
            assert found.specifier.contains(version(found.name)), text
