"""The nights of the club over HTTP: the list, what a night came to, files; and who sees which."""

from __future__ import annotations

import time
from pathlib import Path
from random import Random

import pytest
from needs import SERVE

pytest.importorskip("httpx", reason=SERVE.reason)

import msgspec
from nights import date_of
from test_web_my_hands import Line
from web_rooms import Browser, running

from sidepot.room.runtime.bots import BotPlayers, Pace
from sidepot.room.runtime.tables import TableRegistry
from sidepot.room.table.terms import Timing
from sidepot.web.schemas.tables import TableForm, terms_of


def test_a_night_is_listed_summed_and_taken_home(tmp_path: Path) -> None:
    with running(tmp_path, lambda store: TableRegistry(store, bots=BotPlayers(Pace(0.0, 0.01)))) as room:
        host = room.guest("Hosta")
        host.become_host()
        terms = terms_of(TableForm(title="Company", seats=3, bots=2), Random(2))
        timing = Timing(decide=60_000, bank=0, bank_back=0, between=10, showdown=10, away=20_000)
        terms = msgspec.structs.replace(terms, timing=timing, agreed=False)
        table = host.post("/api/tables", {"terms": msgspec.to_builtins(terms)})["id"]
        player, stranger = room.guest("Ann"), room.guest("Rae")
        plays = player.socket(**{"t" + table: 0})
        plays.cmd("sit", {"type": "sit", "waits": False}, table)
        line, until = Line(plays, table), time.monotonic() + 120
        while not player.get("/api/hands?mine=true")["hands"]:
            assert time.monotonic() < until
            line.hear()
        plays.cmd("leave", {"type": "leave"}, table)
        today = date_of(room.registry.clock(), 60)
        while any(line["you"] and line["on_table"] for line in player.get(f"/api/nights/{today}?offset=60")["players"]):
            assert time.monotonic() < until
            line.hear()  # the hand that is on is played to its end

        mine = player.get("/api/nights?offset=60")
        assert not mine["all"] and mine["more"] == 0
        (night,) = mine["nights"]
        assert (night["tables"], night["players"]) == (1, 3)
        books = player.get(f"/api/nights/{night['date']}?offset=60")
        assert books["balance"] == 0 and books["fewest"]
        (me,) = [line for line in books["players"] if line["you"]]
        assert me["player"] == "Ann" and me["result"] == night["mine"] == me["cashed"] - me["bought"] and not me["bot"]
        assert sum(line["bot"] for line in books["players"]) == 2
        assert all("the house" in (one["payer"], one["payee"]) for one in books["payments"])  # it plays the bots
        month = player.get(f"/api/nights/{night['date'][:7]}?offset=60")
        there = {line["player"] for line in books["players"]}
        assert {line["player"] for line in month["players"]} == there  # in another order, for the bots play on
        for what in ("players", "payments", "postings"):
            answer = player.http.get(f"/api/nights/{night['date']}/csv?offset=60&what={what}")
            assert answer.status_code == 200 and answer.headers["content-type"].startswith("text/csv")
            assert answer.headers["content-disposition"].endswith('.csv"')
        assert "Ann,cash," in answer.text
        # the host sees all; a stranger nothing; a browser without a name is asked for one
        assert host.get("/api/nights?offset=60")["all"] and len(host.get("/api/nights?offset=60")["nights"]) == 1
        assert len(host.get(f"/api/nights/{night['date']}?offset=60")["players"]) == 3
        assert stranger.get("/api/nights")["nights"] == []
        assert stranger.get(f"/api/nights/{night['date']}?offset=60")["players"] == []
        assert Browser(room).get("/api/nights", 401)["because"] == "log in first"
        for wrong in ("yesterday", "2026-13", "2026-02-30", "0001-01"):
            assert player.get(f"/api/nights/{wrong}", 400)["because"].endswith("from 1970 on")
