"""Compare the outcome with the expectations of a case; only fields that the case gives are compared."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol

import msgspec

from sidepot.errors import Cite

Problems = list[str]


class Order(Protocol):
    """An order of the director, as far as a case checks it: the rule that it cites, and its reason."""

    @property
    def cite(self) -> Cite: ...

    @property
    def because(self) -> str: ...


class OrdersExpected(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a case expects of the director's orders: the rules that they cite, and words of their reasons."""

    cites: list[str] = []
    says: list[str] = []


def differ(problems: Problems, what: str, expected: object, got: object) -> None:
    """Record that a result (`got`) differs from what the case expects."""
    if expected != got:
        problems.append(f"{what}: expected {_plain(expected)}, got {_plain(got)}")


def covers(rule: str, cite: str) -> bool:
    """Whether a citation names this rule or a part of it.

    >>> covers("TDA-2024:53-A", "TDA-2024:53-A/fold"), covers("TDA-2024:5", "TDA-2024:53-A/fold")
    (True, False)
    """
    return cite == rule or cite.startswith(f"{rule}/")


def _plain(value: object) -> str:
    return value if isinstance(value, str) and value else repr(value)


def look_for(problems: Problems, what: str, parts: Iterable[str], text: str) -> None:
    """Record every part that is missing from the text."""
    problems += [f"{what}: expected {part!r} in {text!r}" for part in parts if part not in text]


def compare(problems: Problems, expect: object, **got: object) -> None:
    """Compare the fields in `got` with the expected ones, and record the differences.

    Fields that the case omits are not compared.
    """
    for key, value in got.items():
        wanted = getattr(expect, key)
        if wanted is not None:
            differ(problems, key, wanted, value)


def compare_all(expect: msgspec.Struct, found: Mapping[str, object]) -> Problems:
    """Compare all fields that the case gives.

    A dictionary is compared only by the keys that it has. `says` lists texts that `found["says"]` must contain.
    """
    problems: Problems = []
    for key in expect.__struct_fields__:
        wanted, got = getattr(expect, key), found.get(key)
        if key == "says" and isinstance(got, Iterable):
            look_for(problems, key, wanted, " / ".join(got))
        elif isinstance(wanted, dict):
            differ(problems, key, wanted, {one: got.get(one) if isinstance(got, dict) else None for one in wanted})
        elif wanted is not None:
            differ(problems, key, wanted, got)
    return problems


def compare_orders(problems: Problems, expect: OrdersExpected, orders: Sequence[Order]) -> None:
    """Compare the rules that the orders cite. Look for the expected words in the reasons of the orders."""
    if expect.cites:
        cited = {str(order.cite) for order in orders}
        found = {next((rule for rule in expect.cites if covers(rule, one)), one) for one in cited}
        differ(problems, "cites", sorted(expect.cites), sorted(found))
    look_for(problems, "says", expect.says, " ".join([order.because for order in orders]))
