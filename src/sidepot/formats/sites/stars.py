"""PokerStars: cash and tournament hands since 2003, Zoom and home games, mixed games."""

from __future__ import annotations

import re
from typing import ClassVar

from sidepot.formats.sites.dialect import Dialect


class Stars(Dialect):
    """`PokerStars Hand #123:  Hold'em No Limit ($0.50/$1.00 USD) - 2016/04/14 23:31:38 ET`."""

    site: ClassVar[str] = "PokerStars"
    marks: ClassVar[tuple[str, ...]] = ("PokerStars ", "POKERSTARS ", "PokerMaster Hand #", "Run It Once Poker Hand #")
    start: ClassVar[re.Pattern[str]] = re.compile(
        r"\ufeff?\s*(?:PokerStars|POKERSTARS|PokerMaster|Run It Once Poker)\s+(?:Zoom |Home Game )?(?:Hand|Game) "
        r"#(?P<name>\d+):\s+(?:\{[^{}]*\}\s+)?"
        r"(?P<title>.*?)[ (]*(?<=[\s(])(?P<money>(?:Button Blind\s)?[^\s(]{0,2}[\d.,]+(?:/| - Ante\s)[^\s)]*[\d.,]+)"
        r"(?: - (?P<cap>[^\s]*[\d.,]+) Cap - )?[^)]*\) - (?P<when>[\d/]+ [\d:]+.*)"
    )
    after_name: ClassVar[tuple[str, ...]] = (": ", " ")

    def title(self, head: re.Match[str]) -> str:
        """Of a mix the game stands in brackets: `Mixed NLH/PLO (Hold'em No Limit`; a level with an 8 is none."""
        return head["title"].partition(" - Level")[0].rpartition("(")[2]

    def is_tournament(self, head: re.Match[str]) -> bool:
        """A club may be called so: its name is no part of the title."""
        return "ournament #" in head["title"]
