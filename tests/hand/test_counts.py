"""How many hands of each kind there are: every hand counted with the real evaluators, and the totals are exact.

Five-card hands and badugis are dealt one by one; six, seven and eight cards are counted by rank multisets
(`counting.py`). Totals come from published tables, or are worked out beside them.
"""

from __future__ import annotations

import json
from collections import Counter
from itertools import combinations
from math import comb
from pathlib import Path
from typing import Any

import pytest
from counting import by_category, by_high_card, multisets, weighed
from needs import CORPUS, CORPUS_FOLDER

from sidepot.cards import JOKER
from sidepot.ranking.describe import read_strength
from sidepot.ranking.high import NOTHING, high, unpack
from sidepot.ranking.keys import KEYS
from sidepot.ranking.low import PERFECT
from sidepot.ranking.scales import find_scale

pytestmark = pytest.mark.long

HIGH = find_scale("high")
SHORT_DECK = find_scale("short-deck")
BADUGI = find_scale("badugi")
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

SHORT_DECK_FIVE = {  # 36 cards; A-6-7-8-9 is a straight
    "high card": 122_400,
    "one pair": 193_536,
    "two pair": 36_288,
    "three of a kind": 16_128,
    "straight": 6_120,
    "flush": 480,
    "full house": 1_728,
    "four of a kind": 288,
    "straight flush": 20,
    "royal flush": 4,
}
WITH_JOKER = {  # 53 cards, the joker wild
    "high card": 1_302_540,
    "one pair": 1_268_088,
    "two pair": 123_552,
    "three of a kind": 137_280,
    "straight": 20_532,
    "flush": 7_804,
    "full house": 6_552,
    "four of a kind": 3_120,
    "straight flush": 180,
    "royal flush": 24,
    "five of a kind": 13,
}
WITH_BUG = {  # 53 cards
    "high card": 1_302_540 + (comb(12, 4) - 33) * (4**4 - 4),  # 33 sets of four ranks that a bug makes a straight of
    "one pair": 1_098_240 + 12 * 6 * comb(11, 2) * 16 + (comb(12, 3) - 8) * (4**4 - 4),  # x-x-y-z, A-x-y-z
    "two pair": 123_552 + comb(12, 2) * 36 + 12 * 6 * 4 * 44,  # x-x-y-y, A-x-x-y
    "three of a kind": 54_912 + 12 * 4 * 44 + 6 * comb(12, 2) * 16,  # x-x-x-y, A-A-x-y
    "straight": 20_532,
    "flush": 7_804,
    "full house": 3_744 + 12 * 4 * 4 + 6 * 12 * 6,  # A-x-x-x, A-A-x-x
    "four of a kind": 624 + 12 + 4 * 48,  # x-x-x-x, A-A-A-x
    "straight flush": 180,
    "royal flush": 24,
    "five of a kind": 1,
}
DEUCES_WILD = {
    "three of a kind": 355_080,
    "straight": 62_232,
    "flush": 14_472,
    "full house": 12_672,
    "four of a kind": 31_552,
    "straight flush": 2_068,
    "royal flush": 4 + 480,  # natural, and with deuces
    "five of a kind": 624 + 48,  # the 48 are four deuces and any card
}  # and 2,119,728 hands of two pair or less


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


def test_short_deck() -> None:
    assert by_category(weighed(5, SHORT_DECK, 4), SHORT_DECK) == SHORT_DECK_FIVE
    assert by_category(weighed(5, find_scale("high", lowest=4), 4)) == SHORT_DECK_FIVE


@pytest.mark.parametrize(("joker", "expected"), [("joker", WITH_JOKER), ("bug", WITH_BUG)])
def test_five_cards_with_a_joker(joker: str, expected: dict[str, int]) -> None:
    scale = find_scale("high", wild=(joker,))
    found = Counter([scale.strength((*four, JOKER)) for four in combinations(range(52), 4)])
    found.update(weighed(5, HIGH))
    assert by_category(found, scale) == expected
    assert sum(expected.values()) == comb(53, 5)


def test_deuces_wild() -> None:
    scale = find_scale("high", wild=("2",))
    found = weighed(5, HIGH, 1)
    for deuces in range(1, 5):
        for natural in combinations(range(4, 52), 5 - deuces):
            found[scale.strength((*range(deuces), *natural))] += comb(4, deuces)
    counts = by_category(found, scale)
    assert sum(counts.pop(name) for name in ("high card", "one pair", "two pair")) == 2_119_728
    assert counts == DEUCES_WILD


def test_joker_lows() -> None:
    """Four different ranks and the joker, the lowest card missing: the highest of the four is that of the low."""
    scale = find_scale("ace-to-five", wild=("joker",))
    lows = Counter([scale.strength((*four, JOKER)) for four in combinations(range(52), 4)])
    found = by_high_card(lows)
    paired = sum(found.pop(name) for name in list(found) if len(name) > 1)
    tops = {name: comb(top - 1, 3) * 4**4 for top, name in enumerate("56789TJQK", start=5)}
    tops["5"] += 4**4  # 4-3-2-A
    assert found == tops
    assert paired == comb(52, 4) - comb(13, 4) * 4**4


@pytest.fixture(scope="module")
def badugis() -> Counter[int]:
    return Counter(map(BADUGI.strength, combinations(range(52), 4)))


def test_badugi(badugis: Counter[int]) -> None:
    assert len(badugis) == sum(comb(13, size) for size in (1, 2, 3, 4))
    assert by_category(badugis, BADUGI) == {
        "badugi": comb(13, 4) * 24,
        "three-card badugi": 154_440,
        "two-card badugi": 96_252,
        "one-card badugi": 2_873,
    }


@pytest.fixture(scope="module")
def tables() -> dict[str, Any]:
    CORPUS.ask()
    tables: dict[str, Any] = json.loads((Path(CORPUS_FOLDER) / "tables" / "frequencies.json").read_text())
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


@pytest.mark.parametrize("size", [5, 7])
def test_checked_short_deck(tables: dict[str, Any], size: int) -> None:
    found = by_category(weighed(size, SHORT_DECK, 4), SHORT_DECK)
    assert found == tables[f"shortdeck_{size}_of_36_flush_beats_full_house"]["counts"]


def test_checked_badugi(tables: dict[str, Any], badugis: Counter[int]) -> None:
    found: dict[str, Counter[str]] = {size: Counter() for size in "4321"}
    for strength, ways in badugis.items():
        lacking, values = read_strength(strength, BADUGI)
        found[str(4 - lacking)]["A23456789TJQK"[values[0] - 1]] += ways
    expected = tables["badugi_4_of_52"]
    assert {size: sum(tops.values()) for size, tops in found.items()} == expected["by_size"]
    assert {size: {top: found[size][top] for top in "A23456789TJQK"} for size in found} == expected[
        "by_size_and_high_rank_A_low"
    ]


def test_checked_number_of_rank_multisets(tables: dict[str, Any]) -> None:
    """So many entries at most has the table of hands without a flush."""
    assert (
        sum(1 for size in range(8) for _ in multisets(size))
        == tables["distinct_values"]["rank_multisets_of_up_to_7_cards"]
    )
