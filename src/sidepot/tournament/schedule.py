"""The schedule of a tournament: its levels and breaks in order, and the chips in play at each.

Levels are counted from 0, without the breaks. Messages count levels from 1, as people do. Times are milliseconds.
Source: T22, T23a, T24b.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

import msgspec

from sidepot.errors import Conflict
from sidepot.games.mixes import Mix
from sidepot.games.stakes import AnteBy, Stakes
from sidepot.table.chips import ChipSet
from sidepot.validation import quantities as q
from sidepot.validation.type_checks import check_fields

MINUTE: Final = 60_000


class Level(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag="level", tag_field="kind"):
    """A level of the schedule.

    - `stakes`: the stakes of each game of the mix, in the order of the mix
    - `ms`: the duration in milliseconds
    - `decide`: the time that a player has for a decision (the shot clock)
    - `bank`: the maximum of a player's time bank

    For both times, 0 and -1 stand for the room's own setting. With real cards, the dealer keeps the time.
    """

    stakes: tuple[Stakes, ...]
    ms: q.SomeMs
    decide: q.Decision = 0
    bank: q.AnyBank = -1

    def __post_init__(self) -> None:
        check_fields(self)

    @property
    def min_bet(self) -> int:
        """The big blind or, at fixed limit, the small bet; in a mix, the largest of these."""
        return max(stakes.min_bet for stakes in self.stakes)


class Break(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="break", tag_field="kind"):
    """A break in the schedule.

    - `ms`: the duration in milliseconds
    - `remove`: the chips that leave play in the break (rule T23a)
    """

    ms: q.SomeMs
    remove: tuple[q.SomeChips, ...] = ()
    note: str = ""

    def __post_init__(self) -> None:
        check_fields(self)


Item = Level | Break


def levels_of(schedule: Iterable[Item]) -> tuple[Level, ...]:
    """The levels of the schedule in order, without its breaks."""
    return tuple(item for item in schedule if isinstance(item, Level))


def amounts_of(stakes: Stakes) -> tuple[int, ...]:
    """The posts and bets at these stakes. The chips in play must be able to make each of these amounts."""
    big = stakes.bet_size(big=True) if stakes.small_bet else 0
    found = (stakes.ante, *stakes.blinds, stakes.bring_in, stakes.small_bet, big)
    return tuple(dict.fromkeys(amount for amount in found if amount))


def chips_by_item(schedule: Sequence[Item], chips: ChipSet) -> Iterator[ChipSet]:
    """The chips in play at each level, and after each break.

    Raises Conflict if chips leave play in the wrong order.
    """
    for at, item in enumerate(schedule):
        if isinstance(item, Break) and item.remove:
            where = f"the break {_after(schedule, at)}"
            if item.remove != chips.values[: len(item.remove)]:
                gone = ", ".join(map(str, item.remove))
                smallest = ", ".join(map(str, chips.values[: len(item.remove)]))
                raise Conflict(f"{where}: the smallest chips ({smallest}) must leave play first, not {gone}")
            if len(item.remove) == len(chips.values):
                raise Conflict(f"{where}: some chips must stay in play")
            chips = chips.without(*item.remove)
        yield chips


def settle_schedule(schedule: Sequence[Item], mix: Mix, chips: ChipSet) -> tuple[Item, ...]:
    """The schedule with the smallest chip in play filled in at each level. Raises Conflict if the schedule cannot be
    played.
    """
    _check_order(schedule)
    settled: list[Item] = []
    number = 0
    before: Level | None = None
    for item, left in zip(schedule, chips_by_item(schedule, chips), strict=True):
        if isinstance(item, Break):
            settled.append(item)
            continue
        number += 1
        where = f"level {number}"
        if len(item.stakes) != len(mix.games):
            raise Conflict(
                f"{where}: {mix.title} has {len(mix.games)} games, but there are stakes for {len(item.stakes)}"
            )
        for stakes, part in zip(item.stakes, mix.games, strict=True):
            game = f"{where}, {part.name}" if len(mix.games) > 1 else where
            if stakes.rake is not None:
                raise Conflict(f"{game}: a tournament cannot take rake from its pots; its fee is part of the entry")
            _check_payable(stakes, left, game)
        if before is not None:
            _check_rising(before, item, mix, where)
        before = item
        smallest = tuple(msgspec.structs.replace(stakes, chip=left.smallest) for stakes in item.stakes)
        settled.append(msgspec.structs.replace(item, stakes=smallest))
    return tuple(settled)


def _check_order(schedule: Sequence[Item]) -> None:
    if not any(isinstance(item, Level) for item in schedule):
        raise Conflict("the schedule has no level; it needs at least one")
    if len(schedule) > q.MOST_ITEMS:
        raise Conflict(f"the schedule can have at most {q.MOST_ITEMS} levels and breaks, not {len(schedule)}")
    if isinstance(schedule[0], Break):
        raise Conflict("the schedule must begin with a level, not with a break")
    if isinstance(schedule[-1], Break):
        raise Conflict("the schedule must end with a level, not with a break")
    for at in range(1, len(schedule)):
        if isinstance(schedule[at], Break) and isinstance(schedule[at - 1], Break):
            raise Conflict(f"two breaks follow each other {_after(schedule, at)}; make them one")


def _check_payable(stakes: Stakes, chips: ChipSet, where: str) -> None:
    for amount in amounts_of(stakes):
        try:
            chips.make(amount)
        except Conflict as error:
            raise Conflict(f"{where}: {error.message}") from None


def _check_rising(before: Level, level: Level, mix: Mix, where: str) -> None:
    """Check that no stakes fall. Antes are compared by kind."""
    for old, new, part in zip(before.stakes, level.stakes, mix.games, strict=True):
        pairs: list[tuple[str, int, int]] = [
            ("bet", old.min_bet, new.min_bet),
            ("bring-in", old.bring_in, new.bring_in),
        ]
        names = ("small blind", "big blind", *["straddle"] * len(new.blinds))
        pairs += [
            (name, was, now) for name, was, now in zip(names, (*old.blinds, 0), (*new.blinds, 0), strict=False) if now
        ]
        if old.ante_by is new.ante_by and new.ante:
            pairs.append(("ante" if old.ante_by is AnteBy.ALL else f"ante of the {old.ante_by}", old.ante, new.ante))
        for name, was, now in pairs:
            if now < was:
                game = f" of {part.name}" if len(mix.games) > 1 else ""
                raise Conflict(f"{where}: the {name}{game} falls from {was} to {now}; it must not fall")


def _after(schedule: Sequence[Item], at: int) -> str:
    """Where a break is, for a message."""
    return f"after level {sum(isinstance(item, Level) for item in schedule[:at])}"
