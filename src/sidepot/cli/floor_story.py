"""The floor's acts on a hand, in lines of text: rulings, dead hands, re-deals, a new stub."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sidepot.cli.table_text import plain, seat_name
from sidepot.hand.events import Killed, Redealt, Restubbed, Ruled, Voided

if TYPE_CHECKING:
    from sidepot.hand.events import Event


def floor_lines(event: Event, you: int) -> list[str]:
    """The lines of one of the floor's events.

    >>> from sidepot.hand.events import Killed
    >>> floor_lines(Killed(0, 700), -1)
    ['The hand of Seat 1 is dead; 700 that nobody called goes back']
    """
    match event:
        case Ruled(ruling=ruling, by=by):
            who = f"The floor ({plain(by)})" if by else "The floor"
            return [
                f"[bold]{who} rules: {plain(ruling.verdict)}[/]",
                f"[dim]{plain(ruling.because)} {ruling.cites[0]}[/]",
            ]
        case Killed(seat=seat, refund=refund):
            back = f"; {refund} that nobody called goes back" if refund else ""
            return [f"The hand of {seat_name(seat, you)} is dead{back}"]
        case Redealt():
            return ["Misdeal: every chip goes back, and the hand is dealt again"]
        case Voided():
            return ["The hand is called off: every chip goes back"]
        case Restubbed(mixed=mixed):
            what = "The stub, the muck and the burns are" if mixed else "The stub is"
            return [f"{what} shuffled again"]
    return []
