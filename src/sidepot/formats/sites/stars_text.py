"""The text of PokerStars and GGPoker, which is one: trackers write GGPoker's hands under PokerStars' first line."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import ClassVar, Final

from sidepot.formats.sites.dialect import Dialect
from sidepot.formats.sites.site_record import Posted, Record
from sidepot.formats.sites.text import amount_of
from sidepot.hand.setup import LIVE_POSTS, Post

_LIVE: Final = Post.LIVE_BLIND  # a name of its own: it is asked for at each post
_RISK: Final = "Cashout Risk"
_RISKS: Final = re.compile(r"Cashout Risk \(([^()]+)\)")


class StarsText(Dialect):
    """What GGPoker tells beyond the words that most sites share, whatever the first line of the hand is."""

    risks: Mapping[str, int] = {}
    """What each player pays for a cash-out by the lines of the streets."""

    after_name: ClassVar[tuple[str, ...]] = (": ", " ")
    words: ClassVar[dict[str, str]] = {
        **Dialect.words,
        "straddle": "straddle",
        "Pays": "sell",
        "pay": "sell",
        "Receives": "sell",
    }

    def straddle(self, name: str, rest: str) -> None:
        """`straddle $0.5`: the total, with a blind or a straddle that the player has posted before."""
        self.posts = [one for one in self.posts if one.name != name or one.post is not Post.STRADDLE]
        live = sum([one.amount for one in self.posts if one.name == name and one.post in LIVE_POSTS])
        self.posts.append(Posted(name, Post.STRADDLE, self.amounts(rest)[0] - live, "all-in" in rest))

    def settle_posts(self) -> None:
        """`posts missed blind $0.5`: a small one is dead."""
        missed = [at for at, (_, post, _, _) in enumerate(self.posts) if post is _LIVE]
        if missed:
            big = max([one.amount for one in self.posts if one.post is Post.BIG_BLIND], default=0)
            for at in missed:
                if self.posts[at].amount < big:
                    self.posts[at] = self.posts[at]._replace(post=Post.DEAD_BLIND)
        super().settle_posts()

    def sell(self, name: str, rest: str) -> None:
        """`Pays Cashout Risk ($19)`, `Receives Cashout ($3.20)`, `pay premium of all-in insurance ($4)`."""
        amount = self.amounts(rest)[0]
        if _RISK in rest:
            self.risks = {**self.risks, name: self.risks.get(name, 0) + amount}
        self.beside[name] = self.beside.get(name, 0) + (amount if rest.startswith("Receives") else -amount)

    def record(self, head: re.Match[str]) -> Record:
        """`Seat 2: Ann showed [Jd Jh] and won ($5.91), Cashout Risk ($5.91)`: once, though two streets may tell it."""
        for line in self.lines if self.risks else ():
            name = self.name_in(line.partition(": ")[2]) if line.startswith("Seat ") and _RISK in line else ""
            if name in self.risks:
                risk = sum([amount_of(found, self.decimals) for found in _RISKS.findall(line)])
                self.beside[name] += self.risks[name] - risk
        return super().record(head)
