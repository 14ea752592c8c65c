"""Poker Mavens, the program of private games, which Seals With Clubs (now SwC) used until 2015."""

# compiled: docs/how-to/measure-speed.md

from __future__ import annotations

import re
from typing import ClassVar, Final

from sidepot.formats.sites.dialect import Dialect
from sidepot.formats.sites.text import amount_of

_BUTTON: Final = " has the dealer button"
_SHOWDOWN: Final = "Show Down"


class Mavens(Dialect):
    """Hands of Poker Mavens.

    They begin with lines like `Hand #5557960-70 - 2013-04-16 23:29:08` and
    `Game: NL Hold'em (20 - 100) - Blinds 0.50/1`.
    """

    site: ClassVar[str] = "Poker Mavens"
    marks: ClassVar[tuple[str, ...]] = ("Hand #",)
    confirm: ClassVar[re.Pattern[str] | None] = re.compile(r"Hand #\d+-\d+ - \d{4}-\d\d-\d\d ")
    head_lines: ClassVar[int] = 2
    start: ClassVar[re.Pattern[str]] = re.compile(
        r"\ufeff?\s*Hand #(?P<name>\d+-\d+) - (?P<when>[\d-]+ [\d:]+).*\n\s*"
        r"Game: (?P<title>[^(]+?) \([^()]*\) - (?:Blinds|Stakes|Ante) (?P<money>[\d.,]+(?:/[\d.,]+)?)"
    )
    after_name: ClassVar[tuple[str, ...]] = (" ",)
    words: ClassVar[dict[str, str]] = {**Dialect.words, "refunded": "give_back", "splits": "collect"}

    def read_line(self, line: str) -> None:
        """Read one line. Streets have two stars: `** Flop ** [3s Tc Qh]`, and the turn prints its card alone."""
        if line.startswith("** "):
            if _SHOWDOWN not in line and "[" in line:
                self.street += 1
                self.turn(line, 0)
            else:
                self.stage(line)
        else:
            super().read_line(line)

    def stage(self, line: str) -> None:
        """Read a line marked with stars that shows no new cards: `** Hole Cards **`, `** Pot Show Down ** [...]`."""
        self.street += 1
        if _SHOWDOWN in line:  # it repeats the whole board
            self.turn(line, 0)

    def other(self, line: str) -> None:
        """Read any other line: the button's player, the table, `Rake (0.17)`."""
        if line.endswith(_BUTTON):
            name = line.removesuffix(_BUTTON)
            if name in self.seats:
                self.button_number = self.seats[name][0]
        elif line.startswith("Table: "):
            self.table = line[7:]
        elif line.startswith("Rake ("):  # once for each pot
            self.rake = (self.rake or 0) + amount_of(line, self.decimals)
        else:
            super().other(line)
