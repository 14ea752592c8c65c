"""The parts that the staff of a tournament were told last, and those that have changed: the topic `staff`.

Each part is compared with the one told before, and told whole if it differs. So nothing here needs to know what follows
from a step: a correction of long ago may change anything.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

import msgspec

from sidepot.room.running.persons import marks_in
from sidepot.room.tournaments.commands import RefuseAll
from sidepot.room.tournaments.event_projection import places_of
from sidepot.room.tournaments.events import encode_event
from sidepot.room.tournaments.readers import Scope, Scopes
from sidepot.tournament import commands as c
from sidepot.web.director_clock import called_of, clock_of, counts_of, phase_of, terms_of
from sidepot.web.director_todo import may_see_ask
from sidepot.web.director_views import LATEST, MOST_TABLES, first_lines, history, sums_of, table_shown, why_paused
from sidepot.web.events_api import player_line
from sidepot.web.topic_shapes import (
    AdviceTold,
    AskTold,
    ClockTold,
    MoneyTold,
    PlayerTold,
    SaidTold,
    TableTold,
    WishTold,
)

if TYPE_CHECKING:
    from sidepot.room.tournaments.events import EventEntry
    from sidepot.room.tournaments.live_tournament import LiveTournament
    from sidepot.web.director_shown import DeskTable, HistoryLine

MOST_PLAYERS: Final = 50  # more that have changed are fetched
MOST_WISHES: Final = 30


class Touched(NamedTuple):
    """The players and the tables that some records name; `all`: the records may be about everybody."""

    players: frozenset[str] = frozenset()
    tables: frozenset[int] = frozenset()
    all: bool = False

    def with_other(self, other: Touched) -> Touched:
        """Both together."""
        return Touched(self.players | other.players, self.tables | other.tables, self.all or other.all)


NOBODY: Final = Touched()
EVERYBODY: Final = Touched(all=True)


def touched(entry: EventEntry | None) -> Touched:
    """The players (by their marks) and the tables that a record names; None: the tournament was read again."""
    if entry is None or isinstance(entry.said, RefuseAll):  # which names nobody
        return EVERYBODY
    if any(isinstance(step.command, c.Undo | c.Redo) for step in entry.steps):
        return EVERYBODY
    told = [*[step.command for step in entry.steps], *[one for step in entry.steps for one in step.events]]
    tables = {number for one in told if isinstance(number := getattr(one, "table", 0), int)}
    return Touched(marks_in(encode_event(entry)), frozenset(tables - {0}))


class StaffPicture:
    """The parts as they were told last to those who see the same `scopes`."""

    def __init__(self, scopes: Scopes) -> None:
        self._scopes = scopes
        self._parts: dict[type, Any] = {}
        self._tables: dict[int, DeskTable] = {}
        self._lines: dict[tuple[int, int], HistoryLine] = {}

    def news(self, event: LiveTournament, now: int, about: Touched) -> list[Any]:
        """The parts that have changed since they were told; they count as told from now on."""
        found: list[Any] = []
        for kind, part in parts_of(event, now, self._scopes).items():
            plain = timeless(part)
            if plain != self._parts.get(kind):
                self._parts[kind] = plain
                found.append(part)
        found += self._table_news(event, now, about)
        lines = lines_of(event, self._scopes)
        new = tuple([line for key, line in lines.items() if self._lines.get(key) != line])
        self._lines = lines
        if new:
            found.append(SaidTold("", event.seq, now, event.tournament.version, new))
        if about.players or about.all:
            found.append(player_news(event, now, about, self._scopes))
        return found

    def _table_news(self, event: LiveTournament, now: int, about: Touched) -> list[TableTold]:
        tables, before = tables_of(event, now), self._tables
        self._tables = tables
        gone = tuple(sorted(before.keys() - tables.keys()))
        changed = {number for number, table in tables.items() if before.get(number) != table}
        if len(tables) > MOST_TABLES:  # they are kept in short, and some of what happens does not show there
            entrants = event.tournament.entrants
            changed |= about.tables & tables.keys()
            changed |= {entrants[one].table for one in about.players if one in entrants} & tables.keys()
        if len(changed) > MOST_TABLES or about.all and len(tables) > MOST_TABLES:
            return [TableTold("", event.seq, now, tuple(tables.values()), gone, whole=True)]
        shown = tuple([table_shown(event, number, now) for number in sorted(changed)])
        return [TableTold("", event.seq, now, shown, gone)] if shown or gone else []


def whole_news(event: LiveTournament, now: int, scopes: Scopes) -> list[Any]:
    """All parts, for somebody who has none yet; the players are fetched."""
    return [
        *parts_of(event, now, scopes).values(),
        TableTold("", event.seq, now, tuple(tables_of(event, now).values()), whole=True),
        SaidTold("", event.seq, now, event.tournament.version, tuple(lines_of(event, scopes).values())),
    ]


def parts_of(event: LiveTournament, now: int, scopes: Scopes) -> dict[type, Any]:
    """The parts that are told whole, as far as their reader may see them."""
    tournament, seq = event.tournament, event.seq
    wishes = [
        WishTold(one.number, one.about, one.at, one.state, one.n, one.why, one.player)
        for one in [one for one in event.desk.asks.values() if may_see_ask(one, scopes)][-MOST_WISHES:]
    ]
    found: dict[type, Any] = {
        ClockTold: clock_told(event, now, scopes),
        AdviceTold: AdviceTold("", seq, now, *first_lines(event, now, scopes)),
        AskTold: AskTold("", seq, now, tuple(wishes)),
    }
    if Scope.MONEY in scopes:
        sums = tuple(sums_of(tournament))
        found[MoneyTold] = MoneyTold("", seq, now, tournament.pool, tournament.prizes(), sums)
    return found


def clock_told(event: LiveTournament, now: int, scopes: Scopes) -> ClockTold:
    """The clock, and all that stands beside it."""
    heard = event.tournament.heard
    return ClockTold(
        "",
        event.seq,
        now,
        phase=phase_of(event),
        clock=clock_of(event, now),
        counts=counts_of(event, now, scopes),
        terms=terms_of(event, now, scopes),
        announcement=heard.announced.text if heard.announced is not None else "",
        called=called_of(event, now),
        paused_why=why_paused(event),
        why=event.frozen or heard.cancelled,
    )


def tables_of(event: LiveTournament, now: int) -> dict[int, DeskTable]:
    """All tables: with their seats where there are few."""
    numbers = sorted(event.tournament.tables)
    seats = len(numbers) <= MOST_TABLES
    return {number: table_shown(event, number, now, seats=seats) for number in numbers}


def lines_of(event: LiveTournament, scopes: Scopes) -> dict[tuple[int, int], HistoryLine]:
    """The last lines of the history, the oldest first."""
    return {(line.step, line.seq): line for line in reversed(history(event, LATEST, scopes)[0][:LATEST])}


def player_news(event: LiveTournament, now: int, about: Touched, scopes: Scopes) -> PlayerTold:
    """The players whom records were about."""
    names = sorted(about.players & event.tournament.entrants.keys())
    if about.all or len(names) > MOST_PLAYERS:
        return PlayerTold("", event.seq, now, all=True)
    view = places_of(event, now)
    return PlayerTold("", event.seq, now, tuple([player_line(event, view, name, scopes) for name in names]))


def timeless(part: Any) -> Any:
    """A part without the moment at which it was told."""
    return msgspec.structs.replace(part, seq=0, now=0)
