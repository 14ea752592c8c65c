"""`sidepot rules history`: one rule of the TDA through its editions, and what changed when."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from sidepot.cli import common
from sidepot.errors import BadNotation
from sidepot.rules.history import Change, InEdition, Thread, history
from sidepot.rules.notice import LINK
from sidepot.rules.rows import SEEN


def command(words: Sequence[str], *, json: bool) -> None:
    """The rules that bear this number, edition by edition. Raises BadNotation."""
    if len(words) != 1:
        raise BadNotation("one rule is followed, as in sidepot rules history 43, or history TDA-2024:45")
    found = history(words[0])
    report = HistoryReport(words[0], [_reported(thread) for thread in found])
    common.answer(lambda: report, lambda: _show(found), json=json)


class ChangeReport(Struct, frozen=True):
    """What an edition changed."""

    rule: str
    text: str
    by: bool


class EditionReport(Struct, frozen=True):
    """A rule in one edition."""

    edition: str
    seen: str
    known: bool
    numbers: tuple[str, ...]
    changes: list[ChangeReport]


class ThreadReport(Struct, frozen=True):
    """One rule with its editions."""

    title: str
    rules: list[str]
    editions: list[EditionReport]


class HistoryReport(Struct, frozen=True):
    """The rules of a number."""

    asked: str
    rules: list[ThreadReport]


def _reported(thread: Thread) -> ThreadReport:
    editions = [
        common.filled(
            EditionReport,
            one,
            edition=f"TDA-{one.year}",
            changes=[common.filled(ChangeReport, change) for change in one.changes],
        )
        for one in thread.editions
    ]
    return ThreadReport(thread.title, [rule.id for rule in thread.rules], editions)


def _show(found: Sequence[Thread]) -> None:
    for thread in found:
        print(f"{thread.title}")
        for one in thread.editions:
            for line in lines_of(one):
                print(f"  {line}")
        print()
    print(f"In our own words; the TDA's rules are at {LINK}.")


def lines_of(one: InEdition) -> list[str]:
    """An edition in lines: the number there, then what it changed."""
    if one.numbers:
        told = ", ".join(one.numbers) + ("" if one.seen == "whole" else f"  ({SEEN[one.seen]})")
    else:
        told = "not there" if one.known else "number not seen"
    return [f"{one.year}  {told}", *[f"      {_said(change)}" for change in one.changes]]


def _said(change: Change) -> str:
    undated = "by then, date not seen: " if change.by else ""
    return f"{undated}{change.rule}: {change.text}"
