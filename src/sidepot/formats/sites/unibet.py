"""Unibet: the text of its own client (Relax Gaming); the text of 2021 has another first line."""

# compiled: docs/how-to/measure-speed.md

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import ClassVar, Final

from sidepot.formats.reasons import NO_WINNER
from sidepot.formats.sites.dialect import Dialect
from sidepot.formats.sites.site_record import Record
from sidepot.formats.sites.text import amount_of, currency_in, decimals_in, unreadable
from sidepot.hand.setup import Post
from sidepot.rules.clauses import say

_TOKEN: Final = re.compile(r"\[Unibet_[0-9a-fA-F]+\]")
_OWNER: Final = re.compile(r"Seat \d+: (.+)\[Unibet_[0-9a-fA-F]+\] \(")
_BUTTON: Final = " has the button"
_WON: Final = re.compile(r"wins (?:(?:main|side) pot(?: #?\d+)?, )?(?P<amount>[^\s\d]?\d[\d.,]*)(?: from .*)?$")
_TOTAL: Final = re.compile(r"Total pot (?P<pot>\S+)(?: Rake (?P<rake>\S+))?")
_NET: Final = re.compile(r"Seat \d+: (?P<name>.+): bet .*, net result: [^\d-]?(?P<minus>-?)[^\d]?(?P<amount>[\d.,]+)")


class Unibet(Dialect):
    """Hands of Unibet: `Unibet Hand #155 - 0.03/0.05 - Pot Limit Omaha - UTC 21:59:40 2026/06/05`.

    In 2021 they began like `Game #146: Table €1 NL - 0.05/0.10 - No Limit Hold'Em Banzai - 13:22:50 2021/04/04`.
    """

    site: ClassVar[str] = "Unibet"
    marks: ClassVar[tuple[str, ...]] = ("Unibet Hand #", "Game #")
    confirm: ClassVar[re.Pattern[str] | None] = re.compile(r"Unibet Hand #\d|Game #\d+: Table \S+ (?:NL|PL|FL) - ")
    start: ClassVar[re.Pattern[str]] = re.compile(
        r"\ufeff?\s*(?:Unibet Hand|Game) #(?P<name>\d+)(?:: Table (?P<table>[^-]+))?"
        r"(?:, Tournament #(?P<number>\d+), (?P<price>\S+ \+ \S+))? - (?P<money>[\d.,]+/[\d.,]+) - "
        r"(?P<title>.+?)(?: - Total prize \S+)? - (?P<zone>UTC )?(?P<time>[\d:]+) (?P<date>[\d/]+)"
    )
    after_name: ClassVar[tuple[str, ...]] = (" ",)
    uncalled: ClassVar[re.Pattern[str]] = re.compile(r"Uncalled bet returned to (?P<name>.+): (?P<amount>\S+)")

    def __init__(self, lines: Sequence[str], first: int) -> None:
        owner = next((found[1] for line in lines if (found := _OWNER.match(line)) is not None), "")
        super().__init__([_TOKEN.sub("", line) for line in lines] if owner else lines, first)
        self.hero = owner

    def decimals_of(self, head: re.Match[str]) -> int:
        """The number of decimal places. The first line of a tournament prints chips as `25.00/50.00`."""
        return decimals_in("\n".join(self.lines[1:]))

    def when(self, head: re.Match[str]) -> str:
        """The date and time. The zone is printed before the time."""
        return f"{head['date']} {head['time']} {head['zone'] or ''}".strip()

    def currency(self, head: re.Match[str]) -> str:
        """The currency: only amounts after the first line have its sign."""
        return currency_in("", next((line for line in self.lines if line.startswith("Seat ")), ""))

    def tournament_in(self, head: re.Match[str]) -> tuple[str, str, str]:
        """The tournament's number and buy-in. The level is "", because the text does not give it."""
        return head["number"], head["price"].replace(" ", ""), ""

    def stage(self, line: str) -> None:
        """Read a line marked with stars, such as `*** Turn *** [2d Kh 7s] [9h]`."""
        title, bracket, cards = line.partition("[")
        super().stage(title.upper() + bracket + cards)

    def deal(self, rest: str) -> None:
        """Read the cards of a player. The text has such a line for each hand that was shown, so its owner is
        unknown.
        """
        hero = self.hero
        super().deal(rest)
        self.hero = hero

    def other(self, line: str) -> None:
        """Read any other line: the button's player, and the table."""
        if line.endswith(_BUTTON):
            name = line.removesuffix(_BUTTON)
            if name in self.seats:
                self.button_number = self.seats[name][0]
            return
        super().other(line.replace('"', "'") if line.startswith("Table ") else line)

    def post_of(self, words: str) -> Post:
        """The kind of a post. A missed big blind is live, like a new player's blind."""
        return Post.LIVE_BLIND if "missed big" in words else super().post_of(words)

    def collect(self, name: str, rest: str) -> None:
        """Read winnings such as `wins €5.15`, `wins €5 from side pot 1` or `wins side pot #1, €5`."""
        found = _WON.match(rest)
        if found is not None:
            self.won[name] = self.won.get(name, 0) + amount_of(found["amount"], self.decimals)

    def sum_up(self, line: str) -> None:
        """Read a line of the summary.

        Such lines are `Total pot €8.08 Rake €0.51` and `Seat 3: Bo: bet €14.29 and won €18.07, net result: €3.78`.
        """
        total, net = _TOTAL.match(line), _NET.match(line)
        if total is not None:
            self.pot = amount_of(total["pot"], self.decimals)
            self.rake = amount_of(total["rake"], self.decimals) if total["rake"] else None
        elif net is not None:
            if net["name"] not in self.seats:
                raise unreadable(say("the text gives no seat or stack for {player}", net["name"]))
            amount = amount_of(net["amount"], self.decimals)
            self.ends[net["name"]] = self.seats[net["name"]][1] + (-amount if net["minus"] else amount)

    def record(self, head: re.Match[str]) -> Record:
        """The record of the hand. If the text does not mark its owner and has only one known hand, that hand is the
        owner's.
        """
        known = [name for name, cards in self.dealt.items() if cards]
        if not self.hero and len(known) == 1:
            self.hero = known[0]
        if not self.won:  # the text may omit the acts after the owner's fold
            self.unresolved = NO_WINNER
        if not self.table and head["table"]:
            self.table = head["table"].strip()
        return super().record(head)
