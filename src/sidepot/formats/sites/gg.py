"""GGPoker: cash and tournament hands, which name other players by a code."""

from __future__ import annotations

import re
from typing import ClassVar, Final

from sidepot.formats.sites.dialect import Dialect
from sidepot.formats.sites.site_record import Posted
from sidepot.formats.sites.text import amount_of
from sidepot.hand.setup import LIVE_POSTS, Post

_GAME: Final = re.compile(r".*(?<![\w-])(Hold'?em|Omaha|PLO|Short ?Deck)", re.I)
_BEFORE: Final = 7  # letters of `5 Card `, or `6+ `


class GG(Dialect):
    """`Poker Hand #OM181427446: Omaha Pot Limit ($0.5/$1) - 2020/04/14 07:56:19`."""

    site: ClassVar[str] = "GGPoker"
    marks: ClassVar[tuple[str, ...]] = ("Poker Hand #",)
    start: ClassVar[re.Pattern[str]] = re.compile(
        r"\ufeff?Poker Hand #(?P<name>[A-Z]*\d+): (?P<title>.*?) ?(?:- Level ?\d+ ?)?"
        r"\((?P<money>[^\s()]*[\d.,]+(?:/[^\s()]*[\d.,]+)?)"
        r"(?:\([^()]*\))?\) - (?P<when>[\d/]+ [\d:]+)"
    )
    after_name: ClassVar[tuple[str, ...]] = (": ", " ")
    words: ClassVar[dict[str, str]] = {
        **Dialect.words,
        "straddle": "straddle",
        "Pays": "sell",
        "pay": "sell",
        "Receives": "sell",
    }

    def other(self, line: str) -> None:
        """`Cash Drop to Pot : total $5`: the site adds to the pot."""
        if line.startswith("Cash Drop to Pot"):
            self.carried += amount_of(line, self.decimals)
        super().other(line)

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
        self.beside[name] = self.beside.get(name, 0) + (amount if rest.startswith("Receives") else -amount)

    def title(self, head: re.Match[str]) -> str:
        """A tournament has a name of its own before the game, which may have the words of another game."""
        title = head["title"]
        found = _GAME.match(title) if title.startswith("Tournament ") else None
        return title if found is None else title[max(found.start(1) - _BEFORE, 0) :]
