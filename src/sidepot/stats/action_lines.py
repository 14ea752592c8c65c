"""What a hand was like and what each seat did, in a few letters: for the tables of a corpus, and filters of hands.

>>> pot_type(4, is_bomb=False, is_limped=True)
'5bet'
"""

# compiled: docs/how-to/measure-speed.md

from __future__ import annotations

from functools import lru_cache
from typing import Final

from sidepot.cards import RANKS
from sidepot.hand.betting_rounds import BRING_IN, CALL, CHECK, FOLD, RAISE, BettingRounds

LETTERS: Final = {
    "X": "check",
    "B": "bet",
    "C": "call",
    "R": "raise",
    "F": "fold",
    "I": "bring-in",
}
"""The letters of an action line. In the first betting round, a bet is a raise."""

POT_TYPES: Final = ("walk", "limped", "raised", "3bet", "4bet", "5bet", "bomb pot")
"""The types of pots by the raises of the first betting round: 5bet has four or more, walk neither raise nor call."""

_PLAIN: Final = {FOLD: "F", CHECK: "X", CALL: "C", BRING_IN: "I"}


def action_lines(betting: BettingRounds, seats: int) -> list[str]:
    """The actions of each seat, with a slash between betting rounds. In `R/BC/X`, the seat raised, then bet and called,
    then checked.

    A line ends with the last round in which the seat was in the hand and somebody acted.
    """
    lines = [""] * seats
    gone: set[int] = set()
    for at, acts in enumerate(betting.rounds):
        if at and not acts:
            break  # the cards after the last action
        if at:
            for seat in betting.dealt - gone:
                lines[seat] += "/"
        is_bet = at == 0
        for seat, kind, _ in acts:
            if kind is RAISE:
                lines[seat] += "R" if is_bet else "B"
                is_bet = True
                continue
            lines[seat] += _PLAIN[kind]
            if kind is FOLD:
                gone.add(seat)
    return lines


def pot_type_of(betting: BettingRounds) -> str:
    """The type of a hand's pot, such as a raised pot."""
    raises, is_limped = 0, betting.ended
    for _, kind, _ in betting.acts(0):
        if kind is RAISE:
            raises += 1
        elif kind is CALL:
            is_limped = True
    return pot_type(raises, is_bomb=betting.bomb, is_limped=is_limped)


def pot_type(raises: int, *, is_bomb: bool, is_limped: bool) -> str:
    """The type of a pot with this number of raises in the first betting round."""
    if is_bomb:
        return "bomb pot"
    return POT_TYPES[min(1 + raises, 5)] if raises or is_limped else "walk"


def last_to_act(betting: BettingRounds) -> int:
    """The seat that acted last in the second betting round, and so had position on all other seats. -1 for none."""
    order = list(dict.fromkeys([seat for seat, _, _ in betting.acts(1)]))
    return order[-1] if len(order) > 1 else -1


@lru_cache(maxsize=1 << 12)
def starting_hand(cards: tuple[int, ...]) -> str:
    """Two cards without their suits, such as `AKs`; "" for another number of cards, or for unknown cards.

    >>> starting_hand((51, 46)), starting_hand((0, 1)), starting_hand((0, 4)), starting_hand((0, 53))
    ('AKo', '22', '32s', '')
    """
    if len(cards) != 2 or max(cards) >= 4 * len(RANKS):
        return ""
    low, high = sorted(cards)
    if low // 4 == high // 4:
        return 2 * RANKS[low // 4]
    return RANKS[high // 4] + RANKS[low // 4] + ("s" if low % 4 == high % 4 else "o")
