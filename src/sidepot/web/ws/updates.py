"""The messages of a topic of a tournament on the socket: what has changed, each part of it whole.

`topic` is what the client watches, `seq` the record that the part stands for, `now` the room's clock. A part that is
sent takes the place of the one before it, so nothing is lost with a message that was not sent.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import msgspec

from sidepot.room.runtime.persons import marks_in
from sidepot.room.tournament.commands import RefuseAll
from sidepot.room.tournament.events import encode_event
from sidepot.room.views.display import CalledShown, ScreenShown
from sidepot.room.views.readers import Scope, Scopes
from sidepot.tournament import commands as c
from sidepot.web.director.people import SeatPage, WishShown
from sidepot.web.director.schemas import (
    AmountLine,
    Counts,
    DeskClock,
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


class _Told(msgspec.Struct, frozen=True, omit_defaults=True):
    """Anything that a topic tells."""

    topic: str
    seq: int
    now: int


class ScreenTold(_Told, frozen=True, omit_defaults=True, tag="screen"):
    """What the displays show, whole: the message has at most 4 KB."""

    state: ScreenShown


class ClockTold(_Told, frozen=True, omit_defaults=True, tag="clock"):
    """The clock, how many there are of everything, the phase, the terms, and what stands above the console."""

    phase: str
    clock: DeskClock
    counts: Counts
    terms: DeskTerms
    announcement: str = ""
    called: CalledShown | None = None
    paused_why: str = ""
    why: str = ""


class TableTold(_Told, frozen=True, omit_defaults=True, tag="table"):
    """Tables that have changed, with their seats; `whole`: those told are all that there are, large halls in short.

    `gone` are the numbers of tables that are no more.
    """

    tables: tuple[DeskTable, ...]
    gone: tuple[int, ...] = ()
    whole: bool = False


class PlayerTold(_Told, frozen=True, omit_defaults=True, tag="player"):
    """Players who have changed; `all`: many may have, fetch them. On a topic of one seat: the `page` of its player."""

    players: tuple[TournamentPlayer, ...] = ()
    all: bool = False
    page: SeatPage | None = None


class AdviceTold(_Told, frozen=True, omit_defaults=True, tag="advice"):
    """The first lines of the tasks, and how many more there are."""

    todo: tuple[TodoLine, ...]
    more_todo: int = 0


class WishTold(WishShown, frozen=True, omit_defaults=True):
    """A wish, and whose it is."""

    player: str = ""


class AskTold(_Told, frozen=True, omit_defaults=True, tag="ask"):
    """The wishes of players that are open or were seen to a moment ago, the last ones; each names its player."""

    asks: tuple[WishTold, ...]


class SaidTold(_Told, frozen=True, omit_defaults=True, tag="said"):
    """Lines of the history that are new, or read otherwise now (an undone one), the newest last; `step` is the last."""

    step: int
    lines: tuple[HistoryLine, ...]


class MoneyTold(_Told, frozen=True, omit_defaults=True, tag="money"):
    """The pool, its prizes, and the sums of all money. What each has paid and won is fetched."""

    pool: int
    prizes: tuple[int, ...]
    lines: tuple[AmountLine, ...] = ()


TOPIC_NEWS = (ScreenTold, ClockTold, TableTold, PlayerTold, AdviceTold, AskTold, SaidTold, MoneyTold)


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


def touched(entry: TournamentEvent | None) -> Touched:
    """The players (by their marks) and the tables that a record names; None: the tournament was read again."""
    if entry is None or isinstance(entry.command, RefuseAll):  # which names nobody
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
        self._parts: dict[type, msgspec.Struct] = {}
        self._tables: dict[int, DeskTable] = {}
        self._lines: dict[tuple[int, int], HistoryLine] = {}

    def news(self, view: TournamentView, about: Touched) -> list[msgspec.Struct]:
        """The parts that have changed since they were told; they count as told from now on."""
        found: list[msgspec.Struct] = []
        for kind, part in parts_of(view, self._scopes).items():
            plain = timeless(part)
            if plain != self._parts.get(kind):
                self._parts[kind] = plain
                found.append(part)
        found += self._table_news(view, about)
        lines = lines_of(view, self._scopes)
        new = tuple([line for key, line in lines.items() if self._lines.get(key) != line])
        self._lines = lines
        if new:
            found.append(SaidTold("", view.seq, view.at, view.tournament.version, new))
        if about.players or about.all:
            found.append(player_news(view, about, self._scopes))
        return found

    def _table_news(self, view: TournamentView, about: Touched) -> list[TableTold]:
        tables, before = tables_of(view), self._tables
        self._tables = tables
        gone = tuple(sorted(before.keys() - tables.keys()))
        changed = {number for number, table in tables.items() if before.get(number) != table}
        if len(tables) > MOST_TABLES:  # they are kept in short, and some of what happens does not show there
            entrants = view.tournament.entrants
            changed |= about.tables & tables.keys()
            changed |= {entrants[one].table for one in about.players if one in entrants} & tables.keys()
        if len(changed) > MOST_TABLES or about.all and len(tables) > MOST_TABLES:
            return [TableTold("", view.seq, view.at, tuple(tables.values()), gone, whole=True)]
        shown = tuple([table_of(view, number) for number in sorted(changed)])
        return [TableTold("", view.seq, view.at, shown, gone)] if shown or gone else []


def whole_news(view: TournamentView, scopes: Scopes) -> list[msgspec.Struct]:
    """All parts, for somebody who has none yet; the players are fetched."""
    return [
        *parts_of(view, scopes).values(),
        TableTold("", view.seq, view.at, tuple(tables_of(view).values()), whole=True),
        SaidTold("", view.seq, view.at, view.tournament.version, tuple(lines_of(view, scopes).values())),
    ]


def parts_of(view: TournamentView, scopes: Scopes) -> dict[type, msgspec.Struct]:
    """The parts that are told whole, as far as their reader may see them."""
    seq, now = view.seq, view.at
    wishes = [
        WishTold(one.number, one.about, one.at, one.state, one.n, one.why, one.player)
        for one in [one for one in view.event.desk.asks.values() if may_see_ask(one, scopes)][-MOST_WISHES:]
    ]
    found: dict[type, msgspec.Struct] = {
        ClockTold: clock_told(view, scopes),
        AdviceTold: AdviceTold("", seq, now, *first_lines(view, scopes)),
        AskTold: AskTold("", seq, now, tuple(wishes)),
    }
    if Scope.MONEY in scopes:
        sums = tuple(sums_of(view.tournament))
        found[MoneyTold] = MoneyTold("", seq, now, view.tournament.pool, view.prizes, sums)
    return found


def clock_told(view: TournamentView, scopes: Scopes) -> ClockTold:
    """The clock, and all that stands beside it."""
    reports = view.tournament.reports
    return ClockTold(
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
        why=view.event.frozen or reports.cancelled,
    )


def lines_of(view: TournamentView, scopes: Scopes) -> dict[tuple[int, int], HistoryLine]:
    """The last lines of the history, the oldest first."""
    return {(line.step, line.seq): line for line in reversed(history(view, LATEST, scopes)[0][:LATEST])}


def player_news(view: TournamentView, about: Touched, scopes: Scopes) -> PlayerTold:
    """The players whom records were about."""
    names = sorted(about.players & view.tournament.entrants.keys())
    if about.all or len(names) > MOST_PLAYERS:
        return PlayerTold("", view.seq, view.at, all=True)
    return PlayerTold("", view.seq, view.at, tuple([player_line(view, name, scopes) for name in names]))


def timeless(part: msgspec.Struct) -> msgspec.Struct:
    """A part without the moment at which it was told."""
    return msgspec.structs.replace(part, seq=0, now=0)
