"""`sidepot rule --topics`: everything that the floor rules on, and the facts it asks for."""

from __future__ import annotations

from sidepot.cli import common
from sidepot.cli.rule_fields import fields_of
from sidepot.cli.rule_topics import groups


def list_topics(*, json: bool) -> None:
    """Every topic by what it is about, with its facts."""
    if json:
        common.print_json(
            {
                "topics": [
                    {
                        "topic": topic.name,
                        "title": topic.title,
                        "group": title,
                        "facts": [
                            {
                                "name": field.name,
                                "kind": field.kind,
                                "asks": field.question,
                                "choices": field.choices,
                                "required": field.required,
                            }
                            for field in fields_of(topic)
                        ],
                    }
                    for title, topics in groups().items()
                    for topic in topics
                ]
            }
        )
        return
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
            table.add_row(Text(f"  {topic.name}", style="cyan"), Text.assemble(topic.title, (f"  {facts}", "dim")))
        console.print(table)
        console.print()
    console.print(
        Text(
            'Rule on one with its facts: sidepot rule misdeal error="two boxed cards"; or without any, on a terminal, '
            "to be asked.",
            style="dim",
        )
    )
