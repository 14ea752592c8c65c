"""Publishing a machine: its subscribers get what they may see, and only once everything is durable."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Generic

import msgspec

from sidepot.room.runtime.machine import E, M
from sidepot.room.runtime.subscribers import Subscriber, Subscribers


class Publisher(ABC, Generic[M, E]):
    """The subscribers of one machine, in `groups`, each of which sees the same events.

    `report` is called with mistakes. The actor calls each method when everything that was decided is durable. A kind
    of machine says what its messages are: `publish` and `snapshot`, perhaps `gone`, and `own` for one person alone.
    """

    def __init__(self, machine: M, report: Callable[[Exception], None], *groups: Subscribers) -> None:
        self.machine = machine
        self.groups = groups or (Subscribers(machine.seq),)
        self._report = report
        self._late: dict[Subscriber, int] = {}  # those who wait to be let in, and the event that each knows

    # ---- of one kind

    @abstractmethod
    def publish(self, event: E) -> int:
        """Send everybody the last event; the machine's alarm as it is now, if that is known, else -1."""

    @abstractmethod
    def snapshot(self, subscriber: Subscriber) -> bytes:
        """The state as a subscriber sees it."""

    def gone(self, reason: str, code: str) -> bytes:
        """The message that watching has ended; empty if people may keep the last state."""
        return b""

    def own(self, subscriber: Subscriber) -> msgspec.Struct | None:
        """The private view of a subscriber; None if there is none."""
        return None

    def group_of(self, subscriber: Subscriber) -> Subscribers:
        """The group of a subscriber."""
        return self.groups[0]

    def came_or_went(self, subscriber: Subscriber) -> None:
        """A subscriber is here from now on, or no longer."""

    # ---- coming and going

    def add(self, subscriber: Subscriber, since: int = 0) -> None:
        """Let a subscriber in that knows event `since` (0: none) when `settled` is called next."""
        self._late[subscriber] = since

    def settled(self) -> None:
        """Let in those who wait. Nothing may be decided before this returns."""
        while self._late:
            subscriber = next(iter(self._late))
            since = self._late.pop(subscriber)
            group = self.group_of(subscriber)
            group.add(subscriber)
            try:
                self.catch_up(subscriber, since)
            except Exception as error:
                group.drop(subscriber)
                self._report(error)
            else:
                self.came_or_went(subscriber)

    def drop(self, subscriber: Subscriber) -> None:
        """Send a subscriber nothing more."""
        self._late.pop(subscriber, None)
        if any(group.drop(subscriber) for group in self.groups):  # it is in one of them at most
            self.came_or_went(subscriber)

    def subscribers(self) -> dict[Subscriber, int]:
        """All who watch or wait to, and the event that each knows; 0 for none."""
        found: dict[Subscriber, int] = {}
        for group in self.groups:
            found |= group.known()
        return found | self._late

    def catch_up(self, subscriber: Subscriber, since: int = 0) -> None:
        """Send a subscriber the events after `since`, or the state."""
        for group in self.groups:
            if subscriber in group:
                group.catch_up(subscriber, since, self.machine.seq, self.snapshot, self.own)

    # ---- a machine that was loaded again, or is gone

    def start_over(self, machine: M) -> None:
        """The machine was loaded again: send the state to all, if it is another than the one they know."""
        self.machine = machine
        for group in self.groups:
            if group.at != machine.seq:
                group.forget(machine.seq)
                for subscriber in list(group):
                    self.catch_up(subscriber)

    def send_away(self, reason: str, code: str) -> None:
        """Stop watching for everybody, including waiting subscribers, and send the reason."""
        gone = self.gone(reason, code)
        if not gone:
            return
        for subscriber in self.subscribers():
            if not subscriber.queue.behind:
                subscriber.queue.put(gone)
            for group in self.groups:
                group.drop(subscriber)
        self._late.clear()

    def stop(self) -> None:
        """Publish nothing that is not published yet."""
