"""Wild cards: which cards are wild, and how hands with them are ranked.

A wild card counts as any card, so that five of a kind is the best hand. The bug is an ace, or completes a straight, a
flush or a straight flush. No combinations are tried: the number of wild cards is just another count, next to those of
ranks and suits. On the low scales and in badugi, the joker, the bug and every wild card count as the lowest missing
card. Source: PG-32, PG-85.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from sidepot.cards import JOKER, RANKS, card
from sidepot.errors import BadNotation, Conflict
from sidepot.ranking.badugi import BadugiTable
from sidepot.ranking.high import STRAIGHT, HighTable, high_of_ranks, high_of_suit, pack, straight_top, suit_mask
from sidepot.ranking.keys import FIVE_MORE, FIVE_OF_A_SUIT, KEYS, RANK_BITS, rank_counts
from sidepot.ranking.low import LowTable, low_of_cards, low_of_ranks

_WILD: Final = 1 << 56  # one wild card, in a key sum: above the suits
_BUG: Final = 1 << 60
_ONE_OF_EACH: Final = 0x1111 << 40


class Wild(NamedTuple):
    """The wild cards of a game: the cards that stand for any card, and whether the joker is a bug."""

    any_card: frozenset[int]
    bug: bool

    @property
    def all(self) -> frozenset[int]:
        """The wild cards, including the bug."""
        return self.any_card | {JOKER} if self.bug else self.any_card


def read_wild(names: Sequence[str]) -> Wild:
    """The wild cards with these names.

    Raises BadNotation, listing all names, for an unknown name, and Conflict for a joker that is both wild and a bug.
    """
    if "bug" in names and "joker" in names:
        raise Conflict("the joker cannot be both wild and a bug; choose one")
    wild: set[int] = set()
    for name in names:
        if name != "bug":
            wild.update(_cards_of(name))
    return Wild(frozenset(wild), "bug" in names)


def wild_cards(wild: Sequence[str]) -> frozenset[int]:
    """The cards that stand for any card. A bug is not among them. Raises BadNotation for an unknown name.

    >>> from sidepot.cards import text
    >>> text(sorted(wild_cards(("joker", "2", "one-eyed jacks"))))
    '2c2d2h2sJhJsJo'
    """
    return read_wild(wild).any_card


def _cards_of(name: str) -> Sequence[int]:
    if name == "joker":
        return (JOKER,)
    if name == "one-eyed jacks":
        return (card("Jh"), card("Js"))
    rank = "T" if name == "10" else name.upper()
    if len(rank) == 1 and rank in RANKS:
        first = 4 * RANKS.index(rank)
        return range(first, first + 4)
    try:
        one = card(name)
    except BadNotation:
        one = JOKER
    if one >= JOKER:
        raise BadNotation(
            f"unknown wild cards {name!r}; expected 'joker', 'bug', a rank such as '2' (deuces wild), "
            "'one-eyed jacks' or a card such as 'Kd'"
        )
    return (one,)


def _keys(wild: Wild, bug: int) -> tuple[int, ...]:
    """The key of each card. Wild cards have a key of their own; the bug has the key `bug`."""
    keys = [_WILD if at in wild.any_card else KEYS[at] for at in range(52)]
    if wild.bug:
        keys.append(bug)
    elif JOKER in wild.any_card:
        keys.append(_WILD)
    return tuple(keys)


def wild_high(table: HighTable, wild: Wild) -> Callable[[Sequence[int]], int]:
    """A function that ranks hands by a high order, with wild cards.

    It raises IndexError for cards that are not ranked.
    """
    rule = table.rule
    keys = _keys(wild, _BUG)
    natural_ranks = table.by_ranks
    without_flush: dict[int, int] = {}

    def learn(key: int) -> int:
        counts = rank_counts(key)
        wilds = key >> 56 & 15
        if key & _BUG:
            strength = _high_with_bug(counts, table, wilds)
        else:
            strength = high_of_ranks(counts, rule, wilds)
        without_flush[key] = strength
        return strength

    def rank(some: Sequence[int]) -> int:
        total = 0
        for one in some:
            total += keys[one]
        extra = total >> 56
        if not extra:
            if (total + FIVE_MORE) & FIVE_OF_A_SUIT:
                return table.suited(total, some)
            return natural_ranks.get(total & RANK_BITS) or table.learn(total & RANK_BITS)
        key = total & RANK_BITS | extra << 56
        best = without_flush.get(key) or learn(key)
        wilds = (extra & 15) + (extra >> 4)
        enough = (total + FIVE_MORE + wilds * _ONE_OF_EACH) & FIVE_OF_A_SUIT
        if enough:
            natural = [one for one in some if keys[one] < _WILD]
            for suit in range(4):
                if enough >> (43 + 4 * suit) & 1:
                    best = max(best, high_of_suit(suit_mask(natural, suit), rule, wilds))
        return best

    return rank


def _high_with_bug(counts: Sequence[int], table: HighTable, wilds: int) -> int:
    """The best hand without a flush that a bug makes, as an ace or as any card of a straight."""
    rule = table.rule
    with_ace = high_of_ranks([*counts[:12], counts[12] + 1], rule, wilds)
    top = straight_top(sum(1 << rank for rank in range(13) if counts[rank]), rule.lowest, wilds + 1)
    return max(with_ace, pack(rule.places[STRAIGHT], [top])) if top else with_ace


def wild_low(table: LowTable, wild: Wild, lowest: int) -> Callable[[Sequence[int]], int]:
    """A function that ranks hands by a low order, with wild cards. `lowest` is the lowest rank in the deck.

    It raises IndexError for cards that are not ranked.
    """
    rule, qualifier = table.rule, table.qualifier
    keys = _keys(wild, _WILD)
    known: dict[int, int] = {}

    def rank(some: Sequence[int]) -> int:
        total = 0
        for one in some:
            total += keys[one]
        wilds = total >> 56
        if not wilds and rule.straights and (total + FIVE_MORE) & FIVE_OF_A_SUIT:
            return low_of_cards(some, rule, qualifier)
        key = total & RANK_BITS | wilds << 56
        strength = known.get(key)
        if strength is None:
            strength = low_of_ranks(total & RANK_BITS, rule, qualifier, wilds, lowest)
            known[key] = strength
        return strength

    return rank


def wild_badugi(table: BadugiTable, wild: Wild) -> Callable[[Sequence[int]], int]:
    """A function that ranks badugis with wild cards. It raises IndexError for cards that are not ranked."""
    every = wild.all

    def rank(some: Sequence[int]) -> int:
        natural = [one for one in some if one not in every]
        return table.of_cards(natural, len(some) - len(natural))

    return rank
