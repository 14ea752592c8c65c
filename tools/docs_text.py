"""What the generated pages of docs/ share: the note at their top, and tables."""

from __future__ import annotations

import inspect
from collections.abc import Iterable

NOTE = "*`make docs` generates this page from the code (tools/docs.py): change that, not this page.*"


def table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """A Markdown table."""
    lines = [list(head), *map(list, rows)]
    lines.insert(1, ["---"] * len(lines[0]))
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines)


def listed(names: Iterable[str]) -> str:
    """Names as code, with commas between them."""
    return ", ".join(f"`{name}`" for name in names)


def described(kind: type) -> list[str]:
    """The docstring of a class without its examples: paragraphs, each in one line, and the items of a list."""
    doc = (inspect.getdoc(kind) or "").partition(">>>")[0].replace("\n- ", "\n\n- ")
    return [" ".join(part.split()) for part in doc.split("\n\n") if part.strip()]


def as_markdown(kind: type) -> str:
    """The docstring of a class as Markdown: its paragraphs follow each other, its list is a list."""
    text, before = "", ""
    for part in described(kind):
        kinds = before[:2] == "- ", part[:2] == "- "
        between = {(False, False): " ", (True, True): "\n"}.get(kinds, "\n\n")
        text += (between if text else "") + part
        before = part
    return text


def in_a_cell(kind: type) -> str:
    """The docstring of a class for a cell of a table, with each item of its list on a line of its own."""
    return "".join(f"<br>{part}" if part[:2] == "- " else f" {part}" for part in described(kind)).strip()
