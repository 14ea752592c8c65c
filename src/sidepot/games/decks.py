"""The packs of cards with which games are played: all 52, with a joker, or stripped of the low ranks.

A pack has a name: `standard`, `joker` (53 cards), `6+` (sixes and up, 36 cards), `T+` (20 cards), `7+ joker` (33).
Source: PG-34, PG-85.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from sidepot.cards import JOKER, RANKS, STANDARD_DECK
from sidepot.errors import BadNotation

STANDARD: Final = "standard"
WITH_JOKER: Final = "joker"


class Pack(NamedTuple):
    """A pack of cards: its name, its cards, and its lowest rank (0 for deuces)."""

    name: str
    cards: tuple[int, ...]
    lowest: int

    @property
    def has_joker(self) -> bool:
        return JOKER in self.cards


@lru_cache(maxsize=64)
def find_deck(name: str) -> Pack:
    """The pack with this name. Raises BadNotation, saying how packs are named, if there is none.

    >>> len(find_deck("6+").cards), len(find_deck("joker").cards)
    (36, 53)
    """
    words = name.split()
    joker = words[-1:] == [WITH_JOKER]
    rest = words[:-1] if joker else words
    if rest in ([], [STANDARD]) and (joker or rest):
        lowest = 0
    elif len(rest) == 1 and len(rest[0]) == 2 and rest[0][1] == "+" and rest[0][0].upper() in RANKS[:-1]:
        lowest = RANKS.index(rest[0][0].upper())
    else:
        raise BadNotation(
            f"unknown deck {name!r}; expected 'standard', 'joker' (53 cards), or a stripped deck "
            "named by its lowest rank, such as '6+' (36 cards), 'T+' (20 cards) or '7+ joker'"
        )
    cards = STANDARD_DECK[4 * lowest :]
    return Pack(name, (*cards, JOKER) if joker else cards, lowest)
