"""Bovada, Ignition and Bodog: names are places at the table (`UTG+1`), and after the hand every hand is told.

Seats are listed as they sit around the table; in a tournament their numbers may be those of the entries. A raise of
older texts names the total alone (`Raises 600`). Texts of 2012 do not say where a street begins.
"""

from __future__ import annotations

import re
from typing import ClassVar, Final

from sidepot.formats.sites.dialect import Dialect, currency_in
from sidepot.formats.sites.hand_so_far import CALL, CHECK, FOLD, RAISE
from sidepot.formats.sites.site_games import limit_of_title
from sidepot.formats.sites.site_record import Cards, Posted, What
from sidepot.formats.sites.text import amount_of, amounts_of, brackets
from sidepot.games.limits import FixedLimit, Limit
from sidepot.hand.setup import Post

_TABLE: Final = re.compile(r"(?:Zone Poker ID|TBL)#(\d+)")
_UTG: Final = re.compile(r"UTG(?:\+(\d+))?")
_PLACES: Final = {"Small Blind": -2, "Big Blind": -1, "Dealer": 1_000}
_BOARD: Final = 5


class Bovada(Dialect):
    """`Bovada Hand #3756565803  Zone Poker ID#1366 HOLDEMZonePoker No Limit - 2019-04-05 15:28:11`."""

    site: ClassVar[str] = "Bovada"
    marks: ClassVar[tuple[str, ...]] = (
        "Bovada Hand #",
        "Ignition Hand #",
        "Bodog Hand #",
        "Bodog.com Hand #",
        "Bodog.eu Hand #",
        "Bodog UK Hand #",
        "Bodog Canada Hand #",
        "Bodog88 Hand #",
    )
    start: ClassVar[re.Pattern[str]] = re.compile(
        r"\ufeff?(?:Bovada|Ignition|Bodog(?:\.com|\.eu| UK| Canada|88)?) Hand #C?(?P<name>\d+):?\s+"
        r"(?P<title>.*?) ?(?P<money>(?:\([^\s\d()]?[\d.,]+/[^\s\d()]?[\d.,]+\))?)(?: \[\w+\])?"
        r" - (?P<when>[\d-]+ [\d:]+)"
    )
    button: ClassVar[re.Pattern[str]] = re.compile(r"Set dealer(?:/Bring in spot)? \[(\d+)\]()")
    seat: ClassVar[re.Pattern[str]] = re.compile(
        r"Seat (?P<seat>\d+): (?P<name>.+?)(?: \[ME\])? \((?P<stack>[^()]*?)( in chips)\)"
    )
    after_name: ClassVar[tuple[str, ...]] = (" : ", " [ME] : ", "  [ME] : ")
    words: ClassVar[dict[str, str]] = {
        "Folds": "fold",
        "Fold": "fold",
        "Checks": "check",
        "Check": "check",
        "Calls": "call",
        "Call": "call",
        "Bets": "bet",
        "Bet": "bet",
        "Raises": "bet",
        "Raise": "bet",
        "Double": "bet",
        "All-in": "push",
        "Small": "put_in",
        "Big": "put_in",
        "Ante": "put_in",
        "Ante/Small": "put_in",
        "Posts": "put_in",
        "Card": "cards",
        "Set": "set_button",
        "Return": "give_back",
        "Hand": "collect",
        "Showdown": "open",
        "Mucks": "open",
        "Does": "open",
    }
    tells_streets = True
    is_dealt = False

    def one(self, line: str) -> None:
        """`Card dealt to table [Ks 7c 9s]` begins a street of older texts."""
        if line.startswith("Card dealt to table"):
            self.street += 1
            self.turn(line, 0)
            return
        if self.line == self.first + self.head_lines:  # the first one
            self.tells_streets = any(one.startswith(("*** FLOP", "Card dealt to table")) for one in self.lines)
        super().one(line)

    def sit(self, line: str) -> bool:
        """`Seat 1: Big Blind [ME] ($25 in chips)`: the hero is marked."""
        is_seat = super().sit(line)
        if is_seat and "[ME]" in line:
            self.hero = next(reversed(self.seats))
        return is_seat

    def stage(self, line: str) -> None:
        """`*** HOLE CARDS ***`: what was put in all-in before is a post."""
        super().stage(line)
        self.is_dealt = True

    def currency(self, head: re.Match[str]) -> str:
        """The first line names none: it is that of the stacks."""
        return currency_in("", next((line for line in self.lines if line.startswith("Seat ")), ""))

    def limit(self, head: re.Match[str]) -> Limit:
        """A tournament may name none (`Normal- Level 13`): hold'em is no limit then, and Omaha pot limit."""
        title = head["title"]
        if "imit" not in title:
            return limit_of_title("No Limit" if "HOLDEM" in title else "Pot Limit" if "OMAHA" in title else "Limit")
        return super().limit(head)

    def title(self, head: re.Match[str]) -> str:
        """Stud goes by its cards: `7CARD`, `7CARD HiLo`."""
        return head["title"].replace("7CARD", "7 Card Stud").replace("_HL", " HiLo")

    def stakes(self, head: re.Match[str]) -> tuple[int, int]:
        """The blinds. At fixed limit the big blind is the smaller bet."""
        low, high = super().stakes(head)
        return (high, 2 * high) if isinstance(self.limit(head), FixedLimit) else (low, high)

    # ---- the places

    def dealt_in(self) -> list[str]:
        """Places go around the table from the small blind to the dealer, and the lines of the seats with them."""
        order = super().dealt_in()
        lines = [name for name in self.seats if name in order]
        if any(name not in _PLACES and _UTG.fullmatch(name) is None for name in lines):
            return order
        first = min(range(len(lines)), key=lambda at: _place(lines[at]))
        around = [*lines[first:], *lines[:first]]
        places = [_place(name) for name in around]
        if places != sorted(places):  # the lines are in no order
            around.sort(key=_place)
        numbers = [self.seats[name][0] for name in around]
        lowest = numbers.index(min(numbers))
        around = [*around[lowest:], *around[:lowest]]
        numbers = [*numbers[lowest:], *numbers[:lowest]]
        if numbers != sorted(numbers):
            first = around.index(lines[0])
            around = [*around[first:], *around[:first]]
            for at, name in enumerate(around, 1):
                self.seats[name] = at, self.seats[name][1]
        return around

    def button_seat(self, order: list[str]) -> int:
        """The dealer has the button; where nobody has it, it is before the small blind."""
        if "Dealer" in order:
            return order.index("Dealer")
        for name in ("Small Blind", "Big Blind"):
            if name in order:
                return (order.index(name) - 1) % len(order)
        return super().button_seat(order)

    # ---- what players do

    def _say(self, name: str, rest: str) -> bool:
        """A word may have its reason in brackets: `Folds(timeout)`, `All-in(raise-timeout) 1175`."""
        reader = self._readers.get(rest.partition(" ")[0].partition("(")[0])
        if reader is None:
            return False
        reader(self, name, rest)
        return True

    def add(self, name: str, what: What, amount: int = 0, count: int = 0, cards: Cards = ()) -> None:
        """An act. In a text that does not tell where streets begin, a player who has nothing to answer begins one."""
        if not self.tells_streets:
            self.begin_street(name, what)
        super().add(name, what, amount, count, cards)

    def begin_street(self, name: str, what: What) -> None:
        """The next street, if everybody has answered the last bet of this one."""
        answered: set[str] = set()
        for other, street, _, did, _, _, _ in self.acts:
            if street == self.street:
                answered = {other} if did is RAISE else {*answered, other}
        bets = self.street_bets()
        price = max(bets.values(), default=0)
        if name in answered or what is CHECK and bets.get(name, 0) < price:
            self.street += 1

    def fold(self, name: str, rest: str) -> None:
        """`Folds`, `Folds & shows [3s 8h]`."""
        self.add(name, FOLD)
        if "[" in rest and name in self.dealt:
            self.shown[name] = tuple(self.dealt[name])

    def check(self, name: str, rest: str) -> None:
        """`Checks(timeout)`."""
        self.add(name, CHECK)

    def call(self, name: str, rest: str) -> None:
        """`Call 20`, `Calls $2`: what is added."""
        self.add(name, CALL, self.amounts(rest)[0])

    def bet(self, name: str, rest: str) -> None:
        """`Bets 150`, `Raises 70 to 80`, and older `Raises 600`, which is the total."""
        if not self.tells_streets and rest.startswith(("Bet", "Double")) and any(self.street_bets().values()):
            self.street += 1
        self.add(name, RAISE, self.amounts(rest)[-1])

    def push(self, name: str, rest: str) -> None:
        """`All-in $20`, `All-in(raise) 20413 to 20713`: one amount is the total, or what the player has left.

        Before the cards it is a post.
        """
        found = self.amounts(rest)
        if not self.is_dealt:
            self.posts.append(Posted(name, Post.DEAD_BLIND, found[-1], True))  # see `settle_posts`
            return
        if not self.tells_streets:
            self.begin_street(name, RAISE)
        bet = self.street_bets().get(name, 0)
        left = self.seats[name][1] - self.paid().get(name, 0)
        to = found[-1] if len(found) > 1 or found[0] == bet + left and bet else bet + found[0]
        price = max(self.street_bets().values(), default=0)
        if to > price:
            super().add(name, RAISE, to)
        else:
            super().add(name, CALL, to - bet)

    def put_in(self, name: str, rest: str) -> None:
        """`Ante chip 60`, `Ante/Small blind 100`, `Big blind/Bring in 200`, `Posts chip $0.50`."""
        super().put_in(name, rest.replace("Ante/Small", "Small"))

    def settle_posts(self) -> None:
        """All-ins before the cards: an ante, where others posted one and the player had not; else a blind."""
        antes = {one.name for one in self.posts if one.post is Post.ANTE}
        blinds = {one.post for one in self.posts}
        most = max([one.amount for one in self.posts if one.post is Post.ANTE], default=0)
        for at, one in enumerate(self.posts):
            if one.post is not Post.DEAD_BLIND or not one.all_in:
                continue
            post = Post.BIG_BLIND
            if antes and one.name not in antes and one.amount <= most:
                post = Post.ANTE
            elif one.name != "Big Blind" and Post.SMALL_BLIND not in blinds:
                post = Post.SMALL_BLIND
            self.posts[at] = Posted(one.name, post, one.amount, True)
        super().settle_posts()

    def cards(self, name: str, rest: str) -> None:
        """`Card dealt to a spot [4h 2h]`."""
        if rest.startswith("Card dealt"):
            self.is_dealt = True
            self.dealt.setdefault(name, []).extend(brackets(rest)[0])

    def set_button(self, name: str, rest: str) -> None:
        """`Set dealer [5]`."""
        self.other(rest)

    def give_back(self, name: str, rest: str) -> None:
        """`Return uncalled portion of bet $3`."""
        self.back[name] = self.back.get(name, 0) + amount_of(rest, self.decimals)

    def collect(self, name: str, rest: str) -> None:
        """`Hand result $3.80`, `Hand Result-Side Pot 2190`."""
        if rest.lower().startswith("hand result"):
            self.won[name] = self.won.get(name, 0) + amount_of(rest, self.decimals)

    def open(self, name: str, rest: str) -> None:
        """`Showdown [Kd Kc Ac 8d 5d]` names the five cards that play; the hand itself is told where it was dealt."""
        if rest.startswith("Showdown") and name in self.dealt:
            self.shown[name] = tuple(self.dealt[name])

    def sum_up(self, line: str) -> None:
        """`Total Pot($112) | Rake ($1)`, or without a rake: it is what nobody collected. `Board [Ts Jd 5d Js 5c]`."""
        if line.startswith("Total Pot"):
            self.pot = amount_of(line, self.decimals)
            found = amounts_of(line.partition("|")[2], self.decimals)
            self.rake = sum(found) if found else None
        elif line.startswith("Board [") and len(self.boards[0]) < _BOARD:
            self.turn(line, 0)

    def other(self, line: str) -> None:
        """The table stands in the first line."""
        super().other(line)
        if not self.table:
            found = _TABLE.search(self.lines[0])
            self.table = found[1] if found is not None else ""


def _place(name: str) -> int:
    """The turn of a place before the flop, from the small blind on; the dealer is the last."""
    place = _PLACES.get(name)
    if place is not None:
        return place
    found = _UTG.fullmatch(name)
    return int(found[1] or 0) if found is not None else 0
