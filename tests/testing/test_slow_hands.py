"""The slow evaluator of the tester, against hands told by hand, and against the tables that play uses."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest
from each import each
from random_games import random_game
from universal.slow_hands import is_at_least, of_these, strength_of

from sidepot.cards import cards, text
from sidepot.games.catalog import (
    BADUGI_GAME,
    DEUCES_WILD,
    DRAW_BUG,
    DRAW_JOKER,
    FIVE_CARD_DRAW,
    GAMES,
    HOLDEM,
    LOWBALL,
    LOWBALL_A6,
    LOWBALL_JOKER,
    OMAHA8,
    SHORT,
    SHORT_TRIPS,
    SINGLE_DRAW,
    find_game,
)
from sidepot.games.decks import find_deck
from sidepot.games.model import Game, Half
from sidepot.ranking.playable_cards import made, maker
from sidepot.ranking.scales import find_scale


@each(
    ("game", "hands"),
    [
        (
            FIVE_CARD_DRAW,
            "AsKsQsJsTs 5h4h3h2hAh AsAhAdAcKd 2s2h2d3c3d AsQs9s4s2s AdKcQhJsTs 5h4d3h2hAh AsAhAdKcQd 3s3h2d2cAd "
            "2s2hAdKcQd AsKhQd8c7d 7s5h4d3c2d",
        ),
        (SHORT, "As9s8s7s6s KsKhKdKcAd AsQs9s8s6s AsAhAdKcKs As9h8d7c6d AsAhAdKcQs"),
        (SHORT_TRIPS, "AsQs9s8s6s AsAhAdKcKs 6s6h6d8c7s As9h8d7c6d AsAhKdKcQs"),
        (DRAW_JOKER, "JoAsAhAdAc AsKsQsJsJo JoAhAdAc2s JoAsQs9s2s JoAh3d4c5s Jo2h2d7c8s JoAh3d7c9s"),
        (DRAW_BUG, "JoAsAhAdAc JoKsKhKdAc Jo9s7s3s2s Jo9h8d7c5s JoAhKd9c8s JoKhQd9c8s"),
        (DEUCES_WILD, "2s2h2d2cKd 2s2h2d9c9d Qs2hJsTs9s 2s2hAdAcKd 2s2hKdQc3d 2sKhKdJc3d 2sKhQd4c3d"),
        (LOWBALL, "5s4s3s2sAs 6s4h3d2cAs 6s5h3d2cAs KsQhJdTc9s 2s2h3d4c5s"),
        (LOWBALL_A6, "6s4h3d2cAs 6s5h3d2cAs 7s5h3d2cAs 2s2h3d4cAh 5s4h3d2cAs 9s7s5s3sAs"),
        (LOWBALL_JOKER, "Jo4s3h2dAc Jo6s4h3dAc Jo6s5h4d3c Jo8s3h2dAc KsQs3h2dAc"),
        (SINGLE_DRAW, "7s5h4d3c2s 8s5h4d3c2s As5h4d3c2s 2s2h4d5c7s 6s5h4d3c2s 9s7s5s4s2s"),
        (BADUGI_GAME, "4s3h2dAc KsQhJdTc As2h3d3c 7s6h5d5s As2s2h3h KsKhKdKc"),
    ],
)
def test_the_order_of_hands(game: Game, hands: str) -> None:
    """Each beats the next. Rule: PG-28, PG-29, PG-32 to PG-34, PG-85, PG-86."""
    strengths = [of_these(game, game.halves[0], cards(hand)) for hand in hands.split()]
    for better, worse in pairwise(strengths):
        assert better is not None
        assert worse is not None
        assert better > worse, (better, worse)


def test_two_of_the_hand_and_three_of_the_board() -> None:
    """One ace of the hand is not enough for a flush, and a low needs two low cards. Rule: PG-101, PG-103."""
    high, low = OMAHA8.halves
    board = cards("9s8s4s3s2d")
    assert strength_of(OMAHA8, high, cards("AsKhQdJc"), board) == (0, (14, 13, 9, 8, 4))
    assert strength_of(OMAHA8, high, cards("AsKsQdJc"), board) == (5, (14, 13, 9, 8, 4))
    assert strength_of(OMAHA8, low, cards("AsKhQdJc"), board) is None
    assert strength_of(OMAHA8, low, cards("As5hQdJc"), board) == (0, (-5, -4, -3, -2, -1))


def test_required_hands_are_checked() -> None:
    """Rule: PG-62, PG-84."""
    for ranks, hand, held in [
        ("JJ", "JsJh4d3c2s", True),
        ("JJ", "TsTh4d3cAs", False),
        ("JJ", "2s2h3d3c4s", True),
        ("222", "2s2h2d3c4s", True),
        ("222", "AsAhKdKc4s", False),
        ("222", "5s4h3d2cAs", True),
        ("KK77", "KsKh7d7c2s", True),
        ("KK77", "KsKh6d6cAs", False),
        ("A", "AsTh7d5c2s", True),
        ("A", "KsTh7d5c2s", False),
    ]:
        strength = of_these(HOLDEM, Half(), cards(hand))
        assert is_at_least(HOLDEM, ranks, strength) is held, (ranks, hand)


@pytest.mark.long
def test_slow_and_fast_agree() -> None:
    """On every game of the catalogue and on games that nobody has played: the same winners, the same ties."""
    chance = random.Random(7)
    for game in [*GAMES.values(), *(random_game(chance) for _ in range(40))]:
        pack = find_deck(game.deck)
        for _ in range(6):
            deck = chance.sample(pack.cards, len(pack.cards))
            board = tuple(deck[: game.board_cards])
            left = deck[game.board_cards :]
            hands = [tuple(left[at * game.hole_cards : (at + 1) * game.hole_cards]) for at in range(2)]
            for half in game.halves:
                rank = maker(half.scale, half.choose, half.qualifier, lowest=pack.lowest, wild=game.wild)(board)
                one, other = (rank(hand) for hand in hands)
                slow, slower = (strength_of(game, half, hand, board) for hand in hands)
                assert (not one, not other) == (slow is None, slower is None)
                if slow is not None and slower is not None:
                    why = f"{game.name} {half}: {text(hands[0])} {text(hands[1])} on {text(board)}"
                    assert ((one > other) - (one < other)) == ((slow > slower) - (slow < slower)), why


def test_slow_and_fast_agree_on_three_cards() -> None:
    chance = random.Random(7)
    game = find_game("rhode-island")
    scale = find_scale("three-card")
    hands = [tuple(chance.sample(range(52), chance.choice((1, 2, 3, 3, 3, 4)))) for _ in range(2000)]
    slow = [strength_of(game, game.halves[0], hand, ()) for hand in hands]
    fast = [scale.strength(hand) for hand in hands]
    for one in range(len(hands) - 1):
        assert (slow[one] > slow[one + 1]) == (fast[one] > fast[one + 1])
        assert (slow[one] == slow[one + 1]) == (fast[one] == fast[one + 1])
        assert len(made("three-card", "any", None, hands[one], ()).cards) == min(3, len(hands[one]))
