"""The Big Game, a television show: each hand is a script with all cards face up; calls are told without amounts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import ClassVar

from sidepot.cards import card
from sidepot.errors import BadNotation
from sidepot.formats.sites.dialect import Dialect
from sidepot.formats.sites.site_record import Posted, Record, What
from sidepot.hand.setup import Post

WHOLE_BOARD = 5
_SPACES = re.compile(r"(?<=[{:,\[])\s+|\s+(?=[}\]])")
_PLAYER = re.compile(r'\{Name:"(?P<name>[^"]*)",Seat:(?P<seat>\d+),Stack:(?P<stack>\d+),Cards:\[(?P<cards>[^\]]*)\]')
_PLAY = re.compile(r'\{Seat:(?P<seat>\d+),Action:"(?P<action>[^"]*)"(?:,value:(?P<value>\[[^\]]*\]|\d+))?\}')
_CARD = re.compile(r'"([cdhs])([2-9tjqka])"')


class BigGame(Dialect):
    """`LoadHand({Hand:{Title:"d1h1",...},Plays:[{Seat:1,Action:"Calls"},...]})`."""

    site: ClassVar[str] = "The Big Game"
    marks: ClassVar[tuple[str, ...]] = ("LoadHand({",)
    takes_rake: ClassVar[bool] = False
    longest_line: ClassVar[int] = 20_000  # one line is a whole hand
    start: ClassVar[re.Pattern[str]] = re.compile(
        r'LoadHand\(\{ ?Hand: ?\{ ?Title: ?"(?P<name>[^"]*)".*?'
        r"BigBlind: ?(?P<money>(?P<big>\d+), ?SmallBlind: ?(?P<small>\d+)),"
        r" ?Ante: ?(?P<ante>\d+).*?Dealer: ?(?P<dealer>\d+)"
    )

    def title(self, head: re.Match[str]) -> str:
        """There is one game."""
        return "No Limit Hold'em"

    def read(self, head: re.Match[str] | None) -> Record:
        """The record of the hand. Raises BadNotation, naming the line."""
        line = _SPACES.sub("", self.lines[0])
        if head is None:
            raise BadNotation("a hand of The Big Game begins with LoadHand(").at(f"line {self.first}")
        for found in _PLAYER.finditer(line):
            name = found["name"]
            if found["stack"] == "0":  # the chair is kept, nobody plays
                continue
            self.seats[name] = int(found["seat"]), int(found["stack"])
            self.dealt[name] = list(_cards(found["cards"]))
            self.shown[name] = tuple(self.dealt[name])
        self.by_number = {number: name for name, (number, _) in self.seats.items()}
        self.left = {name: stack for name, (_, stack) in self.seats.items()}
        self.bets: dict[str, int] = {}
        self.total: dict[str, int] = {}
        self.button_number = int(head["dealer"])
        try:
            self._posts(head, line)
            for play in _PLAY.finditer(line):
                self._play(play)
            if sum(act[3] is What.FOLD for act in self.acts) >= len(self.seats) - 1:
                self.shown.clear()  # the viewers see all hands, and those at the table none
            return self.record(head)
        except (BadNotation, KeyError, IndexError) as error:
            raise BadNotation(f"this play cannot be: {error}").at(f"line {self.first}") from None

    def _posts(self, head: re.Match[str], line: str) -> None:
        """The button pays the ante, the next two the blinds, and who straddles."""
        order = sorted(self.by_number)
        at = order.index(self.button_number)
        around = [self.by_number[order[(at + step) % len(order)]] for step in range(len(order))]
        plays = [play for play in _PLAY.finditer(line) if play["action"] != "Deal"]
        big = around[2 % len(around)]
        self._post(around[0], Post.DEAD_ANTE, int(head["ante"]))
        if len(around) > 2 and plays and self.by_number.get(int(plays[0]["seat"])) == big:  # they are first to act:
            big = around[1]  # the small blind is dead
        else:
            self._post(around[1], Post.SMALL_BLIND, int(head["small"]))
        self._post(big, Post.BIG_BLIND, int(head["big"]))
        for play in plays:
            if play["action"] == "Straddles":
                self._post(self.by_number[int(play["seat"])], Post.STRADDLE, int(play["value"]))

    def _post(self, name: str, post: Post, amount: int) -> None:
        paid = min(amount, self.left[name])
        self.posts.append(Posted(name, post, amount, False))
        self._pay(name, paid)
        if post is not Post.DEAD_ANTE:
            self.bets[name] = self.bets.get(name, 0) + paid

    def _pay(self, name: str, amount: int) -> None:
        self.left[name] -= amount
        self.total[name] = self.total.get(name, 0) + amount

    def paid(self) -> dict[str, int]:
        """What each player put in."""
        return self.total

    def _play(self, play: re.Match[str]) -> None:
        action = play["action"]
        if action == "Deal":
            if self.boards[0] or self.acts:
                self.street += 1
                self.bets.clear()
            self._deal_board(list(_cards(play["value"])))
            return
        name = self.by_number[int(play["seat"])]
        value = int(play["value"] or 0)
        if action == "Wins":
            self.won[name] = self.won.get(name, 0) + value
        elif action == "Takes Back":
            self.back[name] = self.back.get(name, 0) + value
        elif action == "Folds":
            self.add(name, What.FOLD)
        elif action == "Checks":
            self.add(name, What.CHECK)
        elif action == "Calls":
            self._bet_to(name, max(self.bets.values(), default=0))
        elif action == "Bets":
            self._bet_to(name, self.bets.get(name, 0) + value)
        elif action == "Raises To":
            self._bet_to(name, value)
        elif action == "All-In":
            self._bet_to(name, self.bets.get(name, 0) + self.left[name])

    def _deal_board(self, some: list[int]) -> None:
        """Cards after a whole board are a second run: it shares what was there before the chips were in."""
        board = self.boards[-1]
        if len(board) == WHOLE_BOARD:
            board = board[: WHOLE_BOARD - len(some)]
            self.boards.append(board)
        board += some

    def _bet_to(self, name: str, to: int) -> None:
        price, mine = max(self.bets.values(), default=0), self.bets.get(name, 0)
        to = min(to, mine + self.left[name])
        if to > price:
            self.add(name, What.RAISE, to)
        else:
            self.add(name, What.CALL, to - mine)
        self._pay(name, to - mine)
        self.bets[name] = to


def _cards(text: str) -> Iterator[int]:
    for suit, rank in _CARD.findall(text):
        yield card(rank.upper() + suit)
