"""Bots: legal in every game, the same for the same seed, sensible, and blind to what their seat may not see."""

from __future__ import annotations

from random import Random

import pytest

from sidepot.bots.deal_out import share_of_pot
from sidepot.bots.discards import to_discard
from sidepot.bots.random_player import random_player
from sidepot.bots.simple import is_beaten, simple_player
from sidepot.cards import STANDARD_DECK, Deck, cards, text
from sidepot.cli.play_stakes import open_table
from sidepot.cli.play_table import play_hand
from sidepot.games.catalog import FIVE_CARD_DRAW, GAMES, HOLDEM, RAZZ, STUD, TRIPLE_DRAW
from sidepot.games.limits import FixedLimit, NoLimit
from sidepot.games.model import Game
from sidepot.games.stakes import Stakes
from sidepot.hand.dealer import Dealer
from sidepot.hand.due import Due
from sidepot.hand.events import encode
from sidepot.hand.hand import Hand
from sidepot.hand.options import options
from sidepot.hand.plan import plan_of
from sidepot.hand.seating import seat_hand
from sidepot.hand.view import view_of
from sidepot.rules.houses import CASH


def stacked(start: str) -> Deck:
    """A deck with these cards on top and the rest in order."""
    top = cards(start)
    return Deck((*top, *(card for card in STANDARD_DECK if card not in top)))


def holdem(deck: Deck, seats: int = 2) -> Hand:
    hand = Hand(seat_hand(HOLDEM, NoLimit(), Stakes(blinds=(1, 2)), CASH, [200] * seats))
    Dealer(deck).run(hand)
    return hand


@pytest.mark.parametrize("name", GAMES)
def test_the_same_seed_plays_the_same_hand(name: str) -> None:
    logs = []
    for _ in range(2):
        table = open_table(name, None, "cash", seats=4, stack=100, seed=3)
        players = [simple_player(Random(seat), deals=15) for seat in range(4)]
        hand = play_hand(table.setup(), Deck(plan_of(table.setup()).deck, below=Random(5).randrange), players)
        assert hand.due is Due.DONE
        logs.append(encode(hand.log))
    assert logs[0] == logs[1]


@pytest.mark.parametrize("name", GAMES)
def test_random_players_finish_every_hand(name: str) -> None:
    rng = Random(name)
    for seats in range(2, GAMES[name].seats[1] + 1, 3):
        table = open_table(name, None, "tda-2013", seats=seats, stack=30, seed=seats)
        deck = Deck(plan_of(table.setup()).deck, below=rng.randrange)
        hand = play_hand(table.setup(), deck, [random_player(rng)] * seats)
        assert sum(hand.stacks) + hand.carried == 30 * seats


@pytest.mark.parametrize(("name", "rival"), [("holdem", 0), ("stud8", 1), ("triple-draw", 0)])
def test_a_bot_decides_alike_whatever_the_hidden_cards_are(name: str, rival: int) -> None:
    table = open_table(name, None, "cash", seats=3, stack=100, seed=1)
    decisions = []
    for hidden in ("AsAhAcAd", "7c7d7h7s"):
        hand = Hand(table.setup())
        at = 0
        other = [card for card in STANDARD_DECK if card not in cards("AsAhAcAd7c7d7h7s")]
        while hand.due in (Due.POST, Due.DEAL):
            if hand.due is Due.POST:
                hand.post()
                continue
            dealt = [other.pop() for _ in range(hand.count)]
            if hand.seat == rival:
                dealt[0] = cards(hidden)[at]
                at += 1
            hand.deal(dealt)
        if hand.due is Due.BRING_IN:
            hand.bring_in()
        view = view_of(hand, hand.seat)
        assert hand.seat != rival
        decisions.append(simple_player(Random(9))(view, options(hand)))
    assert decisions[0] == decisions[1]


def test_aces_are_worth_more_than_rags() -> None:
    shares = {}
    for held in ("AsAh", "7c2d"):
        hand = Hand(seat_hand(HOLDEM, NoLimit(), Stakes(blinds=(1, 2)), CASH, [200] * 2))
        while hand.due is Due.POST:
            hand.post()
        while hand.due is Due.DEAL:
            hand.deal(cards(held) if hand.seat == 0 else cards("KcQc"))
        shares[held] = share_of_pot(view_of(hand, 0), 0, Random(2), deals=300)
    assert shares["7c2d"] < 0.45 < 0.75 < shares["AsAh"]


@pytest.mark.parametrize(
    ("game", "hand", "draws", "away"),
    [
        (FIVE_CARD_DRAW, "AsAhKd7c2s", 1, "Kd7c2s"),
        (FIVE_CARD_DRAW, "AsAhKdKc2s", 1, "2s"),
        (FIVE_CARD_DRAW, "AsAhAdKc2s", 1, "Kc2s"),
        (FIVE_CARD_DRAW, "As9s5s3sKd", 1, "Kd"),
        (FIVE_CARD_DRAW, "9s8d7c6h2d", 1, "2d"),
        (FIVE_CARD_DRAW, "9s8d7c6hTd", 1, ""),
        (FIVE_CARD_DRAW, "AsAhAdKcKs", 1, ""),
        (FIVE_CARD_DRAW, "As9h7d4c2s", 1, "9h7d4c2s"),
        (TRIPLE_DRAW, "7s5d4c3h2d", 3, ""),
        (TRIPLE_DRAW, "7s5d4c3hKd", 3, "Kd"),
        (TRIPLE_DRAW, "7s7d4c3hKd", 2, "7sKd"),
        (TRIPLE_DRAW, "6s5d4c3h2d", 3, "6s"),
        (TRIPLE_DRAW, "7s5s4s3s2s", 1, "7s"),
        (TRIPLE_DRAW, "9s5d4c3h2d", 3, "9s"),
        (TRIPLE_DRAW, "9s7d4c3h2d", 1, ""),
        (TRIPLE_DRAW, "AsKdQcJhTd", 3, "AsKdQcJhTd"),
    ],
)
def test_what_is_thrown_away(game: Game, hand: str, draws: int, away: str) -> None:
    thrown = to_discard(game, cards(hand), draws)
    assert sorted(thrown) == sorted(cards(away)), text(thrown)


def test_only_a_beaten_hand_is_mucked() -> None:
    hand = holdem(stacked("AsKsAhKh"))
    dealer = Dealer(Deck(cards("2c3d8h9sJc4d4c4h")))
    while dealer.run(hand) is Due.ACT:
        hand.check_or_call()
    first = hand.seat
    assert not is_beaten(view_of(hand, first), first)
    hand.show()
    second = hand.seat
    held = {seat: hand.hole[seat][0] >> 2 for seat in (first, second)}
    assert is_beaten(view_of(hand, second), second) == (held[second] < held[first])


def test_stud_and_razz_are_told_apart() -> None:
    shares = {}
    for game in (STUD, RAZZ):
        hand = Hand(seat_hand(game, FixedLimit(), Stakes(ante=1, bring_in=2, small_bet=4), CASH, [200] * 2))
        hand.post()
        hand.post()
        while hand.due is Due.DEAL:
            hand.deal(cards("As2s3d") if hand.seat == 0 else cards("KcKdKh"))
        shares[game.name] = share_of_pot(view_of(hand, 0), 0, Random(3), deals=200)
    assert shares["razz"] > 0.8 > 0.6 > shares["stud"]
