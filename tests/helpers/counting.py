"""Counting hands: by rank multisets, each ranked once for every way in which its ranks may share a suit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from math import comb, prod

from sidepot.ranking.describe import describe
from sidepot.ranking.high import NOTHING, unpack
from sidepot.ranking.low import PERFECT
from sidepot.ranking.scales import Scale


def multisets(size: int, ranks: int = 13) -> Iterator[list[int]]:
    """Every way to hold each of `ranks` ranks at most four times, `size` cards in all."""
    if ranks == 0:
        if size == 0:
            yield []
        return
    for count in range(min(4, size) + 1):
        for rest in multisets(size - count, ranks - 1):
            yield [*rest, count]


def weighed(size: int, scale: Scale, lowest: int = 0) -> Counter[int]:
    """How many of all hands of `size` cards (at most nine) have each strength, in a deck without the ranks below."""
    found: Counter[int] = Counter()
    assert scale.table is not None
    for kept in multisets(size, 13 - lowest):
        counts = [0] * lowest + kept
        held = [rank for rank in range(13) if counts[rank]]
        left = prod(comb(4, counts[rank]) for rank in held)
        if scale.table.suited is not None:
            for length in range(5, len(held) + 1):
                for spades in combinations(held, length):
                    ways = 4 * prod(comb(3, counts[rank] - (rank in spades)) for rank in held)
                    if ways:
                        found[scale.strength(with_spades(counts, spades))] += ways
                        left -= ways
        ranks = sum(count << 3 * rank for rank, count in enumerate(counts))
        known = scale.table.by_ranks.get(ranks)
        found[scale.table.learn(ranks) if known is None else known] += left
    return +found


def with_spades(counts: list[int], spades: tuple[int, ...]) -> list[int]:
    """Cards of those ranks, of which exactly `spades` are spades; the others never make a flush of their own."""
    some = []
    for rank, count in enumerate(counts):
        suits = [3] if rank in spades else []
        suits += [0, 1, 2][: count - len(suits)]
        some += [4 * rank + suit for suit in suits]
    return some


def by_category(found: Counter[int], scale: Scale | None = None) -> dict[str, int]:
    counts: Counter[str] = Counter()
    for strength, ways in found.items():
        counts[describe(strength, scale)[0]] += ways
    return dict(counts)


def by_high_card(found: Counter[int]) -> dict[str, int]:
    """Lows by their highest card; hands with a pair, straight or flush by category."""
    counts: Counter[str] = Counter()
    for strength, ways in found.items():
        category, values = unpack(PERFECT - strength)
        name = " 23456789TJQKA"[values[0] - 1] if category == NOTHING else describe(PERFECT - strength)[0]
        counts[name] += ways
    return dict(counts)
