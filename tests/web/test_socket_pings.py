"""A client that falls silent without closing its socket is found out by pings."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest
from test_socket import masked, raw_socket
from web_rooms import running

from sidepot.web import server

GOING_AWAY = b"\x03\xf3keepalive ping timeout"  # a close frame's code, 1011, and its reason
PING, CLOSE = b"\x89", b"\x88"


def read(raw: socket.socket, size: int) -> bytes:
    found = b""
    while len(found) < size:
        part = raw.recv(size - len(found))
        assert part, "the room has closed the connection"
        found += part
    return found


def frame_of(raw: socket.socket) -> tuple[bytes, bytes]:
    """The next frame of the room: its first byte, and its data."""
    first, size = read(raw, 1), read(raw, 1)[0]
    assert size < 126
    return first, read(raw, size)


def test_silent_socket_is_pinged_and_closed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert server.PING_EVERY == server.PONG_WITHIN == 20
    monkeypatch.setattr(server, "PING_EVERY", 0.01)
    monkeypatch.setattr(server, "PONG_WITHIN", 0.01)
    with running(tmp_path) as room, raw_socket(room) as silent:
        first, payload = frame_of(silent)
        assert first == PING and payload
        assert frame_of(silent) == (CLOSE, GOING_AWAY)
        assert silent.recv(1) == b""


def test_socket_that_answers_pings_stays_open(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "PING_EVERY", 0.01)
    with running(tmp_path) as room, raw_socket(room) as raw:
        seen = set()
        for _ in range(3):
            first, payload = frame_of(raw)
            assert first == PING
            seen.add(payload)
            raw.sendall(b"\x8a" + masked(payload)[1:])
        assert len(seen) == 3  # there is no next one until the last one was answered
        raw.sendall(masked(b'{"type":"hello"}'))
        while frame_of(raw)[0] == PING:
            pass
