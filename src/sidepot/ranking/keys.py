"""One int per card, such that a plain sum counts ranks and suits.

A key is `1 << 3 * rank | 1 << (40 + 4 * suit)`: 13 fields of three bits count each rank (a rank comes at most four
times), four fields of four bits count each suit. The sum of the keys of five to twelve cards therefore has everything
that ranking needs, except the ranks of a flush.

>>> from sidepot.cards import cards
>>> total = key_sum(cards("AsAhKd"))
>>> rank_counts(total)
[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2]
"""

# compiled: docs/how-to/measure-speed.md

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from sidepot.cards import text
from sidepot.errors import BadNotation

RANK_BITS: Final = (1 << 39) - 1
FIVE_MORE: Final = 0x3333 << 40
THREE_MORE: Final = 0x5555 << 40
FIVE_OF_A_SUIT: Final = 0x8888 << 40  # after adding FIVE_MORE; after THREE_MORE, three of a suit

KEYS: Final[tuple[int, ...]] = tuple((1 << 3 * (c >> 2)) | (1 << (40 + 4 * (c & 3))) for c in range(52))


def key_sum(some: Iterable[int]) -> int:
    """The sum of the keys of known, ordinary cards. It tells how many of them have each rank and each suit."""
    total = 0
    for card in some:
        total += KEYS[card]
    return total


def not_ranked(some: Iterable[int], *, joker: bool = False) -> BadNotation:
    """The error for cards without a key: unknown cards, or jokers in a game that does not rank jokers."""
    wrong = [card for card in some if not 0 <= card < 52 + joker]
    names = ", ".join(text((card,)) if 0 <= card < 54 else repr(card) for card in wrong)
    if joker:
        return BadNotation(f"{names}: only the 52 ordinary cards and the joker can be ranked; give the real cards")
    return BadNotation(
        f"{names}: only the 52 ordinary cards can be ranked; give the real cards for unknown "
        "ones, and use a game with jokers"
    )


def rank_counts(total: int) -> list[int]:
    """The number of cards of each rank, from deuce to ace, read from the key sum `total` of the cards."""
    return [total >> shift & 7 for shift in range(0, 39, 3)]
