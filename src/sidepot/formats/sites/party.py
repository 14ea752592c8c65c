"""PartyPoker and 888poker: amounts and cards stand in brackets, and `raises [$4]` names what is added."""

from __future__ import annotations

import re
from typing import ClassVar, Final

from sidepot.formats.sites.dialect import Dialect
from sidepot.formats.sites.site_record import What
from sidepot.formats.sites.text import amount_of, amounts_of, brackets

_TOURNAMENT: Final = re.compile(
    r"Tournament #(?P<number>\d+)(?: (?P<buy_in>\S[\d.,]+ \+ \S[\d.,]+))?.*?(?P<table>Table .*|$)"
)


class Party(Dialect):
    """`***** Hand History for Game 123 *****`, then `$10 USD NL Texas Hold'em - Saturday, July 25, ...`."""

    site: ClassVar[str] = "PartyPoker"
    marks: ClassVar[tuple[str, ...]] = ("***** Hand History for Game ", "***** Hand History For Game ")
    head_lines: ClassVar[int] = 2
    start: ClassVar[re.Pattern[str]] = re.compile(
        r"\ufeff?\s*\*+ Hand History [Ff]or Game (?P<name>\w+) \*+\s*\n\s*"
        r"(?P<money>[^\s\d]*[\d.,]+(?:/[^\s\d]*[\d.,]+)?)"
        r"(?: [A-Z]{3})? (?P<title>[^-]*?)(?: \([^-]*\))? - (?P<when>.*)"
    )
    seat: ClassVar[re.Pattern[str]] = re.compile(r"Seat (?P<seat>\d+): (?P<name>.+?) \( ?(?P<stack>[^()]*?) ?\)")
    button: ClassVar[re.Pattern[str]] = re.compile(r"[Ss]eat (\d+) is the button()")
    after_name: ClassVar[tuple[str, ...]] = (" ",)
    words: ClassVar[dict[str, str]] = {
        **Dialect.words,
        "is": "push",
        "folds.": "fold",
        "checks.": "check",
        "collected": "collect",
    }

    def one(self, line: str) -> None:
        """Streets are told as `** Dealing Flop ** [ 2h, 3d, 4s ]`, and the summary may tell who won."""
        if line.startswith("** "):
            if "down cards" not in line and "ummary" not in line:
                self.street += 1
                self.turn(line, 0)
            return
        if line.startswith(("Main Pot:", "Total pot")):
            self.pot = amount_of(line, self.decimals)
            _, _, rake = line.partition("Rake")
            self.rake = amount_of(rake, self.decimals) if rake else None
            return
        super().one(line)

    def bet(self, name: str, rest: str) -> None:
        """`bets [$2]`, `raises [$4]`: what is added; or `raises $2.40 to $2.65`: the last amount is the total."""
        found = amounts_of(rest, self.decimals)
        if " to " in rest and len(found) > 1:
            self.add(name, What.RAISE, found[-1])
        else:
            self.add(name, What.RAISE, self.street_bets().get(name, 0) + self.amounts(rest)[0])

    def push(self, name: str, rest: str) -> None:
        """`is all-In [$5 USD]`: a bet, or a call; the amount is added to the bet."""
        if not rest.lower().startswith("is all-in") or not any(map(str.isdigit, rest)):
            return
        self.add_chips(name, amount_of(rest, self.decimals))

    def collect(self, name: str, rest: str) -> None:
        """`wins $5 USD from the main pot`, `collected [ $0.20 ]`."""
        self.won[name] = self.won.get(name, 0) + amount_of(rest, self.decimals)

    def show(self, name: str, rest: str) -> None:
        """`shows [ Ah, Kd ]a pair of Aces.`"""
        groups = brackets(rest)
        if groups:
            self.shown[name] = groups[0]

    def amounts(self, rest: str) -> tuple[int, ...]:
        """Amounts stand in brackets or parentheses, but for the number of cards."""
        return amounts_of(rest, self.decimals) or (0,)


class Pacific(Party):
    """`***** 888poker Hand History for Game 123 *****`, then `$1/$2 Blinds No Limit Holdem - *** 01 01 2014 ...`."""

    site: ClassVar[str] = "888poker"
    marks: ClassVar[tuple[str, ...]] = ("***** 888", "***** Cassava Hand History", "***** Pacific Poker Hand History")
    start: ClassVar[re.Pattern[str]] = re.compile(
        r"\ufeff?\s*\*+ (?:888poker|888\.[a-z]+|Cassava|Pacific Poker) Hand History for Game (?P<name>\d+) \*+\s*\n"
        r"\s*(?P<money>[^\s\d]*[\d.,]+/[^\s\d]*[\d.,]+) Blinds (?P<title>.*?) - \*+ (?P<when>.*)"
    )

    def is_tournament(self, head: re.Match[str]) -> bool:
        """The third line says so: `Tournament #123 $1.80 + $0.20 - Table #2 9 Max (Real Money)`."""
        return self.lines[2].startswith("Tournament #") if len(self.lines) > 2 else False

    def event_in(self, head: re.Match[str]) -> tuple[str, str, str]:
        """The number and the price of that line."""
        found = _TOURNAMENT.match(self.lines[2])
        return (found["number"], (found["buy_in"] or "").replace(" ", ""), "") if found is not None else ("", "", "")

    def other(self, line: str) -> None:
        """The line of a tournament names the table, too."""
        found = _TOURNAMENT.match(line) if line.startswith("Tournament #") else None
        super().other(found["table"] if found is not None else line)
