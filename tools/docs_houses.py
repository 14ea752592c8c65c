"""docs/houses.md: every choice of a house, what it means, and what each house has chosen."""

from __future__ import annotations

import sys
from enum import StrEnum
from typing import Any

from docs_text import NOTE, table

from sidepot.rules.floor_choices import DealError
from sidepot.rules.houses import HOUSES
from sidepot.rules.meanings import CHOICES, groups, meanings, say_value


def houses_page() -> str:
    """Every field of a rulebook, what it decides, and what each house chose."""
    for name in CHOICES:
        if name not in meanings():
            sys.exit(f"tools/docs.py: the rulebook has a new field {name!r}: say in rules/meanings.toml what it means")
    parts = [
        "# Houses",
        NOTE,
        "Where the sources disagree, the house decides. A house is a value of `sidepot.rules.rulebook.Rulebook`. This "
        "page lists the houses that come with sidepot (`sidepot.rules.houses`). Make your own from one of them:",
        "```python\nfrom sidepot.rules.houses import CASH\n\n"
        'ours = CASH.but(name="ours", may_muck=False, short_post="blind first")\n```',
        "`sidepot rules diff tda-2013 tda-2024` lists in words where two houses differ.",
        _choices(("edition",)),
        "Editions: TDA-2013, TDA-2024 and TDA-2026 are the rules of the Poker Tournament Directors Association, TS the "
        "table stakes page of the sources, AI the page on all-in situations, PG the page on how poker is played, OS "
        "open stakes, SD the rule of South Dakota, RRP-11 Robert's Rules of Poker. "
        "**2026 is from a second hand:** its print has not been read, only another's account of all its rules and "
        "some quotations of it. Check the print before you rest a decision on one of its numbers. Where 2026 only "
        "numbers a rule anew, `sidepot.rules.editions` says what it was in 2024. Everything here is in our own words; "
        "the TDA's rules are at <https://www.pokertda.com>. `sidepot rules` lists every rule with its code and its "
        "cases.",
    ]
    for name, fields in groups().items():
        parts += [f"## {name}", _choices(fields), *map(_field, fields)]
    return "\n\n".join(parts) + "\n"


def _choices(fields: tuple[str, ...]) -> str:
    """What each house has chosen."""
    rows = [
        [f"[`{name}`](#{name})" if name in CHOICES else name, *(_choice(getattr(h, name)) for h in HOUSES.values())]
        for name in fields
    ]
    return table(["", *(f"`{name}`" for name in HOUSES)], rows)


def _choice(value: Any) -> str:
    if isinstance(value, tuple):
        return ", ".join(value) if value and not isinstance(value[0], StrEnum) else f"{len(value)} kinds"
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def _field(name: str) -> str:
    """A choice: what it decides, and what a house does with each value."""
    value = getattr(HOUSES["cash"], name)
    said = f"### `{name}`\n\n{meanings()[name].gist}"
    if name == "misdeals":
        return f"{said}\n\n{_kinds(name)}"
    if isinstance(value, tuple):
        return said
    if isinstance(value, StrEnum):
        values: list[Any] = list(type(value))
    elif isinstance(value, bool):
        values = [True, False]
    else:
        values = list(dict.fromkeys(getattr(house, name) for house in HOUSES.values()))
    return f"{said}\n\n" + "\n".join(f"- {_named(one)}: the house {say_value(name, one)}." for one in values)


def _named(value: Any) -> str:
    return _choice(value) if isinstance(value, bool) else f"`{value}`" if value != "" else "none"


def _kinds(name: str) -> str:
    """Each thing that may be in a list, and in which houses it is."""
    houses = HOUSES.values()
    rows = [[kind, *("yes" if kind in getattr(house, name) else "" for house in houses)] for kind in DealError]
    return table(["", *(f"`{name}`" for name in HOUSES)], rows)
