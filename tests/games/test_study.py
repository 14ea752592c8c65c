"""The small games for study: their packs, their hands, and trees that are equal to those of OpenSpiel."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest
from needs import OPENSPIEL

from sidepot.cards import STANDARD_DECK, cards, text
from sidepot.errors import BadNotation, Conflict
from sidepot.games.catalog import GAMES, find_game
from sidepot.games.decks import find_deck
from sidepot.games.evaluation import evaluate
from sidepot.games.files import read_game, write_game
from sidepot.games.limits import FixedLimit
from sidepot.games.study import LEDUC, STUDIES
from sidepot.games.usual import limit_for, stakes_for
from sidepot.hand.due import Due
from sidepot.hand.hand import Hand
from sidepot.hand.planning.study import study_setup
from sidepot.ranking.scales import find_scale


@pytest.mark.parametrize(
    ("name", "pack"),
    [
        ("JQK hs", "JhJsQhQsKhKs"),
        ("jqk HS", "JhJsQhQsKhKs"),
        ("Ks Js Qs", "JsQsKs"),
        ("KsJsQs", "JsQsKs"),
        ("A cd", "AcAd"),
    ],
)
def test_a_small_pack_is_named_by_ranks_and_suits_or_by_cards(name: str, pack: str) -> None:
    found = find_deck(name)
    assert text(found.cards) == pack
    assert not found.stripped
    assert find_deck(found.name).cards == found.cards


@pytest.mark.parametrize(
    "name", ["JQK", "JJQ hs", "JQK hh", "Js Js", "Js", "Js Jo", "Js ??", "JQK xy", "JQK hs joker", ""]
)
def test_a_pack_that_is_none_is_refused_with_what_would_be_right(name: str) -> None:
    with pytest.raises(BadNotation, match=r"ranks and suits, as in 'JQK hs'"):
        find_deck(name)


def test_small_games_are_found_by_name_and_are_not_among_the_games_that_people_play() -> None:
    for name in STUDIES:
        assert find_game(name).name == name
        assert name not in GAMES
    assert find_game("Leduc hold'em") is LEDUC


@pytest.mark.parametrize("name", STUDIES)
def test_a_small_game_is_a_file_like_any_other(name: str) -> None:
    game = find_game(name)
    assert read_game(write_game(game)) == game


def test_a_small_pack_has_no_wild_cards_and_enough_cards() -> None:
    with pytest.raises(Conflict, match="cannot have wild cards"):
        read_game('name = "wild"\nlike = "leduc"\nwild = ["Q"]')
    with pytest.raises(Conflict, match="2 seats need 4 cards, but the deck has 3"):
        read_game('name = "two"\nlike = "kuhn"\nstreets = [{name = "deal", opens = "left of button", down = 2}]')


def test_the_amounts_are_those_of_the_literature() -> None:
    assert limit_for("leduc") == FixedLimit(bets=2)
    assert stakes_for("leduc", limit_for("leduc"), 2) == STUDIES["leduc"].stakes
    assert stakes_for("rhode-island", limit_for("rhode-island"), 10) == STUDIES["rhode-island"].stakes
    assert stakes_for("kuhn", limit_for("kuhn"), 1) == STUDIES["kuhn"].stakes
    with pytest.raises(BadNotation, match="kuhn, leduc, rhode-island"):
        study_setup("holdem")


def test_three_card_hands_are_as_many_as_published() -> None:
    """The numbers of three-card poker: 48 straight flushes, 52 trips, 720 straights, 1,096 flushes, 3,744 pairs."""
    scale = find_scale("three-card")
    found: dict[int, int] = {}
    for three in combinations(STANDARD_DECK, 3):
        place = scale.strength(three) >> 20
        found[place] = found.get(place, 0) + 1
    assert [found[place] for place in sorted(found, reverse=True)] == [48, 52, 720, 1096, 3744, 16440]


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("As2s3s", "AsAhAd"),
        ("2s2h2d", "AsKhQd"),
        ("Ad2s3s", "AsKsJs"),
        ("4d2s3s", "Ad2s3h"),
        ("AsKsJs", "AsAhKd"),
        ("2s2h3d", "AsKhJd"),
        ("AsKhJd", "AsKhTd"),
        ("2c3c4h4c9d", "AsAd"),
    ],
)
def test_three_card_hands_are_in_order(better: str, worse: str) -> None:
    scale = find_scale("three-card")
    assert scale.strength(cards(better)) > scale.strength(cards(worse))


def test_three_card_hands_have_their_words_and_cards() -> None:
    assert evaluate("As", "Ks Qs", "rhode-island")[0].text == "Straight flush, ace high"
    low = evaluate("As", "3d 2s", "rhode-island")[0]
    assert (text(low.cards), low.text) == ("3d2sAs", "Straight, three high")
    assert text(evaluate("4s", "3d 2s", "rhode-island")[0].cards) == "4s3d2s"


# ---- trees


def _moves(hand: Hand) -> list[str]:
    return ["fold"] * (hand.to_call > 0) + ["stay"] + ["raise"] * hand.may_raise()


def _moved(hand: Hand, move: str) -> Hand:
    after = hand.copy()
    if move == "fold":
        after.fold()
    elif move == "stay":
        after.check_or_call()
    else:
        after.raise_to(after.min_raise_to())
    return after


def _until_chance_or_choice(hand: Hand) -> None:
    while hand.due not in (Due.ACT, Due.DEAL, Due.BOARD, Due.DONE):
        {Due.POST: hand.post, Due.RETURN: hand.return_uncalled, Due.AWARD: hand.award, Due.SHOW: hand.show_all}[
            hand.due
        ]()


def _compare(hand: Hand, state: Any, counts: dict[str, int]) -> None:
    """Walk through both trees at once, and count what is there."""
    _until_chance_or_choice(hand)
    if hand.due is Due.DONE:
        assert state.is_terminal()
        before = hand.setup.stacks
        assert [after - own for after, own in zip(hand.stacks, before, strict=True)] == state.returns()
        counts["terminal"] += 1
    elif hand.due is Due.ACT:
        assert not state.is_terminal() and not state.is_chance_node() and state.current_player() == hand.seat
        counts["choice"] += 1
        moves, actions = _moves(hand), state.legal_actions()
        assert len(moves) == len(actions)
        for move, action in zip(moves, actions, strict=True):
            _compare(_moved(hand, move), state.child(action), counts)
    else:
        counts["chance"] += 1
        left = [card for card in hand.plan.deck if hand.fresh >> card & 1]
        outcomes = state.chance_outcomes()
        assert len(outcomes) == len(left)
        for card, (outcome, chance) in zip(left, outcomes, strict=True):
            assert chance == pytest.approx(1 / len(left))
            after = hand.copy()
            (after.deal if after.due is Due.DEAL else after.board)((card,))
            _compare(after, state.child(outcome), counts)


@OPENSPIEL.mark
@pytest.mark.parametrize(
    ("game", "peer", "counts"),
    [
        ("kuhn", "kuhn_poker", {"terminal": 30, "choice": 24, "chance": 4}),
        ("leduc", "leduc_poker", {"terminal": 5520, "choice": 3780, "chance": 157}),
    ],
)
def test_the_tree_of_a_small_game_is_that_of_openspiel(game: str, peer: str, counts: dict[str, int]) -> None:
    import pyspiel

    found = {"terminal": 0, "choice": 0, "chance": 0}
    _compare(Hand(study_setup(game)), pyspiel.load_game(peer).new_initial_state(), found)
    assert found == counts


def test_rhode_island_has_as_many_information_states_and_sequences_as_published() -> None:
    """Its linear program has 91,224,226 rows: the sequences of one player and the information states of the other.

    Source: A. Gilpin and T. Sandholm, Lossless Abstraction of Imperfect Information Games, JACM 54 (2007).
    """
    hand = Hand(study_setup("rhode-island"))
    _until_chance_or_choice(hand)
    for card in cards("2s3s"):
        hand.deal((card,))
    rows, seen = 0, 52
    betting = [hand]
    for left in (51, 50, 0):
        decisions, after = _round(betting[0])
        rows += len(betting) * seen * sum(1 + len(_moves(one)) for one in decisions)
        betting = [one for one in after for _ in betting]
        seen *= left
    assert rows // 2 + 2 == 91_224_226  # and an empty sequence and its constraint for each player


def _round(hand: Hand) -> tuple[list[Hand], list[Hand]]:
    """The decisions of one betting round, and the hands in which it ends with two players."""
    decisions, ends, todo = [], [], [hand]
    while todo:
        one = todo.pop()
        if one.due is Due.BOARD:
            left = [card for card in one.plan.deck if one.fresh >> card & 1]
            one.board(left[:1])
        if one.due is not Due.ACT:
            continue
        if decisions and one.street > decisions[0].street:
            ends.append(one)
            continue
        decisions.append(one)
        todo += [_moved(one, move) for move in _moves(one)]
    return decisions, ends
