"""The high-water marks: a file next to the database with the last acknowledged event of each table.

If the database was replaced by an older copy, the room notices at its next start that events are missing. The mark of a
table moves on when an event is durable and published. The file is written every few seconds and when the room closes.
If it cannot be written, the old file stays, and play goes on. Of the closed tables, the file keeps only the latest,
because it is always written as a whole.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Final

from sidepot.room.runtime.table_storage import PREFIX, stream_of
from sidepot.room.store.errors import StoreError, Trouble
from sidepot.room.store.high_water import HighWaterMark, behind, marks_file, read_marks, write_marks
from sidepot.room.store.store import Store

EVERY = 5.0  # seconds between two writes; tests use less
CLOSED = 1000  # how many closed tables stay in the file
_log: Final = logging.getLogger("sidepot.room")


class HighWaterMarks:
    """The number of the last acknowledged event of each table of a room, kept in a file.

    - `new`: the marks to write next, with the last event of each table and the chain's link after it
    - `file`: the path of the file (None if the database needs no such file)
    """

    def __init__(self, store: Store, now: Callable[[], int]) -> None:
        self._store = store
        self._now = now
        self.file = marks_file(store.place)
        self._kept: dict[str, HighWaterMark] = {}
        self.new: dict[str, tuple[int, bytes]] = {}
        self._closed: dict[str, None] = {}  # streams of closed tables in the file, in the order of closing
        self._task: asyncio.Task[None] | None = None
        self._ending = asyncio.Event()
        self._is_reported = False

    async def start(self, closed: Iterable[str] = ()) -> None:
        """Check that the database has everything that was acknowledged, and begin to write the marks.

        `closed` lists the streams that have ended. Raises StoreError (BEHIND) if events are missing, because nobody
        should play on without knowing that.
        """
        if self.file is None:
            return
        try:
            self._kept = read_marks(self._store.place)
        except StoreError as error:
            _log.warning("%s", error.message)
        lost = await self._store.ask(lambda connection: behind(connection, self._kept))
        if lost:
            raise StoreError(Trouble.BEHIND, f"{self._store.place.shown}: {words_of(lost, str(self.file))}")
        over = [name for name in closed if name in self._kept]
        self._closed = dict.fromkeys(sorted(over, key=lambda name: (len(name), name)))
        self._task = asyncio.create_task(self._keep_on())

    def close(self, table: str) -> None:
        """Record that a table is permanently closed."""
        if self.file is not None:
            self._closed[stream_of(table)] = None

    async def stop(self) -> None:
        """Wait for the current write, then write the marks that are still to be written."""
        self._ending.set()
        if self._task is not None:
            await asyncio.gather(self._task, return_exceptions=True)
            await self._keep()

    async def _keep_on(self) -> None:
        while not self._ending.is_set():
            await self._keep()
            with suppress(TimeoutError):
                await asyncio.wait_for(self._ending.wait(), EVERY)

    async def _keep(self) -> None:
        if self.file is None or not self.new or not self._store.is_in_place:
            return  # another database is in its place, so the marks do not apply to it
        new, self.new = self.new, {}
        kept = {
            **self._kept,
            **{stream_of(table): HighWaterMark(seq, link.hex()) for table, (seq, link) in new.items()},
        }
        long_ago = [*self._closed][:-CLOSED]
        for stream in long_ago:
            kept.pop(stream, None)
        try:
            await asyncio.to_thread(write_marks, self.file, self._now(), kept)
        except OSError as error:
            self.new = {**new, **self.new}
            if not self._is_reported:
                _log.warning("cannot write %s: %s", self.file, error.strerror or type(error).__name__)
            self._is_reported = True
        else:
            self._kept = kept
            self._is_reported = False
            for stream in long_ago:
                del self._closed[stream]


def words_of(lost: dict[str, tuple[int, int]], file: str) -> str:
    """Advice for the host if the database lacks acknowledged events.

    `lost` maps each stream to the number of the last acknowledged event and the number of the last event found. `file`
    is the file of the high-water marks, which the host must move away to accept the loss.
    """
    tables = [f"table {name.removeprefix(PREFIX)}: {there} events of {was}" for name, (was, there) in lost.items()]
    more = f"; and {len(tables) - 5} more tables" if len(tables) > 5 else ""
    return (
        f"acknowledged events are missing ({'; '.join(tables[:5])}{more}); put back the file and its write-ahead log, "
        f"or accept the loss by moving {file} away"
    )
