"""The Winning Poker Network (Americas Cardroom, Black Chip): its current text, and the text used until 2019."""

# compiled: docs/how-to/measure-speed.md

from __future__ import annotations

import re
from typing import ClassVar, Final

from sidepot.cards import UNKNOWN
from sidepot.formats.reasons import DISCONNECTED
from sidepot.formats.sites.dialect import Dialect
from sidepot.formats.sites.hand_so_far import RAISE
from sidepot.formats.sites.hand_text import size_in
from sidepot.formats.sites.site_games import limit_of_title
from sidepot.formats.sites.site_record import Posted, Record
from sidepot.formats.sites.text import amount_of, amounts_of, brackets, cards_of, unreadable
from sidepot.games.limits import FixedLimit, Limit
from sidepot.hand.setup import Post
from sidepot.rules.clauses import say

_TABLE: Final = re.compile(r"(?:Table )?'?(?P<table>.+?)'? \d{1,2}-max\b")
_WON: Final = re.compile(r"(?:won|collected) [^\s\d]?([\d.,]*\d)")
_SUMMED: Final = re.compile(r"Bets: (\d[\d,]*(?:\.\d+)?)\. Collects: (\d[\d,]*(?:\.\d+)?)\.")
_NO_NAME: Final = ("Player  ", "*Player  ")
_JACKPOT: Final = "Beast"
"""A part of the names of tables that feed a jackpot, whose drop is not printed."""

_ALL_IN_OR_FOLD: Final = "All-in or Fold"


class _Network(Dialect):
    """The common features of both texts: cap games, and the posts of new players."""

    cap = 0

    def push(self, name: str, rest: str) -> None:
        """`caps $0.55`, `allin (20)`: the added chips; a player who caps has put in the most that the game allows."""
        if rest.startswith("cap"):
            self.add_chips(name, self.amounts(rest)[0])
            self.cap = self.paid().get(name, 0)
        elif any(map(str.isdigit, rest)):
            self.add_chips(name, self.amounts(rest)[0])
        else:  # the player was disconnected, and acts no more
            self.unresolved = DISCONNECTED

    def limit(self, head: re.Match[str]) -> Limit:
        """The limit; the cap of a cap game is known if somebody reached it."""
        limit = super().limit(head)
        return limit_of_title(self.title(head), self.cap) if self.cap and not isinstance(limit, FixedLimit) else limit

    def post_new(self, name: str, amount: int, *, all_in: bool) -> None:
        """The post of a new player: a big blind is live; an amount above it, or a smaller post, is dead."""
        big = max([one.amount for one in self.posts if one.post is Post.BIG_BLIND], default=amount)
        if amount >= big:
            self.post_both(name, big, amount - big, all_in=all_in)
        else:
            self.posts.append(Posted(name, Post.DEAD_BLIND, amount, all_in))


class Wpn(_Network):
    """Hands of WPN: `Hand #784 - Holdem(No Limit) - $0.02/$0.05 - 2021/04/20 18:42:26 UTC`.

    Hands of tournaments begin with `Game Hand #`.
    """

    site: ClassVar[str] = "WPN"
    marks: ClassVar[tuple[str, ...]] = ("Hand #", "Game Hand #")
    start: ClassVar[re.Pattern[str]] = re.compile(
        r"\ufeff?(?:Game )?Hand #(?P<name>\d+) - (?:.*Tournament #\d+ - )?(?P<title>[^()]+\([^()]+\)) - "
        r"(?:Level \w+ )?\(?(?P<money>[^\s\d]?[\d.,]+/[^\s\d]?[\d.,]+)\)?(?:, Ante [^\s\d]?[\d.,]+)? ?- (?P<when>.*)"
    )
    after_name: ClassVar[tuple[str, ...]] = (" ",)
    words: ClassVar[dict[str, str]] = {**Dialect.words, "caps": "push", "cap": "push", "straddle": "put_in"}

    def title(self, head: re.Match[str]) -> str:
        """The game, such as `Holdem(No Limit)`, `5Card Omaha H/L(Pot Limit)` or `Holdem(All-in or Fold Limit)`."""
        return head["title"].replace(_ALL_IN_OR_FOLD, "No")

    def other(self, line: str) -> None:
        """Read the button from a line like `Fort Lupton 9-max Seat #5 is the button`."""
        if not self.table and not self.seats:
            found = _TABLE.match(line)
            if found is not None:
                self.table, self.table_size = found["table"], size_in(line)
        super().other(line)

    def put_in(self, name: str, rest: str) -> None:
        """Read a post such as `posts the small blind $1`, `posts ante $5` or `posts $0.05`.

        `posts dead $0.07` is both blinds.
        """
        words = rest.partition(" and is all-in")[0].rstrip(" 0123456789.,$")
        if words in ("posts dead", "posts"):
            self.post_new(name, self.amounts(rest)[0], all_in="all-in" in rest)
        else:
            super().put_in(name, rest)

    def sum_up(self, line: str) -> None:
        """Read a line of the summary.

        Such lines are `Total pot $246.00 | Rake $2.76 | JP Fee $0.24` and `Seat 5: Ann did not show and won $0.25`.
        """
        super().sum_up(line)
        if line == "BombPot":
            self.is_bomb = True
        elif self.pot is not None and line.startswith("Total pot"):
            self.pot += self.rake or 0  # it is printed without the rake
        elif not self.won and line.startswith("Seat "):
            name = self.name_in(line.partition(": ")[2])
            found = _WON.search(line, len(name)) if name else None
            if found is not None:
                self.summed[name] = self.summed.get(name, 0) + amount_of(found[1], self.decimals)


class WpnOld(_Network):
    """Older hands of WPN.

    They begin with two lines like these: `Game started at: 2016/10/2 21:0:42` and `Game ID: 741 40/80 (PRR) Xana (Omaha
    HiLow)`.
    """

    site: ClassVar[str] = "WPN"
    marks: ClassVar[tuple[str, ...]] = ("Game started at: ",)
    head_lines: ClassVar[int] = 2
    start: ClassVar[re.Pattern[str]] = re.compile(
        r"\ufeff?Game started at: (?P<when>.*)\n"
        r"Game ID: (?P<name>\d+) (?P<money>[\d.,]+/[\d.,]+) (?P<table>.*?) ?\((?P<title>[^()]+)\)(?: \d+-max)?\s*$"
    )
    summed_bets = 0
    after_name: ClassVar[tuple[str, ...]] = (" ",)
    words: ClassVar[dict[str, str]] = {
        "folds": "fold",
        "checks": "check",
        "calls": "call",
        "bets": "raise_by",
        "raises": "raise_by",
        "allin": "push",
        "caps": "push",
        "cap": "push",
        "bring": "bring",
        "has": "put_in",
        "ante": "put_in",
        "posts": "put_in",
        "straddle": "put_in",
        "received": "receive",
    }

    def read_line(self, line: str) -> None:
        """Read a line. Lines about players begin with `Player`; lines about winners in the summary begin with a
        star.
        """
        if line.startswith("------"):
            self.summary = True
            return
        if line.startswith(_NO_NAME):
            if "Collects: 0." not in line or "Bets: 0." not in line:
                raise unreadable(say("the line has an action but no player"))
            return
        if line.startswith("*Player "):
            line = line[1:]
        super().read_line(line.removeprefix("Player "))

    def title(self, head: re.Match[str]) -> str:
        """The game and limit.

        The text does not name the limit. It is fixed limit in stud, and if the first of the printed stakes is the big
        blind. Otherwise, Omaha is pot limit, and other games are no limit.
        """
        game = head["title"]
        if "Stud" in game or amounts_of(head["money"], self.decimals)[0] == self.big_blind():
            return f"Limit {game}"
        return f"{'Pot' if 'Omaha' in game else 'No'} Limit {game.replace('Six Plus', '6+')}"

    def record(self, head: re.Match[str]) -> Record:
        """The record of the hand. If the summary has no bets, as in hands from data miners, the actions give the
        result.
        """
        if not self.summed_bets:
            self.ends.clear()
        return super().record(head)

    def big_blind(self) -> int:
        """The big blind as it was posted."""
        return max([one.amount for one in self.posts if one.post is Post.BIG_BLIND and not one.all_in], default=0)

    def is_tournament(self, head: re.Match[str]) -> bool:
        """Whether the hand belongs to a tournament. The tables of tournaments have numbers: `$5 Regular 9-Max, Table
        1`.
        """
        return ", Table " in head["table"] or not head["table"]

    def currency(self, head: re.Match[str]) -> str:
        """The currency: dollars, which the text does not print, or "" at tables marked as play money."""
        return "" if head["table"].startswith("PM ") else "USD"

    def other(self, line: str) -> None:
        """Read the name of the table, which is in one of the first lines."""
        if not self.table:
            self.table = self.lines[1].partition("/")[2].partition(" ")[2].rpartition(" (")[0].strip()
            self.table_size = size_in(self.lines[1])
        super().other(line)

    def put_in(self, name: str, rest: str) -> None:
        """Read a post such as `has small blind (20)`, `ante (500)`, `straddle (40)` or `posts (3)`."""
        if rest.startswith("posts") and "ante" not in rest:
            self.post_new(name, self.amounts(rest)[0], all_in=False)
        else:
            super().put_in(name, rest)

    def raise_by(self, name: str, rest: str) -> None:
        """Read a bet or raise such as `bets (40)` or `raises (90)`, which gives the chips added."""
        self.add(name, RAISE, self.street_bets().get(name, 0) + self.amounts(rest)[0])

    def receive(self, name: str, rest: str) -> None:
        """Read a card that was dealt: `received card: [2d]` or `received a card.`"""
        groups = brackets(rest)
        queue = self.dealt.setdefault(name, [])
        if groups and not queue and not self.hero:
            self.hero = name
        queue += groups[0] if groups else (UNKNOWN,)

    def sum_up(self, line: str) -> None:
        """Read the pot, or a player's result.

        A result is like `Ann shows: Flush, 7 high [4h 4s Ks 6h]. Bets: 80. Collects: 198.50. Wins: 118.50.`
        """
        if line.startswith("Pot: "):
            found = amounts_of(line, self.decimals)
            self.rake = sum(found[1:])
            self.has_drop = _JACKPOT in self.table
            self.pot = found[0] + self.rake
            return
        name = self.name_in(line)
        summed = _SUMMED.search(line, len(name)) if name else None
        if summed is None:
            return
        bets, won = [amount_of(one, self.decimals) for one in summed.groups()]
        if won:
            self.won[name] = won
        self.summed_bets += bets
        self.ends[name] = self.seats[name][1] + won - bets
        if line.startswith(" shows: ", len(name)):
            cards = line[: summed.start()].rpartition("[")[2].partition("]")[0]
            self.shown[name] = cards_of(cards)
