"""An actor owns one machine: each command is decided, made durable, published, and acknowledged, in that order.

It has no task of its own. A command is decided as it comes in, or as soon as those before it are durable; the writer
calls back; then every subscriber gets the event. Nothing is shown that a crash could take back; while the disk is busy,
other machines go on.

A write that the store refuses has not happened: the machine is loaded again from its log, and the sender may try again.
While the store is sick commands are refused at once, for longer each time. Any other mistake of the room freezes this
machine alone; its evidence is kept, and the host is informed.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, Generic

from sidepot.errors import SidepotError
from sidepot.room.runtime.clock import RETRY, AlarmClock
from sidepot.room.runtime.machine import C, E, EventLog, Kind, M
from sidepot.room.runtime.publisher import Publisher
from sidepot.room.runtime.unavailable import CLOSING, TOO_MUCH, WENT_WRONG, Busy, Frozen, why_not_written
from sidepot.room.store.crash_points import here
from sidepot.room.store.errors import StoreError, Trouble

if TYPE_CHECKING:
    from sidepot.room.runtime.services import Services
    from sidepot.room.runtime.subscribers import Subscriber


Done = Callable[[int, SidepotError | None], object]  # the number of its event, or the error


class Job(Generic[C]):
    """A `command`, `by` a name ("": the room) and its `account` ("": by the name alone), with its `id`."""

    __slots__ = ("account", "by", "command", "done", "id", "staff")

    def __init__(self, command: C, by: str, id: str, staff: bool, done: Done, account: str = "") -> None:
        self.command = command
        self.by = by
        self.account = account
        self.id = id
        self.staff = staff
        self.done = done


def ignore(_: int, __: SidepotError | None) -> None:
    """The room needs no acknowledgement of its own commands."""


def settle(future: asyncio.Future[int], seq: int, error: SidepotError | None) -> None:
    """Give a sender that waits the outcome of its command."""
    if future.done():
        return  # the sender no longer waits; the command is carried out all the same
    if error is not None:
        future.set_exception(error)
    else:
        future.set_result(seq)


class Inbox(Generic[C]):
    """The commands that wait for a machine, in order; both the total and the number of one person are limited.

    `refused` has the errors of the last refused commands, by id. A command that is sent again is refused again, even if
    it could be done by now: its sender has already seen the refusal.
    """

    __slots__ = ("_most_of_one", "_most_refused", "_most_waiting", "jobs", "refused")

    def __init__(self, most_waiting: int, most_of_one: int, most_refused: int) -> None:
        self._most_waiting = most_waiting
        self._most_of_one = most_of_one
        self._most_refused = most_refused
        self.jobs: deque[Job[C]] = deque()
        self.refused: dict[str, SidepotError] = {}

    def refuse(self, job: Job[C], error: SidepotError) -> SidepotError:
        """Remember that a command was refused."""
        if job.id:
            error.__traceback__ = error.__context__ = None  # they hold the table or the tournament
            self.refused[job.id] = error
            if len(self.refused) > self._most_refused:
                del self.refused[next(iter(self.refused))]
        return error

    def is_full(self, person: str) -> bool:
        """Whether no more commands can wait, or no more of this person."""
        jobs = self.jobs
        waiting = len(jobs)
        if waiting < self._most_of_one:
            return False
        of_one = sum((job.account or job.by) == person for job in jobs) if person else 0
        return waiting >= self._most_waiting or of_one >= self._most_of_one

    def put_first(self, command: C, done: Done = ignore) -> None:
        """Put a command of the room before all others."""
        self.jobs.appendleft(Job(command, "", "", False, done))

    def take_out(self, *, room_too: bool) -> list[Job[C]]:
        """Take all commands out; those of the room itself only if `room_too`."""
        out = [job for job in self.jobs if job.by or room_too]
        self.jobs = deque(() if room_too else [job for job in self.jobs if not job.by])
        return out


class Actor(Generic[M, C, E]):
    """One machine while it runs. While it `is_busy` its `machine` is ahead of what is durable and published.

    `noticed` is called with the actor whenever all that was decided is durable, published and acknowledged.
    """

    def __init__(
        self,
        machine: M,
        log: EventLog[M, E],
        publisher: Publisher[M, E],
        kind: Kind[C],
        services: Services,
        noticed: Callable[[Any], None],
    ) -> None:
        self.id: str = machine.id
        self.machine = machine
        self.broken = ""  # why it cannot even be loaded
        self.inbox = Inbox[C](kind.most_waiting, kind.most_of_one, kind.most_refused)
        self._log = log
        self._publisher = publisher
        self._kind = kind
        self.label = f"{kind.label} {machine.id}".lstrip()
        self._services = services
        self._noticed = noticed
        self._turning = False
        self._writing: tuple[Job[C], E] | None = None
        self._loading: asyncio.Task[None] | None = None
        self._why_sick, self._sick_until = "", 0.0  # of the store
        self._unread = False  # it is to be loaded again, and cannot be
        self._failures = 0  # of the store, running: each is waited out longer, as a machine takes long to load
        self._clock = AlarmClock(services.loop, services.now, self._alarm, self._may_ring, self._ring)
        self._stopped: asyncio.Event | None = None

    def __repr__(self) -> str:
        return f"<Actor of {self.label} at event {self.machine.seq}>"

    @property
    def is_stopped(self) -> bool:
        """Whether this actor has stopped deciding."""
        return self._stopped is not None

    @property
    def is_busy(self) -> bool:
        """Whether something is decided that is not durable yet, or the machine is loaded again."""
        return self._writing is not None or self._loading is not None

    # ---- commands

    async def say(self, command: C, *, by: str = "", id: str = "", staff: bool = False, account: str = "") -> int:
        """Give a command: the number of its event, once that is durable and published.

        The same `id` gets the same answer and is not done again; ids are the machine's, so put the account into them.
        `account` gives it, `by` is the name to show. Raises what the machine raises, Busy to try again, Frozen.
        """
        future: asyncio.Future[int] = self._services.loop.create_future()
        self.submit(command, partial(settle, future), by=by, id=id, staff=staff, account=account)
        return await future

    def submit(
        self, command: C, done: Done = ignore, *, by: str = "", id: str = "", staff: bool = False, account: str = ""
    ) -> None:
        """Like `say`, without waiting; calls `done` with the number of the event, or the error, perhaps at once.

        Commands of the room itself (`by` "") are never too many: without them a table would stop for good.
        """
        if self._stopped is not None:
            done(0, Busy(CLOSING, code="closing"))
        elif self.broken:
            done(0, Frozen(self.broken))
        elif self._unread and by:
            done(0, Busy(self._why_sick, code="not_written"))
        elif by and self.inbox.is_full(account or by):
            done(0, Busy(TOO_MUCH, code="too_much"))
        else:
            self.inbox.jobs.append(Job(command, by, id, staff, done, account))
            if not self._turning:
                self._turn()

    def say_first(self, command: C, done: Done = ignore) -> None:
        """Decide a command of the room before those that wait."""
        if not (self.broken or self.is_stopped):
            self.inbox.put_first(command, done)
            self.go_on()

    def _turn(self) -> None:
        """Do what waits, until something has to be written."""
        self._turning = True
        try:
            while self.inbox.jobs and self._writing is None and self._loading is None:
                if not self._services.may_speak(self):
                    return
                self._decide(self.inbox.jobs.popleft())
        finally:
            self._turning = False

    def _decide(self, job: Job[C]) -> None:
        points = self._kind.points
        here(points + "received")
        machine, services = self.machine, self._services
        known = machine.known(job.id) if job.id else None
        if known is not None or job.id in self.inbox.refused:
            self._answer(job, known or 0, self.inbox.refused.get(job.id))
            return
        if self._why_sick and services.loop.time() < self._sick_until:
            self._answer(job, 0, Busy(self._why_sick, code="not_written"))
            return
        try:
            event: E = machine.decide(
                job.command, now=services.now(), by=job.by, id=job.id, staff=job.staff, account=job.account
            )
        except SidepotError as error:
            self._answer(job, 0, self.inbox.refuse(job, error))
            return
        except Exception as error:
            self._fault(job, error)
            return
        here(points + "decided")
        self._writing = job, event
        try:
            self._log.append(machine, event, self._written)
        except SidepotError as error:
            self._written(None, error)
        except Exception as error:
            self._writing = None
            self._fault(job, error)
        here(points + "queued")

    def _written(self, _: object, error: SidepotError | None) -> None:
        """The writer has the event on the disk, or has not."""
        if self._writing is None:
            return
        (job, event), self._writing = self._writing, None
        if error is not None:
            self._refused(job, error)
            return
        points = self._kind.points
        here(points + "durable")
        if self._failures:
            self._failures, self._why_sick = 0, ""
        due = -1
        try:
            due = self._publisher.publish(event)
        except Exception as failed:
            self._stand_still(failed, job)
        here(points + "published")
        self._answer(job, event.seq, None)
        here(points + "acked")
        self._settle(due=due)

    def _settle(self, wait: float = 0.0, due: int = -1) -> None:
        """Everything that was decided is durable: let in new subscribers, wind the clock, go on."""
        if self.is_busy:
            return  # whoever was answered has given another command
        turning, self._turning = self._turning, True
        try:
            if self._services.may_speak(self):
                self._publisher.settled()
            if not self.broken:
                self._clock.wind(wait, due)
            self._noticed(self)  # now that all is durable: waiting commands are decided next
        except Exception as error:
            self._stand_still(error)
        self._turning = turning
        if self._stopped is not None:
            self._stopped.set()
        elif self.inbox.jobs and not turning:
            self._turn()

    def _answer(self, job: Job[C], seq: int, error: SidepotError | None) -> None:
        try:
            job.done(seq, error)
        except Exception as failed:  # a failing sender does not affect others
            self.report(failed, job)

    def notice(self) -> None:
        """Something outside has changed: call `noticed` again."""
        self._noticed(self)

    def go_on(self) -> None:
        """This process may speak again."""
        self._settle()

    def watch(self, viewer: Subscriber, since: int = 0) -> None:
        """Send a subscriber what it missed after event `since` (0: the state), and then whatever happens.

        Also one that was behind, and has room again. It is let in when everything is durable.
        """
        self._publisher.add(viewer, since)
        if self.broken:
            self._send_away()
        else:
            self._settle()

    def unwatch(self, viewer: Subscriber) -> None:
        """Stop sending to this subscriber."""
        try:
            self._publisher.drop(viewer)
        except Exception as error:
            self.went_wrong(error)

    # ---- when something goes wrong

    def _refused(self, job: Job[C], error: SidepotError) -> None:
        """The store did not take it: it has not happened."""
        if self._stopped is not None:
            self._answer(job, 0, Busy(CLOSING, code="closing"))
            self._end(self._stopped)
            return
        why = why_not_written(error)
        if not isinstance(error, StoreError) or error.trouble is not Trouble.STALE:
            self._why_sick = why
            self._sick_until = self._services.loop.time() + RETRY * 2 ** min(self._failures, 4)
            self._failures += 1
            self._services.store_trouble(self.label, error.message)
        self._load_again(job, Busy(why, code="not_written"), "")

    def _fault(self, job: Job[C], error: Exception) -> None:
        """A mistake of the room's own: the machine is loaded again, and frozen."""
        self.report(error, job)
        self._load_again(job, Frozen(WENT_WRONG), WENT_WRONG)

    def _load_again(self, job: Job[C], why: SidepotError, freeze: str) -> None:
        self._loading = self._services.loop.create_task(self._recover(job, why, freeze))

    async def _recover(self, job: Job[C], why: SidepotError, freeze: str) -> None:
        """Load the machine again from its log, and answer the senders."""
        machine = await self._loaded(job)
        self._loading, self._unread = None, False
        if machine is None:
            self._answer(job, 0, Frozen(self.broken) if self.broken else why)
            self._send_back(Frozen(self.broken) if self.broken else why)
            if self._stopped is not None:
                self._end(self._stopped)
            else:
                self._send_away()
            return
        self.machine = machine
        try:
            self._publisher.start_over(machine)
        except Exception as error:
            self._stand_still(error)
        done = (
            machine.known(job.id) if job.id else None
        )  # if it was unknown whether it was written, the log shows it now
        self._answer(job, done or 0, None if done else why)
        if freeze and not machine.frozen:
            if self._freezes(job):
                self.broken = freeze
            else:
                self.inbox.put_first(self._kind.freeze(freeze))
        self._settle(RETRY)

    async def _loaded(self, job: Job[C]) -> M | None:
        """The machine rebuilt from its log, once the store answers; None if it never does, or the room closes."""
        while not self.broken and self._stopped is None:
            try:
                return await self._log.load()
            except StoreError as error:  # the log shows what became of the command, once it can be read
                self._services.store_trouble(self.label, error.message)
                if error.trouble is Trouble.DAMAGED:  # it never can
                    self.broken = WENT_WRONG
                else:
                    self._why_sick = why_not_written(error)
                    self._unread = True
                    self._send_back(Busy(self._why_sick, code="not_written"), room_too=False)
                    await asyncio.sleep(RETRY)
            except Exception as error:
                self.report(error, job)
                self.broken = WENT_WRONG
        return None

    def _send_back(self, why: SidepotError, *, room_too: bool = True) -> None:
        """Refuse the waiting commands. Those of the room may stay."""
        for job in self.inbox.take_out(room_too=room_too):
            self._answer(job, 0, why)

    def went_wrong(self, error: Exception) -> None:
        """A mistake was made about this machine outside its commands: freeze it, and inform the host."""
        self._stand_still(error)
        if not self.is_busy and not self._turning:
            self._turn()

    def _stand_still(self, error: Exception, job: Job[C] | None = None) -> None:
        """Report a mistake, and freeze the machine before any other command."""
        self.report(error, job)
        jobs = self.inbox.jobs
        waits = jobs and self._freezes(jobs[0])
        if not (self.machine.frozen or waits or self._stopped is not None or job is not None and self._freezes(job)):
            self.inbox.put_first(self._kind.freeze(WENT_WRONG))

    def _freezes(self, job: Job[C]) -> bool:
        return type(job.command) is self._kind.freeze

    def _end(self, stopped: asyncio.Event) -> None:
        """It stops ahead of the durable state, so it must no longer show its own."""
        self.broken = self.broken or CLOSING
        self._send_away()
        stopped.set()

    def report(self, error: Exception, job: Job[C] | None = None) -> None:
        """Keep the evidence of a mistake, and inform the host."""
        services = self._services
        found = services.keep(error, self.label, self.machine.seq, job.command if job is not None else None)
        when = f"{found.command} was carried out" if found.command else "it was published"
        services.trouble(self.label, f"{found.what} while {when}")

    # ---- beginning and end

    def start(self) -> None:
        """Its time runs from now on."""
        self._settle()

    def _ring(self) -> None:
        self.submit(self._kind.tick, self._ticked)

    def _ticked(self, _: int, error: SidepotError | None) -> None:
        if error is not None and not self.is_busy and not self.broken:
            self._clock.wind(RETRY)

    def _alarm(self) -> int:
        """When a tick is due; never for a machine without an alarm."""
        try:
            return self.machine.alarm()
        except Exception as error:
            self.went_wrong(error)
            return 0

    def _may_ring(self) -> bool:
        return not (self.is_busy or self.broken)

    def dismiss(self, reason: str, code: str) -> None:
        """Send the subscribers away, with the reason."""
        self._publisher.send_away(reason, code)

    def _send_away(self) -> None:
        self._publisher.send_away(self.broken, "closing" if self._stopped is not None else "table_frozen")

    async def stop(self) -> None:
        """Stop deciding and stop the clock; publish and acknowledge writes in progress."""
        if self._stopped is None:
            self._stopped = asyncio.Event()
            self._clock.stop()
            self._publisher.stop()
            self._send_back(Busy(CLOSING, code="closing"))
            if not self.is_busy:
                self._stopped.set()
        await self._stopped.wait()
