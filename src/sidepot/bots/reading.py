"""Reading the others: the hands that each of them may hold, weighted by that player's actions.

Every opponent is dealt a number of hands that fit the open cards; each is rated by how likely it would have been
played the same way. The only source is the view of the seat that reads.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from sidepot.bots.field import Field
from sidepot.bots.on_boards import of_boards
from sidepot.bots.on_own_cards import of_draws, of_stud
from sidepot.bots.past import Past
from sidepot.hand.streets import seats_of

if TYPE_CHECKING:
    from sidepot.hand.hand import Hand


def read_field(view: Hand, seat: int, past: Past, rng: Random) -> Field:
    """The field as the seat sees it now."""
    plan = view.plan
    others = [other for other in seats_of(view.live) if other != seat]
    game = plan.game
    if game.is_draw and not game.board_cards and len(set(plan.held)) == 1 and not game.is_stud:
        return of_draws(view, seat, others, past, rng)
    if game.is_stud and not game.is_draw and not game.board_cards:
        return of_stud(view, seat, others, past, rng)
    return of_boards(view, seat, others, past, rng)
