"""Copy a live tournament to another room, as one text: its event log and its persons, or only its steps.

The first line has the persons; each further line is a record of the log, or of the log of a dealer's helper. So nothing
is lost: steps, clock, requests, reasons, hands. A file of steps with names, as `sidepot tournament direct` writes it,
can be read too: each step is carried out again with numbers in place of the names, and must give the same result,
including the draws.
"""

from __future__ import annotations

from hashlib import blake2b
from itertools import islice
from typing import TYPE_CHECKING, Final, NamedTuple

import msgspec

from sidepot.errors import BadNotation, SidepotError
from sidepot.room.dealer.commands import DealerEvent
from sidepot.room.dealer.commands import decode as decode_dealt
from sidepot.room.runtime.dealer_storage import DEALER_STREAMS
from sidepot.room.runtime.persons import MOST, STAFF_FROM, Persons, check_person, mark_of, names_in
from sidepot.room.runtime.storage import AT_ONCE
from sidepot.room.runtime.tournament_storage import tournament_stream
from sidepot.room.store.persons import Person
from sidepot.room.tournament import apply
from sidepot.room.tournament import commands as s
from sidepot.room.tournament.acts import with_numbers
from sidepot.room.tournament.commands import Open
from sidepot.room.tournament.events import TournamentEvent, decode_event
from sidepot.room.tournament.machine import RoomTournament
from sidepot.room.tournament.terms import LONGEST_TITLE, TournamentTerms
from sidepot.rules.clauses import refuse, say
from sidepot.tournament.events import Opened
from sidepot.tournament.steps import decode, encode

if TYPE_CHECKING:
    from sidepot.room.store.store import Store

ROLE: Final = "director"


class _Named:
    """Numbers for the names in some steps, in order of appearance."""

    def __init__(self) -> None:
        self._marks: tuple[dict[str, str], dict[str, str]] = ({}, {})

    def player(self, name: str) -> str:
        return self._mark(name, 0)

    def staff(self, name: str) -> str:
        return self._mark(name, STAFF_FROM) if name else ""

    def _mark(self, name: str, after: int) -> str:
        marks = self._marks[after > 0]
        if name not in marks:
            if check_person(name) != name:
                raise BadNotation(f"{name!r} is not a valid name in this room", code="bad_name")
            marks[name] = mark_of(after + len(marks) + 1)
        return marks[name]

    @property
    def rows(self) -> list[Person]:
        return [
            Person(after + number, name, 0)
            for marks, after in zip(self._marks, (0, STAFF_FROM), strict=True)
            for number, name in enumerate(marks, 1)
        ]


def copy_of_steps(data: bytes) -> tuple[list[Person], list[TournamentEvent]]:
    """Make the people and the events of a live tournament from the steps in `data`.

    Raises BadNotation if they are not the steps of a live tournament.
    """
    steps = [decode(line) for line in data.splitlines() if line.strip()]
    first = steps[0] if steps else None
    opened = first.events[0] if first is not None and first.events else None
    if first is None or not isinstance(opened, Opened) or not opened.live:
        raise refuse(BadNotation, say("the steps do not begin with a live tournament"), code="bad_form")
    names = _Named()
    title = opened.structure.title[:LONGEST_TITLE].strip()
    terms = TournamentTerms(title=title, structure=opened.structure, live=True, draft=opened.draft)
    secret = blake2b(encode(first), digest_size=32).hexdigest()
    tournament, event = RoomTournament.open(
        "0", terms, opened.seed, now=first.at, by=names.staff(first.by), secret=secret
    )
    entries = [event]
    made = [tournament.tournament.log[0]]
    for step in steps[1:]:
        if step.command is None:
            raise refuse(BadNotation, say("step {step} has no command", str(step.number)), code="bad_form")
        command, by = with_numbers(step.command, names.player), names.staff(step.by)
        try:
            made.append(tournament.tournament.do(command, step.at, by=by))
        except SidepotError as error:
            raise refuse(
                BadNotation,
                say("step {step} cannot be carried out: {reason}", str(step.number), error.message),
                code="bad_form",
            ) from None
        event = TournamentEvent(
            seq=tournament.seq + 1, at=step.at, by=by, command=s.Act(command, ROLE), steps=(made[-1],)
        )
        apply.apply_rest(tournament, event)
        entries.append(event)
    fill_names = names_in(names.rows)
    for step, again in zip(steps, made, strict=True):
        if fill_names(encode(again)) != encode(step):
            raise refuse(
                BadNotation,
                say("step {step} has another result here: another version of sidepot wrote it", str(step.number)),
                code="bad_form",
            )
    return names.rows, entries


LARGEST_NUMBER: Final = 10**9
LARGEST_SLIP: Final = 10**6
_HEAD: Final = b'{"copy":'


class CopyHead(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The first line of a copy.

    - `copy`: the number of the format
    - `persons`: the number, the name and the valid slip of each person
    - `helpers`: for each dealer's helper, the table and the number of records

    The records of the helpers follow those of the tournament.
    """

    copy: int
    persons: list[tuple[int, str, int]]
    helpers: list[tuple[int, int]] = []


class TournamentCopy(NamedTuple):
    """A live tournament that was read from a copy."""

    persons: list[Person]
    entries: list[TournamentEvent]
    helpers: tuple[list[DealerEvent], ...] = ()


async def write_copy(store: Store, tournament: str, persons: Persons) -> bytes:
    """Make a copy of a live tournament in the store."""
    prefix = f"{DEALER_STREAMS}{tournament}-"
    helpers = {}  # read first: a hand that is reported in the meantime is reported again, and then known
    for stream, _ in await store.lasting(prefix):
        helpers[int(stream.removeprefix(prefix))] = await _records(store, stream)
    log = await _records(store, tournament_stream(tournament))
    people = [(one.number, one.name, one.slip) for one in persons.rows()]
    head = CopyHead(1, people, [(table, len(records)) for table, records in helpers.items()])
    lines = [msgspec.json.encode(head), *log, *[one for records in helpers.values() for one in records]]
    return b"".join([line + b"\n" for line in lines])


async def _records(store: Store, stream: str) -> list[bytes]:
    """All records of a stream."""
    found, after = list[bytes](), 0
    while records := await store.read(stream, after, AT_ONCE):
        found += [record.data for record in records]
        after = records[-1].seq
    return found


def read_copy(data: bytes) -> TournamentCopy:
    """Read a copy of a tournament, or a file with its steps. Raises BadNotation if `data` is neither."""
    first, _, rest = data.partition(b"\n")
    if not first.startswith(_HEAD):
        return TournamentCopy(*copy_of_steps(data))
    try:
        head = msgspec.json.decode(first, type=CopyHead)
        lines = [line for line in rest.splitlines() if line]
        counts = [count for _, count in head.helpers]
        if any(count < 1 for count in counts) or sum(counts) > len(lines):
            raise refuse(BadNotation, say("the records of the dealers' helpers are not complete"), code="bad_form")
        each = iter(lines[len(lines) - sum(counts) :])
        helpers = tuple([[decode_dealt(line) for line in islice(each, count)] for count in counts])
        entries = [decode_event(line) for line in lines[: len(lines) - sum(counts)]]
    except (msgspec.DecodeError, UnicodeDecodeError, SidepotError) as error:
        raise refuse(
            BadNotation, say("this is not a copy of a live tournament: `archive.copy` is missing"), code="bad_form"
        ) from error
    opened = entries[0].command if entries else None
    if head.copy != 1 or not isinstance(opened, Open) or not opened.terms.live or entries[0].seq != 1:
        raise refuse(BadNotation, say("the copy does not begin with a live tournament"), code="bad_form")
    return TournamentCopy(_persons(head), entries, helpers)


def _persons(head: CopyHead) -> list[Person]:
    found = {number: Person(number, check_person(name) if name else "", slip) for number, name, slip in head.persons}
    bounds = all(0 < one.number < LARGEST_NUMBER and 0 <= one.slip < LARGEST_SLIP for one in found.values())
    if not bounds or len(found) != len(head.persons) or len(found) > MOST:
        raise refuse(BadNotation, say("the list of people in this copy is invalid"), code="bad_form")
    return [*found.values()]
