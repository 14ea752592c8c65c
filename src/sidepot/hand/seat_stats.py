"""The statistics of one hand for each seat, from public events only.

Each figure names its events:

- `net`: chips up or down, as in `result`; chips bought or borrowed during the hand do not count.
- `voluntary` (VPIP): a `Called` with chips, or a `RaisedTo`, in the first betting round. Posts and bring-ins are
  forced.
- `raised` (PFR): a `RaisedTo` in the first betting round: a bet, a raise or a completion.
- `walk`: the seat is the only one that neither `Folded` nor was `Killed` when the first betting round ends, and had no
  act in it. Trackers count neither VPIP nor PFR there.
- `bomb`: a bomb pot, in which nobody bets before the flop: nothing of its first betting round is counted, and no c-bet.
- `showdown`: neither `Folded` nor `Killed` at the end of a hand, if this is true of at least two seats.
- `won_there` (W$SD): a share of an `Awarded` pot, at such a showdown.
- `three_bet`: a `RaisedTo` in the first betting round after exactly one other, of another seat; `may_three_bet`: a
  `Folded`, `Called` or `RaisedTo` at such a moment.
- `continued` (c-bet): the last `RaisedTo` of the first betting round was the seat's, and it made the first `RaisedTo`
  of the second, as its first act there; `may_continue`: such a seat acted in the second round before any other seat
  raised.
- `saw` (saw the flop): neither `Folded` nor `Killed` when the first betting round ends, or at the showdown. WTSD is the
  share of these hands that came to a showdown.

The first betting round ends with the first card that is dealt or discarded after somebody has acted. If a hand was
dealt again, only the last deal counts. A seat is in the hand if cards were `Dealt` to it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import msgspec

from sidepot.errors import NotDue
from sidepot.hand import events as e
from sidepot.hand.betting_rounds import BRING_IN, CALL, CHECK, RAISE, BettingRounds, betting_rounds, last_deal
from sidepot.hand.due import DONE
from sidepot.hand.result import nets

if TYPE_CHECKING:
    from sidepot.hand.setup import Setup
    from sidepot.hand.state import HandState


class LinePoint(msgspec.Struct, frozen=True):
    """A point of a running result.

    - `hands`: the number of hands so far
    - `at`: the time when the last of them ended (ms since 1970)
    - `net`, `units`: the total result so far, as an amount and in big blinds (or what `unit` counts in their place)
    """

    hands: int
    at: int
    net: int
    units: float


class SeatFigures(msgspec.Struct, frozen=True, gc=False):
    """What one seat did in one hand, as statistics count it.

    - `net`: its net result in chips
    - `voluntary`, `raised`: it put in chips by choice, and raised, in the first betting round (VPIP, PFR)
    - `showdown`, `won_there`: it was in a showdown, and won a share of a pot there (W$SD)
    - `may_three_bet`, `three_bet`: it acted after exactly one raise by another seat in the first round, and raised then
    - `may_continue`, `continued`: as the last raiser of the first round, it acted in the second round before any raise
      by another seat, and bet then (c-bet)
    - `saw`: it was in the hand when the first betting round ended, or at the showdown
    - `walk`: all other seats folded before it acted
    - `bomb`: the hand was a bomb pot
    """

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
    """The figures of a hand.

    - `pot`: the total of its pots
    - `showdown`: whether there was a showdown
    - `seats`: the figures of each seat; None for a seat that was not dealt in
    """

    pot: int
    showdown: bool
    seats: tuple[SeatFigures | None, ...]


def figures(
    hand: HandState, collected: Mapping[int, int] | None = None, betting: BettingRounds | None = None
) -> HandFigures:
    """The figures of a finished hand. Raises NotDue while the hand is in progress.

    - `collected`: the chips that each seat won, for histories that do not show the cards of a showdown
    - `betting`: the betting rounds of the hand, if the caller already has them
    """
    if hand.due is not DONE and collected is None:
        raise NotDue("the hand is not over, so its figures are not final", code="hand_on")
    betting = betting or betting_rounds(hand)
    awarded = [event for event in last_deal(hand.log) if type(event) is e.Awarded]
    dealt, left, bomb = betting.dealt, betting.dealt - betting.gone, betting.bomb
    won = {seat for event in awarded for seat, chips in event.shares if chips}
    pot = sum([event.amount for event in awarded])
    of_seats = nets(hand) if collected is None else _unpaid(hand, awarded, collected)
    if collected is not None:
        won = {seat for seat, chips in collected.items() if chips}
        pot = sum(collected.values()) - sum(of_seats)
    showdown = len(left) > 1 and pot > 0
    did = _Rounds(betting)
    at_showdown: set[int] = left if showdown else set()
    won_there = at_showdown & won
    saw = dealt if bomb else dealt - betting.gone_first if betting.ended else at_showdown
    walker: set[int] = set() if bomb or betting.ended or len(left) > 1 else left - did.acted
    seats = [
        SeatFigures(  # in the order of its fields, because names are slow
            net,
            seat in did.voluntary,
            seat in did.raised,
            seat in at_showdown,
            seat in won_there,
            seat in did.may_three_bet,
            seat in did.three_bet,
            seat == did.may_continue,
            seat == did.may_continue and did.continued,
            seat in saw,
            seat in walker,
            bomb,
        )
        if seat in dealt
        else None
        for seat, net in enumerate(of_seats)
    ]
    return HandFigures(pot, showdown, tuple(seats))


def _unpaid(hand: HandState, awarded: Sequence[e.Awarded], collected: Mapping[int, int]) -> list[int]:
    """The result of each seat with these winnings, if some pots of the hand are not paid."""
    stacks = zip(hand.stacks, hand.setup.stacks, strict=True)
    found = [end - start + collected.get(seat, 0) for seat, (end, start) in enumerate(stacks)]
    for event in awarded:
        for seat, chips in event.shares:
            found[seat] -= chips
    return found


def decided(hands: int, walks: int) -> int:
    """The number of hands that count for VPIP and PFR: all `hands` except walks and bomb pots.

    `walks` is the number of both together. The player decides nothing before the flop in them.
    """
    return hands - walks


def unit(setup: Setup) -> int:
    """The unit of results, in chips: the big blind or, in games without blinds, the small bet, bring-in or ante."""
    return max(setup.stakes.blinds[:2], default=0) or setup.stakes.min_bet


class _Rounds:
    """The seats' actions in the first two betting rounds."""

    def __init__(self, betting: BettingRounds) -> None:
        self.voluntary: set[int] = set()
        self.raised: set[int] = set()
        self.may_three_bet: set[int] = set()
        self.three_bet: set[int] = set()
        self.acted: set[int] = set()
        self.may_continue = -1
        self.continued = False
        raises, raiser = 0, -1
        for seat, kind, _ in betting.acts(0):
            self.acted.add(seat)
            if raises == 1 and raiser != seat and kind is not CHECK and kind is not BRING_IN:
                self.may_three_bet.add(seat)
                if kind is RAISE:
                    self.three_bet.add(seat)
            if kind is RAISE:
                self.voluntary.add(seat)
                self.raised.add(seat)
                raises, raiser = raises + 1, seat
            elif kind is CALL:
                self.voluntary.add(seat)
        for seat, kind, _ in betting.acts(1) if raises else ():
            if seat == raiser:
                self.may_continue, self.continued = seat, kind is RAISE
            if seat == raiser or kind is RAISE:
                break
