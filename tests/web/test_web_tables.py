"""The server over HTTP: tables, their hands, pages, and what a host and Prometheus ask for."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import Any

import pytest
from each import each
from needs import SERVE
from places import TESTS

pytest.importorskip("httpx", reason=SERVE.reason)

import httpx
import msgspec
from web_rooms import Browser, Player, Running, quick_hall, running

from sidepot.errors import SidepotError
from sidepot.games.catalog import GAMES
from sidepot.games.mixes import MIXES
from sidepot.room.fairness.record import HandRecord, decode_record
from sidepot.room.fairness.record_check import Verified, verify_record
from sidepot.room.table.commands import Sit
from sidepot.room.table.machine import RoomTable
from sidepot.room.table.terms import RoomTerms, Timing
from sidepot.room.tournament.commands import CallOff
from sidepot.rules.houses import CASH, ROBERTS, TDA_2024, TDA_2026
from sidepot.web.demo import CHOICE, TOURNAMENT, demo_terms, open_demo, renew_tournament
from sidepot.web.networks import address, networks
from sidepot.web.routes import tables as tables_api
from sidepot.web.routes.invite import ways_of
from sidepot.web.routes.pages import FRAME, Files
from sidepot.web.schemas.base import RoomAddress
from sidepot.web.schemas.tables import TableForm, sit_and_go_terms, terms_of
from sidepot.web.settings import Settings


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("room"), quick_hall) as found:
        yield found


@pytest.fixture(scope="module")
def host(room: Running) -> Browser:
    found = room.guest("Hosta")
    found.become_host()
    return found


def quick(terms: RoomTerms, decide: int = 400) -> RoomTerms:
    timing = Timing(decide=decide, bank=0, bank_back=0, show=0, street=0, between=10, showdown=10, away=400)
    return msgspec.structs.replace(terms, timing=timing, agreed=False)


# ---- tables


def test_the_terms_are_read_by_everybody_and_accepted_by_sitting_down(room: Running, host: Browser) -> None:
    """Once, by whoever it is: the room then says since when."""
    table = host.post("/api/tables", {"title": "Agreed", "bet": 4, "seats": 3})["id"]
    path = f"/api/tables/{table}/agreement"
    told = Browser(room).get(path)
    agreed = told["agreement"]
    assert (told["title"], told["asked"], told.get("accepted", 0)) == ("Agreed", True, 0)
    sentence = ["{}, {}", ["no limit"], ["blinds {}", ["2/4"]]]
    assert {"topic": "Stakes", "text": "No limit, blinds 2/4", "sentence": sentence} in agreed["terms"]
    assert [point["field"] for point in agreed["differs"]][:3] == ["show_first", "reopening", "two_motions"]
    ann = room.guest("Agreeable")
    player = ann.socket(**{"t" + table: 0})
    player.cmd("a", {"type": "sit"}, table)
    assert player.hear("nack")["code"] == "terms_not_accepted"
    player.cmd("b", {"type": "sit", "accepts": agreed["version"]}, table)
    player.hear("ack")
    assert 0 < told["opened"] <= ann.get(path)["accepted"]
    player.close()


def test_a_host_changes_the_password_of_a_running_table(room: Running, host: Browser) -> None:
    """From the next hand on newcomers need the new one, and whoever sits there stays in."""
    table = host.post("/api/tables", {"title": "Door", "bet": 4, "bots": 2, "password": "old"})["id"]
    hands, path = f"/api/tables/{table}/hands", f"/api/tables/{table}/agreement"
    ann, bo = room.guest("Doorann"), room.guest("Doorbo")
    for guest in (ann, bo):
        guest.post(f"/api/tables/{table}/join", {"password": "old"})
    player = ann.socket(**{"t" + table: 0})
    player.cmd("a", {"type": "sit", "accepts": ann.get(path)["agreement"]["version"]}, table)
    player.hear("ack")
    values = host.get(path)["values"]
    assert (values["bet"], values["seconds"], values["buy_in"]) == (4, 25, [160, 800])
    assert ann.post(f"/api/tables/{table}/password", {"password": "mine"}, 403)["code"] == "not_permitted"
    lock = host.post(f"/api/tables/{table}/password", {"password": "new"})["lock"]
    asked = host.socket()
    asked.cmd("c", {"type": "change_terms", "to": {**values, "lock": lock, "bet": 6}}, table)
    asked.hear("ack")
    assert ann.get(path)["changed"] and ann.get(path)["values"]["bet"] == 6
    bo.get(hands)
    player.cmd("b", {"type": "accept_terms", "version": ann.get(path)["agreement"]["version"]}, table)
    player.hear("ack")
    actor = room.registry.actor(table)
    until = time.monotonic() + 60
    while actor.machine.terms.lock != lock:
        if actor.machine.to_decide()[0] == "Doorann":
            act = {"type": "act", "turn": actor.machine.clock.turn, "command": {"type": "fold"}}
            player.cmd(f"f{actor.machine.clock.turn}", act, table)
        assert time.monotonic() < until
        time.sleep(0.05)
    bo.get(hands, 403)
    ann.get(hands)
    bo.post(f"/api/tables/{table}/join", {"password": "old"}, 403)
    bo.post(f"/api/tables/{table}/join", {"password": "new"})
    bo.get(hands)
    for socket in (player, asked):
        socket.close()
    host.get(path)


def test_a_host_opens_tables_and_nobody_else_does(room: Running, host: Browser) -> None:
    form = {"title": "Friday", "game": "omaha8", "bet": 4, "seats": 8, "bots": 2}
    assert Browser(room).post("/api/tables", form, 401)["because"] == "log in first"
    assert room.guest().post("/api/tables", form, 403)["because"] == "only the host may do that"
    table = host.post("/api/tables", form)["id"]
    listed = next(one for one in host.get("/api/tables")["tables"] if one["id"] == table)
    assert (listed["title"], listed["seats"], listed["bots"], listed["stakes"]) == ("Friday", 8, 2, "blinds 2/4")
    terms = msgspec.to_builtins(quick(terms_of(TableForm(title="By terms"), Random(1))))
    table = host.post("/api/tables", {"terms": terms})["id"]
    assert room.registry.actor(table).machine.terms.timing.decide == 400


@pytest.mark.parametrize(
    ("form", "because"),
    [
        ({"title": "x", "game": "bridge"}, "unknown game 'bridge'; the games are"),
        ({"title": ""}, "a title has"),
        ({"title": "x", "bet": 0}, "bet: expected 1 to"),
        ({"title": "x", "seats": 40}, ""),
        ({"title": "x", "bots": 7}, "expected 0 to 6 bots"),
        ({"title": "x", "bots": -1}, "bots: expected 0 to"),
        ({"title": "x", "seconds": 0}, "seconds: expected 5 to 600"),
        ({"title": "x", "colour": "red"}, "unknown key 'colour'"),
        ({"title": 7}, "title: expected text in quotes"),
    ],
)
def test_a_table_that_cannot_be_is_refused_in_words(host: Browser, form: Any, because: str) -> None:
    answer = host.http.post("/api/tables", json=form, headers={"x-csrftoken": host.me["csrf"]})
    if form.get("seats") == 40:  # as many as the game has
        assert answer.status_code == 200
    else:
        assert answer.status_code in (400, 409) and answer.json()["because"].startswith(because)


def test_bots_do_not_pass_for_people(host: Browser) -> None:
    terms = msgspec.to_builtins(terms_of(TableForm(title="x"), Random(1)))
    terms["bots"] = [{"name": "Ann"}]
    assert "must end with (bot)" in host.post("/api/tables", {"terms": terms}, 409)["because"]


@each("name", [*GAMES, *MIXES])
def test_every_game_can_be_asked_for(name: str) -> None:
    terms = terms_of(TableForm(title="x", game=name, bots=2, bet=20), Random(1))
    assert terms.rules is not None and len({bot.name for bot in terms.bots}) == 2
    tournament = sit_and_go_terms(TableForm(title="x", kind="sit-and-go", game=name, bots=2, bet=20))
    assert tournament.starts_full and tournament.structure.entry.most == tournament.structure.seats


def test_the_games_are_listed(room: Running) -> None:
    listed = Browser(room).get("/api/games")["games"]
    assert {one["id"] for one in listed} == {*GAMES, *MIXES}
    books = Browser(room).get("/api/games")["books"]
    assert [one["id"] for one in books if one["is_tournament"]][:2] == ["tda-2024", "tda-2026"]
    assert "from secondary sources" in next(one["title"] for one in books if one["id"] == "tda-2026")


def test_a_table_is_played_by_the_book_that_was_asked_for_and_unasked_by_the_usual_one() -> None:
    assert sit_and_go_terms(TableForm(title="x", kind="sit-and-go", house="tda-2026")).structure.rulebook == TDA_2026
    assert sit_and_go_terms(TableForm(title="x", kind="sit-and-go")).structure.rulebook == TDA_2024
    cash = terms_of(TableForm(title="x", house="roberts"), Random(1)).rules
    assert cash is not None and cash.rulebook == ROBERTS
    plain = terms_of(TableForm(title="x"), Random(1)).rules
    assert plain is not None and plain.rulebook == CASH


# ---- playing, and what is left of it


FEW = 10  # chips that are called: so nobody is out before the hands are played


def act(player: Player, options: dict[str, Any]) -> dict[str, Any]:
    if 0 < options.get("call", 0) <= FEW:
        return {"type": "call"}
    for may, kind in (("may_check", "check"), ("may_show", "show"), ("may_fold", "fold")):
        if options.get(may):
            return {"type": kind}
    raise AssertionError(options)


def play(player: Player, table: str, decisions: int) -> None:
    """Check and call so often, and see the hand to its end."""
    turn = -1
    until = time.monotonic() + 120
    while time.monotonic() < until:
        message = player.next()
        if message["type"] == "yours" and message.get("options") and message["turn"] != turn:
            turn = message["turn"]
            decisions -= 1
            player.cmd(f"act{turn}", {"type": "act", "turn": turn, "command": act(player, message["options"])}, table)
        elif message["type"] == "event" and decisions <= 0 and message["state"]["phase"] != "playing":
            return
    raise AssertionError("the hand is not over")


def test_a_guest_sits_down_plays_and_takes_his_hands_home(room: Running, host: Browser) -> None:
    terms = quick(terms_of(TableForm(title="Company", seats=4, bots=3), Random(2)), decide=60_000)
    table = host.post("/api/tables", {"terms": msgspec.to_builtins(terms)})["id"]
    guest = room.guest()
    player = guest.socket(**{"t" + table: 0})
    player.cmd("sit", {"type": "sit", "waits": False}, table)
    assert player.hear("ack", "nack")["type"] == "ack"
    play(player, table, 5)
    player.close()
    numbers = guest.get(f"/api/tables/{table}/hands")["hands"]
    assert numbers and numbers == list(range(1, len(numbers) + 1))  # five decisions may be those of one hand
    mine = 0
    for number in numbers[-3:]:
        answer = guest.http.get(f"/api/tables/{table}/hands/{number}")
        assert answer.status_code == 200 and "attachment" in answer.headers["content-disposition"]
        found = verify_record(decode_record(answer.content))
        assert found.holds and found.finished and found.hand == number
        mine += found.seat >= 0 and found.players[found.seat] == guest.name
        headers = {"x-csrftoken": guest.me["csrf"], "content-type": "application/json"}
        told = guest.http.post("/api/verify", content=answer.content, headers=headers).json()
        assert told["holds"] and told["link"] == found.link
        other = Browser(room).http.get(f"/api/tables/{table}/hands/{number}")
        assert decode_record(other.content).seat == -1
        assert not decode_record(other.content).own  # who only watched takes nobody's cards home
        forged = answer.content.replace(b'"hand": ', b'"hand": 1')
        told = guest.http.post("/api/verify", content=forged, headers=headers).json()
        assert not told["holds"]
    assert mine > 0
    assert guest.get(f"/api/tables/{table}/hands/99", 404)["because"].startswith("no such hand")
    assert guest.get("/api/tables/99/hands", 404)["because"] == "no such table"


def test_hands_are_verified_one_at_a_time(room: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """A record may be made so that it takes seconds: several of them together would leave the tables no time."""
    busy: list[int] = []

    def slow(record: HandRecord) -> Verified:
        busy.append(len(busy))
        assert len(busy) == 1
        time.sleep(0.05)
        busy.pop()
        return verify_record(record)

    monkeypatch.setattr(tables_api, "verify_record", slow)
    kept = (TESTS / "records" / "holdem-high-low.json").read_bytes()
    guest = room.guest()
    headers = {"x-csrftoken": guest.me["csrf"], "content-type": "application/json"}
    with ThreadPoolExecutor(4) as several:
        posts = [several.submit(guest.http.post, "/api/verify", content=kept, headers=headers) for _ in range(4)]
    assert [post.result().status_code for post in posts] == [200] * 4


def test_the_host_hears_of_what_goes_wrong_and_nobody_else(
    room: Running, host: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    terms = quick(RoomTerms(title="Cellar", rules=demo_terms()["Green felt: no-limit hold'em"].rules))
    table = host.post("/api/tables", {"terms": msgspec.to_builtins(terms)})["id"]
    guest = room.guest("Onlooker").socket(**{f"t{table}": 0})
    boss = host.socket()

    decide = RoomTable.decide

    def fails(self: RoomTable, said: Any, **how: Any) -> Any:
        if isinstance(said, Sit):
            raise RuntimeError("the ace of spades is on the floor")
        return decide(self, said, **how)

    monkeypatch.setattr(RoomTable, "decide", fails)
    guest.cmd("sit", {"type": "sit", "chips": 1000}, table)
    told = boss.hear("notice")
    assert told["table"] == table
    assert "ace" not in told["because"]
    heard = guest.hear("nack", "notice")
    assert heard["type"] == "nack"
    monkeypatch.undo()
    boss.cmd("on", {"type": "resume"}, table)  # for the tests that come
    assert boss.hear("ack", "nack")["type"] == "ack"
    boss.close()
    guest.close()


def test_a_table_of_the_demo_that_cannot_be_opened_keeps_no_room_closed(
    room: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = room.app_state.open_table
    before = [one.title for one in room.registry.tables()]

    async def open_table(terms: RoomTerms, **more: Any) -> str:
        if terms.title == CHOICE:
            raise ZeroDivisionError
        return await real(terms, **more)

    with monkeypatch.context() as patch:
        patch.setattr(room.app_state, "open_table", open_table)
        room.do(open_demo(room.app_state))
    titles = [one.title for one in room.registry.tables()]
    assert all(title in titles for title in demo_terms() if title != CHOICE)
    assert titles.count(CHOICE) == before.count(CHOICE)
    assert TOURNAMENT in [one["title"] for one in Browser(room).get("/api/tournaments")["tournaments"]]


def test_the_demo_has_company_and_another_event_when_one_is_over(room: Running) -> None:
    room.do(open_demo(room.app_state))
    room.do(open_demo(room.app_state))  # not twice
    felt = next(one.id for one in room.registry.tables() if one.title.startswith("Green felt"))
    until = time.monotonic() + 40
    while room.registry.actor(felt).machine.watched:  # its bots rest until somebody comes
        assert time.monotonic() < until
        time.sleep(0.01)
    titles = [one["title"] for one in Browser(room).get("/api/tables")["tables"]]
    assert all(titles.count(title) == 1 for title in demo_terms())
    assert not room.do(renew_tournament(room.app_state))
    (told,) = Browser(room).get("/api/tables")["tournaments"]
    assert (told["title"], told["players"], told["most"]) == (TOURNAMENT, 5, 6)
    actor = room.registry.tournaments.actor(told["id"])
    room.do(actor.say(CallOff("enough"), by="Hosta", staff=True))
    assert actor.machine.over
    assert room.do(renew_tournament(room.app_state))
    assert not room.do(renew_tournament(room.app_state))


def test_a_sit_and_go_of_the_lobby_is_a_tournament_that_starts_when_it_is_full(host: Browser, room: Running) -> None:
    form = {"title": "Quick", "kind": "sit-and-go", "game": "horse", "seats": 3, "bots": 2, "house": "tda-2024"}
    told = host.post("/api/tables", form)
    assert told["id"] == ""
    tournament = told["tournament"]
    (line,) = [one for one in host.get("/api/tables")["tournaments"] if one["id"] == tournament]
    assert (line["title"], line["players"], line["most"]) == ("Quick", 2, 3)
    ann = Browser(room)
    ann.post("/api/guest", {"name": "Annabel"})
    register = {"type": "register"}
    assert ann.get(f"/api/tournaments/{tournament}")["yours"]["accept"], "the terms are accepted first"
    refused = ann.post(f"/api/tournaments/{tournament}/say", {"id": "1", "do": register}, 409)
    assert refused["code"] == "terms_not_accepted"
    terms = ann.get(f"/api/tournaments/{tournament}/agreement")
    assert terms["asked"] and terms["title"] == "Quick" and not terms.get("accepted")
    accepts = {**register, "accepts": terms["agreement"]["version"]}
    ann.post(f"/api/tournaments/{tournament}/say", {"id": "2", "do": accepts})
    assert ann.get(f"/api/tournaments/{tournament}/agreement")["accepted"]
    state = host.get(f"/api/tournaments/{tournament}")["state"]
    assert state["phase"] == "running" and state["about"]["house"] == "tda-2024"
    assert tournament not in [one["id"] for one in host.get("/api/tables")["tournaments"]]


def test_a_sit_and_go_with_a_password_is_entered_and_watched_with_it(host: Browser, room: Running) -> None:
    form = {"title": "Ours", "kind": "sit-and-go", "seats": 3, "bots": 2, "password": "word"}
    tournament = host.post("/api/tables", form)["tournament"]
    (line,) = [one for one in host.get("/api/tournaments")["tournaments"] if one["id"] == tournament]
    assert line["locked"] and "word" not in repr(TableForm(**form))
    ann, bo = room.guest("Ann"), room.guest("Bo")
    version = ann.get(f"/api/tournaments/{tournament}/agreement")["agreement"]["version"]
    do = {"type": "register", "accepts": version}
    refused = ann.post(f"/api/tournaments/{tournament}/say", {"id": "1", "do": do}, 403)
    assert refused["code"] == "password_needed"
    socket = ann.socket()
    socket.say({"type": "tournament_cmd", "id": "1", "tournament": tournament, "do": do})
    assert socket.hear("nack")["code"] == "password_needed"
    assert ann.post(f"/api/tournaments/{tournament}/join", {"password": "other"}, 403)["code"] == "wrong_password"
    ann.post(f"/api/tournaments/{tournament}/join", {"password": "word"})
    socket.say({"type": "tournament_cmd", "id": "2", "tournament": tournament, "do": do})
    assert socket.hear("ack")["id"] == "2"
    until = time.monotonic() + 60
    while not (tables := host.get(f"/api/tournaments/{tournament}")["state"].get("tables")) or not tables[0].get(
        "table"
    ):
        assert time.monotonic() < until
        time.sleep(0.05)
    table = tables[0]["table"]
    bo.get(f"/api/tables/{table}/hands", 403)
    ann.get(f"/api/tables/{table}/hands")
    bo.post(f"/api/tables/{table}/join", {"password": "word"})
    bo.get(f"/api/tables/{table}/hands")
    socket.close()


# ---- pages


def test_pages_and_files_come_with_their_types_and_keep_to_themselves(room: Running, host: Browser) -> None:
    table = host.post("/api/tables", {"title": "A page", "bet": 4})["id"]
    with httpx.Client(base_url=room.url, timeout=60) as http:
        for path, kind in (
            ("/", "text/html"),
            (f"/table/{table}", "text/html"),
            ("/verify", "text/html"),
            ("/favicon.ico", "image"),
            ("/sw.js", "text/javascript"),  # a worker, which has a policy of its own
        ):
            answer = http.get(path)
            assert answer.status_code == 200 and answer.headers["content-type"].startswith(kind)
            assert "default-src 'self'" in answer.headers["content-security-policy"]
            assert answer.headers["x-content-type-options"] == "nosniff"
            assert "unsafe" not in answer.headers["content-security-policy"]
            again = http.get(path, headers={"if-none-match": answer.headers["etag"]})
            assert again.status_code == 304 and not again.content
        # a table lies in the window of several tables, and in no page from elsewhere; all other pages lie in none
        framed = {f"/table/{table}": "'self'", "/": "'none'", "/tiles": "'none'", f"/table/{table}/terms": "'none'"}
        for path, who in framed.items():
            assert f"frame-ancestors {who}" in http.get(path).headers["content-security-policy"]
        page = http.get("/").text
        for asked in re.findall(r'(?:src|href)="(/static/[^"]+)"', page):
            answer = http.get(asked)
            assert answer.status_code == 200 and answer.headers["x-content-type-options"] == "nosniff"
            # what a script or a style may do is decided by its page: it does not carry that sixty times
            assert ("content-security-policy" in answer.headers) is not asked.endswith((".js", ".css"))
        for path in (
            *("/static/", "/static/nothing.js", "/static/../app.py", "/static/%2e%2e/app.py", "/static//etc/passwd"),
            *("/static/..%2fapp.py", "/static/%00", "/static/a%5c..%5capp.py", "/static/.git"),
        ):
            assert http.get(path).status_code == 404
        assert "because" in http.get("/nothing").json()
        assert http.get("/api/guest").status_code == 405
        page = http.get("/schema")
        style = re.search(r'<link rel="stylesheet" href="([^"]+)">', page.text)
        assert page.status_code == 200 and style is not None
        assert "overflow-wrap: anywhere" in http.get(style[1]).text, "its paths are wider than a phone"


MISSING = {
    "/nothing": "page",
    "/table/999": "table",
    "/table/999/terms": "table",
    "/hand/{table}/99999": "hand",
    "/hand/999/1": "hand",
    "/hand/{table}/0": "hand",
    "/tournament/999": "tournament",
    "/tournament/x/terms": "tournament",
    "/desk/999": "tournament",
    "/e/999": "tournament",
}


def test_address_of_something_missing_says_what_and_where_to_go(room: Running, host: Browser) -> None:
    table = host.post("/api/tables", {"title": "Without hands", "bet": 4})["id"]
    with httpx.Client(base_url=room.url, timeout=60, headers={"accept": "text/html"}) as http:
        for path, what in MISSING.items():
            answer = http.get(path.format(table=table))
            assert answer.status_code == 404 and answer.headers["content-type"].startswith("text/html"), path
            assert f"<h1>There is no such {what}</h1>" in answer.text and 'href="/">All tables</a>' in answer.text, path


def test_files_are_read_again_when_they_change(tmp_path: Path) -> None:
    (tmp_path / "a.js").write_text("1")
    (tmp_path.parent / "secret.txt").write_text("x")
    (tmp_path / "out.txt").symlink_to(tmp_path.parent / "secret.txt")
    files = Files(tmp_path)
    first = files.find("a.js")
    assert files.find("/a.js").data == b"1"
    (tmp_path / "a.js").write_text("22")
    os.utime(tmp_path / "a.js", ns=(0, (tmp_path / "a.js").stat().st_mtime_ns + 1))  # whatever the clock of the disk
    assert files.find("a.js").data == b"22" and files.find("a.js").tag != first.tag
    for name in ("out.txt", "", "..", "../secret.txt", "b.js", str(tmp_path / "a.js")):
        if name != str(tmp_path / "a.js"):
            with pytest.raises(SidepotError):
                files.find(name)


def test_a_page_is_read_again_when_the_frame_changes(tmp_path: Path) -> None:
    frame = tmp_path / FRAME
    frame.parent.mkdir()
    frame.write_text("<a>\n<!-- page -->\n<b>\n")
    (tmp_path / "one.html").write_text("<!-- page -->\n<main>\n")
    files = Files(tmp_path)
    first = files.find("one.html")
    assert first.data == b"<a>\n<main>\n<b>\n"
    frame.write_text("<e>\n<!-- page -->\n")
    os.utime(frame, ns=(first.changed + 1, first.changed + 1))
    again = files.find("one.html")
    assert again.data == b"<e>\n<main>\n" and again.tag != first.tag
    assert files.find(FRAME).data == frame.read_bytes()


def test_others_are_told_how_to_get_here(room: Running) -> None:
    """A room for this machine says so; one for the network names an address for each of its networks."""
    with httpx.Client(base_url=room.url, timeout=60) as http:
        told = http.get("/api/invite").json()
        assert told["ways"][0]["address"] == room.url and told["only_here"]
        code = http.get("/api/invite/qr", params={"table": "7"})
        assert code.headers["content-type"].startswith("image/svg+xml") and b"<svg" in code.content
        assert http.get("/api/invite/qr", params={"at": 9}).status_code == 404
        page = http.get("/api/invite/qr", params={"path": "/e/7?enter"})
        assert page.status_code == 200 and page.content != code.content
        assert http.get("/api/invite/qr", params={"path": "elsewhere"}).status_code == 404
    found = ways_of(Settings(host="0.0.0.0"), "http://cards.lan:8000", 8000)
    assert found[0] == RoomAddress("http://cards.lan:8000", "as you came")
    assert {way.address for way in found[1:]} == {address(number, 8000) for _, number in networks()}


# ---- operation


def test_health_and_metrics(room: Running, host: Browser) -> None:
    table = host.post("/api/tables", {"title": "Counted", "bet": 4, "seats": 3})["id"]
    with httpx.Client(base_url=room.url, timeout=60) as http:
        health = http.get("/healthz").json()
        assert health["status"] == "ok" and health["tables"] == len(room.registry.tables())
        agreed = Browser(room).get(f"/api/tables/{table}/agreement")["agreement"]
        player = room.guest().socket(**{table: 0})
        player.cmd("m", {"type": "sit", "accepts": agreed["version"]}, table)
        assert player.hear("ack", "nack")["type"] == "ack"
        told = http.get("/metrics").text
        player.close()
    for name in ("sidepot_sockets 1.0", "sidepot_tables{phase=", "sidepot_store_commits", "process_resident_memory"):
        assert name in told
    for name in ("command", "commit"):
        count = re.search(rf"sidepot_{name}_seconds_count (\d+)", told)
        assert count and int(count[1]) > 0
        assert f'sidepot_{name}_seconds_bucket{{le="+Inf"}} {count[1]}' in told


def test_the_interface_tells_what_it_is(room: Running) -> None:
    schema = httpx.get(room.url + "/schema/openapi.json", timeout=60).json()
    assert {"/api/me", "/api/guest", "/api/tables", "/api/verify", "/healthz"} <= set(schema["paths"])
    page = httpx.get(room.url + "/schema", timeout=60).text
    assert "POST /api/guest" in page
    assert "<script" not in page and "//" not in page  # nothing from elsewhere
