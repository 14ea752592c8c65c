"""Which cards win: the seed's examples, the words for hands, upcards, Omaha, and cards that cannot be ranked."""

from __future__ import annotations

from itertools import combinations

import pytest
from each import each

from sidepot.cards import JOKER, UNKNOWN, cards, text
from sidepot.errors import BadNotation, Conflict
from sidepot.games.catalog import GAMES
from sidepot.games.decks import find_deck
from sidepot.ranking.high import showing_high
from sidepot.ranking.low import showing_low
from sidepot.ranking.playable_cards import made, maker, possible_hands, ranker
from sidepot.ranking.scales import SCALES, find_scale

LOWS = ("ace-to-five", "ace-to-six", "deuce-to-seven")


def strength(scale: str, some: str, qualifier: int | None = None) -> int:
    return ranker(scale, "any", qualifier, ())(cards(some))


def unsuited(ranks: str) -> str:
    """`44477` as cards that make no flush: equal ranks take suits in turn, and the rest differ."""
    suits = iter("cdhscdhs")
    return "".join(rank + next(suits) for rank in ranks.replace(" ", ""))


# --- the seed ---------------------------------------------------------------------------------------------------------


@each(
    ("better", "worse"),
    [
        ("44477", "222KK"),
        ("44432", "222AK"),
        ("55599", "55566"),
        ("KK22A", "7733Q"),
        ("7733Q", "7722A"),
        ("AK832", "AK765"),
        ("65432", "5432A"),
    ],
)
def test_seed_high_comparisons(better: str, worse: str) -> None:
    """SV-034."""
    assert strength("high", unsuited(better)) > strength("high", unsuited(worse))


@pytest.mark.parametrize("ranks", ["432AK", "2AKQJ"])
def test_an_ace_is_never_in_the_middle_of_a_straight(ranks: str) -> None:
    """SV-034."""
    assert made("high", "any", None, cards(unsuited(ranks)), ()).text == "Ace high"


def test_suits_never_break_ties() -> None:
    """SV-034, PG-30."""
    assert strength("high", "AsKsQsJsTs") == strength("high", "AcKcQcJcTc")
    assert strength("high", "AsAhKd7c2c") == strength("high", "AcAdKs7h2h")


@pytest.mark.parametrize("scale", LOWS)
def test_seed_low_comparison(scale: str) -> None:
    """SV-035."""
    assert strength(scale, unsuited("86543")) > strength(scale, unsuited("87432"))


@pytest.mark.parametrize(
    ("scale", "best"), [("ace-to-five", "5432A"), ("ace-to-six", "6432A"), ("deuce-to-seven", "75432")]
)
def test_seed_best_lows(scale: str, best: str) -> None:
    """SV-035: the best hand by each convention."""
    top = strength(scale, unsuited(best))
    find = find_scale(scale)
    every = (find.strength(cards(unsuited("".join(five)))) for five in combinations("A23456789TJQK", 5))
    assert sorted(every)[-2] < top == max(top, *(find.strength(cards(unsuited(r))) for r in ("A2345", "23456")))
    if scale != "ace-to-five":
        assert strength(scale, "".join(rank + "s" for rank in best)) < top


def test_seed_shared_cards_tie() -> None:
    """SV-036."""
    board = cards("5h5s5dKh7h")
    first = made("high", "any", None, cards("AsKs"), board)
    second = made("high", "any", None, cards("Kd3c"), board)
    assert first.strength == second.strength
    assert first.text == second.text == "Full house, fives full of kings"
    assert text(first.cards) == "5s5h5dKsKh"
    assert text(second.cards) == "5s5h5dKhKd"


# --- words and cards --------------------------------------------------------------------------------------------------


@each(
    ("scale", "some", "category", "words", "five"),
    [
        ("high", "AsKsQsJsTs9s8s", "royal flush", "Royal flush", "AsKsQsJsTs"),
        ("high", "9s8s7s6s5sAsAd", "straight flush", "Straight flush, nine high", "9s8s7s6s5s"),
        ("high", "As2s3s4s5sKdKh", "straight flush", "Straight flush, five high", "5s4s3s2sAs"),
        ("high", "5c5d5h5sKdKhAc", "four of a kind", "Four of a kind, fives", "5s5h5d5cAc"),
        ("high", "6c6d6h5s5d5hAc", "full house", "Full house, sixes full of fives", "6h6d6c5s5h"),
        ("high", "Kc9c7c4c2c3cKd", "flush", "Flush, king high", "Kc9c7c4c3c"),
        ("high", "Ac2c3d4h5s5cKd", "straight", "Straight, five high", "5s4h3d2cAc"),
        ("high", "7c7d7hKsQd2h3c", "three of a kind", "Three of a kind, sevens", "7h7d7cKsQd"),
        ("high", "KcKd2h2sAd3c3d", "two pair", "Two pair, kings and threes, ace kicker", "KdKc3d3cAd"),
        ("high", "KcKd2h2sAd", "two pair", "Two pair, kings and deuces, ace kicker", "KdKc2s2hAd"),
        ("high", "QcQd2h5sAd8c9d", "one pair", "Pair of queens", "QdQcAd9d8c"),
        ("high", "Ac3dKh5sTd8c9d", "high card", "Ace high", "AcKhTd9d8c"),
        ("ace-to-five", "8c6d5h4s3dKcKd", "low", "Eight-six low, 8-6-5-4-3", "8c6d5h4s3d"),
        ("ace-to-five", "AsAd2s3s4s5sKd", "low", "Wheel, 5-4-3-2-A", "5s4s3s2sAs"),
        ("ace-to-five", "QcQdQsAsAd2d2c", "two pair", "Two pair, deuces and aces, queen kicker", "2d2cAsAdQs"),
        ("ace-to-six", "As2d3s4s5s6dKd", "low", "Six-four low, 6-4-3-2-A", "6d4s3s2dAs"),
        ("deuce-to-seven", "7c5d4h3s2d", "low", "Seven-five low, 7-5-4-3-2", "7c5d4h3s2d"),
        ("deuce-to-seven", "Ac5d4h3s2d", "low", "Ace-five low, A-5-4-3-2", "Ac5d4h3s2d"),
        ("deuce-to-seven", "Tc5d4h3s2d", "low", "Ten-five low, 10-5-4-3-2", "Tc5d4h3s2d"),
        ("deuce-to-seven", "6c5d4h3s2d", "straight", "Straight, six high", "6c5d4h3s2d"),
        ("deuce-to-seven", "Ac5c4c3c2c", "flush", "Flush, ace high", "Ac5c4c3c2c"),
        ("short-deck", "As6h7c8d9sKdKh", "straight", "Straight, nine high", "9s8d7c6hAs"),
        ("short-deck", "AcAdAh7c8c9cTd", "three of a kind", "Three of a kind, aces", "AhAdAcTd9c"),
        ("short-deck", "AcAdAh7c8c9cJc", "flush", "Flush, ace high", "AcJc9c8c7c"),
        ("short-deck-trips", "Ac9d9h9s8c7c6d", "three of a kind", "Three of a kind, nines", "9s9h9dAc8c"),
        ("badugi", "8c6d5h3s", "badugi", "Badugi, 8-6-5-3", "8c6d5h3s"),
        ("badugi", "7s5d2h2s", "three-card badugi", "Three-card badugi, 7-5-2", "7s5d2h"),
        ("badugi", "5cAc5sAd", "two-card badugi", "Two-card badugi, 5-A", "5sAd"),
        ("badugi", "AsAhAdAc", "one-card badugi", "One-card badugi, A", "As"),
        ("badugi", "KcTdTs3h2s", "badugi", "Badugi, K-10-3-2", "KcTd3h2s"),
        ("badugi-deuce", "5c4d3h2s", "badugi", "Badugi, 5-4-3-2", "5c4d3h2s"),
        ("badugi-deuce", "Ac4d3h2s", "badugi", "Badugi, A-4-3-2", "Ac4d3h2s"),
    ],
)
def test_words(scale: str, some: str, category: str, words: str, five: str) -> None:
    hand = made(scale, "any", None, cards(some), ())
    assert (hand.category, hand.text, text(hand.cards)) == (category, words, five)


def test_no_low() -> None:
    hand = made("ace-to-five", "any", 8, cards("9c5d4h3s2d"), ())
    assert hand == (0, (), "no low", "No low", -1)


def test_high_card_for_an_odd_chip() -> None:
    """TDA-2013 19: in stud the high card of the best five, by suit; an ace is low where it plays low."""
    assert made("high", "any", None, cards("5c5d5hKdKs"), ()).high_card == cards("Ks")[0]
    assert made("high", "any", None, cards("5c4c3d2hAs"), ()).high_card == cards("5c")[0]
    assert made("ace-to-five", "any", None, cards("8c8s4c3d2hAsKd"), ()).high_card == cards("8s")[0]
    assert made("deuce-to-seven", "any", None, cards("8c5s4c3dAs"), ()).high_card == cards("As")[0]


def test_omaha_plays_two_and_three() -> None:
    board = cards("AsKsQsJs2h")
    assert made("high", "two and three", None, cards("Ts3d4d5d"), board).text == "Ace high"  # no royal flush
    assert made("high", "two and three", None, cards("Ts9d4d5d"), board).text == "Straight, king high"
    assert made("high", "two and three", None, cards("TsTdThTc"), board).text == "Pair of tens"
    flush = made("high", "two and three", None, cards("Ts3s4d5d"), board)
    assert (flush.text, text(flush.cards)) == ("Flush, ace high", "AsKsQsTs3s")
    low = made("ace-to-five", "two and three", 8, cards("Ac2c3c9d"), cards("4d5h8sKdKc"))
    assert (low.text, text(low.cards)) == ("Eight-five low, 8-5-4-2-A", "8s5h4d2cAc")
    assert made("ace-to-five", "two and three", 8, cards("Ac2c3c9d"), cards("4d5hTsKdKc")).text == "No low"
    assert made("ace-to-five", "two and three", 8, cards("4c5c8c9d"), cards("4d5h8sKdKc")).text == "No low"


def test_one_s_own_cards_alone() -> None:
    """The draw half of drawmaha: the board does not play, whatever it is."""
    board, hole = cards("AsKsQsJs??"), cards("Ts9d9h5d4c")
    assert made("high", "hole", None, hole, board).text == "Pair of nines"
    assert made("badugi", "hole", None, hole, board).text == "Badugi, 10-9-5-4"
    assert ranker("deuce-to-seven", "hole", None, board)(hole) == ranker("deuce-to-seven", "any", None, ())(hole)
    assert possible_hands("hole", hole, board) == [hole]


# --- showing ----------------------------------------------------------------------------------------------------------


def test_best_hand_showing() -> None:
    order = ["AsKsQsJs", "2c2dAhKh", "3c3d2h2s", "4c4d4h2s", "2c2d2h2s"]
    shown = [showing_high(cards(some)) for some in order]
    assert shown == sorted(shown) and len(set(shown)) == 5
    assert showing_high(cards("Ac")) == showing_high(cards("As")) > showing_high(cards("Ks"))
    assert showing_high(cards("2c2d")) > showing_high(cards("AcKd"))


def test_lowest_hand_showing() -> None:
    order = ["KcKdKhAs", "KcKdQhQs", "2c2dAhAs", "KcKdAh2h", "AcAd2h3h", "KcQd2h3h", "4c3d2hAs"]
    shown = [showing_low(cards(some)) for some in order]
    assert shown == sorted(shown) and len(set(shown)) == 7
    assert showing_low(cards("Ac")) == showing_low(cards("As")) > showing_low(cards("2s"))


# --- bad input --------------------------------------------------------------------------------------------------------


@each("wrong", [UNKNOWN, JOKER, 54, 99])
@each("choose", ["any", "two and three"])
@each(("scale", "qualifier"), [("high", None), ("ace-to-five", 8), ("ace-to-five", None), ("badugi", None)])
def test_cards_that_cannot_be_ranked(scale: str, qualifier: int | None, choose: str, wrong: int) -> None:
    board = list(cards("2s3s4s8dKd"))
    with pytest.raises(BadNotation, match="only the 52 ordinary cards"):
        ranker(scale, choose, qualifier, board)([0, 5, wrong, 13])
    with pytest.raises(BadNotation, match="only the 52 ordinary cards"):
        ranker(scale, choose, qualifier, [*board[:4], wrong])
    for showing in (showing_high, showing_low):
        with pytest.raises(BadNotation, match="only the 52 ordinary cards"):
            showing([wrong])


def test_unknown_names() -> None:
    with pytest.raises(BadNotation, match="high, ace-to-five"):
        ranker("badger", "any", None, ())
    with pytest.raises(BadNotation, match="two and three"):
        ranker("high", "three and two", None, ())
    with pytest.raises(BadNotation, match="the high scale cannot have a qualifier"):
        ranker("high", "any", 8, ())
    with pytest.raises(BadNotation, match="the short-deck scale cannot have a qualifier"):
        ranker("short-deck", "any", 8, ())
    with pytest.raises(BadNotation, match="11 "):
        find_scale("high", lowest=12)
    with pytest.raises(BadNotation, match="5 to 14"):
        ranker("ace-to-five", "any", 4, ())
    with pytest.raises(Conflict, match="at least three cards, got 2"):
        ranker("high", "two and three", None, cards("AsKs"))
    with pytest.raises(Conflict, match="at least two cards, got 1"):
        ranker("high", "two and three", None, cards("AsKsQs"))(cards("Ad"))


def test_every_half_of_the_catalogue_has_a_scale() -> None:
    for game in GAMES.values():
        lowest = find_deck(game.deck).lowest
        for half in game.halves:
            assert half.scale in SCALES
            make = maker(half.scale, half.choose, half.qualifier, lowest=lowest, wild=game.wild)
            assert make(cards("Tc8d8h"))(cards("AsKsJh9d")) >= 0
