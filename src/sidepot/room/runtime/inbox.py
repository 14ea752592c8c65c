"""Commands to a running table or tournament, on their way: each with its sender, and the callback for its outcome."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Final, Generic, TypeVar

from sidepot.errors import SidepotError

C = TypeVar("C")  # the commands of one kind of machine

MOST_WAITING: Final = 256  # commands that wait at one machine
MOST_OF_ONE: Final = 32  # of them by one person
MOST_REFUSED: Final = 100  # commands of one table whose refusal is kept in mind

Done = Callable[[int, SidepotError | None], object]  # the number of its entry, or the error


class Job(Generic[C]):
    """A `command`, `by` a name ("": the room) and its `account` ("": by the name alone), with its `id`."""

    __slots__ = ("account", "by", "command", "done", "id", "staff")

    def __init__(self, command: C, by: str, id: str, staff: bool, done: Done, account: str = "") -> None:
        self.command = command
        self.by = by
        self.account = account
        self.id = id
        self.staff = staff
        self.done = done


def ignore(_: int, __: SidepotError | None) -> None:
    """The room needs no answer to its own commands."""


def settle(future: asyncio.Future[int], seq: int, error: SidepotError | None) -> None:
    """Give the outcome of a command to the sender that awaits it."""
    if future.done():
        return  # nobody waits any more; the command is done all the same
    if error is not None:
        future.set_exception(error)
    else:
        future.set_result(seq)


class Inbox(Generic[C]):
    """The commands that wait for a machine, in order: so many at most, and so many of one person.

    `refused`: by their ids, what the last ones were refused for. One that is said again is refused again, though it
    could be done by now: who was told that it was refused would not know of it.
    """

    __slots__ = ("_most_of_one", "_most_refused", "_most_waiting", "jobs", "refused")

    def __init__(
        self, most_waiting: int = MOST_WAITING, most_of_one: int = MOST_OF_ONE, most_refused: int = MOST_REFUSED
    ) -> None:
        self._most_waiting = most_waiting
        self._most_of_one = most_of_one
        self._most_refused = most_refused
        self.jobs: deque[Job[C]] = deque()
        self.refused: dict[str, SidepotError] = {}

    def refuse(self, job: Job[C], error: SidepotError) -> SidepotError:
        """Keep in mind that a command was refused."""
        if job.id:
            error.__traceback__ = error.__context__ = None  # they hold the table or the tournament
            self.refused[job.id] = error
            if len(self.refused) > self._most_refused:
                del self.refused[next(iter(self.refused))]
        return error

    def is_full(self, person: str) -> bool:
        """Whether no more can wait, or so much of one person waits that the others would not be heard."""
        jobs = self.jobs
        waiting = len(jobs)
        if waiting < self._most_of_one:
            return False
        of_one = sum((job.account or job.by) == person for job in jobs) if person else 0
        return waiting >= self._most_waiting or of_one >= self._most_of_one

    def put_first(self, command: C, done: Done = ignore) -> None:
        """Put a command of the room in front of all others."""
        self.jobs.appendleft(Job(command, "", "", False, done))

    def take_out(self, *, room_too: bool) -> list[Job[C]]:
        """Take all commands out; those of the room itself only if `room_too`."""
        out = [job for job in self.jobs if job.by or room_too]
        self.jobs = deque(() if room_too else [job for job in self.jobs if not job.by])
        return out
