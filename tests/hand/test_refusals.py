"""What is refused names the halves of the pot as their game does."""

from __future__ import annotations

import pytest

from sidepot.cards import STANDARD_DECK, Deck
from sidepot.errors import IllegalAction, NotDue
from sidepot.games.catalog import find_game
from sidepot.games.files import read_game
from sidepot.games.limits import FixedLimit
from sidepot.games.model import Game
from sidepot.games.usual import stakes_for
from sidepot.hand.dealer import Dealer
from sidepot.hand.due import Due
from sidepot.hand.hand import Hand
from sidepot.hand.planning.forced_bets import seat_hand
from sidepot.hand.refusals import what_is_due
from sidepot.rules.houses import CASH
from sidepot.rules.rulebook import Declaration

OWN = read_game("""
name = "badugi-high"
title = "Badugi and high"
like = "badacey"

[[halves]]
scale = "badugi"

[[halves]]
scale = "high"
""")


def to_declare(game: Game) -> Hand:
    """A hand of two who check and call until they declare."""
    house = CASH.but(declaration=Declaration.IN_TURN)
    hand = Hand(seat_hand(game, FixedLimit(), stakes_for(game, FixedLimit(), 2), house, [200] * 2))
    dealer = Dealer(Deck(STANDARD_DECK[::-1]))
    while dealer.run(hand) is not Due.DECLARE:
        if hand.due is Due.BRING_IN:
            hand.bring_in()
        elif hand.due is Due.DRAW:
            hand.discard()
        else:
            hand.check_or_call()
    return hand


@pytest.mark.parametrize(
    ("game", "first", "second"),
    [
        (find_game("omaha8"), "high", "low"),
        (find_game("badeucey"), "badugi", "low"),
        (find_game("drawmaha"), "high", "in hand"),
        (OWN, "badugi", "high"),
    ],
    ids=lambda value: value.name if isinstance(value, Game) else None,
)
def test_one_declares_for_the_halves_that_there_are(game: Game, first: str, second: str) -> None:
    hand = to_declare(game)
    seat = f"seat {hand.seat + 1}"
    with pytest.raises(NotDue, match=f"^nobody may fold now: {seat} must declare for {first}, {second} or both"):
        hand.fold()
    with pytest.raises(IllegalAction) as refused:
        hand.declare(4)
    assert refused.value.message == f"{seat} must declare for {first} (1), {second} (2) or both (3), not 4"
    assert str(refused.value.cite) == "PG:69"


def test_where_the_pot_has_one_half_other_things_are_due() -> None:
    game = find_game("holdem")
    hand = Hand(seat_hand(game, FixedLimit(), stakes_for(game, FixedLimit(), 2), CASH, [200] * 2))
    Dealer(Deck(STANDARD_DECK[::-1])).run(hand)
    assert what_is_due(hand) == f"it is seat {hand.seat + 1}'s turn to act"
