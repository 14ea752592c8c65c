"""List the possible boards: every choice of the remaining ranks, or of the remaining cards of one suit."""

from __future__ import annotations

from sidepot.kernels.hand_places import SUM
from sidepot.kernels.jit import Array, helper, part


@part
def choose_next(chosen: Array, count: int, apart: int, last: int) -> bool:
    """Advance to the next choice of `count` numbers up to `last`, each at least `apart` larger than the one before.

    Returns False after the last choice.
    """
    at = count - 1
    while at >= 0 and chosen[at] == last - apart * (count - 1 - at):
        at -= 1
    if at < 0:
        return False
    chosen[at] += 1
    for later in range(at + 1, count):
        chosen[later] = chosen[later - 1] + apart
    return True


@helper
def write_ranks(left: Array, count: int, keys: Array, sums: Array, ways: Array, chosen: Array) -> int:
    """Write every choice of `count` ranks, with its sum and number of deals. Returns the number of choices.

    - `left`: how many cards of each rank there are
    - `chosen`: working space
    """
    for one in range(count):
        chosen[one] = 0
    found = 0
    more = True
    while more:
        total, number, same, last = 0, 1, 0, -1
        for one in range(count):
            rank = chosen[one]
            if rank == last:  # one more of them: each way was counted in every order
                same += 1
                number = number * (left[rank] - same + 1) // same
            else:
                same = 1
                number *= left[rank]
            last = rank
            total += keys[4 * rank] & SUM
        if number > 0:
            sums[found] = total
            ways[found] = number
            found += 1
        more = choose_next(chosen, count, 0, 12)
    return found


@helper
def write_suit(ranks: int, count: int, keys: Array, sums: Array, masks: Array, chosen: Array) -> int:
    """Write every choice of `count` cards of one suit from a mask of ranks. Returns the number of choices.

    `chosen` is working space for `count` numbers, followed by the ranks that are left.
    """
    here = 0
    for rank in range(13):
        if ranks >> rank & 1:
            chosen[count + here] = rank
            here += 1
    if here < count:
        return 0
    for one in range(count):
        chosen[one] = one
    found = 0
    more = True
    while more:
        total = mask = 0
        for one in range(count):
            rank = chosen[count + chosen[one]]
            total += keys[4 * rank] & SUM
            mask |= 1 << rank
        sums[found] = total
        masks[found] = mask
        found += 1
        more = choose_next(chosen, count, 1, here - 1)
    return found
