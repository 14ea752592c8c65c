"""A ruling in words, on the terminal and as JSON: what it is, why, by which rule, what to do now."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from sidepot.errors import BadNotation, Cite
from sidepot.rules.houses import find_house
from sidepot.rules.index import Rule, find_rules, rules
from sidepot.rules.meanings import CHOICES, does
from sidepot.rules.ruling import Option, Ruling

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

    from sidepot.rules.rulebook import Rulebook

NOTICE: Final = "In our own words, not the TDA's. Its rules are at https://www.pokertda.com."
_MOST_GISTS: Final = 3

# what a player does by a verdict, where it is an action; `{}` is his total for the round
_DEEDS: Final = {
    "fold": "folds", "check": "checks", "call": "calls {}", "bet": "bets {}", "raise": "raises to {}",
    "all-in": "is all-in for {}", "complete": "completes to {}", "bring in": "brings it in for {}",
}  # fmt: skip


# ---- sentences


def verdict_words(decided: Ruling | Option, who: str = "") -> str:
    """The verdict as a sentence: `B calls 1200 and gets 800 back.`"""
    deed = _DEEDS.get(decided.verdict)
    if deed is None:
        said = decided.verdict[:1].upper() + decided.verdict[1:]
        if decided.amount:
            said += f": {decided.amount}"
    else:
        amount = "" if decided.amount is None else str(decided.amount)
        said = f"{who or 'The player'} {deed.replace('{}', amount).strip()}"
    if decided.change:
        said += f" and gets {decided.change} back" if deed else f", and {decided.change} go back"
    if decided.add:
        said += f" and must add {decided.add}" if deed else f", and {decided.add} must be added"
    return said + "."


def headline(ruling: Ruling, who: str = "") -> str:
    """What was decided, or that the director decides."""
    return "The director decides." if ruling.is_open else verdict_words(ruling, who)


def penalty_words(ruling: Ruling) -> str:
    """The penalty that goes with a ruling, as a sentence; empty where there is none."""
    if ruling.penalty is None:
        return ""
    return f"A penalty {'follows' if ruling.penalty.will else 'may follow'}: {ruling.penalty.offence}."


def gists(cite: Cite, house: Rulebook | None = None) -> list[str]:
    """What a rule says in our words, a line for each part of it; empty where the index has nothing."""
    if cite.edition == "HOUSE":
        if house is None or cite.number not in CHOICES:
            return []
        return [f"This house {does(house, cite.number).text}."]
    try:
        found = list(find_rules(str(cite)))
    except BadNotation:
        found = _later(cite)
    lines = [rule.gist for rule in found[:_MOST_GISTS]]
    return [*lines, f"... and more: sidepot rules {cite}"] if len(found) > _MOST_GISTS else lines


def _later(cite: Cite) -> list[Rule]:
    """The rows that carry the number of a later edition."""
    if cite.edition != "TDA-2024":
        return []
    wanted = cite.number.replace("-", "").upper()
    numbers = {rule: rule.tda_2024.partition(";")[0].replace("-", "").split(", ") for rule in rules() if rule.tda_2024}
    exact = [rule for rule, told in numbers.items() if wanted in told]
    return exact or [rule for rule, told in numbers.items() if wanted[:-1] in told and wanted[-1:].isalpha()]


# ---- JSON


def as_json(ruling: Ruling) -> dict[str, Any]:
    """The ruling as one JSON object."""
    penalty = ruling.penalty
    before = ruling.overruled
    return {
        "verdict": ruling.verdict,
        "amount": ruling.amount,
        "change": ruling.change,
        "add": ruling.add,
        "cites": [str(cite) for cite in ruling.cites],
        "because": ruling.because,
        "options": [
            {
                "verdict": option.verdict,
                "amount": option.amount,
                "change": option.change,
                "add": option.add,
                "because": option.because,
            }
            for option in ruling.options
        ],
        "recommended": ruling.recommended,
        "steps": ruling.steps,
        "penalty": None if penalty is None else {"offence": penalty.offence, "will": penalty.will},
        "chosen": ruling.chosen,
        "overruled": None
        if before is None
        else {"verdict": before.verdict, "amount": before.amount, "reason": before.reason, "by": before.by},
        "house": ruling.house,
        "text": ruling.text,
    }


# ---- the terminal


def show(console: Console, ruling: Ruling, *, who: str = "", house: Rulebook | None = None, title: str = "") -> None:
    """The ruling on the terminal: the verdict, then why, the rules, and what the dealer does now."""
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
    rows: list[tuple[str, Text]] = [("why", Text(ruling.because))]
    if ruling.overruled is not None:
        rows.append(("before", _overruled(ruling)))
    if not ruling.chosen:
        rows += [("options" if not at else "", line) for at, line in enumerate(_options(ruling, who))]
    rows += [("rule" if not at else "", line) for at, line in enumerate(_rules(ruling, house))]
    rows.append(("text", Text(_text(ruling))))
    rows += [("now" if not at else "", Text(f"{at + 1}. {step.rstrip('.')}.")) for at, step in enumerate(ruling.steps)]
    if ruling.penalty is not None:
        rows.append(("penalty", Text(penalty_words(ruling), style="yellow")))
    for name, line in rows:
        table.add_row(name, line)
    console.print(table)


def notice(console: Console) -> None:
    """Whose words these are."""
    from rich.text import Text

    console.print(Text(f"\n{NOTICE}", style="dim"))


def _options(ruling: Ruling, who: str) -> list[Text]:
    from rich.text import Text

    lines = []
    for at, option in enumerate(ruling.options, start=1):
        mark = "  recommended" if option.verdict == ruling.recommended else ""
        lines.append(
            Text.assemble(f"{at}. ", (option_words(option, who), "bold"), (mark, "green"), f"  {option.because}")
        )
    return lines


def option_words(option: Option, who: str = "") -> str:
    """An option in words, without a full stop."""
    return verdict_words(option, who).rstrip(".")


def _rules(ruling: Ruling, house: Rulebook | None) -> list[Text]:
    """The rules, the deciding one first, with what they say."""
    from rich.text import Text

    lines = []
    for cite in ruling.cites:
        said = gists(cite, house)
        first = Text.assemble((str(cite), "cyan"), f"  {said[0]}" if said else "")
        lines += [first, *[Text(f"  {line}") for line in said[1:]]]
    return lines


def _text(ruling: Ruling) -> str:
    """Which text decides it, and in which house."""
    return f"{ruling.text[:1].upper()}{ruling.text[1:]}" + (f" (house {ruling.house})" if ruling.house else "")


def _overruled(ruling: Ruling) -> Text:
    from rich.text import Text

    before = ruling.overruled
    assert before is not None
    amount = "" if before.amount is None else f" {before.amount}"
    by = f" by {before.by}" if before.by else ""
    return Text(f"{before.verdict}{amount}; set aside for fairness{by}")
