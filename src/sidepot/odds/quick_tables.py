"""A spot as arrays for the kernels: lookup tables for each half of the pot, the hands, and the remaining cards.

A game is quick if tables can rank its hands: no wild cards, no cards still to be thrown away, and hands of five to
seven cards, of two hole and three board cards, or badugis.
"""

from __future__ import annotations

from typing import NamedTuple

from sidepot.games.decks import find_deck
from sidepot.games.model import Choose, Half
from sidepot.kernels.jit import Array
from sidepot.odds.by_ranks import scales_of
from sidepot.odds.question import Spot
from sidepot.ranking.playable_cards import at_least
from sidepot.ranking.scales import Scale


def is_quick(spot: Spot) -> bool:
    """Whether lookup tables can rank the hands of this spot."""
    game = spot.game
    if game.wild or any(one.missing + len(one.choices[0]) != game.hole_cards for one in spot.holdings):
        return False
    return all(_is_ranked(spot, half, order) for half, order in zip(game.halves, scales_of(spot), strict=True))


def _is_ranked(spot: Spot, half: Half, order: Scale) -> bool:
    game = spot.game
    count = game.hole_cards + (game.board_cards if half.choose is Choose.ANY else 0)
    if order.badugi is not None:
        return count in (4, 5) and not find_deck(game.deck).lowest
    if half.choose is Choose.TWO_THREE:
        ranked = order.low is None or not order.low.straights
        return 2 <= game.hole_cards <= 6 and game.board_cards <= 5 and ranked
    return 5 <= count <= 7 and order.size == 5


class HalfTables(NamedTuple):
    """How to rank one half of the pot with lookup tables.

    - `kind`: the kind of hand that wins the half
    - `with_board`: whether the board plays
    - `flushes`: whether flushes count
    """

    kind: int
    with_board: int
    flushes: int
    rows: Array
    table: Array
    five_rows: Array
    five: Array
    strengths: Array

    @classmethod
    def of(cls, spot: Spot, half: Half, order: Scale) -> HalfTables:
        """The tables for one half of a spot. `is_quick` must be true for the spot."""
        from sidepot.kernels import hand_places, lookups

        game = spot.game
        lowest = find_deck(game.deck).lowest
        if order.badugi is not None:
            found = lookups.badugis(half.scale, qualifier=half.qualifier)
            return cls(hand_places.BADUGI, 0, 0, found.rows, found.table, found.rows, found.table, found.strengths)
        if half.choose is Choose.TWO_THREE:
            found = lookups.two_and_three(half.scale, game.board_cards, qualifier=half.qualifier, lowest=lowest)
            flushes = int(order.high is not None)
            return cls(
                hand_places.TWO_THREE, 1, flushes, found.rows, found.table, found.rows, found.table, found.strengths
            )
        with_board = int(half.choose is Choose.ANY)
        count = game.hole_cards + with_board * game.board_cards
        found = lookups.tables(half.scale, count, qualifier=half.qualifier, lowest=lowest)
        five = lookups.tables(half.scale, 5, qualifier=half.qualifier, lowest=lowest)
        kind = hand_places.ANY
        if order.low is not None:
            kind = hand_places.LOW_ANY if order.low.straights else hand_places.ANY_RANKS
        return cls(kind, with_board, 1, found.rows, found.table, five.rows, five.table, found.strengths)


def halves_of(spot: Spot) -> list[HalfTables]:
    """The tables for both halves. If there is only one half, it is listed twice."""
    game = spot.game
    found = [HalfTables.of(spot, half, order) for half, order in zip(game.halves, scales_of(spot), strict=True)]
    return [found[0], found[-1]]


def least_place(spot: Spot, first: HalfTables) -> int:
    """The weakest rank that may win the first half. It is the game's win requirement or, if there is none, any hand."""
    import numpy as np

    game = spot.game
    if not game.win_requirement:
        return 1
    return int(np.searchsorted(first.strengths, at_least(game.win_requirement, game.halves[0].scale)))


class Room:
    """The counters and working arrays of a kernel."""

    def __init__(self, spot: Spot) -> None:
        import numpy as np

        seats = spot.live
        self.wins = np.zeros(1 << seats, dtype=np.int64)
        self.counts = np.zeros((4, seats, seats + 1), dtype=np.int64)
        self.scoops = np.zeros(seats, dtype=np.int64)
        self.parts = np.zeros(seats, dtype=np.int64)
        self.squares = np.zeros(seats)
        self.shares = np.zeros(seats)
        self.room = np.zeros((7, 64), dtype=np.int64)

    @property
    def counters(self) -> tuple[Array, Array, Array, Array]:
        """The counters of wins, scoops and shares, in the order in which the kernels for split pots expect them."""
        return self.counts, self.scoops, self.parts, self.squares
