"""The pages of docs/ about events, of a hand and of a table, from the structs themselves, and their schemas."""

from __future__ import annotations

import ast
import inspect
import io
import json
import re
import tokenize
from collections.abc import Callable, Iterable, Iterator
from enum import Enum
from typing import Any, get_args

import msgspec
from docs_text import NOTE, as_markdown, table

from sidepot.hand import events
from sidepot.hand.setup import Owed, Post, Setup
from sidepot.hand.terms import OpenTerms
from sidepot.rules.rulebook import Rulebook
from sidepot.table import events as table_events
from sidepot.validation import quantities

# What the page of the table's events tells itself; the other values in them have pages of their own.
TOLD_THERE = ("sidepot.table.", "sidepot.games.mixes", "sidepot.games.stakes", "sidepot.games.rake")


def events_page() -> str:
    """Each event of a hand with its fields."""
    kinds = get_args(events.Event)
    parts = [
        "# Events",
        "For programmers who read or replay the events of a hand.",
        NOTE,
        "A hand is made of its events: `replay(hand.log)` applies them in order and gives the same hand again. Each "
        "event is one struct of `sidepot.hand.events`. It is the Python object, the JSON on the wire, and the schema "
        "in [events.schema.json](events.schema.json). [What is due](due.md) shows which may follow which, and "
        "[events of a table](table-events.md) tell what happens between hands.",
        "In JSON an event is an object. Its `type` is the tag under each heading below: "
        f"`{events.encode(events.RaisedTo(2, 600)).decode()}`. Cards are numbers, `4 * rank + suit` with deuce 0 to "
        "ace 12 and clubs, diamonds, hearts, spades 0 to 3; 52 is a joker, 53 a card that is not known here. Seats "
        "count from 0, and amounts are chips of the smallest unit.",
        *_all_of(kinds),
        "## Parts of events",
        *[struct_table(kind, f"### {kind.__name__}\n\n") for kind in (Setup, Owed, OpenTerms)],
        enum_table(Post),
        "`game` is described in [games.md](games.md), `rulebook` in [houses.md](houses.md).",
    ]
    return "\n\n".join(parts) + "\n"


def table_events_page() -> str:
    """Each event of a table with its fields, and what is agreed there."""
    kinds = get_args(table_events.Event)
    parts = [
        "# Events of a table",
        "For programmers who read or replay the events of a table.",
        NOTE,
        "A table is made of its events, like [a hand](events.md): `sidepot.table.table.replay(table.log)` applies them "
        "in order and gives the same table again. Each event is one struct of `sidepot.table.events`; the schema is "
        "[table-events.schema.json](table-events.schema.json). The events between `hand_begun` and `hand_done` are in "
        "the log of the hand.",
        f"In JSON: `{table_events.encode(table_events.Bought('ann', 40, 90_000)).decode()}`. The host chooses an id "
        "for each player. Seats are seats of the table, counted from 0, unless the field says that they are seats of "
        "the hand. Amounts are chips of the smallest unit. Times are milliseconds from a start that the host chooses.",
        *_all_of(kinds),
        "## Parts of events",
        *[
            enum_table(kind) if issubclass(kind, Enum) else struct_table(kind, f"### {kind.__name__}\n\n")
            for kind in _parts()
        ],
        "`Setup` is described in [events.md](events.md#setup), `Game` in [games.md](games.md), `Rulebook` in "
        "[houses.md](houses.md). A `Limit` has a `kind` (`no limit`, `pot limit`, `fixed limit`, `spread limit`) and "
        "its numbers.",
    ]
    return "\n\n".join([*parts, quantities_table(parts)]) + "\n"


def schema_text(schema: Callable[[], dict[str, Any]]) -> str:
    """A JSON Schema as a file."""
    return json.dumps(schema(), indent=2) + "\n"


def _all_of(kinds: Iterable[Any]) -> list[str]:
    """A table of all events, then one for each."""
    rows = [
        [f"[{kind.__name__}](#{kind.__name__.lower()})", f"`{tag_of(kind)}`", first_sentence(kind)] for kind in kinds
    ]
    each = [struct_table(kind, f"## {kind.__name__}\n\n`{tag_of(kind)}`. ") for kind in kinds]
    return [table(["event", "tag", "what happened"], rows), *each]


def _parts() -> list[type]:
    """The structs and enums that the table's events hold, in the order in which they are met."""
    kinds = set(get_args(table_events.Event))
    found: dict[type, None] = {}
    for kind in get_args(table_events.Event):
        found |= dict.fromkeys(_held(msgspec.inspect.type_info(kind), set()))
    return [kind for kind in found if kind not in kinds and kind.__module__.startswith(TOLD_THERE)]


def _held(info: Any, met: set[type]) -> Iterator[type]:
    """The classes in a type, without those in values that have a page of their own."""
    kind = getattr(info, "cls", None)
    if isinstance(kind, type):
        if kind in met:
            return
        met.add(kind)
        yield kind
        if not kind.__module__.startswith(TOLD_THERE):
            return
    for field in getattr(info, "fields", ()):
        yield from _held(field.type, met)
    for name in ("types", "item_types"):
        for inner in getattr(info, name, ()):
            yield from _held(inner, met)
    for name in ("item_type", "key_type", "value_type"):
        if hasattr(info, name):
            yield from _held(getattr(info, name), met)


def comments(kind: type) -> dict[str, str]:
    """The comment that stands at each field of a class."""
    source = inspect.getsource(kind)
    said = {
        token.start[0]: token.string.lstrip("# ").rstrip(". ")
        for token in tokenize.generate_tokens(io.StringIO(source).readline)
        if token.type == tokenize.COMMENT
    }
    found = {}
    for node in ast.parse(source).body[0].body:  # type: ignore[attr-defined]
        target = node.targets[0] if isinstance(node, ast.Assign) else getattr(node, "target", None)
        lines = range(node.lineno, (node.end_lineno or node.lineno) + 1)
        comment = next((said[line] for line in lines if line in said), None)
        if isinstance(target, ast.Name) and comment:
            found[target.id] = comment
    return found


def enum_table(kind: Any) -> str:
    """A heading, what the words are about, and each of them."""
    said = comments(kind)
    rows = [[f"`{one.value}`", said.get(one.name, "")] for one in kind]
    return f"### {kind.__name__}\n\n{first_sentence(kind)}\n\n{table(['value', ''], rows)}"


def struct_table(kind: Any, head: str) -> str:
    """A heading, what the struct is, and its fields."""
    names = kind.__struct_fields__ if hasattr(kind, "__struct_fields__") else kind._fields
    defaults = defaults_of(kind)
    fields = dict(zip(getattr(kind, "__struct_encode_fields__", names), names, strict=True))
    types = types_as_written(kind)
    rows = [[f"`{key}`", f"`{types[name]}`", defaults.get(name, "")] for key, name in fields.items()]
    return f"{head}{as_markdown(kind)}\n\n{table(['field', 'type', 'default'], rows)}"


def types_as_written(kind: type) -> dict[str, str]:
    """The type of each field as the source has it, with those of the fields that it shares with others."""
    bases = reversed(kind.__mro__)
    return {name: re.sub(r"\bq\.", "", said) for base in bases for name, said in inspect.get_annotations(base).items()}


def quantities_table(page: Iterable[str]) -> str:
    """What the numbers of a page count: the least and the most of each type of a number that is named in it."""
    typed = " ".join(re.findall(r"`([^`]*)`", "\n".join(page)))
    named = set(re.findall(r"\b[A-Z]\w+", typed))
    rows = []
    for name, hint in vars(quantities).items():
        for meta in getattr(hint, "__metadata__", ()):
            if name in named:
                rows.append([f"`{name}`", f"{meta.ge:,}", f"{meta.le:,}"])
    told = "A number has the type of what it counts. One outside these bounds is refused."
    return f"## Quantities\n\n{told}\n\n{table(['type', 'least', 'most'], rows)}"


def defaults_of(kind: Any) -> dict[str, str]:
    """What each field is that may be left out."""
    if not hasattr(kind, "__struct_fields__"):  # a named tuple
        return {name: _value(value) for name, value in kind._field_defaults.items()}
    required = len(kind.__struct_fields__) - len(kind.__struct_defaults__)
    given = zip(kind.__struct_fields__[required:], kind.__struct_defaults__, strict=True)
    return {name: _value(value) for name, value in given if value is not msgspec.NODEFAULT}


def _value(value: Any) -> str:
    if isinstance(value, msgspec._core.Factory):
        value = value.factory()
    if isinstance(value, Rulebook):
        return f"`{value.name}`"
    return f"`{json.dumps(value) if value == '' else value}`"


def tag_of(kind: Any) -> str:
    return str(kind.__struct_config__.tag)


def first_sentence(kind: Any) -> str:
    """What a class is, in one sentence."""
    return " ".join((inspect.getdoc(kind) or "").split()).partition(". ")[0].rstrip(".") + "."
