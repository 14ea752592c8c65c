"""Winamax: cash and tournament hands; amounts have the currency behind them."""

from __future__ import annotations

import re
from typing import ClassVar

from sidepot.formats.sites.dialect import Dialect


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
