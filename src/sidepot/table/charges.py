"""The charge for a seat: a fixed amount per period, in advance, from the stack and not from a pot. Source: PG-45."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sidepot.errors import IllegalAction, NotDue
from sidepot.rules.clauses import refuse, say
from sidepot.table.events import Charged
from sidepot.table.table_rules import IN_ADVANCE

if TYPE_CHECKING:
    from sidepot.table.places import Place
    from sidepot.table.state import TableState


def is_owed(table: TableState, place: Place, at: int) -> bool:
    """Whether the time that the player has paid for is over."""
    return table.rules.time_charge is not None and place.paid_until <= at


def can_pay(table: TableState, stack: int) -> bool:
    """Whether a stack can pay the time charge and still play."""
    charge = table.rules.time_charge
    return charge is None or stack > charge.amount


def charge_for(table: TableState, place: Place, stack: int, at: int) -> Charged:
    """The time charge for one period, from the end of the last period or, after a longer absence, from now on.

    Raises NotDue if the charge is not due, and IllegalAction if the stack is too small.
    """
    charge = table.rules.time_charge
    if charge is None:
        raise NotDue("this table charges nothing for a seat", IN_ADVANCE, code="no_charge")
    if not is_owed(table, place, at):
        raise NotDue(
            f"{place.player} has already paid for the seat until {place.paid_until}; it is {at} now",
            IN_ADVANCE,
            code="paid_already",
        )
    if not can_pay(table, stack):
        raise refuse(
            IllegalAction,
            say(
                "{player} has {stack} chips, but a seat costs {price}; buy chips, or leave",
                place.player,
                stack,
                charge.amount,
            ),
            IN_ADVANCE,
            code="too_few_chips",
        )
    lately = place.paid_until and at - place.paid_until < charge.period_ms
    begin = place.paid_until if lately else at
    return Charged(place.player, charge.amount, begin + charge.period_ms)


def charge(table: TableState, place: Place, at: int) -> Charged:
    """The charge for a seat, taken between hands.

    Raises NotDue during the player's hand, and the errors of `charge_for`.
    """
    if table.is_in_hand(place.player):
        raise NotDue(
            f"{place.player} is still in a hand; pay for the seat when the hand is over", IN_ADVANCE, code="in_hand"
        )
    return charge_for(table, place, place.stack, at)
