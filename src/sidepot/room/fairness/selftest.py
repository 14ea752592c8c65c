"""The self-test of the shuffle: known answers, all permutations of small decks, and statistics.

Statistics are tested two-sided at 99 %, because results that are too even are as suspicious as uneven ones. An honest
shuffle fails one test in a hundred, so a failed test is repeated. Three failures in a row, which happen once in a
million, fail the self-test.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from hashlib import sha256
from itertools import pairwise, permutations, product
from math import sqrt
from statistics import NormalDist
from typing import Final

import msgspec

from sidepot.cards import STANDARD_DECK, Below
from sidepot.games.decks import find_deck
from sidepot.room.fairness import chain
from sidepot.room.fairness.decks import SALT, Commitment, SealedDeck, root_of
from sidepot.room.fairness.shuffle import OS, Source, below_of, shuffle, virtual_cut

LEVEL: Final = 0.99
TRIES: Final = 3
LARGEST: Final = 6  # largest deck for which all permutations are tried
LEAST: Final = 14_000  # shuffles: with fewer, some pairs of cards would be expected less than five times

Orders = Sequence[Sequence[int]]
Found = tuple[float, float]  # the statistic, and its degrees of freedom for chi-square (0: normal)
Statistic = Callable[[Orders, int], Found]
Shuffle = Callable[[Sequence[int], Below], tuple[int, ...]]


class Result(msgspec.Struct, frozen=True):
    """The result of one test. The test passes if `value` is between `low` and `high`.

    For a yes-or-no test, both bounds are 0.
    """

    name: str
    holds: bool
    value: float
    low: float
    high: float
    tries: int
    says: str


def selftest(shuffles: int = 20_000, *, source: Source = OS, make: Shuffle = shuffle) -> list[Result]:
    """Run all tests of the shuffle function `make`, with random bytes from `source`."""
    results = [known_answers(), every_permutation(make)]
    below = below_of(source, 4096)
    for deck, statistics in _STATISTICS.items():
        pack = find_deck(deck).cards
        first = [make(pack, below) for _ in range(shuffles)]  # all statistics of a deck share the first try
        for name, (says, statistic) in statistics.items():

            def draw(
                tries: int, statistic: Statistic = statistic, pack: Sequence[int] = pack, first: Orders = first
            ) -> Found:
                orders = first if tries == 1 else [make(pack, below) for _ in range(shuffles)]
                return statistic(orders, len(pack))

            results.append(_judged(name, says, draw))
    results.append(_judged("numbers", "each number under 52", lambda tries: numbers(below, shuffles)))
    return results


# ---- known answers

_KNOWN: Final = {
    "order": "1a2c090f021b0a062432132907032d2f281916271c312104121e01151d2318100c252605110e2e2033001f2208300d0b2a172b14",
    "root": "8a5c5c0f9b0e95c55416ed2a64602ad33ad1949ce26c12b0751e6ffd64ac651d",
    "link": "ab78e0d0e030fc5c478f9da4beba2c87944f69ebec4f3cd8d6ae2fca30c4ba01",
    "cut": "45",
}


def counted_bytes(seed: bytes) -> Source:
    """Deterministic bytes: blocks of SHA-256 over the seed and an eight-byte counter."""
    blocks = 0
    stock = b""

    def source(count: int) -> bytes:
        nonlocal blocks, stock
        while len(stock) < count:
            stock += sha256(seed + blocks.to_bytes(8, "big")).digest()
            blocks += 1
        found, stock = stock[:count], stock[count:]
        return found

    return source


def known_answers() -> Result:
    """Compare a shuffle, its root, a link and a cut, made from deterministic bytes, with known answers."""
    wrong = [name for name, value in answers().items() if _KNOWN[name] != value]
    return Result(
        "known answers", not wrong, len(wrong), 0, 0, 1, f"wrong: {', '.join(wrong)}" if wrong else "all as known"
    )


def answers() -> dict[str, str]:
    """Make a shuffle, its root, a link and a cut from deterministic bytes. All are in hexadecimal."""
    source = counted_bytes(b"sidepot")
    deck = SealedDeck(shuffle(STANDARD_DECK, below_of(source)), source(SALT * 52))
    tree = Commitment(deck)
    if any(root_of(tree.opened(index), 52) != tree.root for index in range(52)):
        return dict.fromkeys(_KNOWN, "")
    return {
        "order": bytes(deck.order).hex(),
        "root": tree.root.hex(),
        "link": chain.link(chain.START, chain.canonical({"b": [1, "é"], "a": None})).hex(),
        "cut": str(virtual_cut(tree.root, "my lucky socks", 52)),
    }


# ---- all permutations


def every_permutation(make: Shuffle = shuffle) -> Result:
    """Test that exactly one sequence of random numbers leads to each permutation of 1 to 6 cards."""
    made = 0
    for size in range(1, LARGEST + 1):
        pack = tuple(range(size))
        found = Counter(make(pack, below_of(scripted(row))) for row in scripts(size))
        made += len(found)
        if set(found) != set(permutations(pack)) or set(found.values()) != {1}:
            return Result("permutations", False, size, 0, 0, 1, f"those of {size} cards do not come once each")
    return Result("permutations", True, made, 0, 0, 1, f"each of {made} comes once")


def scripts(size: int) -> list[tuple[int, ...]]:
    """All sequences of random numbers that shuffle `size` cards.

    The first number of each sequence is below `size`, the second is below `size - 1`, and so on.
    """
    return list(product(*[range(left) for left in range(size, 1, -1)]))


def scripted(row: Sequence[int]) -> Source:
    """A source that returns the bytes of `row` in order."""
    left = iter(row)
    return lambda count: bytes([next(left) for _ in range(count)])


# ---- statistics


def positions(orders: Orders, size: int) -> Found:
    """Test how often each card ends up at each position: chi-square with (n - 1)² degrees of freedom (n is `size`)."""
    counts = Counter((at, card) for order in orders for at, card in enumerate(order))
    even = len(orders) / size
    spread = sum((counts[at, card] - even) ** 2 for at in range(size) for card in orders[0])
    return spread / even * (size - 1) / size, (size - 1) ** 2


def pairs(orders: Orders, size: int) -> Found:
    """Test how often each ordered pair of cards is on top: chi-square with n (n - 1) - 1 degrees of freedom."""
    counts = Counter((order[0], order[1]) for order in orders)
    cells = size * (size - 1)
    even = len(orders) / cells
    spread = sum((count - even) ** 2 for count in counts.values()) + (cells - len(counts)) * even**2
    return spread / even, cells - 1


def runs(orders: Orders, size: int) -> Found:
    """Test how often a higher card follows a card: the mean is (n - 1) / 2, the variance (n + 1) / 12."""
    rises = sum(one < other for order in orders for one, other in pairwise(order))
    return (rises - len(orders) * (size - 1) / 2) / sqrt(len(orders) * (size + 1) / 12), 0


def neighbours(orders: Orders, size: int) -> Found:
    """Test how often neighbouring cards stay neighbours. On average, about one pair of the n cards does."""
    kept = sum(other - one == 1 for order in orders for one, other in pairwise(order))
    mean = (size - 1) / size
    variance = mean + (size - 2) / size - mean**2
    return (kept - len(orders) * mean) / sqrt(len(orders) * variance), 0


_STATISTICS: Final[dict[str, dict[str, tuple[str, Statistic]]]] = {
    "standard": {
        "positions": ("each card at each place", positions),
        "pairs": ("each pair of cards on top", pairs),
        "runs": ("cards followed by a higher one", runs),
        "neighbours": ("neighbours that stay so", neighbours),
    },
    "joker": {"positions of 53": ("each card at each place", positions)},
    "6+": {"positions of 36": ("each card at each place", positions)},
}


def bounds(freedom: float) -> tuple[float, float]:
    """The bounds that contain 99 % of the values of a chi-square distribution (by Wilson and Hilferty).

    `freedom` is its degrees of freedom. If it is 0, the bounds are those of the standard normal distribution.
    """
    tail = NormalDist().inv_cdf((1 + LEVEL) / 2)
    if not freedom:
        return -tail, tail
    part = 2 / (9 * freedom)
    low, high = ((1 - part + sign * tail * sqrt(part)) ** 3 * freedom for sign in (-1, 1))
    return low, high


def _judged(name: str, says: str, draw: Callable[[int], Found]) -> Result:
    """Try a statistic up to three times, until it is within its bounds. `draw` gets the number of the try."""
    value = low = high = 0.0
    for tries in range(1, TRIES + 1):
        value, freedom = draw(tries)
        low, high = bounds(freedom)
        if low <= value <= high:
            return Result(name, True, value, low, high, tries, says)
    return Result(name, False, value, low, high, TRIES, says)


def numbers(below: Below, draws: int) -> Found:
    """Test how often each number below 52 is drawn: chi-square with 51 degrees of freedom."""
    counts = Counter(below(52) for _ in range(draws))
    even = draws / 52
    return sum((counts[number] - even) ** 2 for number in range(52)) / even, 51
