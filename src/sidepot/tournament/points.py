"""A checkpoint of a tournament: to go back to, without folding the whole log."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from sidepot.table.table import Table
from sidepot.tournament.entrants import Entrant
from sidepot.tournament.steps import Step


class Point(NamedTuple):
    """A tournament after so many of the steps that hold, the last of which is `last`."""

    steps: int
    last: Step
    columns: dict[str, Any]
    entrants: dict[str, Entrant]
    tables: dict[int, Table]

    def fits(self, steps: Sequence[Step]) -> bool:
        """Whether these steps begin with those that led here."""
        if self.steps > len(steps):
            return False
        last = steps[self.steps - 1]
        return last.number == self.last.number and last.events is self.last.events
