"""The odds of all hands at once: the same as hand by hand, the same as all hands compared in pairs, as published."""

from __future__ import annotations

import doctest
from itertools import combinations
from random import Random

import pytest
from each import each
from needs import FAST
from places import ROOT

from sidepot import equity, evaluate, find_game
from sidepot.cards import cards, text
from sidepot.errors import BadNotation, Conflict
from sidepot.odds.combos import (
    HANDS,
    equities_against,
    hand_potential,
    hand_strength,
    index_of,
    range_weights,
    starting_hand_square,
)


@FAST.mark
def test_hands_are_in_the_order_of_their_index() -> None:
    assert len(HANDS) == 1326
    assert [index_of([high, low]) for high, low in HANDS] == list(range(1326))
    assert index_of("AhAs") == index_of("AsAh") == 1325 and text(HANDS[0]) == "2d2c"


@FAST.mark
@each("against", ["QQ+,AKs", "random", "AKs:0.5,77,AsKs", "AcAd"])
@each("board", ["Kh7d2c", "Kh7d2c9h", "KhQhJhTh2c", "7s7h2d2s"])
def test_each_equity_is_that_of_the_hand_alone(against: str, board: str) -> None:
    found = equities_against(against, board=board, dead="3c")
    assert found.exact and found.boards == {3: 48 * 47 // 2, 4: 47, 5: 1}[len(board) // 2]
    free = [at for at, hand in enumerate(HANDS) if not {*hand} & {*cards(board), *cards("3c")}]
    for at in Random(1).sample(free, 12):
        try:
            alone = equity([text(HANDS[at]), against], board=board, dead="3c", exact=True)
        except Conflict:  # the hand holds a card of the only hand of the range
            assert found.equity[at] != found.equity[at]
            continue
        assert found.equity[at] == pytest.approx(alone.hands[0].equity, abs=1e-12)
        assert found.error[at] == 0


@FAST.mark
def test_a_hand_with_a_card_of_the_board_or_a_dead_card_has_no_equity() -> None:
    import numpy as np

    found = equities_against("QQ+", board="Kh7d2c", dead="3c")
    gone = [bool({*hand} & {*cards("Kh7d2c3c")}) for hand in HANDS]
    assert (np.isnan(found.equity) == gone).all()


@FAST.mark
def test_sampled_equities_are_within_their_errors() -> None:
    found = equities_against(boards=4000, seed=7)
    assert not found.exact and found.boards == 4000
    assert (equities_against(boards=4000, seed=7).equity == found.equity).all()
    for hand, exact in (("AsAh", 0.8520371330), ("7s2h", 0.3458364731), ("AsKs", 0.6704)):
        assert abs(found.equity[index_of(hand)] - exact) < 4 * found.error[index_of(hand)]


@FAST.mark
def test_a_range_has_weights() -> None:
    weights = range_weights("QQ+,AKs:0.5")
    assert weights.sum() == 18 + 4 / 2 and weights[index_of("AsKs")] == 0.5 and weights[index_of("AsKh")] == 0


@FAST.mark
def test_the_square_has_the_mean_of_each_starting_hand() -> None:
    import numpy as np

    found = equities_against("QQ+,AKs", board="Kh7d2c")
    square = starting_hand_square(found.equity)
    assert square.shape == (13, 13)
    suited = [found.equity[index_of(f"A{suit}Q{suit}")] for suit in "cdhs"]
    assert square[0, 2] == pytest.approx(sum(suited) / 4)
    kings = [found.equity[index_of(hand)] for hand in ("KsKd", "KsKc", "KdKc")]
    assert square[1, 1] == pytest.approx(sum(kings) / 3)
    weights = range_weights("AsQs")
    assert starting_hand_square(found.equity, weights)[0, 2] == found.equity[index_of("AsQs")]
    assert np.isnan(starting_hand_square(found.equity, weights)[2, 0])
    with pytest.raises(BadNotation, match="expected 1326 values"):
        starting_hand_square(np.zeros(169))


def in_pairs(hand: str, board: str) -> list[list[int]]:
    """Each rival and each last card, ranked one by one: how often behind, tied, ahead now (row) and later (column)."""
    holdem = find_game("holdem")
    own, laid = list(cards(hand)), list(cards(board))
    deck = [card for card in range(52) if card not in own + laid]
    counts = [[0] * 3 for _ in range(3)]

    def compare(rival: list[int], on: list[int]) -> int:
        mine, other = evaluate(own, on, game=holdem)[0], evaluate(rival, on, game=holdem)[0]
        assert mine and other
        return 1 + (mine.strength > other.strength) - (mine.strength < other.strength)

    for rival in map(list, combinations(deck, 2)):
        now = compare(rival, laid)
        for last in deck:
            if last not in rival:
                counts[now][compare(rival, [*laid, last])] += 1
    return counts


@FAST.mark
def test_potential_is_that_of_hands_compared_one_by_one() -> None:
    counts = in_pairs("AdQc", "3h4cJh9s")
    behind, tied, ahead = map(sum, counts)
    found = hand_potential("AdQc", "3h4cJh9s")
    assert found.strength == pytest.approx((ahead + tied / 2) / (behind + tied + ahead))
    up = counts[0][2] + counts[0][1] / 2 + counts[1][2] / 2
    down = counts[2][0] + counts[2][1] / 2 + counts[1][0] / 2
    assert found.positive == pytest.approx(up / (behind + tied / 2))
    assert found.negative == pytest.approx(down / (ahead + tied / 2))


@FAST.mark
def test_potential_is_as_published() -> None:
    """Billings and others, Opponent modeling in poker (1998): A♦Q♣ on 3♥4♣J♥ is 0.585 strong, 0.208 and 0.274."""
    found = hand_potential("AdQc", "3h4cJh")
    assert [round(one, 3) for one in found[:3]] == [0.585, 0.208, 0.274]
    assert hand_strength("AdQc", "3h4cJh") == found.strength
    river = hand_potential("AdQc", "3h4cJh9s2d")
    assert river.positive == river.negative == 0 and river.effective == river.strength


@FAST.mark
@each(
    ("asked", "message"),
    [
        (lambda: hand_potential("AdQc", ""), "expected three to five cards"),
        (lambda: hand_potential("AdAd", "3h4cJh"), "two different cards"),
        (lambda: hand_potential("Ad", "3h4cJh"), "two different cards"),
        (lambda: hand_potential("AdQc", "3h4cJhAd"), "Ad"),
        (lambda: equities_against("QQ+", boards=0), "boards: expected 1 to"),
        (lambda: equities_against("nonsense"), "not a hand"),
    ],
)
def test_bad_input_is_refused(asked: object, message: str) -> None:
    with pytest.raises((BadNotation, Conflict), match=message):
        asked()  # type: ignore[operator]


@FAST.mark
def test_the_page_shows_what_comes_out() -> None:
    """Every example of docs/how-to/compute-equities.md runs, and gives what is printed there."""
    page = ROOT / "docs" / "how-to" / "compute-equities.md"
    results = doctest.testfile(str(page), module_relative=False, optionflags=doctest.NORMALIZE_WHITESPACE)
    assert results.attempted > 12 and not results.failed
