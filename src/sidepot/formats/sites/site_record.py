"""One hand as a poker site prints it, in terms that do not depend on the site: players, actions, cards, winners.

A dialect reads text into a `Record`; `play_record` plays it through a `Hand`. Seats are 0-based and clockwise, and only
players who were dealt in have one. Amounts are integers in the smallest unit (`decimals`).
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final, NamedTuple

import msgspec

from sidepot.games.limits import Limit
from sidepot.games.model import Game
from sidepot.hand.setup import Owed, Post

Cards = tuple[int, ...]


class Posted(NamedTuple):
    """A post as printed. A player who is `all_in` for less than the full post may owe more."""

    name: str
    post: Post
    amount: int
    all_in: bool


class What(StrEnum):
    """A kind of action that a player takes in turn."""

    FOLD = "fold"
    CHECK = "check"
    CALL = "call"
    RAISE = "raise"  # a bet, a raise or a completion: `amount` is the total for the round
    BRING_IN = "bring in"
    DRAW = "draw"  # `count` cards thrown away; none: stands pat


class Act(msgspec.Struct, frozen=True, gc=False):
    """An action in turn, and its line in the file."""

    line: int
    seat: int
    what: What
    amount: int = 0
    count: int = 0
    cards: Cards = ()


class Player(msgspec.Struct, frozen=True, gc=False):
    """A player who was dealt in: the printed number of the seat, the name, and the stack before any posts."""

    number: int
    name: str
    stack: int


class Record(msgspec.Struct, frozen=True, kw_only=True):
    """A hand of a poker site.

    - `dealt`: the cards that each seat got, in order; cards that were not seen are unknown
    - `shown`: the tabled hands
    - `boards`: the cards of each run of the board
    - `carried`: the chips that were in the pot before the hand
    - `paid`: what each seat put in, by the printed amounts
    - `won`: what each seat collected after the rake, by the printed amounts
    - `back`: the uncalled bets of each seat, by the printed amounts
    - `rake`, `pot`: printed figures (None if not printed)
    - `has_drop`: whether the site takes more than the rake, for a jackpot
    - `ends`: the printed stacks after the hand
    - `adjustments`: what the site paid each seat outside the pots, for a cash-out or an insurance (negative if the site
      took chips)
    - `rounded`: the unit to which the text rounds winnings (0 for none)
    - `unresolved`: why the text does not determine the result
    - `small_blind`: the small blind of the stakes, even if nobody posted it
    - `tournament_id`, `buy_in`, `level`: a tournament's number, price and level, in the site's words
    - `table_size`: the number of chairs (0 if unknown)
    """

    site: str
    name: str
    line: int
    game: Game
    limit: Limit
    players: tuple[Player, ...]
    button: int
    owed: tuple[Owed, ...]
    bring_in: int = 0
    carried: int = 0
    small_bet: int = 0
    big_bet: int = 0
    small_blind: int = 0
    acts: tuple[Act, ...] = ()
    dealt: dict[int, Cards] = {}
    shown: dict[int, Cards] = {}
    boards: tuple[Cards, ...] = ((),)
    paid: dict[int, int] = {}
    won: dict[int, int] = {}
    back: dict[int, int] = {}
    ends: dict[int, int] = {}
    adjustments: dict[int, int] = {}
    rounded: int = 0
    rake: int | None = None
    has_drop: bool = False
    pot: int | None = None
    is_tournament: bool = False
    currency: str = ""
    table: str = ""
    when: str = ""
    hero: str = ""
    unresolved: str = ""
    decimals: int = 0
    tournament_id: str = ""
    buy_in: str = ""
    level: str = ""
    table_size: int = 0


_ANTE: Final = Post.ANTE
_BLINDS: Final = 1_000  # antes come before, by their seats
_LAST: Final = _BLINDS + 3
_FIRST: Final = {
    Post.ANTE: 0,
    Post.DEAD_ANTE: 0,
    Post.SMALL_BLIND: _BLINDS,
    Post.BIG_BLIND: _BLINDS + 1,
    Post.STRADDLE: _BLINDS + 2,
}


def in_order(owed: list[Owed]) -> tuple[Owed, ...]:
    """The posts of a hand in the order in which they are due.

    A text may list the posts in the order in which players clicked.
    """
    return tuple(sorted(owed, key=_turn_of))


def _turn_of(one: Owed) -> int:
    first = _FIRST.get(one.post, _LAST)
    return first + one.seat if one.post is _ANTE else first
