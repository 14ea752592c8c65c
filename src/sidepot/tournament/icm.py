"""The independent chip model: the value of a stack in prizes, if all play equally well.

By Malmuth and Harville, each player wins with a probability equal to their share of the chips; then the other players
play for second place in the same way, and so on. For up to some 15 players, `icm` computes this exactly, over all sets
of players that may have finished so far. For hundreds, `icm_race` treats the same model as a race: each player arrives
at an exponential time with the stack as its rate, and the first to arrive finishes first. A player's place is one more
than the number of earlier arrivals, and the value is an integral over time.

>>> icm((50, 30, 20), (70, 30)).values
(45.178..., 32.25, 22.571...)
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, expm1, inf, isfinite, log, sqrt
from numbers import Real
from typing import Final

import msgspec

from sidepot.errors import BadNotation, Conflict
from sidepot.validation.integers import as_int, as_ints
from sidepot.validation.type_checks import is_text

EXACT: Final = 15  # players whom all sets are counted for; one more takes twice as long
CLOSE: Final = 1e-9  # of the prizes: where the integral stops to be refined


class Worth(msgspec.Struct, frozen=True):
    """The value of each stack.

    `errors` bounds the error of each value (0 for exact values).
    """

    method: str
    values: tuple[float, ...]
    errors: tuple[float, ...]


def icm(stacks: Sequence[int], prizes: Sequence[float]) -> Worth:
    """The exact value of each stack. For more than `EXACT` players, use `icm_race`.

    Stacks are integers; prizes may be any numbers. Like all functions of this module, it raises BadNotation or Conflict
    for invalid values.
    """
    stacks = check_prizes(stacks, prizes)
    if len(stacks) > EXACT:
        return icm_race(stacks, prizes)
    chances = _count(stacks, len(prizes))
    values = [sum(chance * prize for chance, prize in zip(row, prizes, strict=True)) for row in chances]
    return Worth("exact", _alike(stacks, values), (0.0,) * len(stacks))


def finishes(stacks: Sequence[int], places: int = 0) -> tuple[tuple[float, ...], ...]:
    """Each player's probability of finishing in each of the first `places` places (0 for all places)."""
    stacks = check_stacks(stacks)
    places = min(as_int(places, "places"), len(stacks)) or len(stacks)
    rows = _count(stacks, places) if len(stacks) <= EXACT else _race_places(stacks, places)
    columns = [_alike(stacks, [row[place] for row in rows]) for place in range(places)]
    return tuple(zip(*columns, strict=True))


def bubble_factors(stacks: Sequence[int], prizes: Sequence[float]) -> tuple[tuple[float, ...], ...]:
    """The bubble factor of each player (row) against each opponent (column), if the two are all-in.

    Both put in the smaller of their two stacks. A factor of 1.5 means that losing these chips costs 1.5 times the prize
    money that winning them gains. A call then needs to win 1.5 / 2.5 = 60 % of the time. A player who loses all chips
    finishes last of the remaining players. The factor is 1 on the diagonal, and infinite where winning gains nothing.

    >>> [round(one, 3) for one in bubble_factors((50, 30, 20), (70, 30))[1]]
    [1.72, 1.0, 1.141]
    """
    stacks = check_prizes(stacks, prizes)
    now = icm(stacks, prizes).values
    rows = []
    for player in range(len(stacks)):
        row = []
        for other in range(len(stacks)):
            risk = min(stacks[player], stacks[other])
            lost = now[player] - _after(stacks, prizes, player, other, -risk)
            gained = _after(stacks, prizes, player, other, risk) - now[player]
            row.append(1.0 if player == other else lost / gained if gained > 0 else inf)
        rows.append(tuple(row))
    return tuple(rows)


def _after(stacks: tuple[int, ...], prizes: Sequence[float], player: int, other: int, won: int) -> float:
    """The value of a player's stack after winning (or losing) these chips from another player."""
    if player == other:
        return 0.0
    later = [*stacks]
    later[player] += won
    later[other] -= won
    last = prizes[len(stacks) - 1] if len(prizes) == len(stacks) else 0
    if not later[player]:
        return float(last)
    at = len([stack for stack in later[:player] if stack])
    left = [stack for stack in later if stack]
    return icm(left, prizes[: len(left)]).values[at]


def _count(stacks: Sequence[int], places: int) -> list[list[float]]:
    """Each player's chance of each place, over all sets of players that may hold the places above it.

    Sets are bit masks, and those of equally many players are done together, each with the chance that it is they who
    hold the first places, in whatever order.
    """
    players = len(stacks)
    total = sum(stacks)
    chances = [[0.0] * places for _ in stacks]
    sets: dict[int, tuple[float, int]] = {0: (1.0, total)}  # the chance, and the chips of all others
    for place in range(places):
        grown: dict[int, tuple[float, int]] = {}
        for mask, (chance, left) in sets.items():
            each = chance / left
            for player in range(players):
                bit = 1 << player
                if not mask & bit:
                    part = each * stacks[player]
                    chances[player][place] += part
                    before = grown.get(mask | bit)
                    grown[mask | bit] = (part if before is None else before[0] + part, left - stacks[player])
        sets = grown
    return chances


# ---- the race


def icm_race(stacks: Sequence[int], prizes: Sequence[float]) -> Worth:
    """The value of each stack, by numerical integration. Hundreds of players take seconds.

    The step is halved until no value changes by more than the fraction `CLOSE` of the prizes. The last change bounds
    the error. Raises BadNotation or Conflict for invalid values.
    """
    stacks = check_prizes(stacks, prizes)
    rates = _rates(stacks)
    # a prize is worth at most all of them: what falls with place keeps every number here between 0 and that
    scale = sum(prizes) or 1.0
    tail = [prize / scale for prize in prizes]
    step = 0.5
    sums = _sum_values(rates, tail, _nodes(rates, step, halves=False))
    values = [step * value for value in sums]
    while True:
        sums = [
            old + new for old, new in zip(sums, _sum_values(rates, tail, _nodes(rates, step, halves=True)), strict=True)
        ]
        step /= 2
        finer = [step * value for value in sums]
        change = max(abs(one - other) for one, other in zip(values, finer, strict=True))
        values = finer
        if change < CLOSE or step < 1e-3:
            break
    worth = [value * scale for value in values]
    return Worth("integral", _alike(stacks, worth), (max(change, 1e-12) * scale,) * len(stacks))


def _rates(stacks: Sequence[int]) -> list[float]:
    total = sum(stacks)
    return [stack / total for stack in stacks]


def _nodes(rates: Sequence[float], step: float, *, halves: bool) -> list[tuple[float, float]]:
    """Times of the race and their weights, for the trapezoid rule in x where the time is exp(x - exp(-x)).

    That substitution takes the whole race, from the first arrival to that of the shortest stack, in steps that are even
    on a scale of ratios, and makes both ends fall off so fast that the rule gains digits with each halving.
    """
    last = log(40 / min(rates))
    first = -3.7
    x = first + (step / 2 if halves else 0.0)
    found: list[tuple[float, float]] = []
    while x <= last:
        time = exp(x - exp(-x))
        found.append((time, time * (1 + exp(-x))))
        x += step
    return found


def _sum_values(rates: Sequence[float], prizes: Sequence[float], nodes: Sequence[tuple[float, float]]) -> list[float]:
    """For each player, the sum over these times of: arrives now, times the prize after that many earlier arrivals.

    Going up through the players, `before[m]` is the chance that m of those so far have arrived; going down, `due[m]` is
    what a player gets after m arrivals from above and some from below. All are chances and prizes: nothing cancels.
    """
    places = len(prizes)
    sums = [0.0] * len(rates)
    for time, weight in nodes:
        gone = [-expm1(-rate * time) for rate in rates]
        before = [1.0]
        ladder: list[list[float]] = []
        for chance in gone:
            ladder.append(before)
            stay = 1 - chance
            grown = [stay * before[0]]
            grown += [stay * here + chance * below for here, below in zip(before[1:], before, strict=False)]
            if len(before) < places:
                grown.append(chance * before[-1])
            before = grown
        due = list(prizes)
        for player in range(len(rates) - 1, -1, -1):
            chance = gone[player]
            stay = exp(-rates[player] * time)
            arrives = rates[player] * stay * weight
            sums[player] += arrives * sum(here * prize for here, prize in zip(ladder[player], due, strict=False))
            due = [stay * here + chance * above for here, above in zip(due, (*due[1:], 0.0), strict=True)]
    return sums


def _race_places(stacks: Sequence[int], places: int) -> list[list[float]]:
    """Each player's chance of each place, by the race: all arrivals but their own, one taken out at a time."""
    rates = _rates(stacks)
    step = 0.25 / max(1.0, sqrt(len(stacks)) / 4)
    rows = [[0.0] * places for _ in rates]
    for time, weight in _nodes(rates, step, halves=False):
        gone = [-expm1(-rate * time) for rate in rates]
        arrived = [1.0]
        for chance in gone:
            stay = 1 - chance
            inner = [stay * here + chance * below for here, below in zip(arrived[1:], arrived, strict=False)]
            arrived = [stay * arrived[0], *inner, chance * arrived[-1]]
        for player, chance in enumerate(gone):
            others = _without(arrived, chance)
            arrives = rates[player] * exp(-rates[player] * time) * weight * step
            row = rows[player]
            for place in range(places):
                row[place] += arrives * others[place]
    return rows


def _without(arrived: Sequence[float], chance: float) -> list[float]:
    """The distribution of arrivals without one player, who has arrived with that chance.

    Solved from the end where the chance that is divided by is the larger, so that errors never grow.
    """
    stay = 1 - chance
    size = len(arrived) - 1
    found = [0.0] * size
    last = 0.0
    if stay >= chance:
        for at in range(size):
            last = found[at] = (arrived[at] - chance * last) / stay
    else:
        for at in range(size - 1, -1, -1):
            last = found[at] = (arrived[at + 1] - stay * last) / chance
    return found


# ---- checks of arguments


def check_stacks(stacks: Sequence[int]) -> tuple[int, ...]:
    """The stacks as plain integers.

    Raises BadNotation if a stack is not an integer, and Conflict if there is no player or a player has no chips.
    """
    plain = as_ints(stacks, "stacks")
    if not plain:
        raise Conflict("the list of stacks is empty")
    for player, stack in enumerate(plain, 1):
        if stack <= 0:
            raise Conflict(f"stack {player} is {stack}; leave out players without chips, who have finished")
    return plain


def check_prizes(stacks: Sequence[int], prizes: Sequence[float]) -> tuple[int, ...]:
    """Check the stacks and the prizes, and return the stacks as plain integers.

    `prizes` are the prizes still to be won, first prize first. Raises BadNotation for a stack that is not an integer or
    a prize that is not a number, and Conflict for impossible stacks or prizes.
    """
    stacks = check_stacks(stacks)
    if not isinstance(prizes, Sequence) or is_text(prizes):
        raise BadNotation(f"prizes: expected a list of numbers, the first prize first, not {prizes!r:.60}")
    for prize in prizes:
        if not _is_number(prize):
            raise BadNotation(f"prizes: expected a number, not {prize!r}")
    if not prizes:
        raise Conflict("the list of prizes is empty")
    if len(prizes) > len(stacks):
        raise Conflict(
            f"{len(prizes)} prizes are too many for {len(stacks)} players; list only the first "
            f"{len(stacks)} of those still to be won"
        )
    if min(prizes) < 0:
        raise Conflict(f"a prize must not be negative, but one is {min(prizes)}")
    return stacks


def _is_number(value: object) -> bool:
    """Whether this is a finite number, neither a bool nor text."""
    return not isinstance(value, bool) and isinstance(value, Real) and isfinite(value)


def _alike(stacks: Sequence[int], values: Sequence[float]) -> tuple[float, ...]:
    """The values, the same to the last digit for equal stacks, whatever the order of addition."""
    groups: dict[int, list[float]] = {}
    for stack, value in zip(stacks, values, strict=True):
        groups.setdefault(stack, []).append(value)
    means = {stack: sum(some) / len(some) for stack, some in groups.items()}
    return tuple(means[stack] for stack in stacks)
