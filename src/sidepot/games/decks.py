"""Packs of cards: a standard one, one with a joker, one stripped of the low ranks, or any cards of the 52.

A pack has a name: `standard`, `joker` (53 cards), `6+` (sixes and up, 36 cards), `T+` (20 cards), `7+ joker` (33).
Small packs are named by their ranks and suits (`JQK hs`: six cards) or by their cards (`Js Qs Ks`).
Source: PG-34, PG-85.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from sidepot.cards import JOKER, RANKS, STANDARD_DECK, SUITS, cards, text
from sidepot.errors import BadNotation

STANDARD: Final = "standard"
WITH_JOKER: Final = "joker"


class Pack(NamedTuple):
    """A pack of cards.

    - `lowest`: its lowest rank (0: deuce)
    - `stripped`: whether it has every rank from the lowest up, in all suits
    """

    name: str
    cards: tuple[int, ...]
    lowest: int
    stripped: bool = True

    @property
    def has_joker(self) -> bool:
        return JOKER in self.cards


@lru_cache(maxsize=64)
def find_deck(name: str) -> Pack:
    """The pack with this name. If there is none, raises BadNotation, which says how packs are named.

    >>> len(find_deck("6+").cards), len(find_deck("joker").cards), len(find_deck("JQK hs").cards)
    (36, 53, 6)
    """
    words = name.split()
    joker = words[-1:] == [WITH_JOKER]
    rest = words[:-1] if joker else words
    if rest in ([], [STANDARD]) and (joker or rest):
        lowest = 0
    elif len(rest) == 1 and len(rest[0]) == 2 and rest[0][1] == "+" and rest[0][0].upper() in RANKS[:-1]:
        lowest = RANKS.index(rest[0][0].upper())
    else:
        small = None if joker else _small(words)
        if small is None:
            raise BadNotation(
                f"unknown deck {name!r}; expected 'standard', 'joker' (53 cards), a stripped deck named by its lowest "
                "rank, such as '6+' (36 cards), 'T+' (20 cards) or '7+ joker', ranks and suits, as in 'JQK hs' "
                "(6 cards), or cards, as in 'Js Qs Ks'"
            )
        return small
    stripped = STANDARD_DECK[4 * lowest :]
    return Pack(name, (*stripped, JOKER) if joker else stripped, lowest)


def _small(words: list[str]) -> Pack | None:
    """The pack of these ranks in these suits, or of these cards; None if the words are neither."""
    if len(words) == 2 and set(words[0].upper()) <= set(RANKS) and set(words[1].lower()) <= set(SUITS):
        ranks, suits = words[0].upper(), words[1].lower()
        found = [4 * RANKS.index(rank) + SUITS.index(suit) for rank in ranks for suit in suits]
        name = f"{ranks} {suits}"
    else:
        try:
            found = list(cards(" ".join(words)))
        except BadNotation:
            return None
        name = " ".join([text((card,)) for card in found])
    if len(found) < 2 or len(set(found)) < len(found) or not set(found) <= set(STANDARD_DECK):
        return None
    pack = tuple(sorted(found))
    return Pack(name, pack, pack[0] >> 2, stripped=False)
