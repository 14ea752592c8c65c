"""Bounds for the numbers of a case, so that each case is read and played in a short time.

The JSON Schema has the same bounds: `Players` and `Seats` by their types, and `MOST` for every other number.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Annotated, Any, Final

import msgspec

from sidepot.errors import BadNotation

MOST: Final = 10**15
"""The maximum of a number in a case; the minimum is its negative."""

DIGITS: Final = 100
"""The number of digits that is too many for a number in a sentence."""

Players = Annotated[int, msgspec.Meta(le=100_000)]
Seats = Annotated[int, msgspec.Meta(le=22)]

_LONG: Final = re.compile(rf"\d{{{DIGITS},}}")


def check_numbers(table: dict[str, object]) -> None:
    """Raise BadNotation, naming the key, for a number that is too large for any case."""
    for key, value in _values(table, ""):
        if isinstance(value, str):
            found = _LONG.search(value)
            if found:
                raise BadNotation(f"{key}: expected fewer than {DIGITS} digits, not {len(found[0])}")
        elif not -MOST <= value <= MOST:  # this is how `nan` is refused, too
            raise BadNotation(f"{key}: a number in a case must be from -{MOST} to {MOST}")


def _values(value: object, key: str) -> Iterator[tuple[str, str | float]]:
    """The numbers and texts in a value, and the keys that lead there."""
    if isinstance(value, dict):
        for name, part in value.items():
            yield from _values(part, f"{key}.{name}" if key else name)
    elif isinstance(value, list):
        for part in value:
            yield from _values(part, key)
    elif isinstance(value, str | int | float):
        yield key, value


def bounded(schema: Any) -> Any:
    """A part of a JSON Schema, with bounds added for its numbers."""
    if isinstance(schema, list):
        return [bounded(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    found = {key: bounded(part) for key, part in schema.items()}
    types = schema.get("type", ())
    if not {"integer", "number"}.isdisjoint({types} if isinstance(types, str) else types):
        return {"minimum": -MOST, "maximum": MOST} | found
    return found
