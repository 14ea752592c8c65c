"""Make up an amount from chips: the fewest chips or a mix, from an unlimited or a limited supply."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import gcd, lcm


def fewest(amount: int, limits: Mapping[int, int | None]) -> dict[int, int] | None:
    """The fewest chips of each denomination that make an amount (None if it is impossible).

    `limits` is the supply of each denomination (None: unlimited). If several solutions have the same number of chips,
    larger chips are preferred. Denominations need not divide each other:

    >>> fewest(60, {10: None, 20: None, 50: None}), fewest(60, {20: None, 50: None}), fewest(30, {20: 9, 50: 9})
    ({50: 1, 10: 1}, {20: 3}, None)
    """
    values = sorted(limits, reverse=True)
    most = [_most(limits, value, amount) for value in values]
    seen: dict[tuple[int, int], tuple[int, ...] | None] = {}
    # Of the chips from each place on: the unit in which all their amounts come, and all that they make together.
    ends = range(len(values) + 1)
    units = [gcd(*values[at:]) for at in ends]
    totals = [sum(value * count for value, count in zip(values[at:], most[at:], strict=True)) for at in ends]

    def best(at: int, rest: int) -> tuple[int, ...] | None:
        """The counts of the denominations from index `at` that make `rest`."""
        if rest == 0:
            return (0,) * (len(values) - at)
        if rest > totals[at] or rest % units[at]:
            return None
        if (at, rest) not in seen:
            seen[at, rest] = search(at, rest)
        return seen[at, rest]

    def search(at: int, rest: int) -> tuple[int, ...] | None:
        """Try as many of the largest as possible, then fewer, while that can still lead to fewer chips in total."""
        value = values[at]
        count, step = start(value, rest, min(rest // value, most[at]), units[at + 1])
        found: tuple[int, ...] | None = None
        while count >= 0 and (left := rest - count * value) <= totals[at + 1]:
            at_least = count + (-(-left // values[at + 1]) if left else 0)
            if found is not None and at_least >= sum(found):
                break
            others = best(at + 1, left)
            if others is not None and (found is None or count + sum(others) < sum(found)):
                found = (count, *others)
            count -= step
        return found

    made = best(0, amount)
    return None if made is None else {value: count for value, count in zip(values, made, strict=True) if count}


def start(value: int, rest: int, count: int, unit: int) -> tuple[int, int]:
    """The largest number of chips of this value, at most `count`, that may be used to make the amount `rest`.

    What remains of `rest` must be a multiple of `unit`, as every amount in the other chips is. Also returns the step
    down to the next smaller number that may be used.
    """
    if not unit:
        return count, 1
    shared = gcd(unit, value)
    step = unit // shared
    wanted = rest // shared * pow(value // shared, -1, step) if step > 1 else 0
    return count - (count - wanted) % step, step


def _most(limits: Mapping[int, int | None], value: int, amount: int) -> int:
    """The largest number of chips of a kind that can be useful.

    Chips that add up to larger chips are changed for those, if there are enough of them.
    """
    limit = limits[value]
    most = amount // value
    if limit is not None:
        most = min(most, limit)
    return min(
        [most, *[lcm(larger, value) // value - 1 for larger, has in limits.items() if larger > value and has is None]]
    )


# ---- a mix


def as_wanted(rest: int, value: int, has: Mapping[int, int | None], least: int) -> int:
    """How many chips of the smallest kind, `value`, to use for the amount `rest`.

    It is the number nearest to `least` with which the larger kinds can make what remains. Without larger kinds, as many
    as possible are used. `has` is the supply of this kind and of all larger kinds (None: unlimited). Together, these
    kinds must be able to make `rest`.
    """
    limit = has[value]
    others = {kind: count for kind, count in has.items() if kind != value}
    most = rest // value if limit is None else min(limit, rest // value)
    if not others:
        return most
    want = min(least, most)
    if None not in others.values():  # at least this many, because the others are not enough
        want = max(want, -(-(rest - sum(kind * (count or 0) for kind, count in others.items())) // value))
    count, step = start(value, rest, most, gcd(*others))
    fit = range(count, -1, -step)  # the nearest first, and rather more than less
    return next(n for n in _around(fit, want) if fewest(rest - n * value, others) is not None)


def _around(some: range, middle: int) -> Iterator[int]:
    """The numbers of a descending range, those nearest to `middle` first (of two that are equally near, the larger)."""
    under = min(len(some), max(0, -((middle - some.start) // -some.step)))
    over = under - 1
    while over >= 0 or under < len(some):
        if under == len(some) or over >= 0 and some[over] - middle <= middle - some[under]:
            yield some[over]
            over -= 1
        else:
            yield some[under]
            under += 1
