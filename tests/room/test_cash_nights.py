"""Cash nights in a store: resumed after a restart, posted to the club's books, and audited."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest
from needs import SERVE

pytest.importorskip("sqlalchemy", reason=SERVE.reason)

from cash_nights import TERMS
from nights import date_of
from room_stores import wait
from sqlalchemy import update

from sidepot.errors import Conflict
from sidepot.room.audit.auditor import audit
from sidepot.room.cash import commands as c
from sidepot.room.cash.snapshot import snapshot_of
from sidepot.room.runtime.services import room_clock
from sidepot.room.runtime.tables import TableRegistry
from sidepot.room.store.night_books import NightBooks, books_of
from sidepot.room.store.place import place_at
from sidepot.room.store.schema import posting
from sidepot.room.store.store import Store, open_store

now_ms = room_clock()


async def play(store: Store, *commands: c.CashCommand, night: str = "") -> str:
    """Open a room, give these commands to a new night or to this one, and close the room."""
    tables = TableRegistry(store)
    await tables.start()
    night = night or await tables.cash.open(TERMS, by="Host")
    for command in commands:
        await tables.cash.actor(night).say(command, by="Host")
    await tables.stop()
    return night


async def books(store: Store) -> NightBooks:
    """The books of tonight as a host sees them."""
    return await store.ask(partial(books_of, None, "", date_of(now_ms(), 0), 0))


COMMANDS = (
    c.OpenTable(1), c.FillBank(100_00), c.Sit("Ann", 1), c.Buy("Ann", 100_00), c.Sit("Bo", 1),
    c.Buy("Bo", 100_00, on_account=True), c.Drop(1, 10_00), c.CashOut("Ann", 160_00),
    c.Correct(5, "miscounted", 150_00), c.CashOut("Bo", 40_00, on_account=True), c.Expense(20_00, "pizza"),
)  # fmt: skip


def test_a_night_goes_on_after_a_restart_and_its_books_are_the_clubs(tmp_path: Path) -> None:
    async def scene() -> None:
        async with open_store(tmp_path / "room.db") as store:
            night = await play(store, *COMMANDS)
            before = await books(store)
            tables = TableRegistry(store)
            await tables.start()
            machine, persons = await tables.cash.find(night)
            assert (len(machine.lines), persons.names()) == (9, [])
            with pytest.raises(Conflict):
                tables.cash.actor("9")
            await tables.stop()
            lines = {line.player: line for line in before.players}
            ann, bo = lines["Ann"], lines["Bo"]
            assert (ann.bought, ann.cashed, ann.result, ann.paid, ann.open) == (100_00, 150_00, 50_00, -50_00, 0)
            assert (bo.bought, bo.cashed, bo.result, bo.paid, bo.open) == (100_00, 40_00, -60_00, 0, -60_00)
            house = before.house_balance
            assert (house.result, house.paid, house.open) == (-10_00, 70_00, 60_00)
            assert before.house == {"expenses": -20_00, "rake": 10_00}
            assert [(one.payer, one.payee, one.chips) for one in before.payments] == [("Bo", "the house", 60_00)]
            assert before.balance == 0
            await play(store, c.PayIn("Bo", 60_00), c.EmptyBank(), c.End(), night=night)
            after = await books(store)
            assert not after.payments and after.house_balance.open == 0 and after.balance == 0

    wait(scene())
    assert audit(place_at(tmp_path / "room.db")).holds


def test_a_room_of_several_processes_has_no_cash_nights(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene() -> None:
        async with open_store(tmp_path / "room.db") as store:
            tables = TableRegistry(store)
            with pytest.raises(Conflict) as found:
                _ = tables.cash
            assert found.value.code == "not_open"
            monkeypatch.setattr(store, "member", object())
            with pytest.raises(Conflict) as found:
                _ = tables.cash
            assert found.value.code == "one_process_only"
            monkeypatch.undo()

    wait(scene())


def test_the_auditor_names_a_changed_posting_of_a_night(tmp_path: Path) -> None:
    async def scene() -> None:
        async with open_store(tmp_path / "room.db") as store:
            await play(store, *COMMANDS)
            forged = update(posting).where(posting.c.kind == "rake").values(chips=9_00)
            await store.write(lambda connection: connection.execute(forged))

    wait(scene())
    found = audit(place_at(tmp_path / "room.db"))
    assert not found.holds and any("cash night 1: event" in one for one in found.faults)


def test_a_snapshot_is_written_and_a_finished_night_is_found_again(tmp_path: Path) -> None:
    async def scene() -> None:
        async with open_store(tmp_path / "room.db") as store:
            fills = [c.FillBank(1_00)] * 300
            night = await play(store, *fills, c.EmptyBank(), c.End())
            assert [one.seq for one in await store.snapshots(f"cash/{night}")] == [256]
            tables = TableRegistry(store)
            await tables.start()
            machine, _ = await tables.cash.find(night)
            rebuilt = await tables.cash.storage.rebuild(store, night)
            assert machine.over and snapshot_of(machine) == snapshot_of(rebuilt)
            await tables.stop()

    wait(scene())
    assert audit(place_at(tmp_path / "room.db")).holds
