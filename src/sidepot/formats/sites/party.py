"""PartyPoker and 888poker: amounts and cards stand in brackets, and `raises [$4]` names what is added."""

from __future__ import annotations

import re
from typing import ClassVar, Final

from sidepot.formats.sites.dialect import Dialect, currency_in
from sidepot.formats.sites.site_record import Record, What
from sidepot.formats.sites.text import amount_of, amounts_of, brackets, cards_of

_TOURNAMENT: Final = re.compile(
    r"Tournament #(?P<number>\d+)(?: (?P<buy_in>\S[\d.,]+ \+ \S[\d.,]+))?.*?(?P<table>Table .*|$)"
)

_LIMIT: Final = re.compile(r"\(([NPF]L)\)")
_SEAT: Final = re.compile(r"[Ss]eat \d+:")
_BUY_IN: Final = re.compile(r"\(Buyin ([^()]*\d)\)")
_COMMA: Final = re.compile(r",(?<=\d,)(?=\d\d(?!\d))")  # the comma first: it is what is quickly found
_POINT: Final = re.compile(r"\.(?<=\d\.)\d{3}(?![\d.])")
_THOUSANDS: Final = re.compile(r"(?<=[$€£[(])\s?[1-9]\d{0,2}(?:\.\d{3})+(?![\d.])")


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
        """A program in another language writes `$1.234,50`, and `$ 552,72`."""
        text = "\n".join(self.lines)
        if _COMMA.search(text) or _POINT.search(text):
            lines = [_THOUSANDS.sub(lambda found: found[0].replace(".", ""), line) for line in self.lines]
            self.lines = [_COMMA.sub(".", line) for line in lines]
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
    marks: ClassVar[tuple[str, ...]] = ("***** 888", "***** Cassava Hand History", "***** Pacific Poker Hand History")
    start: ClassVar[re.Pattern[str]] = re.compile(
        r"\ufeff?\s*\*+ (?:888poker|888\.[a-z]+|Cassava|Pacific Poker)(?: Snap Poker)? Hand History for Game "
        r"(?P<name>\d+) \*+\s*\n"
        r"\s*(?P<money>[^\s\d]*\s?[\d.,]+/[^\s\d]*\s?[\d.,]+) Blinds (?P<title>.*?) - \*+ (?P<when>.*)"
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
