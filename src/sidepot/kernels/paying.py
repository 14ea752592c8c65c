"""Pay the pots over arrays: uncalled bets, side pots, boards, halves, winners and odd chips, as in `hand.pots` and
`hand.winning`.
"""

from __future__ import annotations

from typing import Final

from sidepot.kernels.array_betting import one_or_none
from sidepot.kernels.bits import count, index, lowest
from sidepot.kernels.jit import Array, helper, once, part
from sidepot.kernels.records import Desk, Form, Table
from sidepot.kernels.strengths import LOW, RANKS, SUM, gather, rank_five, rank_other, rank_simple

POSITION, BEST_FIVE, BEST_FIVE_HIGH, ALL_CARDS = range(4)  # who gets the odd chip: `rules.rulebook.OddChip`
_POSITION, _BEST_FIVE_HIGH, _ALL_CARDS = POSITION, BEST_FIVE_HIGH, ALL_CARDS
_SIMPLE = (SUM, RANKS)
_LOW = LOW
_SIZE: Final = 64  # of a card's height in a claim


@once
def give_back(form: Form, table: Table) -> None:
    """Return uncalled chips before any pot is paid.

    If every live seat has put in less than several folded seats, these folded seats get chips back.
    """
    most = second = 0
    leader = -1
    for seat in range(form.seats):
        chips = table.put[seat]
        if chips > most:
            second = most
            most = chips
            leader = seat
        elif chips > second:
            second = chips
    if leader < 0:
        return
    if table.live >> leader & 1:
        take_out(table, leader, most - second)
    elif not table.able or not one_or_none(table.live):
        top = 0
        for seat in range(form.seats):
            if table.live >> seat & 1 and table.put[seat] > top:
                top = table.put[seat]
        for seat in range(form.seats):
            if table.put[seat] > top and not table.live >> seat & 1:
                take_out(table, seat, table.put[seat] - top)


@part
def take_out(table: Table, seat: int, chips: int) -> None:
    """Return chips to a seat."""
    table.stacks[index(seat)] += chips
    table.put[index(seat)] -= chips
    table.pot -= chips
    if table.bets[index(seat)] >= chips:
        table.bets[index(seat)] -= chips


@helper
def rank_board(form: Form, look: Array, table: Table, half: int, board: int, desk: Desk) -> None:
    """Write the hand rank of each live seat for a half of the pot on a board to `desk`, if hands are compared."""
    how, ranks = form.how[index(half)], desk.ranks[index(board), index(half)]
    simple = how in _SIMPLE and not form.has_wild
    key = mask = 0
    if simple and not form.own[index(half)]:
        for at in range(table.turned):
            card = index(table.boards[index(board), at])
            key += form.keys[card]
            mask |= form.masks[card]
    live = 0 if one_or_none(table.live) and not form.to_win else table.live
    while live:
        seat = lowest(live)
        live &= live - 1
        if simple:
            ranks[index(seat)] = rank_simple(form, look, table, seat, half, key, mask)
        else:
            ranks[index(seat)] = rank_other(form, look, table, seat, half, board, desk)


@part
def best_of(claimants: int, ranks: Array, least: int) -> int:
    """A mask of the claimants with the best hand. 0 if no claimant has a hand of rank `least`."""
    best = won = 0
    while claimants:
        seat = lowest(claimants)
        claimants &= claimants - 1
        rank = ranks[index(seat)]
        mine = 1 << seat
        won = mine if rank > best else won | mine if rank == best else won
        best = max(best, rank)
    return won if best and best >= least else 0


@once
def order_winners(form: Form, look: Array, table: Table, won: int, half: int, board: int, desk: Desk) -> int:
    """Write the winners of a half to `desk`, in the order in which they get odd chips. Returns their number."""
    size = 0
    seat = table.start
    for _ in range(form.seats):
        if won >> seat & 1:
            desk.order[index(size)] = seat
            size += 1
        seat = seat + 1 if seat + 1 < form.seats else 0
    by_cards = form.is_stud and form.odd_rule != _POSITION and size > 1
    if by_cards and (form.odd_rule != _BEST_FIVE_HIGH or form.high_scale[index(half)]):
        for at in range(size):
            desk.claims[at] = claim(form, look, table, desk.order[at], half, board, desk)
        sort_down(desk, size)
    if form.one_odd and desk.have:
        for at in range(size):
            desk.claims[at] = 0 if desk.have >> desk.order[at] & 1 else 1
        sort_down(desk, size)
    return size


@part
def sort_down(desk: Desk, size: int) -> None:
    """Sort the winners by their claims, the greatest claim first. Winners with equal claims keep their order."""
    for at in range(1, size):
        seat, mine = desk.order[at], desk.claims[at]
        before = at - 1
        while before >= 0 and desk.claims[index(before)] < mine:
            desk.order[index(before + 1)] = desk.order[index(before)]
            desk.claims[index(before + 1)] = desk.claims[index(before)]
            before -= 1
        desk.order[index(before + 1)] = seat
        desk.claims[index(before + 1)] = mine


@helper
def claim(form: Form, look: Array, table: Table, seat: int, half: int, board: int, desk: Desk) -> int:
    """The strength of a seat's claim to an odd chip, by the suits of its cards."""
    if form.odd_rule == _ALL_CARDS:
        best = -1000
        for at in range(table.held[index(seat)]):
            card = table.holes[index(seat), at]
            if form.high_scale[index(half)]:
                best = max(best, card)
            else:
                best = max(best, -(card - 52 if form.low_ace[index(half)] and card >= 48 else card))
        return best
    size = gather(form, table, seat, board, form.own[index(half)], desk.cards)
    best_rank = best_height = found = 0
    for chosen in range(1 << size):
        if count(chosen) != 5:
            continue
        put = 0
        for at in range(size):
            if chosen >> at & 1:
                desk.five[index(put)] = desk.cards[at]
                put += 1
        rank = rank_five(form, look, half, desk.five)
        if rank < best_rank:
            continue
        height = heights(form, half, desk)
        if rank > best_rank or height > best_height:
            best_rank, best_height = rank, height
            found = claim_of_five(form, half, desk)
    return found


@part
def plays_low(form: Form, half: int, desk: Desk) -> bool:
    """Whether the ace among five cards plays low: in an order where aces are low, or in the lowest straight."""
    if form.low_ace[index(half)]:
        return True
    ranks = 0
    for at in range(5):
        ranks |= 1 << (desk.five[at] >> 2)
    return bool(form.high_scale[index(half)] and ranks == 1 << 12 | 15 << form.lowest)


@part
def sort_five(desk: Desk, low: bool) -> None:
    """Sort five cards, the highest card first."""
    for at in range(1, 5):
        card = desk.five[at]
        mine = card - 52 if low and card >= 48 else card
        before = at - 1
        while before >= 0:
            other = desk.five[index(before)]
            if (other - 52 if low and other >= 48 else other) >= mine:
                break
            desk.five[index(before + 1)] = other
            before -= 1
        desk.five[index(before + 1)] = card


@part
def heights(form: Form, half: int, desk: Desk) -> int:
    """The five cards of a hand as one number, by which the suits of equal hands are compared, highest card first.

    This also sorts the five cards.
    """
    low = plays_low(form, half, desk)
    sort_five(desk, low)
    found = 0
    for at in range(5):
        card = desk.five[at]
        found = found * _SIZE + (card - 52 if low and card >= 48 else card) + 4
    return found


@part
def claim_of_five(form: Form, half: int, desk: Desk) -> int:
    """The claim to an odd chip of the five cards that make a hand, which `heights` has sorted.

    The highest card counts first. Then all cards count from the highest one down, with aces low in an order of hands
    where aces are low.
    """
    found = desk.five[0]
    low = form.low_ace[index(half)] != 0
    sort_five(desk, low)
    for at in range(5):
        card = desk.five[at]
        found = found * _SIZE + (card - 52 if low and card >= 48 else card) + 4
    return int(found)


@part
def share_of(amount: int, ways: int, at: int, chip: int) -> int:
    """Part number `at` of an amount that is divided as evenly as whole chips allow. The larger parts come first."""
    units = amount // chip
    each = units // ways
    odd = units - each * ways
    return (each + (1 if at < odd else 0)) * chip + (amount - units * chip if at == 0 else 0)


@part
def odd_seats(size: int, whole: int, desk: Desk, shares: Array, chip: int) -> int:
    """A mask of the seats that got an odd chip, so that their `shares` are larger than those of other winners.

    If there is a single winner (`size`), the share is compared with `whole` instead.
    """
    least = whole
    if size > 1:
        least = shares[0] // chip
        for at in range(size):
            least = min(least, shares[at] // chip)
    got = 0
    for at in range(size):
        if shares[at] // chip > least:
            got |= 1 << desk.order[at]
    return got


@once
def even_out(size: int, desk: Desk) -> None:
    """Give the odd chips that even out the totals to the seats that also won the other half."""
    for one in range(size):
        if desk.has_first[index(desk.order[one])] < 0:
            continue
        for two in range(one + 1, size):
            mine, theirs = desk.has_first[index(desk.order[one])], desk.has_first[index(desk.order[two])]
            if theirs >= 0 and mine > theirs and desk.second[one] > desk.second[two]:
                desk.second[one], desk.second[two] = desk.second[two], desk.second[one]


@helper
def pay_board(form: Form, look: Array, table: Table, amount: int, board: int, desk: Desk) -> int:
    """Pay a board's part of a pot to the winners of its halves. Returns a mask of the seats that got an odd chip."""
    both = desk.won[index(board), 0] and desk.won[index(board), 1]
    if form.even and desk.won[index(board), 0] == desk.won[index(board), 1]:
        both = 0
    parts = 2 if both else 1
    last = share_of(amount, parts, parts - 1, form.chip)
    for seat in range(form.seats):
        desk.has_first[seat] = -1
    got = paid = 0
    for turn in range(form.halves):
        half = index(form.halves - 1 - turn if form.low_odd_first else turn)
        won = desk.won[index(board), half]
        if not won or paid == parts:
            continue
        size = order_winners(form, look, table, won, half, board, desk)
        for at in range(size):
            desk.second[at] = share_of(share_of(amount, parts, paid, form.chip), size, at, form.chip)
        if paid and form.even:
            even_out(size, desk)
        for at in range(size):
            seat = index(desk.order[at])
            table.stacks[seat] += desk.second[at]
            desk.has_first[seat] = desk.second[at]
        odd = odd_seats(size, last // form.chip, desk, desk.second, form.chip)
        if paid + 1 < parts:
            desk.have |= odd
        got |= odd
        paid += 1
    return got


@once
def award(form: Form, look: Array, table: Table, amount: int, claimants: int, desk: Desk) -> None:
    """Pay one pot to its winners. Chips that nobody wins are carried to the next deal."""
    if one_or_none(claimants) and not form.to_win:
        table.stacks[index(lowest(claimants))] += amount
        return
    ways = 0
    for board in range(form.boards):
        any_half = 0
        for half in range(form.halves):
            desk.won[board, half] = best_of(claimants, desk.ranks[board, half], 0 if half else form.to_win)
            any_half |= desk.won[board, half]
        ways += 1 if any_half else 0
    if not ways:
        table.carried += amount
        return
    if one_or_none(claimants):
        table.stacks[index(lowest(claimants))] += amount
        return
    at = 0
    desk.have = 0
    for board in range(form.boards):
        if desk.won[board, 0] | desk.won[board, 1]:
            part_of_pot = share_of(amount, ways, at, form.chip)
            got = pay_board(form, look, table, part_of_pot, board, desk)
            if ways > 1:
                least = share_of(amount, ways, ways - 1, form.chip)
                got |= more_odd(form, table, part_of_pot, least, board, desk)
            desk.have |= got
            at += 1


@part
def more_odd(form: Form, table: Table, amount: int, least: int, board: int, desk: Desk) -> int:
    """The seat that alone wins a board's part of the pot, as a mask, if this part has an odd chip more than others.

    It is 0 if there are several winners, or if the part (`amount`) is no larger than the smallest part (`least`).
    """
    won, other = desk.won[index(board), 0], desk.won[index(board), 1]
    same = won == other and form.even
    only = won if not other or same else other if not won else 0
    return only if only and one_or_none(only) and amount // form.chip > least // form.chip else 0


@helper
def pay(form: Form, look: Array, table: Table, desk: Desk) -> None:
    """Pay all pots. A side pot ends where a live seat's chips end. Chips above the last end belong to the last pot."""
    floor = 0
    dead = table.dead
    more = True
    while more:
        level, more = next_level(form, table, floor)
        amount = eligible = 0
        for seat in range(form.seats):
            chips = table.put[seat]
            if chips > floor:
                amount += (min(chips, level) if more else chips) - floor
                if chips >= level and table.live >> seat & 1:
                    eligible |= 1 << seat
        if dead and eligible != table.live:  # some live seat has nothing in but dead money, and contests only that
            amount, eligible, level, more = dead, table.live, floor, True
        else:
            amount += dead
        dead = 0
        if amount:
            award(form, look, table, amount, eligible, desk)
        floor = level


@once
def next_level(form: Form, table: Table, floor: int) -> tuple[int, bool]:
    """The end of the next pot (the lowest contribution of a live seat above `floor`), and whether more pots follow."""
    level = most = 0
    for seat in range(form.seats):
        chips = table.put[seat]
        if table.live >> seat & 1 and chips > floor:
            level = min(level, chips) if level else chips
            most = max(most, chips)
    return level, level < most
