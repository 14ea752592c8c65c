"""Serve clients of other nodes at the tables or tournaments of this node: carry out their commands, and send them
events.

A public event is sent to each node once, for all its subscribers. A private message goes only to the node of that
player's client.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final, Generic, TypeVar

import msgspec

from sidepot.cluster.messages import Answer, NotOwner, Query, QueryResult, Submit, Unwatch, Watch
from sidepot.cluster.remote import answer_of
from sidepot.cluster.transport import Transport
from sidepot.errors import SidepotError
from sidepot.room.runtime.actor import Actor
from sidepot.room.runtime.subscribers import ForwardingQueue, Subscriber

KEPT: Final = 4096  # least number of remembered commands; at most twice as many are kept
_ENCODER: Final = msgspec.json.Encoder()

C = TypeVar("C")


class RemoteCommand:
    """A command from another node, identified by its number there. A command that arrives again is answered only
    once.
    """

    __slots__ = ("_transport", "answer", "id", "no", "node")

    def __init__(self, transport: Transport, node: str, no: int, id: str) -> None:
        self._transport = transport
        self.node = node
        self.no = no
        self.id = id  # of the machine
        self.answer: Answer | None = None

    def __call__(self, seq: int, error: SidepotError | None) -> None:
        """Store and send the answer."""
        self.answer = answer_of(self.no, seq, error)
        self.send_again()

    def send_again(self) -> None:
        """Send the answer again if the command has already been answered."""
        if self.answer is not None:
            self._transport.send(self.node, self.answer)


class RemoteClients(Generic[C]):
    """The subscribers and commands of other nodes, for tables or for tournaments.

    - `find`: returns a local actor
    - `decode`: reads a command
    - `ask`: answers a question about a hand or, without an id, about this node; raises LookupError if the table or
      tournament is not on this node
    """

    def __init__(
        self,
        transport: Transport,
        find: Callable[[str], Actor[Any, C, Any] | None],
        decode: Callable[[bytes], C],
        ask: Callable[[str, int], object],
    ) -> None:
        self._transport = transport
        self._find = find
        self._decode = decode
        self._ask = ask
        self._subscribers: dict[
            str, dict[int, tuple[str, Subscriber]]
        ] = {}  # by node and number: the machine, the subscriber
        self._commands: dict[tuple[str, int], RemoteCommand] = {}
        self._older: dict[tuple[str, int], RemoteCommand] = {}
        self.commands = 0

    def __len__(self) -> int:
        return sum(map(len, self._subscribers.values()))

    def say(self, node: str, message: Submit) -> None:
        """Carry out a command from a client of another node, but only once if the message arrives several times."""
        actor = self._find(message.table)
        if actor is None:
            self._transport.send(node, NotOwner(message.table))
            return
        key = node, message.no
        known = self._commands.get(key) or self._older.get(key)
        if known is not None:
            known.send_again()
            return
        self.commands += 1
        if len(self._commands) >= KEPT:
            self._commands, self._older = {}, self._commands
        done = self._commands[key] = RemoteCommand(self._transport, node, message.no, message.table)
        try:
            command = self._decode(message.command)
        except SidepotError as error:  # of another version
            done(0, error)
            return
        actor.submit(command, done, by=message.by, id=message.id, staff=message.staff, account=message.account)

    def look(self, node: str, message: Watch) -> None:
        """Subscribe a client of another node to a table or tournament."""
        actor = self._find(message.table)
        if actor is None:
            self._transport.send(node, NotOwner(message.table))
            return
        known = self._subscribers.setdefault(node, {})
        if message.no not in known:
            queue = ForwardingQueue(partial(self._transport.tell, node, message.no))
            subscriber = Subscriber(queue, message.player, staff=message.staff, account=message.account)
            known[message.no] = message.table, subscriber
        actor.watch(known[message.no][1], message.since)

    def leave(self, node: str, message: Unwatch) -> None:
        """Unsubscribe a client of another node."""
        found = self._subscribers.get(node, {}).pop(message.no, None)
        if found is not None:
            self._unwatch(*found)

    def forget(self, node: str) -> None:
        """Forget the clients of a node, because they may no longer be watching."""
        for found in self._subscribers.pop(node, {}).values():
            self._unwatch(*found)

    def forget_machine(self, id: str) -> None:
        """Forget a table or tournament that has left this node.

        The table or tournament may have carried out more commands by the time this returns.
        """
        for known in self._subscribers.values():
            for no in [no for no, (where, _) in known.items() if where == id]:
                del known[no]
        for commands in (self._commands, self._older):
            for key in [key for key, command in commands.items() if command.id == id]:
                del commands[key]

    def ask(self, node: str, message: Query) -> None:
        """Answer a node's question."""
        try:
            answer = self._ask(message.table, message.hand)
        except LookupError:
            self._transport.send(node, NotOwner(message.table))
        else:
            self._transport.send(node, QueryResult(message.no, _ENCODER.encode(answer)))

    def _unwatch(self, id: str, subscriber: Subscriber) -> None:
        actor = self._find(id)
        if actor is not None:
            actor.unwatch(subscriber)
