"""The machines that other nodes have, as the clients of this node use them.

A command goes to the owner of its machine, and again if no answer comes, with the same id: so it is done once. While
nobody is known to have the machine, commands are held for a while. Subscribers get what the owner sends.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Final, Generic, Protocol, TypeVar

import msgspec

from sidepot import errors
from sidepot.cluster.messages import (
    Afresh,
    AllOwned,
    Answer,
    Ask,
    Deliver,
    Found,
    NotMine,
    Over,
    Owned,
    PlainMessage,
    Submit,
    Unwatch,
    Watch,
)
from sidepot.cluster.transport import Transport
from sidepot.errors import Cite, Conflict, SidepotError
from sidepot.room.runtime.actor import Done, settle
from sidepot.room.runtime.subscribers import Subscriber
from sidepot.room.runtime.unavailable import NOBODY, TOO_MUCH, Busy, Frozen
from sidepot.room.tournament.live.reports import AlreadyDone
from sidepot.validation.codec import UNREADABLE

if TYPE_CHECKING:
    from sidepot.room.tournament.machine import RoomTournament

MOST_WAITING: Final = 64  # commands of this node to one machine that are not answered yet
AGAIN: Final = 1.0  # seconds after which a command or a subscription is sent again
PATIENCE: Final = 10.0  # seconds after which a command is refused: it may be sent again
ANSWER_BY: Final = 3.0  # seconds for the answer to a question
_STATES: Final = ("event", "snapshot", "tournament")  # messages after which a subscriber knows the state
_OF_A_LIFE: Final = 2**32  # commands and subscribers that a node can number before it is started again
_KINDS: Final[dict[str, type[SidepotError]]] = {
    kind.__name__: kind for kind in (errors.BadNotation, Busy, Conflict, Frozen, errors.IllegalAction, errors.NotDue)
}


class Summary(Protocol):
    """One machine in the list of all."""

    @property
    def id(self) -> str: ...

    @property
    def phase(self) -> str: ...


C = TypeVar("C")  # the commands of a kind of machine
S = TypeVar("S", bound=Summary)


@dataclass(frozen=True)
class Wire(Generic[C, S]):
    """How commands and summaries of one kind of machine are sent; and what its clients get when one is closed."""

    encode: Callable[[C], bytes]
    decode: Callable[[bytes], C]
    read_summary: Callable[[bytes, str], S]  # of a node
    closed: Callable[[str], Conflict]  # for a command to that id
    gone: Callable[[str], bytes | None]  # for a subscriber; None: it may look at it further


class Head(msgspec.Struct):
    """The beginning of a message to a subscriber: its type, and the number of the event; 0 for none."""

    type: str
    seq: int = 0


_HEAD: Final = msgspec.json.Decoder(Head)


class Waiting:
    """A command that is not answered: since when, and when it was sent last."""

    __slots__ = ("done", "message", "sent", "since")

    def __init__(self, message: Submit, done: Done, now: float) -> None:
        self.message = message
        self.done = done
        self.since = self.sent = now


@dataclass(eq=False, slots=True)
class Watching:
    """A subscriber of this node: its number, the event that it knows, and whether the owner is known to have it."""

    no: int
    subscriber: Subscriber
    knows: int
    sent: float
    confirmed: bool = False

    def follows(self, head: Head) -> bool:
        """Whether a message comes after what the subscriber knows: events come in order, each once, none left out.

        The owner sends some twice if it is asked again, as messages may be lost.
        """
        if head.type == "event":
            fits = head.seq == self.knows + 1
        else:
            fits = head.seq >= self.knows or not head.seq
        if fits and head.type in _STATES:
            self.knows = head.seq
        return fits


class RemoteActor(Generic[C, S]):
    """Machine `id` at another node: `owner`, "" while nobody is known to have it; since event `seq` of its log.

    It is used as an `Actor` is. `summary` is what the owner has sent last, `seated` the accounts of the people in it.
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
        """Whether it is closed, and is only shown for a while."""
        return self.summary is not None and self.summary.phase == "over"

    @property
    def event(self) -> RoomTournament:
        """A tournament. Raises Busy: its owner alone has it; its state can be read from its log."""
        raise Busy(NOBODY, code="busy")

    # ---- commands

    async def say(self, command: C, *, by: str = "", id: str = "", staff: bool = False, account: str = "") -> int:
        """Give a command: the number of its event, once that is durable. Raises as `Actor.say` does."""
        future: asyncio.Future[int] = self._loop.create_future()
        self.submit(command, partial(settle, future), by=by, id=id, staff=staff, account=account)
        return await future

    def submit(
        self, command: C, done: Done, *, by: str = "", id: str = "", staff: bool = False, account: str = ""
    ) -> None:
        """Give a command: `done` gets the number of its event, or the error; never before this returns."""
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
        """The owner has answered."""
        waiting = self.commands.pop(message.no, None)
        if waiting is not None:
            waiting.done(message.seq, error_of(message))

    # ---- subscribers

    def watch(self, subscriber: Subscriber, since: int = 0) -> None:
        """Send a subscriber the events after `since` (0: the state), and then whatever happens."""
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
        """A node has the machine, since event `seq` of its log. Word of an earlier one comes too late."""
        if seq < self.seq:
            return
        is_news = node != self.owner or seq > self.seq
        self.owner, self.seq = node, seq
        if is_news:
            self.send_again()

    def lost(self) -> None:
        """Its owner does not have it, or no longer has it."""
        self.owner = ""

    def send_again(self) -> None:
        """Send the owner everything: it may know nothing of it."""
        now = self._loop.time()
        for found in self.subscribers.values():
            self._look(found)
        for waiting in self.commands.values():
            waiting.sent = now
            self._send(waiting.message)

    def tick(self, now: float) -> bool:
        """Send again what was not answered, and give up what has waited for long; whether anything is overdue."""
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
    """All machines of one kind that other nodes have."""

    def __init__(self, transport: Transport, wire: Wire[C, S]) -> None:
        self.wire = wire
        self.actors: dict[str, RemoteActor[C, S]] = {}
        self.forwarded = 0  # commands that were sent to another node
        self._transport = transport
        self._loop = asyncio.get_running_loop()
        self._last = transport.epoch * _OF_A_LIFE
        self._commands: dict[int, RemoteActor[C, S]] = {}  # by the number of a command that is not answered
        self._subscribers: dict[int, tuple[RemoteActor[C, S], Watching]] = {}
        self._questions: dict[int, tuple[asyncio.Future[bytes], float]] = {}

    # ---- numbers

    def next_number(self) -> int:
        """A number that no command and no subscriber of this node ever had."""
        self._last += 1
        return self._last

    def expect(self, no: int, actor: RemoteActor[C, S]) -> None:
        """Command `no` was sent to a machine."""
        self._commands[no] = actor
        self.forwarded += 1

    def note(self, actor: RemoteActor[C, S], watching: Watching) -> None:
        """Somebody watches a machine."""
        self._subscribers[watching.no] = actor, watching

    def forget(self, no: int) -> None:
        """Ignore further messages about that number."""
        self._commands.pop(no, None)
        self._subscribers.pop(no, None)

    def send(self, node: str, message: PlainMessage) -> None:
        """Send a message to a node."""
        self._transport.send(node, message)

    # ---- machines

    def actor(self, id: str, owner: str = "") -> RemoteActor[C, S]:
        """A machine elsewhere, which is noted if it is new."""
        found = self.actors.get(id)
        if found is None:
            found = self.actors[id] = RemoteActor(id, self, owner)
        return found

    def release(self, id: str) -> RemoteActor[C, S] | None:
        """This node has the machine now: its subscribers and commands go to the new actor."""
        found = self.actors.pop(id, None)
        if found is not None:
            for no in [*found.commands, *(one.no for one in found.subscribers.values())]:
                self.forget(no)
        return found

    def summaries(self) -> list[S]:
        """The machines elsewhere as they are known."""
        return [actor.summary for actor in self.actors.values() if actor.summary is not None]

    def seats_of(self, account: str) -> list[str]:
        """The machines elsewhere in which somebody has a seat."""
        return [actor.id for actor in self.actors.values() if account in actor.seated]

    def found_owners(self, owners: dict[str, str]) -> None:
        """The store has the owners of these machines; no other one is open."""
        for actor in [*self.actors.values()]:
            node = owners.get(actor.id)
            if node is None:
                if not actor.owner:  # otherwise the owner shows it for a while
                    self._close(actor.id)
            elif node not in (actor.owner, self._transport.node):
                actor.owner = node
                actor.send_again()

    def wanted(self) -> list[str]:
        """The machines for which clients of this node wait, first those that have commands of theirs."""
        return [
            *(actor.id for actor in self.actors.values() if actor.commands),
            *(actor.id for actor in self.actors.values() if actor.subscribers and not actor.commands),
        ]

    # ---- questions

    async def ask(self, node: str, id: str = "", hand: int = 0) -> bytes:
        """What a node answers about a hand of a machine, or without one, about itself. Raises Busy after a while."""
        if not node:
            raise Busy(NOBODY, code="busy")
        no = self.next_number()
        future: asyncio.Future[bytes] = self._loop.create_future()
        self._questions[no] = future, self._loop.time() + ANSWER_BY
        self.send(node, Ask(no, id, hand))
        try:
            return await future
        finally:
            self._questions.pop(no, None)

    def found(self, message: Found) -> None:
        """A question was answered."""
        future, _ = self._questions.get(message.no, (None, 0.0))
        if future is not None and not future.done():
            future.set_result(message.data)

    # ---- messages

    def answer(self, node: str, message: Answer) -> None:
        """A command was answered."""
        actor = self._commands.get(message.no)
        if actor is not None and node == actor.owner:
            self.forget(message.no)
            actor.answered(message)

    def deliver(self, node: str, message: Deliver) -> None:
        """There is a message for some subscribers. One that cannot take more is skipped, and comes back."""
        data = message.data
        head = _HEAD.decode(data)
        for no in message.subscribers:
            found = self._subscribers.get(no)
            if found is None or node != found[0].owner:
                continue
            actor, watching = found
            queue = watching.subscriber.queue
            if not queue.behind:  # one that has missed something is asked for again
                watching.confirmed = head.type == "tournament" or head.seq <= watching.knows + 1
                if watching.follows(head):
                    queue.put(data)
            if head.type == "gone":  # the owner has let the subscriber go
                self.forget(no)
                actor.subscribers.pop(watching.subscriber, None)

    def owned(self, node: str, message: Owned) -> None:
        """A node has a machine."""
        actor = self.actor(message.table)
        actor.owned(node, message.seq)
        if message.summary and actor.owner == node:
            try:
                actor.summary = self.wire.read_summary(message.summary, node)
                actor.seated = message.seated
            except UNREADABLE:  # of another version
                return

    def not_mine(self, node: str, message: NotMine) -> None:
        """A node does not have a machine."""
        actor = self.actors.get(message.table)
        if actor is not None and actor.owner == node:
            actor.lost()

    def over(self, message: Over) -> None:
        """A machine is closed for good."""
        self._close(message.table)

    def all_owned(self, node: str, message: AllOwned) -> None:
        """A node has named all its machines: word that one of them is closed may have been lost."""
        self._lost([actor for actor in self._of(node) if actor.id not in message.tables])

    def gone(self, node: str) -> None:
        """A node is silent: the next owners of its machines will send from now on."""
        self._lost(self._of(node))

    def _lost(self, actors: list[RemoteActor[C, S]]) -> None:
        for actor in actors:
            if actor.is_over:
                self._close(actor.id)
            else:
                actor.lost()

    def send_again(self, node: str) -> None:
        """Send a node all that concerns it: it may have missed some of it."""
        self.send(node, Afresh())
        for actor in self._of(node):
            actor.send_again()

    def tick(self, now: float) -> list[str]:
        """Send again what was not answered: the machines at which anything is overdue, or that nobody has."""
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
    """The error that an owner has answered with; None if the command was done."""
    if not message.kind:
        return None
    if message.by is not None:
        return AlreadyDone(message.message, *message.by)
    kind = _KINDS.get(message.kind, Conflict)
    return kind(message.message, Cite.parse(message.cite) if message.cite else None, code=message.code)


def answer_of(no: int, seq: int, error: SidepotError | None) -> Answer:
    """The answer to a command, for the node that has asked."""
    if error is None:
        return Answer(no, seq)
    by = (error.by, error.done_at, error.step) if isinstance(error, AlreadyDone) else None
    return Answer(no, 0, type(error).__name__, error.message, error.code, str(error.cite) if error.cite else "", by)
