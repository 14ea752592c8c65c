"""A command that is being carried out: its events so far, and everything that its `do_*` function uses."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING, Any

import msgspec

from sidepot.errors import Conflict
from sidepot.table.events import Adjusted, ButtonDrawn
from sidepot.tournament.apply import APPLY, book
from sidepot.tournament.clock import Reading
from sidepot.tournament.entrants import Entrant
from sidepot.tournament.events import AtTable, Counted, Drawn, Event, Moved, Raced
from sidepot.tournament.moves import Move, SeatDraw
from sidepot.tournament.state import TournamentState

if TYPE_CHECKING:
    from sidepot.hand.hand import Hand
    from sidepot.table.commands import AnyCommand
    from sidepot.table.table import Table
    from sidepot.tournament.steps import Step


class UnitOfWork:
    """One command, carried out at the time `now`.

    - `events`: the events that it has caused so far
    - `hand`: the hand that it began
    - `number`: the number of its step
    - `by`: its sender
    - `again`: the original step, if the command is carried out again because an earlier step was undone
      (`corrections`); its `draws` are kept
    """

    __slots__ = ("again", "by", "draws", "events", "hand", "is_begun", "now", "number", "tournament")

    def __init__(self, tournament: TournamentState, now: int, again: Step | None = None, by: str = "") -> None:
        self.again = again
        self.by = again.by if again is not None else by
        self.draws = iter([one for one in again.events if isinstance(one, Drawn)] if again is not None else ())
        self.number = again.number if again is not None else tournament.version + 1
        self.tournament = tournament
        self.now = now
        self.events: list[Event] = []
        self.hand: Hand | None = None
        self.is_begun = False

    @property
    def reading(self) -> Reading:
        """What the clock shows at the time of the command."""
        return self.tournament.reading(self.now)

    def emit(self, event: Event) -> None:
        """Apply an event, and add it to the events of the step."""
        self.is_begun = True
        APPLY[type(event)](self.tournament, event)
        self.events.append(event)

    def at_table(self, number: int, command: AnyCommand, player: str = "") -> None:
        """Carry out a command of a player or the house at a table, and book its events.

        A table checks its commands and applies its events itself, so these events do not go through `apply` again.
        """
        table = self.table(number)
        before = len(table.log)
        try:
            table.do(command, player, self.now)
        finally:  # a refusal before the first event leaves nothing to take back
            self.is_begun = self.is_begun or len(table.log) > before
        for happened in table.log[before:]:
            event = AtTable(number, happened)
            book(self.tournament, event)
            self.events.append(event)

    def count(self, stacks: Mapping[str, int], at: int) -> None:
        """Set the recorded stacks to those counted at the time `at`."""
        for player, chips in stacks.items():
            number = self.entrant(player).table
            was = self.table(number).places[player].stack
            if chips != was:
                self.emit(AtTable(number, Adjusted(player, chips - was, "count")))
        self.emit(Counted(tuple(stacks.items()), at))

    def table(self, number: int) -> Table:
        """The table with this number. Raises Conflict if there is no such table."""
        table = self.tournament.tables.get(number)
        if table is None:
            open_now = ", ".join(map(str, sorted(self.tournament.tables))) or "none"
            raise Conflict(f"there is no table {number}; the open tables are {open_now}", code="no_table")
        return table

    def entrant(self, player: str) -> Entrant:
        """The player with this name. Raises Conflict for a player who has not entered."""
        entrant = self.tournament.entrants.get(player)
        if entrant is None:
            raise Conflict(f"{player!r} has not entered", code="not_entered")
        return entrant

    def seed(self, given: str) -> str:
        """The seed of a draw: `given` or, if `given` is empty, the tournament's seed with the number of the step."""
        return given or f"{self.tournament.seed}/{self.number}/{len(self.tournament.draws)}"

    def drawn(self) -> SeatDraw | None:
        """The next draw of the original step; None unless the command is carried out again."""
        kept = next(self.draws, None)
        return kept.record if kept is not None else None

    def was(self, kind: type[Event]) -> Any:
        """The first event of this kind in the original step; None unless the command is carried out again."""
        if self.again is None:
            return None
        return next((event for event in self.again.events if isinstance(event, kind)), None)


# ---- draws and moves that a command keeps when it is carried out again without an earlier step


def kept_draw(record: SeatDraw, players: Collection[str]) -> SeatDraw:
    """An earlier draw, without the players who no longer draw.

    Raises Conflict for a player who is not in the earlier draw.
    """
    order = tuple([one for one in record.order if one[0] in players])
    if len(order) < len(players):
        drew = {player for player, _, _ in order}
        missing = next(player for player in players if player not in drew)
        raise Conflict(f"{missing} has no seat in that draw", code="not_in_draw")
    return record if len(order) == len(record.order) else msgspec.structs.replace(record, order=order)


def kept_moves(work: UnitOfWork, draw: SeatDraw, where: Mapping[str, tuple[int, int]]) -> tuple[Move, ...]:
    """The moves that follow from a draw, from the current seats of its players (`where`)."""
    assert work.again is not None
    old = {event.move.player: event.move for event in work.again.events if isinstance(event, Moved)}
    moves = []
    for player, table, seat in draw.order:
        if player in old and where[player] != (table, seat):
            from_table, from_seat = where[player]
            moves.append(msgspec.structs.replace(old[player], from_table=from_table, from_seat=from_seat))
    return tuple(moves)


def kept_move(work: UnitOfWork) -> Move | None:
    """The only move in the original step; None if the command is carried out for the first time.

    Raises Conflict if the player is no longer in the seat from which the move began.
    """
    moved = work.was(Moved)
    if moved is None:
        return None
    move: Move = moved.move
    entrant = work.tournament.entrants.get(move.player)
    if entrant is None or entrant.table != move.from_table:
        raise Conflict(f"{move.player} is not seated at table {move.from_table}", code="not_seated")
    seat = work.table(move.from_table).place_of(move.player).seat
    return msgspec.structs.replace(move, from_seat=seat)


def kept_button(work: UnitOfWork, number: int) -> int | None:
    """The seat that originally drew the first button of a table; None unless the command is carried out again."""
    for event in work.again.events if work.again is not None else ():
        if isinstance(event, AtTable) and event.table == number and isinstance(event.event, ButtonDrawn):
            return event.event.seat
    return None


def kept_cards(work: UnitOfWork, removed: int) -> dict[int, tuple[int, ...]] | None:
    """The original cards of a race for chips of the value `removed`; None unless the command is carried out again."""
    for event in work.again.events if work.again is not None else ():
        if isinstance(event, Raced) and event.sheet.removed == removed:
            return {seat.seat: seat.cards for seat in event.sheet.seats if seat.cards}
    return None
