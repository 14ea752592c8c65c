"""Spaced repetition: after each right answer, a question comes back after a longer time; after a wrong one, at once.

A question moves up one box with each right answer, and back to the first one with a wrong answer (Leitner's boxes).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, TypeVar

import msgspec

DAYS: Final = (0, 1, 3, 7, 21, 60)
"""The days until a question comes back, by its box."""


class Repetition(msgspec.Struct, frozen=True, array_like=True):
    """When a question is asked again, like a flash card.

    - `box`: from 0 (again on the same day) to 5 (after 60 days)
    - `due`: the day on which it is asked again, as a number of days
    """

    box: int
    due: int


K = TypeVar("K")


def after(before: Repetition | None, is_right: bool, day: int) -> Repetition:
    """The new box of a question, after it was answered on this day. `before` is None for a new question.

    A right answer (`is_right`) moves the question to the next box, and a wrong answer back to box 0.

    >>> after(None, True, 100), after(Repetition(4, 90), False, 100)
    (Repetition(box=1, due=101), Repetition(box=0, due=100))
    """
    box = min((before.box if before else 0) + 1, len(DAYS) - 1) if is_right else 0
    return Repetition(box, day + DAYS[box])


def due_on(day: int, ids: Sequence[K], known: Mapping[K, Repetition]) -> list[K]:
    """The questions to ask on a day. Due questions come first, the longest overdue at the top. Questions that were
    never asked follow, in order.
    """
    back = sorted([one for one in ids if one in known and known[one].due <= day], key=lambda one: known[one].due)
    return [*back, *[one for one in ids if one not in known]]
