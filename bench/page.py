"""Tables of figures, written into a page between two markers."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

Results = dict[str, Any]


def write_between(page: Path, begin: str, end: str, table: str) -> None:
    """Put the table between the markers of the page; exit with a message where the page has lost one."""
    before, first, rest = page.read_text(encoding="utf-8").partition(begin)
    _, last, after = rest.partition(end)
    if not first or not last:
        sys.exit(f"{page} has lost its markers: {begin.strip()} and {end}")
    page.write_text(before + first + table + "\n" + last + after, encoding="utf-8")


def about(results: Results, file: Path) -> str:
    """The line below a table: the machine, the rounds, the day, and the file of the figures."""
    rounds = f"medians of {results['rounds']} rounds, taking turns"
    return f"{results['machine']}; {rounds}, {results['date']} ([{file.name}]({file.name}))."


def write_page(file: Path, measure: Callable[[], Results], table: Callable[[Results], str], name: str) -> None:
    """Measure, unless --tables is said, and write the table of the results into README.md beside the file."""
    if "--tables" not in sys.argv[1:]:
        file.write_text(json.dumps(measure(), indent=2) + "\n", encoding="utf-8")
    results = json.loads(file.read_text(encoding="utf-8"))
    write_between(file.with_name("README.md"), f"<!-- {name} -->\n", f"<!-- /{name} -->", table(results))
