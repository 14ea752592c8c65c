"""The runtime runs any machine: a counter is stored, published, killed and loaded again as a table is."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest
from room_stores import wait

from sidepot.errors import NotDue, SidepotError
from sidepot.room.runtime import actor as runtime_actor
from sidepot.room.runtime import clock
from sidepot.room.runtime.actor import Actor
from sidepot.room.runtime.errors import Busy, Frozen
from sidepot.room.runtime.machine import Kind
from sidepot.room.runtime.publisher import Publisher
from sidepot.room.runtime.services import Services
from sidepot.room.runtime.storage import EventStorage, Unreadable
from sidepot.room.runtime.subscribers import ForwardingQueue, Subscriber
from sidepot.room.store.crash_points import POINTS
from sidepot.room.store.errors import StoreError, Trouble
from sidepot.room.store.snapshot import Snapshots
from sidepot.room.store.store import Store, open_store
from sidepot.room.store.transaction import Append

UNLUCKY = 1313  # a counter that adds this makes a mistake


class Add(msgspec.Struct, frozen=True):
    number: int


class Freeze(msgspec.Struct, frozen=True):
    why: str


class Added(msgspec.Struct, frozen=True):
    seq: int
    at: int
    id: str
    number: int = 0
    why: str = ""


class Counter:
    def __init__(self, id: str) -> None:  # noqa: A002
        self.id, self.seq, self.total, self.frozen = id, 0, 0, ""
        self.ids: dict[str, int] = {}

    def decide(self, command: Add | Freeze, *, now: int, id: str = "", **_: Any) -> Added:  # noqa: A002
        if isinstance(command, Freeze):
            event = Added(self.seq + 1, now, id, why=command.why)
        elif self.frozen or not command.number:
            raise NotDue("nothing is added")
        else:
            assert command.number != UNLUCKY
            event = Added(self.seq + 1, now, id, command.number)
        self.apply(event)
        return event

    def apply(self, event: Added) -> None:
        assert event.seq == self.seq + 1
        self.seq, self.total, self.frozen = event.seq, self.total + event.number, event.why
        self.ids[event.id] = event.seq

    def alarm(self) -> int:
        return 0


class Image(msgspec.Struct):
    total: int
    ids: dict[str, int]


SNAPSHOTS = Snapshots(Image, "a counter", until="ids")


class CounterStorage(EventStorage[Counter, Added]):
    prefix, label, snapshots = "counter/", "counter", SNAPSHOTS

    def decode(self, record: bytes) -> Added:
        return msgspec.json.decode(record, type=Added)

    def begin(self, id: str, first: Added | None) -> Counter:  # noqa: A002
        if first is None:
            raise NotDue("there is no counter")
        counter = Counter(id)
        counter.apply(first)
        return counter

    def to_append(self, machine: Counter, event: Added) -> Append:
        image = SNAPSHOTS.make(machine, ids=machine.ids)
        kept = (SNAPSHOTS.version(), SNAPSHOTS.encode(image)) if not event.seq % 4 else None
        return Append(f"counter/{machine.id}", event.seq - 1, (msgspec.json.encode(event),), event.at, snapshot=kept)

    def restore(self, id: str, first: bytes, image: Any, records: Any) -> Counter:  # noqa: A002
        counter = Counter(id)
        counter.total, counter.ids = image.total, image.ids
        counter.seq = max(counter.ids.values())
        return counter


class Watcher(Publisher[Counter, Added]):
    """Notes what is published, and sends it to subscribers."""

    def __init__(self, machine: Counter) -> None:
        super().__init__(machine, lambda error: None)
        self.seen: list[int] = []
        self.loaded: list[int] = []
        self.away = ""
        self.fails = False

    def publish(self, event: Added) -> int:
        if self.fails:
            raise ZeroDivisionError
        self.seen.append(event.seq)
        self.groups[0].publish(event.seq, msgspec.json.encode([event.seq, event.number]))
        return -1

    def snapshot(self, subscriber: Subscriber) -> bytes:
        return msgspec.json.encode({"seq": self.machine.seq, "total": self.machine.total})

    def start_over(self, machine: Counter) -> None:
        super().start_over(machine)
        self.loaded.append(machine.total)

    def send_away(self, reason: str, code: str) -> None:
        self.away = code


KIND = Kind[Any]("counter", Add(1), Freeze, most_waiting=8, most_of_one=4)
TOGETHER = Kind[Any]("counter", Add(1), Freeze, joins=lambda command: isinstance(command, Add))


@asynccontextmanager
async def running(
    file: Path, told: list[str] | None = None, kind: Kind[Any] = KIND
) -> AsyncIterator[tuple[Actor[Any, Any, Any], Watcher, Store]]:
    """A counter that runs: as its log makes it, or a new one."""
    async with open_store(file) as store:
        services = Services(
            store, tell_host=lambda who, text: told.append(f"{who}: {text}") if told is not None else None
        )
        storage = CounterStorage()
        is_new = not await store.head("counter/1")
        machine = Counter("1") if is_new else await storage.load(store, "1")
        watcher = Watcher(machine)
        actor: Actor[Any, Any, Any] = Actor(machine, storage, watcher, kind, services, lambda _: None)
        actor.start()
        try:
            yield actor, watcher, store
        finally:
            await actor.stop()
            services.close()
            await services.wait_idle()


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tries come quickly."""
    for module in (runtime_actor, clock):
        monkeypatch.setattr(module, "RETRY", 0.02)


def test_subscribers_get_the_state_or_what_they_missed_and_then_each_event(tmp_path: Path) -> None:
    async def run() -> None:
        async with running(tmp_path / "room.db") as (actor, _, _store):
            new: list[Any] = []
            back: list[Any] = []
            await actor.say(Add(1), by="Ann")
            await actor.say(Add(2), by="Ann")
            for got, since in ((new, 0), (back, 1)):
                queue = ForwardingQueue(lambda data, got=got: got.append(msgspec.json.decode(data)))
                actor.watch(Subscriber(queue, ""), since)
            await actor.say(Add(3), by="Ann")
            assert new == [{"seq": 2, "total": 3}, [3, 3]]
            assert back == [[2, 2], [3, 3]]

    wait(run())


def test_commands_are_stored_published_and_acknowledged_in_order(tmp_path: Path) -> None:
    async def run() -> None:
        async with running(tmp_path / "room.db") as (actor, watcher, store):
            seqs = await asyncio.gather(*[actor.say(Add(number), by="Ann", id=f"{number}") for number in range(1, 5)])
            assert seqs == watcher.seen == [1, 2, 3, 4]
            assert await actor.say(Add(3), by="Ann", id="3") == 3, "the same command is done once"
            for _ in range(2):
                with pytest.raises(NotDue):
                    await actor.say(Add(0), by="Ann", id="none")
            assert (await actor.say(Add(5)), actor.machine.total, await store.head("counter/1")) == (5, 15, 5)
            assert [one.seq for one in await store.snapshots("counter/1")] == [4]
        async with running(tmp_path / "room.db") as (actor, watcher, store):
            again = await CounterStorage().rebuild(store, "1")
            assert (actor.machine.total, actor.machine.ids) == (again.total, again.ids) == (15, actor.machine.ids)
            assert await actor.say(Add(3), by="Ann", id="3") == 3
            with pytest.raises(Unreadable, match="counter 2 cannot be read"):
                await CounterStorage().load(store, "2")

    wait(run())


@pytest.mark.parametrize(
    "point", [one for one in POINTS if one not in ("writing", "written", "committed", "publishing")]
)
def test_acknowledged_events_survive_a_kill_at_each_point(
    tmp_path: Path, point: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The process is gone at one point: nothing acknowledged is lost, nothing is done twice."""
    file = tmp_path / "room.db"
    acked: list[int] = []

    class Killed(BaseException):
        pass

    async def run(kill_at: str) -> None:
        left = 3

        def here(at: str) -> None:
            nonlocal left
            left -= at == kill_at
            if not left:
                raise Killed

        async with open_store(file) as store:
            services, storage = Services(store), CounterStorage()
            machine = await storage.load(store, "1") if await store.head("counter/1") else Counter("1")
            actor: Actor[Any, Any, Any] = Actor(machine, storage, Watcher(machine), KIND, services, lambda _: None)
            asyncio.get_running_loop().set_exception_handler(lambda *_: None)
            monkeypatch.setattr(runtime_actor, "here", here)
            monkeypatch.setattr(runtime_actor, "is_armed", True)
            for number in range(1, 6):
                done: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
                try:
                    actor.submit(Add(number), _noting(acked, done), by="Ann", id=f"{number}")
                    await asyncio.wait_for(done, 60 if left > 1 else 0.3)
                except (Killed, TimeoutError):
                    break

    wait(run(point))
    killed_after = [*acked]
    wait(run(""))

    async def look() -> None:
        async with open_store(file) as store:
            counter = await CounterStorage().rebuild(store, "1")
            assert (counter.total, counter.seq) == (15, 5), "each is done once"

    wait(look())
    assert killed_after == [1, 2, 3][: len(killed_after)] and len(killed_after) in (2, 3)
    assert acked[len(killed_after) :] == [1, 2, 3, 4, 5]


def _noting(acked: list[int], done: asyncio.Future[Any]) -> Callable[[int, SidepotError | None], None]:
    def note(seq: int, error: SidepotError | None) -> None:
        assert error is None
        acked.append(seq)
        if not done.done():
            done.set_result(None)

    return note


def test_a_sick_store_loses_nothing_and_is_left_alone_for_a_while(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run() -> None:
        async with running(tmp_path / "room.db") as (actor, watcher, store):
            await actor.say(Add(5), by="Ann", id="a")
            tries: list[int] = []

            def refuses(*_: Any) -> None:
                tries.append(1)
                raise StoreError(Trouble.FULL, "the disk is full")

            monkeypatch.setattr(runtime_actor, "RETRY", 5.0)
            with monkeypatch.context() as patch:
                patch.setattr(store.writer, "submit", refuses)
                for number in range(4):
                    with pytest.raises(Busy, match="disk is full"):
                        await actor.say(Add(1), by="Ann", id=f"b{number}")
                assert len(tries) == 1, "it is not asked again at once"
            assert (actor.machine.total, watcher.seen, watcher.loaded) == (5, [1], [5])
            actor._sick_until = 0.0
            assert await actor.say(Add(1), by="Ann", id="b0") == 2, "the sender may try again with the same id"

    wait(run())


def test_a_mistake_of_the_machine_or_in_publishing_freezes_it(tmp_path: Path) -> None:
    async def run() -> None:
        told: list[str] = []
        async with running(tmp_path / "room.db", told) as (actor, _, _):
            await actor.say(Add(5), by="Ann")
            with pytest.raises(Frozen):
                await actor.say(Add(UNLUCKY), by="Ann")
            with pytest.raises(NotDue):
                await actor.say(Add(1), by="Ann")
            assert actor.machine.total == 5 and actor.machine.frozen
            assert told == ["counter 1: AssertionError while Add was carried out"]
        async with running(tmp_path / "other.db", told) as (actor, watcher, _):
            watcher.fails = True
            assert await actor.say(Add(5), by="Ann") == 1, "it is durable, so it is acknowledged"
            watcher.fails = False
            with pytest.raises(NotDue):
                await actor.say(Add(1), by="Ann")
            assert (actor.machine.total, bool(actor.machine.frozen), watcher.seen) == (5, True, [2])

    wait(run())


def test_people_wait_in_bounds_and_the_room_always_does(tmp_path: Path) -> None:
    async def run() -> None:
        async with running(tmp_path / "room.db") as (actor, _, _):
            many = [actor.say(Add(1), by="Ann") for _ in range(6)] + [actor.say(Add(1)) for _ in range(10)]
            answers = await asyncio.gather(*many, actor.say(Add(1), by="Bo"), return_exceptions=True)
            refused = [at for at, one in enumerate(answers) if isinstance(one, Busy)]
            assert refused == [5, 16], "one is decided while four wait; for Bo there is no room at all"

    wait(run())


# ---- commands that are written together


def _noted(store: Store, watcher: Watcher, monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, int, int]]:
    """What the store is given to write: after which event, how many events, and how many were published before."""
    noted: list[tuple[int, int, int]] = []
    submit = store.writer.submit

    def note(what: Any, *rest: Any) -> None:
        noted.append((what.after, len(what.records), len(watcher.seen)))
        submit(what, *rest)

    monkeypatch.setattr(store.writer, "submit", note)
    return noted


def test_commands_that_wait_are_written_together(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        async with running(tmp_path / "room.db", kind=TOGETHER) as (actor, watcher, store):
            noted = _noted(store, watcher, monkeypatch)
            seqs = await asyncio.gather(*[actor.say(Add(number), by="Ann", id=f"{number}") for number in range(1, 31)])
            assert seqs == watcher.seen == [*range(1, 31)]
            assert noted[:3] == [(0, 1, 0), (1, 3, 1), (4, 4, 4)], "a snapshot is only written with the last event"
            assert [one.seq for one in await store.snapshots("counter/1")] == [28, 24]
        async with running(tmp_path / "room.db") as (actor, _, store):
            again = await CounterStorage().rebuild(store, "1")
            assert (actor.machine.total, actor.machine.ids) == (again.total, again.ids) == (465, actor.machine.ids)

    wait(run())


def test_a_refusal_waits_for_the_events_on_which_it_may_depend(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        async with running(tmp_path / "room.db", kind=TOGETHER) as (actor, watcher, store):
            noted, answers = _noted(store, watcher, monkeypatch), list[tuple[str, int, int]]()
            ids = ("a", "b", "no", "c", "b", "d")
            for id_ in ids:
                actor.submit(
                    Add(int(id_ != "no")),
                    lambda seq, error, id_=id_: answers.append((id_, -1 if error else seq, len(watcher.seen))),
                    by="Ann",
                    id=id_,
                )
            await actor.say(Add(1))
            assert noted == [(0, 1, 0), (1, 1, 1), (2, 1, 2), (3, 1, 3), (4, 1, 4)]
            assert answers == [("a", 1, 1), ("b", 2, 2), ("no", -1, 2), ("c", 3, 3), ("b", 2, 3), ("d", 4, 4)]

    wait(run())


def test_commands_written_together_are_refused_together(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        async with running(tmp_path / "room.db", kind=TOGETHER) as (actor, watcher, store):
            submit, full = store.writer.submit, list[int]()

            def refuses_many(what: Any, loop: Any, done: Any) -> None:
                if len(what.records) > 1 and not full:
                    full.append(len(what.records))
                    loop.call_soon(done, None, StoreError(Trouble.FULL, "the disk is full"))
                else:
                    submit(what, loop, done)

            monkeypatch.setattr(store.writer, "submit", refuses_many)
            say = [actor.say(Add(1), by="Ann", id=f"{at}") for at in range(4)]
            first, *rest = await asyncio.gather(*say, return_exceptions=True)
            assert first == 1 and full == [3] and [type(one) for one in rest] == [Busy] * 3
            assert (actor.machine.total, watcher.seen, watcher.loaded) == (1, [1], [1])
            actor._sick_until = 0.0
            again = [actor.say(Add(1), by="Ann", id=f"{at}") for at in range(4)]
            assert await asyncio.gather(*again) == [1, 2, 3, 4]

    wait(run())


def test_a_mistake_among_commands_written_together_undoes_them_all(tmp_path: Path) -> None:
    async def run() -> None:
        told: list[str] = []
        async with running(tmp_path / "room.db", told, TOGETHER) as (actor, watcher, store):
            say = [actor.say(Add(number), by="Ann", id=f"{number}") for number in (1, 2, 3, UNLUCKY)]
            first, *rest = await asyncio.gather(*say, return_exceptions=True)
            assert first == 1 and [type(one) for one in rest] == [Frozen] * 3
            await actor.until_durable()
            assert (actor.machine.total, bool(actor.machine.frozen), watcher.seen) == (1, True, [1, 2])
            assert told == ["counter 1: AssertionError while Add was carried out"]
            assert (await CounterStorage().rebuild(store, "1")).total == 1

    wait(run())


@pytest.mark.parametrize("point", ["received", "decided", "queued", "durable", "published", "acked"])
def test_commands_written_together_survive_a_kill(tmp_path: Path, point: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The process is gone at one point of the second write: nothing acknowledged is lost, nothing is done twice."""
    file = tmp_path / "room.db"
    acked: list[int] = []

    class Killed(BaseException):
        pass

    async def run(kill_at: str) -> None:
        left, killed = 2, asyncio.Event()

        def here(at: str) -> None:
            nonlocal left
            left -= at == kill_at
            if left <= 0:
                killed.set()
                raise Killed

        async with running(file, kind=TOGETHER) as (actor, _, _store):
            asyncio.get_running_loop().set_exception_handler(lambda *_: None)
            monkeypatch.setattr(runtime_actor, "here", here)
            monkeypatch.setattr(runtime_actor, "is_armed", True)
            done: list[asyncio.Future[Any]] = [asyncio.get_running_loop().create_future() for _ in range(4)]
            for number in range(4):
                actor.submit(Add(1), _noting(acked, done[number]), by="Ann", id=f"{number}")
            last = asyncio.gather(*done)
            gone = asyncio.create_task(killed.wait())
            await asyncio.wait([last, gone], return_when=asyncio.FIRST_COMPLETED)
            monkeypatch.setattr(runtime_actor, "is_armed", False)
            if killed.is_set():
                actor._stopped = asyncio.Event()
                actor._stopped.set()
            last.cancel()
            gone.cancel()

    wait(run(point))
    killed_after = [*acked]
    wait(run(""))

    async def look() -> None:
        async with running(file) as (actor, _, _store):
            assert (actor.machine.total, actor.machine.seq) == (4, 4), "each is done once"

    wait(look())
    assert killed_after in ([1], [1, 2, 3, 4]), "all are acknowledged, or none"
    assert acked[len(killed_after) :] == [1, 2, 3, 4]
