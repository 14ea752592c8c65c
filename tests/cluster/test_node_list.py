"""`sidepot nodes` tells who has what, and how busy each process is."""

from __future__ import annotations

import itertools
import time

import pytest
import typer
from needs import POSTGRES, SERVE

pytest.importorskip("sqlalchemy", reason=SERVE.reason)

from room_stores import wait
from sqlalchemy import text

from sidepot.cli import nodes
from sidepot.cli.app import run
from sidepot.cluster import membership
from sidepot.cluster.membership import Membership
from sidepot.cluster.node_list import list_nodes
from sidepot.cluster.places import hold
from sidepot.room.store.place import Place
from sidepot.room.store.store import open_store

pytestmark = POSTGRES.mark

NEVER = 1 << 50  # a lease that ends in thousands of years
SOON = 60.0  # seconds, on a machine that does much else


def test_the_list_tells_who_has_what_and_how_busy_each_is(
    place: Place, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    used = itertools.count()  # seconds of a processor, more at each look
    monkeypatch.setattr(membership, "LOAD", 0.01)
    monkeypatch.setattr(membership, "process_time", lambda: float(next(used)))
    a, b = [Membership(place, name, print, clock=time.monotonic, lease=SOON) for name in ("a", "b")]
    one, other = open_store(place, member=a), open_store(place, member=b)
    assert wait(one.write(hold(a, "shares/a"))) and wait(other.write(hold(b, "shares/b")))
    for stream in ("table/10", "table/9", "tournament/1", "table/over"):
        assert wait(one.write(a.reserve(stream)))
        wait(one.append(stream, 0, [b"x"], 1))
    wait(one.end("table/over", 2))
    end = time.monotonic() + SOON
    while not all(shown.load > 0 for shown in list_nodes(place)):
        assert time.monotonic() < end
        time.sleep(0.05)
    first, second = list_nodes(place)
    assert (first.node, first.owns, first.tables) == ("a", ("table/9", "table/10", "tournament/1"), 2)
    assert (second.node, second.owns, second.tables) == ("b", (), 0)
    monkeypatch.setattr(nodes, "find_place", lambda *_: place)
    with pytest.raises(typer.Exit):
        nodes.command(db="the same", tables=True)
    told = capsys.readouterr().out
    assert "% of a core" in told and "\n    table/9 table/10 tournament/1\n" in told
    wait(one.close())
    wait(other.close())


def test_drain_explains_a_process_that_does_not_stop(place: Place, capsys: pytest.CaptureFixture[str]) -> None:
    """Nobody waits for an answer that cannot come without being told why there is none."""
    address = place.url.set(drivername="postgresql").render_as_string(hide_password=False)

    async def say(words: str) -> None:
        async with open_store(place) as store:
            await store.write(lambda connection: connection.execute(text(words)).close())

    wait(say(f"INSERT INTO node VALUES ('a', 1, true, {NEVER}, 0, '10.0.0.1:8000', '0.1.0', 1, 1)"))
    assert run(["drain", "a", "--db", address, "--wait", "0"]) == 0
    assert capsys.readouterr().out == "a was asked to move its 0 tables and stop\n"
    assert run(["drain", "a", "--db", address, "--wait", "0.3"]) == 1
    assert "a has not stopped after 0.3 seconds" in capsys.readouterr().out
    wait(say("UPDATE node SET until = 0"))
    assert run(["drain", "a", "--db", address, "--wait", "0.3"]) == 1
    assert "a does not respond" in capsys.readouterr().out
    wait(say("UPDATE node SET up = false"))
    assert run(["drain", "a", "--db", address]) == 2
    assert "no node a is running" in capsys.readouterr().err
