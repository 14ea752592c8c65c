"""Ranges of hands of three cards and more, as Omaha players write them: `AAxx`, `KKQQ`, `AAds`, `xxxxds`.

Each letter is a rank, and `x` is any card; missing letters are any card too, so that `AA` means `AAxx`. After the
letters, `ds` (double suited) requires two or more cards in each of two suits, `ss` (single suited) in only one suit,
and `r` (rainbow) no two cards of the same suit.

>>> len(read_patterns("AAxx", 4, range(52))), len(read_patterns("AAds", 4, range(52)))
(6961, 864)
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import combinations, product
from math import comb, prod

from sidepot.cards import RANKS, cards
from sidepot.errors import BadNotation
from sidepot.odds.weights import items_of, spread

Cards = tuple[int, ...]

MOST = 500_000  # hands of one pattern that are written down; more take too much room
_PATTERN = re.compile(r"([2-9TJQKAX*]*)(DS|SS|R)?", re.IGNORECASE)
_CARDS = re.compile(r"(?:[2-9TJQKA][cdhs])+", re.IGNORECASE)


def read_patterns(text: str, size: int, deck: Sequence[int]) -> tuple[Cards, ...]:
    """The hands of `size` cards in a range, each repeated according to its weight.

    Raises BadNotation for text that is not a range.
    """
    found: dict[Cards, int] = {}
    for item, weight in items_of(text):
        found.update(dict.fromkeys(sorted(_hands_of(item, text, size, deck)), weight))
    return spread(found, text)


def _hands_of(item: str, text: str, size: int, deck: Sequence[int]) -> set[Cards]:
    if _CARDS.fullmatch(item) and len(item) == 2 * size:
        return {tuple(sorted(cards(item)))}
    pattern = _PATTERN.fullmatch(item)
    if pattern is None and len(item) == 2 * size:
        cards(item)  # says which card it is that is wrong
    if pattern is None or not item:
        raise BadNotation(f"{_named(item, text)} is not a hand; {_help(size)}")
    ranks = [RANKS.index(letter) for letter in pattern[1].upper() if letter in RANKS]
    if len(pattern[1]) > size:
        raise BadNotation(f"{_named(item, text)} has {len(pattern[1])} cards, but a hand has {size}; {_help(size)}")
    of_rank = [[card for card in deck if card >> 2 == rank] for rank in sorted(set(ranks))]
    times = [ranks.count(rank) for rank in sorted(set(ranks))]
    free = size - len(ranks)
    named = prod([comb(len(some), many) for some, many in zip(of_rank, times, strict=True)])
    if named * comb(len(deck) - len(ranks), free) > MOST:
        raise BadNotation(f"{_named(item, text)} matches too many hands; give more ranks")
    suits = (pattern[2] or "").lower()
    hands = {hand for hand in _with_ranks(of_rank, times, free, deck) if not suits or suits_of(hand) == suits}
    if not hands:
        raise BadNotation(f"{_named(item, text)} matches no hand; {_help(size)}")
    return hands


def _with_ranks(
    of_rank: Sequence[Sequence[int]], times: Sequence[int], free: int, deck: Sequence[int]
) -> Iterator[Cards]:
    """The hands with so many cards of each of these ranks, and `free` other cards. Some hands occur more than once."""
    for chosen in product(*[combinations(some, many) for some, many in zip(of_rank, times, strict=True)]):
        named = {card for some in chosen for card in some}
        for others in combinations([card for card in deck if card not in named], free):
            yield tuple(sorted([*named, *others]))


def suits_of(hand: Sequence[int]) -> str:
    """The suit pattern of a hand: `ds` (two suits with two or more cards), `ss` (one such suit) or `r` (none)."""
    held = [card & 3 for card in hand]
    return ("r", "ss", "ds")[min(sum([held.count(suit) > 1 for suit in range(4)]), 2)]


def _named(item: str, text: str) -> str:
    return repr(item) if item == text else f"{item!r} of {text!r}"


def _help(size: int) -> str:
    any_other = "x" * (size - 2)
    return (
        f"a range of hands of {size} cards names ranks, and x for any card, with commas between them, as in "
        f"AA{any_other},KK{any_other}: also double suited (AAds), single suited (AAss), rainbow (AAr), a weight "
        "(AAds:0.5), cards, or random"
    )
