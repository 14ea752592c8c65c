"""Bovada, Ignition and Bodog: players are named by position (`UTG+1`), and all hole cards are printed.

Seats are listed around the table; in a tournament the seat numbers may be entry numbers. A raise of older texts
names only the total (`Raises 600`). Texts of 2012 do not mark streets.
"""

# compiled: docs/how-to/measure-speed.md

from __future__ import annotations

import re
from functools import lru_cache
from typing import ClassVar, Final

from sidepot.formats.sites.dialect import Dialect
from sidepot.formats.sites.hand_so_far import CALL, RAISE
from sidepot.formats.sites.site_games import limit_of_title
from sidepot.formats.sites.site_record import Posted, Record
from sidepot.formats.sites.text import amount_of, amounts_of, brackets, currency_in
from sidepot.games.limits import Limit
from sidepot.hand.setup import Post

_TABLE: Final = re.compile(r"(?:Zone Poker ID|TBL)#(\d+)")
_UTG: Final = re.compile(r"UTG(?:\+(\d+))?")
_NUMBERS: Final = re.compile(r"#[\w-]+|\bLevel \d+")
_PLACES: Final = {"Small Blind": -2, "Big Blind": -1, "Dealer": 1_000}
NO_PLACE: Final = -3
_ACTS: Final = frozenset("Folds Fold Checks Check Calls Call Bets Bet Raises Raise Double D All-in".split())
_BETS: Final = ("Bets", "Bet", "Double", "D")
"""`Double bets`, `D bets`: an open pair on fourth street of stud lets players bet the upper limit."""
_TO_TABLE: Final = "Card dealt to table"
_BOARD: Final = 5
_FIRST_OF_STUD: Final = 3
_BARE_SEAT: Final = re.compile(r"(Seat\+(\d+))( \[ME\])?: (\S+ in chips)$")
"""A seat of stud, where no position names it: `Seat+5 [ME]: $200 in chips`."""


class Bovada(Dialect):
    """Hands of Bovada: `Bovada Hand #3756565803 Zone Poker ID#1366 HOLDEMZonePoker No Limit - 2019-04-05 15:28:11`."""

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
        r"(?P<title>.*?) (?P<money>(?:\([^\s\d()]?[\d.,]+/[^\s\d()]?[\d.,]+\) )?)(?:\[\w+\] )?"
        r"- (?P<when>[\d-]+ [\d:]+)"
    )
    button: ClassVar[re.Pattern[str]] = re.compile(r"Set dealer(?:/Bring in spot)? \[(\d+)\]()")
    seat: ClassVar[re.Pattern[str]] = re.compile(
        r"Seat (?P<seat>\d+): (?P<name>.+?)(?: \[ME\])? \((?P<stack>[^()]*?)( in chips)\)"
    )
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
        "D": "bet",
        "All-in": "push",
        "Small": "put_in",
        "Big": "put_in",
        "Ante": "put_in",
        "Ante/Small": "put_in",
        "Posts": "put_in",
        "Bring_in": "bring",
        "Card": "cards",
        "Set": "set_button",
        "Return": "give_back",
        "Hand": "collect",
        "Showdown": "open",
        "Mucks": "open",
        "Does": "open",
    }
    hero_mark: ClassVar[str] = "[ME]"
    names_blinds: ClassVar[bool] = True
    marks_streets = True

    def read(self, head: re.Match[str] | None) -> Record:
        """Read the hand.

        In texts of 2012, a street is marked without stars (`Card dealt to table [Ks 7c 9s]`), or not at all.
        """
        text = "\n".join(self.lines)
        if _TO_TABLE in text:
            self.lines = ["***" + line.removeprefix(_TO_TABLE) if _TO_TABLE in line else line for line in self.lines]
        elif "*** FLOP" not in text:
            self.marks_streets = "\nBoard [" not in text
        if "in chips)" not in text:
            self.lines = [_BARE_SEAT.sub(r"Seat \2: \1\3 (\4)", line) for line in self.lines]
        return super().read(head)

    def currency(self, head: re.Match[str]) -> str:
        """The currency of the stacks. The first line names none."""
        return currency_in("", next((line for line in self.lines if line.startswith("Seat ")), ""))

    def limit(self, head: re.Match[str]) -> Limit:
        """The limit.

        If a tournament does not name the limit (as in `Normal- Level 13`), hold'em is no limit and Omaha is pot limit.
        """
        title = head["title"]
        if "imit" not in title:
            return limit_of_title("No Limit" if "HOLDEM" in title else "Pot Limit" if "OMAHA" in title else "Limit")
        return super().limit(head)

    def title(self, head: re.Match[str]) -> str:
        """The game. Stud is `7CARD` or `7CARD HiLo`.

        The number and the level of a tournament are left out, because an 8 in them could be taken for that of Omaha 8.
        """
        title = _NUMBERS.sub("", head["title"])
        return title.replace("7CARD", "7 Card Stud").replace("_HL", " HiLo") if "CARD" in title else title

    # ---- seats

    def dealt_in(self) -> list[str]:
        """The players by position, from the small blind to the dealer. The seat lines have the same order."""
        order = super().dealt_in()
        turns = [_place(name) for name in order]
        if NO_PLACE in turns:
            return order
        first = turns.index(min(turns))
        if sorted(turns) == [*turns[first:], *turns[:first]]:
            return order  # the seat numbers are in order of the positions
        lines = [name for name in self.seats if name in order]
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
        """The seat of the dealer, who has the button. Without a dealer, the button is in the seat before the small
        blind.
        """
        if "Dealer" in order:
            return order.index("Dealer")
        for name in ("Small Blind", "Big Blind"):
            if name in order:
                return (order.index(name) - 1) % len(order)
        return super().button_seat(order)

    # ---- acts

    def act(self, line: str) -> bool:
        """Read an action such as `UTG+1 : Folds`; for the hero, it is `UTG+1 [ME] : Folds`."""
        name, _, rest = line.partition(" : ")
        if name.endswith("[ME]"):
            name = name[:-4].rstrip()
        return name in self.seats and self._read_act(name, rest.strip())

    def _read_act(self, name: str, rest: str) -> bool:
        """Read an action, which may have a reason in brackets: `Folds(timeout)`, `All-in(raise-timeout) 1175`.

        In a text without streets, a player who faces no bet begins the next street.
        """
        word = rest.partition(" ")[0]
        reader = self._readers.get(word)
        if reader is None:
            if "(" not in word:
                return False
            word = word.partition("(")[0]
            reader = self._readers.get(word)
            if reader is None:
                return False
        if not self.marks_streets and word in _ACTS:
            self.begin_street(name, word)
        reader(self, name, rest)
        return True

    def begin_street(self, name: str, word: str) -> None:
        """Begin the next street, if this player's action (`word`) is impossible on the current one.

        The player has already responded to the last bet, or checks a bet, or bets although there is a bet.
        """
        if not self.dealt:  # it is a post
            return
        answered: set[str] = set()
        for other, street, _, did, _, _, _ in self.acts:
            if street == self.street:
                answered = {other} if did is RAISE else {*answered, other}
        bets = self.street_bets()
        price = max(bets.values(), default=0)
        is_free = word.startswith("Check") and bets.get(name, 0) < price or word in _BETS and price > 0
        if is_free or name in answered:
            self.street += 1

    def push(self, name: str, rest: str) -> None:
        """Read an all-in such as `All-in $20` or `All-in(raise) 20413 to 20713`.

        A single amount is the total, or what the player has left. Before the deal, the all-in is a post.
        """
        found = self.amounts(rest)
        if not self.dealt:
            self.posts.append(Posted(name, Post.DEAD_BLIND, found[-1], True))  # see `settle_posts`
            return
        bet = self.street_bets().get(name, 0)
        left = self.seats[name][1] - self.paid().get(name, 0)
        to = found[-1] if len(found) > 1 or found[0] == bet + left and bet else bet + found[0]
        price = max(self.street_bets().values(), default=0)
        if to > price:
            self.add(name, RAISE, to)
        else:
            self.add(name, CALL, to - bet)

    def put_in(self, name: str, rest: str) -> None:
        """Read a post such as `Ante chip 60`, `Ante/Small blind 100` or `Posts chip $0.50`.

        `Big blind/Bring in 200` may be a big blind or a bring-in.
        """
        if len(self.dealt.get(name, ())) == _FIRST_OF_STUD and "ring in" in rest:
            self.bring(name, rest)
            return
        super().put_in(name, rest.replace("Ante/Small", "Small") if "/" in rest else rest)

    def settle_posts(self) -> None:
        """Decide whether each all-in before the deal was an ante or a blind.

        It was an ante if other players posted one and this player did not. Otherwise, it was a blind.
        """
        if not any(one.all_in for one in self.posts):
            super().settle_posts()
            return
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
        """Read dealt cards such as `Card dealt to a spot [4h 2h]`. In stud of 2012, nothing else marks a new street."""
        if rest.startswith("Card dealt"):
            cards = brackets(rest)[0]
            if len(cards) == 1 and self.acts and self.acts[-1][1] == self.street:
                self.street += 1
            self.dealt.setdefault(name, []).extend(cards)

    def set_button(self, name: str, rest: str) -> None:
        """Read the seat of the button, from a line such as `Set dealer [5]`."""
        self.other(rest)

    def collect(self, name: str, rest: str) -> None:
        """Read winnings such as `Hand result $3.80` or `Hand Result-Side Pot 2190`."""
        if rest.lower().startswith("hand result"):
            self.won[name] = self.won.get(name, 0) + amount_of(rest, self.decimals)

    def open(self, name: str, rest: str) -> None:
        """Read a shown hand.

        `Showdown [Kd Kc Ac 8d 5d]` gives the five cards that play; the hole cards are known from the deal.
        """
        if rest.startswith("Showdown") and name in self.dealt:
            self.shown[name] = tuple(self.dealt[name])

    def sum_up(self, line: str) -> None:
        """Read a line of the summary such as `Total Pot($112) | Rake ($1)` or `Board [Ts Jd 5d Js 5c]`.

        If no rake is printed, the rake is the number of chips that nobody collected.
        """
        if line.startswith("Total Pot"):
            self.pot = amount_of(line, self.decimals)
            found = amounts_of(line.partition("|")[2], self.decimals)
            self.rake = sum(found) if found else None
        elif line.startswith("Board [") and len(self.boards[0]) < _BOARD:
            self.turn(line, 0)

    def record(self, head: re.Match[str]) -> Record:
        """The record of the hand, with the name of the table from its first line."""
        found = _TABLE.search(self.lines[0])
        self.table = found[1] if found is not None else ""
        return super().record(head)


@lru_cache(maxsize=64)
def _place(name: str) -> int:
    """The order of a position: from the small blind to the dealer."""
    found = _UTG.fullmatch(name)
    return _PLACES.get(name, NO_PLACE) if found is None else int(found[1] or 0)
