"""Dealers' helpers over the socket: the topic of a table's helper, and the acts at that table.

Everybody who watches a helper gets its view after each event: two devices at a table, and the floor, see the same
hand. During a hand the view is made and sent when the event is durable. Between two hands it also shows the tournament,
so it is sent as soon as that is durable too.
"""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Any, Final

import msgspec

from sidepot.errors import SidepotError
from sidepot.room.dealer.commands import Close
from sidepot.room.runtime.errors import why_not_written
from sidepot.room.store.errors import StoreError
from sidepot.room.views.messages import LONGEST_ID, Ack, Nack
from sidepot.room.views.readers import Scope
from sidepot.web.director.dealer import MAY, DealerView, act_at, durable_view, find_for, helper_of, view_of
from sidepot.web.logs import trouble
from sidepot.web.problems import WENT_WRONG
from sidepot.web.tournaments.access import access_to, check_role, find_tournament
from sidepot.web.ws.answers import nack_of, place_at
from sidepot.web.ws.topic_access import DEALER, Topic, drop_those_who_may_not

if TYPE_CHECKING:
    from sidepot.room.dealer.commands import DealerEvent
    from sidepot.room.dealer.forms import DealerCmd
    from sidepot.room.runtime.dealer_actor import DealerActor
    from sidepot.room.runtime.persons import Persons
    from sidepot.web.state import AppState
    from sidepot.web.ws.topic_access import TopicSubscriber, WatchSender

_log: Final = logging.getLogger("sidepot.web")
_ENCODER: Final = msgspec.json.Encoder()
REPORT_WITHIN: Final = 1.0  # seconds until a closed hand is sent without its report
BEAT: Final = 3.0  # seconds between two checks of the subscribers' rights


class DealerUpdate(msgspec.Struct, frozen=True, omit_defaults=True, tag="dealer"):
    """The dealer's helper of a table."""

    topic: str
    view: DealerView


class DealerTopic:
    """The subscribers of the dealer's helper of one table."""

    def __init__(self, app_state: AppState, place: Topic) -> None:
        self._app_state, self._place = app_state, place
        self._loop = asyncio.get_running_loop()
        self._subscribers: dict[TopicSubscriber, None] = {}
        self._fresh: dict[TopicSubscriber, None] = {}  # those who have nothing yet
        self._seq = 0  # the last event that everybody has
        self._is_due = False  # a view with the state of the tournament must be sent
        self._tasks: set[asyncio.Task[None]] = set()
        self._beat = self._loop.call_later(BEAT, self._look_again)
        self._actor: DealerActor = app_state.registry.dealers.actor(f"{place.id}-{place.rest}")
        self._actor.listeners.append(self._on_event)

    def __len__(self) -> int:
        return len(self._subscribers)

    def add(self, subscriber: TopicSubscriber) -> None:
        """Add a subscriber that is new or has missed messages. The subscriber gets the view as soon as the view is
        durable.
        """
        self._subscribers[subscriber] = self._fresh[subscriber] = None
        self._send_soon()

    def drop(self, subscriber: TopicSubscriber) -> bool:
        """Remove a subscriber. Returns whether it was there."""
        self._fresh.pop(subscriber, None)
        return self._subscribers.pop(subscriber, subscriber) is None

    def stop(self) -> None:
        """Stop sending, because no subscribers are left."""
        self._actor.listeners.remove(self._on_event)
        self._beat.cancel()

    async def check(self) -> None:
        """Drop subscribers who may no longer watch."""
        await drop_those_who_may_not(self._app_state, [*self._subscribers], self.drop)

    def _look_again(self) -> None:
        self._beat = self._loop.call_later(BEAT, self._look_again)
        self._do(self.check())

    def _do(self, work: Any) -> None:
        task = self._loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _on_event(self, event: DealerEvent | None) -> None:
        """Called by the actor's publisher: everything that the dealer's helper has decided is durable.

        A closed hand is sent with its report, which follows at once, or after a moment without it.
        """
        registry, table = self._app_state.registry, self._actor.machine
        tournament: Any = registry.tournaments.get(self._place.id)
        if tournament is not None and table.terms is not None and not table.frozen:
            self._send(view_of(tournament.machine, table, registry.clock()), tournament.persons)
        else:
            self._is_due = True
            is_closed = event is not None and isinstance(event.command, Close)
            self._loop.call_later(REPORT_WITHIN if is_closed else 0, self._send_soon)

    def _send_soon(self) -> None:
        self._do(self.send_due())

    async def send_due(self) -> None:
        """Send what is due: the view between two hands to everybody, or the view to new subscribers."""
        if not (self._is_due or self._fresh):
            return
        try:
            found = await find_tournament(self._app_state, self._place.id)
            persons = await self._app_state.registry.tournaments.persons(found)
            view = await durable_view(self._app_state, self._actor)
        except SidepotError:  # not durable in time; the next event or the next check of the page sends it
            return
        except Exception as error:
            trouble(_log, "a dealer's helper could not be published", error)
            return
        if self._is_due or self._fresh:
            self._send(view, persons)

    def _send(self, view: DealerView, persons: Persons) -> None:
        """Send the view to all subscribers or, if it is not new, to those who have no view yet."""
        body = persons.fill_names(_ENCODER.encode(DealerUpdate("", view)))
        some = [*self._subscribers] if view.dealt.seq != self._seq or self._is_due else [*self._fresh]
        self._seq, self._is_due = view.dealt.seq, False
        self._fresh.clear()
        for one in some:
            one.send(body)


async def answer_to(app_state: AppState, asker: WatchSender, message: DealerCmd) -> bytes:
    """Carry out an act at a table. Returns its `ack` or its `nack`.

    The `ack` is returned after everybody at the table has been sent the view.
    """
    place = place_at(message.tournament, message.table)
    persons: Persons | None = None
    try:
        found = await find_for(app_state, message.tournament, message.table, message.do)
        access = await access_to(asker, app_state, found, Scope.TABLES, live=True)
        persons = access.persons
        check_role(access.staff, MAY)
        actor = await helper_of(access, message.table)
        try:
            seq = await act_at(access, actor, message.id, message.do, message.seen)
        finally:
            await app_state.topics.send_helper(Topic(message.tournament, DEALER, str(message.table)))
    except StoreError as error:  # its message names a path or an address
        nack = Nack(message.id[:LONGEST_ID], place, why_not_written(error), code="not_written")
    except SidepotError as error:
        nack = nack_of(message.id[:LONGEST_ID], place, error)
    except Exception as failed:  # a bug: without an answer the page would wait forever
        trouble(_log, "an act at a dealer's table could not be carried out", failed)
        nack = Nack(message.id[:LONGEST_ID], place, WENT_WRONG, code="went_wrong")
    else:
        return _ENCODER.encode(Ack(message.id, place, seq))
    encoded = _ENCODER.encode(nack)
    return encoded if persons is None else persons.fill_names(encoded)
