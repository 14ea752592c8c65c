"""`sidepot rule`: the ruling on an incident at a table: how it counts, why, and by which rule."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from copy import copy
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING, Annotated, Any, Final, NamedTuple

import typer
from msgspec import UNSET, Struct, UnsetType

from sidepot.cli import common
from sidepot.cli.common_options import AsJson, EventHouse
from sidepot.cli.rule_input import Decision, Incident
from sidepot.cli.rule_words import RulingReport, notice, report_of, show
from sidepot.cli.screen import Screen
from sidepot.cli.table_text import plain
from sidepot.cli.usual_house import usual_house
from sidepot.errors import BadNotation, SidepotError
from sidepot.floor.fact_fields import NONE, Field, fields_of, is_idle, read_field, said
from sidepot.floor.incident import HOUSE
from sidepot.floor.spot_line import read_spot
from sidepot.floor.topic import Topic
from sidepot.floor.topic_groups import group_of, groups, search, topic_named
from sidepot.floor.verdict_words import headline, option_words
from sidepot.rules.houses import HOUSES, find_house
from sidepot.rules.ruling import choose, overrule
from sidepot.rules.texts import TEXTS

if TYPE_CHECKING:
    from rich.console import Console

    from sidepot.cli.rule_input import Decision, Incident
    from sidepot.cli.rule_words import RulingReport


_LIMIT = re.compile(r"(?:[npfs]l\w?|(?:no|pot|fixed|spread)[ -]limit|limit|spread)\s*[0-9]", re.IGNORECASE)

_PAIR = re.compile(r"[\w-]+=")


What = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="WHAT",
        help="How the betting stands, as a line; or a TOML file (- for standard input); or a topic and its facts "
        "as KEY=VALUE.",
    ),
]
Said = Annotated[str | None, typer.Option(metavar="WORDS", help="The player's words.")]
Chips = Annotated[
    str | None,
    typer.Option(metavar="CHIPS", help="The chips put out, a slash between motions: 1000/5x100."),
]
Motions = Annotated[
    int | None, typer.Option(metavar="N", min=1, max=1000, help="The number of motions, if --chips has no slash.")
]
ChipsFirst = Annotated[bool, typer.Option("--chips-first", help="The chips were pushed before anything was said.")]
Prior = Annotated[str | None, typer.Option(metavar="CHIPS", help="Chips of an earlier bet that still lie in front.")]
Moved = Annotated[str | None, typer.Option(metavar="HOW", help="What they did with it: left, partly ...")]
Last = Annotated[bool, typer.Option("--last", help="The player has no more chips.")]
AllHouses = Annotated[bool, typer.Option("--all-houses", help="Rule by every house, each with its rule, in one table.")]
Choose = Annotated[str | None, typer.Option(metavar="VERDICT", help="The option to take, or `recommended`.")]
Overrule = Annotated[
    str | None, typer.Option(metavar="VERDICT", help="The decision in place of the ruling, for fairness.")
]
Reason = Annotated[str | None, typer.Option(metavar="TEXT", help="The reason to overrule.")]
By = Annotated[str | None, typer.Option(metavar="NAME", help="The name of the judge.")]
Topics = Annotated[bool, typer.Option("--topics", help="List what the floor rules on, or a topic's facts.")]


def command(
    what: What = None,
    said: Said = None,
    chips: Chips = None,
    motions: Motions = None,
    chips_first: ChipsFirst = False,
    prior: Prior = None,
    moved: Moved = None,
    last: Last = False,
    house: EventHouse = None,
    all_houses: AllHouses = False,
    choose: Choose = None,
    overrule: Overrule = None,
    reason: Reason = None,
    by: By = None,
    topics: Topics = False,
    json: AsJson = False,
) -> None:
    """Rule on an incident at the table: the verdict, why, by which rule, and the dealer's next steps.

    Tell how the betting stands in a line, and the player's words and chips. Other matters have a topic and facts of
    their own, as KEY=VALUE or in a TOML file. With nothing at all, on a terminal, you are asked. Where the rule leaves
    it to the director, the options are listed, one of them recommended.

    Examples:

      sidepot rule "NL 200/400: A 1200; B to act" --chips 1000,1000
      sidepot rule "NL 200/400: A 1200; B to act" --said raise --chips 1000,1000 --motions 2
      sidepot rule misdeal error="two boxed cards" game=flop
      sidepot rule examples/rulings/two-chips.toml --house tda-2024 --json
      sidepot rule clock facing-bet=no --all-houses
      sidepot rule --topics                  what the floor rules on
      sidepot rule --topics misdeal          the facts of one topic

    Exit codes: 0 ruled, or left to the director; 2 bad usage or input.
    """
    acts = _acts(
        said=said, chips=chips, motions=motions, chips_first=chips_first or None, prior=prior, moved=moved,
        last=last or None,
    )  # fmt: skip
    if topics:
        list_topics(" ".join(what or []), json=json)
        return
    if all_houses and house is not None:
        raise BadNotation("--all-houses asks every house: leave --house out")
    if all_houses and (choose is not None or overrule is not None):
        raise BadNotation("--all-houses asks every house for its ruling: --choose and --overrule go with one house")
    if not what and not acts and sys.stdin.isatty() and not json:
        _ask(house)
        return
    incidents, path = _told(what or [], acts)
    for incident in incidents:
        _direct(incident, house=house, choose=choose, overrule=overrule, reason=reason, by=by)
    if all_houses:
        answer_in_all_houses(incidents, path, json=json)
        return
    _answer(incidents, path, json=json)


def _acts(**given: Any) -> dict[str, Any]:
    """The words and chips that the options name."""
    return {name: value for name, value in given.items() if value is not None}


def _ask(house: str | None) -> None:
    """Ask for incidents on the terminal, and rule on them."""
    from sidepot.cli.screen import Terminal

    terminal = Terminal()
    Desk(terminal, terminal.console, house=house).run()


def _told(what: list[str], acts: dict[str, Any]) -> tuple[list[Incident], str]:
    """The incidents that the arguments tell of, and the file they stand in."""
    from sidepot.cli.rule_input import Incident, read_incidents, read_pairs
    from sidepot.floor.topic_groups import topic_named

    if not what:
        example = '"NL 200/400: A 1200; B to act" --chips 1000,1000'
        if acts:
            raise BadNotation(f"say how the betting stands, as in sidepot rule {example}")
        raise BadNotation(
            f"nothing to rule on: sidepot rule {example}, a TOML file, or a topic (sidepot rule --topics lists them); "
            "on a terminal you are asked"
        )
    if len(what) == 1 and (what[0] == "-" or what[0].lower().endswith(".toml")):
        if acts:
            raise BadNotation(f"{what[0]}: the words and chips stand in the file, not in options")
        path = "standard input" if what[0] == "-" else what[0]
        return read_incidents(common.read_text(what[0]), path), path
    words = [word for word in what if not _PAIR.match(word)]
    pairs = [word for word in what if _PAIR.match(word)]
    line = " ".join(words)
    if ":" in line or _LIMIT.match(line.strip()):
        return [Incident(_facts_of_act(line, acts, pairs))], ""
    try:
        topic = topic_named(line)
    except BadNotation as error:
        if len(what) == 1 and Path(line).exists() and line:
            raise BadNotation(f"{line}: an incident is told in a file that ends in .toml") from None
        raise BadNotation(
            f"{line!r} is neither a file (.toml), nor how the betting stands (NL 200/400: ...), nor a topic",
            code=error.code,
            hint=error.hint,
        ) from None
    if acts and topic.name != "act":
        option = next(iter(acts)).replace("_", "-")
        raise BadNotation(f"--{option} goes with how the betting stands, not with {topic.name}")
    return [Incident(read_pairs(topic, [*pairs, *_as_pairs(acts)]))], ""


def _facts_of_act(line: str, acts: dict[str, Any], pairs: list[str]) -> dict[str, Any]:
    """A player's act in turn: the spot, the words and the chips."""
    from sidepot.cli.rule_input import read_pairs
    from sidepot.floor.rulings import find_topic

    if not acts and not pairs:
        raise BadNotation('say what was done: --said "raise", or --chips 1000,1000, or both; or motion=tap')
    return read_pairs(find_topic("act"), [f"spot={line}", *pairs, *_as_pairs(acts)])


def _as_pairs(acts: dict[str, Any]) -> list[str]:
    """The options on words and chips as facts. Raises BadNotation for chips that cannot be read."""
    from sidepot.floor.fact_fields import read_chips

    motions = acts.get("motions")
    if motions is not None and "chips" not in acts:
        raise BadNotation("--motions says in how many motions the --chips came, and there are none")
    pairs = []
    if "chips" in acts:
        parts = read_chips(acts["chips"], motions)
        pairs.append("chips=" + "/".join(",".join(map(str, motion)) for motion in parts))
    pairs += [f"{name}={acts[name]}" for name in ("said", "prior", "moved") if name in acts]
    if "chips_first" in acts:
        pairs.append("said_first=no")
    if "last" in acts:
        pairs.append("last=yes")
    return pairs


def _direct(incident: Incident, *, house: str | None, **given: str | None) -> None:
    """The options about the house and the director. Raises BadNotation."""
    if house is not None:
        incident.house = house
    if given["choose"] is not None:
        incident.choose = "" if given["choose"].lower() == "recommended" else given["choose"]
    if given["overrule"] is None:
        for name in ("reason", "by"):
            if given[name] is not None:
                raise BadNotation(f"--{name} goes with --overrule VERDICT")
        return
    if not (given["reason"] or "").strip():
        raise BadNotation("--overrule needs its reason: --reason TEXT")
    incident.overrule = {"verdict": given["overrule"], "reason": given["reason"], "by": given["by"] or ""}


def _answer(incidents: list[Incident], path: str, *, json: bool) -> None:
    """Rule on each, and print it."""
    decisions = []
    for at, incident in enumerate(incidents, start=1):
        try:
            decisions.append(incident.decide())
        except SidepotError as error:
            if not path:
                raise
            where = f"{path}: incident {at}" if len(incidents) > 1 else path
            raise error.at(where) from None
    common.answer(lambda: _report(decisions), lambda: _show(decisions), json=json)


class RulingsReport(Struct, frozen=True):
    """The rulings on several incidents of a file."""

    rulings: list[RulingReport]


def _report(decisions: list[Decision]) -> RulingReport | RulingsReport:
    from sidepot.cli.rule_words import report_of

    found = [report_of(one.ruling, one.title) for one in decisions]
    return found[0] if len(found) == 1 else RulingsReport(found)


def _show(decisions: list[Decision]) -> None:
    from sidepot.cli.rule_words import notice, show

    console = common.console()
    for at, one in enumerate(decisions):
        if at:
            console.print()
        show(console, one.ruling, who=one.who, house=one.rulebook, title=one.title)
    notice(console, [one.ruling for one in decisions], hint=True)


# ---- without arguments: questions on the terminal, one at a time


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
    """The person wants to go."""


class Back(Exception):
    """The person wants the question before this one."""


class Desk:
    """Asks what happened, rules on it, and lets the director choose or overrule; matter after matter."""

    def __init__(self, screen: Screen, console: Console, *, house: str | None = None) -> None:
        self.screen = screen
        self.console = console
        self.house = find_house(house or usual_house(HOUSE)).name

    def run(self) -> None:
        """Matter after matter, until `q`, the end of the input, or Ctrl-C."""
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

    # ---- which matter

    def _choose(self) -> None:
        """One topic, chosen by a group or a word, and its ruling."""
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
        elif found := search(word):
            self._one_of(found)
        else:
            what = f"nothing is about {answer!r}" if answer else "type a number, or a word to look for"
            self._refuse(f"{what}; all lists every matter")

    def _one_of(self, topics: Sequence[Topic]) -> None:
        """One of several topics; going back from its first question chooses again."""
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
        """The matter that is chosen, or a word to look for."""
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
            self._refuse(f"a number from 1 to {len(topics)}, please, or b to go back")

    def _change_house(self) -> None:
        names = list(HOUSES)
        self._list([f"{name} [dim]{_text_of(name)}[/]" for name in names])
        while True:
            try:
                answer = self._ask("Which house?")
                number = _number(answer, len(names))
                self.house = find_house(answer).name if number is None else names[number]
            except Back:
                return
            except BadNotation as error:
                self._refuse(str(error))
            else:
                self._say_house()
                return

    def _say_house(self) -> None:
        self.screen.show(f"House [bold]{self.house}[/]: {_text_of(self.house)}. [dim]Type house for another one.[/]")

    # ---- what happened

    def _matter(self, topic: Topic) -> bool:
        """Ask for the facts until they can be, rule on them, and see what the director does about it.

        Returns False where the person went back from the first question.
        """
        self.screen.show()
        self.screen.show(f"[bold]{plain(topic.title)}[/]")
        told: dict[str, Any] = {}
        fields = fields_of(topic, asked=True)
        at = 0
        while True:
            try:
                self._questions(fields, told, at)
            except Back:
                return False
            at = 0
            try:
                decision = Incident({"topic": topic.name} | told, self.house).decide()
            except SidepotError as error:
                self._refuse(f"That cannot be: {error}")
                self.screen.show("Once more; Enter keeps what you have said.")
                continue
            try:
                self._ruled(decision)
            except Back:  # something was told wrongly: from the last question on
                at = len(fields) - 1
                continue
            return True

    def _questions(self, fields: Sequence[Field], told: dict[str, Any], at: int = 0) -> None:
        """Each question, with the answer given before as its default. Raises Back from the first one.

        A question that depends on another answer is not asked without it.
        """
        step = -1 if at else 1
        while at < len(fields):
            field = fields[at]
            if is_idle(field, fields, told):
                told.pop(field.name, None)
            else:
                try:
                    self._question(field, told)
                    step = 1
                except Back:
                    step = -1
            at += step
            if at < 0:
                raise Back

    def _question(self, field: Field, told: dict[str, Any]) -> None:
        """One question, until its answer can be read. An empty answer keeps what is told already."""
        known = field.name in told
        default = said(told[field.name] if known else field.default, field)
        if not default and field.kind == "choice" and not field.required:
            default = NONE
        if field.kind in ("betting", "chips"):
            self._say(field.hint, style="dim")
        if field.choices and field.kind == "choice":
            self._list([plain(choice) or NONE for choice in field.choices])
        while True:
            answer = self._ask(plain(field.question), default, help_line=field.hint)
            if answer == "-" and not field.required:
                told.pop(field.name, None)
                return
            if not answer and (known or not field.required):
                return
            if not answer:
                self._refuse(f"this must be told: {field.hint}")
                continue
            try:
                value = read_field(answer, field)
                if field.kind == "betting":
                    read_spot(value, find_house(self.house))
                told[field.name] = value
                return
            except SidepotError as error:
                self._refuse(f"{error.said}; {error.hint}" if error.hint else error.said)

    # ---- what is decided

    def _ruled(self, decision: Decision) -> None:
        """Show the ruling, and take the director's answer. Raises Back to ask for the facts again."""
        while True:
            self.screen.show()
            show(self.console, decision.ruling, who=decision.who, house=decision.rulebook)
            notice(self.console, [decision.ruling])
            if not self._decide(decision):
                return

    def _decide(self, decision: Decision) -> bool:
        """The director's choice on the ruling. Returns whether it changes the ruling."""
        ruling = decision.ruling
        question = "Enter for another matter, o to overrule this"
        if ruling.is_open:
            recommended = next(one for one in ruling.options if one.verdict == ruling.recommended)
            question = f"1-{len(ruling.options)} to decide, o to overrule, l to leave it open"
            default = option_words(recommended)
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
            raise BadNotation("Enter goes on; o overrules the ruling; q leaves")
        return False

    def _overrule(self, decision: Decision) -> None:
        """Another decision for fairness, with its reason; nothing where the person goes back from the first."""
        told: dict[str, Any] = {}
        try:
            self._questions(_OVERRULE, told)
        except Back:
            return
        decision.ruling = overrule(decision.ruling, told.pop("verdict"), told.pop("reason"), **told)

    # ---- asking

    def _ask(self, question: str, default: str = "", *, help_line: str = "") -> str:
        """A line that was typed. Raises Leave and Back where that is what it says."""
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
        """Numbered lines; one that is too long goes on below its own beginning."""
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
        """Prose in lines that the terminal does not break again."""
        for line in wrap(text, max(self.console.width - 1, 20), initial_indent="  ", subsequent_indent="    "):
            self.screen.show(f"[{style}]{plain(line)}[/]")


# what is asked of a director who overrules
_OVERRULE: Final = (
    Field("verdict", "text", "What is decided in its place, in a word or two, as in call?", required=True),
    Field("amount", "number", "A total for the round, if there is one?"),
    Field("reason", "text", "Why? A ruling is set aside with a reason.", required=True),
    Field("by", "text", "Who decides?"),
)


def _number(text: str, most: int) -> int | None:
    """The place in a list, from 0, that a number from 1 names; None where the text is no number of it."""
    if text.isascii() and text.isdigit() and len(text) < 4 and 1 <= int(text) <= most:
        return int(text) - 1
    return None


def _text_of(house: str) -> str:
    first = HOUSES[house].jurisdiction or HOUSES[house].texts[0]
    return plain(TEXTS.get(first, first))


# ---- --all-houses: choose and overrule of a file are left out, as they were decided in one house


class InHouse(NamedTuple):
    """What a house makes of an incident: its ruling, or why the facts cannot be there."""

    house: str
    decision: Decision | None
    refused: str = ""


def in_all_houses(incident: Incident) -> tuple[InHouse, ...]:
    """The ruling of each house, before any decision of the director. Raises BadNotation where no house can rule."""
    found = tuple(_in_house(incident, house) for house in HOUSES)
    if not any(one.decision for one in found):
        raise BadNotation(found[0].refused)
    return found


def _in_house(incident: Incident, house: str) -> InHouse:
    there = copy(incident)
    there.house, there.choose, there.overrule = house, None, None
    try:
        return InHouse(house, there.decide())
    except SidepotError as error:
        return InHouse(house, None, str(error))


def answer_in_all_houses(incidents: Sequence[Incident], path: str, *, json: bool) -> None:
    """Print the rulings of all houses on each incident."""
    told = []
    for at, incident in enumerate(incidents, start=1):
        try:
            told.append(in_all_houses(incident))
        except SidepotError as error:
            if not path:
                raise
            raise error.at(f"{path}: incident {at}" if len(incidents) > 1 else path) from None
    common.answer(lambda: _houses_report(incidents, told), lambda: _show_houses(incidents, told), json=json)


class HouseReport(Struct, frozen=True):
    """A house, with its ruling, or with the reason why there is none."""

    house: str
    ruling: RulingReport | None
    refused: str | UnsetType


class HousesReport(Struct, frozen=True):
    """An incident in every house; `title` where it has one. `left_out` are keys of its file that go with one house."""

    title: str | UnsetType
    houses: list[HouseReport]
    left_out: list[str] | UnsetType


class IncidentsReport(Struct, frozen=True):
    """Several incidents of a file."""

    incidents: list[HousesReport]


def _houses_report(incidents: Sequence[Incident], told: Sequence[Sequence[InHouse]]) -> HousesReport | IncidentsReport:
    found = [
        HousesReport(incident.title or UNSET, [_house_report(one) for one in houses], left_out(incident) or UNSET)
        for incident, houses in zip(incidents, told, strict=True)
    ]
    return found[0] if len(found) == 1 else IncidentsReport(found)


def _house_report(one: InHouse) -> HouseReport:
    ruling = report_of(one.decision.ruling) if one.decision else None
    return HouseReport(one.house, ruling, one.refused or UNSET)


def _show_houses(incidents: Sequence[Incident], told: Sequence[Sequence[InHouse]]) -> None:
    for incident, houses in zip(incidents, told, strict=True):
        show_in_all_houses(incident.title, houses, left_out(incident))


def left_out(incident: Incident) -> list[str]:
    """The keys of an incident that go with one house."""
    return [key for key, value in (("choose", incident.choose), ("overrule", incident.overrule)) if value is not None]


def show_in_all_houses(title: str, houses: Sequence[InHouse], without: Sequence[str] = ()) -> None:
    """The houses as a table: what it counts as, and the rule that decides."""
    from rich.box import SIMPLE_HEAD
    from rich.table import Table
    from rich.text import Text

    console = common.console()
    if title:
        console.print(Text(title, style="dim"))
    table = Table(box=SIMPLE_HEAD, expand=True)
    table.add_column("house", no_wrap=True)
    table.add_column("ruling", ratio=1)
    table.add_column("rule", no_wrap=True)
    for one in houses:
        if one.decision is None:
            table.add_row(one.house, Text(f"no ruling: {one.refused}", style="dim"), "")
            continue
        ruling = one.decision.ruling
        cite = str(ruling.cites[0]) if ruling.cites else ""
        table.add_row(one.house, Text(_said(one.decision)), Text(cite, style="cyan"))
    console.print(table)
    if without:
        console.print(
            Text(f"Left out, because it goes with one house: {' and '.join(without)} in the file.", style="dim")
        )
    notice(console, [one.decision.ruling for one in houses if one.decision])


def _said(decision: Decision) -> str:
    """The verdict in a sentence; of one that is open, the options with the one recommended first."""
    ruling = decision.ruling
    if not ruling.is_open:
        return headline(ruling, decision.who)
    first = sorted(ruling.options, key=lambda option: option.verdict != ruling.recommended)
    return f"{headline(ruling, decision.who)} {'; '.join(option_words(option) for option in first)}"


# ---- --topics


def list_topics(name: str = "", *, json: bool) -> None:
    """Every topic by group, with its facts; or one of them in full. Raises BadNotation."""
    if name:
        topic = topic_named(name)
        common.answer(lambda: _topic_report(topic), lambda: _show_topic(topic), json=json)
    else:
        common.answer(_topics_report, _show_all, json=json)


class FactReport(Struct, frozen=True):
    """A fact that a topic asks for."""

    name: str
    kind: str
    asks: str
    choices: tuple[str, ...]
    required: bool


class TopicReport(Struct, frozen=True):
    """A topic with its facts."""

    topic: str
    title: str
    group: str
    facts: list[FactReport]


class TopicsReport(Struct, frozen=True):
    """Everything that the floor rules on."""

    topics: list[TopicReport]


def _topics_report() -> TopicsReport:
    return TopicsReport([_topic_report(topic) for topics in groups().values() for topic in topics])


def _topic_report(topic: Topic) -> TopicReport:
    facts = [common.filled(FactReport, field, asks=field.question) for field in fields_of(topic)]
    return TopicReport(topic.name, topic.title, group_of(topic), facts)


def _show_all() -> None:
    from rich.table import Table
    from rich.text import Text

    console = common.console()
    for title, topics in groups().items():
        console.print(Text(title, style="bold"))
        table = Table.grid(padding=(0, 2, 0, 0))
        table.add_column(no_wrap=True, width=26)
        table.add_column()
        for topic in topics:
            facts = ", ".join(field.name for field in fields_of(topic, asked=True))
            table.add_row(Text(f"  {topic.name}", style="cyan"), topic.title)
            table.add_row("", Text(facts, style="dim"))
        console.print(table)
        console.print()
    console.print(Text("sidepot rule --topics misdeal says what each fact of a topic may be.", style="dim"))
    line = 'Rule on one with its facts: sidepot rule misdeal error="two boxed cards"; or without any, on a terminal, '
    console.print(Text(f"{line}to be asked.", style="dim"))


def _show_topic(topic: Topic) -> None:
    """A topic with its facts: each with its question, its values and its default."""
    from rich.table import Table
    from rich.text import Text

    console = common.console()
    console.print(Text.assemble((topic.name, "bold cyan"), f"  {topic.title}"))
    table = Table.grid(padding=(0, 2, 0, 2))
    table.add_column(no_wrap=True, style="cyan")
    table.add_column()
    for field in fields_of(topic, asked=True):
        table.add_row(field.name, field.question)
        table.add_row("", Text(_may_be(field), style="dim"))
    console.print(table)


def _may_be(field: Field) -> str:
    """The values of a fact, and its default."""
    some = ", ".join(filter(None, field.choices))
    many = "; with commas between them" if field.kind == "choices" else ""
    default = said(field.default, field)
    left_out = "must be told" if field.required else f"left out: {default}" if default else "may be left out"
    hint = "yes or no" if field.kind == "yes or no" else f"{some}{many}" if some else field.hint
    return f"{hint} ({left_out})"
