"""Hands of a batch, played again by the engine: from the deck as it was dealt, and the decisions that were taken."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sidepot.cards import Cards, Deck
from sidepot.hand.dealer import Dealer
from sidepot.hand.due import Due
from sidepot.hand.hand import Hand
from sidepot.hand.setup import Setup
from sidepot.kernels.hand_course import THROWN


class DealtDeck(Deck):
    """A deck that deals cards in the order in which they were dealt. Cards that went back into it come again."""

    def __init__(self, cards: Sequence[int]) -> None:
        super().__init__([])
        self.script = [*cards][::-1]

    def draw(self, count: int = 1) -> tuple[int, ...]:
        return tuple([self.script.pop() for _ in range(count)])

    def draw_one(self) -> int:
        return self.script.pop()

    def refill(self, some: Cards) -> None:
        pass


def replayed(setup: Setup, dealt: Sequence[int], decisions: Iterable[tuple[int, int]]) -> Hand:
    """A hand of a batch in the engine, with its log, after these decisions.

    - `dealt`: the cards in the order in which they were dealt
    - `decisions`: the seats and actions, as in `BatchTables.history`
    """
    hand, dealer = begun(setup, DealtDeck(dealt))
    for _, action in decisions:
        take(hand, dealer, THROWN - action if hand.due is Due.DRAW else action)
    return hand


def begun(setup: Setup, deck: Deck) -> tuple[Hand, Dealer]:
    """A hand in the engine before its first decision, and its dealer."""
    hand, dealer = Hand(setup), Dealer(deck, auto_show=True)
    deal_on(hand, dealer)
    return hand, dealer


def deal_on(hand: Hand, dealer: Dealer) -> None:
    """Let the dealer go on. As in a batch, each board is run once."""
    while dealer.run(hand) is Due.RUN:
        hand.choose_runs(1)


def take(hand: Hand, dealer: Dealer, action: int) -> None:
    """Take a decision in the engine, with an action of `BatchTables.step`, and let the dealer go on."""
    if hand.due is Due.DRAW:
        hand.discard([card for at, card in enumerate(hand.hole[hand.seat]) if action >> at & 1])
    elif hand.due is Due.BRING_IN and action <= 0:
        hand.bring_in()
    elif action < 0:
        hand.fold()
    elif action:
        hand.raise_to(action)
    else:
        hand.check_or_call()
    if hand.due is not Due.ACT:
        deal_on(hand, dealer)
