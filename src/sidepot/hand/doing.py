"""A command, said to a hand for the seat whose turn it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sidepot.hand.commands import (
    Borrow,
    BringIn,
    Buy,
    Call,
    Check,
    ChooseRuns,
    Command,
    Consent,
    Declare,
    Discard,
    Fold,
    Muck,
    OfferMarker,
    RaiseTo,
    Show,
)
from sidepot.hand.refusals import no_command

if TYPE_CHECKING:
    from sidepot.hand.hand import Hand


def do(hand: Hand, command: Command) -> None:
    """Carry a command out for the seat whose turn it is. Raises what the hand raises, and then changes nothing."""
    match command:
        case Fold():
            hand.fold()
        case Check():
            hand.check()
        case Call():
            hand.call()
        case RaiseTo(to=to):
            hand.raise_to(to)
        case BringIn():
            hand.bring_in()
        case Discard(cards=cards):
            hand.discard(cards)
        case Show(called=called):
            hand.show(called=called)
        case ChooseRuns(runs=runs):
            hand.choose_runs(runs)
        case Declare(ways=ways):
            hand.declare(ways)
        case Muck():
            hand.muck()
        case Buy(amount=amount):
            hand.buy(amount)
        case OfferMarker(to=to):
            hand.offer_marker(to or None)
        case Consent(agrees=agrees):
            hand.consent(agrees)
        case Borrow(amount=amount, lender=lender, name=name):
            hand.borrow(amount, name or lender)
        case _:
            raise no_command(command)
