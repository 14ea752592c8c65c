"""PokerNow: a hand of the log of a table (see `pokernow_log`). Calls and raises name the total for the round."""

# compiled: docs/how-to/measure-speed.md

from __future__ import annotations

import re
from typing import ClassVar, Final

import msgspec

from sidepot.errors import BadNotation
from sidepot.formats.sites.dialect import Dialect
from sidepot.formats.sites.pokernow_log import BEGINS, PLACE, STACKS
from sidepot.formats.sites.site_record import Player, Posted, Record
from sidepot.formats.sites.text import amount_of, brackets, cards_of, unreadable
from sidepot.games.boards import with_boards
from sidepot.games.model import Game
from sidepot.hand.setup import Post
from sidepot.rules.clauses import say

_STACK: Final = re.compile(r'#(?P<seat>\d+) "(?P<name>.+?)" \((?P<stack>[\d.,]+)\)')
_STREETS: Final = ("Flop", "Turn", "River", "flop", "turn", "river")  # small in older logs
_BOMB: Final = "(bomb pot bet)"
_SECOND_RUN: Final = "second run"
_SECOND_BOARD: Final = "second board"
_BOUNTY: Final = "bounty"


class PokerNow(Dialect):
    """Hands of PokerNow: `-- starting hand #1 (id: abc) No Limit Texas Hold'em (dealer: "Ann") --`.

    `calls 20` gives the player's total for the street.
    """

    site: ClassVar[str] = "PokerNow"
    marks: ClassVar[tuple[str, ...]] = (BEGINS,)
    start: ClassVar[re.Pattern[str]] = re.compile(
        r"-- starting hand #(?P<number>\d+)\s+(?:\(id: ?(?P<name>\w+)\)\s+)?\(?(?P<title>[^()]*?)\)?\s*(?P<money>)"
        r'\((?:dealer: "(?P<dealer>.*)"|dead button)\) --\s*(?P<when>[^\t]*)'
    )
    calls_are_totals: ClassVar[bool] = True
    takes_rake: ClassVar[bool] = False
    after_name: ClassVar[tuple[str, ...]] = ('" ',)
    words: ClassVar[dict[str, str]] = {**Dialect.words, "gained": "collect", "paid": "pay_bounty"}
    has_two_boards = False

    def hand_name(self, head: re.Match[str]) -> str:
        """The id of the hand or, in older logs, its number."""
        return head["name"] or head["number"]

    def place(self, at: int) -> int:
        """The line in the file of entry number `at` in order of play. The file lists the newest entry first."""
        return int(self.lines[at].rpartition(PLACE)[2])

    def read_line(self, line: str) -> None:
        """Read one entry."""
        self.line = self.place(self.line - self.first)
        line = line.rpartition(PLACE)[0]
        if line.startswith(STACKS):
            for found in _STACK.finditer(line):
                self.seats[f'"{found["name"]}'] = int(found["seat"]), amount_of(found["stack"], self.decimals)
            head = self.start.match(self.lines[0])
            dealer = f'"{head["dealer"]}' if head else ""
            self.button_number = self.seats[dealer][0] if dealer in self.seats else 0
        elif line.startswith("Dealt to "):
            self.deal(line[9:])
        elif line.startswith(_STREETS):
            self.turn_of(line)
        elif not self.act(line):
            self.other(line)

    def turn_of(self, line: str) -> None:
        """Read the board: `Turn: Ah, Kd, 3s [5c]` gives all cards of the board.

        A second board has its own cards. A second run shares the cards dealt before it.
        """
        title = line.partition(":")[0]
        at = 0
        if _SECOND_BOARD in title:
            at, self.has_two_boards = 1, True
        elif _SECOND_RUN in title:
            at = 1
        else:
            self.street += 1
        if at and len(self.boards) == 1:
            shared = {"f": 0, "t": 3, "r": 4}[line[0].lower()]
            self.boards.append([] if self.has_two_boards else self.boards[0][:shared])
        some = [card for group in brackets(line) for card in group]
        self.boards[at] += [card for card in some if card not in self.boards[at]]

    def name_in(self, text: str) -> str:
        """The player whose name, in quotes, is at the beginning of a text; "" for none."""
        return super().name_in(text if text.startswith('"') else f'"{text}')

    def post_of(self, words: str) -> Post:
        """The kind of a post such as `posts a missed big blind of 20` or `posts a missed small blind of 10`."""
        if "missing small" in words or "missed small" in words:
            return Post.DEAD_BLIND
        return Post.LIVE_BLIND if "missed big" in words or "missing big" in words else super().post_of(words)

    def put_in(self, name: str, rest: str) -> None:
        """Read a post such as `posts a big blind of 20 and go all in` or `posts a bet of 3.00 (bomb pot bet)`."""
        if _BOMB in rest:
            self.bomb(name, rest)
            return
        super().put_in(name, rest.replace("go all in", "is all in"))

    def call(self, name: str, rest: str) -> None:
        """Read a call. Before the flop, `calls 3.00 (bomb pot bet)` is an ante."""
        if _BOMB in rest:
            self.bomb(name, rest)
        else:
            super().call(name, rest)

    def bomb(self, name: str, rest: str) -> None:
        """Read the ante of a bomb pot."""
        self.posts.append(Posted(name, Post.ANTE, self.amounts(rest)[0], "all in" in rest))
        self.is_bomb = True

    def collect(self, name: str, rest: str) -> None:
        """Read winnings.

        The amount is printed first: `collected 92664 from pot with Flush, Ah High (combination: Ah, Qh, 10h, 9h, 4h)`.
        `collected 10 from the 7-2 bounty` repeats what the other players have paid.
        """
        if _BOUNTY in rest:
            return
        self.won[name] = self.won.get(name, 0) + self.amounts(rest.partition("(")[0])[0]

    def pay_bounty(self, name: str, rest: str) -> None:
        """Read a payment from one player to another, outside the pot: `paid 5 for the 7-2 bounty to "Ann"`."""
        paid, _, rest = rest.partition(" to ")
        winner = self.name_in(rest)
        if _BOUNTY not in paid:
            return
        if not winner:
            raise unreadable(say("a bounty goes to a player who is not in the hand: {text}", repr(rest)))
        amount = self.amounts(paid)[0]
        self.adjustments[name] = self.adjustments.get(name, 0) - amount
        self.adjustments[winner] = self.adjustments.get(winner, 0) + amount

    def record(self, head: re.Match[str]) -> Record:
        """The record of the hand, without the quotes around names."""
        self.line = self.place(0)
        record = super().record(head)
        return msgspec.structs.replace(
            record,
            line=self.line,
            players=tuple([Player(player.number, player.name[1:], player.stack) for player in record.players]),
            hero=record.hero[1:],
        )

    def by_cards(self, game: Game) -> Game:
        """The game, according to the cards: with a second board, it is the game's double-board form."""
        game = super().by_cards(game)
        return with_boards(game, len(self.boards)) if self.has_two_boards else game

    def show(self, name: str, rest: str) -> None:
        """Read a shown hand such as `shows a Ah, Kd.` Cards may be shown one by one."""
        try:
            some = cards_of(rest.removeprefix("shows a ").rstrip("."))
        except BadNotation:
            return  # in words
        old = self.shown.get(name, ())
        self.shown[name] = (*old, *[card for card in some if card not in old])
