"""`sidepot rules`: look up rules, with their state, their code and their test cases."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from importlib import import_module
from inspect import getsourcefile, getsourcelines
from itertools import groupby
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer
from msgspec import UNSET, Struct, UnsetType

from sidepot.cli import common
from sidepot.cli.common_options import AsJson
from sidepot.cli.usual_house import named_or_read
from sidepot.errors import BadNotation
from sidepot.rules.bookshelf import Book, find_book
from sidepot.rules.finding import Found, find
from sidepot.rules.history import Change, InEdition, Thread, history
from sidepot.rules.house_differences import Difference, differences
from sidepot.rules.houses import HOUSES, find_house
from sidepot.rules.index import KINDS, Kind, Rule, State, cases_by_rule, find_rules, rules
from sidepot.rules.meanings import CHOICES, Does, how_often, meanings
from sidepot.rules.notice import LINK
from sidepot.rules.rows import SEEN
from sidepot.rules.rulebook import Rulebook
from sidepot.rules.sources import parallels, source_of

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text


def command(
    ids: Annotated[
        list[str] | None,
        typer.Argument(metavar="ID", help="Rules to show: SD-1, T19, TDA-2024:44; or diff, history or find."),
    ] = None,
    state: Annotated[State | None, typer.Option(help="Only rules in this state.")] = None,
    kind: Annotated[
        Kind | None, typer.Option(case_sensitive=False, help="Only rules of this kind, such as E for engine rules.")
    ] = None,
    book: Annotated[
        str | None, typer.Option(metavar="BOOK", help="Only this book: tda-2024, tda-2026, roberts, wsop-2026 ...")
    ] = None,
    json: AsJson = False,
) -> None:
    """Look up the rules of the sources: gist, state, code, and test cases.

    The state is done (implemented and tested), same (as another rule that is done), planned, or policy (nothing to
    compute). The gists are in our own words; the TDA's rules are at https://www.pokertda.com. For books that we could
    not read completely, each rule says how we know it.

    Examples:

      sidepot rules                          all rules, by source
      sidepot rules T41B1                    one rule in full
      sidepot rules TDA-2013:41-B            the rule that an error message cites
      sidepot rules --state planned          rules that are not implemented yet
      sidepot rules --json                   all rules as JSON
      sidepot rules --book tda-2024          one book, rule by rule
      sidepot rules find chip on the floor   search all books (or --book roberts)
      sidepot rules history 43               one rule through the editions of the TDA
      sidepot rules diff tda-2013 tda-2024   how two houses differ

    Exit codes: 0 success; 2 no such rule or house, or bad usage.
    """
    verb = ids[0].lower() if ids else ""
    if ids and verb in ("diff", "history", "find"):
        if state or kind:
            advice = f"omit them with {verb}"
            raise BadNotation(f"--state and --kind select rules of the index; {advice}")
        if book and verb != "find":
            raise BadNotation(f"--book selects the book to search or to show; omit it with {verb}")
        _carry_out(verb, ids[1:], book or "", json=json)
        return
    shelf = find_book(book) if book else None
    rows = [rule for text in ids for rule in find_rules(text)] if ids else list(shelf.rules if shelf else rules())
    rows = [rule for rule in rows if shelf is None or rule.edition == shelf.edition]
    chosen = [rule for rule in dict.fromkeys(rows) if state in (None, rule.state) and (not kind or kind in rule.kind)]
    common.answer(lambda: _report(shelf, chosen), lambda: _show(shelf, chosen, in_full=bool(ids)), json=json)


def _show(shelf: Book | None, chosen: list[Rule], *, in_full: bool) -> None:
    """Print the rules in full, or as a table of a book or of the index."""
    if in_full:
        for rule in chosen:
            _print_in_full(rule)
    elif shelf:
        show_book(shelf, chosen)
    else:
        _print_table(chosen)


def _carry_out(verb: str, words: list[str], book: str, *, json: bool) -> None:
    """Run `diff`, `history` or `find`."""
    if verb == "diff":
        _diff(words, json=json)
    elif verb == "history":
        _history(words, json=json)
    else:
        _find(words, book, json=json)


class RuleReport(Struct, frozen=True):
    """A rule in the rule index."""

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
    source: str
    parallels: tuple[str, ...]


class RulesReport(Struct, frozen=True, kw_only=True):
    """Rules in the rule index, and their book if one was requested."""

    book: BookReport | UnsetType = UNSET
    rules: list[RuleReport]


def _report(shelf: Book | None, chosen: list[Rule]) -> RulesReport:
    proved = cases_by_rule()
    rows = [
        common.filled(RuleReport, rule, cases=proved.get(rule.id, ()), source=_source(rule), parallels=rule.parallels)
        for rule in chosen
    ]
    return RulesReport(book=book_report(shelf, chosen) if shelf else UNSET, rules=rows)


def _source(rule: Rule) -> str:
    """The title of the rule's source or book."""
    source = source_of(rule)
    return source.title if source else rule.section


def find_home(home: str) -> Any:
    """The object called `module:name` or `module:Class.name`. Raises ImportError or AttributeError if it is missing."""
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
    parts = [f"[{STYLES[state]}]{counts[state]} {state}[/]" for state in STYLES if counts[state]]
    console.print(f"{len(chosen)} rules: {', '.join(parts)}." if parts else "No matching rules.")


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
        state = f"[{STYLES[rule.state]}]{rule.state}[/]"
        table.add_row(rule.id, " ".join(rule.kind), gist, state, str(proofs) if proofs else "")
    console.print(table)


def _print_in_full(rule: Rule) -> None:
    rows = {
        "title": rule.title,
        "source": _source(rule),
        "part": "" if _source(rule) in rule.section else rule.section,
        "kind": ", ".join(f"{KINDS[kind]} ({kind})" for kind in rule.kind),
        "state": rule.state,
        "missing": rule.missing,
        "code": f"{rule.home}  {_place(rule.home)}".rstrip(),
        "cases": ", ".join(cases_by_rule().get(rule.id, ())),
        "TDA 2024": rule.tda_2024,
        "same in": parallels().get(rule.id, ""),
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
    """The file and line of the code. For a value such as a game, Python knows only the file."""
    if not home:
        return ""
    try:
        found = find_home(home)
        return f"{getsourcefile(found)}:{getsourcelines(found)[1]}"
    except (ImportError, AttributeError, OSError):
        return ""
    except TypeError:
        return str(import_module(home.partition(":")[0]).__file__)


# ---- --book


STYLES: Final[dict[State, str]] = {"done": "green", "same": "blue", "policy": "cyan", "planned": "yellow"}
MARK: Final = "*"  # mark for a row that we know only second-hand


class BookReport(Struct, frozen=True):
    """The title, edition and source of a book."""

    name: str
    edition: str
    title: str
    seen: str
    source: str
    states: dict[State, int]
    second_hand: int


def book_report(book: Book, chosen: Sequence[Rule]) -> BookReport:
    """Describe a book, and count its `chosen` rules. In the JSON document, this precedes the rules."""
    counts = Counter(rule.state for rule in chosen)
    return common.filled(
        BookReport,
        book,
        states={state: counts[state] for state in STYLES},
        second_hand=sum(rule.seen != "whole" for rule in chosen),
    )


def show_book(book: Book, chosen: Sequence[Rule]) -> None:
    """Print a book: a line for each rule, then the counts, then the legend."""
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
        table.add_row(f"{number}{mark}", escape(_row_text(rule)), state)
    console.print(table)
    for line in _book_notes(book, chosen):
        console.print(Text(line, style="dim"))


def _row_text(rule: Rule) -> str:
    """The gist of a row and, if it is not done, what it is waiting for or is the same as."""
    after = rule.missing or (f"as {', '.join(rule.same_as)}" if rule.same_as else "")
    return f"{rule.gist} ({after})" if after else rule.gist


def _book_notes(book: Book, chosen: Sequence[Rule]) -> list[str]:
    """The counts by state, the origin of the book, second-hand rules, and the notice."""
    counts = Counter(rule.state for rule in chosen)
    states = ", ".join(f"{counts[state]} {state}" for state in STYLES if counts[state])
    lines = [f"{len(chosen)} rows: {states}." if chosen else "No matching rules.", f"Source: {book.source}."]
    marked = Counter(rule.seen for rule in chosen)
    lines += [f"{MARK} {marked[seen]} {SEEN[seen]}." for seen in SEEN if seen != "whole" and marked[seen]]
    if book.edition.startswith("TDA-"):
        lines.append(f"In our own words; the TDA's rules are at {LINK}.")
    return lines


# ---- diff


def _diff(names: Sequence[str], *, json: bool) -> None:
    """Print the differences between two houses. Raises BadNotation for an unknown house."""
    if len(names) != 2:
        known = ", ".join(HOUSES)
        raise BadNotation(f"name two houses, as in sidepot rules diff tda-2013 tda-2024; there are {known}")
    first, second = find_house(named_or_read(names[0])), find_house(named_or_read(names[1]))
    found = differences(first, second)
    common.answer(lambda: diff_report(first, second, found), lambda: _show_diff(first, second, found), json=json)


class ChoiceReport(Struct, frozen=True):
    """What a house has chosen where two houses differ."""

    name: str
    value: object
    does: str
    rule: str


class PointReport(Struct, frozen=True):
    """A point on which two houses differ, and the difference as a sentence."""

    field: str
    group: str
    often: int
    how_often: str
    decides: str
    houses: list[ChoiceReport]
    sentence: str


class DiffReport(Struct, frozen=True):
    """Two houses, and the points on which they differ."""

    houses: list[str]
    differences: list[PointReport]


def diff_report(first: Rulebook, second: Rulebook, found: Sequence[Difference]) -> DiffReport:
    """Convert the differences to a report for JSON: each point, what each house has chosen, and a sentence."""
    points = [
        common.filled(
            PointReport,
            one,
            how_often=how_often()[one.often],
            decides=meanings()[one.field].gist,
            houses=[
                ChoiceReport(house.name, getattr(house, one.field), does.text, does.rule)
                for house, does in ((first, one.first), (second, one.second))
            ],
            sentence=sentence(first, second, one),
        )
        for one in found
    ]
    return DiffReport([first.name, second.name], points)


def sentence(first: Rulebook, second: Rulebook, one: Difference) -> str:
    """Describe a difference in one sentence: what each house has chosen, with the rules."""
    return f"{first.name} {one.first}; {second.name} {one.second}."


def _show_diff(first: Rulebook, second: Rulebook, found: Sequence[Difference]) -> None:
    """Print the differences, most frequent first: one house's choice, followed by the other's."""
    from rich.table import Table
    from rich.text import Text

    console = common.console()
    same = len(CHOICES) - len(found)
    if not found:
        console.print(f"{first.name} and {second.name} agree on all {same} points.")
        return
    points = "1 point" if len(found) == 1 else f"{len(found)} points"
    console.print(f"{first.name} and {second.name} differ in {points} and agree on {same}.")
    for often, some in groupby(found, key=lambda one: one.often):
        console.print(Text(f"\nMet {how_often()[often]}", style="bold underline"))
        for one in some:
            table = Table.grid(padding=(0, 2, 0, 0), pad_edge=True)
            table.add_column(width=max(len(first.name), len(second.name)) + 2, no_wrap=True)
            table.add_column()
            table.add_row(Text(f"  {first.name}", style="bold"), _does_text(one.first, ";"))
            table.add_row(Text(f"  {second.name}", style="bold"), _does_text(one.second, f".  [{one.field}]"))
            console.print()
            console.print(table)
    words = (
        "How often a point comes up is our estimate, not a count. In our own words; the TDA's rules are at "
        f"{LINK}. docs/reference/houses.md lists all choices."
    )
    console.print(Text(f"\n{words}", style="dim"))


def _does_text(does: Does, end: str) -> Text:
    from rich.text import Text

    rule = (" (", (does.rule, "cyan"), ")") if does.rule else ()
    return Text.assemble(does.text, *rule, (end, "dim" if end != ";" else ""))


# ---- find


def _find(words: Sequence[str], book: str, *, json: bool) -> None:
    """Print the rules that match these words best, in all books or in one. Raises BadNotation for an unknown book."""
    if not words:
        raise BadNotation('give the words to search for, as in sidepot rules find "chip on the floor"')
    text = " ".join(words)
    found = find(text, book)
    report = FindReport(text, book or None, [_found_report(one) for one in found])
    common.answer(lambda: report, lambda: _show_found(text, found), json=json)


class FoundReport(Struct, frozen=True):
    """A rule that a search found, its score, and the same rule in other editions."""

    id: str
    title: str
    gist: str
    score: float
    seen: str
    also: list[str]


class FindReport(Struct, frozen=True):
    """The rules that contain the search words."""

    asked: str
    book: str | None
    found: list[FoundReport]


def _found_report(one: Found) -> FoundReport:
    return common.filled(FoundReport, one.rule, score=one.score, also=[other.id for other in one.also])


def _show_found(text: str, found: Sequence[Found]) -> None:
    if not found:
        print(f"No rule matches: {text}")
        print("For rulings, see sidepot rule --topics; for who wins a pot, sidepot settle.")
        return
    for one in found:
        print(f"{one.rule.id}  {one.rule.gist}")
        if one.also:
            print(f"    also {', '.join(rule.id for rule in one.also)}")
    if any(rule.edition.startswith("TDA-") for one in found for rule in (one.rule, *one.also)):
        print(f"\nIn our own words; the TDA's rules are at {LINK}.")


# ---- history


def _history(words: Sequence[str], *, json: bool) -> None:
    """Print the rules with this number, edition by edition. Raises BadNotation for an unknown number."""
    if len(words) != 1:
        raise BadNotation("name one rule, as in `sidepot rules history 43` or `sidepot rules history TDA-2024:45`")
    found = history(words[0])
    report = HistoryReport(words[0], [_thread_report(thread) for thread in found])
    common.answer(lambda: report, lambda: _show_history(found), json=json)


class ChangeReport(Struct, frozen=True):
    """What an edition changed in a rule."""

    rule: str
    text: str
    by: bool


class EditionReport(Struct, frozen=True):
    """A rule as it is in one edition."""

    edition: str
    seen: str
    known: bool
    numbers: tuple[str, ...]
    changes: list[ChangeReport]


class ThreadReport(Struct, frozen=True):
    """A rule through all its editions."""

    title: str
    rules: list[str]
    editions: list[EditionReport]


class HistoryReport(Struct, frozen=True):
    """The rules that have this number in any edition."""

    asked: str
    rules: list[ThreadReport]


def _thread_report(thread: Thread) -> ThreadReport:
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


def _show_history(found: Sequence[Thread]) -> None:
    for thread in found:
        print(f"{thread.title}")
        for one in thread.editions:
            for line in lines_of(one):
                print(f"  {line}")
        print()
    print(f"In our own words; the TDA's rules are at {LINK}.")


def lines_of(one: InEdition) -> list[str]:
    """Describe a rule in one edition: its number in that edition, then the changes."""
    if one.numbers:
        text = ", ".join(one.numbers) + ("" if one.seen == "whole" else f"  ({SEEN[one.seen]})")
    else:
        text = "not there" if one.known else "number not seen"
    return [f"{one.year}  {text}", *[f"      {_change_text(change)}" for change in one.changes]]


def _change_text(change: Change) -> str:
    undated = "by then, date not seen: " if change.by else ""
    return f"{undated}{change.rule}: {change.text}"
