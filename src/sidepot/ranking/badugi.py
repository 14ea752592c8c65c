"""Badugi: the best hand of cards that differ in rank and in suit, up to four of them.

More cards always win; with equal numbers, the cards are compared from the highest down, and the lower wins. The ace is
low or, in the deuce-to-seven form, high. As on the low scales, a strength is `PERFECT - badness`, with the badness
packed as in `high`: the category is the number of missing cards, followed by the card values. Any number of cards can
be ranked, because badacey and badeucey are played with five. Source: PG-33, and the rules of badugi as card rooms print
them.

>>> from sidepot.cards import cards
>>> badugi = badugi_table(ACE_LOW, 0)
>>> badugi.of_cards(cards("8c6d5h3s")) > badugi.of_cards(cards("8c7d2h2s"))
True
"""

# compiled: docs/how-to/measure-speed.md

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from sidepot.ranking.high import pack
from sidepot.ranking.low import PERFECT


class BadugiRule(NamedTuple):
    """How badugis are ranked: with a low ace as in badugi, or with a high ace as in deuce-to-seven badugi.

    Straights never count.
    """

    ace_low: bool


ACE_LOW: Final = BadugiRule(ace_low=True)
ACE_HIGH: Final = BadugiRule(ace_low=False)

_SUIT: Final = (1 << 13) - 1
_FIELDS: Final = {  # by rule, by card: one bit, in the field of its suit; the lowest rank is the lowest bit
    rule: tuple([1 << (13 * (card & 3) + ((card >> 2) + rule.ace_low) % 13) for card in range(52)])
    for rule in (ACE_LOW, ACE_HIGH)
}


class BadugiTable(NamedTuple):
    """One ranking of badugis with its qualifier, and the strengths computed so far.

    Suits are interchangeable, so a hand is stored as the ranks of each suit. Suits are sorted by their ranks, so
    only 16,432 different hands of four cards remain.
    """

    rule: BadugiRule
    qualifier: int  # the highest card of a four-card badugi that qualifies; 0: every badugi does
    lowest: int  # lowest rank of the deck, for wild cards
    fields: tuple[int, ...]
    by_suits: dict[tuple[int, int, int, int, int], int]

    def of_cards(self, some: Sequence[int], wilds: int = 0) -> int:
        """The strength of the best badugi from natural cards and `wilds` wild cards.

        Raises IndexError for a card that is not ranked.
        """
        fields = self.fields
        total = 0
        for card in some:
            total |= fields[card]
        a, b, c, d = sorted((total & _SUIT, total >> 13 & _SUIT, total >> 26 & _SUIT, total >> 39))
        key = (a, b, c, d, wilds)
        known = self.by_suits.get(key)
        if known is None:
            known = _strength([a, b, c, d], self, wilds)
            self.by_suits[key] = known
        return known


_TABLES: Final[dict[tuple[BadugiRule, int, int], BadugiTable]] = {}


def badugi_table(rule: BadugiRule, qualifier: int, lowest: int = 0) -> BadugiTable:
    """The table for a rule, a qualifier (0 for none) and a deck. The table is cached."""
    key = (rule, qualifier, lowest)
    found = _TABLES.get(key)
    if found is None:
        found = BadugiTable(rule, qualifier, lowest, _FIELDS[rule], {})
        _TABLES[key] = found
    return found


def _strength(suits: Sequence[int], table: BadugiTable, wilds: int) -> int:
    """The strength of the best badugi from a mask of ranks for each suit; 0 if there are no cards, or if none
    qualifies.
    """
    chosen = [0]  # every set of ranks that different suits can provide
    for suit in suits:
        so_far = chosen[:]
        while suit:
            rank = suit & -suit
            suit ^= rank
            chosen += [ranks | rank for ranks in so_far if not ranks & rank]
    if wilds:
        chosen = [_filled(ranks, table, wilds) for ranks in chosen]
    best = most = 0
    for ranks in chosen:
        size = ranks.bit_count()
        if size > most or size == most and ranks < best:  # of as many ranks, the lower mask has the lower high card
            best = ranks
            most = size
    first = 1 if table.rule.ace_low else 2  # the value of the lowest bit
    bad = pack(4 - most, [at + first for at in range(12, -1, -1) if best >> at & 1])
    if not most or table.qualifier and bad >= (table.qualifier + 1) << 16:
        return 0
    return PERFECT - bad


def _filled(ranks: int, table: BadugiTable, wilds: int) -> int:
    """The ranks of some natural cards and, as far as there is room, of wild cards: each is the lowest missing rank."""
    for at in range(13):
        if not wilds or ranks.bit_count() >= 4:
            break
        in_deck = at == 0 or at > table.lowest if table.rule.ace_low else at >= table.lowest
        if in_deck and not ranks >> at & 1:
            ranks |= 1 << at
            wilds -= 1
    return ranks
