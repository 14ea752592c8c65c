"""Bots: legal in every game, the same for the same seed, sensible, and blind to what their seat may not see."""

from __future__ import annotations

from random import Random

import pytest
from each import each
from msgspec.structs import replace
from random_games import random_game
from random_setups import random_house, random_setup

from sidepot.bots.deal_out import share_of_pot
from sidepot.bots.random_player import random_player
from sidepot.bots.simple import simple_player
from sidepot.cards import STANDARD_DECK, Deck, cards
from sidepot.cli.common_options import LimitName
from sidepot.cli.play_stakes import open_table
from sidepot.cli.play_table import play_hand
from sidepot.games.catalog import (
    DOUBLE_BOARD_HOLDEM,
    GAMES,
    HOLDEM,
    RAZZ,
    STUD,
)
from sidepot.games.limits import FixedLimit, NoLimit
from sidepot.games.model import Opens
from sidepot.games.parts import stud_streets
from sidepot.games.stakes import Stakes
from sidepot.hand.commands import Command
from sidepot.hand.dealer import Dealer
from sidepot.hand.due import Due
from sidepot.hand.events import encode
from sidepot.hand.hand import Hand
from sidepot.hand.legal.options import Options, Player
from sidepot.hand.planning.forced_bets import seat_hand
from sidepot.hand.planning.plan import plan_of
from sidepot.hand.view import view_of
from sidepot.hand.winning.beaten import is_beaten
from sidepot.rules.houses import CASH, HOME
from sidepot.rules.rulebook import Declaration, Reading

CHIPS = CASH.but(declaration=Declaration.CHIPS_IN_HAND)
NO_BRING_IN = stud_streets(Opens.HIGH_HAND, Opens.HIGH_HAND)


def stacked(start: str) -> Deck:
    """A deck with these cards on top and the rest in order."""
    top = cards(start)
    return Deck((*top, *(card for card in STANDARD_DECK if card not in top)))


def holdem(deck: Deck, seats: int = 2) -> Hand:
    hand = Hand(seat_hand(HOLDEM, NoLimit(), Stakes(blinds=(1, 2)), CASH, [200] * seats))
    Dealer(deck).run(hand)
    return hand


@pytest.mark.long
@each("name", GAMES)
def test_the_same_seed_plays_the_same_hand(name: str) -> None:
    logs = []
    for _ in range(2):
        table = open_table(name, None, "cash", seats=4, stack=100, seed=3)
        players = [simple_player(Random(seat), deals=15) for seat in range(4)]
        hand = play_hand(table.setup(), Deck(plan_of(table.setup()).deck, below=Random(5).randrange), players)
        assert hand.due is Due.DONE
        logs.append(encode(hand.log))
    assert logs[0] == logs[1]


@each("name", GAMES)
def test_random_players_finish_every_hand(name: str) -> None:
    rng = Random(name)
    for seats in range(2, GAMES[name].seats[1] + 1, 3):
        table = open_table(name, None, "tda-2013", seats=seats, stack=30, seed=seats)
        deck = Deck(plan_of(table.setup()).deck, below=rng.randrange)
        hand = play_hand(table.setup(), deck, [random_player(rng)] * seats)
        assert sum(hand.stacks) + hand.carried == 30 * seats


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


@each("name", ["holdem", "omaha8", "stud-high-low", "badacey", "double-board-omaha", "irish"])
@each("kind", list(Declaration))
def test_every_question_of_a_house_is_answered(name: str, kind: Declaration) -> None:
    """Runs, declarations, calling one's hand: by simple players and by random ones, to the end of every hand."""
    house = HOME.but(declaration=kind, reading=Reading.AS_CALLED)
    asked: set[Due] = set()
    for seed in range(6):
        table = open_table(name, LimitName.NL, "home", seats=3, stack=12, seed=seed)
        setup = replace(table.setup(), rulebook=house)
        rng = Random(seed)
        someone = simple_player(rng, deals=8) if seed % 2 else random_player(rng, fold=0.0)

        def player(view: Hand, may: Options, someone: Player = someone) -> Command:
            asked.add(may.due)
            return someone(view, may)

        hand = play_hand(setup, Deck(plan_of(setup).deck, below=rng.randrange), [player] * 3)
        assert sum(hand.stacks) + hand.carried == 36
    assert (Due.DECLARE in asked) == (kind is not Declaration.CARDS_SPEAK and len(GAMES[name].halves) == 2)
    assert Due.RUN in asked or name in ("stud-high-low", "badacey")


@pytest.mark.parametrize("block", range(3))
def test_games_that_nobody_has_played(block: int) -> None:
    """Simple players and random ones get to the end of whatever the model takes, in any house."""
    for number in range(10):
        chance = Random(f"{block} {number}")
        game = random_game(chance)
        seats = chance.randint(2, min(game.seats[1], 5))
        setup = random_setup(game, "no limit", seats, random_house(chance), chance)
        players = [simple_player(chance, deals=4), random_player(chance)] * 3
        hand = play_hand(setup, Deck(plan_of(setup).deck, below=chance.randrange), players[:seats])
        assert sum(hand.stacks) + hand.carried + hand.raked == sum(setup.stacks) + setup.carried


def test_two_boards_must_both_be_lost() -> None:
    """A hand that wins one of two boards is not mucked."""
    hand = Hand(seat_hand(DOUBLE_BOARD_HOLDEM, NoLimit(), Stakes(blinds=(1, 2)), CASH, [200] * 2))
    dealer = Dealer(stacked("AsKsAhKh2c" + "KdQdJc" + "7d6d5c" + "4c4d8s" + "3c9h2d"))
    while dealer.run(hand) is Due.ACT:
        hand.check_or_call()
    aces = next(seat for seat in (0, 1) if hand.hole[seat][0] >= 48)
    kings = 1 - aces
    if hand.seat == kings:
        hand.show()
        assert not is_beaten(view_of(hand, aces), aces)  # the other board is theirs
    else:
        hand.show()
        assert not is_beaten(view_of(hand, kings), kings)


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


def test_stud_and_razz_are_distinguished() -> None:
    shares = {}
    for game in (STUD, RAZZ):
        hand = Hand(seat_hand(game, FixedLimit(), Stakes(ante=1, bring_in=2, small_bet=4), CASH, [200] * 2))
        hand.post()
        hand.post()
        while hand.due is Due.DEAL:
            hand.deal(cards("As2s3d") if hand.seat == 0 else cards("KcKdKh"))
        shares[game.name] = share_of_pot(view_of(hand, 0), 0, Random(3), deals=200)
    assert shares["razz"] > 0.8 > 0.6 > shares["stud"]
