"""The estimated duration of a tournament, from its structure and its number of players.

A tournament ends when the players left have a few bets each: usually when the big blind (at fixed limit: the small bet)
is between 1/20 and 1/10 of all chips in play. This estimate assumes 1/15, and stakes that rise evenly from the middle
of one level to the middle of the next. It is a rule of thumb.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import log
from typing import Final

import msgspec

from sidepot.errors import Conflict
from sidepot.tournament.clock import Reading
from sidepot.tournament.schedule import Break, Item, Level, levels_of
from sidepot.tournament.structure import ROUNDS, Structure

EARLY: Final = 20  # bets in play when a tournament may be over
USUAL: Final = 15
LATE: Final = 10


class Estimate(msgspec.Struct, frozen=True):
    """When a tournament is expected to end.

    - `end_ms`: the time on the clock (ms)
    - `level`: the level, counted from 0
    - `early_ms`, `late_ms`: the earliest and the latest likely end
    - `why`: the reason for the estimate
    - `runs_out`: whether the levels do not rise far enough, so that the tournament may last longer
    """

    end_ms: int
    level: int
    early_ms: int
    late_ms: int
    why: str
    runs_out: bool = False


def estimate(structure: Structure, players: int, *, more_chips: int = 0) -> Estimate:
    """Estimate when a tournament is expected to end. `more_chips` is the number of chips from rebuys and add-ons.

    In a shoot-out and in heads-up matches, each round is a tournament of its own, which begins at the first level with
    full stacks. A satellite is over when there is a seat to win for each remaining player. Raises Conflict for too few
    players.
    """
    if players < 2 or more_chips < 0:
        raise Conflict(f"a tournament needs at least two players, each with at least one chip, not {players}")
    rounds, together = _rounds(structure, players)
    total = together * structure.stack + more_chips // rounds
    share = _share(players * structure.entry.buy_in // structure.pays.seat_price if structure.pays.seat_price else 1)
    bets = [total / (number * share) for number in (EARLY, USUAL, LATE)]
    early, end, late = (when(structure.schedule, bet) for bet in bets)
    top = structure.levels[-1].min_bet
    runs_out = top < bets[1]
    level = _level_at(structure.schedule, end)
    bet = structure.level(level).min_bet
    playing = f"Each of {rounds} rounds has {total} chips." if rounds > 1 else f"{total} chips are in play."
    few = f"A tournament usually ends when the chips in play make about {USUAL * share:.0f} bets."
    if runs_out:
        why = f"{playing} {few} In the last level, at {top}, they make {total // top}. "
        why += "Add levels, or start with fewer chips."
    else:
        why = f"{playing} {few} In level {level + 1}, at {bet}, they make {total // bet}."
    return Estimate(rounds * end, level, rounds * early, rounds * late, why, runs_out)


def _share(winners: int) -> float:
    """The factor on the usual bets: two players for one seat have 15 bets each, players who all win one have ten."""
    return max(1, winners * 2 / 3)


def time_left(schedule: Sequence[Item], reading: Reading, chips: int, winners: int = 1) -> int:
    """About how many more milliseconds a tournament with `chips` in play takes from this `reading` of its clock.

    `winners` is the number of players left at the end: 1, or the number of a satellite's seats. Time that the director
    added or removed counts, and so does an extra break. 0 means that the tournament may end at any time.
    """
    item = schedule[reading.item]
    left = item.ms if reading.left_ms is None or reading.is_extra else reading.left_ms
    gone = sum([before.ms for before in schedule[: reading.item]]) + item.ms - left
    end = when(schedule, chips / (USUAL * _share(winners)))
    return max(end - gone, 0) + (reading.left_ms or 0 if reading.is_extra else 0)


def _rounds(structure: Structure, players: int) -> tuple[int, int]:
    """How many rounds are played one after the other, and how many players play for the same chips."""
    if structure.kind not in ROUNDS:
        return 1, players
    left, rounds = players, 1
    while left > structure.seats:
        left = -(-left // structure.seats)
        rounds += 1
    return rounds, min(players, structure.seats)


def when(schedule: Sequence[Item], bet: float) -> int:
    """The time on the clock (in ms, with breaks) at which the stakes have risen to a bet.

    If they never rise to the bet, it is the end of the schedule.
    """
    levels = levels_of(schedule)
    begins = 0  # of the later level, without breaks
    if levels[0].min_bet >= bet:
        return levels[0].ms // 2
    for low, high in pairwise(levels):
        begins += low.ms
        if low.min_bet < bet <= high.min_bet:
            part = log(bet / low.min_bet) / log(high.min_bet / low.min_bet)
            start, end = begins - low.ms / 2, begins + high.ms / 2
            return _with_breaks(schedule, int(start + part * (end - start)))
    return sum(item.ms for item in schedule)


def _with_breaks(schedule: Sequence[Item], playing: int) -> int:
    """The time on a clock that runs in breaks, after `playing` milliseconds of play."""
    breaks = played = 0
    for item in schedule:
        if isinstance(item, Break):
            breaks += item.ms
        else:
            played += item.ms
            if played >= playing:
                break
    return playing + breaks


def _level_at(schedule: Sequence[Item], ms: int) -> int:
    """The level at a time of the clock."""
    begins = number = 0
    for item in schedule:
        if isinstance(item, Level):
            if begins + item.ms >= ms:
                return number
            number += 1
        begins += item.ms
    return number - 1
