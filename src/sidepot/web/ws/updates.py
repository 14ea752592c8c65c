"""The messages of a tournament's topics. Each has one changed part, complete.

`topic` is the topic that the client watches, `seq` the last event in the part, `now` the room's clock. A part replaces
the previous one, so a lost message does no harm. Parts are compared with those sent last, so it does not matter which
command changed them: a correction may change anything.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import msgspec

from sidepot.room.runtime.persons import marks_in
from sidepot.room.tournament.commands import RefuseAll
from sidepot.room.tournament.events import encode_event
from sidepot.room.views.display import CalledView, ClockView, ScreenView
from sidepot.room.views.readers import Scope, Scopes
from sidepot.tournament import commands as c
from sidepot.web.director.people import PlayerRequest, SeatPage, request_view
from sidepot.web.director.schemas import (
    AmountLine,
    Counts,
    DeskTable,
    DeskTerms,
    HistoryLine,
    TodoLine,
)
from sidepot.web.director.views import (
    LATEST,
    MOST_TABLES,
    called_of,
    clock_of,
    counts_of,
    first_lines,
    history,
    may_see_ask,
    phase_of,
    sums_of,
    table_of,
    tables_of,
    terms_of,
    why_paused,
)
from sidepot.web.tournaments.routes import TournamentPlayer, player_line

if TYPE_CHECKING:
    from sidepot.room.tournament.events import TournamentEvent
    from sidepot.room.views.tournament import TournamentView


class _Update(msgspec.Struct, frozen=True, omit_defaults=True):
    """The fields of all messages of a topic."""

    topic: str
    seq: int
    now: int


class ScreenUpdate(_Update, frozen=True, omit_defaults=True, tag="screen"):
    """The content of the displays, at most 4 KB."""

    state: ScreenView


class ClockUpdate(_Update, frozen=True, omit_defaults=True, tag="clock"):
    """The clock, the counts, the phase, the terms, and the line above the console."""

    phase: str
    clock: ClockView
    counts: Counts
    terms: DeskTerms
    announcement: str = ""
    called: CalledView | None = None
    paused_why: str = ""
    why: str = ""


class TableUpdate(_Update, frozen=True, omit_defaults=True, tag="table"):
    """Changed tables with their seats. `whole`: all tables, without seats if there are many.

    `gone` has the numbers of tables that were broken.
    """

    tables: tuple[DeskTable, ...]
    gone: tuple[int, ...] = ()
    whole: bool = False


class PlayerUpdate(_Update, frozen=True, omit_defaults=True, tag="player"):
    """Changed players. `all`: too many, so fetch them. On a seat topic: the player's `page`."""

    players: tuple[TournamentPlayer, ...] = ()
    all: bool = False
    page: SeatPage | None = None


class AdviceUpdate(_Update, frozen=True, omit_defaults=True, tag="advice"):
    """The first tasks, and how many more there are."""

    todo: tuple[TodoLine, ...]
    more_todo: int = 0


class AskUpdate(_Update, frozen=True, omit_defaults=True, tag="ask"):
    """The latest requests of players: open ones and those just answered."""

    asks: tuple[PlayerRequest, ...]


class HistoryUpdate(_Update, frozen=True, omit_defaults=True, tag="history"):
    """New or changed history lines (such as undone ones), latest last; `step` is the last one."""

    step: int
    lines: tuple[HistoryLine, ...]


class MoneyUpdate(_Update, frozen=True, omit_defaults=True, tag="money"):
    """The prize pool, the prizes, and the totals. Payments and winnings of players are fetched."""

    pool: int
    prizes: tuple[int, ...]
    lines: tuple[AmountLine, ...] = ()


TOPIC_UPDATES = (
    ScreenUpdate,
    ClockUpdate,
    TableUpdate,
    PlayerUpdate,
    AdviceUpdate,
    AskUpdate,
    HistoryUpdate,
    MoneyUpdate,
)


MOST_PLAYERS: Final = 50  # beyond this, changed ones are fetched
MOST_WISHES: Final = 30


class Affected(NamedTuple):
    """The players and tables that some events name. `all`: possibly everybody."""

    players: frozenset[str] = frozenset()
    tables: frozenset[int] = frozenset()
    all: bool = False

    def with_other(self, other: Affected) -> Affected:
        """The union of both."""
        return Affected(self.players | other.players, self.tables | other.tables, self.all or other.all)


NOBODY: Final = Affected()
EVERYBODY: Final = Affected(all=True)


def affected(event: TournamentEvent | None) -> Affected:
    """The players (by mark) and tables that an event names. None: the tournament was loaded again."""
    if event is None or isinstance(event.command, RefuseAll):  # names nobody
        return EVERYBODY
    if any(isinstance(step.command, c.Undo | c.Redo) for step in event.steps):
        return EVERYBODY
    facts = [*[step.command for step in event.steps], *[one for step in event.steps for one in step.events]]
    tables = {number for one in facts if isinstance(number := getattr(one, "table", 0), int)}
    return Affected(marks_in(encode_event(event)), frozenset(tables - {0}))


class StaffUpdates:
    """The parts last sent to subscribers with the same `scopes`, to find the changed ones."""

    def __init__(self, scopes: Scopes) -> None:
        self._scopes = scopes
        self._parts: dict[type, msgspec.Struct] = {}
        self._tables: dict[int, DeskTable] = {}
        self._lines: dict[tuple[int, int], HistoryLine] = {}

    def changed(self, view: TournamentView, about: Affected) -> list[msgspec.Struct]:
        """The parts that have changed since the last call."""
        found: list[msgspec.Struct] = []
        for kind, part in parts_of(view, self._scopes).items():
            plain = without_time(part)
            if plain != self._parts.get(kind):
                self._parts[kind] = plain
                found.append(part)
        found += self._table_news(view, about)
        lines = lines_of(view, self._scopes)
        new = tuple([line for key, line in lines.items() if self._lines.get(key) != line])
        self._lines = lines
        if new:
            found.append(HistoryUpdate("", view.seq, view.at, view.tournament.version, new))
        if about.players or about.all:
            found.append(player_update(view, about, self._scopes))
        return found

    def _table_news(self, view: TournamentView, about: Affected) -> list[TableUpdate]:
        tables, before = tables_of(view), self._tables
        self._tables = tables
        gone = tuple(sorted(before.keys() - tables.keys()))
        changed = {number for number, table in tables.items() if before.get(number) != table}
        if len(tables) > MOST_TABLES:  # then only summaries are compared, in which some changes do not show
            entrants = view.tournament.entrants
            changed |= about.tables & tables.keys()
            changed |= {entrants[one].table for one in about.players if one in entrants} & tables.keys()
        if len(changed) > MOST_TABLES or about.all and len(tables) > MOST_TABLES:
            return [TableUpdate("", view.seq, view.at, tuple(tables.values()), gone, whole=True)]
        shown = tuple([table_of(view, number) for number in sorted(changed)])
        return [TableUpdate("", view.seq, view.at, shown, gone)] if shown or gone else []


def all_updates(view: TournamentView, scopes: Scopes) -> list[msgspec.Struct]:
    """All parts, for a new subscriber. The players are fetched."""
    return [
        *parts_of(view, scopes).values(),
        TableUpdate("", view.seq, view.at, tuple(tables_of(view).values()), whole=True),
        HistoryUpdate("", view.seq, view.at, view.tournament.version, tuple(lines_of(view, scopes).values())),
    ]


def parts_of(view: TournamentView, scopes: Scopes) -> dict[type, msgspec.Struct]:
    """The parts other than tables, players and history, for a reader with these scopes."""
    seq, now = view.seq, view.at
    asked = [one for one in view.state.live.asks.values() if may_see_ask(one, scopes)][-MOST_WISHES:]
    requests = [request_view(one, one.player) for one in asked]
    found: dict[type, msgspec.Struct] = {
        ClockUpdate: clock_update(view, scopes),
        AdviceUpdate: AdviceUpdate("", seq, now, *first_lines(view, scopes)),
        AskUpdate: AskUpdate("", seq, now, tuple(requests)),
    }
    if Scope.MONEY in scopes:
        sums = tuple(sums_of(view.tournament))
        found[MoneyUpdate] = MoneyUpdate("", seq, now, view.tournament.pool, view.prizes, sums)
    return found


def clock_update(view: TournamentView, scopes: Scopes) -> ClockUpdate:
    """The clock, and the fields sent with it."""
    reports = view.tournament.reports
    return ClockUpdate(
        "",
        view.seq,
        view.at,
        phase=phase_of(view),
        clock=clock_of(view),
        counts=counts_of(view, scopes),
        terms=terms_of(view, scopes),
        announcement=reports.announced.text if reports.announced is not None else "",
        called=called_of(view),
        paused_why=view.once(why_paused),
        why=view.state.frozen or reports.cancelled,
    )


def lines_of(view: TournamentView, scopes: Scopes) -> dict[tuple[int, int], HistoryLine]:
    """The last history lines, oldest first."""
    return {(line.step, line.seq): line for line in reversed(history(view, LATEST, scopes)[0][:LATEST])}


def player_update(view: TournamentView, about: Affected, scopes: Scopes) -> PlayerUpdate:
    """The players affected by events."""
    names = sorted(about.players & view.tournament.entrants.keys())
    if about.all or len(names) > MOST_PLAYERS:
        return PlayerUpdate("", view.seq, view.at, all=True)
    return PlayerUpdate("", view.seq, view.at, tuple([player_line(view, name, scopes) for name in names]))


def without_time(part: msgspec.Struct) -> msgspec.Struct:
    """A part without its time and event number, for comparison."""
    return msgspec.structs.replace(part, seq=0, now=0)
