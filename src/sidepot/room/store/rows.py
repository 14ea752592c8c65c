"""Rows that the store writes together with the records, as plain values: hands, and changes to the club's books.

The kinds of accounts are those of the table's ledger (`stack`, `cash`, `pot`, `rake`, ...), and for tournaments
`entry`, `prize`, `prizes` and `fees`. The changes of one event add up to 0, and so do the books as a whole.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

import msgspec

from sidepot.privacy import PrivateStruct

# ---- the list of hands


class HandOf(PrivateStruct, frozen=True, gc=False):
    """The result and the figures of one account in a hand.

    - `seat`: the seat of the account (-1 for a spectator)
    - `unit`: the big blind in chips
    - `cards`: the hole cards at the end, in short form
    - `walk`: the account had no decision before the flop, as in a walk or a bomb pot
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
    """The description of a hand in a list. `title` is that of the hand's table.

    Amounts are in units of `10 ** -decimals`.
    """

    title: str
    game: str
    tournament: bool
    players: int
    pot: int
    showdown: bool
    board: str
    decimals: int


class HandListed(HandShown, frozen=True, gc=False):
    """The listing of a finished hand, with its description.

    - `first`, `last`: the numbers of its first and last event in the table's stream
    - `before`: the chain's link before the hand
    - `of`: a row for each account
    """

    SHOWN = ("number", "first", "last")

    number: int
    at: int
    first: int
    last: int
    before: bytes
    of: tuple[HandOf, ...] = ()


_SHOWN = len(HandShown.__struct_fields__)


def rows_of(stream: str, listed: HandListed) -> tuple[tuple[object, ...], list[tuple[object, ...]]]:
    """The rows for the tables `hand` and `hand_of`, in column order."""
    fields = msgspec.structs.astuple(listed)
    row = (stream, listed.number, listed.at, listed.first, listed.last, listed.before, *fields[:_SHOWN])
    of: list[tuple[object, ...]] = []
    for one in listed.of:
        account, *became = msgspec.structs.astuple(one)
        of.append((account, listed.at, stream, listed.number, *became))
    return row, of


# ---- the books

HOUSE: Final = ""  # the player of the house's accounts: pot, rake, prizes
NAMED: Final = "~"  # prefix of the name of a player without an account: a bot
# kinds of accounts where real money is paid: at cash nights with real chips, and at the desk of live tournaments
BOUGHT: Final = "bought"  # chips that a player bought
CASHED: Final = "cashed"  # chips that a player cashed out
PAID: Final = "paid"  # money that a player paid, less what was paid to the player
BANK: Final = "bank"  # of the house: below zero by the money in the bank
RESERVE: Final = "reserve"  # of the house: money that it put into the bank, less what it took out


class BookChange(NamedTuple):
    """Chips credited to an account of this `kind` (below zero: debited), in units of `10 ** -decimals`.

    `player` is the id of the account's owner.
    """

    player: str
    kind: str
    chips: int
    decimals: int = 0


def posting_rows(stream: str, seq: int, at: int, changes: Iterable[BookChange]) -> list[tuple[object, ...]]:
    """The rows for the table `posting`, in column order."""
    return [(at, stream, seq, *change) for change in changes]
