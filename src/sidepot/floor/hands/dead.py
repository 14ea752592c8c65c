"""Dead or live: shared by the rulings on hands."""

from __future__ import annotations

from typing import Final

from sidepot.errors import Cite
from sidepot.rules.rulebook import Rulebook
from sidepot.rules.ruling import Effect, Kill
from sidepot.rules.texts import Point, cite

DEAD: Final = "dead"
LIVE: Final = "live"
OUT_OF_THE_MUCK: Final = "Cards in the muck may be ruled dead, but what can be told for certain may be taken out again."

CARDS_SPEAK: Final = Point(
    "cards speak", {"TDA-2013": "12", "TDA-2024": "12", "RRP-11": "showdown/cards-speak", "PG": "74"}
)
# Cards that touch the muck or were pushed to it: a topic of the showdown, and of protecting a hand before it.
MUCK: Final = Point(
    "cards and the muck", {"TDA-2013": "14-A", "TDA-2024": "14", "RRP-11": "dead-hands/muck", "PG": "113"}
)


def kill(seat: int, *, refund: bool = False) -> tuple[Effect, ...]:
    """The effect of a dead hand on the live hand, where there is one."""
    return (Kill(seat, refund),) if seat >= 0 else ()


def speaks(point: Point, rulebook: Rulebook) -> bool:
    """Whether any text of this house speaks of the point."""
    return any(text in point.numbers for text in rulebook.texts)


def also(rulebook: Rulebook, *points: Point) -> tuple[Cite, ...]:
    """Where the texts of the house speak of these points, which did not decide but belong to the answer."""
    return tuple(cite(point, rulebook) for point in points if speaks(point, rulebook))
