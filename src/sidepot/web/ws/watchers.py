"""A subscriber to a topic of a tournament: its rights, and how messages reach it."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING, Final, NamedTuple

import msgspec

from sidepot.room.views.readers import Reader, Scope, Scopes
from sidepot.web.director.displays import shown_on
from sidepot.web.director.people import player_of
from sidepot.web.problems import NotAllowed, NotFound
from sidepot.web.tournaments.access import check_sees, find_tournament, read

if TYPE_CHECKING:
    from sidepot.room.runtime.persons import Persons
    from sidepot.room.runtime.subscribers import SendQueue
    from sidepot.room.store.accounts import Account
    from sidepot.web.state import AppState

LONGEST: Final = 120  # most characters of a topic
SCREEN, STAFF, TABLE, SEAT = "screen", "staff", "table", "seat"
_TOPIC: Final = re.compile(
    r"tournament/([0-9]{1,18})/(?:(screen)(?:/([0-9A-Za-z-]{1,64}))?|(staff)|(table)/([0-9]{1,6})|(seat)/([0-9a-z-]{1,60}))"
)
_NO_TOPIC: Final = b'"topic":""'
_ENCODER: Final = msgspec.json.Encoder()


Pins = Mapping[str, str]  # most staff cookies


class Asker(NamedTuple):
    """The sender of a `watch`: the account, if any, and the staff cookies."""

    user: Account | None
    cookies: Pins


class Topic(NamedTuple):
    """A topic: its tournament, its kind, and a detail: the token of a display or seat, or a table number."""

    event: str
    kind: str
    rest: str = ""


def topic_of(text: str) -> Topic | None:
    """Parse a topic; None if the text is not one.

    >>> topic_of("tournament/7/table/3"), topic_of("tournament/7/screen")
    (Topic(event='7', kind='table', rest='3'), Topic(event='7', kind='screen', rest=''))
    """
    found = _TOPIC.fullmatch(text) if len(text) <= LONGEST else None
    if found is None:
        return None
    event, screen, display, staff, table, number, seat, token = found.groups()
    return Topic(event, screen or staff or table or seat, display or number or token or "")


class TopicSubscriber:
    """One client on one topic. `scopes`: what it may see; `mark`: the player of a seat; `own`: their page as last
    sent.
    """

    __slots__ = ("asker", "mark", "own", "place", "queue", "scopes", "table", "topic")

    def __init__(self, topic: str, place: Topic, queue: SendQueue, asker: Asker) -> None:
        self.topic = topic
        self.place = place
        self.queue = queue
        self.asker = asker
        self.table = int(place.rest) if place.kind == TABLE else 0
        self.mark = ""
        self.scopes: Scopes = frozenset()
        self.own: object = None

    def send(self, body: bytes) -> None:
        """Send a message of its topic, unless the client is behind."""
        if not self.queue.behind:
            self.queue.put(body.replace(_NO_TOPIC, b'"topic":"' + self.topic.encode() + b'"', 1))


def encode_update(update: object, persons: Persons | None) -> bytes:
    """Encode a message for all subscribers of a kind, with names. `TopicSubscriber.send` fills in the topic."""
    data = _ENCODER.encode(update)
    return data if persons is None else persons.fill_names(data)


# ---- rights, checked again while a topic is watched, because any of them may be revoked


SCREEN_NEEDS: Final = (Scope.STANDINGS, Scope.PRIZES, Scope.NAMES)


async def check_may_watch(app_state: AppState, watcher: TopicSubscriber) -> None:
    """Raise an error if the client may not watch a topic. Note its scopes, and the player of a seat."""
    app_state.bans.check(watcher.asker.user, app_state.registry.clock(), watching=True)
    watcher.scopes = await CHECKS[watcher.place.kind](app_state, watcher)


async def _check_staff(app_state: AppState, watcher: TopicSubscriber) -> Scopes:
    return (await read(watcher.asker, app_state, watcher.place.event, Scope.TABLES, live=True)).scopes


async def _check_seat(app_state: AppState, watcher: TopicSubscriber) -> Scopes:
    event, _, token = watcher.place
    of, watcher.mark = await player_of(app_state, token)
    if of != event:
        raise NotFound("this slip is of another tournament", code="no_slip")
    return check_sees(Reader.PLAYER, await find_tournament(app_state, event), *SCREEN_NEEDS)


async def _check_screen(app_state: AppState, watcher: TopicSubscriber) -> Scopes:
    """Check for a screen: displays that show the tournament, and readers who may see everything on it, may watch it."""
    event, _, display = watcher.place
    found = await find_tournament(app_state, event)
    if not display or not found.terms.real:
        return (await read(watcher.asker, app_state, event, *SCREEN_NEEDS)).scopes
    if await shown_on(app_state, display) != event:
        raise NotAllowed("this display shows another tournament", code="not_shown")
    return check_sees(Reader.DISPLAY, found, *SCREEN_NEEDS)


CHECKS: Final[dict[str, Callable[[AppState, TopicSubscriber], Awaitable[Scopes]]]] = {
    SCREEN: _check_screen,
    SEAT: _check_seat,
    STAFF: _check_staff,
    TABLE: _check_staff,
}
