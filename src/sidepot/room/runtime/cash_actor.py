"""A running cash night: the actor of a `CashNight`, and its publisher."""

# compiled: docs/how-to/measure-speed.md

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import msgspec

from sidepot.room.cash.commands import CashCommand, Freeze, Tick
from sidepot.room.cash.events import CashEvent
from sidepot.room.cash.machine import CashNight
from sidepot.room.runtime.actor import Actor
from sidepot.room.runtime.cash_storage import CASH_STREAMS, STORAGE
from sidepot.room.runtime.machine import Kind
from sidepot.room.runtime.persons import Persons
from sidepot.room.runtime.publisher import Publisher
from sidepot.room.runtime.services import Services
from sidepot.room.runtime.subscribers import Subscriber
from sidepot.room.views.messages import CashChanged, Gone

_ENCODER: Final = msgspec.json.Encoder()
KIND = Kind[CashCommand]("cash night", Tick(), Freeze, "cash ", most_waiting=1024)


class CashPublisher(Publisher[CashNight, CashEvent]):
    """Publishes the number of each event. Pages then fetch what they show."""

    def publish(self, event: CashEvent) -> int:
        """Send the number of the event to all subscribers. Returns the time of the next alarm."""
        self.groups[0].publish(event.seq, self._changed(event.seq))
        return self.machine.alarm()

    def snapshot(self, subscriber: Subscriber) -> bytes:
        """The number of the last event, as a message for a new subscriber."""
        return self._changed(self.machine.seq)

    def gone(self, reason: str, code: str) -> bytes:
        """The last message to subscribers: this night can no longer be watched here."""
        return _ENCODER.encode(Gone(self._topic, reason, code))

    def names_changed(self) -> None:
        """Inform all subscribers that names of players have changed."""
        news = self._changed(self.groups[0].at, names=True)
        for subscriber in self.subscribers():
            if not subscriber.queue.behind:
                subscriber.queue.put(news)

    @property
    def _topic(self) -> str:
        return CASH_STREAMS + self.machine.id

    def _changed(self, seq: int, *, names: bool = False) -> bytes:
        return _ENCODER.encode(CashChanged(self._topic, seq, names))


class CashActor(Actor[CashNight, CashCommand, CashEvent]):
    """The actor of one cash night. `persons` has the names for the marks in the night's log."""

    def __init__(
        self, night: CashNight, persons: Persons, services: Services, on_durable: Callable[[Any], None]
    ) -> None:
        self.persons = persons
        self.publisher = CashPublisher(night, self.report_bug)
        persons.changed = self.publisher.names_changed
        super().__init__(night, STORAGE, self.publisher, KIND, services, on_durable)
