"""The actions of a hand so far, read off the log: each with its price and pot, and each draw.

Nothing here is hidden from anyone at the table. `Past` is the memory of an attentive player in turn.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum
from typing import NamedTuple

from sidepot.hand import events
from sidepot.hand.events import Event
from sidepot.hand.setup import LIVE_POSTS


class Kind(IntEnum):
    """The kind of an action: free, a call, or chips that others must match."""

    CHECK = 0
    CALL = 1
    RAISE = 2


class Act(NamedTuple):
    """One action. `price` is its cost relative to the pot it was made into: the odds of a call, the size of a bet.

    `raises` counts the bets and raises before it in its round, blinds not among them; `behind` the players still to act
    after it. `board`, `held` and `draws` are the cards on the board, in that hand, and how often it had changed cards.
    """

    seat: int
    kind: Kind
    price: float
    round: int
    raises: int
    callers: int
    behind: int
    board: int
    held: int
    draws: int


class Past(NamedTuple):
    """All actions in order, and for each seat how many cards it changed on each draw.

    `raises` and `callers` are those of the round that is on: bets and raises (without blinds), and the callers since.
    """

    acts: list[Act]
    draws: list[tuple[int, ...]]
    round: int
    raises: int
    callers: int
    acted: set[int]


def read_past(log: Iterable[Event], seats: int) -> Past:
    """The actions in the log of a hand, without those before a misdeal."""
    acts: list[Act] = []
    draws: list[tuple[int, ...]] = [()] * seats
    held, bets = [0] * seats, [0] * seats
    folded: set[int] = set()
    acted: set[int] = set()
    at, pot, price, raises, callers, board = -1, 0, 0, 0, 0, 0
    is_fresh = True  # cards came since the last action: the next one begins a round
    for event in log:
        match event:
            case events.Posted(seat=seat, post=post, amount=amount):
                pot += amount
                if post in LIVE_POSTS:
                    bets[seat] += amount
                    price = max(price, bets[seat])
            case events.Dealt(seat=seat, cards=cards):
                held[seat] += len(cards)
                is_fresh = True
            case events.BoardDealt(cards=cards, board=where):
                board += len(cards) if not where else 0
                is_fresh = True
            case events.Discarded(seat=seat, cards=cards):
                draws[seat] += (len(cards),)
                held[seat] -= len(cards)
                is_fresh = True
            case events.Folded(seat=seat):
                folded.add(seat)
            case events.Redealt():
                acts, draws = [], [()] * seats
                held, bets = [0] * seats, [0] * seats
                folded, acted = set(), set()
                at, pot, price, raises, callers, board = -1, 0, 0, 0, 0, 0
            case events.Checked() | events.Called() | events.RaisedTo() | events.BroughtIn():
                if is_fresh:
                    if at >= 0:
                        bets, price = [0] * seats, 0
                    at, raises, callers, is_fresh = at + 1, 0, 0, False
                    acted = set()
                seat = event.seat
                kind, cost, more = Kind.CHECK, 0.0, 0
                if isinstance(event, events.BroughtIn):
                    price, more = max(price, event.amount), event.amount
                elif isinstance(event, events.Called):
                    kind, more = Kind.CALL, event.amount
                    cost = more / max(pot + more, 1)
                elif isinstance(event, events.RaisedTo):
                    kind, more = Kind.RAISE, event.to - bets[seat]
                    cost = (event.to - price) / max(pot + price - bets[seat], 1)
                    price = event.to
                if isinstance(event, events.BroughtIn):
                    pass  # forced: it tells nothing
                else:
                    acted.add(seat)
                    behind = seats - len(folded) - len(acted)
                    acts.append(
                        Act(seat, kind, cost, at, raises, callers, max(behind, 0), board, held[seat], len(draws[seat]))
                    )
                if kind is Kind.RAISE:
                    raises, callers = raises + 1, 0
                elif kind is Kind.CALL:
                    callers += 1
                pot += more
                bets[seat] += more
            case _:
                pass
    if is_fresh:
        at, raises, callers, acted = at + 1, 0, 0, set()
    return Past(acts, draws, at, raises, callers, acted)
