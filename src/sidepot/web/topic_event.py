"""The topics of one tournament: its watchers are told what has changed, a moment after it is durable.

Nothing is told more often than a few times a second; what happened meanwhile is told together.
"""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import msgspec

from sidepot.errors import SidepotError
from sidepot.room.running.event_actor import EventActor
from sidepot.room.running.outlet import Viewer
from sidepot.room.store.troubles import StoreError
from sidepot.room.tables.messages import Gone
from sidepot.web.logs import trouble
from sidepot.web.topic_pictures import EVERYBODY, NOBODY, Touched, touched
from sidepot.web.topic_rights import check_may_watch
from sidepot.web.topic_telling import Telling
from sidepot.web.topic_watchers import Watcher

if TYPE_CHECKING:
    import logging

    from sidepot.room.running.persons import Persons
    from sidepot.room.tournaments.events import EventEntry
    from sidepot.room.tournaments.live_tournament import LiveTournament
    from sidepot.web.desk import Desk

GAP: Final = 0.1  # seconds between two messages of a topic, at least
BEAT: Final = 3.0  # what changes with time alone is looked at so often
FEW: Final = 50  # clients that are looked at again together
FRESH: Final = 200  # clients that begin at once; the others a moment later


class Nudged:
    """Stands where the outlet of a viewer would, at a tournament of another process: it says that something changed."""

    __slots__ = ("_nudge", "behind")

    def __init__(self, nudge: Any) -> None:
        self._nudge = nudge
        self.behind = False

    def lay(self, data: bytes) -> None:
        """Something has happened; what, is read."""
        self._nudge()


class EventTopics:
    """All watchers of a tournament, at whichever process it is."""

    def __init__(self, desk: Desk, event: str, log: logging.Logger) -> None:
        self.id = event
        self._desk = desk
        self._log = log
        self._loop = asyncio.get_running_loop()
        self._watchers: dict[Watcher, None] = {}
        self._fresh: dict[Watcher, None] = {}
        self._about = NOBODY
        self._telling = Telling(desk, self._soon)
        self._last = 0.0
        self._timer: asyncio.Handle | None = None
        self._due = 0.0  # when it rings: for timers due at once, some loops give a handle without its time
        self._waits = False  # until the record is durable
        self._tasks: set[asyncio.Task[None]] = set()
        self._actor: Any = None
        self._viewer: Viewer | None = None
        self._is_stopped = False
        self._beat = self._loop.call_later(BEAT, self._look_again)
        self._attach()

    def __len__(self) -> int:
        return len(self._watchers)

    # ---- who watches

    def add(self, watcher: Watcher) -> None:
        """Somebody watches, or has missed something: they are told all, when it is durable."""
        self._watchers[watcher] = None
        self._fresh[watcher] = None
        self._soon()

    def drop(self, watcher: Watcher) -> None:
        """Not any more."""
        self._watchers.pop(watcher, None)
        self._fresh.pop(watcher, None)

    def stop(self) -> None:
        """Nobody watches any more."""
        self._is_stopped = True
        self._detach()
        self._beat.cancel()
        if self._timer is not None:
            self._timer.cancel()

    # ---- the tournament, here or elsewhere

    def _attach(self) -> None:
        """Hear of the tournament where it is now; of one that is over long ago nothing is heard any more."""
        try:
            actor = self._desk.hall.events.actor(self.id)
        except SidepotError:
            actor = None
        if actor is self._actor:
            return
        if self._viewer is not None and actor is not None:  # it may have come along with the tournament
            actor.unwatch(self._viewer)
        self._detach()
        self._actor, self._about = actor, EVERYBODY
        if isinstance(actor, EventActor):
            actor.hearers.append(self._hear)
        elif actor is not None:
            nudged: Any = Nudged(partial(self._hear, None, None))
            self._viewer = Viewer(nudged, "")
            actor.watch(self._viewer)

    def _detach(self) -> None:
        actor, viewer, self._actor, self._viewer = self._actor, self._viewer, None, None
        if isinstance(actor, EventActor):
            actor.hearers.remove(self._hear)
        elif actor is not None and viewer is not None:
            actor.unwatch(viewer)

    def _hear(self, _: EventActor | None, entry: EventEntry | None) -> None:
        self._note(touched(entry))
        if self._waits:  # the next act may begin at once: there is no better moment than this
            self._waits = False
            self._ring()
        else:
            self._soon()

    def _note(self, about: Touched) -> None:
        self._about = self._about.with_other(about)

    def _look_again(self) -> None:
        """Time has passed: lines come up by themselves, a tournament goes elsewhere, PINs and slips count no more."""
        self._beat = self._loop.call_later(BEAT, self._look_again)
        self._attach()
        if not self._tasks:
            self._do(self.check())
        self._soon()

    async def check(self) -> None:
        """Send those away who may not watch any more; a client who sees more or less than before is told all again."""
        for count, watcher in enumerate([*self._watchers]):
            if count and not count % FEW:  # thousands of pages of players: others have their turn between them
                await asyncio.sleep(0)
            before = watcher.scopes
            try:
                await check_may_watch(self._desk, watcher)
                if watcher.scopes != before and watcher in self._watchers:
                    self.add(watcher)
            except StoreError:  # it does not answer: the next time
                return
            except SidepotError as error:
                if watcher in self._watchers:
                    self.drop(watcher)
                    watcher.outlet.lay(msgspec.json.encode(Gone(watcher.topic, error.message, error.code)))

    # ---- telling

    def _soon(self, wait: float = 0.0) -> None:
        """Tell what there is to tell in a moment, also where the next round was to be later."""
        due = max(self._loop.time() + wait, self._last + GAP)
        if self._is_stopped or self._timer is not None and self._due <= due:
            return
        if self._timer is not None:
            self._timer.cancel()
        self._timer, self._due = self._loop.call_at(due, self._ring), due

    def _ring(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        actor = self._actor
        if not isinstance(actor, EventActor):
            self._do(self._read())
        elif actor.is_busy:
            self._waits = True
        elif actor.persons is not None and actor.persons.is_behind:  # somebody was entered at another process
            self._soon(GAP)
        else:
            self._tell(actor.event, actor.persons)

    async def _read(self) -> None:
        """Tell of a tournament that is elsewhere, or over long ago, as its stream has it."""
        try:
            event = await self._desk.hall.events.find(self.id)
            persons = await self._desk.hall.events.persons(event)
        except SidepotError:
            return
        self._tell(event, persons)

    def _tell(self, event: LiveTournament, persons: Persons | None) -> None:
        self._last = self._loop.time()
        about, self._about = self._about, NOBODY
        old = [one for one in self._watchers if one not in self._fresh]
        fresh = list(self._fresh)[:FRESH]
        for one in fresh:
            del self._fresh[one]
        try:
            self._telling.tell(event, persons, old, fresh, about)
        except Exception as error:
            trouble(self._log, "the watchers of a tournament were not told", error)
        if self._fresh:
            self._soon()

    def _do(self, work: Any) -> None:
        task = self._loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
