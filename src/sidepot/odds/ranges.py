"""Ranges of two-card hands in the usual notation: `QQ+,AKs`, `A2s-A5s`, `KQo`, `AsKs`, `15%`, `AKs:0.5`, `random`.

`QQ+` is this pair and all higher ones; `ATs+` keeps the ace and raises the other card, up to the one below the ace;
without `s` (suited) or `o` (offsuit), both are meant; `X` is any rank. `22-55` and `76s-T9s` are all hands from one to
the other. `15%` are the hands that win most against a random hand (see `BY_EQUITY`), up to that part of all 1,326. A
weight follows a colon (see `weights`); if a hand is named twice, the last weight counts.

>>> from sidepot.cards import text
>>> len(read_range("QQ+,AKs")), [text(hand) for hand in read_range("A5s-A4s")][:2]
(22, ['Ac4c', 'Ad4d'])
"""

from __future__ import annotations

import re
from functools import cache
from itertools import combinations
from typing import Final

from sidepot.cards import RANKS, cards
from sidepot.errors import BadNotation
from sidepot.odds.weights import items_of, spread
from sidepot.validation.type_checks import expect

Pair = tuple[int, int]

# The 169 starting hands in the order of their equity against one random hand, the best first. It was counted over all
# 2,598,960 boards and all hands against each other; no two come to the same.
BY_EQUITY: Final = tuple(
    """
    AA KK QQ JJ TT 99 88 AKs 77 AQs AJs AKo ATs AQo AJo KQs 66 A9s ATo KJs A8s KTs KQo A7s A9o KJo 55 QJs K9s A5s
    A6s A8o KTo QTs A4s A7o K8s A3s QJo K9o A5o A6o Q9s K7s JTs A2s QTo 44 A4o K6s K8o Q8s A3o K5s J9s Q9o JTo K7o
    A2o K4s Q7s K6o K3s T9s J8s 33 Q6s Q8o K5o J9o K2s Q5s T8s K4o J7s Q4s Q7o T9o J8o K3o Q6o Q3s 98s T7s J6s K2o
    22 Q2s Q5o J5s T8o J7o Q4o 97s J4s T6s J3s Q3o 98o 87s T7o J6o 96s J2s Q2o T5s J5o T4s 97o 86s J4o T6o 95s T3s
    76s J3o 87o T2s 85s 96o J2o T5o 94s 75s T4o 93s 86o 65s 84s 95o T3o 92s 76o 74s T2o 54s 85o 64s 83s 94o 75o
    82s 73s 93o 65o 53s 63s 84o 92o 43s 74o 72s 54o 64o 52s 62s 83o 42s 82o 73o 53o 63o 32s 43o 72o 52o 62o 42o
    32o
    """.split()
)

RANDOM = ("random", "any", "*", "**", "xx", "????")
_HELP = (
    "a range names hands with commas between them, as in QQ+,AKs: pairs (TT), suited (AKs), offsuit (AKo), either (AK),"
    " that and better (TT+, ATs+), from one to another (22-55, A2s-A5s), any rank (AXs), cards (AsKs), the best of all"
    " (15%), or random; and behind a colon what they weigh (AKs:0.5)"
)
ALL = 1326
_HAND = re.compile(r"([2-9TJQKAX*])([2-9TJQKAX*])([so]?)", re.IGNORECASE)
_CARDS = re.compile(r"(?:[2-9TJQKA][cdhs]){2}", re.IGNORECASE)
_PERCENT = re.compile(r"([0-9]+(?:\.[0-9]*)?|\.[0-9]+)%")


def read_range(text: str) -> tuple[Pair, ...]:
    """The hands of a range, higher card first, each repeated according to its weight.

    Raises BadNotation, saying what was expected, for text that is not a range.
    """
    found: dict[Pair, int] = {}
    for item, weight in items_of(expect(text, str, "text")):
        if not item:
            raise BadNotation(f"{text!r} has an empty hand; {_HELP}")
        found.update(dict.fromkeys(_hands_of(item, text), weight))
    return spread(found, text)


def is_cards(text: str) -> bool:
    """Whether a text consists of two or more cards, known or unknown, and is not a range."""
    squeezed = text.replace(" ", "").replace("10", "T")
    return bool(re.fullmatch(r"(?:[2-9TJQKAtjqka][cdhsCDHS]|\?\?|[jJ]o)*", squeezed))


def classes() -> tuple[str, ...]:
    """The 169 starting hands, row by row as in the usual square of pairs, suited and offsuit hands, aces first."""
    ranks = RANKS[::-1]
    return tuple(
        [
            high + low if row == column else ranks[min(row, column)] + ranks[max(row, column)] + "so"[row > column]
            for row, high in enumerate(ranks)
            for column, low in enumerate(ranks)
        ]
    )


def _hands_of(item: str, text: str) -> list[Pair]:
    if item.lower() in RANDOM:
        return [(high, low) for low, high in combinations(range(52), 2)]
    if _CARDS.fullmatch(item):
        one, other = cards(item)
        if one == other:
            raise BadNotation(f"{item!r}: a hand needs two different cards; {_HELP}")
        return [(max(one, other), min(one, other))]
    if item.endswith("%"):
        return _best(item, text)
    first, dash, last = item.partition("-")
    plus = first.endswith("+") and not dash
    begin = _HAND.fullmatch(first.removesuffix("+"))
    end = _HAND.fullmatch(last) if dash else begin
    if begin is None or end is None:
        raise BadNotation(f"{_named(item, text)} is not a hand; {_HELP}")
    if dash:
        shapes = _between(begin, end)
    else:
        shapes = _shapes(begin, plus)
    if not shapes:
        raise BadNotation(f"{_named(item, text)} matches no hand; {_HELP}")
    return [hand for high, low, suits in shapes for hand in _pairs(high, low, suits)]


def _best(item: str, text: str) -> list[Pair]:
    """The best hands that make up a percentage of all hands. Each of the 169 starting hands is included wholly or not
    at all.
    """
    read = _PERCENT.fullmatch(item)
    part = float(read[1]) if read else 0.0
    if not 0 < part <= 100:
        raise BadNotation(f"{_named(item, text)}: expected a percentage above 0 and up to 100; {_HELP}")
    found: list[Pair] = []
    for name in BY_EQUITY:
        if 100 * len(found) >= part * ALL:
            break
        found += _hands_of(name, name)
    return found


def _named(item: str, text: str) -> str:
    return repr(item) if item == text else f"{item!r} of {text!r}"


def _ranks(letter: str) -> list[int]:
    return list(range(12, -1, -1)) if letter in "xX*" else [RANKS.index(letter.upper())]


def _shapes(hand: re.Match[str], plus: bool) -> list[tuple[int, int, str]]:
    """The ranks that one hand means: the higher, the lower, and `s`, `o` or "" for the suits."""
    found: list[tuple[int, int, str]] = []
    suits = hand[3].lower()
    for one in _ranks(hand[1]):
        for other in _ranks(hand[2]):
            high, low = max(one, other), min(one, other)
            if high == low and suits:
                continue  # no pair is suited, and all are offsuit without saying so
            if not plus:
                found.append((high, low, suits))
            elif high == low:
                found += [(rank, rank, "") for rank in range(high, 13)]
            else:
                found += [(high, rank, suits) for rank in range(low, high)]
    return list(dict.fromkeys(found))


def _between(begin: re.Match[str], end: re.Match[str]) -> list[tuple[int, int, str]]:
    """All hands from one to another: pairs, the same high card, or the same gap."""
    if begin[3].lower() != end[3].lower() or "x" in (begin[0] + end[0]).lower() or "*" in begin[0] + end[0]:
        return []
    first = sorted(_ranks(begin[1]) + _ranks(begin[2]))
    last = sorted(_ranks(end[1]) + _ranks(end[2]))
    (low, high), (low_end, high_end) = (first, last) if first <= last else (last, first)
    suits = begin[3].lower()
    if (low == high or low_end == high_end) and (suits or low != high or low_end != high_end):
        return []
    if high == high_end:
        return [(high, rank, suits) for rank in range(min(low, low_end), max(low, low_end) + 1)]
    if high - low == high_end - low_end:
        return [(high + up, low + up, suits) for up in range(abs(high_end - high) + 1)]
    return []


@cache
def _pairs(high: int, low: int, suits: str) -> tuple[Pair, ...]:
    """The cards of two ranks, suited, offsuit or both."""
    if high == low:
        return tuple([(4 * high + one, 4 * high + other) for other, one in combinations(range(4), 2)])
    return tuple(
        [
            (4 * high + one, 4 * low + other)
            for one in range(4)
            for other in range(4)
            if not suits or (one == other) is (suits == "s")
        ]
    )
