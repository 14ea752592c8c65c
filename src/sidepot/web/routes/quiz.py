"""HTTP: the quiz. The room keeps nothing: what a learner knows is kept by the browser, which sends it along."""

from __future__ import annotations

import asyncio
from typing import Annotated, Final

import msgspec
from litestar import get, post
from litestar.params import JSONBody

from sidepot.errors import BadNotation
from sidepot.quiz.paths import final_test, needed, paths, questions_on
from sidepot.quiz.questions import Answer, Question, find_question, houses_asked
from sidepot.quiz.repetition import DAYS, Repetition, after, due_on
from sidepot.rules.clauses import Sentence, plain
from sidepot.rules.gists import gists_of
from sidepot.rules.houses import PAGE_HOUSE, find_house
from sidepot.rules.meanings import house_notes
from sidepot.rules.notice import notice_for
from sidepot.web.routes.floor import CitedRule, FloorHouse

AT_ONCE: Final = 10  # questions of one answer

Name = Annotated[str, msgspec.Meta(max_length=40)]
Day = Annotated[int, msgspec.Meta(ge=0, le=4_000_000)]  # days since the first of January of the year 1
Seed = Annotated[int, msgspec.Meta(ge=0, le=10**9)]
Chosen = Annotated[int, msgspec.Meta(ge=0, le=3)]


class Box(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where a question is in the boxes, and the day on which it comes back."""

    box: Annotated[int, msgspec.Meta(ge=0, le=len(DAYS) - 1)]
    due: Day


Known = Annotated[dict[Name, Box], msgspec.Meta(max_length=2_000)]


class QuizPath(msgspec.Struct, frozen=True):
    """A path of the course, and whom it is for."""

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
    """An answer to choose: the verdict in English and as a sentence."""

    text: str
    sentence: Sentence


class QuizQuestion(msgspec.Struct, frozen=True):
    """A question. `line` is the betting so far, if it matters; `level` is from 1 (easy) to 3."""

    id: str
    topic: str
    title: str
    line: str
    facts: list[QuizFact]
    answers: list[QuizAnswer]
    level: int


class LearnForm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which questions to ask: the path, the house, what is known, and the day."""

    path: Name
    house: Name
    known: Known
    day: Day


class DueQuestions(msgspec.Struct, frozen=True):
    """The next questions, the number of those that are due, of all, and the days until the next one comes back."""

    questions: list[QuizQuestion]
    due: int
    of: int
    back: int


class AnswerForm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The answer to a question, where the question was in the boxes before, and the day."""

    id: Name
    chosen: Chosen
    day: Day
    before: Box | None = None


class Explained(msgspec.Struct, frozen=True):
    """What was right, why, and by which rules; why the chosen answer was not; and where the question is now."""

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
    """Which final test: the path, the house, and the number from which it is drawn."""

    path: Name
    house: Name
    seed: Seed


class FinalTest(msgspec.Struct, frozen=True):
    """The questions of a final test, and how many right answers pass it."""

    questions: list[QuizQuestion]
    needed: int


class ResultForm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A final test and the answers to all its questions, in order."""

    path: Name
    house: Name
    seed: Seed
    chosen: Annotated[list[Chosen], msgspec.Meta(max_length=50)]


class Judged(msgspec.Struct, frozen=True):
    """The result of a final test, and the explanations of the wrong answers."""

    right: int
    of: int
    passed: bool
    house: str
    missed: list[Explained]


@get("/api/quiz")
async def quiz() -> Quiz:
    """The paths and houses of the quiz."""
    return await asyncio.to_thread(_all_of_it)


@post("/api/quiz/ask", status_code=200)
async def ask_quiz(data: JSONBody[LearnForm]) -> DueQuestions:
    """The next questions for a learner."""
    return await asyncio.to_thread(_due, data)


@post("/api/quiz/answer", status_code=200)
async def answer_quiz(data: JSONBody[AnswerForm]) -> Explained:
    """Explain an answer."""
    return await asyncio.to_thread(_answered, data)


@post("/api/quiz/test", status_code=200)
async def draw_test(data: JSONBody[DrawForm]) -> FinalTest:
    """Draw a final test."""
    asked = await asyncio.to_thread(final_test, data.path, find_house(data.house).name, data.seed)
    return FinalTest([_view(one) for one in asked], needed(len(asked)))


@post("/api/quiz/result", status_code=200)
async def judge_test(data: JSONBody[ResultForm]) -> Judged:
    """The result of a final test."""
    return await asyncio.to_thread(_result, data)


def _all_of_it() -> Quiz:
    houses = [FloorHouse(name, house_notes()[name].name) for name in houses_asked()]
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
    house = house_notes()[find_house(form.house).name].name
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

    return QuizQuestion(
        question.id,
        question.topic,
        question.title,
        question.line,
        [QuizFact(one.name, one.question, one.answer) for one in question.facts],
        [answer(one) for one in question.answers],
        question.level,
    )


QUIZ: Final = (quiz, ask_quiz, answer_quiz, draw_test, judge_test)
