"""The text of PokerStars and GGPoker, which is one: trackers write GGPoker's hands under PokerStars' first line."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import ClassVar, Final

from sidepot.formats.sites.dialect import Dialect
from sidepot.formats.sites.site_record import Posted
from sidepot.formats.sites.text import amount_of
from sidepot.hand.setup import LIVE_POSTS, Post

_RISK: Final = "Cashout Risk"
_RISKS: Final = re.compile(r"Cashout Risk \(([^()]+)\)")


class StarsText(Dialect):
    """What GGPoker tells beyond the words that most sites share, whatever the first line of the hand is."""

    after_name: ClassVar[tuple[str, ...]] = (": ", " ")
    words: ClassVar[dict[str, str]] = {
        **Dialect.words,
        "straddle": "straddle",
        "Pays": "sell",
        "pay": "sell",
        "Receives": "sell",
    }

    def __init__(self, lines: Sequence[str], first: int) -> None:
        super().__init__(lines, first)
        self.risks: dict[str, int] = {}

    def straddle(self, name: str, rest: str) -> None:
        """`straddle $0.5`: the total, with a blind or a straddle that the player has posted before."""
        self.posts = [one for one in self.posts if one.name != name or one.post is not Post.STRADDLE]
        live = sum([one.amount for one in self.posts if one.name == name and one.post in LIVE_POSTS])
        self.posts.append(Posted(name, Post.STRADDLE, self.amounts(rest)[0] - live, "all-in" in rest))

    def settle_posts(self) -> None:
        """`posts missed blind $0.5`: a small one is dead."""
        big = max([one.amount for one in self.posts if one.post is Post.BIG_BLIND], default=0)
        for at, one in enumerate(self.posts):
            if one.post is Post.LIVE_BLIND and one.amount < big:
                self.posts[at] = one._replace(post=Post.DEAD_BLIND)
        super().settle_posts()

    def sell(self, name: str, rest: str) -> None:
        """`Pays Cashout Risk ($19)`, `Receives Cashout ($3.20)`, `pay premium of all-in insurance ($4)`."""
        amount = self.amounts(rest)[0]
        if _RISK in rest:
            self.risks[name] = self.risks.get(name, 0) + amount
        self.beside[name] = self.beside.get(name, 0) + (amount if rest.startswith("Receives") else -amount)

    def sum_up(self, line: str) -> None:
        """`Seat 2: Ann showed [Jd Jh] and won ($5.91), Cashout Risk ($5.91)`: once, though two streets may tell it."""
        name = self.name_in(line.partition(": ")[2]) if self.risks and _RISK in line else ""
        if name in self.risks:
            risk = sum([amount_of(found, self.decimals) for found in _RISKS.findall(line)])
            self.beside[name] += self.risks[name] - risk
        super().sum_up(line)
