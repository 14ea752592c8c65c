"""The server over HTTP: who comes in, how, and who is kept out."""

from __future__ import annotations

import json
from collections.abc import Iterator

import httpx
import pytest
from web_rooms import PLAIN, Browser, Running, running

from sidepot.web import people
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
    assert Browser(room).post("/api/guest", {"name": "ANN lee"}, 409)["because"] == "the name 'ANN lee' is taken"
    assert "already" in somebody.post("/api/guest", {"name": "Bo"}, 409)["because"]


@pytest.mark.parametrize("name", ["x" * 25, "\u202eAnn", "...", "Ada (bot)", "a\nb\0c"])
def test_names_that_cannot_be_shown_or_pass_for_a_bot_are_refused(room: Running, name: str) -> None:
    assert Browser(room).post("/api/guest", {"name": name}, 400)["because"]


def test_a_guest_who_signs_up_keeps_his_place(room: Running) -> None:
    guest = room.guest("Cleo")
    before = room.do(room.desk.accounts.named("Cleo"))
    assert "sit here as Cleo" in guest.post("/api/signup", {"name": "Other", "password": "long enough"}, 409)["because"]
    assert "characters" in guest.post("/api/signup", {"name": "Cleo", "password": "short"}, 400)["because"]
    assert guest.post("/api/signup", {"name": "cleo", "password": "long enough"}) == {"name": "Cleo", "role": "player"}
    after = room.do(room.desk.accounts.named("Cleo"))
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


def test_who_logs_out_is_nobody_and_his_sockets_are_closed(room: Running) -> None:
    one, other = room.guest("Eve"), room.guest("Finn")
    sockets = one.socket(), other.socket()
    token = one.cookies
    assert one.post("/api/logout") == {"name": "", "role": ""}
    with pytest.raises(Exception, match="4001"):
        sockets[0].next()
    again = httpx.get(room.url + "/api/me", headers={"Cookie": token}).json()
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
    assert room.desk.store.place.file is not None
    for file in room.desk.store.place.file.parent.iterdir():
        assert token.encode() not in file.read_bytes()


def test_nothing_is_posted_by_another_site(room: Running) -> None:
    browser = room.guest("Gus")
    for headers in ({}, {"x-csrftoken": "0" * 128}, {"x-csrftoken": Browser(room).me["csrf"]}):
        answer = browser.http.post("/api/logout", json={}, headers=headers)
        assert answer.status_code == 403
        assert "load it again" in answer.json()["because"]
    assert browser.name == "Gus"


def test_the_host_link_works_once(room: Running) -> None:
    token = room.do(people.new_host_token(room.desk))
    visitor = Browser(room)
    assert visitor.http.get("/host", params={"token": token + "x"}).status_code == 409
    answer = visitor.http.get("/host", params={"token": token})
    assert (answer.status_code, answer.headers["location"]) == (303, "/")
    assert visitor.get("/api/me")["role"] == "host"
    assert visitor.http.get("/host", params={"token": token}).status_code == 303  # he is host already
    other = room.guest("Hans")
    assert "used already" in other.post("/api/host", {"token": token}, 409)["because"]
    assert other.get("/api/me")["role"] == "guest"
    assert room.do(people.has_host(room.desk))


def test_who_becomes_host_is_host_on_his_open_socket_too(room: Running) -> None:
    browser = room.guest("Ines")
    room.do(room.desk.hall.open(None, by=""))  # type: ignore[arg-type]
    socket = browser.socket(t1=0)
    socket.cmd("1", {"type": "pause"})
    assert socket.hear("nack")["because"] == "only the host says that"
    browser.become_host()
    socket.cmd("2", {"type": "pause"})
    assert socket.hear("ack", "nack")["type"] == "ack"
    socket.close()


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
        token = room.do(people.new_host_token(room.desk))
        browser = Browser(room)
        browser.http.get("/host", params={"token": token})
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
    assert room.do(people.forget_guests(room.desk)) >= 1
    assert Browser(room).post("/api/guest", {"name": "Kept"}, 409)
    assert room.guest("Gone").name == "Gone"
    assert kept.name == "Kept"


def test_a_store_that_cannot_is_said_so(tmp_path_factory: pytest.TempPathFactory) -> None:
    with running(tmp_path_factory.mktemp("room")) as room:
        browser, other = room.guest("Ann"), Browser(room)
        room.do(room.desk.store.close())
        because = other.post("/api/guest", {"name": "Bo"}, 503)["because"]
        assert "closing" in because and "room.db" not in because
        assert browser.get("/api/me", 503)["because"]
        assert browser.get("/healthz", 503)["because"]
        assert browser.http.get("/").status_code == 200
