"""Several processes of one room, each with some of its tables: any of them plays at all of them."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from needs import POSIX, POSTGRES, SERVE

pytest.importorskip("sqlalchemy", reason=SERVE.reason)

from room_halls import FAST, Subscriber, until
from room_tables import terms
from shared_halls import known, node, run, say, two_with_a_table
from sqlalchemy import create_engine, text
from wire import Wire

from sidepot.cluster import routing
from sidepot.cluster.remote import RemoteActor
from sidepot.cluster.tables import SharedTableRegistry
from sidepot.errors import Conflict
from sidepot.hand.commands import Check, Command, Fold, Show
from sidepot.room.runtime import presence, registry
from sidepot.room.runtime.table_actor import TableActor
from sidepot.room.store.archive import archive
from sidepot.room.store.errors import StoreError
from sidepot.room.store.place import Place, place_of
from sidepot.room.table.commands import Act, Moved, Sit
from sidepot.room.table.events import decode_table_event
from sidepot.web.security.throttle import StoredBudgets, budgets_of

pytestmark = [POSTGRES.mark, POSIX.mark]


def turn_of(viewer: Subscriber) -> int:
    """The decision that a player has by what they were told last; 0 for none."""
    mine = viewer.of("yours")
    return int(mine[-1].get("turn", 0)) if mine and mine[-1].get("options") else 0


async def play(hall: SharedTableRegistry, table: str, viewers: dict[str, Subscriber], acts: int) -> None:
    """Each acts when told that it is their turn, from any process."""
    done: set[int] = set()
    for count in range(acts):
        await until(lambda: any(turn_of(one) not in (0, *done) for one in viewers.values()))
        name, turn = next((name, turn_of(one)) for name, one in viewers.items() if turn_of(one) not in (0, *done))
        done.add(turn)
        may = viewers[name].of("yours")[-1]["options"]
        command: Command = Show() if may.get("may_show") else Check() if may.get("may_check") else Fold()
        await say(hall, table, Act(turn, command), name, f"{name}/{count}")


def test_a_hand_is_played_from_another_process(place: Place) -> None:
    async def work() -> None:
        async with two_with_a_table(place) as (_, one, two, table):
            assert isinstance(two.actor(table), RemoteActor)
            viewers = {name: Subscriber(name) for name in ("Ann", "Ben", "Cem")}
            for name, viewer in viewers.items():
                two.actor(table).watch(viewer)
                await say(two, table, Sit(waits=False), name, f"{name}/sit")
            own = Subscriber("")
            one.actor(table).watch(own)
            await play(two, table, viewers, 12)
            await until(lambda: all(viewer.seqs()[-1] == own.seqs()[-1] for viewer in viewers.values()))
            for viewer in viewers.values():
                assert viewer.seqs() == list(range(viewer.seqs()[0], viewer.seqs()[-1] + 1))
            assert await two.hands(table) == await one.hands(table) != []
            assert await two.hand_at(table, 1) == await one.hand_at(table, 1)

    run(work)


def test_a_refusal_comes_back_with_its_code_and_the_same_id_is_done_once(place: Place) -> None:
    async def work() -> None:
        async with two_with_a_table(place) as (_, one, two, table):
            seq = await say(two, table, Sit(waits=False), "Ann", "Ann/1")
            assert await say(two, table, Sit(waits=False), "Ann", "Ann/1") == seq
            with pytest.raises(Conflict) as refused:
                await say(two, table, Sit(waits=False), "Ann", "Ann/2")
            with pytest.raises(Conflict) as here:
                await say(one, table, Sit(waits=False), "Ann", "Ann/3")
            assert (refused.value.message, refused.value.code) == (here.value.message, here.value.code)

    run(work)


def test_private_cards_go_to_their_gateway_alone(place: Place) -> None:
    async def work() -> None:
        wire = Wire()
        wire.letters = []
        async with node(place, wire, "a") as one, node(place, wire, "b") as two, node(place, wire, "c") as three:
            table = await one.open(terms(timing=FAST), "Host")
            await known(two, table)
            await known(three, table)
            ann, ben, looker = Subscriber("Ann"), Subscriber("Ben"), Subscriber("")
            two.actor(table).watch(ann)
            three.actor(table).watch(ben)
            three.actor(table).watch(looker)
            await say(two, table, Sit(waits=False), "Ann", "Ann/1")
            await say(three, table, Sit(waits=False), "Ben", "Ben/1")
            await until(lambda: bool(ann.told and ann.of("yours")[-1].get("cards")))
            await until(lambda: bool(ben.told and ben.of("yours")[-1].get("cards")))
            await wire.settle()
            yours = [(to, data) for _, to, data in wire.letters if b'"type":"yours"' in data and b'"cards"' in data]
            assert {to for to, _ in yours} == {"b", "c"}
            for viewer, home in ((ann, "b"), (ben, "c")):
                cards = str(viewer.of("yours")[-1]["cards"]).replace(" ", "").encode()
                assert all(to == home for to, data in yours if b'"cards":' + cards in data)
            assert looker.of("yours") == []

    run(work)


@pytest.mark.long
def test_letters_that_are_lost_are_asked_for_again(place: Place) -> None:
    async def work() -> None:
        wire = Wire(seed=3)
        async with node(place, wire, "a") as one, node(place, wire, "b") as two:
            table = await one.open(terms(timing=FAST), "Host")
            await known(two, table)
            viewers = {name: Subscriber(name) for name in ("Ann", "Ben")}
            wire.lose = 0.3
            for name, viewer in viewers.items():
                two.actor(table).watch(viewer)
                await say(two, table, Sit(waits=False), name, f"{name}/sit")
            await play(two, table, viewers, 8)
            wire.lose = 0.0
            actor = one.actor(table)
            await until(lambda: all(viewer.seqs()[-1] == actor.machine.seq for viewer in viewers.values()))
            for viewer in viewers.values():
                assert viewer.seqs() == sorted(viewer.seqs())

    run(work)


@pytest.mark.long
def test_entries_come_in_order_and_once_whatever_the_bus_does(place: Place) -> None:
    """Also where a process is cut off, has not noticed, and asks for what it may have missed."""

    async def work() -> None:
        wire = Wire(seed=5, lose=0.1, delay=(0.0, 0.05))
        async with node(place, wire, "a") as one, node(place, wire, "b") as two:
            table = await one.open(terms(timing=FAST), "Host")
            await known(two, table)
            viewers = {name: Subscriber(name) for name in ("Ann", "Ben")}
            for name, viewer in viewers.items():
                two.actor(table).watch(viewer)
                await say(two, table, Sit(waits=False), name, f"{name}/sit")
            playing = asyncio.create_task(play(two, table, viewers, 12))
            while not playing.done():
                await asyncio.sleep(0.3)
                two.actor(table).send_again()  # as after a cut: all is told again, beside what is on its way
                wire.cut("b", knows=False)
                await asyncio.sleep(0.1)
                wire.mend("b")
            await playing
            wire.lose = 0.0
            actor = one.actor(table)
            await until(lambda: all(viewer.seqs()[-1] == actor.machine.seq for viewer in viewers.values()))
            for viewer in viewers.values():
                last = 0
                for told in viewer.told:
                    if told["type"] == "event":
                        assert told["seq"] == last + 1
                    if told["type"] in ("event", "snapshot"):
                        assert told["seq"] >= last
                        last = told["seq"]

    run(work)


def test_a_table_is_handed_over_in_the_middle_of_a_hand(place: Place) -> None:
    async def work() -> None:
        async with two_with_a_table(place) as (_, one, two, table):
            ann, ben = Subscriber("Ann"), Subscriber("Ben")
            one.actor(table).watch(ann)
            two.actor(table).watch(ben)
            await say(one, table, Sit(waits=False), "Ann", "Ann/sit")
            await say(two, table, Sit(waits=False), "Ben", "Ben/sit")
            viewers = {"Ann": ann, "Ben": ben}
            await until(lambda: any(turn_of(one) for one in viewers.values()))
            await one.give(table, "b")
            waiting = asyncio.create_task(play(one, table, viewers, 6))
            await until(lambda: isinstance(two._actors.get(table), TableActor))
            await waiting
            assert isinstance(one.actor(table), RemoteActor) and one.where(table) == "b"
            actor = two.actor(table)
            await until(lambda: all(viewer.seqs()[-1] == actor.machine.seq for viewer in viewers.values()))
            for viewer in viewers.values():
                assert viewer.seqs() == list(range(viewer.seqs()[0], viewer.seqs()[-1] + 1))
            entries = [decode_table_event(one.data) for one in await two.store.read(f"table/{table}")]
            assert [entry.command for entry in entries if isinstance(entry.command, Moved)] == [Moved(1, "b")]

    run(work)


@pytest.mark.long
def test_the_tables_are_shared_out_and_all_are_handed_over_by_one_that_leaves(place: Place) -> None:
    async def work() -> None:
        wire = Wire()
        async with node(place, wire, "a") as one:
            tables = [await one.open(terms(timing=FAST), "Host") for _ in range(8)]
            async with node(place, wire, "b") as two:
                await until(lambda: len(two.running()) == 4 and len(one.running()) == 4)
                assert sorted([*one.running(), *two.running()], key=int) == tables
                await two.drain()
                await until(lambda: len(one.running()) == 8)
                assert two.running() == []
                await until(lambda: [one.id for one in two.tables()] == tables)

    run(work)


def test_the_tables_of_one_that_is_gone_go_on_at_another(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        wire = Wire()
        async with node(place, wire, "a") as one:
            ann = Subscriber("Ann")
            async with node(place, wire, "b") as two:
                table = await two.open(terms(timing=FAST), "Host")
                await known(one, table)
                one.actor(table).watch(ann)
                await say(one, table, Sit(waits=False), "Ann", "Ann/1")
            seq = await say(one, table, Sit(waits=False), "Ben", "Ben/1")
            assert isinstance(one.actor(table), TableActor)
            await until(lambda: ann.seqs()[-1] >= seq)
            assert ann.seqs() == list(range(ann.seqs()[0], ann.seqs()[-1] + 1))

    run(work)


def test_the_lobby_of_each_process_knows_whose_seats_are_where(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    """By the account: the name may be another's at the next table."""
    monkeypatch.setattr(routing, "NEWS", 0.05)

    async def work() -> None:
        async with two_with_a_table(place) as (_, one, two, table):
            one.actor(table).submit(Sit(), lambda *_: None, by="Ann", id="a1/1", staff=False, account="a1")
            await until(lambda: bool(one.tables()) and one.seats_of("a1") == two.seats_of("a1") == [table])
            assert one.seats_of("Ann") == two.seats_of("Ann") == two.seats_of("") == []

    run(work)


def test_a_player_who_leaves_at_another_node_is_away(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(presence, "MOMENT", 0.05)

    async def work() -> None:
        async with two_with_a_table(place) as (_, one, two, table):
            ann, ben = Subscriber("Ann"), Subscriber("Ben")
            for name, viewer in (("Ann", ann), ("Ben", ben)):
                two.actor(table).watch(viewer)
                await say(two, table, Sit(waits=False), name, f"{name}/1")
            people = one.actor(table).machine.people
            assert people["Ann"].away_since == people["Ben"].away_since == 0
            two.actor(table).unwatch(ann)
            await until(lambda: people["Ann"].away_since > 0)
            assert people["Ben"].away_since == 0
            two.actor(table).watch(ann)
            await until(lambda: people["Ann"].away_since == 0)

    run(work)


def test_one_process_has_a_duty(place: Place) -> None:
    async def work() -> None:
        wire = Wire()
        async with node(place, wire, "a") as one:
            async with node(place, wire, "b") as two:
                assert await two.has_job("demo") and await two.has_job("demo")
                assert not await one.has_job("demo")
            assert await one.has_job("demo")

    run(work)


@pytest.mark.long
def test_wrong_passwords_at_all_processes_count_together(place: Place) -> None:
    async def work() -> None:
        wire = Wire()
        async with node(place, wire, "a") as one, node(place, wire, "b") as two:
            at = [StoredBudgets(one.store), StoredBudgets(two.store)]
            asked = [budgets_of("name/ann", f"10.0.0.{count}") for count in range(14)]
            heard = await asyncio.gather(*[at[count % 2].take(one) for count, one in enumerate(asked)])
            assert heard.count(0.0) == 10
            assert all(0 < seconds <= 60 for seconds in heard if seconds)
            await at[0].give_back(asked[1])
            assert await at[1].take(budgets_of("name/ann", "10.0.0.99")) == 0.0
            assert await at[1].take(budgets_of("name/ben", "10.0.0.99")) == 0.0
            await at[0].clear()
            assert await at[0].take(budgets_of("name/ann", "10.0.0.98")) > 0
            assert await at[1].take(budgets_of("name/ann", "10.0.0.98", "phone")) == 0.0  # known there

    run(work)


def test_a_table_that_was_closed_unheard_is_closed_everywhere(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "SHOWN", 0.05)

    async def work() -> None:
        wire = Wire()
        async with node(place, wire, "a") as one, node(place, wire, "b") as two:
            heard, closed, stays = [await one.open(terms(timing=FAST), "Host") for _ in range(3)]
            lookers = {table: Subscriber("") for table in (heard, closed)}
            for table in (heard, closed, stays):
                await known(two, table)
            for table, looker in lookers.items():
                two.actor(table).watch(looker)
            await until(lambda: all(looker.told for looker in lookers.values()))
            await one.close(heard, "Host")
            await until(lambda: heard not in [table.id for table in two.tables()])
            wire.cut("b")
            await one.close(closed, "Host")
            await until(lambda: closed not in one.running() and closed not in one.owned())
            wire.mend("b")
            await until(lambda: [table.id for table in two.tables()] == [stays])
            for looker in lookers.values():
                assert [gone["code"] for gone in looker.of("gone")] == ["table_over"]
            with pytest.raises(Conflict):
                two.actor(closed)

    run(work)


@pytest.mark.long
def test_a_copy_of_the_database_is_another_room_on_the_bus(place: Place) -> None:
    """As where somebody tries out a backup: its processes would take commands of the room that goes on."""
    engine = create_engine(place.url.set(database="postgres"), isolation_level="AUTOCOMMIT")
    other = f"{place.url.database}_copy"
    copy = place_of(address=place.url.set(database=other).render_as_string(hide_password=False))

    async def work() -> None:
        wire = Wire()
        async with node(place, wire, "a") as one:
            table = await one.open(terms(timing=FAST), "Host")
        with engine.connect() as connection:
            connection.execute(text(f'CREATE DATABASE "{other}" TEMPLATE "{place.url.database}"'))
        async with node(copy, wire, "c") as tried, node(place, wire, "a") as one, node(place, wire, "b") as two:
            await known(two, table)
            await until(lambda: one.gauges()["bus_peers"] == two.gauges()["bus_peers"] == 1)
            assert tried.gauges()["bus_peers"] == 0 and tried.where(table) == "c"
            async with node(copy, wire, "d") as second:
                await known(second, table)
                await until(lambda: tried.gauges()["bus_peers"] == 1)

    try:
        run(work)
    finally:
        with engine.connect() as connection:
            connection.execute(text(f'DROP DATABASE IF EXISTS "{other}" WITH (FORCE)'))
        engine.dispose()


@pytest.mark.long
def test_a_command_that_needs_the_room_alone_names_its_nodes(place: Place, tmp_path: Path) -> None:
    async def work() -> None:
        wire = Wire()
        async with node(place, wire, "a"), node(place, wire, "b"):
            with pytest.raises(StoreError, match="open at a and b; stop all of them first"):
                await asyncio.to_thread(archive, place, 0, tmp_path)

    run(work)
