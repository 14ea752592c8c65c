"""Hold'em in all its forms: two cards a hand, one board, and hands ranked by any five of seven.

The suits of a board matter only where three or more cards of one suit lie on it. So all boards are counted by their
ranks first, each with the number of ways to deal it, as though there were no flushes; then, suit by suit, the boards
with which somebody has a flush are counted again as they are, and taken back as they were counted. That is some forty
thousand boards before the flop, not 1.7 million.
"""

from __future__ import annotations

from sidepot.analysis.fast.jit import Array, kernel
from sidepot.analysis.fast.places import SUM, place
from sidepot.analysis.fast.shares import count_one, count_two, end_deal
from sidepot.analysis.fast.tables import ROW

_ROW = ROW
_COLUMN = (1 << ROW) - 1


@kernel
def write_ranks(left: Array, count: int, keys: Array, sums: Array, ways: Array) -> int:
    """Write down every choice of `count` ranks, its sum and in how many ways it is dealt; how many there are.

    `left` is how many cards of each rank there are.
    """
    chosen = [0, 0, 0, 0, 0, 0]
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
def write_suit(ranks: int, count: int, keys: Array, sums: Array, masks: Array) -> int:
    """Write down every choice of `count` cards of one suit, given the mask of those left; how many there are."""
    chosen = [0, 0, 0, 0, 0, 0]
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


@kernel
def count_boards(
    holes: Array, seats: int, board: Array, stub: Array, halves: int, least: int, rows: Array, high: Array, low: Array,
    keys: Array, sums: Array, ways: Array, suit_sums: Array, suit_masks: Array, counts: Array, scoops: Array,
    parts: Array, squares: Array,
) -> None:  # fmt: skip
    """Count who wins over all boards, when the hands of all seats are known.

    `stub` are the cards that may come. The arrays from `sums` to `suit_masks` are room to work in.
    """
    first, second = [0] * seats, [0] * seats
    shares = [0.0] * seats
    sums_of = [0] * seats
    flush = [0] * seats  # the place of each seat's flush, 0 where it has none
    left = [0] * 13
    suit_left = [0] * 4
    for card in stub:
        left[card >> 2] += 1
        suit_left[card & 3] |= 1 << (card >> 2)
    dealt = len(board)
    to_come = 5 - dealt
    for seat in range(seats):
        for card in board:
            sums_of[seat] += keys[card] & SUM
        for at in range(2):
            sums_of[seat] += keys[holes[seat, at]] & SUM
    found = write_ranks(left, to_come, keys, sums, ways)
    for one in range(found):
        for seat in range(seats):
            total = (sums_of[seat] + sums[one]) & SUM
            at = rows[total >> _ROW] + (total & _COLUMN)
            first[seat] = high[at]
            if halves == 2:
                second[seat] = low[at]
        if halves == 1:
            count_one(first, seats, least, ways[one], counts)
        else:
            count_two(first, second, seats, least, ways[one], 1.0, counts, shares)
            end_deal(seats, ways[one], shares, scoops, parts, squares)
    for suit in range(4):
        on_board = board_mask = 0
        for card in board:
            if card & 3 == suit:
                on_board += 1
                board_mask |= 1 << (card >> 2)
        for more in range(max(3 - on_board, 0), to_come + 1):
            anybody = False
            for seat in range(seats):
                held = on_board + more
                for at in range(2):
                    if holes[seat, at] & 3 == suit:
                        held += 1
                if held >= 5:
                    anybody = True
            if not anybody:
                continue
            for card in stub:
                if card & 3 == suit:
                    left[card >> 2] -= 1
            rests = write_ranks(left, to_come - more, keys, sums, ways)
            for card in stub:
                if card & 3 == suit:
                    left[card >> 2] += 1
            for one in range(write_suit(suit_left[suit], more, keys, suit_sums, suit_masks)):
                for seat in range(seats):
                    mask = board_mask | suit_masks[one]
                    held = on_board + more
                    for at in range(2):
                        if holes[seat, at] & 3 == suit:
                            mask |= 1 << (holes[seat, at] >> 2)
                            held += 1
                    flush[seat] = high[mask] if held >= 5 else 0
                for rest in range(rests):
                    for seat in range(seats):
                        total = (sums_of[seat] + suit_sums[one] + sums[rest]) & SUM
                        at = rows[total >> _ROW] + (total & _COLUMN)
                        first[seat] = high[at]
                        if halves == 2:
                            second[seat] = low[at]
                    weight = ways[rest]
                    if halves == 1:
                        count_one(first, seats, least, -weight, counts)
                    else:
                        count_two(first, second, seats, least, -weight, 1.0, counts, shares)
                        end_deal(seats, -weight, shares, scoops, parts, squares)
                    for seat in range(seats):
                        if flush[seat] > 0:
                            first[seat] = flush[seat]
                    if halves == 1:
                        count_one(first, seats, least, weight, counts)
                    else:
                        count_two(first, second, seats, least, weight, 1.0, counts, shares)
                        end_deal(seats, weight, shares, scoops, parts, squares)


@kernel
def next_random(state: Array) -> int:
    """A random number of 31 bits, from a state of 64 that a linear step moves on."""
    state[0] = state[0] * 6364136223846793005 + 1442695040888963407
    mixed = state[0] ^ ((state[0] >> 18) & 0x3FFFFFFFFFFF)
    return int((mixed >> 32) & 0x7FFFFFFF)


@kernel
def sample_boards(
    begin: Array, hand_keys: Array, hand_masks: Array, hand_cards: Array, seats: int, live: int, stub: Array,
    to_come: int, board_key: int, board_mask: int, deals: int, state: Array, halves: int, least: int, rows: Array,
    high: Array, low: Array, keys: Array, masks: Array, counts: Array, scoops: Array, parts: Array, squares: Array,
) -> None:  # fmt: skip
    """Deal boards at random, and the hands of those who have one of several, and count who wins.

    The hands of a seat stand from `begin[seat]` on; `hand_cards` has a bit for each card. The first `live` seats may
    win, the others only hold cards. The stub is shuffled as far as cards are needed, and stays so: any order will do.
    """
    first, second = [0] * live, [0] * live
    shares = [0.0] * live
    hand_of = [0] * seats
    size = len(stub)
    several = begin[seats] > seats
    for seat in range(seats):
        hand_of[seat] = begin[seat]
    for _ in range(deals):
        used = 0
        if several:
            seat = 0
            while seat < seats:
                number = begin[seat + 1] - begin[seat]
                hand = begin[seat] + ((next_random(state) * number) >> 31)
                if hand_cards[hand] & used:
                    seat = used = 0  # all over again, or some hands would come too often
                    continue
                used |= hand_cards[hand]
                hand_of[seat] = hand
                seat += 1
        key, mask = board_key, board_mask
        taken = at = 0
        while taken < to_come:
            other = at + ((next_random(state) * (size - at)) >> 31)
            card = stub[other]
            stub[other] = stub[at]
            stub[at] = card
            at += 1
            if used >> card & 1:
                continue
            key += keys[card]
            mask |= masks[card]
            taken += 1
        for seat in range(live):
            hand = hand_of[seat]
            first[seat] = place(key + hand_keys[hand], mask | hand_masks[hand], rows, high)
            if halves == 2:
                total = (key + hand_keys[hand]) & SUM
                second[seat] = low[rows[total >> _ROW] + (total & _COLUMN)]
        if halves == 1:
            count_one(first, live, least, 1, counts)
        else:
            count_two(first, second, live, least, 1, 1.0, counts, shares)
            end_deal(live, 1, shares, scoops, parts, squares)


@kernel
def count_ranges(
    begin: Array, hand_keys: Array, hand_masks: Array, hand_cards: Array, seats: int, live: int, board_key: int,
    board_mask: int, board_cards: int, halves: int, least: int, rows: Array, high: Array, low: Array, highs: Array,
    lows: Array, counts: Array, scoops: Array, parts: Array, squares: Array,
) -> int:  # fmt: skip
    """Count who wins on one full board, over all the hands that the seats may hold at once; how many such deals."""
    hands = begin[seats]
    for hand in range(hands):
        highs[hand] = -1
        if not hand_cards[hand] & board_cards:
            key = board_key + hand_keys[hand]
            highs[hand] = place(key, board_mask | hand_masks[hand], rows, high)
            total = key & SUM
            if halves == 2:
                lows[hand] = low[rows[total >> _ROW] + (total & _COLUMN)]
    if seats == 2 and live == 2 and halves == 1 and least == 1:
        return count_pairs(begin, hand_cards, highs, counts)
    first, second = [0] * live, [0] * live
    shares = [0.0] * live
    hand_of, used = [0] * (seats + 1), [0] * (seats + 1)
    deals = seat = 0
    hand_of[0] = begin[0] - 1
    while seat >= 0:
        hand_of[seat] += 1
        hand = hand_of[seat]
        if hand == begin[seat + 1]:
            seat -= 1
            continue
        if highs[hand] < 0 or hand_cards[hand] & used[seat]:
            continue
        if seat < live:
            first[seat] = highs[hand]
            second[seat] = lows[hand]
        if seat < seats - 1:
            used[seat + 1] = used[seat] | hand_cards[hand]
            seat += 1
            hand_of[seat] = begin[seat] - 1
            continue
        deals += 1
        if halves == 1:
            count_one(first, live, least, 1, counts)
        else:
            count_two(first, second, live, least, 1, 1.0, counts, shares)
            end_deal(live, 1, shares, scoops, parts, squares)
    return deals


@kernel
def count_pairs(begin: Array, hand_cards: Array, highs: Array, counts: Array) -> int:
    """`count_ranges` for two seats and a high hand."""
    wins = losses = ties = 0
    for one in range(begin[0], begin[1]):
        mine, cards = highs[one], hand_cards[one]
        if mine < 0:
            continue
        for other in range(begin[1], begin[2]):
            his = highs[other]
            if his >= 0 and not hand_cards[other] & cards:
                wins += mine > his
                losses += mine < his
                ties += mine == his
    counts[1, 0, 1] += wins
    counts[1, 1, 1] += losses
    counts[1, 0, 2] += ties
    counts[1, 1, 2] += ties
    return wins + losses + ties


@kernel
def count_all_boards(
    stub: Array, to_come: int, begin: Array, hand_keys: Array, hand_masks: Array, hand_cards: Array, seats: int,
    live: int, board_key: int, board_mask: int, halves: int, least: int, rows: Array, high: Array, low: Array,
    keys: Array, masks: Array, highs: Array, lows: Array, counts: Array, scoops: Array, parts: Array, squares: Array,
    only: int,
) -> int:  # fmt: skip
    """`count_ranges` over all boards whose first card to come is `stub[only]`, or over the one there is (-1)."""
    size = len(stub)
    if to_come == 0:
        return count_ranges(
            begin, hand_keys, hand_masks, hand_cards, seats, live, board_key, board_mask, 0, halves, least, rows, high,
            low, highs, lows, counts, scoops, parts, squares,
        )  # fmt: skip
    chosen = [0] * (to_come + 1)
    deals = 0
    chosen[0] = only
    at = 0 if to_come == 1 else 1
    if to_come > 1:
        chosen[1] = only
    while True:
        if at > 0 or to_come > 1:
            chosen[at] += 1
            if chosen[at] == size:
                at -= 1
                if at == 0:
                    break
                continue
            if at < to_come - 1:
                at += 1
                chosen[at] = chosen[at - 1]
                continue
        key, mask, bits = board_key, board_mask, 0
        for one in range(to_come):
            card = stub[chosen[one]]
            key += keys[card]
            mask |= masks[card]
            bits |= 1 << card
        deals += count_ranges(
            begin, hand_keys, hand_masks, hand_cards, seats, live, key, mask, bits, halves, least, rows, high, low,
            highs, lows, counts, scoops, parts, squares,
        )  # fmt: skip
        if to_come == 1:
            break
    return deals
