"""Design a structure: for a number of players, a duration, and the available chips.

The stakes go up a ladder of amounts that are easily paid: each is made of chips that are not too small for it, so that
small chips leave play on the way. Different steepnesses and level lengths are tried, until the tournament ends about
when it should (`estimate`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import log
from typing import Final

import msgspec

from sidepot.errors import Conflict
from sidepot.games.catalog import find_game
from sidepot.games.limits import FixedLimit, NoLimit
from sidepot.games.mixes import Mix, single
from sidepot.games.stakes import AnteBy, Stakes
from sidepot.games.usual import stakes_for
from sidepot.table.chips import ChipSet, plain_chips
from sidepot.table.piles import Pile
from sidepot.tournament.colour_plan import plan_colour_ups
from sidepot.tournament.estimate import LATE, USUAL, when
from sidepot.tournament.schedule import MINUTE, Break, Item, Level, amounts_of
from sidepot.tournament.structure import Structure
from sidepot.validation import quantities as q

LENGTHS: Final = (2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30, 40, 45, 60, 75, 90, 120)  # minutes of a level
STEPS: Final = tuple(1 + step / 40 for step in range(4, 61))  # from one level to the next, 1.1 to 2.5 times
LIKED: Final = 1.4
NICE: Final = (10, 12, 15, 16, 20, 24, 25, 30, 40, 50, 60, 80)
DEEP: Final = 100  # big blinds to start with
FINEST: Final = 16  # chips down to so small a part of the bet are used at a level
BETWEEN_BREAKS: Final = 105  # minutes
TOLERANCE: Final = 0.1
HOLDEM: Final = single(find_game("holdem"), NoLimit())


def build(
    players: int,
    minutes: int,
    *,
    stack: int = 0,
    chips: ChipSet | None = None,
    seats: int = 9,
    level_minutes: int = 0,
    mix: Mix = HOLDEM,
    ante_from: int = 0,
    name: str = "made to measure",
) -> Structure:
    """A structure for `players` players that lasts about `minutes` minutes, including breaks.

    - `stack`: the starting stack (by default, 400 of the smallest chips)
    - `seats`: the seats at each table, or fewer if the game allows fewer
    - `level_minutes`: the length of a level (by default, what fits best)
    - `ante_from`: the level (counted from 1) from which on there is a big-blind ante, but not in fixed-limit games (0:
      never)

    Raises Conflict, with a suggestion, if nothing fits.

    >>> made = build(20, 240)
    >>> made.stack, made.levels[0].stakes[0].blinds, len(made.levels)
    (10000, (50, 100), 17)
    """
    if players < 2 or minutes < 10 or level_minutes < 0 or stack < 0:
        raise Conflict(
            "a tournament needs at least two players and ten minutes; chips and the minutes of a level must not be "
            "negative"
        )
    if stack > q.MOST_CHIPS:
        raise Conflict(f"the stack must be at most {q.MOST_CHIPS:,} chips")
    kinds = chips or plain_chips(25, 100, 500, 1000, 5000, 25000)
    start = stack or 400 * kinds.smallest
    ladder = list(_ladder(mix, kinds, players * start))
    first = min(range(len(ladder)), key=lambda at: abs(log(DEEP * ladder[at] / start)), default=None)
    if first is None:
        raise Conflict(f"with stacks of {start} and chips of {kinds} no blinds are possible")
    total = players * start
    climbs = {step: tuple(_climb(ladder[first:], step, total / LATE)) for step in STEPS}
    found = min(
        (
            _Try(bets, step, length, minutes, total)
            for length in ((level_minutes,) if level_minutes else LENGTHS)
            for step, bets in climbs.items()
            if length * 3 <= minutes
        ),
        key=_Try.score,
        default=None,
    )
    if found is None or abs(found.error) > TOLERANCE:
        raise Conflict(_advice(found, players, minutes, start, level_minutes))
    levels = [
        Level(usual_stakes(mix, bet, kinds, ante=0 < ante_from <= number), found.length * MINUTE)
        for number, bet in enumerate(found.bets, 1)
    ]
    return Structure(
        name=name,
        seats=min(seats, mix.seats[1]),
        mix=mix,
        schedule=plan_colour_ups(found.with_breaks(levels), kinds),
        chips=kinds,
        stack=start,
    )


def usual_stakes(mix: Mix, bet: int, chips: ChipSet, *, ante: bool = False) -> tuple[Stakes, ...]:
    """The usual stakes of each game for this size of bet, without chips that are too small for it.

    In a mix with fixed-limit games, the big blind of no-limit and pot-limit games is half of the bet. With `ante`,
    these games have a big-blind ante.

    >>> usual_stakes(HOLDEM, 1200, plain_chips(25, 100, 500))[0].blinds
    (600, 1200)
    """
    return _stakes(mix, bet, _usable(chips, bet), ante=ante)


def _ladder(mix: Mix, chips: ChipSet, total: int) -> Iterator[int]:
    """The possible bets, smallest first: all posts can be paid with chips of a sensible size."""
    power = 1
    while power <= 10 * total:
        for part in NICE:
            bet, rest = divmod(part * power, 10)
            if rest:
                continue
            if bet and _is_payable(mix, bet, chips):
                yield bet
        power *= 10


def _is_payable(mix: Mix, bet: int, chips: ChipSet) -> bool:
    """Whether the stakes for a bet can be paid in chips that are not too small."""
    usable = _usable(chips, bet)
    even = (4 if _is_mixed(mix) else 2) * usable.smallest
    if bet % even and bet != usable.smallest:
        return False
    amounts = {amount for stakes in _stakes(mix, bet, usable) for amount in amounts_of(stakes)}
    return all(usable.can_make(amount) for amount in amounts)


def _usable(chips: ChipSet, bet: int) -> ChipSet:
    """The chips that are not too small for a bet; the largest in any case."""
    sizes = [chip for chip in chips.chips if chip.value * FINEST >= bet]
    return ChipSet(tuple(sizes) or chips.chips[-1:])


def _is_mixed(mix: Mix) -> bool:
    """Whether it mixes games with and without fixed limits."""
    return len({isinstance(part.limit, FixedLimit) for part in mix.games}) > 1


def _stakes(mix: Mix, bet: int, chips: ChipSet, *, ante: bool = False) -> tuple[Stakes, ...]:
    found = []
    for part in mix.games:
        free = not isinstance(part.limit, FixedLimit)
        own = bet // 2 if free and _is_mixed(mix) else bet
        stakes = stakes_for(part.game, part.limit, own, chip=min(chips.smallest, own))
        if ante and free and stakes.blinds:
            stakes = msgspec.structs.replace(stakes, ante=own, ante_by=AnteBy.BIG_BLIND)
        found.append(stakes)
    return tuple(found)


class _Try:
    """One candidate: the bets of the levels, and the length of each."""

    def __init__(self, bets: Sequence[int], step: float, length: int, minutes: int, total: int) -> None:
        self.length = length
        self.step = step
        self.bets = bets
        self.breaks = round(minutes / BETWEEN_BREAKS) if minutes > BETWEEN_BREAKS else 0
        self.break_ms = (15 if minutes > 300 else 10) * MINUTE
        playing = minutes - self.breaks * self.break_ms // MINUTE
        self.between = max(round(playing / length / (self.breaks + 1)), 1)
        rough = [Level((Stakes(small_bet=bet),), length * MINUTE) for bet in self.bets]
        end = when(self.with_breaks(rough), total / USUAL) / MINUTE
        self.error = end / minutes - 1 if self.bets[-1] * USUAL >= total else -1.0

    def score(self) -> float:
        """The distance from the request in time and steepness; less is better."""
        return abs(self.error) + abs(log(self.step / LIKED)) / 8

    def with_breaks(self, levels: Sequence[Level]) -> tuple[Item, ...]:
        """The levels, with breaks after equal numbers of them."""
        schedule: list[Item] = []
        for number, level in enumerate(levels):
            if number and not number % self.between and number // self.between <= self.breaks:
                schedule.append(Break(self.break_ms))
            schedule.append(level)
        return tuple(schedule)


def _climb(ladder: Sequence[int], step: float, top: float) -> Iterator[int]:
    """Bets that rise by about this factor from level to level, until they are high enough."""
    wanted: float = ladder[0]
    at = -1
    while at < len(ladder) - 1 and (at < 0 or ladder[at] < top):
        at = min(range(at + 1, len(ladder)), key=lambda each: abs(log(ladder[each] / wanted)))
        yield ladder[at]
        wanted *= step


def _advice(found: _Try | None, players: int, minutes: int, stack: int, length: int) -> str:
    """Terms that might fit instead, in words."""
    what = f"{players} players with {stack} in chips each are not over in about {minutes} minutes"
    if found is None:
        return f"{what} with levels of {length}: take levels of {max(minutes // 10, 2)} minutes"
    likely = round(minutes * (1 + found.error))
    way = "longer levels or more chips" if found.error < 0 else "shorter levels or fewer chips"
    return f"{what}, with levels of {found.length}: it is rather {likely}. Take {way}"


# ---- the chips that a host owns


ROUND: Final = (10, 12, 15, 20, 25, 30, 40, 50, 60, 80)  # how round amounts begin
MOST: Final = 1000  # a stack is worth at most this many of its smallest chips
LEAST: Final = 50
EACH: Final = 8  # about this many of each kind, before larger ones


def largest_stack(kinds: ChipSet, stock: Pile, players: int) -> tuple[int, Pile]:
    """The largest round stack that this stock of chips allows for each player, and the chips that make up one stack.

    Raises Conflict if there are too few chips.

    >>> owned = Pile.of({25: 300, 100: 300, 500: 150, 1_000: 100})
    >>> stack, pile = largest_stack(plain_chips(25, 100, 500, 1_000), owned, 27)
    >>> stack, str(pile), enough_for(owned, pile)
    (6000, '25x8 100x8 500x4 1000x3', 33)
    """
    if players < 2:
        raise Conflict("a tournament needs at least two players")
    each = sum([value * (count // players) for value, count in stock.counts])
    for stack in _round_amounts(min(each, MOST * kinds.smallest), kinds.smallest):
        try:
            return stack, kinds.usable(stack, least=EACH, stock=stock, players=players)
        except Conflict:
            continue
    raise Conflict(f"{stock} are not enough chips for {players} players; add chips, or play with fewer players")


def enough_for(stock: Pile, pile: Pile) -> int:
    """How many players can get the starting stack `pile` from this stock of chips."""
    return min([stock.count(value) // count for value, count in pile.counts], default=0)


def _round_amounts(most: int, smallest: int) -> list[int]:
    """Round amounts up to `most` that are worth playing with, the largest first."""
    found = []
    power = 1
    while power <= most:
        found += [first * power // 10 for first in ROUND if first * power % 10 == 0]
        power *= 10
    return sorted([one for one in found if LEAST * smallest <= one <= most and one % smallest == 0], reverse=True)
