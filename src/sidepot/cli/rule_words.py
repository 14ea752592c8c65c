"""A ruling in words, on the terminal and as JSON: the verdict, the reason, the rule, the next steps."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec import UNSET, Struct, UnsetType

from sidepot.cli.common import filled
from sidepot.errors import BadNotation
from sidepot.floor.aloud import borrowed, to_player
from sidepot.floor.verdict_words import headline, option_words, penalty_words, verdict_words
from sidepot.rules.clauses import plain, say
from sidepot.rules.gists import gists_of
from sidepot.rules.houses import find_house
from sidepot.rules.notice import notice_for
from sidepot.rules.ruling import DISCRETION, Option, Overrule, Ruling
from sidepot.rules.sources import same_rules

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

    from sidepot.errors import Cite
    from sidepot.rules.rulebook import Rulebook


# ---- JSON


class OptionReport(Struct, frozen=True):
    """An option that the rule leaves to the director."""

    verdict: str
    amount: int | None
    change: int
    add: int
    all_in: bool
    at_least: bool
    because: str


class PenaltyReport(Struct, frozen=True):
    """A player's offence, and whether it will or may be penalized."""

    offence: str
    will: str


class OverruledReport(Struct, frozen=True):
    """The verdict under the rules, which the director overruled, and the director's reason."""

    verdict: str
    amount: int | None
    reason: str
    by: str


class RulingReport(Struct, frozen=True, kw_only=True):
    """A ruling.

    - `title`: the title of the incident, if it has one
    """

    title: str | UnsetType = UNSET
    verdict: str
    amount: int | None
    change: int
    add: int
    all_in: bool
    at_least: bool
    cites: list[str]
    because: str
    options: list[OptionReport]
    recommended: str
    steps: tuple[str, ...]
    penalty: PenaltyReport | None
    chosen: bool
    overruled: OverruledReport | None
    house: str
    text: str


def report_of(ruling: Ruling, title: str = "") -> RulingReport:
    """The ruling as a report for JSON."""
    penalty, before = ruling.penalty, ruling.overruled
    return filled(
        RulingReport,
        ruling,
        title=title or UNSET,
        cites=[str(cite) for cite in ruling.cites],
        options=[filled(OptionReport, option) for option in ruling.options],
        penalty=None if penalty is None else filled(PenaltyReport, penalty),
        overruled=None if before is None else filled(OverruledReport, before),
    )


# ---- terminal


def show(console: Console, ruling: Ruling, *, who: str = "", house: Rulebook | None = None, title: str = "") -> None:
    """Print a ruling: the verdict, then the reason, the rules, and the dealer's next steps."""
    from rich.table import Table
    from rich.text import Text

    if house is None:
        try:
            house = find_house(ruling.house)
        except BadNotation:
            house = None
    if title:
        console.print(Text(title, style="dim"))
    console.print(Text(headline(ruling, who), style="bold yellow" if ruling.is_open else "bold green"))
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(style="dim", no_wrap=True, width=8)
    table.add_column()
    rows: list[tuple[str, Text]] = [("why" if ruling.overruled is None else "reason", Text(ruling.because))]
    if ruling.overruled is not None:
        rows.append(("replaces", Text(_overruled(ruling.overruled))))
    if not ruling.chosen:
        rows += [("options" if not at else "", line) for at, line in enumerate(_options(ruling))]
    silent = borrowed(ruling, house) if house else ()
    rules = [*([Text(plain(silent))] if silent else []), *_rules(ruling, house)]
    rows += [("rule" if not at else "", line) for at, line in enumerate(rules)]
    rows.append(("text", Text(_text(ruling))))
    rows += [("now" if not at else "", Text(f"{at + 1}. {step}")) for at, step in enumerate(ruling.steps)]
    aloud = plain(to_player(ruling, house, who)[0], commas=False) if house else ""
    if aloud and not ruling.is_open and aloud != headline(ruling, who):
        rows.append(("say", Text(aloud)))
    if penalty := penalty_words(ruling):
        rows.append(("penalty", Text(penalty, style="yellow")))
    for name, line in rows:
        table.add_row(name, line)
    console.print(table)


def notice(console: Console, rulings: Sequence[Ruling], *, hint: bool = False) -> None:
    """Print the copyright notice if the rules are from the TDA. With `hint`, also say how to choose an option."""
    from rich.text import Text

    if hint and any(ruling.is_open for ruling in rulings):
        console.print(Text("\nTake an option with --choose and its number, or --choose recommended.", style="dim"))
    line = notice_for([cite for ruling in rulings for cite in ruling.cites])
    if line:
        console.print(Text(f"\n{line}", style="dim"))


def _options(ruling: Ruling) -> list[Text]:
    from rich.text import Text

    lines = []
    for at, option in enumerate(ruling.options, start=1):
        mark = "  recommended" if option.verdict == ruling.recommended else ""
        lines.append(
            Text.assemble(f"{at}. ", (option_words(option, ruling), "bold"), (mark, "green"), f"  {option.because}")
        )
    return lines


def _rules(ruling: Ruling, house: Rulebook | None) -> list[Text]:
    """The rules with their texts, the deciding one first."""
    from rich.text import Text

    lines = []
    for cite in ruling.cites:
        found = gists_of(cite, house)
        if len(found) > 1:
            lines += [Text(_cited(cite), "cyan"), *[Text(f"- {line}") for line in found]]
        else:
            lines.append(Text.assemble((_cited(cite), "cyan"), f"  {found[0]}" if found else ""))
    return lines


def _cited(cite: Cite) -> str:
    """A citation, and the first rule of another source on the same point."""
    same = re.sub(r"(Robert's Rules \d+) ", r"\1, ", same_rules(cite).partition(", ")[0])
    return f"{cite} (compare {same})" if same else str(cite)


def _text(ruling: Ruling) -> str:
    """The title of the text that decides, and the house."""
    return f"{ruling.text[:1].upper()}{ruling.text[1:]}" + (f" (house {ruling.house})" if ruling.house else "")


def _overruled(before: Overrule) -> str:
    """The ruling that was set aside, and by whom."""
    who = f"{before.by[:1].upper()}{before.by[1:]}" if before.by else "The director"
    if before.verdict == DISCRETION:
        return f"The rules leave this to the director. {who} decided in the interest of fairness."
    words = verdict_words(Option(verdict=before.verdict, amount=before.amount, reason=say("{}", before.reason)))
    return f'"{words}" {who} set this aside in the interest of fairness.'
