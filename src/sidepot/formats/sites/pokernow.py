"""PokerNow: the log of a table as CSV (entry, at, order), the newest entry first."""

from __future__ import annotations

import csv
import re
from io import StringIO
from typing import ClassVar

import msgspec

from sidepot.errors import BadNotation
from sidepot.formats.sites.dialect import Dialect
from sidepot.formats.sites.site_record import Posted, Record
from sidepot.formats.sites.text import amount_of, brackets, cards_of
from sidepot.games.bomb_pot import without_first_round
from sidepot.hand.setup import Post

_STACK = re.compile(r'#(?P<seat>\d+) "(?P<name>.+?)" \((?P<stack>[\d.,]+)\)')
_STREETS = ("Flop", "Turn", "River", "flop", "turn", "river")  # small in older logs
_PLACE = "\t"  # before the line of the file
_BOMB = "(bomb pot bet)"
_SUITS = str.maketrans({"♠": "s", "♥": "h", "♦": "d", "♣": "c", "\ufe0f": None})


class PokerNow(Dialect):
    """`-- starting hand #1 (id: abc)  No Limit Texas Hold'em (dealer: "Ann @ x1") --`; `calls 20` names the total."""

    site: ClassVar[str] = "PokerNow"
    marks: ClassVar[tuple[str, ...]] = ("-- starting hand #",)
    start: ClassVar[re.Pattern[str]] = re.compile(
        r"-- starting hand #(?P<number>\d+)\s+(?:\(id: ?(?P<name>\w+)\)\s+)?\(?(?P<title>[^()]*?)\)?\s*(?P<money>)"
        r'\((?:dealer: "(?P<dealer>.*)"|dead button)\) --\s*(?P<when>[^\t]*)'
    )
    calls_are_totals: ClassVar[bool] = True
    takes_rake: ClassVar[bool] = False
    after_name: ClassVar[tuple[str, ...]] = ('" ',)
    is_bomb = False

    def hand_name(self, head: re.Match[str]) -> str:
        """Older logs have no id, but a number."""
        return head["name"] or head["number"]

    def place(self, at: int) -> int:
        """The line of the file on which an entry of the hand stands: the newest one is the first there."""
        return int(self.lines[at].rpartition(_PLACE)[2])

    def one(self, line: str) -> None:
        """Read one entry."""
        self.line = self.place(self.line - self.first)
        line = line.rpartition(_PLACE)[0]
        line = line.translate(_SUITS)
        if line.startswith("Player stacks:"):
            for found in _STACK.finditer(line):
                self.seats[f'"{found["name"]}'] = int(found["seat"]), amount_of(found["stack"], self.decimals)
            head = self.start.match(self.lines[0])
            dealer = f'"{head["dealer"]}' if head else ""
            self.button_number = self.seats[dealer][0] if dealer in self.seats else 0
        elif line.startswith("Your hand is "):
            self.hero_cards = cards_of(line.removeprefix("Your hand is "))
        elif line.startswith(_STREETS):
            second = "second run" in line
            if not second:
                self.street += 1
            self.turn_of(line, int(second))
        elif not self.act(line):
            self.other(line)

    def turn_of(self, line: str, run: int) -> None:
        """`Turn: Ah, Kd, 3s [5c]`: all that lie there; the second run shares what was there before it."""
        if run and len(self.boards) == 1:
            shared = {"f": 0, "t": 3, "r": 4}[line[0].lower()]
            self.boards.append(self.boards[0][:shared])
        some = [card for group in brackets(line) for card in group]
        self.boards[run] += [card for card in some if card not in self.boards[run]]

    def name_in(self, text: str) -> str:
        """Names stand in quotes there."""
        return super().name_in(text if text.startswith('"') else f'"{text}')

    def post_of(self, words: str) -> Post:
        """`posts a missed big blind of 20`, `posts a missing small blind of 10`."""
        if "missing small" in words:
            return Post.DEAD_BLIND
        return Post.LIVE_BLIND if "missed big" in words else super().post_of(words)

    def put_in(self, name: str, rest: str) -> None:
        """`posts a big blind of 20 and go all in`, `posts a bet of 3.00 (bomb pot bet)`."""
        if _BOMB in rest:
            self.bomb(name, rest)
            return
        super().put_in(name, rest.replace("go all in", "is all in"))

    def call(self, name: str, rest: str) -> None:
        """`calls 3.00 (bomb pot bet)` before the flop is what all put in there."""
        if _BOMB in rest:
            self.bomb(name, rest)
        else:
            super().call(name, rest)

    def bomb(self, name: str, rest: str) -> None:
        """A bomb pot: what each puts in is an ante."""
        self.posts.append(Posted(name, Post.ANTE, self.amounts(rest)[0], "all in" in rest))
        self.is_bomb = True

    def record(self, head: re.Match[str]) -> Record:
        """In a bomb pot nobody bets before the flop."""
        self.line = self.place(0)
        told = msgspec.structs.replace(super().record(head), line=self.line)
        return msgspec.structs.replace(told, game=without_first_round(told.game)) if self.is_bomb else told

    def show(self, name: str, rest: str) -> None:
        """`shows a Ah, Kd.`"""
        try:
            self.shown[name] = cards_of(rest.removeprefix("shows a ").rstrip("."))
        except BadNotation:
            return  # one card of several, in words


def lines_of_csv(text: str) -> list[str]:
    """The entries of a log, the oldest first. Raises BadNotation where it is no table of them."""
    reader = csv.reader(StringIO(text, newline=""))
    rows: list[tuple[int, list[str]]] = []
    place = 1
    try:
        for row in reader:
            rows.append((place, row))
            place = reader.line_num + 1
    except csv.Error as error:
        raise BadNotation(f"this is no table of comma-separated values: {error}") from None
    if not rows or rows[0][1][:1] != ["entry"]:
        raise BadNotation("a PokerNow log begins with the columns entry, at, order")
    entries = [(place, row) for place, row in rows[1:] if row]
    if all(len(row) > 2 and row[2].isdecimal() for _, row in entries):
        entries.sort(key=lambda entry: int(entry[1][2]))
    else:
        entries.reverse()
    return [_entry(place, row) for place, row in entries]


def _entry(place: int, row: list[str]) -> str:
    """The text of an entry, and the line of the file where it begins; the first one of a hand tells its time, too."""
    begins = row[0].startswith(PokerNow.marks) and len(row) > 1
    return f"{row[0]} {row[1]}{_PLACE}{place}" if begins else f"{row[0]}{_PLACE}{place}"
