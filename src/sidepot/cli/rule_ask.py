"""`sidepot rule` without arguments: questions on the terminal, one at a time."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap
from typing import TYPE_CHECKING, Any, Final

from sidepot.cli.rule_input import Decision, Incident
from sidepot.cli.rule_words import notice, show
from sidepot.cli.screen import Screen
from sidepot.cli.table_text import plain
from sidepot.cli.usual_house import named_or_read, usual_house
from sidepot.errors import BadNotation, SidepotError
from sidepot.floor.fact_fields import NONE, Field, fields_of, is_idle, read_field, value_text
from sidepot.floor.finding import search
from sidepot.floor.incident import HOUSE
from sidepot.floor.spot_line import read_spot
from sidepot.floor.topic import Topic
from sidepot.floor.topic_groups import OTHER_WAYS, groups
from sidepot.floor.verdict_words import option_words
from sidepot.rules.houses import HOUSES, OWN_HOUSES, find_house
from sidepot.rules.ruling import choose, overrule
from sidepot.rules.texts import TEXTS

if TYPE_CHECKING:
    from rich.console import Console


HELP: Final = """\
a number         chooses what stands behind it
a word           looks for matters that speak of it: chip, misdeal, muck, clock
all              lists every matter
house            rules by the book of another house
Enter            takes what stands in [brackets]; - takes what you have said back
b, back          goes back by one question, from the ruling too
q, quit          leaves
"""
_LEAVE: Final = ("q", "quit", "exit")
_BACK: Final = ("b", "back")
_HELP: Final = ("?", "help")


class Leave(Exception):
    """Raised when the user wants to stop."""


class Back(Exception):
    """Raised when the user wants to return to the previous question."""


class Desk:
    """Asks for incidents, rules on them, and lets the director choose an option or overrule."""

    def __init__(self, screen: Screen, console: Console, *, house: str | None = None) -> None:
        self.screen = screen
        self.console = console
        self.house = find_house(house or usual_house(HOUSE)).name

    def run(self) -> None:
        """Handle incidents one after another, until the user types `q` or Ctrl+C, or the input ends."""
        self.screen.show("[bold]The floor[/]: tell what happened, and hear the ruling, why, and by which rule.")
        self._say_house()
        self.screen.show("Type a number, or a word to look for; ? for help, q to leave.")
        try:
            while True:
                self._choose()
        except Leave:
            pass
        except (EOFError, KeyboardInterrupt):
            self.screen.show()

    # ---- the topic

    def _choose(self) -> None:
        """Choose a topic by group or word, and rule on it."""
        names = list(groups())
        self.screen.show()
        self._list([f"{title} [dim]({len(topics)})[/]" for title, topics in groups().items()])
        try:
            answer = self._ask("What is it about?")
        except Back:
            self.screen.show("[dim]This is the first question; q leaves.[/]")
            return
        number = _number(answer, len(names))
        if number is None:
            self._looked_for(answer)
        else:
            self._one_of(groups()[names[number]])

    def _looked_for(self, answer: str) -> None:
        word = answer.lower()
        if word == "house":
            self._change_house()
        elif word == "all":
            self._one_of([topic for topics in groups().values() for topic in topics])
        elif (found := search(word)).topics:
            if found.ways:
                self.screen.show(f"[dim]{plain(OTHER_WAYS[0].upper() + OTHER_WAYS[1:])}.[/]")
            self._one_of(found.topics)
        else:
            what = f"nothing is about {answer!r}" if answer else "type a number, or a word to look for"
            self._refuse(f"{what}; type all to list every topic")

    def _one_of(self, topics: Sequence[Topic]) -> None:
        """Choose one of several topics. Going back from the topic's first question leads to this choice again."""
        if len(topics) == 1:
            self._matter(topics[0])
            return
        while True:
            self.screen.show()
            self._list([f"{plain(topic.title)}  [dim]{topic.name}[/]" for topic in topics])
            try:
                answer = self._which(topics)
            except Back:
                return
            if isinstance(answer, str):
                self._looked_for(answer)
                return
            if self._matter(answer):
                return

    def _which(self, topics: Sequence[Topic]) -> Topic | str:
        """The chosen topic, or a word to search for."""
        while True:
            answer = self._ask("Which of them?")
            number = _number(answer, len(topics))
            if number is not None:
                return topics[number]
            named = [topic for topic in topics if topic.name == answer.lower()]
            if named:
                return named[0]
            if answer and not answer.isdigit():
                return answer
            self._refuse(f"type a number from 1 to {len(topics)}, or b to go back")

    def _change_house(self) -> None:
        names = list(HOUSES | OWN_HOUSES)
        self._list([f"{name} [dim]{_text_of(name)}[/]" for name in names])
        while True:
            try:
                answer = self._ask("Which house?")
                number = _number(answer, len(names))
                self.house = find_house(named_or_read(answer)).name if number is None else names[number]
            except Back:
                return
            except BadNotation as error:
                self._refuse(str(error))
            else:
                self._say_house()
                return

    def _say_house(self) -> None:
        self.screen.show(f"House [bold]{self.house}[/]: {_text_of(self.house)}. [dim]Type house for another one.[/]")

    # ---- the facts

    def _matter(self, topic: Topic) -> bool:
        """Ask for the facts until they are possible, rule on them, and let the director decide.

        Returns False if the user went back from the first question.
        """
        self.screen.show()
        self.screen.show(f"[bold]{plain(topic.title)}[/]")
        answers: dict[str, Any] = {}
        fields = fields_of(topic, asked=True)
        at = 0
        while True:
            try:
                self._questions(fields, answers, at)
            except Back:
                return False
            at = 0
            try:
                decision = Incident({"topic": topic.name} | answers, self.house).decide()
            except SidepotError as error:
                self._refuse(f"This is impossible: {error}")
                self.screen.show("Once more; Enter keeps what you have said.")
                continue
            try:
                self._ruled(decision)
            except Back:  # an answer was wrong: ask the last question again
                at = len(fields) - 1
                continue
            return True

    def _questions(self, fields: Sequence[Field], answers: dict[str, Any], at: int = 0) -> None:
        """Ask each question, with the previous answer as default. Raises Back from the first question.

        A question that depends on another answer is skipped if that answer is missing.
        """
        step = -1 if at else 1
        while at < len(fields):
            field = fields[at]
            if is_idle(field, fields, answers):
                answers.pop(field.name, None)
            else:
                try:
                    self._question(field, answers)
                    step = 1
                except Back:
                    step = -1
            at += step
            if at < 0:
                raise Back

    def _question(self, field: Field, answers: dict[str, Any]) -> None:
        """Ask one question until the answer is readable. An empty answer keeps the previous one."""
        known = field.name in answers
        default = value_text(answers[field.name] if known else field.default, field)
        if not default and field.kind == "choice" and not field.required:
            default = NONE
        if field.kind in ("betting", "chips"):
            self._say(field.hint, style="dim")
        if field.choices and field.kind == "choice":
            self._list([plain(choice) or NONE for choice in field.choices])
        while True:
            answer = self._ask(plain(field.question), default, help_line=field.hint)
            if answer == "-" and not field.required:
                answers.pop(field.name, None)
                return
            if not answer and (known or not field.required):
                return
            if not answer:
                self._refuse(f"a value is required: {field.hint}")
                continue
            try:
                value = read_field(answer, field)
                if field.kind == "betting":
                    read_spot(value, find_house(self.house))
                answers[field.name] = value
                return
            except SidepotError as error:
                self._refuse(f"{error.detail}; {error.hint}" if error.hint else error.detail)

    # ---- the decision

    def _ruled(self, decision: Decision) -> None:
        """Show the ruling, and read the director's answer. Raises Back to ask for the facts again."""
        while True:
            self.screen.show()
            show(self.console, decision.ruling, who=decision.who, house=decision.rulebook)
            notice(self.console, [decision.ruling])
            if not self._decide(decision):
                return

    def _decide(self, decision: Decision) -> bool:
        """Read the director's choice. Returns whether it changes the ruling."""
        ruling = decision.ruling
        question = "Enter for another matter, o to overrule this"
        if ruling.is_open:
            recommended = next(one for one in ruling.options if one.verdict == ruling.recommended)
            question = f"1-{len(ruling.options)} to decide, o to overrule, l to leave it open"
            default = option_words(recommended, ruling)
        else:
            default = ""
        while True:
            try:
                answer = self._ask(question, default).lower()
                if answer in ("o", "overrule"):
                    self._overrule(decision)
                    return True
                if not ruling.is_open or answer in ("l", "leave"):
                    return self._no_more(answer, is_open=ruling.is_open)
                number = _number(answer, len(ruling.options)) if answer else 0
                verdict = "" if not answer else answer if number is None else ruling.options[number].verdict
                decision.ruling = choose(ruling, verdict)
                return True
            except SidepotError as error:
                self._refuse(str(error))

    def _no_more(self, answer: str, *, is_open: bool) -> bool:
        if answer and not is_open:
            raise BadNotation("Enter continues; o overrules the ruling; q quits")
        return False

    def _overrule(self, decision: Decision) -> None:
        """Read another decision, in the interest of fairness, with its reason.

        If the user goes back from the first question, nothing changes.
        """
        answers: dict[str, Any] = {}
        try:
            self._questions(_OVERRULE, answers)
        except Back:
            return
        decision.ruling = overrule(decision.ruling, answers.pop("verdict"), answers.pop("reason"), **answers)

    # ---- input and output

    def _ask(self, question: str, default: str = "", *, help_line: str = "") -> str:
        """Read a line. Raises Leave or Back if the person typed that."""
        offered = f" [dim]\\[{plain(default)}][/]" if default else ""
        while True:
            answer = self.screen.ask(f"{question}{offered} > ").strip()
            word = answer.lower()
            if word in _LEAVE:
                raise Leave
            if word in _BACK:
                raise Back
            if word not in _HELP:
                return answer
            for line in ([f"Say {help_line}."] if help_line else []) + HELP.splitlines():
                self.screen.show(f"  [dim]{plain(line)}[/]")

    def _list(self, lines: Sequence[str]) -> None:
        """Print numbered lines. Continuation lines are indented."""
        from rich.text import Text

        for at, line in enumerate(lines, start=1):
            number = f"  [bold cyan]{at:>2}[/]  "
            for part in Text.from_markup(line).wrap(self.console, max(self.console.width - 7, 20)):
                part.rstrip()
                self.screen.show(number + part.markup)
                number = " " * 6

    def _refuse(self, message: str) -> None:
        self._say(message[:1].upper() + message[1:] + ("" if message.endswith((".", "?")) else "."), style="yellow")

    def _say(self, text: str, *, style: str) -> None:
        """Print prose in lines that the terminal does not break again."""
        for line in wrap(text, max(self.console.width - 1, 20), initial_indent="  ", subsequent_indent="    "):
            self.screen.show(f"[{style}]{plain(line)}[/]")


# questions to a director who overrules
_OVERRULE: Final = (
    Field("verdict", "text", "What is decided in its place, in a word or two, as in call?", required=True),
    Field("amount", "number", "A total for the round, if there is one?"),
    Field("reason", "text", "Why? A ruling is set aside with a reason.", required=True),
    Field("by", "text", "Who decides?"),
)


def _number(text: str, most: int) -> int | None:
    """The list index (from 0) for a typed number (from 1); None if the text is not such a number."""
    if text.isascii() and text.isdigit() and len(text) < 4 and 1 <= int(text) <= most:
        return int(text) - 1
    return None


def _text_of(house: str) -> str:
    rules = find_house(house)
    first = rules.jurisdiction or rules.texts[0]
    return plain(TEXTS.get(first, first))
