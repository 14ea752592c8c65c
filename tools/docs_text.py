"""What the generated pages of docs/ share: the note at their top, and tables."""

from __future__ import annotations

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
