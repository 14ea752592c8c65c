"""The lobby's summary of a table."""

from __future__ import annotations

import msgspec

from sidepot.games.titles import Parts
from sidepot.room.table.machine import RoomTable
from sidepot.room.views.public import public_view
from sidepot.room.views.schema import GameFacts


class TableSummary(msgspec.Struct, frozen=True):
    """A table from the door: its game, its players, whether a seat is free.

    `people` are those who sit there by name, `bots` how many bots (with `fill` one of them makes room for a person).
    `mix` is what is played where `game` is one of several: the one that is on, or comes next.
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
    watch_after: int = 0  # onlookers see a hand so many hands later; -1: none
    at: str = ""  # the process that has the table, where several share the room
    of_tournament: str = ""  # of which it is a table: nobody sits down at it but by entering that
    number: int = 0  # its number there
    terms_said: Parts = ()  # the `terms` as data, for pages in other languages
    title_said: tuple[str, ...] = ()  # and the title of a table of a tournament


def accounts_in(room: RoomTable, summary: TableSummary) -> tuple[str, ...]:
    """Whose the names in a summary are: a name may have been another's, and be another's at the next table."""
    return tuple(filter(None, [room.accounts.get(name) for name in summary.people]))


def summary_of(room: RoomTable) -> TableSummary:
    """The table as it stands."""
    state, mix = public_view(room), room.table.rules.mix
    seats = [seat for seat in state.seats if seat is not None and seat.state != "gone"]
    people = [seat.player for seat in seats if not seat.bot]
    bots = len(seats) - len(people)
    free = len(state.seats) - len(seats) if room.event is None else 0
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
