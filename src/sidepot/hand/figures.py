"""The figures of one hand that players keep of themselves, for each seat: told from the events that all could see.

Each is one line, and names its events:

- `net`: chips up or down, as in `result`; chips bought or borrowed during the hand do not count.
- `voluntary` (VPIP): a `Called` with chips, or a `RaisedTo`, in the first betting round. Posts, bring-ins are forced.
- `raised` (PFR): a `RaisedTo` in the first betting round: a bet, a raise or a completion.
- `showdown`: neither `Folded` nor `Killed`, in a hand at the end of which that is true of two seats at least.
- `won_there`: a share of an `Awarded` pot, at such a showdown.

The first betting round ends with the first card that is dealt or discarded after somebody has acted. Of a hand that was
dealt again only the last deal counts. A seat is in the hand if cards were `Dealt` to it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import msgspec

from sidepot.errors import NotDue
from sidepot.hand import events as e
from sidepot.hand.due import DONE
from sidepot.hand.result import nets

if TYPE_CHECKING:
    from sidepot.hand.setup import Setup
    from sidepot.hand.state import HandState

_ACTS: Final = (e.Folded, e.Checked, e.Called, e.RaisedTo, e.BroughtIn)
_NEXT: Final = (e.Dealt, e.BoardDealt, e.Discarded, e.Burned)


class LinePoint(msgspec.Struct, frozen=True):
    """A point of the line: after so many hands, at that time, so many chips and units up or down in all."""

    hands: int
    at: int
    net: int
    units: float


class SeatFigures(msgspec.Struct, frozen=True, gc=False):
    """What one seat did in one hand."""

    net: int
    voluntary: bool = False
    raised: bool = False
    showdown: bool = False
    won_there: bool = False


class HandFigures(msgspec.Struct, frozen=True):
    """A hand in figures: its pots in all, whether there was a showdown, and each seat (None: it was dealt no card)."""

    pot: int
    showdown: bool
    seats: tuple[SeatFigures | None, ...]


def figures(hand: HandState) -> HandFigures:
    """The figures of a hand that is over. Raises NotDue while it is on."""
    if hand.due is not DONE:
        raise NotDue("the hand is not over: its figures are known when it is", code="hand_on")
    log = _last_deal(hand.log)
    voluntary, raised = _first_round(log)
    dealt: set[int] = set()
    gone: set[int] = set()
    awarded: list[e.Awarded] = []
    for event in log:
        if isinstance(event, e.Dealt):
            dealt.add(event.seat)
        elif isinstance(event, (e.Folded, e.Killed)):
            gone.add(event.seat)
        elif isinstance(event, e.Awarded):
            awarded.append(event)
    left = dealt - gone
    won = {seat for event in awarded for seat, chips in event.shares if chips}
    showdown = len(left) > 1 and bool(awarded)
    seats = [
        SeatFigures(
            net, seat in voluntary, seat in raised, showdown and seat in left, showdown and seat in left and seat in won
        )
        if seat in dealt
        else None
        for seat, net in enumerate(nets(hand))
    ]
    return HandFigures(sum([event.amount for event in awarded]), showdown, tuple(seats))


def unit(setup: Setup) -> int:
    """The chips that results are counted in: the big blind; without blinds the small bet, else the bring-in or ante."""
    return max(setup.stakes.blinds[:2], default=0) or setup.stakes.min_bet


def _last_deal(log: Sequence[e.Event]) -> Sequence[e.Event]:
    kinds = [*map(type, log)]
    return log[len(kinds) - kinds[::-1].index(e.Redealt) if e.Redealt in kinds else 1 :]


def _first_round(log: Sequence[e.Event]) -> tuple[set[int], set[int]]:
    """The seats that put chips in of their own accord in the first betting round, and those that raised in it."""
    voluntary: set[int] = set()
    raised: set[int] = set()
    acted = False
    for event in log:
        if isinstance(event, _ACTS):
            acted = True
            if isinstance(event, e.RaisedTo):
                voluntary.add(event.seat)
                raised.add(event.seat)
            elif isinstance(event, e.Called) and event.amount:
                voluntary.add(event.seat)
        elif acted and isinstance(event, _NEXT):
            break
    return voluntary, raised
