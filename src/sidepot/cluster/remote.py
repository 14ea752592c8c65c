"""A table that another process of the room has, as it is used by the clients of this one.

Commands are said to its owner, and said again where no answer comes, with the same id: so they are done once. While
nobody is known to have the table they are held for a while. Viewers are told what the owner tells.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, Protocol

import msgspec

from sidepot.cluster.messages import Answer, Leave, Letter, Look, Say
from sidepot.errors import SidepotError
from sidepot.room.running.outlet import Viewer
from sidepot.room.runtime.inbox import Done, settle
from sidepot.room.runtime.unavailable import NOBODY, TOO_MUCH, Busy
from sidepot.room.table import commands

MOST_WAITING: Final = 64  # commands of this process to one table that are not answered yet
AGAIN: Final = 1.0  # seconds after which a command or a viewer is told again
PATIENCE: Final = 10.0  # seconds after which a command is refused: it may be said again
_STATES: Final = ("event", "snapshot", "tournament")  # after which a viewer knows how it stands


class Exchange(Protocol):
    """What a table elsewhere needs of the gateway."""

    def next_number(self) -> int:
        """A number that no command and no viewer of this process ever had."""

    def expect(self, no: int, table: RemoteTable) -> None:
        """Command `no` was said to a table."""

    def note(self, table: RemoteTable, watching: Watching) -> None:
        """Somebody watches a table."""

    def forget(self, no: int) -> None:
        """Nothing is heard of that number any more."""

    def send(self, node: str, letter: Letter) -> None:
        """Send a letter to a process."""


class Waiting:
    """A command that is not answered: since when, and when it was sent last."""

    __slots__ = ("done", "letter", "sent", "since")

    def __init__(self, letter: Say, done: Done, now: float) -> None:
        self.letter = letter
        self.done = done
        self.since = self.sent = now


class Head(msgspec.Struct):
    """Of a message to a viewer: what it is, and the entry at which it was told; 0 for none."""

    type: str
    seq: int = 0


@dataclass(eq=False, slots=True)
class Watching:
    """A viewer of this process: its number, the entry that it knows, and whether the owner is known to have it."""

    no: int
    viewer: Viewer
    knows: int
    sent: float
    told: bool = False

    def follows(self, head: Head) -> bool:
        """Whether a message comes after what the viewer knows: entries come in order, each once, none left out.

        The owner tells some twice where it is asked again, as letters may be lost.
        """
        if head.type == "event":
            fits = head.seq == self.knows + 1
        else:
            fits = head.seq >= self.knows or not head.seq
        if fits and head.type in _STATES:
            self.knows = head.seq
        return fits


class RemoteTable:
    """Table `id` at another process: `owner`, "" while nobody is known to have it; since entry `seq` of its stream."""

    encode: Callable[[Any], bytes] = staticmethod(commands.encode)

    def __init__(self, id: str, gateway: Exchange, owner: str = "") -> None:
        self.id = id
        self.owner = owner
        self.seq = 0
        self.summary: Any = None  # a `TableSummary`
        self.seated: tuple[str, ...] = ()  # the accounts of the people in it
        self.commands: dict[int, Waiting] = {}
        self.viewers: dict[Viewer, Watching] = {}
        self._gateway = gateway
        self._loop = asyncio.get_running_loop()

    def __repr__(self) -> str:
        return f"<RemoteTable {self.id!r} at {self.owner or 'nobody'}>"

    @property
    def is_locked(self) -> bool:
        """Whether a password is needed. Raises Busy where it is not known yet: the owner has not told of the table.

        A command that is refused for it may be done all the same, if it was said before by way of another process.
        """
        if self.summary is None:
            raise Busy(NOBODY, code="not_written")
        return bool(self.summary.locked)

    @property
    def is_over(self) -> bool:
        """Whether it was closed, and is only shown for a while."""
        return self.summary is not None and self.summary.phase == "over"

    # ---- what is said

    async def say(self, said: Any, *, by: str = "", id: str = "", staff: bool = False, account: str = "") -> int:
        """Give a command: the number of its entry, once that is durable. Raises as `Actor.say` does."""
        future: asyncio.Future[int] = self._loop.create_future()
        self.submit(said, partial(settle, future), by=by, id=id, staff=staff, account=account)
        return await future

    def submit(
        self, said: Any, done: Done, *, by: str = "", id: str = "", staff: bool = False, account: str = ""
    ) -> None:
        """Say something to the table: `done` gets the number of its entry, or the error; never before this returns."""
        if len(self.commands) >= MOST_WAITING:
            done(0, Busy(TOO_MUCH, code="too_much"))
            return
        no = self._gateway.next_number()
        letter = Say(no, self.id, by, id, staff, account, self.encode(said))
        self.commands[no] = Waiting(letter, done, self._loop.time())
        self._gateway.expect(no, self)
        self._send(letter)

    def answered(self, letter: Answer, error: SidepotError | None) -> None:
        """The owner has answered."""
        waiting = self.commands.pop(letter.no, None)
        if waiting is not None:
            waiting.done(letter.seq, error)

    # ---- who watches

    def watch(self, viewer: Viewer, since: int = 0) -> None:
        """Tell a viewer what was missed after entry `since` (0: how the table stands), and then whatever happens."""
        found = self.viewers.get(viewer)
        if found is None:
            found = self.viewers[viewer] = Watching(self._gateway.next_number(), viewer, since, self._loop.time())
            self._gateway.note(self, found)
        found.knows = since
        self._look(found)

    def unwatch(self, viewer: Viewer) -> None:
        """This viewer does not watch any more."""
        found = self.viewers.pop(viewer, None)
        if found is not None:
            self._gateway.forget(found.no)
            self._send(Leave(found.no))

    def _look(self, found: Watching) -> None:
        found.told = False
        found.sent = self._loop.time()
        viewer = found.viewer
        self._send(Look(found.no, self.id, viewer.player, viewer.staff, viewer.account, found.knows))

    # ---- the owner

    def owned(self, node: str, seq: int) -> None:
        """A process has the table, since entry `seq` of its stream. Word of an earlier one comes too late."""
        if seq < self.seq:
            return
        is_news = node != self.owner or seq > self.seq
        self.owner, self.seq = node, seq
        if is_news:
            self.say_again()

    def lost(self) -> None:
        """Its owner does not have it (any more)."""
        self.owner = ""

    def say_again(self) -> None:
        """Tell the owner all: it may know nothing of it."""
        now = self._loop.time()
        for found in self.viewers.values():
            self._look(found)
        for waiting in self.commands.values():
            waiting.sent = now
            self._send(waiting.letter)

    def tick(self, now: float) -> bool:
        """Say again what was not answered, and give up what has waited for long; whether anything is overdue."""
        late = [found for found in self.viewers.values() if not found.told and now > found.sent + AGAIN]
        for found in late:
            self._look(found)
        overdue = bool(late)
        for no, waiting in list(self.commands.items()):
            if now > waiting.since + PATIENCE:
                del self.commands[no]
                self._gateway.forget(no)
                waiting.done(0, Busy(NOBODY, code="not_written"))
            elif now > waiting.sent + AGAIN:
                overdue = True
                waiting.sent = now
                self._send(waiting.letter)
        return overdue

    def _send(self, letter: Letter) -> None:
        if self.owner:
            self._gateway.send(self.owner, letter)
