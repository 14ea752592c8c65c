"""All tables of a tournament: their sizes, open seats, and cached facts.

In a large tournament, seats are given out all the time, and few tables change in between. So the tables are updated one
by one (`put`), and a fact about a table (`fact`) stays valid until something happens there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar, cast

from sidepot.rules.rulebook import Rulebook
from sidepot.tournament.moves import TableView

T = TypeVar("T")
Work = Callable[[TableView, Rulebook], T]


class AllTables:
    """Tables by number, in the order in which they were added.

    - `by_size`: the tables by their number of players
    - `open_seats`: the open seats of each table
    - `room`: the number of open seats at all tables
    - `keeping`: the tables at which a player keeps a seat for special needs
    - `fixed`: the tables from which nobody may be moved (rule T8)
    - `stale`: the tables at which something has happened since their view was added
    """

    __slots__ = ("_facts", "_place", "by_size", "fixed", "keeping", "open_seats", "room", "stale", "views")

    def __init__(self, views: Iterable[TableView] = ()) -> None:
        self.views: dict[int, TableView] = {}
        self.by_size: dict[int, set[int]] = {}
        self.open_seats: dict[int, tuple[int, ...]] = {}
        self.room = 0
        self.keeping: set[int] = set()
        self.fixed: set[int] = set()
        self.stale: set[int] = set()
        self._facts: dict[int, dict[object, tuple[Rulebook, Any]]] = {}
        self._place: dict[int, int] = {}
        for view in views:
            self.put(view)

    @classmethod
    def of(cls, tables: AllTables | Iterable[TableView]) -> AllTables:
        """An AllTables with these tables. An AllTables is returned unchanged."""
        return tables if isinstance(tables, AllTables) else cls(tables)

    # ---- what there is to see

    @property
    def most(self) -> int:
        """The number of players at the fullest table."""
        return max(self.by_size, default=0)

    def sizes(self) -> list[int]:
        """The different table sizes, smallest first."""
        return sorted(self.by_size)

    def up_to(self, size: int) -> list[int]:
        """The tables with at most `size` players, in the order in which they were added."""
        found = [numbers for players, numbers in self.by_size.items() if players <= size]
        return sorted(set().union(*found), key=self._place.__getitem__)

    def fact(self, number: int, work: Work[T], rulebook: Rulebook) -> T:
        """Return what `work` computes about a table. The result is cached until something happens at the table."""
        facts = self._facts.setdefault(number, {})
        known = facts.get(work)
        if known is None or known[0] is not rulebook:
            known = facts[work] = rulebook, work(self.views[number], rulebook)
        return cast("T", known[1])

    # ---- what happens

    def put(self, view: TableView) -> None:
        """Add a table, or replace its view if it is already there."""
        number = view.number
        old = self.views.get(number)
        if old is None:
            self._place[number] = next(reversed(self._place.values()), 0) + 1
        else:
            self._uncount(old)
        self.views[number] = view
        self.by_size.setdefault(len(view.taken), set()).add(number)
        free = view.open_seats
        self.open_seats[number] = free
        self.room += len(free)
        if view.pinned and not view.pinned.isdisjoint(view.players):
            self.keeping.add(number)
        if view.pinned and view.pinned.issuperset(view.players):
            self.fixed.add(number)

    def drop(self, number: int) -> None:
        """Remove a closed table."""
        old = self.views.pop(number, None)
        if old is not None:
            self._uncount(old)
            del self._place[number], self.open_seats[number]

    def _uncount(self, view: TableView) -> None:
        number = view.number
        alike = self.by_size[len(view.taken)]
        alike.discard(number)
        if not alike:
            del self.by_size[len(view.taken)]
        self.room -= len(self.open_seats[number])
        self.keeping.discard(number)
        self.fixed.discard(number)
        self._facts.pop(number, None)


def first_of(numbers: Iterable[int], order: Sequence[int] = ()) -> int:
    """The first of these tables in breaking order (see `in_order`).

    There must be at least one table.
    """
    return in_order(numbers, order)[0] if order else max(numbers)


def in_order(numbers: Iterable[int], order: Sequence[int] = ()) -> list[int]:
    """These tables in breaking order: first the tables in `order`, then all other tables from the highest number
    down.
    """
    if not order:
        return sorted(numbers, reverse=True)
    places = {number: at for at, number in enumerate(order)}
    return sorted(numbers, key=lambda number: (places.get(number, len(places)), -number))
