"""The nights of a season: which tournaments of the room belong to it, live or online, and how they ended."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Final, NamedTuple

from msgspec.structs import replace

from sidepot.errors import SidepotError
from sidepot.room.runtime.tournament_storage import TOURNAMENT_STREAMS
from sidepot.room.store.parties import Booked, PartyIndex
from sidepot.room.tournament.booking import paid_by
from sidepot.room.tournament.commands import Open
from sidepot.room.tournament.events import decode_event
from sidepot.room.tournament.knock_outs import knock_outs
from sidepot.room.tournament.terms import is_live_flight
from sidepot.tournament.bags import all_players
from sidepot.tournament.league import NightResult, Result, Season
from sidepot.tournament.structure import Kind

if TYPE_CHECKING:
    from sidepot.room.store.store import Store
    from sidepot.room.tournament.machine import RoomTournament

Find = Callable[[str], Awaitable["RoomTournament"]]
MOST_KEPT: Final = 2_000  # results that are kept in memory


class Announced(NamedTuple):
    """A tournament of the room that may belong to a season.

    - `at`: when it starts or, if no start was announced, when it was opened
    - `is_draft`: its title may still change
    - `first_flight`: in a flight or a day 2 of a live tournament, the id of the first flight
    - `is_flight`: it is a flight, whose players continue on a final day or a day 2
    """

    id: str
    title: str
    at: int
    live: bool
    is_draft: bool
    first_flight: str = ""
    is_flight: bool = False


class SeasonNights:
    """The tournaments of a room, with their results. The log of a finished tournament is read only once."""

    def __init__(self) -> None:
        self._announced: dict[str, Announced | None] = {}
        self._results: dict[str, NightResult | None] = {}

    async def announced(self, store: Store) -> list[Announced]:
        """All tournaments of the room in order. Flights are left out, because their players continue on a final day."""
        return [one for one in await self._all(store) if not one.is_flight]

    async def series(self, store: Store) -> dict[str, str]:
        """For each flight and each day 2 of a live tournament, the id of the first flight."""
        return {one.id: one.first_flight for one in await self._all(store) if one.first_flight}

    async def _all(self, store: Store) -> list[Announced]:
        found = []
        for stream, _ in await store.lasting(TOURNAMENT_STREAMS):
            if stream not in self._announced:
                self._announced[stream] = await _read(store, stream)
            one = self._announced[stream]
            if one is not None:
                found.append(one)
            else:
                del self._announced[stream]  # nothing to read yet
        return sorted(found, key=lambda one: (one.at, one.id))

    async def of(self, season: Season, store: Store, find: Find) -> list[NightResult]:
        """The finished nights of a season. Raises StoreError if the store cannot be read.

        `find` reads a tournament by its id. The players are given by their keys in the books: marks, accounts, or `~`
        and a name.
        """
        over = {stream for stream, lasts in await store.lasting(TOURNAMENT_STREAMS) if not lasts}
        found = []
        for one in await self.announced(store):
            night = (
                await self._result(one, find, is_over=TOURNAMENT_STREAMS + one.id in over)
                if _may(season, one)
                else None
            )
            if night is not None and belongs(season, one._replace(title=night.title)):
                found.append(night)
        return found

    async def _result(self, one: Announced, find: Find, *, is_over: bool) -> NightResult | None:
        if is_over and one.id in self._results:
            return self._results[one.id]
        try:
            machine = await find(one.id)
        except SidepotError:  # archived elsewhere, or not readable
            return None
        result = result_of(machine, one.at)
        if is_over:
            self._results[one.id] = result
            if len(self._results) > MOST_KEPT:
                del self._results[next(iter(self._results))]
        return result


async def _read(store: Store, stream: str) -> Announced | None:
    for record in await store.read(stream, 0, 1):
        try:
            command = decode_event(record.data).command
        except SidepotError:
            return None
        if isinstance(command, Open):
            terms, of = command.terms, stream.removeprefix(TOURNAMENT_STREAMS)
            is_flight = is_live_flight(terms)
            first = terms.first_flight or (of if is_flight else "")
            at = terms.starts_at or record.at
            return Announced(of, terms.title, at, terms.live, terms.draft, first, is_flight or bool(terms.final))
    return None


def _may(season: Season, one: Announced) -> bool:
    return belongs(season, one) or one.is_draft and bool(season.series)


def belongs(season: Season, one: Announced) -> bool:
    """Whether a tournament is a night of a season."""
    if one.id in season.without or season.kinds != "all" and (season.kinds == "live") != one.live:
        return False
    if one.id in season.nights:
        return True
    is_within = season.begins <= one.at and (not season.ends or one.at < season.ends)
    return bool(season.series) and one.title.casefold().startswith(season.series.casefold()) and is_within


def result_of(machine: RoomTournament, at: int) -> NightResult | None:
    """The result of a tournament without its bots, as a night of a season. Its time is `at` (ms since 1970).

    Returns None if the tournament is not over, was called off, or is a flight.

    The result of a day 2 includes everybody who played in any of its flights. Players who did not reach day 2 share the
    place after its last player.
    """
    tournament, terms = machine.tournament, machine.terms
    is_off = machine.called_off or tournament.reports.cancelled
    if not tournament.ended or is_off or tournament.structure.kind is Kind.FLIGHT:
        return None
    out, before = knock_outs(tournament), all_players(machine.live.gathered)
    results = []
    for line in tournament.standings():
        if line.player in machine.bots:
            continue
        earlier = before.pop(line.player, None)
        paid = earlier.paid if earlier is not None else paid_by(tournament, line.player)
        player = line.player if terms.live else machine.accounts.get(line.player) or f"~{line.player}"
        won, knocked = (earlier.won, earlier.knock_outs) if earlier is not None else (0, 0)
        places = line.place, out[line.player] + knocked
        results.append(Result(player, *places, line.paid + line.bounties + won, paid))
    last = len(results) + 1
    results += [Result(one.player, last, one.knock_outs, one.won, one.paid) for one in before.values()]
    entry, money = tournament.structure.entry, tournament.structure.money
    unit: int = 10**money.decimals
    pool = tournament.pool + tournament.bounties
    return NightResult(machine.id, terms.title, at, tournament.entries, tuple(results), entry.price, pool, unit)


def with_parties(night: NightResult, parties: PartyIndex) -> NightResult:
    """The night, with parties in place of the keys that the books use."""
    stream = TOURNAMENT_STREAMS + night.id
    return replace(night, results=tuple([replace(one, player=parties.of(one.player, stream)) for one in night.results]))


def booked_in(nights: list[NightResult]) -> list[Booked]:
    """The players of these nights as the books name them, for looking up their parties."""
    return [Booked(TOURNAMENT_STREAMS + night.id, one.player) for night in nights for one in night.results]
