"""PartyPoker and 888poker: amounts and cards stand in brackets, and `raises [$4]` names what is added."""

from __future__ import annotations

import re
from typing import ClassVar, Final

from sidepot.formats.sites.dialect import FIXED, Dialect, currency_in
from sidepot.formats.sites.localised import in_english
from sidepot.formats.sites.site_games import limit_of_title
from sidepot.formats.sites.site_record import Posted, Record, What
from sidepot.formats.sites.text import amount_of, amounts_of, brackets, cards_of, decimals_in
from sidepot.hand.setup import Post

_TOURNAMENT: Final = re.compile(
    r"Tournament #(?P<number>\d+)(?: (?P<buy_in>\S?\d[\d.,]*(?: ?[$€£])? \+ \S?\d[\d.,]*(?: ?[$€£])?))?"
    r".*?(?P<table>Table .*|$)"
)

_LIMIT: Final = re.compile(r"\(([NPF]L)\)")
_SEAT: Final = re.compile(r"[Ss]eat \d+:")
_BUY_IN: Final = re.compile(r"\(Buyin ([^()]*\d)\)")


class Party(Dialect):
    """`***** Hand History for Game 123 *****`, then `$10 USD NL Texas Hold'em - Saturday, July 25, ...`."""

    site: ClassVar[str] = "PartyPoker"
    wins_have_back: ClassVar[bool | None] = True
    marks: ClassVar[tuple[str, ...]] = ("***** Hand History for Game ", "***** Hand History For Game ")
    head_lines: ClassVar[int] = 2
    start: ClassVar[re.Pattern[str]] = re.compile(
        r"\ufeff?\s*\*+ Hand History [Ff]or Game (?P<name>\w+) \*+\s*\n\s*"
        r"(?P<money>[^\s\d]*[\d.,]+(?:/[^\s\d]*[\d.,]+)?)"
        r"(?: [A-Z]{3})? (?P<title>[^-]*?)(?: \([^-]*\))? - (?P<when>.*)"
    )
    seat: ClassVar[re.Pattern[str]] = re.compile(r"[Ss]eat (?P<seat>\d+): (?P<name>.+?) \( ?(?P<stack>[^()]*?) ?\)")
    button: ClassVar[re.Pattern[str]] = re.compile(r"[Ss]eat (\d+) is the button()")
    after_name: ClassVar[tuple[str, ...]] = (" ",)
    words: ClassVar[dict[str, str]] = {
        **Dialect.words,
        "is": "push",
        "folds.": "fold",
        "checks.": "check",
        "collected": "collect",
        "balance": "balance",
        "Cashed": "balance",
    }

    def read(self, head: re.Match[str] | None) -> Record:
        """A program in another language writes amounts and cards as it is usual there."""
        lines = in_english(self.lines)
        if lines is not self.lines:
            self.lines = lines
            head = self.start.match("\n".join(self.lines[: self.head_lines]))
        return super().read(head)

    def one(self, line: str) -> None:
        """Streets are told as `** Dealing Flop ** [ 2h, 3d, 4s ]`, and the summary may tell who won."""
        if line.startswith("seat "):
            line = f"S{line[1:]}"
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

    def title(self, head: re.Match[str]) -> str:
        """Newer hands have the limit in brackets: `Omaha Hi Game Table (PL)`."""
        limit = _LIMIT.search(head[0])
        return f"{limit[1]} {head['title']}" if limit is not None else head["title"]

    def currency(self, head: re.Match[str]) -> str:
        """Newer hands begin without one: it is that of the stacks."""
        return super().currency(head) or currency_in("", next((one for one in self.lines if _SEAT.match(one)), ""))

    def event_in(self, head: re.Match[str]) -> tuple[str, str, str]:
        """`(MTT Tournament #302466038) (Buyin $3.0 + $0.3)`."""
        number, price, level = super().event_in(head)
        told = _BUY_IN.search(head[0])
        return number, told[1].replace(" ", "") if told is not None else price, level

    def other(self, line: str) -> None:
        """Newer hands tell the button behind the table: `Table Table 7488952 (Real Money) -- Seat 1 is the button`."""
        super().other(line)
        self.table = self.table.partition(" -- ")[0]

    def balance(self, name: str, rest: str) -> None:
        """`balance $44.16, bet $23.17, collected $41.47, net +$18.30[ 9c, 7h ] [ a pair ]`: the stack at the end."""
        words, _, cards = rest.partition("[")
        where = self.cashed if words.startswith("Cashed out") else self.ends
        where[name] = amount_of(words, self.decimals)
        if cards and "(folded)" not in words:
            self.shown[name] = cards_of(cards.partition("]")[0])

    def record(self, head: re.Match[str]) -> Record:
        """A player who has cashed out is told with the stack after that: what the others have leaves the pot itself."""
        sold = self.cashed
        self.cashed = {}
        for name, amount in sold.items():
            others = sum([end - self.seats[other][1] for other, end in self.ends.items()])
            self.ends[name] = self.seats[name][1] - others - (self.rake or 0)
            self.beside[name] = amount - self.ends[name]
        if len(sold) > 1:
            self.untold = "several players cashed out, and the text does not tell who won"
        return super().record(head)

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
    wins_have_back: ClassVar[bool | None] = False
    marks: ClassVar[tuple[str, ...]] = (
        "***** 888",
        "**** 888",
        "***** Cassava Hand History",
        "***** Cassava Snap",
        "***** Pacific Poker Hand History",
    )
    start: ClassVar[re.Pattern[str]] = re.compile(
        r"\ufeff?\s*\*{4,} (?:888\S*|Cassava|Pacific Poker)(?: [A-Za-z ]+?)? Hand History for Game "
        r"(?P<name>\d+) \*+\s*\n"
        r"\s*(?P<money>[^\s\d]*\s?\d[\d.,\s]*[^\s\d]?/[^\s\d]*\s?\d[\d.,\s]*[^\s\dB]?) ?Blinds (?P<title>.*?)"
        r" - \*+ ?(?P<when>.*)"
    )

    def is_tournament(self, head: re.Match[str]) -> bool:
        """The third line says so: `Tournament #123 $1.80 + $0.20 - Table #2 9 Max (Real Money)`."""
        return self.lines[2].startswith("Tournament #") if len(self.lines) > 2 else False

    def decimals_of(self, head: re.Match[str]) -> int:
        """The price of a tournament is no amount of the hand."""
        lines = self.lines[3:] if self.is_tournament(head) else self.lines[1:]
        return decimals_in("\n".join(lines) + " " + head["money"])

    def event_in(self, head: re.Match[str]) -> tuple[str, str, str]:
        """The number and the price of that line."""
        found = _TOURNAMENT.match(self.lines[2])
        return (found["number"], (found["buy_in"] or "").replace(" ", ""), "") if found is not None else ("", "", "")

    def stakes(self, head: re.Match[str]) -> tuple[int, int]:
        """The blinds. At fixed limit the big blind is the smaller bet."""
        low, high = super().stakes(head)
        return (high, 2 * high) if limit_of_title(self.title(head)) == FIXED else (low, high)

    def put_in(self, name: str, rest: str) -> None:
        """`posts dead blind [$1 + $2]`: a dead small blind, and a live big blind."""
        found = self.amounts(rest)
        if "dead" in rest and len(found) > 1:
            self.posts += [
                Posted(name, Post.LIVE_BLIND, found[1], False),
                Posted(name, Post.DEAD_BLIND, found[0], False),
            ]
        else:
            super().put_in(name, rest)

    def other(self, line: str) -> None:
        """The line of a tournament names the table, too."""
        found = _TOURNAMENT.match(line) if line.startswith("Tournament #") else None
        super().other(found["table"] if found is not None else line)
