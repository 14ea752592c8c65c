"""Fast paths against plain ones, and both against an oracle that shares nothing with the package."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations, combinations_with_replacement, permutations
from random import Random

import pytest
from few_examples import examples
from hypothesis import given, settings
from hypothesis import strategies as st

from sidepot.ranking.high import high, high_of_ranks, high_of_suit
from sidepot.ranking.keys import key_sum, rank_counts
from sidepot.ranking.low import ACE_TO_FIVE, ACE_TO_SIX, DEUCE_TO_SEVEN, LowRule
from sidepot.ranking.playable_cards import made, possible_hands, ranker
from sidepot.ranking.scales import find_scale

LOW_RULES: dict[str, LowRule] = {
    "ace-to-five": ACE_TO_FIVE,
    "ace-to-six": ACE_TO_SIX,
    "deuce-to-seven": DEUCE_TO_SEVEN,
}


def oracle_high(five: Sequence[int]) -> tuple[int, ...]:
    ranks = sorted((card >> 2 for card in five), reverse=True)
    groups = sorted(((ranks.count(rank), rank) for rank in set(ranks)), reverse=True)
    shape = [size for size, _ in groups]
    order = [rank for _, rank in groups]
    run = order == list(range(order[0], order[0] - 5, -1))
    if order == [12, 3, 2, 1, 0]:
        run, order = True, [3, 2, 1, 0, -1]
    flush = len({card % 4 for card in five}) == 1
    shapes = [[1] * 5, [2, 1, 1, 1], [2, 2, 1], [3, 1, 1], None, None, [3, 2], [4, 1]]
    category = 8 if run and flush else 5 if flush else 4 if run else shapes.index(shape)
    return (category, *order)


def oracle_low(five: Sequence[int], rule: LowRule) -> tuple[int, ...]:
    """Badness: the smaller the better."""
    values = sorted(((0 if card >= 48 and rule.ace_low else card // 4 + 1) for card in five), reverse=True)
    groups = sorted(((values.count(value), value) for value in set(values)), reverse=True)
    shape = "".join(str(size) for size, _ in groups)
    category = ["11111", "2111", "221", "311", "straight", "flush", "32", "41"].index(shape)
    if rule.straights and shape == "11111":
        run = values[0] - values[4] == 4
        flush = len({card % 4 for card in five}) == 1
        category = 8 if run and flush else 5 if flush else 4 if run else 0
    return (category, *(value for _, value in groups))


def same_order(some: Sequence[int], others: Sequence[int], ours: Callable[[Sequence[int]], int], better: bool) -> None:
    """`ours` says of two hands what the oracle said."""
    assert (ours(some) > ours(others)) == better


def deal(*sizes: int) -> st.SearchStrategy[list[tuple[int, ...]]]:
    """Hands of these sizes from one deck, with few ranks or few suits often enough to make good hands."""

    def split(order: Sequence[int]) -> list[tuple[int, ...]]:
        some, at = [], 0
        for size in sizes:
            some.append(tuple(order[at : at + size]))
            at += size
        return some

    need = sum(sizes)
    packs = [
        range(52),
        [card for card in range(52) if card >> 2 in (0, 1, 2, 3, 12)],
        [card for card in range(52) if card & 3 < 2],
        [card for card in range(52) if card & 3 == 3 or card >> 2 == 5],
    ]
    return st.one_of(
        [
            st.lists(st.sampled_from(list(pack)), min_size=need, max_size=need, unique=True).map(split)
            for pack in packs
            if len(pack) >= need
        ]
    )


def test_every_rank_pattern_is_in_the_oracle_s_order() -> None:
    """All 7,462 high hands: our ints stand in the same order as the oracle's tuples."""
    ours: dict[tuple[int, ...], set[int]] = {}
    for ranks in combinations_with_replacement(range(13), 5):
        if len(set(ranks)) > 1:  # no five of a kind
            five = [4 * rank + at % 4 for at, rank in enumerate(ranks)]
            ours.setdefault(oracle_high(five), set()).add(high_of_ranks(rank_counts(key_sum(five))))
        if len(set(ranks)) == 5:
            suited = [4 * rank for rank in ranks]
            ours.setdefault(oracle_high(suited), set()).add(high_of_suit(sum(1 << rank for rank in ranks)))
    assert len(ours) == 7462 and all(len(strengths) == 1 for strengths in ours.values())
    in_order = [strengths.pop() for _, strengths in sorted(ours.items())]
    assert in_order == sorted(in_order) and len(set(in_order)) == 7462


@settings(max_examples=examples(150), deadline=None)
@given(st.one_of(deal(6, 6), deal(7, 7), deal(8, 8)))
def test_the_best_five_of_more(hands: list[tuple[int, ...]]) -> None:
    """The fast path over all cards equals the plain one over every five, and orders hands as the oracle does."""
    some, others = hands
    plain = [max(oracle_high(five) for five in combinations(hand, 5)) for hand in hands]
    for hand in hands:
        fives = [high(key_sum(five), five) for five in combinations(hand, 5)]
        assert high(key_sum(hand), hand) == max(fives)
    same_order(some, others, ranker("high", "any", None, ()), plain[0] > plain[1])
    same_order(others, some, ranker("high", "any", None, ()), plain[1] > plain[0])


@settings(max_examples=examples(150), deadline=None)
@given(st.sampled_from(list(LOW_RULES)), st.one_of(deal(5, 5), deal(6, 6), deal(7, 7)), st.sampled_from([None, 8, 10]))
def test_the_best_low_of_more(scale: str, hands: list[tuple[int, ...]], qualifier: int | None) -> None:
    rule = LOW_RULES[scale]
    rank = ranker(scale, "any", qualifier, ())
    plain = [min(oracle_low(five, rule) for five in combinations(hand, 5)) for hand in hands]
    qualifies = [qualifier is None or (bad[0] == 0 and max(bad[1:]) + 1 <= qualifier) for bad in plain]
    for hand, good in zip(hands, qualifies, strict=True):
        assert rank(hand) == max(rank(five) for five in combinations(hand, 5))
        assert (rank(hand) > 0) == good
    if all(qualifies):
        same_order(hands[0], hands[1], rank, plain[0] < plain[1])
        same_order(hands[1], hands[0], rank, plain[1] < plain[0])


@settings(max_examples=examples(100), deadline=None)
@given(st.sampled_from(["short-deck", "short-deck-trips", "badugi", "badugi-deuce"]), deal(8))
def test_the_best_of_eight_on_other_scales(scale: str, hands: list[tuple[int, ...]]) -> None:
    """Each against an oracle of its own elsewhere: tests/ranking/test_wild.py, with no wild card or one."""
    rank = ranker(scale, "any", None, ())
    for size in (6, 7, 8):
        some = hands[0][:size]
        assert rank(some) == max(rank(five) for five in combinations(some, 5))


OMAHAS = [
    *[("high", None), ("ace-to-five", 8), ("ace-to-five", None), ("ace-to-five", 10), ("deuce-to-seven", None)],
    *[("short-deck", None), ("short-deck-trips", None), ("badugi", None)],
]


@pytest.mark.parametrize(("scale", "qualifier"), OMAHAS)
@settings(max_examples=examples(80), deadline=None)
@given(st.one_of(deal(5, 4, 4), deal(5, 5, 6), deal(3, 4, 4), deal(4, 4, 4)))
def test_omaha_equals_sixty_plain_hands(scale: str, qualifier: int | None, hands: list[tuple[int, ...]]) -> None:
    board, *holes = hands
    rank = ranker(scale, "two and three", qualifier, board)
    plain = find_scale(scale, qualifier)
    for hole in [*holes, holes[0]]:
        sixty = possible_hands("two and three", hole, board)
        assert rank(hole) == max(plain.strength(five) for five in sixty)


@pytest.mark.parametrize("choose", ["any", "two and three"])
@settings(max_examples=examples(60), deadline=None)
@given(deal(5, 4), st.randoms(use_true_random=False), st.sampled_from(list(permutations(range(4)))))
def test_order_and_suits_do_not_matter(
    choose: str, hands: list[tuple[int, ...]], chance: Random, suits: tuple[int, ...]
) -> None:
    board, hole = hands
    mixed_board, mixed_hole = list(board), list(hole)
    chance.shuffle(mixed_board)
    chance.shuffle(mixed_hole)

    def swap(some: Sequence[int]) -> list[int]:
        return [card & ~3 | suits[card & 3] for card in some]

    for scale, qualifier in (("high", None), ("ace-to-five", 8), ("deuce-to-seven", None)):
        there = ranker(scale, choose, qualifier, board)(hole)
        assert ranker(scale, choose, qualifier, mixed_board)(mixed_hole) == there
        assert ranker(scale, choose, qualifier, swap(board))(swap(hole)) == there
        assert made(scale, choose, qualifier, hole, board) == made(scale, choose, qualifier, mixed_hole, mixed_board)


@settings(max_examples=examples(60), deadline=None)
@given(st.sampled_from(["any", "two and three"]), st.sampled_from(OMAHAS[:-1]), deal(5, 4))
def test_the_five_cards_make_the_hand(choose: str, half: tuple[str, int | None], hands: list[tuple[int, ...]]) -> None:
    scale, qualifier = half
    board, hole = hands
    hand = made(scale, choose, qualifier, hole, board)
    if not hand.strength:
        assert hand.cards == ()
        return
    assert len(set(hand.cards)) == 5 and set(hand.cards) <= {*hole, *board}
    assert find_scale(scale, qualifier).strength(hand.cards) == hand.strength
    assert hand.high_card in hand.cards
    if choose == "two and three":
        assert len(set(hand.cards) & set(hole)) == 2
