"""Bovada and Ignition: names are places at the table (`UTG+1`), and after the hand every hand is told."""

from __future__ import annotations

import re
from typing import ClassVar

from sidepot.formats.sites.dialect import Dialect, currency_in
from sidepot.formats.sites.text import amount_of, brackets


class Bovada(Dialect):
    """`Bovada Hand #3756565803  Zone Poker ID#1366 HOLDEMZonePoker No Limit - 2019-04-05 15:28:11`."""

    site: ClassVar[str] = "Bovada"
    marks: ClassVar[tuple[str, ...]] = ("Bovada Hand #", "Ignition Hand #", "Bodog Hand #")
    start: ClassVar[re.Pattern[str]] = re.compile(
        r"\ufeff?(?:Bovada|Ignition|Bodog) Hand #(?P<name>\d+):?\s+(?P<title>.*?)(?P<money>) - (?P<when>[\d-]+ [\d:]+)"
    )
    button: ClassVar[re.Pattern[str]] = re.compile(r"Set dealer \[(\d+)\]()")
    seat: ClassVar[re.Pattern[str]] = re.compile(
        r"Seat (?P<seat>\d+): (?P<name>.+?)(?: \[ME\])? \((?P<stack>[^()]*?)( in chips)\)"
    )
    after_name: ClassVar[tuple[str, ...]] = (" : ", " [ME] : ", "  [ME] : ")
    words: ClassVar[dict[str, str]] = {
        "Folds": "fold",
        "Checks": "check",
        "Calls": "call",
        "Bets": "bet",
        "Raises": "bet",
        "All-in": "push",
        "All-in(raise)": "bet",
        "Small": "put_in",
        "Big": "put_in",
        "Ante": "put_in",
        "Posts": "put_in",
        "Card": "cards",
        "Set": "set_button",
        "Return": "give_back",
        "Hand": "collect",
        "Showdown": "open",
        "Mucks": "open",
        "Does": "open",
    }

    def sit(self, line: str) -> bool:
        """`Seat 1: Big Blind [ME] ($25 in chips)`: the hero is marked."""
        is_seat = super().sit(line)
        if is_seat and "[ME]" in line:
            self.hero = next(reversed(self.seats))
        return is_seat

    def currency(self, head: re.Match[str]) -> str:
        """The first line names none: it is that of the stacks."""
        return currency_in("", next((line for line in self.lines if line.startswith("Seat ")), ""))

    def push(self, name: str, rest: str) -> None:
        """`All-in $20`: a bet, or a call; the amount is added to the bet."""
        self.add_chips(name, amount_of(rest, self.decimals))

    def cards(self, name: str, rest: str) -> None:
        """`Card dealt to a spot [4h 2h]`."""
        if rest.startswith("Card dealt"):
            self.dealt.setdefault(name, []).extend(brackets(rest)[0])

    def set_button(self, name: str, rest: str) -> None:
        """`Set dealer [5]`."""
        self.other(rest)

    def give_back(self, name: str, rest: str) -> None:
        """`Return uncalled portion of bet $3`."""
        self.back[name] = self.back.get(name, 0) + amount_of(rest, self.decimals)

    def collect(self, name: str, rest: str) -> None:
        """`Hand result $3.80`, `Hand result-Side pot $2`."""
        self.won[name] = self.won.get(name, 0) + amount_of(rest, self.decimals)

    def open(self, name: str, rest: str) -> None:
        """`Showdown [Kd Kc Ac 8d 5d]` names the five cards that play; the hand itself is told where it was dealt."""
        if rest.startswith("Showdown") and name in self.dealt:
            self.shown[name] = tuple(self.dealt[name])

    def sum_up(self, line: str) -> None:
        """`Total Pot($3.99)`: the rake is what nobody collected."""
        if line.startswith("Total Pot"):
            self.pot = amount_of(line, self.decimals)
