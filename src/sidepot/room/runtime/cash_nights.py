"""All cash nights of the room: the registry that finds them.

A night that is over stays in memory for a while. Later it is loaded from its log when somebody reads it, or puts its
books right.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from sidepot.errors import Conflict
from sidepot.room.cash.commands import Open
from sidepot.room.cash.events import CashEvent, decode_event
from sidepot.room.cash.machine import CashNight
from sidepot.room.cash.terms import CashTerms
from sidepot.room.runtime.cash_actor import CashActor
from sidepot.room.runtime.cash_storage import CASH_STREAMS, STORAGE
from sidepot.room.runtime.persons import STAFF_FROM, Persons
from sidepot.room.runtime.registry import Registry
from sidepot.room.runtime.services import Services
from sidepot.room.store.persons import Person, replace_persons

LISTED: Final = 100  # the latest nights
KEPT: Final = 20  # nights that are over and were loaded again for readers


def persons_of(night: str) -> str:
    """The key under which the people of a night are stored."""
    return CASH_STREAMS + night


class NightListed(NamedTuple):
    """A night in the list of nights.

    - `at`: when it was opened, in milliseconds since 1970
    - `over`: the night is over
    """

    id: str
    title: str
    at: int
    over: bool


class CashRegistry(Registry[CashActor, CashNight, CashEvent]):
    """The registry of a room's cash nights."""

    def __init__(self, services: Services) -> None:
        super().__init__(STORAGE, services)
        self._old: dict[str, tuple[CashNight, Persons]] = {}
        self._titles: dict[str, tuple[str, int]] = {}  # with the time of opening

    async def start(self) -> None:
        """Resume every night that is not over."""
        await self.take_up(await self.find_last())

    async def make(self, machine: CashNight) -> CashActor:
        """Make the actor of a night, and load its people."""
        persons = await Persons.load(persons_of(machine.id), self.served().store)
        return CashActor(machine, persons, self.served(), self.on_durable)

    def no_such(self, id: str) -> Conflict:
        """The error for an unknown id of a night."""
        return Conflict(f"no such cash night: {id}", code="no_cash_night")

    async def open(self, terms: CashTerms, by: str = "") -> str:
        """Open a night. Returns its id.

        Raises Conflict if the terms are impossible, and StoreError if the night cannot be stored.
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

    async def wake(self, night: str) -> CashActor:
        """The actor of a night. If the night is over and no longer in memory, it is loaded for a while.

        Raises Conflict if there is no such night.
        """
        async with self._opening:
            if night not in self._actors:
                machine, _ = await self.find(night)
                self._old.pop(night, None)
                self.begin(await self.make(machine))
        return self._actors[night]

    async def find(self, night: str) -> tuple[CashNight, Persons]:
        """Find a night and its people for reading, even if the night ended long ago.

        Raises Conflict if there is no such night, and Busy while a decided event cannot be written to the store.
        """
        actor = self._actors.get(night)
        if actor is not None:
            await actor.until_durable()
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
        """Read the people of a night again after a change in the store. `key` is the result of `persons_of`."""
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

    async def listed(self) -> list[NightListed]:
        """The last `LISTED` nights, latest first. Raises StoreError if the store cannot be read."""
        store = self.served().store
        found = [(int(name.removeprefix(CASH_STREAMS)), lasts) for name, lasts in await store.lasting(CASH_STREAMS)]
        return [
            NightListed(str(number), *await self._title(str(number)), not lasts)
            for number, lasts in sorted(found, reverse=True)[:LISTED]
        ]

    async def _title(self, night: str) -> tuple[str, int]:
        if night not in self._titles:
            [first] = await self.served().store.read(CASH_STREAMS + night, 0, 1)
            event = decode_event(first.data)
            self._titles[night] = event.command.terms.title if isinstance(event.command, Open) else "", event.at
        return self._titles[night]

    def on_durable(self, actor: CashActor) -> None:
        """If the night is over, remove it from memory after a delay."""
        if actor.machine.over and actor.id not in self._over:
            self._over.add(actor.id)
            self.end(actor)
