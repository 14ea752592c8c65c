"""The topics of one tournament: subscribers get the changed parts, a moment after they are durable.

A topic is a part of a tournament that a socket can watch (`web.ws.watchers.topic_of`): the screen of displays, the seat
page of a player, the console of the staff, one table. `TournamentTopics` gets each event and decides when to publish.
`TopicPublisher` makes the messages from the `TournamentView`. `Topics` has the topics of all tournaments.

Updates are batched: each topic sends at most a few times per second. A message for many subscribers is encoded once.
Thousands of player pages share one screen message, at most once a second and in groups, so that the staff never wait
for them.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine, Iterable
from functools import partial
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import msgspec

from sidepot.errors import SidepotError
from sidepot.room.runtime.subscribers import Subscriber
from sidepot.room.runtime.tournament_actor import TournamentActor
from sidepot.room.store.errors import StoreError
from sidepot.room.views.display import screen_of
from sidepot.room.views.messages import Gone
from sidepot.web.director.people import page_of
from sidepot.web.director.views import table_of
from sidepot.web.logs import trouble
from sidepot.web.problems import NotFound
from sidepot.web.ws.updates import (
    EVERYBODY,
    NOBODY,
    Affected,
    PlayerUpdate,
    ScreenUpdate,
    StaffUpdates,
    TableUpdate,
    affected,
    all_updates,
    clock_update,
    without_time,
)
from sidepot.web.ws.watchers import (
    SCREEN,
    SEAT,
    STAFF,
    TABLE,
    Asker,
    TopicSubscriber,
    check_may_watch,
    encode_update,
    topic_of,
)

if TYPE_CHECKING:
    from sidepot.room.runtime.persons import Persons
    from sidepot.room.runtime.registry import Handle
    from sidepot.room.runtime.subscribers import SendQueue
    from sidepot.room.tournament.events import TournamentEvent
    from sidepot.room.tournament.machine import RoomTournament
    from sidepot.room.views.display import ScreenView
    from sidepot.room.views.readers import Scopes
    from sidepot.room.views.tournament import TournamentView
    from sidepot.web.director.people import SeatPage
    from sidepot.web.state import AppState

_log: Final = logging.getLogger("sidepot.web")

GAP: Final = 0.1  # least seconds between two messages of a topic
BEAT: Final = 3.0  # seconds between two checks for changes by time alone
FEW: Final = 50  # subscribers whose rights are checked before other work gets its turn
FRESH: Final = 200  # new subscribers per batch; the others wait a moment
SEATS_GAP: Final = 1.0  # least seconds between two screen messages to all player pages
AT_ONCE: Final = 100  # player pages served before other work gets its turn
TURN: Final = 0.01  # seconds for other work: a command of the staff needs several turns of the loop


class ChangeNotifier:
    """A stand-in for a send queue, for a tournament of another process: any message means that something changed."""

    __slots__ = ("_notify", "behind")

    def __init__(self, notify: Callable[[], None]) -> None:
        self._notify = notify
        self.behind = False

    def put(self, data: bytes) -> None:
        """Something changed. The log has the details."""
        self._notify()


class TournamentTopics:
    """All topic subscribers of a tournament, whichever process runs it."""

    def __init__(self, app_state: AppState, event: str) -> None:
        self.id = event
        self._app_state = app_state
        self._loop = asyncio.get_running_loop()
        self._watchers: dict[TopicSubscriber, None] = {}
        self._fresh: dict[TopicSubscriber, None] = {}
        self._about = NOBODY  # the players and tables affected since the last batch
        self._publisher = TopicPublisher(self._soon)
        self._last = 0.0
        self._timer: asyncio.Handle | None = None
        self._due = 0.0  # when the timer is due, because some loops give handles without a time
        self._waits = False  # a command is being stored: the tournament is ahead of its durable state
        self._tasks: set[asyncio.Task[None]] = set()
        self._actor: Handle | None = None
        self._viewer: Subscriber | None = None
        self._is_stopped = False
        self._beat = self._loop.call_later(BEAT, self._look_again)
        self._attach()

    def __len__(self) -> int:
        return len(self._watchers)

    # ---- subscribers

    def add(self, watcher: TopicSubscriber) -> None:
        """Add a subscriber, or one that has missed something. It gets everything once it is durable."""
        self._watchers[watcher] = None
        self._fresh[watcher] = None
        self._soon()

    def drop(self, watcher: TopicSubscriber) -> None:
        """Remove a subscriber."""
        self._watchers.pop(watcher, None)
        self._fresh.pop(watcher, None)

    def stop(self) -> None:
        """Stop. No subscribers are left."""
        self._is_stopped = True
        self._detach()
        self._beat.cancel()
        if self._timer is not None:
            self._timer.cancel()

    # ---- the tournament, here or elsewhere

    def _attach(self) -> None:
        """Listen to the events of its actor, here or on another node. A finished tournament has no actor."""
        actor = self._app_state.registry.tournaments.get(self.id)
        if actor is self._actor:
            return
        if self._viewer is not None and actor is not None:  # it may have moved with the tournament
            actor.unwatch(self._viewer)
        self._detach()
        self._actor, self._about = actor, EVERYBODY
        if isinstance(actor, TournamentActor):
            actor.hearers.append(self._hear)
        elif actor is not None:
            notifier: Any = ChangeNotifier(partial(self._hear, None, None))
            self._viewer = Subscriber(notifier, "")
            actor.watch(self._viewer)

    def _detach(self) -> None:
        actor, viewer, self._actor, self._viewer = self._actor, self._viewer, None, None
        if isinstance(actor, TournamentActor):
            actor.hearers.remove(self._hear)
        elif actor is not None and viewer is not None:
            actor.unwatch(viewer)

    def _hear(self, _: TournamentActor | None, event: TournamentEvent | None) -> None:
        """Called by the actor's publisher: an event is durable (None: perhaps others too)."""
        self._about = self._about.with_other(affected(event))
        if self._waits:  # the actor may begin the next command at once, so publish before that
            self._waits = False
            self._publish_now()
        else:
            self._soon()

    def _look_again(self) -> None:
        """Check every `BEAT`: tasks may be due, the tournament may have moved, a PIN or slip may be revoked."""
        self._beat = self._loop.call_later(BEAT, self._look_again)
        self._attach()
        if not self._tasks:
            self._do(self.check())
        self._soon()

    async def check(self) -> None:
        """Drop subscribers who may no longer watch. Send everything again to those whose scopes have changed."""
        for count, watcher in enumerate([*self._watchers]):
            if count and not count % FEW:  # thousands of player pages: let other work have its turn
                await asyncio.sleep(0)
            before = watcher.scopes
            try:
                await check_may_watch(self._app_state, watcher)
                if watcher.scopes != before and watcher in self._watchers:
                    self.add(watcher)
            except StoreError:  # the database does not answer: try again at the next beat
                return
            except SidepotError as error:
                if watcher in self._watchers:
                    self.drop(watcher)
                    watcher.queue.put(msgspec.json.encode(Gone(watcher.topic, error.message, error.code)))

    # ---- publishing

    def _soon(self, wait: float = 0.0) -> None:
        """Publish after `wait` seconds (at least `GAP` after the last batch), unless a batch is due earlier."""
        due = max(self._loop.time() + wait, self._last + GAP)
        if self._is_stopped or self._timer is not None and self._due <= due:
            return
        if self._timer is not None:
            self._timer.cancel()
        self._timer, self._due = self._loop.call_at(due, self._publish_now), due

    def _publish_now(self) -> None:
        """Publish, unless something is not durable yet, or some names are not known here."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        actor = self._actor
        if not isinstance(actor, TournamentActor):
            self._do(self._read())
        elif actor.is_busy:
            self._waits = True
        elif actor.persons is not None and actor.persons.is_behind:  # another process registered a person
            self._soon(GAP)
        else:
            self._publish(actor.event, actor.persons)

    async def _read(self) -> None:
        """Publish a tournament that is over, or runs in another process, from its log."""
        try:
            event = await self._app_state.registry.tournaments.find(self.id)
            persons = await self._app_state.registry.tournaments.persons(event)
        except SidepotError:
            return
        self._publish(event, persons)

    def _publish(self, event: RoomTournament, persons: Persons | None) -> None:
        self._last = self._loop.time()
        about, self._about = self._about, NOBODY
        old = [one for one in self._watchers if one not in self._fresh]
        fresh = list(self._fresh)[:FRESH]
        for one in fresh:
            del self._fresh[one]
        try:
            view = self._app_state.registry.tournaments.view(event, exact=True)
            self._publisher.publish(Batch(view, persons, old, fresh, about))
        except Exception as error:
            trouble(_log, "a tournament could not be published to its topics", error)
        if self._fresh:
            self._soon()

    def _do(self, work: Coroutine[object, object, None]) -> None:
        task = self._loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


# ---- contents for each kind of subscriber


class Batch(NamedTuple):
    """One batch: `old` subscribers get the changes, `fresh` ones everything.

    `persons` has the names of a live tournament; `about` has the players and tables affected since the last batch.
    """

    view: TournamentView
    persons: Persons | None
    old: list[TopicSubscriber]
    fresh: list[TopicSubscriber]
    about: Affected

    def watching(self, kind: str) -> tuple[list[TopicSubscriber], list[TopicSubscriber]]:
        """The old and the fresh subscribers to topics of a kind."""
        before, new = [[one for one in watchers if one.place.kind == kind] for watchers in (self.old, self.fresh)]
        return before, new


class TopicPublisher:
    """Publishes one tournament to its topics. `again` requests another batch after some seconds."""

    def __init__(self, again: Callable[[float], None]) -> None:
        self._again = again
        self._loop = asyncio.get_running_loop()
        self._staff: dict[Scopes, StaffUpdates] = {}  # by the scopes of their subscribers
        self._screen: object = None  # as last sent to the displays
        self._seats: object = None  # as last sent to the player pages, at `_seats_at`
        self._seats_at = 0.0
        self._latest = b""
        self._tables: dict[int, object] = {}
        self._clocks: dict[Scopes, object] = {}
        self._stage: object = None  # the parts of the state that change all player pages

    def publish(self, this: Batch) -> None:
        """Send `old` subscribers the changes, and `fresh` ones everything."""
        persons, kinds = this.persons, {one.place.kind for one in (*this.old, *this.fresh)}
        if kinds & {SCREEN, SEAT}:
            self._publish_screens(this)
        if persons is None:
            return
        if STAFF in kinds:
            self._publish_staff(this, persons)
        else:
            self._staff = {}
        if TABLE in kinds:
            self._publish_tables(this, persons)
        if SEAT in kinds:
            self._publish_seats(this, persons)

    # ---- displays, and the screen on player pages

    def _publish_screens(self, this: Batch) -> None:
        """Send displays the screen when it has changed. Player pages share it, at most once a second."""
        view, persons = this.view, this.persons
        state = view.once(screen_of, bytes if persons is None else persons.fill_names)
        still = _without_running_clock(state), 0 if persons is None else persons.changes
        body = encode_update(ScreenUpdate("", view.seq, view.at, state), persons)
        displays, new = this.watching(SCREEN)
        _send_all(body, new)
        if still != self._screen:
            self._screen = still
            _send_all(body, displays)
        seats, _ = this.watching(SEAT)
        if not seats:
            self._seats = still
        elif still != self._seats:
            wait = self._seats_at + SEATS_GAP - self._loop.time()
            if wait > 0:
                self._again(wait)
                return
            self._seats, self._seats_at = still, self._loop.time()
            self._latest = body
            self._spread(seats, self._send_latest)

    def _send_latest(self, one: TopicSubscriber) -> None:
        """Send the latest screen, so that a page whose turn comes late gets no outdated one."""
        one.send(self._latest)

    def _spread(self, watchers: list[TopicSubscriber], send: Callable[[TopicSubscriber], None]) -> None:
        """Send to many subscribers, some at a time."""
        for one in watchers[:AT_ONCE]:
            send(one)
        if len(watchers) > AT_ONCE:
            self._loop.call_later(TURN, self._spread, watchers[AT_ONCE:], send)

    # ---- the staff

    def _publish_staff(self, this: Batch, persons: Persons) -> None:
        """Send each changed part of the console, to all staff with the same scopes at once."""
        watching, new = this.watching(STAFF)
        readers = {one.scopes for one in (*watching, *new)}
        self._staff = {scopes: self._staff.get(scopes) or StaffUpdates(scopes) for scopes in readers}
        for scopes, updates in self._staff.items():
            for update in updates.changed(this.view, this.about):
                _send_all(encode_update(update, persons), [one for one in watching if one.scopes == scopes])
            fresh = [one for one in new if one.scopes == scopes]
            for update in all_updates(this.view, scopes) if fresh else ():
                _send_all(encode_update(update, persons), fresh)

    def _publish_tables(self, this: Batch, persons: Persons) -> None:
        """Send the clock and the changed tables that somebody watches."""
        view = this.view
        watching, new = this.watching(TABLE)
        before, self._clocks = self._clocks, {}
        for scopes in {one.scopes for one in (*watching, *new)}:
            clock = clock_update(view, scopes)
            self._clocks[scopes] = without_time(clock)
            whom = watching if before.get(scopes) != self._clocks[scopes] else []
            _send_all(encode_update(clock, persons), [one for one in (*new, *whom) if one.scopes == scopes])
        numbers = {one.table for one in (*watching, *new)}
        self._tables = {number: table for number, table in self._tables.items() if number in numbers}
        for number in numbers:
            is_there = number in view.tournament.tables
            table = table_of(view, number) if is_there else None
            gone = () if is_there else (number,)
            body = encode_update(TableUpdate("", view.seq, view.at, () if table is None else (table,), gone), persons)
            _send_all(body, [one for one in new if one.table == number])
            if self._tables.get(number, self) != table:
                self._tables[number] = table
                _send_all(body, [one for one in watching if one.table == number])

    # ---- player pages

    def _publish_seats(self, this: Batch, persons: Persons) -> None:
        """Send the players' own parts: to players named by events, or to all if the stage has changed."""
        view, about = this.view, this.about
        tournament, reading = view.tournament, view.reading
        stage = (
            view.phase, reading.item, reading.is_break, tournament.hand_for_hand, tournament.deal is None,
            tournament.structure, persons.changes,
        )  # fmt: skip
        everybody = about.all or stage != self._stage
        self._stage = stage
        page = partial(self._publish_page, view, persons)
        watching, new = this.watching(SEAT)
        for one in new:
            one.own = None
            page(one)
        self._spread([one for one in watching if everybody or one.mark in about.players], page)

    def _publish_page(self, view: TournamentView, persons: Persons, one: TopicSubscriber) -> None:
        """Send one player's page, if their own part of it has changed."""
        page = page_of(view, view.at, persons, one.mark)
        own = _own(page)
        if own != one.own:
            one.own = own
            one.send(encode_update(PlayerUpdate("", page.seq, page.now, page=page), persons))


def _send_all(body: bytes, watchers: Iterable[TopicSubscriber]) -> None:
    for one in watchers:
        one.send(body)


def _without_running_clock(state: ScreenView) -> ScreenView:
    """A screen for comparison with the last one: without the remaining time, which pages count down themselves."""
    if not state.clock.running:
        return state
    return msgspec.structs.replace(state, clock=msgspec.structs.replace(state.clock, left=0, after=0))


def _own(page: SeatPage) -> object:
    """The player's own part of a page. The screen on it is sent to all."""
    state = page.state
    own = None if state is None else tuple([getattr(state, name) for name in _OWN])
    return page.player, own, tuple(page.asks)


_OWN: Final = ("player", "status", "number", "table", "seat", "chips", "how", "counted_at", "place", "paid", "penalty",
               "moves", "may")  # fmt: skip


# ---- the topics of all tournaments


class Topics:
    """The topics of all tournaments with subscribers."""

    def __init__(self, app_state: AppState) -> None:
        self._app_state = app_state
        self._events: dict[str, TournamentTopics] = {}

    async def watcher(self, topic: str, queue: SendQueue, asker: Asker) -> TopicSubscriber:
        """Make a subscriber to a topic. Raises SidepotError if it may not watch that."""
        place = topic_of(topic)
        if place is None:
            raise NotFound("there is no such topic", code="no_topic")
        found = TopicSubscriber(topic, place, queue, asker)
        await check_may_watch(self._app_state, found)
        return found

    def add(self, watcher: TopicSubscriber) -> None:
        """Send everything, then the changes. Also for a subscriber that has missed something."""
        event = watcher.place.event
        found = self._events.get(event)
        if found is None:
            found = self._events[event] = TournamentTopics(self._app_state, event)
        found.add(watcher)

    def drop(self, watcher: TopicSubscriber) -> None:
        """Remove a subscriber."""
        found = self._events.get(watcher.place.event)
        if found is not None:
            found.drop(watcher)
            if not len(found):
                found.stop()
                del self._events[watcher.place.event]

    async def check(self, event: str) -> None:
        """A right was revoked (a PIN, a slip, a display, the public page): drop the subscribers who had it."""
        found = self._events.get(event)
        if found is not None:
            await found.check()
