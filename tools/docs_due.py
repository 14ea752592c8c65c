"""The page of docs/ about what may be due in a hand, and after what: from the tables of `sidepot.hand.follows`."""

from __future__ import annotations

import msgspec
from docs_text import NOTE, listed, table

from sidepot.hand.due import Due
from sidepot.hand.follows import ANSWERS, BETWEEN, FOLLOWS

TITLE = "# What is due in a hand"


def due_page() -> str:
    """All that can be due, the events that answer it, and what may be due then; as a table, and as a diagram."""
    parts = [
        TITLE,
        "For programmers who write a client or an engine of their own.",
        NOTE,
        "`hand.due` is what a hand waits for. An event answers it, and then something else is due, until the hand is "
        "`DONE`. The table is `sidepot.hand.follows.FOLLOWS`: it holds for every game, limit and house. The tester "
        "holds it against each event of each hand that it plays, and a test shows that every pair is reached.",
        table(
            ("Due", "Answered by", "Then due"),
            [(f"`{due.name}`", listed(map(tag, ANSWERS.get(due, ()))), listed(names(due))) for due in FOLLOWS],
        ),
        f"Other events come between: {listed(map(tag, BETWEEN))}. They are acts of the floor, mistakes, a fold or a "
        "show before its turn, and chips that are bought or borrowed. Usually the same is due after them as before. "
        "[Events](events.md) describes them all.",
        "```mermaid\n" + diagram() + "\n```",
    ]
    return "\n\n".join(parts) + "\n"


def tag(kind: type) -> str:
    """The `type` of an event in JSON."""
    return str(msgspec.inspect.type_info(kind).tag)  # type: ignore[attr-defined]


def names(due: Due) -> list[str]:
    """All that may be due after this, in the order of the table."""
    return [then.name for then in FOLLOWS if then in FOLLOWS[due]]


def diagram() -> str:
    """The table as a state diagram in Mermaid."""
    lines = ["stateDiagram-v2", "    [*] --> POST", "    [*] --> BURN", "    [*] --> DEAL"]
    lines += [f"    {due.name} --> {then}" for due in FOLLOWS for then in names(due)]
    return "\n".join([*lines, "    DONE --> [*]"])
