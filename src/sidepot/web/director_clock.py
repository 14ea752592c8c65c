"""The clock of a tournament with real chips and cards, and its counts, as pages show them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

from sidepot.room.tables.stakes_text import level_parts, level_words
from sidepot.room.tournaments.event_shown import EntryShown, entry_shown
from sidepot.room.tournaments.reader_views import only
from sidepot.room.tournaments.readers import Scope, Scopes
from sidepot.room.tournaments.screen_shown import CalledShown
from sidepot.table.dealing import waits_for_blinds
from sidepot.tournament.do_entries import is_open
from sidepot.tournament.entrants import Status
from sidepot.tournament.schedule import Break
from sidepot.tournament.stocks import average
from sidepot.web.director_shown import Counts, DeskClock, DeskItem, DeskSchedule, DeskTerms

if TYPE_CHECKING:
    from sidepot.room.tournaments.live_tournament import LiveTournament

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


def clock_of(event: LiveTournament, now: int) -> DeskClock:
    """What the clock shows."""
    tournament = event.tournament
    structure, at = tournament.structure, moment(event, now)
    reading = tournament.reading(at)
    games, left = structure.mix.games, reading.left_ms
    runs = reading.running and not event.over
    following = reading.level if reading.is_break else reading.level + 1
    return DeskClock(
        running=runs,
        item=reading.item,
        level=reading.level + 1,
        is_break=reading.is_break,
        until=at + left if runs and left is not None else 0,
        left=0 if runs or left is None else left,
        stakes=level_words(games, structure.level(reading.level).stakes),
        next="" if following >= len(structure.levels) else level_words(games, structure.level(following).stakes),
        next_break=at + reading.next_break_ms if runs and reading.next_break_ms else 0,
        begun=tournament.clock.begun,
        extra=reading.is_extra,
        last=left is None,
        stakes_said=level_parts(games, structure.level(reading.level).stakes),
        next_said=() if following >= len(structure.levels) else level_parts(games, structure.level(following).stakes),
    )


def counts_of(event: LiveTournament, now: int, scopes: Scopes) -> Counts:
    """How many there are of everything, for a reader who sees these scopes."""
    tournament = event.tournament
    reading = tournament.reading(moment(event, now))
    chips, bet = average(tournament) if tournament.issued else 0, tournament.structure.level(reading.level).min_bet
    counts = Counts(
        left=tournament.left,
        players=len(tournament.entrants),
        entries=tournament.entries,
        tables=len(tournament.tables),
        waiting=tournament.counts[Status.ALTERNATE],
        busted=tournament.counts[Status.BUSTED],
        chips=tournament.issued - tournament.removed,
        average=chips,
        average_bets=round(chips / bet, 1) if bet else 0.0,
        pool=tournament.pool,
        checked_in=len(event.desk.checked_in()),
        unpaid=len(event.desk.checked_in()) + sum([one.owes > 0 for one in tournament.entrants.values()]),
    )
    return only(counts, scopes, COUNT_FIELDS)


def terms_of(event: LiveTournament, now: int, scopes: Scopes) -> DeskTerms:
    """The terms as they are by now, and what players may enter or buy, for a reader who sees these scopes."""
    tournament = event.tournament
    structure = tournament.structure
    reading, entry = tournament.reading(moment(event, now)), structure.entry
    enter, rebuy = is_open(tournament, reading)
    on, seated = not event.over, tournament.is_seated
    terms = DeskTerms(
        **entry_shown(entry),
        seats=tournament.heard.seats or structure.seats,
        stack=structure.stack,
        cost=entry.price,
        added=tournament.heard.added,
        entry_open=enter and on,
        check_in_closed=not event.desk.check_in,
        reentry_open=enter and on and seated and entry.reentries != 0,
        rebuy_open=rebuy and on and seated,
        addon_open=entry.addon_item == reading.item and tournament.clock.begun and tournament.deal is None and on,
        hand_for_hand=tournament.hand_for_hand,
        button_waits=waits_for_blinds(structure.level(reading.level).stakes),
        house=structure.rulebook.name,
        game=structure.mix.title,
        kind=str(structure.kind),
        prizes=tournament.prizes(),
        denominations=tournament.chips_at(reading.level).values,
        pays=msgspec.to_builtins(structure.pays),
    )
    return only(terms, scopes, TERM_FIELDS)


def called_of(event: LiveTournament, now: int) -> CalledShown | None:
    """The clock that is called on a player, while it counts."""
    called = event.tournament.heard.called
    if called is None or called.at + called.seconds * 1000 <= now:
        return None
    entrant = event.tournament.entrants.get(called.player)
    return CalledShown(called.player, entrant.table if entrant is not None else 0, called.at + called.seconds * 1000)


def phase_of(event: LiveTournament) -> str:
    """The phase: draft, checkin, seated, running (a break and a pause too), frozen, over, cancelled."""
    return _PHASES.get(event.phase, event.phase)


def schedule_of(event: LiveTournament, now: int) -> DeskSchedule:
    """The whole schedule, by which a page without a connection counts on."""
    tournament = event.tournament
    structure = tournament.structure
    items, level = [], 0
    for at, item in enumerate(structure.schedule):
        what = msgspec.to_builtins(item)
        if isinstance(item, Break):
            items.append(DeskItem(at, level, True, item.ms, note=item.note, remove=item.remove, what=what))
        else:
            level += 1
            games, stakes = structure.mix.games, item.stakes
            words, said = level_words(games, stakes), level_parts(games, stakes)
            items.append(DeskItem(at, level, False, item.ms, words, what=what, said=said))
    return DeskSchedule(
        items=items,
        denominations=structure.chips.values,
        chips_by_level=[chips.values for chips in tournament.chips_ahead],
        late_levels=structure.entry.late_levels,
        clock=clock_of(event, now),
        now=now,
        seq=event.seq,
    )
