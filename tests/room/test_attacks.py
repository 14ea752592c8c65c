"""What a guest with ill intent tries: another's name, another's cards, a busy server, a door left open."""

from __future__ import annotations

import io
import json
import logging
import socket as sockets
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from each import each
from test_socket import masked, raw_socket, wait_for
from test_web_tables import play, quick
from web_rooms import Browser, Player, Running, quick_hall, running
from websockets.exceptions import ConnectionClosed

from sidepot.errors import BadNotation, Conflict
from sidepot.room.fairness.record import decode_record
from sidepot.room.fairness.record_check import verify_record
from sidepot.room.runtime.tables import TableRegistry
from sidepot.web import asgi, rate_limits, socket_backpressure
from sidepot.web.asgi import BYTES_AT_ONCE
from sidepot.web.auth import identities
from sidepot.web.logs import Plain
from sidepot.web.schemas.tables import TableForm, sit_and_go_terms, terms_of
from sidepot.web.settings import Settings


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("room")) as found:
        yield found


@pytest.fixture
def real(tmp_path: Path) -> Iterator[Running]:
    with running(tmp_path, quick_hall) as found:
        yield found


def table_with_bots(room: Running, *, decide: int = 400) -> str:
    terms = quick(terms_of(TableForm(title="Company", seats=3, bots=2), Random(2)), decide)
    return room.do(room.app_state.open_table(terms, by=""))


# ---- another's name


def test_the_name_of_who_sits_at_a_table_is_not_free(real: Running) -> None:
    """A guest who logs out in the middle of a hand is not forgotten: their name has chips, and cards."""
    table = table_with_bots(real)
    ann = real.guest("Ann")
    player = ann.socket(**{"t" + table: 0})
    player.cmd("sit", {"type": "sit"}, table)
    assert player.hear("ack", "nack")["type"] == "ack"
    ann.post("/api/logout")
    real.do(identities.forget_guests(real.app_state))
    assert "taken" in Browser(real).post("/api/guest", {"name": "Ann"}, 409)["because"]


def test_a_reused_name_does_not_get_the_old_hands(real: Running) -> None:
    table = table_with_bots(real, decide=60_000)  # the hand after those that are played waits for Ann
    ann = real.guest("Ann")
    player = ann.socket(**{"t" + table: 0})
    player.cmd("sit", {"type": "sit", "waits": False}, table)
    play(player, table, 3)
    numbers = ann.get(f"/api/tables/{table}/hands")["hands"]
    path = f"/api/tables/{table}/hands/{numbers[-1]}"
    assert decode_record(ann.http.get(path).content).own
    player.close()
    account = real.do(real.app_state.accounts.named("Ann"))
    assert account is not None
    real.do(identities.remove(real.app_state, {account.id: account.name}))
    other = real.guest("ann")
    record = decode_record(other.http.get(path).content)
    assert record.seat == -1 and not record.own


@pytest.mark.parametrize("restarts", [False, True])
def test_a_reused_name_gets_no_seat_or_cards(tmp_path: Path, restarts: bool) -> None:
    """A guest is forgotten (as another process may do) while their seat is kept, and somebody else takes the name."""
    with running(tmp_path, quick_hall) as room:
        table = table_with_bots(room)
        ann = room.guest("Ann")
        player = ann.socket(**{"t" + table: 0})
        player.cmd("sit", {"type": "sit", "waits": False}, table)
        mine = player.hear("yours")
        while not mine.get("cards"):
            mine = player.hear("yours")
        assert listed(ann, table)["mine"] == [table]
        account = room.do(room.app_state.accounts.named("Ann"))
        assert account is not None
        room.do(identities.remove(room.app_state, {account.id: account.name}))
        if not restarts:
            look_at_the_seat_of_another(room, table, mine)
            player.cmd("out", {"type": "sit_out"}, table)  # the socket that has the seat still has it
            assert player.hear("ack", "nack")["id"] == "out"
    if restarts:
        with running(tmp_path, quick_hall) as room:
            look_at_the_seat_of_another(room, table, mine)


def listed(browser: Browser, table: str) -> dict[str, Any]:
    """The tables as the lobby shows them, once Ann is at this one: while it is busy they are as they were before."""
    for _ in range(3000):
        found = browser.get("/api/tables")
        if "Ann" in next(one for one in found["tables"] if one["id"] == table).get("people", ()):
            return found
        time.sleep(0.02)
    raise AssertionError("Ann is not in the lobby")


def look_at_the_seat_of_another(room: Running, table: str, theirs: dict[str, Any]) -> None:
    """Whoever has the name now: the lobby does not take the seat for theirs either."""
    guest = room.guest("Ann")
    assert listed(guest, table)["mine"] == []
    other = guest.socket(**{"t" + table: 0})
    found = other.hear("yours")
    assert found.get("seat", -1) == -1
    assert not found.get("cards")
    assert "leave" not in found["may"]
    assert found["name"] == "Ann (2)"
    for key, do in {
        "act": {"type": "act", "turn": theirs.get("turn", 1), "command": {"type": "fold"}},
        "leave": {"type": "leave"},
        "buy": {"type": "buy", "chips": 100},
        "cut": {"type": "ask_cut"},
    }.items():
        other.cmd(key, do, table)
        answer = other.hear("ack", "nack")
        assert answer["type"] == "nack" and answer["id"] == key, answer
    seats = room.registry.actor(table).machine.table.places
    before = seats["Ann"]
    other.cmd("sit", {"type": "sit"}, table)
    other.hear("ack", "nack")
    assert seats["Ann"].seat == before.seat


def test_commands_of_two_people_never_have_the_same_id(room: Running) -> None:
    """A name may have a stroke in it, and so may an id."""
    table = room.do(room.app_state.open_table(terms_of(TableForm(title="Kitchen"), Random(1)), by=""))
    keys = set()
    for name, key in (("Ann", "Lee/1"), ("Ann/Lee", "1")):
        player = room.guest(name).socket(**{"t" + table: 0})
        player.cmd(key, {"type": "sit"}, table)
        player.hear("ack")
    keys = {said[1] for said in room.registry.actors[table].said}
    assert len(keys) == 2


@each(
    "name",
    [
        "Ada (b\u043et)",  # a Cyrillic o
        "Ada \uff08bot\uff09",
        "Ada (bot).",
        "Ada [bot]",
        "\u0410nn",  # a Cyrillic A
        "\u0391nn",  # a Greek one
        "Ann\ufe0f",
        "Ann\u034f",
        "Ann\u3164",
        "\u3164",
        "Ann\u2800",
        "A\u0301\u0301\u0301\u0301nn",
        "Ann\U000e0100",
        "\ua4eenna",  # a Lisu A
        "\u13aanna",  # a Cherokee one
        "\ua4ee\ua4e0\ua4e0\ua4ee",  # Lisu all over
        "\u1d00nna",  # a small capital
        "Ann\u0251",  # a Latin alpha
        "A\u01c0ice",  # a click for an l
        "Ann\u09e6",  # a Bengali zero
        "Ann\u05d5",  # a Hebrew vav
        "\U00010412nn",  # Deseret
    ],
)
def test_names_that_look_like_another_are_refused(name: str) -> None:
    with pytest.raises(BadNotation):
        identities.check_name(name)


@each(
    "name",
    [
        *("Анна", "Ἄννα", "李小龍", "Zoë", "Nguyễn Văn A", "O'Neil", "J.-P. 2", "Ann/Lee", "하나", "田中 Ken"),
        *("スーパー", "佐々木", "Ольга", "Рома", "Νίκος", "\u039d\u0399\u039a\u039f\u03a3", "שרה", "محمد"),
        *("प्रिया", "สมชาย", "გიორგი", "Արամ", "தமிழ்", "Þóra", "\uff2b\uff45\uff4e", "7-2", "Ann\u00b2"),
        *("\u0421\u043e\u0440\u0430", "\u0391\u039d\u039d\u0391"),  # like Copa and ANNA: see test_web_names
    ],
)
def test_names_of_all_the_world_are_not(name: str) -> None:
    assert identities.check_name(name) == name


# ---- a busy server


def test_json_that_is_nested_too_deep_is_refused(room: Running) -> None:
    browser = Browser(room)
    headers = {"x-csrftoken": browser.me["csrf"], "content-type": "application/json"}
    answer = browser.http.post("/api/guest", content=b'{"name":' + b"[" * 60_000, headers=headers)
    assert answer.status_code == 400 and answer.json()["because"]


@pytest.mark.parametrize(
    ("body", "because", "code"),
    [
        (b'{"name": "Ann",}', "remove the comma before }", "unreadable"),
        (b'{"name": "Ann"', "a request is incomplete: the { has no }", "unreadable"),
        (b'{"name": 1e999}', "name: the number is too large", "out_of_bounds"),
        (b'{"name": 7}', "name: expected text in quotes, not a number", "unreadable"),
        (b'{"nmae": "Ann"}', "'nmae'", "unreadable"),
    ],
)
def test_a_body_that_does_not_fit_says_what_would(room: Running, body: bytes, because: str, code: str) -> None:
    browser = Browser(room)
    headers = {"x-csrftoken": browser.me["csrf"], "content-type": "application/json"}
    answer = browser.http.post("/api/guest", content=body, headers=headers)
    assert answer.status_code == 400
    assert because in answer.json()["because"] and answer.json()["code"] == code


def beat(players: list[Player], times: int) -> None:
    """Each in turn says something, and is answered."""
    for at in range(times):
        player = players[at % len(players)]
        player.say('{"type":"ping"}')
        player.hear("pong")


@pytest.mark.long
def test_all_sockets_of_one_account_are_heard_like_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rate_limits, "monotonic", lambda: 1.0)  # a slow machine would give them time for more
    with running(tmp_path, settings=Settings(demo=False)) as strict:
        guest = strict.guest("Mallory")
        many = [guest.socket() for _ in range(5)]
        with pytest.raises(ConnectionClosed):
            beat(many, 100)
        beat([strict.guest("Ann").socket()], 3)


def test_a_record_with_more_cards_face_up_than_there_are_is_refused_at_once() -> None:
    told = json.loads(Path("examples/hand-record.json").read_text(encoding="utf-8"))
    dealt = next(at for at, item in enumerate(told["items"]) if item["type"] == "dealt")
    for up in (2**70, 10**9, -(10**9), -1):  # a billion cards less than none would be a billion cards to hide
        told["items"][dealt]["up"] = up
        with pytest.raises(BadNotation, match="face up"):
            verify_record(decode_record(json.dumps(told).encode()))


def test_nothing_is_kept_of_tables_that_there_are_not(room: Running) -> None:
    player = room.guest("Nemo").socket()
    for table in ("\0", "x" * 3_000, "../1", "\u0661"):
        player.cmd("1", {"type": "sit"}, table)
        assert "no such table" in player.hear("nack")["because"]
    assert not {len(table) for table in room.app_state.locks._hashes} - {1, 2}


def frame(kind: int, data: bytes = b"", *, last: bool = True) -> bytes:
    return bytes([0x80 * last | kind, 0x80 | len(data)]) + bytes(4) + data


@pytest.mark.long
@pytest.mark.parametrize(
    ("first", "again"),
    [
        (b"", frame(9, b"x" * 125)),  # pings
        (b"", frame(10, b"x" * 125)),  # pongs that nobody asked for
        (frame(1, b"", last=False), frame(0, b"", last=False)),  # a message without an end
    ],
)
def test_frames_that_are_no_messages_are_counted_too(tmp_path: Path, first: bytes, again: bytes) -> None:
    """The application does not see them, and a client that sends too many is cut off."""
    with running(tmp_path, settings=Settings(demo=False)) as strict, raw_socket(strict) as raw:
        raw.sendall(masked(b'{"type":"hello"}'))
        wait_for(lambda: strict.app_state.meters.messages == 1)
        since = time.monotonic()
        try:
            raw.sendall(first + again * (2 * int(BYTES_AT_ONCE) // len(again)))
            raw.settimeout(60)
            while raw.recv(1 << 16):
                pass
        except (ConnectionResetError, BrokenPipeError):
            pass
        wait_for(lambda: not strict.app_state.meters.sockets)
        assert time.monotonic() - since < socket_backpressure.UNREAD / 2  # not only as it does not read
        with raw_socket(strict) as other:  # others are heard as before
            other.sendall(masked(b'{"type":"hello"}'))
            wait_for(lambda: strict.app_state.meters.messages == 2)


def test_a_client_that_never_reads_is_cut_off(room: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """A socket that was closed takes no place, even if what it was sent never arrives."""
    monkeypatch.setattr(socket_backpressure, "LAST_WORDS", 0.1)
    table = room.do(room.app_state.open_table(terms_of(TableForm(title="Kitchen"), Random(1)), by=""))
    actor = room.registry.actors[table]
    actor.size = 20_000
    sockets_before = room.app_state.meters.sockets
    with raw_socket(room) as raw:
        raw.sendall(masked(b'{"type":"hello","since":{"%s":0}}' % table.encode()))
        wait_for(lambda: len(actor.subscribers) == 1)
        for _ in range(400):
            room.call(actor.tell)
        assert actor.subscribers[0].queue.pending
        raw.sendall(masked(b"nonsense") * 30)
        wait_for(lambda: not actor.subscribers)
        wait_for(lambda: room.app_state.meters.sockets == sockets_before)


@pytest.mark.long
def test_a_request_whose_body_never_ends_is_answered_and_closed(
    room: Running, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(asgi, "BODY_WITHIN", 0.5)
    browser = Browser(room)
    for token, status in ((browser.me["csrf"], b"408"), ("", b"403")):
        with sockets.create_connection(("127.0.0.1", room.port)) as raw:
            told = f"X-CSRFToken: {token}\r\nCookie: {browser.cookies}\r\nContent-Length: 99\r\n\r\n{{"
            raw.sendall(f"POST /api/guest HTTP/1.1\r\nHost: localhost\r\n{told}".encode())
            raw.settimeout(15)
            heard = b""
            while part := raw.recv(1000):
                heard += part
        assert heard.startswith(b"HTTP/1.1 " + status)
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]


@pytest.mark.long
def test_a_client_that_never_ends_its_first_head_is_cut_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asgi, "HEAD_WITHIN", 2.0)
    with running(tmp_path) as patient:
        quiet = patient.socket()  # which is older than the head when that is cut off, and is let alone
        browser = Browser(patient)
        with sockets.create_connection(("127.0.0.1", patient.port)) as raw:
            raw.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n")
            raw.settimeout(60)
            assert b"200" not in raw.recv(100)
        quiet.send('{"type":"hello"}')
        assert "hello" in str(quiet.recv(timeout=60))
        assert browser.get("/healthz")


# ---- a host who asks for too much


@pytest.mark.parametrize(
    "form",
    [
        {"bots": 10**6, "seats": 10**6},
        {"seats": 10**9},
        {"kind": "sit-and-go", "bet": 10**9},
    ],
)
def test_a_form_that_asks_for_too_much_is_refused_at_once(form: dict[str, Any]) -> None:
    since = time.thread_time()  # what others do meanwhile counts for nothing
    with pytest.raises((BadNotation, Conflict, msgspec.ValidationError)):
        terms_of(msgspec.convert({"title": "T", **form}, TableForm), Random(1))
    with pytest.raises((BadNotation, Conflict, msgspec.ValidationError)):
        sit_and_go_terms(msgspec.convert({"title": "T", **form}, TableForm))
    assert time.thread_time() - since < 1


def changed(path: str, value: Any) -> dict[str, Any]:
    found: Any = msgspec.to_builtins(terms_of(TableForm(title="T", seats=3, bots=2), Random(1)))
    *way, last = path.split(".")
    part = found
    for step in way:
        part = part[int(step) if step.isdecimal() else step]
    part[last] = value
    return {"terms": found}


@each(
    ("path", "value"),
    [
        ("timing.decide", 1),
        ("timing.decide", 10**30),
        ("timing.between", 0),
        ("timing.between", 10**30),
        ("timing.bank", 10**30),
        ("rules.stakes.0.blinds", [10**30, 10**31]),
        ("rules.stakes.0.ante", 10**18),
        ("rules.buy_in", [10**50, 0]),
        ("rules.bomb_ante", 10**30),
        ("rules.name", "x" * 20_000),
        ("rules.mix.games.0.game.title", "x" * 5_000),
        ("bots.0.name", "x" * 3_000 + " (bot)"),
        ("rules.rulebook.name", "x" * 300),
        ("buys", 10**30),
    ],
)
def test_terms_that_are_absurd_are_refused(path: str, value: Any) -> None:
    with pytest.raises((BadNotation, Conflict, msgspec.ValidationError)):
        terms_of(msgspec.convert({"title": "T", **changed(path, value)}, TableForm), Random(1))


def test_terms_that_make_sense_are_taken() -> None:
    form = msgspec.convert({"title": "T", **changed("timing.decide", 15_000)}, TableForm)
    assert terms_of(form, Random(1)) == form.terms


# ---- a door left open, a clock, a log


@pytest.mark.long
def test_a_locked_table_whose_password_is_lost_is_open_to_nobody(tmp_path: Path) -> None:
    """Killed between the opening of a table and the keeping of its password, the room does not leave it open."""
    terms = terms_of(TableForm(title="Kitchen", password="sesame"), Random(1))
    with running(tmp_path, quick_hall) as before:
        table = before.do(before.registry.open(terms, by="Host"))
    with running(tmp_path, quick_hall) as after:
        guest = after.guest("Mallory")
        assert "password" in guest.get(f"/api/tables/{table}/hands", 403)["because"]
        assert guest.post(f"/api/tables/{table}/join", {"password": "x"}, 403)
        assert guest.get(f"/api/tables/{table}/hands", 403)


def test_the_room_goes_on_where_the_clock_was_put_back(tmp_path: Path) -> None:
    """Opened again with a clock that shows yesterday, the room does not wait until it is today again."""
    day = 24 * 60 * 60 * 1000
    terms = quick(terms_of(TableForm(title="Company", seats=3, bots=3), Random(2)))
    with running(tmp_path, lambda store: TableRegistry(store, now=lambda: time.time_ns() // 1_000_000 + day)) as before:
        table = before.do(before.registry.open(terms, by=""))
    with running(tmp_path, quick_hall) as after:
        watcher = after.guest("Ann").socket(**{"t" + table: 0})
        actor = after.registry.actor(table)
        seq = actor.machine.seq
        wait_for(lambda: actor.machine.seq > seq + 3)
        watcher.close()


def test_nothing_that_is_logged_makes_a_line_of_its_own() -> None:
    out = io.StringIO()
    handler = logging.StreamHandler(out)
    handler.setFormatter(Plain())
    record = logging.LogRecord("sidepot.web", logging.INFO, "", 0, "a request failed", None, None)
    record.fields = {"path": "/x\n12:00:00 stopped\x1b[2J\u202e"}  # type: ignore[attr-defined]
    handler.handle(record)
    line = out.getvalue()
    assert line.count("\n") == 1 and "\x1b" not in line and "\u202e" not in line
