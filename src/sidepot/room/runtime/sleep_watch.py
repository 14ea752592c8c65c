"""Whether the machine has slept: a clock that stands meanwhile is held against one that does not.

The clocks of Python's event loops stand while a laptop's lid is closed. So no alarm is missed, but the room would be
late by as much from then on: a tournament would begin late, and the levels of an evening with real chips would last too
long. Where the system has no two such clocks (Windows), nothing is found.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from sidepot.room.runtime.inbox import Done, ignore
from sidepot.room.table.commands import Restarted

if TYPE_CHECKING:
    from sidepot.room.runtime.services import Services
    from sidepot.room.runtime.table_actor import TableActor
    from sidepot.room.runtime.tournament_actor import TournamentActor

EVERY: Final = 1.0  # seconds between two looks
LEAST: Final = 500  # milliseconds: the two clocks are not read at the same moment

if sys.platform == "linux":

    def asleep() -> int:
        """Milliseconds for which this machine has slept since it was started."""
        return (time.clock_gettime_ns(time.CLOCK_BOOTTIME) - time.monotonic_ns()) // 1_000_000

elif sys.platform == "darwin":

    def asleep() -> int:
        """The same: Python's clock stands there, and the system's goes on."""
        return (time.clock_gettime_ns(time.CLOCK_MONOTONIC) - time.monotonic_ns()) // 1_000_000

else:

    def asleep() -> int:
        """Nobody knows."""
        return 0


class SleepWatch:
    """Looks again and again whether the machine has slept, and has the tables of a room go on; `woke` does the rest."""

    def __init__(self, services: Services, tables: Mapping[str, TableActor], woke: Callable[[], None]) -> None:
        self._services = services
        self._tables = tables
        self._woke = woke
        self._asleep = max(asleep() for _ in range(3))  # held up between the two clocks, it is told less

    def start(self) -> None:
        """Look from now on, until the room closes."""
        self._services.later(EVERY, self._look)

    def _look(self) -> None:
        self.start()
        slept = asleep() - self._asleep
        if slept >= LEAST:
            self._asleep += slept
            self._services.slept(slept)
            for actor in [*self._tables.values()]:
                say_first(actor, Restarted(), partial(_look_who_is_there, actor))
            self._woke()


def say_first(actor: TableActor | TournamentActor, said: Any, done: Done = ignore) -> None:
    """Say that time has passed before anything else is said: it would be taken off the clock of the one who speaks."""
    if not (actor.broken or actor.is_stopped):
        actor.inbox.put_first(said, done)
        actor.go_on()


def _look_who_is_there(actor: TableActor, _: int, __: object) -> None:
    """The table thinks that nobody is; but connections may have outlived a short sleep."""
    actor.publisher.look_for(["", *actor.room.people])
