"""Time in a running room: the alarms of machines, and how the room notices that the computer was asleep.

The clock of an event loop stops while a laptop's lid is closed. Afterwards all alarms would ring late: a tournament
would begin late, and a level of a live tournament would last too long. So the room compares a clock that stops with one
that does not. Windows lacks one of the two, so sleep is not noticed there.
"""

# compiled: docs/how-to/measure-speed.md

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import Callable
from typing import Final

RETRY: Final = 1.0  # seconds between a failure and the next try
EVERY: Final = 1.0  # seconds between two comparisons of the clocks
LEAST: Final = 500  # milliseconds of tolerance: the two clocks are not read at the same moment


class AlarmClock:
    """Calls `ring` when the machine's `alarm` is due, if `may_ring` returns true.

    `alarm` is a time in milliseconds since 1970 (0: never). Each action in a hand moves the alarm to a later time, but
    leaves the timer alone. The timer then fires too early, sees that the alarm is later, and is set again.
    """

    __slots__ = ("_alarm", "_loop", "_may_ring", "_now", "_rang_for", "_ring", "_rings_at", "_stopped", "_timer")

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        now: Callable[[], int],
        alarm: Callable[[], int],
        may_ring: Callable[[], bool],
        ring: Callable[[], None],
    ) -> None:
        self._loop = loop
        self._now = now
        self._alarm = alarm
        self._may_ring = may_ring
        self._ring = ring
        self._timer: asyncio.Handle | None = None
        self._rang_for = 0
        self._rings_at = 0  # when the timer fires
        self._stopped = False

    def wind(self, wait: float = 0.0, due: int = -1) -> None:
        """Set the timer for the next alarm, but not before `wait` seconds from now.

        Call this only when the alarm may ring. `due` is the time of the next alarm (-1: ask the machine). After an
        action in a hand, the end of the next player's time is enough, because the timer is already set for everything
        else.
        """
        if self._stopped:
            return
        if due < 0:
            due = self._alarm()
        if not due or self._timer is not None and due >= self._rings_at:
            return
        if due == self._rang_for:
            wait = max(wait, RETRY)  # it already rang for this alarm, without effect: do not ring again at once
        now = self._now()
        rings_at = max(due, now + int(wait * 1000))
        if self._timer is not None:
            if rings_at >= self._rings_at:
                return
            self._timer.cancel()
        # Keep the time here: some loops give a handle without it for timers that are due at once.
        self._timer = self._loop.call_later(max((rings_at - now) / 1000, 0.0), self._rings)
        self._rings_at = rings_at

    def stop(self) -> None:
        """Cancel the timer permanently."""
        self._stopped = True
        if self._timer is not None:
            self._timer.cancel()

    def _rings(self) -> None:
        self._timer = None
        if not self._may_ring():
            return  # `wind` is called when ringing is allowed again
        due = self._alarm()
        if due and self._now() >= due:
            self._rang_for = due
            self._ring()
        else:
            self.wind()


if sys.platform == "linux":

    def asleep() -> int:
        """The time that this computer has spent asleep since it was started, in milliseconds."""
        return (time.clock_gettime_ns(time.CLOCK_BOOTTIME) - time.monotonic_ns()) // 1_000_000

elif sys.platform == "darwin":

    def asleep() -> int:
        """The time that this computer has spent asleep, in milliseconds. On macOS, Python's clock stops meanwhile."""
        return (time.clock_gettime_ns(time.CLOCK_MONOTONIC) - time.monotonic_ns()) // 1_000_000

else:

    def asleep() -> int:
        """Always 0: this system does not say how long the computer was asleep."""
        return 0


class SleepWatch:
    """Checks every second whether the computer has been asleep, and calls `woke` with the duration in milliseconds.

    `later` calls a function after a number of seconds, unless the room has closed.
    """

    def __init__(self, later: Callable[[float, Callable[[], object]], None], woke: Callable[[int], None]) -> None:
        self._later = later
        self._woke = woke
        self._asleep = max(asleep() for _ in range(3))  # a delay between the two clocks makes it less

    def start(self) -> None:
        """Start checking."""
        self._later(EVERY, self._look)

    def _look(self) -> None:
        self.start()
        slept = asleep() - self._asleep
        if slept >= LEAST:
            self._asleep += slept
            self._woke(slept)
