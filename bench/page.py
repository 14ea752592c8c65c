"""Tables of figures, written into a page between two markers."""

from __future__ import annotations

import sys
from pathlib import Path


def write_between(page: Path, begin: str, end: str, table: str) -> None:
    """Put the table between the markers of the page; exit with a message where the page has lost one."""
    before, first, rest = page.read_text(encoding="utf-8").partition(begin)
    _, last, after = rest.partition(end)
    if not first or not last:
        sys.exit(f"{page} has lost its markers: {begin.strip()} and {end}")
    page.write_text(before + first + table + "\n" + last + after, encoding="utf-8")
