"""The Big Game, a television show. Each hand is a script with all cards known; calls have no amounts."""

# compiled: docs/how-to/measure-speed.md

from __future__ import annotations

import re
from typing import ClassVar

from sidepot.errors import BadNotation
from sidepot.formats.sites.dialect import Dialect
from sidepot.formats.sites.site_record import Posted, Record, What
from sidepot.formats.sites.text import cards_of, unreadable
from sidepot.hand.setup import Post
from sidepot.rules.clauses import say

WHOLE_BOARD = 5
_SPACES = re.compile(r"(?<=[{:,\[])\s+|\s+(?=[}\]])")
_PLAYER = re.compile(r'\{Name:"(?P<name>[^"]*)",Seat:(?P<seat>\d+),Stack:(?P<stack>\d+),Cards:\[(?P<cards>[^\]]*)\]')
_PLAY = re.compile(r'\{Seat:(?P<seat>\d+),Action:"(?P<action>[^"]*)"(?:,value:(?P<value>\[[^\]]*\]|\d+))?\}')


class BigGame(Dialect):
    """Hands of The Big Game, one per line: `LoadHand({Hand:{Title:"d1h1",...},Plays:[{Seat:1,...},...]})`."""

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
        """The game, which is always no-limit hold'em."""
        return "No Limit Hold'em"

    def read(self, head: re.Match[str] | None) -> Record:
        """The record of the hand. Raises BadNotation, giving the line that cannot be read."""
        line = _SPACES.sub("", self.lines[0])
        if head is None:
            raise unreadable(say("a hand of {site} must begin with {word}", "Big Game", "LoadHand(")).at_line(
                self.first
            )
        for found in _PLAYER.finditer(line):
            name = found["name"]
            if found["stack"] == "0":  # an empty seat
                continue
            self.seats[name] = int(found["seat"]), int(found["stack"])
            self.dealt[name] = _cards(found["cards"])
            self.shown[name] = tuple(self.dealt[name])
        self.by_number = {number: name for name, (number, _) in self.seats.items()}
        self.button_number = int(head["dealer"])
        try:
            self._posts(head, line)
            for play in _PLAY.finditer(line):
                self._play(play)
            if sum(act[3] is What.FOLD for act in self.acts) >= len(self.seats) - 1:
                self.shown.clear()  # the viewers see all hands, and those at the table none
            return self.record(head)
        except (BadNotation, KeyError, IndexError) as error:
            raise unreadable(say("impossible play: {problem}", str(error))).at_line(self.first) from None

    def _posts(self, head: re.Match[str], line: str) -> None:
        """Read the button's ante, the blinds, and the straddles."""
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
        self.posts.append(Posted(name, post, min(amount, self._left(name)), False))

    def _left(self, name: str) -> int:
        return self.seats[name][1] - self.paid().get(name, 0)

    def _play(self, play: re.Match[str]) -> None:
        action = play["action"]
        if action == "Deal":
            if self.boards[0] or self.acts:
                self.street += 1
            self._deal_board(_cards(play["value"].strip("[]")))
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
        elif action in ("Calls", "Bets", "Raises To", "All-In"):
            bets, left = self.street_bets(), self._left(name)
            to = max(bets.values(), default=0) if action == "Calls" else value
            added = {"Bets": value, "All-In": left}.get(action, to - bets.get(name, 0))
            self.add_chips(name, min(added, left))

    def _deal_board(self, some: list[int]) -> None:
        """Read board cards. Cards after a complete board are a second run, which shares the cards dealt before the
        all-in.
        """
        board = self.boards[-1]
        if len(board) == WHOLE_BOARD:
            board = board[: WHOLE_BOARD - len(some)]
            self.boards.append(board)
        board += some


def _cards(text: str) -> list[int]:
    """The cards in a text such as `"ct","h9"`, with the suit first."""
    return list(cards_of(text.replace('"', "").upper()))
