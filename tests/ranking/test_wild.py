"""Wild cards: an oracle puts every card in the place of each wild one, and shares nothing with the package."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, combinations_with_replacement
from random import Random

import pytest
from each import each

from sidepot.cards import JOKER, cards, text
from sidepot.errors import BadNotation, Conflict
from sidepot.ranking.high import unpack
from sidepot.ranking.low import PERFECT
from sidepot.ranking.playable_cards import made, possible_hands, ranker
from sidepot.ranking.scales import find_scale
from sidepot.ranking.wild import wild_cards

pytestmark = pytest.mark.long

Judge = Callable[[Sequence[int]], tuple[int, ...]]  # of five natural cards, some perhaps twice: greater is better

HIGH = "nothing, pair, two pair, trips, straight, flush, full house, quads, straight flush, five"
SHORT = "nothing, pair, two pair, trips, straight, full house, flush, quads, straight flush, five"
SHORT_TRIPS = "nothing, pair, two pair, straight, trips, full house, flush, quads, straight flush, five"
ORDERS = {"high": HIGH, "short-deck": SHORT, "short-deck-trips": SHORT_TRIPS}
SHAPES = {
    (1, 1): "nothing",
    (2, 1): "pair",
    (2, 2): "two pair",
    (3, 1): "trips",
    (3, 2): "full house",
    (4, 1): "quads",
    (5,): "five",
}
RUNS = ("straight", "flush", "straight flush")


def groups_of(values: Sequence[int]) -> tuple[str, list[int]]:
    groups = sorted(((count, value) for value, count in Counter(values).items()), reverse=True)
    return SHAPES[tuple(count for count, _ in groups[:2])], [value for _, value in groups]


def judge_high(scale: str, lowest: int) -> Judge:
    order = ORDERS[scale].split(", ")
    runs = {frozenset({*range(low, low + 4), low - 1 if low > lowest + 2 else 14}): low + 3 for low in range(2, 12)}

    def judge(five: Sequence[int]) -> tuple[int, ...]:
        name, values = groups_of([(card >> 2) + 2 for card in five])
        top = runs.get(frozenset(values), 0) if len(values) == 5 else 0
        if len({card & 3 for card in five}) == 1 and len(set(values)) == 5:
            name = "straight flush" if top else "flush"
        elif top:
            name = "straight"
        return order.index(name), *([top] if name.startswith("straight") else values)

    return judge


def judge_low(ace: int, straights: bool) -> Judge:
    def judge(five: Sequence[int]) -> tuple[int, ...]:
        name, values = groups_of([ace if card >= 48 else (card >> 2) + 2 for card in five])
        if straights and len(values) == 5:
            run = values[0] - values[4] == 4
            flush = len({card & 3 for card in five}) == 1
            name = "straight flush" if run and flush else "flush" if flush else "straight" if run else name
        return -HIGH.split(", ").index(name), *(-value for value in values)

    return judge


def judge_badugi(ace: int) -> Judge:
    """Any number of cards."""

    def judge(some: Sequence[int]) -> tuple[int, ...]:
        best: tuple[int, ...] = ()
        for size in (1, 2, 3, 4):
            for chosen in combinations(set(some), size):
                if len({card >> 2 for card in chosen}) == len({card & 3 for card in chosen}) == size:
                    tops = sorted((ace if card >= 48 else (card >> 2) + 2 for card in chosen), reverse=True)
                    best = max(best, (size, *(-top for top in tops)))
        return best

    return judge


def fillings(five: Sequence[int], wild: Sequence[int], deck: Sequence[int]) -> Iterator[list[int]]:
    """Those cards with every card of the deck in place of each wild one."""
    natural = [card for card in five if card not in wild]
    for filled in combinations_with_replacement(deck, len(five) - len(natural)):
        yield [*natural, *filled]


def best_of(some: Sequence[int], wild: Sequence[int], deck: Sequence[int], judge: Judge) -> tuple[int, ...]:
    return max(judge(filled) for five in combinations(some, 5) for filled in fillings(five, wild, deck))


def best_with_bug(some: Sequence[int], wild: Sequence[int], lowest: int, scale: str) -> tuple[int, ...]:
    """The joker is an ace, or any card of a straight, a flush or both."""
    judge, order = judge_high(scale, lowest), ORDERS[scale].split(", ")
    deck = range(4 * lowest, 52)
    found = [best_of([card for card in some if card != JOKER], wild, deck, judge)] if len(some) > 5 else []
    for four in combinations([card for card in some if card != JOKER], 4):
        for filled in fillings(four, wild, deck):
            for bug in deck:
                what = judge([*filled, bug])
                if bug >= 48 or order[what[0]] in RUNS:
                    found.append(what)
    return max(found)


def deals(seed: int, wild: Sequence[int], lowest: int, sizes: Sequence[tuple[int, int, int]]) -> Iterator[list[int]]:
    """For each (times, cards, wild cards) so many hands, of few ranks, of few suits or of any cards in turn."""
    chance = Random(seed)
    natural = [card for card in range(4 * lowest, 52) if card not in wild]
    for times, size, wilds in sizes:
        for at in range(times):
            ranks = chance.sample(range(lowest, 13), min(5, 13 - lowest))
            pool = [
                natural,
                [card for card in natural if card >> 2 in ranks],
                [card for card in natural if card & 3 < 2],
                [card for card in natural if card & 3 == 1 or card >> 2 == ranks[0]],
            ][at % 4]
            if len(pool) < size:
                pool = natural
            yield [*chance.sample(list(wild), wilds), *chance.sample(pool, size - wilds)]


SIZES = [(20, 5, 0), (20, 7, 0), (20, 5, 1), (12, 5, 2), (8, 7, 1), (4, 6, 2), (1, 8, 2), (2, 5, 3), (1, 9, 1)]


@pytest.mark.parametrize(
    ("scale", "lowest", "names", "wild"),
    [
        ("high", 0, ("joker", "2"), "Jo2c2d2h2s"),
        ("high", 0, ("one-eyed jacks", "Kd"), "JsJhKd"),
        ("high", 8, ("joker", "T"), "JoTcTdThTs"),
        ("short-deck", 4, ("joker", "As", "8c"), "JoAs8c"),
        ("short-deck-trips", 4, ("joker", "9"), "Jo9c9d9h9s"),
    ],
)
def test_high_with_wild_cards(scale: str, lowest: int, names: tuple[str, ...], wild: str) -> None:
    jokers = cards(wild)
    order = find_scale(scale, lowest=lowest, wild=names)
    for some in deals(20, jokers, lowest, SIZES):
        expected = best_of(some, jokers, range(4 * lowest, 52), judge_high(scale, lowest))
        place, values = unpack(order.strength(some))
        assert (place, *values) == expected, text(some)


@pytest.mark.parametrize(("scale", "lowest"), [("high", 0), ("short-deck", 4), ("short-deck-trips", 4)])
def test_the_bug(scale: str, lowest: int) -> None:
    order = find_scale(scale, lowest=lowest, wild=("bug",))
    both = find_scale(scale, lowest=lowest, wild=("7", "bug"))
    for some in deals(21, [JOKER], lowest, [(60, 5, 1), (12, 7, 1), (2, 8, 1)]):
        place, values = unpack(order.strength(some))
        assert (place, *values) == best_with_bug(some, (), lowest, scale), text(some)
    sevens = cards("7c7d7h7s")
    for some in deals(22, sevens, lowest, [(20, 4, 1), (2, 4, 2), (2, 5, 1)]):
        place, values = unpack(both.strength([*some, JOKER]))
        assert (place, *values) == best_with_bug([*some, JOKER], sevens, lowest, scale), text(some)


@each(("scale", "ace", "straights"), [("ace-to-five", 1, False), ("ace-to-six", 1, True), ("deuce-to-seven", 14, True)])
@each(("names", "wild"), [(("bug",), "Jo"), (("joker", "3", "Kd"), "Jo3c3d3h3sKd"), (("K",), "KcKdKhKs")])
def test_lows_with_wild_cards(scale: str, ace: int, straights: bool, names: tuple[str, ...], wild: str) -> None:
    jokers = cards(wild)
    order = find_scale(scale, wild=names)
    eight = find_scale(scale, 8, wild=names)
    for some in deals(23, jokers, 0, [row for row in SIZES if row[2] <= min(2, len(jokers))]):
        expected = best_of(some, jokers, range(52), judge_low(ace, straights))
        category, values = unpack(PERFECT - order.strength(some))
        assert (-category, *(-value for value in values)) == expected, text(some)
        qualifies = expected[0] == 0 and expected[1] >= -8
        assert eight.strength(some) == (order.strength(some) if qualifies else 0)


@pytest.mark.parametrize(("scale", "ace"), [("badugi", 1), ("badugi-deuce", 14)])
def test_badugi_with_wild_cards(scale: str, ace: int) -> None:
    jokers = cards("Jo5c5d5h5s")
    order = find_scale(scale, wild=("joker", "5"))
    judge = judge_badugi(ace)
    for some in deals(24, jokers, 0, [(12, 4, 1), (8, 5, 1), (2, 4, 2), (2, 5, 2), (20, 5, 0), (20, 4, 0)]):
        lacking, values = unpack(PERFECT - order.strength(some))
        expected = max(map(judge, fillings(some, jokers, range(52))))
        assert (4 - lacking, *(-value for value in values)) == expected, text(some)


def test_a_wild_low_card_of_a_stripped_deck() -> None:
    """The lowest card missing is one of the deck: with sixes lowest, A-6-7-8-9 is the best."""
    assert made("ace-to-five", "any", None, cards("As8dKh9cJo"), (), lowest=4, wild=("joker",)).text == (
        "King-nine low, K-9-8-6-A"
    )
    assert made("badugi", "any", None, cards("8dAsKhJo"), (), lowest=4, wild=("joker",)).text == "Badugi, K-8-6-A"


@pytest.mark.parametrize("scale", ["high", "deuce-to-seven", "badugi"])
def test_two_and_three_with_wild_cards(scale: str) -> None:
    """Exactly two of the hand and three of the board, wherever the wild cards are."""
    judge = judge_high("high", 0) if scale == "high" else judge_low(14, True) if scale != "badugi" else judge_badugi(1)
    jokers = (JOKER, *cards("KsKd"))
    for at, some in enumerate(deals(25, jokers, 0, [(6, 9, 1), (1, 9, 2)])):
        some = [*some[at % 9 :], *some[: at % 9]]  # so that the wild cards lie everywhere
        hole, board = some[:4], some[4:]
        strength = ranker(scale, "two and three", None, board, wild=("joker", "Ks", "Kd"))(hole)
        sixty = possible_hands("two and three", hole, board)
        expected = max(judge(filled) for five in sixty for filled in fillings(five, jokers, range(52)))
        category, values = unpack(strength if scale == "high" else PERFECT - strength)
        if scale == "high":
            assert (category, *values) == expected
        else:
            assert (4 - category if scale == "badugi" else -category, *(-value for value in values)) == expected


# --- words and cards --------------------------------------------------------------------------------------------------


@each(
    ("scale", "names", "some", "words", "laid"),
    [
        ("high", "joker", "AsAhAcAdJoKs", "Five of a kind, aces", "AsAhAdAcJo"),
        ("high", "2", "2c2d2hKs5dKd", "Five of a kind, kings", "KsKd2h2d2c"),
        ("high", "2", "2c2d2h2s", "Four of a kind, aces", "2s2h2d2c"),
        ("high", "joker", "QsJsTs9sJoKd", "Straight flush, king high", "JoQsJsTs9s"),
        ("high", "joker", "As9s7s3sJo", "Flush, ace high", "AsJo9s7s3s"),
        ("high", "joker", "KsKhQcQdJo7c", "Full house, kings full of queens", "KsKhJoQdQc"),
        ("high", "joker", "As2h4c5dJoKc", "Straight, five high", "5d4cJo2hAs"),
        ("high", "2", "2c2dKs9h4c", "Three of a kind, kings", "Ks2d2c9h4c"),
        ("high", "bug", "KsKhQcQdJo", "Two pair, kings and queens, ace kicker", "KsKhQdQcJo"),
        ("high", "bug", "KsKhQc9dJo", "Pair of kings", "KsKhJoQc9d"),
        ("high", "bug", "AsAhAcAdJo", "Five of a kind, aces", "AsAhAdAcJo"),
        ("high", "bug", "AsTh7c5dJo", "Pair of aces", "AsJoTh7c5d"),
        ("high", "bug", "Jh9c8dTsJo", "Straight, queen high", "JoJhTs9c8d"),
        ("short-deck", "joker", "AsTs9s6sJo8d", "Flush, ace high", "AsJoTs9s6s"),
        ("short-deck", "joker", "6s7h8d9cJo", "Straight, ten high", "Jo9c8d7h6s"),
        ("short-deck", "joker", "Ad7h8d9cJo", "Straight, nine high", "9c8d7hJoAd"),
        ("ace-to-five", "joker", "2s3h4d5cJo", "Wheel, 5-4-3-2-A", "5c4d3h2sJo"),
        ("ace-to-five", "bug", "8c8d3h2sJoKc", "King-eight low, K-8-3-2-A", "Kc8d3h2sJo"),
        ("deuce-to-seven", "joker", "2s3h4d5cJo", "Seven-five low, 7-5-4-3-2", "Jo5c4d3h2s"),
        ("deuce-to-seven", "joker", "6s3h4d5cJo", "Eight-six low, 8-6-5-4-3", "Jo6s5c4d3h"),
        ("ace-to-six", "joker", "2s3h4d5cJo", "Seven-five low, 7-5-4-3-2", "Jo5c4d3h2s"),
        ("ace-to-six", "joker", "As2h3d4cJo", "Six-four low, 6-4-3-2-A", "Jo4c3d2hAs"),
        ("badugi", "joker", "As3h4dJo", "Badugi, 4-3-2-A", "4d3hJoAs"),
        ("badugi", "joker", "As3s4sJo", "Two-card badugi, 2-A", "JoAs"),
    ],
)
def test_wild_cards_lie_where_they_play(scale: str, names: str, some: str, words: str, laid: str) -> None:
    hand = made(scale, "any", None, cards(some), (), wild=(names,))
    assert (hand.text, text(hand.cards)) == (words, laid)
    natural = [card for card in hand.cards if card != JOKER and card not in wild_cards((names,))]
    assert hand.high_card in (natural or hand.cards)


def test_names_of_wild_cards() -> None:
    assert wild_cards(("joker",)) == {JOKER}
    assert wild_cards(("bug",)) == set()
    assert wild_cards(("T",)) == wild_cards(("10",)) == set(cards("TcTdThTs"))
    assert wild_cards(("one-eyed jacks", "Kd")) == set(cards("JsJhKd"))
    for wrong in ("jokers", "1", "Jo", "??", ""):
        with pytest.raises(BadNotation, match="'joker', 'bug', a rank"):
            wild_cards((wrong,))
    with pytest.raises(Conflict, match="both wild and a bug"):
        find_scale("high", wild=("joker", "bug"))


@pytest.mark.parametrize("scale", ["high", "ace-to-five", "badugi", "short-deck"])
def test_the_joker_is_no_card_of_other_games(scale: str) -> None:
    some = cards("JoAsKsQsJs")
    for names in ((), ("A",)):
        with pytest.raises(BadNotation, match="only the 52 ordinary cards can be ranked"):
            ranker(scale, "any", None, (), wild=names)(some)
        with pytest.raises(BadNotation, match="only the 52 ordinary cards can be ranked"):
            ranker(scale, "any", None, some, wild=names)
    with pytest.raises(BadNotation, match="and the joker"):
        ranker(scale, "any", None, (), wild=("joker",))(cards("Jo??KsQsJs"))
    with pytest.raises(BadNotation, match="and the joker"):
        ranker(scale, "two and three", None, cards("As2s??"), wild=("bug",))
