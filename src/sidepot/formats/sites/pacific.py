"""888poker (Cassava, Pacific Poker): PartyPoker's text with other first lines. No line returns an uncalled bet."""

# compiled: docs/how-to/measure-speed.md

from __future__ import annotations

import re
from typing import ClassVar, Final

from sidepot.formats.sites.party import Party
from sidepot.formats.sites.text import decimals_in

_TOURNAMENT: Final = re.compile(
    r"Tournament #(?P<number>\d+)(?: (?P<buy_in>\S?\d[\d.,]*(?: ?[$€£])? \+ \S?\d[\d.,]*(?: ?[$€£])?))?"
    r".*?(?P<table>Table .*|$)"
)


class Pacific(Party):
    """Hands of 888poker.

    They begin with two lines like these: `***** 888poker Hand History for Game 123 *****` and `$1/$2 Blinds No Limit
    Holdem - *** 01 01 2014 ...`.
    """

    site: ClassVar[str] = "888poker"
    wins_have_back: ClassVar[bool | None] = False
    names_blinds: ClassVar[bool] = True
    marks: ClassVar[tuple[str, ...]] = (
        "***** 888",
        "**** 888",
        "***** Cassava Hand History",
        "***** Cassava Snap",
        "***** Pacific Poker Hand History",
        "***** LuckyAcePoker",
        "***** WSOP",
    )
    start: ClassVar[re.Pattern[str]] = re.compile(
        r"\ufeff?\s*\*{4,} (?:888|Cassava|Pacific|LuckyAce|WSOP)[\w.-]*(?: [A-Za-z ]+?)? Hand History for Game "
        r"(?P<name>\d+) \*+\s*\n"
        r"\s*(?P<money>[^\s\d]*\s?\d[\d.,\s]*[^\s\d/]{0,4}/[^\s\d]*\s?\d[\d.,\s]*(?:(?!Blinds)[^\s\d/]{1,4})?) ?Blinds "
        r"(?P<title>.*?) - \*+ ?(?P<when>.*)"
    )

    def is_tournament(self, head: re.Match[str]) -> bool:
        """Whether the hand belongs to a tournament, according to the third line.

        In a tournament, this line is like `Tournament #123 $1.80 + $0.20 - Table #2 9 Max (Real Money)`.
        """
        return self.lines[2].startswith("Tournament #") if len(self.lines) > 2 else False

    def decimals_of(self, head: re.Match[str]) -> int:
        """The number of decimal places of the amounts in the hand, apart from the price of a tournament."""
        lines = self.lines[3:] if self.is_tournament(head) else self.lines[1:]
        return decimals_in("\n".join(lines) + " " + head["money"])

    def tournament_in(self, head: re.Match[str]) -> tuple[str, str, str]:
        """The tournament's number and price, from the third line. The level is ""."""
        found = _TOURNAMENT.match(self.lines[2])
        return (found["number"], (found["buy_in"] or "").replace(" ", ""), "") if found is not None else ("", "", "")

    def put_in(self, name: str, rest: str) -> None:
        """Read a post. `posts dead blind [$1 + $2]` is a dead small blind and a live big blind."""
        found = self.amounts(rest)
        if "dead" in rest and len(found) > 1:
            self.post_both(name, found[1], found[0])
        else:
            super().put_in(name, rest)

    def other(self, line: str) -> None:
        """Read any other line. The line about a tournament also names the table."""
        found = _TOURNAMENT.match(line) if line.startswith("Tournament #") else None
        super().other(found["table"] if found is not None else line)
