"""Heads: how many players sit at each table, asked before anybody hears of hand for hand, the money, the final table.

A player who is out, and whom nobody told of, is found so: the tables say fewer than the record.
"""

from __future__ import annotations

from typing import Final

from sidepot.tournament.entrants import Status
from sidepot.tournament.heard import HAND_MS
from sidepot.tournament.heard_tables import play_since
from sidepot.tournament.state import TournamentState

LASTS: Final = 4 * HAND_MS  # of play: what a table said is asked again after it


def record_of(tournament: TournamentState, table: int) -> int:
    """How many players with chips sit at a table by the record."""
    entrants = tournament.entrants
    return sum([entrants[player].status is Status.SEATED for player in tournament.tables[table].places])


def heads_missing(tournament: TournamentState, now: int) -> list[int]:
    """The tables that have not told their heads of late."""
    told = tournament.heard.heads
    return [
        number
        for number in tournament.tables
        if number not in told or play_since(tournament, told[number].at, now) > LASTS
    ]


def heads_differ(tournament: TournamentState) -> list[int]:
    """The tables whose heads differed from the record when they were told."""
    return [number for number, told in tournament.heard.heads.items() if told.n != told.record]


def are_heads_known(tournament: TournamentState, now: int) -> bool:
    """Whether all tables have told their heads, as the record has them; where hands are played here, always."""
    return not tournament.heard.real or not (heads_missing(tournament, now) or heads_differ(tournament))
