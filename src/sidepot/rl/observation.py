"""A seat's view as numbers from 0 to 1, made only from the redacted events of `hand.view`.

The observing seat comes first, then the next on its left. Amounts are fractions of all chips in play; cards are flags
for 53 cards (deuce of clubs to ace of spades, then the joker).
"""

from __future__ import annotations

from itertools import chain
from typing import Final

from sidepot.hand.due import Due
from sidepot.hand.events import Discarded, RaisedTo, Started
from sidepot.hand.hand import Hand
from sidepot.hand.legal.options import Options
from sidepot.hand.view import redact
from sidepot.rules.rulebook import Declaration

CARDS: Final = 53
DECISIONS: Final = (Due.ACT, Due.BRING_IN, Due.DRAW, Due.RUN, Due.DECLARE)
MOST_RAISES: Final = 4  # of a seat on a street: more count as this many

Numbers = list[float]


class Eyes:
    """What one seat sees: the view of a hand, kept up to date from the log, and the memory of earlier events."""

    def __init__(self, hand: Hand, seat: int) -> None:
        self.hand = hand
        self.seat = seat
        self.view = Hand(hand.setup)
        self.read = 0
        streets, seats = len(hand.plan.streets), hand.plan.seats
        self.raises = [[0] * seats for _ in range(streets)]
        self.drawn = [[0] * seats for _ in range(streets)]
        self.thrown: tuple[int, ...] = ()

    def look(self) -> Hand:
        """The hand as the seat sees it now."""
        log, view = self.hand.log, self.view
        for event in log[self.read :]:
            shown = redact(event, self.seat)
            if isinstance(shown, RaisedTo):
                self.raises[max(view.street, 0)][shown.seat] += 1
            elif isinstance(shown, Discarded):
                self.drawn[view.street][shown.seat] += len(shown.cards)
                if shown.seat == self.seat:
                    self.thrown += shown.cards
            if not isinstance(shown, Started):
                view.apply(shown)
        self.read = len(log)
        return view

    def sections(self, may: Options) -> dict[str, Numbers]:
        """Everything that the seat can know, in sections by name.

        Names and lengths are the same in all hands of a setup.
        """
        view = self.look()
        plan, betting, setup = view.plan, view.betting, view.setup
        seats = [(self.seat + at) % plan.seats for at in range(plan.seats)]
        chips = sum(setup.stacks) + setup.carried
        streets = len(plan.streets)
        is_mine = may.seat == self.seat
        bounds = (view.to_call, may.raise_min, may.raise_max) if is_mine else (0, 0, 0)
        found: dict[str, Numbers] = {"hole": _flags(view.hole[self.seat])}
        if plan.is_stud:
            found["faces"] = _joined([_flags(view.upcards(seat)) for seat in seats])
        if setup.game.board_cards:
            boards = plan.boards * (setup.rulebook.run_it if any(plan.run_cost) else 1)
            turned = [*view.boards, *[()] * boards][:boards]
            found["boards"] = _joined([_flags(board) for board in turned])
        if any(plan.changes):
            found["thrown"] = _flags(self.thrown)
            changes = [at for at, changes in enumerate(plan.changes) if changes]
            most = max(plan.held)
            found["drawn"] = [min(self.drawn[at][seat] / most, 1.0) for at in changes for seat in seats]
        found["stacks"] = [view.stacks[seat] / chips for seat in seats]
        found["bets"] = [view.bets[seat] / chips for seat in seats]
        found["put"] = [view.put[seat] / chips for seat in seats]
        found["live"] = [float(view.live >> seat & 1) for seat in seats]
        found["able"] = [float(view.able >> seat & 1) for seat in seats]
        found["button"] = [float(seat == setup.button) for seat in seats]
        found["aggressor"] = [float(seat == betting.aggressor) for seat in seats]
        found["raises"] = [min(self.raises[at][seat] / MOST_RAISES, 1.0) for at in range(streets) for seat in seats]
        found["amounts"] = [amount / chips for amount in (betting.pot(), betting.price, *bounds)]
        found["street"] = [float(view.street == at) for at in range(streets + 1)]
        found["decision"] = [float(is_mine and may.due is due) for due in DECISIONS]
        if plan.declares and setup.rulebook.declaration is Declaration.IN_TURN:
            ways = [max(view.aside.ways_of(seat), 0) for seat in seats]
            found["declared"] = [float(way >> half & 1) for way in ways for half in range(2)]
        return found


def layout(sections: dict[str, Numbers]) -> dict[str, slice]:
    """The slice of each section in the observation."""
    found, at = {}, 0
    for name, numbers in sections.items():
        found[name] = slice(at, at + len(numbers))
        at += len(numbers)
    return found


def _flags(cards: tuple[int, ...]) -> Numbers:
    """A flag for each card that is known."""
    flags = [0.0] * CARDS
    for card in cards:
        if card < CARDS:
            flags[card] = 1.0
    return flags


def _joined(parts: list[Numbers]) -> Numbers:
    return list(chain.from_iterable(parts))
