"""Short deck and badugi, upcards on every scale, and what a hand must hold at least."""

from __future__ import annotations

import pytest
from each import each

from sidepot.cards import cards
from sidepot.errors import BadNotation, Conflict
from sidepot.ranking.playable_cards import at_least, made, ranker
from sidepot.ranking.scales import SCALES, showing


def strength(scale: str, some: str, qualifier: int | None = None) -> int:
    return ranker(scale, "any", qualifier, ())(cards(some))


# --- short deck and badugi --------------------------------------------------------------------------------------------


def test_short_deck_order() -> None:
    """PG-34: a flush beats a full house; three of a kind beats a straight only where that is agreed."""
    hands = ["AsKhQd9s7c", "AsAhQd9s7c", "AsAhQdQs7c", "AsAhAd9s7c", "AsKhQdJsTc"]
    better = ["AsAhAd9s9c", "Ts9s8s7sQs", "AsAhAdAc6h", "9s8s7s6sAs", "Ts9s8s7s6s"]
    in_order = [strength("short-deck", some) for some in hands + better]
    assert in_order == sorted(in_order) and len(set(in_order)) == 10
    trips_first = [strength("short-deck-trips", some) for some in [*hands[:3], hands[4], hands[3], *better]]
    assert trips_first == sorted(trips_first) and len(set(trips_first)) == 10


@pytest.mark.parametrize(
    ("lowest", "some", "top"),
    [(0, "As2h3d4s5c", 5), (4, "As6h7d8s9c", 9), (5, "As7h8d9sTc", 10), (8, "AsThJdQsKc", 14), (4, "As2h3d4s5c", 0)],
)
def test_the_ace_is_low_below_the_lowest_rank(lowest: int, some: str, top: int) -> None:
    hand = made("high", "any", None, cards(some), (), lowest=lowest)
    assert hand.category == ("straight" if top else "high card")
    assert not top or hand.high_card >> 2 == top - 2


def test_four_ranks_make_no_straight() -> None:
    """With jacks lowest there are straights of four ranks and a joker nowhere: the ace is not in them twice."""
    hand = made("high", "any", None, cards("AsJhQdKsJo"), (), lowest=9, wild=("joker",))
    assert hand.text == "Pair of aces"


def test_badugi_order() -> None:
    """More cards first, then from the highest down; the ace is low, or high in deuce to seven."""
    order = ["KcKdKhKs", "AcAdAhAs", "KcQdQsQc", "2cAd2sAc", "KcQdJhJs", "3c2dAhAs", "KcQdJhTs", "8c7d2hAs"]
    order += ["8c6d5h4s", "4c3d2hAs"]
    ours = [strength("badugi", some) for some in order]
    assert ours == sorted(ours) and len(set(ours)) == 10
    assert strength("badugi-deuce", "5c4d3h2s") > strength("badugi-deuce", "4d3h2sAc") > 0
    assert strength("badugi-deuce", "6c5d4h3s") > strength("badugi-deuce", "KcQdJhAs")
    assert strength("badugi", "4c3d2hAsKs") == strength("badugi", "4s3h2dAc")


def test_a_badugi_with_a_qualifier() -> None:
    """Four cards, none above it."""
    assert strength("badugi", "8c6d5h3s", 8) == strength("badugi", "8c6d5h3s")
    assert made("badugi", "any", 8, cards("9c6d5h3s"), ()) == (0, (), "no badugi", "No badugi", -1)
    assert strength("badugi", "3c2dAhAs", 8) == 0


@pytest.mark.parametrize("choose", ["any", "hole", "two and three"])
def test_no_cards_and_few(choose: str) -> None:
    board = cards("2c3d4h")
    for scale in SCALES:
        if choose == "two and three":
            with pytest.raises(Conflict):
                ranker(scale, choose, None, board)(())
        else:
            assert ranker(scale, choose, None, ())(()) == 0
            assert made(scale, choose, None, cards("AsAh"), ()).cards[0] == cards("As")[0]


# --- showing, and what is asked for -----------------------------------------------------------------------------------


@pytest.mark.parametrize("scale", ["high", "short-deck", "short-deck-trips"])
def test_showing_high(scale: str) -> None:
    shows = showing(scale)
    order = ["9s8s7s6s", "AsKhQd9s", "6s6hAdKc", "AsAhKdQc", "6s6h7d7c", "6s6h6d7c", "6s6h6d6c"]
    ours = [shows(cards(some)) for some in order]
    assert ours == sorted(ours) and len(set(ours)) == 7


@pytest.mark.parametrize(("scale", "best"), [("ace-to-five", "A"), ("ace-to-six", "A"), ("deuce-to-seven", "2")])
def test_showing_low(scale: str, best: str) -> None:
    shows = showing(scale)
    assert max("23456789TJQKA", key=lambda rank: shows(cards(rank + "s"))) == best
    assert shows(cards("6s5s4s3s")) > shows(cards("7s4h3d2c")) > shows(cards("3s3h2d2c")) > shows(cards("2s2h2dKc"))


def test_wild_cards_show() -> None:
    shows = showing("high", wild=("2", "bug"))
    assert shows(cards("2c")) == shows(cards("Jo")) == shows(cards("As"))
    assert shows(cards("2cKs")) == shows(cards("KhKs")) > shows(cards("AhKs")) == shows(cards("JoKs"))
    assert shows(cards("2c2dKs")) == shows(cards("KhKdKs"))
    assert shows(cards("2cJo")) == shows(cards("AhAs"))
    low = showing("ace-to-five", wild=("joker",))
    assert low(cards("JoAs8c")) == low(cards("2sAs8c"))
    with pytest.raises(BadNotation, match="and the joker"):
        low(cards("??"))


@each(
    ("ranks", "enough", "short"),
    [
        ("JJ", ["JsJh4d3c2s", "AsAhKdQc9s", "2s2h3d3c4s", "7s5s4s3s2s"], ["TsThAdKcQs", "AsKhQdJc9s"]),
        ("222", ["2s2h2d3c4s", "AsAhAd3c4s", "As2h3d4c5s"], ["AsAhKdKcQs"]),
        ("KK77", ["KsKh7d7c2s", "KsKh8d8c2s", "2s2h2d3c4s"], ["KsKh6d6cAs", "QsQhJdJcAs"]),
        ("A", ["AsKhQdJc9s", "As7h5d4c3s", "2s2h5d4c3s"], ["KsQhJdTc8s"]),
        ("10 10", ["TsTh4d3c2s"], ["9s9hAdKcQs"]),
        ("AKQJT", ["AsKhQdJcTs", "7s5s4s3s2s"], ["KsQhJdTc9s", "AsAhAdKcQs"]),
        ("22233", ["2s2h2d3c3s", "2s2h2d4c4s"], ["AsKsQsJs9s"]),
    ],
)
def test_least_strength_separates_hands(ranks: str, enough: list[str], short: list[str]) -> None:
    needed = at_least(ranks)
    assert all(strength("high", some) >= needed for some in enough)
    assert all(strength("high", some) < needed for some in short)


def test_least_strength_separates_hands_of_other_scales() -> None:
    eight = at_least("8", "ace-to-five")
    assert strength("ace-to-five", "8s7h6d5c4s") >= eight > strength("ace-to-five", "9s4h3d2cAs")
    eight_six = at_least("86", "deuce-to-seven")
    assert strength("deuce-to-seven", "8s6h5d4c3s") >= eight_six > strength("deuce-to-seven", "8s7h4d3c2s")
    assert at_least("AA", "ace-to-five") <= strength("ace-to-five", "AsAhKdQcJs") < at_least("8", "ace-to-five")
    assert strength("short-deck", "6s6h6d7c7s") < at_least("6666", "short-deck")
    assert at_least("A6789", "short-deck") == strength("short-deck", "As6h7d8c9s")
    assert made("high", "any", None, cards("AsAhAdAcJo"), (), wild=("joker",)).strength == at_least("AAAAA")
    for wrong in ("", "1", "JJJJJJ", "jacks", "J-J"):
        with pytest.raises(BadNotation, match="a pair of jacks is 'JJ'"):
            at_least(wrong)
    with pytest.raises(BadNotation, match="badugi"):
        at_least("8", "badugi")
