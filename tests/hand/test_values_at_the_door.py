"""What is handed to `match`, `play_hand` and `seat_hand` in place of values of the engine is told at the door."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from each import each

from sidepot import CASH, BadNotation, Deck, NoLimit, SidepotError, Stakes, find_game, match, play_hand, seat_hand
from sidepot.hand.commands import Call, Check, Command
from sidepot.hand.hand import Hand
from sidepot.hand.legal.options import Options


def curious(view: Hand, may: Options) -> Command:
    return Check() if may.may_check else Call()


@each(
    ("at", "wrong", "message"),
    [
        (0, "holdme", r"game: unknown game"),
        (0, 5, r"game: .* as in find_game\('holdem'\), not 5"),
        (1, "no limit", r"limit: .* as in NoLimit\(\), not 'no limit'"),
        (1, None, r"limit: .* as in NoLimit\(\), not None"),
        (2, (1, 2), r"stakes: .* as in Stakes\(blinds=\(1, 2\)\), not \(1, 2\)"),
        (3, "chas", r"rulebook: unknown house 'chas'; did you mean 'cash'\?"),
        (3, 5, r"rulebook: .* as in find_house\('cash'\), not 5"),
        (4, 100, r"stacks: expected a list of integers, not 100"),
    ],
)
def test_values_of_the_engine_are_asked_for(at: int, wrong: Any, message: str) -> None:
    values: list[Any] = [find_game("holdem"), NoLimit(), Stakes(blinds=(1, 2)), CASH, [100, 100]]
    values[at] = wrong
    with pytest.raises(BadNotation, match=message):
        seat_hand(*values)


@pytest.mark.parametrize("chance", [42, "42", [], 4.5, True])
def test_chance_is_no_seed(chance: Any) -> None:
    setup = seat_hand(find_game("holdem"), NoLimit(), Stakes(blinds=(1, 2)), CASH, [100, 100])
    with pytest.raises(BadNotation, match="rng: expected a random generator such as random"):
        play_hand(setup, [curious, curious], chance)
    with pytest.raises(BadNotation, match="rng: expected a random generator such as random"):
        match({"Ann": curious, "Bo": curious}, 2, chance)


@pytest.mark.parametrize("player", [None, "loose", 5])
def test_a_player_is_a_function(player: Any) -> None:
    with pytest.raises(BadNotation, match=": expected a function that takes a view and options, not"):
        match({"Ann": curious, "Bo": player}, 2, Random(1))
    setup = seat_hand(find_game("holdem"), NoLimit(), Stakes(blinds=(1, 2)), CASH, [100, 100])
    with pytest.raises(BadNotation, match=": expected a function that takes a view and options, not"):
        play_hand(setup, [curious, player], Random(1))


@pytest.mark.parametrize("name", [None, 5, ["holdem"]])
def test_a_name_is_text(name: Any) -> None:
    with pytest.raises(BadNotation, match="expected a game's name, such as 'holdem', not"):
        find_game(name)


def test_a_number_that_is_no_card_is_not_dealt() -> None:
    """Numbers below 0 count from the end of a row: none of them may stand for a card."""
    setup = seat_hand(find_game("holdem"), NoLimit(), Stakes(blinds=(1, 2)), CASH, [100, 100])
    dealt = []
    for number in (*range(-200, 0), *range(54, 200), -(10**30), 10**30):
        hand = Hand(setup)
        hand.post()
        hand.post()
        before = len(hand.log)
        try:
            hand.deal_round((0, number, 1, 2))
        except SidepotError:
            assert len(hand.log) == before
        else:
            dealt.append(number)
    assert not dealt


def test_a_card_is_not_dealt_twice_in_one_round() -> None:
    hand = Hand(seat_hand(find_game("holdem"), NoLimit(), Stakes(blinds=(1, 2)), CASH, [100, 100]))
    hand.post()
    hand.post()
    with pytest.raises(SidepotError) as refused:
        hand.deal_round((0, 1, 0, 2))
    assert refused.value.code == "card_dealt_already"
    hand.deal_round("????????")
    assert hand.hole == [(53, 53), (53, 53)]


def test_a_pack_that_was_in_order_once_is_looked_at_again_where_it_may_have_changed() -> None:
    pack = [0, 1, 2]
    Deck(pack, below=Random(1).randrange)
    pack.append(2)
    with pytest.raises(SidepotError, match="in the pack twice"):
        Deck(pack, below=Random(1).randrange)
