"""PartyPoker: amounts and cards are in brackets, and `raises [$4]` names the added chips."""

# compiled: docs/how-to/measure-speed.md

from __future__ import annotations

import re
from typing import ClassVar, Final

from sidepot.formats.reasons import CASHED_OUT
from sidepot.formats.sites.dialect import Dialect
from sidepot.formats.sites.localised import in_english
from sidepot.formats.sites.site_record import Posted, Record, What
from sidepot.formats.sites.text import amount_of, amounts_of, brackets, cards_of, currency_in
from sidepot.hand.setup import Post

_LIMIT: Final = re.compile(r"\(([NPF]L)\)")
_SEAT: Final = re.compile(r"[Ss]eat ?\d+:")
_TITLE_ENDS: Final = re.compile(r" +(?:[^\s\w]?\d[\d.,]*(?: [A-Z]{3})? Buy-in|Trny\b)")
_TOURNEY: Final = re.compile(r"Trny: ?(?P<number>\d+)(?: +Level: ?(?P<level>\d+))?")
_PRICE: Final = re.compile(r"([^\s\w]?\d[\d.,]*)(?: [A-Z]{3})? Buy-in(?: +\+ +([^\s\w]?\d[\d.,]*))?")
_LEVEL: Final = re.compile(
    r"(?:Blinds|Stakes)(?P<antes>-Antes)? ?\((?P<low>\d[\d.,]*)/(?P<high>\d[\d.,]*) ?-? ?(?P<ante>\d[\d.,]*)?"
)
_GLUED: Final = re.compile(r"\b(raises|calls|bets)\[")
_OUT: Final = " is sitting out"
_BUY_IN: Final = re.compile(r"\(Buyin ([^()]*\d)\)")
_TOURNAMENT: Final = re.compile(r"Buy-in|Trny|Tourney")

ROUNDED: Final = 1_000
"""An all-in may lack this fraction of the stack, by rounding."""
_BEHIND: Final = re.compile(r"(?: \d+ Max)?(?: \((?:Real|Play) Money\))?(?: -- .*)?$")
"""What follows the name of a table: `Worms 6 Max (Real Money)`."""


class Party(Dialect):
    """Hands of PartyPoker.

    They begin with two lines like these: `***** Hand History for Game 123 *****` and `$10 USD NL Texas Hold'em -
    Saturday, July 25, ...`.
    """

    site: ClassVar[str] = "PartyPoker"
    wins_have_back: ClassVar[bool | None] = True
    marks: ClassVar[tuple[str, ...]] = ("***** Hand History for Game ", "***** Hand History For Game ")
    head_lines: ClassVar[int] = 2
    start: ClassVar[re.Pattern[str]] = re.compile(
        r"\ufeff?\s*\*+ Hand History [Ff]or Game (?P<name>\w+) \*+(?: \([^()\n]*\))?\s*\n\s*"
        r"(?P<money>(?:[^\s\d\w]{0,2}\d[\d.,]*(?:/[^\s\d]*[\d.,]+)?)?)(?: [A-Z]{3}\b)? ?"
        r"(?P<title>[A-Za-z0-9].*?)(?: \([^-]*\))?(?: - |-(?=[A-Z][a-z]+day))(?P<when>.*)"
    )
    seat: ClassVar[re.Pattern[str]] = re.compile(r"[Ss]eat ?(?P<seat>\d+): (?P<name>.+?) \( ?(?P<stack>[^()]*?) ?\)")
    button: ClassVar[re.Pattern[str]] = re.compile(r"[Ss]eat (\d+) is the button()")
    after_name: ClassVar[tuple[str, ...]] = (" ",)
    words: ClassVar[dict[str, str]] = {
        **Dialect.words,
        "is": "push",
        "bring-ins": "bring",
        "double": "bet",
        "doesn't": "muck",
        "folds.": "fold",
        "checks.": "check",
        "collected": "collect",
        "balance": "balance",
        "Cashed": "balance",
    }
    tourney: re.Match[str] | None = None
    level: re.Match[str] | None = None

    def read(self, head: re.Match[str] | None) -> Record:
        """Read the hand, after translating other languages and joining lines that other programs have broken."""
        lines = in_english(self.lines)
        text = "\n".join(lines)
        if "s[" in text:  # a program leaves out the blank of `raises[ $25 USD ]`
            lines = [_GLUED.sub(r"\1 [", line) for line in lines]
        if _OUT in text:  # and the end of a line: `Bo is sitting outCy folds`
            lines = [line.partition(_OUT)[2] or line for line in lines]
        if lines is not self.lines:
            self.lines = lines
            head = self.start.match("\n".join(self.lines[: self.head_lines]))
        return super().read(head)

    def read_line(self, line: str) -> None:
        """Read a line. `** Dealing Flop ** [ 2h, 3d, 4s ]` begins a street. The summary may say who won."""
        if line[:4] == "seat":
            line = f"Seat {line[4:].lstrip()}"
        if line.startswith("** "):
            if "down cards" in line:
                self.post_by_level()
            elif "ummary" not in line:
                self.street += 1
                self.turn(line, 0)
            return
        if line.startswith(("Main Pot:", "Total pot")):
            self.pot = amount_of(line, self.decimals)
            _, _, rake = line.partition("Rake")
            self.rake = amount_of(rake, self.decimals) if rake else None
            return
        super().read_line(line)

    def title(self, head: re.Match[str]) -> str:
        """The game, with its limit if given: `Omaha Hi Game Table (PL)`. In older hands, the buy-in follows the
        game.
        """
        title = _TITLE_ENDS.split(head["title"], maxsplit=1)[0]
        limit = _LIMIT.search(head[0])
        return f"{limit[1]} {title}" if limit is not None else title

    def is_tournament(self, head: re.Match[str]) -> bool:
        """Whether the hand belongs to a tournament, according to its first line.

        In a tournament, this line contains `Buy-in Trny:12504 Level:12`, `(MTT Tournament #302466038)` or `Tourney Hand
        NL`.
        """
        return self.tourney is not None or _TOURNAMENT.search(head[0]) is not None or super().is_tournament(head)

    def decimals_of(self, head: re.Match[str]) -> int:
        """The number of decimal places of the amounts in the hand, apart from the price of a tournament."""
        return 0 if self.is_tournament(head) else super().decimals_of(head)

    def currency(self, head: re.Match[str]) -> str:
        """The currency in the first line or, failing that, the currency of the stacks."""
        return super().currency(head) or currency_in("", next((one for one in self.lines if _SEAT.match(one)), ""))

    def tournament_in(self, head: re.Match[str]) -> tuple[str, str, str]:
        """The tournament's number, price and level.

        They are in lines such as `$22 USD Buy-in Trny:12504 Level:12` or `(MTT Tournament #302466038) (Buyin $3.0 +
        $0.3)`.
        """
        number, price, level = super().tournament_in(head)
        buy_in, paid = _BUY_IN.search(head[0]), _PRICE.search(head[0])
        if buy_in is not None:
            price = buy_in[1].replace(" ", "")
        elif paid is not None:
            price = "+".join(filter(None, paid.groups()))
        found = self.tourney or _TOURNEY.search(head[0])
        return (found["number"], price, found["level"] or level) if found is not None else (number, price, level)

    def stakes(self, head: re.Match[str]) -> tuple[int, int]:
        """The stakes of the level that is printed after the seats.

        The hand's first line may still show the previous level.
        """
        found = self.level or _LEVEL.search(head[0])
        if found is None:
            return super().stakes(head)
        return amount_of(found["low"], self.decimals), amount_of(found["high"], self.decimals)

    def other(self, line: str) -> None:
        """Read the level, such as `Trny:12504 Level:12` or `Blinds-Antes(1200/2400 -400)`.

        Newer hands name the button after the table: `Table Table 7488952 (Real Money) -- Seat 1 is the button`.
        """
        if line.startswith("Trny"):
            self.tourney = _TOURNEY.match(line)
        elif line.startswith(("Blinds", "Stakes")):
            self.level = _LEVEL.match(line)
        super().other(line)
        if line.startswith("Table"):
            self.table = _BEHIND.sub("", self.table)

    def balance(self, name: str, rest: str) -> None:
        """Read the stack at the end of the hand.

        The line is `balance $44.16, bet $23.17, collected $41.47, net +$18.30[ 9c, 7h ] [ a pair ]`.
        """
        words, _, cards = rest.partition("[")
        where = self.cashed if words.startswith("Cashed out") else self.ends
        where[name] = amount_of(words, self.decimals)
        if cards and "(folded)" not in words:
            self.shown[name] = cards_of(cards.partition("]")[0])

    def record(self, head: re.Match[str]) -> Record:
        """The record of the hand.

        After a cash-out, the printed stack includes the cash-out. The result of the pot itself is computed from the
        other players' results.
        """
        sold = self.cashed
        self.cashed = {}
        for name, amount in sold.items():
            others = sum([end - self.seats[other][1] for other, end in self.ends.items()])
            self.ends[name] = self.seats[name][1] - others - (self.rake or 0)
            self.adjustments[name] = amount - self.ends[name]
        if len(sold) > 1:
            self.unresolved = CASHED_OUT
        return super().record(head)

    # ---- posts

    def settle_posts(self) -> None:
        """Settle the posts. A second small blind is live."""
        smalls = [at for at, one in enumerate(self.posts) if one.post is Post.SMALL_BLIND]
        for at in smalls[1:]:
            self.posts[at] = self.posts[at]._replace(post=Post.LIVE_BLIND)
        super().settle_posts()

    def post_by_level(self) -> None:
        """Add antes and blinds if there are none.

        Texts of tournaments before 2012 lack antes and blinds. Both are computed from the level and the button.
        """
        level = self.level
        if level is None or len(self.seats) < 2:
            return
        posted = {one.post for one in self.posts}
        action_lines = tuple([line for line in self.lines if _SEAT.match(line) is None])
        there = [
            name for name in self.seats if any(line.startswith(f"{name} ") for line in action_lines)
        ]  # others moved away
        order = sorted(there, key=lambda name: self.seats[name][0])
        left = {name: stack for name, (_, stack) in self.seats.items()}
        if level["ante"] and Post.ANTE not in posted:
            ante = amount_of(level["ante"], self.decimals)
            for name in order:
                self.posts.append(Posted(name, Post.ANTE, min(ante, left[name]), False))
                left[name] -= min(ante, left[name])
        if level[0].startswith("Stakes") or Post.SMALL_BLIND in posted or Post.BIG_BLIND in posted:
            return
        after = [name for name in order if self.seats[name][0] > self.button_number]
        around = [*after, *[name for name in order if name not in after]]
        if len(around) == 2:  # the button has the small blind
            around.reverse()
        for name, post, word in zip(around, (Post.SMALL_BLIND, Post.BIG_BLIND), ("low", "high"), strict=False):
            amount = min(amount_of(level[word], self.decimals), left[name])
            if amount:
                self.posts.append(Posted(name, post, amount, False))

    # ---- acts

    def bet(self, name: str, rest: str) -> None:
        """Read a bet: `bets [$2]` and `raises [$4]` give the chips added, `raises $2.40 to $2.65` gives the total."""
        found = amounts_of(rest, self.decimals)
        if " to " in rest and len(found) > 1:
            self.add(name, What.RAISE, found[-1])
        else:
            self.add(name, What.RAISE, self.street_bets().get(name, 0) + self.amounts(rest)[0])

    def push(self, name: str, rest: str) -> None:
        """Read an all-in.

        `is all-In [$5 USD]` is a bet or a call of the added chips. The amount may be a chip short because of rounding.
        """
        if not rest.lower().startswith("is all-in"):
            return
        left = self.seats[name][1] - self.paid().get(name, 0)
        if any(map(str.isdigit, rest)):
            amount = amount_of(rest, self.decimals)
            self.add_chips(name, left if 0 < left - amount <= max(left // ROUNDED, 1) else amount)
        elif 0 < left <= max(self.seats[name][1] // ROUNDED, 1) and self.acts and self.acts[-1][0] == name:
            name, street, line, what, amount, count, cards = self.acts[-1]
            self.acts[-1] = name, street, line, what, amount + left, count, cards

    def collect(self, name: str, rest: str) -> None:
        """Read winnings such as `wins $5 USD from the main pot` or `collected [ $0.20 ]`."""
        self.won[name] = self.won.get(name, 0) + amount_of(rest, self.decimals)

    def show(self, name: str, rest: str) -> None:
        """Read a shown hand such as `shows [ Ah, Kd ]a pair of Aces.`"""
        groups = brackets(rest)
        if groups:
            self.shown[name] = groups[0]

    def amounts(self, rest: str) -> tuple[int, ...]:
        """The amounts in a line; a single 0 if there are none."""
        return amounts_of(rest, self.decimals) or (0,)
