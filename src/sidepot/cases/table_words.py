"""The sentences of a case at a table, each one command of the table.

>>> parse_sentence("Ann sits in seat 3 with 100 and posts").values["seat"]
'3'
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final, NamedTuple

from sidepot.errors import BadNotation
from sidepot.hand.hand import Hand
from sidepot.table.table import Table
from sidepot.table.table_rules import Straddle

Values = dict[str, Any]
Doing = Callable[[Table, Values, int], "Hand | None"]


class Sentence(NamedTuple):
    """One command, and its subject."""

    text: str
    doing: Doing
    values: Values

    def do(self, table: Table, at: int) -> Hand | None:
        """Give the command; the hand, where one begins. Raises what the table raises."""
        return self.doing(table, self.values, at)


def _sits(table: Table, said: Values, at: int) -> None:
    table.sit(said["who"], int(said["seat"]) - 1, int(said["chips"]), at, waits=not said["posts"])


def _buys(table: Table, said: Values, at: int) -> None:
    table.buy(said["who"], int(said["chips"]), at)


def _asks(table: Table, said: Values, at: int) -> None:
    table.ask(said["who"], int(said["chips"]))


def _tops_up(table: Table, said: Values, at: int) -> None:
    table.top_up(said["who"], int(said["chips"]))


def _sits_out(table: Table, said: Values, at: int) -> None:
    table.sit_out(said["who"], at)


def _comes_back(table: Table, said: Values, at: int) -> None:
    table.come_back(said["who"], waits=not said["posts"])


def _leaves(table: Table, said: Values, at: int) -> None:
    table.leave(said["who"], at)


def _moves(table: Table, said: Values, at: int) -> None:
    table.move(said["who"], int(said["seat"]) - 1, waits=not said["posts"])


def _takes(table: Table, said: Values, at: int) -> None:
    table.petty(said["who"], int(said["chips"]))


def _pays(table: Table, said: Values, at: int) -> None:
    table.charge_time(said["who"], at)


def _waits(table: Table, said: Values, at: int) -> None:
    table.queue(said["who"], at, interest=bool(said.get("interest")))


def _goes_off(table: Table, said: Values, at: int) -> None:
    table.unqueue(said["who"])


def _next_sits(table: Table, said: Values, at: int) -> None:
    table.seat_next(int(said["chips"]), at, waits=not said["posts"])


def _button(table: Table, said: Values, at: int) -> None:
    table.draw_button(int(said["seat"]) - 1)


def _names(table: Table, said: Values, at: int) -> None:
    table.choose_game(said["who"], said["game"])


def _straddles(table: Table, said: Values, at: int) -> None:
    table.straddle(said["who"], Straddle(said["kind"] or Straddle.UNDER_THE_GUN), int(said["chips"]))


def _begins(table: Table, said: Values, at: int) -> Hand:
    return table.start_hand(at, dead=[said["dead"]] if said["dead"] else [])


def _called_off(table: Table, said: Values, at: int) -> None:
    table.void(at)


_WHO: Final = r"(?P<who>\w+) "
_POSTS: Final = r"(?P<posts> and posts)?"
_SENTENCES: Final[tuple[tuple[str, Doing], ...]] = (
    (_WHO + r"sits in seat (?P<seat>\d+) with (?P<chips>\d+)" + _POSTS, _sits),
    (_WHO + r"buys (?P<chips>\d+)", _buys),
    (_WHO + r"asks for (?P<chips>\d+)", _asks),
    (_WHO + r"tops up to (?P<chips>\d+)", _tops_up),
    (_WHO + r"sits out", _sits_out),
    (_WHO + r"comes back" + _POSTS, _comes_back),
    (_WHO + r"leaves", _leaves),
    (_WHO + r"moves to seat (?P<seat>\d+)" + _POSTS, _moves),
    (_WHO + r"takes (?P<chips>\d+) off the table", _takes),
    (_WHO + r"pays for the seat", _pays),
    (_WHO + r"waits for a seat", _waits),
    (_WHO + r"is (?P<interest>interested)", _waits),
    (_WHO + r"is off the list", _goes_off),
    (r"the next one sits down with (?P<chips>\d+)" + _POSTS, _next_sits),
    (r"the button goes to seat (?P<seat>\d+)", _button),
    (_WHO + r"names (?P<game>.+)", _names),
    (_WHO + r"straddles to (?P<chips>\d+)(?:, (?P<kind>mississippi|sleeper))?", _straddles),
    (r"a hand begins(?:, (?P<dead>\w+) on a penalty)?", _begins),
    (r"the hand is called off", _called_off),
)
_PATTERNS: Final = tuple((re.compile(pattern), doing) for pattern, doing in _SENTENCES)
KNOWN: Final = (
    "Ann sits in seat 3 with 100 (and posts), Ann buys 50, Ann asks for 50, Ann tops up to 100, Ann sits out, "
    "Ann comes back (and posts), Ann leaves, Ann moves to seat 4 (and posts), Ann takes 5 off the table, "
    "Ann pays for the seat, Ann waits for a seat, Ann is interested, Ann is off the list, "
    "the next one sits down with 100, the button goes to seat 1, Ann names razz, Ann straddles to 4(, sleeper), "
    "a hand begins(, Ann on a penalty), the hand is called off"
)


def parse_sentence(text: str) -> Sentence:
    """Read what is said or done. Raises BadNotation with all that can be."""
    for pattern, doing in _PATTERNS:
        found = pattern.fullmatch(text.strip())
        if found:
            return Sentence(text, doing, found.groupdict())
    raise BadNotation(f"{text!r} is nothing that happens at a table; there are: {KNOWN}")
