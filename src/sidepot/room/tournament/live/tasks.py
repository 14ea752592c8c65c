"""The tasks in a tournament with real chips and cards: orders and questions, each line with an id of its own.

The id of a line is made of what it says. So two consoles that tap the same line mean the same: the second one is told
who was first, and a line that has changed meanwhile is not carried out.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING, Final, NamedTuple

import msgspec

from sidepot.tournament import commands as c
from sidepot.tournament.advice import Order, all_orders
from sidepot.tournament.asks import Ask, asks
from sidepot.tournament.balancing import balance
from sidepot.tournament.views import hall

if TYPE_CHECKING:
    from sidepot.tournament.moves import Move
    from sidepot.tournament.state import TournamentState

ASK: Final = "ask-"  # begins the id of the line of a wish
_ENCODER: Final = msgspec.json.Encoder()


class Todo(NamedTuple):
    """One line: an order, or a question to a table. `move`: who is moved by the order, and where to."""

    id: str
    order: Order | None
    ask: Ask | None
    move: Move | None = None


def todo_of(tournament: TournamentState, now: int) -> list[Todo]:
    """All that is to do now, the most urgent first: orders, then the questions before the next ones."""
    if tournament.ended or not tournament.is_seated:
        return []
    return [
        *[_order(one, tournament, now) for one in all_orders(tournament, now)],
        *[Todo(_id(one, tournament), None, one) for one in asks(tournament, now)],
    ]


def _order(order: Order, tournament: TournamentState, now: int) -> Todo:
    """An order as a line; of one move it is known whom it moves, of a draw it is not."""
    if not isinstance(order.command, c.Balance):
        return Todo(_id(order, tournament), order, None)
    rules = tournament.structure.rulebook
    move = balance(hall(tournament, now), rules, order=tournament.heard.order)
    return Todo(_id(order, tournament, move), order, None, move)


def find_todo(tournament: TournamentState, now: int, id: str) -> Todo | None:
    """The line of that id, if it is still to do."""
    return next((one for one in todo_of(tournament, now) if one.id == id), None)


def _id(what: Order | Ask, tournament: TournamentState, move: Move | None = None) -> str:
    """The id: of what is said, and of how many players and tables there are, so that a later one is another."""
    told = _ENCODER.encode((what, len(tournament.moves), tournament.last_table, move))
    return blake2b(told, digest_size=6).hexdigest()
