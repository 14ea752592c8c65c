"""Names for the bots that keep people company at a table. Any display of one marks it as a bot's."""

from __future__ import annotations

from collections.abc import Collection
from itertools import count
from random import Random
from typing import Final

NAMES: Final = (
    "Ada", "Basil", "Clover", "Dexter", "Edda", "Fergus", "Greta", "Hugo", "Ines", "Jasper", "Kit", "Lotte", "Milo",
    "Nell", "Otto", "Pearl", "Quentin", "Ruby", "Silas", "Tilda", "Ulric", "Vera", "Wanda", "Xaver", "Yara", "Zeno",
)  # fmt: skip
MARK: Final = "(bot)"


def bot_name(taken: Collection[str], rng: Random) -> str:
    """A name that nobody at the table has, `Ada (bot)`: chosen at random.

    >>> bot_name(["Ann"], Random(1))
    'Edda (bot)'
    >>> is_bot_name(bot_name(["Ann"], Random(1)))
    True
    """
    others = {name.casefold() for name in taken}
    start = rng.randrange(len(NAMES))
    for at in count(start):
        turn = (at - start) // len(NAMES)  # with all names taken, there is a second Ada
        name = NAMES[at % len(NAMES)] + (f" {turn + 1}" if turn else "")
        full = f"{name} {MARK}"
        if full.casefold() not in others and name.casefold() not in others:
            return full
    raise AssertionError


def is_bot_name(name: str) -> bool:
    """Whether a name is marked as a bot's; people may not take such names."""
    return name.casefold().rstrip().endswith(MARK)
