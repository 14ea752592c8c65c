"""The subscribers of a machine, and how one catches up after a gap.

Messages for one client that belong together (an event, a private view, an acknowledgement) wait in its queue until the
next turn of the event loop, and are sent in one frame. The public part of an event is one `bytes` object for all. A
private view is sent only if it has changed. The room never waits for a client. One that does not read is skipped, and
catches up later.
"""

# compiled: docs/how-to/measure-speed.md

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

import msgspec

from sidepot.room.store.crash_points import here, is_armed

MOST_UNSENT: Final = 128 * 1024  # bytes that may wait for one client; beyond this it is behind
EVENTS: Final = 256  # how many of the last events are kept for clients that catch up
BYTES: Final = 160_000  # and how many bytes of them
_ENCODER: Final = msgspec.json.Encoder()


class SendQueue:
    """The messages that wait for one client. The client's connection sends them.

    - `pending`: the messages
    - `owner`: the connection
    - `ready`: the queues that got messages in this turn of the event loop
    - `wake`: is called for the first of these queues
    - `behind`: the client reads too slowly, so that no table sends anything until the client has emptied the queue
    - `fell_behind`: is called when the queue falls behind

    Queues are small objects, because a room has thousands of them, and the processor's cache is limited.
    """

    __slots__ = ("behind", "fell_behind", "owner", "pending", "ready", "sending", "waiting", "wake")

    def __init__(
        self,
        wake: Callable[[], None],
        fell_behind: Callable[[], None],
        ready: list[SendQueue] | None = None,
        owner: Any = None,
    ) -> None:
        self.pending: list[bytes] = []
        self.ready: list[SendQueue] = [] if ready is None else ready
        self.owner = owner
        self.wake = wake
        self.fell_behind = fell_behind
        self.sending = False
        self.behind = False
        self.waiting = 0  # bytes added while earlier messages were being sent

    def put(self, data: bytes) -> None:
        """Queue a message. It is sent with all other messages of this turn of the event loop.

        This never waits or fails.
        """
        pending = self.pending
        if not pending:
            if not self.ready:
                self.wake()
            self.ready.append(self)
        pending.append(data)
        if self.sending:  # the client has not read the messages before this one
            self.waiting += len(data)
            if self.waiting > MOST_UNSENT and not self.behind:
                self.behind = True
                self.fell_behind()


class ForwardingQueue(SendQueue):
    """A queue that passes each message to `send` at once. It never falls behind."""

    __slots__ = ("_send",)

    def __init__(self, send: Callable[[bytes], None]) -> None:
        super().__init__(_nothing, _nothing)
        self._send = send

    def put(self, data: bytes) -> None:
        """Pass a message to `send`."""
        self._send(data)


def _nothing() -> None:
    """Do nothing: a forwarding queue never has waiting messages."""


class Subscriber:
    """A client that watches a machine for a `player` ("" for a spectator, who sees only what everybody sees).

    `account` is the player's account. Bots have no account, and the machine knows them by name. While the queue is
    `behind`, nothing is sent. As soon as the client has emptied it, `Actor.watch` is called again, so that the client
    catches up.
    """

    __slots__ = ("account", "player", "queue", "staff")

    def __init__(self, queue: SendQueue, player: str, *, staff: bool = False, account: str = "") -> None:
        self.queue = queue
        self.player = player
        self.account = account
        self.staff = staff


Own = Callable[[Subscriber], msgspec.Struct | None]  # a private view, which has a `seq`


class Subscribers:
    """Subscribers that get the same events.

    The latest events, up to number `at`, are kept for subscribers that must catch up.

    `by_person` has the subscribers of each account, or of each name without an account.
    """

    __slots__ = ("_all", "_bytes", "_own", "_recent", "_up_to_date", "at", "by_person")

    def __init__(self, at: int = 0) -> None:
        self.at = at
        self.by_person: dict[str, list[Subscriber]] = {}
        self._all: dict[Subscriber, None] = {}  # in the order of arrival
        self._up_to_date: dict[Subscriber, SendQueue] = {}  # the subscribers that know event `at`
        self._own: dict[Subscriber, Any] = {}  # the last private view sent, by person
        self._recent: deque[bytes] = deque()  # the last events, encoded; the last is event `at`
        self._bytes = 0  # total size of these

    def __contains__(self, subscriber: Subscriber) -> bool:
        return subscriber in self._all

    def __iter__(self) -> Iterator[Subscriber]:
        return iter(self._all)

    def __len__(self) -> int:
        return len(self._all)

    def add(self, subscriber: Subscriber) -> None:
        """Add a subscriber, without sending anything yet."""
        if subscriber not in self._all:
            self._all[subscriber] = None
            self.by_person.setdefault(subscriber.account or subscriber.player, []).append(subscriber)

    def drop(self, subscriber: Subscriber) -> bool:
        """Remove a subscriber. Returns whether it was in this group."""
        if subscriber not in self._all:
            return False
        del self._all[subscriber]
        self._up_to_date.pop(subscriber, None)
        self._own.pop(subscriber, None)
        person = subscriber.account or subscriber.player
        others = self.by_person[person]
        others.remove(subscriber)
        if not others:
            del self.by_person[person]
        return True

    def known(self) -> dict[Subscriber, int]:
        """The number of the last event that each subscriber has received (0 if the subscriber fell behind)."""
        return {one: self.at if one in self._up_to_date else 0 for one in self._all}

    def forget(self, at: int) -> None:
        """Forget the kept events, because some events before `at` are missing. All subscribers then need the whole
        state.
        """
        self._up_to_date.clear()
        self._recent.clear()
        self._bytes = 0
        self.at = at

    # ---- sending

    def publish(self, seq: int, data: bytes) -> None:
        """Send all subscribers event number `seq`, encoded as `data`."""
        recent = self._recent
        if seq != self.at + 1:
            self.forget(seq - 1)
        recent.append(data)
        self.at = seq
        self._bytes += len(data)
        while len(recent) > EVENTS or self._bytes > BYTES:
            self._bytes -= len(recent.popleft())
        are_behind = False
        for queue in self._up_to_date.values():
            if queue.behind:
                are_behind = True
                continue
            queue.put(data)
            if is_armed:
                here("publishing")
        if are_behind:
            self._up_to_date = {one: queue for one, queue in self._up_to_date.items() if not queue.behind}

    def send_own(self, own: Own, people: Iterable[str]) -> None:
        """Send these people their private views, which `own` returns for a subscriber, if the views have changed."""
        for person in people:
            for subscriber in self.by_person.get(person, ()):
                if subscriber not in self._up_to_date or subscriber.queue.behind:
                    continue
                view: Any = own(subscriber)
                last = self._own.get(subscriber)  # a view is not sent again if only its `seq` has changed
                if view is not None and (
                    last is None or last.turn != view.turn or view != msgspec.structs.replace(last, seq=view.seq)
                ):
                    self._own[subscriber] = view
                    subscriber.queue.put(_ENCODER.encode(view))

    def catch_up(
        self, subscriber: Subscriber, since: int, seq: int, snapshot: Callable[[Subscriber], bytes], own: Own
    ) -> None:
        """Send a subscriber the events after `since`, and then the private view.

        If some of the events are no longer kept, the state after event `seq` is sent instead of the events. `snapshot`
        and `own` return the state and the private view for a subscriber.
        """
        queue = subscriber.queue
        if subscriber not in self._all or queue.behind:
            return
        missed = seq - since
        if 0 < since <= seq == self.at and missed <= len(self._recent):
            for at in range(len(self._recent) - missed, len(self._recent)):
                queue.put(self._recent[at])
        else:
            queue.put(snapshot(subscriber))
        self._up_to_date[subscriber] = queue
        self._own.pop(subscriber, None)
        self.send_own(own, (subscriber.account or subscriber.player,))
