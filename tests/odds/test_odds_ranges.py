"""Ranges: what each notation means, weights in every way of counting, parts of all hands, patterns of Omaha."""

from __future__ import annotations

from itertools import combinations, pairwise

import pytest
from each import each
from few_examples import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from needs import FAST

from sidepot.cards import RANKS, cards
from sidepot.errors import BadNotation, SidepotError
from sidepot.games.catalog import find_game
from sidepot.games.decks import find_deck
from sidepot.odds import Odds, odds
from sidepot.odds.heat import starting_hands
from sidepot.odds.patterns import read_patterns, suits_of
from sidepot.odds.ranges import BY_EQUITY, classes, read_range
from sidepot.odds.weights import items_of, spread

ENGINES = ["plain", pytest.param("fast", marks=FAST.mark)]
DECK = range(52)


def equities(found: Odds) -> list[float]:
    return [hand.equity for hand in found.hands]


# ---- weights


@settings(max_examples=examples(60), deadline=None)
@given(st.dictionaries(st.sampled_from(["AA", "KQs", "T9", "77", "A2o"]), st.integers(0, 100), min_size=1))
def test_a_hand_stands_there_as_often_as_it_weighs(weights: dict[str, int]) -> None:
    """In lowest terms: the parts of the whole range are those of the weights."""
    text = ",".join([f"{name}:{weight / 100}" for name, weight in weights.items()])
    total = sum([weight * len(read_range(name)) for name, weight in weights.items()])
    if not total:
        with pytest.raises(BadNotation, match="no hand with a weight above 0"):
            read_range(text)
        return
    found = read_range(text)
    for name, weight in weights.items():
        for hand in read_range(name):
            assert found.count(hand) * total == weight * len(found)


@pytest.mark.parametrize(
    ("text", "items"),
    [
        ("QQ+, AKs:0.5", [("QQ+", 100), ("AKs", 50)]),
        ("10 10:.25,15%:1", [("TT", 25), ("15%", 100)]),
        ("10%:0.10,AA:0", [("10%", 10), ("AA", 0)]),
        ("AA:0.001,KK:0.333", [("AA", 1), ("KK", 33)]),
        ("AsKs10c2d:1.0", [("AsKsTc2d", 100)]),
    ],
)
def test_items(text: str, items: list[tuple[str, int]]) -> None:
    assert items_of(text) == items


@each("text", ["AA:", "AA:2", "AA:-1", "AA:1e-1", "AA:0.5:0.5", ":1", "AA:nan", "AA:½"])
def test_bad_weights_are_refused(text: str) -> None:
    with pytest.raises(BadNotation, match="expected a weight from 0 to 1 after a hand and a colon, as"):
        items_of(text)


def test_the_last_word_on_a_hand_counts() -> None:
    assert read_range("QQ+:0.5,KK") == spread(
        {hand: 2 if hand in read_range("KK") else 1 for hand in read_range("QQ+")}
    )
    assert len(read_range("AA:0.5")) == 6


@pytest.mark.long
@pytest.mark.parametrize("engine", ENGINES)
@each(
    ("game", "one", "other", "board"),
    [
        ("holdem", ("AsKs", "QhQd"), "7c7d", "2c9hJs"),
        ("holdem-high-low-8", ("As2s", "QhQd"), "7c7d", "2c4hJs"),
        ("omaha", ("AsKsQhJh", "7c7s2d3d"), "TcTd9c8h", "2c9hJs"),
        ("omaha8", ("AsKs2h3h", "7c7sKdQd"), "TcTd9c8h", "2c9hJs"),
    ],
)
def test_weights_are_those_of_a_mean(game: str, one: tuple[str, str], other: str, board: str, engine: str) -> None:
    """Two hands of weights 1 and 0.25 win what they win alone, four parts of the first to one of the second."""
    first, second = (
        equities(odds([hand, other], board=board, game=game, engine=engine, exact=True))[0]  # type: ignore[arg-type]
        for hand in one
    )
    mixed = [f"{one[0]},{one[1]}:0.25", other]
    found = odds(mixed, board=board, game=game, engine=engine, exact=True)  # type: ignore[arg-type]
    assert equities(found)[0] == pytest.approx((4 * first + second) / 5)
    sampled = odds(mixed, board=board, game=game, engine=engine, samples=4000)  # type: ignore[arg-type]
    assert sampled.hands[0].error is not None
    assert abs(equities(sampled)[0] - equities(found)[0]) < 5 * sampled.hands[0].error


@FAST.mark
@pytest.mark.parametrize("by", ["by_kinds", "by_boards"])
def test_weights_board_by_board_and_kind_by_kind(by: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from sidepot.odds import quick

    monkeypatch.setattr(quick, "by_boards", lambda _: 1.0 if by == "by_kinds" else 0.0)
    monkeypatch.setattr(quick, "by_kinds", lambda _: 0.5)
    hands = ["QQ+:0.5,AKs", "JJ,AQ:0.75"]
    found = odds(hands, board="2c9hJs3d", engine="fast", exact=True)
    assert equities(found) == pytest.approx(equities(odds(hands, board="2c9hJs3d", engine="plain", exact=True)))


@pytest.mark.long
def test_remaining_weighted_hands_are_listed_once() -> None:
    """With all others gone, the one hand of the range is known, and so are the deals."""
    found = odds(["AA:0.5,KK", "QhQd"], board="2c9hJs", dead="AcAdKsKh")
    known = odds(["AsAh,KdKc,KdKc", "QhQd"], board="2c9hJs", dead="AcAdKsKh")
    assert equities(found) != equities(known)
    alone = odds(["AA:0.5", "QhQd"], board="2c9hJs", dead="AcAd")
    assert (alone.boards, equities(alone)) == (
        odds(["AsAh", "QhQd"], board="2c9hJs", dead="AcAd").boards,
        equities(odds(["AsAh", "QhQd"], board="2c9hJs", dead="AcAd")),
    )


# ---- parts of all hands


def test_the_order_has_each_of_the_169_once() -> None:
    assert sorted(BY_EQUITY) == sorted(classes())


@pytest.mark.long
@FAST.mark
def test_the_order_is_that_of_equity_against_a_random_hand() -> None:
    """Sampled: no hand is out of its place by more than chance explains."""
    found = starting_hands(samples=60_000, seed=2)
    won = [found[name] or 0.0 for name in BY_EQUITY]
    assert all(one > other - 0.012 for one, other in pairwise(won))
    assert max(abs(one - other) for one, other in zip(won, sorted(won, reverse=True), strict=True)) < 0.008


@settings(max_examples=examples(60), deadline=None)
@given(st.integers(1, 1000), st.integers(1, 1000))
def test_a_part_holds_each_lesser_part_and_no_more_than_it_needs(one: int, other: int) -> None:
    lesser, greater = sorted([one, other])
    few, many = (set(read_range(f"{part / 10}%")) for part in (lesser, greater))
    assert few <= many
    assert 1326 * greater / 1000 <= len(many) < 1326 * greater / 1000 + 12
    assert many - few == set(read_range(f"{greater / 10}%")) - few


# ---- decks


@pytest.mark.parametrize("engine", ENGINES)
def test_a_range_has_no_cards_that_the_deck_has_not(engine: str) -> None:
    """In short-deck `random` is one of 630 hands, and 22 is none."""
    deck = find_deck(find_game("short-deck").deck).cards
    board, hand = "Ts9s8d7c6h", "AsKs"
    gone = {*cards(board), *cards(hand)}
    left = list(combinations([card for card in deck if card not in gone], 2))
    for written in ("random", "22+,AK,KQ,QJ,JT"):
        found = odds([hand, written], board=board, game="short-deck", engine=engine, exact=True)  # type: ignore[arg-type]
        if written == "random":
            assert found.boards == len(left) == 406
        else:
            named = {tuple(sorted(some)) for some in read_range(written)}
            assert found.boards == len([some for some in left if some in named])


# ---- patterns


@settings(max_examples=examples(40), deadline=None)
@given(
    st.lists(st.sampled_from("AKQ27x"), min_size=1, max_size=4).map("".join),
    st.sampled_from(["", "ds", "ss", "r"]),
    st.integers(3, 4),
)
def test_a_pattern_is_all_hands_that_fit_it(ranks: str, suits: str, size: int) -> None:
    """Against a filter over all hands of a small deck."""
    deck = [card for card in DECK if RANKS[card >> 2] in "AKQ72"]
    text = ranks[:size] + suits
    fits = {
        hand
        for hand in combinations(deck, size)
        if all(
            [RANKS[card >> 2] for card in hand].count(rank) >= ranks[:size].count(rank)
            for rank in ranks[:size].replace("x", "")
        )
        and (not suits or shape(hand) == suits)
    }
    if not fits:
        with pytest.raises(BadNotation, match="matches no hand"):
            read_patterns(text, size, deck)
        return
    found = read_patterns(text, size, deck)
    assert len(found) == len(fits)
    assert set(found) == fits


def shape(hand: tuple[int, ...]) -> str:
    """What the suits of a hand are called, said once more."""
    twice = [suit for suit in range(4) if sum([card % 4 == suit for card in hand]) >= 2]
    return {0: "r", 1: "ss"}.get(len(twice), "ds")


def test_suits_of_hands() -> None:
    for text, name in (("AsKsQhJh", "ds"), ("AsKsQsJh", "ss"), ("AsKsQsJs", "ss"), ("AsKhQdJc", "r")):
        assert suits_of(cards(text)) == name
    assert suits_of(cards("AsKsQhJhTd9d")) == "ds"


@each(
    ("text", "size", "count"),
    [
        ("AAxx", 4, 6961), ("AA", 4, 6961), ("aa**", 4, 6961), ("AAds", 4, 864), ("AAKKds", 4, 6), ("KKQQ", 4, 36),
        ("AKQJr", 4, 24), ("AAAA", 4, 1), ("xxxxds", 4, 36_504), ("AAKKx", 5, 1632), ("KKQQ,AAKKds", 4, 42),
        ("AAKK:0.5,KKQQ", 4, 108), ("10 10 9 9", 4, 36), ("AsKsQsJs,AAKK", 4, 37), ("Axx", 3, 4804),
    ],
)  # fmt: skip
def test_patterns_mean_so_many_hands(text: str, size: int, count: int) -> None:
    assert len(read_patterns(text, size, DECK)) == count


@pytest.mark.parametrize("engine", ENGINES)
def test_a_pattern_in_a_pot(engine: str) -> None:
    """All of a pattern against one hand is the mean of its hands, each with its own deals."""
    board, other = "2c9hJs3d", "TcTd8c8h"
    found = odds(["AAKKds", other], board=board, game="omaha", engine=engine, exact=True)  # type: ignore[arg-type]
    alone = [
        equities(odds([hand, other], board=board, game="omaha", engine=engine, exact=True))[0]  # type: ignore[arg-type]
        for hand in ("AsKsAhKh", "AsKsAdKd", "AsKsAcKc", "AhKhAdKd", "AhKhAcKc", "AdKdAcKc")
    ]
    assert found.boards == 6 * 40
    assert equities(found)[0] == pytest.approx(sum(alone) / 6)


@settings(max_examples=examples(150), deadline=None)
@given(st.text(st.sampled_from("AKQT2x*sdcho+-,:%.05r "), max_size=9), st.sampled_from(["holdem", "omaha", "stud"]))
def test_any_text_is_a_range_or_an_error(text: str, game: str) -> None:
    try:
        found = odds([text, "random"], game=game, samples=1, engine="plain")
    except SidepotError:
        return
    assert len(found.hands) == 2
