"""A build that lacks a protection is found out: each of them is taken away, and something is wrong that was right."""

from __future__ import annotations

import asyncio
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from needs import POSTGRES, SERVE
from places import ROOT

pytest.importorskip("litestar", reason=SERVE.reason)

sys.path.append(str(ROOT / "bench"))

from cluster_check import MUST_BE_0, Findings
from cluster_node import _without_key
from cluster_witness import DROP_KEY, Witness, bear
from room_stores import wait
from room_tables import START, chance, terms
from sqlalchemy import text

from sidepot.cluster.membership import Membership
from sidepot.room.store.errors import Stale
from sidepot.room.store.place import Place, place_at
from sidepot.room.store.store import open_store
from sidepot.room.store.transaction import Batch
from sidepot.room.table.commands import Moved, Sit, TableCommand, Tick
from sidepot.room.table.events import encode_table_event
from sidepot.room.table.machine import RoomTable


def borne(folder: Path, witness: Witness, *, seals: bool = True) -> Findings:
    """What is found of a table in the middle of a hand, which n1 has had and n2 has; whose packs are sealed, or not."""
    found, now = Findings(), START

    async def run() -> None:
        where = place_at(folder / "room.db")
        said: list[tuple[TableCommand, str]] = [
            (Moved(1, "n1"), ""),
            (Sit(waits=False), "Ann"),
            (Sit(waits=False), "Bo"),
        ]
        room, first = RoomTable.open("1", terms(), now=now, chance=chance())
        async with open_store(where) as store:
            await store.append("table/1", 0, [encode_table_event(first)], first.at, room.to_seal(), room.booked)
            for what, by in [*said, (Tick(), ""), (Moved(2, "n2"), "")]:
                at = room.alarm() if isinstance(what, Tick) else room.at + 5000
                entry = room.decide(what, now=at, by=by, id=f"{by}/1" if by else "", account=by)
                sealed = room.to_seal() if seals else ()
                await store.append("table/1", entry.seq - 1, [encode_table_event(entry)], entry.at, sealed, room.booked)
        await bear(f"sqlite:///{where.file}", witness, found)

    asyncio.run(run())
    assert set(found.counts) <= set(MUST_BE_0)
    return found


def test_nothing_is_found_where_nothing_is_wrong(tmp_path: Path) -> None:
    wrote = [(1, "sidepot n1"), (5, "sidepot n1"), (6, "sidepot n2")]
    answered = [(START + 6000, "n1"), (START + 10**7, "n2")]
    assert borne(tmp_path, Witness({"table/1": wrote}, {"table/1": answered})).problems == []


def test_without_seals_the_table_cannot_be_read_again(tmp_path: Path) -> None:
    assert borne(tmp_path, Witness({}, {}), seals=False).counts["unreadable"] == 1


@pytest.mark.parametrize(
    ("row", "what"),
    [
        ((5, "sidepot n1!"), "put_out_writes"),  # without the fence
        ((6, "sidepot n1"), "two_writers"),
    ],
)
def test_an_entry_of_another_process_than_the_owner_is_found(row: tuple[int, str], what: str, tmp_path: Path) -> None:
    assert borne(tmp_path, Witness({"table/1": [row]}, {})).counts == {what: 1}


def test_an_answer_after_another_process_has_the_table_is_found(tmp_path: Path) -> None:
    """As a process gives it that does not look at its lease."""
    found = borne(tmp_path, Witness({}, {"table/1": [(START + 10**7, "n1")]}))
    assert found.counts == {"two_answer": 1}, found.problems


@POSTGRES.mark
@pytest.mark.parametrize("has_key", [True, False])
def test_without_the_key_two_write_the_same_entry(has_key: bool, place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two that both believe to have a table, and are both up: the key of `record` lets one of them write."""
    if not has_key:
        monkeypatch.setattr(Batch, "do", Batch.do)  # it is put back afterwards
        _without_key()

    ends: list[str] = []

    async def both() -> list[Any]:
        members = [Membership(place, name, ends.append, clock=time.monotonic) for name in "ab"]
        stores = [open_store(place, member=member) for member in members]
        try:
            if not has_key:
                await stores[0].write(lambda found: found.execute(text(DROP_KEY)).close())
            await stores[0].append("table/1", 0, [b"w"], 1)
            writes = [store.append("table/1", 1, [b"x"], 1) for store in stores]
            return await asyncio.gather(*writes, return_exceptions=True)
        finally:
            for store in stores:
                await store.close()

    found = wait(both())
    if has_key:
        assert [type(one) for one in found if one != 2] == [Stale]
    else:
        assert found == [2, 2]
