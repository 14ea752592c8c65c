"""The picture of the betting says the same as its line."""

from __future__ import annotations

from sidepot.quiz.felt import FeltSeat, felt_of
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
