"""What a learner sees of an incident is enough to rule on it."""

from __future__ import annotations

import pytest

from sidepot.floor.fact_fields import fields_of
from sidepot.floor.rulings import find_topic
from sidepot.quiz.question import Question
from sidepot.quiz.questions import questions
from sidepot.quiz.shown_facts import MINIMUM, SPOT, answer_text, shorter
from sidepot.rules.clauses import plain
from sidepot.rules.houses import HOUSES


def all_questions() -> list[Question]:
    return [question for house in HOUSES for question in questions(house)]


def test_a_fact_that_would_make_another_answer_right_is_shown() -> None:
    for one in all_questions():
        asks = {fact.question for fact in one.facts}
        for answer in one.answers:
            sentence, *parts = answer.because
            if sentence == "This would be right with this fact: {question} {answer}":
                assert shorter(plain(parts[0])) in asks, (one.id, plain(answer.because))


@pytest.mark.parametrize(
    ("topic", "name", "value", "text"),
    [
        ("act", "chips", [[1000, 500], [100]], "1000 + 500 → 100"),
        ("act", "said", "raise to 600", "“raise to 600”"),
        ("act", "said", "", "nothing"),
        ("prior chips", "new", [25, 25], "25 + 25"),
        ("halt play", "tables", [9, 6], "9, 6"),
        ("misdeal", "actions", [], "nothing"),
        ("clock", "facing_bet", True, "yes"),
        ("act", "last", None, ""),
    ],
)
def test_values_are_shown_for_a_learner(topic: str, name: str, value: object, text: str) -> None:
    [field] = [one for one in fields_of(find_topic(topic)) if one.name == name]
    assert answer_text(value, field) == text


def test_no_question_hints_at_how_an_answer_is_typed() -> None:
    assert not [
        fact for one in all_questions() for fact in one.facts if "(check" in fact.question or "(leave" in fact.question
    ]


def test_words_and_chips_of_a_wrong_answer_go_together() -> None:
    """Nobody who put out chips is asked whether the player folds."""
    for one in all_questions():
        shown = {fact.name: fact.answer for fact in one.facts}
        if one.topic == "act" and "chips" in shown and "fold" not in shown["said"]:
            assert not any("“fold”" in plain(answer.because) for answer in one.answers), one.id


def test_the_minimum_is_asked_for_if_nobody_has_bet() -> None:
    for one in all_questions():
        asks = {fact.question: fact.answer for fact in one.facts}
        assert not (MINIMUM in asks and asks[SPOT["price"]] != "0"), one.id
        assert not (SPOT["full"] in asks and asks[SPOT["price"]] == "0"), one.id


def test_no_question_hinges_on_a_fact_that_nobody_sees() -> None:
    """Facts without a question, such as milliseconds, are in no question if they decide."""
    reasons = {plain(answer.because) for one in all_questions() for answer in one.answers if answer.is_right}
    assert not [text for text in reasons if "49.999" in text or "if the player has no more" in text]
