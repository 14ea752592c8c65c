"""The lists for a seat: the going list, and the interest lists for games not in play.

A name is on only one list, once. The going list comes first; each list has the order in which names were added.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sidepot.errors import Conflict, NotDue
from sidepot.table.places import in_order
from sidepot.table.seats import check_name

if TYPE_CHECKING:
    from sidepot.table.state import TableState


def check_queue(table: TableState, player: str, *, interest: bool) -> None:
    """Raise Conflict if a name may not go on the waiting list or, with `interest`, on the interest list."""
    check_name(player)
    if player in table.places:
        raise Conflict(
            f"{player} already sits in seat {table.places[player].seat + 1}; use `move` to change seats",
            code="seated_already",
        )
    if any(one.player == player and one.interest == interest for one in table.waiting):
        raise Conflict(f"{player} is already on the waiting list", code="on_list_already")


def check_unqueue(table: TableState, player: str) -> None:
    """Raise Conflict if a name is not on any waiting list."""
    if not any(one.player == player for one in table.waiting):
        raise Conflict(f"{player} is not on the waiting list; {_listed(table)}", code="not_on_list")


def next_up(table: TableState) -> str:
    """The player to be seated next. Raises NotDue if nobody is waiting, or no seat is free."""
    order = in_order(table.waiting)
    if not order:
        raise NotDue("nobody is waiting for a seat", code="nobody_waits")
    if len(table.places) == table.rules.seats:
        raise NotDue(f"no seat is free for {order[0]}", code="no_free_seat")
    return order[0]


def _listed(table: TableState) -> str:
    order = in_order(table.waiting)
    return f"on it are {', '.join(order)}" if order else "nobody waits"
