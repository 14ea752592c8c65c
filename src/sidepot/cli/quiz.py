"""`sidepot quiz`: questions about rulings, from the cases of the package."""

from __future__ import annotations

from datetime import date
from enum import StrEnum
from pathlib import Path
from random import SystemRandom
from typing import TYPE_CHECKING, Annotated, Final

import msgspec
import typer
from msgspec import Struct
from rich.markup import escape

from sidepot.cli import common
from sidepot.cli.common_options import AsJson
from sidepot.cli.screen import Screen, Terminal
from sidepot.cli.usual_house import read_option, usual_house
from sidepot.errors import BadNotation
from sidepot.privacy import replace_private
from sidepot.quiz.paths import final_test, needed, questions_on
from sidepot.quiz.question import ODD_CHIP, Question
from sidepot.quiz.repetition import Repetition, after, due_on
from sidepot.rules.clauses import in_words, plain
from sidepot.rules.gists import gists_of
from sidepot.rules.houses import find_house
from sidepot.rules.meanings import house_title
from sidepot.rules.notice import notice_for

if TYPE_CHECKING:
    from collections.abc import Sequence

FILE: Final = "quiz.json"
LEVELS: Final = ("easy", "medium", "hard")

Known = dict[str, Repetition]


class PathName(StrEnum):
    """The sets of questions: for dealers, floor people or players, or on what changed between editions."""

    DEALER = "dealer"
    FLOOR = "floor"
    PLAYER = "player"
    HISTORY = "history"


def command(
    path: Annotated[
        PathName, typer.Option("--path", help="Questions for dealers, floor people or players, or on what changed.")
    ] = (PathName.DEALER),
    house: Annotated[
        str | None,
        typer.Option(
            "--house",
            metavar="NAME|FILE",
            callback=read_option,
            help="The rules: tda-2024, roberts ..., or a file [SIDEPOT_HOUSE, or tda-2024].",
        ),
    ] = None,
    topic: Annotated[
        str,
        typer.Option(
            "--topic", metavar="NAME", help="Only about this topic; see `sidepot rule --topics`; and odd-chip."
        ),
    ] = "",
    number: Annotated[
        int, typer.Option("--number", "-n", metavar="N", min=1, max=500, help="Number of questions.")
    ] = 10,
    test: Annotated[bool, typer.Option("--test", help="Take the final test of 50 questions.")] = False,
    seed: Annotated[
        int | None,
        typer.Option("--seed", metavar="N", min=0, max=2**53, help="Draw the questions of the test from this number."),
    ] = None,
    json: AsJson = False,
) -> None:
    """Learn the rules: what is the ruling? Each question comes from a case, and each answer has its reason.

    A question that you answered wrongly comes back at once, others after 1, 3, 7, 21 and 60 days. The final test gives
    the reasons at its end; four of five answers must be right. With --json the questions and answers are printed, and
    nothing is asked.

    Examples:

      sidepot quiz
      sidepot quiz --path floor --house tda-2013 --number 5
      sidepot quiz --topic exposed-card
      sidepot quiz --path dealer --test
      sidepot quiz --path player --json

    Exit codes: 0 success, 1 the test was not passed, 2 bad usage.
    """
    name = find_house(house or usual_house("tda-2024")).name
    about = topic.replace("-", " ") if topic else ""
    if test and topic:
        raise BadNotation("--test asks about all topics: omit --topic")
    if seed is not None and not test:
        raise BadNotation("--seed is for the test: add --test")
    drawn = SystemRandom().randrange(10**6) if seed is None else seed
    asked = final_test(path, name, drawn) if test else questions_on(path, name, _topic_named(about))
    if json:
        common.print_json(QuizReport(path, name, drawn if test else None, [_report_of(one) for one in asked]))
        return
    terminal = Terminal()
    if not test:
        _practise(terminal, asked, number)
    elif not _take_test(terminal, asked, path=path, house=name, seed=drawn):
        raise typer.Exit(common.DOES_NOT_HOLD)


def _topic_named(about: str) -> str:
    from sidepot.floor.topic_groups import topic_named

    return topic_named(about).name if about and about != ODD_CHIP else about


# ---- practice


def _practise(screen: Screen, asked: Sequence[Question], number: int) -> None:
    """Ask the questions that are due, give the reason after each answer, and record what was learned."""
    file = _place()
    known = _read(file)
    day = date.today().toordinal()
    by_id = {one.id: one for one in asked}
    due = due_on(day, list(by_id), known)
    if not due:
        back = min(one.due for key, one in known.items() if key in by_id) - day
        screen.show(f"Nothing is due today. The next question comes back in {back} day{'s' * (back > 1)}.")
        return
    right = 0
    screen.show(f"{len(due)} of {len(by_id)} questions are due. Type the number of the answer, or q to leave.")
    due = due[:number]
    for at, key in enumerate(due, start=1):
        chosen = _ask(screen, by_id[key], f"{at} of {len(due)}")
        if chosen is None:
            due = due[: at - 1]
            break
        is_right = chosen == by_id[key].right
        right += is_right
        known[key] = after(known.get(key), is_right, day)
        _write(file, known)
        _explain(screen, by_id[key], chosen)
    screen.show(f"\n{right} of {len(due)} right.")


def _place() -> Path:
    from sidepot.room.store.folder import default_folder

    return default_folder() / FILE


def _read(file: Path) -> Known:
    """The boxes of all questions answered before. Raises BadNotation if the file is damaged."""
    try:
        return msgspec.json.decode(file.read_bytes(), type=dict[str, Repetition])
    except FileNotFoundError:
        return {}
    except msgspec.DecodeError:
        raise BadNotation(f"{file}: this is not the record of a quiz; delete it to begin anew") from None


def _write(file: Path, known: Known) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    replace_private(file, msgspec.json.encode(known))


# ---- the final test


def _take_test(screen: Screen, asked: Sequence[Question], *, path: str, house: str, seed: int) -> bool:
    """Ask all questions without reasons, then give the result and the reasons of the wrong answers."""
    screen.show(f"Final test for the path {path}: {len(asked)} questions, {needed(len(asked))} right answers pass.")
    chosen: list[int] = []
    for at, question in enumerate(asked, start=1):
        answer = _ask(screen, question, f"{at} of {len(asked)}")
        if answer is None:
            screen.show("The test was left before its end.")
            return False
        chosen.append(answer)
    right = sum(answer == question.right for answer, question in zip(chosen, asked, strict=True))
    passed = right >= needed(len(asked))
    for question, answer in zip(asked, chosen, strict=True):
        if answer != question.right:
            _show(screen, question, "")
            _explain(screen, question, answer)
    screen.show(
        f"\n[bold]{'Passed' if passed else 'Not passed'}[/]: {right} of {len(asked)} right, path {path}, by "
        f"{escape(house_title(find_house(house)))}, {date.today():%d %B %Y}, test {seed}."
    )
    return passed


# ---- one question


def _ask(screen: Screen, question: Question, place: str) -> int | None:
    """Show a question, and ask for the answer; None to leave."""
    _show(screen, question, place)
    while True:
        try:
            typed = screen.ask("Your ruling? ").strip().lower()
        except EOFError:
            return None
        if typed in ("q", "quit"):
            return None
        if typed.isdecimal() and 1 <= int(typed[:3]) <= len(question.answers):
            return int(typed) - 1
        screen.show(f"[yellow]Type a number from 1 to {len(question.answers)}, or q to leave.[/]")


def _show(screen: Screen, question: Question, place: str) -> None:
    screen.show()
    screen.show(
        f"[bold]{escape(question.title)}[/]  [dim]{' · '.join(filter(None, (place, LEVELS[question.level - 1])))}[/]"
    )
    if question.line:
        screen.show(f"  {escape(question.line)}")
    for fact in question.facts:
        screen.show(f"  {escape(fact.question)} [bold]{escape(fact.answer)}[/]")
    for at, one in enumerate(question.answers, start=1):
        screen.show(f"{at}. {escape(plain(one.text, commas=False))}")


def _explain(screen: Screen, question: Question, chosen: int) -> None:
    """Say whether the answer was right, and the reason and the rule."""
    right, given = question.answers[question.right], question.answers[chosen]
    if given.is_right:
        screen.show("[green]Right.[/]")
    else:
        screen.show(f"[yellow]Not right:[/] {escape(in_words((given.because,)))}")
        screen.show(f"The ruling: {escape(plain(right.text, commas=False))}")
    screen.show(f"[dim]why[/]   {escape(in_words((right.because,)))}")
    house = find_house(question.house)
    for cite in question.cites[:1]:
        for gist in gists_of(cite, house):
            screen.show(f"[dim]rule[/]  {escape(str(cite))}  {escape(gist)}")
    if line := notice_for(question.cites):
        screen.show(f"[dim]{escape(line)}[/]")


# ---- JSON


class AnswerReport(Struct, frozen=True):
    """An answer, and why it is right or wrong."""

    text: str
    because: str
    right: bool


class FactReport(Struct, frozen=True):
    """A fact: the floor's question, and its answer."""

    question: str
    answer: str


class QuestionReport(Struct, frozen=True):
    """A question.

    - `level`: from 1 (easy) to 3
    """

    id: str
    topic: str
    title: str
    line: str
    facts: list[FactReport]
    answers: list[AnswerReport]
    cites: list[str]
    level: int


class QuizReport(Struct, frozen=True):
    """The questions of a path by the rules of a house.

    - `seed`: the seed of a final test
    """

    path: str
    house: str
    seed: int | None
    questions: list[QuestionReport]


def _report_of(question: Question) -> QuestionReport:
    facts = [FactReport(one.question, one.answer) for one in question.facts]
    answers = [AnswerReport(plain(one.text), in_words((one.because,)), one.is_right) for one in question.answers]
    return QuestionReport(
        question.id, question.topic, question.title, question.line, facts, answers,
        [str(cite) for cite in question.cites], question.level,
    )  # fmt: skip
