"""Integrity over HTTP: a look through the hands beside the play, and two accounts of one browser at one table."""

from __future__ import annotations

import time
from pathlib import Path
from random import Random
from typing import Any

import pytest
from needs import SERVE

pytest.importorskip("httpx", reason=SERVE.reason)

import msgspec
from web_rooms import Browser, Running, running

from sidepot.cli.app import run
from sidepot.room.runtime.tables import TableRegistry
from sidepot.web.schemas.tables import TableForm, terms_of
from sidepot.web.security.devices import browser_name


def beside(room: Running, name: str, one: Browser) -> Browser:
    """Another account in the same browser."""
    key = browser_name(room.app_state.room)
    new = Browser(room)
    number = one.http.cookies.get(key)
    new.http.cookies.clear()
    new.http.cookies.set(key, number, domain="127.0.0.1", path="/")
    new.me = new.get("/api/me")
    new.post("/api/guest", {"name": name})
    assert new.http.cookies.get(key) == number
    return new


def opened(host: Browser, title: str) -> str:
    terms = msgspec.structs.replace(terms_of(TableForm(title=title, seats=4), Random(2)), agreed=False)
    found: str = host.post("/api/tables", {"terms": msgspec.to_builtins(terms)})["id"]
    return found


def sit(browser: Browser, table: str) -> Any:
    socket = browser.socket(**{"t" + table: 0})
    socket.hear("snapshot")
    socket.cmd(f"sit {time.monotonic()}", {"type": "sit", "waits": False}, table)
    return socket.hear("ack", "nack")


@pytest.mark.long
def test_two_accounts_of_one_browser_need_the_leave_of_the_host(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with running(tmp_path, TableRegistry) as room:
        host = room.guest("Hosta")
        host.become_host()
        first, second = (opened(host, title) for title in ("One", "Two"))
        ann = room.guest("Ann")
        bo = beside(room, "Bo", ann)
        cy = room.guest("Cy")
        assert sit(ann, first)["type"] == "ack"
        assert sit(cy, first)["type"] == "ack"  # another browser of the same address
        refused = sit(bo, first)
        assert (refused["type"], refused["code"]) == ("nack", "same_browser")
        assert refused["because"].startswith("Ann sits here from this browser")
        assert sit(bo, second)["type"] == "ack"  # at another table they may
        told = host.get("/api/integrity")
        (asked,) = told["seats"]
        assert (asked["table"], asked["player"], asked["other"], asked["given"]) == (first, "Bo", "Ann", False)
        assert (told["state"], told["found"]) == ("never", None)
        cy.get("/api/integrity", 403)
        cy.post("/api/integrity/seat", {"table": first, "account": asked["account"]}, 403)
        host.post("/api/integrity/seat", {"table": "9", "account": asked["account"]}, 409)
        host.post("/api/integrity/seat", {"table": first, "account": asked["account"]})
        assert host.get("/api/integrity")["seats"][0]["given"]
        assert sit(bo, first)["type"] == "ack"
        host.post("/api/integrity/look", {"days": 7})
        until = time.monotonic() + 120
        while (told := host.get("/api/integrity"))["state"] == "looking":
            assert time.monotonic() < until
            time.sleep(0.2)
        assert told["state"] == "done"
        flags = told["found"]["report"]["flags"]
        names = told["found"]["report"]["names"]
        seen = {(flag["kind"], frozenset(names[player] for player in flag["players"])) for flag in flags}
        assert ("same browser", frozenset({"Ann", "Bo"})) in seen
        assert ("same address", frozenset({"Ann", "Cy"})) in seen
        assert ("same address", frozenset({"Ann", "Bo"})) not in seen  # the browser tells more
    data = (tmp_path / "room.db").read_bytes()
    assert b"127.0.0.1" not in data  # marks alone are kept
    assert ann.http.cookies.get(browser_name(room.app_state.room)).encode() not in data
    assert run(["integrity", "--data", str(tmp_path)]) == 0
    assert "sat down at a table from the same browser" in capsys.readouterr().out
