"""The tables or tournaments of other nodes, as this node's clients use them.

A command goes to the owner of its table or tournament. If no answer comes, it is sent again with the same id, so that
it is carried out only once. While the owner is unknown, commands are held for a while. Subscribers get the owner's
messages.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Final, Generic, Protocol, TypeVar

import msgspec

from sidepot import errors
from sidepot.cluster.messages import (
    AllOwned,
    Answer,
    Closed,
    Deliver,
    ForgetSubscribers,
    NotOwner,
    Owned,
    PlainMessage,
    Query,
    QueryResult,
    Submit,
    Unwatch,
    Watch,
)
from sidepot.cluster.transport import Transport
from sidepot.errors import Cite, Conflict, SidepotError
from sidepot.room.runtime.actor import ignore
from sidepot.room.runtime.errors import NOBODY, TOO_MUCH, Busy, Frozen
from sidepot.room.runtime.machine import Done
from sidepot.room.runtime.subscribers import Subscriber
from sidepot.room.store.writer import resolve
from sidepot.room.tournament.live.reports import AlreadyDone
from sidepot.validation.codec import UNREADABLE

MOST_WAITING: Final = 64  # most unanswered commands of this node to one machine
AGAIN: Final = 1.0  # seconds until a command or a subscription is sent again
PATIENCE: Final = 10.0  # seconds until a command is refused; the client may send it again
ANSWER_BY: Final = 3.0  # seconds to wait for the answer to a question
_STATES: Final = ("event", "snapshot", "tournament")  # types of messages after which a subscriber knows the state
_OF_A_LIFE: Final = 2**32  # numbers for commands and subscribers of a node before it must restart
_KINDS: Final[dict[str, type[SidepotError]]] = {
    kind.__name__: kind for kind in (errors.BadNotation, Busy, Conflict, Frozen, errors.IllegalAction, errors.NotDue)
}


class Summary(Protocol):
    """What the lists show of a table or tournament."""

    @property
    def id(self) -> str: ...

    @property
    def phase(self) -> str: ...


C = TypeVar("C")  # the type of a kind's commands
S = TypeVar("S", bound=Summary)


@dataclass(frozen=True)
class Wire(Generic[C, S]):
    """How tables or tournaments are encoded for other nodes, and the last message to clients when one is closed."""

    encode: Callable[[C], bytes]
    decode: Callable[[bytes], C]
    read_summary: Callable[[bytes, str], S]  # prefix in the numbering of a node
    closed: Callable[[str], Conflict]  # answer to a command for an unknown id
    gone: Callable[[str], bytes | None]  # message to a subscriber of a closed machine; None: it may go on looking at it


class MessageHead(msgspec.Struct):
    """The beginning of a message to a subscriber: its type, and the number of the event (0 for none)."""

    type: str
    seq: int = 0


_HEAD: Final = msgspec.json.Decoder(MessageHead)


class Waiting:
    """An unanswered command, and when it was first and last sent."""

    __slots__ = ("done", "message", "sent", "since")

    def __init__(self, message: Submit, done: Done, now: float) -> None:
        self.message = message
        self.done = done
        self.since = self.sent = now


@dataclass(eq=False, slots=True)
class Watching:
    """A subscriber on this node, with its number.

    - `knows`: the number of the last event that the subscriber received
    - `sent`: when the owner was last asked to send events to the subscriber
    - `confirmed`: whether the owner knows of the subscriber
    """

    no: int
    subscriber: Subscriber
    knows: int
    sent: float
    confirmed: bool = False

    def follows(self, head: MessageHead) -> bool:
        """Whether a message is the next for this subscriber, who must get every event once and in order.

        After a repeated request, the owner sends some messages twice.
        """
        if head.type == "event":
            fits = head.seq == self.knows + 1
        else:
            fits = head.seq >= self.knows or not head.seq
        if fits and head.type in _STATES:
            self.knows = head.seq
        return fits


class RemoteActor(Generic[C, S]):
    """A table or tournament on another node, used like an `Actor`.

    - `owner`: the node that owns it ("" if not known)
    - `seq`: the number of the event since which the owner has owned it
    - `summary`: the last summary from the owner
    - `seated`: the accounts of the people in the summary
    """

    def __init__(self, id: str, remotes: RemoteActors[C, S], owner: str = "") -> None:
        self.id = id
        self.owner = owner
        self.seq = 0
        self.summary: S | None = None
        self.seated: tuple[str, ...] = ()
        self.commands: dict[int, Waiting] = {}
        self.subscribers: dict[Subscriber, Watching] = {}
        self._remotes = remotes
        self._loop = asyncio.get_running_loop()

    def __repr__(self) -> str:
        return f"<RemoteActor {self.id!r} at {self.owner or 'nobody'}>"

    @property
    def is_over(self) -> bool:
        """Whether the table or tournament is over, and kept only so that people can still look at it."""
        return self.summary is not None and self.summary.phase == "over"

    # ---- commands

    async def say(self, command: C, *, by: str = "", id: str = "", staff: bool = False, account: str = "") -> int:
        """Send a command. Returns the number of the command's event, once the event is durable.

        The arguments and errors are those of `Actor.say`.
        """
        future: asyncio.Future[int] = self._loop.create_future()
        self.submit(command, partial(resolve, future), by=by, id=id, staff=staff, account=account)
        return await future

    def submit(
        self, command: C, done: Done = ignore, *, by: str = "", id: str = "", staff: bool = False, account: str = ""
    ) -> None:
        """Send a command without waiting.

        `done` is called with the number of the command's event, or with the error, but never before this method
        returns.
        """
        if len(self.commands) >= MOST_WAITING:
            done(0, Busy(TOO_MUCH, code="too_much"))
            return
        message = Submit(
            self._remotes.next_number(), self.id, by, id, staff, account, self._remotes.wire.encode(command)
        )
        self.commands[message.no] = Waiting(message, done, self._loop.time())
        self._remotes.expect(message.no, self)
        self._send(message)

    def answered(self, message: Answer) -> None:
        """Handle the owner's answer to a command."""
        waiting = self.commands.pop(message.no, None)
        if waiting is not None:
            waiting.done(message.seq, error_of(message))

    # ---- subscribers

    def watch(self, subscriber: Subscriber, since: int = 0) -> None:
        """Send a subscriber what it missed after event `since` (0: the whole state), and every later event."""
        found = self.subscribers.get(subscriber)
        if found is None:
            found = self.subscribers[subscriber] = Watching(
                self._remotes.next_number(), subscriber, since, self._loop.time()
            )
            self._remotes.note(self, found)
        found.knows = since
        self._look(found)

    def unwatch(self, subscriber: Subscriber) -> None:
        """Stop sending to this subscriber."""
        found = self.subscribers.pop(subscriber, None)
        if found is not None:
            self._remotes.forget(found.no)
            self._send(Unwatch(found.no))

    def _look(self, found: Watching) -> None:
        found.confirmed = False
        found.sent = self._loop.time()
        subscriber = found.subscriber
        self._send(Watch(found.no, self.id, subscriber.player, subscriber.staff, subscriber.account, found.knows))

    # ---- the owner

    def owned(self, node: str, seq: int) -> None:
        """Record that a node has owned the table or tournament since event `seq` of its log. A later owner is kept."""
        if seq < self.seq:
            return
        is_news = node != self.owner or seq > self.seq
        self.owner, self.seq = node, seq
        if is_news:
            self.send_again()

    def lost(self) -> None:
        """Record that the supposed owner does not have the table or tournament."""
        self.owner = ""

    def send_again(self) -> None:
        """Resend everything to the owner, because it may have missed messages."""
        now = self._loop.time()
        for found in self.subscribers.values():
            self._look(found)
        for waiting in self.commands.values():
            waiting.sent = now
            self._send(waiting.message)

    def tick(self, now: float) -> bool:
        """Send unanswered commands again, and refuse those that have waited too long.

        Returns whether the answer to any command is overdue.
        """
        late = [found for found in self.subscribers.values() if not found.confirmed and now > found.sent + AGAIN]
        for found in late:
            self._look(found)
        overdue = bool(late)
        for no, waiting in list(self.commands.items()):
            if now > waiting.since + PATIENCE:
                del self.commands[no]
                self._remotes.forget(no)
                waiting.done(0, Busy(NOBODY, code="not_written"))
            elif now > waiting.sent + AGAIN:
                overdue = True
                waiting.sent = now
                self._send(waiting.message)
        return overdue

    def _send(self, message: PlainMessage) -> None:
        if self.owner:
            self._remotes.send(self.owner, message)


class RemoteActors(Generic[C, S]):
    """All tables, or all tournaments, on other nodes."""

    def __init__(self, transport: Transport, wire: Wire[C, S]) -> None:
        self.wire = wire
        self.actors: dict[str, RemoteActor[C, S]] = {}
        self.forwarded = 0  # commands sent to other nodes
        self._transport = transport
        self._loop = asyncio.get_running_loop()
        self._last = transport.epoch * _OF_A_LIFE
        self._commands: dict[int, RemoteActor[C, S]] = {}  # by the number of the unanswered command
        self._subscribers: dict[int, tuple[RemoteActor[C, S], Watching]] = {}
        self._questions: dict[int, tuple[asyncio.Future[bytes], float]] = {}

    # ---- numbers

    def next_number(self) -> int:
        """A new number for a command or subscriber, which this node has never used before."""
        self._last += 1
        return self._last

    def expect(self, no: int, actor: RemoteActor[C, S]) -> None:
        """Record that command number `no` was sent to a table or tournament, and expect an answer."""
        self._commands[no] = actor
        self.forwarded += 1

    def note(self, actor: RemoteActor[C, S], watching: Watching) -> None:
        """Record that a subscriber watches a table or tournament."""
        self._subscribers[watching.no] = actor, watching

    def forget(self, no: int) -> None:
        """Ignore further messages with this number."""
        self._commands.pop(no, None)
        self._subscribers.pop(no, None)

    def send(self, node: str, message: PlainMessage) -> None:
        """Send a message to a node."""
        self._transport.send(node, message)

    # ---- machines

    def actor(self, id: str, owner: str = "") -> RemoteActor[C, S]:
        """The remote actor of a table or tournament. It is created if it does not exist."""
        found = self.actors.get(id)
        if found is None:
            found = self.actors[id] = RemoteActor(id, self, owner)
        return found

    def release(self, id: str) -> RemoteActor[C, S] | None:
        """Return and forget the remote actor of a table or tournament that has moved to this node.

        Returns None if there is no remote actor.
        """
        found = self.actors.pop(id, None)
        if found is not None:
            for no in [*found.commands, *(one.no for one in found.subscribers.values())]:
                self.forget(no)
        return found

    def summaries(self) -> list[S]:
        """The last known summaries of tables or tournaments on other nodes."""
        return [actor.summary for actor in self.actors.values() if actor.summary is not None]

    def seats_of(self, account: str) -> list[str]:
        """The tables or tournaments on other nodes in which an account has a seat."""
        return [actor.id for actor in self.actors.values() if account in actor.seated]

    def found_owners(self, owners: dict[str, str]) -> None:
        """Set the owners that were found in the store. Tables or tournaments without an owner there are closed."""
        for actor in [*self.actors.values()]:
            node = owners.get(actor.id)
            if node is None:
                if not actor.owner:  # otherwise the owner keeps it to be looked at
                    self._close(actor.id)
            elif node not in (actor.owner, self._transport.node):
                actor.owner = node
                actor.send_again()

    def wanted(self) -> list[str]:
        """The tables or tournaments that clients of this node wait for. Those with waiting commands come first."""
        return [
            *(actor.id for actor in self.actors.values() if actor.commands),
            *(actor.id for actor in self.actors.values() if actor.subscribers and not actor.commands),
        ]

    # ---- questions

    async def ask(self, node: str, id: str = "", hand: int = 0) -> bytes:
        """Ask a node about a hand of a table or tournament or, if `id` is "", about the node itself.

        Returns the encoded answer. Raises Busy if no answer comes.
        """
        if not node:
            raise Busy(NOBODY, code="busy")
        no = self.next_number()
        future: asyncio.Future[bytes] = self._loop.create_future()
        self._questions[no] = future, self._loop.time() + ANSWER_BY
        self.send(node, Query(no, id, hand))
        try:
            return await future
        finally:
            self._questions.pop(no, None)

    def found(self, message: QueryResult) -> None:
        """Handle the answer to a question that this node asked."""
        future, _ = self._questions.get(message.no, (None, 0.0))
        if future is not None and not future.done():
            future.set_result(message.data)

    # ---- messages

    def answer(self, node: str, message: Answer) -> None:
        """Handle the answer to a command."""
        actor = self._commands.get(message.no)
        if actor is not None and node == actor.owner:
            self.forget(message.no)
            actor.answered(message)

    def deliver(self, node: str, message: Deliver) -> None:
        """Deliver a message to its subscribers. Subscribers that have fallen behind are skipped, and catch up later."""
        data = message.data
        head = _HEAD.decode(data)
        for no in message.subscribers:
            found = self._subscribers.get(no)
            if found is None or node != found[0].owner:
                continue
            actor, watching = found
            queue = watching.subscriber.queue
            if not queue.behind:  # one that has missed an event is subscribed again
                watching.confirmed = head.type == "tournament" or head.seq <= watching.knows + 1
                if watching.follows(head):
                    queue.put(data)
            if head.type == "gone":  # the owner has unsubscribed it
                self.forget(no)
                actor.subscribers.pop(watching.subscriber, None)

    def owned(self, node: str, message: Owned) -> None:
        """Record that a node owns a table or tournament."""
        actor = self.actor(message.table)
        actor.owned(node, message.seq)
        if message.summary and actor.owner == node:
            try:
                actor.summary = self.wire.read_summary(message.summary, node)
                actor.seated = message.seated
            except UNREADABLE:  # of another version
                return

    def not_mine(self, node: str, message: NotOwner) -> None:
        """Record that a node does not have a table or tournament."""
        actor = self.actors.get(message.table)
        if actor is not None and actor.owner == node:
            actor.lost()

    def over(self, message: Closed) -> None:
        """Record that a table or tournament is permanently closed."""
        self._close(message.table)

    def all_owned(self, node: str, message: AllOwned) -> None:
        """Record the complete list of tables or tournaments that a node owns.

        Any other table or tournament that the node seemed to own is over, or has another owner.
        """
        self._lost([actor for actor in self._of(node) if actor.id not in message.tables])

    def gone(self, node: str) -> None:
        """Called when a node has fallen silent. The new owners of its tables or tournaments will announce
        themselves.
        """
        self._lost(self._of(node))

    def _lost(self, actors: list[RemoteActor[C, S]]) -> None:
        for actor in actors:
            if actor.is_over:
                self._close(actor.id)
            else:
                actor.lost()

    def send_again(self, node: str) -> None:
        """Resend everything that concerns a node, because it may have missed some messages."""
        self.send(node, ForgetSubscribers())
        for actor in self._of(node):
            actor.send_again()

    def tick(self, now: float) -> list[str]:
        """Send unanswered messages again.

        Returns the ids of tables or tournaments with overdue commands. If there are none, returns the ids of those
        without an owner.
        """
        for future, until in self._questions.values():
            if now > until and not future.done():
                future.set_exception(Busy(NOBODY, code="busy"))
        busy = [actor for actor in self.actors.values() if actor.commands or actor.subscribers]
        overdue = [actor.id for actor in busy if actor.tick(now)]
        return overdue or [actor.id for actor in self.actors.values() if not actor.owner]

    def _of(self, node: str) -> list[RemoteActor[C, S]]:
        return [actor for actor in self.actors.values() if actor.owner == node]

    def _close(self, id: str) -> None:
        actor = self.release(id)
        if actor is None:
            return
        gone = self.wire.gone(id)
        if gone is not None:
            for subscriber in actor.subscribers:
                subscriber.queue.put(gone)
        for waiting in actor.commands.values():
            waiting.done(0, self.wire.closed(id))


def error_of(message: Answer) -> SidepotError | None:
    """The error in an owner's answer (None if the command was carried out)."""
    if not message.kind:
        return None
    if message.by is not None:
        return AlreadyDone(message.message, *message.by)
    kind = _KINDS.get(message.kind, Conflict)
    return kind(message.message, Cite.parse(message.cite) if message.cite else None, code=message.code)


def answer_of(no: int, seq: int, error: SidepotError | None) -> Answer:
    """The message that answers a command, for the node that sent it."""
    if error is None:
        return Answer(no, seq)
    by = (error.by, error.done_at, error.step) if isinstance(error, AlreadyDone) else None
    return Answer(no, 0, type(error).__name__, error.message, error.code, str(error.cite) if error.cite else "", by)
