"""CoinPoker: hands of a player (`ALLIN`, `RETURN`), and those of others, which are PokerStars' text by another name.

`SPLASH dropped` is what the site adds to the pot, and `Splash Fee` what it takes beside the rake.
"""

from __future__ import annotations

import re
from typing import ClassVar

import msgspec

from sidepot.formats.sites.dialect import Dialect, currency_in
from sidepot.formats.sites.site_record import Posted, Record
from sidepot.formats.sites.text import amount_of
from sidepot.games.bomb_pot import without_first_round
from sidepot.hand.setup import Post


class CoinPoker(Dialect):
    """`CoinPoker Hand #100: NLH (T1/T2) 2026/07/01 20:00:00 +08`, with the sign of Tether for `T`."""

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
        "ALLIN": "push",
        "RETURN": "give_back",
        "AUTOBB": "post_auto",
        "STRADDLE": "straddle",
    }

    def currency(self, head: re.Match[str]) -> str:
        """Texts without a sign at the stakes have it in the name of the table: `'NL T2 I'`, with the sign of Tether."""
        return super().currency(head) or currency_in("", self.table)

    def bet(self, name: str, rest: str) -> None:
        """`raises 4887 and is all-in`, without a total: what is added."""
        if rest.startswith("raises") and rest.endswith("all-in") and " to " not in rest:
            self.add_chips(name, self.amounts(rest)[0])
        else:
            super().bet(name, rest)

    def push(self, name: str, rest: str) -> None:
        """`ALLIN T6.10`: what is added."""
        self.add_chips(name, self.amounts(rest)[0])

    def give_back(self, name: str, rest: str) -> None:
        """`RETURN T2.68`: a bet that nobody called."""
        self.back[name] = self.back.get(name, 0) + self.amounts(rest)[0]

    def post_auto(self, name: str, rest: str) -> None:
        """`AUTOBB T0.25`, `posts auto big blind T0.25`: a new player posts."""
        self.posts.append(Posted(name, Post.LIVE_BLIND, self.amounts(rest)[0], False))

    def straddle(self, name: str, rest: str) -> None:
        """`STRADDLE T0.50`."""
        self.posts.append(Posted(name, Post.STRADDLE, self.amounts(rest)[0], False))

    def post_of(self, words: str) -> Post:
        """What a post is for; in a bomb pot nobody can call a blind."""
        return Post.LIVE_BLIND if "auto" in words else super().post_of(words)

    def other(self, line: str) -> None:
        """`SPLASH dropped T5`: the site adds to the pot."""
        if "SPLASH dropped" in line:
            self.carried += amount_of(line, self.decimals)
        super().other(line)

    def record(self, head: re.Match[str]) -> Record:
        """`NLH BombPot (T0.10/T0.25/T0.50)`: all put in an ante, and nobody bets before the flop."""
        if "BombPot" not in head["title"]:
            return super().record(head)
        self.posts = [one if one.post is Post.ANTE else one._replace(post=Post.DEAD_BLIND) for one in self.posts]
        told = super().record(head)
        return msgspec.structs.replace(told, game=without_first_round(told.game))
