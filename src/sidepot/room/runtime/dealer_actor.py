"""A running dealers' helper: the actor of a `DealerTable`, and its publisher."""

# compiled: docs/how-to/measure-speed.md

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sidepot.room.dealer import commands as c
from sidepot.room.dealer.machine import DealerTable
from sidepot.room.runtime.actor import Actor
from sidepot.room.runtime.dealer_storage import STORAGE
from sidepot.room.runtime.machine import Kind
from sidepot.room.runtime.publisher import Publisher
from sidepot.room.runtime.services import Services
from sidepot.room.runtime.subscribers import Subscriber

KIND = Kind[c.DealerCommand]("helper", c.Tick(), c.Freeze, "dealer ")


class DealerPublisher(Publisher[DealerTable, c.DealerEvent]):
    """Informs the `listeners` of a dealer's helper that an event is durable. There are no other subscribers.

    A listener gets None if the helper was loaded again.
    """

    def __init__(self, table: DealerTable, report: Callable[[Exception], None]) -> None:
        super().__init__(table, report)
        self.listeners: list[Callable[[c.DealerEvent | None], None]] = []

    def publish(self, event: c.DealerEvent | None) -> int:
        """Call the listeners. Returns 0, because a helper has no alarm."""
        for listen in [*self.listeners]:
            try:
                listen(event)
            except Exception as error:
                self._report(error)
        return 0

    def snapshot(self, subscriber: Subscriber) -> bytes:
        """Return b"", because there are no subscribers."""
        return b""

    def start_over(self, machine: DealerTable) -> None:
        """Continue with a helper that was loaded again."""
        super().start_over(machine)
        self.publish(None)


class DealerActor(Actor[DealerTable, c.DealerCommand, c.DealerEvent]):
    """The actor of one dealer's helper."""

    def __init__(self, table: DealerTable, services: Services, on_durable: Callable[[Any], None]) -> None:
        publisher = DealerPublisher(table, self.report_bug)
        self.listeners = publisher.listeners
        super().__init__(table, STORAGE, publisher, KIND, services, on_durable)
