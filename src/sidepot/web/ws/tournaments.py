"""Tournaments over a client's socket: its commands, and the topics that it watches (`topics`)."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, Final, Protocol

from sidepot.errors import SidepotError
from sidepot.room.runtime.errors import why_not_written
from sidepot.room.store.errors import StoreError
from sidepot.room.tournament.commands import STAFF_ONLY, Reenter, Register
from sidepot.room.views.messages import LONGEST_ID, NO_ID, Ack, Gone, Nack, is_id
from sidepot.room.views.tournament_schema import TournamentCmd
from sidepot.web.auth.authorization import MOST_WAITING
from sidepot.web.tournaments.routes import sender_of
from sidepot.web.ws.answers import nack_of, place_at, place_of
from sidepot.web.ws.dealers import answer_to
from sidepot.web.ws.topic_access import LONGEST, Pins, TopicSubscriber, WatchSender

if TYPE_CHECKING:
    from sidepot.room.dealer.forms import DealerCmd
    from sidepot.room.store.accounts import Account
    from sidepot.web.socket_backpressure import Connection
    from sidepot.web.state import AppState

MOST_TOPICS: Final = 40
TOO_MUCH: Final = "wait for the answers to your earlier commands"
NO_TOURNAMENT: Final = "no such tournament"


class SocketClient(Protocol):
    """The part of `Client` that this module uses."""

    app_state: AppState
    connection: Connection
    who: Account | None
    name: str

    @property
    def is_staff(self) -> bool:
        """Whether the client may use the host's commands."""

    def tell(self, message: Any) -> None:
        """Send a message."""

    def soon(self, work: Any) -> None:
        """Run a coroutine in the background."""


class TournamentSubscriptions:
    """The topics of tournaments that one socket watches, and its commands to them."""

    def __init__(self, client: SocketClient, cookies: Pins) -> None:
        self._client = client
        self._cookies = cookies
        self._topics: dict[str, TopicSubscriber] = {}
        self._waiting = 0
        self._is_gone = False

    async def watch(self, topic: str) -> None:
        """Watch a topic. If the topic is already watched, its whole content is sent again."""
        client = self._client
        if topic not in self._topics and len(self._topics) >= MOST_TOPICS:
            client.tell(Gone(topic[:LONGEST], f"a socket can watch at most {MOST_TOPICS} topics", "too_many_topics"))
            return
        asker = WatchSender(client.who, self._cookies)
        try:
            found = await client.app_state.topics.subscriber(topic, client.connection.queue, asker)
        except StoreError as error:  # the database does not answer: the client may try again
            client.tell(Gone(topic[:LONGEST], why_not_written(error), "not_written"))
            return
        except SidepotError as error:
            client.tell(Gone(topic[:LONGEST], error.message, error.code))
            return
        self.unwatch(topic)
        if not self._is_gone:
            self._topics[topic] = found
            client.app_state.topics.add(found)

    def unwatch(self, topic: str) -> None:
        """Stop watching a topic."""
        subscriber = self._topics.pop(topic, None)
        if subscriber is not None:
            self._client.app_state.topics.drop(subscriber)

    def look_away(self, error: SidepotError) -> None:
        """Stop watching because the account was banned."""
        for topic in list(self._topics):
            self.unwatch(topic)
            self._client.tell(Gone(topic, error.message, error.code))

    def catch_up(self) -> None:
        """Send the whole content of all topics, because the client is reading again."""
        for subscriber in self._topics.values():
            self._client.app_state.topics.add(subscriber)

    def gone(self) -> None:
        """Stop watching because the socket has closed."""
        self._is_gone = True
        for topic in list(self._topics):
            self.unwatch(topic)

    def command(self, message: TournamentCmd) -> None:
        """Check that the client may give a command, and send it to its tournament."""
        client = self._client
        place = place_of(message.tournament)
        code, because = self._why_not(message)
        if code:
            client.tell(Nack(message.id[:LONGEST_ID], place, because, code=code))
            return
        actor = client.app_state.registry.tournaments.get(message.tournament)
        if actor is None or client.who is None:
            client.tell(Nack(message.id, place, NO_TOURNAMENT, code="no_tournament"))
            return
        self._waiting += 1
        if isinstance(message.do, (Register, Reenter, *STAFF_ONLY)):
            client.soon(self._look_up(actor, message, client.who))
        else:
            self._submit(actor, message, client.who.id, client.name)

    def deal(self, message: DealerCmd) -> None:
        """Carry out an act at a table of a live tournament, for its dealer, the floor or a director."""
        if self._waiting >= MOST_WAITING:
            place = place_at(message.tournament, message.table)
            self._client.tell(Nack(message.id[:LONGEST_ID], place, TOO_MUCH, code="too_much"))
            return
        self._waiting += 1
        self._client.soon(self._deal(message))

    async def _deal(self, message: DealerCmd) -> None:
        client = self._client
        answer = await answer_to(client.app_state, WatchSender(client.who, self._cookies), message)
        self._waiting -= 1
        client.connection.write(answer)

    async def _look_up(self, actor: Any, message: TournamentCmd, who: Account) -> None:
        """Give a command whose sender is looked up first."""
        try:
            by = await sender_of(self._client.app_state, message.tournament, message.do, who)
        except SidepotError as error:
            self._done(message, 0, error)
            return
        self._submit(actor, message, who.id, by)

    def _submit(self, actor: Any, message: TournamentCmd, account: str, by: str) -> None:
        client = self._client
        done = partial(self._done, message)
        actor.submit(message.do, done, by=by, id=f"{account}/{message.id}", staff=client.is_staff, account=account)

    def _why_not(self, message: TournamentCmd) -> tuple[str, str]:
        client = self._client
        if not is_id(message.id):
            return "bad_id", NO_ID
        if not client.name:
            return "say_who", "log in first; until then you can only watch"
        if isinstance(message.do, STAFF_ONLY) and not client.is_staff:
            return "host_only", "only the staff of the tournament may do that"
        if self._waiting >= MOST_WAITING:
            return "too_much", TOO_MUCH
        return "", ""

    def _done(self, message: TournamentCmd, seq: int, error: SidepotError | None) -> None:
        self._waiting -= 1
        if error is None:
            self._client.tell(Ack(message.id, place_of(message.tournament), seq))
        else:
            self._client.tell(nack_of(message.id, place_of(message.tournament), error))
