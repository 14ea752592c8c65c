"""A command on its way: what it has made happen so far, and what it works with."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from sidepot.errors import Conflict
from sidepot.tournament import apply
from sidepot.tournament.clock import Clock, Reading
from sidepot.tournament.entrants import Entrant
from sidepot.tournament.events import AtTable, Event

if TYPE_CHECKING:
    from sidepot.hand.hand import Hand
    from sidepot.table.table import Table
    from sidepot.tournament.tournament import Tournament


T = TypeVar("T")


class Doing:
    """One command that is carried out at the time `now`: `events` are what it has done already."""

    __slots__ = ("_read", "event", "events", "hand", "is_begun", "now")

    def __init__(self, event: Tournament, now: int) -> None:
        self.event = event
        self.now = now
        self.events: list[Event] = []
        self.hand: Hand | None = None
        self.is_begun = False
        self._read: tuple[Clock, Reading] | None = None

    @property
    def reading(self) -> Reading:
        """What the clock shows; it is read once, unless it is set meanwhile."""
        clock = self.event.clock
        if self._read is None or self._read[0] is not clock:
            self._read = clock, clock.at(self.now)
        return self._read[1]

    def emit(self, what: Event) -> None:
        """Let something happen."""
        self.is_begun = True
        apply.APPLY[type(what)](self.event, what)
        self.events.append(what)

    def tell(self, number: int, act: Callable[[Table], T]) -> T:
        """Have a table do something; what happens there is booked."""
        table = self.table(number)
        before = len(table.log)
        try:
            result = act(table)
        finally:  # what was refused before anything happened leaves nothing to be put right
            self.is_begun = self.is_begun or len(table.log) > before
        for happened in table.log[before:]:
            what = AtTable(number, happened)
            apply.book(self.event, what)
            self.events.append(what)
        return result

    def table(self, number: int) -> Table:
        """A table of the event. Raises Conflict for one that it does not have."""
        table = self.event.tables.get(number)
        if table is None:
            open_now = ", ".join(map(str, sorted(self.event.tables))) or "none"
            raise Conflict(f"there is no table {number}; open are: {open_now}")
        return table

    def entrant(self, player: str) -> Entrant:
        """A player of the event. Raises Conflict for who has not entered."""
        entrant = self.event.entrants.get(player)
        if entrant is None:
            raise Conflict(f"{player!r} has not entered")
        return entrant

    def seed(self, given: str) -> str:
        """The seed of a draw: the one given, or that of the event with the number of the step."""
        return given or f"{self.event.seed}/{len(self.event.log) + 1}/{len(self.event.draws)}"
