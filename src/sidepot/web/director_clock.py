"""The clock of a tournament with real chips and cards, and its counts, as pages show them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

from sidepot.room.tournaments.event_shown import EntryShown, entry_shown
from sidepot.room.tournaments.reader_views import only
from sidepot.room.tournaments.readers import Scope, Scopes
from sidepot.room.tournaments.screen_shown import CalledShown
from sidepot.table.dealing import waits_for_blinds
from sidepot.tournament.entrants import Status
from sidepot.tournament.schedule import Break
from sidepot.web.director_shown import Counts, DeskClock, DeskItem, DeskSchedule, DeskTerms

if TYPE_CHECKING:
    from sidepot.room.tournaments.live_tournament import LiveTournament
    from sidepot.room.tournaments.tournament_view import TournamentView

COUNT_FIELDS: Final[dict[Scope, tuple[str, ...]]] = {
    Scope.STANDINGS: (
        "left", "players", "entries", "tables", "waiting", "busted", "chips", "average", "average_bets",
    ),
    Scope.PRIZES: ("pool",),
    Scope.MONEY: ("unpaid", "checked_in"),
}  # fmt: skip
TERM_FIELDS: Final[dict[Scope, tuple[str, ...]]] = {
    Scope.TERMS: (
        *EntryShown.__struct_fields__, "seats", "stack", "cost", "entry_open", "reentry_open", "rebuy_open",
        "addon_open", "hand_for_hand", "button_waits", "house", "game", "kind", "denominations", "check_in_closed",
    ),
    Scope.PRIZES: ("prizes",),
    Scope.MONEY: ("added", "pays"),
}  # fmt: skip
_PHASES: Final = {"registering": "checkin", "called off": "cancelled", "break": "running", "paused": "running"}


def moment(event: LiveTournament, now: int) -> int:
    """A time that is not before the last step."""
    return max(now, event.at, event.tournament.at)


def clock_of(view: TournamentView) -> DeskClock:
    """What the clock shows; in a break its stakes are those of the level after it."""
    reading = view.reading
    now, following = view.stakes(reading.level), view.stakes(reading.level + (not reading.is_break))
    return DeskClock(
        running=view.runs,
        item=reading.item,
        level=reading.level + 1,
        is_break=reading.is_break,
        until=view.until,
        left=0 if view.runs else reading.left_ms or 0,
        stakes=now.text,
        next=following.text,
        next_break=view.next_break,
        begun=view.tournament.clock.begun,
        extra=reading.is_extra,
        last=reading.left_ms is None,
        stakes_said=now.said,
        next_said=following.said,
    )


def counts_of(view: TournamentView, scopes: Scopes) -> Counts:
    """How many there are of everything, for a reader who sees these scopes."""
    return only(view.once(_counts), scopes, COUNT_FIELDS)


def _counts(view: TournamentView) -> Counts:
    tournament, checked_in = view.tournament, len(view.event.desk.checked_in())
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
    """The terms as they are by now, and what players may enter or buy, for a reader who sees these scopes."""
    return only(view.once(_terms), scopes, TERM_FIELDS)


def _terms(view: TournamentView) -> DeskTerms:
    tournament = view.tournament
    structure = tournament.structure
    entry = structure.entry
    return DeskTerms(
        **entry_shown(entry),
        seats=tournament.heard.seats or structure.seats,
        stack=structure.stack,
        cost=entry.price,
        added=tournament.heard.added,
        entry_open=view.enters,
        check_in_closed=not view.event.desk.check_in,
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
    )


def called_of(view: TournamentView) -> CalledShown | None:
    """The clock that is called on a player, while it counts."""
    called = view.called()
    return CalledShown(*called) if called is not None else None


def phase_of(view: TournamentView) -> str:
    """The phase: draft, checkin, seated, running (a break and a pause too), frozen, over, cancelled."""
    return _PHASES.get(view.phase, view.phase)


def schedule_shown(view: TournamentView, now: int) -> DeskSchedule:
    """The whole schedule, by which a page without a connection counts on."""
    tournament = view.tournament
    structure = tournament.structure
    items, level = [], 0
    for at, item in enumerate(structure.schedule):
        what = msgspec.to_builtins(item)
        if isinstance(item, Break):
            items.append(DeskItem(at, level, True, item.ms, note=item.note, remove=item.remove, what=what))
        else:
            words = view.stakes(level)
            level += 1
            items.append(DeskItem(at, level, False, item.ms, words.text, what=what, said=words.said))
    return DeskSchedule(
        items=items,
        denominations=structure.chips.values,
        chips_by_level=[chips.values for chips in tournament.chips_ahead],
        late_levels=structure.entry.late_levels,
        clock=clock_of(view),
        now=now,
        seq=view.seq,
    )
