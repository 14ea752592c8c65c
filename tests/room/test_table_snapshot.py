"""A table out of its last snapshot is the same as out of its whole stream; in doubt, that counts."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from each import each
from needs import SERVE

pytest.importorskip("sqlalchemy", reason=SERVE.reason)

import msgspec
from room_halls import open_hall
from room_snapshots import DOUBTS, both, make_room, sql
from room_stores import KINDS, fresh_place, wait
from room_tables import Led, bots, cash, chance, check_same, terms

from sidepot.errors import BadNotation, SidepotError
from sidepot.games.mixes import find_mix
from sidepot.room.audit.snapshots import check_snapshots, rebuild_all
from sidepot.room.runtime.table_storage import TableStorage
from sidepot.room.store.errors import Stale
from sidepot.room.store.log import StoredSnapshot
from sidepot.room.store.place import Place, place_at
from sidepot.room.store.snapshot import Snapshots
from sidepot.room.store.store import Store, open_store
from sidepot.room.store.transaction import Append
from sidepot.room.table import commands as s
from sidepot.room.table import hands, snapshot
from sidepot.room.table.machine import Chance, RoomTable
from sidepot.room.table.rebuild import replay_on
from sidepot.room.table.snapshot import OF_TABLE
from sidepot.room.table.state import RoomState
from sidepot.room.table.terms import RoomTerms
from sidepot.table.state import TableState

TABLES: dict[str, Callable[[], RoomTerms]] = {
    "cash": lambda: terms(cash(buy_in=(20, 300), seats=4)),
    "filled": lambda: terms(cash(seats=3), bots=bots(3), fill=True),
    "dealer's choice": lambda: terms(cash(find_mix("dealers-choice"), dealers_choice=True, seats=5)),
}


def led(kind: str, seed: int, count: int = 6) -> tuple[Led, dict[int, bytes]]:
    """A table at which so many hands were played, with people who come and go; and a snapshot at each end."""
    table = Led(TABLES[kind](), seed=seed)
    kept: dict[int, bytes] = {}
    rng = Random(seed)
    table.say(s.Sit(), "Ann", key="Ann/1")
    table.say(s.Sit(waits=False), "Bo", key="Bo/1")
    for number in range(count):
        for player in list(table.room.busted):
            table.say(s.Buy(100), player, key=f"{player}/b{number}")
        for said in (s.Went("Ann"), s.Came("Ann"), s.Sit(), s.Leave()):
            if rng.random() < 0.4:
                try:
                    table.say(said, "" if isinstance(said, (s.Went, s.Came)) else "Cy", key=f"Cy/{number}{said}")
                except SidepotError:
                    continue
        fresh = iter([f"New {number}.{at}" for at in range(4)])
        while table.room.hand is None:
            if table.room.clock.next_at or table.room.clock.player:
                table.tick()
            else:  # too few are left to play
                table.say(s.Sit(), player := next(fresh), key=f"{player}/1")
        table.play_hand(rng, lapse=0.05)
        kept[table.room.seq] = snapshot.encode(table.room)
    if table.room.alarm():
        table.tick()
    return table, kept


def resumed(table: Led, data: bytes, upto: int) -> RoomTable:
    """The table from a snapshot and the entries after it, as far as one of them."""
    image = snapshot.decode(data)
    records = table.log[image.first_seq - 1 : image.seq]
    room = snapshot.restore("t1", table.log[0], image, records, chance(99))
    return replay_on(room, table.log[image.seq : upto], chance(99))


@pytest.mark.long
@each("seed", range(4))
@each("kind", TABLES)
def test_from_each_snapshot_it_is_the_same(kind: str, seed: int) -> None:
    table, kept = led(kind, seed)
    assert len(kept) == 6
    strict: dict[int, RoomTable] = {}
    for upto in {*kept, *[seq + 1 for seq in kept], len(table.log)} - {len(table.log) + 1}:
        strict[upto] = RoomTable.rebuild("t1", table.entries()[:upto], {}, chance(99))
    for seq, data in kept.items():
        for upto, whole in strict.items():
            if upto >= seq:
                check_same(whole, resumed(table, data, upto))


@pytest.mark.parametrize("kind", TABLES)
def test_each_is_what_the_entries_before_it_come_to(kind: str) -> None:
    table, kept = led(kind, 7)
    rows = [StoredSnapshot(seq, snapshot.version(), data) for seq, data in kept.items()]
    assert len(rows) == 6 and not check_snapshots(table.log, "t1", rows)
    other = [StoredSnapshot(seq, snapshot.version(), kept[max(kept)]) for seq in kept]
    assert [one.seq for one in check_snapshots(table.log, "t1", other)] == sorted(kept)[:-1]


def test_play_goes_on_alike_from_a_snapshot() -> None:
    """What is said later is carried out, or refused, with the same entry."""
    table, kept = led("cash", 5)
    room = resumed(table, kept[max(kept)], len(table.log))
    for root in room.lacks:
        room.give_deck(root, table.secrets[root])
    whole = table.folded()
    for player in ("Ann", "Bo", "Cy"):
        for said in (s.Leave(), s.Sit(), s.Buy(50)):
            told = []
            for one in (whole, room):
                try:
                    told.append(str(one.decide(said, now=table.now + 1, by=player, id=f"{player}/{said}")))
                except SidepotError as error:
                    told.append(error.message)
            assert told[0] == told[1]
    check_same(whole, room)


def test_a_snapshot_has_every_field_of_a_table() -> None:
    """A new attribute of a table belongs into the snapshot, or here."""
    of_hand = {"hand", "last", "begun", "items", "decks", "shuffled", "dealer", "showed", "rabbit", "holds"}
    known = {"id", "chance", "terms", "ids", "names", "version"}  # ids: with `recent_ids`
    known |= {"booked"}  # of the last entry alone
    assert set(RoomState.__slots__) == set(snapshot.RoomSnapshot.__struct_fields__) | of_hand | known
    assert set(TableState.__slots__) == {*OF_TABLE.alike, "rules", "begun", "log", "ledger"}


def test_another_link_is_no_snapshot_of_the_stream() -> None:
    table, kept = led("cash", 1)
    image = snapshot.decode(kept[max(kept)])
    other = msgspec.structs.replace(image, link=bytes(32))
    with pytest.raises(BadNotation, match="does not belong to its hand"):
        snapshot.restore("t1", table.log[0], other, table.log[image.first_seq - 1 : image.seq], Chance())
    with pytest.raises(BadNotation, match="not at the end of a hand"):
        snapshot.restore("t1", table.log[0], image, table.log[image.first_seq : image.seq], Chance())


@pytest.mark.parametrize("data", [b"", b"\xc1", b"{}", snapshot.version().to_bytes(8, "big")])
def test_bad_snapshots_are_refused(data: bytes) -> None:
    with pytest.raises(BadNotation, match="not a snapshot"):
        snapshot.decode(data)


@pytest.mark.long
def test_one_is_due_about_every_so_many_entries() -> None:
    table = Led(TABLES["cash"](), seed=3)
    table.sit("Ann", "Bo", "Cy")
    due, ends = [], []
    rng = Random(3)
    for _ in range(80):
        for player in list(table.room.busted):
            table.say(s.Buy(100), player)
        table.play_hand(rng)
        ends.append(table.room.seq)
        if snapshot.is_due(table.room, table.entries()[-1]):
            due.append(table.room.seq)
    assert ends[-1] > 2 * snapshot.EVERY
    starts = [next(end for end in ends if end >= mark) for mark in range(snapshot.EVERY, ends[-1], snapshot.EVERY)]
    assert due == starts
    assert hands.is_end(table.entries()[due[0] - 1])


# ---- in the store


@pytest.fixture(params=KINDS)
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Any:
    with fresh_place(request.param, tmp_path) as found:
        yield found


def test_the_last_two_are_kept_in_the_batch_of_their_entries(place: Place) -> None:
    async def run() -> None:
        async with open_store(place) as store:
            for after in range(4):
                await append(store, after, (7, b"at %d" % (after + 1)))
            await append(store, 4, None)
            assert [(one.seq, one.version, one.data) for one in await store.snapshots("t")] == [
                (4, 7, b"at 4"),
                (3, 7, b"at 3"),
            ]
            assert await store.snapshots("u") == []
            with pytest.raises(Stale):
                await append(store, 2, (7, b"stale"))
            assert len(await store.snapshots("t")) == 2

    wait(run())


async def append(store: Store, after: int, kept: tuple[int, bytes] | None) -> None:
    """Append a record with a snapshot."""
    loop = asyncio.get_running_loop()
    future: asyncio.Future[int] = loop.create_future()

    def done(seq: int, error: SidepotError | None) -> None:
        future.set_exception(error) if error is not None else future.set_result(seq)

    store.writer.submit(Append("t", after, [b"kept"], 1, snapshot=kept), loop, done)
    assert await future == after + 1


def test_one_that_is_ahead_of_the_stream_gives_way(place: Place) -> None:
    """As where somebody brought back an older stream, and not its snapshots."""

    async def run() -> None:
        async with open_store(place) as store:
            await append(store, 0, (7, b"old"))
            await store.write(lambda connection: connection.exec_driver_sql("UPDATE snapshot SET seq = 3"))
            for after in (1, 2, 3):
                await append(store, after, (7, b"new"))
            assert [(one.seq, one.data) for one in await store.snapshots("t")] == [(4, b"new"), (3, b"new")]

    wait(run())


@pytest.fixture
def room(tmp_path: Path) -> Path:
    """A room with a table that has two snapshots, and a hand that is on."""
    make_room(tmp_path / "room.db")
    return tmp_path / "room.db"


def test_a_room_opens_from_the_last_snapshot(room: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    check_same(*wait(both(room)))

    async def refuses(*_: object) -> RoomTable:
        raise AssertionError("it was folded from its first entry")

    async def run() -> None:
        async with open_hall(room) as hall:
            assert not hall.unreadable
            assert len(hall.actor("1").machine.hands) >= 8

    with monkeypatch.context() as patch:
        patch.setattr(TableStorage, "replay", refuses)
        wait(run())
    assert rebuild_all(place_at(room)) == (1, [])


@pytest.mark.long
@pytest.mark.parametrize("doubt", DOUBTS)
def test_where_it_is_in_doubt_the_entries_count(room: Path, doubt: str) -> None:
    assert sql(room, DOUBTS[doubt]) == 2
    found, whole = wait(both(room))
    check_same(found, whole)
    wrong = rebuild_all(place_at(room))[1]
    assert bool(wrong) == (doubt not in ("of another version", "gone"))


def test_where_the_last_is_in_doubt_the_one_before_it_counts(room: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert sql(room, "UPDATE snapshot SET data = x'00' WHERE seq = (SELECT max(seq) FROM snapshot)") == 1
    check_same(*wait(both(room)))

    async def refuses(*_: object) -> RoomTable:
        raise AssertionError("it was folded from its first entry")

    monkeypatch.setattr(TableStorage, "replay", refuses)

    async def run() -> None:
        async with open_store(room) as store:
            await TableStorage(chance(9)).load(store, "1")

    wait(run())


def test_docstring_makes_no_other_version_and_field_does() -> None:
    def version(doc: str, seats: type) -> int:
        image = msgspec.defstruct("Image", [("seats", seats), ("rest", int)], namespace={"__doc__": doc})
        return Snapshots(image, "a test", until="rest").version()

    assert version("The state.", int) == version("The state of a table.", int)
    assert version("The state.", int) != version("The state.", str)
