"""PokerStars and GGPoker, which write the same text, and Run It Once.

Trackers write GGPoker's hands with PokerStars' first line. Clubs (PokerMaster, PokerBros, PPPoker, Suprema) and Full
Tilt since 2016 write PokerStars' text with another first word.
"""

# compiled: docs/how-to/measure-speed.md

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import ClassVar, Final

from sidepot.formats.reasons import SPLASHED
from sidepot.formats.sites.dialect import Dialect
from sidepot.formats.sites.hand_so_far import RAISE
from sidepot.formats.sites.site_record import Posted, Record
from sidepot.formats.sites.text import amount_of
from sidepot.hand.setup import LIVE_POSTS, Post

_LIVE: Final = Post.LIVE_BLIND  # a module constant is faster than an attribute, and each post needs it
_RISK: Final = "Cashout Risk"
_RISKS: Final = re.compile(r"Cashout Risk \(([^()]+)\)")
_GAME: Final = re.compile(r".*(?<![\w-])(Hold'?em|Omaha|PLO|Short ?Deck)", re.I)
_BEFORE: Final = 7  # letters of `5 Card `, or `6+ `


class StarsText(Dialect):
    """A hand in the words of PokerStars and GGPoker, after the first line of either site."""

    risks: Mapping[str, int] = {}
    """Each player's payment for a cash-out, from the lines of the streets."""

    after_name: ClassVar[tuple[str, ...]] = (": ", " ")
    words: ClassVar[dict[str, str]] = {
        **Dialect.words,
        "straddle": "straddle",
        "Pays": "sell",
        "pay": "sell",
        "Receives": "sell",
    }

    def straddle(self, name: str, rest: str) -> None:
        """Read a straddle.

        The amount in `straddle $0.5` is the total, including the player's earlier blind or straddle.
        """
        self.posts = [one for one in self.posts if one.name != name or one.post is not Post.STRADDLE]
        live = sum([one.amount for one in self.posts if one.name == name and one.post in LIVE_POSTS])
        self.posts.append(Posted(name, Post.STRADDLE, self.amounts(rest)[0] - live, "all-in" in rest))

    def settle_posts(self) -> None:
        """Settle the posts. `posts missed blind $0.5` is dead if it is a missed small blind."""
        missed = [at for at, (_, post, _, _) in enumerate(self.posts) if post is _LIVE]
        if missed:
            big = max([one.amount for one in self.posts if one.post is Post.BIG_BLIND], default=0)
            for at in missed:
                if self.posts[at].amount < big:
                    self.posts[at] = self.posts[at]._replace(post=Post.DEAD_BLIND)
        super().settle_posts()

    def sell(self, name: str, rest: str) -> None:
        """Read a cash-out or an insurance.

        Such lines are `Pays Cashout Risk ($19)`, `Receives Cashout ($3.20)` and `pay premium of all-in insurance ($4)`.
        """
        amount = self.amounts(rest)[0]
        if _RISK in rest:
            self.risks = {**self.risks, name: self.risks.get(name, 0) + amount}
        self.adjustments[name] = self.adjustments.get(name, 0) + (amount if rest.startswith("Receives") else -amount)

    def record(self, head: re.Match[str]) -> Record:
        """The record of the hand.

        The cash-out risk in `Seat 2: Ann showed [Jd Jh] and won ($5.91), Cashout Risk ($5.91)` is paid once, even if it
        is printed on two streets.
        """
        for line in self.lines if self.risks else ():
            name = self.name_in(line.partition(": ")[2]) if line.startswith("Seat ") and _RISK in line else ""
            if name in self.risks:
                risk = sum([amount_of(found, self.decimals) for found in _RISKS.findall(line)])
                self.adjustments[name] += self.risks[name] - risk
        return super().record(head)


class Stars(StarsText):
    """Hands of PokerStars: `PokerStars Hand #123: Hold'em No Limit ($0.50/$1.00 USD) - 2016/04/14 23:31:38 ET`."""

    site: ClassVar[str] = "PokerStars"
    marks: ClassVar[tuple[str, ...]] = (
        "PokerStars ",
        "POKERSTARS ",
        "PokerMaster Hand #",
        "PokerBros Hand #",
        "PPPoker Hand #",
        "SupremaPoker Hand #",
        "MPLPoker Hand #",
        "Full Tilt Hand #",
    )
    start: ClassVar[re.Pattern[str]] = re.compile(
        r"\ufeff?\s*(?:PokerStars|POKERSTARS|PokerMaster|PokerBros|PPPoker|SupremaPoker|MPLPoker|Full Tilt)\s+"
        r"(?:Zoom |Home Game )?(?:Hand|Game) "
        r"#(?P<name>\d+):\s+(?:\{[^{}]*\}\s+)?"
        r"(?P<title>.*?)[ (]*(?<=[\s(])(?P<money>(?:Button Blind\s)?[^\s(]{0,2}[\d.,]+(?:/| - Ante\s)[^\s)]*[\d.,]+)"
        r"(?: - (?P<cap>[^\s]*[\d.,]+) Cap - )?[^)]*\) - (?P<when>[\d/]+(?: -)? [\d:]+.*)"
    )

    def title(self, head: re.Match[str]) -> str:
        """The game. In a mix, the game is in brackets: `Mixed NLH/PLO (Hold'em No Limit`.

        An 8 in the level is not part of the game.
        """
        return head["title"].partition(" - Level")[0].rpartition("(")[2]

    def is_tournament(self, head: re.Match[str]) -> bool:
        """Whether the hand belongs to a tournament: its title contains `Tournament #`.

        The word alone may also be part of a club's name.
        """
        return "ournament #" in head["title"]

    def when(self, head: re.Match[str]) -> str:
        """The date and time. Until 2008 they were printed as `2007/10/15 - 05:34:03 (ET)`."""
        return head["when"].replace(" - ", " ").replace("(ET)", "ET")


class GG(StarsText):
    """Hands of GGPoker: `Poker Hand #OM181427446: Omaha Pot Limit ($0.5/$1) - 2020/04/14 07:56:19`."""

    site: ClassVar[str] = "GGPoker"
    marks: ClassVar[tuple[str, ...]] = ("Poker Hand #",)
    start: ClassVar[re.Pattern[str]] = re.compile(
        r"\ufeff?Poker Hand #(?P<name>[A-Z]*\d+): (?P<title>.*?) ?(?:- Level ?\d+ ?)?"
        r"\((?P<money>[^\s()]*[\d.,]+(?:/[^\s()]*[\d.,]+)?)"
        r"(?:\([^()]*\))?\) - (?P<when>[\d/]+ [\d:]+)"
    )

    def title(self, head: re.Match[str]) -> str:
        """The game, without the preceding name of a tournament, which may contain another game's words."""
        title = head["title"]
        found = _GAME.match(title) if title.startswith("Tournament ") else None
        return title if found is None else title[max(found.start(1) - _BEFORE, 0) :]


class RunItOnce(Stars):
    """Hands of Run It Once and BetRivers.

    They begin like `Run It Once Poker Hand #30: Hold'em No Limit (10/20) - 2019/06/25 16:12 UTC`. The text has a line
    with the cards dealt to each player, so its owner is unknown. The uncalled bet that it prints is the whole pot.
    """

    site: ClassVar[str] = "Run It Once"
    marks: ClassVar[tuple[str, ...]] = ("Run It Once Poker Hand #", "BetRivers Poker Hand #")
    start: ClassVar[re.Pattern[str]] = re.compile(
        r"\ufeff?\s*(?:Run It Once|BetRivers) Poker Hand #(?P<name>\d+):\s+(?P<title>.*?) ?"
        r"\((?P<money>[^\s\d()]{0,2}[\d.,]+/[^\s\d()]{0,2}[\d.,]+)[^()]*\) - (?P<when>\d[\d/]+ [\d:]+.*)"
    )

    hero_mark: ClassVar[str] = "[hero]"

    def deal(self, rest: str) -> None:
        """Read the cards of a player: `Dealt to Ann [6s 8h]`."""
        hero = self.hero
        super().deal(rest)
        self.hero = hero

    def other(self, line: str) -> None:
        """Read any other line, such as `STP added: $0.50`: chips that the site adds to the pot."""
        if line.startswith(("STP added", "STP Added")):
            self.carried += amount_of(line, self.decimals)
        super().other(line)

    def record(self, head: re.Match[str]) -> Record:
        """The record of the hand.

        After the largest splashes there is no betting: the board is dealt, and the text does not name the winner.
        """
        if self.pot is not None and self.pot != self.pot_of(self.paid()):
            self.raise_by_more()
        if self.carried and not self.acts:
            self.unresolved = SPLASHED
        return super().record(head)

    def pot_of(self, paid: dict[str, int]) -> int:
        """The pot, computed from the amounts of the actions."""
        return self.carried + sum(paid.values()) - sum(self.last_bet_uncalled().values())

    def raise_by_more(self) -> None:
        """Correct raises in histories of early 2019, in which `raises €44 to €68` omits the player's earlier bets.

        The corrected raises are kept only if they add up to the printed pot.
        """
        acts = self.acts
        self.acts = []
        for name, street, line, what, amount, count, cards in acts:
            self.street = street
            more = self.street_bets().get(name, 0) if what is RAISE else 0
            self.acts.append((name, street, line, what, amount + more, count, cards))
        if self.pot != self.pot_of(self.paid()):
            self.acts = acts

    def returned(self, won: dict[str, int], paid: dict[str, int], rake: int | None) -> dict[str, int]:
        """The uncalled chips by player, computed from the bets."""
        return self.last_bet_uncalled() if self.back else super().returned(won, paid, rake)
