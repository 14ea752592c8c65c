"""The gateway of a process: the tables that others have, and what its clients say to them and hear of them."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from sidepot import errors
from sidepot.cluster.messages import Afresh, Answer, Ask, Found, Letter, NotMine, Over, Owned, Told, Whole
from sidepot.cluster.questions import Questions
from sidepot.cluster.remote import Head, RemoteTable, Watching
from sidepot.cluster.transport import Mail
from sidepot.errors import Cite, Conflict, SidepotError
from sidepot.room.running.summary import TableSummary
from sidepot.room.runtime.unavailable import Busy, Frozen
from sidepot.room.tournament.live.reports import AlreadyDone
from sidepot.room.views.messages import Gone
from sidepot.validation.codec import UNREADABLE

_SUMMARY: Final = msgspec.json.Decoder(TableSummary)
_HEAD: Final = msgspec.json.Decoder(Head)
_ENCODER: Final = msgspec.json.Encoder()
_KINDS: Final[dict[str, type[SidepotError]]] = {
    kind.__name__: kind for kind in (errors.BadNotation, Busy, Conflict, Frozen, errors.IllegalAction, errors.NotDue)
}
_NOBODY: Final[tuple[RemoteTable | None, Watching | None]] = (None, None)
_OF_A_LIFE: Final = 2**32  # commands and viewers that a process can number before it is started again


class Gateway:
    """All tables elsewhere."""

    make: type[RemoteTable] = RemoteTable

    def __init__(self, post: Mail) -> None:
        self.post = post
        self.tables: dict[str, RemoteTable] = {}
        self.questions = Questions(post, self.next_number)
        self.forwarded = 0  # commands that were said to another process
        self._last = post.epoch * _OF_A_LIFE
        self._commands: dict[int, RemoteTable] = {}  # by the number of a command that is not answered, its table
        self._viewers: dict[int, tuple[RemoteTable, Watching]] = {}

    # ---- numbers

    def next_number(self) -> int:
        """A number that no command and no viewer of this process ever had."""
        self._last += 1
        return self._last

    def expect(self, no: int, table: RemoteTable) -> None:
        """Command `no` was said to a table."""
        self._commands[no] = table
        self.forwarded += 1

    def note(self, table: RemoteTable, watching: Watching) -> None:
        """Somebody watches a table."""
        self._viewers[watching.no] = table, watching

    def forget(self, no: int) -> None:
        """Nothing is heard of that number any more."""
        self._commands.pop(no, None)
        self._viewers.pop(no, None)

    def send(self, node: str, letter: Letter) -> None:
        """Send a letter to a process."""
        self.post.send(node, letter)

    # ---- tables

    def table(self, id: str, owner: str = "") -> RemoteTable:
        """A table elsewhere, which is noted if it is new."""
        found = self.tables.get(id)
        if found is None:
            found = self.tables[id] = self.make(id, self, owner)
        return found

    def release(self, id: str) -> RemoteTable | None:
        """A table is here from now on: its viewers and commands are to be told to it."""
        found = self.tables.pop(id, None)
        if found is not None:
            for no in [*found.commands, *(one.no for one in found.viewers.values())]:
                self.forget(no)
        return found

    def summaries(self) -> list[Any]:
        """The tables elsewhere as they are known, for the lobby."""
        return [table.summary for table in self.tables.values() if table.summary is not None]

    def seats_of(self, account: str) -> list[str]:
        """The tables elsewhere at which somebody sits."""
        return [table.id for table in self.tables.values() if account in table.seated]

    def found_owners(self, owners: dict[str, str]) -> None:
        """The store says who has these tables, and that no other one is open."""
        for table in [*self.tables.values()]:
            node = owners.get(table.id)
            if node is None:
                if not table.owner:  # else the owner shows it for a while
                    self._close(table.id)
            elif node not in (table.owner, self.post.node):
                table.owner = node
                table.say_again()

    async def hands(self, table: RemoteTable, hand: int = 0) -> bytes:
        """What the owner tells of a hand of a table, or of which there are. Raises Busy."""
        return await self.questions.ask(table.owner, lambda no: Ask(no, table.id, hand))

    # ---- letters

    def answer(self, node: str, letter: Answer) -> None:
        """A command was answered."""
        table = self._commands.get(letter.no)
        if table is not None and node == table.owner:
            self.forget(letter.no)
            table.answered(letter, error_of(letter))

    def told(self, node: str, letter: Told) -> None:
        """Some viewers are told something. A viewer that cannot take more is skipped, and comes back."""
        data = letter.data
        head = _HEAD.decode(data)
        for no in letter.viewers:
            table, watching = self._viewers.get(no, _NOBODY)
            if table is None or watching is None or node != table.owner:
                continue
            outlet = watching.viewer.outlet
            if not outlet.behind:
                watching.told = (
                    head.type == "tournament" or head.seq <= watching.knows + 1
                )  # else it is asked for again
                if watching.follows(head):
                    outlet.lay(data)
            if head.type == "gone":  # the owner has let the viewer go
                self.forget(no)
                table.viewers.pop(watching.viewer, None)

    def found(self, letter: Found) -> None:
        """A question was answered."""
        self.questions.answered(letter)

    def owned(self, node: str, letter: Owned) -> None:
        """A process has a table."""
        table = self.table(letter.table)
        table.owned(node, letter.seq)
        if letter.summary and table.owner == node:
            try:
                table.summary = self._summary(letter.summary, node)
                table.seated = letter.seated
            except UNREADABLE:  # of another version
                return

    def not_mine(self, node: str, letter: NotMine) -> None:
        """A process does not have a table."""
        table = self.tables.get(letter.table)
        if table is not None and table.owner == node:
            table.lost()

    def over(self, letter: Over) -> None:
        """A table is closed for good."""
        self._close(letter.table)

    def whole(self, node: str, letter: Whole) -> None:
        """A process has told of all its tables: word that one of them is closed may have been lost."""
        here = set(letter.tables)
        for table in self.of(node):
            if table.id not in here and table.is_over:
                self._close(table.id)
            elif table.id not in here:
                table.lost()

    def _summary(self, told: bytes, node: str) -> Any:
        """The summary of a table, as its process tells it."""
        return msgspec.structs.replace(_SUMMARY.decode(told), at=node)

    def _close(self, id: str) -> None:
        table = self.release(id)
        if table is not None:
            self._tell_closed(table)

    def _tell_closed(self, table: RemoteTable) -> None:
        gone = _ENCODER.encode(Gone(table.id, "this table is closed", "table_over"))
        for viewer in table.viewers:
            viewer.outlet.lay(gone)
        for waiting in table.commands.values():
            waiting.done(0, Conflict("there is no such table", code="no_table"))

    def wanted(self) -> list[str]:
        """The tables for which clients of this process wait, first those at which they have said something."""
        return [
            *(table.id for table in self.tables.values() if table.commands),
            *(table.id for table in self.tables.values() if table.viewers and not table.commands),
        ]

    def say_again(self, node: str) -> None:
        """Tell a process all that concerns it: it may have missed some of it."""
        self.post.send(node, Afresh())
        for table in self.of(node):
            table.say_again()

    def gone(self, node: str) -> None:
        """A process is not heard any more: the next owners of its tables say so."""
        for table in self.of(node):
            if table.is_over:
                self._close(table.id)
            else:
                table.lost()

    def of(self, node: str) -> list[RemoteTable]:
        """The tables of a process."""
        return [table for table in self.tables.values() if table.owner == node]

    def tick(self, now: float) -> list[str]:
        """Say again what was not answered: the tables at which anything is overdue, or that nobody has."""
        self.questions.tick(now)
        busy = [table for table in self.tables.values() if table.commands or table.viewers]
        overdue = [table.id for table in busy if table.tick(now)]
        return overdue or [table.id for table in self.tables.values() if not table.owner]


def error_of(letter: Answer) -> SidepotError | None:
    """The error that an owner has answered with, None where it did what was said."""
    if not letter.kind:
        return None
    if letter.by is not None:
        return AlreadyDone(letter.message, *letter.by)
    kind = _KINDS.get(letter.kind, Conflict)
    return kind(letter.message, Cite.parse(letter.cite) if letter.cite else None, code=letter.code)


def answer_of(no: int, seq: int, error: SidepotError | None) -> Answer:
    """The answer to a command, for the process that has asked."""
    if error is None:
        return Answer(no, seq)
    by = (error.by, error.done_at, error.step) if isinstance(error, AlreadyDone) else None
    return Answer(no, 0, type(error).__name__, error.message, error.code, str(error.cite) if error.cite else "", by)
