"""Full Tilt Poker: cash and tournament hands, run it twice, its ten-game mix."""

# compiled: docs/how-to/measure-speed.md

from __future__ import annotations

import re
from typing import ClassVar, Final

from sidepot.formats.sites.dialect import Dialect
from sidepot.formats.sites.site_record import Record

_TABLE: Final = re.compile(r"\bTable (?P<table>.+?)(?: \([^()]*\))*$")
_TOURNAMENT: Final = re.compile(r"(?:(?P<buy_in>[^\s\d][\d.,]+ \+ [^\s\d][\d.,]+) )?.*\((?P<number>\d+)\), ")


class FullTilt(Dialect):
    """Hands of Full Tilt.

    They begin like `Full Tilt Poker Game #123: Table Vero (6 max) - $200/$400 - Limit Omaha Hi/Lo - 0:03:34 ET -
    2006/10/11`.
    """

    site: ClassVar[str] = "Full Tilt"
    marks: ClassVar[tuple[str, ...]] = ("Full Tilt Poker Game #", "FullTiltPoker Game #")
    start: ClassVar[re.Pattern[str]] = re.compile(
        r"\ufeff?(?:FullTiltPoker|Full Tilt Poker) Game #(?P<name>\d+): (?P<where>.+?) - "
        r"(?:(?P<title>(?:CAP )?(?:NL|PL|FL) [^-]+?) - )?(?P<money>[^\s\d]{0,2}[\d.,]+B?/[^\s\d]{0,2}[\d.,]+B?)"
        r"(?: Ante [^\s]+)?(?:(?: - | )(?P<cap>[^\s]*[\d.,]+) Cap)? - "
        r"(?:(?P<later>[^-]*[A-Za-z][^-]* .+?) - )?(?P<when>\d.*)"
    )
    button: ClassVar[re.Pattern[str]] = re.compile(r"button is in seat #(\d+)()")
    time: ClassVar[re.Pattern[str]] = re.compile(r"\d{1,2}:\d\d(?::\d\d)? [A-Z]{1,5} - (?:[A-Z][a-z]+, )?[A-Z\d].*")
    after_name: ClassVar[tuple[str, ...]] = (" ",)

    def is_tournament(self, head: re.Match[str]) -> bool:
        """Whether the hand belongs to a tournament, according to its first line.

        In a tournament, this line has the tournament's title, for example `$4 + $0.40 Rush On Demand (233183652), Table
        5`. In a cash game, it has only the table.
        """
        return _TOURNAMENT.match(head["where"]) is not None

    def tournament_in(self, head: re.Match[str]) -> tuple[str, str, str]:
        """The tournament's number, which follows the title, and its price and level."""
        found = _TOURNAMENT.match(head["where"])
        return (found["number"], (found["buy_in"] or "").replace(" ", ""), "") if found is not None else ("", "", "")

    def record(self, head: re.Match[str]) -> Record:
        """The record of the hand, with the table from the first line: `Table Vero (6 max)`."""
        found = _TABLE.search(head["where"])
        self.table = found["table"] if found is not None else ""
        return super().record(head)

    def title(self, head: re.Match[str]) -> str:
        """The game and limit. Older hands print the game after the stakes; newer hands print it before the stakes."""
        return head["title"] or (head["later"] or "").split(" - ")[0]

    def when(self, head: re.Match[str]) -> str:
        """The date and time. The time is printed before the date. In older hands, the game is printed before both."""
        found = self.time.search(head[0])
        return found[0] if found is not None else super().when(head)
