"""Those who follow a tournament: they get its state at once, and again when it has changed, twice a second at most."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final, Protocol

import msgspec

from sidepot.room.views.readers import Reader, Scope, Scopes, scopes_for
from sidepot.room.views.tournament import TournamentView
from sidepot.room.views.tournament_page import TournamentUpdate, own_view, public_tournament, tournament_seen

if TYPE_CHECKING:
    from sidepot.room.runtime.actor import Done
    from sidepot.room.runtime.persons import Persons
    from sidepot.room.runtime.send_queue import Subscriber
    from sidepot.room.runtime.services import Services
    from sidepot.room.tournament.commands import TournamentCommand
    from sidepot.room.tournament.machine import RoomTournament

PAUSE: Final = 0.5  # seconds between two states
_ENCODER: Final = msgspec.json.Encoder()


class TournamentOwner(Protocol):
    """The actor of a tournament."""

    id: str
    broken: str
    persons: Persons | None

    @property
    def event(self) -> RoomTournament:
        """The tournament itself."""

    @property
    def is_busy(self) -> bool:
        """Whether something is decided that is not durable yet, or the tournament is read again."""

    @property
    def is_stopped(self) -> bool:
        """Whether nothing is decided here any more."""

    async def say(self, said: TournamentCommand, /) -> int:
        """Say something in the name of the room, and wait until it is durable."""

    def submit(self, said: TournamentCommand, done: Done, /) -> None:
        """The same without waiting."""

    def notice(self) -> None:
        """See whether all is done now."""

    def report(self, error: Exception, /) -> None:
        """Keep what may be told of a mistake."""


class Followers:
    """The followers of one tournament."""

    def __init__(self, actor: TournamentOwner, services: Services) -> None:
        self._actor = actor
        self._services = services
        self._viewers: dict[Subscriber, int] = {}
        self._timer: asyncio.TimerHandle | None = None
        self._view: TournamentView | None = None
        self._stopped = False

    def __len__(self) -> int:
        return len(self._viewers)

    def viewers(self) -> list[Subscriber]:
        """Everybody who follows."""
        return [*self._viewers]

    def add(self, viewer: Subscriber) -> None:
        """Somebody follows: they are told how it stands, when that is durable."""
        self._viewers[viewer] = 0
        self.changed(now=True)

    def drop(self, viewer: Subscriber) -> None:
        """Not any more."""
        self._viewers.pop(viewer, None)

    def changed(self, *, now: bool = False) -> None:
        """Something has changed: tell it soon."""
        if self._viewers and self._timer is None and not self._stopped:
            self._timer = self._services.loop.call_later(0 if now else PAUSE, self._tell)

    def stop(self) -> None:
        """Nobody is told anything any more."""
        self._stopped = True
        if self._timer is not None:
            self._timer.cancel()

    def view(self) -> TournamentView:
        """The tournament as everybody sees it, worked out once for each record. Everything must be durable."""
        event = self._actor.event
        if self._view is None or self._view.seq != event.seq:
            self._view = TournamentView(event, self._services.now())
        return self._view

    def _tell(self) -> None:
        self._timer = None
        persons = self._actor.persons
        is_behind = persons is not None and persons.is_behind
        if self._actor.is_busy or is_behind or not self._services.may_answer:
            self._timer = self._services.loop.call_later(0.01, self._tell)
            return
        view = self.view()
        bodies: dict[Scopes, bytes] = {}
        for viewer, seq in list(self._viewers.items()):
            if seq == view.seq and seq or viewer.queue.behind:
                continue
            self._viewers[viewer] = view.seq
            scopes = self._seen_by(viewer)
            if scopes not in bodies:
                told = TournamentUpdate(
                    self._actor.id, view.seq, view.at, tournament_seen(view.once(public_tournament), scopes)
                )
                bodies[scopes] = self._named(_ENCODER.encode(told), scopes)
            yours = own_view(view, viewer.account, viewer.player, staff=viewer.staff)
            own = b"" if yours is None else b',"yours":' + self._named(_ENCODER.encode(yours), scopes)
            viewer.queue.put(bodies[scopes][:-1] + own + b"}")

    def _seen_by(self, viewer: Subscriber) -> Scopes:
        """What a follower sees by the terms as they are now."""
        terms = self._actor.event.terms
        reader = Reader.DIRECTOR if viewer.staff else Reader.STRANGER
        return scopes_for(reader, terms.public, real=terms.real)

    def _named(self, data: bytes, scopes: Scopes) -> bytes:
        persons = self._actor.persons
        if persons is None:
            return data
        return (persons if Scope.NAMES in scopes else persons.without_names()).told(data)
