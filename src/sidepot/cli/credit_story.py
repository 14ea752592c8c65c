"""Chips bought and borrowed in a hand at open stakes, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sidepot.cli.table_text import plain, seat_name
from sidepot.hand.terms import Added, Borrowed, Consented, MarkerOffered

if TYPE_CHECKING:
    from sidepot.hand.hand import Hand


def credit_words(hand: Hand, event: Added | MarkerOffered | Consented | Borrowed, you: int) -> str:
    """One of these events, after which the hand stands so, as the seat `you` is told of it."""

    def says(first: str, other: str) -> str:
        return f"{seat_name(event.seat, you)} {first if event.seat == you else other}"

    match event:
        case Added(_, amount):
            return f"{says('buy', 'buys')} {amount} in chips"
        case Borrowed(_, amount, lender, name):
            of = ("you" if lender == you else seat_name(lender)) if lender >= 0 else plain(name)
            return f"{says('borrow', 'borrows')} {amount} of {of}"
        case MarkerOffered(_, to, face):
            what = "call" if to == hand.betting.price else f"bet {to}"
            return f"{says('would', 'would')} {what} with a marker of {face}"
        case Consented(_, agrees):
            return says("accept it", "accepts it") if agrees else says("refuse it", "refuses it")
