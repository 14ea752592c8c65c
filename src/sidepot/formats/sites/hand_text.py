"""Read the lines of a hand that most dialects share: seats, cards, actions, winnings."""

# compiled: docs/how-to/measure-speed.md

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import ClassVar, Final

from sidepot.cards import UNKNOWN
from sidepot.formats.reasons import CANCELLED
from sidepot.formats.sites.hand_so_far import BRING_IN, CALL, CHECK, DRAW, FOLD, RAISE, HandSoFar
from sidepot.formats.sites.site_record import Posted
from sidepot.formats.sites.text import amount_of, brackets, cards_of, only_amount_of, unreadable
from sidepot.hand.setup import Post
from sidepot.rules.clauses import say

_IN_BRACKETS: Final = re.compile(r"\(([^()]*\d[^()]*)\)")
_DIGIT: Final = re.compile(r"\d")
_SIZE: Final = re.compile(r"\b(\d{1,2})[- ][Mm]ax\b")
_NO_FEES: Final = (" Main pot", " Side pot", " STP")
_BOTH: Final = ("small & big", "big & small", "+ dead")
_POSTS: Final = re.compile(r"([^\"]+?):? posts (?:the )?(?:small |big )blind\b")
_GIFT: Final = re.compile(r"(?:Cash Drop|Hold-up|Escape|Splash|Drop) to Pot ?: total ")
_CASHED_OUT: Final = " cashed out the hand for "
_CANCELLED: Final = re.compile(r"(?:The )?(?:[Hh]and|Game)\b[ #\d]*(?:(?:has been|was|is) )?[Cc]ancell?ed")


class HandText(HandSoFar):
    """A hand that is read line by line, with a method for each kind of line."""

    seat: ClassVar[re.Pattern[str]] = re.compile(
        r"Seat (?P<seat>\d+): (?P<name>.*\S) ?\((?P<stack>[^\s\d()]{0,4}[\d,.]+[^\d(),]{0,2}?)( in [Cc]hips)?[,)]"
    )
    button: ClassVar[re.Pattern[str]] = re.compile(r"[Ss]eat #?(\d+) is the button|button is in seat #(\d+)")
    uncalled: ClassVar[re.Pattern[str]] = re.compile(
        r"Uncalled bet (of )?\(?(?P<amount>[^\s)]+)\)? returned to (?P<name>.+)"
    )
    won_in_summary: ClassVar[re.Pattern[str]] = re.compile(r"(?:collected|won) \(([^()]+)\)")
    cards_in_summary: ClassVar[re.Pattern[str]] = re.compile(r" (mucked|showed) \[([^\[\]]+)\]")
    runs: ClassVar[tuple[re.Pattern[str], ...]] = (
        re.compile(r"SECOND (FLOP|TURN|RIVER)|BOARD 2|(FLOP|TURN|RIVER) 2"),
        re.compile(r"THIRD (FLOP|TURN|RIVER)|BOARD 3|(FLOP|TURN|RIVER) 3"),
    )
    """The marks of the second and the third run of the board, before the cards."""
    after_name: ClassVar[tuple[str, ...]] = (": ", " ")
    """The text between a name and that player's action."""

    hero_mark: ClassVar[str] = ""
    """The mark of the hero's seat."""

    words: ClassVar[dict[str, str]] = {
        "folds": "fold",
        "checks": "check",
        "calls": "call",
        "bets": "bet",
        "raises": "bet",
        "completes": "bet",
        "brings": "bring",
        "posts": "put_in",
        "antes": "put_in",
        "discards": "draw",
        "draws": "draw",
        "stands": "pat",
        "shows": "show",
        "mucks": "muck",
        "collected": "collect",
        "wins": "collect",
        "ties": "collect",
    }
    """The first word of an action, and the method that reads it."""

    _readers: ClassVar[dict[str, Callable[[HandText, str, str], None]]] = {}

    def __init_subclass__(cls) -> None:
        """Find the method for each word that begins an action, once per dialect."""
        cls._readers = {word: getattr(cls, method) for word, method in cls.words.items()}

    def read_line(self, line: str) -> None:
        """Read one line of the hand."""
        first = line[0]
        if first == "*":
            if line.startswith("***"):
                self.stage(line)
                return
        elif self.summary:
            self.sum_up(line)
            return
        elif first == "S":
            if not self.acts and not self.posts and line.startswith("Seat ") and self.sit(line):
                return
        elif first == "D" and line.startswith("Dealt to "):
            self.deal(line[9:])
            return
        if not self.act(line):
            self.other(line)

    # ---- lines of the dealer

    def stage(self, line: str) -> None:
        """Read a line marked with stars: a street with its cards, or the beginning of the summary."""
        if "SUMMARY" in line:
            self.summary = True
            return
        if "CANCEL" in line:
            self.unresolved = CANCELLED
            return
        self.street += 1
        title, bracket, _ = line.partition("[")
        if bracket:
            self.turn(line, run_of(type(self), title))  # type: ignore[arg-type]  # a class is hashable

    def turn(self, line: str, run: int) -> None:
        """Add the new board cards in a line to run number `run`."""
        cards = [card for group in brackets(line) for card in group]
        some = [card for card in cards if card != UNKNOWN]
        if not some:
            return
        if run >= len(self.boards):
            self.second_board = self.second_board or self.street
            first, hidden = self.boards[0], len(cards) - len(some)
            self.boards.append(first[:hidden] or [card for card in first if card in some])
        board = self.boards[run]
        board += [card for card in dict.fromkeys(some) if card not in board]

    def sit(self, line: str) -> bool:
        """Read a line about a seated player and the stack. Returns False if the line is not about a player."""
        found = self.seat.match(line)
        if found is None:
            return False
        number, name, stack = found.group("seat", "name", "stack")
        self.seats[name] = int(number), only_amount_of(stack, self.decimals)
        if self.hero_mark and self.hero_mark in line:
            self.hero = name
        return True

    def deal(self, rest: str) -> None:
        """Read the known cards dealt to a player. The last pair of brackets contains the new cards."""
        name = self.name_in(rest)
        groups = brackets(rest[len(name) :])
        if not groups or not name:
            return
        queue = self.dealt.setdefault(name, [])
        new = groups[-1]
        if not queue and len(groups) > 1:  # stud: the down cards, then the door card
            queue += groups[0]
        elif not queue and len(new) == 1:
            queue += [UNKNOWN, UNKNOWN]
        if not self.hero and UNKNOWN not in queue and UNKNOWN not in new and len(queue) + len(new) > 1:
            self.hero = name
        queue += new

    def other(self, line: str) -> None:
        """Read any other line before the summary."""
        uncalled = self.uncalled.match(line)
        if uncalled is not None:
            name = self.name_in(uncalled["name"])
            self.back[name] = self.back.get(name, 0) + amount_of(uncalled["amount"], self.decimals)
            return
        if "ancel" in line and _CANCELLED.match(line) is not None:
            self.unresolved = CANCELLED
        if _CASHED_OUT in line:
            self.is_cashed_out = True
            name = self.name_in(line)
            self.cashed[name] = self.cashed.get(name, 0) + amount_of(line[len(name) :], self.decimals)
        if " to Pot" in line and _GIFT.match(line) is not None:  # the site adds to it
            self.carried += amount_of(line, self.decimals)
        if " posts " in line:
            stranger = _POSTS.match(line)
            if stranger is not None and stranger[1] not in self.seats:
                who = stranger[1]
                raise unreadable(
                    say("{player} posts a blind, but the text gives no seat or stack for {player}", who, who)
                )
        if not self.button_number:
            self.button_number = button_in(type(self), line)  # type: ignore[arg-type]  # a class is hashable
        if not self.table and line.startswith("Table"):
            first, last = line.find("'"), line.rfind("'")
            self.table = line[first + 1 : last] if last > first else line[6:]
            self.table_size = size_in(line)

    def sum_up(self, line: str) -> None:
        """Read a line of the summary: the pot and the rake, or a seat's winnings and cards."""
        if line.startswith("Total pot"):
            self.pot = amount_of(line, self.decimals)
            self.rake = sum(
                [
                    amount_of(taken, self.decimals)
                    for taken in line.split("|")[1:]
                    if _DIGIT.search(taken) is not None and not taken.startswith(_NO_FEES)
                ]
            )
        elif line.startswith("Board") and len(self.boards) == 1 and self.boards[0]:
            self.turn(line, 0)  # the line of its street may lack a card
        elif line.startswith("Seat "):
            if "[" in line:
                self.read_summary_cards(line)
            if (not self.won or self.is_cashed_out) and ("collected" in line or "won" in line):
                name = self.name_in(line.partition(": ")[2])
                for found in self.won_in_summary.findall(line[len(name) :]):
                    self.summed[name] = self.summed.get(name, 0) + amount_of(found, self.decimals)

    def read_summary_cards(self, line: str) -> None:
        """Read the cards in a summary line.

        Such lines are `Seat 1: Ann (button) mucked [Kd Qd]` and `Seat 3: Bo showed [As Kc] and won ($1.65)`.
        """
        name = self.name_in(line.partition(": ")[2])
        found = self.cards_in_summary.search(line, len(name)) if name else None
        if found is None:
            return
        word, inside = found.groups()
        where = self.mucked if word == "mucked" else self.shown
        if name not in where and name not in self.shown:
            some = cards_of(inside)
            if UNKNOWN not in some:
                where[name] = some

    # ---- lines of players

    def act(self, line: str) -> bool:
        """Read an action: a line that begins with a player's name. Returns False for any other line."""
        seats = self.seats
        for between in self.after_name:
            name, _, rest = line.partition(between)
            if rest and name in seats and self._read_act(name, rest.strip()):
                return True
        if not line.startswith(self.names):
            return False
        for name in self.names:  # a name may contain the separator
            if not line.startswith(name):
                continue
            after = line[len(name) :]
            for between in self.after_name:
                if after.startswith(between) and self._read_act(name, after[len(between) :].strip()):
                    return True
        return False

    def _read_act(self, name: str, rest: str) -> bool:
        reader = self._readers.get(rest.partition(" ")[0])
        if reader is None:
            return False
        reader(self, name, rest)
        return True

    def fold(self, name: str, rest: str) -> None:
        """Read `folds`."""
        self.acts.append((name, self.street, self.line, FOLD, 0, 0, ()))

    def check(self, name: str, rest: str) -> None:
        """Read `checks`."""
        self.acts.append((name, self.street, self.line, CHECK, 0, 0, ()))

    def call(self, name: str, rest: str) -> None:
        """Read `calls $2`."""
        self.add(name, CALL, self.amounts(rest)[0])

    def bet(self, name: str, rest: str) -> None:
        """Read a bet such as `bets $2`, `raises $2 to $4` or `completes it to $4`. The last amount is the total."""
        self.add(name, RAISE, self.amounts(rest)[-1])

    def add_in(self, name: str, rest: str) -> None:
        """Read an all-in such as `ALLIN $6.10`, which gives the chips added."""
        self.add_chips(name, self.amounts(rest)[0])

    def give_back(self, name: str, rest: str) -> None:
        """Read a returned bet such as `RETURN $2.68` or `Return uncalled portion of bet $3`."""
        self.back[name] = self.back.get(name, 0) + self.amounts(rest)[0]

    def bring(self, name: str, rest: str) -> None:
        """Read a bring-in such as `brings in for $1`."""
        self.bring_in = self.amounts(rest)[0]
        self.add(name, BRING_IN, self.bring_in)

    def put_in(self, name: str, rest: str) -> None:
        """Read a post such as `posts small blind $1`, `antes $0.50` or `posts small & big blinds $3`."""
        amount = self.amounts(rest)[0]
        all_in = "all-in" in rest or "all in" in rest
        words = rest.lower()
        if ("&" in words or "+" in words) and any(both in words for both in _BOTH):
            big = max([one.amount for one in self.posts if one.post is Post.BIG_BLIND], default=amount * 2 // 3)
            self.post_both(name, min(big, amount), max(amount - big, 0), all_in=all_in)
            return
        self.posts.append(Posted(name, self.post_of(words), amount, all_in))

    def post_of(self, words: str) -> Post:
        """The kind of a post, according to its words."""
        if "ante" in words:
            return Post.ANTE
        if "dead" in words or "missed" in words and "small" in words:
            return Post.DEAD_BLIND
        if "straddle" in words:
            return Post.STRADDLE
        if "small blind" in words:
            return Post.SMALL_BLIND
        return Post.BIG_BLIND if "big blind" in words or "button blind" in words else Post.LIVE_BLIND

    def pat(self, name: str, rest: str) -> None:
        """Read `stands pat`. A player who `stands up` only leaves the table."""
        if rest.startswith("stands pat"):
            self.add(name, DRAW)

    def draw(self, name: str, rest: str) -> None:
        """Read a draw such as `discards 2 cards [7h 9c]`, `draws 1` or `discards [7h] draws [8c]`."""
        groups = brackets(rest)
        cards = groups[0] if groups else ()
        count = len(cards) or self.amounts(rest)[0] // 10**self.decimals
        self.add(name, DRAW, count=count, cards=cards)
        if len(groups) > 1:
            self.dealt.setdefault(name, []).extend(groups[1])

    def show(self, name: str, rest: str) -> None:
        """Read a shown hand such as `shows [Ah Kd] (a pair of aces)`. A line without cards is ignored."""
        groups = brackets(rest.split("(")[0].partition("]")[0] + "]")
        if groups and UNKNOWN not in groups[0]:
            self.shown[name] = groups[0]

    def muck(self, name: str, rest: str) -> None:
        """Read a mucked hand such as `mucks [ Kd, Qd ]` or `mucks hand`."""
        groups = brackets(rest.split("(")[0]) if "[" in rest else []
        if groups and UNKNOWN not in groups[0]:
            self.mucked[name] = groups[0]

    def collect(self, name: str, rest: str) -> None:
        """Read winnings such as `collected $97 from pot` or `wins (3,075) from side pot 1`."""
        if "bounty" in rest or "tournament" in rest:
            return
        inside = _IN_BRACKETS.search(rest)
        amount = amount_of(inside[1] if inside else rest, self.decimals)
        self.won[name] = self.won.get(name, 0) + amount


@lru_cache(maxsize=1024)
def button_in(kind: type[HandText], line: str) -> int:
    """The number of the button's seat in a line of this dialect; 0 if the line does not name it."""
    found = kind.button.search(line)
    return int(found[1] or found[2]) if found is not None else 0


@lru_cache(maxsize=1024)
def size_in(line: str) -> int:
    """The number of chairs in a text such as `6-max` or `10 Max`; 0 if the text has none."""
    found = _SIZE.search(line)
    return int(found[1]) if found is not None else 0


@lru_cache(maxsize=1024)
def run_of(kind: type[HandText], title: str) -> int:
    """The number of the run in a line marked with stars, of which `title` is the text: 0 for the first or only run."""
    return next((at for at, run in enumerate(kind.runs, 1) if run.search(title)), 0)
