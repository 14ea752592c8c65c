"""Lease, fence and lock on a real PostgreSQL: what the machine of the lease takes for granted is so."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from needs import POSTGRES
from room_stores import wait
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from sidepot.cluster import database_clock, membership
from sidepot.cluster import statements as words
from sidepot.cluster.lease import HUSH, LEASE, LONGEST
from sidepot.cluster.membership import Fenced, Membership
from sidepot.cluster.places import claim, hold, list_places
from sidepot.room.store.database import postgres_engine
from sidepot.room.store.errors import StoreError, Trouble
from sidepot.room.store.place import Place
from sidepot.room.store.store import Store, open_store

pytestmark = POSTGRES.mark

SOON = 30.0  # seconds, on a machine that does much else
LEASES = "SELECT pid FROM pg_stat_activity WHERE application_name = 'sidepot lease' AND datname = current_database()"
HUSHED = "UPDATE node SET until = 0 WHERE NOT up RETURNING id"
SLOW_CLOCK = (
    "CREATE FUNCTION slow_clock() RETURNS timestamptz LANGUAGE sql VOLATILE AS "
    "$$ SELECT clock_timestamp() FROM pg_sleep(0.5) $$"
)


class Node:
    """A process of a room, as far as its store goes: all of them in this one."""

    def __init__(self, place: Place, name: str, lease: float = LEASE) -> None:
        self.ends: list[str] = []
        self.member = Membership(place, name, self.ends.append, clock=time.monotonic, lease=lease)
        self.store: Store = open_store(place, member=self.member)
        self.member.look()

    def has_lease(self) -> bool:
        """Whether it may, now that it has looked at its connection."""
        self.member.look()
        return self.member.has_lease()

    def writer(self) -> int:
        """PostgreSQL's process behind its writing connection."""
        return wait(self.store.write(lambda connection: connection.scalar(text("SELECT pg_backend_pid()")) or 0))

    def fall(self) -> None:
        """It is killed: its connections are closed, and nothing is said."""
        self.member._stop.set()
        self.member._thread.join()
        self.member._drop()

    def close(self) -> None:
        """In order."""
        wait(self.store.close())


@contextmanager
def nodes(place: Place, *names: str, lease: float = LEASE) -> Iterator[list[Node]]:
    """So many processes of one room, whose database began long ago."""
    found = [Node(place, name, lease) for name in names]
    for node in found:
        node.member._watcher.connected(0.0)
    try:
        yield found
    finally:
        for node in found:
            node.close()


def ask(place: Place, words: str) -> list[tuple[object, ...]]:
    """Ask the database, as nobody in particular."""
    engine = postgres_engine(place, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        rows = [tuple(row) for row in connection.execute(text(words))]
    engine.dispose()
    return rows


def soon(is_so: Callable[[], bool]) -> None:
    """Wait until something is so."""
    end = time.monotonic() + SOON
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.01)


def is_up(place: Place, name: str) -> bool:
    """Whether a process is up, as its row says."""
    return ask(place, f"SELECT up FROM node WHERE id = '{name}'") == [(True,)]


def until_out(place: Place, name: str) -> None:
    """Wait until a process is put out."""
    soon(lambda: not is_up(place, name))


@pytest.mark.long
def test_several_write_to_one_database_and_a_room_of_one_process_keeps_out(place: Place) -> None:
    with nodes(place, "a", "b") as (one, other):
        assert (one.member.epoch, other.member.epoch) == (1, 1)
        assert wait(one.store.append("t/1", 0, [b"x"], 1)) == 1
        assert wait(other.store.append("t/1", 1, [b"y"], 1)) == 2
        with pytest.raises(StoreError) as refused:
            open_store(place)
        assert refused.value.trouble is Trouble.BUSY


@pytest.mark.long
def test_beats_go_on_and_it_has_lease(place: Place) -> None:
    with nodes(place, "a", "b", lease=LONGEST / 6) as there:
        for _ in range(3):
            held = [node.member.lease._until for node in there]
            soon(lambda held=held: all(node.member.lease._until > was for node, was in zip(there, held, strict=True)))
            assert all(node.has_lease() for node in there)
        assert is_up(place, "a") and is_up(place, "b")


def test_one_that_is_gone_is_put_out_at_once_and_writes_nothing_more(place: Place) -> None:
    with nodes(place, "a", "b", lease=LONGEST) as (one, other):  # it is out long before that is over
        wait(one.store.append("t/1", 0, [b"x"], 1))
        one.fall()
        until_out(place, "a")
        with pytest.raises(Fenced):
            wait(one.store.append("t/1", 1, [b"from the dead"], 1))
        assert one.ends == ["another node fenced it off"]
        one.member.look()
        assert not one.member.has_lease()
        assert wait(other.store.append("t/1", 1, [b"y"], 1)) == 2


def test_without_the_fence_the_dead_would_write(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    """So the test above can fail."""
    monkeypatch.setattr(Membership, "fence", lambda self, connection: None)
    with nodes(place, "a", "b") as (one, _):
        one.fall()
        until_out(place, "a")
        assert wait(one.store.append("t/1", 0, [b"from the dead"], 1)) == 1


@pytest.mark.long
def test_one_that_is_silent_is_put_out_when_its_lease_is_over(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    fenced: list[float] = []
    put_out = Membership._put_out

    def noted(self: Membership, *which: Any) -> bool:
        fenced.append(time.monotonic())
        return put_out(self, *which)

    monkeypatch.setattr(Membership, "_put_out", noted)
    with nodes(place, "a", "b") as (one, _):
        one.member._stop.set()  # it has its connection, and beats no more
        one.member._thread.join()
        until_out(place, "a")
        assert not one.has_lease()
        assert one.member.lease._until < fenced[0]  # it was silent before anybody put it out


def test_one_that_is_stopped_inside_a_transaction_is_cut_off(place: Place) -> None:
    """It holds its row by the fence: who puts it out ends its connection, and what it was writing is taken back."""
    with nodes(place, "a", "b") as (one, other):
        writer = one.writer()
        driver = one.store.writer._connection
        assert driver is not None
        transaction = driver.begin()
        one.member.fence(driver)
        driver.execute(text("INSERT INTO record (stream, seq, at, data) VALUES ('t/1', 1, 1, 'x')"))
        one.fall()
        until_out(place, "a")
        soon(lambda: not ask(place, f"SELECT 1 FROM pg_stat_activity WHERE pid = {writer}"))
        with pytest.raises(DBAPIError, match="terminat"):
            driver.execute(text("SELECT 1"))
        transaction.rollback()
        assert wait(other.store.head("t/1")) == 0


@pytest.mark.long
def test_a_beat_does_not_wait_for_a_commit(place: Place) -> None:
    with nodes(place, "a") as (one,):
        driver = one.store.writer._connection
        assert driver is not None
        with driver.begin():
            one.member.fence(driver)
            held = one.member.lease._until
            soon(lambda: one.member.lease._until > held + LEASE)
            assert one.has_lease()


def test_a_name_comes_again_with_a_later_epoch_and_after_a_hush(place: Place) -> None:
    with nodes(place, "a") as (one,):
        one.fall()
        begun = time.monotonic()
        again = Node(place, "a")
        try:
            assert time.monotonic() - begun >= HUSH - 0.05
            assert again.member.epoch > one.member.epoch
            with pytest.raises(Fenced):
                wait(one.store.append("t/1", 0, [b"x"], 1))
        finally:
            again.close()


def test_a_name_that_is_taken_is_refused(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sidepot.cluster.membership.PATIENCE", 0.3)
    with nodes(place, "a"), pytest.raises(StoreError, match="is named a; choose another --node"):
        Node(place, "a")


@pytest.mark.parametrize(("trip", "off", "is_right"), [(0.001, 0.2, True), (0.001, -0.3, False), (0.4, 0.3, True)])
def test_one_whose_clock_is_wrong_does_not_join(
    trip: float, off: float, is_right: bool, place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    """How long the way to the database is does not count against it: the clocks may agree as well."""
    monkeypatch.setattr(database_clock, "clock_of", lambda _: (trip, off))
    if is_right:
        with nodes(place, "a"):
            assert is_up(place, "a")
        return
    with pytest.raises(StoreError, match="300 ms behind this machine's") as refused:
        Node(place, "a")
    assert (refused.value.code, refused.value.trouble) == ("store_clock", Trouble.CLOCK)
    assert ask(place, "SELECT id FROM node") == []


def test_the_lease_that_it_asks_for_is_the_one_that_it_has(place: Place) -> None:
    left = "SELECT until - extract(epoch from clock_timestamp()) * 1000 > 1000 * {} FROM node"
    with nodes(place, "a", lease=LONGEST) as (one,):
        held = one.member.lease._until
        assert ask(place, left.format(LONGEST / 2)) == [(True,)]
        one.member._stop.set()  # only one thread may use its connection
        one.member._thread.join()
        one.member._beat(time.monotonic())
        assert one.member.lease._until > held
        assert ask(place, left.format(LONGEST / 2)) == [(True,)]
        assert ask(place, left.format(LONGEST)) == [(False,)]


def test_streams_go_to_one_process_each_and_from_one_that_is_out_to_another(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(membership, "HUSH", SOON)

    async def fill(store: Store) -> None:
        for number in range(1, 8):
            await store.append(f"table/{number}", 0, [b"x"], 1)
        await store.end("table/7", 1)
        await store.write(list_places("table/"))

    async def take(node: Node, most: int) -> list[str]:
        return sorted(await node.store.write(claim(node.member, "table/", most)))

    async def both(one: Node, other: Node) -> list[list[str]]:
        return list(await asyncio.gather(take(one, 3), take(other, 3)))

    with nodes(place, "a", "b", lease=LONGEST) as (one, other):
        wait(fill(one.store))
        first, second = wait(both(one, other))
        assert sorted(first + second) == [f"table/{number}" for number in range(1, 7)]  # the last one is over
        assert wait(take(one, 9)) == []
        one.fall()
        until_out(place, "a")
        assert wait(take(other, 9)) == []  # not while the other one might still answer
        ask(place, HUSHED)
        assert wait(take(other, 9)) == first


def test_one_that_another_process_takes_in_the_same_moment_is_not_taken(place: Place) -> None:
    """Who is a little later finds it free when it looks, and another's when it locks it."""
    slow = str(words.CLAIM).replace("clock_timestamp()", "slow_clock()")
    with nodes(place, "a", "b", "c") as (one, other, third):
        wait(one.store.append("table/1", 0, [b"x"], 1))
        wait(one.store.write(list_places("table/")))
        assert wait(third.store.write(claim(third.member, "table/", 9))) == ["table/1"]
        third.fall()
        until_out(place, "c")
        ask(place, HUSHED)
        wait(one.store.write(lambda found: found.execute(text(SLOW_CLOCK)).close()))
        told = {"me": "b", "epoch": 1, "prefix": "table/", "most": 9, "wanted": []}

        async def both() -> tuple[list[str], list[str]]:
            late = asyncio.ensure_future(other.store.write(lambda found: [*found.scalars(text(slow), told)]))
            await asyncio.sleep(0.2)
            return await one.store.write(claim(one.member, "table/", 9)), await late

        assert wait(both()) == (["table/1"], [])


def test_one_has_the_room(place: Place) -> None:
    with nodes(place, "a", "b") as (one, other):
        assert wait(one.store.write(hold(one.member, "room")))
        assert not wait(other.store.write(hold(other.member, "room")))
        one.close()  # in order: the other one need not wait
        assert wait(other.store.write(hold(other.member, "room")))


def test_a_lost_connection_is_found_again_and_nobody_is_put_out(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    """The database closes the connections of both; until it has, it puts nobody out."""
    gate = threading.Event()
    find_again = Membership._find_again

    def find_later(self: Membership) -> None:
        if gate.wait(SOON):
            find_again(self)

    monkeypatch.setattr(Membership, "_find_again", find_later)
    engine = postgres_engine(place)
    with nodes(place, "a", "b") as there:
        with engine.begin() as held:
            held.execute(text("SELECT 1 FROM node FOR KEY SHARE"))
            closed = tuple(held.scalars(text(LEASES)))
            assert len(closed) == 2
            held.execute(text(f"SELECT pg_terminate_backend(pid) FROM unnest(ARRAY{[*closed]}) AS pid"))
            soon(lambda: not ask(place, f"SELECT pid FROM pg_stat_activity WHERE pid IN {closed}"))
        soon(lambda: not any(node.has_lease() for node in there))
        gate.set()
        soon(lambda: all(node.has_lease() for node in there))
        assert [node.ends for node in there] == [[], []]
    engine.dispose()


def test_one_whose_machine_has_slept_goes_on_if_nobody_has_put_it_out(place: Place) -> None:
    """Its lease is over by then, so it is silent until the next beat; but it is not stuck."""
    slept = [0.0]
    ends: list[str] = []
    member = Membership(place, "a", ends.append, clock=lambda: time.monotonic() + slept[0])
    store = open_store(place, member=member)
    member.look()
    slept[0] = 3600.0
    soon(lambda: member.lease_left() > 0 or bool(ends))
    member.look()
    assert ends == []
    wait(store.close())
