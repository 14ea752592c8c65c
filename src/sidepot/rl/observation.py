"""What a seat can know of a hand, as numbers from 0 to 1. Nothing else of the hand is read.

The observing seat comes first, then the next on its left. Amounts are fractions of all chips in play; cards are flags
for 53 cards (deuce of clubs to ace of spades, then the joker).
"""

# compiled: docs/how-to/measure-speed.md

from __future__ import annotations

from array import array
from functools import lru_cache
from typing import Final, TypeVar

from sidepot.hand.commands import Command
from sidepot.hand.due import Due
from sidepot.hand.events import Discarded, Event, RaisedTo
from sidepot.hand.hand import Hand
from sidepot.hand.legal.options import Options
from sidepot.hand.rebuilding import Reduced, reduced
from sidepot.rules.rulebook import Declaration

CARDS: Final = 53
DECISIONS: Final = (Due.ACT, Due.BRING_IN, Due.DRAW, Due.RUN, Due.DECLARE)
T = TypeVar("T")

A_RAISE: Final = 0.25  # each raise of a seat on a street, up to 1

_NO_DECISION: Final = [0.0] * len(DECISIONS)
_DECISION: Final = {due: [float(due is other) for other in DECISIONS] for due in DECISIONS}


class Observer:
    """Writes observations of one hand, and remembers what its state does not keep: who raised and drew, and when.

    - `sections`: the slice of each part of an observation; the same for all hands of one setup
    """

    __slots__ = (
        "_blank",
        "_boards",
        "_changes",
        "_chips",
        "_declares",
        "drawn",
        "hand",
        "raises",
        "sections",
        "thrown",
    )

    def __init__(self, hand: Hand) -> None:
        setup, plan = hand.setup, hand.plan
        self._boards = 0
        if setup.game.board_cards:
            self._boards = plan.boards * (setup.rulebook.run_it if any(plan.run_cost) else 1)
        self._changes = [at for at, changes in enumerate(plan.changes) if changes]
        self._declares = plan.declares and setup.rulebook.declaration is Declaration.IN_TURN
        self.begin(hand)
        self.sections: dict[str, slice] = self._layout()
        self._blank = array("f", bytes(4 * next(reversed(self.sections.values())).stop))

    def __reduce__(self) -> Reduced:
        return reduced(self, (self.hand,), {"raises": self.raises, "drawn": self.drawn, "thrown": self.thrown})

    def begin(self, hand: Hand) -> None:
        """Observe another hand of this game from its beginning."""
        setup, seats, streets = hand.setup, hand.plan.seats, len(hand.plan.streets)
        self.hand = hand
        self._chips = sum(setup.stacks) + setup.carried
        self.raises = [[0.0] * seats for _ in range(streets)]
        self.drawn = [[0.0] * seats for _ in range(streets)]
        self.thrown: list[tuple[int, ...]] = [()] * seats

    def do(self, command: Command) -> None:
        """Carry out a command of the seat in turn, and remember it."""
        hand = self.hand
        street, at = hand.street, len(hand.log)
        hand.do(command)
        self.note(hand.log[at], street)

    def note(self, event: Event, street: int) -> None:
        """Remember what happened on a street."""
        if type(event) is RaisedTo:
            row = self.raises[max(street, 0)]
            row[event.seat] = min(row[event.seat] + A_RAISE, 1.0)
        elif type(event) is Discarded:
            row = self.drawn[street]
            row[event.seat] += len(event.cards) / max(self.hand.plan.held)
            self.thrown[event.seat] += event.cards

    def numbers(self, seat: int, may: Options) -> array[float]:
        """Everything that the seat can know, as 32-bit floats. `may` are the options of the seat in turn."""
        hand = self.hand
        plan, betting, chips = hand.plan, hand.betting, self._chips
        found = self._blank[:]
        _flag(found, 0, hand.hole[seat])
        at = CARDS
        if plan.is_stud:
            for other in _from(seat, [*range(plan.seats)]):
                _flag(found, at, hand.upcards(other))
                at += CARDS
        if self._boards:
            for number, board in enumerate(hand.boards[: self._boards]):
                _flag(found, at + number * CARDS, board)
            at += self._boards * CARDS
        rest: list[float] = []
        if self._changes:
            _flag(found, at, self.thrown[seat])
            at += CARDS
            for street in self._changes:
                rest += _from(seat, self.drawn[street])
        amounts = _from(seat, hand.stacks) + _from(seat, hand.bets) + _from(seat, hand.put)
        rest += [amount / chips for amount in amounts]
        aggressor = 1 << betting.aggressor if betting.aggressor >= 0 else 0
        for seats in (betting.live, betting.able, 1 << hand.setup.button, aggressor):
            rest += _from(seat, _bits(seats, plan.seats))
        for raised in self.raises:
            rest += _from(seat, raised)
        rest += (betting.pot() / chips, betting.price / chips)
        if may.seat == seat:
            rest += (hand.to_call / chips, may.raise_min / chips, may.raise_max / chips)
            decision = _DECISION[may.due]
        else:
            rest += (0.0, 0.0, 0.0)
            decision = _NO_DECISION
        streets = [0.0] * (len(plan.streets) + 1)
        if hand.street >= 0:
            streets[hand.street] = 1.0
        rest += streets
        rest += decision
        if self._declares:
            for other in _from(seat, [*range(plan.seats)]):
                way = max(hand.aside.ways_of(other), 0)
                rest += (float(way & 1), float(way >> 1 & 1))
        found[at:] = array("f", rest)
        return found

    def _layout(self) -> dict[str, slice]:
        """The slice of each section."""
        plan = self.hand.plan
        seats, streets = plan.seats, len(plan.streets)
        sizes = {"hole": CARDS}
        if plan.is_stud:
            sizes["faces"] = CARDS * seats
        if self._boards:
            sizes["boards"] = CARDS * self._boards
        if self._changes:
            sizes["thrown"] = CARDS
            sizes["drawn"] = len(self._changes) * seats
        sizes |= dict.fromkeys(("stacks", "bets", "put", "live", "able", "button", "aggressor"), seats)
        sizes |= {"raises": streets * seats, "amounts": 5, "street": streets + 1, "decision": len(DECISIONS)}
        if self._declares:
            sizes["declared"] = 2 * seats
        found, at = {}, 0
        for name, size in sizes.items():
            found[name] = slice(at, at + size)
            at += size
        return found


def _from(seat: int, row: list[T]) -> list[T]:
    """A row of all seats, from one seat on, clockwise."""
    return row[seat:] + row[:seat]


@lru_cache(1024)
def _bits(mask: int, seats: int) -> list[float]:
    """A flag for each seat."""
    return [float(mask >> seat & 1) for seat in range(seats)]


def _flag(found: array[float], at: int, cards: tuple[int, ...]) -> None:
    """Set the flag of each card that is known."""
    for card in cards:
        if card < CARDS:
            found[at + card] = 1.0
