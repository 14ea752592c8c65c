"""Draws and moves that stay as they were when a command is carried out again, without a step before it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING

import msgspec

from sidepot.errors import Conflict
from sidepot.table.events import ButtonDrawn
from sidepot.tournament.events import AtTable, Moved, Raced
from sidepot.tournament.moves import Move, SeatDraw

if TYPE_CHECKING:
    from sidepot.tournament.underway import Doing


def kept_draw(record: SeatDraw, players: Collection[str]) -> SeatDraw:
    """The draw as it was, of those of its players who still draw. Raises Conflict for a player who is not in it."""
    order = tuple([one for one in record.order if one[0] in players])
    if len(order) < len(players):
        drew = {player for player, _, _ in order}
        missing = next(player for player in players if player not in drew)
        raise Conflict(f"{missing} has no seat in that draw", code="not_in_draw")
    return record if len(order) == len(record.order) else msgspec.structs.replace(record, order=order)


def kept_moves(doing: Doing, draw: SeatDraw, where: Mapping[str, tuple[int, int]]) -> tuple[Move, ...]:
    """The moves of that draw, from where its players sit now."""
    assert doing.again is not None
    old = {event.move.player: event.move for event in doing.again.events if isinstance(event, Moved)}
    moves = []
    for player, table, seat in draw.order:
        if player in old and where[player] != (table, seat):
            from_table, from_seat = where[player]
            moves.append(msgspec.structs.replace(old[player], from_table=from_table, from_seat=from_seat))
    return tuple(moves)


def kept_move(doing: Doing) -> Move | None:
    """The only move of the command; None where it is carried out for the first time. Raises Conflict."""
    moved = doing.was(Moved)
    if moved is None:
        return None
    move: Move = moved.move
    entrant = doing.tournament.entrants.get(move.player)
    if entrant is None or entrant.table != move.from_table:
        raise Conflict(f"{move.player} does not sit at table {move.from_table}", code="not_seated")
    seat = doing.table(move.from_table).place_of(move.player).seat
    return msgspec.structs.replace(move, from_seat=seat)


def kept_button(doing: Doing, number: int) -> int | None:
    """The seat that drew the first button of a table; None where the command is carried out for the first time."""
    for event in doing.again.events if doing.again is not None else ():
        if isinstance(event, AtTable) and event.table == number and isinstance(event.event, ButtonDrawn):
            return event.event.seat
    return None


def kept_cards(doing: Doing, removed: int) -> dict[int, tuple[int, ...]] | None:
    """The cards of a race for chips of this value; None where the command is carried out for the first time."""
    for event in doing.again.events if doing.again is not None else ():
        if isinstance(event, Raced) and event.sheet.removed == removed:
            return {seat.seat: seat.cards for seat in event.sheet.seats if seat.cards}
    return None
