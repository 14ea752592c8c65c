"""What the store writes besides records, as plain values: rows of the list of hands, and legs of the club's books.

Kinds of accounts are those of the table's ledger (`stack`, `cash`, `pot`, `rake`, ...), and of a tournament `entry`,
`prize`, `prizes` and `fees`. The legs of one entry add up to nothing, and so do the books.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

import msgspec

from sidepot.privacy import PrivateStruct

# ---- the list of hands


class HandOf(PrivateStruct, frozen=True, gc=False):
    """The row of one account: its `seat` in the hand (-1: it looked on), chips up or down, and the figures of it.

    `unit` is the chips that results are counted in, `cards` are its own at the end of the hand, in short. `walk`: it
    had nothing to decide before the flop, as in a bomb pot.
    """

    SHOWN = ("seat",)

    account: str
    seat: int = -1
    net: int = 0
    unit: int = 0
    voluntary: bool = False
    raised: bool = False
    showdown: bool = False
    won_there: bool = False
    cards: str = ""
    walk: bool = False


class HandShown(PrivateStruct, frozen=True, gc=False):
    """What a list shows of a hand. `title` is that of the table; `tournament`: its chips are those of one."""

    title: str
    game: str
    tournament: bool
    players: int
    pot: int
    showdown: bool
    board: str


class HandListed(HandShown, frozen=True, gc=False):
    """The row of a hand, and those `of` its accounts. It lies in entries `first` to `last` of the stream of its table.

    `before` is the link of the chain before it.
    """

    SHOWN = ("number", "first", "last")

    number: int
    at: int
    first: int
    last: int
    before: bytes
    of: tuple[HandOf, ...] = ()


_SHOWN = len(HandShown.__struct_fields__)


def rows_of(stream: str, told: HandListed) -> tuple[tuple[object, ...], list[tuple[object, ...]]]:
    """The row for `hand`, and those for `hand_of`, in the order of their columns."""
    fields = msgspec.structs.astuple(told)
    row = (stream, told.number, told.at, told.first, told.last, told.before, *fields[:_SHOWN])
    of: list[tuple[object, ...]] = []
    for one in told.of:
        account, *became = msgspec.structs.astuple(one)
        of.append((account, told.at, stream, told.number, *became))
    return row, of


# ---- the books

HOUSE: Final = ""  # the player of accounts that are nobody's: pot, rake, prizes
NAMED: Final = "~"  # before the name of a player who has no account: a bot


class Leg(NamedTuple):
    """So many chips to an account of a `kind`, or below zero from it; `player` is whose it is, by account."""

    player: str
    kind: str
    chips: int


def posting_rows(stream: str, seq: int, at: int, legs: Iterable[Leg]) -> list[tuple[object, ...]]:
    """The rows for `posting`, in the order of its columns."""
    return [(at, stream, seq, player, kind, chips) for player, kind, chips in legs]
