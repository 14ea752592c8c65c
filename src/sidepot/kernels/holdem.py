"""Hold'em with two hole cards and one board, where hands rank by any five of seven cards.

The suits of a board matter only if three or more of its cards are of one suit. So all boards are counted by their ranks
first, each with the number of ways to deal it, as if there were no flushes; then, suit by suit, the boards with which
somebody has a flush are counted exactly, and their first count is subtracted. Before the flop, this counts some forty
thousand boards instead of 1.7 million.
"""

from __future__ import annotations

from sidepot.kernels.boards_written import write_ranks, write_suit
from sidepot.kernels.hand_places import SUM, place
from sidepot.kernels.jit import Array, helper, kernel, part
from sidepot.kernels.lookups import ROW
from sidepot.kernels.shares import count_two, end_deal, winners

_ROW = ROW
_COLUMN = (1 << ROW) - 1


@part
def ahead(best: int, won: int, place: int, seat: int) -> tuple[int, int]:
    """Compare a seat's hand rank with the best rank so far.

    Returns the best rank, and a bit mask of the seats that have it.
    """
    return max(best, place), 1 << seat if place > best else won | (place == best) << seat


@part
def write_sums(holes: Array, seats: int, board: Array, keys: Array, sums_of: Array) -> None:
    """Write the sum of the keys of each seat's cards and the board to `sums_of`."""
    for seat in range(seats):
        for card in board:
            sums_of[seat] += keys[card] & SUM
        for at in range(2):
            sums_of[seat] += keys[holes[seat, at]] & SUM


@part
def count_plain(
    found: int, seats: int, sums_of: Array, sums: Array, ways: Array, halves: int, least: int, rows: Array,
    high: Array, low: Array, first: Array, second: Array, wins: Array, counts: Array, shares: Array, scoops: Array,
    parts: Array, squares: Array,
) -> None:  # fmt: skip
    """Count the winners on all boards by ranks, as if there were no flushes."""
    for one in range(found):
        best, won = least, 0
        for seat in range(seats):
            total = (sums_of[seat] + sums[one]) & SUM
            at = rows[total >> _ROW] + (total & _COLUMN)
            place = high[at]
            best, won = ahead(best, won, place, seat)
            if halves == 2:
                first[seat] = place
                second[seat] = low[at]
        if halves == 1:
            wins[won] += ways[one]
        else:
            count_two(first, second, seats, least, ways[one], 1.0, counts, shares)
            end_deal(seats, ways[one], shares, scoops, parts, squares)


@part
def cards_of(board: Array, suit: int) -> tuple[int, int]:
    """The number of board cards of a suit, and their ranks as a bit mask."""
    on_board = board_mask = 0
    for card in board:
        if card & 3 == suit:
            on_board += 1
            board_mask |= 1 << (card >> 2)
    return on_board, board_mask


@part
def is_flush_near(holes: Array, seats: int, suit: int, on_board: int) -> bool:
    """Whether a seat makes a flush with `on_board` board cards of this suit."""
    near = False
    for seat in range(seats):
        held = on_board
        for at in range(2):
            if holes[seat, at] & 3 == suit:
                held += 1
        if held >= 5:
            near = True
    return near


@part
def add_suit(left: Array, stub: Array, suit: int, step: int) -> None:
    """Add `step` to the count of each rank whose card of this suit is in the stub."""
    for card in stub:
        if card & 3 == suit:
            left[card >> 2] += step


@part
def write_flushes(
    holes: Array, seats: int, suit: int, on_board: int, board_mask: int, high: Array, flush: Array
) -> None:
    """Write the hand rank of each seat's flush (0 if it has none) to `flush`."""
    for seat in range(seats):
        mask = board_mask
        held = on_board
        for at in range(2):
            if holes[seat, at] & 3 == suit:
                mask |= 1 << (holes[seat, at] >> 2)
                held += 1
        flush[seat] = high[mask] if held >= 5 else 0


@kernel
def count_boards(
    holes: Array, seats: int, board: Array, stub: Array, halves: int, least: int, rows: Array, high: Array, low: Array,
    keys: Array, sums: Array, ways: Array, suit_sums: Array, suit_masks: Array, room: Array, shares: Array,
    wins: Array, counts: Array, scoops: Array, parts: Array,
    squares: Array,
) -> None:  # fmt: skip
    """Count the winners over all boards, for known hands.

    `stub` holds the cards that can still be dealt. The arrays from `sums` to `shares` are working space.
    """
    first, second, sums_of, left, suit_left = room[0], room[1], room[2], room[3], room[4]
    flush = room[5]  # the place of each seat's flush, 0 if it has none
    chosen = room[6]
    room[:7] = 0
    for card in stub:
        left[card >> 2] += 1
        suit_left[card & 3] |= 1 << (card >> 2)
    dealt = len(board)
    to_come = 5 - dealt
    write_sums(holes, seats, board, keys, sums_of)
    found = write_ranks(left, to_come, keys, sums, ways, chosen)
    count_plain(
        found, seats, sums_of, sums, ways, halves, least, rows, high, low, first, second, wins, counts, shares, scoops,
        parts, squares,
    )  # fmt: skip
    for suit in range(4):
        on_board, board_mask = cards_of(board, suit)
        for more in range(max(3 - on_board, 0), to_come + 1):
            if not is_flush_near(holes, seats, suit, on_board + more):
                continue
            add_suit(left, stub, suit, -1)
            rests = write_ranks(left, to_come - more, keys, sums, ways, chosen)
            add_suit(left, stub, suit, 1)
            for one in range(write_suit(suit_left[suit], more, keys, suit_sums, suit_masks, chosen)):
                write_flushes(holes, seats, suit, on_board + more, board_mask | suit_masks[one], high, flush)
                for rest in range(rests):
                    weight = ways[rest]
                    best, won, best_plain, won_plain = least, 0, least, 0
                    for seat in range(seats):
                        total = (sums_of[seat] + suit_sums[one] + sums[rest]) & SUM
                        at = rows[total >> _ROW] + (total & _COLUMN)
                        plain = high[at]
                        best_plain, won_plain = ahead(best_plain, won_plain, plain, seat)
                        place = max(plain, flush[seat])
                        best, won = ahead(best, won, place, seat)
                        if halves == 2:
                            first[seat] = plain
                            second[seat] = low[at]
                    if halves == 1:
                        wins[won_plain] -= weight
                        wins[won] += weight
                    else:
                        count_two(first, second, seats, least, -weight, 1.0, counts, shares)
                        end_deal(seats, -weight, shares, scoops, parts, squares)
                        for seat in range(seats):
                            first[seat] = max(first[seat], flush[seat])
                        count_two(first, second, seats, least, weight, 1.0, counts, shares)
                        end_deal(seats, weight, shares, scoops, parts, squares)


@helper
def step(state: int) -> int:
    """The next state of the random generator, a linear step in 64 bits."""
    return state * 6364136223846793005 + 1442695040888963407


@helper
def below(state: int, count: int) -> int:
    """A random number from 0 to `count` - 1, from the upper bits of a state."""
    mixed = state ^ ((state >> 18) & 0x3FFFFFFFFFFF)
    return (((mixed >> 32) & 0x7FFFFFFF) * count) >> 31


@part
def drawn(stub: Array, at: int, size: int, chance: int) -> int:
    """Swap a random card of the undrawn stub to position `at`, and return it."""
    other = at + below(chance, size - at)
    card: int = stub[other]
    stub[other] = stub[at]
    stub[at] = card
    return card


@kernel
def sample_boards(
    begin: Array, hand_keys: Array, hand_masks: Array, hand_cards: Array, seats: int, live: int, stub: Array,
    to_come: int, board_key: int, board_mask: int, deals: int, state: Array, halves: int, least: int, rows: Array,
    high: Array, low: Array, keys: Array, masks: Array, room: Array, shares: Array, wins: Array, counts: Array,
    scoops: Array, parts: Array, squares: Array,
) -> None:  # fmt: skip
    """Sample boards, and the hands of seats with several possible hands, and count the winners.

    The hands of a seat start at `begin[seat]`; `hand_cards` holds a bit for each card. Only the first `live` seats can
    win; the other seats just hold cards. The stub is shuffled only as far as cards are needed. It is not restored,
    because its order does not matter.
    """
    first, second, hand_of = room[0], room[1], room[2]
    chance = state[0]
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
                chance = step(chance)
                hand = begin[seat] + below(chance, number)
                if hand_cards[hand] & used:
                    seat = used = 0  # all over again, or some hands would come too often
                    continue
                used |= hand_cards[hand]
                hand_of[seat] = hand
                seat += 1
        key, mask = board_key, board_mask
        taken = at = 0
        while taken < to_come:
            chance = step(chance)
            card = drawn(stub, at, size, chance)
            at += 1
            if used >> card & 1:
                continue
            key += keys[card]
            mask |= masks[card]
            taken += 1
        best, won = least, 0
        for seat in range(live):
            hand = hand_of[seat]
            found = place(key + hand_keys[hand], mask | hand_masks[hand], rows, high)
            won = 1 << seat if found > best else won | (found == best) << seat
            best = max(best, found)
            if halves == 2:
                total = (key + hand_keys[hand]) & SUM
                first[seat] = found
                second[seat] = low[rows[total >> _ROW] + (total & _COLUMN)]
        if halves == 1:
            wins[won] += 1
        else:
            count_two(first, second, live, least, 1, 1.0, counts, shares)
            end_deal(live, 1, shares, scoops, parts, squares)
    state[0] = chance


@helper
def count_ranges(
    begin: Array, hand_keys: Array, hand_masks: Array, hand_cards: Array, seats: int, live: int, board_key: int,
    board_mask: int, board_cards: int, halves: int, least: int, rows: Array, high: Array, low: Array, highs: Array,
    lows: Array, room: Array, shares: Array, wins: Array, counts: Array, scoops: Array, parts: Array,
    squares: Array,
) -> int:  # fmt: skip
    """Count the winners on one full board for all combinations of hands. Returns the number of deals."""
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
        return count_pairs(begin, hand_cards, highs, wins)
    first, second, hand_of, used = room[0], room[1], room[2], room[3]
    used[0] = 0
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
            wins[winners(first, live, least)] += 1
        else:
            count_two(first, second, live, least, 1, 1.0, counts, shares)
            end_deal(live, 1, shares, scoops, parts, squares)
    return deals


@helper
def count_pairs(begin: Array, hand_cards: Array, highs: Array, wins: Array) -> int:
    """Count the winners on one full board for all combinations of hands of two seats, who play for the high hand only.

    Returns the number of deals.
    """
    won = lost = ties = 0
    for one in range(begin[0], begin[1]):
        mine, cards = highs[one], hand_cards[one]
        if mine < 0:
            continue
        for other in range(begin[1], begin[2]):
            theirs = highs[other]
            if theirs >= 0 and not hand_cards[other] & cards:
                won += mine > theirs
                lost += mine < theirs
                ties += mine == theirs
    wins[1] += won
    wins[2] += lost
    wins[3] += ties
    return won + lost + ties


@kernel
def count_all_boards(
    stub: Array, to_come: int, begin: Array, hand_keys: Array, hand_masks: Array, hand_cards: Array, seats: int,
    live: int, board_key: int, board_mask: int, halves: int, least: int, rows: Array, high: Array, low: Array,
    keys: Array, masks: Array, highs: Array, lows: Array, room: Array, shares: Array, wins: Array, counts: Array,
    scoops: Array, parts: Array, squares: Array, only: int,
) -> int:  # fmt: skip
    """Count the winners for all combinations of hands, on every board whose next card is `stub[only]`.

    If the board is full, `only` is -1. Returns the number of deals.
    """
    size = len(stub)
    if to_come == 0:
        return count_ranges(
            begin, hand_keys, hand_masks, hand_cards, seats, live, board_key, board_mask, 0, halves, least, rows, high,
            low, highs, lows, room, shares, wins, counts, scoops, parts, squares,
        )  # fmt: skip
    chosen = room[4]
    deals = 0
    chosen[0] = only
    at = 1
    if to_come > 1:
        chosen[1] = only
    while at > 0:
        if to_come > 1:
            chosen[at] += 1
            if chosen[at] == size:
                at -= 1
                continue
            if at < to_come - 1:
                at += 1
                chosen[at] = chosen[at - 1]
                continue
        else:
            at = 0  # the one card is given: once is all
        key, mask, bits = board_key, board_mask, 0
        for one in range(to_come):
            card = stub[chosen[one]]
            key += keys[card]
            mask |= masks[card]
            bits |= 1 << card
        deals += count_ranges(
            begin, hand_keys, hand_masks, hand_cards, seats, live, key, mask, bits, halves, least, rows, high, low,
            highs, lows, room, shares, wins, counts, scoops, parts, squares,
        )  # fmt: skip
    return deals
