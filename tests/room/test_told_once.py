"""The setup of a hand is stored once, and read as it was: entries, chain and all."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random

import pytest
from each import each
from needs import SERVE

pytest.importorskip("sqlalchemy", reason=SERVE.reason)

from room_snapshots import make_room, rows
from room_stores import post_books, wait
from room_tables import Led, cash, check_same, terms

from sidepot.errors import BadNotation
from sidepot.games.mixes import find_mix
from sidepot.room.audit.auditor import TableAudit, audit
from sidepot.room.fairness.decks import seal
from sidepot.room.runtime import table_storage
from sidepot.room.runtime.table_storage import Deduplication, TableStorage
from sidepot.room.store.deduplication import borrows, no_other, whole
from sidepot.room.store.place import place_at
from sidepot.room.store.store import open_store
from sidepot.room.table.commands import Buy
from sidepot.room.table.events import encode_table_event
from sidepot.room.table.machine import Chance, deck_key

TABLES: dict[str, Callable[[], Led]] = {
    "cash": lambda: Led(terms(cash(buy_in=(20, 300)))),
    "mixed": lambda: Led(terms(cash(find_mix("horse"), seats=6))),
}


def led(kind: str, count: int) -> Led:
    """A table at which so many hands were played."""
    table = TABLES[kind]()
    rng = Random(6)
    table.sit("Ann", "Bo", "Cy")
    for _ in range(count):
        if table.room.phase == "over":
            break
        table.play_hand(rng)
        for player in list(table.room.busted):
            table.say(Buy(100), player)
    return table


def shortened(table: Led) -> list[bytes]:
    """Its entries as the room stores them."""
    told = Deduplication()
    return [told.shorten(entry, encode_table_event(entry)) for entry in table.entries()]


def stored(file: Path, table: Led, log: Sequence[bytes]) -> list[bytes]:
    """Store them; how they are read."""

    async def run() -> list[bytes]:
        async with open_store(file) as store:
            seals = [(deck_key("t1", root), seal([deck])) for root, deck in table.secrets.items()]
            await store.append("table/t1", 0, log, 1, seals)
            await post_books(store, "table/t1")
            check_same(await TableStorage(Chance()).rebuild(store, "t1"), table.folded())
            return [one.data for one in await store.read("table/t1")]

    return wait(run())


def audited(file: Path) -> TableAudit:
    (found,) = audit(place_at(file)).tables
    return found


@pytest.mark.parametrize("kind", TABLES)
def test_entries_are_read_as_they_were(kind: str, tmp_path: Path) -> None:
    table = led(kind, 12)
    log = shortened(table)
    assert sum(map(borrows, log)) == sum(b'"hand_begun"' in data for data in table.log) > 3
    assert stored(tmp_path / "room.db", table, log) == table.log
    found = audited(tmp_path / "room.db")
    assert (found.faults, found.link) == ((), table.room.link.hex())
    assert sum(map(len, log)) < 0.75 * sum(map(len, table.log))


def test_now_and_then_everything_is_told_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_storage, "AGAIN", 60)
    table = led("cash", 20)
    assert len(table.log) > 120
    lender = 0
    for seq, data in enumerate(shortened(table), 1):
        if borrows(data):
            lenders = [int(part.split(b",")[1]) for part in data[3:].split(b"]]\n")[0].split(b"],[")]
            lender = seq if set(lenders) == {0} else lender
            assert set(lenders) in ({0}, {0, lender}) and lender > seq - 60
    assert lender > 60


def test_a_damaged_lender_is_named_by_those_who_borrow(tmp_path: Path) -> None:
    table = led("cash", 5)
    log = shortened(table)
    lender = next(at for at, data in enumerate(log) if borrows(data))
    log[lender] = b"{}"

    async def run() -> None:
        async with open_store(tmp_path / "room.db") as store:
            await store.append(
                "table/t1", 0, log, 1, [(deck_key("t1", r), seal([d])) for r, d in table.secrets.items()]
            )
            await post_books(store, "table/t1")

    wait(run())
    faults = audited(tmp_path / "room.db").faults
    told = [one for one in faults if f"the record borrows text that event {lender + 1} does not contain" in one]
    assert len(told) == 4


HOSTILE = {
    "no list": b"~x\n{}",
    "no end": b"~[[0,0,0,1]]",
    "from itself before there is anything": b"~[[0,0,0,1]]\n{}",
    "below": b"~[[1,0,-1,1]]\n{}",
    "behind": b"~[[9,0,0,1]]\n{}",
    "backwards": b"~[[2,0,0,1],[1,0,0,1]]\n{}",
    "nothing": b"~[[1,0,0,0]]\n{}",
    "too much": b"~[[1,0,0,99999999999]]\n{}",
    "from one that borrows": b"~[[1,7,0,1]]\n{}",
    "no numbers": b'~[["1",0,0,1]]\n{}',
}


@each("what", HOSTILE)
def test_a_record_that_borrows_what_cannot_be_is_refused(what: str) -> None:
    with pytest.raises(BadNotation):
        whole(HOSTILE[what], no_other)


def test_a_room_stores_them_so_and_goes_on_after_a_restart(tmp_path: Path) -> None:
    file = tmp_path / "room.db"
    make_room(file)
    kept = rows(file, "SELECT count(*) FROM record WHERE substr(data, 1, 1) = x'7e'")
    assert kept[0][0] >= 8
    assert audit(place_at(file)).holds
