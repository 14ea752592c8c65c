"""The lookup tables of the kernels, made from the plain evaluators of `ranking` when they are needed.

`ranking` computes the strengths of five cards. The strength of six or seven cards is the best one with one card left
out. A strength becomes a *hand rank* of two bytes (a `place` in the code): 0 for no hand, 1 for the weakest hand, and
so on. As with strengths, the higher one wins, and equal ones tie.

A hand is looked up by the sum of the weights of its ranks. No two hands with the same number of cards have the same
sum. The sums run up to eight million for 49,205 hands, so they are cut into rows of 1,024, and all rows are laid over
each other in one table, each shifted so that its hands meet free entries (row displacement). The weights are stirred
first, so that the rows are filled evenly and the table has hardly any gaps. Flushes come before them in the same table,
by the mask of their ranks, because an evaluator with one table and one exit compiles well.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations, combinations_with_replacement
from typing import Final, NamedTuple

from sidepot.kernels.jit import Array, kernel, need_fast
from sidepot.ranking.scales import Scale, find_scale

BITS: Final = 23  # of a sum
# The smallest numbers, found one after another, for which no two hands of seven cards have the same sum; stirred by an
# odd factor, they are as different as before.
WEIGHTS: Final = tuple(
    [
        weight * 2654435769 % (1 << BITS)
        for weight in (0, 1, 5, 22, 98, 453, 2031, 8698, 22854, 83661, 262349, 636345, 1479181)
    ]
)
FLUSHES: Final = 1 << 13  # this many entries of a table are for the masks of one suit
ROW: Final = 10  # bits of a sum that stand within its row
PAIRS: Final = 91  # twos of ranks


class OrderTables(NamedTuple):
    """The lookup tables for one scale and one number of cards. `table[rows[sum >> ROW] + (sum & 1023)]` is a hand
    rank.
    """

    rows: Array  # uint16, by the upper bits of a sum
    table: Array  # uint16: flushes by mask, then the ranks
    strengths: Array  # int64: the strength at each place


@kernel
def lay_rows(first: Array, columns: Array, order: Array, taken: Array, rows: Array) -> int:
    """Pack rows that have only some columns into one short table, so that no two of them use the same place.

    For each row, this writes to `rows` an offset at which all its columns are still free. Returns the table's length.

    - `first`: where the columns of each row begin in `columns`
    - `order`: the rows, fullest first
    - `taken`: working space, which must be 0

    The search begins a little before the offset of the last row of the same size. Hardly any space is free further
    back.
    """
    end = gap = start = size = 0
    for row in order:
        held = first[row + 1] - first[row]
        if held == 0:
            break
        while taken[gap]:
            gap += 1
        lowest = max(gap - columns[first[row]], 0)
        start = lowest if held != size else max(start - 256, lowest)
        size = held
        free = False
        while not free:
            free = True
            for at in range(first[row], first[row + 1]):
                if taken[start + columns[at]]:
                    free = False
                    start += 1
                    break
        for at in range(first[row], first[row + 1]):
            taken[start + columns[at]] = 1
            end = max(end, start + columns[at] + 1)
        rows[row] = start
    return end


@cache
def hands_of(count: int) -> tuple[Array, Array]:
    """The ranks of all hands of `count` cards, sorted by the sum of their weights, and these sums."""
    import numpy as np

    ranks = np.array(list(combinations_with_replacement(range(13), count)), dtype=np.int64)
    if count > 4:
        ranks = ranks[(ranks[:, 4:] != ranks[:, :-4]).all(axis=1)]
    sums = np.array(WEIGHTS)[ranks].sum(axis=1) % (1 << BITS)
    order = np.argsort(sums)
    return ranks[order], sums[order]


@cache
def rows_of(count: int) -> tuple[Array, int]:
    """Where each row of the lookup table for `count` cards begins, and the length of the table.

    The upper bits of a hand's sum are its row, and the lower bits its column.
    """
    import numpy as np

    _, sums = hands_of(count)
    size = 1 << BITS - ROW
    first = np.searchsorted(sums >> ROW, np.arange(size + 1))
    order = np.argsort(first[:-1] - first[1:], kind="stable")
    rows = np.zeros(size, dtype=np.uint16)
    end = lay_rows(first, sums & (1 << ROW) - 1, order, np.zeros(1 << 18, dtype=np.uint8), rows)
    return rows + np.uint16(FLUSHES), FLUSHES + int(end)


@cache
def five_card_strengths(name: str, qualifier: int | None, lowest: int) -> tuple[Array, Array]:
    """The strengths of five cards without a flush, sorted by sum, and the strengths of flushes, by mask of ranks."""
    import numpy as np

    order = find_scale(name, qualifier, lowest=lowest)
    assert order.table is not None
    learn = order.table.learn
    found = []
    for ranks in combinations_with_replacement(range(13), 5):
        if ranks[0] != ranks[4]:
            found.append(
                (sum([WEIGHTS[rank] for rank in ranks]) % (1 << BITS), learn(sum([1 << 3 * rank for rank in ranks])))
            )
    found.sort()
    return np.array([strength for _, strength in found]), _flushes(order)


def _flushes(order: Scale) -> Array:
    """The strength of the best five of five or more cards of one suit, by the mask of their ranks."""
    import numpy as np

    flushes = np.zeros(FLUSHES, dtype=np.int64)
    for ranks in combinations(range(13), 5):
        flushes[sum([1 << rank for rank in ranks])] = order.strength([4 * rank for rank in ranks])
    masks = np.arange(FLUSHES)
    size = np.array([int(mask).bit_count() for mask in masks])
    for more in (6, 7):
        these = masks[size == more]
        for rank in range(13):
            fewer = np.where(these >> rank & 1, flushes[these & ~(1 << rank)], 0)
            flushes[these] = np.maximum(flushes[these], fewer)
    return flushes


@cache
def tables(name: str, count: int, *, qualifier: int | None = None, lowest: int = 0) -> OrderTables:
    """The lookup tables of a scale for hands of five, six or seven cards.

    On a low scale where straights and flushes count, do not look up a flush in six or seven cards: five other cards may
    be lower. See `hand_places.lowest_of_more`. Raises Conflict if the extra `fast` is not installed.
    """
    need_fast("looking hands up in tables")
    import numpy as np

    strengths, flushes = five_card_strengths(name, qualifier, lowest)
    for more in range(6, count + 1):
        (ranks, sums), (_, fewer) = hands_of(more), hands_of(more - 1)
        without = np.searchsorted(fewer, (sums[:, None] - np.array(WEIGHTS)[ranks]) % (1 << BITS))
        strengths = strengths[without].max(axis=1)
    known = _places(name, qualifier, lowest)
    rows, size = rows_of(count)
    table = np.zeros(size, dtype=np.uint16)
    table[:FLUSHES] = np.searchsorted(known, flushes)
    _, sums = hands_of(count)
    table[rows[sums >> ROW].astype(np.int64) + (sums & (1 << ROW) - 1)] = np.searchsorted(known, strengths)
    return OrderTables(rows, table, known)


@cache
def _places(name: str, qualifier: int | None, lowest: int) -> Array:
    """The strengths that hands of a scale may have, in order: a strength's index is its hand rank."""
    import numpy as np

    ranks, flushes = five_card_strengths(name, qualifier, lowest)
    return np.unique(np.concatenate(([0], ranks, flushes)))


@cache
def two_and_three(name: str, board: int, *, qualifier: int | None = None, lowest: int = 0) -> OrderTables:
    """The lookup tables of a scale for two hole cards and three cards from a board of three to five cards.

    `table` begins with the flushes. After the flushes, it has a row for each combination of ranks on a board. For every
    two ranks of a hand, the row contains the best hand rank that three cards of the board make with them. `rows` finds
    the row of a board by the sum of its ranks.
    """
    need_fast("looking hands up in tables")
    import numpy as np

    strengths, flushes = five_card_strengths(name, qualifier, lowest)
    known = _places(name, qualifier, lowest)
    (_, fives), (_, threes), (ranks, boards) = hands_of(5), hands_of(3), hands_of(board)
    weights: Array = np.array(WEIGHTS)
    pairs = weights[np.array(list(combinations_with_replacement(range(13), 2)))].sum(axis=1)
    both = (threes[:, None] + pairs) % (1 << BITS)
    at = np.minimum(np.searchsorted(fives, both), len(fives) - 1)
    of_three = np.where(fives[at] == both, np.searchsorted(known, strengths)[at], 0).astype(np.uint16)
    best = np.zeros((len(boards), PAIRS), dtype=np.uint16)
    for some in combinations(range(board), 3):
        three = np.searchsorted(threes, weights[ranks[:, some]].sum(axis=1) % (1 << BITS))
        best = np.maximum(best, of_three[three])
    rows, size = rows_of(board)
    found = np.zeros((size - FLUSHES, PAIRS), dtype=np.uint16)
    found[rows[boards >> ROW].astype(np.int64) + (boards & (1 << ROW) - 1) - FLUSHES] = best
    return OrderTables(rows, np.concatenate((np.searchsorted(known, flushes).astype(np.uint16), found.ravel())), known)


@cache
def pairs_of_ranks() -> Array:
    """The column for two hole ranks (`13 * a + b`) in a row of `two_and_three`."""
    import numpy as np

    pairs = np.zeros(13**2, dtype=np.uint8)
    for at, (low, high) in enumerate(combinations_with_replacement(range(13), 2)):
        pairs[13 * low + high] = pairs[13 * high + low] = at
    return pairs


@cache
def badugis(name: str, *, qualifier: int | None = None) -> OrderTables:
    """The lookup tables of a badugi scale, by the mask of one to four ranks of different suits."""
    need_fast("looking hands up in tables")
    import numpy as np

    order = find_scale(name, qualifier)
    assert order.value is not None
    strengths = np.zeros(FLUSHES, dtype=np.int64)
    for count in range(1, 5):
        for ranks in combinations(range(13), count):
            strengths[sum([1 << rank for rank in ranks])] = order.value(
                [4 * rank + at for at, rank in enumerate(ranks)]
            )
    known = np.unique(np.concatenate(([0], strengths)))
    return OrderTables(np.zeros(0, dtype=np.uint16), np.searchsorted(known, strengths).astype(np.uint16), known)
