"""CoinPoker: a player's own hands (`ALLIN`, `RETURN`); other hands are in PokerStars' text.

The site adds the `SPLASH dropped` to the pot, and takes the `Splash Fee` on top of the rake.
"""

# compiled: docs/how-to/measure-speed.md

from __future__ import annotations

import re
from typing import ClassVar

from sidepot.formats.sites.dialect import Dialect
from sidepot.formats.sites.site_record import Record
from sidepot.formats.sites.text import amount_of, currency_in
from sidepot.hand.setup import Post


class CoinPoker(Dialect):
    """Hands of CoinPoker: `CoinPoker Hand #100: NLH (T1/T2) 2026/07/01 20:00:00 +08`, with Tether's sign for `T`."""

    site: ClassVar[str] = "CoinPoker"
    marks: ClassVar[tuple[str, ...]] = ("CoinPoker Hand #",)
    start: ClassVar[re.Pattern[str]] = re.compile(
        r"\ufeff?\s*CoinPoker Hand #(?P<name>\d+): +(?P<title>.*?) ?"
        r"\((?P<money>[^\s\d()]{0,2}[\d.,]+/[^\s\d()]{0,2}[\d.,]+)(?:/[^\s()]*)?[^()]*\) *(?:- )?"
        r"(?P<when>\d[\d/]+ [\d:]+.*)"
    )
    after_name: ClassVar[tuple[str, ...]] = (": ", " ")
    words: ClassVar[dict[str, str]] = {
        **Dialect.words,
        "ALLIN": "add_in",
        "RETURN": "give_back",
        "AUTOBB": "put_in",
        "STRADDLE": "put_in",
    }

    def currency(self, head: re.Match[str]) -> str:
        """The currency of the stakes.

        If the stakes have no currency sign, the name of the table has one: `'NL T2 I'`, with Tether's sign for `T`.
        """
        return super().currency(head) or currency_in("", self.table)

    def bet(self, name: str, rest: str) -> None:
        """Read a bet. `raises 4887 and is all-in`, without a total, gives the chips added."""
        if rest.startswith("raises") and rest.endswith("all-in") and " to " not in rest:
            self.add_in(name, rest)
        else:
            super().bet(name, rest)

    def post_of(self, words: str) -> Post:
        """The kind of post. `AUTOBB T0.25` and `posts auto big blind T0.25` are posts by new players."""
        return Post.LIVE_BLIND if "auto" in words else super().post_of(words)

    def other(self, line: str) -> None:
        """Read any other line, such as `SPLASH dropped T5`: chips that the site adds to the pot."""
        if "SPLASH dropped" in line:
            self.carried += amount_of(line, self.decimals)
        super().other(line)

    def record(self, head: re.Match[str]) -> Record:
        """The record of the hand.

        In `NLH BombPot (T0.10/T0.25/T0.50)`, everybody antes, and nobody bets before the flop.
        """
        self.is_bomb = "BombPot" in head["title"]
        if self.is_bomb:  # nobody can call a blind
            self.posts = [one if one.post is Post.ANTE else one._replace(post=Post.DEAD_BLIND) for one in self.posts]
        return super().record(head)
