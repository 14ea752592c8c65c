"""Two ranges of hands against each other on one or several boards: sweeps over a public tree, vectorised over hands.

A node is what everybody sees: the betting and the board. At each node every hand of a range has its own probability to
be there, and its own value. The nodes are in the order of their depth, as in `regrets`; strategies have a row for
each action and a column for each hand. At a showdown the hands are counted in the order of their strength: n hands take
n steps, and not their square.

Source: Johanson and others, Accelerating Best Response Calculation in Large Extensive Games (2011).
"""

from __future__ import annotations

from typing import Final

from sidepot.kernels.jit import Array, kernel, part

CARD: Final = -1  # the actor of a node at which a card comes
FOLDED: Final = -2
SHOWDOWN: Final = -3
LEARN: Final = 0  # modes of a sweep: play on, and learn from it
PLAY: Final = 1
ANSWER: Final = 2  # the best response of the seat


@part
def spread_reach(
    seat: int,
    actor: Array,
    first: Array,
    count: Array,
    slot: Array,
    card: Array,
    chance: float,
    hands: Array,
    strategy: Array,
    own: Array,
    others: Array,
) -> None:
    """For each hand of the seat and of the other seat: the probability that the hand and chance lead to each node."""
    size = hands.shape[0]
    for node in range(len(actor)):
        who = actor[node]
        for at in range(count[node]):
            child = first[node] + at
            if who == CARD:
                for hand in range(size):
                    open_ = hands[hand, 0] != card[child] and hands[hand, 1] != card[child]
                    own[child, hand] = own[node, hand] * open_
                    others[child, hand] = others[node, hand] * open_ * chance
            elif who == seat:
                row = slot[node] + at
                for hand in range(size):
                    own[child, hand] = own[node, hand] * strategy[row, hand]
                    others[child, hand] = others[node, hand]
            else:
                row = slot[node] + at
                for hand in range(size):
                    own[child, hand] = own[node, hand]
                    others[child, hand] = others[node, hand] * strategy[row, hand]


@part
def count_others(hands: Array, reach: Array, by_card: Array, unblocked: Array) -> None:
    """For each hand, the weighted number of hands in the other range that share no card with it."""
    by_card[:] = 0.0
    total = 0.0
    for hand in range(hands.shape[0]):
        total += reach[hand]
        by_card[hands[hand, 0]] += reach[hand]
        by_card[hands[hand, 1]] += reach[hand]
    for hand in range(hands.shape[0]):
        unblocked[hand] = total - by_card[hands[hand, 0]] - by_card[hands[hand, 1]] + reach[hand]


@part
def add_beaten(
    step: int,
    pay: float,
    hands: Array,
    order: Array,
    ranks: Array,
    reach: Array,
    by_card: Array,
    rest: Array,
    value: Array,
) -> None:
    """Add to the value of each hand what it wins from weaker hands (`step` 1) or from stronger hands (`step` -1).

    - `order`: the hands by strength
    - `ranks`: the strength of each hand
    - `rest`: for each hand, the weight of the hands not counted yet
    """
    by_card[:] = 0.0
    total = 0.0
    size = len(order)
    begin = 0
    while begin < size:
        end = begin
        here = order[begin] if step > 0 else order[size - 1 - begin]
        while end < size:
            hand = order[end] if step > 0 else order[size - 1 - end]
            if ranks[hand] != ranks[here]:
                break
            beaten = total - by_card[hands[hand, 0]] - by_card[hands[hand, 1]]
            value[hand] += pay * beaten
            rest[hand] -= beaten
            end += 1
        for at in range(begin, end):
            hand = order[at] if step > 0 else order[size - 1 - at]
            total += reach[hand]
            by_card[hands[hand, 0]] += reach[hand]
            by_card[hands[hand, 1]] += reach[hand]
        begin = end


@part
def show_down(
    pays: Array, hands: Array, order: Array, ranks: Array, reach: Array, by_card: Array, rest: Array, value: Array
) -> None:
    """What each hand wins at a showdown.

    `pays` contains the amounts for a win, a tie and a loss.
    """
    count_others(hands, reach, by_card, rest)
    add_beaten(1, pays[0], hands, order, ranks, reach, by_card, rest, value)
    add_beaten(-1, pays[2], hands, order, ranks, reach, by_card, rest, value)
    for hand in range(hands.shape[0]):
        value[hand] += pays[1] * rest[hand]


@part
def add_cards(start: int, count: int, card: Array, hands: Array, value: Array, worth: Array) -> None:
    """Add what each hand wins after each card that it does not hold."""
    for child in range(start, start + count):
        for hand in range(hands.shape[0]):
            if hands[hand, 0] != card[child] and hands[hand, 1] != card[child]:
                worth[hand] += value[child, hand]


@part
def take_best(start: int, count: int, value: Array, worth: Array) -> None:
    """What each hand wins with its best action."""
    for hand in range(len(worth)):
        worth[hand] = value[start, hand]
    for child in range(start + 1, start + count):
        for hand in range(len(worth)):
            worth[hand] = max(worth[hand], value[child, hand])


@part
def learn(
    start: int,
    count: int,
    slot: int,
    weight: float,
    own: Array,
    value: Array,
    worth: Array,
    strategy: Array,
    regrets: Array,
    total: Array,
) -> None:
    """Add up the regrets of the actions at a node, and the strategy at the node."""
    for at in range(count):
        for hand in range(len(worth)):
            regrets[slot + at, hand] = max(regrets[slot + at, hand] + value[start + at, hand] - worth[hand], 0.0)
            total[slot + at, hand] += weight * own[hand] * strategy[slot + at, hand]


@kernel
def sweep_ranges(
    mode: int,
    seat: int,
    weight: float,
    actor: Array,
    first: Array,
    count: Array,
    slot: Array,
    card: Array,
    board: Array,
    pays: Array,
    chance: float,
    hands: Array,
    orders: Array,
    ranks: Array,
    strategy: Array,
    regrets: Array,
    total: Array,
    own: Array,
    others: Array,
    value: Array,
    by_card: Array,
    rest: Array,
) -> None:
    """One sweep for a seat.

    - `value`: filled with what each hand wins at each node, weighted by the other range
    - `own[0]`, `others[0]`: the ranges of the seat and of the other seat
    - `pays`: what the seat wins if it wins the pot, ties, or loses

    In the mode LEARN, the regrets of the actions (never below 0) and the weighted strategy are added up. In the mode
    ANSWER, the seat takes its best action.
    """
    spread_reach(seat, actor, first, count, slot, card, chance, hands, strategy, own, others)
    size = hands.shape[0]
    for node in range(len(actor) - 1, -1, -1):
        who, start = actor[node], first[node]
        worth = value[node]
        worth[:] = 0.0
        if who == FOLDED:
            count_others(hands, others[node], by_card, rest)
            for hand in range(size):
                worth[hand] = pays[node, seat, 0] * rest[hand]
        elif who == SHOWDOWN:
            at = board[node]
            show_down(pays[node, seat], hands, orders[at], ranks[at], others[node], by_card, rest, worth)
        elif who == CARD:
            add_cards(start, count[node], card, hands, value, worth)
        elif who != seat:
            for child in range(start, start + count[node]):
                for hand in range(size):
                    worth[hand] += value[child, hand]
        elif mode == ANSWER:
            take_best(start, count[node], value, worth)
        else:
            for at in range(count[node]):
                for hand in range(size):
                    worth[hand] += value[start + at, hand] * strategy[slot[node] + at, hand]
            if mode == LEARN:
                learn(start, count[node], slot[node], weight, own[node], value, worth, strategy, regrets, total)


@kernel
def match_ranges(
    seat: int, actor: Array, count: Array, slot: Array, keep: float, regrets: Array, out: Array, sums: Array
) -> None:
    """Set the strategy of each hand of a seat in proportion to its regrets. If there are none, all actions are equal.

    Only the part `keep` of the regrets is kept.
    """
    for node in range(len(actor)):
        if actor[node] != seat:
            continue
        start, size = slot[node], count[node]
        sums[:] = 0.0
        for row in range(start, start + size):
            for hand in range(len(sums)):
                sums[hand] += regrets[row, hand]
        for row in range(start, start + size):
            for hand in range(len(sums)):
                out[row, hand] = regrets[row, hand] / sums[hand] if sums[hand] > 0 else 1.0 / size
                regrets[row, hand] *= keep
