"""The Chico network: BetOnline and PayNoRake. SportsBetting.ag and Tiger Gaming are recognised by name only.

Its texts of 2011 to 2016 are known. Only the summary says who won; the printed pots are those after the rake.
"""

# compiled: docs/how-to/measure-speed.md

from __future__ import annotations

import re
from typing import ClassVar, Final

from sidepot.formats.sites.dialect import Dialect
from sidepot.formats.sites.hand_so_far import FOLD
from sidepot.formats.sites.site_record import Posted, Record
from sidepot.formats.sites.text import amounts_of, cards_of, decimals_in, unreadable
from sidepot.games.catalog import find_game
from sidepot.games.model import Game
from sidepot.hand.setup import Post
from sidepot.rules.clauses import say

_OMAHA_CARDS: Final = 4
_ZONES: Final = {"Eastern": "ET", "GMT Standard": "GMT", "GMT Daylight": "BST"}
"""Time zones as Windows names them."""

_ZONE: Final = re.compile(r"(Eastern|GMT Standard|GMT Daylight)(?: (?:Standard|Daylight))? Time")


class Chico(Dialect):
    """Hands of the Chico network.

    They begin like `BetOnline Poker Game #100: Hold'em No Limit ($0.25/0.50) - 2012/04/11 01:59:39 GMT Daylight Time`.
    """

    site: ClassVar[str] = "Chico"
    marks: ClassVar[tuple[str, ...]] = (
        "BetOnline Poker Game #",
        "PayNoRake Game #",
        "SportsBetting.ag Poker Game #",
        "Tiger Gaming Game #",
    )
    start: ClassVar[re.Pattern[str]] = re.compile(
        r"\ufeff?\s*(?:BetOnline Poker|PayNoRake|SportsBetting\.ag Poker|Tiger Gaming) Game #(?P<name>\d+): "
        r"(?:Tournament #\d+: )?(?P<title>[A-Z][^($]*?) ?"
        r"\(?(?P<money>[^\s\d(]?[\d.,]+/[^\s\d]?[\d.,]+)\)? - (?P<when>.*)"
    )
    after_name: ClassVar[tuple[str, ...]] = (": ", " ")
    words: ClassVar[dict[str, str]] = {**Dialect.words, "ante": "put_in", "post": "post_late", "has": "leave"}
    returning: tuple[str, ...] = ()
    """The players who post a dead small blind."""
    left: tuple[tuple[str, int, int], ...] = ()
    """The players who left the table during the hand, each with the number of acts before and the line."""
    in_summary: frozenset[str] = frozenset()
    """The players whom the summary names."""

    def decimals_of(self, head: re.Match[str]) -> int:
        """The number of decimal places. Tournaments have chips with cents."""
        return decimals_in("\n".join(self.lines))

    def when(self, head: re.Match[str]) -> str:
        """The date and time, with the usual letters for the zone: BST in place of `GMT Daylight Time`."""
        return _ZONE.sub(lambda found: _ZONES[found[1]], head["when"])

    def title(self, head: re.Match[str]) -> str:
        """The game and limit. In a tournament, the first line names no limit, and the game is no-limit."""
        title: str = head["title"]
        return title if "Limit" in title else f"{title} No Limit"

    def by_cards(self, game: Game) -> Game:
        """The game, according to the cards. Omaha may be printed as `Hold'em Pot Limit`, but it has four hole cards."""
        counts = {len(cards) for some in (self.dealt, self.shown) for cards in some.values()}
        return super().by_cards(find_game("omaha") if game.name == "holdem" and _OMAHA_CARDS in counts else game)

    def put_in(self, name: str, rest: str) -> None:
        """Read a post. `ante processed 0.00` is ignored, because players who sit out have this line too."""
        if self.amounts(rest)[0]:
            super().put_in(name, rest)

    def post_late(self, name: str, rest: str) -> None:
        """Read the post of a new or returning player.

        `post now 0.50` is a big blind. With `post dead 0.50`, the player also posts a dead small blind, which is not
        printed.
        """
        amount = self.amounts(rest)[0]
        if amount:
            self.posts.append(Posted(name, Post.LIVE_BLIND, amount, "all in" in rest))
        if rest.startswith("post dead"):
            self.returning += (name,)

    def leave(self, name: str, rest: str) -> None:
        """Read `has left the table`."""
        if rest == "has left the table":
            self.left += ((name, len(self.acts), self.line),)

    def fold_who_left(self) -> None:
        """Add the folds of players who left during the hand: the text does not print them, nor does its summary name
        these players.
        """
        in_hand = {one.name for one in self.posts} | {one[0] for one in self.acts}
        done = {one[0] for one in self.acts if one[3] is FOLD} | self.in_summary | {*self.shown}
        for name, at, line in reversed(self.left):
            if name in in_hand - done:
                self.acts.insert(at, (name, self.acts[at - 1][1] if at else 1, line, FOLD, 0, 0, ()))

    def deal(self, rest: str) -> None:
        """Read the cards of a player. `Dealt to Ann []` is a player who sits out."""
        if not rest.endswith("[]"):
            super().deal(rest)

    def show(self, name: str, rest: str) -> None:
        """Read a shown hand, which has no brackets: `shows Jc Jd`."""
        self.shown[name] = cards_of(rest.partition(" ")[2])

    def sum_up(self, line: str) -> None:
        """Read a line of the summary. The board of an all-in is printed only there."""
        if line.startswith("Seat "):
            self.in_summary |= {self.name_in(line.partition(": ")[2])}
        if line.startswith("Board"):
            self.turn(line, 0)
        else:
            super().sum_up(line)

    def record(self, head: re.Match[str]) -> Record:
        """The record of the hand. Each side pot is printed on a line of its own, so no line gives the total pot.

        Raises BadNotation for a player who puts in chips without having any: a few texts lack chips that were bought.
        """
        for name, _, line, _, amount, _, _ in self.acts:
            if amount and not self.seats[name][1]:
                self.line = line
                raise unreadable(say("{player} has no chips in the text, but puts some in", name))
        low = amounts_of(head["money"], self.decimals)[0]
        self.posts += [Posted(name, Post.DEAD_BLIND, low, False) for name in self.returning]
        self.fold_who_left()
        self.pot = None
        return super().record(head)
