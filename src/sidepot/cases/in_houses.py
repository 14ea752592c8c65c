"""One case for several houses: told once, and played in each house that it names, under the numbers of its book.

`also = { "tda-2026" = ["TDA-2026:47-B"] }` names the houses, each with the cites that its ruling has there. Everything
else is as in the case itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from sidepot.errors import BadNotation
from sidepot.rules.editions import RENUMBERED, number_in
from sidepot.rules.houses import find_house
from sidepot.rules.index import find_rules

ALSO: Final = "also"


def in_houses(table: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """The case as it stands, and for each other house that it names. Raises BadNotation."""
    case = {key: value for key, value in table.items() if key != ALSO}
    yield case
    for name, cites in _named(table).items():
        house = find_house(name)
        there = case | {"id": f"{case.get('id')}@{house.name}", "house": house.name}
        there["rules"] = [_rule_in(rule, house.edition) for rule in case.get("rules", ())]
        if cites:
            there["expect"] = {**case.get("expect", {}), "cites": cites}
        yield there


def _named(table: Mapping[str, Any]) -> dict[str, list[str]]:
    named = table.get(ALSO, {})
    if not isinstance(named, dict) or not all(isinstance(cites, list) for cites in named.values()):
        raise BadNotation('also: this is a table of houses with their cites, as in { "tda-2026" = ["TDA-2026:47-B"] }')
    if table.get("house", "tda-2013") in named:
        raise BadNotation("also: it names the other houses, and not the case's own")
    return named


def _rule_in(rule: str, edition: str) -> str:
    """A rule that a case proves, as the book of another house has it: one that was numbered anew by its new number."""
    earlier = RENUMBERED[edition].earlier if edition in RENUMBERED else ""
    text, _, number = rule.partition(":")
    if not earlier or text != earlier:
        return rule
    there = number_in(edition, number)
    return find_rules(f"{edition}:{there}")[0].id if there else rule
