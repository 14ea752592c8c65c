"""KingsClub, a mixed-game room. Every hand ends with each player's remaining stack."""

# compiled: docs/how-to/measure-speed.md

from __future__ import annotations

import re
from typing import ClassVar

from sidepot.formats.reasons import DRAWN_TWICE
from sidepot.formats.sites.dialect import Dialect
from sidepot.formats.sites.text import amount_of


class KingsClub(Dialect):
    """Hands of King's Club: `#45394277: Limit 2-7 Drawmaha - 60/120`. `calls 180` gives a street's total."""

    site: ClassVar[str] = "KingsClub"
    marks: ClassVar[tuple[str, ...]] = ("#",)
    start: ClassVar[re.Pattern[str]] = re.compile(
        r"\ufeff?#(?P<name>\d+): (?P<title>.+?) - (?P<money>[\d.,]+/[\d.,]+)\s*$"
    )
    confirm: ClassVar[re.Pattern[str] | None] = start
    calls_are_totals: ClassVar[bool] = True

    def other(self, line: str) -> None:
        """Read any other line.

        `Run 1: Player4 shows [...]` means that the draw was run twice. The text lacks the draws of the second run.
        """
        if line.startswith("Run "):
            self.unresolved = DRAWN_TWICE
        super().other(line)

    def sum_up(self, line: str) -> None:
        """Read a line of the summary.

        Such lines are `Seat 3: Player0 (6,268.75) +47.50`, `Rake 5` and `Player0 wins (412.50) from pot`.
        """
        found = self.seat.match(line)
        if found is not None:
            self.ends[found["name"]] = amount_of(found["stack"], self.decimals)
        elif line.startswith("Rake "):
            self.rake = amount_of(line, self.decimals)
        else:
            self.act(line)
