"""Hands in words, as a dealer announces them: `Full house, fives full of kings`, `Eight-six low, 8-6-5-4-3`."""

from __future__ import annotations

from sidepot.cards import RANK_NAMES, RANK_PLURALS
from sidepot.ranking.high import (
    FLUSH,
    FULL_HOUSE,
    NOTHING,
    PAIR,
    QUADS,
    STRAIGHT,
    STRAIGHT_FLUSH,
    TRIPS,
    TWO_PAIR,
    unpack,
)
from sidepot.ranking.low import PERFECT, LowRule

CATEGORIES = (
    "high card",
    "one pair",
    "two pair",
    "three of a kind",
    "straight",
    "flush",
    "full house",
    "four of a kind",
    "straight flush",
)
_LETTERS = "?A23456789TJQKA"  # by card value, an ace 1 or 14


def describe(strength: int, low: LowRule | None = None) -> tuple[str, str]:
    """The category and the words for a strength of a high scale, or of a low one when its rule is given.

    >>> describe(6 << 20 | 0x5D000)
    ('full house', 'Full house, fives full of kings')
    """
    if not strength:
        return "no low", "No low"
    category, values = unpack(PERFECT - strength if low is not None else strength)
    if low is not None and category == NOTHING:
        return "low", _low_words(values, low)
    if category == STRAIGHT_FLUSH and values[0] == 14:
        return "royal flush", "Royal flush"
    return CATEGORIES[category], _words(category, values)


def _words(category: int, values: list[int]) -> str:
    first = values[0]
    second = values[1] if len(values) > 1 else 0
    if category == PAIR:
        return f"Pair of {_many(first)}"
    if category == TWO_PAIR:
        kicker = f", {_one(values[2])} kicker" if len(values) > 2 else ""
        return f"Two pair, {_many(first)} and {_many(second)}{kicker}"
    if category == TRIPS:
        return f"Three of a kind, {_many(first)}"
    if category == STRAIGHT:
        return f"Straight, {_one(first)} high"
    if category == FLUSH:
        return f"Flush, {_one(first)} high"
    if category == FULL_HOUSE:
        return f"Full house, {_many(first)} full of {_many(second)}"
    if category == QUADS:
        return f"Four of a kind, {_many(first)}"
    if category == STRAIGHT_FLUSH:
        return f"Straight flush, {_one(first)} high"
    return f"{_one(first).capitalize()} high"


def _low_words(values: list[int], rule: LowRule) -> str:
    ranks = "-".join([_LETTERS[value].replace("T", "10") for value in values])
    if values == [5, 4, 3, 2, 1] and not rule.straights:
        return f"Wheel, {ranks}"
    names = "-".join([_one(value) for value in values[:2]])
    return f"{names.capitalize()} low, {ranks}"


def _one(value: int) -> str:
    return RANK_NAMES[value - 2]  # a low ace is 1, and so the last name too


def _many(value: int) -> str:
    return RANK_PLURALS[value - 2]
