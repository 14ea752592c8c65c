"""What a game of poker is, as data: what is dealt on each street, who opens, and what wins.

A `Game` says nothing of amounts (see `stakes`), of how much may be bet (see `limits`) or of what a house decides
(see `rules.rulebook`). There are no subclasses: a variant is a value, and a new one is another value.
"""

from __future__ import annotations

from enum import StrEnum

import msgspec

from sidepot.errors import Conflict


class Opens(StrEnum):
    """Who acts first in a betting round. Source: PG-54, PG-55."""

    LEFT_OF_BLINDS = "left of blinds"  # of the last live blind or straddle; of the button where there is none
    LEFT_OF_BUTTON = "left of button"
    OPENER = "opener"  # who opened the first round, or the next live seat to his left
    LOW_CARD = "low card"  # lowest upcard brings it in (suits break ties)
    HIGH_CARD = "high card"  # highest upcard brings it in, as in razz; ace high
    HIGH_CARD_ACTS = "high card acts"  # highest upcard acts first, no forced bet
    HIGH_HAND = "high hand"  # best hand showing; ties to the first seat left of the button
    LOW_HAND = "low hand"  # lowest hand showing


_BY_FACES = (Opens.LOW_CARD, Opens.HIGH_CARD, Opens.HIGH_CARD_ACTS, Opens.HIGH_HAND, Opens.LOW_HAND)


class Choose(StrEnum):
    """Which five cards a hand is made of."""

    ANY = "any"  # the best five of all
    TWO_THREE = "two and three"  # exactly two from the hand and three from the board (Omaha)


class Street(msgspec.Struct, frozen=True):
    """One stage of the deal and the betting round that follows it.

    `down` and `up` are cards to each live seat, `board` cards to the middle, `draw` the most cards a seat may change.
    `big` rounds are played at the upper limit of a fixed-limit game.
    """

    name: str
    opens: Opens
    down: int = 0
    up: int = 0
    board: int = 0
    draw: int = 0
    burn: bool = True
    big: bool = False


class Half(msgspec.Struct, frozen=True):
    """One share of the pot and what wins it: a scale, a choice of cards, and a qualifier.

    `scale` names an order of `ranking`: `high`, `ace-to-five`, `deuce-to-seven`. `qualifier` is the highest card a low
    may have (8 for eight-or-better); None means that any hand qualifies.
    """

    scale: str = "high"
    choose: Choose = Choose.ANY
    qualifier: int | None = None


class Game(msgspec.Struct, frozen=True):
    """A variant of poker: its streets, its halves, its deck and its seats."""

    name: str
    title: str
    streets: tuple[Street, ...]
    halves: tuple[Half, ...]
    seats: tuple[int, int]
    deck: str = "standard"
    pass_out: bool = False  # all pass before the draw: the cards are thrown in and the pot stays (PG-81)

    def __post_init__(self) -> None:
        if not self.streets or not self.halves:
            raise Conflict(f"{self.name}: a game needs at least one street and something that wins")
        if all(half.qualifier is not None for half in self.halves):
            raise Conflict(f"{self.name}: one half needs no qualifier, or nobody may win the pot")
        if not 2 <= self.seats[0] <= self.seats[1]:
            raise Conflict(f"{self.name}: seats go from 2 or more up, not from {self.seats[0]} to {self.seats[1]}")
        faces = 0
        for street in self.streets:
            if min(street.down, street.up, street.board, street.draw) < 0:
                raise Conflict(f"{self.name}, {street.name}: no number of cards is negative")
            faces += street.up
            if street.opens in _BY_FACES and not faces:
                raise Conflict(f"{self.name}, {street.name}: {street.opens} opens, and no card lies face up yet")

    @property
    def hole_cards(self) -> int:
        """How many cards a seat ends with."""
        return sum(street.down + street.up for street in self.streets)

    @property
    def is_stud(self) -> bool:
        """Whether cards are dealt face up to the seats."""
        return any(street.up for street in self.streets)

    @property
    def is_draw(self) -> bool:
        """Whether cards may be changed."""
        return any(street.draw for street in self.streets)
