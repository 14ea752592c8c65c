"""The cards that won a pot: those of a hand that was shown."""

from __future__ import annotations

from random import Random

import pytest

from sidepot.cards import Deck
from sidepot.games.catalog import HOLDEM
from sidepot.games.limits import NoLimit
from sidepot.games.stakes import Stakes
from sidepot.hand.commands import Call, Check, Command, Fold, Muck, Show
from sidepot.hand.dealer import Dealer
from sidepot.hand.due import DONE, SHOW
from sidepot.hand.events import Awarded
from sidepot.hand.hand import Hand
from sidepot.hand.legal.options import options
from sidepot.hand.planning.forced_bets import seat_hand
from sidepot.room.views.public_hand import payments
from sidepot.rules.houses import CASH


def played(second: Command, *, folds: bool = False) -> Hand:
    """A hand of two who check to the river: the first shows, and the second does this."""
    hand = Hand(seat_hand(HOLDEM, NoLimit(), Stakes(blinds=(1, 2)), CASH, [200, 200]))
    dealer = Dealer(Deck(hand.plan.deck, below=Random(4).randrange))
    first = True
    while (due := dealer.run(hand)) is not DONE:
        if due is SHOW:
            hand.do(Show() if first else second)
            first = False
        elif folds:
            hand.do(Fold())
        else:
            hand.do(Check() if options(hand).may_check else Call())
    return hand


@pytest.mark.parametrize(("second", "folds", "count"), [(Show(), False, 5), (Muck(), False, 5), (Muck(), True, 0)])
def test_the_winning_cards_are_those_of_a_shown_hand_even_if_all_others_mucked(
    second: Command, folds: bool, count: int
) -> None:
    hand = played(second, folds=folds)
    (award,) = [event for event in hand.log if isinstance(event, Awarded)] or [Awarded(0, 3, ((0, 3),))]
    assert [len(cards) for _, _, _, _, _, cards, _ in payments(hand, award)] == [count] * len(award.shares)
