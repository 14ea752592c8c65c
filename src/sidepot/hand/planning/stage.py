"""Streets and forced bets as plain values for the course of a hand, computed once for all hands."""

# compiled: docs/how-to/measure-speed.md

from __future__ import annotations

from sidepot.games.model import Game, Opens, Street
from sidepot.hand.setup import DEAD_POSTS, LIVE_POSTS, Owed, Post


class Stage:
    """One street of a game.

    - `unit`: the minimum bet, or the only bet size at fixed limit
    - `each`: the number of cards dealt to each live seat
    - `up`: how many of these cards, the last ones, are dealt face up
    - `board`: the number of cards dealt on each board
    - `held`: how many cards a seat has at the end of the street
    - `changes`: whether cards are exchanged or thrown away
    - `needed`: the number of cards that the boards need from this street on; a burn must leave enough for them
    - `a_seat`: the number of cards that each live seat needs from this street on; a burn must leave enough for them

    If the stub can be refilled (draw games) or supplemented (stud), `needed` counts only the boards of this street.
    """

    __slots__ = ("a_seat", "board", "burn", "changes", "each", "held", "needed", "opens", "unit", "up")

    def __init__(self, game: Game, at: int, unit: int) -> None:
        street = game.streets[at]
        to_come = [street] if game.is_draw or game.is_stud else game.streets[at:]
        self.unit = unit
        self.opens: Opens = street.opens
        self.each = street.down + street.up
        self.up = street.up
        self.board = street.board
        self.burn = street.burn
        self.held = game.held[at]
        self.changes = has_changes(street)
        self.needed = game.boards * sum([later.board for later in to_come])
        self.a_seat = 0 if game.is_draw or game.is_stud else sum([later.down for later in to_come])


def has_changes(street: Street) -> bool:
    """Whether cards are exchanged or thrown away on a street."""
    return street.draw > 0 or street.discard > 0


class Forced:
    """A forced bet that is due. `live` is the part that counts as a bet. `dead` is the part that is dead money."""

    __slots__ = ("amount", "dead", "live", "post", "seat")

    def __init__(self, owed: Owed) -> None:
        self.seat = owed.seat
        self.post: Post = owed.post
        self.amount = owed.amount
        self.live = owed.post in LIVE_POSTS
        self.dead = owed.post in DEAD_POSTS
