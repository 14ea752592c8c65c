"""The statistics of one hand for each seat, from public events only.

Each figure names its events:

- `net`: chips up or down, as in `result`; chips bought or borrowed during the hand do not count.
- `voluntary` (VPIP): a `Called` with chips, or a `RaisedTo`, in the first betting round. Posts, bring-ins are forced.
- `raised` (PFR): a `RaisedTo` in the first betting round: a bet, a raise or a completion.
- `walk`: the seat is the only one that neither `Folded` nor was `Killed` when the first betting round ends, and had no
  act in it. Trackers count no VPIP and no PFR there.
- `bomb`: a bomb pot, in which nobody bets before the flop: it has no figure of the first betting round, nor a c-bet.
- `showdown`: neither `Folded` nor `Killed`, in a hand at the end of which that is true of two seats at least.
- `won_there` (W$SD): a share of an `Awarded` pot, at such a showdown.
- `three_bet`: a `RaisedTo` in the first betting round after exactly one other, of another seat; `may_three_bet`:
  a `Folded`, `Called` or `RaisedTo` at such a moment.
- `continued` (c-bet): the last `RaisedTo` of the first betting round was the seat's, and its first act in the second is
  a `RaisedTo` before any other; `may_continue`: that first act comes, and no `RaisedTo` was before it.
- `saw` (saw the flop): neither `Folded` nor `Killed` when the first betting round ends, or at the showdown. The part of
  these that came to a showdown is WTSD.

The first betting round ends with the first card that is dealt or discarded after somebody has acted. Of a hand that was
dealt again only the last deal counts. A seat is in the hand if cards were `Dealt` to it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

import msgspec

from sidepot.errors import NotDue
from sidepot.games.model import Opens
from sidepot.hand import events as e
from sidepot.hand.due import DONE
from sidepot.hand.result import nets

if TYPE_CHECKING:
    from sidepot.hand.setup import Setup
    from sidepot.hand.state import HandState

_ACTS: Final = (e.Folded, e.Checked, e.Called, e.RaisedTo, e.BroughtIn)
_NEXT: Final = (e.Dealt, e.BoardDealt, e.Discarded, e.Burned)


class LinePoint(msgspec.Struct, frozen=True):
    """A point of a running result: the number of hands, the time, and the total result in chips and in units."""

    hands: int
    at: int
    net: int
    units: float


class SeatFigures(msgspec.Struct, frozen=True, gc=False):
    """What one seat did in one hand, as statistics count it: net result, VPIP, raises, three-bets, showdown."""

    net: int
    voluntary: bool = False
    raised: bool = False
    showdown: bool = False
    won_there: bool = False
    may_three_bet: bool = False
    three_bet: bool = False
    may_continue: bool = False
    continued: bool = False
    saw: bool = False
    walk: bool = False
    bomb: bool = False


class HandFigures(msgspec.Struct, frozen=True):
    """The figures of a hand: the total of its pots, whether there was a showdown, and the figures of each seat.

    The figures are None for a seat that was not dealt in.
    """

    pot: int
    showdown: bool
    seats: tuple[SeatFigures | None, ...]


def figures(hand: HandState, collected: Mapping[int, int] | None = None) -> HandFigures:
    """The figures of a finished hand. Raises NotDue while the hand is in progress.

    `collected` holds the chips that each seat won, for histories that do not show the cards of a showdown.
    """
    if hand.due is not DONE and collected is None:
        raise NotDue("the hand is not over, so its figures are not final", code="hand_on")
    log = _last_deal(hand.log)
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
    pot = sum([event.amount for event in awarded])
    of_seats = nets(hand) if collected is None else _unpaid(hand, awarded, collected)
    if collected is not None:
        won = {seat for seat, chips in collected.items() if chips}
        pot = sum(collected.values()) - sum(of_seats)
    showdown = len(left) > 1 and pot > 0
    bomb = hand.setup.game.streets[0].opens is Opens.NOBODY
    did = _Rounds(() if bomb else log)
    seats = [
        SeatFigures(
            net,
            voluntary=seat in did.voluntary,
            raised=seat in did.raised,
            showdown=showdown and seat in left,
            won_there=showdown and seat in left and seat in won,
            may_three_bet=seat in did.may_three_bet,
            three_bet=seat in did.three_bet,
            may_continue=seat == did.may_continue,
            continued=seat == did.may_continue and did.continued,
            saw=showdown and seat in left or did.ended and seat not in did.gone or bomb,
            walk=not bomb and left == {seat} and not did.ended and seat not in did.acted,
            bomb=bomb,
        )
        if seat in dealt
        else None
        for seat, net in enumerate(of_seats)
    ]
    return HandFigures(pot, showdown, tuple(seats))


def _unpaid(hand: HandState, awarded: Sequence[e.Awarded], collected: Mapping[int, int]) -> list[int]:
    """The result of each seat with these winnings, if not all pots of the hand are paid."""
    stacks = zip(hand.stacks, hand.setup.stacks, strict=True)
    found = [end - start + collected.get(seat, 0) for seat, (end, start) in enumerate(stacks)]
    for event in awarded:
        for seat, chips in event.shares:
            found[seat] -= chips
    return found


def decided(hands: int, walks: int) -> int:
    """The number of hands that count for VPIP and PFR.

    Walks and bomb pots do not count, because nothing is decided before the flop.
    """
    return hands - walks


def unit(setup: Setup) -> int:
    """The unit of results, in chips: the big blind or, in games without blinds, the small bet, bring-in or ante."""
    return max(setup.stakes.blinds[:2], default=0) or setup.stakes.min_bet


def _last_deal(log: Sequence[e.Event]) -> Sequence[e.Event]:
    kinds = [*map(type, log)]
    return log[len(kinds) - kinds[::-1].index(e.Redealt) if e.Redealt in kinds else 1 :]


class _Rounds:
    """The seats' actions in the first two betting rounds. The seats in `gone` were out when the first one `ended`."""

    def __init__(self, log: Sequence[e.Event]) -> None:
        self.voluntary: set[int] = set()
        self.raised: set[int] = set()
        self.may_three_bet: set[int] = set()
        self.three_bet: set[int] = set()
        self.gone: set[int] = set()
        self.acted: set[int] = set()  # in the first round
        self.ended = False
        self.may_continue = -1
        self.continued = False
        self._raisers: list[int] = []
        acted = False
        for event in log:
            if isinstance(event, _ACTS):
                acted = True
                if not self.ended:
                    self._first(event)
                elif self._second(event):
                    return
            elif isinstance(event, e.Killed) and not self.ended:
                self.gone.add(event.seat)
            elif acted and isinstance(event, _NEXT):
                if self.ended or not self._raisers:
                    self.ended = True
                    return
                self.ended = True
                acted = False

    def _first(self, event: e.Folded | e.Checked | e.Called | e.RaisedTo | e.BroughtIn) -> None:
        seat, raisers = event.seat, self._raisers
        self.acted.add(seat)
        if len(raisers) == 1 and raisers[0] != seat and not isinstance(event, (e.Checked, e.BroughtIn)):
            self.may_three_bet.add(seat)
            if isinstance(event, e.RaisedTo):
                self.three_bet.add(seat)
        if isinstance(event, e.Folded):
            self.gone.add(seat)
        elif isinstance(event, e.RaisedTo):
            self.voluntary.add(seat)
            self.raised.add(seat)
            raisers.append(seat)
        elif isinstance(event, e.Called) and event.amount:
            self.voluntary.add(seat)

    def _second(self, event: e.Folded | e.Checked | e.Called | e.RaisedTo | e.BroughtIn) -> bool:
        """Whether the continuation bet is decided: the last raiser has acted, or another seat has bet before."""
        if event.seat == self._raisers[-1]:
            self.may_continue = event.seat
            self.continued = isinstance(event, e.RaisedTo)
            return True
        return isinstance(event, e.RaisedTo)
