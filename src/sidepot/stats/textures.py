"""The texture of a board in a few words, for the tables of a corpus, and filters of hands.

>>> from sidepot.cards import cards
>>> [texture(cards(board)) for board in ("Ah7h2h", "Kd9s9c", "8c6d5h")]
['A-high monotone flush', 'K-high rainbow paired', '8-high rainbow straight']
>>> texture(cards("8c6d5hTc")), texture(cards("QcQdQh"))
('T-high straight overcard', 'Q-high rainbow trips')
"""

# compiled: docs/how-to/measure-speed.md

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from sidepot.cards import RANKS

WORDS: Final = {
    "rainbow": "all cards of different suits",
    "two-tone": "cards of two suits",
    "monotone": "all cards of one suit",
    "flush": "three or more cards of one suit",
    "straight": "three ranks within five: a straight is possible",
    "paired": "two cards of a rank, but no three",
    "trips": "three cards of a rank",
    "quads": "four cards of a rank",
    "overcard": "the last card is higher than all before (not on the flop)",
    **{f"{rank}-high": f"the highest card is {rank}" for rank in RANKS[::-1]},
}
"""The words of a texture."""

_OF_A_RANK: Final = {2: "paired", 3: "trips", 4: "quads"}
_WINDOWS: Final = (0b1000000001111, *[0b11111 << low for low in range(9)])  # the ranks of each straight, from the wheel


@lru_cache(maxsize=1 << 13)
def _of_ranks(ranks: tuple[int, ...]) -> tuple[str, str]:
    """The words for the sorted ranks of a board, before and after those for its suits."""
    mask = sum({1 << rank for rank in ranks})
    after = _OF_A_RANK.get(max(map(ranks.count, ranks)), "")
    if any((mask & window).bit_count() >= 3 for window in _WINDOWS):
        after += " straight"
    return f"{RANKS[ranks[-1]]}-high ", f" {after.strip()}".rstrip()


@lru_cache(maxsize=1 << 11)
def _of_suits(suits: tuple[int, ...]) -> str:
    kinds = len({*suits})
    words = ["monotone" if kinds == 1 else "two-tone" if kinds == 2 else "rainbow" if kinds == len(suits) else ""]
    if max(map(suits.count, suits)) >= 3:
        words.append("flush")
    return " ".join(filter(None, words))


def texture(board: Sequence[int]) -> str:
    """The words for a board of at least three known cards, such as `paired` (see `WORDS`). "" for any other board."""
    if len(board) < 3 or max(board) >= 4 * len(RANKS):
        return ""
    return _texture(tuple([card // 4 for card in board]), tuple([card % 4 for card in board]))


def _texture(ranks: tuple[int, ...], suits: tuple[int, ...]) -> str:
    first, last = _of_ranks(tuple(sorted(ranks)))
    over = " overcard" if len(ranks) > 3 and ranks[-1] > max(ranks[:-1]) else ""
    return f"{first}{_of_suits(suits)}{last}{over}".replace("  ", " ").rstrip()


def textures(board: Sequence[int]) -> tuple[str, str, str]:
    """The textures of the flop, the turn and the river. A street that the board does not have is ""."""
    count = len(board)
    if count < 3 or max(board) >= 4 * len(RANKS):
        return "", "", ""
    ranks, suits = tuple([card // 4 for card in board]), tuple([card % 4 for card in board])
    return (
        _texture(ranks[:3], suits[:3]),
        _texture(ranks[:4], suits[:4]) if count > 3 else "",
        _texture(ranks[:5], suits[:5]) if count > 4 else "",
    )
