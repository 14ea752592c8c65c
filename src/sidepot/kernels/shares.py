"""Count winners in the same way for all methods of dealing.

If the pot is not split into halves, `wins` counts how often each set of seats won (a bit mask). If it is, or if there
are several boards, `counts[row, seat, size]` is how often a seat was one of `size` winners of a half: of the first half
if both were won (row 0) or only that one (row 1), of the second half if both were won (row 2) or only that one (row 3).
All shares follow from these whole numbers.
"""

from __future__ import annotations

from sidepot.kernels.jit import Array, kernel


@kernel
def winners(places: Array, seats: int, least: int) -> int:
    """A bit mask of the seats that win. 0 if no hand rank reaches `least`."""
    best = least
    found = 0
    for seat in range(seats):
        one = places[seat]
        found = 1 << seat if one > best else found | (one == best) << seat
        best = max(best, one)
    return found


@kernel
def count_two(
    first: Array, second: Array, seats: int, least: int, weight: int, part: float, counts: Array, shares: Array
) -> None:
    """Count the winners of each half on one board, and add what they win to `shares`.

    - `first`, `second`: each seat's hand rank for the first and the second half (0: no hand)
    - `least`: the lowest rank that wins the first half
    - `weight`: how many deals this board stands for (negative to take them back)
    - `part`: the fraction of the pot for which this board plays
    """
    best = best2 = size = size2 = 0
    for seat in range(seats):
        if first[seat] > best:
            best = first[seat]
            size = 1
        elif first[seat] == best:
            size += 1
        if second[seat] > best2:
            best2 = second[seat]
            size2 = 1
        elif second[seat] == best2:
            size2 += 1
    won = best >= least
    won2 = best2 > 0
    alone = 0 if won and won2 else 1
    half = part if alone else 0.5 * part
    for seat in range(seats):
        if won and first[seat] == best:
            counts[alone, seat, size] += weight
            shares[seat] += half / size
        if won2 and second[seat] == best2:
            counts[2 + alone, seat, size2] += weight
            shares[seat] += half / size2


@kernel
def end_deal(seats: int, weight: int, shares: Array, scoops: Array, parts: Array, squares: Array) -> None:
    """Count who won the whole pot and who won parts of it, and begin a new deal."""
    for seat in range(seats):
        share = shares[seat]
        if share > 0.0:
            if share > 0.999999:
                scoops[seat] += weight
            else:
                parts[seat] += weight
            squares[seat] += weight * share * share
            shares[seat] = 0.0
