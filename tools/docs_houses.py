"""docs/reference/houses.md: every choice of a house, what it means, and what each house has chosen."""

from __future__ import annotations

import sys
from enum import StrEnum
from typing import Any

from docs_text import NOTE, table

from sidepot.rules.floor_choices import DealError
from sidepot.rules.houses import HOUSES
from sidepot.rules.meanings import CHOICES, groups, house_notes, meanings, say_value
from sidepot.rules.rulebook import Rulebook


def houses_page() -> str:
    """Every field of a rulebook, what it decides, and what each house chose."""
    for name in CHOICES:
        if name not in meanings():
            sys.exit(f"tools/docs.py: the rulebook has a new field {name!r}: say in rules/meanings.toml what it means")
    parts = [
        "# Houses",
        "For hosts, directors and dealers who choose whose rules they play by.",
        NOTE,
        "Where the sources disagree, the house decides. A house is a value of `sidepot.rules.rulebook.Rulebook`. This "
        "page lists the houses that come with sidepot (`sidepot.rules.houses`). Make your own from one of them:",
        "```python\nfrom sidepot.rules.houses import CASH\n\n"
        'ours = CASH.but(name="ours", may_muck=False, short_post="blind first")\n```',
        "`sidepot rules diff tda-2013 tda-2024` lists in words where two houses differ.",
        table(["house", "whose rules", "how well we know them"], [_house(house) for house in HOUSES.values()]),
        "Editions: TDA-2013, TDA-2024 and TDA-2026 are the rules of the Poker Tournament Directors Association, "
        "RRP-11 Robert's Rules of Poker; TS, AI, PG, OS and SD are [sources](sources.md). **2026 is known only at "
        "second "
        "hand:** its print has not been read, only another's account of all its rules and some quotations of it. Check "
        "the print before you rest a decision on one of its numbers. Where 2026 only numbers a rule anew, "
        "`sidepot.rules.editions` says what it was in 2024. Everything here is in our own words; the TDA's rules are "
        "at <https://www.pokertda.com>. `sidepot rules` lists every rule with its code and its cases.",
        "Each group begins with a table: the choice of most houses, and the houses that choose otherwise. Below it, "
        "each choice says what a house does that makes it.",
    ]
    for name, fields in groups().items():
        parts += [f"## {name}", _choices(fields), *map(_field, fields)]
    return "\n\n".join(parts) + "\n"


def _house(house: Rulebook) -> list[str]:
    """A house by name, its edition, and what it is made of."""
    note = house_notes()[house.name]
    return [f"`{house.name}`", f"{note.title} ({house.edition})", note.known]


def _choices(fields: tuple[str, ...]) -> str:
    """What most houses have chosen, and which ones have not."""
    return table(["", "most houses", "others"], [[f"[`{name}`](#{name})", *_agreed(name)] for name in fields])


def _agreed(name: str) -> tuple[str, str]:
    """The choice that most houses share, and each other choice with its houses."""
    shared: dict[str, list[str]] = {}
    for house in HOUSES.values():
        shared.setdefault(_choice(getattr(house, name)), []).append(f"`{house.name}`")
    most = max(shared, key=lambda choice: len(shared[choice]))
    others = [f"{choice or 'none'}: {', '.join(houses)}" for choice, houses in shared.items() if choice != most]
    return most or "none", "; ".join(others)


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
    return f"{said}\n\n" + "\n".join(f"- {_named(one)}: {say_value(name, one)}." for one in values)


def _named(value: Any) -> str:
    return _choice(value) if isinstance(value, bool) else f"`{value}`" if value != "" else "none"


def _kinds(name: str) -> str:
    """Each thing that may be in a list, and in which houses it is."""
    houses = {house.name: getattr(house, name) for house in HOUSES.values()}
    rows = []
    for kind in DealError:
        has = [f"`{one}`" for one, kinds in houses.items() if kind in kinds]
        rows.append([kind, "all" if len(has) == len(houses) else ", ".join(has) or "none"])
    return table(["", "houses"], rows)
