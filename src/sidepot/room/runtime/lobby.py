"""The lobby: a summary of each table, the number of tables in each phase, and the accounts known at each table.

The lobby is updated as tables change, so that nobody has to ask every table. A table is summarized again when it has
changed and somebody asks. Most events are acts in a hand, which change nothing here.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import msgspec

from sidepot.games.titles import Parts
from sidepot.room.table.agreement import terms_seq
from sidepot.room.table.machine import RoomTable
from sidepot.room.views.public import public_view
from sidepot.room.views.schema import GameFacts

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sidepot.room.runtime.table_actor import TableActor


class TableSummary(msgspec.Struct, frozen=True):
    """A table as the lobby shows it: its game, its players and its free seats.

    - `people`, `bots`: the names of the seated people, and of the seated bots
    - `fill`: a bot leaves when a person needs its seat
    - `mix`: the name of the mix, if the table plays one; `game` is then the current or next game
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
    facts: GameFacts | None = None  # the same as data
    watch_after: int = 0  # how many hands later spectators see a hand; -1: never
    at: str = ""  # the node that has the table, in a cluster
    of_tournament: str = ""  # the tournament of this table; players get a seat there only by entering it
    number: int = 0  # the number of the table in that tournament
    terms_parts: Parts = ()  # the `terms` as data, for pages in other languages
    title_sentence: tuple[str, ...] = ()  # and the title of a table of a tournament
    decimals: int = 0  # of amounts: a chip is shown as `10 ** -decimals`
    lock: str = ""  # names the password, if a host has changed it
    terms_seq: int = 1  # the event with the terms of the next hand


def accounts_in(room: RoomTable, summary: TableSummary) -> tuple[str, ...]:
    """The accounts of the people named in a summary. Names are not enough, because a name can pass to another
    account.
    """
    return tuple(filter(None, [room.accounts.get(name) for name in summary.people]))


def summary_of(room: RoomTable) -> TableSummary:
    """Summarize the current state of a table."""
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
        terms_parts=state.terms_parts,
        title_sentence=state.title_sentence,
        decimals=state.decimals,
        lock=room.terms.lock,
        terms_seq=terms_seq(room),
    )


class Lobby:
    """The tables of the room, as the lobby shows them.

    - `phases`: the number of tables in each phase
    - `known`: for each account, the number of tables that know it
    - `fresh`: the accounts that became known since this set was last emptied
    """

    def __init__(self, actors: Mapping[str, TableActor]) -> None:
        self.phases: Counter[str] = Counter()
        self.known: Counter[str] = Counter()
        self.fresh: set[str] = set()
        self._actors = actors
        self._seated: dict[str, tuple[str, ...]] = {}  # by table: the accounts of the people in its summary
        self._summaries: dict[str, TableSummary] = {}  # in the order of opening
        self._phase: dict[str, str] = {}
        self._people: dict[str, set[str]] = {}
        self._changed: set[str] = set()  # tables to summarize again
        self._asked: set[str] = set()  # tables that were busy when somebody asked, to be summarized later

    def look(self, room: RoomTable) -> None:
        """Summarize a table. All its events must be durable."""
        summary = self._summaries[room.id] = summary_of(room)
        self._seated[room.id] = accounts_in(room, summary)
        self._changed.discard(room.id)
        self._asked.discard(room.id)
        self._count(room)

    def changed(self, actor: TableActor) -> None:
        """Update the summary of a table that has changed. All its events must be durable."""
        if actor.id in self._asked:
            self.look(actor.machine)
        elif actor.id in self._summaries:
            self._changed.add(actor.id)
            self._count(actor.machine)

    def count(self, actor: TableActor) -> None:
        """Update which accounts a table knows, because it may have forgotten people without an event."""
        if actor.id in self._summaries and not actor.is_busy:
            self._count(actor.machine)

    def tables(self) -> list[TableSummary]:
        """The summaries of all tables.

        The summary of a busy table may be out of date, because the table's current state is not durable yet.
        """
        for table in [*self._changed]:
            actor = self._actors.get(table)
            if actor is None or actor.is_busy:
                continue
            self._look_again(actor)
        self._asked.update([table for table, actor in self._actors.items() if actor.is_busy])
        return [self._summaries[table] for table in self._actors if table in self._summaries]

    def seated(self, table: str) -> tuple[str, ...]:
        """The accounts of the people in the last summary of a table."""
        return self._seated.get(table, ())

    def seats_of(self, account: str) -> list[str]:
        """The tables that list this account in their summaries."""
        return [table for table, accounts in self._seated.items() if account in accounts]

    def summary(self, actor: TableActor) -> TableSummary:
        """The summary of one table."""
        if actor.id in self._changed and not actor.is_busy:
            self._look_again(actor)
        return self._summaries[actor.id]

    def _look_again(self, actor: TableActor) -> None:
        try:
            self.look(actor.machine)
        except Exception as error:  # the list still has the other tables, and the last summary of this one
            self._changed.discard(actor.id)
            actor.went_wrong(error)

    def drop(self, table: str) -> None:
        """Remove a table from the lobby."""
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
