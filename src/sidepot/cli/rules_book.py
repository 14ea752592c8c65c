"""`sidepot rules --book`: a book rule by rule, with the state of each, and how well we know it."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from sidepot.cli import common
from sidepot.rules.bookshelf import Book
from sidepot.rules.notice import LINK
from sidepot.rules.rows import SEEN, Rule, State

if TYPE_CHECKING:
    from collections.abc import Sequence

STYLES: Final[dict[State, str]] = {"done": "green", "same": "blue", "policy": "cyan", "planned": "yellow"}
MARK: Final = "*"  # of a row that we did not read in its text


class BookReport(Struct, frozen=True):
    """The title, edition and source of a book."""

    name: str
    edition: str
    title: str
    seen: str
    source: str
    states: dict[State, int]
    second_hand: int


def report_of(book: Book, chosen: Sequence[Rule]) -> BookReport:
    """What the JSON document says of the book itself, in front of its rules."""
    counts = Counter(rule.state for rule in chosen)
    return common.filled(
        BookReport,
        book,
        states={state: counts[state] for state in STYLES},
        second_hand=sum(rule.seen != "whole" for rule in chosen),
    )


def show(book: Book, chosen: Sequence[Rule]) -> None:
    """The book on the terminal: a line for each rule, then the counts, and what the marks mean."""
    from rich.box import SIMPLE_HEAD
    from rich.markup import escape
    from rich.table import Table
    from rich.text import Text

    console = common.console()
    table = Table(box=SIMPLE_HEAD, title=book.title, title_justify="left", title_style="bold", expand=True)
    table.add_column("number", no_wrap=True, max_width=24)
    table.add_column("rule", ratio=1)
    table.add_column("state", no_wrap=True, width=8)
    for rule in chosen:
        number = rule.number if book.edition.startswith("TDA-") else rule.id.partition(":")[2]
        mark = "" if rule.seen == "whole" else MARK
        state = f"[{STYLES[rule.state]}]{rule.state}[/]"
        table.add_row(f"{number}{mark}", escape(_line(rule)), state)
    console.print(table)
    for line in _notes(book, chosen):
        console.print(Text(line, style="dim"))


def _line(rule: Rule) -> str:
    """The gist, and what a row that is not done waits for or is the same as."""
    after = rule.missing or (f"as {', '.join(rule.same_as)}" if rule.same_as else "")
    return f"{rule.gist} ({after})" if after else rule.gist


def _notes(book: Book, chosen: Sequence[Rule]) -> list[str]:
    """The counts by state, where the book comes from, what is from a second hand, and the notice."""
    counts = Counter(rule.state for rule in chosen)
    states = ", ".join(f"{counts[state]} {state}" for state in STYLES if counts[state])
    lines = [f"{len(chosen)} rows: {states}." if chosen else "No row is like that.", f"Source: {book.source}."]
    marked = Counter(rule.seen for rule in chosen)
    lines += [f"{MARK} {marked[seen]} {SEEN[seen]}." for seen in SEEN if seen != "whole" and marked[seen]]
    if book.edition.startswith("TDA-"):
        lines.append(f"In our own words; the TDA's rules are at {LINK}.")
    return lines
