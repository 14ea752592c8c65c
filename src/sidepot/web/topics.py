"""The topics of all tournaments: what a client of the socket watches of them by name."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Final

from sidepot.web.answers import NotFound
from sidepot.web.topic_event import EventTopics
from sidepot.web.topic_rights import check_may_watch
from sidepot.web.topic_watchers import Asker, Watcher, topic_of

if TYPE_CHECKING:
    from sidepot.room.running.outlet import Outlet
    from sidepot.web.desk import Desk

_log: Final = logging.getLogger("sidepot.web")


class Topics:
    """The tournaments that are watched by topics, each while somebody does."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._events: dict[str, EventTopics] = {}

    async def watcher(self, topic: str, outlet: Outlet, asker: Asker) -> Watcher:
        """A client at a topic that it may watch. Raises SidepotError where it may not."""
        place = topic_of(topic)
        if place is None:
            raise NotFound("there is no such topic", code="no_topic")
        found = Watcher(topic, place, outlet, asker)
        await check_may_watch(self._desk, found)
        return found

    def add(self, watcher: Watcher) -> None:
        """The client is told how it stands, and then what changes; also one that has missed something."""
        event = watcher.place.event
        found = self._events.get(event)
        if found is None:
            found = self._events[event] = EventTopics(self._desk, event, _log)
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
