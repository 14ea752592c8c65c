"""A table whose chips are cents, over HTTP: the lobby, the log, the hand, its files, the books, all in units."""

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
from web_rooms import running

from sidepot.room.runtime.bots import BotPlayers, Pace
from sidepot.room.runtime.tables import TableRegistry
from sidepot.room.table.terms import Timing
from sidepot.web.schemas.tables import TableForm, terms_of

SHORT = Timing(decide=60_000, bank=0, bank_back=0, between=10, showdown=10, away=20_000)


def test_cents_are_cents_everywhere(tmp_path: Path) -> None:
    with running(tmp_path, lambda store: TableRegistry(store, bots=BotPlayers(Pace(0.0, 0.01)))) as room:
        host = room.guest("Hosta")
        host.become_host()
        terms = terms_of(TableForm(title="Cents", seats=3, bots=2, bet=50, decimals=2), Random(2))
        terms = msgspec.structs.replace(terms, timing=SHORT, agreed=False)
        table = host.post("/api/tables", {"terms": msgspec.to_builtins(terms)})["id"]
        (listed,) = host.get("/api/tables")["tables"]
        assert (listed["terms"], listed["decimals"]) == ("No limit, blinds 0.25/0.50", 2)

        player = room.guest("Ann")
        plays = player.socket(**{"t" + table: 0})
        plays.cmd("sit", {"type": "sit", "waits": False, "chips": 4050}, table)
        line, until = Line(plays, table), time.monotonic() + 120
        while not player.get("/api/hands?mine=true")["hands"]:
            assert time.monotonic() < until
            line.hear()
        plays.cmd("leave", {"type": "leave"}, table)
        (hand,) = player.get("/api/hands?mine=true")["hands"]
        assert hand["decimals"] == 2 and player.get("/api/figures")["decimals"] == 2
        assert not player.get("/api/hands?mine=true&least=200")["hands"]  # 200.00, more than all have

        where = f"/api/tables/{table}/hands/{hand['hand']}"
        replayed = player.get(f"{where}/replay")["replayed"]
        assert (replayed["terms"], replayed["decimals"]) == ("No limit, blinds 0.25/0.50", 2)
        posts = [line for step in replayed["steps"] for line in step["lines"] if "blind" in line]
        assert any("0.25" in line for line in posts) and any("0.50" in line for line in posts), posts
        stars = player.http.get(f"{where}/file?kind=stars").text
        assert "(0.25/0.50)" in stars and "Ann (40.50 in chips)" in stars
        assert "blinds_or_straddles = [0.25, 0.50, " in player.http.get(f"{where}/file?kind=phh").text
        assert '"big_blind_amount": 0.5' in player.http.get(f"{where}/file?kind=ohh").text

        night = player.get(f"/api/nights/{date_of(room.registry.clock(), 0)}")
        assert night["decimals"] == 2 and night["balance"] == 0
        (me,) = [one for one in night["players"] if one["you"]]
        assert me["bought"] == 4050
        assert ",40.50," in player.http.get(f"/api/nights/{night['period']}/csv?what=players").text
        assert "cash,-40.50" in player.http.get(f"/api/nights/{night['period']}/csv?what=postings").text
