"""What is agreed before a hand at a table with real chips and cards."""

from __future__ import annotations

from typing import Final

import msgspec

from sidepot.hand.setup import Setup
from sidepot.validation import quantities as q

UNKNOWN_CHIPS: Final = 10**15
"""The chips of a seat whose stack is unknown: more than anybody may bet. Its real stack replaces them once it is
entered.
"""


class Seated(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat that is dealt in: its player, and its chips before the hand (-1 if they are unknown)."""

    seat: q.Seat
    player: str
    chips: q.AnyChips = -1


class HandTerms(msgspec.Struct, frozen=True):
    """The seats that are dealt in, clockwise, and the setup of the hand.

    Seat 0 of the setup is the first of `seats`. Seats with unknown stacks have `UNKNOWN_CHIPS` in the setup.
    """

    seats: tuple[Seated, ...]
    setup: Setup
