"""What each of many two-card hands wins against a range on full boards: ranks are counted, not compared in pairs."""

from __future__ import annotations

from sidepot.kernels.bits import index
from sidepot.kernels.hand_places import place
from sidepot.kernels.jit import Array, kernel
from sidepot.kernels.subgames import count_others, show_down


@kernel
def shares_against(
    boards: Array, holes: Array, weights: Array, pays: Array, rows: Array, table: Array, keys: Array, masks: Array,
    starts: Array, held: Array, numbers: Array, by_card: Array, sums: Array, won: Array, met: Array,
) -> None:  # fmt: skip
    """Add, for each hand, the weight it beats (`won`, ties for half) and the weight it meets (`met`) on each board.

    `holes` are two cards for each hand, and `weights` their weights in the opponent's range. `pays` is what a win, a
    tie and a loss count. A hand meets only hands that share no card with it or with the board.

    - `starts`: a working array with a number for each rank, and one more
    - `held`, `numbers`: working arrays for the possible hands of a board: their cards; index, rank and order
    - `by_card`, `sums`: working arrays for `show_down`
    """
    for at in range(boards.shape[0]):
        key = mask = 0
        for card in range(5):
            key += keys[boards[at, card]]
            mask |= masks[boards[at, card]]
        starts[:] = 0
        size = 0
        for hand in range(holes.shape[0]):
            one, two = holes[hand, 0], holes[hand, 1]
            if (masks[one] | masks[two]) & mask:
                continue
            rank = place(key + keys[one] + keys[two], mask | masks[one] | masks[two], rows, table)
            starts[index(rank + 1)] += 1
            held[size, 0], held[size, 1] = one, two
            numbers[0, size], numbers[1, size] = hand, rank
            sums[0, size] = weights[hand]
            size += 1
        for rank in range(1, len(starts)):
            starts[rank] += starts[rank - 1]
        for live in range(size):
            rank = numbers[1, live]
            numbers[2, index(starts[index(rank)])] = live
            starts[index(rank)] += 1
        hands, ranks, order = held[:size], numbers[1, :size], numbers[2, :size]
        reach, rest, value = sums[0, :size], sums[1, :size], sums[2, :size]
        count_others(hands, reach, by_card, rest)
        for live in range(size):
            met[numbers[0, live]] += rest[live]
            value[live] = 0.0
        show_down(pays, hands, order, ranks, reach, by_card, rest, value)
        for live in range(size):
            won[numbers[0, live]] += value[live]
