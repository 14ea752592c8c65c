"""The club's books: what each entry of a table posts, a row for each account that it changes.

Kinds of accounts are those of the table's ledger (`stack`, `cash`, `pot`, `rake`, ...), and of a tournament `entry`,
`prize`, `prizes` and `fees`. The legs of one entry add up to nothing, and so do the books.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

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
