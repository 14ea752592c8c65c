"""The writer thread: writes all waiting jobs in one transaction, and reports after the commit.

A commit takes some milliseconds. Meanwhile play goes on at the tables, and their records are collected for the next
commit. If a transaction with several jobs fails, each job is tried again by itself, so that no table suffers from
another.

`submit` runs in the event loop and wakes the thread. The thread writes, and then lets the loop call each job's `done`.
"""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from bisect import bisect_left
from collections.abc import Callable, Sequence
from functools import partial
from itertools import accumulate
from queue import SimpleQueue
from typing import Any, Final

import msgspec
from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError

from sidepot.errors import SidepotError
from sidepot.room.store.backup import save_open
from sidepot.room.store.crash_points import here, is_armed
from sidepot.room.store.database import sqlite_of
from sidepot.room.store.errors import TEXTS, StoreError, Trouble, explain
from sidepot.room.store.file_watch import Checkpoints, Watch
from sidepot.room.store.pipeline import Refused, RoundTrip, Statement
from sidepot.room.store.transaction import Append, Batch, Outcome, Write

# ---- how long commits take

BOUNDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.02, 0.04, 0.06, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)  # seconds


class Durations:
    """A histogram of durations: their number, their sum, and the number of durations within each bound.

    Only one thread adds durations. Other threads may read at the same time, and can miss the latest durations.
    """

    __slots__ = ("_within", "count", "seconds")

    def __init__(self) -> None:
        self.count = 0
        self.seconds = 0.0
        self._within = [0] * (len(BOUNDS) + 1)

    def took(self, seconds: float) -> None:
        """Add one duration."""
        self.count += 1
        self.seconds += seconds
        self._within[bisect_left(BOUNDS, seconds)] += 1

    def within(self) -> list[tuple[float, int]]:
        """The number of durations within each bound. The last bound is infinity, so that its number includes all
        durations.
        """
        return list(zip((*BOUNDS, float("inf")), accumulate(self._within), strict=True))


MOST: Final = 1000  # most jobs per commit
PACE: Final = 0.01  # least seconds between two commits, while jobs keep coming
_HEADS: Final = 100_000  # most streams whose heads are cached

_log: Final = logging.getLogger("sidepot.room")

# Called with the number of the last record, with the result of the `Write`, or with the error. For an actor it is
# `Actor._written`.
WriteDone = Callable[[object, SidepotError | None], object]


def resolve(future: asyncio.Future[Any], value: object, error: SidepotError | None) -> None:
    """Pass the outcome of a write, its value or its error, to the caller who awaits `future`."""
    if future.done():
        return  # the caller was cancelled; what it asked for is done anyway
    if error is not None:
        future.set_exception(error)
    else:
        future.set_result(value)


class WriteJob(msgspec.Struct, frozen=True, gc=False):
    """A write that waits for its turn.

    - `what`: what to write
    - `done`: the function to call afterwards
    - `loop`: the event loop in which to call `done`
    """

    what: Append | Write
    loop: asyncio.AbstractEventLoop
    done: WriteDone

    def __repr__(self) -> str:
        """The representation without `done`, whose command may name cards."""
        return f"<WriteJob {self.what!r}>"


class _AtCommit(Exception):
    """Raised if the commit itself failed. The reason is its cause."""


class Writer:
    """Writes jobs in a thread of its own, in the order in which they were submitted."""

    def __init__(
        self,
        connect: Callable[[], Connection],
        connection: Connection,
        where: str,
        watch: Watch,
        fence: Callable[[Connection], None] | None = None,
        guard: Callable[[], list[Statement]] = list,
    ) -> None:
        """Start the thread. `fence` runs first in each transaction, and raises an error if this process may no longer
        write.

        `guard` returns statements that fail in the same case, for a pipeline.
        """
        self._connect = connect
        self._fence = fence
        self._guard = guard
        self._connection: Connection | None = connection
        self._batch: Batch | None = Batch(connection)
        self._trip = _trip_on(connection)
        self._where = where
        self._watch = watch
        self._checkpoints = Checkpoints(watch) if connection.dialect.name == "sqlite" else None
        self._jobs: list[WriteJob] = []
        self._wakeups: SimpleQueue[None] = SimpleQueue()  # empty while the thread sleeps
        self._woken_at = -PACE
        self._waker: asyncio.AbstractEventLoop | None = None  # the loop that has woken the thread, or will soon
        self._lock = threading.Lock()  # numbers the jobs
        self._closed = False
        self.commits = Durations()
        self._thread = threading.Thread(target=self._work, name="sidepot-writer", daemon=True)
        self._thread.start()

    async def do(self, what: Append | Write) -> object:
        """Write something durably. Returns the number of the last record, or the result of the `Write`.

        If the caller is cancelled, the write may or may not happen.
        """
        loop = asyncio.get_running_loop()
        future: asyncio.Future[object] = loop.create_future()
        self.submit(what, loop, partial(resolve, future))
        return await future

    def submit(self, what: Append | Write, loop: asyncio.AbstractEventLoop, done: WriteDone) -> None:
        """Submit a write without waiting. `done` is called in `loop` afterwards.

        The writer's thread is woken in the loop's next turn, at most every `PACE` seconds. Waking the thread and
        committing cost more than one job, and one commit takes all waiting jobs. Raises StoreError if the store is
        closed.
        """
        job = WriteJob(what, loop, done)
        with self._lock:
            if self._closed:
                raise StoreError(Trouble.CLOSED, f"{self._where}: {TEXTS[Trouble.CLOSED]}")
            self._jobs.append(job)
            if self._waker is loop:
                return
            self._waker = loop
        now = loop.time()
        self._woken_at = max(now, self._woken_at + PACE)
        if self._woken_at > now:
            loop.call_at(self._woken_at, self._wakeups.put, None)
        else:
            loop.call_soon(self._wakeups.put, None)

    def forget_heads(self, streams: Sequence[str]) -> None:
        """Forget the heads of streams that other processes have written to. No job for these streams may be waiting."""
        batch = self._batch
        if batch is not None:
            for stream in streams:
                batch.heads.pop(stream, None)

    def close(self) -> None:
        """Write everything that is waiting, and end the thread. Closing twice does no harm."""
        with self._lock:
            if not self._closed:
                self._closed = True
                self._wakeups.put(None)
        self._thread.join()

    # ---- the thread

    def _work(self) -> None:
        """Sleep until jobs come, and write up to `MOST` of them, until the store is closed."""
        last = False
        while not last:
            self._wakeups.get()
            with self._lock:
                while not self._wakeups.empty():
                    self._wakeups.get_nowait()  # for the jobs just taken
                jobs = self._jobs[:MOST]
                del self._jobs[:MOST]
                if self._jobs:
                    self._wakeups.put(None)  # the next commit takes the rest
                else:
                    self._waker = None
                last = self._closed and not self._jobs
            if jobs:
                _call_back(jobs, self._write(jobs))
                if self._checkpoints is not None and self._connection is not None:
                    self._checkpoints.after_commits(self._connection, self.commits.count)
        self._save()
        self._drop()

    def _save(self) -> None:
        """If the file was deleted, save its content under another name through the open connection."""
        lost, connection = self._watch.lost, self._connection
        if lost is None or connection is None:
            return
        try:
            _log.error("%s is gone; its records are saved in %s", lost, save_open(sqlite_of(connection), lost))
        except Exception as error:
            _log.error("%s is gone, and its records could not be saved: %s", lost, explain(error, str(lost)).message)

    def _write(self, jobs: list[WriteJob]) -> list[Outcome]:
        """Write jobs together, or one by one if that fails. Returns the result of each."""
        try:
            return self._together(jobs)
        except _Unsure as error:
            return [(None, StoreError(error.trouble, error.message)) for _ in jobs]
        except Exception:
            return [self._alone(job) for job in jobs]

    def _alone(self, job: WriteJob) -> Outcome:
        try:
            return self._together([job])[0]
        except Exception as error:
            return None, explain(error, self._where)

    def _together(self, jobs: Sequence[WriteJob]) -> list[Outcome]:
        """Write jobs in one transaction. After an error, nothing was written (after `_Unsure`, either nothing or
        everything).
        """
        try:
            if self._watch.was_gone or self._connection is None:  # a new connection might open another file
                self._watch.look()
            if self._trip is not None and self._trip.is_hung_up:
                self._drop()
            if self._connection is None or self._batch is None:
                self._connection = self._connect()
                self._batch = Batch(self._connection)
                self._trip = _trip_on(self._connection)
            if len(self._batch.heads) > _HEADS:
                self._batch.clear()
            found = self._at_once(self._trip, self._batch, jobs) if self._trip is not None else None
            return found or self._transact(self._connection, self._batch, jobs)
        except _AtCommit as failed:
            # The driver may still be in a transaction, so open a new connection.
            self._drop()
            cause = failed.__cause__ or failed
            if isinstance(cause, DBAPIError) and cause.connection_invalidated:
                raise _Unsure(Trouble.UNSURE, f"{self._where}: {TEXTS[Trouble.UNSURE]}") from None
            raise cause from None
        except Exception as error:
            if isinstance(error, DBAPIError) and error.connection_invalidated:
                self._drop()
            raise

    def _at_once(self, trip: RoundTrip, batch: Batch, jobs: Sequence[WriteJob]) -> list[Outcome] | None:
        """Write jobs in one round trip to PostgreSQL. Returns None, with nothing written, if that is impossible or
        refused.
        """
        if not trip.is_free or not batch.asks_nothing([job.what for job in jobs]):
            return None
        here("writing")
        outcomes = [batch.do(job.what) for job in jobs]
        try:
            statements = batch.statements()
        except Exception:  # a value does not fit: `_transact` reports which
            batch.clear()
            return None
        begun = time.perf_counter()
        try:
            if statements:
                trip.carry([*self._guard(), *statements])
        except Refused:  # `_transact` reports why
            batch.clear()
            return None
        except Exception:
            self._drop()
            raise _Unsure(Trouble.UNSURE, f"{self._where}: {TEXTS[Trouble.UNSURE]}") from None
        self.commits.took(time.perf_counter() - begun)
        here("committed")
        return outcomes

    def _transact(self, connection: Connection, batch: Batch, jobs: Sequence[WriteJob]) -> list[Outcome]:
        """Write jobs in an ordinary transaction, statement by statement."""
        transaction = batch.begin([job.what for job in jobs]) if self._fence is None else connection.begin()
        try:
            if is_armed:
                here("writing")
            if self._fence is not None:
                self._fence(connection)
            outcomes = [batch.do(job.what) for job in jobs]
            batch.flush()
            if is_armed:
                here("written")
        except BaseException:
            batch.clear()  # its rows may be written in part, and its heads may be wrong
            try:
                transaction.rollback()
            except Exception:
                self._drop()
            raise
        begun = time.perf_counter()
        try:
            transaction.commit()
        except Exception as error:
            batch.clear()
            raise _AtCommit from error
        self.commits.took(time.perf_counter() - begun)
        if is_armed:
            here("committed")
        try:
            self._watch.look(written=True)
        except StoreError as error:  # the commit may have gone into a deleted file
            raise _Unsure(error.trouble, error.message) from None
        return outcomes

    def _drop(self) -> None:
        connection, self._connection = self._connection, None
        self._trip = self._batch = None
        if connection is not None:
            self._watch.let_go()
            try:
                connection.invalidate()
                connection.close()
            except Exception:  # it was already broken
                return


class _Unsure(StoreError):
    """Raised if the commit may or may not have succeeded."""


def _trip_on(connection: Connection) -> RoundTrip | None:
    return RoundTrip(connection) if connection.dialect.name == "postgresql" else None


def _call_back(jobs: Sequence[WriteJob], outcomes: Sequence[Outcome]) -> None:
    """Call each job's `done` in its event loop. Each loop is woken only once."""
    loops: dict[asyncio.AbstractEventLoop, list[tuple[WriteDone, Outcome]]] = {}
    for job, outcome in zip(jobs, outcomes, strict=True):
        loops.setdefault(job.loop, []).append((job.done, outcome))
    for loop, results in loops.items():
        try:
            loop.call_soon_threadsafe(_call_all, loop, results)
        except RuntimeError:  # the loop has ended
            continue


def _call_all(loop: asyncio.AbstractEventLoop, results: list[tuple[WriteDone, Outcome]]) -> None:
    for done, (value, error) in results:
        try:
            done(value, error)
        except Exception as failed:  # go on with the others
            loop.call_exception_handler({"message": "a callback failed after a write", "exception": failed})
