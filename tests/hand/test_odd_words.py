"""The odd chip is told with the seat that gets it, and why."""

from __future__ import annotations

from sidepot import CASH, Dealer, Deck, Hand, NoLimit, Stakes, seat_hand, settle
from sidepot.cards import cards
from sidepot.games.catalog import HOLDEM, OMAHA8, STUD
from sidepot.games.limits import FixedLimit
from sidepot.games.model import Game
from sidepot.hand.due import Due
from sidepot.hand.events import Awarded
from sidepot.hand.story.odd import odd_reasons
from sidepot.hand.story.story import Story, Voice

NAMES = ("Ann", "Bo", "Cy")


def told(
    game: Game, pack: str, *, limit: NoLimit | FixedLimit, stakes: Stakes, folds: int = -1
) -> tuple[list[str], list[str]]:
    """A hand that all but one check down: why there are odd chips, and the lines of the pot."""
    hand = Hand(seat_hand(game, limit, stakes, CASH, [100] * 3))
    dealer = Dealer(Deck(cards(pack)), auto_show=True)
    while dealer.run(hand) is not Due.DONE:
        if hand.due is Due.BRING_IN:
            hand.bring_in()
        elif hand.seat == folds:
            hand.fold()
        else:
            hand.check_or_call()
    shown = Hand(hand.setup)
    story = Story(shown, Voice(NAMES))
    whys: list[str] = []
    lines: list[str] = []
    for event in hand.log[1:]:
        if isinstance(event, Awarded):
            whys += odd_reasons(shown, event).values()
            lines += story.tell(event)
        else:
            story.tell(event)
    return whys, lines


def test_a_tied_pot_says_where_the_odd_chip_goes_and_why() -> None:
    royal = "2c3c4c2d3d4d 9h TsJsQs 9d Ks 8d As"
    why, lines = told(HOLDEM, royal, limit=NoLimit(), stakes=Stakes(blinds=(1, 2)), folds=0)
    assert why == ["first left of the button"]
    assert lines == [
        "Bo (3) and Cy (2) share the pot of 5: royal flush", "The odd chip goes to Bo: first left of the button",
    ]  # fmt: skip


def test_an_even_split_has_no_odd_chip() -> None:
    royal = "2c3c4c2d3d4d 9h TsJsQs 9d Ks 8d As"
    why, lines = told(HOLDEM, royal, limit=NoLimit(), stakes=Stakes(blinds=(1, 2)), folds=1)
    assert why == [] and lines == ["Ann (3) and Cy (3) share the pot of 6: royal flush"]


def test_the_high_half_takes_the_odd_chip_of_the_pot() -> None:
    pack = "2cAcKc2dAdKd2h3hQh2s3sQs 9h 4s5s6h 9d Kh 8d Tc"
    stakes = Stakes(blinds=(1, 2), small_bet=2)
    why, lines = told(OMAHA8, pack, limit=FixedLimit(), stakes=stakes, folds=0)
    assert why == ["high comes first"]
    assert lines[1:3] == ["High: Cy gets 3: three of a kind, kings", "High: the odd chip goes to Cy: high comes first"]


def test_in_stud_the_highest_card_takes_it() -> None:
    pack = "AdAs2c KcKh5d QdQc7h 9h JhJd8d 9d 9s9cTc 8s 4c4d3h 8h 3d3sJc"
    why, lines = told(STUD, pack, limit=FixedLimit(), stakes=Stakes(ante=1, bring_in=2, small_bet=4))
    assert why == ["the highest card by suit"]
    assert lines[-1] == "The odd chip goes to Bo: the highest card by suit"


def test_alike_both_ways_is_the_reason_for_an_odd_chip_that_evens_out() -> None:
    """Rule: TDA-2013 19, last sentence, also where a third ties for the low half."""
    hands = {"A": "As3sQhQd", "B": "Ac3cQsQc", "C": "Ah3hTd9c"}
    board = "2d 4h 7c Kd Ks"
    found = settle(dict.fromkeys(hands, 35), hands=hands, board=board, game="omaha8", house="tda-2013")
    assert found.payouts == {"A": 44, "B": 44, "C": 17}
    reasons = [reason.text for reason in found.pots[0].why]
    assert any("B, so that players with the same hand both ways get the same" in reason for reason in reasons), reasons
