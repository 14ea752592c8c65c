"""Many hands at once, one action at a time, with decisions from outside, as in reinforcement learning.

Each kernel goes through all tables: it takes an action for each hand in progress, plays on to the next decision, and
writes that decision down.
"""

from __future__ import annotations

from typing import Final

from sidepot.kernels import hand_course as course
from sidepot.kernels.array_betting import Form, Round, bounds, may_raise, nearest, pot_of
from sidepot.kernels.bits import onward, word
from sidepot.kernels.hand_course import HandArrays
from sidepot.kernels.jit import Array, kernel, part
from sidepot.kernels.paying import Looks

ROUND: Final = 14  # the numbers kept of a table between two acts: its round, and the street
SEAT, STREET, OWED, LOW, HIGH, POT = range(6)  # what is written down of a decision


@part
def table_at(at: int, chips: Array, holes: Array, boards: Array, deck: Array, scratch: Array) -> HandArrays:
    """The arrays of the table with index `at`, as views of the arrays of all tables."""
    return HandArrays(
        chips[at, 0],
        chips[at, 1],
        chips[at, 2],
        chips[at, 3],
        holes[at],
        boards[at],
        deck,
        scratch[0],
        scratch[1],
        scratch[2],
    )


@part
def keep(now: Round, street: int, kept: Array) -> None:
    """Save a betting round until the next action."""
    kept[0], kept[1], kept[2], kept[3] = now.live, now.able, now.to_act, now.actor
    kept[4], kept[5], kept[6], kept[7] = now.price, now.full_at, now.full_raise, now.raises
    kept[8], kept[9], kept[10], kept[11] = now.capped, now.unit, now.extra, now.chips
    kept[12], kept[13] = now.by_two, street


@part
def kept_round(kept: Array) -> Round:
    """The saved betting round of a hand."""
    return Round(
        kept[0],
        kept[1],
        kept[2],
        kept[3],
        kept[4],
        kept[5],
        kept[6],
        kept[7],
        kept[8],
        kept[9],
        kept[10],
        kept[11],
        kept[12],
    )


@part
def look(form: Form, now: Round, street: int, table: HandArrays, seen: Array) -> None:
    """Write the seat to act and the bounds of its bet. After the hand, the seat is -1."""
    seen[STREET] = street
    seen[POT] = pot_of(now, table.stacks)
    if street == course.DONE:
        seen[SEAT] = -1
        seen[OWED] = seen[LOW] = seen[HIGH] = 0
        return
    seat = now.actor
    seen[SEAT] = seat
    seen[OWED] = max(0, min(now.price - table.bets[seat], table.stacks[seat]))
    low, high = bounds(form, now, table.stacks, table.bets)
    may = may_raise(form, now, table.stacks, table.bets, table.acted)
    seen[LOW] = low if may else 0
    seen[HIGH] = high if may else 0


@kernel
def deal_tables(
    form: Form,
    posts: Array,
    looks: Looks,
    before: Array,
    buttons: Array,
    state: int,
    decks: Array,
    rounds: Array,
    chips: Array,
    holes: Array,
    boards: Array,
    seen: Array,
    deck: Array,
    scratch: Array,
) -> int:
    """Post and deal at each table, from `decks` or at random. Returns the number of hands in progress."""
    on = 0
    for at in range(rounds.shape[0]):
        table = table_at(at, chips, holes, boards, deck, scratch)
        button = buttons[at if buttons.shape[0] > 1 else 0]
        now = course.begin(form, posts, before[at if before.shape[0] > 1 else 0], button, table)
        state = onward(state)
        burn = 0
        if decks.shape[0]:
            burn = 1
            for card in range(min(52, decks.shape[1])):
                deck[card] = decks[at, card]
        else:
            course.shuffle(course.cards_needed(form, now.live), word(state), deck)
        course.deal(form, now.live, button, burn, table)
        street = 0
        if now.actor < 0:
            now, street = course.go_on(form, now, street, button, looks, table)
        keep(now, street, rounds[at])
        look(form, now, street, table, seen[at])
        on += street < course.DONE
    return on


@kernel
def step_tables(
    form: Form,
    looks: Looks,
    buttons: Array,
    actions: Array,
    rounds: Array,
    chips: Array,
    holes: Array,
    boards: Array,
    seen: Array,
    deck: Array,
    scratch: Array,
) -> int:
    """Act once at each table with a hand in progress. Returns the number of hands still in progress.

    A total below the minimum raise counts as the minimum, a total above the maximum as the maximum, and one that the
    chips cannot make as the next lower one. If no raise is allowed, any total means a check or call.
    """
    on = 0
    for at in range(rounds.shape[0]):
        if seen[at, SEAT] < 0:
            continue
        table = table_at(at, chips, holes, boards, deck, scratch)
        now = kept_round(rounds[at])
        street = rounds[at, ROUND - 1]
        action = actions[at]
        if action > course.STAY:
            action = nearest(form, action, seen[at, LOW], seen[at, HIGH])
        elif action < course.STAY:
            action = course.FOLD
        now = course.act(form, now, action, table)
        if now.actor < 0:
            button = buttons[at if buttons.shape[0] > 1 else 0]
            now, street = course.go_on(form, now, street, button, looks, table)
        keep(now, street, rounds[at])
        look(form, now, street, table, seen[at])
        on += street < course.DONE
    return on
