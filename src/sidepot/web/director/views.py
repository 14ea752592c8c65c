"""The staff's views of a live tournament, selected from its read model: console, counts, terms, tables.

They contain marks, like the event log. Names are filled in when a view is sent.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

from sidepot.room.tournament.terms import is_day_2, is_live_flight
from sidepot.room.views.display import move_view
from sidepot.room.views.readers import Scope, Scopes
from sidepot.room.views.tournament import LATELY
from sidepot.room.views.tournament_page import entry_view, only
from sidepot.room.views.tournament_schema import EntryView
from sidepot.table.dealing import waits_for_blinds
from sidepot.table.places import State
from sidepot.tournament import events as e
from sidepot.tournament.entrants import Status
from sidepot.tournament.real_tables import is_button_known, is_counted, record_of, served, stock_of
from sidepot.tournament.reports import How
from sidepot.tournament.schedule import Break
from sidepot.tournament.views import final_seats, seats_used
from sidepot.web.director.history import LATEST, history
from sidepot.web.director.roles import may_do
from sidepot.web.director.schemas import (
    Counts,
    DeskItem,
    DeskMoves,
    DeskSchedule,
    DeskSeat,
    DeskTable,
    DeskTerms,
    DirectorView,
    LargestStack,
)
from sidepot.web.director.todo_lines import todo_lines
from sidepot.web.security.pins import Staff

if TYPE_CHECKING:
    from sidepot.room.views.tournament import TournamentView
    from sidepot.tournament.state import TournamentState
    from sidepot.tournament.tournament import Tournament


COUNT_FIELDS: Final[dict[Scope, tuple[str, ...]]] = {
    Scope.STANDINGS: (
        "left", "players", "entries", "tables", "waiting", "busted", "chips", "average", "average_bets",
    ),
    Scope.PRIZES: ("pool",),
    Scope.MONEY: ("unpaid", "checked_in"),
}  # fmt: skip
TERM_FIELDS: Final[dict[Scope, tuple[str, ...]]] = {
    Scope.TERMS: (
        *EntryView.__struct_fields__, "seats", "stack", "cost", "entry_open", "reentry_open", "rebuy_open",
        "addon_open", "hand_for_hand", "button_waits", "final_seats", "house", "game", "kind", "denominations",
        "check_in_closed",
    ),
    Scope.PRIZES: ("prizes",),
    Scope.MONEY: ("added", "pays"),
}  # fmt: skip
_PHASES: Final = {"registering": "checkin", "called off": "cancelled", "break": "running", "paused": "running"}


def counts_of(view: TournamentView, scopes: Scopes) -> Counts:
    """The counts that a user with these scopes may see."""
    return only(view.once(_counts), scopes, COUNT_FIELDS)


def _counts(view: TournamentView) -> Counts:
    tournament, checked_in = view.tournament, len(view.state.live.checked_in())
    return Counts(
        left=tournament.left,
        players=len(tournament.entrants),
        entries=tournament.entries,
        tables=len(tournament.tables),
        waiting=tournament.counts[Status.ALTERNATE],
        busted=tournament.counts[Status.BUSTED],
        chips=tournament.issued - tournament.removed,
        average=view.average,
        average_bets=view.average_bets,
        pool=tournament.pool,
        checked_in=checked_in,
        unpaid=checked_in + sum([one.owes > 0 for one in tournament.entrants.values()]),
    )


def terms_of(view: TournamentView, scopes: Scopes) -> DeskTerms:
    """The current terms, and what players may enter or buy, as far as a user with these scopes may see them."""
    return only(view.once(_terms), scopes, TERM_FIELDS)


def _terms(view: TournamentView) -> DeskTerms:
    tournament = view.tournament
    structure = tournament.structure
    entry = structure.entry
    return DeskTerms(
        **entry_view(structure),
        seats=tournament.reports.seats or structure.seats,
        stack=structure.stack,
        cost=entry.price,
        added=tournament.reports.added,
        entry_open=view.enters,
        check_in_closed=not view.state.live.check_in,
        reentry_open=view.enters and view.is_on and entry.reentries != 0,
        rebuy_open=view.rebuys,
        addon_open=view.addon_open,
        hand_for_hand=tournament.hand_for_hand,
        button_waits=waits_for_blinds(structure.level(view.reading.level).stakes),
        house=structure.rulebook.name,
        game=structure.mix.title,
        kind=str(structure.kind),
        prizes=view.prizes,
        denominations=tournament.chips_at(view.reading.level).values,
        pays=msgspec.to_builtins(structure.pays),
        final_seats=final_seats(tournament),
    )


def _last_moved(view: TournamentView) -> DeskMoves | None:
    """The moves of the last step that moved players, for a while."""
    for step in reversed(view.tournament.course().holds):
        if step.at < view.at - LATELY or view.state.over:
            return None
        moves = [move_view(happened.move) for happened in step.events if isinstance(happened, e.Moved)]
        if moves:
            return DeskMoves(step.number, step.at, tuple(moves))
    return None


def phase_of(view: TournamentView) -> str:
    """The phase of a tournament: draft, checkin, seated, running, frozen, over or cancelled.

    Running includes breaks and pauses.
    """
    return _PHASES.get(view.phase, view.phase)


def schedule_shown(view: TournamentView, now: int) -> DeskSchedule:
    """The schedule and the clock, so that a page can keep time without a connection."""
    tournament = view.tournament
    structure = tournament.structure
    before = view.first_level - 1  # levels of the flights
    items, level = [], before
    for at, item in enumerate(structure.schedule):
        what = msgspec.to_builtins(item)
        if isinstance(item, Break):
            items.append(DeskItem(at, level, True, item.ms, note=item.note, remove=item.remove, what=what))
        else:
            words = view.stakes(level - before)
            level += 1
            items.append(DeskItem(at, level, False, item.ms, words.text, what=what, parts=words.parts))
    return DeskSchedule(
        items=items,
        denominations=structure.chips.values,
        late_levels=structure.entry.late_levels,
        clock=view.clock(ahead=True),
        now=now,
        seq=view.seq,
    )


MOST_LINES: Final = 24  # tasks at once
MOST_TABLES: Final = 14  # tables that are sent with all their seats
WHOLE: Final = -1  # of a lock: the table


def director_view(view: TournamentView, now: int, staff: Staff, scopes: Scopes) -> DirectorView:
    """The start page of a console, with what a user with these scopes may see."""
    machine, tournament = view.state, view.tournament
    todo = todo_lines(view, scopes)
    return DirectorView(
        id=machine.id,
        title=machine.terms.title,
        now=now,
        seq=view.seq,
        step=tournament.version,
        phase=phase_of(view),
        role=staff.role,
        name=staff.name,
        clock=view.clock(ahead=True),
        counts=counts_of(view, scopes),
        terms=terms_of(view, scopes),
        table=staff.table,
        may=may_do(staff.role),
        todo=tuple(todo[:MOST_LINES]),
        todo_more=max(len(todo) - MOST_LINES, 0),
        history=tuple(history(view, LATEST, scopes)[0][:LATEST][::-1]),
        tables=tuple(tables_of(view).values()),
        moved=view.once(_last_moved),
        announcement=tournament.reports.announced.text if tournament.reports.announced is not None else "",
        called=view.called(),
        why=machine.frozen or tournament.reports.cancelled,
        largest=_largest(tournament),
        bags="flight" if is_live_flight(machine.terms) else "day 2" if is_day_2(machine.terms) else "",
    )


def _largest(tournament: TournamentState) -> LargestStack | None:
    found = tournament.reports.largest
    if found is None:
        return None
    return LargestStack(found.player, found.chips, found.left, found.how is How.ESTIMATED)


# ---- tables


def tables_of(view: TournamentView) -> dict[int, DeskTable]:
    """All tables. If there are few, their seats are included."""
    return view.once(_all_tables)


def _all_tables(view: TournamentView) -> dict[int, DeskTable]:
    numbers = sorted(view.tournament.tables)
    seats = len(numbers) <= MOST_TABLES
    return {number: view.once(_table, number, seats) for number in numbers}


def table_of(view: TournamentView, number: int) -> DeskTable:
    """A table with its seats."""
    return view.once(_table, number, True)


def _table(view: TournamentView, number: int, seats: bool) -> DeskTable:
    """A table, with or without its seats."""
    tournament, at = view.tournament, view.at
    reports, table = tournament.reports, tournament.tables[number]
    button, known = reports.buttons.get(number), is_button_known(tournament, number, at)
    differs = reports.adrift.get(number, 0)
    counted = is_counted(tournament, number) if seats or differs else False
    brief = DeskTable(
        number=number,
        name=reports.names.get(number, ""),
        players=record_of(tournament, number),
        size=seats_used(tournament, number),
        final=len(tournament.tables) == 1,
        halted=tournament.halted.get(number, ""),
        locked=WHOLE in reports.locks.get(number, ()),
        button=button.seat if button is not None and (known or seats) else -1,
        button_known=known,
        button_waits=button is not None and button.frozen,
        differs=differs if counted or seats else 0,
        removed=tuple(value for value in tournament.structure.chips.values if value not in table.rules.chips.values),
    )
    if not seats:
        return brief
    heads, hands = reports.heads.get(number), reports.hands.get(number)
    return msgspec.structs.replace(
        brief,
        seats=tuple(_seats(tournament, number, at)),
        button_at=button.at if button is not None else 0,
        heads=heads.n if heads is not None else -1,
        hands=hands.n if hands is not None else 0,
        chips=tournament.totals.get(number, 0),
        counted=counted,
        played=number in tournament.round_played,
    )


def _seats(tournament: Tournament, number: int, at: int) -> list[DeskSeat]:
    table, locks = tournament.tables[number], tournament.reports.locks.get(number, {})
    sits = {place.seat: place for place in table.places.values()}
    found = []
    for seat in sorted({*range(seats_used(tournament, number)), *sits}):
        place = sits.get(seat)
        if place is None:
            found.append(DeskSeat(seat, locked=seat in locks))
            continue
        stock, penalty = stock_of(tournament, place.player), served(tournament, place.player, at)
        found.append(
            DeskSeat(
                seat,
                place.player,
                place.stack,
                str(stock.how),
                stock.at,
                "" if penalty is None else str(penalty),
                place.state is State.OUT,
                seat in locks,
                () if penalty is None else penalty.sentence,
            )
        )
    return found
