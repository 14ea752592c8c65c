"""An actor owns one machine. It decides each command, makes it durable, publishes it and acknowledges it, in that
order.

`submit` puts a command into the inbox; `_turn` takes the next one; `_decide` asks the machine and hands its event to
the store; the writer calls `_written`, which publishes the event and answers the sender; `_after_commit` goes on with
the next command. Each machine writes one command at a time, or several of a kind that waited (`Kind.joins`): all of
their events become durable, or none. An actor has no task of its own: all of this runs in the caller of `submit`, or
in the writer's callback. Nobody sees anything that a crash could undo. While one machine waits for the disk, the others
keep running.

If the store refuses a write, the event did not happen: the machine is loaded from its log again, and the sender may try
again. While the store is not writable, commands are refused at once, for longer each time. Any other error is a bug: it
freezes only this machine, the evidence is kept, and the host is informed.
"""

# compiled: docs/how-to/measure-speed.md

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Final, Generic

from msgspec.structs import replace

from sidepot.errors import SidepotError
from sidepot.room.runtime.clock import RETRY, AlarmClock
from sidepot.room.runtime.errors import CLOSING, NOBODY, TOO_MUCH, WENT_WRONG, Busy, Frozen, why_not_written
from sidepot.room.runtime.machine import C, Done, E, Kind, M, Submitted
from sidepot.room.runtime.publisher import Publisher
from sidepot.room.runtime.storage import Storage
from sidepot.room.store.crash_points import here, is_armed
from sidepot.room.store.errors import StoreError, Trouble
from sidepot.room.store.writer import resolve

if TYPE_CHECKING:
    from sidepot.room.runtime.services import Services
    from sidepot.room.runtime.subscribers import Subscriber
    from sidepot.room.store.transaction import Append


MOST_TOGETHER: Final = 16  # most commands of one write: deciding more would keep the other machines waiting
PATIENCE: Final = 10.0  # seconds that a reader waits until everything decided is durable


def ignore(_: int, __: SidepotError | None) -> None:
    """Ignore the answer to a command. This is the `done` of commands that need no answer, such as the room's own."""


class Inbox(Generic[C]):
    """The commands that wait for a machine, in order. Their number is limited, in total and for each person.

    `refused` maps the ids of the last refused commands to their errors. If such a command is sent again, it is refused
    again, even if it would be accepted now, because its sender has already seen the refusal.
    """

    __slots__ = ("limits", "refused", "waiting")

    def __init__(self, limits: Kind[C]) -> None:
        self.limits = limits
        self.waiting: deque[Submitted] = deque()
        self.refused: dict[str, SidepotError] = {}

    def refuse(self, submitted: Submitted, error: SidepotError) -> SidepotError:
        """Remember that a command was refused with this error. Returns the error."""
        if submitted.id:
            error.__traceback__ = error.__context__ = None  # tracebacks would keep the whole machine in memory
            self.refused[submitted.id] = error
            if len(self.refused) > self.limits.most_refused:
                del self.refused[next(iter(self.refused))]
        return error

    def is_full(self, person: str) -> bool:
        """Whether this person (an account or a name) already has as many commands waiting as allowed."""
        of_one = sum((submitted.account or submitted.by) == person for submitted in self.waiting)
        return len(self.waiting) >= self.limits.most_waiting or of_one >= self.limits.most_of_one

    def put_first(self, command: C, done: Done = ignore) -> None:
        """Put a command of the room itself in front of all waiting commands."""
        self.waiting.appendleft(Submitted(command, "", "", False, done))

    def take_out(self, *, room_too: bool) -> list[Submitted]:
        """Remove and return the commands of people and, with `room_too`, the room's own commands as well."""
        out = [submitted for submitted in self.waiting if submitted.by or room_too]
        self.waiting = deque(() if room_too else [submitted for submitted in self.waiting if not submitted.by])
        return out


class Actor(Generic[M, C, E]):
    """A running machine. While the actor `is_busy`, its `machine` is ahead of what is durable and published.

    `on_durable` is called with the actor as soon as everything decided is durable, published and acknowledged.
    """

    def __init__(
        self,
        machine: M,
        storage: Storage[M, E],
        publisher: Publisher[M, E],
        kind: Kind[C],
        services: Services,
        on_durable: Callable[[Any], None],
    ) -> None:
        self.id: str = machine.id
        self.machine = machine
        self.broken = ""  # why the machine cannot even be loaded
        self.inbox = Inbox(kind)
        self._storage = storage
        self._publisher = publisher
        self._kind = kind
        self.label = f"{kind.label} {machine.id}".lstrip()
        self._services = services
        self._on_durable = on_durable
        self._turning = False  # `_turn` runs or must not run: new commands wait in the inbox
        self._writing: list[tuple[Submitted, E]] = []  # the commands whose events the store is writing
        self._loading: asyncio.Task[None] | None = None  # the task that loads the machine again
        self._why_sick, self._sick_until = "", 0.0  # after a failed write: commands are refused until this time
        self._unread = False  # the machine must be loaded again, but the store cannot be read yet
        self._failures = 0  # failed writes in a row: each doubles the pause, because loading a machine takes long
        self._clock = AlarmClock(services.loop, services.now, self._alarm, self._may_ring, self._ring)
        self._stopped: asyncio.Event | None = None

    def __repr__(self) -> str:
        return f"<Actor of {self.label} at event {self.machine.seq}>"

    @property
    def is_stopped(self) -> bool:
        """Whether this actor no longer decides commands."""
        return self._stopped is not None

    @property
    def is_busy(self) -> bool:
        """Whether an event is not durable yet, or the machine is being reloaded."""
        return bool(self._writing) or self._loading is not None

    async def until_durable(self) -> None:
        """Wait until everything that was decided is durable. Raises Busy if the store cannot be written."""
        end = self._services.loop.time() + PATIENCE
        while self.is_busy and not self.is_stopped:
            if self._services.loop.time() > end:
                raise Busy(NOBODY, code="busy")
            await asyncio.sleep(0.005)

    # ---- commands

    async def say(self, command: C, *, by: str = "", id: str = "", staff: bool = False, account: str = "") -> int:
        """Carry out a command. Returns the number of its event once that event is durable and published.

        - `by`: the sender's name
        - `id`: a command whose id was used before is not carried out again, and gets the same answer; an id should
          contain the account, because all senders share one set of ids
        - `staff`: whether the sender is a host
        - `account`: the id of the sender's account

        Raises Busy if the command should be sent again, Frozen if the machine takes no commands, and the machine's own
        error if it refuses the command.
        """
        future: asyncio.Future[int] = self._services.loop.create_future()
        self.submit(command, partial(resolve, future), by=by, id=id, staff=staff, account=account)
        return await future

    def submit(
        self, command: C, done: Done = ignore, *, by: str = "", id: str = "", staff: bool = False, account: str = ""
    ) -> None:
        """Submit a command without waiting. `done` gets the number of the event or the error, perhaps immediately.

        The arguments are those of `say`. A command of the room itself (with "" as `by`) always fits into the inbox.
        Otherwise a table could stop forever.
        """
        if self._stopped is not None:
            done(0, Busy(CLOSING, code="closing"))
        elif self.broken:
            done(0, Frozen(self.broken))
        elif self._unread and by:
            done(0, Busy(self._why_sick, code="not_written"))
        elif by and len(self.inbox.waiting) >= self.inbox.limits.most_of_one and self.inbox.is_full(account or by):
            done(0, Busy(TOO_MUCH, code="too_much"))
        else:
            self.inbox.waiting.append(Submitted(command, by, id, staff, done, account))
            if not self._turning:
                self._turn()

    def say_first(self, command: C, done: Done = ignore) -> None:
        """Put a command of the room itself in front of the waiting commands."""
        if not (self.broken or self.is_stopped):
            self.inbox.put_first(command, done)
            self.go_on()

    def _turn(self) -> None:
        """Decide waiting commands until one makes an event. The event is written before the next command."""
        self._turning = True
        try:
            while self.inbox.waiting and not self._writing and self._loading is None:
                if not self._services.has_lease(self):
                    return  # the lease has expired; `go_on` is called when it is renewed
                self._decide(self.inbox.waiting.popleft())
        finally:
            self._turning = False

    def _decide(self, submitted: Submitted) -> None:
        """Let the machine decide a command. Refuse the command, or give its event to the store."""
        if is_armed:
            here(self._kind.points + "received")
        machine, services = self.machine, self._services
        known = machine.ids.get(submitted.id) if submitted.id else None
        if known is not None or submitted.id in self.inbox.refused:
            self._answer(submitted, known or 0, self.inbox.refused.get(submitted.id))
            return
        if self._why_sick and services.loop.time() < self._sick_until:
            self._answer(submitted, 0, Busy(self._why_sick, code="not_written"))
            return
        try:
            event = self._event_of(submitted)
        except SidepotError as error:
            self._answer(submitted, 0, self.inbox.refuse(submitted, error))
            return
        except Exception as error:
            self._fault([submitted], error)
            return
        self._writing.append((submitted, event))
        try:
            append = self._storage.to_append(machine, event)
            joins = self._kind.joins
            if joins is not None and self.inbox.waiting and joins(submitted.command):
                append = self._join(append, joins)
            if self._loading is None:
                services.store.writer.submit(append, services.loop, self._written)
        except SidepotError as error:
            self._written(None, error)
        except Exception as error:
            self._fault([one for one, _ in self._writing], error)
        if is_armed:
            here(self._kind.points + "queued")

    def _event_of(self, submitted: Submitted) -> E:
        """The event that the machine makes from a command."""
        event: E = self.machine.decide(
            submitted.command,
            now=self._services.now(),
            by=submitted.by,
            id=submitted.id,
            staff=submitted.staff,
            account=submitted.account,
        )
        if is_armed:
            here(self._kind.points + "decided")
        return event

    def _join(self, append: Append, joins: Callable[[C], bool]) -> Append:
        """Decide the next waiting commands too, as long as each `joins`. Returns what to write together.

        A command that is refused, or was carried out already, is put back: its answer may depend on events that are not
        durable yet.
        """
        machine, waiting = self.machine, self.inbox.waiting
        records = [*append.records]
        while (
            waiting
            and len(self._writing) < MOST_TOGETHER
            and append.has_only_records
            and joins(waiting[0].command)
            and not (waiting[0].id in machine.ids or waiting[0].id in self.inbox.refused)
        ):
            submitted = waiting.popleft()
            try:
                event = self._event_of(submitted)
            except SidepotError:
                waiting.appendleft(submitted)
                break
            except Exception as error:
                self._fault([*[one for one, _ in self._writing], submitted], error)
                break
            self._writing.append((submitted, event))
            append = self._storage.to_append(machine, event)
            records += append.records
        return replace(append, after=append.after + len(append.records) - len(records), records=records)

    def _written(self, _: object, error: SidepotError | None) -> None:
        """Publish durable events and answer their senders, or handle the store's refusal. This is the writer's
        callback.
        """
        if not self._writing:
            return  # `submit` failed after the writer had the event: see `_fault`
        written, self._writing = self._writing, []
        if error is not None:
            self._refused([submitted for submitted, _ in written], error)
            return
        if is_armed:
            here(self._kind.points + "durable")
        if self._failures:
            self._failures, self._why_sick = 0, ""
        due = -1  # the next alarm of the machine, if the publisher knows it
        turning, self._turning = self._turning, self._turning or len(written) > 1  # nothing is decided in between
        for submitted, event in written:
            try:
                due = self._publisher.publish(event)
            except Exception as failed:
                self._stand_still(failed, submitted)
        self._turning = turning
        if is_armed:
            here(self._kind.points + "published")
        for submitted, event in written:
            self._answer(submitted, event.seq, None)
        if is_armed:
            here(self._kind.points + "acked")
        self._after_commit(due=due)

    def _after_commit(self, wait: float = 0.0, due: int = -1) -> None:
        """When everything is durable, add new subscribers, set the alarm, call `on_durable`, and decide the next
        command.
        """
        if self._writing or self._loading is not None:
            return  # the sender that just got its answer has already sent its next command
        turning, self._turning = self._turning, True  # commands from these callbacks wait
        try:
            if self._publisher.joining and self._services.has_lease(self):
                self._publisher.admit()
            if not self.broken:
                self._clock.wind(wait, due)
            self._on_durable(self)
        except Exception as error:
            self._stand_still(error)
        self._turning = turning
        if self._stopped is not None:
            self._stopped.set()
        elif self.inbox.waiting and not turning:
            self._turn()

    def _answer(self, submitted: Submitted, seq: int, error: SidepotError | None) -> None:
        try:
            submitted.done(seq, error)
        except Exception as failed:  # a failing callback of one sender must not disturb others
            self.report_bug(failed, submitted)

    def go_on(self) -> None:
        """Carry out the next waiting command, unless an event is being written or the lease is lost
        (`Services.has_lease`).
        """
        self._after_commit()

    def watch(self, subscriber: Subscriber, since: int = 0) -> None:
        """Send a subscriber what it missed after event `since` (0: the whole state), and every later event.

        Call this again when a subscriber that had fallen behind is ready. Nothing is sent before everything is durable.
        """
        self._publisher.add(subscriber, since)
        if self.broken:
            self._send_away()
        else:
            self._after_commit()

    def unwatch(self, subscriber: Subscriber) -> None:
        """Stop sending to this subscriber."""
        try:
            self._publisher.drop(subscriber)
        except Exception as error:
            self.went_wrong(error)

    # ---- when something goes wrong

    def _refused(self, written: Sequence[Submitted], error: SidepotError) -> None:
        """Reload the machine, because the store refused the events, so that they did not happen."""
        if self._stopped is not None:
            for submitted in written:
                self._answer(submitted, 0, Busy(CLOSING, code="closing"))
            self._end(self._stopped)
            return
        why = why_not_written(error)
        if not isinstance(error, StoreError) or error.trouble is not Trouble.STALE:  # stale: another process wrote
            self._why_sick = why
            self._sick_until = self._services.loop.time() + RETRY * 2 ** min(self._failures, 4)
            self._failures += 1
            self._services.store_trouble(self.label, error.message)
        self._load_again(written, Busy(why, code="not_written"), "")

    def _fault(self, unwritten: Sequence[Submitted], error: Exception) -> None:
        """Reload the machine and freeze it, because the last of these commands hit a bug."""
        self._writing = []
        self.report_bug(error, unwritten[-1])
        self._load_again(unwritten, Frozen(WENT_WRONG), WENT_WRONG)

    def _load_again(self, unwritten: Sequence[Submitted], why: SidepotError, freeze: str) -> None:
        self._loading = self._services.loop.create_task(self._recover(unwritten, why, freeze))

    async def _recover(self, unwritten: Sequence[Submitted], why: SidepotError, freeze: str) -> None:
        """Reload the machine from its log, and answer the senders. If there is a reason to `freeze` the machine, freeze
        it after that.
        """
        machine = await self._loaded(unwritten[0])
        self._loading, self._unread = None, False
        if machine is None:
            for submitted in unwritten:
                self._answer(submitted, 0, Frozen(self.broken) if self.broken else why)
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
        for submitted in unwritten:  # the event may have been written after all: the log decides
            seq = machine.ids.get(submitted.id) if submitted.id else None
            self._answer(submitted, seq or 0, None if seq else why)
        if freeze and not machine.frozen:
            if self._freezes(unwritten[0]):  # the freeze itself failed
                self.broken = freeze
            else:
                self.inbox.put_first(self._kind.freeze(freeze))
        self._after_commit(RETRY)

    async def _loaded(self, submitted: Submitted) -> M | None:
        """Load the machine as soon as the store can be read. Returns None if it can never be loaded, or the actor
        stops.
        """
        while not self.broken and self._stopped is None:
            try:
                return await self._storage.load(self._services.store, self.id)
            except StoreError as error:
                self._services.store_trouble(self.label, error.message)
                if error.trouble is Trouble.DAMAGED:
                    self.broken = WENT_WRONG
                else:
                    self._why_sick = why_not_written(error)
                    self._unread = True
                    self._send_back(Busy(self._why_sick, code="not_written"), room_too=False)
                    await asyncio.sleep(RETRY)
            except Exception as error:
                self.report_bug(error, submitted)
                self.broken = WENT_WRONG
        return None

    def _send_back(self, why: SidepotError, *, room_too: bool = True) -> None:
        """Refuse all waiting commands (the room's own only with `room_too`)."""
        for submitted in self.inbox.take_out(room_too=room_too):
            self._answer(submitted, 0, why)

    def went_wrong(self, error: Exception) -> None:
        """Freeze the machine after a bug outside of any command, and inform the host."""
        self._stand_still(error)
        if not self.is_busy and not self._turning:
            self._turn()

    def _stand_still(self, error: Exception, submitted: Submitted | None = None) -> None:
        """Report a bug, and freeze the machine before its next command, unless that is already done or under way."""
        self.report_bug(error, submitted)
        waiting = self.inbox.waiting
        waits = waiting and self._freezes(waiting[0])
        if not (
            self.machine.frozen
            or waits
            or self._stopped is not None
            or submitted is not None
            and self._freezes(submitted)
        ):
            self.inbox.put_first(self._kind.freeze(WENT_WRONG))

    def _freezes(self, submitted: Submitted) -> bool:
        return type(submitted.command) is self._kind.freeze

    def _end(self, stopped: asyncio.Event) -> None:
        """Stop after a failed write. The machine is ahead of its log, so its state must not be shown."""
        self.broken = self.broken or CLOSING
        self._send_away()
        stopped.set()

    def report_bug(self, error: Exception, submitted: Submitted | None = None) -> None:
        """Store the evidence of a bug, and inform the host."""
        services = self._services
        found = services.keep(error, self.label, self.machine.seq, submitted.command if submitted is not None else None)
        when = f"{found.command} was carried out" if found.command else "it was published"
        services.trouble(self.label, f"{found.what} while {when}")

    # ---- start and stop

    def start(self) -> None:
        """Start the actor: add the waiting subscribers, and set the alarm."""
        self._after_commit()

    def _ring(self) -> None:
        self.submit(self._kind.tick, self._ticked)

    def _ticked(self, _: int, error: SidepotError | None) -> None:
        if error is not None and not self.is_busy and not self.broken:
            self._clock.wind(RETRY)

    def _alarm(self) -> int:
        """The time at which the machine wants a tick (0 for never, also if the question itself fails)."""
        try:
            return self.machine.alarm()
        except Exception as error:
            self.went_wrong(error)
            return 0

    def _may_ring(self) -> bool:
        return not (self.is_busy or self.broken)

    def dismiss(self, reason: str, code: str) -> None:
        """Send all subscribers the reason with its error code, and remove them."""
        self._publisher.send_away(reason, code)

    def _send_away(self) -> None:
        """Remove all subscribers, because the machine is broken or the actor has stopped."""
        self._publisher.send_away(self.broken, "closing" if self._stopped is not None else "table_frozen")

    async def stop(self) -> None:
        """Take no more commands or alarms, and wait until the current write is published and acknowledged."""
        if self._stopped is None:
            self._stopped = asyncio.Event()
            self._clock.stop()
            self._publisher.stop()
            self._send_back(Busy(CLOSING, code="closing"))
            if not self.is_busy:
                self._stopped.set()
        await self._stopped.wait()
