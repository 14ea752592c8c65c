"""`sidepot rules`: every rule of the sources, its state, the code that does it and the cases that prove it."""

from __future__ import annotations

from collections import Counter
from importlib import import_module
from inspect import getsourcefile, getsourcelines
from itertools import groupby
from typing import TYPE_CHECKING, Annotated, Any

import typer
from msgspec import UNSET, Struct, UnsetType

from sidepot.cli import common, rules_book
from sidepot.cli.common_options import AsJson
from sidepot.errors import BadNotation
from sidepot.rules.bookshelf import Book, find_book
from sidepot.rules.index import KINDS, Kind, Rule, State, cases_by_rule, find_rules, rules
from sidepot.rules.rows import SEEN

if TYPE_CHECKING:
    from rich.console import Console

_STYLES = rules_book.STYLES


def command(
    ids: Annotated[
        list[str] | None,
        typer.Argument(metavar="ID", help="Rules to show in full: SD-1, T19, TDA-2024:44; or diff, history or find."),
    ] = None,
    state: Annotated[State | None, typer.Option(help="Only the rows in this state.")] = None,
    kind: Annotated[
        Kind | None, typer.Option(case_sensitive=False, help="Only the rows of this kind, such as E for engine rules.")
    ] = None,
    book: Annotated[
        str | None, typer.Option(metavar="BOOK", help="One book: tda-2024, tda-2026, roberts, wsop-2026 ...")
    ] = None,
    json: AsJson = False,
) -> None:
    """Show every rule of the sources: its gist, its state, the code that does it and the cases that prove it.

    A row is done (it runs and is proved), the same as one that is done, planned, or policy (nothing to compute). The
    rows are in our own words; the TDA's rules themselves are at https://www.pokertda.com. Of a book that we did not
    read whole, each row says how we know it.

    Examples:

      sidepot rules                          all rows, by source
      sidepot rules T41B1                    one row in full
      sidepot rules TDA-2013:41-B            the rows an error message cites
      sidepot rules --state planned          what is still to come
      sidepot rules --json                   the index as data
      sidepot rules --book tda-2024          one book, rule by rule, with the state of each
      sidepot rules find chip on the floor   the rules that fit, in every book (or --book roberts)
      sidepot rules history 43               one rule through the editions of the TDA
      sidepot rules diff tda-2013 tda-2024   where two houses differ, in words

    Exit codes: 0 shown; 2 no such rule or house, or bad usage.
    """
    verb = ids[0].lower() if ids else ""
    if ids and verb in ("diff", "history", "find"):
        if state or kind:
            told = "two houses are compared without them" if verb == "diff" else f"{verb} has no use for them"
            raise BadNotation(f"--state and --kind choose rows of the index; {told}")
        if book and verb != "find":
            raise BadNotation(f"--book names the book to find rules in, or to show; {verb} has no use for it")
        _carry_out(verb, ids[1:], book or "", json=json)
        return
    shelf = find_book(book) if book else None
    rows = [rule for text in ids for rule in find_rules(text)] if ids else list(shelf.rules if shelf else rules())
    rows = [rule for rule in rows if shelf is None or rule.edition == shelf.edition]
    chosen = [rule for rule in dict.fromkeys(rows) if state in (None, rule.state) and (not kind or kind in rule.kind)]
    common.answer(lambda: _report(shelf, chosen), lambda: _show(shelf, chosen, in_full=bool(ids)), json=json)


def _show(shelf: Book | None, chosen: list[Rule], *, in_full: bool) -> None:
    """The rules in full, or as a table: that of a book, or of the index."""
    if in_full:
        for rule in chosen:
            _print_in_full(rule)
    elif shelf:
        rules_book.show(shelf, chosen)
    else:
        _print_table(chosen)


def _carry_out(verb: str, words: list[str], book: str, *, json: bool) -> None:
    """Where two houses differ, one rule through its editions, or the rules that fit some words."""
    if verb == "diff":
        from sidepot.cli import rules_diff

        rules_diff.command(words, json=json)
    elif verb == "history":
        from sidepot.cli import rules_history

        rules_history.command(words, json=json)
    else:
        from sidepot.cli import rules_find

        rules_find.command(words, book, json=json)


class RuleReport(Struct, frozen=True):
    """One row of the index."""

    id: str
    gist: str
    kind: tuple[Kind, ...]
    home: str
    cases: tuple[str, ...]
    state: State
    title: str
    number: str
    missing: str
    same_as: tuple[str, ...]
    says: str
    since: str
    was: str
    seen: str


class RulesReport(Struct, frozen=True, kw_only=True):
    """Rows of the index, and the book that they are of, where one was asked for."""

    book: rules_book.BookReport | UnsetType = UNSET
    rules: list[RuleReport]


def _report(shelf: Book | None, chosen: list[Rule]) -> RulesReport:
    proved = cases_by_rule()
    rows = [common.filled(RuleReport, rule, cases=proved.get(rule.id, ())) for rule in chosen]
    return RulesReport(book=rules_book.report_of(shelf, chosen) if shelf else UNSET, rules=rows)


def find_home(home: str) -> Any:
    """The object that `module:name` or `module:Class.name` stands for. Raises ImportError or AttributeError."""
    module, _, name = home.partition(":")
    found: Any = import_module(module)
    for part in name.split(".") if name else ():
        found = getattr(found, part)
    return found


def _print_table(chosen: list[Rule]) -> None:
    console = common.console()
    for section, rows in groupby(chosen, key=lambda rule: rule.section):
        _print_section(console, section, list(rows))
    counts = Counter(rule.state for rule in chosen)
    parts = [f"[{_STYLES[state]}]{counts[state]} {state}[/]" for state in _STYLES if counts[state]]
    console.print(f"{len(chosen)} rules: {', '.join(parts)}." if parts else "No rule is like that.")


def _print_section(console: Console, section: str, rows: list[Rule]) -> None:
    from rich.box import SIMPLE_HEAD
    from rich.markup import escape
    from rich.table import Table

    table = Table(box=SIMPLE_HEAD, title=section, title_justify="left", title_style="bold", expand=True)
    table.add_column("id", no_wrap=True, width=9)
    table.add_column("kind", no_wrap=True, width=4)
    table.add_column("rule", ratio=1)
    table.add_column("state", no_wrap=True, width=7)
    table.add_column("cases", justify="right", width=5)
    for rule in rows:
        gist = escape(rule.gist) + (f" [dim]({escape(rule.missing)})[/]" if rule.missing else "")
        proofs = len(cases_by_rule().get(rule.id, ()))
        state = f"[{_STYLES[rule.state]}]{rule.state}[/]"
        table.add_row(rule.id, " ".join(rule.kind), gist, state, str(proofs) if proofs else "")
    console.print(table)


def _print_in_full(rule: Rule) -> None:
    rows = {
        "title": rule.title,
        "source": rule.section,
        "kind": ", ".join(f"{KINDS[kind]} ({kind})" for kind in rule.kind),
        "state": rule.state,
        "missing": rule.missing,
        "code": f"{rule.home}  {_place(rule.home)}".rstrip(),
        "cases": ", ".join(cases_by_rule().get(rule.id, ())),
        "TDA 2024": rule.tda_2024,
        "as": f"in {', '.join(rule.same_as)}" if rule.same_as else "",
        "we say": rule.says,
        "since": rule.since,
        "before": rule.was,
        "seen": "" if rule.seen == "whole" else f"{rule.seen}: {SEEN[rule.seen]}",
    }
    print(f"{rule.id}  {rule.gist}")
    for name, value in rows.items():
        if value:
            print(f"  {name:9} {value}")
    print()


def _place(home: str) -> str:
    """File and line of the code, as far as Python can tell: a value such as a game has only a file."""
    if not home:
        return ""
    try:
        found = find_home(home)
        return f"{getsourcefile(found)}:{getsourcelines(found)[1]}"
    except (ImportError, AttributeError, OSError):
        return ""
    except TypeError:
        return str(import_module(home.partition(":")[0]).__file__)
