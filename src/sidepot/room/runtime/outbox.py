"""The traffic between online tournaments and their tables: orders go out, reports come in, and tables are opened.

Each table gets one order at a time, and the next one after taking it; and it sends one report at a time. An order or
report that was not taken is sent again later, and recognized if it arrives twice. Nothing here is stored: after a
restart, the tournament's list of orders and the state of the tables show what is missing.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from msgspec.structs import replace

from sidepot.errors import SidepotError
from sidepot.room.runtime.clock import RETRY
from sidepot.room.store.crash_points import here
from sidepot.room.table.play.tournament import Report, report_of
from sidepot.room.tournament.commands import TableIs, TakeReport
from sidepot.room.tournament.terms import table_terms

if TYPE_CHECKING:
    from sidepot.room.runtime.actor import Actor
    from sidepot.room.runtime.registry import Handle
    from sidepot.room.runtime.services import Services
    from sidepot.room.runtime.table_actor import TableActor
    from sidepot.room.table.state import RoomState
    from sidepot.room.table.terms import RoomTerms
    from sidepot.room.tournament.commands import TournamentCommand
    from sidepot.room.tournament.events import TournamentEvent
    from sidepot.room.tournament.machine import RoomTournament


_TAKEN: Final = ("done_already", "table_over", "no_table")  # the answer of a table that is over
_SETTLED: Final = ("done_already", "tournament_over", "no_tournament")  # a report is known, or no longer needed
AT_A_TIME: Final = 8  # orders before other work gets its turn: a table needs a millisecond to begin a hand
ALL: Final = 2**62  # more orders than any tournament has


class TournamentTables:
    """The tables of the room, as a tournament uses them.

    - `open`: opens a table
    - `find`: finds a table by its id (None if the table is over)
    - `here`: like `find`, but only among the tables of this process
    """

    def __init__(self, open_table: Callable[[RoomTerms], Any], find: Callable[[str], Any]) -> None:
        self.open = open_table
        self.find = find
        self.here: Callable[[str], TableActor | None] = find

    def last_order(self, table: str) -> int | None:
        """The number of the last order that a table has carried out.

        Returns `ALL` if the table is over, and None if the number is unknown.
        """
        actor = self.find(table)
        if actor is None:
            return ALL
        return actor.machine.at_tournament.step if actor.machine.at_tournament is not None else None


class Outbox:
    """The orders of one tournament to its tables. `taken` is called when a table has carried out an order."""

    def __init__(
        self,
        actor: Actor[RoomTournament, TournamentCommand, TournamentEvent],
        services: Services,
        tables: TournamentTables,
        taken: Callable[[], None],
    ) -> None:
        self._actor = actor
        self._notice = taken
        self._services = services
        self._tables = tables
        self._opening: asyncio.Task[None] | None = None
        self._made: dict[int, str] = {}  # open tables that the tournament may not know yet
        self._sent: dict[int, int] = {}  # by table: the order in transit
        self._pushing: asyncio.Handle | None = None

    def push(self) -> None:
        """Open the tables that are missing, and send each table its next order."""
        tournament = self._actor.machine
        if not self._is_on:
            return
        if self._opening is None and any(number not in tournament.tables for number in tournament.opened):
            self._opening = self._services.loop.create_task(self._open_tables())
        ready = [number for number in tournament.outbox if self._waits(number)]
        for number in ready[:AT_A_TIME]:
            if self._waits(number):  # a table may answer at once, which may start other orders
                self._send(number)
        if len(ready) > AT_A_TIME and self._pushing is None:
            self._pushing = self._services.loop.call_soon(self._push_on)

    def _waits(self, number: int) -> bool:
        """Whether an order for this table can be sent now."""
        tournament = self._actor.machine
        return bool(tournament.outbox.get(number)) and number in tournament.tables and number not in self._sent

    def _push_on(self) -> None:
        """Send the next orders, after other work has had its turn."""
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
                self._notice()
            return
        self._services.later(RETRY, self.push)

    async def _open_tables(self) -> None:
        """Open the missing tables of the room one by one, and keep their ids."""
        try:
            while self._is_on:
                tournament = self._actor.machine
                number = next((one for one in tournament.opened if one not in tournament.tables), 0)
                if not number:
                    break
                here("tournament opening")
                if number not in self._made:  # without them it could not be stored
                    terms = table_terms(self._actor.id, tournament.played, tournament.opened[number])
                    self._made[number] = await self._tables.open(terms)
                here("tournament opened")
                await self._actor.say(TableIs(number, self._made[number]))
                del self._made[number]
        except SidepotError:
            self._services.later(RETRY, self.push)
        except Exception as error:
            self._actor.report_bug(error)
            self._services.later(RETRY, self.push)
        finally:
            self._opening = None
        if self._is_on and not self._actor.is_busy:
            self.push()

    @property
    def _is_on(self) -> bool:
        return not (self._actor.is_stopped or self._actor.broken)

    def start_over(self) -> None:
        """Ask the tables again which orders they have carried out, because the tournament was reloaded."""
        tournament = self._actor.machine
        for number, table in tournament.tables.items():
            step = self._tables.last_order(table)
            if step is not None:
                tournament.taken(number, step)

    async def stop(self) -> None:
        """Stop sending."""
        if self._pushing is not None:
            self._pushing.cancel()
        if self._opening is not None:
            self._opening.cancel()
            await asyncio.gather(self._opening, return_exceptions=True)


class Reports:
    """Sends the reports of local tables to their tournaments, which may run on another node.

    A table has at most one report in transit, and sends the next one after the tournament has accepted it. A report
    stays valid until the tournament answers with an order. When the tournament has answered, `hear` is called with the
    id of the table, which may have a new report by then.
    """

    def __init__(self, services: Services, hear: Callable[[str], None]) -> None:
        self._services = services
        self._hear = hear
        self._taken: dict[str, Report] = {}  # the last report of each table
        self._on_way: dict[str, Report] = {}

    def hear(self, room: RoomState, tournament: Handle) -> None:
        """Send the report of a table that has published an event, unless this report has already been sent."""
        table, report = room.id, report_of(room)
        last = self._taken.get(table)
        if report is None or report == last or table in self._on_way:
            return
        if report.done is None and not report.requests and last is not None and report.stands == last.stands:
            return
        self._on_way[table] = report
        tournament.submit(TakeReport(report), partial(self._answered, table))

    def forget(self, table: str) -> None:
        """Forget a table that is over or has left this node, or whose tournament has moved."""
        self._taken.pop(table, None)
        self._on_way.pop(table, None)

    def _answered(self, table: str, _: int, error: SidepotError | None) -> None:
        here("tournament reported")
        report = self._on_way.pop(table, None)
        if report is None:
            return
        if error is None or error.code in _SETTLED:
            self._taken[table] = report
            self._hear(table)  # it may have continued in the meantime
        else:
            self._services.later(RETRY, partial(self._hear, table))
