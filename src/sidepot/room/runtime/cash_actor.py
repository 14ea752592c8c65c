"""A running cash night: the actor of a `CashNight`, and its publisher."""

# compiled: docs/how-to/measure-speed.md

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from sidepot.room.cash.commands import CashCommand, Freeze, Tick
from sidepot.room.cash.events import CashEvent
from sidepot.room.cash.machine import CashNight
from sidepot.room.runtime.actor import Actor
from sidepot.room.runtime.cash_storage import STORAGE
from sidepot.room.runtime.machine import Kind
from sidepot.room.runtime.persons import Persons
from sidepot.room.runtime.publisher import Publisher
from sidepot.room.runtime.services import Services
from sidepot.room.runtime.subscribers import Subscriber

KIND = Kind[CashCommand]("cash night", Tick(), Freeze, "cash ", most_waiting=1024)
_NEWS: Final = b'{"type":"cash","seq":%d}'


class CashPublisher(Publisher[CashNight, CashEvent]):
    """Publishes the number of each event. Pages then fetch what they show."""

    def publish(self, event: CashEvent) -> int:
        """Send the number of the event to all subscribers. Returns the time of the next alarm."""
        self.groups[0].publish(event.seq, _NEWS % event.seq)
        return self.machine.alarm()

    def snapshot(self, subscriber: Subscriber) -> bytes:
        """The number of the last event, as a message for a new subscriber."""
        return _NEWS % self.machine.seq


class CashActor(Actor[CashNight, CashCommand, CashEvent]):
    """The actor of one cash night. `persons` has the names for the marks in its log."""

    def __init__(
        self, night: CashNight, persons: Persons, services: Services, on_durable: Callable[[Any], None]
    ) -> None:
        self.persons = persons
        publisher = CashPublisher(night, self.report_bug)
        super().__init__(night, STORAGE, publisher, KIND, services, on_durable)
