"""The state of a site's hand while its lines are read."""

# compiled: docs/how-to/measure-speed.md

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from sidepot.formats.sites.site_record import Cards, Posted, What
from sidepot.formats.sites.text import amounts_of, unreadable
from sidepot.hand.setup import LIVE_POSTS, Post
from sidepot.rules.clauses import say

FOLD: Final = What.FOLD  # module constants are faster than attributes, and each action needs one
CHECK: Final = What.CHECK
CALL: Final = What.CALL
RAISE: Final = What.RAISE
DRAW: Final = What.DRAW
BRING_IN: Final = What.BRING_IN

ReadAct = tuple[str, int, int, What, int, int, Cards]
"""An action as it is read: the name, the street, the line, and the fields of an `Act`."""


class HandSoFar:
    """The seats, posts, actions, cards and winnings in the lines read so far."""

    calls_are_totals: ClassVar[bool] = False
    """Whether `calls 20` names the total for the round, not the added chips."""

    wins_have_back: ClassVar[bool | None] = None
    """Whether printed winnings include an uncalled bet that no line returns. None: decide by the amounts, or else
    assume so.
    """

    __slots__ = (  # faster than an object's dict with more than thirty attributes
        "_names", "acts", "adjustments", "back", "boards", "bring_in", "button_number", "carried", "cashed", "dealt",
        "decimals", "ends", "first", "has_drop", "hero", "is_bomb", "is_cashed_out", "line", "lines", "mucked", "posts",
        "pot", "rake", "seats", "second_board", "shown", "street", "summary", "summed", "table", "table_size",
        "unresolved", "won",
    )  # fmt: skip

    def __init__(self, lines: Sequence[str], first: int) -> None:
        self.lines = lines
        self.first = self.line = first
        self.decimals = 0
        self.street = 0
        self.seats: dict[str, tuple[int, int]] = {}  # printed number and stack
        self._names: tuple[str, ...] = ()
        self.acts: list[ReadAct] = []
        self.posts: list[Posted] = []
        self.dealt: dict[str, list[int]] = {}
        self.shown: dict[str, Cards] = {}
        self.mucked: dict[str, Cards] = {}  # hands that were not tabled but are printed
        self.won: dict[str, int] = {}
        self.summed: dict[str, int] = {}  # the winnings by the summary; some hands have no others
        self.back: dict[str, int] = {}
        self.ends: dict[str, int] = {}
        self.boards: list[list[int]] = [[]]
        self.button_number = self.bring_in = self.carried = 0
        self.second_board = 0  # the street of its first card
        self.rake: int | None = None
        self.pot: int | None = None
        self.table = self.hero = self.unresolved = ""
        self.table_size = 0
        self.summary = self.has_drop = self.is_bomb = False
        self.is_cashed_out = False  # somebody cashed out: only the summary says who won
        self.cashed: dict[str, int] = {}  # what a player got for a cash-out
        self.adjustments: dict[str, int] = {}  # what the site paid, or took, outside the pots

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all seated players, longest first."""
        if len(self._names) != len(self.seats):
            self._names = tuple(sorted(self.seats, key=len, reverse=True))
        return self._names

    def name_in(self, text: str) -> str:
        """The player whose name is at the beginning of a text; "" for none."""
        names = self.names
        if not text.startswith(names):
            return ""
        return next(name for name in names if text.startswith(name))

    def _paid(self) -> tuple[dict[str, int], dict[str, int], int]:
        """What each player put in according to the printed amounts, in total and on the last street; and that
        street.
        """
        paid: dict[str, int] = {}
        bets: dict[str, int] = {}
        for name, post, amount, _ in self.posts:
            paid[name] = paid.get(name, 0) + amount
            if post in LIVE_POSTS:
                bets[name] = bets.get(name, 0) + amount
        street = self.acts[0][1] if self.acts else self.street
        calls_add = not self.calls_are_totals
        for name, at, _, what, to, _, _ in self.acts:
            if at != street or what is DRAW:
                street, bets = at, {}
            if not to:
                continue
            before = bets.get(name, 0)
            if what is CALL and calls_add or what is BRING_IN:
                to += before
            paid[name] = paid.get(name, 0) + to - before
            bets[name] = to
        return paid, bets, street

    def paid(self) -> dict[str, int]:
        """The chips that each player put in, according to the printed amounts."""
        return self._paid()[0]

    def street_bets(self) -> dict[str, int]:
        """The chips that each player has bet on this street so far."""
        _, bets, street = self._paid()
        return bets if street == self.street else {}

    def last_bet_uncalled(self) -> dict[str, int]:
        """The uncalled part of the last bet, according to the printed amounts."""
        _, bets, _ = self._paid()
        first = max(bets, key=lambda name: bets[name], default="")
        second = max([bet for name, bet in bets.items() if name != first], default=0)
        return {first: bets[first] - second} if first and bets[first] > second else {}

    def post_both(self, name: str, live: int, dead: int, *, all_in: bool = False) -> None:
        """Post a live blind and a dead blind, as a new player does."""
        self.posts.append(Posted(name, Post.LIVE_BLIND, live, all_in))
        if dead:
            self.posts.append(Posted(name, Post.DEAD_BLIND, dead, all_in))

    def add(self, name: str, what: What, amount: int = 0, count: int = 0, cards: Cards = ()) -> None:
        """Add an action to the list of actions, with its street and line."""
        self.acts.append((name, self.street, self.line, what, amount, count, cards))

    def add_chips(self, name: str, amount: int) -> None:
        """Add chips: a bet or a raise if the new total is the highest bet, else a call."""
        bets = self.street_bets()
        to = bets.get(name, 0) + amount
        if to > max(bets.values(), default=0):
            self.add(name, RAISE, to)
        else:
            self.add(name, CALL, amount)

    def amounts(self, rest: str) -> tuple[int, ...]:
        """The amounts in a line. Raises BadNotation if it has none."""
        found = amounts_of(rest.split("[")[0] if "[" in rest else rest, self.decimals)
        if not found:
            raise unreadable(say("expected an amount in {text}", repr(rest)))
        return found
