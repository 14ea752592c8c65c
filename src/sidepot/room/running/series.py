"""Tournaments that repeat: when one has begun the next is announced, once, whatever is killed meanwhile.

The next one says in its terms which one it follows. So a process that was killed between announcing it and keeping that
finds it among the tournaments that are not over. None is ended in the store before the next is announced.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Final

from sidepot.errors import SidepotError
from sidepot.room.running.tournament_log import EVENTS
from sidepot.room.runtime.alarm_clock import RETRY
from sidepot.room.tournament.commands import Open
from sidepot.room.tournament.events import decode_event
from sidepot.room.tournament.online.calendar import is_next_due, next_terms
from sidepot.room.tournament.terms import EventTerms

if TYPE_CHECKING:
    from sidepot.room.running.tournament_actor import TournamentActor
    from sidepot.room.runtime.services import Services

SHORT: Final = 0.01  # seconds between two looks whether something is written


class Series:
    """The series of one process. `announce` opens a tournament, `noticed` is told when the next one is there."""

    def __init__(
        self,
        services: Services,
        announce: Callable[[EventTerms], Awaitable[str]],
        noticed: Callable[[TournamentActor], None],
    ) -> None:
        self._services = services
        self._announce = announce
        self._noticed = noticed
        self._going: set[str] = set()
        self._writing: set[str] = set()  # of those, where something is looked up or announced just now
        self._done: set[str] = set()

    def is_settled(self, actor: TournamentActor) -> bool:
        """Whether nothing is to be announced after it any more; else it is announced beside."""
        if actor.id in self._done or not is_next_due(actor.event):
            return True
        if actor.id not in self._going:
            self._going.add(actor.id)
            self._writing.add(actor.id)
            self._services.soon(self._go_on(actor))
        return False

    async def quiet(self, event: str) -> None:
        """Wait until nothing is announced after a tournament here: another process may do it from then on."""
        while event in self._writing:
            await asyncio.sleep(SHORT)

    async def _go_on(self, actor: TournamentActor) -> None:
        services, key = self._services, f"series/{actor.id}"
        try:
            if not await services.store.get(key):
                found = await self._follower(actor.id)
                found = found or await self._announce(next_terms(actor.event, services.now()))
                await services.store.put(key, found)
        except SidepotError as error:
            services.trouble(f"tournament {actor.id}", f"the next one is not announced yet: {error.message}")
            services.loop.call_later(RETRY, self._again, actor)
            return
        finally:
            self._writing.discard(actor.id)
        self._going.discard(actor.id)
        self._done.add(actor.id)
        self._noticed(actor)

    def _again(self, actor: TournamentActor) -> None:
        self._going.discard(actor.id)
        self._noticed(actor)

    async def _follower(self, event: str) -> str:
        """The tournament that follows it, if it was announced and is not over; else ""."""
        store = self._services.store
        for stream, lasts in await store.lasting(EVENTS):
            if not lasts:
                continue
            for record in await store.read(stream, 0, 1):
                try:
                    said = decode_event(record.data).said
                except SidepotError:
                    continue
                if isinstance(said, Open) and said.terms.follows == event:
                    return stream.removeprefix(EVENTS)
        return ""
