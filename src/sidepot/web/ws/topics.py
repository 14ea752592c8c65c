"""The topics of one tournament: its watchers are told what has changed, a moment after it is durable.

Nothing is told more often than a few times a second; what happened meanwhile is told together. All that many get is
made once. Thousands of pages of players share one picture of the screen, which they get once in a second at most, and
some of them at a time, so that an act of the staff never waits for them all.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine, Iterable
from functools import partial
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import msgspec

from sidepot.errors import SidepotError
from sidepot.room.runtime.send_queue import Subscriber
from sidepot.room.runtime.tournament_actor import TournamentActor
from sidepot.room.store.errors import StoreError
from sidepot.room.views.display import screen_of
from sidepot.room.views.messages import Gone
from sidepot.web.director.people import page_of, screen_with_names
from sidepot.web.director.views import table_of
from sidepot.web.logs import trouble
from sidepot.web.problems import NotFound
from sidepot.web.ws.updates import (
    EVERYBODY,
    NOBODY,
    PlayerTold,
    ScreenTold,
    StaffPicture,
    TableTold,
    Touched,
    clock_told,
    timeless,
    touched,
    whole_news,
)
from sidepot.web.ws.watchers import SCREEN, SEAT, STAFF, TABLE, Asker, Watcher, body_of, check_may_watch, topic_of

if TYPE_CHECKING:
    import logging

    from sidepot.room.runtime.persons import Persons
    from sidepot.room.runtime.send_queue import SendQueue
    from sidepot.room.tournament.events import TournamentEvent
    from sidepot.room.tournament.machine import RoomTournament
    from sidepot.room.views.display import ScreenShown
    from sidepot.room.views.readers import Scopes
    from sidepot.room.views.tournament import TournamentView
    from sidepot.web.director.people import SeatPage
    from sidepot.web.state import AppState, TableHandle

GAP: Final = 0.1  # seconds between two messages of a topic, at least
BEAT: Final = 3.0  # what changes with time alone is looked at so often
FEW: Final = 50  # clients that are looked at again together
FRESH: Final = 200  # clients that begin at once; the others a moment later
SEATS_GAP: Final = 1.0  # seconds between two pictures of the screen for the pages of all players, at least
AT_ONCE: Final = 100  # pages of players that are told before others have their turn
TURN: Final = 0.01  # seconds of that turn: an act of the staff comes round the loop several times


class Nudged:
    """In place of the send queue of a viewer, at a tournament of another process: it notices that something changed."""

    __slots__ = ("_nudge", "behind")

    def __init__(self, nudge: Callable[[], None]) -> None:
        self._nudge = nudge
        self.behind = False

    def put(self, data: bytes) -> None:
        """Something has happened; what, is read."""
        self._nudge()


class TournamentTopics:
    """All watchers of a tournament, at whichever process it is."""

    def __init__(self, app_state: AppState, event: str, log: logging.Logger) -> None:
        self.id = event
        self._app_state = app_state
        self._log = log
        self._loop = asyncio.get_running_loop()
        self._watchers: dict[Watcher, None] = {}
        self._fresh: dict[Watcher, None] = {}
        self._about = NOBODY
        self._telling = Telling(app_state, self._soon)
        self._last = 0.0
        self._timer: asyncio.Handle | None = None
        self._due = 0.0  # when it rings: for timers due at once, some loops give a handle without its time
        self._waits = False  # until the record is durable
        self._tasks: set[asyncio.Task[None]] = set()
        self._actor: TournamentActor | TableHandle | None = None
        self._viewer: Subscriber | None = None
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
            actor = self._app_state.registry.events.actor(self.id)
        except SidepotError:
            actor = None
        if actor is self._actor:
            return
        if self._viewer is not None and actor is not None:  # it may have come along with the tournament
            actor.unwatch(self._viewer)
        self._detach()
        self._actor, self._about = actor, EVERYBODY
        if isinstance(actor, TournamentActor):
            actor.hearers.append(self._hear)
        elif actor is not None:
            nudged: Any = Nudged(partial(self._hear, None, None))
            self._viewer = Subscriber(nudged, "")
            actor.watch(self._viewer)

    def _detach(self) -> None:
        actor, viewer, self._actor, self._viewer = self._actor, self._viewer, None, None
        if isinstance(actor, TournamentActor):
            actor.hearers.remove(self._hear)
        elif actor is not None and viewer is not None:
            actor.unwatch(viewer)

    def _hear(self, _: TournamentActor | None, entry: TournamentEvent | None) -> None:
        self._about = self._about.with_other(touched(entry))
        if self._waits:  # the next act may begin at once: there is no better moment than this
            self._waits = False
            self._ring()
        else:
            self._soon()

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
                await check_may_watch(self._app_state, watcher)
                if watcher.scopes != before and watcher in self._watchers:
                    self.add(watcher)
            except StoreError:  # it does not answer: the next time
                return
            except SidepotError as error:
                if watcher in self._watchers:
                    self.drop(watcher)
                    watcher.queue.put(msgspec.json.encode(Gone(watcher.topic, error.message, error.code)))

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
        if not isinstance(actor, TournamentActor):
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
            event = await self._app_state.registry.events.find(self.id)
            persons = await self._app_state.registry.events.persons(event)
        except SidepotError:
            return
        self._tell(event, persons)

    def _tell(self, event: RoomTournament, persons: Persons | None) -> None:
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

    def _do(self, work: Coroutine[object, object, None]) -> None:
        task = self._loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


# ---- what the watchers of each kind are told


class Round(NamedTuple):
    """What there is to tell at one time: to the `old` watchers what has changed, to `fresh` ones all of it.

    `persons` has the names of an evening with real chips; `about` says whom the records since the last round name.
    """

    view: TournamentView
    persons: Persons | None
    old: list[Watcher]
    fresh: list[Watcher]
    about: Touched

    def watching(self, kind: str) -> tuple[list[Watcher], list[Watcher]]:
        """Those at topics of a kind: who watched before, and who begins."""
        before, new = [[one for one in watchers if one.place.kind == kind] for watchers in (self.old, self.fresh)]
        return before, new


class Telling:
    """The watchers of one tournament are told; `again` asks for another round in so many seconds."""

    def __init__(self, app_state: AppState, again: Callable[[float], None]) -> None:
        self._app_state = app_state
        self._again = again
        self._loop = asyncio.get_running_loop()
        self._staff: dict[Scopes, StaffPicture] = {}  # by what those who watch may see
        self._screen: object = None  # as the displays were told
        self._seats: object = None  # the same as the pages of players were told, at `_seats_at`
        self._seats_at = 0.0
        self._latest = b""
        self._tables: dict[int, object] = {}
        self._clocks: dict[Scopes, object] = {}
        self._stage: object = None

    def tell(
        self, event: RoomTournament, persons: Persons | None, old: list[Watcher], fresh: list[Watcher], about: Touched
    ) -> None:
        """Tell those who watched before what is otherwise now, and those who begin how it stands."""
        view = self._app_state.views.of(event, self._app_state.registry.clock(), exact=True)
        this = Round(view, persons, old, fresh, about)
        kinds = {one.place.kind for one in (*old, *fresh)}
        if kinds & {SCREEN, SEAT}:
            self._tell_screens(this)
        if persons is None:
            return
        if STAFF in kinds:
            self._tell_staff(this, persons)
        else:
            self._staff = {}
        if TABLE in kinds:
            self._tell_tables(this, persons)
        if SEAT in kinds:
            self._tell_seats(this, persons)

    # ---- displays, and the screen on the pages of players

    def _tell_screens(self, this: Round) -> None:
        view = this.view
        state = screen_of(view, {}) if this.persons is None else screen_with_names(view, this.persons)
        told = _still(state)
        body = body_of(ScreenTold("", view.seq, view.at, state), None)  # it has names already
        displays, new = this.watching(SCREEN)
        _say(body, new)
        if told != self._screen:
            self._screen = told
            _say(body, displays)
        seats, _ = this.watching(SEAT)
        if not seats:
            self._seats = told
        elif told != self._seats:
            wait = self._seats_at + SEATS_GAP - self._loop.time()
            if wait > 0:
                self._again(wait)
                return
            self._seats, self._seats_at = told, self._loop.time()
            self._latest = body
            self._spread(seats, self._hear_latest)

    def _hear_latest(self, one: Watcher) -> None:
        """The screen as it was told last: who has their turn late hears nothing that is older."""
        one.hear(self._latest)

    def _spread(self, watchers: list[Watcher], say: Callable[[Watcher], None]) -> None:
        """Tell many, some at a time."""
        for one in watchers[:AT_ONCE]:
            say(one)
        if len(watchers) > AT_ONCE:
            self._loop.call_later(TURN, self._spread, watchers[AT_ONCE:], say)

    # ---- the staff

    def _tell_staff(self, this: Round, persons: Persons) -> None:
        watching, new = this.watching(STAFF)
        readers = {one.scopes for one in (*watching, *new)}
        self._staff = {scopes: self._staff.get(scopes) or StaffPicture(scopes) for scopes in readers}
        for scopes, picture in self._staff.items():
            for told in picture.news(this.view, this.about):
                _say(body_of(told, persons), [one for one in watching if one.scopes == scopes])
            fresh = [one for one in new if one.scopes == scopes]
            for told in whole_news(this.view, scopes) if fresh else ():
                _say(body_of(told, persons), fresh)

    def _tell_tables(self, this: Round, persons: Persons) -> None:
        view = this.view
        watching, new = this.watching(TABLE)
        before, self._clocks = self._clocks, {}
        for scopes in {one.scopes for one in (*watching, *new)}:
            clock = clock_told(view, scopes)
            self._clocks[scopes] = timeless(clock)
            whom = watching if before.get(scopes) != self._clocks[scopes] else []
            _say(body_of(clock, persons), [one for one in (*new, *whom) if one.scopes == scopes])
        numbers = {one.table for one in (*watching, *new)}
        self._tables = {number: told for number, told in self._tables.items() if number in numbers}
        for number in numbers:
            is_there = number in view.tournament.tables
            table = table_of(view, number) if is_there else None
            gone = () if is_there else (number,)
            body = body_of(TableTold("", view.seq, view.at, () if table is None else (table,), gone), persons)
            _say(body, [one for one in new if one.table == number])
            if self._tables.get(number, self) != table:
                self._tables[number] = table
                _say(body, [one for one in watching if one.table == number])

    # ---- the pages of players

    def _tell_seats(self, this: Round, persons: Persons) -> None:
        view, about = this.view, this.about
        tournament, reading = view.tournament, view.reading
        stage = (
            view.phase, reading.item, reading.is_break, tournament.hand_for_hand, tournament.deal is None,
            tournament.structure, persons.changes,
        )  # fmt: skip
        everybody = about.all or stage != self._stage
        self._stage = stage
        page = partial(self._tell_page, view, persons)
        watching, new = this.watching(SEAT)
        for one in new:
            one.own = None
            page(one)
        self._spread([one for one in watching if everybody or one.mark in about.players], page)

    def _tell_page(self, view: TournamentView, persons: Persons, one: Watcher) -> None:
        """The page of one player, where something on it is otherwise but the screen."""
        page = page_of(view, view.at, persons, one.mark)
        own = _own(page)
        if own != one.own:
            one.own = own
            one.hear(body_of(PlayerTold("", page.seq, page.now, page=page), persons))


def _say(body: bytes, watchers: Iterable[Watcher]) -> None:
    for one in watchers:
        one.hear(body)


def _still(state: ScreenShown) -> ScreenShown:
    """A screen without what passes by itself: a page counts on."""
    if not state.clock.running:
        return state
    return msgspec.structs.replace(state, clock=msgspec.structs.replace(state.clock, left=0, after=0))


def _own(page: SeatPage) -> object:
    """What belongs to the player alone."""
    state = page.state
    own = None if state is None else tuple([getattr(state, name) for name in _OWN])
    return page.player, own, tuple(page.asks)


_OWN: Final = ("player", "status", "number", "table", "seat", "chips", "how", "counted_at", "place", "paid", "penalty",
               "moves", "may")  # fmt: skip


# ---- the topics of all tournaments


_log: Final = logging.getLogger("sidepot.web")


class Topics:
    """The tournaments that are watched by topics, each while somebody does."""

    def __init__(self, app_state: AppState) -> None:
        self._app_state = app_state
        self._events: dict[str, TournamentTopics] = {}

    async def watcher(self, topic: str, queue: SendQueue, asker: Asker) -> Watcher:
        """A client at a topic that it may watch. Raises SidepotError where it may not."""
        place = topic_of(topic)
        if place is None:
            raise NotFound("there is no such topic", code="no_topic")
        found = Watcher(topic, place, queue, asker)
        await check_may_watch(self._app_state, found)
        return found

    def add(self, watcher: Watcher) -> None:
        """The client is told how it stands, and then what changes; also one that has missed something."""
        event = watcher.place.event
        found = self._events.get(event)
        if found is None:
            found = self._events[event] = TournamentTopics(self._app_state, event, _log)
        found.add(watcher)

    def drop(self, watcher: Watcher) -> None:
        """Not any more."""
        found = self._events.get(watcher.place.event)
        if found is not None:
            found.drop(watcher)
            if not len(found):
                found.stop()
                del self._events[watcher.place.event]

    async def check(self, event: str) -> None:
        """A right was taken away (a PIN, a slip, a display, the public page): those who watch by it are sent away."""
        found = self._events.get(event)
        if found is not None:
            await found.check()
