"""`/api/quiz`: questions without their answers, explanations, boxes that the browser keeps, and the final test."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from needs import SERVE

pytest.importorskip("litestar", reason=SERVE.reason)

from sidepot.errors import BadNotation
from sidepot.quiz.paths import final_test, questions_on
from sidepot.web.routes.quiz import (
    AnswerForm,
    Box,
    DrawForm,
    LearnForm,
    ResultForm,
    answer_quiz,
    ask_quiz,
    draw_test,
    judge_test,
    quiz,
)

HOUSE = "tda-2024"


def sent(handler: Any, *given: Any) -> Any:
    return asyncio.run(handler.fn(*given))


def test_paths_and_houses_are_listed() -> None:
    found = sent(quiz)
    assert [one.id for one in found.paths] == ["dealer", "floor", "player", "history"]
    assert {"tda-2013", "tda-2024", "tda-2026", "roberts"} <= {one.id for one in found.houses}
    assert found.house == HOUSE and all(one.title for one in found.houses)


def test_questions_do_not_say_which_answer_is_right() -> None:
    due = sent(ask_quiz, LearnForm("dealer", HOUSE, {}, 740_000))
    assert len(due.questions) == 10 and due.due == due.of == len(questions_on("dealer", HOUSE))
    assert {"text", "sentence"} == set(due.questions[0].answers[0].__struct_fields__)


def test_an_answer_is_explained_and_moves_its_question() -> None:
    question = questions_on("dealer", HOUSE)[0]
    right = sent(answer_quiz, AnswerForm(question.id, question.right, 740_000))
    assert (right.right, right.wrong, right.now) == (question.right, "", Box(1, 740_001)) and right.because
    assert right.rules[0].gists and right.notice
    other = (question.right + 1) % len(question.answers)
    wrong = sent(answer_quiz, AnswerForm(question.id, other, 740_000, Box(4, 739_000)))
    assert (wrong.right, wrong.now) == (question.right, Box(0, 740_000)) and wrong.wrong and wrong.wrong_sentence


def test_known_questions_come_back_on_their_day() -> None:
    asked = questions_on("player", HOUSE)
    known = {one.id: Box(2, 740_003) for one in asked}
    none = sent(ask_quiz, LearnForm("player", HOUSE, known, 740_000))
    assert (none.due, none.back, none.questions) == (0, 3, [])
    assert sent(ask_quiz, LearnForm("player", HOUSE, known, 740_003)).due == len(asked)


def test_a_final_test_is_judged_by_its_number() -> None:
    drawn = sent(draw_test, DrawForm("floor", HOUSE, 7))
    asked = final_test("floor", HOUSE, 7)
    assert [one.id for one in drawn.questions] == [one.id for one in asked] and drawn.needed == 40
    right = [one.right for one in asked]
    for wrong in (10, 11):
        chosen = [(one.right + 1) % len(one.answers) for one in asked[:wrong]] + right[wrong:]
        result = sent(judge_test, ResultForm("floor", HOUSE, 7, chosen))
        assert (result.right, result.of, result.passed) == (50 - wrong, 50, wrong == 10)
        assert [one.id for one in result.missed] == [one.id for one in asked[:wrong]]
        assert result.house == "Poker TDA rules of 2024"


def test_what_no_question_has_is_refused() -> None:
    question = next(one for one in questions_on("dealer", HOUSE) if len(one.answers) == 3)
    for handler, form, words in (
        (answer_quiz, AnswerForm("nope", 0, 1), "no question 'nope'"),
        (answer_quiz, AnswerForm(question.id, 3, 1), "expected 0 to 2, not 3"),
        (ask_quiz, LearnForm("bot", HOUSE, {}, 1), "no path 'bot'"),
        (ask_quiz, LearnForm("dealer", "nope", {}, 1), "nope"),
        (judge_test, ResultForm("floor", HOUSE, 7, [0]), "each of the 50 questions, not 1"),
    ):
        with pytest.raises(BadNotation, match=words):
            sent(handler, form)
