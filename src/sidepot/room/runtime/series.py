"""Messages between online tournaments: the next one of a series, and flights with their final day.

Each of these happens exactly once, even if a process is killed. The terms of a tournament name the one it follows, or
the final day of a flight. So if a process is killed right after it announced a tournament, its successor finds that
tournament among the unfinished ones. A finished flight sends its bags until the final day has them; the final day
recognizes bags that arrive twice. A final day that is called off informs its flights, again and again until each of
them knows. Until then, none of these tournaments is marked as ended in the store.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from datetime import UTC, datetime, timedelta, tzinfo
from functools import partial
from typing import TYPE_CHECKING, Any, Final
from zoneinfo import ZoneInfo

from msgspec.structs import replace

from sidepot.errors import Conflict, SidepotError
from sidepot.room.runtime.clock import RETRY
from sidepot.room.runtime.tournament_storage import TOURNAMENT_STREAMS
from sidepot.room.store.crash_points import here
from sidepot.room.tournament.commands import FlightIs, FlightOff, Open
from sidepot.room.tournament.events import decode_event
from sidepot.room.tournament.online.flights import bags_of, flight_terms
from sidepot.room.tournament.terms import TournamentTerms

if TYPE_CHECKING:
    from sidepot.room.runtime.services import Services
    from sidepot.room.runtime.tournament_actor import TournamentActor
    from sidepot.room.tournament.machine import RoomTournament
    from sidepot.room.tournament.state import RoomTournamentState


WEEK: Final = timedelta(days=7)


def next_start(starts_at: int, zone: str, now: int) -> int:
    """The first time after `now` with the same weekday and local time as `starts_at`, in milliseconds since 1970.

    If this computer does not know the time zone, whole weeks are added to `starts_at`.

    >>> friday = int(datetime(2026, 10, 23, 18, tzinfo=UTC).timestamp()) * 1000
    >>> str(datetime.fromtimestamp(next_start(friday, "UTC", friday) // 1000, UTC))
    '2026-10-30 18:00:00+00:00'
    """
    there = _zone(zone)
    at = datetime.fromtimestamp(starts_at / 1000, there)
    last = datetime.fromtimestamp(now / 1000, there)
    weeks = max((last - at) // WEEK, 0)
    found = at + weeks * WEEK  # local time: an hour more or less when daylight saving time changes
    while found.timestamp() * 1000 <= now or found <= at:
        found += WEEK
    return round(found.timestamp() * 1000)


def _zone(name: str) -> tzinfo:
    try:
        return ZoneInfo(name)
    except (LookupError, ValueError, OSError):
        return UTC


def is_next_due(tournament: RoomTournamentState) -> bool:
    """Whether to announce the next tournament of a series, because this one has begun or was cancelled for lack of
    players.
    """
    return (
        bool(tournament.terms.weekly)
        and (tournament.tournament.is_seated or tournament.over)
        and not tournament.is_last
    )


def next_terms(tournament: RoomTournamentState, now: int) -> TournamentTerms:
    """The terms of the next tournament of the series."""
    terms = tournament.terms
    at = next_start(terms.starts_at, terms.weekly, now)
    flights_at = tuple([one and next_start(one, terms.weekly, now) for one in terms.flights_at])  # 0: staff start it
    word_of = (terms.password_of or tournament.id) if terms.locked else ""
    return replace(terms, starts_at=at, flights_at=flights_at, follows=tournament.id, draft=False, password_of=word_of)


SHORT: Final = 0.01  # seconds between two checks whether a write is finished
_TAKEN: Final = ("done_already", "tournament_over")  # a final day that has the bags, or is over
_GOES_ON: Final = ("begun_already", "tournament_over")  # a flight that is not called off with its final day
Job = Callable[["TournamentActor"], Coroutine[object, object, None]]


class Series:
    """Announces the next tournament of each series, and carries players from flights to their final day.

    It does one job at a time for each tournament.

    - `announce`: opens a tournament
    - `reach`: returns the actor of a tournament
    - `find`: reads a tournament
    - `on_durable`: is called when a job is done
    """

    def __init__(
        self,
        services: Services,
        announce: Callable[[TournamentTerms], Awaitable[str]],
        reach: Callable[[str], Any],
        find: Callable[[str], Awaitable[RoomTournament]],
        on_durable: Callable[[TournamentActor], None],
    ) -> None:
        self._services = services
        self._announce = announce
        self._reach = reach
        self._find = find
        self._on_durable = on_durable
        self._going: set[str] = set()
        self._writing: set[str] = set()  # tournaments with a look-up or an announcement in progress
        self._followed: set[str] = set()  # tournaments after which the next one of their series exists
        self._brought: set[str] = set()  # flights whose bags have arrived at the final day
        self._dropped: set[str] = set()  # final days whose flights all know that they are called off

    def is_settled(self, actor: TournamentActor) -> bool:
        """Whether a tournament has nothing left to announce or deliver. Otherwise the next job begins in the
        background.
        """
        terms = actor.machine.terms
        job = self._due(actor) if terms.weekly or terms.days is not None or terms.final else None
        if job is not None and actor.id not in self._going and not actor.is_stopped:
            self._going.add(actor.id)
            if job in (self._announce_next, self._announce_flights):
                self._writing.add(actor.id)
            self._services.soon(job(actor))
        return job is None

    def _due(self, actor: TournamentActor) -> Job | None:
        """What must be done next for a tournament."""
        tournament, terms = actor.machine, actor.machine.terms
        if is_next_due(tournament) and actor.id not in self._followed:
            return self._announce_next
        if terms.days is not None and not tournament.over and len(tournament.flights) < len(terms.days.flights):
            return self._announce_flights
        if tournament.dropped and not tournament.over and actor.id not in self._dropped:
            return self._call_off
        if terms.final and actor.is_done and actor.id not in self._brought:
            return self._bring
        return None

    async def quiet(self, tournament: str) -> None:
        """Wait until this process has announced everything for a tournament. Only then may another process announce
        anything.
        """
        while tournament in self._writing:
            await asyncio.sleep(SHORT)

    def _again(self, actor: TournamentActor) -> None:
        self._going.discard(actor.id)
        self._on_durable(actor)

    def _later(self, actor: TournamentActor, why: SidepotError, what: str = "its flights have not resumed yet") -> None:
        self._services.trouble(f"tournament {actor.id}", f"{what}: {why.message}")
        self._services.loop.call_later(RETRY, self._again, actor)

    async def _announced(self) -> list[tuple[str, TournamentTerms]]:
        """The tournaments that were announced and are not over, with their terms."""
        store, found = self._services.store, []
        for stream, lasts in await store.lasting(TOURNAMENT_STREAMS):
            for record in await store.read(stream, 0, 1) if lasts else ():
                try:
                    command = decode_event(record.data).command
                except SidepotError:
                    continue
                if isinstance(command, Open):
                    found.append((stream.removeprefix(TOURNAMENT_STREAMS), command.terms))
        return found

    # ---- the next one of a series

    async def _announce_next(self, actor: TournamentActor) -> None:
        services, key = self._services, f"series/{actor.id}"
        try:
            if not await services.store.get(key):
                known = [one for one, terms in await self._announced() if terms.follows == actor.id]
                found = known[0] if known else await self._announce(next_terms(actor.machine, services.now()))
                await services.store.put(key, found)
        except SidepotError as error:
            self._later(actor, error, "the next one is not announced yet")
            return
        finally:
            self._writing.discard(actor.id)
        self._followed.add(actor.id)
        self._again(actor)

    # ---- the final day

    async def _announce_flights(self, actor: TournamentActor) -> None:
        terms = actor.machine.terms
        assert terms.days is not None
        try:
            known = {terms.flight: one for one, terms in await self._announced() if terms.final == actor.id}
            for flight in terms.days.flights:
                if flight in actor.machine.flights:
                    continue
                here("flight opening")
                found = known.get(flight) or await self._announce(flight_terms(actor.id, terms, flight))
                here("flight opened")
                await actor.say(FlightIs(flight, found))
        except SidepotError as error:
            self._later(actor, error)
            return
        finally:
            self._writing.discard(actor.id)
        self._again(actor)

    async def _call_off(self, actor: TournamentActor) -> None:
        """Notify the flights whose bags are missing that the final day is called off."""
        tournament = actor.machine
        self._dropped.add(actor.id)
        try:
            for name, flight in [*tournament.flights.items()]:
                if name not in tournament.brought:
                    await self._drop(actor, flight)
        except SidepotError as error:
            self._not_dropped(actor, error)
            return
        if actor.id in self._dropped:  # otherwise a flight has refused it already, and gets it again later
            self._again(actor)

    async def _drop(self, actor: TournamentActor, flight: str) -> None:
        try:
            owner = self._reach(flight)
        except Conflict:  # it ended long ago, or is not loaded yet
            if (await self._find(flight)).over:
                return
            raise
        owner.submit(FlightOff(actor.machine.dropped), partial(self._heard, actor))

    def _heard(self, actor: TournamentActor, _: int, error: SidepotError | None) -> None:
        if error is not None and error.code not in _GOES_ON:
            self._not_dropped(actor, error)

    def _not_dropped(self, actor: TournamentActor, error: SidepotError) -> None:
        self._dropped.discard(actor.id)
        self._later(actor, error)

    # ---- a flight

    async def _bring(self, actor: TournamentActor) -> None:
        final = actor.machine.terms.final
        try:
            owner = self._reach(final)
        except Conflict as error:  # it ended long ago, or is not loaded yet
            await self._look(actor, error)
            return
        here("flight bringing")
        owner.submit(bags_of(actor.machine), partial(self._taken, actor))

    def _taken(self, actor: TournamentActor, _: int, error: SidepotError | None) -> None:
        here("flight brought")
        if error is not None and error.code not in _TAKEN:
            self._later(actor, error)
            return
        self._brought.add(actor.id)
        self._again(actor)

    async def _look(self, actor: TournamentActor, error: SidepotError) -> None:
        try:
            if (await self._find(actor.machine.terms.final)).over:
                self._brought.add(actor.id)
                self._again(actor)
                return
        except SidepotError as found:
            error = found
        self._later(actor, error)
