"""Whether the books of the club are what the entries of a table post, and add up to nothing.

The entries are folded once more, one after the other as they are read, and what each posts is compared with its rows.
"""

from __future__ import annotations

from collections import Counter
from itertools import groupby
from typing import Final

from sqlalchemy import Connection, func, select

from sidepot.room.store.rows import Leg
from sidepot.room.store.schema import posting
from sidepot.room.table.machine import Chance
from sidepot.room.table.rebuild import Folding

MOST: Final = 10  # faults that are told of a table
_NEVER: Final = 2**62  # no hand is played again
_AT_ONCE: Final = 500  # entries that are compared at once

Legs = list[Leg]


def faults_of_all(books: Connection, seen: int) -> list[str]:
    """The faults of the books as a whole, of which so many rows were seen with the entries of tables."""
    count, chips = books.execute(select(func.count(), func.sum(posting.c.chips))).one()
    found = [f"the books do not balance: they add up to {int(chips)}"] if chips else []
    return [*found, *([f"the books have {count - seen} postings of no table"] if count > seen else [])]


class BooksCheck:
    """Follows the entries of one table from the first one on; `books` is the store that has its postings."""

    def __init__(self, books: Connection, table: str, stream: str) -> None:
        self._books = books
        self._stream = stream
        self._folding = Folding(table, _NEVER, Chance())
        self._waiting: list[tuple[int, int, Legs]] = []  # the numbers of entries, their times, what they post
        self._is_lost = False
        self.seen = 0  # rows of the books
        self.faults: list[str] = []

    def take(self, seq: int, at: int, record: object) -> None:
        """The next entry as it is stored: its number, when it was written."""
        legs: Legs = []
        if not self._is_lost:
            try:
                if not isinstance(record, bytes):
                    raise TypeError("no bytes")
                self._folding.take(record)
                legs = list(self._folding.done().booked)
            except Exception:  # the auditor tells what is wrong with it; from here on nothing can be compared
                self._look()
                self._is_lost = True
        self._waiting.append((seq, at, legs))
        if len(self._waiting) >= _AT_ONCE:
            self._look()

    def done(self) -> list[str]:
        """The faults, once all entries were taken."""
        self._look()
        return self.faults[:MOST]

    def _look(self) -> None:
        """Compare the entries that wait with the books."""
        if not self._waiting:
            return
        kept = self._rows(self._waiting[0], self._waiting[-1])
        for seq, _, legs in self._waiting:
            there = kept.get(seq, [])
            self.seen += len(there)
            if not self._is_lost and (fault := self._fault(seq, legs, there)):
                self.faults.append(f"entry {seq}: {fault}")
        self._waiting.clear()

    def _rows(self, first: tuple[int, int, Legs], last: tuple[int, int, Legs]) -> dict[int, Legs]:
        """What the books have of these entries. They are sorted by time, so that all is near together."""
        query = select(posting.c.seq, posting.c.player, posting.c.kind, posting.c.chips).where(
            posting.c.at >= first[1], posting.c.at <= last[1], posting.c.stream == self._stream,
            posting.c.seq >= first[0], posting.c.seq <= last[0],
        )  # fmt: skip
        found = self._books.execute(query.order_by(posting.c.seq))
        return {
            seq: [Leg(str(player), str(kind), int(chips)) for _, player, kind, chips in some]
            for seq, some in groupby(found, key=lambda row: int(row[0]))
        }

    def _fault(self, seq: int, legs: Legs, there: Legs) -> str:
        if sum(leg.chips for leg in legs):
            return "it posts what does not add up to nothing"
        if legs and not there:
            return "the books do not have what it posts"
        return "" if Counter(legs) == Counter(there) else "the books have something else than it posts"
