"""Deal the remaining cards of any game that tables can rank, in every way or at random.

A deal fills `slots`: places in a hand (`seat`, `index`) or on a board (`-1 - board`, `index`), group by group, since
the order of the cards within a hand or a board does not matter. `first_of_group` is 1 where a new group begins.

The ranking of a half of the pot is a row of `kinds` (how a hand is made, whether the board plays, whether flushes
count) with its tables: `rows` and `table`, and those of five cards for lows with a flush.
"""

from __future__ import annotations

from sidepot.kernels.hand_places import place_in
from sidepot.kernels.holdem import below, drawn, step
from sidepot.kernels.jit import Array, kernel
from sidepot.kernels.shares import count_two, end_deal


@kernel
def count_deal(
    kinds: Array, halves: int, holes: Array, held: int, live: int, boards: Array, dealt: int, least: int,
    rows: Array, table: Array, five_rows: Array, five: Array, rows2: Array, table2: Array, five_rows2: Array,
    five2: Array, pairs: Array, keys: Array, masks: Array, all_cards: Array, room: Array, shares: Array,
    counts: Array, scoops: Array, parts: Array, squares: Array,
) -> None:  # fmt: skip
    """Count the winners of each part of the pot for one complete deal."""
    first, second, hole_keys = room[0], room[1], room[2]
    part = 1.0 / len(boards)
    for seat in range(live):
        key = 0
        for at in range(held):
            key += keys[holes[seat, at]]
        hole_keys[seat] = key
    for number in range(len(boards)):
        board = boards[number]
        board_key = 0
        for at in range(dealt):
            board_key += keys[board[at]]
        for seat in range(live):
            first[seat] = place_in(
                kinds[0, 0], kinds[0, 1], kinds[0, 2], holes[seat], held, hole_keys[seat], board, dealt, board_key,
                rows, table, five_rows, five, pairs, keys, masks, all_cards,
            )  # fmt: skip
            second[seat] = 0
            if halves == 2:
                second[seat] = place_in(
                    kinds[1, 0], kinds[1, 1], kinds[1, 2], holes[seat], held, hole_keys[seat], board, dealt, board_key,
                    rows2, table2, five_rows2, five2, pairs, keys, masks, all_cards,
                )  # fmt: skip
        count_two(first, second, live, least, 1, part, counts, shares)
    end_deal(live, 1, shares, scoops, parts, squares)


@kernel
def count_deals(
    slots: Array, first_of_group: Array, stub: Array, begin: int, end: int, kinds: Array, halves: int, holes: Array,
    live: int, boards: Array, dealt: int, least: int, rows: Array, table: Array, five_rows: Array, five: Array,
    rows2: Array, table2: Array, five_rows2: Array, five2: Array, pairs: Array, keys: Array,
    masks: Array, all_cards: Array, room: Array, shares: Array, counts: Array, scoops: Array, parts: Array,
    squares: Array,
) -> int:  # fmt: skip
    """Count all deals whose first card is `stub[begin]` to `stub[end - 1]`. Returns the number of deals."""
    held = holes.shape[1]
    size, last = len(stub), len(slots) - 1
    chosen, free = room[3], room[4]
    for at in range(size):
        free[at] = 1
    deals = at = 0
    if last < 0:
        count_deal(
            kinds, halves, holes, held, live, boards, dealt, least, rows, table, five_rows, five, rows2, table2,
            five_rows2, five2, pairs, keys, masks, all_cards, room, shares, counts, scoops, parts, squares,
        )  # fmt: skip
        return 1
    chosen[0] = begin - 1
    while at >= 0:
        one = chosen[at] + 1
        while one < size and not free[one]:
            one += 1
        chosen[at] = one
        if one >= size or at == 0 and one >= end:
            at -= 1
            if at >= 0:
                free[chosen[at]] = 1
            continue
        if slots[at, 0] >= 0:
            holes[slots[at, 0], slots[at, 1]] = stub[one]
        else:
            boards[-1 - slots[at, 0], slots[at, 1]] = stub[one]
        if at < last:
            free[one] = 0
            at += 1
            chosen[at] = -1 if first_of_group[at] else one
            continue
        count_deal(
            kinds, halves, holes, held, live, boards, dealt, least, rows, table, five_rows, five, rows2, table2,
            five_rows2, five2, pairs, keys, masks, all_cards, room, shares, counts, scoops, parts, squares,
        )  # fmt: skip
        deals += 1
    return deals


@kernel
def sample_deals(
    slots: Array, stub: Array, deals: int, state: Array, candidates: Array, begins: Array, known: Array, kinds: Array,
    halves: int, holes: Array, live: int, boards: Array, dealt: int, least: int, rows: Array, table: Array,
    five_rows: Array, five: Array, rows2: Array, table2: Array, five_rows2: Array, five2: Array, pairs: Array,
    keys: Array, masks: Array, all_cards: Array, room: Array, shares: Array, counts: Array,
    scoops: Array, parts: Array, squares: Array,
) -> None:  # fmt: skip
    """Sample deals: a random candidate hand of `known` cards for each seat, then the remaining cards."""
    held = holes.shape[1]
    size, seats = len(stub), len(known)
    several = begins[seats] > seats
    chance = state[0]
    for _ in range(deals):
        used = 0
        if several:
            seat = 0
            while seat < seats:
                chance = step(chance)
                hand = begins[seat] + below(chance, begins[seat + 1] - begins[seat])
                bits = 0
                for at in range(known[seat]):
                    bits |= 1 << candidates[hand, at]
                    holes[seat, at] = candidates[hand, at]
                if bits & used:
                    seat = used = 0
                    continue
                used |= bits
                seat += 1
        at = taken = 0
        while taken < len(slots):
            chance = step(chance)
            card = drawn(stub, at, size, chance)
            at += 1
            if used >> card & 1:
                continue
            if slots[taken, 0] >= 0:
                holes[slots[taken, 0], slots[taken, 1]] = card
            else:
                boards[-1 - slots[taken, 0], slots[taken, 1]] = card
            taken += 1
        count_deal(
            kinds, halves, holes, held, live, boards, dealt, least, rows, table, five_rows, five, rows2, table2,
            five_rows2, five2, pairs, keys, masks, all_cards, room, shares, counts, scoops, parts, squares,
        )  # fmt: skip
    state[0] = chance
