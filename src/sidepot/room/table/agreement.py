"""The terms that a player accepts by sitting down at a table of the room, and who has accepted them.

The terms are fixed when the table opens. A table that is `agreed` seats only players who have accepted them. The
acceptance is part of the event of sitting down, and counts for the account.
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

MOST: Final = 5_000  # accounts whose acceptance a table remembers; with more, the first one must accept again


def agreement(terms: RoomTerms) -> Agreement:
    """The agreement of a table, with its times."""
    times = (*_times(terms.timing), *([Term("Sitting down", "a host says yes or no")] if terms.approve else ()))
    return agreement_of(terms.rules, times, parts=(terms.timing,))


def tournament_agreement(structure: Structure, timing: Timing) -> Agreement:
    """The agreement of a tournament, with the times at its tables."""
    terms = (*_of_tournament(structure), *_times(timing), *_own_times(structure))
    return made_of(terms, structure.rulebook, (structure, timing), is_tournament=True)


def check(work: UnitOfWork, command: s.Sit) -> None:
    """Raise Conflict for a person who sits down without accepting the current terms. Rule: PG-35."""
    room, account = work.room, work.account
    if command.accepts or account and room.terms.agreed:
        check_accepted(version_of(room), command.accepts or accepted(room, account)[0])


def to_accept(room: RoomState, account: str) -> str:
    """The version that an account must accept to sit down; "" if it has accepted, or needs not."""
    if not room.terms.agreed:
        return ""
    version = version_of(room)
    return "" if account and accepted(room, account)[0] == version else version


def accepted(room: RoomState, account: str) -> tuple[str, int]:
    """The version that an account has accepted, and when; ("", 0) if none."""
    return room.accepted.get(account, ("", 0))


def version_of(room: RoomState) -> str:
    """The version of the table's agreement, cached."""
    if not room.version:
        room.version = agreement(room.terms).version
    return room.version


def note(room: RoomState, event: TableEvent) -> None:
    """Remember who accepted the terms with this event."""
    if isinstance(event.command, s.Sit) and event.command.accepts:
        account = room.accounts.get(event.by)
        if account:
            room.accepted.pop(account, None)
            room.accepted[account] = event.command.accepts, event.at
            while len(room.accepted) > MOST:
                del room.accepted[next(iter(room.accepted))]


# ---- in words


def _times(timing: Timing) -> tuple[Term, ...]:
    seconds = f"{timing.decide / 1000:g} seconds"
    bank = f", then a time bank of {timing.bank / 1000:g} seconds" if timing.bank else ""
    return (Term("Time to act", f"{seconds}{bank}"),)


def _own_times(structure: Structure) -> list[Term]:
    """The time limits of levels that have their own."""
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
