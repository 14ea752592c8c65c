"""The room as a source of the tracker: only what its player saw, and each hand once."""

from __future__ import annotations

import json
import shutil
import time
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from needs import CORPORA, POSTGRES, SERVE

pytest.importorskip("httpx", reason=SERVE.reason)

from room_stores import fresh_place
from sqlalchemy import insert, select
from web_rooms import running

from sidepot.cli.app import run
from sidepot.errors import BadNotation
from sidepot.room.runtime.bots import BotPlayers, Pace
from sidepot.room.runtime.tables import TableRegistry
from sidepot.room.store import schema
from sidepot.room.store.database import connect_for_writing, connected_once, create_tables, read_once
from sidepot.room.store.errors import StoreError
from sidepot.room.store.place import place_of
from sidepot.room.table.terms import Timing
from sidepot.tracker import room_hands
from sidepot.tracker.room_hands import take_hands
from sidepot.tracker.rooms import Room
from sidepot.tracker.watching import Watcher
from sidepot.web.schemas.tables import TableForm, terms_of

pytestmark = [CORPORA.mark, SERVE.mark]

HANDS = 4


class Played(msgspec.Struct):
    """A room's folder, and what its player could see of each hand, by number: the whole text that the room shows."""

    folder: Path
    seen: dict[int, str]


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Played:
    """Ann plays some hands with two bots, who show nothing that they need not show."""
    folder = tmp_path_factory.mktemp("room")
    with running(folder, lambda store: TableRegistry(store, bots=BotPlayers(Pace(0.0, 0.01)))) as room:
        host = room.guest("Hosta")
        host.become_host()
        terms = terms_of(TableForm(title="Company", seats=3, bots=2), Random(2))
        timing = Timing(decide=60_000, bank=0, bank_back=0, between=10, showdown=10, away=20_000)
        terms = msgspec.structs.replace(terms, timing=timing, agreed=False)
        table = host.post("/api/tables", {"terms": msgspec.to_builtins(terms)})["id"]
        player = room.guest("Ann")
        plays = player.socket(**{"t" + table: 0})
        plays.cmd("sit", {"type": "sit", "waits": False}, table)
        until, turn, closing = time.monotonic() + 120, -1, False
        phase = ""
        while phase != "over":  # as it is published, so that the last hand is stored
            assert time.monotonic() < until
            told = plays.next()
            phase = told["state"]["phase"] if told["type"] in ("snapshot", "event") else phase
            if told["type"] == "yours" and told.get("options") and told["turn"] != turn:
                turn, may = told["turn"], told["options"]
                act = "muck" if may["may_muck"] else "check" if may["may_check"] else "fold"
                plays.cmd(f"a{turn}", {"type": "act", "turn": turn, "command": {"type": act}}, table)
            if not closing and len(player.get("/api/hands?mine=true")["hands"]) >= HANDS:
                host.socket(**{"t" + table: 0}).cmd("close", {"type": "close"}, table)
                closing = True  # the hand that is on is played to its end
        hands = player.get("/api/hands?mine=true")["hands"]
        path = f"/api/tables/{table}/hands/{{}}/file?kind=json"
        seen = {one["hand"]: json.dumps(player.get(path.format(one["hand"]))) for one in hands}
    return Played(folder, seen)


def all_cards(folder: Path) -> list[Any]:
    from sidepot.tracker.database import ask_sql

    return ask_sql(folder, "SELECT hand, hero, player, cards, showdown FROM played ORDER BY started, seat").rows


def test_only_what_the_player_saw(played: Played, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    home = tmp_path / "home"
    words = ["tracker", "--data", str(home), "--room", str(played.folder), "--player", "ann", "--json"]
    assert run(words) == 0
    assert json.loads(capfd.readouterr().out)["hands"] == len(played.seen)
    rows = all_cards(home)
    assert len(rows) >= 2 * HANDS
    for _, hero, player, cards, showdown in rows:
        assert hero is (player == "Ann")
        if hero:
            assert len(cards) == 4 and "?" not in cards
        elif not showdown:
            assert set(cards) <= {"?"}, (player, cards)
    shown = {json.dumps(sorted(one["own"], key=str)) for one in map(json.loads, played.seen.values())}
    files = [file for file in (home / "room").rglob("*") if file.is_file()]
    taken = [json.loads(line) for file in files for line in file.read_text("utf-8").splitlines()]
    assert {json.dumps(sorted(one["own"], key=str)) for one in taken} == shown
    for one in taken:  # the same items as in the player's own export: no card of another player's
        theirs = next(json.loads(seen) for seen in played.seen.values() if json.loads(seen)["items"] == one["items"])
        assert {**theirs, "about": None} == {**one, "about": None}


def test_new_hands_are_taken_each_time_and_once(played: Played, tmp_path: Path) -> None:
    home, room = tmp_path / "home", Room(str(played.folder), "Ann")
    first = take_hands(home, room)
    assert (first.hands, first.unread) == (len(played.seen), [])
    before = {file: file.stat().st_mtime_ns for file in first.folder.iterdir()}
    again = take_hands(home, room)
    assert again.folder == first.folder
    assert {file: file.stat().st_mtime_ns for file in again.folder.iterdir()} == before


def test_a_hand_is_read_from_the_room_once(played: Played, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A hand that was taken stays, also if its table was archived; one that could not be read is tried again."""
    home, room = tmp_path / "home", Room(str(played.folder), "Ann")
    first = take_hands(home, room)
    (file,) = first.folder.iterdir()
    lines = file.read_bytes().splitlines(keepends=True)

    async def archived(*_: Any) -> Any:
        raise BadNotation("no such hand")

    monkeypatch.setattr(room_hands, "hand_record", archived)
    unchanged = take_hands(home, room)
    assert (unchanged.hands, unchanged.unread, file.read_bytes()) == (0, [], b"".join(lines))
    file.write_bytes(b"".join(lines[1:]))
    again = take_hands(home, room)
    assert (again.hands, len(again.unread)) == (0, 1)
    monkeypatch.undo()
    assert take_hands(home, room).hands == 1 and file.read_bytes() == b"".join(lines)


def test_a_watching_tracker_takes_new_hands(played: Played, tmp_path: Path) -> None:
    home, moved = tmp_path / "home", tmp_path / "room"
    shutil.copytree(played.folder, moved)
    assert run(["tracker", "--data", str(home), "--room", str(moved), "--player", "Ann", "--json"]) == 0
    ((file,),) = [[*folder.iterdir()] for folder in (home / "room").iterdir()]
    lines = file.read_bytes().splitlines(keepends=True)
    file.write_bytes(lines[0])  # as before the other hands were played
    watcher = Watcher(home)
    watcher.look()
    assert watcher.error == "" and file.read_bytes() == b"".join(lines)
    assert len({hand for hand, *_ in all_cards(home)}) == len(lines)
    shutil.rmtree(moved)
    watcher.look()
    assert "no store there" in watcher.error and "stay" in watcher.error


@POSTGRES.mark
def test_hands_of_a_room_in_postgresql(played: Played, tmp_path: Path) -> None:
    own = take_hands(tmp_path / "own", Room(str(played.folder), "Ann"))
    with fresh_place("postgresql", tmp_path) as place:
        with connected_once(connect_for_writing(place)) as into, read_once(place_of(played.folder)) as source:
            create_tables(into)
            for table in schema.tables.sorted_tables:
                rows = [dict(row) for row in source.execute(select(table)).mappings()]
                if rows:
                    into.execute(insert(table), rows)
        address = place.url.set(drivername="postgresql").render_as_string(hide_password=False)
        same = take_hands(tmp_path / "same", Room(address, "Ann"))
    assert (same.hands, same.unread) == (own.hands, [])
    files = [sorted(file.read_bytes() for file in one.folder.iterdir()) for one in (own, same)]
    assert files[0] == files[1] and files[0]


def test_the_room_is_remembered(played: Played, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    home, moved = tmp_path / "home", tmp_path / "room"
    shutil.copytree(played.folder, moved)
    assert run(["tracker", "--data", str(home), "--room", str(moved), "--player", "Ann", "--json"]) == 0
    assert run(["tracker", "--data", str(home), "--json"]) == 0
    capfd.readouterr()
    shutil.rmtree(moved)
    assert run(["tracker", "--data", str(home), "--json"]) == 0
    told = capfd.readouterr()
    assert json.loads(told.out)["hands"] == len(played.seen) and "no store there" in told.err


def test_wrong_rooms_are_refused(played: Played, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(BadNotation, match="no player named 'Zoe'"):
        take_hands(tmp_path, Room(str(played.folder), "Zoe"))
    with pytest.raises(StoreError, match="no store there"):
        take_hands(tmp_path, Room(str(tmp_path / "nowhere"), "Ann"))
    assert run(["tracker", "--data", str(tmp_path), "--room", str(played.folder)]) == 2
    assert "belong together" in capfd.readouterr().err
    assert not (tmp_path / "rooms.json").exists()
