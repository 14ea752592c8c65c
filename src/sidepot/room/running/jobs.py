"""A command to a running table, on its way: its sender, and the callback for its outcome."""

from __future__ import annotations

from collections.abc import Callable

from sidepot.errors import SidepotError
from sidepot.room.tables.sayings import Saying

Done = Callable[[int, SidepotError | None], object]  # the number of its entry, or what was the matter


class Job:
    """The command `said`, `by` an account ("": the room), with its `id`."""

    __slots__ = ("by", "done", "id", "said", "staff")

    def __init__(self, said: Saying, by: str, id: str, staff: bool, done: Done) -> None:
        self.said = said
        self.by = by
        self.id = id
        self.staff = staff
        self.done = done


def ignore(_: int, __: SidepotError | None) -> None:
    """The room needs no answer to its own commands."""
