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
    """Milliseconds since 1970, by a clock that is not put back or forward while the room is open."""
    ahead = time_ns() - monotonic_ns()
    return lambda: (monotonic_ns() + ahead) // 1_000_000


class Listening(Protocol):
    """An actor that waits until this process may speak (see `Services.may_speak`)."""

    def go_on(self) -> None:
        """This process may speak again: continue."""


class Services:
    """The services of the room; `tell_host` is called with (table, text) of troubles."""

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
        self._ahead = 0  # milliseconds by which the clock of the room is ahead of that one
        self._tell_host = tell_host
        self._quiet_until: dict[str, float] = {}
        self._besides: set[asyncio.Task[None]] = set()
        self._member = store.member
        self._silent: set[Listening] = set()  # tables that wait until this process may speak again
        self._timers: dict[int, asyncio.TimerHandle] = {}
        self._timer = 0  # the number of the last one
        self._closing = False

    def may_speak(self, table: Listening) -> bool:
        """Whether this process still owns its tables; if not, `go_on` of the table is called when it does again.

        In a room of one process it always does. Among several, one whose lease has expired decides and shows nothing.
        """
        member = self._member
        if member is None or member.may_answer():
            return True
        self._silent.add(table)
        return False

    @property
    def may_answer(self) -> bool:
        """The same question, without a table to continue later."""
        return self._member is None or self._member.may_answer()

    def look(self) -> None:
        """Check the lease: if this process may speak again, its waiting tables continue."""
        member = self._member
        if member is None:
            return
        member.look()
        if self._silent and member.may_answer():
            silent, self._silent = self._silent, set()
            for table in silent:
                table.go_on()

    def now(self) -> int:
        """Milliseconds since 1970."""
        return self._system_clock() + self._ahead

    def not_before(self, at: int) -> None:
        """Go on from `at`, if the clock of the machine was put back while the room was closed."""
        behind = at - self.now()
        if behind > 0:
            _log.warning("the clock was put back by %d seconds: the room goes on by its own", behind // 1000)
            self._ahead += behind

    def slept(self, ms: int) -> None:
        """The computer slept for that long, and the clock stopped meanwhile."""
        _log.warning("this machine has slept for %d seconds: play goes on where it was", ms // 1000)
        self._ahead += ms

    def trouble(self, table: str, text: str) -> None:
        """Something is wrong at a table, or with the store: inform the host, and log it."""
        _log.warning("table %s: %s", table, text)
        if self._tell_host is not None:
            try:
                self._tell_host(table, text)
            except Exception as error:  # a failing callback does not affect the table
                _log.error("the host could not be informed: %s", type(error).__name__)

    def store_trouble(self, table: str, text: str) -> None:
        """The store has failed at a table. Every table will notice, so report only one of them, and not too often."""
        self.store.doubt()
        now = self.loop.time()
        if now >= self._quiet_until.get(text, 0.0):
            self._quiet_until = {text: now + QUIET}
            self.trouble(table, text)

    def keep(self, error: BaseException, label: str, seq: int = 0, command: object | None = None) -> Evidence:
        """Log the evidence of a bug, and try to store it."""
        found = evidence(error, label, seq, self.now(), command)
        _log.error(
            "table %s, after entry %d: %s at %s", found.table, found.seq, found.what, " | ".join(found.lines[-3:])
        )
        self.soon(self.store.put(evidence_key(found), encode_evidence(found)))
        return found

    def soon(self, work: Coroutine[object, object, object]) -> None:
        """Run a task in the background; its errors are logged."""
        task = self.loop.create_task(self._beside(work))
        self._besides.add(task)
        task.add_done_callback(self._besides.discard)
        task.add_done_callback(lambda _: work.close())  # the loop may end before the task has begun

    def later(self, seconds: float, what: Callable[[], object]) -> None:
        """Call `what` after some seconds, unless the room closes before. No handle is returned: it would hold it."""
        if not self._closing:
            self._timer += 1
            self._timers[self._timer] = self.loop.call_later(seconds, self._ring, self._timer, what)

    def _ring(self, number: int, what: Callable[[], object]) -> None:
        del self._timers[number]
        what()

    async def end(self, stream: str, at: int) -> None:
        """Mark a log as finished, retrying until it is stored. Raises StoreError if the room closes first."""
        while True:
            try:
                await self.store.end(stream, at)
                return
            except StoreError as error:
                if self._closing or error.trouble is Trouble.CLOSED:
                    raise
            await asyncio.sleep(RETRY)

    def close(self) -> None:
        """The room closes: what was to be done later is not."""
        self._closing = True
        for timer in self._timers.values():
            timer.cancel()
        self._timers.clear()

    async def settled(self) -> None:
        """Wait for all tasks in the background."""
        while self._besides:
            await asyncio.wait(self._besides)

    async def _beside(self, work: Coroutine[object, object, object]) -> None:
        try:
            await work
        except SidepotError as error:
            _log.error("not kept: %s", error.message)
        except Exception as error:
            _log.error("not done: %s", type(error).__name__)


# ---- evidence

DEEPEST: Final = 40  # lines of the program


class Evidence(msgspec.Struct, frozen=True):
    """A mistake at a table or tournament, after event `seq`, at `at`: the kinds of the errors, the `lines` of the
    program, and the kind of the `command` that was being decided ("": an event was being published)."""

    table: str
    seq: int
    at: int
    command: str
    what: str
    lines: tuple[str, ...]


def evidence(error: BaseException, table: str, seq: int, at: int, command: object | None) -> Evidence:
    """The public part of a mistake."""
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
    """Where it is kept among the settings of the room."""
    return f"evidence/{found.table.replace(' ', '-')}/{found.at}"


def encode_evidence(found: Evidence) -> str:
    """As it is kept."""
    return msgspec.json.encode(found).decode()
