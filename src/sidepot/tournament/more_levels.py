"""Additional levels, so that a tournament with many players comes to an end.

A director adds levels if the schedule runs out while many chips are in play. The last level would go on forever (T22),
and with hundreds of bets in every stack, nobody would bust.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

from sidepot.games.stakes import Stakes
from sidepot.tournament.schedule import Level
from sidepot.tournament.structure import ROUNDS, Kind, Structure
from sidepot.validation import quantities as q

if TYPE_CHECKING:
    from sidepot.tournament.state import TournamentState

MOST_BETS: Final = 50  # of the last level, that all chips of a tournament may be
_AMOUNTS: Final = ("ante", "blinds", "bring_in", "small_bet", "big_bet")


def long_enough(structure: Structure, players: int) -> Structure:
    """The structure, with as many levels added as this number of players needs.

    Levels are added until all chips (each player's stack and add-on) are at most 50 bets of the last level. Each added
    level doubles the posts and bets of the previous level, and has the same length. A structure that is long enough is
    returned unchanged. If every table plays down to a winner, only the chips of one table count.
    """
    together = min(players, structure.seats) if structure.kind in ROUNDS else players
    chips = together * (structure.stack + structure.entry.addon_chips)
    schedule = list(structure.schedule)
    last = structure.levels[-1]
    while _needs_more(chips, last, len(schedule)):
        last = _higher(last)
        schedule.append(last)
    if len(schedule) == len(structure.schedule):
        return structure
    return msgspec.structs.replace(structure, schedule=tuple(schedule))


def missing_level(tournament: TournamentState, now: int) -> Level | None:
    """The level to add after the last level, for the chips in play now; None if the schedule is long enough.

    If the add-on is still to be sold, its chips count for each remaining player. If every table plays down to a winner,
    only the chips of the largest table count. A flight needs no added level, because it ends after a set number of
    levels.
    """
    structure, last = tournament.structure, tournament.levels_ahead[-1]
    if structure.kind is Kind.FLIGHT:
        return None
    if structure.kind in ROUNDS:
        chips = max(tournament.totals.values(), default=0)
    else:
        chips = tournament.in_play
        if structure.entry.addon_item > tournament.reading(now).item:
            chips += tournament.left * structure.entry.addon_chips
    return _higher(last) if _needs_more(chips, last, len(structure.schedule)) else None


def added(before: Structure, after: Structure) -> tuple[str, ...]:
    """A note that names the levels added to a schedule; empty if none were added."""
    first, last = len(before.levels) + 1, len(after.levels)
    if last < first:
        return ()
    which = f"level {first} was" if first == last else f"levels {first} to {last} were"
    return (
        f"{which} added to the schedule, each with twice the bets of the one before: with bets of "
        f"{before.levels[-1].min_bet:,} at most, a tournament of so many chips does not come to an end",
    )


def _needs_more(chips: int, last: Level, items: int) -> bool:
    """Whether that many chips need a level after the last one, and there is room for one."""
    return chips > MOST_BETS * last.min_bet and items < q.MOST_ITEMS and 4 * last.min_bet <= q.MOST_CHIPS


def _higher(level: Level) -> Level:
    """The level after one: twice its posts and bets, and as long."""
    return msgspec.structs.replace(level, stakes=tuple([_doubled(stakes) for stakes in level.stakes]))


def _doubled(stakes: Stakes) -> Stakes:
    """Twice the posts and bets; whatever chips pay for an amount pay for twice as much."""
    changes: dict[str, int | tuple[int, ...]] = {}
    for name in _AMOUNTS:
        amount = getattr(stakes, name)
        changes[name] = tuple([2 * blind for blind in amount]) if isinstance(amount, tuple) else 2 * amount
    return msgspec.structs.replace(stakes, **changes)
