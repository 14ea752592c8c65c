"""Cases of blinds that were dodged: a player was sent to a seat, and came late."""

from __future__ import annotations

import msgspec

from sidepot.cases.bounds import Seats
from sidepot.cases.expected import OrdersExpected, Problems, compare, compare_orders
from sidepot.errors import BadNotation, Cite
from sidepot.rules.rulebook import Rulebook
from sidepot.table.button import Marks
from sidepot.tournament.dodging import dodging, hurry
from sidepot.tournament.moves import Move

NONE = "none"


class DodgingExpected(OrdersExpected, frozen=True, forbid_unknown_fields=True):
    """How many blinds went by; whether it `will` be punished or may be; whether the house takes the blinds."""

    big: int | None = None
    small: int | None = None
    will: bool | None = None
    taken: bool | None = None
    warns: str | None = None


class DodgingCase(msgspec.Struct, frozen=True, tag="dodging", tag_field="kind"):
    """A player was sent to a seat, and came late: `hands` are button, small and big blind there.

    The first is the last hand before the move. `within` so many hands the big blind was to come there.
    """

    seats: Seats
    seat: Seats
    hands: list[list[int]]
    expect: DodgingExpected
    within: int = 0
    broken: bool = True


def marks_of(body: DodgingCase) -> list[Marks]:
    """Button and blinds of each hand. Raises BadNotation for seats that the table does not have."""
    if not all(len(hand) == 3 and all(1 <= seat <= body.seats for seat in hand) for hand in body.hands):
        raise BadNotation(f"each of `hands` has three seats of {body.seats}: button, small blind, big blind")
    return [Marks(*[seat - 1 for seat in hand]) for hand in body.hands]


def run_dodging(body: DodgingCase, rulebook: Rulebook) -> Problems:
    """Compare what the floor says of the player who came late with what the case expects."""
    expect = body.expect
    problems: Problems = []
    move = Move("Ann", 1, 0, 2, body.seat - 1, Cite("TDA-2013", "9"), "", body.within)
    seen = dodging(move, marks_of(body), body.seats, rulebook, broken=body.broken)
    compare(
        problems,
        expect,
        big=seen.big if seen else 0,
        small=seen.small if seen else 0,
        will=seen is not None and seen.will,
        taken=seen is not None and seen.taken,
        warns=hurry(move, len(body.hands) - 1) or NONE,
    )
    compare_orders(problems, expect, [] if seen is None else [seen])
    return problems
