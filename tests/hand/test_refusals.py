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
from sidepot.rules.clauses import plain
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


def test_what_is_refused_can_be_translated_with_the_names() -> None:
    game = find_game("holdem")
    hand = Hand(seat_hand(game, FixedLimit(), stakes_for(game, FixedLimit(), 2), CASH, [200] * 2))
    Dealer(Deck(STANDARD_DECK[::-1])).run(hand)
    names = ["Ann", "Bo"]
    with pytest.raises(IllegalAction) as refused:
        hand.check()
    named = refused.value.with_names(names)
    assert named.sentence == ("{player} may not check: it must call {amount} or fold", names[hand.seat], hand.to_call)
    assert plain(named.sentence, commas=False) == named.message
    assert refused.value.with_names(()).sentence[1] == ("seat {number}", str(hand.seat + 1))
    with pytest.raises(NotDue) as refused:
        hand.show()
    turn = "it is {player}'s turn to act", names[hand.seat]
    assert refused.value.with_names(names).sentence == ("nobody may show now: {waits}", turn)


def test_the_reason_why_nobody_may_raise_is_a_sentence_in_the_sentence() -> None:
    game = find_game("holdem")
    hand = Hand(seat_hand(game, FixedLimit(), stakes_for(game, FixedLimit(), 4), CASH, [200, 200, 3]))
    Dealer(Deck(STANDARD_DECK[::-1])).run(hand)
    with pytest.raises(IllegalAction) as refused:
        hand.raise_to(8)
    sentence = refused.value.with_names(["Ann", "Bo", "Cy"]).sentence
    assert sentence == (
        "{player} may not raise: {why}; {instead}",
        "Cy",
        ("it has only {stack} to call {amount} with", 3, 4),
        ("it may call {amount} or fold", 3),
    )
