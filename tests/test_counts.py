"""How many hands of each kind there are: every hand counted with the real evaluators, and the totals are exact.

Five-card hands are dealt one by one. Six, seven and eight cards are counted by rank multisets: each is evaluated once
without a flush and once for every set of ranks that may share a suit, and weighed by the number of ways to suit it.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from math import comb, prod
from pathlib import Path
from typing import Any

import pytest

from sidepot.ranking.describe import describe
from sidepot.ranking.high import NOTHING, high, unpack
from sidepot.ranking.keys import KEYS
from sidepot.ranking.low import PERFECT
from sidepot.ranking.scales import Scale, find_scale

HIGH = find_scale("high")
ACE_TO_FIVE = find_scale("ace-to-five")
DEUCE_TO_SEVEN = find_scale("deuce-to-seven")

FIVE_CARDS = {
    "high card": 1_302_540,
    "one pair": 1_098_240,
    "two pair": 123_552,
    "three of a kind": 54_912,
    "straight": 10_200,
    "flush": 5_108,
    "full house": 3_744,
    "four of a kind": 624,
    "straight flush": 36,
    "royal flush": 4,
}
SEVEN_CARDS = {
    "high card": 23_294_460,
    "one pair": 58_627_800,
    "two pair": 31_433_400,
    "three of a kind": 6_461_620,
    "straight": 6_180_020,
    "flush": 4_047_644,
    "full house": 3_473_184,
    "four of a kind": 224_848,
    "straight flush": 37_260,
    "royal flush": 4_324,
}


def multisets(size: int, ranks: int = 13) -> Iterator[list[int]]:
    """Every way to hold each of `ranks` ranks at most four times, `size` cards in all."""
    if ranks == 0:
        if size == 0:
            yield []
        return
    for count in range(min(4, size) + 1):
        for rest in multisets(size - count, ranks - 1):
            yield [*rest, count]


def weighed(size: int, scale: Scale) -> Counter[int]:
    """How many of all hands of `size` cards (at most nine) have each strength."""
    found: Counter[int] = Counter()
    for counts in multisets(size):
        held = [rank for rank in range(13) if counts[rank]]
        left = prod(comb(4, counts[rank]) for rank in held)
        if scale.suited is not None:
            for length in range(5, len(held) + 1):
                for spades in combinations(held, length):
                    ways = 4 * prod(comb(3, counts[rank] - (rank in spades)) for rank in held)
                    if ways:
                        found[scale.strength(with_spades(counts, spades))] += ways
                        left -= ways
        ranks = sum(count << 3 * rank for rank, count in enumerate(counts))
        known = scale.by_ranks.get(ranks)
        found[scale.learn(ranks) if known is None else known] += left
    return +found


def with_spades(counts: list[int], spades: tuple[int, ...]) -> list[int]:
    """Cards of those ranks, of which exactly `spades` are spades; the others never make a flush of their own."""
    some = []
    for rank, count in enumerate(counts):
        suits = [3] if rank in spades else []
        suits += [0, 1, 2][: count - len(suits)]
        some += [4 * rank + suit for suit in suits]
    return some


def by_category(found: Counter[int]) -> dict[str, int]:
    counts: Counter[str] = Counter()
    for strength, ways in found.items():
        counts[describe(strength)[0]] += ways
    return dict(counts)


def by_high_card(found: Counter[int]) -> dict[str, int]:
    """Lows by their highest card; hands with a pair, straight or flush by category."""
    counts: Counter[str] = Counter()
    for strength, ways in found.items():
        category, values = unpack(PERFECT - strength)
        name = " 23456789TJQKA"[values[0] - 1] if category == NOTHING else describe(PERFECT - strength)[0]
        counts[name] += ways
    return dict(counts)


def one_by_one() -> Counter[int]:
    """Every five cards of the deck, dealt one by one, through `high`."""
    found: Counter[int] = Counter()
    for a, b, c, d in combinations(range(52), 4):
        total = KEYS[a] + KEYS[b] + KEYS[c] + KEYS[d]
        found.update([high(total + KEYS[e], (a, b, c, d, e)) for e in range(d + 1, 52)])
    return found


@pytest.fixture(scope="module")
def seven() -> Counter[int]:
    return weighed(7, HIGH)


def test_five_cards_one_by_one() -> None:
    found = one_by_one()
    assert by_category(found) == FIVE_CARDS
    assert len(found) == 7462
    assert found == weighed(5, HIGH)  # the two ways of counting agree on every strength


def test_seven_cards(seven: Counter[int]) -> None:
    assert sum(seven.values()) == comb(52, 7)
    assert by_category(seven) == SEVEN_CARDS
    assert len(seven) == 4824


def test_every_low_without_a_pair() -> None:
    found = weighed(5, ACE_TO_FIVE)
    assert sum(unpack(PERFECT - strength)[0] == NOTHING for strength in found) == 1287
    assert found[max(found)] == 4**5
    eight = weighed(5, find_scale("ace-to-five", 8))
    assert sum(ways for strength, ways in eight.items() if strength) == comb(8, 5) * 4**5


@pytest.fixture(scope="module")
def tables() -> dict[str, Any]:
    corpus = os.environ.get("SIDEPOT_CORPUS")
    if not corpus:
        pytest.skip("SIDEPOT_CORPUS is not set: it names the folder with tables/frequencies.json")
    tables: dict[str, Any] = json.loads((Path(corpus) / "tables" / "frequencies.json").read_text())
    return tables


@pytest.mark.parametrize("size", [5, 6])
def test_published_high(tables: dict[str, Any], size: int) -> None:
    assert by_category(weighed(size, HIGH)) == tables[f"high_{size}_of_52"]["counts"]


def test_published_seven_card_high(tables: dict[str, Any], seven: Counter[int]) -> None:
    assert by_category(seven) == tables["high_7_of_52"]["counts"]


@pytest.mark.parametrize("size", [5, 7, 8])
def test_published_ace_to_five(tables: dict[str, Any], size: int) -> None:
    found = by_high_card(weighed(size, ACE_TO_FIVE))
    paired = sum(found.pop(name) for name in list(found) if len(name) > 1)
    assert {**found, "paired or worse": paired} == tables[f"a5_low_{size}_of_52_by_high_card"]["counts"]


def test_published_deuce_to_seven(tables: dict[str, Any]) -> None:
    published = tables["deuce_to_seven_5_of_52"]
    found = by_high_card(weighed(5, DEUCE_TO_SEVEN))
    other = {name.partition(" (")[0]: ways for name, ways in published["other"].items()}
    royal = found.pop("royal flush")  # in the published table one of the straight flushes
    found["straight flush"] += royal
    assert found == {**published["no_pair_no_straight_no_flush_by_high_card"], **other}
