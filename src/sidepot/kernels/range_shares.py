"""What each of many two-card hands wins against a range on full boards: ranks are counted, not compared in pairs."""

from __future__ import annotations

from sidepot.kernels.bits import index
from sidepot.kernels.hand_places import place
from sidepot.kernels.jit import Array, kernel


@kernel
def shares_against(
    boards: Array, holes: Array, weights: Array, rows: Array, table: Array, keys: Array, masks: Array, places: Array,
    starts: Array, order: Array, below: Array, level: Array, won: Array, met: Array,
) -> None:  # fmt: skip
    """For each hand, add the weight of the hands that it beats, and of the hands that it meets, on each board.

    - `holes`: two cards for each hand
    - `weights`: the weight of each hand in the opponent's range
    - `won`: the weight of the beaten hands; a tie counts as half
    - `met`: the weight of the hands that share no card with the hand or with the board
    - `places`, `order`: working arrays with a number for each hand
    - `starts`: a working array with a number for each rank, and one more
    - `below`, `level`: working arrays with a number for each card

    Hands are sorted by rank. Going up, `below` has for each card the weight of the weaker hands that hold this card.
    The weight that a hand beats is the weight of all weaker hands, without the hands that hold one of its cards.
    """
    hands = holes.shape[0]
    for at in range(boards.shape[0]):
        key = mask = 0
        for card in range(5):
            key += keys[boards[at, card]]
            mask |= masks[boards[at, card]]
        starts[:] = 0
        whole = 0.0
        level[:] = 0.0
        for hand in range(hands):
            one, two = holes[hand, 0], holes[hand, 1]
            places[hand] = 0
            if (masks[one] | masks[two]) & mask:
                continue
            rank = place(key + keys[one] + keys[two], mask | masks[one] | masks[two], rows, table)
            places[hand] = rank
            starts[index(rank + 1)] += 1
            whole += weights[hand]
            level[one] += weights[hand]
            level[two] += weights[hand]
        for hand in range(hands):
            if places[hand]:
                met[hand] += whole - level[holes[hand, 0]] - level[holes[hand, 1]] + weights[hand]
        for rank in range(1, len(starts)):
            starts[rank] += starts[rank - 1]
        live = starts[len(starts) - 1]
        for hand in range(hands):
            if places[hand]:
                order[index(starts[index(places[hand])])] = hand
                starts[index(places[hand])] += 1
        below[:] = 0.0
        weaker = 0.0
        first = 0
        while first < live:
            last = first
            rank = places[index(order[first])]
            level[:] = 0.0
            tied = 0.0
            while last < live and places[index(order[last])] == rank:
                hand = index(order[last])
                tied += weights[hand]
                level[holes[hand, 0]] += weights[hand]
                level[holes[hand, 1]] += weights[hand]
                last += 1
            for spot in range(first, last):
                hand = index(order[spot])
                one, two = holes[hand, 0], holes[hand, 1]
                won[hand] += weaker - below[one] - below[two]
                won[hand] += (tied - level[one] - level[two] + weights[hand]) / 2
            for card in range(52):
                below[card] += level[card]
            weaker += tied
            first = last
