"""`sidepot rules find`: the rules that fit what somebody says happened."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from sidepot.cli import common
from sidepot.errors import BadNotation
from sidepot.rules.finding import Found, find
from sidepot.rules.notice import LINK


def command(words: Sequence[str], book: str, *, json: bool) -> None:
    """The rules that fit these words best, in every book or in one. Raises BadNotation."""
    if not words:
        raise BadNotation('say what happened, as in sidepot rules find "chip on the floor"')
    text = " ".join(words)
    found = find(text, book)
    report = FindReport(text, book or None, [_reported(one) for one in found])
    common.answer(lambda: report, lambda: _show(text, found), json=json)


class FoundReport(Struct, frozen=True):
    """A rule that fits, its score, and its rows in other editions."""

    id: str
    title: str
    gist: str
    score: float
    seen: str
    also: list[str]


class FindReport(Struct, frozen=True):
    """The rules that fit some words."""

    asked: str
    book: str | None
    found: list[FoundReport]


def _reported(one: Found) -> FoundReport:
    return common.filled(FoundReport, one.rule, score=one.score, also=[other.id for other in one.also])


def _show(text: str, found: Sequence[Found]) -> None:
    if not found:
        print(f"No rule has these words: {text}")
        print("What the floor rules on: sidepot rule --topics. What each player wins: sidepot settle.")
        return
    for one in found:
        print(f"{one.rule.id}  {one.rule.gist}")
        if one.also:
            print(f"    also {', '.join(rule.id for rule in one.also)}")
    if any(rule.edition.startswith("TDA-") for one in found for rule in (one.rule, *one.also)):
        print(f"\nIn our own words; the TDA's rules are at {LINK}.")
