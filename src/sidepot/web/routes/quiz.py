"""HTTP: the quiz. The room keeps nothing: what a learner knows is kept by the browser, which sends it along."""

from __future__ import annotations

import asyncio
from typing import Annotated, Final

import msgspec
from litestar import get, post
from litestar.params import JSONBody

from sidepot.errors import BadNotation
from sidepot.floor.felt import FeltSeat, felt_of
from sidepot.quiz.paths import final_test, needed, paths, questions_on
from sidepot.quiz.question import Answer, Question
from sidepot.quiz.questions import find_question, houses_asked
from sidepot.quiz.repetition import DAYS, Repetition, after, due_on
from sidepot.rules.clauses import Sentence, plain
from sidepot.rules.gists import gists_of
from sidepot.rules.houses import PAGE_HOUSE, find_house
from sidepot.rules.meanings import house_title
from sidepot.rules.notice import notice_for
from sidepot.web.routes.floor import CitedRule, FloorHouse

AT_ONCE: Final = 10  # questions of one answer

Name = Annotated[str, msgspec.Meta(max_length=40)]
Day = Annotated[int, msgspec.Meta(ge=0, le=4_000_000)]  # days since the first of January of the year 1
Seed = Annotated[int, msgspec.Meta(ge=0, le=10**9)]
Chosen = Annotated[int, msgspec.Meta(ge=0, le=3)]


class Box(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """When a question is asked again, like a flash card.

    - `box`: from 0 (again on the same day) to 5 (after 60 days)
    - `due`: the day on which it is asked again, as the number of days since the first day of the year 1
    """

    box: Annotated[int, msgspec.Meta(ge=0, le=len(DAYS) - 1)]
    due: Day


Known = Annotated[dict[Name, Box], msgspec.Meta(max_length=2_000)]


class QuizPath(msgspec.Struct, frozen=True):
    """A path of the course. The title names the people for whom the path is meant."""

    id: str
    title: str


class Quiz(msgspec.Struct, frozen=True):
    """The paths, the houses whose rules can be learned, and the usual house."""

    paths: list[QuizPath]
    houses: list[FloorHouse]
    house: str


class QuizFact(msgspec.Struct, frozen=True):
    """A fact of a question: its name in the topic, the floor's question for it, and the answer."""

    name: str
    asks: str
    answer: str


class QuizAnswer(msgspec.Struct, frozen=True):
    """An answer to choose: the verdict in English, and as a sentence for translation."""

    text: str
    sentence: Sentence


class QuizQuestion(msgspec.Struct, frozen=True):
    """A question.

    - `title`: the title of its topic
    - `line`: the betting so far, if it matters
    - `seats`, `pot`: the betting as a picture: the seats in the order in which they act, and the pot with all bets
    - `level`: from 1 (easy) to 3
    """

    id: str
    topic: str
    title: str
    line: str
    seats: tuple[FeltSeat, ...]
    pot: int
    facts: list[QuizFact]
    answers: list[QuizAnswer]
    level: int


class LearnForm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request for questions.

    - `known`: the box of each question that was asked before
    - `day`: today, as the number of days since the first day of the year 1
    """

    path: Name
    house: Name
    known: Known
    day: Day


class DueQuestions(msgspec.Struct, frozen=True):
    """The next questions of a path.

    - `due`: the number of questions that are due
    - `of`: the number of all questions
    - `back`: the number of days until the next known question is due (0 if there is none)
    """

    questions: list[QuizQuestion]
    due: int
    of: int
    back: int


class AnswerForm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An answer to a question.

    - `chosen`: the index of the answer
    - `day`: today, as the number of days since the first day of the year 1
    - `before`: the box of the question before this answer; None if the question was never asked
    """

    id: Name
    chosen: Chosen
    day: Day
    before: Box | None = None


class Explained(msgspec.Struct, frozen=True):
    """The explanation of an answer.

    - `right`: the index of the right answer
    - `because`: why that answer is right
    - `wrong`: why the chosen answer is wrong ("" if it is right)
    - `because_sentence`, `wrong_sentence`: the reasons as sentences for translation
    - `rules`, `notice`: the rules that apply, and the notice of their publisher
    - `now`: the box of the question after this answer
    """

    id: str
    right: int
    because: str
    because_sentence: Sentence
    wrong: str
    wrong_sentence: Sentence
    rules: tuple[CitedRule, ...]
    notice: str
    now: Box


class DrawForm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request for a final test. The same path, house and seed always draw the same test."""

    path: Name
    house: Name
    seed: Seed


class FinalTest(msgspec.Struct, frozen=True):
    """The questions of a final test, and the number of right answers that pass it."""

    questions: list[QuizQuestion]
    needed: int


class ResultForm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A final test, and the index of the answer chosen for each question, in order."""

    path: Name
    house: Name
    seed: Seed
    chosen: Annotated[list[Chosen], msgspec.Meta(max_length=50)]


class Judged(msgspec.Struct, frozen=True):
    """The result of a final test.

    - `right`: the number of right answers
    - `of`: the number of questions
    - `house`: the name of the house in words
    - `missed`: the explanations of the wrong answers
    """

    right: int
    of: int
    passed: bool
    house: str
    missed: list[Explained]


@get("/api/quiz")
async def quiz() -> Quiz:
    """The learning paths of the quiz, and the houses whose rules it asks about."""
    return await asyncio.to_thread(_all_of_it)


@post("/api/quiz/ask", status_code=200)
async def ask_quiz(data: JSONBody[LearnForm]) -> DueQuestions:
    """The questions that a learner should answer next."""
    return await asyncio.to_thread(_due, data)


@post("/api/quiz/answer", status_code=200)
async def answer_quiz(data: JSONBody[AnswerForm]) -> Explained:
    """Say whether an answer is right, why, and when the question is asked again."""
    return await asyncio.to_thread(_answered, data)


@post("/api/quiz/test", status_code=200)
async def draw_test(data: JSONBody[DrawForm]) -> FinalTest:
    """Draw the questions of a final test."""
    asked = await asyncio.to_thread(final_test, data.path, find_house(data.house).name, data.seed)
    return FinalTest([_view(one) for one in asked], needed(len(asked)))


@post("/api/quiz/result", status_code=200)
async def judge_test(data: JSONBody[ResultForm]) -> Judged:
    """The result of a final test."""
    return await asyncio.to_thread(_result, data)


def _all_of_it() -> Quiz:
    houses = [FloorHouse(name, house_title(find_house(name))) for name in houses_asked()]
    return Quiz([QuizPath(name, one.title) for name, one in paths().items()], houses, PAGE_HOUSE.name)


def _due(form: LearnForm) -> DueQuestions:
    asked = {one.id: one for one in questions_on(form.path, find_house(form.house).name)}
    known = {name: Repetition(one.box, one.due) for name, one in form.known.items() if name in asked}
    due = due_on(form.day, list(asked), known)
    back = min([one.due for one in known.values() if one.due > form.day], default=form.day) - form.day
    return DueQuestions([_view(asked[name]) for name in due[:AT_ONCE]], len(due), len(asked), back)


def _answered(form: AnswerForm) -> Explained:
    question = find_question(form.id)
    _check_chosen(question, form.chosen)
    before = None if form.before is None else Repetition(form.before.box, form.before.due)
    return _explained(question, form.chosen, before, form.day)


def _result(form: ResultForm) -> Judged:
    asked = final_test(form.path, find_house(form.house).name, form.seed)
    if len(asked) != len(form.chosen):
        raise BadNotation(f"chosen: expected an answer to each of the {len(asked)} questions, not {len(form.chosen)}")
    for question, chosen in zip(asked, form.chosen, strict=True):
        _check_chosen(question, chosen)
    missed = [(one, at) for one, at in zip(asked, form.chosen, strict=True) if at != one.right]
    right = len(asked) - len(missed)
    explained = [_explained(one, at, None, 0) for one, at in missed]
    house = house_title(find_house(form.house))
    return Judged(right, len(asked), right >= needed(len(asked)), house, explained)


def _check_chosen(question: Question, chosen: int) -> None:
    if chosen >= len(question.answers):
        raise BadNotation(f"chosen: expected 0 to {len(question.answers) - 1}, not {chosen}")


def _explained(question: Question, chosen: int, before: Repetition | None, day: int) -> Explained:
    right, given = question.answers[question.right], question.answers[chosen]
    house = find_house(question.house)
    now = after(before, given.is_right, day)
    return Explained(
        id=question.id,
        right=question.right,
        because=plain(right.because),
        because_sentence=right.because,
        wrong="" if given.is_right else plain(given.because),
        wrong_sentence=() if given.is_right else given.because,
        rules=tuple([CitedRule(str(cite), gists_of(cite, house)) for cite in question.cites[:2]]),
        notice=notice_for(question.cites),
        now=Box(now.box, now.due),
    )


def _view(question: Question) -> QuizQuestion:
    def answer(one: Answer) -> QuizAnswer:
        return QuizAnswer(plain(one.text), one.text)

    felt = felt_of(question.line, find_house(question.house)) if question.line else None
    return QuizQuestion(
        question.id,
        question.topic,
        question.title,
        question.line,
        felt.seats if felt else (),
        felt.pot if felt else 0,
        [QuizFact(one.name, one.question, one.answer) for one in question.facts],
        [answer(one) for one in question.answers],
        question.level,
    )


QUIZ: Final = (quiz, ask_quiz, answer_quiz, draw_test, judge_test)
