"""The shuffle and the place that each card of a hand came from: worked out from the events, card by card."""

from __future__ import annotations

from typing import NamedTuple

from sidepot.errors import BadNotation
from sidepot.hand.events import (
    BoardDealt,
    Burned,
    Dealt,
    Event,
    Redealt,
    Reshuffled,
    Restubbed,
    Started,
)
from sidepot.hand.hand import Hand
from sidepot.hand.streets import clockwise
from sidepot.room.fairness.commit import HASH, unhex
from sidepot.room.fairness.items import Cut, Heading, Item, Shuffled
from sidepot.room.fairness.shuffle import virtual_cut

DEALER = -1  # whom burns and boards belong to
NEW_ORDER = (Reshuffled, Restubbed, Redealt)


class Place(NamedTuple):
    """A place in a shuffle of the hand, counted from the top as it lay before the cut."""

    deck: int
    at: int


class Drawn(NamedTuple):
    """A card that left the stub: from where, which (where that is known here), and for which seat."""

    place: Place
    card: int
    seat: int


class Walk:
    """Goes through the items of a hand, whole or as one seat sees it, and finds where each card was drawn.

    `deck` is the shuffle in use, `drawn` how many cards have left it, `hand` the hand so far. Raises BadNotation for an
    order of things that cannot be: a card before its commitment, a cut after a card.
    """

    __slots__ = ("_round", "cuts", "deck", "drawn", "hand", "roots", "sizes")

    def __init__(self) -> None:
        self.hand: Hand | None = None
        self.deck = 0
        self.drawn = 0
        self.sizes: list[int] = []
        self.roots: list[bytes] = []
        self.cuts: list[int] = []
        self._round: dict[int, range] = {}

    def take(self, item: Item) -> list[Drawn]:
        """The next item's draw from the stub."""
        match item:
            case Heading():
                return []
            case Shuffled():
                self._shuffled(item)
                return []
            case Cut():
                self._cut(item)
                return []
            case Started(setup):
                if self.hand is not None:
                    raise BadNotation("a hand starts once")
                self.hand = Hand(setup)
                return []
        if self.hand is None:
            raise BadNotation("a hand begins with its setup")
        drawn = self._drawn(self.hand, item)
        self.hand.apply(item)
        if isinstance(item, NEW_ORDER):
            self._round = {}
            self.drawn = 0
            self.deck += 1
            self._check_size(self.hand)
        return drawn

    def _shuffled(self, item: Shuffled) -> None:
        if item.deck != len(self.sizes) or item.deck > self.deck + 1:
            raise BadNotation(f"shuffle {item.deck} comes out of order, after {len(self.sizes)} others")
        self.sizes.append(item.cards)
        self.roots.append(unhex(item.root, HASH))
        self.cuts.append(0)

    def _cut(self, item: Cut) -> None:
        last = len(self.sizes) - 1
        if item.deck != last or last < self.deck or last == self.deck and self.drawn:
            raise BadNotation("a pack is cut after it was shuffled, and before a card of it is dealt")
        if self.cuts[last]:
            raise BadNotation("a pack is cut once")
        at = virtual_cut(self.roots[last], item.text, self.sizes[last])
        if at != item.at:
            raise BadNotation(f"the text of {item.by} cuts at {at}, not at {item.at}")
        self.cuts[last] = at

    def _drawn(self, hand: Hand, event: Event) -> list[Drawn]:
        match event:
            case Burned(card):
                return [Drawn(self._next(hand), card, DEALER)]
            case BoardDealt(cards):
                return [Drawn(self._next(hand), card, DEALER) for card in cards]
            case Dealt(seat, cards):
                return [Drawn(place, card, seat) for place, card in zip(self._places(hand, event), cards, strict=True)]
        return []

    def _places(self, hand: Hand, event: Dealt) -> list[Place]:
        """To one seat at a time off the top; or, as cards are dealt around the table, every seat's own places."""
        seat = event.seat
        if seat not in self._round:
            if hand.plan.changes[hand.street] or not hand.pending:
                return [self._next(hand) for _ in event.cards]
            seats = clockwise(hand.pending, hand.plan.deal_from)
            first = self.drawn
            each = len(event.cards)
            for _ in range(each * len(seats)):
                self._next(hand)
            self._round = {
                one: range(first + at, first + each * len(seats), len(seats)) for at, one in enumerate(seats)
            }
        if seat not in self._round:
            raise BadNotation(f"seat {seat + 1} is dealt cards, and is not in the deal")
        return [self._place(at) for at in self._round.pop(seat)]

    def _next(self, hand: Hand) -> Place:
        """The place of the card on top."""
        if not self.drawn:
            self._check_size(hand)
        if self.drawn >= self.sizes[self.deck]:
            raise BadNotation(f"shuffle {self.deck} has only {self.sizes[self.deck]} cards")
        place = self._place(self.drawn)
        self.drawn += 1
        return place

    def _place(self, at: int) -> Place:
        return Place(self.deck, (self.cuts[self.deck] + at) % self.sizes[self.deck])

    def _check_size(self, hand: Hand) -> None:
        if self.deck >= len(self.sizes):
            raise BadNotation("cards are dealt whose order was not committed to before")
        if self.sizes[self.deck] != hand.stub:
            raise BadNotation(f"shuffle {self.deck} has {self.sizes[self.deck]} cards, and the stub {hand.stub}")
