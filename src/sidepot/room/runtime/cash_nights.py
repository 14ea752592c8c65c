"""All cash nights of the room: their storage, their actors, and the registry that finds them.

A night that is over stays in memory for a while. Later it is loaded from its log when somebody asks.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Any, Final

from sidepot.errors import Conflict
from sidepot.room.cash.commands import CashCommand, Freeze, Tick
from sidepot.room.cash.events import CashEvent, decode_event, encode_event
from sidepot.room.cash.machine import CashNight
from sidepot.room.cash.snapshot import SNAPSHOTS, CashSnapshot, restore, to_keep
from sidepot.room.cash.terms import CashTerms
from sidepot.room.runtime.actor import Actor
from sidepot.room.runtime.errors import NOBODY, Busy
from sidepot.room.runtime.machine import Kind
from sidepot.room.runtime.persons import STAFF_FROM, Persons
from sidepot.room.runtime.publisher import Publisher
from sidepot.room.runtime.registry import Registry
from sidepot.room.runtime.services import Services
from sidepot.room.runtime.storage import EventStorage, Unreadable
from sidepot.room.runtime.subscribers import Subscriber
from sidepot.room.store.persons import Person, replace_persons
from sidepot.room.store.transaction import Append

CASH_STREAMS: Final = "cash/"
PATIENCE: Final = 10.0  # seconds that a reader waits until everything decided is durable
KEPT: Final = 20  # nights that are over and were loaded again for readers
KIND = Kind[CashCommand]("cash night", Tick(), Freeze, "cash ", most_waiting=1024)
_NEWS: Final = b'{"type":"cash","seq":%d}'


class UnreadableCash(Unreadable, usual="cash_unreadable"):
    """Raised for a cash night whose log cannot be replayed. Has the position of the fault."""


class CashStorage(EventStorage[CashNight, CashEvent]):
    """Loads cash nights."""

    prefix, label, unreadable = CASH_STREAMS, "cash night", UnreadableCash
    snapshots = SNAPSHOTS

    def decode(self, record: bytes) -> CashEvent:
        """Decode a stored event of a cash night."""
        return decode_event(record)

    def begin(self, id: str, first: CashEvent | None) -> CashNight:
        """Make a night from its first event."""
        return CashNight.begin(id, first)

    def to_append(self, machine: CashNight, event: CashEvent) -> Append:
        """The last event in its stored form, with a snapshot if one is due and its postings to the club's books."""
        return Append(
            CASH_STREAMS + machine.id,
            event.seq - 1,
            (encode_event(event),),
            event.at,
            snapshot=to_keep(machine, event),
            changes=machine.booked,
        )

    def restore(self, id: str, first: bytes, snapshot: CashSnapshot, records: Sequence[bytes]) -> CashNight:
        """Restore a night from its snapshot."""
        return restore(id, decode_event(first), snapshot)


STORAGE: Final = CashStorage()


def persons_of(night: str) -> str:
    """The key under which the persons of a night are stored."""
    return CASH_STREAMS + night


class CashPublisher(Publisher[CashNight, CashEvent]):
    """Publishes the number of each event, after which pages fetch what they show."""

    def publish(self, event: CashEvent) -> int:
        """Send the number of the event to all subscribers. Returns the time of the next alarm."""
        self.groups[0].publish(event.seq, _NEWS % event.seq)
        return self.machine.alarm()

    def snapshot(self, subscriber: Subscriber) -> bytes:
        """The number of the last event, as a message for a new subscriber."""
        return _NEWS % self.machine.seq


class CashActor(Actor[CashNight, CashCommand, CashEvent]):
    """The actor of one cash night, with its `persons`, for whose names the log has marks."""

    def __init__(
        self, night: CashNight, persons: Persons, services: Services, on_durable: Callable[[Any], None]
    ) -> None:
        self.persons = persons
        publisher = CashPublisher(night, self.report_bug)
        super().__init__(night, STORAGE, publisher, KIND, services, on_durable)


class CashRegistry(Registry[CashActor, CashNight, CashEvent]):
    """The registry of a room's cash nights."""

    def __init__(self, services: Services) -> None:
        super().__init__(STORAGE, services)
        self._old: dict[str, tuple[CashNight, Persons]] = {}

    async def start(self) -> None:
        """Resume every night that is not over."""
        await self.take_up(await self.find_last())

    async def make(self, machine: CashNight) -> CashActor:
        """Make the actor of a night, and load its persons."""
        persons = await Persons.load(persons_of(machine.id), self.served().store)
        return CashActor(machine, persons, self.served(), self.on_durable)

    def no_such(self, id: str) -> Conflict:
        """The refusal for an unknown id of a night."""
        return Conflict(f"no such cash night: {id}", code="no_cash_night")

    async def open(self, terms: CashTerms, by: str = "") -> str:
        """Open a night. Returns its id.

        Raises Conflict for impossible terms, and StoreError if the night cannot be stored.
        """
        services = self.served()

        async def begin(name: str) -> tuple[CashNight, CashEvent]:
            rows = [Person(STAFF_FROM + 1, by, 0)] if by else []
            version = await services.store.write(replace_persons(persons_of(name), rows))
            who = Persons(persons_of(name), services.store, rows, version).find(by, staff=True)
            return CashNight.open(name, terms, now=services.now(), by=who)

        async with self._opening:
            night = await self.open_next(begin)
        self.begin(await self.make(night))
        return night.id

    async def find(self, night: str) -> tuple[CashNight, Persons]:
        """Find a night and its persons for reading, even if it ended long ago.

        Raises Conflict if there is none, and Busy while the store cannot write a decided event.
        """
        actor = self._actors.get(night)
        if actor is not None:
            end = self.served().loop.time() + PATIENCE
            while actor.is_busy and not actor.is_stopped:
                if self.served().loop.time() > end:
                    raise Busy(NOBODY, code="busy")
                await asyncio.sleep(0.005)
            return actor.machine, actor.persons
        if night not in self._old:
            store = self.served().store
            if not night.isdecimal() or not await store.head(CASH_STREAMS + night):
                raise self.no_such(night)
            self._old[night] = (await STORAGE.load(store, night), await Persons.load(persons_of(night), store))
            if len(self._old) > KEPT:
                del self._old[next(iter(self._old))]
        return self._old[night]

    async def look_up_persons(self, key: str) -> None:
        """Read the persons of a night again after the store has changed them. `key` is that of `persons_of`."""
        night = key.removeprefix(CASH_STREAMS)
        actor = self._actors.get(night)
        if actor is not None:
            await actor.persons.refresh()
            actor.persons.changed()
        elif night in self._old:
            await self._old[night][1].refresh()

    @property
    def frozen(self) -> int:
        """The number of nights that are frozen after an error."""
        return sum(bool(actor.machine.frozen) for actor in self._actors.values())

    def nights(self) -> list[CashActor]:
        """The nights in memory, latest first."""
        return sorted(self._actors.values(), key=lambda actor: -int(actor.id))

    def on_durable(self, actor: CashActor) -> None:
        """Remove a night that is over from memory after a while."""
        if actor.machine.over and actor.id not in self._over:
            self._over.add(actor.id)
            self.end(actor)
