"""Renumbered rule books: the number of a rule in the next edition.

A part moves with its rule (`43-B` becomes `45-B`) unless the table names the part itself. The numbers of 2026 come from
other people's reports: we have not read the printed edition.
"""

from __future__ import annotations

from typing import Final, NamedTuple


class Renumbered(NamedTuple):
    """An edition that has the rules of an earlier edition under other numbers.

    - `earlier`: the earlier edition
    - `moved`: the new number of each rule, by its old number
    - `new`: the numbers of the rules that the earlier edition lacks
    """

    earlier: str
    moved: dict[str, str]
    new: frozenset[str]


RENUMBERED: Final = {
    "TDA-2026": Renumbered(
        "TDA-2024",
        {
            **{str(number): str(number + 1) for number in range(7, 21)},
            **{str(number): str(number + 2) for number in range(21, 70)},
            "70": "72",
            "71": "74",
            "20-D": "",  # it only says that a sentence is gone; 21-D is another rule
            "34-B": "36-C",
            "53-A": "55-A1",
            "53-B": "55-A2",
        },
        frozenset(
            {
                *("3-B", "5-A", "7", "16-C", "21-D", "22", "25-C", "26-D", "36-B", "55-B", "73"),
                *("RP-23", "RP-24", "RP-25", "RP-26", "RP-27", "RP-28", "RP-29"),
            }
        ),
    ),
}


def number_in(edition: str, number: str) -> str:
    """The number in this edition for a rule of the previous edition ("" if the rule is gone).

    >>> number_in("TDA-2026", "43-B"), number_in("TDA-2026", "34-B"), number_in("TDA-2026", "RP-5")
    ('45-B', '36-C', 'RP-5')
    >>> number_in("TDA-2026", "53-A/fold")
    '55-A1/fold'
    """
    whole, slash, part = number.partition("/")
    moved = _moved(RENUMBERED[edition].moved, whole)
    return f"{moved}{slash}{part}" if moved else ""


def number_before(edition: str, number: str) -> str:
    """The number in the previous edition for a rule of this edition ("" if the rule is new).

    >>> number_before("TDA-2026", "45-B"), number_before("TDA-2026", "36-C"), number_before("TDA-2026", "73")
    ('43-B', '34-B', '')
    """
    renumbered = RENUMBERED[edition]
    if number in renumbered.new:
        return ""
    return _moved({new: old for old, new in renumbered.moved.items()}, number)


def with_later(numbers: dict[str, str]) -> dict[str, str]:
    """The numbers of a rule by edition, including its numbers in later editions."""
    for edition, renumbered in RENUMBERED.items():
        later = number_in(edition, numbers[renumbered.earlier]) if renumbered.earlier in numbers else ""
        if later and edition not in numbers:
            numbers = numbers | {edition: later}
    return numbers


def _moved(moved: dict[str, str], number: str) -> str:
    if number in moved:
        return moved[number]
    rule, dash, part = number.partition("-")
    return f"{moved[rule]}{dash}{part}" if moved.get(rule) else moved.get(rule, number)
