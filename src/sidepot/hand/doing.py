"""A command, said to a hand for the seat whose turn it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sidepot.hand import commands as c
from sidepot.hand.refusals import no_command

if TYPE_CHECKING:
    from sidepot.hand.hand import Hand


def do(hand: Hand, command: c.Command) -> None:
    """Carry a command out for the seat whose turn it is. Raises what the hand raises, and then changes nothing."""
    match command:
        case c.Fold():
            hand.fold()
        case c.Check():
            hand.check()
        case c.Call():
            hand.call()
        case c.RaiseTo(to=to):
            hand.raise_to(to)
        case c.BringIn():
            hand.bring_in()
        case c.Discard(cards=cards):
            hand.discard(cards)
        case c.Show(called=called):
            hand.show(called=called)
        case c.ChooseRuns(runs=runs):
            hand.choose_runs(runs)
        case c.Declare(ways=ways):
            hand.declare(ways)
        case c.Muck():
            hand.muck()
        case c.Buy(amount=amount):
            hand.buy(amount)
        case c.OfferMarker(to=to):
            hand.offer_marker(to or None)
        case c.Consent(agrees=agrees):
            hand.consent(agrees)
        case c.Borrow(amount=amount, lender=lender, name=name):
            hand.borrow(amount, name or lender)
        case _:
            raise no_command(command)
