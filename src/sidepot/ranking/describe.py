"""Hands in words, as a dealer announces them: `Full house, fives full of kings`, `Eight-six low, 8-6-5-4-3`.

Source: PG-28, PG-32, PG-33.
"""

from __future__ import annotations

from sidepot.cards import RANK_NAMES, RANK_PLURALS
from sidepot.ranking import high
from sidepot.ranking.high import unpack
from sidepot.ranking.low import PERFECT
from sidepot.ranking.scales import Scale, find_scale

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
    "five of a kind",
)
BADUGIS = ("badugi", "three-card badugi", "two-card badugi", "one-card badugi")
_LETTERS = "?A23456789TJQKA"  # by card value, an ace 1 or 14


_SETS = {  # by category, how many cards of each value there are; if it is not here, one of each
    high.PAIR: (2, 1, 1, 1),
    high.TWO_PAIR: (2, 2, 1),
    high.TRIPS: (3, 1, 1),
    high.FULL_HOUSE: (3, 2),
    high.QUADS: (4, 1),
    high.FIVE_OF_A_KIND: (5,),
}
_OF_MANY = {  # by category, the words for its values as plurals
    high.PAIR: "Pair of {}",
    high.TWO_PAIR: "Two pair, {} and {}",
    high.TRIPS: "Three of a kind, {}",
    high.FULL_HOUSE: "Full house, {} full of {}",
    high.QUADS: "Four of a kind, {}",
    high.FIVE_OF_A_KIND: "Five of a kind, {}",
}
_OF_ONE = {
    high.STRAIGHT: "Straight, {} high",
    high.FLUSH: "Flush, {} high",
    high.STRAIGHT_FLUSH: "Straight flush, {} high",
}


def describe(strength: int, scale: Scale | None = None) -> tuple[str, str]:
    """The category of a strength and the words for it, on `scale` (by default, the high scale).

    >>> describe(6 << 20 | 0x5D000)
    ('full house', 'Full house, fives full of kings')
    """
    scale = scale or find_scale("high")
    if not strength:
        return ("no badugi", "No badugi") if scale.badugi is not None else ("no low", "No low")
    category, values = read_strength(strength, scale)
    if scale.badugi is not None:
        return BADUGIS[category], f"{BADUGIS[category].capitalize()}, {_ranks(values)}"
    if scale.low is not None and category == high.NOTHING:
        return "low", _low_words(values, wheel=not scale.low.straights)
    if category == high.STRAIGHT_FLUSH and values[0] == 14 and scale.size == 5:
        return "royal flush", "Royal flush"
    return CATEGORIES[category], _words(category, values)


def kicker_words(strength: int, other: int, scale: Scale) -> str:
    """The words for the card that decides between two hands with the same name: `with a jack to play`.

    "" if the names differ.

    >>> kicker_words(1 << 20 | 0xDEB90, 1 << 20 | 0xDEA90, find_scale("high"))
    'with a jack to play'
    """
    if not strength or not other or strength == other or describe(strength, scale) != describe(other, scale):
        return ""
    values, others = read_strength(strength, scale)[1], read_strength(other, scale)[1]
    own = next((value for value, beside in zip(values, others, strict=False) if value != beside), 0)
    if not own:
        return ""
    name = _one(own)
    return f"with {'an' if name[0] in 'ae' else 'a'} {name} to play"


def read_strength(strength: int, scale: Scale) -> tuple[int, list[int]]:
    """The category of a strength and its card values, most important first.

    For a badugi, the category is the number of cards missing from a four-card badugi.
    """
    if scale.high is None:
        return unpack(PERFECT - strength)
    place, values = unpack(strength)
    return scale.high.places.index(place), values


def values_played(strength: int, scale: Scale) -> list[int]:
    """The values of the cards that make up a strength, in display order.

    >>> values_played(6 << 20 | 0x5D000, find_scale("high"))
    [5, 5, 5, 13, 13]
    """
    category, values = read_strength(strength, scale)
    if scale.badugi is not None:
        return values
    if category in (high.STRAIGHT, high.STRAIGHT_FLUSH) and scale.high is not None:
        run = list(range(values[0], values[0] - scale.size, -1))
        if run[-1] < 2 + scale.high.lowest:
            run[-1] = 1  # the ace, low
        return run
    sets = _SETS.get(category, (1,) * len(values))
    return [value for value, count in zip(values, sets, strict=False) for _ in range(count)]


def _words(category: int, values: list[int]) -> str:
    many = [_many(value) for value in values]
    one = _one(values[0])
    if category in _OF_MANY:
        kicker = f", {_one(values[2])} kicker" if category == high.TWO_PAIR and len(values) > 2 else ""
        return _OF_MANY[category].format(*many) + kicker
    return _OF_ONE[category].format(one) if category in _OF_ONE else f"{one.capitalize()} high"


def _low_words(values: list[int], *, wheel: bool) -> str:
    if wheel and values == [5, 4, 3, 2, 1]:
        return f"Wheel, {_ranks(values)}"
    names = "-".join([_one(value) for value in values[:2]])
    return f"{names.capitalize()} low, {_ranks(values)}"


def _ranks(values: list[int]) -> str:
    return "-".join([_LETTERS[value].replace("T", "10") for value in values])


def _one(value: int) -> str:
    return RANK_NAMES[value - 2]  # a low ace is 1, and so the last name too


def _many(value: int) -> str:
    return RANK_PLURALS[value - 2]
