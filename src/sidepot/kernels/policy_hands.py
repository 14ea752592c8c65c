"""Play whole hands from policies: one kernel plays any number of tables from the first post to the last odd chip.

For each seat, each street, and whether chips are owed, a policy has the cumulative probabilities of five acts: below
the first number fold, below the second check or call, below the third bet or raise the minimum, below the fourth the
pot, else the maximum. If no raise is allowed, the seat checks or calls.
"""

from __future__ import annotations

from typing import Final

from sidepot.kernels.array_betting import Form, Round, bounds, may_raise, nearest, pot_of
from sidepot.kernels.bits import count, index, onward, signed, word
from sidepot.kernels.hand_course import (
    BURNS,
    DONE,
    FOLD,
    STAY,
    HandArrays,
    act,
    begin,
    cards_needed,
    deal,
    go_on,
    shuffle,
)
from sidepot.kernels.jit import Array, kernel, part
from sidepot.kernels.paying import Looks

ACTS: Final = 5
CERTAIN: Final = 1 << 53  # a chance of one: chances are compared as whole numbers


@part
def choose(form: Form, now: Round, chance: int, acts: Array, table: HandArrays) -> int:
    """The action that a policy takes, given a random number below `CERTAIN`."""
    if chance < acts[0]:
        return FOLD
    if chance < acts[1]:
        return STAY
    low, high = bounds(form, now, table.stacks, table.bets)
    to = low if chance < acts[2] else high
    if acts[3] > acts[2]:  # the pot is a size that this policy knows
        pot = now.price + pot_of(now, table.stacks) + now.price - table.bets[index(now.actor)]
        to = nearest(form, pot, low, high) if (chance >= acts[2]) & (chance < acts[3]) else to
    raises = may_raise(form, now, table.stacks, table.bets, table.acted)
    return to if raises else STAY


@kernel
def play_hands(
    form: Form,
    posts: Array,
    looks: Looks,
    before: Array,
    buttons: Array,
    policy: Array,
    state: int,
    table: HandArrays,
    won: Array,
    decks: Array,
    log: Array,
) -> tuple[int, int, int]:
    """Play a hand at each table. Returns the number of decisions, of showdowns, and the largest number of decisions in
    any hand.

    - `won`: filled with the result of each seat
    - `decks`: filled with the cards as they were dealt, including burn cards, if it has rows
    - `log`: filled with the seat and the action of each decision, if it has rows
    """
    decisions = showdowns = longest = 0
    keeps_deck, keeps_log = decks.shape[0] > 0, log.shape[0] > 0
    for at in range(won.shape[0]):
        state = onward(state)
        mine = before[at if before.shape[0] > 1 else 0]
        button = buttons[at if buttons.shape[0] > 1 else 0]
        now = begin(form, posts, mine, button, table)
        cards = cards_needed(form, now.live)
        shuffled = word(state)
        shuffle(cards + BURNS if keeps_deck else cards, shuffled, table.deck)
        deal(form, now.live, button, 0, table)
        if keeps_deck:
            keep_deck(form, cards, table.deck, decks[at])
        chance = word(shuffled)
        made = street = 0
        while True:
            if now.actor < 0:
                now, street = go_on(form, now, street, button, looks, table)
                if street == DONE:
                    break
            chance = onward(chance)
            seat = now.actor
            owes = 1 if now.price > table.bets[index(seat)] else 0
            action = choose(
                form, now, signed(word(chance) >> 11), policy[index(seat), index(street), index(owes)], table
            )
            if keeps_log and made < log.shape[1]:
                log[at, made, 0] = seat
                log[at, made, 1] = action
            made += 1
            now = act(form, now, action, table)
        if keeps_log and made < log.shape[1]:
            log[at, made, 0] = -1
        for seat in range(form.seats):
            stack = mine[seat]
            won[at, seat] = table.stacks[seat] - (form.cap if form.cap and stack > form.cap else stack)
        decisions += made
        showdowns += 1 if count(now.live) > 1 else 0
        longest = max(longest, made)
    return decisions, showdowns, longest


@part
def keep_deck(form: Form, cards: int, deck: Array, kept: Array) -> None:
    """Write the deck in dealing order, with a burn card before each street of the board."""
    top = 0
    burn = cards
    for at in range(cards):
        left = cards - at
        if left == 5 or left == 2 or left == 1:
            kept[top] = deck[burn]
            top += 1
            burn += 1
        kept[top] = deck[at]
        top += 1
