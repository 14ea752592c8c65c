"""A running table: a command is decided, made durable, told to all viewers, and acknowledged, in that order.

It has no task of its own. A command is decided as it comes in, or as soon as those before it are durable; the writer
calls back; then everybody is told. Nothing is shown that a crash could take back; while the disk is busy others go on.

A write the store refuses has not happened: the table is folded again from its stream, and the sender may try again. Any
other mistake of the room freezes this table alone, its evidence is kept (`evidence`), and the host hears it.
"""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING

from sidepot.errors import SidepotError
from sidepot.room.running.audience import Audience
from sidepot.room.running.evidence import evidence
from sidepot.room.running.jobs import Done, Inbox, Job, ignore, settle
from sidepot.room.running.outlet import Viewer
from sidepot.room.running.stored_table import read_table, stream_of
from sidepot.room.running.table_clock import RETRY, TableClock
from sidepot.room.running.told_once import ToldOnce
from sidepot.room.running.unavailable import CLOSING, WENT_WRONG, Busy, Frozen, why_not_written
from sidepot.room.store.crash_points import here
from sidepot.room.store.troubles import StoreError, Trouble
from sidepot.room.tables.checkpoint import to_keep
from sidepot.room.tables.commands import Act, Freeze, Order, Saying, Tick
from sidepot.room.tables.events import Entry, encode_entry
from sidepot.room.tables.listing import listed

if TYPE_CHECKING:
    from sidepot.room.running.house import House
    from sidepot.room.tables.room_table import RoomTable

__all__ = ["Busy", "Done", "Frozen", "TableActor"]


class TableActor:
    """One table of the room while it runs. While it `is_busy` its `room` is ahead of the published state."""

    def __init__(self, room: RoomTable, house: House) -> None:
        self.id = room.id
        self.room = room
        self.broken = ""  # why it cannot even be read
        self.changed = False  # by more than acts in a hand
        self._house = house
        self._stream = stream_of(room.id)
        self.inbox = Inbox[Saying]()
        self._told = ToldOnce()
        self._turning = False
        self._writing: tuple[Job[Saying], Entry] | None = None
        self._mending: asyncio.Task[None] | None = None
        self._why_ill, self._ill_until = "", 0.0
        self._unread = False  # it is to be read again, and cannot be
        self._failures = 0  # of the store, running: each is waited out longer, as a table takes long to read
        self._clock = TableClock(
            house.loop, house.now, self._alarm, self._may_ring, lambda: self.submit(Tick(), self._ticked)
        )
        self._stopped: asyncio.Event | None = None
        self.audience = Audience(room, self._say, lambda error, player: self._report(error, None, player))

    def __repr__(self) -> str:
        return f"<TableActor {self.id!r} at entry {self.room.seq}>"

    @property
    def is_stopped(self) -> bool:
        """Whether nothing is decided here any more."""
        return self._stopped is not None

    @property
    def is_busy(self) -> bool:
        """Whether something is decided that is not durable yet, or the table is read again."""
        return self._writing is not None or self._mending is not None

    # ---- what is said

    async def say(self, said: Saying, *, by: str = "", id: str = "", staff: bool = False, account: str = "") -> int:
        """Say something to the table: the number of its entry, once that is durable and everybody was told.

        The same `id` gets the same answer and is not done again; ids are the table's, so put the account into them.
        `account` says it, `by` is the name to show. Raises what the table raises, Busy to say it again, Frozen.
        """
        future: asyncio.Future[int] = self._house.loop.create_future()
        self.submit(said, partial(settle, future), by=by, id=id, staff=staff, account=account)
        return await future

    def submit(
        self, said: Saying, done: Done, *, by: str = "", id: str = "", staff: bool = False, account: str = ""
    ) -> None:
        """Like `say`, without waiting; calls `done` with the number of the entry, or the error, perhaps at once."""
        if self._stopped is not None:
            done(0, Busy(CLOSING, code="closing"))
        elif self.broken:
            done(0, Frozen(self.broken))
        elif self._unread and by:
            done(0, Busy(self._why_ill, code="not_written"))
        elif self.inbox.is_full(account or by):
            done(0, Busy("too much is said at this table at once: try again", code="too_much"))
        else:
            self.inbox.jobs.append(Job(said, by, id, staff, done, account))
            if not self._turning:
                self._turn()

    def _say(self, said: Saying) -> None:
        """Say something in the name of the room."""
        self.submit(said, ignore)

    def _turn(self) -> None:
        """Do what waits, until something has to be written."""
        self._turning = True
        try:
            while self.inbox.jobs and self._writing is None and self._mending is None:
                if not self._house.may_speak(self):
                    return
                self._begin(self.inbox.jobs.popleft())
        finally:
            self._turning = False

    def _begin(self, job: Job[Saying]) -> None:
        here("said")
        room, house = self.room, self._house
        known = room.known(job.id) if job.id else None
        if known is not None or job.id in self.inbox.refused:
            self._answer(job, known or 0, self.inbox.refused.get(job.id))
            return
        if self._why_ill and house.loop.time() < self._ill_until:
            self._answer(job, 0, Busy(self._why_ill, code="not_written"))
            return
        try:
            entry = room.handle(job.said, now=house.now(), by=job.by, id=job.id, staff=job.staff, account=job.account)
        except SidepotError as error:
            self._answer(job, 0, self.inbox.refuse(job, error))
            return
        except Exception as error:
            self._fault(job, error)
            return
        here("decided")
        self._writing = job, entry
        try:
            data = self._told.encode(entry) if entry.table else encode_entry(entry)
            what = (data,), entry.at, room.to_seal(), to_keep(room, entry) if entry.link else None
            rows = listed(room, entry, self.audience.accounts, self._report)
            house.store.append_soon(self._stream, entry.seq - 1, *what, rows, room.booked, house.loop, self._written)
        except SidepotError as error:
            self._written(None, error)
        except Exception as error:
            self._writing = None
            self._fault(job, error)
        here("queued")

    def _written(self, _: object, error: SidepotError | None) -> None:
        """The writer has the entry on the disk, or has not."""
        if self._writing is None:
            return
        (job, entry), self._writing = self._writing, None
        if error is not None:
            self._refused(job, error)
            return
        here("durable")
        if self._failures:
            self._failures, self._why_ill = 0, ""
        try:
            self.audience.tell(entry)
            self.audience.look_for(entry.accounts if isinstance(entry.said, Order) else ())
        except Exception as failed:
            self._stand_still(failed, job.said, job.by)
        here("published")
        self._answer(job, entry.seq, None)
        here("acked")
        if isinstance(job.said, Act) and not entry.table and not entry.people:
            self._settle(due=entry.clock.until)  # nobody came or went, and it is set for them as it was
        else:
            self.changed = True
            self._settle()

    def _settle(self, wait: float = 0.0, due: int = -1) -> None:
        """Everything that was decided is durable: let in who waits to watch, wind the clock, go on."""
        if self.is_busy:
            return  # who was answered has said something else
        turning, self._turning = self._turning, True
        try:
            if self._house.may_speak(self):
                self.audience.let_in_all()
            self._clock.wind(wait, due)
            self._house.noticed(self)  # now that all is durable: waiting commands are decided next
        except Exception as error:
            self._stand_still(error)
        self._turning = turning
        if self._stopped is not None:
            self._stopped.set()
        elif self.inbox.jobs and not turning:
            self._turn()

    def _answer(self, job: Job[Saying], seq: int, error: SidepotError | None) -> None:
        try:
            job.done(seq, error)
        except Exception as failed:  # who spoke cannot hear: that is nobody else's trouble
            self._report(failed, job.said, job.by)

    # ---- when something goes wrong

    def _refused(self, job: Job[Saying], error: SidepotError) -> None:
        """The store did not take it: it has not happened."""
        if self._stopped is not None:
            self._answer(job, 0, Busy(CLOSING, code="closing"))
            self._end(self._stopped)
            return
        why = why_not_written(error)
        if not isinstance(error, StoreError) or error.trouble is not Trouble.STALE:
            self._why_ill = why
            self._ill_until = self._house.loop.time() + RETRY * 2 ** min(self._failures, 4)
            self._failures += 1
            self._house.store_trouble(self.id, error.message)
        self._mending = self._house.loop.create_task(self._mend(job, Busy(why, code="not_written"), ""))

    def _fault(self, job: Job[Saying], error: Exception) -> None:
        """A mistake of the room's own: the table is read again, and frozen."""
        self._report(error, job.said, job.by)
        self._mending = self._house.loop.create_task(self._mend(job, Frozen(WENT_WRONG), WENT_WRONG))

    async def _mend(self, job: Job[Saying], why: SidepotError, freeze: str) -> None:
        """Fold the table again from its stream, and tell the senders the outcome."""
        room = None
        while room is None and not self.broken and self._stopped is None:
            try:
                room = await read_table(self._house.store, self.id, self._house.chance)
            except StoreError as error:  # what has become of it shows as soon as it can be read
                self._house.store_trouble(self.id, error.message)
                if error.trouble is Trouble.DAMAGED:  # it never can
                    self.broken = self._house.broken[self.id] = WENT_WRONG
                else:
                    self._why_ill = why_not_written(error)
                    self._unread = True
                    self._send_back(Busy(self._why_ill, code="not_written"), room_too=False)
                    await asyncio.sleep(RETRY)
            except Exception as error:
                self._report(error, job.said, job.by)
                self.broken = self._house.broken[self.id] = WENT_WRONG
        self._mending, self._unread = None, False
        if room is None:
            self._answer(job, 0, Frozen(self.broken) if self.broken else why)
            self._send_back(Frozen(self.broken) if self.broken else why)
            if self._stopped is not None:
                self._end(self._stopped)
            else:
                self._send_all_away()
            return
        self.room, self.changed, self._told = room, True, ToldOnce()
        self.audience.start_over(room)
        done = room.known(job.id) if job.id else None  # where nobody could tell whether it was written, it shows now
        self._answer(job, done or 0, None if done else why)
        if freeze and not room.frozen:
            if isinstance(job.said, Freeze):
                self.broken = self._house.broken[self.id] = freeze
            else:
                self.inbox.say_first(Freeze(freeze))
        self._settle(RETRY)

    def _send_back(self, why: SidepotError, *, room_too: bool = True) -> None:
        """Refuse the waiting commands, and tell their senders. The room's own may stay."""
        for job in self.inbox.take_out(room_too=room_too):
            self._answer(job, 0, why)

    def went_wrong(self, error: Exception) -> None:
        """A mistake about this table was made beside what is said to it: it stands still, and its host is told."""
        self._stand_still(error)
        if not self.is_busy and not self._turning:
            self._turn()

    def _stand_still(self, error: Exception, said: Saying | None = None, by: str = "") -> None:
        """Report a mistake, and freeze the table before anything else is said to it."""
        self._report(error, said, by)
        jobs = self.inbox.jobs
        waits = jobs and isinstance(jobs[0].said, Freeze)
        if not (self.room.frozen or waits or self._stopped is not None or isinstance(said, Freeze)):
            self.inbox.say_first(Freeze(WENT_WRONG))

    def _end(self, stopped: asyncio.Event) -> None:
        """It stops ahead of the durable state: it tells nobody its state any more."""
        self.broken = self.broken or CLOSING
        self._send_all_away()
        stopped.set()

    def _report(self, error: Exception, said: Saying | None, by: str) -> None:
        """Keep what may be told of a mistake, and tell the host."""
        house = self._house
        found = evidence(error, self.id, self.room.seq, house.now(), said, by)
        house.keep(found)
        house.trouble(self.id, f"{found.what} while {found.said or 'it'} was {'said' if found.said else 'told'}")

    def go_on(self) -> None:
        """This process may speak again."""
        self._settle()

    # ---- who watches

    def watch(self, viewer: Viewer, since: int = 0) -> None:
        """Tell a viewer what was missed after entry `since` (0: how the table stands), and then whatever happens.

        Also for a viewer who was behind, and has room again.
        """
        self.audience.wait(viewer, since)
        if self.broken:
            self._send_all_away()
        else:
            self._settle()

    def unwatch(self, viewer: Viewer) -> None:
        """This viewer does not watch any more."""
        try:
            self.audience.leave(viewer)
        except Exception as error:
            self.went_wrong(error)

    def _send_all_away(self) -> None:
        self.audience.send_away(self.broken, "closing" if self._stopped is not None else "table_frozen")

    # ---- beginning and end

    def start(self) -> None:
        """Its time runs from now on."""
        self.audience.begin()
        self._settle()

    def _ticked(self, _: int, error: SidepotError | None) -> None:
        if error is not None:
            self._clock.wind(RETRY)

    def _alarm(self) -> int:
        """When a `Tick` is due; never at a table that cannot tell."""
        try:
            return self.room.alarm()
        except Exception as error:
            self.went_wrong(error)
            return 0

    def _may_ring(self) -> bool:
        return not (self.is_busy or self.broken)

    async def stop(self) -> None:
        """Nothing is decided any more, and no time runs out; writes under way are told and acknowledged."""
        if self._stopped is None:
            self._stopped = asyncio.Event()
            self._clock.stop()
            self.audience.stop()
            self._send_back(Busy(CLOSING, code="closing"))
            if not self.is_busy:
                self._stopped.set()
        await self._stopped.wait()
