"""Sockets that came and went leave nothing in the server: counted by their objects, not by bytes."""

from __future__ import annotations

import gc
import json
import time
from collections import Counter
from pathlib import Path
from random import Random

import pytest
from uvicorn.protocols.http.h11_impl import H11Protocol
from web_rooms import Running, running

from sidepot.room.runtime.subscribers import SendQueue, Subscriber
from sidepot.room.runtime.tables import TableRegistry
from sidepot.room.store.store import Store
from sidepot.web import state
from sidepot.web.asgi import BudgetedSocket
from sidepot.web.rate_limits import Bucket
from sidepot.web.schemas.tables import TableForm, terms_of
from sidepot.web.socket_backpressure import Connection
from sidepot.web.state import MemorySweep
from sidepot.web.ws.client import Client

KINDS = (BudgetedSocket, H11Protocol, Connection, Client, SendQueue, Subscriber, Bucket)
COME = 25


def kept() -> Counter[str]:
    """How many of each kind are there, held by anything or by nothing but each other."""
    return Counter(type(one).__name__ for one in gc.get_objects() if type(one) in KINDS)


def come_and_go(room: Running, count: int) -> None:
    """So many look on at a table and leave, among them some who leave in the middle of their first word."""
    for at in range(count):
        with room.socket() as socket:
            if at % 5:
                socket.send(json.dumps({"type": "hello", "protocol": 1, "since": {"1": 0}}))
                socket.recv(timeout=60)
    end = time.monotonic() + 120
    while (room.app_state.meters.sockets or room.server.server_state.connections) and time.monotonic() < end:
        time.sleep(0.02)
    assert not room.app_state.meters.sockets


@pytest.mark.long
def test_nothing_is_kept_of_sockets_that_have_gone(tmp_path: Path) -> None:
    def registry(store: Store) -> TableRegistry:
        return TableRegistry(store)

    with running(tmp_path, registry) as room:
        room.do(room.app_state.open_table(terms_of(TableForm(title="Kitchen"), Random(1)), by=""))
        come_and_go(room, 5)
        room.call(room.app_state.memory.clear)
        before = kept()
        come_and_go(room, COME)
        room.call(room.app_state.memory.clear)
        room.call(room.app_state.memory.clear)  # a task that ended with the first one held the last socket
        assert kept() - before == Counter()


@pytest.mark.long
def test_after_many_sockets_everything_is_looked_through(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(state, "MANY", 10)
    monkeypatch.setattr(state, "SOON", 0.0)
    cleared: list[int] = []
    real = MemorySweep.clear

    def clear(self: MemorySweep) -> None:
        cleared.append(self.sockets)
        real(self)

    monkeypatch.setattr(MemorySweep, "clear", clear)
    with running(tmp_path) as room:
        come_and_go(room, 9)
        assert cleared == []
        come_and_go(room, 3)
        end = time.monotonic() + 120
        while not cleared and time.monotonic() < end:
            time.sleep(0.02)
        assert len(cleared) == 1
        assert 10 <= cleared[0] <= 12
