"""Cards to come, written down: every choice of ranks, or of cards of one suit, that a board can still get."""

from __future__ import annotations

from sidepot.kernels.hand_places import SUM
from sidepot.kernels.jit import Array, kernel


@kernel
def write_ranks(left: Array, count: int, keys: Array, sums: Array, ways: Array, chosen: Array) -> int:
    """Write down every choice of `count` ranks, its sum and in how many ways it is dealt; how many there are.

    `left` is how many cards of each rank there are; `chosen` is room to choose in.
    """
    found = 0
    at = 0
    chosen[0] = -1
    if count == 0:
        sums[0], ways[0] = 0, 1
        return 1
    while at >= 0:
        chosen[at] += 1
        if chosen[at] > 12:
            at -= 1
            continue
        if at < count - 1:
            at += 1
            chosen[at] = chosen[at - 1] - 1
            continue
        total, number, same, last = 0, 1, 0, -1
        for one in range(count):
            rank = chosen[one]
            same = same + 1 if rank == last else 1
            last = rank
            number = number * (left[rank] - same + 1) // same
            total += keys[4 * rank] & SUM
        if number > 0:
            sums[found] = total
            ways[found] = number
            found += 1
    return found


@kernel
def write_suit(ranks: int, count: int, keys: Array, sums: Array, masks: Array, chosen: Array) -> int:
    """Write down every choice of `count` cards of one suit, given the mask of those left; how many there are.

    `chosen` is room to choose in.
    """
    found = 0
    at = 0
    chosen[0] = -1
    if count == 0:
        sums[0], masks[0] = 0, 0
        return 1
    while at >= 0:
        chosen[at] += 1
        if chosen[at] > 12:
            at -= 1
            continue
        if not ranks >> chosen[at] & 1:
            continue
        if at < count - 1:
            at += 1
            chosen[at] = chosen[at - 1]
            continue
        total = mask = 0
        for one in range(count):
            total += keys[4 * chosen[one]] & SUM
            mask |= 1 << chosen[one]
        sums[found] = total
        masks[found] = mask
        found += 1
    return found
