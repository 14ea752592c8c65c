"""A snapshot of an online tournament: its state after an event of its log, from which it is loaded.

The log is authoritative: if there is any doubt, the tournament is rebuilt from it. Hands may be in progress, so a
snapshot contains the beginning of each. It contains no steps, because these cannot be undone once hands have followed.
A live tournament has no snapshots, because each of its steps can be corrected.
"""

from __future__ import annotations

from functools import partial
from typing import Final

import msgspec
from msgspec.structs import replace

from sidepot.errors import BadNotation
from sidepot.room.store.snapshot import Snapshots
from sidepot.room.table.commands import Order
from sidepot.room.table.snapshot import TableSnapshot, set_table, table_snapshot
from sidepot.room.tournament.events import News, Offer, TournamentEvent
from sidepot.room.tournament.machine import RoomTournament
from sidepot.table.events import HandBegun
from sidepot.table.race import RaceSheet
from sidepot.table.table import Table
from sidepot.table.table_rules import TableRules
from sidepot.tournament.clock import Clock
from sidepot.tournament.entrants import Entrant, Status
from sidepot.tournament.events import Busted, DealMade, TableOpened
from sidepot.tournament.moves import Move, SeatDraw
from sidepot.tournament.mystery import Envelopes
from sidepot.tournament.reports import Reports
from sidepot.tournament.steps import Step
from sidepot.tournament.structure import Structure
from sidepot.tournament.tournament import Tournament


class TournamentSnapshot(msgspec.Struct, frozen=True, kw_only=True):
    """The snapshot of the library's tournament. Each field before `steps` has the value of the attribute of that name.

    - `steps`: the number of steps
    - `rounds`, `out`: the numbers of the tables in `round_played` and `eliminated`
    - `structure`: the current structure (None if it is the announced one)
    """

    at: int
    clock: Clock
    entrants: dict[str, Entrant]
    counts: dict[Status, int]
    busted: dict[str, None]
    waiting: dict[str, None]
    levels: dict[int, int]
    totals: dict[int, int]
    signals: dict[int, int]
    halted: dict[int, str]
    last_table: int
    issued: int
    removed: int
    in_play: int
    collected: int
    fees: int
    bounties: int
    hands: int
    groups: list[tuple[str, ...]]
    hand_for_hand: bool
    round_busts: list[Busted]
    draws: list[SeatDraw]
    moves: list[Move]
    races: list[tuple[int, RaceSheet]]
    deal: DealMade | None
    redrawn_at: int
    entries: int
    ended: bool
    reports: Reports = msgspec.field(default_factory=Reports)
    envelopes: Envelopes = Envelopes()
    flights: tuple[str, ...] = ()
    steps: int
    rounds: tuple[int, ...]
    out: tuple[int, ...]
    structure: Structure | None = None


OF_TOURNAMENT: Final = Snapshots(TournamentSnapshot, "a tournament", until="steps")


def tournament_snapshot(tournament: Tournament) -> TournamentSnapshot:
    """Make the snapshot of a tournament."""
    structure = tournament.structure
    return OF_TOURNAMENT.make(
        tournament,
        steps=tournament.version,
        rounds=tuple(sorted(tournament.round_played)),
        out=tuple(sorted(tournament.eliminated)),
        structure=None if structure is tournament.announced[0] else structure,
    )


def set_tournament(tournament: Tournament, snapshot: TournamentSnapshot) -> None:
    """Set the attributes of a tournament from a snapshot. The tables are left out."""
    at = tournament.at
    tournament.clear()
    if snapshot.structure is not None:
        tournament.set_structure(snapshot.structure)
    OF_TOURNAMENT.set(tournament, snapshot)
    tournament.at = max(snapshot.at, at)  # time never goes back
    tournament.round_played, tournament.eliminated = set(snapshot.rounds), set(snapshot.out)


EVERY: Final = 512  # events between two snapshots


class TableAt(msgspec.Struct, frozen=True):
    """A table of the tournament, with its current hand."""

    table: TableSnapshot
    begun: HandBegun | None


class RoomTournamentSnapshot(msgspec.Struct, frozen=True):
    """The snapshot of an online tournament. Each field up to `dropped` has the value of the attribute of that name.

    - `money`: what each player has paid and won, by name and kind
    - `tournament`: the library's tournament without its tables
    - `places`: the tables
    """

    seq: int
    at: int
    accounts: dict[str, str]
    bots: dict[str, str]
    opened: dict[int, TableOpened]
    tables: dict[int, str]
    last_order: dict[int, int]
    began: dict[int, int]
    next_at: dict[int, int]
    stands: set[int]
    outbox: dict[int, list[Order]]
    busted: dict[str, int]
    offer: Offer | None
    offers: int
    offered: dict[str, int]
    news: list[News]
    paused: bool
    frozen: str
    called_off: str
    is_last: bool
    over: bool
    ids: dict[str, int]
    accepted: dict[str, tuple[str, int]]
    banks: dict[str, int]
    flights: dict[str, str]
    brought: dict[str, int]
    dropped: str
    money: tuple[tuple[str, str, int], ...]
    tournament: TournamentSnapshot
    places: tuple[tuple[int, TableAt], ...]


SNAPSHOTS: Final = Snapshots(RoomTournamentSnapshot, "a tournament", until="money")
version, decode = SNAPSHOTS.version, SNAPSHOTS.decode


def to_keep(state: RoomTournament, event: TournamentEvent) -> tuple[int, bytes] | None:
    """The version and data of the snapshot to store with the last event (None if none is due)."""
    if event.seq % EVERY or state.terms.live or state.over or not state.tournament.hands:
        return None
    return None if state.tournament.course().undone else (version(), encode(state))  # undone steps can come back


def encode(state: RoomTournament) -> bytes:
    """Encode the snapshot of a tournament."""
    return SNAPSHOTS.encode(snapshot_of(state))


def is_same(data: bytes, state: RoomTournament) -> bool:
    """Whether a snapshot equals the state of a tournament, except for orders that its tables carried out later."""
    try:
        kept, now = [replace(decode(one), outbox={}) for one in (data, encode(state))]
    except BadNotation:
        return False
    return kept == now


def snapshot_of(state: RoomTournament) -> RoomTournamentSnapshot:
    """The snapshot of an online tournament."""
    tournament = state.tournament
    places = [
        (number, TableAt(table_snapshot(table, _usual(tournament, state.opened[number])), table.begun))
        for number, table in tournament.tables.items()
    ]
    return SNAPSHOTS.make(
        state,
        money=tuple([(name, kind, chips) for (name, kind), chips in state.money.items()]),
        tournament=tournament_snapshot(tournament),
        places=tuple(places),
    )


def restore(id: str, first: TournamentEvent, snapshot: RoomTournamentSnapshot) -> RoomTournament:
    """Restore a tournament from the first event of its log and a snapshot.

    Raises BadNotation or Conflict if the event and the snapshot do not belong together.
    """
    state = RoomTournament.begin(id, first)
    if state.terms.live:
        raise BadNotation(f"tournament {id} is live and has no snapshots")
    SNAPSHOTS.set(state, snapshot)
    state.names = {account: name for name, account in state.accounts.items()}
    state.money = {(name, kind): chips for name, kind, chips in snapshot.money}
    state.booked = ()
    state.director = None
    _set_tournament(state, snapshot)
    return state


def _set_tournament(state: RoomTournament, snapshot: RoomTournamentSnapshot) -> None:
    """Set the library's tournament from its snapshot. Its log begins with a placeholder for the last step."""
    tournament, steps = state.tournament, snapshot.tournament.steps
    if steps < tournament.version:
        raise BadNotation("the snapshot of a tournament precedes its opening")
    data = SNAPSHOTS.encode(snapshot)  # because the snapshot is changed later
    tournament.base = partial(_go_back, tournament, dict(state.opened), data)
    tournament.base()
    tournament.log[:] = [Step(steps, tournament.at, "", None, ())]
    tournament.earlier = steps - 1


def _go_back(tournament: Tournament, opened: dict[int, TableOpened], data: bytes) -> None:
    snapshot = SNAPSHOTS.decode(data)
    set_tournament(tournament, snapshot.tournament)
    for number, place in snapshot.places:
        table = tournament.tables[number] = Table(_usual(tournament, opened[number]))
        set_table(table, place.table)
        table.begun = place.begun
    tournament.all_tables.stale.update(tournament.tables)


def _usual(tournament: Tournament, opened: TableOpened) -> TableRules:
    """The rules with which a table was opened."""
    rules = tournament.structure.table_rules(opened.level, f"table {opened.table}")
    return replace(rules, seats=opened.seats) if opened.seats else rules
