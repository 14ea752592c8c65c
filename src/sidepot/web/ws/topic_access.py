"""A subscriber to a topic of a tournament or cash night: its rights, and how it gets its messages."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

import msgspec

from sidepot.errors import SidepotError
from sidepot.room.runtime.subscribers import Subscriber
from sidepot.room.store.errors import StoreError
from sidepot.room.views.messages import Gone
from sidepot.room.views.readers import Reader, Scope
from sidepot.web.cash.access import NO_NIGHT
from sidepot.web.director.dealer import helper_of
from sidepot.web.director.displays import shown_on
from sidepot.web.director.people import player_of
from sidepot.web.problems import NotAllowed, NotFound
from sidepot.web.tournaments.access import check_sees, find_tournament, read

if TYPE_CHECKING:
    from sidepot.room.runtime.subscribers import SendQueue
    from sidepot.room.store.accounts import Account
    from sidepot.web.state import AppState

FEW: Final = 50  # subscribers whose rights are checked before other work gets its turn
LONGEST: Final = 120  # most characters of a topic
STATE, SCREEN, SEAT, DEALER, CASH = "state", "screen", "seat", "dealer", "cash"
_TOPIC: Final = re.compile(
    r"tournament/([0-9]{1,18})(?:/(?:(screen)(?:/([0-9A-Za-z-]{1,64}))?|(seat)/([0-9a-z-]{1,60})|(dealer)/([0-9]{1,6})))?"
)
_CASH: Final = re.compile(r"cash/([0-9]{1,18})")
_NO_TOPIC: Final = b'"topic":""'


Pins = Mapping[str, str]  # most staff cookies


class WatchSender(NamedTuple):
    """The sender of a `watch`: the account, if any, and the staff cookies."""

    user: Account | None
    cookies: Pins


class Topic(NamedTuple):
    """A topic: the id of its tournament or cash night, and its kind.

    `rest` is the token of a display or seat page, or the number of a table.
    """

    id: str
    kind: str
    rest: str = ""


def topic_of(text: str) -> Topic | None:
    """Parse a topic; None if the text is not one.

    >>> topic_of("tournament/7/screen/x1"), topic_of("cash/7")
    (Topic(id='7', kind='screen', rest='x1'), Topic(id='7', kind='cash', rest=''))
    """
    found = _CASH.fullmatch(text)
    if found is not None:
        return Topic(found[1], CASH)
    found = _TOPIC.fullmatch(text) if len(text) <= LONGEST else None
    if found is None:
        return None
    tournament, screen, display, seat, token, dealer, table = found.groups()
    return Topic(tournament, screen or seat or dealer or STATE, display or token or table or "")


class TopicSubscriber:
    """A client that watches one topic.

    - `mark`: the player of a seat page
    - `own`: the last version of the seat page that was sent
    - `viewer`: the same client, as the actor of a cash night knows it
    """

    __slots__ = ("asker", "mark", "own", "place", "queue", "topic", "viewer")

    def __init__(self, topic: str, place: Topic, queue: SendQueue, asker: WatchSender) -> None:
        self.topic = topic
        self.place = place
        self.queue = queue
        self.asker = asker
        self.mark = ""
        self.own: object = None
        self.viewer = Subscriber(queue, "") if place.kind == CASH else None

    def send(self, body: bytes) -> None:
        """Send a message of the topic, unless the client is behind."""
        if not self.queue.behind:
            self.queue.put(body.replace(_NO_TOPIC, b'"topic":"' + self.topic.encode() + b'"', 1))


# ---- rights, checked again while a topic is watched, because any of them may be revoked


SCREEN_NEEDS: Final = (Scope.STANDINGS, Scope.PRIZES, Scope.NAMES)


async def check_may_watch(app_state: AppState, subscriber: TopicSubscriber) -> None:
    """Raise an error if the client may not watch a topic. For a seat page, also store its player in `subscriber`."""
    app_state.bans.check(subscriber.asker.user, app_state.registry.clock(), watching=True)
    await CHECKS[subscriber.place.kind](app_state, subscriber)


async def _check_state(app_state: AppState, subscriber: TopicSubscriber) -> None:
    await find_tournament(app_state, subscriber.place.id)  # everybody may watch what they may see of it


async def _check_seat(app_state: AppState, subscriber: TopicSubscriber) -> None:
    tournament, _, token = subscriber.place
    of, subscriber.mark = await player_of(app_state, token)
    if of != tournament:
        raise NotFound("this slip belongs to another tournament", code="no_slip")
    check_sees(Reader.PLAYER, await find_tournament(app_state, tournament), *SCREEN_NEEDS)


async def _check_screen(app_state: AppState, subscriber: TopicSubscriber) -> None:
    """Check for a screen: displays that show the tournament, and users who may see everything on it, may watch it."""
    tournament, _, display = subscriber.place
    found = await find_tournament(app_state, tournament)
    if not display or not found.terms.live:
        await read(subscriber.asker, app_state, tournament, *SCREEN_NEEDS)
        return
    if await shown_on(app_state, display) != tournament:
        raise NotAllowed("this display shows another tournament", code="not_shown")
    check_sees(Reader.DISPLAY, found, *SCREEN_NEEDS)


async def _check_cash(app_state: AppState, subscriber: TopicSubscriber) -> None:
    """Check for a cash night: everybody may learn that it has changed. What a page then fetches has its own rights."""
    if app_state.registry.cash.get(subscriber.place.id) is None:
        raise NotFound(NO_NIGHT, code="no_cash_night")


async def _check_dealer(app_state: AppState, subscriber: TopicSubscriber) -> None:
    """Check for the dealer's helper of a table: its dealer and the other staff may watch it."""
    tournament, _, table = subscriber.place
    access = await read(subscriber.asker, app_state, tournament, Scope.TABLES, live=True)
    await helper_of(access, int(table))


CHECKS: Final[dict[str, Callable[[AppState, TopicSubscriber], Awaitable[None]]]] = {
    STATE: _check_state,
    SCREEN: _check_screen,
    SEAT: _check_seat,
    CASH: _check_cash,
    DEALER: _check_dealer,
}


async def drop_those_who_may_not(
    app_state: AppState,
    subscribers: Sequence[TopicSubscriber],
    drop: Callable[[TopicSubscriber], bool],
) -> None:
    """Check the rights of these subscribers again.

    `drop` removes a subscriber, and returns whether it was still subscribed.
    """
    for count, subscriber in enumerate(subscribers):
        if count and not count % FEW:  # thousands of player pages: let other work have its turn
            await asyncio.sleep(0)
        try:
            await check_may_watch(app_state, subscriber)
        except StoreError:  # the database does not answer: try again at the next beat
            return
        except SidepotError as error:
            if drop(subscriber):
                subscriber.queue.put(msgspec.json.encode(Gone(subscriber.topic, error.message, error.code)))
