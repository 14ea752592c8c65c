"""The quiz: every answer comes from a book, and the boxes bring back what was not known."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sidepot.cases.ruling_cases import RulingCase
from sidepot.cases.run import load_cases
from sidepot.errors import BadNotation
from sidepot.floor.incident import ruling_on
from sidepot.floor.rulings import TOPICS
from sidepot.floor.verdict_words import headline
from sidepot.quiz.odd_chips import odd_chip_questions, odd_hands
from sidepot.quiz.paths import TEST, final_test, needed, paths, questions_on
from sidepot.quiz.question import ODD_CHIP, Question
from sidepot.quiz.questions import find_question, questions
from sidepot.quiz.repetition import DAYS, Repetition, after, due_on
from sidepot.rules.clauses import plain
from sidepot.rules.houses import HOUSES, find_house


@cache
def all_questions() -> tuple[Question, ...]:
    return tuple([question for house in HOUSES for question in questions(house)])


@cache
def proved() -> frozenset[tuple[str, str]]:
    """What the cases prove: the house, and the verdict."""
    found = set()
    for case in load_cases():
        body = case.body
        if isinstance(body, RulingCase) and body.expect.refused is None and not case.rulebook:
            ruling, who = ruling_on(body.facts, find_house(case.house))
            found.add((case.house, headline(ruling, who)))
    return frozenset(found)


def test_there_are_more_than_250_questions_and_all_differ() -> None:
    assert len(questions("tda-2013")) >= 250 and len(questions("tda-2024")) >= 200
    assert len({one.id for one in all_questions()}) == len(all_questions()) >= 800


def test_a_question_has_one_right_answer_which_a_case_proves() -> None:
    for one in all_questions():
        assert [answer.is_right for answer in one.answers].count(True) == 1
        proof = (one.house, plain(one.answers[one.right].text, commas=False))
        assert one.topic == ODD_CHIP or proof in proved(), one.id


def test_answers_of_a_question_differ_and_have_reasons() -> None:
    for one in all_questions():
        assert 3 <= len(one.answers) <= 4, one.id
        assert len({plain(answer.text) for answer in one.answers}) == len(one.answers), one.id
        assert all(plain(answer.because) for answer in one.answers), one.id


def test_the_right_answer_is_at_any_place() -> None:
    places = Counter(one.right for one in all_questions() if len(one.answers) == 4)
    assert all(places[at] > sum(places.values()) / 6 for at in range(4)), places


def test_facts_are_shown_as_question_and_answer() -> None:
    for one in all_questions():
        assert all(fact.question.strip() and fact.answer.strip() for fact in one.facts), one.id
        assert one.line or one.facts or one.title


def test_a_question_is_found_by_its_id() -> None:
    one = questions("tda-2024")[5]
    assert find_question(one.id) == one
    with pytest.raises(BadNotation, match="no question 'nope'"):
        find_question("nope")


def test_paths_name_topics_that_have_questions() -> None:
    asked = {one.topic for one in questions("tda-2013")} | {one.topic for one in questions("tda-2024")}
    for name, path in paths().items():
        assert set(path.topics) <= {*TOPICS, ODD_CHIP}, name
        assert len(path.topics) == len(set(path.topics)), name
        assert len(asked & set(path.topics)) >= len(path.topics) - 3, (name, set(path.topics) - asked)


def test_odd_chips_are_asked_about_by_pots_halves_boards_suits_and_buttons() -> None:
    """The right answer is what the engine pays, and every chip that was put in is paid."""
    for house in HOUSES:
        for hand, one in zip(odd_hands().values(), odd_chip_questions(find_house(house)), strict=True):
            settled = hand.settled(find_house(house))
            paid = [f"{name} gets {chips}." for name, chips in settled.payouts.items()]
            right = plain(one.answers[one.right].text, commas=False)
            assert sorted(right.replace(". ", ".|").split("|")) == sorted(paid), one.id
            assert sum(settled.payouts.values()) == sum(hand.put.values()) + hand.dead, one.id
            assert one.cites, one.id
    for path in ("dealer", "floor", "player"):
        assert len(questions_on(path, "tda-2024", ODD_CHIP)) == len(odd_hands())


def test_wrong_answers_about_odd_chips_name_the_house_or_the_button_that_would_make_them_right() -> None:
    found = {
        plain(answer.because)
        for house in ("tda-2013", "tda-2024", "roberts")
        for one in odd_chip_questions(find_house(house))
        for answer in one.answers
        if not answer.is_right
    }
    assert {
        "This is the ruling of another house: Poker TDA rules of 2013.",
        "That would be right if Ann had the button.",
        "Each pot is split by itself, so each may have an odd chip.",
        "In stud, the cards decide who gets it, not the seats.",
    } <= found


def test_easy_questions_come_first_and_topics_take_turns() -> None:
    asked = questions_on("dealer", "tda-2024")
    assert [one.level for one in asked] == sorted(one.level for one in asked)
    assert len({one.topic for one in asked[:10]}) == 10
    assert {one.topic for one in questions_on("dealer", "tda-2024", "misdeal")} == {"misdeal"}


def test_unknown_paths_and_empty_topics_are_refused() -> None:
    with pytest.raises(BadNotation, match="no path 'bot'; the paths are dealer, floor, player, history"):
        questions_on("bot", "tda-2024")
    with pytest.raises(BadNotation, match="no question about final table for the path player"):
        questions_on("player", "tda-2024", "final table")


@pytest.mark.parametrize("path", ["dealer", "floor", "player", "history"])
def test_a_final_test_has_fifty_questions_of_many_topics(path: str) -> None:
    test = final_test(path, "tda-2024", 7)
    assert len(test) == len(set(test)) == TEST
    assert len({one.topic for one in test}) >= 15
    assert test == final_test(path, "tda-2024", 7) != final_test(path, "tda-2024", 8)


def test_four_of_five_right_answers_pass() -> None:
    assert [needed(count) for count in (50, 11, 5, 1)] == [40, 9, 4, 1]


@given(st.lists(st.booleans(), max_size=12), st.integers(0, 10**6))
def test_a_question_comes_back_later_each_time_until_it_is_missed(answers: list[bool], day: int) -> None:
    known = None
    streak = 0
    for is_right in answers:
        known = after(known, is_right, day)
        streak = streak + 1 if is_right else 0
        assert known == Repetition(min(streak, len(DAYS) - 1), day + DAYS[min(streak, len(DAYS) - 1)])


def test_due_questions_come_before_new_ones() -> None:
    known = {"a": Repetition(1, 5), "b": Repetition(2, 3), "c": Repetition(1, 9)}
    assert due_on(5, ["a", "b", "c", "d", "e"], known) == ["b", "a", "d", "e"]


def test_the_course_of_history_has_only_what_the_editions_rule_differently() -> None:
    for house in ("tda-2013", "tda-2024", "tda-2026"):
        asked = questions_on("history", house)
        assert len(asked) >= 15 and all(one.changed for one in asked), house
        assert len(asked) < len([one for one in questions(house) if one.topic in paths()["history"].topics])
