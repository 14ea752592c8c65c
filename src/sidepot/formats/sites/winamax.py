"""Winamax: cash and tournament hands; amounts are before the currency."""

# compiled: docs/how-to/measure-speed.md

from __future__ import annotations

import re
from typing import ClassVar, Final

import msgspec

from sidepot.formats.sites.dialect import Dialect
from sidepot.formats.sites.hand_so_far import CALL
from sidepot.formats.sites.site_record import Record
from sidepot.formats.sites.text import amounts_of, decimals_in
from sidepot.hand.setup import Post

_NUMBER: Final = re.compile(r"\((\d+)\)#")
_PRICE: Final = re.compile(r"buyIn: ([^\s\d]?[\d.,]+[^\s\d]?(?: \+ [^\s\d]?[\d.,]+[^\s\d]?)*)")
_WITH_ANTE: Final = 3
_AMOUNT: Final = re.compile(r"([^\s\d.,+]?)([\d.,]+)([^\s\d.,+]?)")
_IN_THOUSANDS: Final = re.compile(r"\d[km]\S? \|")
_PREFLOP: Final = 2
"""The posts are the first street of a text, and the betting before the flop is the second."""


class Winamax(Dialect):
    """Hands of Winamax.

    They begin like `Winamax Poker - CashGame - HandId: #1-2-3 - Holdem no limit (0.01€/0.02€) - 2012/07/02 14:38:41
    UTC`.
    """

    site: ClassVar[str] = "Winamax"
    marks: ClassVar[tuple[str, ...]] = ("Winamax Poker -",)
    start: ClassVar[re.Pattern[str]] = re.compile(
        r"\ufeff?Winamax Poker - (?P<where>.*?) - HandId: #(?P<name>[\d-]+) - (?P<title>.*?) "
        r"\((?P<money>[\d.,]+[^\s/]*/.*?[\d.,]+[^\s)]*)\) - (?P<when>.*)"
    )
    after_name: ClassVar[tuple[str, ...]] = (" ",)
    won_in_summary: ClassVar[re.Pattern[str]] = re.compile(r"won ([\d.,]+)")
    words: ClassVar[dict[str, str]] = {**Dialect.words, "bring-in": "bring"}

    def decimals_of(self, head: re.Match[str]) -> int:
        """The number of decimal places. Tournaments of 2010 have half chips: `Seat 3: Ann (7410.50)`."""
        if "ournament" not in head[0]:
            return super().decimals_of(head)
        return decimals_in("\n".join(self.lines[2:]).partition("\nTotal pot")[0])

    def stakes(self, head: re.Match[str]) -> tuple[int, int]:
        """The blinds. In `(25/150/300)` and `(5€/25€/50€)` the ante is first."""
        found = amounts_of(head["money"], self.decimals)
        low, high = super().stakes(head)
        return (found[1], found[2]) if len(found) == _WITH_ANTE and low == found[0] else (low, high)

    def tournament_in(self, head: re.Match[str]) -> tuple[str, str, str]:
        """The tournament's number, price and level, such as `Tournament "Space (KO)" buyIn: 4.50€ + 0.50€ level: 3`.

        The price may also be `€4.50 + €0.50`. The number is in the name of the table: `Space(900400)#012`.
        """
        _, _, level = super().tournament_in(head)
        number, price = _NUMBER.search(self.table), _PRICE.search(head[0])
        parts = _AMOUNT.findall(price[1]) if price is not None else []
        return (
            number[1] if number is not None else "",
            "+".join(["".join([before, after, amount]) for before, amount, after in parts]),
            level,
        )

    def bet(self, name: str, rest: str) -> None:
        """Read a bet. Before the flop, `bets 300` adds to a blind.

        `raises -6€ to 19€` is an all-in that adds 19€, but is too short for a raise. Among the posts, `raises 1€ to 3€`
        is a new player's post of a big blind of 2€ and a dead 1€.
        """
        if self.street < _PREFLOP:
            dead, total = self.amounts(rest)[-2:]
            self.post_both(name, total - dead, dead)
        elif rest.startswith("raises -"):
            self.add_chips(name, self.amounts(rest)[-1])
        elif self.street == _PREFLOP and rest.startswith("bets"):
            self.add_in(name, rest)
        else:
            super().bet(name, rest)

    def put_in(self, name: str, rest: str) -> None:
        """Read a post.

        If `posts small blind 3€ out of position` is more than the big blind, it is a big blind and a dead small blind.
        `posts big blind 0€ out of position` may follow, and is ignored.
        """
        amount = self.amounts(rest)[0]
        big = next((one.amount for one in self.posts if one.post is Post.BIG_BLIND), 0)
        if not rest.endswith("out of position") or 0 < amount <= big:
            super().put_in(name, rest)
        elif amount:
            self.post_both(name, big, amount - big)

    def settle_posts(self) -> None:
        """Settle the posts. The small blind of a new player who also posts a big blind is dead."""
        dead = {one.name: at for at, one in enumerate(self.posts) if one.post is Post.DEAD_BLIND}
        for one in [one for one in self.posts if one.post is Post.SMALL_BLIND and one.name in dead]:
            self.posts.remove(one)
            at = dead[one.name]
            self.posts[at] = self.posts[at]._replace(amount=self.posts[at].amount + one.amount)
        super().settle_posts()

    def sum_up(self, line: str) -> None:
        """Read the summary. `Total pot 15.52k | No rake` is rounded, so it is not compared."""
        if line.startswith("Total pot") and _IN_THOUSANDS.search(line) is not None:
            super().sum_up(f"Total pot 0 |{line.partition('|')[2]}")
            self.pot = None
        else:
            super().sum_up(line)

    def call_in_full(self) -> None:
        """Correct a new player's `calls 0.50€` if the printed amount is too small.

        The amount is too small if winnings and rake exceed the payments.
        """
        blinds = [one.name for one in self.posts if one.post is not Post.ANTE]
        if len(blinds) == len(set(blinds)):
            return
        lacking = sum(self.won.values()) + (self.rake or 0) - sum(self.paid().values())
        for at, (name, street, line, what, amount, count, cards) in enumerate(self.acts):
            if what is CALL and blinds.count(name) > 1 and street == _PREFLOP and 0 < lacking <= amount:
                self.acts[at] = name, street, line, what, amount + lacking, count, cards
                return

    def record(self, head: re.Match[str]) -> Record:
        """The record of the hand.

        If half chips are in play, the text rounds the winnings, and the record is marked as rounded.
        """
        if self.rake is not None:
            self.call_in_full()
        record = super().record(head)
        if not record.decimals or not record.is_tournament:
            return record
        return msgspec.structs.replace(record, rounded=10**record.decimals)
