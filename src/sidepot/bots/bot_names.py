"""Names for the bots at tables of a room, marked as such."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from random import Random
from typing import Final

NAMES: Final = (
    "Ada", "Basil", "Clover", "Dexter", "Edda", "Fergus", "Greta", "Hugo", "Ines", "Jasper", "Kit", "Lotte", "Milo",
    "Nell", "Otto", "Pearl", "Quentin", "Ruby", "Silas", "Tilda", "Ulric", "Vera", "Wanda", "Xaver", "Yara", "Zeno",
)  # fmt: skip
MARK: Final = "(bot)"


def bot_names(taken: Iterable[str], rng: Random, many: int) -> list[str]:
    """This many different random names that nobody at the table has.

    >>> bot_names(["Ann"], Random(1), 3)
    ['Edda (bot)', 'Silas (bot)', 'Zeno (bot)']
    """
    others = {name.casefold() for name in taken}
    found: list[str] = []
    turn = 1
    while len(found) < many:
        start = rng.randrange(len(NAMES))
        name = _free(others, start, turn)
        while name is None:
            turn += 1  # all names are taken: add a second Ada
            name = _free(others, start, turn)
        others.add(name.casefold())
        found.append(name)
    return found


def _free(others: Collection[str], start: int, turn: int) -> str | None:
    """The first free name of this turn, from `start` on; None if all are taken."""
    for at in range(start, start + len(NAMES)):
        name = NAMES[at % len(NAMES)] + (f" {turn}" if turn > 1 else "")
        full = f"{name} {MARK}"
        if full.casefold() not in others and name.casefold() not in others:
            return full
    return None


def is_bot_name(name: str) -> bool:
    """Whether a name is marked as that of a bot; players may not take such names."""
    return name.casefold().rstrip().endswith(MARK)
