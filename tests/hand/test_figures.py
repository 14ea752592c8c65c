"""The figures of a hand, on hands whose numbers were worked out by hand."""

from __future__ import annotations

import pytest

from sidepot import CASH, Dealer, Deck, Hand, NoLimit, Stakes, find_game, seat_hand
from sidepot.cards import cards
from sidepot.errors import NotDue
from sidepot.games.bomb_pot import without_first_round
from sidepot.games.limits import FixedLimit
from sidepot.hand.due import Due
from sidepot.hand.events import Redealt
from sidepot.hand.seat_stats import HandFigures, SeatFigures, figures, unit
from sidepot.hand.setup import Setup
from sidepot.hand.view import view_of

BLINDS = Stakes(blinds=(1, 2))


def begun(
    *stacks: int, pack: str = "AsKsQs AhKhQh 2c 3d7c9d 2d Jc 2h 4s", stakes: Stakes = BLINDS
) -> tuple[Hand, Dealer]:
    """No-limit hold'em, the button on seat 1, as far as the first decision."""
    hand = Hand(seat_hand(find_game("holdem"), NoLimit(), stakes, CASH, stacks, button=0))
    dealer = Dealer(Deck(cards(pack)), auto_show=True)
    dealer.run(hand)
    return hand, dealer


def seen(hand: Hand) -> HandFigures:
    """The figures, which are the same from every chair."""
    found = figures(hand)
    for seat in range(-1, hand.plan.seats):
        assert figures(view_of(hand, seat)) == found
    return found


def test_a_raise_a_call_and_a_fold_on_the_flop() -> None:
    """Seat 1 raises to 6, the small blind folds, the big blind calls; a bet of 10 on the flop is not called."""
    hand, dealer = begun(50, 50, 50)
    hand.raise_to(6)
    hand.fold()
    hand.call()
    dealer.run(hand)
    hand.check()
    hand.raise_to(10)
    hand.fold()
    dealer.run(hand)
    assert seen(hand) == HandFigures(
        pot=13,
        showdown=False,
        seats=(
            SeatFigures(7, voluntary=True, raised=True, may_continue=True, continued=True, saw=True),
            SeatFigures(-1, may_three_bet=True),
            SeatFigures(-6, voluntary=True, may_three_bet=True, saw=True),
        ),
    )


def test_a_third_bet_and_the_first_bet_on_the_flop() -> None:
    """Seat 1 raises, the small blind raises again, the big blind folds to two raises; on the flop both check."""
    hand, dealer = begun(50, 50, 50)
    hand.raise_to(6)
    hand.raise_to(18)
    hand.fold()
    hand.call()
    dealer.run(hand)
    hand.check()
    hand.check()
    while dealer.run(hand) is not Due.DONE:
        hand.check()
    first, second, third = seen(hand).seats
    assert first is not None and second is not None and third is not None
    assert (first.may_three_bet, first.three_bet) == (False, False)  # its own raise, then two
    assert (second.may_three_bet, second.three_bet) == (True, True)
    assert (third.may_three_bet, third.three_bet, third.saw) == (False, False, False)
    assert (first.may_continue, second.may_continue, second.continued) == (False, True, False)
    assert (first.saw, second.saw) == (True, True)


def test_a_bet_into_the_last_raiser_leaves_them_no_first_bet() -> None:
    hand, dealer = begun(50, 50, 50)
    hand.raise_to(6)
    hand.fold()
    hand.call()
    dealer.run(hand)
    hand.raise_to(10)  # the big blind bets into the raiser
    hand.raise_to(30)
    hand.fold()
    dealer.run(hand)
    raiser = seen(hand).seats[0]
    assert raiser is not None and (raiser.may_continue, raiser.continued) == (False, False)


def test_players_who_are_all_in_before_the_flop_saw_it() -> None:
    hand, dealer = begun(10, 50, 50)
    hand.raise_to(10)
    hand.fold()
    hand.call()
    while dealer.run(hand) is not Due.DONE:
        hand.choose_runs(1)
    assert [one.saw for one in seen(hand).seats if one is not None] == [True, False, True]


def test_all_fold_to_the_big_blind() -> None:
    """The blinds are forced: nobody has put a chip in of their own accord."""
    hand, dealer = begun(50, 50, 50)
    hand.fold()
    hand.fold()
    dealer.run(hand)
    assert seen(hand).seats == (SeatFigures(0), SeatFigures(-1), SeatFigures(1, walk=True))


def test_a_limped_pot_that_is_bet_later() -> None:
    """The small blind completes, the big blind checks: a check is not voluntary; a bet on the flop is no PFR."""
    hand, dealer = begun(50, 50)  # heads-up the button has the small blind
    hand.call()
    hand.check()
    dealer.run(hand)
    hand.raise_to(4)
    hand.call()
    while dealer.run(hand) is not Due.DONE:
        hand.check()
    found = seen(hand)
    assert (found.pot, found.showdown) == (12, True)
    first, second = found.seats
    assert first is not None and second is not None
    assert (first.voluntary, first.raised, first.showdown) == (True, False, True)
    assert (second.voluntary, second.raised, second.showdown) == (False, False, True)
    assert {first.net, second.net} == {6, -6}
    assert first.won_there is (first.net > 0) and second.won_there is (second.net > 0)


def test_two_pots_at_a_showdown() -> None:
    """Ten of the first all in: they win the main pot of 30, and the side pot of 40 goes to another."""
    hand, dealer = begun(10, 50, 50)
    hand.raise_to(10)
    hand.raise_to(30)
    hand.call()
    while dealer.run(hand) is not Due.DONE:
        hand.choose_runs(1) if hand.due is Due.RUN else hand.check()
    found = seen(hand)
    assert (found.pot, found.showdown) == (70, True)
    nets = [one.net for one in found.seats if one is not None]
    assert sum(nets) == 0 and sorted(nets) == sorted(hand.result().nets)
    assert [one.showdown for one in found.seats if one is not None] == [True, True, True]
    assert [one.won_there for one in found.seats if one is not None] == [net > 0 for net in nets]


def test_a_bring_in_is_forced_and_a_completion_is_a_raise() -> None:
    setup = seat_hand(find_game("stud"), FixedLimit(), Stakes(ante=1, bring_in=1, small_bet=4), CASH, (100, 100, 100))
    hand = Hand(setup)
    dealer = Dealer(Deck(below=lambda n: 0), auto_show=True)
    dealer.run(hand)
    forced = hand.seat
    hand.bring_in()
    raiser = hand.seat
    hand.raise_to(4)
    caller = hand.seat
    hand.call()
    hand.fold()
    dealer.run(hand)
    hand.check() if hand.seat == raiser else hand.raise_to(4)
    while dealer.run(hand) is not Due.DONE:
        hand.fold() if hand.seat == caller and hand.to_call else hand.raise_to(4) if not hand.to_call else hand.fold()
    found = seen(hand).seats
    assert unit(setup) == 4
    assert [(one.voluntary, one.raised) for one in (found[forced], found[raiser], found[caller]) if one] == [
        (False, False),
        (True, True),
        (True, False),
    ]
    assert found[forced] is not None and found[forced].net == -2


def test_of_a_hand_that_was_dealt_again_only_the_last_deal_counts() -> None:
    hand, _ = begun(50, 50, 50)
    hand.raise_to(6)
    hand.apply(Redealt())
    dealer = Dealer(Deck(below=lambda n: 0), auto_show=True)
    dealer.run(hand)
    hand.fold()
    hand.fold()
    dealer.run(hand)
    assert figures(hand).seats == (SeatFigures(0), SeatFigures(-1), SeatFigures(1, walk=True))


def test_a_hand_that_is_on_has_none() -> None:
    hand, _ = begun(50, 50)
    with pytest.raises(NotDue):
        figures(hand)


@pytest.mark.parametrize(
    ("stakes", "chips"),
    [
        (Stakes(blinds=(1, 2)), 2),
        (Stakes(blinds=(5, 10, 20)), 10),  # a straddle does not change what results are counted in
        (Stakes(blinds=(2, 4), small_bet=4), 4),
        (Stakes(ante=1, bring_in=2, small_bet=10), 10),
        (Stakes(ante=3), 3),
    ],
)
def test_the_unit(stakes: Stakes, chips: int) -> None:
    setup: Setup = seat_hand(find_game("holdem"), NoLimit(), BLINDS, CASH, (100, 100))
    import msgspec

    assert unit(msgspec.structs.replace(setup, stakes=stakes)) == chips


def test_a_bomb_pot_has_no_first_round() -> None:
    """Seat 2 raises on the flop, and nobody calls: no seat came in by its own will, and all saw the flop."""
    game = without_first_round(find_game("holdem"))
    hand = Hand(seat_hand(game, NoLimit(), Stakes(ante=2), CASH, (50, 50, 50), button=0))
    dealer = Dealer(Deck(cards("AsKsQs AhKhQh 2c 3d7c9d 2d Jc 2h 4s")), auto_show=True)
    dealer.run(hand)
    hand.raise_to(5)
    hand.fold()
    hand.fold()
    dealer.run(hand)
    bomb = [SeatFigures(net, saw=True, bomb=True) for net in (-2, 4, -2)]
    assert seen(hand) == HandFigures(pot=6, showdown=False, seats=tuple(bomb))
