"""Breaking tables: which one is next, and where its players go (T9a, T10d)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from sidepot.errors import NotDue
from sidepot.floor.event.tables import DRAW_SEATS
from sidepot.rules.floor_choices import BreakSeats
from sidepot.rules.rulebook import Rulebook
from sidepot.rules.texts import Point, cite
from sidepot.tournament.moves import Drawn, Move, TableView
from sidepot.tournament.positions import coming_big_blinds
from sidepot.tournament.seating import draw_seats

PREDETERMINED: Final = Point("which table a player is taken from", {"TDA-2013": "10-C", "TDA-2024": "11-C"})


def break_order(views: Sequence[TableView], order: Sequence[int] = ()) -> list[int]:
    """The tables in the order in which they are broken, and players are taken from them: fixed before, and posted.

    Unless told otherwise that is from the highest number down. Tables missing in `order` come after those in it.
    """
    told = {number: at for at, number in enumerate(order)}
    return sorted([view.number for view in views], key=lambda number: (told.get(number, len(told)), -number))


def table_to_break(views: Sequence[TableView], order: Sequence[int] = (), *, seats: int = 0) -> int | None:
    """The table that is broken now, when its hand is over: the first of the order, once its players fit elsewhere.

    Tables are broken down to `seats` players each where that is fewer than they have seats. A table at which somebody
    keeps his seat for special needs goes after those that can be broken without it (T8).
    Rule: TDA-2013 10-C, 8; TDA-2024 11-C, 9.
    """
    if len(views) < 2:
        return None
    by_number = {view.number: view for view in views}
    turn = [by_number[number] for number in break_order(views, order)]
    first = next((view for view in turn if not view.pinned or view.pinned.isdisjoint(view.players)), turn[0])
    room = sum([_room(other, seats) for other in views if other is not first])
    return first.number if len(first.taken) <= room else None


def _room(view: TableView, seats: int) -> int:
    """How many can be seated at a table; no more than `seats` players in all, where that is told."""
    most = min(view.seats - len(view.held), seats) if seats else view.seats - len(view.held)
    return max(most - len(view.taken), 0)


def break_table(
    view: TableView,
    others: Sequence[TableView],
    seed: str,
    rulebook: Rulebook,
    *,
    pinned: Mapping[str, tuple[int, int]] | None = None,
) -> Drawn:
    """Where the players of a broken table go: they draw among the open seats, and the tables stay as even as they can.

    Any seat may be drawn, that of a blind or the button too, and goes with what falls due there. The house has one
    draw, or two: a playing card for the order, then the seats (TDA-2024 10-B). Rule: TDA-2013 9; TDA-2024 10-A, 10-B.
    Raises NotDue while a hand is on there, Conflict where there are not the seats.
    """
    if view.is_on:
        raise NotDue(f"a hand is on at table {view.number}: it is broken when that is over", cite(DRAW_SEATS, rulebook))
    where = {player: seat for seat, player in view.taken}
    two_steps = rulebook.break_seats is BreakSeats.TWO_STEPS
    draw = draw_seats(
        where,
        {other.number: other.open_seats for other in others},
        seed,
        pinned=pinned,
        sitting={other.number: len(other.taken) for other in others},
        by_card=two_steps,
    )
    decides = cite(DRAW_SEATS, rulebook, "break_seats")
    by = "by a card for the order and then a seat" if two_steps else "by lot among the open seats"
    because = f"Table {view.number} is broken; its players are placed {by}, and take each seat as it is."
    within: dict[int, dict[int, int]] = {}
    for other in others:
        come = [(seat, player) for player, table, seat in draw.order if table == other.number]
        within[other.number] = coming_big_blinds(other.joined_by(come), rulebook) if come else {}
    moves = [
        Move(player, view.number, where[player], table, seat, decides, because, within[table].get(seat, 0))
        for player, table, seat in draw.order
    ]
    return Drawn(draw, tuple(moves))
