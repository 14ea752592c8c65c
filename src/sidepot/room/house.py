"""What all tables of the room share: the store, the time, chance, and whom they turn to."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from time import monotonic_ns, time_ns
from typing import TYPE_CHECKING, Any, Final

from sidepot.errors import SidepotError
from sidepot.room.evidence import Evidence, encode_evidence, evidence_key
from sidepot.room.store import Store
from sidepot.room.tables.room_table import Chance

if TYPE_CHECKING:
    from sidepot.room.actor import TableActor

_log: Final = logging.getLogger("sidepot.room")


def room_clock() -> Callable[[], int]:
    """Milliseconds since 1970, by a clock that is not put back or forward while the room is open."""
    ahead = time_ns() - monotonic_ns()
    return lambda: (monotonic_ns() + ahead) // 1_000_000


class House:
    """The services of the room. `noticed` is called for a table whenever all that was decided at it is durable."""

    def __init__(
        self,
        store: Store,
        *,
        now: Callable[[], int] | None = None,
        chance: Chance | None = None,
        tell_host: Callable[[str, str], None] | None = None,
        noticed: Callable[[TableActor], None] | None = None,
    ) -> None:
        self.loop = asyncio.get_running_loop()
        self.store = store
        self.now = now or room_clock()
        self.chance = chance or Chance()
        self.noticed = noticed or _nothing
        self._tell_host = tell_host
        self._besides: set[asyncio.Task[None]] = set()

    def trouble(self, table: str, text: str) -> None:
        """Something is wrong at a table, or with the store: the log and the host hear it."""
        _log.warning("table %s: %s", table, text)
        if self._tell_host is not None:
            self._tell_host(table, text)

    def keep(self, found: Evidence) -> None:
        """Keep the evidence of a mistake, as well as it goes."""
        _log.error(
            "table %s, after entry %d: %s at %s", found.table, found.seq, found.what, " | ".join(found.lines[-3:])
        )
        self.soon(self.store.put(evidence_key(found), encode_evidence(found)))

    def soon(self, work: Coroutine[Any, Any, object]) -> None:
        """Do something beside; what goes wrong there is logged."""
        task = self.loop.create_task(self._beside(work))
        self._besides.add(task)
        task.add_done_callback(self._besides.discard)

    async def settled(self) -> None:
        """Wait until all that is done beside is done."""
        while self._besides:
            await asyncio.wait(self._besides)

    async def _beside(self, work: Coroutine[Any, Any, object]) -> None:
        try:
            await work
        except SidepotError as error:
            _log.error("not kept: %s", error.message)


def _nothing(_: TableActor) -> None:
    """Nobody looks."""
