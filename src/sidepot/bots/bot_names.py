"""The bots at tables of a room: their names, which mark them as bots, and the style in which each plays.

A name always has the same style and, on the pages, the same face: Ada is tight at every table.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from enum import StrEnum
from functools import lru_cache
from random import Random
from typing import Final


class BotStyle(StrEnum):
    """How a bot departs from plain play. The styles are in `sidepot.bots.styles`, and figures are in
    `docs/reference/bots.md`.
    """

    TIGHT = "tight"
    LOOSE = "loose"
    AGGRESSIVE = "aggressive"


CAST: Final[dict[str, BotStyle]] = {
    name: style
    for style, names in (
        (BotStyle.TIGHT, "Ada Dexter Greta Jasper Milo Pearl Silas Vera Yara"),
        (BotStyle.LOOSE, "Basil Edda Hugo Kit Nell Quentin Tilda Wanda Zeno"),
        (BotStyle.AGGRESSIVE, "Clover Fergus Ines Lotte Otto Ruby Ulric Xaver"),
    )
    for name in names.split()
}
NAMES: Final = tuple(sorted(CAST))
MARK: Final = "(bot)"


def bot_names(taken: Iterable[str], rng: Random, many: int, style: BotStyle | None = None) -> list[str]:
    """Draw `many` different names that nobody at the table has. With `style`, all of them are names for bots of this
    style.

    >>> bot_names(["Ann"], Random(1), 3)
    ['Edda (bot)', 'Silas (bot)', 'Zeno (bot)']
    """
    names = [name for name in NAMES if style in (None, CAST[name])]
    others = {name.casefold() for name in taken}
    found: list[str] = []
    turn = 1
    while len(found) < many:
        start = rng.randrange(len(names))
        name = _free(names, others, start, turn)
        while name is None:
            turn += 1  # all names are taken: add a second Ada
            name = _free(names, others, start, turn)
        others.add(name.casefold())
        found.append(name)
    return found


def _free(names: Sequence[str], others: Collection[str], start: int, turn: int) -> str | None:
    """The first free name of this turn, from `start` on (None if all are taken)."""
    for at in range(start, start + len(names)):
        name = names[at % len(names)] + (f" {turn}" if turn > 1 else "")
        full = f"{name} {MARK}"
        if full.casefold() not in others and name.casefold() not in others:
            return full
    return None


def is_bot_name(name: str) -> bool:
    """Whether a name is marked as a bot's name. Players may not take such names."""
    return name.casefold().rstrip().endswith(MARK)


@lru_cache(256)
def style_of(name: str) -> BotStyle | None:
    """The style of the bot with this name. None for a name chosen by a host, because such a bot has no style.

    >>> style_of("Ada 2 (bot)")
    <BotStyle.TIGHT: 'tight'>
    >>> style_of("Ada")
    """
    if not is_bot_name(name):
        return None
    return CAST.get(name.removesuffix(MARK).rstrip(" 0123456789"))
