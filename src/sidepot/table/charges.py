"""The charge for a seat: so much for each period, in advance, from the stack and outside of any pot. Source: PG-45."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sidepot.errors import Cite, IllegalAction, NotDue
from sidepot.table.events import Charged

if TYPE_CHECKING:
    from sidepot.table.places import Place
    from sidepot.table.state import Columns

IN_ADVANCE: Final = Cite("PG", "45")


def is_owed(table: Columns, place: Place, at: int) -> bool:
    """Whether the time is up that he has paid for."""
    return table.rules.time_charge is not None and place.paid_until <= at


def can_pay(table: Columns, stack: int) -> bool:
    """Whether a stack has the charge, and something left to play with."""
    charge = table.rules.time_charge
    return charge is None or stack > charge.amount


def charge_for(table: Columns, place: Place, stack: int, at: int) -> Charged:
    """One period, from when the last one ended; from now on where he was away longer. Raises NotDue, IllegalAction."""
    charge = table.rules.time_charge
    if charge is None:
        raise NotDue("nothing is charged for a seat at this table", IN_ADVANCE, code="no_charge")
    if not is_owed(table, place, at):
        raise NotDue(
            f"{place.player} has paid for his seat until {place.paid_until}, and it is {at}",
            IN_ADVANCE,
            code="paid_already",
        )
    if not can_pay(table, stack):
        raise IllegalAction(
            f"{place.player} has {stack}, and a seat costs {charge.amount}: he buys chips, or leaves",
            IN_ADVANCE,
            code="too_few_chips",
        )
    lately = place.paid_until and at - place.paid_until < charge.period_ms
    begin = place.paid_until if lately else at
    return Charged(place.player, charge.amount, begin + charge.period_ms)
