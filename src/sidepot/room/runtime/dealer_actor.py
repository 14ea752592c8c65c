"""A running dealers' helper: the actor of a `DealerTable`, and its publisher."""

# compiled: docs/how-to/measure-speed.md

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from sidepot.room.dealer import commands as c
from sidepot.room.dealer.machine import DealerTable
from sidepot.room.runtime.actor import Actor
from sidepot.room.runtime.dealer_storage import STORAGE
from sidepot.room.runtime.machine import Kind
from sidepot.room.runtime.publisher import Publisher
from sidepot.room.runtime.services import Services
from sidepot.room.runtime.subscribers import Subscriber

KIND = Kind[c.DealerCommand]("helper", c.Tick(), c.Freeze, "dealer ")
_NEWS: Final = b'{"type":"dealer","seq":%d}'


class DealerPublisher(Publisher[DealerTable, c.DealerEvent]):
    """Publishes the number of each event. Pages then fetch what they show."""

    def publish(self, event: c.DealerEvent) -> int:
        """Send the number of the event to all subscribers. Returns 0, because a helper has no alarm."""
        self.groups[0].publish(event.seq, _NEWS % event.seq)
        return 0

    def snapshot(self, subscriber: Subscriber) -> bytes:
        """The number of the last event, as a message for a new subscriber."""
        return _NEWS % self.machine.seq


class DealerActor(Actor[DealerTable, c.DealerCommand, c.DealerEvent]):
    """The actor of one dealer's helper."""

    def __init__(self, table: DealerTable, services: Services, on_durable: Callable[[Any], None]) -> None:
        publisher = DealerPublisher(table, self.report_bug)
        super().__init__(table, STORAGE, publisher, KIND, services, on_durable)
