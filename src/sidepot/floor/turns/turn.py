"""Action out of turn in a live hand: `held` rules at once, `when_turn_comes` after the skipped players acted."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from sidepot.errors import NotDue
from sidepot.floor.spot import Spot, spot_of
from sidepot.floor.turns.deeds import Deed
from sidepot.floor.turns.out_of_turn import read_did, rule_by_spots
from sidepot.rules.ruling import Ruling

if TYPE_CHECKING:
    from sidepot.hand.hand import Hand


class Held(msgspec.Struct, frozen=True):
    """An act of a seat out of turn in a live hand: its spot and street then, and the ruling."""

    seat: int
    said: Deed
    then: Spot
    street: int
    ruling: Ruling


def held(hand: Hand, seat: int, did: str) -> Held:
    """Rule on an act out of turn, before the skipped players have acted.

    Raises NotDue for the seat to act and for one that has nothing more to do, and BadNotation.
    """
    if not 0 <= seat < hand.plan.seats or not hand.able >> seat & 1:
        raise NotDue(f"seat {seat + 1} has nothing more to do in this round")
    spot = spot_of(hand, seat)
    if seat == hand.seat:
        raise NotDue(f"it is the turn of seat {seat + 1}")
    said, spot = read_did(did, spot)
    rulebook = hand.setup.rulebook
    ruling = rule_by_spots(said, spot, spot, rulebook, is_known=False)
    return Held(seat, said, spot, hand.street, msgspec.structs.replace(ruling, house=rulebook.name))


def when_turn_comes(before: Held, hand: Hand) -> Ruling:
    """Rule again when the turn has come to the seat. Raises NotDue until then."""
    if before.said.verb == "fold":
        raise NotDue(f"seat {before.seat + 1} has folded")
    now = spot_of(hand)
    if hand.seat != before.seat or hand.street != before.street:
        raise NotDue(f"it is not the turn of seat {before.seat + 1} in that round")
    rulebook = hand.setup.rulebook
    ruling = rule_by_spots(before.said, before.then, now, rulebook, is_known=True)
    return msgspec.structs.replace(ruling, house=rulebook.name)
