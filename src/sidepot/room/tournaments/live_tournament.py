"""A live tournament: each command becomes a record, and the records make the tournament.

`handle` carries out a command with all that follows from it at once, or refuses it and changes nothing. The time is an
argument; its draws come from the seed of its first record. `fold` makes the same tournament from its records again.

If `handle` raises anything but a SidepotError, do not use it any more: fold it again from its stream.
"""

from __future__ import annotations

from collections.abc import Iterable

from sidepot.errors import BadNotation
from sidepot.room.tournaments import apply, event_course, event_handling
from sidepot.room.tournaments import commands as s
from sidepot.room.tournaments.event_terms import EventTerms
from sidepot.room.tournaments.event_work import Work, secret_of
from sidepot.room.tournaments.events import EventEntry
from sidepot.room.tournaments.state import EventState
from sidepot.tournament import commands as c
from sidepot.tournament.mystery import seal
from sidepot.tournament.structure import Kind

__all__ = ["LiveTournament"]


class LiveTournament(EventState):
    """A live tournament, pure: its state, and the commands and records that change it."""

    __slots__ = ()

    @classmethod
    def open(
        cls, id: str, terms: EventTerms, seed: str, *, now: int, by: str = "", secret: str = ""
    ) -> tuple[LiveTournament, EventEntry]:
        """A new tournament, and the first record of its stream."""
        event = cls(id, terms, seed, at=now, by=by, secret=secret)
        said = s.Open(terms, seed, secret)
        if terms.structure.entry.mystery and not terms.real and terms.structure.kind is not Kind.FLIGHT:
            event.tournament.do(c.SealEnvelopes(seal(secret_of(event))), now)
        entry = EventEntry(seq=1, at=now, by=by, said=said, steps=tuple(event.tournament.log[1:]))
        apply.note(event, entry)
        return event, entry

    def handle(
        self, said: s.EventSaying, *, now: int, by: str = "", id: str = "", staff: bool = False, account: str = ""
    ) -> EventEntry:
        """Carry out `said` for `by`; return its record, already applied. Raises SidepotError where it is refused."""
        entry = event_handling.carry_out(self, said, now, by, id, account=account, staff=staff)
        apply.note(self, entry)
        return entry

    def take(self, entry: EventEntry) -> None:
        """Take the next record of the stream."""
        apply.apply(self, entry)

    @classmethod
    def begin(cls, id: str, first: EventEntry | None) -> LiveTournament:
        """The tournament that the first record of a stream opens. Raises BadNotation for one that opens none."""
        if first is None or not isinstance(first.said, s.Open):
            raise BadNotation(f"the stream of tournament {id} does not begin with its opening")
        said = first.said
        event = cls(id, said.terms, said.seed, at=first.at, by=first.by, secret=said.secret)
        for step in first.steps:
            event.tournament.apply(step)
        apply.note(event, first)
        return event

    @classmethod
    def fold(cls, id: str, entries: Iterable[EventEntry]) -> LiveTournament:
        """The tournament that a stream tells of."""
        told = iter(entries)
        event = cls.begin(id, next(told, None))
        for entry in told:
            event.take(entry)
        return event

    def alarm(self) -> int:
        """When a `Tick` is due; 0: never, as things stand."""
        return event_course.alarm(self)

    def wake(self) -> None:
        """Have a director again, after it was folded."""
        if self.director is None and self.is_on and not self.terms.real:
            _ = Work(self, s.Tick(), self.at, "", "").director

    def taken(self, number: int, step: int) -> None:
        """A table has taken all orders up to this one."""
        apply.taken(self, number, step)
