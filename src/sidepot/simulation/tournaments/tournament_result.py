"""The result of a simulated tournament, as data."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from sidepot.simulation.tournaments.tournament_checks import TournamentViolation
from sidepot.table.race import RaceSheet
from sidepot.tournament.entrants import Standing
from sidepot.tournament.moves import Move
from sidepot.tournament.tournament import Tournament


class TournamentResult(msgspec.Struct, frozen=True):
    """The result of a tournament: the counts, the standings, the payments, and the errors found.

    - `tables`: the largest number of tables
    - `level`: the last level, counted from 0
    - `clock_ms`: how long the clock ran, including breaks
    - `chips_issued`: all chips issued; `chips_in_play` and `chips_removed` add up to this number
    - `chips_removed`: all chips removed
    - `pool`: the sum of the `payouts`
    - `notes`: remarks that are not errors
    - `asked`: the number of expected players
    - `never_came`: how many expected players had not yet entered when the tournament ended or was stopped
    """

    name: str
    players: int
    entries: int
    rebuys: int
    addons: int
    tables: int
    hands: int
    level: int
    clock_ms: int
    chips_issued: int
    chips_in_play: int
    chips_removed: int
    pool: int
    fees: int
    bounties: int
    standings: tuple[Standing, ...]
    payouts: tuple[int, ...]
    moves: tuple[Move, ...]
    races: tuple[tuple[int, RaceSheet], ...]
    steps: int
    is_over: bool
    violations: tuple[TournamentViolation, ...]
    seconds: float
    notes: tuple[str, ...] = ()
    asked: int = 0
    never_came: tuple[str, ...] = ()

    @property
    def hands_per_second(self) -> float:
        """The number of hands per second of real time."""
        return self.hands / self.seconds if self.seconds else 0.0


def result_of(
    tournament: Tournament,
    now: int,
    tables: int,
    violations: Sequence[TournamentViolation],
    seconds: float,
    names: Sequence[str],
    notes: tuple[str, ...] = (),
) -> TournamentResult:
    """The result of a tournament so far, at the time `now`.

    - `tables`: the largest number of tables
    - `names`: the expected players
    """
    reading = tournament.reading(now)
    entrants = tournament.entrants.values()
    missing = tuple([name for name in names if name not in tournament.entrants])
    if missing:
        why = "the tournament was over before" if tournament.ended else "it stopped before"
        late = "the player who was late" if len(missing) == 1 else f"the {len(missing):,} players who were late"
        notes = (f"{len(names):,} were to play, and {len(tournament.entrants):,} did: {why} {late} came", *notes)
    return TournamentResult(
        name=tournament.structure.name,
        players=len(tournament.entrants),
        entries=tournament.entries,
        rebuys=sum([one.rebuys for one in entrants]),
        addons=sum([one.addons for one in entrants]),
        tables=tables,
        hands=tournament.hands,
        level=reading.level,
        clock_ms=reading.elapsed_ms,
        chips_issued=tournament.issued,
        chips_in_play=tournament.in_play,
        chips_removed=tournament.removed,
        pool=tournament.pool,
        fees=tournament.fees,
        bounties=tournament.bounties,
        standings=tournament.standings(),
        payouts=tournament.prizes(),
        moves=tuple(tournament.moves),
        races=tuple(tournament.races),
        steps=len(tournament.log),
        is_over=tournament.ended,
        violations=tuple(violations),
        seconds=round(seconds, 3),
        notes=notes,
        asked=len(names),
        never_came=missing,
    )
