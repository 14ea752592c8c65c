"""Winamax: cash and tournament hands; amounts have the currency behind them."""

from __future__ import annotations

import re
from typing import ClassVar, Final

from sidepot.formats.sites.dialect import Dialect
from sidepot.formats.sites.text import amounts_of

_NUMBER: Final = re.compile(r"\((\d+)\)#")
_PRICE: Final = re.compile(r"buyIn: ([\d.,]+\S(?: \+ [\d.,]+\S)*)")
_WITH_ANTE: Final = 3
_AMOUNT: Final = re.compile(r"([\d.,]+)(\S)")


class Winamax(Dialect):
    """`Winamax Poker - CashGame - HandId: #1-2-3 - Holdem no limit (0.01€/0.02€) - 2012/07/02 14:38:41 UTC`."""

    site: ClassVar[str] = "Winamax"
    marks: ClassVar[tuple[str, ...]] = ("Winamax Poker -",)
    start: ClassVar[re.Pattern[str]] = re.compile(
        r"\ufeff?Winamax Poker - (?P<where>.*?) - HandId: #(?P<name>[\d-]+) - (?P<title>.*?) "
        r"\((?P<money>[\d.,]+[^\s/]*/.*?[\d.,]+[^\s)]*)\) - (?P<when>.*)"
    )
    after_name: ClassVar[tuple[str, ...]] = (" ",)
    won_in_summary: ClassVar[re.Pattern[str]] = re.compile(r"won ([\d.,]+)")

    def stakes(self, head: re.Match[str]) -> tuple[int, int]:
        """`(25/150/300)`, `(5€/25€/50€)`: the ante comes first."""
        found = amounts_of(head["money"], self.decimals)
        low, high = super().stakes(head)
        return (found[1], found[2]) if len(found) == _WITH_ANTE and low == found[0] else (low, high)

    def event_in(self, head: re.Match[str]) -> tuple[str, str, str]:
        """`Tournament "Space (KO)" buyIn: 4.50€ + 0.50€ level: 3`; the table has the number: `Space(900400)#012`."""
        _, _, level = super().event_in(head)
        number, price = _NUMBER.search(self.table), _PRICE.search(head[0])
        parts = _AMOUNT.findall(price[1]) if price is not None else []
        return number[1] if number is not None else "", "+".join([sign + amount for amount, sign in parts]), level
