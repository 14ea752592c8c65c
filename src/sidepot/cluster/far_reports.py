"""The reports of tables here to tournaments that other processes have.

Of each table one report is on the way, and the next is sent when it was taken: what a table reports stays until the
tournament has answered it with an order. One that was not taken is sent again after a while; one that comes twice is
known there.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial

from sidepot.errors import SidepotError
from sidepot.room.runtime.alarm_clock import RETRY
from sidepot.room.runtime.inbox import Done
from sidepot.room.store.crash_points import here
from sidepot.room.table.machine import RoomTable
from sidepot.room.table.play.tournament import Report, report_of
from sidepot.room.tournament.commands import Told

_SETTLED = ("done_already", "event_over", "no_tournament")  # it is known, or nobody needs it any more


class FarReports:
    """`send` says something to a tournament elsewhere; `hear` looks at a table that is here once more."""

    def __init__(
        self, loop: asyncio.AbstractEventLoop, send: Callable[[str, Told, Done], None], hear: Callable[[str], None]
    ) -> None:
        self._loop = loop
        self._send = send
        self._hear = hear
        self._taken: dict[str, Report] = {}  # the last one of each table
        self._on_way: dict[str, Report] = {}
        self._timers: set[asyncio.TimerHandle] = set()

    def hear(self, room: RoomTable, event: str) -> None:
        """A table has told everybody of something: send its report, if it is news."""
        table, report = room.id, report_of(room)
        last = self._taken.get(table)
        if report is None or report == last or table in self._on_way:
            return
        if report.done is None and not report.wishes and last is not None and report.stands == last.stands:
            return
        self._on_way[table] = report
        self._send(event, Told(report), partial(self._answered, table))

    def forget(self, table: str) -> None:
        """A table is not here any more, or its tournament is elsewhere from now on."""
        self._taken.pop(table, None)
        self._on_way.pop(table, None)

    def stop(self) -> None:
        """Nothing is sent any more."""
        for timer in self._timers:
            timer.cancel()

    def _answered(self, table: str, _: int, error: SidepotError | None) -> None:
        here("event heard")
        report = self._on_way.pop(table, None)
        if report is None:
            return
        if error is None or error.code in _SETTLED:
            self._taken[table] = report
            self._hear(table)  # it may have gone on meanwhile
            return
        timer: asyncio.TimerHandle

        def again() -> None:
            self._timers.discard(timer)
            self._hear(table)

        timer = self._loop.call_later(RETRY, again)
        self._timers.add(timer)
