"""Chips as text: sets and piles as people write them."""

from __future__ import annotations

import re

from sidepot.errors import BadNotation, Conflict
from sidepot.table.chips import ChipSet
from sidepot.table.denominations import Chip, short, worth
from sidepot.table.piles import Pile
from sidepot.validation.reader import file_text


def read_chips(text: str) -> ChipSet:
    """Parse a chip set such as `25 green, T100 black, 500`, in which agreed colours imply their values.

    Raises BadNotation if the text is not a chip set.

    >>> read_chips("1 white, 5 red, 10 blue").find("blue").value
    10
    """
    chips = []
    for part in file_text(text, "a set of chips").split(","):
        name, _, colour = part.strip().partition(" ")
        value = worth(name)
        if value is None:
            raise BadNotation(f"expected chips as a value and a colour, as in '25 green, 100 black', not {short(part)}")
        chips.append((value, " ".join(colour.split())))
    try:
        return ChipSet(tuple(Chip(value, colour) for value, colour in sorted(chips)))
    except Conflict as error:
        raise BadNotation(error.message) from None


def read_pile(text: str, chips: ChipSet | None = None) -> Pile:
    """Parse a pile: `25x4 100x10`, `T25` for one chip or, given a set of `chips`, also `green x4`.

    The denomination comes before the count. If a set of `chips` is given, every chip must belong to it. Raises
    BadNotation if the text is not a pile.

    >>> from sidepot.table.chips import plain_chips
    >>> read_pile("T25x4, 1kx2 500").total
    2600
    >>> read_pile("green x4, black", plain_chips()).total
    200
    """
    plain = text.lower()
    for chip in chips.chips if chips else ():
        if " " in chip.colour:
            plain = plain.replace(chip.colour.lower(), str(chip.value))
    if found := re.search(r"\d,\d{3}(?!\d)", plain):
        raise BadNotation(f"{found[0]} is ambiguous: write numbers without commas, and put a space between chips")
    counts: dict[int, int] = {}
    for part in re.sub(r"\s*[x*\u00d7]\s*(?=\d)", "x", plain).replace(",", " ").split():
        name, x, times = part.rpartition("x")
        if not (x and times.isdecimal()):
            name, times = part, "1"
        value = worth(name) if chips is None else chips.find(name).value
        if value is None or len(times) > 7:
            raise BadNotation(f"expected chips with the denomination first, as in '25x4 100x10', not {short(part)}")
        counts[value] = counts.get(value, 0) + int(times)
    try:
        return Pile.of(counts)
    except Conflict as error:
        raise BadNotation(error.message) from None
