"""A room whose files are moved, deleted, replaced, or older than what was acknowledged: it says so, and at once."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from needs import SERVE
from places import ROOT, TESTS

pytest.importorskip("httpx", reason=SERVE.reason)

import httpx
from room_halls import Subscriber, act, open_hall, seated, until
from room_stores import wait
from room_tables import terms
from web_rooms import running

from sidepot.cli.app import run
from sidepot.room.audit.auditor import audit
from sidepot.room.audit.doctor import examine
from sidepot.room.runtime import high_water
from sidepot.room.runtime.errors import Busy
from sidepot.room.runtime.tables import TableRegistry
from sidepot.room.store.backup import back_up
from sidepot.room.store.errors import StoreError, Trouble
from sidepot.room.store.high_water import HighWaterMark, marks_file, read_marks, write_marks
from sidepot.room.store.place import place_at
from sidepot.room.store.store import open_store
from sidepot.room.table.commands import AskCut
from sidepot.web.settings import Settings

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows lets nobody take away a file that is open")


def beside(file: Path, *ends: str) -> list[Path]:
    return [Path(f"{file}{end}") for end in ends]


# ---- while it is open


def deleted(file: Path) -> None:
    file.unlink()


def moved(file: Path) -> None:
    file.rename(file.with_name("old.db"))


def replaced(file: Path) -> None:
    shutil.copy(file, f"{file}.copy")
    Path(f"{file}.copy").replace(file)


def replaced_by_another_room(file: Path) -> None:
    other = file.with_name("other.db")

    async def make() -> None:
        async with open_store(other) as store:
            await store.append("t", 0, [b"other"], 1)

    asyncio.run(make())
    other.replace(file)


def without_log(file: Path) -> None:
    Path(f"{file}-wal").unlink()


def without_memory(file: Path) -> None:
    Path(f"{file}-shm").unlink()


WAYS = [deleted, moved, replaced, replaced_by_another_room, without_log, without_memory]


@pytest.mark.parametrize("way", WAYS)
def test_nothing_more_is_acknowledged(file: Path, way: Callable[[Path], None]) -> None:
    async def play() -> None:
        async with open_store(file) as store:
            assert await store.append("t", 0, [b"kept"], 1) == 1
            assert await store.is_well()
            await asyncio.to_thread(way, file)
            assert store.is_ill and not await store.is_well()  # before anything is written
            for _ in range(2):
                with pytest.raises(StoreError) as told:
                    await store.append("t", 1, [b"lost"], 1)
                assert told.value.trouble is Trouble.GONE and str(file) in str(told.value)
            with pytest.raises(StoreError):
                await store.read("t")

    wait(play())


@pytest.mark.parametrize("way", WAYS)
def test_a_write_to_a_deleted_database_is_not_acknowledged(file: Path, way: Callable[[Path], None]) -> None:
    """Between the first look and the end of the commit: nobody is told that it was written."""

    async def play() -> None:
        async with open_store(file) as store:
            assert await store.append("t", 0, [b"kept"], 1) == 1
            with pytest.raises(StoreError) as told:
                await store.write(lambda _: way(file))
            assert told.value.trouble is Trouble.GONE

    wait(play())


def test_a_file_that_is_put_back_is_well_again(file: Path) -> None:
    async def play() -> None:
        async with open_hall(file) as hall:
            actor = await seated(hall, "Ann", "Bo")
            seq = await act(actor)
            moved(file)
            with pytest.raises(Busy, match="database is gone"):
                await asyncio.wait_for(_twice(actor), 60)
            file.with_name("old.db").rename(file)
            await until(lambda: not actor.is_busy)
            assert await hall.store.is_well()
            found = []
            while not found:
                try:
                    found.append(await actor.say(AskCut(), by="Ann", id="Ann/9"))
                except Busy:
                    await asyncio.sleep(0.02)
            assert found[0] > seq

    wait(play())


async def _twice(actor: object) -> None:
    """The first may have been written, and waits for that to be known; whatever is said then is refused at once."""
    say = actor.say  # type: ignore[attr-defined]
    first = asyncio.ensure_future(say(AskCut(), by="Ann", id="Ann/1"))
    try:
        await until(lambda: actor._unread)  # type: ignore[attr-defined]
        await say(AskCut(), by="Bo", id="Bo/1")
    finally:
        first.cancel()


def test_a_log_that_was_deleted_is_saved_by_a_stop(file: Path) -> None:
    """What SQLite has open it brings into the file when it is closed."""

    async def play() -> None:
        async with open_store(file) as store:
            for at in range(50):
                await store.append("t", at, [b"kept"], 1)
            without_log(file)
            with pytest.raises(StoreError):
                await store.append("t", 50, [b"lost"], 1)
        async with open_store(file) as store:
            assert await store.head("t") in (50, 51)  # what was not acknowledged may be there too

    wait(play())


@pytest.mark.long
@pytest.mark.parametrize("ill", [True, False])
@pytest.mark.parametrize("way", [deleted, moved, replaced_by_another_room])
def test_acknowledged_events_are_saved_when_the_room_closes(file: Path, way: Callable[[Path], None], ill: bool) -> None:
    """Of a file that is gone only who has it open has anything."""
    acked: list[int] = []
    late: list[asyncio.Future[int]] = []

    async def play() -> None:
        async with open_hall(file) as hall:
            actor = await seated(hall, "Ann", "Bo", "Cy")
            acked.append(await act(actor))
            await asyncio.to_thread(way, file)
            if ill:
                assert not await hall.store.is_well()
            late.append(asyncio.ensure_future(act(actor)))  # nobody is told that this was written
            await asyncio.sleep(0)
        assert isinstance((await asyncio.gather(*late, return_exceptions=True))[0], Busy)
        viewer = Subscriber("Ann")
        actor.watch(viewer)
        assert [told["type"] for told in viewer.told] == ["gone"]  # nor shown it

    wait(play())
    (saved,) = file.parent.glob("room.db.saved-*")
    assert saved.stat().st_mode & 0o077 == 0
    for one in beside(file, "", "-wal", "-shm"):
        one.unlink(missing_ok=True)
    saved.rename(file)
    found = audit(place_at(file))
    assert found.holds and found.tables[0].entries >= acked[0]
    opened(file)  # beside the heads as they were kept


def test_a_room_that_is_well_saves_nothing_besides(file: Path) -> None:
    played(file)
    assert not list(file.parent.glob("*.saved-*"))


def test_a_connection_that_is_made_anew_is_well(file: Path) -> None:
    """SQLite takes its log away with the last connection: that is not somebody else's doing."""

    async def play() -> None:
        async with open_store(file) as store:
            await store.append("t", 0, [b"kept"], 1)
            store._reading.dispose()
            store.writer._drop()
            for at in range(1, 4):
                assert await store.append("t", at, [b"kept"], 1) == at + 1
            assert await store.is_well()

    wait(play())


def test_healthz_says_so(tmp_path: Path) -> None:
    with running(tmp_path, TableRegistry, Settings(demo=False, limits=False)) as room:
        assert httpx.get(room.url + "/healthz", timeout=60).status_code == 200
        (tmp_path / "room.db").rename(tmp_path / "old.db")
        found = httpx.get(room.url + "/healthz", timeout=60)
        assert found.status_code == 503 and str(tmp_path) not in found.text
        assert "database is gone" in found.json()["because"]
        assert "sidepot_store_ill 1.0" in httpx.get(room.url + "/metrics", timeout=60).text
        (tmp_path / "old.db").rename(tmp_path / "room.db")
        assert httpx.get(room.url + "/healthz", timeout=60).status_code == 200


# ---- one server for one file, by whatever name


@pytest.mark.long
@pytest.mark.parametrize("link", [os.link, os.symlink])
def test_another_name_of_the_file_starts_no_second_server(file: Path, link: Callable[[Path, Path], None]) -> None:
    other = file.parent / "elsewhere" / "mine.db"
    other.parent.mkdir()

    async def play() -> None:
        async with open_store(file) as store:
            await store.append("t", 0, [b"kept"], 1)
            link(file, other)
            code = "import sys; from sidepot.room.store.store import open_store; open_store(sys.argv[1])"
            done = subprocess.run([sys.executable, "-c", code, str(other)], capture_output=True, text=True, timeout=300)
            assert done.returncode and "another server has this room open" in done.stderr
            doctor = [sys.executable, "-m", "sidepot", "doctor", "--db", f"sqlite:///{other}", "--json"]
            looked = subprocess.run(doctor, capture_output=True, text=True, timeout=300)
            assert "a server has it open" in looked.stdout
            assert await store.append("t", 1, [b"kept"], 1) == 2  # whoever only asked has not let go of our locks
            assert _is_locked(file)

    wait(play())


def _is_locked(file: Path) -> bool:
    code = f"import sqlite3; c = sqlite3.connect({str(file)!r}, timeout=0); c.execute('PRAGMA journal_mode=DELETE')"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=300)
    return "locked" in done.stderr


@pytest.mark.long
def test_after_a_crash_another_name_of_the_file_is_refused(file: Path) -> None:
    """Under it SQLite would not find the log of writes, and play would go on without the last records."""
    other = file.with_name("mine.db")
    code = (
        "import asyncio, os, sys\n"
        "from sidepot.room.store.store import open_store\n"
        "async def play():\n"
        "    await open_store(sys.argv[1]).append('t', 0, [b'kept'], 1)\n"
        "    os._exit(0)\n"
        "asyncio.run(play())\n"
    )
    subprocess.run([sys.executable, "-c", code, str(file)], check=True, timeout=300)
    assert Path(f"{file}-wal").stat().st_size
    os.link(file, other)
    for name in (other, file):
        with pytest.raises(StoreError) as told:
            open_store(name)
        assert told.value.trouble is Trouble.UNWRITABLE
        assert str(name) in str(told.value) and "2 hard links" in str(told.value) and "-wal" in str(told.value)
    assert Path(f"{file}-wal").stat().st_size and not Path(f"{other}-wal").exists()
    other.unlink()

    async def look() -> None:
        async with open_store(file) as store:
            assert [record.data for record in await store.read("t")] == [b"kept"]

    wait(look())


def test_the_doctor_warns_of_another_name(file: Path) -> None:
    async def make() -> None:
        async with open_store(file):
            pass

    wait(make())
    os.link(file, file.with_name("mine.db"))
    told = [one for one in examine(None, f"sqlite:///{file}", "127.0.0.1", 1) if one.state == "bad"]
    assert any("2 hard links" in one.says for one in told)


# ---- what was acknowledged, kept outside


def played(file: Path, acts: int = 4) -> dict[str, HighWaterMark]:
    """A room in which something is played, and stopped; what it keeps."""

    async def play() -> None:
        async with open_hall(file) as hall:
            tables = hall.tables()
            actor = hall.actor(tables[0].id) if tables else await seated(hall, "Ann", "Bo", "Cy")
            for _ in range(acts):
                await until(lambda: bool(actor.machine.to_decide()[0]) and not actor.is_busy)
                await act(actor)
            await until(lambda: not actor.is_busy)

    wait(play())
    return read_marks(place_at(file))


def opened(file: Path) -> None:
    async def look() -> None:
        async with open_hall(file):
            pass

    wait(look())


def test_high_water_marks_match_the_database(file: Path) -> None:
    kept = played(file)
    found = audit(place_at(file))
    assert found.holds and found.hands >= 1
    assert kept == {"table/1": HighWaterMark(found.tables[0].entries, found.tables[0].link)}
    assert marks_file(place_at(file)).stat().st_mode & 0o077 == 0  # type: ignore[union-attr]
    opened(file)
    assert read_marks(place_at(file))["table/1"].seq > kept["table/1"].seq  # it was begun again


def test_it_is_kept_now_and_then_and_never_ahead_of_the_disk(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(high_water, "EVERY", 0.005)
    seen = []

    def write(where: Path, at: int, streams: dict[str, HighWaterMark]) -> None:
        with closing(sqlite3.connect(file)) as other:
            there = dict(other.execute("SELECT stream, max(seq) FROM record GROUP BY stream").fetchall())
        seen.append(all(head.seq <= there.get(stream, 0) for stream, head in streams.items()))
        write_marks(where, at, streams)

    monkeypatch.setattr(high_water, "write_marks", write)

    async def play() -> None:
        async with open_hall(file) as hall:
            actor = await seated(hall, "Ann", "Bo", "Cy")
            while len(seen) < 8:
                await until(lambda: bool(actor.machine.to_decide()[0]) and not actor.is_busy)
                await act(actor)

    wait(play())
    assert all(seen)


def older(file: Path) -> None:
    """A copy of before is put in its place."""
    copy = file.with_name("friday.db")
    for one in beside(file, "", "-wal", "-shm"):
        one.unlink(missing_ok=True)
    copy.rename(file)


def nothing(file: Path) -> None:
    """It is deleted: a new room would be made."""
    for one in beside(file, "", "-wal", "-shm"):
        one.unlink(missing_ok=True)


@pytest.mark.parametrize("way", [older, nothing])
def test_a_database_that_has_less_is_not_played_on(
    file: Path, way: Callable[[Path], None], capsys: pytest.CaptureFixture[str]
) -> None:
    played(file)
    back_up(place_at(file), file.with_name("friday.db"))
    kept = played(file)
    way(file)
    before = file.read_bytes() if file.exists() else b""
    with pytest.raises(StoreError) as told:
        opened(file)
    assert told.value.trouble is Trouble.BEHIND
    assert "table 1" in str(told.value) and "room.db.heads" in str(told.value)
    assert read_marks(place_at(file)) == kept  # it is not forgotten by that
    if before:
        assert run(["doctor", "--data", str(file.parent), "--port", "1", "--json"]) == 1
        told_doctor = json.loads(capsys.readouterr().out)["findings"]
        assert any("acknowledged events are missing" in one["says"] for one in told_doctor if one["state"] == "bad")
    assert run(["audit", "verify", "--data", str(file.parent), "--json"]) == 1
    found = json.loads(capsys.readouterr().out)
    assert not found["holds"] and "acknowledged" in found["tables"][0]["faults"][0]
    marks_file(place_at(file)).unlink()  # type: ignore[union-attr]
    opened(file)  # it is accepted
    assert audit(place_at(file)).holds


@pytest.mark.long
def test_a_lost_log_of_writes_is_noticed(file: Path) -> None:
    """SQLite cannot: the file holds together without it."""
    code = f"""
import asyncio, sys
sys.path[:0] = [{str(TESTS / "helpers")!r}, {str(ROOT / "tools")!r}]
from pathlib import Path
from room_halls import act, open_hall, seated, until
from sidepot.room.runtime import high_water
high_water.EVERY = 0.01
async def play():
    async with open_hall(Path({str(file)!r})) as hall:
        actor = await seated(hall, "Ann", "Bo", "Cy")
        for _ in range(6):
            await until(lambda: bool(actor.machine.to_decide()[0]) and not actor.is_busy)
            await act(actor)
        seq = actor.machine.seq
        await until(lambda: hall._marks._kept.get("table/1") is not None and hall._marks._kept["table/1"].seq >= seq)
        print("played", flush=True)
        await asyncio.sleep(60)
asyncio.run(play())
"""
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) as room:
        assert room.stdout is not None and room.stdout.readline() == "played\n"
        room.send_signal(signal.SIGKILL)
    whole = file.with_name("whole")
    whole.mkdir()
    for one in beside(file, "", "-wal", ".heads"):
        shutil.copy(one, whole)
    opened(whole / "room.db")  # with its log it is as it was
    assert audit(place_at(whole / "room.db")).holds
    for one in beside(file, "-wal", "-shm"):
        one.unlink(missing_ok=True)
    with pytest.raises(StoreError) as told:
        opened(file)
    assert told.value.trouble in (Trouble.BEHIND, Trouble.DAMAGED, Trouble.FOREIGN)
    assert run(["audit", "verify", "--data", str(file.parent)]) != 0


def test_another_history_of_the_same_length_is_noticed(file: Path) -> None:
    kept = played(file)
    write_marks(marks_file(place_at(file)), 1, {"table/1": HighWaterMark(kept["table/1"].seq, "ab" * 32)})  # type: ignore[arg-type]
    found = audit(place_at(file))
    assert (
        not found.holds
        and len(found.tables[0].faults) == 1
        and "differs from the acknowledged link" in found.tables[0].faults[0]
    )


def test_older_than_the_database_is_fine(file: Path) -> None:
    """As after a kill between two times that it is written."""
    kept = played(file)
    played(file)
    write_marks(marks_file(place_at(file)), 1, kept)  # type: ignore[arg-type]
    assert audit(place_at(file)).holds
    opened(file)


@pytest.mark.parametrize("data", [b"", b"{", b'{"format":"other","at":1,"streams":{}}', b"\xff\xfe"])
def test_unreadable_high_water_marks_are_logged_and_the_room_opens(file: Path, data: bytes) -> None:
    kept = played(file)
    heads = marks_file(place_at(file))
    assert heads is not None
    heads.write_bytes(data)
    found = audit(place_at(file))
    assert not found.holds and str(heads) in found.faults[0]
    assert any(str(heads) in one.says for one in examine(None, f"sqlite:///{file}", "127.0.0.1", 1))
    opened(file)
    assert read_marks(place_at(file))["table/1"].seq > kept["table/1"].seq
    assert audit(place_at(file)).holds


def test_where_it_cannot_be_written_the_room_goes_on(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    played(file)
    with monkeypatch.context() as patch:
        patch.setattr(high_water, "write_marks", full)
        played(file)
    assert audit(place_at(file)).holds


def test_a_table_that_is_closed_is_still_kept(file: Path) -> None:
    async def play() -> None:
        async with open_hall(file) as hall:
            await hall.open(terms())
            first = hall.actor("1")
            await hall.close("1", "Host")
            await until(lambda: first.machine.over)
        async with open_hall(file) as hall:
            await hall.open(terms())

    wait(play())
    assert set(read_marks(place_at(file))) == {"table/1", "table/2"}
