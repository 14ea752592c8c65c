"""The topics of a tournament: subscribers get the changed parts, a moment after these are durable.

A topic is a part of a tournament that a socket can watch (`web.ws.topic_access.topic_of`): its state as each reader may
see it, the screen of displays, and the seat page of a player. `TournamentTopics` gets each event, decides when to
publish, and makes the messages from the `TournamentView`. `Topics` holds the topics of all tournaments.

Each message has one part, complete, and the number of the last event in it (`seq`). So a lost message does no harm, and
it does not matter which command changed a part, since a correction may change anything. Updates are batched: each topic
sends at most a few times per second. A message for many subscribers is encoded once. Thousands of player pages share
one screen message, at most once a second and in groups, so that the staff never wait for them.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine, Iterable
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Any, Final

import msgspec

from sidepot.errors import SidepotError
from sidepot.room.runtime.persons import marks_in
from sidepot.room.runtime.subscribers import Subscriber
from sidepot.room.runtime.tournament_actor import TournamentActor
from sidepot.room.tournament.commands import RefuseAll
from sidepot.room.tournament.events import encode_event
from sidepot.room.views.display import ScreenView, screen_of
from sidepot.room.views.readers import Reader, Scope, scopes_for
from sidepot.room.views.tournament_page import own_view, public_tournament, tournament_seen
from sidepot.room.views.tournament_schema import TournamentUpdate
from sidepot.tournament import commands as c
from sidepot.web.director.people import SeatPage, page_of
from sidepot.web.logs import trouble
from sidepot.web.problems import NotFound
from sidepot.web.state import STAFF
from sidepot.web.ws.dealers import DealerTopic
from sidepot.web.ws.topic_access import (
    DEALER,
    SCREEN,
    STATE,
    TopicSubscriber,
    WatchSender,
    check_may_watch,
    drop_those_who_may_not,
    topic_of,
)

if TYPE_CHECKING:
    from sidepot.room.runtime.persons import Persons
    from sidepot.room.runtime.registry import Handle
    from sidepot.room.runtime.subscribers import SendQueue
    from sidepot.room.store.accounts import Account
    from sidepot.room.tournament.events import TournamentEvent
    from sidepot.room.tournament.machine import RoomTournament
    from sidepot.room.views.readers import Scopes
    from sidepot.room.views.tournament import TournamentView
    from sidepot.web.state import AppState
    from sidepot.web.ws.topic_access import Topic

_log: Final = logging.getLogger("sidepot.web")
_ENCODER: Final = msgspec.json.Encoder()

GAP: Final = 0.1  # least seconds between two messages of a topic
BEAT: Final = 3.0  # seconds between two checks for changes by time alone
FRESH: Final = 200  # new subscribers per batch; the others wait a moment
STATE_GAP: Final = 0.5  # least seconds between two states of a tournament
SEATS_GAP: Final = 1.0  # least seconds between two screen messages to all player pages
AT_ONCE: Final = 100  # player pages served before other work gets its turn
TURN: Final = 0.01  # seconds for other work: a command of the staff needs several turns of the loop


class _Update(msgspec.Struct, frozen=True, omit_defaults=True):
    """The topic that the client watches, the last event in the message, and the room's clock."""

    topic: str
    seq: int
    now: int


class ScreenUpdate(_Update, frozen=True, omit_defaults=True, tag="screen"):
    """The content of the displays, at most 4 KB."""

    state: ScreenView


class PlayerUpdate(_Update, frozen=True, omit_defaults=True, tag="player"):
    """The seat page of a player."""

    page: SeatPage


class ChangeNotifier:
    """A stand-in for the queue of a tournament in another process. Any message means that something has changed."""

    __slots__ = ("_notify", "behind")

    def __init__(self, notify: Callable[[], None]) -> None:
        self._notify = notify
        self.behind = False

    def put(self, data: bytes) -> None:
        """Take a message. It means only that something has changed; the log has the details."""
        self._notify()


class TournamentTopics:
    """All topic subscribers of a tournament, whichever process runs the tournament."""

    def __init__(self, app_state: AppState, tournament: str) -> None:
        self.id = tournament
        self._app_state = app_state
        self._loop = asyncio.get_running_loop()
        self._followers: dict[TopicSubscriber, None] = {}  # of the state
        self._displays: dict[TopicSubscriber, None] = {}
        self._pages: dict[TopicSubscriber, None] = {}  # of players
        self._fresh: dict[TopicSubscriber, None] = {}  # of all these: who has nothing yet
        self._events: list[TournamentEvent | None] = []  # since the last batch; None: perhaps others too
        self._seq = 0  # the last event that all followers have, sent at `_seq_at`
        self._seq_at = 0.0
        self._screen: object = None  # as last sent to the displays
        self._shared: object = None  # as last sent to the player pages, at `_shared_at`
        self._shared_at = 0.0
        self._latest = b""
        self._stage: object = None  # the parts of the state that change all player pages
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
        return len(self._followers) + len(self._displays) + len(self._pages)

    def _group_of(self, subscriber: TopicSubscriber) -> dict[TopicSubscriber, None]:
        """The subscribers of the same kind."""
        kind = subscriber.place.kind
        return self._followers if kind == STATE else self._displays if kind == SCREEN else self._pages

    # ---- subscribers

    def add(self, subscriber: TopicSubscriber) -> None:
        """Add a subscriber that is new or has missed messages.

        The subscriber gets the whole content as soon as the content is durable.
        """
        self._group_of(subscriber)[subscriber] = None
        self._fresh[subscriber] = None
        self._soon()

    def drop(self, subscriber: TopicSubscriber) -> bool:
        """Remove a subscriber. Returns whether it was there."""
        self._fresh.pop(subscriber, None)
        return self._group_of(subscriber).pop(subscriber, subscriber) is None

    def stop(self) -> None:
        """Stop sending, because no subscribers are left."""
        self._is_stopped = True
        self._detach()
        self._beat.cancel()
        if self._timer is not None:
            self._timer.cancel()

    # ---- the tournament, here or elsewhere

    def _attach(self) -> None:
        """Listen to the events of its actor, in this process or on another node. A finished tournament has no actor."""
        actor = self._app_state.registry.tournaments.get(self.id)
        if actor is self._actor:
            return
        if self._viewer is not None and actor is not None:  # it may have moved with the tournament
            actor.unwatch(self._viewer)
        self._detach()
        self._actor, self._events = actor, [None]
        if isinstance(actor, TournamentActor):
            actor.listeners.append(self._on_event)
        elif actor is not None:
            notifier: Any = ChangeNotifier(partial(self._on_event, None, None))
            self._viewer = Subscriber(notifier, "")
            actor.watch(self._viewer)

    def _detach(self) -> None:
        actor, viewer, self._actor, self._viewer = self._actor, self._viewer, None, None
        if isinstance(actor, TournamentActor):
            actor.listeners.remove(self._on_event)
        elif actor is not None and viewer is not None:
            actor.unwatch(viewer)

    def _on_event(self, _: TournamentActor | None, event: TournamentEvent | None) -> None:
        """Called by the actor's publisher: an event is durable (None: perhaps further events too)."""
        self._events.append(event)
        if self._waits:  # the actor may begin the next command at once, so publish before that
            self._waits = False
            self._publish_now()
        else:
            self._soon()

    def _look_again(self) -> None:
        """Check every `BEAT`: the tournament may have moved, time may have passed, a slip may be revoked."""
        self._beat = self._loop.call_later(BEAT, self._look_again)
        self._attach()
        if not self._tasks:
            self._do(self.check())
        self._soon()

    async def check(self) -> None:
        """Drop subscribers who may no longer watch."""
        await drop_those_who_may_not(self._app_state, [*self._followers, *self._displays, *self._pages], self.drop)

    # ---- when to publish

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
        if isinstance(self._actor, TournamentActor) and self._actor.is_stopped:  # another process has it
            self._attach()
        actor = self._actor
        if not isinstance(actor, TournamentActor):
            self._do(self._read())
        elif actor.is_busy:
            self._waits = True
        elif not actor.may_be_shown:
            self._soon(GAP)
        else:
            self._publish(actor.machine, actor.persons)

    async def _read(self) -> None:
        """Publish a tournament that is over, or runs in another process, from its log."""
        try:
            tournament = await self._app_state.registry.tournaments.find(self.id)
            persons = await self._app_state.registry.tournaments.persons(tournament)
        except SidepotError:
            return
        self._publish(tournament, persons)

    def _do(self, work: Coroutine[object, object, None]) -> None:
        task = self._loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # ---- what to publish

    def _publish(self, tournament: RoomTournament, persons: Persons) -> None:
        """Send new subscribers everything, and other subscribers what has changed."""
        self._last = self._loop.time()
        events, self._events = self._events, []
        followers, displays, pages = [
            [one for one in group if one not in self._fresh] for group in (self._followers, self._displays, self._pages)
        ]
        fresh = list(islice(self._fresh, FRESH))
        for one in fresh:
            del self._fresh[one]
        if not (self._followers and self._is_state_due(tournament.seq)):
            followers = []
        if fresh or followers or self._displays or self._pages:
            try:
                view = self._app_state.registry.tournaments.views.of(tournament, exact=True)
                if self._followers:
                    self._publish_state(view, persons, [*followers, *[one for one in fresh if one in self._followers]])
                if self._displays or self._pages:
                    new = [one for one in fresh if one in self._displays]
                    self._publish_screen(view, persons, displays, pages, new)
                if self._pages:
                    self._publish_pages(view, persons, pages, [one for one in fresh if one in self._pages], events)
            except Exception as error:
                trouble(_log, "a tournament could not be published to its topics", error)
        if self._fresh:
            self._soon()

    def _is_state_due(self, seq: int) -> bool:
        """Whether to send all followers the state now: after each event, at most twice a second."""
        if seq == self._seq:
            return False
        wait = self._seq_at + STATE_GAP - self._loop.time()
        if wait > 0:
            self._soon(wait)
            return False
        self._seq, self._seq_at = seq, self._loop.time()
        return True

    def _publish_state(self, view: TournamentView, persons: Persons, followers: list[TopicSubscriber]) -> None:
        """Send these followers the state as each may see it."""
        bodies: dict[Scopes, bytes] = {}
        for one in followers:
            one.send(self._state_for(view, persons, one.asker.user, bodies))

    def _state_for(
        self, view: TournamentView, persons: Persons, who: Account | None, bodies: dict[Scopes, bytes]
    ) -> bytes:
        """The state as somebody may see it. It is encoded once for all who may see the same (`bodies`)."""
        terms, staff = view.state.terms, who is not None and who.role in STAFF
        scopes = scopes_for(Reader.DIRECTOR if staff else Reader.STRANGER, terms.public, live=terms.live)
        if Scope.NAMES not in scopes:
            persons = persons.without_names()
        fill_names = persons.fill_names
        body = bodies.get(scopes)
        if body is None:
            state = tournament_seen(view.once(public_tournament), scopes)
            body = fill_names(_ENCODER.encode(TournamentUpdate(view.state.id, view.seq, view.at, state)))
            bodies[scopes] = body
        yours = own_view(view, who.id, who.name, staff=staff) if who is not None else None
        return body if yours is None else body[:-1] + b',"yours":' + fill_names(_ENCODER.encode(yours)) + b"}"

    def _publish_screen(
        self,
        view: TournamentView,
        persons: Persons,
        displays: list[TopicSubscriber],
        pages: list[TopicSubscriber],
        fresh: list[TopicSubscriber],
    ) -> None:
        """Send displays the screen when it has changed. Player pages share it, at most once a second."""
        state = view.once(screen_of, persons.fill_names)
        clock = state.clock
        if clock.running and clock.after:  # pages count down themselves: that time passes is no change
            clock = msgspec.structs.replace(clock, after=0)
        seen = msgspec.structs.replace(state, clock=clock), persons.changes
        if seen != self._screen:
            self._screen = seen
            fresh = [*fresh, *displays]
        if not pages:
            self._shared = seen
        if not fresh and seen == self._shared:
            return
        body = persons.fill_names(_ENCODER.encode(ScreenUpdate("", view.seq, view.at, state)))
        for one in fresh:
            one.send(body)
        if seen != self._shared:
            wait = self._shared_at + SEATS_GAP - self._loop.time()
            if wait > 0:
                self._soon(wait)
                return
            self._shared, self._shared_at = seen, self._loop.time()
            self._latest = body
            self._spread(pages, self._send_latest)

    def _send_latest(self, one: TopicSubscriber) -> None:
        """Send the latest screen, so that a page whose turn comes late gets no outdated one."""
        one.send(self._latest)

    def _spread(self, subscribers: list[TopicSubscriber], send: Callable[[TopicSubscriber], None]) -> None:
        """Send to many subscribers, a few at a time."""
        for one in subscribers[:AT_ONCE]:
            send(one)
        if len(subscribers) > AT_ONCE:
            self._loop.call_later(TURN, self._spread, subscribers[AT_ONCE:], send)

    def _publish_pages(
        self,
        view: TournamentView,
        persons: Persons,
        pages: list[TopicSubscriber],
        fresh: list[TopicSubscriber],
        events: list[TournamentEvent | None],
    ) -> None:
        """Send the players' own parts: to players named by events or, if the stage has changed, to all."""
        tournament, reading = view.tournament, view.reading
        stage = (
            view.phase, reading.item, reading.is_break, tournament.hand_for_hand, tournament.deal is None,
            tournament.structure, persons.changes,
        )  # fmt: skip
        marks = None if stage != self._stage else named_in(events)
        self._stage = stage
        page = partial(self._publish_page, view, persons)
        for one in fresh:
            one.own = None
            page(one)
        self._spread([one for one in pages if marks is None or one.mark in marks], page)

    def _publish_page(self, view: TournamentView, persons: Persons, one: TopicSubscriber) -> None:
        """Send one player's page, if their own part of it has changed. The screen on it is sent to all."""
        page = page_of(view, view.at, persons, one.mark)
        state = page.state
        own = page.player, state and [getattr(state, name) for name in _OWN], tuple(page.asks)
        if own != one.own:
            one.own = own
            one.send(persons.fill_names(_ENCODER.encode(PlayerUpdate("", page.seq, page.now, page))))


_OWN: Final = ("player", "status", "number", "table", "seat", "chips", "how", "counted_at", "place", "paid", "penalty",
               "moves", "may")  # fmt: skip


def named_in(events: Iterable[TournamentEvent | None]) -> frozenset[str] | None:
    """The players whom these events name, by their stored marks; None if everybody may be affected."""
    found: frozenset[str] = frozenset()
    for event in events:
        if event is None or isinstance(event.command, RefuseAll):  # names nobody
            return None
        if any(isinstance(step.command, c.Undo | c.Redo) for step in event.steps):
            return None
        found |= marks_in(encode_event(event))
    return found


# ---- the topics of all tournaments


class Topics:
    """The topics of all tournaments with subscribers, and of dealers' helpers."""

    def __init__(self, app_state: AppState) -> None:
        self._app_state = app_state
        self._topics: dict[str, TournamentTopics | DealerTopic] = {}

    async def subscriber(self, topic: str, queue: SendQueue, asker: WatchSender) -> TopicSubscriber:
        """Make a subscriber to a topic. Raises SidepotError if the client may not watch it."""
        place = topic_of(topic)
        if place is None:
            raise NotFound("no such topic", code="no_topic")
        found = TopicSubscriber(topic, place, queue, asker)
        await check_may_watch(self._app_state, found)
        return found

    def add(self, subscriber: TopicSubscriber) -> None:
        """Add a subscriber that is new or has missed something. The subscriber gets the whole content, then the
        changes.
        """
        place, viewer = subscriber.place, subscriber.viewer
        if viewer is not None:
            night = self._app_state.registry.cash.get(place.id)
            if night is not None:
                night.watch(viewer)
            return
        found = self._topics.get(_key(place))
        if found is None:
            if place.kind == DEALER:
                found = DealerTopic(self._app_state, place)
            else:
                found = TournamentTopics(self._app_state, place.id)
            self._topics[_key(place)] = found
        found.add(subscriber)

    def drop(self, subscriber: TopicSubscriber) -> None:
        """Remove a subscriber."""
        place, viewer = subscriber.place, subscriber.viewer
        if viewer is not None:
            night = self._app_state.registry.cash.get(place.id)
            if night is not None:
                night.unwatch(viewer)
            return
        key = _key(place)
        found = self._topics.get(key)
        if found is not None:
            found.drop(subscriber)
            if not len(found):
                found.stop()
                del self._topics[key]

    async def send_helper(self, place: Topic) -> None:
        """Send what a dealer's helper shows between two hands, if that has not been sent yet."""
        found = self._topics.get(_key(place))
        if isinstance(found, DealerTopic):
            await found.send_due()

    async def check(self, tournament: str) -> None:
        """Drop subscribers of a tournament who may no longer watch, for example because a player got a new slip."""
        found = self._topics.get(tournament)
        if found is not None:
            await found.check()


def _key(place: Topic) -> str:
    """The key of what is published together: a tournament, or one of its dealers' helpers."""
    return f"{place.id}-{place.rest}" if place.kind == DEALER else place.id
