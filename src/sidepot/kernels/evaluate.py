"""Rank millions of hands over arrays, on any scale.

The input is rows of cards. The output is a hand rank of two bytes for each hand: the higher rank wins, and equal ranks
tie. `strengths` turns hand ranks into the strengths of `ranking`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import NamedTuple

from sidepot.errors import BadNotation
from sidepot.kernels.bits import index
from sidepot.kernels.hand_places import (
    FIVES,
    KEYS,
    MASKS,
    SUM,
    best_flush,
    best_of_four,
    best_of_row,
    lowest_of_more,
    place,
    place_badugi,
    place_of_ranks,
    ranks_of_suit,
    row_of_board,
    suit_for_flush,
)
from sidepot.kernels.jit import Array, kernel, need_fast, part
from sidepot.kernels.lookups import ROW, OrderTables, badugis, pairs_of_ranks, tables, two_and_three
from sidepot.ranking.scales import Scale, find_scale

_COLUMN = (1 << ROW) - 1
_ROW = ROW
BLOCK = 2048  # hands between which flushes are corrected
_BLOCK = BLOCK
Use = Callable[[int, Array], int]


@cache
def key_arrays() -> tuple[Array, Array]:
    """The key and the mask of each card. The sum of keys and the union of masks of a hand serve to look up its rank."""
    import numpy as np

    return np.array(KEYS, dtype=np.int64), np.array(MASKS, dtype=np.int64)


@kernel
def places_of(hands: Array, rows: Array, table: Array, keys: Array, masks: Array, out: Array) -> None:
    """Write the hand rank (`place`) of each row of five to seven cards to `out`."""
    for hand in range(hands.shape[0]):
        key = mask = 0
        for at in range(hands.shape[1]):
            key += keys[hands[hand, at]]
            mask |= masks[hands[hand, at]]
        out[hand] = place(key, mask, rows, table)


@kernel
def places_of_sevens(
    cards: Array, rows: Array, table: Array, keys: Array, masks: Array, flushes: Array, out: Array
) -> None:
    """Write to `out` the rank of each hand of seven cards in `cards`.

    A block of hands is looked up by ranks alone. Hands with a flush are listed in `flushes` and looked up again. A
    branch for each hand would be slow, because processors cannot predict the rare flushes.
    """
    for first in range(0, len(out), _BLOCK):
        found = 0
        at = 7 * first
        for hand in range(first, min(first + _BLOCK, len(out))):
            key = (
                keys[cards[index(at)]]
                + keys[cards[index(at + 1)]]
                + keys[cards[index(at + 2)]]
                + keys[cards[index(at + 3)]]
                + keys[cards[index(at + 4)]]
                + keys[cards[index(at + 5)]]
                + keys[cards[index(at + 6)]]
            )
            at += 7
            total = key & SUM
            out[index(hand)] = table[index(rows[index(total >> _ROW)] + (total & _COLUMN))]
            flushes[index(found)] = hand
            found += (key & FIVES) != 0
        for one in range(found):
            hand = index(flushes[one])
            at = 7 * hand
            a, b, c, d = cards[at], cards[at + 1], cards[at + 2], cards[at + 3]
            e, f, g = cards[at + 4], cards[at + 5], cards[at + 6]
            key = keys[a] + keys[b] + keys[c] + keys[d] + keys[e] + keys[f] + keys[g]
            mask = masks[a] | masks[b] | masks[c] | masks[d] | masks[e] | masks[f] | masks[g]
            out[hand] = table[index(ranks_of_suit(mask, key & FIVES))]


@kernel
def places_of_ranks(hands: Array, rows: Array, table: Array, keys: Array, out: Array) -> None:
    """Write the hand rank of each row of five to seven cards, ignoring suits, to `out`."""
    for hand in range(hands.shape[0]):
        key = 0
        for at in range(hands.shape[1]):
            key += keys[hands[hand, at]]
        out[hand] = place_of_ranks(key, rows, table)


@kernel
def places_of_lows(
    hands: Array, rows: Array, table: Array, five: Array, fives: Array, keys: Array, masks: Array, out: Array
) -> None:
    """Write the hand rank of each row to `out`, on a low scale where flushes count.

    `five` and `fives` are the tables for five cards.
    """
    count = hands.shape[1]
    for hand in range(hands.shape[0]):
        key = mask = 0
        for at in range(count):
            key += keys[hands[hand, at]]
            mask |= masks[hands[hand, at]]
        if count > 5 and key & FIVES:
            out[hand] = lowest_of_more(hands[hand], count, key, five, fives, keys, masks)
        else:
            out[hand] = place(key, mask, rows, table)


@kernel
def places_of_two_three(
    holes: Array, boards: Array, suits: bool, rows: Array, table: Array, pairs: Array, keys: Array, masks: Array,
    out: Array,
) -> None:  # fmt: skip
    """Write the hand rank of each row of hole cards, together with the same row of `boards`, to `out`.

    `suits` says whether flushes count.
    """
    held = holes.shape[1]
    for hand in range(holes.shape[0]):
        board_key = hole_key = 0
        for at in range(boards.shape[1]):
            board_key += keys[boards[hand, at]]
        for at in range(held):
            hole_key += keys[holes[hand, at]]
        best = best_of_row(holes[hand], held, row_of_board(board_key, rows), table, pairs)
        flush = suit_for_flush(board_key, hole_key)
        if flush and suits:
            best = max(best, best_flush(holes[hand], boards[hand], flush, masks, table))
        out[hand] = best


@kernel
def places_of_omaha(
    holes: Array, boards: Array, suits: bool, rows: Array, table: Array, pairs: Array, keys: Array, masks: Array,
    out: Array,
) -> None:  # fmt: skip
    """Write the hand rank of each row of four hole cards, together with the same row of full `boards`, to `out`.

    `suits` says whether flushes count. The loops of `places_of_two_three` are unrolled here, which is twice as fast.
    """
    for hand in range(holes.shape[0]):
        a, b, c, d = holes[hand, 0], holes[hand, 1], holes[hand, 2], holes[hand, 3]
        v, w, x, y, z = boards[hand, 0], boards[hand, 1], boards[hand, 2], boards[hand, 3], boards[hand, 4]
        board_key = keys[v] + keys[w] + keys[x] + keys[y] + keys[z]
        hole_key = keys[a] + keys[b] + keys[c] + keys[d]
        best = best_of_four(holes[hand], row_of_board(board_key, rows), table, pairs)
        flush = suit_for_flush(board_key, hole_key)
        if flush and suits:
            best = max(best, best_flush(holes[hand], boards[hand], flush, masks, table))
        out[hand] = best


@kernel
def places_of_badugis(hands: Array, table: Array, out: Array) -> None:
    """Write the hand rank of each row of four or five cards as a badugi to `out`."""
    for hand in range(hands.shape[0]):
        out[hand] = place_badugi(hands[hand], hands.shape[1], table)


@part
def each_seven(rows: Array, table: Array, keys: Array, masks: Array, last: int, use: Use, counts: Array) -> int:
    """Call `use` with the rank of every seven-card hand made of the cards below `last`. Returns the sum of the
    results.
    """
    total = 0
    for a in range(6, last):
        for b in range(5, a):
            key2, mask2 = keys[a] + keys[b], masks[a] | masks[b]
            for c in range(4, b):
                key3, mask3 = key2 + keys[c], mask2 | masks[c]
                for d in range(3, c):
                    key4, mask4 = key3 + keys[d], mask3 | masks[d]
                    for e in range(2, d):
                        key5, mask5 = key4 + keys[e], mask4 | masks[e]
                        for f in range(1, e):
                            key6, mask6 = key5 + keys[f], mask5 | masks[f]
                            for g in range(f):
                                total += use(place(key6 + keys[g], mask6 | masks[g], rows, table), counts)
    return total


@part
def _count(found: int, counts: Array) -> int:
    counts[found] += 1
    return 1


@part
def _itself(found: int, _counts: Array) -> int:
    return found


@kernel
def count_sevens(rows: Array, table: Array, keys: Array, masks: Array, counts: Array, last: int) -> int:
    """Count all seven-card hands made of the cards below `last`, by hand rank. Returns their number."""
    return each_seven(rows, table, keys, masks, last, _count, counts)


@kernel
def sum_of_sevens(rows: Array, table: Array, keys: Array, masks: Array, last: int) -> int:
    """The sum of the hand ranks of all seven-card hands made of the cards below `last`. Benchmarks use it to
    measure how fast hands are ranked in sequence.
    """
    return each_seven(rows, table, keys, masks, last, _itself, keys)


class Evaluator(NamedTuple):
    """Ranks arrays of hands on one scale.

    Looking up hand ranks with `places` is fast; `strengths` needs one more lookup.
    """

    scale: str
    choose: str
    qualifier: int | None = None
    lowest: int = 0

    def places(self, hands: Array, boards: Array | None = None) -> Array:
        """The hand rank of each row of cards. A greater rank wins.

        For `two and three`, each row of cards needs a row of `boards`. Raises Conflict if the extra `fast` is not
        installed. Raises BadNotation for rows that cannot be looked up.
        """
        need_fast("ranking arrays of hands")
        import numpy as np

        hands = _checked(hands)
        out = np.empty(len(hands), dtype=np.uint16)
        if self.choose == "two and three":
            if boards is None or len(boards) != len(hands) or not 2 <= hands.shape[1] <= 6:
                raise BadNotation("expected rows of two to six hole cards, and as many rows in `boards`")
            boards = _checked(boards)
            if not 3 <= boards.shape[1] <= 5:
                raise BadNotation(f"boards: expected three to five cards, got {boards.shape[1]}")
            suits = self._order().high is not None
            found = self._tables(boards.shape[1])
            whole = (hands.shape[1], boards.shape[1]) == (4, 5)
            fill = places_of_omaha if whole else places_of_two_three
            fill(hands, boards, suits, found.rows, found.table, pairs_of_ranks(), *key_arrays(), out)
            return out
        if boards is not None:
            raise BadNotation(
                "boards: expected none, because a hand may use any of its cards; add the board's cards "
                "to each row of hands"
            )
        count = hands.shape[1]
        if self._order().badugi is not None:
            places_of_badugis(hands, self._tables(count).table, out)
            return out
        if not 5 <= count <= 7:
            raise BadNotation(f"hands: expected rows of five, six or seven cards, got {count}")
        keys, masks = key_arrays()
        found = self._tables(count)
        rule = self._order().low
        if rule is not None and rule.straights:
            five = self._tables(5)
            places_of_lows(hands, found.rows, found.table, five.rows, five.table, keys, masks, out)
        elif rule is not None:
            places_of_ranks(hands, found.rows, found.table, keys, out)
        elif count == 7:
            flushes = np.empty(BLOCK + 1, dtype=np.int64)
            places_of_sevens(hands.ravel(), found.rows, found.table, keys, masks, flushes, out)
        else:
            places_of(hands, found.rows, found.table, keys, masks, out)
        return out

    def strengths(self, places: Array) -> Array:
        """The strengths, as in `ranking`, of these hand ranks."""
        return self._tables(5).strengths[places]

    def _order(self) -> Scale:
        return find_scale(self.scale, self.qualifier, lowest=self.lowest)

    def _tables(self, count: int) -> OrderTables:
        if self._order().badugi is not None:
            return badugis(self.scale, qualifier=self.qualifier)
        if self.choose == "two and three":
            return two_and_three(self.scale, count, qualifier=self.qualifier, lowest=self.lowest)
        return tables(self.scale, count, qualifier=self.qualifier, lowest=self.lowest)


def _checked(cards: Array) -> Array:
    """The rows as an array of bytes. Raises BadNotation for other shapes and for cards that are not 0 to 51."""
    import numpy as np

    found = np.asarray(cards)
    if found.ndim != 2:
        raise BadNotation(f"hands: expected an array with two dimensions, got {found.ndim}")
    if found.size and (found.min() < 0 or found.max() > 51):
        raise BadNotation("cards: expected 0 (2c) to 51 (As); tables cannot rank jokers and unknown cards")
    return np.ascontiguousarray(found, dtype=np.uint8)
