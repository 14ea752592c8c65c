"""PokerStars: cash and tournament hands since 2003, Zoom and home games, mixed games; and Run It Once.

Clubs (PokerMaster, PokerBros, PPPoker, Suprema) and Full Tilt since 2016 write the same text under another first word.
"""

from __future__ import annotations

import re
from typing import ClassVar

from sidepot.formats.sites.hand_so_far import RAISE
from sidepot.formats.sites.site_record import Record
from sidepot.formats.sites.stars_text import StarsText
from sidepot.formats.sites.text import amount_of


class Stars(StarsText):
    """`PokerStars Hand #123:  Hold'em No Limit ($0.50/$1.00 USD) - 2016/04/14 23:31:38 ET`."""

    site: ClassVar[str] = "PokerStars"
    marks: ClassVar[tuple[str, ...]] = (
        "PokerStars ",
        "POKERSTARS ",
        "PokerMaster Hand #",
        "PokerBros Hand #",
        "PPPoker Hand #",
        "SupremaPoker Hand #",
        "MPLPoker Hand #",
        "Full Tilt Hand #",
    )
    start: ClassVar[re.Pattern[str]] = re.compile(
        r"\ufeff?\s*(?:PokerStars|POKERSTARS|PokerMaster|PokerBros|PPPoker|SupremaPoker|MPLPoker|Full Tilt)\s+"
        r"(?:Zoom |Home Game )?(?:Hand|Game) "
        r"#(?P<name>\d+):\s+(?:\{[^{}]*\}\s+)?"
        r"(?P<title>.*?)[ (]*(?<=[\s(])(?P<money>(?:Button Blind\s)?[^\s(]{0,2}[\d.,]+(?:/| - Ante\s)[^\s)]*[\d.,]+)"
        r"(?: - (?P<cap>[^\s]*[\d.,]+) Cap - )?[^)]*\) - (?P<when>[\d/]+(?: -)? [\d:]+.*)"
    )

    def title(self, head: re.Match[str]) -> str:
        """Of a mix the game stands in brackets: `Mixed NLH/PLO (Hold'em No Limit`; a level with an 8 is none."""
        return head["title"].partition(" - Level")[0].rpartition("(")[2]

    def is_tournament(self, head: re.Match[str]) -> bool:
        """A club may be called so: its name is no part of the title."""
        return "ournament #" in head["title"]

    def when(self, head: re.Match[str]) -> str:
        """`2007/10/15 - 05:34:03 (ET)` until 2008."""
        return head["when"].replace(" - ", " ").replace("(ET)", "ET")


class RunItOnce(Stars):
    """`Run It Once Poker Hand #30: Hold'em No Limit (10/20) - 2019/06/25 16:12 UTC`; BetRivers has the same program.

    The text deals all hands, so that it does not tell whose it is. The uncalled bet that it prints is what was won.
    """

    site: ClassVar[str] = "Run It Once"
    marks: ClassVar[tuple[str, ...]] = ("Run It Once Poker Hand #", "BetRivers Poker Hand #")
    start: ClassVar[re.Pattern[str]] = re.compile(
        r"\ufeff?\s*(?:Run It Once|BetRivers) Poker Hand #(?P<name>\d+):\s+(?P<title>.*?) ?"
        r"\((?P<money>[^\s\d()]{0,2}[\d.,]+/[^\s\d()]{0,2}[\d.,]+)[^()]*\) - (?P<when>\d[\d/]+ [\d:]+.*)"
    )

    def sit(self, line: str) -> bool:
        """`Seat 3: Ann (500 in chips) [hero]`."""
        is_seat = super().sit(line)
        if is_seat and line.endswith("[hero]"):
            self.hero = next(reversed(self.seats))
        return is_seat

    def deal(self, rest: str) -> None:
        """`Dealt to Ann [6s 8h]`, for each player."""
        hero = self.hero
        super().deal(rest)
        self.hero = hero

    def other(self, line: str) -> None:
        """`STP added: $0.50`: the site adds to the pot."""
        if line.startswith(("STP added", "STP Added")):
            self.carried += amount_of(line, self.decimals)
        super().other(line)

    def record(self, head: re.Match[str]) -> Record:
        """After the largest splashes nobody bets: the cards are dealt out, and the text does not tell who wins."""
        if self.pot is not None and self.pot != self.pot_of(self.paid()):
            self.raise_by_more()
        if self.carried and not self.acts:
            self.untold = "nobody bets after such a splash, and the text does not tell who won"
        return super().record(head)

    def pot_of(self, paid: dict[str, int]) -> int:
        """What the pot comes to by the amounts of the acts."""
        return self.carried + sum(paid.values()) - sum(self.last_bet_uncalled().values())

    def raise_by_more(self) -> None:
        """Texts of early 2019 leave out of `raises €44 to €68` what the player has bet before in the round.

        It is so where the pot comes out then, as it is printed.
        """
        told = self.acts
        self.acts = []
        for name, street, line, what, amount, count, cards in told:
            self.street = street
            more = self.street_bets().get(name, 0) if what is RAISE else 0
            self.acts.append((name, street, line, what, amount + more, count, cards))
        if self.pot != self.pot_of(self.paid()):
            self.acts = told

    def returned(self, won: dict[str, int], paid: dict[str, int], rake: int | None) -> dict[str, int]:
        """The chips that came back uncalled, by the bets."""
        return self.last_bet_uncalled() if self.back else super().returned(won, paid, rake)
