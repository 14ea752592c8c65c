"""Who watches a machine: the messages that wait for each client, and how clients catch up after a gap.

Messages for one client at one time - an event, a private view, an acknowledgement - wait in its queue until the event
loop comes round, and go out together. The public part of an event is one `bytes` object for all. A private view is sent
only where it has changed. No client is waited for: one that does not read is skipped, and catches up later.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

import msgspec

from sidepot.room.store.crash_points import here, is_armed

HIGH_WATER: Final = 128 * 1024  # bytes that wait for a client that does not read: with more it is behind
EVENTS: Final = 256  # kept to catch up with, at most
BYTES: Final = 160_000  # and their total size in bytes
_ENCODER: Final = msgspec.json.Encoder()


class SendQueue:
    """The waiting messages of one client. Its connection takes them, and sends them.

    `wake` notifies the connection of the first one, except while it is `sending`. `behind`: the client does not
    read, and gets nothing of its tables until it does; `fell_behind` is called then. A room has thousands of queues,
    which are not in the processor's cache when they are needed: so they are small.
    """

    __slots__ = ("behind", "fell_behind", "outbox", "sending", "waiting", "wake")

    def __init__(self, wake: Callable[[], None], fell_behind: Callable[[], None]) -> None:
        self.outbox: list[bytes] = []
        self.wake = wake
        self.fell_behind = fell_behind
        self.sending = False
        self.behind = False
        self.waiting = 0  # bytes that were put here while earlier ones were being sent

    def put(self, data: bytes) -> None:
        """Send a message when the loop comes round, with all that was put here by then. Never blocks or fails."""
        self.outbox.append(data)
        if self.sending:  # the client has not taken the messages before this one
            self.waiting += len(data)
            if self.waiting > HIGH_WATER and not self.behind:
                self.behind = True
                self.fell_behind()
        elif len(self.outbox) == 1:
            self.wake()


class ForwardingQueue(SendQueue):
    """Passes each message to `send` at once. It is never behind."""

    __slots__ = ("_send",)

    def __init__(self, send: Callable[[bytes], None]) -> None:
        super().__init__(_nothing, _nothing)
        self._send = send

    def put(self, data: bytes) -> None:
        """Send a message."""
        self._send(data)


def _nothing() -> None:
    """Nothing ever waits there."""


class Subscriber:
    """A connection that watches a machine, for its `player` ("": a spectator).

    `account` is the player's; without one (bots, the room itself) the table knows the player by that name. While the
    queue is `behind` nothing is sent; once it has room again, the subscriber comes back (`Actor.watch`) to catch up.
    """

    __slots__ = ("account", "player", "queue", "staff")

    def __init__(self, queue: SendQueue, player: str, *, staff: bool = False, account: str = "") -> None:
        self.queue = queue
        self.player = player
        self.account = account
        self.staff = staff


Own = Callable[[Subscriber], msgspec.Struct | None]  # the private view of a subscriber, which has a `seq`


class Subscribers:
    """A group of subscribers that see the same events, and the last events. `by_person`: by account, or by name."""

    __slots__ = ("_abreast", "_all", "_bytes", "_own", "_ring", "at", "by_person")

    def __init__(self, at: int = 0) -> None:
        self.at = at
        self.by_person: dict[str, list[Subscriber]] = {}
        self._all: dict[Subscriber, None] = {}  # in the order in which they came
        self._abreast: dict[Subscriber, SendQueue] = {}  # those who know event `at`
        self._own: dict[Subscriber, Any] = {}  # the last private view sent
        self._ring: deque[bytes] = deque()  # the last one is event `at`
        self._bytes = 0

    def __contains__(self, subscriber: Subscriber) -> bool:
        return subscriber in self._all

    def __iter__(self) -> Iterator[Subscriber]:
        return iter(self._all)

    def __len__(self) -> int:
        return len(self._all)

    def add(self, subscriber: Subscriber) -> None:
        """Add a subscriber; nothing is sent yet."""
        if subscriber not in self._all:
            self._all[subscriber] = None
            self.by_person.setdefault(subscriber.account or subscriber.player, []).append(subscriber)

    def drop(self, subscriber: Subscriber) -> bool:
        """Remove a subscriber; whether it was here."""
        if subscriber not in self._all:
            return False
        del self._all[subscriber]
        self._abreast.pop(subscriber, None)
        self._own.pop(subscriber, None)
        person = subscriber.account or subscriber.player
        others = self.by_person[person]
        others.remove(subscriber)
        if not others:
            del self.by_person[person]
        return True

    def known(self) -> dict[Subscriber, int]:
        """The subscribers, and the event that each knows; 0 for one that was behind."""
        return {one: self.at if one in self._abreast else 0 for one in self._all}

    def forget(self, at: int) -> None:
        """The kept events do not lead to event `at`: everybody needs the state."""
        self._abreast.clear()
        self._ring.clear()
        self._bytes = 0
        self.at = at

    # ---- sending

    def publish(self, seq: int, data: bytes) -> None:
        """Send everybody event `seq`."""
        ring = self._ring
        if seq != self.at + 1:
            self.forget(seq - 1)
        ring.append(data)
        self.at = seq
        self._bytes += len(data)
        while len(ring) > EVENTS or self._bytes > BYTES:
            self._bytes -= len(ring.popleft())
        are_behind = False
        for queue in self._abreast.values():
            if queue.behind:
                are_behind = True
                continue
            queue.put(data)
            if is_armed:
                here("publishing")
        if are_behind:
            self._abreast = {one: queue for one, queue in self._abreast.items() if not queue.behind}

    def send_own(self, own: Own, people: Iterable[str]) -> None:
        """Send these people their private views, where they have changed."""
        for person in people:
            for subscriber in self.by_person.get(person, ()):
                if subscriber in self._abreast and not subscriber.queue.behind:
                    self._send_own(subscriber, own(subscriber))

    def catch_up(
        self, subscriber: Subscriber, since: int, seq: int, snapshot: Callable[[Subscriber], bytes], own: Own
    ) -> None:
        """Send a subscriber the events after `since`, or the state at event `seq`; then the private view."""
        queue = subscriber.queue
        if subscriber not in self._all or queue.behind:
            return
        missed = seq - since
        if 0 < since <= seq == self.at and missed <= len(self._ring):
            for at in range(len(self._ring) - missed, len(self._ring)):
                queue.put(self._ring[at])
        else:
            queue.put(snapshot(subscriber))
        self._abreast[subscriber] = queue
        self._own.pop(subscriber, None)
        self._send_own(subscriber, own(subscriber))

    def _send_own(self, subscriber: Subscriber, own: Any) -> None:
        if own is None:
            return
        last = self._own.get(subscriber)
        if last is None or last.turn != own.turn or own != msgspec.structs.replace(last, seq=own.seq):
            self._own[subscriber] = own
            subscriber.queue.put(_ENCODER.encode(own))
