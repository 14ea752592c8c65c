"""The limits of the socket: what cannot be read, what is too long or too much, and clients that do not read."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from test_socket import masked, raw_socket, terms, wait_for
from web_rooms import Player, Running, running
from websockets.exceptions import ConnectionClosed, InvalidStatus

from sidepot.web import rate_limits
from sidepot.web.auth.authorization import MOST_WAITING
from sidepot.web.settings import Settings
from sidepot.web.socket_backpressure import MOST_UNSENT
from sidepot.web.ws.client import MOST_FAULTS


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("room")) as found:
        found.do(found.app_state.open_table(terms(), by=""))
        yield found


@pytest.mark.parametrize(
    ("message", "because"),
    [
        ("{", "a message is incomplete: the { has no }"),
        ("[" * 3000, "a message is incomplete: the [ has no ]"),
        ("[]", "expected a table {...}, not a list"),
        ('{"type":"hello"}', "`hello` was already sent"),
        ('{"type":"cmd"}', "the key 'id' is missing"),
        ('{"type":"watch","table":7}', "table: expected text in quotes"),
        (b"\xff\xfe", "column 1: invalid JSON"),
        (b"", "a message is incomplete: the text ends too early"),
        (" " * 4097, "expected a message of at most 4096 bytes, got 4097"),
        (" " * 40_000, "expected a message of at most 4096 bytes, got 40000"),
    ],
)
def test_an_unreadable_message_is_answered_and_the_socket_stays_open(room: Running, message: Any, because: str) -> None:
    player = Player(room.socket(), {})
    player.say(message)
    assert player.hear("fault")["because"].startswith(because)
    player.say({"type": "ping", "n": 1})
    assert player.hear("pong")["n"] == 1


def test_a_message_that_is_much_too_long_ends_the_socket(room: Running) -> None:
    player = Player(room.socket(), {})
    player.say("x" * 70_000)
    with pytest.raises(ConnectionClosed) as closed:
        player.next()
    assert closed.value.rcvd is not None and closed.value.rcvd.code == 1009


def test_a_client_that_sends_only_nonsense_is_disconnected(room: Running) -> None:
    player = Player(room.socket(), {})
    for _ in range(MOST_FAULTS - 1):
        player.say("nonsense")
        assert "invalid JSON" in player.hear("fault")["because"]
    player.say("nonsense")
    assert "too many" in player.hear("fault")["because"]
    with pytest.raises(ConnectionClosed) as closed:
        player.next()
    assert closed.value.rcvd is not None and closed.value.rcvd.code == 1008


def test_a_socket_waits_for_answers_before_it_says_more(room: Running) -> None:
    actor = room.registry.actors["1"]
    actor.holds = True
    try:
        player = room.guest("Lea").socket(t1=0)
        for number in range(MOST_WAITING + 1):
            player.cmd(str(number), {"type": "sit"})
        assert "wait for the answers" in player.hear("nack")["because"]
    finally:
        actor.holds = False


@pytest.mark.long
def test_limits_hold_a_socket_to_a_rate_and_an_address_to_a_number(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rate_limits, "monotonic", lambda: 1.0)  # a slow machine would give it time for more
    settings = Settings(demo=False, sockets_each=3)
    with running(tmp_path_factory.mktemp("room"), settings=settings) as strict:
        player = Player(strict.socket(), {})
        with pytest.raises(ConnectionClosed) as closed:
            chatter(player, 100)
        assert closed.value.rcvd is not None and closed.value.rcvd.code == 1008
        others = [strict.socket() for _ in range(2)]
        wait_for(lambda: strict.app_state.meters.sockets == 2)
        others.append(strict.socket())
        with pytest.raises(InvalidStatus):
            strict.socket()
        others[0].close()
        wait_for(lambda: strict.app_state.meters.sockets == 2)
        assert strict.socket()


@pytest.mark.long
def test_a_slow_client_falls_behind_and_gets_a_snapshot(room: Running) -> None:
    """The queue is bounded, nobody else waits for them, and once they read they are told how the table stands."""
    table = room.do(room.app_state.open_table(terms(), by=""))
    actor = room.registry.actors[table]
    actor.size = 20_000
    fast = Player(room.socket(), {table: 0})
    with raw_socket(room) as slow:
        slow.sendall(masked(b'{"type":"hello","since":{"%s":0}}' % table.encode()))
        wait_for(lambda: len(actor.subscribers) >= 2)
        fast.hear("snapshot")
        behind = room.app_state.meters.behind
        told = []
        for _ in range(400):
            room.call(actor.tell)
            told.append(fast.hear("event")["seq"])
        assert told == list(range(told[0], told[0] + 400))
        assert room.app_state.meters.behind == behind + 1
        assert max(viewer.queue.waiting for viewer in actor.subscribers) < MOST_UNSENT + 40_000
        heard = b""
        slow.settimeout(60)
        while heard.count(b'"type":"snapshot"') < 2:
            heard += slow.recv(1 << 20)
        events = heard.count(b'"type":"event"')
        assert 0 < events < 400
    wait_for(lambda: len(actor.subscribers) < 2)


def line_of(room: Running, name: str) -> Any:
    return client_of(room, name).connection


def client_of(room: Running, name: str) -> Any:
    clients = [client for mine in room.app_state.clients.values() for client in mine]
    return next(client for client in clients if getattr(client, "name", "") == name)


def test_a_client_behind_when_a_table_closes_is_informed(room: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    player = room.guest("Slow").socket()
    player.say({"type": "watch", "table": "1"})
    player.hear("snapshot")
    client = client_of(room, "Slow")
    client.connection.queue.behind = True
    with monkeypatch.context() as patch:
        patch.setattr(room.registry, "get", lambda _table: None)
        client.connection.queue.behind = False
        room.call(client.catch_up)
        assert player.hear("gone")["table"] == "1"
    assert client.watched == {}


# ---- by hand


def chatter(player: Player, times: int) -> None:
    for number in range(times):
        player.say({"type": "ping", "n": number})
    for _ in range(times):
        player.next()
