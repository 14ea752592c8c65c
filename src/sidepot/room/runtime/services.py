"""Services that all machines of a process share: the store, the time, timers, and reports of trouble to the host."""

from __future__ import annotations

import asyncio
import logging
import traceback
from collections.abc import Callable, Coroutine
from time import monotonic_ns, time_ns
from typing import Final, Protocol

import msgspec

from sidepot.errors import SidepotError
from sidepot.room.runtime.clock import RETRY
from sidepot.room.store.errors import StoreError, Trouble
from sidepot.room.store.store import Store

QUIET: Final = 10.0  # seconds before the same trouble of the store is reported again
_log: Final = logging.getLogger("sidepot.room")


def room_clock() -> Callable[[], int]:
    """A clock in milliseconds since 1970 that never jumps while the room is open."""
    ahead = time_ns() - monotonic_ns()
    return lambda: (monotonic_ns() + ahead) // 1_000_000


class Waiting(Protocol):
    """An actor that is waiting until this process has its lease again (see `Services.has_lease`)."""

    def go_on(self) -> None:
        """Continue, because this process has its lease again."""


class Services:
    """The shared services of a room. `tell_host` is called with the table and the text of each problem."""

    def __init__(
        self,
        store: Store,
        *,
        now: Callable[[], int] | None = None,
        tell_host: Callable[[str, str], None] | None = None,
    ) -> None:
        self.loop = asyncio.get_running_loop()
        self.store = store
        self._system_clock = now or room_clock()
        self._ahead = 0  # milliseconds by which the room's clock is ahead of the machine's
        self._tell_host = tell_host
        self._quiet_until: dict[str, float] = {}
        self._besides: set[asyncio.Task[None]] = set()
        self._member = store.member
        self._waiting: set[Waiting] = set()  # actors that wait until this process has its lease again
        self._timers: dict[int, asyncio.TimerHandle] = {}
        self._timer = 0  # the last number given
        self._closing = False

    def has_lease(self, waiting: Waiting | None = None) -> bool:
        """Whether this process still owns its tables. A single process always owns them.

        In a cluster, a process whose lease has expired decides nothing and publishes nothing. `waiting.go_on` is called
        as soon as the process has its lease again.
        """
        member = self._member
        if member is None or member.has_lease():
            return True
        if waiting is not None:
            self._waiting.add(waiting)
        return False

    def look(self) -> None:
        """Check the lease. If this process has it again, let the waiting actors continue."""
        member = self._member
        if member is None:
            return
        member.look()
        if self._waiting and member.has_lease():
            waiting, self._waiting = self._waiting, set()
            for actor in waiting:
                actor.go_on()

    def now(self) -> int:
        """The current time in milliseconds since 1970."""
        return self._system_clock() + self._ahead

    def not_before(self, at: int) -> None:
        """Keep the clock from showing a time before `at`.

        The computer's clock may have been set back while the room was closed.
        """
        behind = at - self.now()
        if behind > 0:
            _log.warning("the clock was set back by %d seconds; the room keeps its own time", behind // 1000)
            self._ahead += behind

    def slept(self, ms: int) -> None:
        """Advance the clock by the time during which the computer was asleep."""
        _log.warning("this machine slept for %d seconds; play resumes where it stopped", ms // 1000)
        self._ahead += ms

    def trouble(self, table: str, text: str) -> None:
        """Report a problem at a table, or with the store, to the host and in the log."""
        _log.warning("table %s: %s", table, text)
        if self._tell_host is not None:
            try:
                self._tell_host(table, text)
            except Exception as error:  # a failing callback must not affect the table
                _log.error("could not notify the host: %s", type(error).__name__)

    def store_trouble(self, table: str, text: str) -> None:
        """Report a problem with the store.

        Every table notices such a problem at the same moment, so that most of these reports are dropped.
        """
        self.store.doubt()
        now = self.loop.time()
        if now >= self._quiet_until.get(text, 0.0):
            self._quiet_until = {text: now + QUIET}
            self.trouble(table, text)

    def keep(self, error: BaseException, label: str, seq: int = 0, command: object | None = None) -> Evidence:
        """Log the evidence of a bug, and try to store it. Returns the evidence."""
        found = evidence(error, label, seq, self.now(), command)
        _log.error(
            "table %s, after event %d: %s at %s", found.table, found.seq, found.what, " | ".join(found.lines[-3:])
        )
        self.soon(self.store.put(evidence_key(found), encode_evidence(found)))
        return found

    def soon(self, work: Coroutine[object, object, object]) -> None:
        """Run a coroutine in the background. Errors that it raises are logged."""
        task = self.loop.create_task(self._beside(work))
        self._besides.add(task)
        task.add_done_callback(self._besides.discard)
        task.add_done_callback(lambda _: work.close())  # the loop may end before the task has begun

    def later(self, seconds: float, what: Callable[[], object]) -> None:
        """Call `what` after a number of seconds, unless the room closes first. The call cannot be cancelled."""
        if not self._closing:
            self._timer += 1
            self._timers[self._timer] = self.loop.call_later(seconds, self._ring, self._timer, what)

    def _ring(self, number: int, what: Callable[[], object]) -> None:
        del self._timers[number]
        what()

    async def end(self, stream: str, at: int) -> None:
        """Mark a stream as ended at the time `at`, trying again until this is stored.

        Raises StoreError if the room closes first.
        """
        while True:
            try:
                await self.store.end(stream, at)
                return
            except StoreError as error:
                if self._closing or error.trouble is Trouble.CLOSED:
                    raise
            await asyncio.sleep(RETRY)

    def close(self) -> None:
        """Close the services, and cancel everything planned for later."""
        self._closing = True
        for timer in self._timers.values():
            timer.cancel()
        self._timers.clear()

    async def wait_idle(self) -> None:
        """Wait for all background tasks."""
        while self._besides:
            await asyncio.wait(self._besides)

    async def _beside(self, work: Coroutine[object, object, object]) -> None:
        try:
            await work
        except SidepotError as error:
            _log.error("a background task failed: %s", error.message)
        except Exception as error:
            _log.error("a background task failed: %s", type(error).__name__)


# ---- evidence

DEEPEST: Final = 40  # how many lines of the program are kept


class Evidence(msgspec.Struct, frozen=True):
    """The evidence of a bug at a table or tournament. It contains no secrets.

    - `seq`: the number of the last event before the bug
    - `command`: the kind of the command that was being decided ("" if an event was being published)
    - `what`: the kinds of the errors
    - `lines`: where in the program the errors were raised
    """

    table: str
    seq: int
    at: int
    command: str
    what: str
    lines: tuple[str, ...]


def evidence(error: BaseException, table: str, seq: int, at: int, command: object | None) -> Evidence:
    """Make the evidence of a bug, without secrets."""
    kinds: list[str] = []
    frames: list[traceback.FrameSummary] = []
    cause: BaseException | None = error
    while cause is not None and len(kinds) < 5:
        kinds.append(type(cause).__name__)
        frames += traceback.extract_tb(cause.__traceback__)
        cause = cause.__cause__ or (None if cause.__suppress_context__ else cause.__context__)
    lines = tuple([f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames[-DEEPEST:]])
    kind = type(command).__name__ if command is not None else ""
    return Evidence(table, seq, at, kind, " < ".join(kinds), lines)


def evidence_key(found: Evidence) -> str:
    """The key under which evidence is stored among the settings of the room."""
    return f"evidence/{found.table.replace(' ', '-')}/{found.at}"


def encode_evidence(found: Evidence) -> str:
    """Encode evidence for the settings of the room."""
    return msgspec.json.encode(found).decode()
