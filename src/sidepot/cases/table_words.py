"""The sentences of a case at a table, each one command of the table.

>>> parse_sentence("Ann sits in seat 3 with 100 and posts").command
Sit(seat=2, chips=100, waits=False)
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from sidepot.cases.sentences import Sentences, Values
from sidepot.hand.hand import Hand
from sidepot.table import commands as c
from sidepot.table.events import HandBegun
from sidepot.table.table import Table
from sidepot.table.table_rules import Straddle

Read = Callable[[Values], c.AnyCommand]


class Sentence(NamedTuple):
    """One command, and its player ("" for a command of the house)."""

    text: str
    command: c.AnyCommand
    player: str

    def do(self, table: Table, at: int) -> Hand | None:
        """Give the command; the hand, where one begins. Raises what the table raises."""
        last = table.do(self.command, self.player, at)[-1]
        return Hand(last.setup) if isinstance(last, HandBegun) else None


def _sits(said: Values) -> c.Sit:
    return c.Sit(int(said["seat"]) - 1, int(said["chips"]), not said["posts"])


def _straddles(said: Values) -> c.DoStraddle:
    return c.DoStraddle(Straddle(said["kind"] or Straddle.UNDER_THE_GUN), int(said["chips"]))


_WHO: Final = r"(?P<who>\w+) "
_POSTS: Final = r"(?P<posts> and posts)?"
_PATTERNS: Final[tuple[tuple[str, Read], ...]] = (
    (_WHO + r"sits in seat (?P<seat>\d+) with (?P<chips>\d+)" + _POSTS, _sits),
    (_WHO + r"buys (?P<chips>\d+)", lambda said: c.Buy(int(said["chips"]))),
    (_WHO + r"asks for (?P<chips>\d+)", lambda said: c.Ask(int(said["chips"]))),
    (_WHO + r"tops up to (?P<chips>\d+)", lambda said: c.TopUp(int(said["chips"]))),
    (_WHO + r"sits out", lambda said: c.SitOut()),
    (_WHO + r"comes back" + _POSTS, lambda said: c.ComeBack(not said["posts"])),
    (_WHO + r"leaves", lambda said: c.Leave()),
    (_WHO + r"moves to seat (?P<seat>\d+)" + _POSTS, lambda said: c.Move(int(said["seat"]) - 1, not said["posts"])),
    (_WHO + r"takes (?P<chips>\d+) off the table", lambda said: c.TakePetty(int(said["chips"]))),
    (_WHO + r"pays for the seat", lambda said: c.ChargeTime()),
    (_WHO + r"waits for a seat", lambda said: c.Queue()),
    (_WHO + r"is interested", lambda said: c.Queue(interest=True)),
    (_WHO + r"is off the list", lambda said: c.Unqueue()),
    (
        r"the next one sits down with (?P<chips>\d+)" + _POSTS,
        lambda said: c.SeatNext(int(said["chips"]), waits=not said["posts"]),
    ),
    (r"the button goes to seat (?P<seat>\d+)", lambda said: c.DrawButton(int(said["seat"]) - 1)),
    (_WHO + r"names (?P<game>.+)", lambda said: c.ChooseGame(said["game"])),
    (_WHO + r"straddles to (?P<chips>\d+)(?:, (?P<kind>mississippi|sleeper))?", _straddles),
    (
        r"a hand begins(?:, (?P<dead>\w+) on a penalty)?",
        lambda said: c.StartHand((said["dead"],) if said["dead"] else ()),
    ),
    (r"the hand is called off", lambda said: c.VoidHand()),
)
_SENTENCES: Final = Sentences(
    _PATTERNS,
    "{} is nothing that happens at a table; there are: "
    "Ann sits in seat 3 with 100 (and posts), Ann buys 50, Ann asks for 50, Ann tops up to 100, Ann sits out, "
    "Ann comes back (and posts), Ann leaves, Ann moves to seat 4 (and posts), Ann takes 5 off the table, "
    "Ann pays for the seat, Ann waits for a seat, Ann is interested, Ann is off the list, "
    "the next one sits down with 100, the button goes to seat 1, Ann names razz, Ann straddles to 4(, sleeper), "
    "a hand begins(, Ann on a penalty), the hand is called off",
)


def parse_sentence(text: str) -> Sentence:
    """Read what is said or done. Raises BadNotation with all that can be."""
    read, said = _SENTENCES.read(text)
    return Sentence(text, read(said), said.get("who", ""))
