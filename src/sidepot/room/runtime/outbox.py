"""The traffic between an online tournament and its tables: orders go out, reports come in, tables are opened.

Each table gets one order at a time, and the next one when it has taken the last. An order that a busy table did not
take is sent again later, and so is a report that was not stored. Nothing here is stored: after a restart, the
tournament's list of orders and the state of the tables show what is missing.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from msgspec.structs import replace

from sidepot.errors import NotDue, SidepotError
from sidepot.room.runtime.clock import RETRY
from sidepot.room.store.crash_points import here
from sidepot.room.table.play.tournament import Report, report_of
from sidepot.room.tournament.commands import TableIs, TakeReport
from sidepot.room.tournament.terms import table_terms

if TYPE_CHECKING:
    from sidepot.room.runtime.actor import Actor
    from sidepot.room.runtime.services import Services
    from sidepot.room.table.state import RoomState
    from sidepot.room.table.terms import RoomTerms
    from sidepot.room.tournament.commands import TournamentCommand
    from sidepot.room.tournament.events import TournamentEvent
    from sidepot.room.tournament.machine import RoomTournament


_TAKEN: Final = ("done_already", "table_over", "no_table")  # the answer of a table that is over
AT_A_TIME: Final = 8  # orders before other work gets its turn: a table needs a millisecond to begin a hand
ALL: Final = 2**62  # more orders than any tournament has


class TournamentTables:
    """The tables of the room, as a tournament uses them: open one, or find one by its id (None: it is over)."""

    def __init__(self, open_table: Callable[[RoomTerms], Any], find: Callable[[str], Any]) -> None:
        self.open = open_table
        self.find = find

    def last_order(self, table: str) -> int | None:
        """The last order that a table has taken; `ALL` if the table is over, None if this process does not know."""
        actor = self.find(table)
        if actor is None:
            return ALL
        return actor.room.at_tournament.step if actor.room.at_tournament is not None else None


class Outbox:
    """The outbox of one tournament: it sends orders to the tables, and takes their reports."""

    def __init__(
        self,
        actor: Actor[RoomTournament, TournamentCommand, TournamentEvent],
        services: Services,
        tables: TournamentTables,
    ) -> None:
        self._actor = actor
        self._services = services
        self._tables = tables
        self._opening: asyncio.Task[None] | None = None
        self._made: dict[int, str] = {}  # open tables that the tournament may not know yet
        self._sent: dict[int, int] = {}  # by table: the order in transit
        self._last_taken: dict[int, Report] = {}  # by table: the last report taken
        self._timers: set[asyncio.TimerHandle] = set()
        self._pushing: asyncio.Handle | None = None

    def push(self) -> None:
        """Open the missing tables, and send each table its next order."""
        event = self._actor.machine
        if not self._is_on:
            return
        if self._opening is None and any(number not in event.tables for number in event.opened):
            self._opening = self._services.loop.create_task(self._open_tables())
        ready = [number for number in event.outbox if self._waits(number)]
        for number in ready[:AT_A_TIME]:
            if self._waits(number):  # a table may answer at once, which may start other orders
                self._send(number)
        if len(ready) > AT_A_TIME and self._pushing is None:
            self._pushing = self._services.loop.call_soon(self._push_on)

    def _waits(self, number: int) -> bool:
        """Whether an order for this table can be sent now."""
        event = self._actor.machine
        return bool(event.outbox.get(number)) and number in event.tables and number not in self._sent

    def _push_on(self) -> None:
        """Send the next orders. Other work had its turn in between."""
        self._pushing = None
        if self._is_on and not self._actor.is_busy:
            self.push()

    def _send(self, number: int) -> None:
        tables = self._actor.machine.tables
        order = self._actor.machine.outbox[number][0]
        if order.sent:
            order = replace(order, sent=tuple([replace(one, table=tables.get(one.number, "")) for one in order.sent]))
        actor = self._tables.find(tables[number])
        if actor is None:  # the table is over, and has taken all orders
            self._actor.machine.taken(number, self._actor.machine.last_order.get(number, 0))
            return
        here("tournament ordering")
        self._sent[number] = order.step
        actor.submit(order, partial(self._taken, number, order.step))

    def _taken(self, number: int, step: int, _: int, error: SidepotError | None) -> None:
        self._sent.pop(number, None)
        if error is None or error.code in _TAKEN:
            here("tournament ordered")
            self._actor.machine.taken(number, step)
            if self._is_on and not self._actor.is_busy:
                if self._waits(number):
                    self._send(number)
                self._actor.notice()
            return
        self._later(self.push)

    async def _open_tables(self) -> None:
        """Open the missing tables of the room one by one, and keep their ids."""
        try:
            while self._is_on:
                event = self._actor.machine
                number = next((one for one in event.opened if one not in event.tables), 0)
                if not number:
                    break
                here("tournament opening")
                if number not in self._made:  # without them it could not be stored
                    terms = table_terms(self._actor.id, event.played, event.opened[number])
                    self._made[number] = await self._tables.open(terms)
                here("tournament opened")
                await self._actor.say(TableIs(number, self._made[number]))
                del self._made[number]
        except SidepotError:
            self._later(self.push)
        except Exception as error:
            self._actor.report(error)
            self._later(self.push)
        finally:
            self._opening = None
        if self._is_on and not self._actor.is_busy:
            self.push()

    def hear(self, room: RoomState) -> None:
        """A table has published an event: take its report if that is new."""
        report = report_of(room)
        if report is not None:
            self.take(report)

    def take(self, report: Report) -> None:
        """Take a table's report, unless it is known."""
        last = self._last_taken.get(report.number)
        if report == last or not self._is_on:
            return
        is_news = (
            report.done is not None or report.wishes or report.stands != (report.number in self._actor.machine.stands)
        )
        self._last_taken[report.number] = report
        if is_news:
            self._actor.submit(TakeReport(report), partial(self._heard, report))

    def _heard(self, report: Report, _: int, error: SidepotError | None) -> None:
        here("tournament reported")
        if error is not None and not (isinstance(error, NotDue) and error.code in ("done_already", "event_over")):
            if self._last_taken.get(report.number, report) == report:  # or it was loaded again meanwhile
                self._last_taken.pop(report.number, None)
                self._later(partial(self._ask_again, report))

    def _ask_again(self, report: Report) -> None:
        if report.number not in self._last_taken:
            self.take(report)

    def _later(self, what: Callable[[], None]) -> None:
        timer: asyncio.TimerHandle

        def ring() -> None:
            self._timers.discard(timer)
            if self._is_on:
                what()

        timer = self._services.loop.call_later(RETRY, ring)
        self._timers.add(timer)

    @property
    def _is_on(self) -> bool:
        return not (self._actor.is_stopped or self._actor.broken)

    def start_over(self) -> None:
        """The tournament was loaded again: check which orders its tables have, and read their reports again."""
        event = self._actor.machine
        self._last_taken.clear()
        for number, table in event.tables.items():
            step = self._tables.last_order(table)
            if step is not None:
                event.taken(number, step)

    async def stop(self) -> None:
        """Stop sending."""
        for timer in self._timers:
            timer.cancel()
        if self._pushing is not None:
            self._pushing.cancel()
        if self._opening is not None:
            self._opening.cancel()
            await asyncio.gather(self._opening, return_exceptions=True)
