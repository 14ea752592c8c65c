"""The server over HTTP: who comes in, how, and who is kept out."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from needs import SERVE

pytest.importorskip("httpx", reason=SERVE.reason)

import httpx
import msgspec
from room_tables import terms
from web_rooms import PLAIN, Browser, Player, Running, running

from sidepot.room.runtime.tables import TableRegistry
from sidepot.room.store.accounts import Account
from sidepot.room.table.commands import Leave, Sit
from sidepot.room.table.terms import Timing
from sidepot.web.auth import identities
from sidepot.web.logs import JsonLines
from sidepot.web.settings import Settings


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("room")) as found:
        yield found


def test_a_guest_needs_a_name_or_not_even_that(room: Running) -> None:
    somebody = Browser(room)
    assert somebody.me["name"] == "" and somebody.me["offer"]
    assert somebody.post("/api/guest", {"name": "  Ann   Lee "}) == {"name": "Ann Lee", "role": "guest"}
    assert somebody.get("/api/me")["name"] == "Ann Lee"
    other = Browser(room)
    assert other.post("/api/guest")["name"]
    assert (
        Browser(room).post("/api/guest", {"name": "ANN lee"}, 409)["because"].startswith("the name 'ANN lee' is taken")
    )
    assert "already" in somebody.post("/api/guest", {"name": "Bo"}, 409)["because"]


@pytest.mark.parametrize("name", ["x" * 25, "\u202eAnn", "...", "Ada (bot)", "a\nb\0c"])
def test_names_that_cannot_be_shown_or_pass_for_a_bot_are_refused(room: Running, name: str) -> None:
    assert Browser(room).post("/api/guest", {"name": name}, 400)["because"]


def test_a_guest_who_signs_up_keeps_his_place(room: Running) -> None:
    guest = room.guest("Cleo")
    before = room.do(room.app_state.accounts.named("Cleo"))
    assert (
        "are already here as Cleo"
        in guest.post("/api/signup", {"name": "Other", "password": "long enough"}, 409)["because"]
    )
    assert "characters" in guest.post("/api/signup", {"name": "Cleo", "password": "short"}, 400)["because"]
    assert guest.post("/api/signup", {"name": "cleo", "password": "long enough"}) == {"name": "Cleo", "role": "player"}
    after = room.do(room.app_state.accounts.named("Cleo"))
    assert before is not None and after is not None and after.id == before.id
    assert after.password is not None and after.password.startswith("$argon2id$")

    elsewhere = Browser(room)
    wrong = elsewhere.post("/api/login", {"name": "Cleo", "password": "long enough?"}, 403)["because"]
    assert wrong == elsewhere.post("/api/login", {"name": "Nobody", "password": "long enough"}, 403)["because"]
    assert elsewhere.post("/api/login", {"name": "CLEO", "password": "long enough"})["name"] == "Cleo"
    assert Browser(room).post("/api/signup", {"name": "Cleo", "password": "long enough"}, 409)


def test_a_guest_has_no_password_to_guess(room: Running) -> None:
    room.guest("Dora")
    assert Browser(room).post("/api/login", {"name": "Dora", "password": ""}, 403)


def test_logout_closes_the_sockets_of_the_session(room: Running) -> None:
    one, other = room.guest("Eve"), room.guest("Finn")
    sockets = one.socket(), other.socket()
    token = one.cookies
    assert one.post("/api/logout") == {"name": "", "role": ""}
    with pytest.raises(Exception, match="4001"):
        sockets[0].next()
    again = httpx.get(room.url + "/api/me", headers={"Cookie": token}, timeout=60).json()
    assert again["name"] == ""
    sockets[1].say({"type": "ping", "n": 3})
    assert sockets[1].hear("pong")["n"] == 3
    sockets[1].close()


def test_the_token_is_kept_as_a_hash_and_no_script_reads_the_cookie(room: Running) -> None:
    browser = Browser(room)
    answer = browser.http.post("/api/guest", json={}, headers={"x-csrftoken": browser.me["csrf"]})
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie and "SameSite=lax" in cookie
    token = cookie.partition("=")[2].partition(";")[0]
    assert room.app_state.store.place.file is not None
    for file in room.app_state.store.place.file.parent.iterdir():
        assert token.encode() not in file.read_bytes()


def test_nothing_is_posted_by_another_site(room: Running) -> None:
    browser = room.guest("Gus")
    for headers in ({}, {"x-csrftoken": "0" * 128}, {"x-csrftoken": Browser(room).me["csrf"]}):
        answer = browser.http.post("/api/logout", json={}, headers=headers)
        assert answer.status_code == 403
        assert "reload the page" in answer.json()["because"]
    assert browser.name == "Gus"


def test_the_host_link_works_once(room: Running) -> None:
    token = room.do(identities.new_host_token(room.app_state))
    visitor = Browser(room)
    assert visitor.http.get("/host", params={"token": token + "x"}).status_code == 409
    answer = visitor.press("/host", token=token)
    assert (answer.status_code, answer.headers["location"]) == (303, "/")
    assert visitor.get("/api/me")["role"] == "host"
    assert visitor.http.get("/host", params={"token": token}).status_code == 303  # they are host already
    other = room.guest("Hans")
    assert "used before" in other.post("/api/host", {"token": token}, 409)["because"]
    assert other.get("/api/me")["role"] == "guest"
    assert room.do(identities.has_host(room.app_state))


def test_to_look_at_the_host_link_takes_nothing(room: Running) -> None:
    """A chat program makes a preview of it, a browser fetches it beforehand."""
    token = room.do(identities.new_host_token(room.app_state))
    for _ in range(3):
        page = httpx.get(room.url + "/host", params={"token": token}, timeout=60)
        assert page.status_code == 200 and page.headers["content-type"].startswith("text/html")
        assert page.headers["cache-control"] == "no-store"
        assert f"sidepot-{room.app_state.room}=" not in page.headers["set-cookie"]  # nobody is logged in by that
    judith = room.guest("Judith")
    assert judith.get("/api/me")["role"] == "guest"
    page = judith.http.get("/host", params={"token": token}).text
    assert '<html lang="en">' in page and "<main" in page and "<h1>" in page
    assert (
        'Become the host as <span translate="no">Judith</span>' in page
        and page.partition("</main>")[0].count("<button ") == 1
    )
    assert judith.press("/host", token=token).status_code == 303
    assert judith.get("/api/me") | {"csrf": ""} == judith.get("/api/me") | {"csrf": "", "role": "host"}
    used = httpx.get(room.url + "/host", params={"token": token}, timeout=60)
    assert used.status_code == 409 and "used before" in used.text and "<button" not in used.text.partition("</main>")[0]


def test_the_host_button_is_pressed_on_that_page_only(room: Running) -> None:
    token = room.do(identities.new_host_token(room.app_state))
    karl = room.guest("Karl")
    for data in ({"token": token}, {"token": token, "_csrf_token": Browser(room).me["csrf"]}):
        assert karl.http.post("/host", data=data).status_code == 403
    assert karl.get("/api/me")["role"] == "guest"
    wrong = karl.http.post("/host", data={"token": "x", "_csrf_token": karl.me["csrf"]})
    assert wrong.status_code == 409 and 'role="alert"' in wrong.text
    assert karl.http.post("/host", data={"token": token, "_csrf_token": karl.me["csrf"]}).status_code == 303
    assert karl.get("/api/me")["role"] == "host"


def test_the_host_page_escapes_its_token(room: Running) -> None:
    page = httpx.get(room.url + "/host", params={"token": '"><script>alert(1)</script>'}, timeout=60)
    assert page.status_code == 409
    assert "alert(1)" not in page.text and "<script>" not in page.text


def test_becoming_host_replaces_the_token(room: Running) -> None:
    """Whoever has seen the guest's token is not host by it: neither over HTTP, nor by a socket that is open already."""
    browser, elsewhere = room.guest("Ines"), Browser(room)
    before = browser.cookies
    found = room.do(room.app_state.accounts.named("Ines"))
    assert found is not None
    other = room.do(identities._log_in(room.app_state, found)).token  # the same account, in another browser
    elsewhere.http.cookies.set(f"sidepot-{room.app_state.room}", other)
    stolen, own, there = room.socket(before), browser.socket(), elsewhere.socket()
    spied = Player(stolen, {})
    browser.become_host()
    for player, code in ((spied, "4002"), (own, "4002"), (there, "4001")):
        with pytest.raises(Exception, match=code):
            player.next()
    assert httpx.get(room.url + "/api/me", headers={"Cookie": before}, timeout=60).json()["name"] == ""
    assert elsewhere.name == ""
    assert browser.get("/api/me")["role"] == "host"
    assert browser.socket().hello["role"] == "host"
    assert Player(room.socket(before), {}).hello["you"] == ""


def test_by_the_button_too_a_new_token_is_given(room: Running) -> None:
    token = room.do(identities.new_host_token(room.app_state))
    browser = room.guest("Irma")
    before = browser.cookies
    assert browser.press("/host", token=token).status_code == 303
    assert browser.get("/api/me")["role"] == "host"
    assert httpx.get(room.url + "/api/me", headers={"Cookie": before}, timeout=60).json()["name"] == ""


def test_passwords_are_guessed_slowly(tmp_path_factory: pytest.TempPathFactory) -> None:
    with running(tmp_path_factory.mktemp("room"), settings=Settings(demo=False)) as room:
        somebody = Browser(room)
        codes = []
        for _ in range(12):
            answer = somebody.http.post(
                "/api/login", json={"name": "Ann", "password": "guess"}, headers={"x-csrftoken": somebody.me["csrf"]}
            )
            codes.append(answer.status_code)
        assert codes == [403] * 10 + [429] * 2
        codes = [somebody.http.get("/host?token=no").status_code for _ in range(40)]
        assert codes[0] == 409 and codes[-1] == 429
        assert somebody.http.get("/api/me").status_code == 200  # other things are counted apart


def test_logs_have_neither_tokens_nor_passwords(
    tmp_path_factory: pytest.TempPathFactory, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level("DEBUG"), running(tmp_path_factory.mktemp("room"), settings=PLAIN) as room:
        token = room.do(identities.new_host_token(room.app_state))
        browser = Browser(room)
        assert browser.press("/host", token=token).status_code == 303
        browser.post("/api/signup", {"name": browser.name, "password": "my dog's name"})
        browser.post("/api/login", {"name": browser.name, "password": "my cat's name"}, 403)
        browser.socket().close()
        session = browser.cookies.rpartition("=")[2]
    lines = [JsonLines().format(record) for record in caplog.records if record.name.startswith("sidepot")]
    assert {json.loads(line)["event"] for line in lines} >= {"host came", "signed up", "wrong password"}
    for secret in (token, session, "my dog's name", "my cat's name"):
        assert not any(secret in line for line in lines)


def test_guests_who_are_gone_are_forgotten_and_their_names_are_free(room: Running) -> None:
    kept, gone = room.guest("Kept"), room.guest("Gone")
    gone.post("/api/logout")
    assert room.do(identities.forget_guests(room.app_state)) >= 1
    assert Browser(room).post("/api/guest", {"name": "Kept"}, 409)
    assert room.guest("Gone").name == "Gone"
    assert kept.name == "Kept"


def older(room: Running, name: str, days: float) -> None:
    """They came so long ago."""
    found = room.do(room.app_state.accounts.named(name))
    assert found is not None
    created = found.created - int(days * identities.DAY)
    room.do(room.app_state.accounts.change(found.id, lambda was: msgspec.structs.replace(was, created=created)))


def say(room: Running, said: Any, name: str, table: str) -> None:
    """They say something at a table."""
    found = room.do(room.app_state.accounts.named(name))
    assert found is not None
    room.do(room.registry.actor(table).say(said, by=name, account=found.id))


@pytest.mark.long
def test_a_guest_who_did_nothing_is_forgotten_after_a_day(tmp_path: Path) -> None:
    """They never sat down; who did keeps the name, also after leaving, a closed table and a restart of the room."""
    quick = terms(timing=Timing(show=0, street=0, between=1, showdown=1, cut=0))
    with running(tmp_path, TableRegistry) as room:
        guests = {name: room.guest(name) for name in ("Idle", "New", "Watching", "Seated", "Left", "Closed", "Hanne")}
        guests["Hanne"].become_host()
        Browser(room).post("/api/signup", {"name": "Signed", "password": "long enough"})
        open_, closed = (room.do(room.app_state.open_table(quick, by="")) for _ in range(2))

        say(room, Sit(), "Seated", open_)
        for name, table in (("Left", open_), ("Closed", closed)):
            say(room, Sit(), name, table)
            say(room, Leave(), name, table)
        room.do(room.registry.close(closed, "Host"))
        assert room.registry.actor(closed).machine.over
        for name in (*guests, "Signed"):
            if name != "New":
                older(room, name, 1.1)
        watching = guests["Watching"].socket()
        assert room.do(identities.forget_guests(room.app_state)) == 1
        assert room.do(identities.forget_guests(room.app_state)) == 0
        watching.close()
        assert guests["Idle"].name == ""  # their browser is nobody's any more
        assert room.guest("Idle").name == "Idle"
        for name in ("New", "Watching", "Seated", "Left", "Closed", "Hanne"):
            assert guests[name].name == name
    with running(tmp_path, TableRegistry) as room:
        assert open_ in {one.id for one in room.registry.tables()}
        assert closed not in {one.id for one in room.registry.tables()}
        assert room.do(identities.forget_guests(room.app_state)) == 1  # who only watched
        for name in ("New", "Seated", "Left", "Closed", "Hanne", "Signed"):
            assert room.do(room.app_state.accounts.named(name)) is not None, name


def test_a_guest_whose_seat_a_restart_came_after_is_kept(tmp_path: Path) -> None:
    """Nobody looked between their sitting down and the restart: what the table remembers of them counts."""
    with running(tmp_path, TableRegistry) as room:
        room.guest("Left")
        older(room, "Left", 2)
        table = room.do(room.app_state.open_table(terms(), by=""))
        say(room, Sit(), "Left", table)
        say(room, Leave(), "Left", table)
    with running(tmp_path, TableRegistry) as room:
        assert room.do(identities.forget_guests(room.app_state)) == 0


@pytest.mark.long
def test_many_guests_are_forgotten_in_few_commits(tmp_path: Path) -> None:
    with running(tmp_path, TableRegistry) as room:
        old = room.app_state.registry.clock() - 2 * identities.DAY

        async def come() -> None:
            new = [Account(f"id{at}", f"Guest {at}", "guest", old) for at in range(1200)]
            await asyncio.gather(*[room.app_state.accounts.add(one) for one in new])

        room.do(come())
        before = room.app_state.store.commits
        assert room.do(identities.forget_guests(room.app_state)) == 1200
        assert room.app_state.store.commits - before <= 10


def test_a_store_that_cannot_is_said_so(tmp_path_factory: pytest.TempPathFactory) -> None:
    with running(tmp_path_factory.mktemp("room")) as room:
        browser, other = room.guest("Ann"), Browser(room)
        room.do(room.app_state.store.close())
        because = other.post("/api/guest", {"name": "Bo"}, 503)["because"]
        assert "closing" in because and "room.db" not in because
        assert browser.get("/api/me", 503)["because"]
        assert browser.get("/healthz", 503)["because"]
        assert browser.http.get("/").status_code == 200
