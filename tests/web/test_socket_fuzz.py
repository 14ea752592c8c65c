"""The socket under nonsense: whatever one client sends, it is answered or sent away, and nobody else notices."""

from __future__ import annotations

import json
import logging
import socket as sockets
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from few_examples import examples
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from test_socket import masked, raw_socket, terms
from web_rooms import Player, Running, running
from websockets.exceptions import ConnectionClosed

from sidepot.room.table import commands as s

QUICK = settings(max_examples=examples(30), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("room")) as found:
        found.do(found.app_state.open_table(terms(), by=""))
        found.witness = Player(found.socket(), {"1": 0})  # type: ignore[attr-defined]
        found.witness.hear("snapshot")  # type: ignore[attr-defined]
        yield found


@pytest.fixture(scope="module")
def cookies(room: Running) -> str:
    return room.guest("Mallory").cookies


def nobody_noticed(room: Running, caplog: pytest.LogCaptureFixture) -> None:
    """The other client is told what happens at the table, and the log has no trouble in it."""
    witness: Player = room.witness  # type: ignore[attr-defined]
    room.call(room.registry.actors["1"].tell)
    while witness.hear("event")["seq"] != room.registry.actors["1"].machine.seq:
        pass
    errors = [record for record in caplog.records if record.levelno >= logging.ERROR]
    assert not errors, errors[0].getMessage()


_ids = st.sampled_from(["1", "a", "", "x" * 65, "\0", "Ann/1"]) | st.text(max_size=5)
_scalars = st.none() | st.booleans() | st.integers(-(2**70), 2**70) | st.floats(allow_nan=False) | st.text(max_size=8)
_json = st.recursive(
    _scalars,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=6,
)
_tags = [kind.__struct_config__.tag for kind in (*s.HOST_ONLY, *s.ROOM_ONLY)] + [
    *("sit", "leave", "sit_out", "come_back", "buy", "top_up", "choose_game", "straddle", "ask_cut", "cut", "act"),
    *("hello", "", "Sit"),
]
_fields = st.sampled_from(
    ["seat", "chips", "waits", "player", "turn", "command", "game", "text", "wants", "kind", "to", "by", "reason"]
)
_sayings = st.builds(
    lambda tag, rest: {"type": tag, **rest}, st.sampled_from(_tags), st.dictionaries(_fields, _json, max_size=3)
)
_messages = st.one_of(
    st.builds(lambda key, do: {"type": "cmd", "id": key, "table": "1", "do": do}, _ids, _sayings),
    st.builds(lambda key, table, do: {"type": "cmd", "id": key, "table": table, "do": do}, _ids, _ids, _json),
    st.builds(
        lambda table, since: {"type": "watch", "table": table, "since": since}, _ids, st.integers(-(2**70), 2**70)
    ),
    st.builds(lambda table: {"type": "unwatch", "table": table}, _ids | st.just("1")),
    st.builds(lambda since: {"type": "hello", "since": since}, st.dictionaries(_ids, st.integers(-9, 9), max_size=4)),
    st.builds(lambda n: {"type": "ping", "n": n}, _json),
    _json,
)


@QUICK
@given(st.lists(_messages, max_size=12), st.booleans())
def test_any_messages_in_any_order(
    room: Running, cookies: str, caplog: pytest.LogCaptureFixture, messages: list[Any], greets: bool
) -> None:
    """Each command gets one answer, everything else one too or none, and the socket goes on until it is sent away."""
    earlier = len(room.registry.actors["1"].said)
    with room.socket(cookies) as socket:
        if greets:
            socket.send('{"type":"hello","since":{"1":0}}')
        answers: list[dict[str, Any]] = []
        try:
            for message in messages:
                socket.send(json.dumps(message))
            socket.send('{"type":"hello"}')
            socket.send('{"type":"ping","n":424242}')
            while not any(answer.get("n") == 424242 for answer in answers):  # others may follow in one frame
                answers += map(json.loads, str(socket.recv(timeout=60)).split("\n"))
        except ConnectionClosed:
            assert socket.close_code == 1008
        kinds = {answer["type"] for answer in answers}
        assert kinds <= {"hello", "snapshot", "event", "ack", "nack", "gone", "fault", "pong"}
        assert all(answer["because"] for answer in answers if answer["type"] in ("nack", "gone", "fault"))
    for by, _, staff, said in list(room.registry.actors["1"].said)[earlier:]:
        assert (by, staff) == ("Mallory", False)
        assert not isinstance(said, (*s.HOST_ONLY, *s.ROOM_ONLY))
    nobody_noticed(room, caplog)


@QUICK
@given(st.lists(st.binary(max_size=40) | _messages.map(lambda one: json.dumps(one).encode()), max_size=8))
def test_any_bytes_for_messages(
    room: Running, cookies: str, caplog: pytest.LogCaptureFixture, messages: list[bytes]
) -> None:
    with room.socket(cookies) as socket:
        socket.send('{"type":"hello"}')
        for at, message in enumerate(messages):
            socket.send(message if at % 2 else message.decode("utf-8", "replace"))
        socket.send('{"type":"ping","n":424242}')
        while b"424242" not in bytes(socket.recv(timeout=60, decode=False)):
            pass
    nobody_noticed(room, caplog)


@QUICK
@given(st.lists(st.binary(min_size=1, max_size=60), max_size=5), st.integers(0, 2**32))
def test_any_bytes_for_frames(room: Running, caplog: pytest.LogCaptureFixture, parts: list[bytes], seed: int) -> None:
    """Frames that are none, unmasked, cut, mixed with good ones: the socket closes, or goes on, and no more."""
    rng = Random(seed)
    good = [masked(b'{"type":"hello"}'), masked(b'{"type":"ping"}'), b'\x81\x0f{"type":"ping"}']
    stream = b"".join(part if rng.random() < 0.5 else rng.choice(good) + part for part in parts)
    with raw_socket(room) as raw:
        at = 0
        try:
            while at < len(stream):
                step = rng.randint(1, 50)
                raw.sendall(stream[at : at + step])
                at += step
            raw.shutdown(sockets.SHUT_WR)
            while raw.recv(65536):
                pass
        except OSError:  # it was cut off
            pass
    nobody_noticed(room, caplog)


@settings(QUICK, max_examples=examples(12))
@given(st.lists(st.tuples(st.integers(1, 6), st.booleans()), max_size=12))
def test_replayed_commands_are_done_once(
    room: Running, caplog: pytest.LogCaptureFixture, sent: list[tuple[int, bool]]
) -> None:
    """Commands sent again, on this socket or on another, in any order, after the connection broke: done once each."""
    browser = room.guest()
    name = browser.name
    socket = browser.socket(t1=0)
    answered: dict[str, int] = {}
    for number, anew in sent:
        if anew:
            socket.close()
            socket = browser.socket(t1=0)
        socket.cmd(str(number), {"type": "buy", "chips": number})
        answer = socket.hear("ack", "nack")
        assert answer["type"] == "ack"
        assert answered.setdefault(answer["id"], answer["seq"]) == answer["seq"]
    socket.close()
    done = [said.chips for by, _, _, said in room.registry.actors["1"].said if by == name]
    assert sorted(done) == sorted({number for number, _ in sent})
    nobody_noticed(room, caplog)
