"""One kind of chip: its value, its colour, and how people write it. Source: PG-22."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

import msgspec

from sidepot.errors import Conflict
from sidepot.validation import quantities as q
from sidepot.validation.type_checks import check_fields

COLOURS: Final = {
    1: "white",
    5: "red",
    25: "green",
    100: "black",
    500: "purple",
    1_000: "yellow",
    5_000: "orange",
    25_000: "pink",
    100_000: "grey",
}


class Chip(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One kind of chip. `colour` is "" if the chip has no colour."""

    value: q.SomeChips
    colour: str = ""

    def __post_init__(self) -> None:
        check_fields(self)
        if self.colour and not re.fullmatch(r"[^\W\d_]+([ -][^\W\d_]+)*", self.colour):
            raise Conflict(f"colour: expected a name such as 'green' or 'light blue', not {short(self.colour)}")

    def __str__(self) -> str:
        return f"{self.value} {self.colour}".rstrip()


def worth(text: str) -> int | None:
    """The value of a chip written as `25`, `T25` or `5k` (None for any other text)."""
    found = re.fullmatch(r"t?([1-9][0-9]{0,12})(k?)", text.strip().lower())
    return int(found[1]) * (1000 if found[2] else 1) if found else None


def listed(some: Iterable[object]) -> str:
    """List values or chips for an error message."""
    return ", ".join(map(str, some))


def short(text: str) -> str:
    """Shorten a user's text for an error message."""
    return repr(text if len(text) <= 40 else text[:36] + "...")
