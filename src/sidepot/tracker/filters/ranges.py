"""Starting hands in a filter: ranges as in `sidepot odds`, and categories such as `suited-connectors`."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, NamedTuple

from sidepot.cards import RANKS, text
from sidepot.errors import BadNotation
from sidepot.odds.ranges import classes, read_range
from sidepot.rules.clauses import say
from sidepot.stats.action_lines import starting_hand
from sidepot.tracker.filters.refusals import did_you_mean, refuse_filter
from sidepot.validation.reader import nearest


def _gap(hand: str) -> int:
    return RANKS.index(hand[0]) - RANKS.index(hand[1])


def _is_suited(hand: str) -> bool:
    return hand.endswith("s")


CATEGORIES: Final[dict[str, tuple[str, Callable[[str], bool]]]] = {
    "pairs": ("two cards of a rank", lambda hand: len(hand) == 2),
    "suited": ("two cards of a suit", _is_suited),
    "offsuit": ("two ranks and two suits", lambda hand: hand.endswith("o")),
    "connectors": ("neighbouring ranks, as in JT or A2", lambda hand: _gap(hand) == 1 or hand[:2] == "A2"),
    "suited-connectors": (
        "the same of one suit",
        lambda hand: _is_suited(hand) and (_gap(hand) == 1 or hand[:2] == "A2"),
    ),
    "suited-gappers": ("one rank between, of one suit, as in J9s", lambda hand: _is_suited(hand) and _gap(hand) == 2),
    "suited-aces": ("an ace and another card of its suit", lambda hand: _is_suited(hand) and hand[0] == "A"),
    "aces": ("at least one ace", lambda hand: hand[0] == "A"),
    "broadways": ("two different ranks from ten up", lambda hand: len(hand) == 3 and hand[1] in "TJQK"),
    "known": ("any two known cards", lambda hand: True),
}
"""The categories of starting hands: what each means, and whether a hand such as `AKs` belongs to it."""


class Holding(NamedTuple):
    """Hands that a filter names: starting hands such as `AKs`, and single hands such as `AsKs` in both orders."""

    hands: list[str]
    cards: list[str]


def read_cards(words: Iterable[str]) -> Holding:
    """The hands that these words stand for. Raises BadNotation for a word that is neither a range nor a category."""
    found: set[tuple[int, ...]] = set()
    hands: set[str] = set()
    for word in words:
        if word.lower() in CATEGORIES:
            hands |= {hand for hand in classes() if CATEGORIES[word.lower()][1](hand)}
        else:
            found |= {*_range(word)}
    by_hand: dict[str, set[tuple[int, ...]]] = {}
    for pair in found:
        by_hand.setdefault(starting_hand(pair), set()).add(pair)
    whole = {hand for hand, pairs in by_hand.items() if len(pairs) == _SIZES.get(hand[2:], 6)}
    rest = [pair for hand, pairs in by_hand.items() if hand not in whole | hands for pair in pairs]
    return Holding(sorted(hands | whole), sorted([text(order) for pair in rest for order in (pair, pair[::-1])]))


_SIZES: Final = {"s": 4, "o": 12}


def _range(word: str) -> tuple[tuple[int, ...], ...]:
    if ":" in word:
        raise refuse_filter(say("{word}: a filter has no weights", repr(word)))
    try:
        return read_range(word)
    except BadNotation:
        near = nearest(word.lower(), CATEGORIES, 1, 0.7)
        examples = say(
            "write hands such as {hands}, a percentage such as {percent}, or {categories}",
            "22-66 A5s ATo+ KK",
            "15%",
            ", ".join(CATEGORIES),
        )
        hint = did_you_mean(near) if near else examples
        raise refuse_filter(say("{word} is not a range of hands", repr(word)), hint, near) from None
