"""Dispatch of commands for the seat whose turn it is."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from sidepot.hand import commands as c
from sidepot.hand.refusals import no_command

if TYPE_CHECKING:
    from sidepot.hand.hand import Hand


def do(hand: Hand, command: c.Command) -> None:
    """Carry out a command for the seat in turn. Raises the hand's refusals, which change nothing."""
    carry_out = _DO.get(type(command))
    if carry_out is None:
        raise no_command(command)
    carry_out(hand, command)


_DO: Final[dict[type, Callable[[Hand, Any], None]]] = {
    c.Fold: lambda hand, _: hand.fold(),
    c.Check: lambda hand, _: hand.check(),
    c.Call: lambda hand, _: hand.call(),
    c.RaiseTo: lambda hand, command: hand.raise_to(command.to),
    c.BringIn: lambda hand, _: hand.bring_in(),
    c.Discard: lambda hand, command: hand.discard(command.cards),
    c.Show: lambda hand, command: hand.show(called=command.called),
    c.ChooseRuns: lambda hand, command: hand.choose_runs(command.runs),
    c.Declare: lambda hand, command: hand.declare(command.ways),
    c.Muck: lambda hand, _: hand.muck(),
    c.Buy: lambda hand, command: hand.buy(command.amount),
    c.OfferMarker: lambda hand, command: hand.offer_marker(command.to or None),
    c.Consent: lambda hand, command: hand.consent(command.agrees),
    c.Borrow: lambda hand, command: hand.borrow(command.amount, command.name or command.lender),
}
