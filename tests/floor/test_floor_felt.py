"""The picture of the betting says the same as its line."""

from __future__ import annotations

from sidepot.floor.felt import FeltSeat, NextAct, felt_of
from sidepot.quiz.questions import questions
from sidepot.rules.houses import HOUSES, TDA_2024, find_house


def test_seats_show_bets_stacks_and_states() -> None:
    felt = felt_of("NL 500/1000 flop pot 3000 5 players: A 2000; B folds; C all-in 1500; D (9000) to act", TDA_2024)
    assert felt.seats == (
        FeltSeat("A", 2000, None, ""),
        FeltSeat("B", 0, None, "folded"),
        FeltSeat("C", 1500, 0, "all_in"),
        FeltSeat("D", 0, 9000, "to_act"),
        FeltSeat("", 0, None, ""),
    )
    assert felt.pot == 6500


def test_the_player_to_act_has_a_name_and_limits() -> None:
    turn = felt_of("NL 100/200 6 players: A 600; B to act", TDA_2024).turn
    assert turn == NextAct("B", 600, 1000, None)
    assert felt_of("NL 100/200 6 players: A 600", TDA_2024).turn.name == "B"
    assert felt_of("PL 100/200: A calls; SB folds; BB to act", TDA_2024).turn == NextAct("BB", None, 400, 700)
    assert felt_of("NL 100/200: A 600; B (500) to act", TDA_2024).turn == NextAct("B", 500, 0, 0)


def test_a_player_out_of_turn_is_not_to_act() -> None:
    felt = felt_of("NL 100/200 flop pot 600 3 players: A to act; B out of turn", TDA_2024)
    assert [seat.state for seat in felt.seats[:2]] == ["to_act", "out_of_turn"]


def test_each_line_of_a_question_has_a_picture() -> None:
    for house in HOUSES:
        for question in questions(house):
            if question.line:
                felt = felt_of(question.line, find_house(house))
                assert [seat.state for seat in felt.seats].count("to_act") == 1, question.line
                assert felt.pot >= sum(seat.bet for seat in felt.seats), question.line
