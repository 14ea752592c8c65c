"""The other processes of a room: what they say is given to whom it concerns, and they hear what happens here."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any, Final, Protocol

import msgspec

from sidepot.cluster.bus import Bus
from sidepot.cluster.far_clients import FarClients
from sidepot.cluster.gateway import Gateway, answer_of, error_of
from sidepot.cluster.messages import (
    Afresh,
    Answer,
    Aside,
    Ask,
    Found,
    Leave,
    Letter,
    Look,
    NotMine,
    OfTournaments,
    Over,
    Owned,
    Ready,
    RollCall,
    Say,
    Soon,
    Take,
    Told,
    Whole,
)
from sidepot.cluster.transport import ALL, Mail, Post, Wing
from sidepot.errors import SidepotError
from sidepot.room.runtime.inbox import MOST_REFUSED
from sidepot.room.table.commands import decode

BEAT: Final = 0.5  # seconds between two words of this process
TICK: Final = 0.25  # between two looks at what was not answered
NEWS: Final = 1.0  # between two summaries of one table

MISSED: Final = "missed"  # what its own server is told where letters of a process were lost
_KNOWN: Final = msgspec.json.Decoder(set[str])
_ENCODER: Final = msgspec.json.Encoder()
_log: Final = logging.getLogger("sidepot.room")


class Tables(Protocol):
    """The tables of this process; or its tournaments, by their names."""

    def here(self, table: str) -> Any:
        """A table that is here."""

    def owned(self) -> dict[str, int]:
        """The tables that are here, each since an entry of its stream."""

    def seated(self, table: str) -> tuple[str, ...]:
        """The accounts of the people in that."""

    def summary(self, table: str) -> Any:
        """A table that is here, for the lobby."""

    def known_here(self) -> set[str]:
        """The accounts that tables here know, and those of the clients."""

    def take(self, table: str, refused: dict[str, SidepotError]) -> None:
        """A table was handed over to this process, where commands of these ids were refused."""

    async def find_owners(self) -> dict[str, str]:
        """Ask the store who has each table."""


class Others:
    """This process among the others, as far as its tables go. `heard` is given what their servers say aside."""

    def __init__(
        self,
        mail: Mail,
        tables: Tables,
        gateway: Callable[[Mail], Gateway] = Gateway,
        decode: Callable[[bytes], Any] = decode,
    ) -> None:
        self._mail = mail
        self._decode = decode
        self.gateway = gateway(mail)
        self.clients = FarClients(mail, tables.here, tables.known_here, decode)
        self.heard: Callable[[str, dict[str, Any]], None] | None = None
        self._tables = tables
        self._news: set[str] = set()
        self._asking, self._asked = False, 0.0
        self._tasks: set[asyncio.Task[None]] = set()
        self._read: dict[type, Callable[[str, Any], None]] = {
            Say: self.clients.say,
            Look: self.clients.look,
            Leave: self.clients.leave,
            Ask: self.clients.ask,
            Afresh: lambda node, _: self.clients.forget(node),
            Answer: self.gateway.answer,
            Told: self.gateway.told,
            Found: lambda _, letter: self.gateway.found(letter),
            NotMine: self.gateway.not_mine,
            Owned: self._owned,
            Whole: self.gateway.whole,
            Over: lambda _, letter: self.gateway.over(letter),
            RollCall: lambda node, _: self._answer_roll(node),
            Take: lambda _, letter: tables.take(letter.table, errors_of(letter)),
            Aside: lambda _, letter: self._aside(letter),
        }

    # ---- beginning and end

    def start(self) -> None:
        """Be one of them."""
        self._mail.send(ALL, RollCall())
        for work, every in ((self._tick, TICK), (self._tell_news, NEWS)):
            self.repeat(work, every)

    async def stop(self) -> None:
        """Be one of them no more."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def repeat(self, work: Callable[[], None], every: float) -> None:
        """Do something again and again."""

        async def go_on() -> None:
            while True:
                try:
                    work()
                except Exception as error:  # the others are told the next time
                    _log.error("the other processes were not seen to: %s", type(error).__name__)
                await asyncio.sleep(every)

        self._soon(go_on())

    def _soon(self, work: Any) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # ---- what this process tells

    def have(self, actor: Any, since: int) -> None:
        """A table is here from now on: those who waited for it or watched it elsewhere do so here."""
        self._tell_owned(ALL, actor.id, since)
        remote = self.gateway.release(actor.id)
        if remote is None:
            return
        for viewer, watching in remote.viewers.items():
            actor.watch(viewer, watching.knows)
        for waiting in remote.commands.values():
            self.say_here(actor, waiting.letter, waiting.done)

    def say_here(self, actor: Any, letter: Say, done: Callable[[int, SidepotError | None], object]) -> None:
        """A command that was to go to another process is for a table that is here."""
        actor.submit(
            self._decode(letter.said), done, by=letter.by, id=letter.id, staff=letter.staff, account=letter.account
        )

    def changed(self, table: str) -> None:
        """Something happened at a table that is here."""
        self._news.add(table)

    def over(self, table: str) -> None:
        """A table is closed for good."""
        self._news.discard(table)
        self.clients.forget_table(table)
        self._mail.send(ALL, Over(table))

    def tell_taken(self, node: str, table: str, refused: dict[str, SidepotError]) -> None:
        """A table was handed over to a process, which refuses again what was refused here."""
        last = [*refused.items()][-MOST_REFUSED:]
        self._mail.send(node, Take(table, {key: answer_of(0, 0, error) for key, error in last}))

    def tell(self, about: str, **facts: Any) -> None:
        """Say something to the servers of the other processes."""
        self._mail.send(ALL, Aside(about, facts))

    def _tell_news(self) -> None:
        news, self._news = self._news, set()
        owned = self._tables.owned()
        for table in news:
            if table in owned:
                self._tell_owned(ALL, table, owned[table])

    def _tell_owned(self, node: str, table: str, since: int) -> None:
        summary = self._tables.summary(table)
        told = b"" if summary is None else _ENCODER.encode(summary)
        self._mail.send(node, Owned(table, since, told, self._tables.seated(table)))

    # ---- what this process hears

    def read(self, node: str, letter: Letter) -> None:
        """A letter has come."""
        self._read[type(letter)](node, letter)

    def missed(self, node: str) -> None:
        """Letters of a process were lost: both tell each other all that is still true."""
        self._mail.send(node, RollCall())
        self.gateway.say_again(node)
        if self.heard is not None:
            self.heard(MISSED, {})

    def gone(self, node: str) -> None:
        """A process is not heard any more: its clients are gone, and nobody is known to have its tables."""
        self.clients.forget(node)
        self.gateway.gone(node)

    def _answer_roll(self, node: str) -> None:
        for table, since in self._tables.owned().items():
            self._tell_owned(node, table, since)
        self._mail.send(node, Whole([*self._tables.owned()]))
        self.gateway.say_again(node)

    def _owned(self, node: str, letter: Owned) -> None:
        since = self._tables.owned().get(letter.table)
        if since is None or since < letter.seq:  # else it is word of an earlier owner
            self.gateway.owned(node, letter)

    def _aside(self, letter: Aside) -> None:
        if self.heard is not None:
            self.heard(letter.about, letter.facts)

    # ---- what was not answered

    def _tick(self) -> None:
        now = asyncio.get_running_loop().time()
        if self.gateway.tick(now) and not self._asking and now > self._asked + NEWS:
            self._asking, self._asked = True, now
            self._soon(self._look_up(self._tables.find_owners()))

    async def _look_up(self, asked: Awaitable[dict[str, str]]) -> None:
        try:
            self.gateway.found_owners(await asked)
        except SidepotError as error:
            _log.warning("who has which table could not be looked up: %s", error.message)
        finally:
            self._asking = False

    async def known(self, node: str) -> set[str]:
        """The accounts that the tables of a process know, and those of its clients. Raises Busy where it is silent."""
        return _KNOWN.decode(await self.gateway.questions.ask(node, lambda no: Ask(no, "", 0)))

    def counts(self) -> dict[str, int]:
        """How many tables each other process has that is heard and takes tables."""
        found = {node: 0 for node, peer in self._mail.peers.items() if peer.is_there and not peer.leaving}
        for table in self.gateway.tables.values():
            if table.owner in found:
                found[table.owner] += 1
        return found


def errors_of(letter: Take) -> dict[str, SidepotError]:
    """The refusals of a table that was handed over, by the ids of the commands."""
    found = {key: error_of(answer) for key, answer in letter.refused.items()}
    return {key: error for key, error in found.items() if error is not None}


class AllOthers(Others):
    """This process among the others: its tables, and beside them (`wing`) its tournaments, by the same post."""

    def __init__(self, bus: Bus, node: str, epoch: int, tables: Tables) -> None:
        self.post = Post(bus, node, epoch, self)
        self.wing_of_post = Wing(self.post)
        super().__init__(self.post, tables)
        self.wing: Others | None = None
        self.about_handover: Callable[[str, Soon | Ready | Owned], None] = lambda node, letter: None
        self._read[OfTournaments] = self._read_beside
        self._read[Soon] = self._read[Ready] = lambda node, letter: self.about_handover(node, letter)

    async def open(self, room: str) -> None:
        """Be one of them. Raises Conflict where the bus is not there."""
        await self.post.open(room)
        self.start()
        self.repeat(self.post.beat, BEAT)

    async def close(self) -> None:
        """Be one of them no more."""
        await self.stop()
        await self.post.close()

    def missed(self, node: str) -> None:
        """Letters of a process were lost: both tell each other all that is still true."""
        super().missed(node)
        if self.wing is not None:
            self.wing.missed(node)

    def gone(self, node: str) -> None:
        """A process is not heard any more."""
        super().gone(node)
        if self.wing is not None:
            self.wing.gone(node)

    def _owned(self, node: str, letter: Owned) -> None:
        super()._owned(node, letter)
        self.about_handover(node, letter)

    def _read_beside(self, node: str, letter: OfTournaments) -> None:
        if self.wing is not None:
            self.wing.read(node, letter.letter)
