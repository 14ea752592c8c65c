"""`sidepot rule --topics`: the topics of the floor, and the facts of each."""

from __future__ import annotations

from msgspec import Struct

from sidepot.cli import common
from sidepot.floor.fact_fields import Field, fields_of, value_text
from sidepot.floor.topic import Topic
from sidepot.floor.topic_groups import group_of, groups, topic_named


def list_topics(name: str = "", *, json: bool) -> None:
    """Print all topics by group with their facts, or one topic in full. Raises BadNotation for an unknown topic."""
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
    """All topics of the floor."""

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
    """Print a topic: each fact with its question, its values and its default."""
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
    default = value_text(field.default, field)
    left_out = "must be given" if field.required else f"left out: {default}" if default else "may be left out"
    hint = "yes or no" if field.kind == "yes or no" else f"{some}{many}" if some else field.hint
    return f"{hint} ({left_out})"
