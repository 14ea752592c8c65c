"""An observer's books of chips bought and borrowed at open stakes, kept only from the log.

Each seat's own chips and those it owes are counted separately; its own are bet first.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sidepot.hand.due import Due
from sidepot.hand.events import Event, RaisedTo
from sidepot.hand.terms import Added, Borrowed, Consented, MarkerOffered
from universal.broken import require

if TYPE_CHECKING:
    from sidepot.hand.hand import Hand


def brought(hand: Hand) -> int:
    """The chips that came into a hand since it began: for cash, on markers, and lent by players who sit out."""
    faces = sum([face for _, face in hand.markers])
    return sum(hand.added) + faces + sum([amount for _, amount, lender, _ in hand.loans if lender < 0])


class CreditBooks:
    """The books of open stakes: chips bought and borrowed, the marker on offer, raises on credit, and all-ins."""

    def __init__(self, hand: Hand) -> None:
        terms = hand.setup.open
        seats = hand.plan.seats
        self.threshold = terms.threshold if terms is not None else 0
        self.adding = set() if terms is None else set(range(seats)) - set(terms.restricted)
        self.lenders = () if terms is None else terms.lenders
        self.own = list(hand.setup.stacks)
        self.owed = [0] * seats  # borrowed chips that are not bet yet
        self.added = [0] * seats
        self.markers: list[tuple[int, int]] = []
        self.loans: list[tuple[int, int, int, str]] = []
        self.moved = [0] * seats  # what each stack is larger by than it would be at table stakes
        self.offer: tuple[int, int, int] | None = None
        self.asked: list[int] = []
        self.must: tuple[int, int] | None = None  # the seat and total due once a marker is accepted
        self.forfeited = 0
        self.all_in = 0  # seats that went all-in instead of adding chips

    def take(self, hand: Hand, event: Event, live: int) -> list[tuple[int, int]]:
        """Record an event of open stakes. Returns (seat, chips) pairs: how many chips each seat has more because of it.

        Raises Broken if the books and the hand differ.
        """
        moves: list[tuple[int, int]] = []
        match event:
            case Added(seat, amount):
                require(hand, amount > 0 and seat in self.adding, f"seat {seat} buys {amount} and may not (OS-4)")
                self.added[seat] += amount
                self.own[seat] += amount
                moves = [(seat, amount)]
            case Borrowed(seat, amount, lender, name):
                require(hand, amount > 0 and seat in self.adding, f"seat {seat} borrows {amount}, may not (OS-4)")
                require(hand, (lender < 0) is bool(name), f"a loan of seat {lender} and of {name!r}")
                require(hand, not name or name in self.lenders, f"{name} is not there to lend (OS-8)")
                require(hand, lender < 0 or not live >> lender & 1, f"seat {lender} lends, and is in the pot (OS-8)")
                self.loans.append((seat, amount, lender, name))
                moves = [(seat, amount)] if lender < 0 else [(seat, amount), (lender, -amount)]
                self.owed[seat] += amount
            case MarkerOffered(seat, to, face):
                require(hand, face > 0 and seat in self.adding, f"seat {seat} offers {face} and may not (OS-4)")
                self.offer = (seat, to, face)
                count = hand.plan.seats
                others = [(seat + at) % count for at in range(1, count)]
                self.asked = [other for other in others if live >> other & 1 and face >= self.threshold]
                moves = self._accepted()
            case Consented(seat, agrees):
                require(hand, bool(self.asked) and seat == self.asked[0], f"seat {seat} is not asked (OS-6)")
                self.asked = self.asked[1:] if agrees else []
                moves = self._accepted() if agrees else []
            case _:
                pass
        for seat, chips in moves:
            self.moved[seat] += chips
        return moves

    def _accepted(self) -> list[tuple[int, int]]:
        if self.asked or self.offer is None:
            return []
        seat, to, face = self.offer
        self.offer = None
        self.must = (seat, to)
        self.markers.append((seat, face))
        self.owed[seat] += face
        return [(seat, face)]

    def pay(self, hand: Hand, event: Event, seat: int, to: int, chips: int) -> None:
        """Record that a seat has put chips in and now has `to` in front. Its own chips are bet first.

        Raises Broken if the books do not allow it.
        """
        if self.must is not None:
            require(hand, self.must == (seat, to), f"{self.must} was accepted, seat {seat} bets {to} (OS-6)")
            self.must = None
        if seat not in self.adding:
            return
        own = min(chips, self.own[seat])
        self.own[seat] -= own
        if own < chips and isinstance(event, RaisedTo):
            self.forfeited |= 1 << seat
        self.owed[seat] = max(self.owed[seat] - (chips - own), 0)

    def go_all_in(self, hand: Hand, seat: int) -> None:
        """Record that a seat called for less than the price, or raised for less than it must.

        Raises Broken if the seat had more.
        """
        if seat not in self.adding:
            return
        require(hand, not self.forfeited >> seat & 1, f"seat {seat} raised on credit and goes all-in (OS-10)")
        self.all_in |= 1 << seat

    def give_back(self, seat: int, chips: int) -> None:
        """Record that a seat took chips back. They are its own, as far as it had bet its own."""
        self.own[seat] += chips

    def kill(self, seat: int) -> None:
        """Record that the hand of a seat is dead, so that it bets nothing more for an accepted marker."""
        if self.must is not None and self.must[0] == seat:
            self.must = None

    def may_be_broke(self, seat: int) -> bool:
        """Whether a seat without chips still plays, because it might add some and has not gone all-in."""
        return seat in self.adding and not self.all_in >> seat & 1

    def look(self, hand: Hand) -> None:
        """Compare the hand with the books. Raises Broken if they differ."""
        require(hand, hand.added == self.added, f"{self.added} was bought, the hand has {hand.added}")
        require(hand, hand.markers == tuple(self.markers), f"the markers are {self.markers}, not {hand.markers}")
        require(hand, hand.loans == tuple(self.loans), f"the loans are {self.loans}, not {hand.loans}")
        credit = hand.aside.credit
        require(hand, credit.forfeited == self.forfeited, f"{self.forfeited} raised on credit, not {credit.forfeited}")
        require(hand, (hand.due is Due.CONSENT) is bool(self.asked), f"{self.asked} are asked, {hand.due!r} is due")
        if self.asked:
            require(hand, hand.seat == self.asked[0], f"seat {self.asked[0]} is asked next, not {hand.seat} (OS-6)")

    def undo(self) -> list[int]:
        """Forget everything, because the hand is called off. Returns the chips to give back to each seat."""
        moved, self.moved = self.moved, [0] * len(self.moved)
        self.added = [0] * len(self.moved)
        self.markers, self.loans, self.asked = [], [], []
        self.offer = self.must = None
        self.forfeited = 0
        return moved
