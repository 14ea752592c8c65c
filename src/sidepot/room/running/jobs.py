"""Commands to a running table, on their way: each with its sender, and the callback for its outcome."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Final

from sidepot.errors import SidepotError
from sidepot.room.tables.commands import Saying

MOST_WAITING: Final = 256  # commands that wait at one table
MOST_OF_ONE: Final = 32  # of them by one player
MOST_REFUSED: Final = 100  # commands of one table whose refusal is kept in mind

Done = Callable[[int, SidepotError | None], object]  # the number of its entry, or the error


class Job:
    """The command `said`, `by` a name ("": the room) and its `account` ("": by the name alone), with its `id`."""

    __slots__ = ("account", "by", "done", "id", "said", "staff")

    def __init__(self, said: Saying, by: str, id: str, staff: bool, done: Done, account: str = "") -> None:
        self.said = said
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


class Inbox:
    """The commands that wait at a table, in order: so many at most, and so many of one player.

    `refused`: by their ids, what the last ones were refused for. One that is said again is refused again, though it
    could be done by now: who was told that it was refused would not know of it.
    """

    __slots__ = ("jobs", "refused")

    def __init__(self) -> None:
        self.jobs: deque[Job] = deque()
        self.refused: dict[str, SidepotError] = {}

    def refuse(self, job: Job, error: SidepotError) -> SidepotError:
        """Keep in mind that a command was refused."""
        if job.id:
            error.__traceback__ = error.__context__ = None  # they hold the table
            self.refused[job.id] = error
            if len(self.refused) > MOST_REFUSED:
                del self.refused[next(iter(self.refused))]
        return error

    def is_full(self, person: str) -> bool:
        """Whether no more can wait, or so much of one player waits that the others would not be heard."""
        jobs = self.jobs
        waiting = len(jobs)
        if waiting < MOST_OF_ONE:
            return False
        of_one = sum((job.account or job.by) == person for job in jobs) if person else 0
        return waiting >= MOST_WAITING or of_one >= MOST_OF_ONE

    def say_first(self, said: Saying) -> None:
        """Put a command of the room in front of all others."""
        self.jobs.appendleft(Job(said, "", "", False, ignore))

    def take_out(self, *, room_too: bool) -> list[Job]:
        """Take all commands out; those of the room itself only if `room_too`."""
        out = [job for job in self.jobs if job.by or room_too]
        self.jobs = deque(() if room_too else [job for job in self.jobs if not job.by])
        return out
