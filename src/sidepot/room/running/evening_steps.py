"""An evening with real chips from its steps alone, with names, as `sidepot tournament direct` and the copies have them.

Every step is carried out again with numbers for the names, and must come to the same, draws too. So nothing is guessed:
steps that do not come out alike are refused.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import Final

from sidepot.errors import BadNotation, SidepotError
from sidepot.room.running.persons import STAFF, check_person, mark_of, names_in
from sidepot.room.store.persons import Person
from sidepot.room.tournament import apply
from sidepot.room.tournament import commands as s
from sidepot.room.tournament.events import EventEntry
from sidepot.room.tournament.machine import LiveTournament
from sidepot.room.tournament.terms import LONGEST_TITLE, EventTerms
from sidepot.room.tournament.wording import with_numbers
from sidepot.tournament.events import Opened
from sidepot.tournament.steps import decode, encode

ROLE: Final = "director"


class _Named:
    """Numbers for the names of some steps, in the order in which they come."""

    def __init__(self) -> None:
        self._marks: tuple[dict[str, str], dict[str, str]] = ({}, {})

    def player(self, name: str) -> str:
        return self._mark(name, 0)

    def staff(self, name: str) -> str:
        return self._mark(name, STAFF) if name else ""

    def _mark(self, name: str, after: int) -> str:
        marks = self._marks[after > 0]
        if name not in marks:
            if check_person(name) != name:
                raise BadNotation(f"{name!r} is no name as a room has it", code="bad_name")
            marks[name] = mark_of(after + len(marks) + 1)
        return marks[name]

    @property
    def rows(self) -> list[Person]:
        return [
            Person(after + number, name, 0)
            for marks, after in zip(self._marks, (0, STAFF), strict=True)
            for number, name in enumerate(marks, 1)
        ]


def evening_of_steps(data: bytes) -> tuple[list[Person], list[EventEntry]]:
    """The persons and the records that these steps make. Raises BadNotation."""
    steps = [decode(line) for line in data.splitlines() if line.strip()]
    first = steps[0] if steps else None
    opened = first.events[0] if first is not None and first.events else None
    if first is None or not isinstance(opened, Opened) or not opened.real:
        raise BadNotation("these steps do not begin with an evening of real chips and cards", code="bad_form")
    names = _Named()
    title = opened.structure.title[:LONGEST_TITLE].strip()
    terms = EventTerms(title=title, structure=opened.structure, real=True, draft=opened.draft)
    secret = blake2b(encode(first), digest_size=32).hexdigest()
    event, entry = LiveTournament.open("0", terms, opened.seed, now=first.at, by=names.staff(first.by), secret=secret)
    entries = [entry]
    made = [event.tournament.log[0]]
    for step in steps[1:]:
        if step.command is None:
            raise BadNotation(f"step {step.number} tells of no act", code="bad_form")
        command, by = with_numbers(step.command, names.player), names.staff(step.by)
        try:
            made.append(event.tournament.do(command, step.at, by=by))
        except SidepotError as error:
            raise BadNotation(f"step {step.number} cannot be carried out: {error.message}", code="bad_form") from None
        entry = EventEntry(seq=event.seq + 1, at=step.at, by=by, said=s.Act(command, ROLE), steps=(made[-1],))
        apply.note(event, entry)
        entries.append(entry)
    told = names_in(names.rows)
    for step, again in zip(steps, made, strict=True):
        if told(encode(again)) != encode(step):
            raise BadNotation(f"step {step.number} comes out otherwise here: another version wrote it", code="bad_form")
    return names.rows, entries
