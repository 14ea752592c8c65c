"""The cut: which seats are offered it, and where a deck may be cut. Source: PG-50."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sidepot.errors import Cite, Conflict

THE_CUT: Final = Cite("PG", "50")
LEAST: Final = 5  # least cards in each part of a cut deck


def offered_the_cut(button: int, seats: int) -> list[int]:
    """The seats that are offered the cut, in order: first the seat to the right of the dealer, then clockwise.

    The dealer, who has shuffled, is not asked. Rule: PG-50.

    >>> offered_the_cut(button=2, seats=4)
    [1, 0, 3]
    """
    return [(button - step) % seats for step in range(1, seats)]


def places_to_cut(count: int) -> int:
    """The number of places where a deck of `count` cards may be cut (0 if one part would always be too small)."""
    return max(0, count - 2 * LEAST + 1)


def check_cut(count: int, at: int) -> None:
    """Raise Conflict unless a deck of `count` cards may be cut below its first `at` cards. Rule: PG-50."""
    if not LEAST <= at <= count - LEAST:
        raise Conflict(
            f"each part of a cut pack must have at least {LEAST} cards; these have {at} and {count - at}", THE_CUT
        )


def cut(order: Sequence[int], at: int) -> tuple[int, ...]:
    """The deck, top card first, with its first `at` cards moved to the bottom. Rule: PG-50.

    Raises Conflict if it may not be cut there.

    >>> cut(range(12), 5)
    (5, 6, 7, 8, 9, 10, 11, 0, 1, 2, 3, 4)
    """
    check_cut(len(order), at)
    return (*order[at:], *order[:at])
