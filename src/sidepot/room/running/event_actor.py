"""A running tournament: a command is decided, made durable, told to its tables and to all who follow it.

It works as a table does (`actor`): one command after the other, nothing is shown or ordered before it is durable, and
what the store refuses has not happened. What crosses between its stream and those of its tables is sent again until it
is known to be there, and known when it comes twice: an order by the number of its record, a report by that of its hand.
"""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING, Final

from sidepot.errors import SidepotError
from sidepot.room.running.event_crossing import Crossing, EventTables
from sidepot.room.running.event_followers import Followers
from sidepot.room.running.evidence import evidence
from sidepot.room.running.jobs import Done, Inbox, Job, settle
from sidepot.room.running.stored_event import event_stream, read_event
from sidepot.room.running.table_clock import RETRY, TableClock
from sidepot.room.running.unavailable import CLOSING, WENT_WRONG, Busy, Frozen, why_not_written
from sidepot.room.store.crash_points import here
from sidepot.room.store.troubles import StoreError, Trouble
from sidepot.room.tournaments.commands import EventSaying, Freeze, Tick
from sidepot.room.tournaments.event_checkpoint import to_keep
from sidepot.room.tournaments.events import EventEntry, encode_event

if TYPE_CHECKING:
    from collections.abc import Callable

    from sidepot.room.running.house import House
    from sidepot.room.running.outlet import Viewer
    from sidepot.room.running.persons import Persons
    from sidepot.room.tournaments.live_tournament import LiveTournament

MOST_WAITING: Final = 4096  # commands that wait at one tournament
MOST_OF_ONE: Final = 16
MOST_REFUSED: Final = 1000


class EventActor:
    """One tournament of the room while it runs. While it `is_busy` its `event` is ahead of what is durable."""

    def __init__(self, event: LiveTournament, house: House, tables: EventTables) -> None:
        self.id = event.id
        self.event = event
        self.broken = ""
        self.persons: Persons | None = None  # of one with real chips and cards: who is who
        self._house = house
        self._stream = event_stream(event.id)
        self.inbox = Inbox[EventSaying](MOST_WAITING, MOST_OF_ONE, MOST_REFUSED)
        self._turning = False
        self._writing: tuple[Job[EventSaying], EventEntry] | None = None
        self._mending: asyncio.Task[None] | None = None
        self._stopped: asyncio.Event | None = None
        self._clock = TableClock(
            house.loop, house.now, lambda: self.event.alarm(), lambda: not (self.is_busy or self.broken), self._ring
        )
        self.followers = Followers(self, house)
        self.hearers: list[Callable[[EventActor, EventEntry | None], None]] = []  # they are told of each durable record
        self.crossing = Crossing(self, house, tables)

    def now(self) -> int:
        """The time here."""
        return self._house.now()

    @property
    def is_busy(self) -> bool:
        """Whether something is decided that is not durable yet, or the tournament is read again."""
        return self._writing is not None or self._mending is not None

    @property
    def is_stopped(self) -> bool:
        """Whether nothing is decided here any more."""
        return self._stopped is not None

    @property
    def is_done(self) -> bool:
        """Whether it is over, and all its tables know."""
        return self.event.over and not any(self.event.outbox.values())

    # ---- what is said

    async def say(
        self, said: EventSaying, *, by: str = "", id: str = "", staff: bool = False, account: str = ""
    ) -> int:
        """Say something: the number of its record, once it is durable. Raises as `TableActor.say` does."""
        future: asyncio.Future[int] = self._house.loop.create_future()
        self.submit(said, partial(settle, future), by=by, id=id, staff=staff, account=account)
        return await future

    def submit(
        self, said: EventSaying, done: Done, *, by: str = "", id: str = "", staff: bool = False, account: str = ""
    ) -> None:
        """Like `say`, without waiting; calls `done` with the number of the record, or the error, perhaps at once."""
        if self._stopped is not None:
            done(0, Busy(CLOSING, code="closing"))
        elif self.broken:
            done(0, Frozen(self.broken))
        elif by and self.inbox.is_full(account or by):
            done(0, Busy("too much is said to this tournament at once: try again", code="too_much"))
        else:
            self.inbox.jobs.append(Job(said, by, id, staff, done, account))
            if not self._turning:
                self._turn()

    def _turn(self) -> None:
        self._turning = True
        try:
            while self.inbox.jobs and not self.is_busy:
                if not self._house.may_speak(self):
                    return
                self._begin(self.inbox.jobs.popleft())
        finally:
            self._turning = False

    def _begin(self, job: Job[EventSaying]) -> None:
        here("event said")
        event, house = self.event, self._house
        known = event.known(job.id) if job.id else None
        if known is not None or job.id in self.inbox.refused:
            self._answer(job, known or 0, self.inbox.refused.get(job.id))
            return
        try:
            entry = event.handle(job.said, now=house.now(), by=job.by, id=job.id, staff=job.staff, account=job.account)
        except SidepotError as error:
            self._answer(job, 0, self.inbox.refuse(job, error))
            return
        except Exception as error:
            self._fault(job, error)
            return
        here("event decided")
        self._writing = job, entry
        try:
            data = encode_event(entry)
            what = (data,), entry.at, (), to_keep(event, entry), None, event.booked
            house.store.append_soon(self._stream, entry.seq - 1, *what, house.loop, self._written)
        except SidepotError as error:
            self._written(None, error)
        except Exception as error:
            self._writing = None
            self._fault(job, error)
        here("event queued")

    def _written(self, _: object, error: SidepotError | None) -> None:
        if self._writing is None:
            return
        (job, entry), self._writing = self._writing, None
        if error is not None:
            self._not_written(job, error)
            return
        here("event durable")
        self._tell(job, entry)
        self._answer(job, entry.seq, None)
        here("event acked")
        self._settle()

    def _settle(self, wait: float = 0.0) -> None:
        """Everything that was decided is durable: order the tables, wind the clock, go on."""
        if self.is_busy:
            return
        if self._stopped is not None:
            self._stopped.set()
            return
        turning, self._turning = self._turning, True
        try:
            self.crossing.push()
            self._clock.wind(wait)
            self._house.noticed_event(self)
        except Exception as error:
            self._stand_still(error)
        finally:
            self._turning = turning
        if self.inbox.jobs and not turning:
            self._turn()

    def _answer(self, job: Job[EventSaying], seq: int, error: SidepotError | None) -> None:
        try:
            job.done(seq, error)
        except Exception as failed:  # who spoke cannot hear
            self.report(failed, job)

    def go_on(self) -> None:
        """This process may speak again."""
        self._settle()

    # ---- who follows

    def watch(self, viewer: Viewer, since: int = 0) -> None:
        """Tell a viewer how it stands, and again when it has changed."""
        self.followers.add(viewer)

    def unwatch(self, viewer: Viewer) -> None:
        """This viewer does not follow any more."""
        self.followers.drop(viewer)

    # ---- when something goes wrong

    def _not_written(self, job: Job[EventSaying], error: SidepotError) -> None:
        if self._stopped is not None:
            self._answer(job, 0, Busy(CLOSING, code="closing"))
            self._stopped.set()
            return
        if not isinstance(error, StoreError) or error.trouble is not Trouble.STALE:
            self._house.store_trouble(self.id, error.message)
        why = Busy(why_not_written(error), code="not_written")
        self._mending = self._house.loop.create_task(self._mend(job, why, ""))

    def _stand_still(self, error: Exception) -> None:
        """Report a mistake, and freeze the tournament before anything else is said to it."""
        self.report(error)
        jobs = self.inbox.jobs
        waits = jobs and isinstance(jobs[0].said, Freeze)
        if not (self.event.frozen or waits or self._stopped is not None):
            self.inbox.say_first(Freeze(WENT_WRONG))

    def _fault(self, job: Job[EventSaying], error: Exception) -> None:
        self.report(error, job)
        self._mending = self._house.loop.create_task(self._mend(job, Frozen(WENT_WRONG), WENT_WRONG))

    def _tell(self, job: Job[EventSaying], entry: EventEntry | None) -> None:
        """Tell that a record is durable, or (None) that the tournament was read again.

        One that cannot hear is no trouble for those after it: the others are told, and the sender is answered.
        """
        self.followers.changed()
        for hear in [*self.hearers]:
            try:
                hear(self, entry)
            except Exception as error:
                self.report(error, job)

    async def _mend(self, job: Job[EventSaying], why: SidepotError, freeze: str) -> None:
        """Fold it again from its stream, and tell the sender the outcome."""
        found = None
        while found is None and not self.broken and self._stopped is None:
            try:
                found = await read_event(self._house.store, self.id)
            except StoreError as error:
                self._house.store_trouble(self.id, error.message)
                if error.trouble is Trouble.DAMAGED:
                    self.broken = WENT_WRONG
                else:
                    await asyncio.sleep(RETRY)
            except Exception as error:
                self.report(error, job)
                self.broken = WENT_WRONG
        self._mending = None
        if found is None:
            self._answer(job, 0, Frozen(self.broken) if self.broken else Busy(CLOSING, code="closing"))
            if self._stopped is not None:
                self._stopped.set()
            return
        self.take_up(found)
        done = found.known(job.id) if job.id else None
        self._answer(job, done or 0, None if done else why)
        if freeze and not found.frozen:
            if isinstance(job.said, Freeze):
                self.broken = freeze
            else:
                self.inbox.say_first(Freeze(freeze))
        self._tell(job, None)
        self._settle(RETRY)

    def take_up(self, event: LiveTournament) -> None:
        """Go on with the tournament as its stream tells of it."""
        self.event = event
        event.wake()
        self.crossing.start_over()

    def report(self, error: Exception, job: Job[EventSaying] | None = None) -> None:
        """Keep what may be told of a mistake, and tell the host."""
        found = evidence(error, f"tournament {self.id}", self.event.seq, self._house.now(), None, "")
        self._house.keep(found)
        what = type(job.said).__name__ if job is not None else "a table"
        self._house.trouble(f"tournament {self.id}", f"{found.what} while {what} was carried out")

    # ---- beginning and end

    def start(self) -> None:
        """Its time runs from now on."""
        self._settle()

    def _ring(self) -> None:
        self.submit(Tick(), self._ticked)

    def _ticked(self, _: int, error: SidepotError | None) -> None:
        if error is not None:
            self._clock.wind(RETRY)

    async def stop(self) -> None:
        """Nothing is decided any more; what is being written is told."""
        if self._stopped is None:
            self._stopped = asyncio.Event()
            self._clock.stop()
            self.followers.stop()
            for job in self.inbox.take_out(room_too=True):
                self._answer(job, 0, Busy(CLOSING, code="closing"))
            if not self.is_busy:
                self._stopped.set()
        await self._stopped.wait()
        await self.crossing.stop()
