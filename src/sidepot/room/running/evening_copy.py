"""A whole evening with real chips and cards as one text, with which another room goes on: its records, and who is who.

The first line names the persons, and each other line is a record of the stream. So nothing is guessed from words, and
all that was said is there again: steps, clock, wishes, reasons. The steps alone, with names, make an evening too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import msgspec

from sidepot.errors import BadNotation, SidepotError
from sidepot.room.running.evening_steps import evening_of_steps
from sidepot.room.running.persons import MOST, Persons, check_person
from sidepot.room.running.tournament_log import event_stream
from sidepot.room.runtime.loader import AT_ONCE
from sidepot.room.store.persons import Person
from sidepot.room.tournament.commands import Open
from sidepot.room.tournament.events import EventEntry, decode_event

if TYPE_CHECKING:
    from sidepot.room.store.store import Store

LARGEST_NUMBER: Final = 10**9
LARGEST_SLIP: Final = 10**6
_HEAD: Final = b'{"evening":'


class Head(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The first line: that this is an evening, and its persons (number, name, which slip counts)."""

    evening: int
    persons: list[tuple[int, str, int]]


class Evening(NamedTuple):
    """An evening as it was read from a copy."""

    persons: list[Person]
    entries: list[EventEntry]


async def write_evening(store: Store, event: str, persons: Persons) -> bytes:
    """The copy of an evening as it stands in the store."""
    lines, after = [b""], 0
    while records := await store.read(event_stream(event), after, AT_ONCE):
        lines += [record.data for record in records]
        after = records[-1].seq
    lines[0] = msgspec.json.encode(Head(1, [(one.number, one.name, one.slip) for one in persons.rows()]))
    return b"".join([line + b"\n" for line in lines])


def read_evening(data: bytes) -> Evening:
    """The evening of a copy, or of its steps alone. Raises BadNotation for a text that is none."""
    first, _, rest = data.partition(b"\n")
    if not first.startswith(_HEAD):
        return Evening(*evening_of_steps(data))
    try:
        head = msgspec.json.decode(first, type=Head)
        entries = [decode_event(line) for line in rest.splitlines() if line]
    except (msgspec.DecodeError, UnicodeDecodeError, SidepotError) as error:
        raise BadNotation("this is no copy of an evening: `archive.evening` has one", code="bad_form") from error
    opened = entries[0].said if entries else None
    if head.evening != 1 or not isinstance(opened, Open) or not opened.terms.real or entries[0].seq != 1:
        raise BadNotation("this copy does not begin with an evening of real chips and cards", code="bad_form")
    return Evening(_persons(head), entries)


def _persons(head: Head) -> list[Person]:
    found = {number: Person(number, check_person(name) if name else "", slip) for number, name, slip in head.persons}
    bounds = all(0 < one.number < LARGEST_NUMBER and 0 <= one.slip < LARGEST_SLIP for one in found.values())
    if not bounds or len(found) != len(head.persons) or len(found) > MOST:
        raise BadNotation("the persons of this copy are not those of an evening", code="bad_form")
    return [*found.values()]
