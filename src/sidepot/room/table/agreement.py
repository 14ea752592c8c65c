"""The terms that a player accepts by sitting down at a table of the room, and who has accepted them.

A table that is `agreed` seats only players who have accepted its terms, and deals only to them. When the host changes
the terms, the agreement has a new version, which the players accept before the next hand. An acceptance is an event of
the log, and counts for the account.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from sidepot.room.table import commands as s
from sidepot.room.table.events import Change
from sidepot.room.table.terms import RoomTerms, Timing
from sidepot.rules.clauses import Sentence, say
from sidepot.table.agreement import (
    Agreement,
    Term,
    agreement_of,
    check_accepted,
    game_terms,
    made_of,
    stakes_terms,
    term,
)
from sidepot.tournament.schedule import MINUTE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sidepot.room.table.events import TableEvent
    from sidepot.room.table.state import RoomState
    from sidepot.room.table.unit_of_work import UnitOfWork
    from sidepot.tournament.structure import Structure

MOST: Final = 5_000  # accounts whose acceptance a table remembers; with more, the first one must accept again


def agreement(terms: RoomTerms) -> Agreement:
    """The agreement of a table: its terms, its time limits, and who may sit down and watch."""
    also = list(_times(terms.timing))
    if terms.approve:
        also.append(term("Sitting down", say("a host says yes or no")))
    if terms.watch_after:
        also.append(term("Spectators", _watching(terms.watch_after)))
    return agreement_of(terms.rules, also, parts=(terms.timing, terms.approve, terms.watch_after))


def tournament_agreement(structure: Structure, timing: Timing) -> Agreement:
    """The agreement of a tournament, with the time limits at its tables."""
    terms = (*_of_tournament(structure), *_times(timing), *_own_times(structure))
    return made_of(terms, structure.rulebook, (structure, timing), is_tournament=True)


def check(work: UnitOfWork, version: str = "") -> None:
    """Raise Conflict unless the person has accepted the terms of the next hand, with this command or earlier. Rule:
    PG-35.

    `version` is the version that the command accepts ("" for none).
    """
    room, account = work.room, work.account
    if version or account and room.terms.agreed:
        check_accepted(current(room), version or accepted(room, account)[0])


def to_accept(room: RoomState, account: str) -> str:
    """The version of the terms that an account must still accept to be dealt in ("" if it need not accept any)."""
    if not room.terms.agreed:
        return ""
    version = current(room)
    return "" if account and accepted(room, account)[0] == version else version


def current(room: RoomState) -> str:
    """The version of the agreement that applies to the next hand."""
    change = room.change
    return change.version if change is not None else version_of(room)


def terms_seq(room: RoomState) -> int:
    """The number of the event that contains the terms of the next hand."""
    return room.change.seq if room.change is not None else room.terms_seq


def accepted(room: RoomState, account: str) -> tuple[str, int]:
    """The version of the terms that an account accepted last, and the time. Returns ("", 0) if it has accepted none."""
    change = room.change
    if change is not None and account in change.accepted:
        return change.version, change.accepted[account]
    return room.accepted.get(account, ("", 0))


def version_of(room: RoomState) -> str:
    """The version of the table's agreement. It is computed only once."""
    if not room.version:
        room.version = agreement(room.terms).version
    return room.version


def note(room: RoomState, event: TableEvent) -> None:
    """Record the new terms that an event announces, or the version of the terms that its sender accepts."""
    account = room.accounts.get(event.by, "")
    match event.command:
        case s.Sit(accepts=version) | s.AcceptTerms(version=version) if version and account:
            _accept(room, account, version, event.at)
        case s.ChangeTerms() if event.terms is not None:
            version = agreement(event.terms).version
            room.change = Change(event.seq, event.at, event.by, event.terms, version)
            if account:  # the host agrees to the own change
                _accept(room, account, version, event.at)
        case s.WithdrawChange():
            room.change = None


def _accept(room: RoomState, account: str, version: str, at: int) -> None:
    change = room.change
    if change is not None and version == change.version != version_of(room):
        room.change = replace(change, accepted=change.accepted | {account: at})
        return
    room.accepted.pop(account, None)
    room.accepted[account] = version, at
    while len(room.accepted) > MOST:
        del room.accepted[next(iter(room.accepted))]


def take_effect(room: RoomState) -> None:
    """Put the announced terms into effect. Players who have accepted them need not do so again."""
    change = room.change
    if change is None:
        return
    room.terms = change.terms
    room.terms_seq = change.seq
    room.version = ""
    room.change = None
    for account, at in change.accepted.items():
        _accept(room, account, change.version, at)


# ---- in words


def _times(timing: Timing) -> tuple[Term, ...]:
    decide, bank = f"{timing.decide / 1000:g}", f"{timing.bank / 1000:g}"
    if not timing.bank:
        return (term("Time to act", say("{decide} seconds", (decide,))),)
    return (term("Time to act", say("{decide} seconds, then a time bank of {bank} seconds", (decide,), (bank,))),)


def _watching(hands: int) -> Sentence:
    """How late spectators see hands, in words."""
    if hands < 0:
        return say("see no hands")
    return say("see each hand one hand later") if hands == 1 else say("see each hand {hands} hands later", f"{hands}")


def _own_times(structure: Structure) -> list[Term]:
    """The time limits of the levels that have their own."""
    found = []
    for number, level in enumerate(structure.levels, 1):
        decide, bank = f"{level.decide / 1000:g}", f"{level.bank / 1000:g}"
        parts = [say("{decide} seconds", (decide,))] if level.decide else []
        parts += [say("a time bank of {bank} seconds at most", (bank,))] if level.bank >= 0 else []
        if parts:
            times = parts[0] if len(parts) == 1 else ("{}, {}", *parts)
            found.append(term("Time to act in a level", say("level {number}: {times}", f"{number}", times)))
    return found


def _of_tournament(structure: Structure) -> list[Term]:
    """The terms of a tournament."""
    entry, levels = structure.entry, structure.levels
    minutes = sorted({level.ms // MINUTE for level in levels})
    least, most = f"{minutes[0]}", f"{minutes[-1]}"
    if len(minutes) == 1:
        lasts = say("{levels}, {minutes} minutes each", f"{len(levels)}", least)
    else:
        lasts = say("{levels}, {least} to {most} minutes each", f"{len(levels)}", least, most)
    late = say("through level {level}", f"{entry.late_levels}") if entry.late_levels else say("none")
    return [
        *game_terms(structure.mix),
        *[replace(one, topic="Stakes at first") for one in stakes_terms(structure.mix, levels[0].stakes)],
        term("Levels", lasts),
        term("Seats", (f"{structure.seats}",)),
        term("Entry", ("{}", entry.price) if entry.price else say("free")),
        term("Chips to start with", ("{}", structure.stack)),
        *([_prizes(structure.pays.percents)] if structure.pays.percents else []),
        term("Late entries", late),
    ]


def _prizes(percents: Sequence[float]) -> Term:
    """The parts of the prize pool, which are shown in the number format of the page's language."""
    return term("Prizes", (", ".join([f"{part:g}%" for part in percents]),))
