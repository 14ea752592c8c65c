"""Time in a running room: the alarm that a machine asks for, and whether the computer was asleep.

The clocks of Python's event loops stop while a laptop's lid is closed. No alarm is missed, but from then on the room
would be late by as much: a tournament would begin late, and the levels of a live tournament would last too long. So a
clock that stops is compared with one that does not. If the system lacks one of them (Windows), nothing is found.
"""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import Callable
from typing import Final

RETRY: Final = 1.0  # seconds, after something failed, before it is tried again
EVERY: Final = 1.0  # seconds between two looks at the clocks
LEAST: Final = 500  # milliseconds: the two clocks are not read at the same moment


class AlarmClock:
    """Calls `ring` at the machine's `alarm` (milliseconds since 1970, 0: never), if `may_ring` allows it then.

    Each act moves the alarm to a later time. The timer is not touched then: it fires at the old time, finds that the
    alarm is later, and is set again.
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
        """Set the timer for the next alarm, or for `wait` seconds from now if that is later.

        Call it only when the machine may ring. `due` is the alarm if the caller knows it; -1: ask the machine. After an
        act it is the player's time alone: other alarms, which an act does not change, are set already.
        """
        if self._stopped:
            return
        if due < 0:
            due = self._alarm()
        if not due or self._timer is not None and due >= self._rings_at:
            return
        if due == self._rang_for:
            wait = max(wait, RETRY)  # it rang for this alarm already, without an effect: not again at once
        now = self._now()
        rings_at = max(due, now + int(wait * 1000))
        if self._timer is not None:
            if rings_at >= self._rings_at:
                return
            self._timer.cancel()
        # The time is kept here: for timers due at once, some loops give a handle without it.
        self._timer = self._loop.call_later(max((rings_at - now) / 1000, 0.0), self._rings)
        self._rings_at = rings_at

    def stop(self) -> None:
        """Cancel the timer for good."""
        self._stopped = True
        if self._timer is not None:
            self._timer.cancel()

    def _rings(self) -> None:
        self._timer = None
        if not self._may_ring():
            return  # `wind` is called when it may again
        due = self._alarm()
        if due and self._now() >= due:
            self._rang_for = due
            self._ring()
        else:
            self.wind()


if sys.platform == "linux":

    def asleep() -> int:
        """Milliseconds for which this computer has slept since it was started."""
        return (time.clock_gettime_ns(time.CLOCK_BOOTTIME) - time.monotonic_ns()) // 1_000_000

elif sys.platform == "darwin":

    def asleep() -> int:
        """The same: Python's clock stops there, and the system's does not."""
        return (time.clock_gettime_ns(time.CLOCK_MONOTONIC) - time.monotonic_ns()) // 1_000_000

else:

    def asleep() -> int:
        """Unknown on this system."""
        return 0


class SleepWatch:
    """Looks every second whether the computer has slept, and calls `woke` with the milliseconds.

    `later` calls a function after some seconds, until the room closes.
    """

    def __init__(self, later: Callable[[float, Callable[[], object]], None], woke: Callable[[int], None]) -> None:
        self._later = later
        self._woke = woke
        self._asleep = max(asleep() for _ in range(3))  # a delay between the two clocks makes it less

    def start(self) -> None:
        """Look from now on."""
        self._later(EVERY, self._look)

    def _look(self) -> None:
        self.start()
        slept = asleep() - self._asleep
        if slept >= LEAST:
            self._asleep += slept
            self._woke(slept)
