"""Rollouts: averages over the cards that a seat does not see, with their errors."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from needs import FAST

from sidepot.cards import Deck, text
from sidepot.errors import BadNotation, Conflict
from sidepot.games.catalog import find_game
from sidepot.games.limits import NoLimit
from sidepot.games.stakes import Stakes
from sidepot.games.usual import limit_for, stakes_for
from sidepot.hand.commands import BringIn, Call, Check, Command, Discard, Fold
from sidepot.hand.dealer import Dealer
from sidepot.hand.due import Due
from sidepot.hand.hand import Hand
from sidepot.hand.planning.forced_bets import seat_hand
from sidepot.hand.view import view_of
from sidepot.odds.ask import equity
from sidepot.rules.houses import CASH
from sidepot.solve import rollout

pytestmark = FAST.mark


def calls(_view: Any, may: Any) -> Command:
    if may.due is Due.DRAW:
        return Discard(())
    return BringIn() if may.due is Due.BRING_IN else Call() if may.call else Check()


def _spot(game: str = "holdem") -> Hand:
    hand = Hand(seat_hand(game, NoLimit(), Stakes(blinds=(1, 2)), CASH, [20, 20]))
    dealer = Dealer(Deck(below=Random(4).randrange))
    dealer.run(hand)
    return hand


def test_checking_down_is_the_equity_against_a_range() -> None:
    hand = _spot()
    seat = hand.seat
    found = rollout(view_of(hand, seat), [calls] * 2, Random(1), hands=3000, ranges={1 - seat: "QQ+,AK"})
    share = equity([text(hand.hole[seat]), "QQ+,AK"]).hands[0].equity
    assert found.chips[seat] + hand.to_call == pytest.approx(4 * share, abs=4 * found.error[seat])
    assert sum(found.chips) == pytest.approx(hand.betting.pot())


def test_a_fold_wins_nothing_and_the_same_seed_meets_the_same_cards() -> None:
    hand = _spot()
    view = view_of(hand, hand.seat)
    folded = rollout(view, [calls] * 2, Random(3), hands=50, command=Fold())
    assert folded.chips[hand.seat] == 0 and folded.error[hand.seat] == 0
    first, again = (rollout(view, [calls] * 2, Random(3), hands=50, command=Call()) for _ in range(2))
    assert first == again


@pytest.mark.parametrize("game", ["stud8", "triple-draw", "omaha", "badeucey", "crazy-pineapple"])
def test_every_kind_of_game_can_be_rolled_out(game: str) -> None:
    found = find_game(game)
    limit = limit_for(found)
    hand = Hand(seat_hand(found, limit, stakes_for(found, limit, 4), CASH, [200] * 3))
    Dealer(Deck(below=Random(4).randrange)).run(hand)

    def plays(view: Any, may: Any) -> Command:
        if may.due is Due.DRAW:
            return Discard(view.hole[may.seat][: may.discard_least or min(2, may.discard)])
        return calls(view, may)

    won = rollout(view_of(hand, hand.seat), [plays] * 3, Random(2), hands=30)
    assert sum(won.chips) == pytest.approx(hand.betting.pot())


def test_what_is_wrong_is_refused() -> None:
    view = view_of(_spot(), 0)
    with pytest.raises(BadNotation, match="hands: expected 2 or more"):
        rollout(view, [calls] * 2, Random(1), hands=1)
    with pytest.raises(Conflict, match="players: expected 2"):
        rollout(view, [calls], Random(1))
