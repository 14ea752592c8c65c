"""Publishing: sends each subscriber of a machine everything they may see, once it is durable."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Generic

import msgspec

from sidepot.room.runtime.machine import E, M
from sidepot.room.runtime.subscribers import Subscriber, Subscribers


class Publisher(ABC, Generic[M, E]):
    """The subscribers of one machine, in `groups`. All subscribers of a group get the same events.

    The actor calls `publish`, `admit` and `start_over` when everything decided is durable. Each kind of machine defines
    its own messages:

    - `publish`, `snapshot`: the messages for a group
    - `own`: the message for one person
    - `gone`: the last message

    `report` is called with each error that is a bug.
    """

    def __init__(self, machine: M, report: Callable[[Exception], None], *groups: Subscribers) -> None:
        self.machine = machine
        self.groups = groups or (Subscribers(machine.seq),)
        self._report = report
        self.joining: dict[Subscriber, int] = {}  # waiting for `admit`, with the last event that each knows

    # ---- defined by each kind

    @abstractmethod
    def publish(self, event: E) -> int:
        """Send the last event to all subscribers.

        Returns the time of the machine's next alarm, so that the actor need not ask for it. Returns -1 if the publisher
        does not know the time.
        """

    @abstractmethod
    def snapshot(self, subscriber: Subscriber) -> bytes:
        """The state as a subscriber sees it."""

    def gone(self, reason: str, code: str) -> bytes:
        """The last message to subscribers (b"" to send nothing, so that pages keep what they show)."""
        return b""

    def own(self, subscriber: Subscriber) -> msgspec.Struct | None:
        """The private view of a subscriber (None if there is none)."""
        return None

    def group_of(self, subscriber: Subscriber) -> Subscribers:
        """The group to which a subscriber belongs, and whose events it gets."""
        return self.groups[0]

    def came_or_went(self, subscriber: Subscriber) -> None:
        """Called after a subscriber was added or removed."""

    # ---- coming and going

    def add(self, subscriber: Subscriber, since: int = 0) -> None:
        """Add a subscriber at the next call of `admit`.

        `since` is the number of the last event that the subscriber knows (0: none).
        """
        self.joining[subscriber] = since

    def admit(self) -> None:
        """Add the subscribers in `joining`. Everything decided must be durable, and nothing may be decided before
        this returns.
        """
        while self.joining:
            subscriber = next(iter(self.joining))
            since = self.joining.pop(subscriber)
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
        """Remove a subscriber."""
        self.joining.pop(subscriber, None)
        if any(group.drop(subscriber) for group in self.groups):  # it is in at most one of them
            self.came_or_went(subscriber)

    def subscribers(self) -> dict[Subscriber, int]:
        """All subscribers, including the ones in `joining`, each mapped to the number of the last event that it knows.

        The number is 0 for a subscriber that knows no event.
        """
        found: dict[Subscriber, int] = {}
        for group in self.groups:
            found |= group.known()
        return found | self.joining

    def catch_up(self, subscriber: Subscriber, since: int = 0) -> None:
        """Send a subscriber the events after `since` or, if they are no longer kept, the whole state."""
        for group in self.groups:
            if subscriber in group:
                group.catch_up(subscriber, since, self.machine.seq, self.snapshot, self.own)

    # ---- a machine that was loaded again, or is gone

    def start_over(self, machine: M) -> None:
        """Continue with a machine that was reloaded. Subscribers that do not know its last event get its whole
        state.
        """
        self.machine = machine
        for group in self.groups:
            if group.at != machine.seq:
                group.forget(machine.seq)
                for subscriber in list(group):
                    self.catch_up(subscriber)

    def send_away(self, reason: str, code: str) -> None:
        """Send all subscribers the message `gone`, and remove them. If this message is empty, nobody is removed."""
        gone = self.gone(reason, code)
        if not gone:
            return
        for subscriber in self.subscribers():
            if not subscriber.queue.behind:
                subscriber.queue.put(gone)
            for group in self.groups:
                group.drop(subscriber)
        self.joining.clear()

    def stop(self) -> None:
        """Cancel everything planned for later, because the actor stops."""
