"""The actions of a hand so far, read from the log: each with its price and pot, and each draw.

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
    """The kind of an action: a free action, a call, or chips that other players must match."""

    CHECK = 0
    CALL = 1
    RAISE = 2


class Act(NamedTuple):
    """An action in a hand.

    - `price`: its cost relative to the pot before it: the odds of a call, or the size of a bet
    - `raises`: the number of bets and raises before it in its round, without blinds
    - `callers`: the number of callers since the last bet or raise
    - `behind`: the number of players still to act after it
    - `board`: the number of cards on the board
    - `held`: the number of cards in the hand
    - `draws`: the number of draws so far
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
    """All actions of a hand, in order.

    - `draws`: how many cards each seat has changed on each draw
    - `raises`: the number of bets and raises in the current round, without blinds
    - `callers`: the number of callers since the last bet or raise
    """

    acts: list[Act]
    draws: list[tuple[int, ...]]
    round: int
    raises: int
    callers: int
    acted: set[int]


def read_past(log: Iterable[Event], seats: int) -> Past:
    """The actions in the log of a hand. Actions before a misdeal are left out."""
    reading = _Reading(seats)
    for event in log:
        reading.take(event)
    return reading.past()


class _Reading:
    """The log so far: chips, cards and actions."""

    __slots__ = (
        "acted", "acts", "at", "bets", "board", "callers", "draws", "folded", "held", "is_fresh", "pot", "price",
        "raises", "seats",
    )  # fmt: skip

    def __init__(self, seats: int) -> None:
        self.seats = seats
        self.is_fresh = True  # cards came since the last action: the next one begins a round
        self.begin()

    def begin(self) -> None:
        """Reset everything to the state before the first card, as after a misdeal."""
        self.acts: list[Act] = []
        self.draws: list[tuple[int, ...]] = [()] * self.seats
        self.held, self.bets = [0] * self.seats, [0] * self.seats
        self.folded: set[int] = set()
        self.acted: set[int] = set()
        self.at = -1
        self.pot = self.price = self.raises = self.callers = self.board = 0

    def take(self, event: Event) -> None:
        """Read the next event."""
        match event:
            case events.Posted(seat=seat, post=post, amount=amount):
                self.pot += amount
                if post in LIVE_POSTS:
                    self.bets[seat] += amount
                    self.price = max(self.price, self.bets[seat])
            case events.Dealt(seat=seat, cards=cards):
                self.held[seat] += len(cards)
                self.is_fresh = True
            case events.BoardDealt(cards=cards, board=where):
                self.board += len(cards) if not where else 0
                self.is_fresh = True
            case events.Discarded(seat=seat, cards=cards):
                self.draws[seat] += (len(cards),)
                self.held[seat] -= len(cards)
                self.is_fresh = True
            case events.Folded(seat=seat):
                self.folded.add(seat)
            case events.Redealt():
                self.begin()
            case events.Checked() | events.Called() | events.RaisedTo() | events.BroughtIn():
                self._act(event)
            case _:
                pass

    def _act(self, event: events.Checked | events.Called | events.RaisedTo | events.BroughtIn) -> None:
        if self.is_fresh:
            if self.at >= 0:
                self.bets, self.price = [0] * self.seats, 0
            self._open_round()
            self.is_fresh = False
        seat, pot, bet = event.seat, self.pot, self.bets[event.seat]
        if isinstance(event, events.BroughtIn):  # forced: it reveals nothing
            self.price, more = max(self.price, event.amount), event.amount
        elif isinstance(event, events.Called):
            more = event.amount
            self._note(seat, Kind.CALL, more / max(pot + more, 1))
            self.callers += 1
        elif isinstance(event, events.RaisedTo):
            more = event.to - bet
            self._note(seat, Kind.RAISE, (event.to - self.price) / max(pot + self.price - bet, 1))
            self.price, self.raises, self.callers = event.to, self.raises + 1, 0
        else:
            more = 0
            self._note(seat, Kind.CHECK, 0.0)
        self.pot += more
        self.bets[seat] += more

    def _open_round(self) -> None:
        self.at, self.raises, self.callers, self.acted = self.at + 1, 0, 0, set()

    def _note(self, seat: int, kind: Kind, cost: float) -> None:
        self.acted.add(seat)
        behind = max(self.seats - len(self.folded) - len(self.acted), 0)
        held, draws = self.held[seat], len(self.draws[seat])
        self.acts.append(Act(seat, kind, cost, self.at, self.raises, self.callers, behind, self.board, held, draws))

    def past(self) -> Past:
        """Everything up to the next action."""
        if self.is_fresh:
            self._open_round()
        return Past(self.acts, self.draws, self.at, self.raises, self.callers, self.acted)
