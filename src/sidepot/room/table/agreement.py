"""What a player who sits down at a table of the room agrees to, and who has accepted it.

The terms of a table are those it was opened with. A table that is `agreed` seats nobody who has not accepted them; the
acceptance is part of the event by which the player sat down, and counts for their account.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sidepot.room.table import commands as s
from sidepot.room.table.terms import RoomTerms, Timing
from sidepot.table.agreement import Agreement, Term, agreement_of, check_accepted, game_terms, made_of, stakes_terms
from sidepot.tournament.schedule import MINUTE

if TYPE_CHECKING:
    from sidepot.room.table.events import TableEvent
    from sidepot.room.table.state import RoomState
    from sidepot.room.table.unit_of_work import UnitOfWork
    from sidepot.tournament.structure import Structure

MOST: Final = 5_000  # accounts whose acceptance a table remembers: the one that was first is asked again


def agreement(terms: RoomTerms) -> Agreement:
    """The agreement of a table, and the times that it is played with."""
    times = (*_times(terms.timing), *([Term("Sitting down", "a host says yes or no")] if terms.approve else ()))
    return agreement_of(terms.rules, times, parts=(terms.timing,))


def tournament_agreement(structure: Structure, timing: Timing) -> Agreement:
    """The agreement of a tournament, and the times that its tables are played with."""
    terms = (*_of_tournament(structure), *_times(timing), *_own_times(structure))
    return made_of(terms, structure.rulebook, (structure, timing), is_tournament=True)


def check(work: UnitOfWork, command: s.Sit) -> None:
    """Raise Conflict for a person who sits down, and has not accepted the terms, or others. Rule: PG-35."""
    room, account = work.room, work.account
    if command.accepts or account and room.terms.agreed:
        check_accepted(version_of(room), command.accepts or accepted(room, account)[0])


def to_accept(room: RoomState, account: str) -> str:
    """The version that an account accepts before it sits down; "" if it has, or nobody has to."""
    if not room.terms.agreed:
        return ""
    version = version_of(room)
    return "" if account and accepted(room, account)[0] == version else version


def accepted(room: RoomState, account: str) -> tuple[str, int]:
    """The version that an account has accepted, and when; ("", 0) for none."""
    return room.accepted.get(account, ("", 0))


def version_of(room: RoomState) -> str:
    """The version of the table's agreement, worked out once."""
    if not room.version:
        room.version = agreement(room.terms).version
    return room.version


def note(room: RoomState, entry: TableEvent) -> None:
    """Remember who has accepted the terms by an event."""
    if isinstance(entry.command, s.Sit) and entry.command.accepts:
        account = room.accounts.get(entry.by)
        if account:
            room.accepted.pop(account, None)
            room.accepted[account] = entry.command.accepts, entry.at
            while len(room.accepted) > MOST:
                del room.accepted[next(iter(room.accepted))]


# ---- in words


def _times(timing: Timing) -> tuple[Term, ...]:
    seconds = f"{timing.decide / 1000:g} seconds"
    bank = f", then a time bank of {timing.bank / 1000:g} seconds" if timing.bank else ""
    return (Term("Time to act", f"{seconds}{bank}"),)


def _own_times(structure: Structure) -> list[Term]:
    """The times of levels that have their own."""
    found = []
    for number, level in enumerate(structure.levels, 1):
        parts = [f"{level.decide / 1000:g} seconds"] if level.decide else []
        parts += [f"a time bank of {level.bank / 1000:g} seconds at most"] if level.bank >= 0 else []
        if parts:
            found.append(Term(f"Time to act in level {number}", ", ".join(parts)))
    return found


def _of_tournament(structure: Structure) -> list[Term]:
    """The terms of a tournament."""
    entry, levels = structure.entry, structure.levels
    minutes = {level.ms // MINUTE for level in levels}
    lasts = f"{min(minutes)} minutes each" if len(minutes) == 1 else f"{min(minutes)} to {max(minutes)} minutes each"
    found = [
        *game_terms(structure.mix),
        *(Term(f"{term.topic} at first", term.text) for term in stakes_terms(structure.mix, levels[0].stakes)),
        Term("Levels", f"{len(levels)}, {lasts}"),
        Term("Seats", f"{structure.seats}"),
        Term("Entry", f"{entry.price:,}" if entry.price else "free"),
        Term("Chips to start with", f"{structure.stack:,}"),
    ]
    if structure.pays.percents:
        found.append(Term("Prizes", ", ".join(f"{part:g}%" for part in structure.pays.percents)))
    found.append(Term("Late entries", f"through level {entry.late_levels}" if entry.late_levels else "none"))
    return found
