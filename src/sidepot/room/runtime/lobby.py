"""The lobby: a summary of every table, the number of tables in each phase, and the accounts that each table knows.

It is updated as tables change, so that nobody has to ask all of them. A table is summarized again only when it has
changed, and somebody asks: acts in a hand, which are most of what happens, change nothing here.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import msgspec

from sidepot.games.titles import Parts
from sidepot.room.table.machine import RoomTable
from sidepot.room.views.public import public_view
from sidepot.room.views.schema import GameFacts

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sidepot.room.runtime.table_actor import TableActor
    from sidepot.room.table.machine import RoomTable


class TableSummary(msgspec.Struct, frozen=True):
    """A table in the lobby: its game, its players, whether a seat is free.

    `people` are those who sit there by name, `bots` how many bots (with `fill` one of them makes room for a person).
    `mix` is what is played if `game` is one of several: the current one, or the next.
    """

    id: str
    title: str
    phase: str
    game: str = ""
    limit: str = ""
    stakes: str = ""
    buy_in: tuple[int, int] = (0, 0)
    seats: int = 0
    free: int = 0
    people: tuple[str, ...] = ()
    bots: int = 0
    hands: int = 0
    locked: bool = False
    fill: bool = False
    mix: str = ""
    terms: str = ""  # limit and stakes in one line
    facts: GameFacts | None = None  # the same for programs
    watch_after: int = 0  # number of hands by which spectators see a hand later; -1: never
    at: str = ""  # the process that has the table, if several share the room
    of_tournament: str = ""  # of which it is a table: nobody sits down at it but by entering that
    number: int = 0  # its number there
    terms_said: Parts = ()  # the `terms` as data, for pages in other languages
    title_said: tuple[str, ...] = ()  # and the title of a table of a tournament


def accounts_in(room: RoomTable, summary: TableSummary) -> tuple[str, ...]:
    """Whose the names in a summary are: a name may have been another's, and be another's at the next table."""
    return tuple(filter(None, [room.accounts.get(name) for name in summary.people]))


def summary_of(room: RoomTable) -> TableSummary:
    """The current state of the table."""
    state, mix = public_view(room), room.table.rules.mix
    seats = [seat for seat in state.seats if seat is not None and seat.state != "gone"]
    people = [seat.player for seat in seats if not seat.bot]
    bots = len(seats) - len(people)
    free = len(state.seats) - len(seats) if room.at_tournament is None else 0
    return TableSummary(
        room.id,
        state.title,
        state.phase,
        state.game,
        state.limit,
        state.stakes,
        state.buy_in,
        len(state.seats),
        free,
        tuple(people),
        bots,
        state.hand,
        state.locked,
        room.terms.fill,
        mix.title if len(mix.games) > 1 else "",
        state.terms,
        state.facts,
        state.watch_after,
        of_tournament=state.of_tournament,
        number=state.number,
        terms_said=state.terms_said,
        title_said=state.title_said,
    )


class Lobby:
    """The tables of the room, as the lobby shows them.

    `phases` counts the tables by phase. `known` counts the tables at which each account is known; `fresh` are those
    that have become known anywhere since they were taken out of it.
    """

    def __init__(self, actors: Mapping[str, TableActor]) -> None:
        self.phases: Counter[str] = Counter()
        self.known: Counter[str] = Counter()
        self.fresh: set[str] = set()
        self._actors = actors
        self._seated: dict[str, tuple[str, ...]] = {}  # by table, the accounts of the people in its summary
        self._summaries: dict[str, TableSummary] = {}  # in the order in which the tables were opened
        self._phase: dict[str, str] = {}
        self._people: dict[str, set[str]] = {}
        self._changed: set[str] = set()  # tables to look at again
        self._asked: set[str] = set()  # tables that were busy when somebody asked: to be looked at later

    def look(self, room: RoomTable) -> None:
        """Summarize a table in which everything is durable."""
        summary = self._summaries[room.id] = summary_of(room)
        self._seated[room.id] = accounts_in(room, summary)
        self._changed.discard(room.id)
        self._asked.discard(room.id)
        self._count(room)

    def changed(self, actor: TableActor) -> None:
        """A table has changed, and everything is durable."""
        if actor.id in self._asked:
            self.look(actor.room)
        elif actor.id in self._summaries:
            self._changed.add(actor.id)
            self._count(actor.room)

    def count(self, actor: TableActor) -> None:
        """A table may have forgotten people without anything happening there."""
        if actor.id in self._summaries and not actor.is_busy:
            self._count(actor.room)

    def tables(self) -> list[TableSummary]:
        """All summaries; that of a busy table is an older one, as its state may not be durable yet."""
        for table in [*self._changed]:
            actor = self._actors.get(table)
            if actor is None or actor.is_busy:
                continue
            self._look_again(actor)
        self._asked.update([table for table, actor in self._actors.items() if actor.is_busy])
        return [self._summaries[table] for table in self._actors if table in self._summaries]

    def seated(self, table: str) -> tuple[str, ...]:
        """The accounts of the people in the summary of a table, as it was last looked at."""
        return self._seated.get(table, ())

    def seats_of(self, account: str) -> list[str]:
        """The tables in whose summaries an account is."""
        return [table for table, accounts in self._seated.items() if account in accounts]

    def summary(self, actor: TableActor) -> TableSummary:
        """The summary of one table."""
        if actor.id in self._changed and not actor.is_busy:
            self._look_again(actor)
        return self._summaries[actor.id]

    def _look_again(self, actor: TableActor) -> None:
        try:
            self.look(actor.room)
        except Exception as error:  # the list still has the other tables, and this one as it was
            self._changed.discard(actor.id)
            actor.went_wrong(error)

    def drop(self, table: str) -> None:
        """A table is out of the room."""
        self._summaries.pop(table, None)
        self._seated.pop(table, None)
        self._changed.discard(table)
        self._asked.discard(table)
        self._leave_phase(self._phase.pop(table, ""))
        self._forget(self._people.pop(table, set()))

    def _count(self, room: RoomTable) -> None:
        phase, before = room.phase, self._phase.get(room.id, "")
        if phase != before:
            self._phase[room.id] = phase
            self.phases[phase] += 1
            self._leave_phase(before)
        people = self._people.setdefault(room.id, set())
        if people != room.names.keys():
            new, gone = room.names.keys() - people, people - room.names.keys()
            self.known.update(new)
            self.fresh |= new
            self._forget(gone)
            self._people[room.id] = set(room.names)

    def _leave_phase(self, phase: str) -> None:
        if phase:
            self.phases[phase] -= 1
            if not self.phases[phase]:
                del self.phases[phase]

    def _forget(self, people: set[str]) -> None:
        for account in people:
            self.known[account] -= 1
            if not self.known[account]:
                del self.known[account]
