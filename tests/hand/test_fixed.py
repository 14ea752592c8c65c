"""Mistakes that were found and mended, where a case cannot say it: values that are refused, and what messages say."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import msgspec
import pytest
from each import each

from sidepot.cards import STANDARD_DECK, Deck, cards
from sidepot.cases.run import read_cases, run_case
from sidepot.cli.play_table import PlayTable
from sidepot.errors import BadNotation, Conflict, IllegalAction
from sidepot.games.catalog import DOUBLE_BOARD_HOLDEM, FIVE_CARD_DRAW, HOLDEM, OMAHA8, STUD
from sidepot.games.limits import FixedLimit, NoLimit, PotLimit, SpreadLimit
from sidepot.games.model import Game, Half, Opens, Street
from sidepot.games.rake import Rake
from sidepot.games.stakes import Stakes
from sidepot.hand.commands import Check, Command, Fold, RaiseTo
from sidepot.hand.dealer import Dealer
from sidepot.hand.due import Due
from sidepot.hand.events import BoardDealt, Dealt, Folded
from sidepot.hand.hand import Hand
from sidepot.hand.legal.options import Options
from sidepot.hand.planning.forced_bets import seat_hand
from sidepot.hand.pots import Pot, pots, pots_contested
from sidepot.hand.replaying import strict_replay
from sidepot.hand.setup import Owed, Post, Setup
from sidepot.hand.winning.split_pots import odd_chip_order
from sidepot.rules.houses import CASH, HOME, ROBERTS
from sidepot.rules.rulebook import OddChip

BLINDS = Stakes(blinds=(1, 2))


def holdem(stacks: tuple[int, ...] = (100, 100)) -> Setup:
    return seat_hand(HOLDEM, NoLimit(), BLINDS, CASH, stacks)


def until(due: Due) -> Hand:
    """A heads-up hand in which everybody checks and calls, up to the first time that this is due."""
    hand = Hand(holdem())
    deck = iter(cards("2c3c4c5c6c7c8c9cTcJcQcKc"))
    while hand.due is not due:
        if hand.due is Due.POST:
            hand.post()
        elif hand.due is Due.DEAL:
            hand.deal([next(deck) for _ in range(hand.count)])
        elif hand.due is Due.BURN:
            hand.burn(next(deck))
        else:
            hand.check_or_call()
    return hand


# ---- cards that are none


@each("wrong", [-60, -1, 52, 54, 52_000])
@each("due", [Due.DEAL, Due.BOARD, Due.BURN])
def test_numbers_that_are_no_cards_are_refused_and_change_nothing(due: Due, wrong: int) -> None:
    hand = until(due)
    before = (list(hand.log), hand.due, hand.seat, hand.stub, bytes(hand.seen), list(hand.hole), hand.boards)
    some = (wrong, *cards("AsAd"))[: hand.count or 1]
    tried: dict[Due, Callable[[], None]] = {
        Due.DEAL: lambda: hand.deal(some),
        Due.BOARD: lambda: hand.board(some),
        Due.BURN: lambda: hand.burn(wrong),
    }
    with pytest.raises(IllegalAction, match="is not in this deck"):
        tried[due]()
    assert before == (hand.log, hand.due, hand.seat, hand.stub, bytes(hand.seen), hand.hole, hand.boards)


@pytest.mark.parametrize("event", [Dealt(0, (-60, 1)), Dealt(0, (1, 99))])
def test_a_log_with_numbers_that_are_no_cards_is_refused(event: Dealt) -> None:
    log = until(Due.DEAL).log
    with pytest.raises(BadNotation, match=r"event 3 \(Dealt\): card .* is not in this deck"):
        strict_replay([*log, event])


def test_a_log_with_a_board_of_no_cards_is_refused() -> None:
    log = until(Due.BOARD).log
    with pytest.raises(BadNotation, match=rf"event {len(log)} \(BoardDealt\): card -3 is not in this deck"):
        strict_replay([*log, BoardDealt((-3, 50, 51))])


def test_a_refused_event_of_a_log_names_its_rule_once() -> None:
    log = until(Due.DEAL).log
    with pytest.raises(BadNotation) as refused:
        strict_replay([*log, Folded(0)])
    assert str(refused.value).count("TDA-2013:37-A") == 1
    assert str(refused.value).endswith("(TDA-2013:37-A)")


# ---- values that cannot be played


def game(**changes: Any) -> Game:
    return msgspec.structs.replace(HOLDEM, name="ours", title="Our game", **changes)


@each(
    ("make", "message"),
    [
        (
            lambda: game(halves=(Half(qualifier=8), Half("ace-to-five", qualifier=8))),
            "at least one half must have no qualifier, or nobody might win the pot",
        ),
        (lambda: game(halves=()), "a game needs at least one street, and at least one half"),
        (lambda: game(streets=()), "a game needs at least one street, and at least one half"),
        (
            lambda: game(seats=(5, 2)),
            "ours: seats: expected 2 or more and a maximum of at least that, got 5 and 2",
        ),
        (
            lambda: game(seats=(1, 2)),
            "seats: expected 2 or more and a maximum of at least that, got",
        ),
        (
            lambda: game(streets=(Street("deal", Opens.LOW_CARD, down=2),)),
            "cannot open the betting, because no card is face up yet",
        ),
        (
            lambda: game(streets=(Street("deal", Opens.HIGH_HAND, down=2),)),
            "ours: deal: `high hand` cannot open the betting, because no card is face up yet",
        ),
        (lambda: game(streets=(Street("deal", Opens.LEFT_OF_BUTTON, down=-2),)), "down: expected 0 to 53, not -2"),
        (
            lambda: Hand(msgspec.structs.replace(holdem(), game=game(deck="tarot"))),
            "ours: unknown deck",
        ),
    ],
)
def test_a_game_that_cannot_be_played_is_refused_by_name(make: Callable[[], object], message: str) -> None:
    with pytest.raises((BadNotation, Conflict), match=message):
        make()


@each(
    ("make", "message"),
    [
        (lambda: NoLimit(cap=0), "cap: expected 1 to 1000000000000, not 0"),
        (lambda: PotLimit(cap=-5), "cap: expected 1 to 1000000000000, not -5"),
        (lambda: PotLimit(denominator=0), "denominator: expected 1 to 1000000000000, not 0"),
        (lambda: PotLimit(numerator=0), "numerator: expected 1 to 1000000000000, not 0"),
        (lambda: FixedLimit(bets=0), "bets: expected 1 to 1000, not 0"),
        (lambda: SpreadLimit(low=0, high=5), "low: expected 1 to 1000000000000, not 0"),
        (lambda: SpreadLimit(low=10, high=2), "must be larger than the low bet"),
    ],
)
def test_a_limit_that_nobody_can_play_is_refused(make: Callable[[], object], message: str) -> None:
    with pytest.raises((BadNotation, Conflict), match=message):
        make()


def test_no_seat_posts_the_same_twice() -> None:
    twice = (Owed(0, Post.BIG_BLIND, 2), Owed(0, Post.BIG_BLIND, 2))
    with pytest.raises(Conflict, match="a seat cannot post the same blind or ante twice"):
        msgspec.structs.replace(holdem(), owed=twice)
    both = (Owed(0, Post.LIVE_BLIND, 2), Owed(0, Post.DEAD_BLIND, 1), Owed(1, Post.BIG_BLIND, 2))
    assert msgspec.structs.replace(holdem(), owed=both).owed == both


def test_no_fewer_are_left_in_the_event_than_have_chips_here() -> None:
    with pytest.raises(Conflict, match="is less than the number of players with chips here"):
        seat_hand(HOLDEM, FixedLimit(), BLINDS, CASH, [10, 10, 10], players_left=2)
    assert seat_hand(HOLDEM, FixedLimit(), BLINDS, CASH, [10, 0, 10], players_left=2).players_left == 2


# ---- what a case says only in part


@pytest.mark.parametrize(
    ("game", "deck", "would_come"),
    [
        (HOLDEM, "2c3c2d3d 4c 5c6c7c 4d 8c 4h 9c", "8c9c"),  # with burns, as the deal would have it
        (DOUBLE_BOARD_HOLDEM, "2c3c2d3d 4c 5c6c7c5d6d7d 4d 8c8d 4h 9c9d", "8c8d9c9d"),
    ],
)
def test_a_rabbit_hunt_shows_what_would_have_come_on_all_boards(game: Game, deck: str, would_come: str) -> None:
    hand = Hand(seat_hand(game, NoLimit(), BLINDS, HOME, [100, 100]))
    dealer = Dealer(Deck(cards(deck)))
    dealer.run(hand)
    hand.check_or_call()
    hand.check()
    dealer.run(hand)
    hand.fold()
    dealer.run(hand)
    assert dealer.rabbit(hand) == cards(would_come)


def test_boards_need_cards() -> None:
    with pytest.raises(Conflict, match="a game without board cards cannot have"):
        msgspec.structs.replace(FIVE_CARD_DRAW, boards=2)


def test_a_hand_of_more_cards_than_are_ranked_is_refused() -> None:
    streets = HOLDEM.streets
    seven = (msgspec.structs.replace(streets[0], down=7), *streets[1:])
    assert msgspec.structs.replace(HOLDEM, streets=seven, seats=(2, 4)).hole_cards == 7
    eight = (msgspec.structs.replace(streets[0], down=8), *streets[1:])
    with pytest.raises(Conflict, match="holdem: a hand can be the best of at most 12 cards, not of 13"):
        msgspec.structs.replace(HOLDEM, streets=eight, seats=(2, 4))


def test_an_ace_is_the_lowest_card_for_the_odd_chip_of_a_badugi() -> None:
    holes = (cards("Kc2d3h4s"), cards("KdAc3s4h"))  # Robert's: the lowest card of all takes it, where low wins
    rule = OddChip.ALL_HIGH_OR_LOW
    assert odd_chip_order(0b11, Half(scale="badugi"), holes, (), start=0, rule=rule) == [1, 0]
    assert odd_chip_order(0b11, Half(scale="badugi-deuce"), holes, (), start=0, rule=rule) == [0, 1]


def test_a_carried_pot_is_counted_and_won() -> None:
    setup = seat_hand(FIVE_CARD_DRAW, NoLimit(), Stakes(ante=1, small_bet=2), HOME, [10, 10], carried=5)
    hand = Hand(setup)
    dealer = Dealer(Deck(cards("2c3c4c5c6c7c8c9cTcJc")))
    dealer.run(hand)
    assert hand.dead == 5
    assert sum(hand.stacks) + sum(hand.put) + hand.dead == 25
    hand.raise_to(2)
    hand.fold()
    dealer.run(hand)
    assert hand.stacks == [16, 9]
    with pytest.raises(Conflict, match="`carried` must not be negative, but is"):
        msgspec.structs.replace(setup, carried=-1)


def test_a_sitting_plays_on_for_a_pot_that_was_passed_out() -> None:
    table = PlayTable(FIVE_CARD_DRAW, NoLimit(), Stakes(ante=1, small_bet=2), HOME, seats=3, stack=10, seed=1)
    table.play(table.setup(), [lambda view, allowed: Check()] * 3)
    assert (table.stacks, table.carried, table.setup().carried) == ([9, 9, 9], 3, 3)

    def bet_or_fold(view: Hand, allowed: Options) -> Command:
        return RaiseTo(allowed.raise_min) if allowed.may_check else Fold()

    table.play(table.setup(), [bet_or_fold] * 3)
    assert (sorted(table.stacks), table.carried) == ([8, 8, 14], 0)


@dataclass
class Tally:
    """How the sides compare at one moment: bets in front, pots, stacks."""

    hand: Hand

    def chips(self) -> int:
        return sum(self.hand.stacks) + sum(self.hand.bets) + sum(pot.amount for pot in self.hand.pots())


@pytest.mark.parametrize("played", [HOLDEM, OMAHA8, STUD, FIVE_CARD_DRAW])
def test_stacks_bets_and_pots_are_all_the_chips_at_every_moment(played: Game) -> None:
    stakes = Stakes(ante=1, bring_in=1, small_bet=2) if played.is_stud else BLINDS
    hand = Hand(seat_hand(played, NoLimit(), stakes, CASH, [7, 40, 40]))
    dealer = Dealer(Deck(STANDARD_DECK[::-1]), auto_show=True)
    tally = Tally(hand)
    while hand.due is not Due.DONE:
        assert tally.chips() == 87
        if hand.due not in (Due.ACT, Due.BRING_IN, Due.POST, Due.DEAL):
            assert hand.bets == [0, 0, 0]
        if hand.due is Due.ACT:
            hand.raise_to(hand.min_raise_to()) if hand.price < 9 and hand.may_raise() else hand.check_or_call()
        elif hand.due is Due.BRING_IN:
            hand.bring_in()
        elif hand.due is Due.DRAW:
            hand.discard()
        else:
            dealer.run(hand)
    assert sum(hand.stacks) == 87


# ---- the case runner


KILL = """
[[case]]
id = "KILL"
title = "A killed hand"
rules = ["PG-26"]
source = "How poker is played"
kind = "hand"
game = "holdem"
stakes = { blinds = [1, 2] }
stacks = { A = 10, B = 10 }
script = [{ seat = "B", do = "calls" }, "B is killed"]
expect = { over = true, payouts = { A = 4 } }
"""


def test_a_case_can_kill_a_hand() -> None:
    assert [run_case(case) for case in read_cases(KILL)] == [[]]
    tried = KILL.replace('"B is killed"', '{ refuses = { "B is killed" = "" } }')
    assert "'B is killed': expected a refusal" in run_case(read_cases(tried)[0])[0]
    with pytest.raises(BadNotation, match="leave out the name"):
        read_cases(KILL.replace('"B is killed"', '{ refuses = { "B folds" = "" } }'))


def test_a_first_street_without_betting_has_no_blinds() -> None:
    bomb = game(streets=(Street("deal", Opens.NOBODY, down=2), Street("flop", Opens.LEFT_OF_BUTTON, board=3)))
    with pytest.raises(Conflict, match="use antes"):
        seat_hand(bomb, NoLimit(), Stakes(blinds=(1, 2)), CASH, [100] * 3)
    hand = Hand(seat_hand(bomb, NoLimit(), Stakes(ante=5), CASH, [100] * 3))
    assert Dealer(Deck(below=lambda n: 0)).run(hand) is Due.ACT
    assert hand.street == 1
    assert hand.betting.pot() == 15


def test_the_rake_is_paid_in_whole_chips() -> None:
    stakes = Stakes(blinds=(25, 50), chip=25, rake=Rake(5, no_flop_no_drop=False))
    hand = Hand(seat_hand(HOLDEM, NoLimit(), stakes, CASH, [5000] * 2))
    dealer = Dealer(Deck(below=lambda n: 0), auto_show=True)
    dealer.run(hand)
    hand.raise_to(900)
    hand.call()
    while dealer.run(hand) is Due.ACT:
        hand.check()
    assert hand.raked == 75  # 5% of 1,800 are 90: three chips of 25
    assert sum(hand.stacks) == 10000 - 75


def test_no_card_is_burned_that_is_needed_later() -> None:
    """Three seats of seven cards and three boards of four take the whole pack of 33: nothing may be burned."""
    tight = game(
        streets=(
            Street("deal", Opens.LEFT_OF_BLINDS, down=6, burn=False),
            Street("flop", Opens.LEFT_OF_BUTTON, down=1, board=3),
            Street("turn", Opens.LEFT_OF_BUTTON, board=1),
        ),
        seats=(2, 3),
        deck="7+ joker",
        wild=("joker",),
        boards=3,
    )
    hand = Hand(seat_hand(tight, NoLimit(), Stakes(blinds=(1, 2)), CASH, [100] * 3))
    dealer = Dealer(Deck(hand.plan.deck, below=lambda n: 0), auto_show=True)
    while dealer.run(hand) is Due.ACT:
        hand.check_or_call()
    assert hand.due is Due.DONE
    assert hand.stub == 0 and not hand.burns


def test_only_some_contest_a_part_of_a_pot_that_waited() -> None:
    """Who was all-in for less in an earlier deal, or came later, wins none of what others have put in (TS-4)."""
    parts = ((40, 0b101), (20, 0b100))
    assert pots([10, 10, 0], 0b111, 60, parts) == [Pot(40, 0b101, -1), Pot(20, 0b100, -2), Pot(20, 0b011, 0)]
    assert pots([10, 10, 0], 0b111, 65, parts) == [
        Pot(40, 0b101, -1), Pot(20, 0b100, -2), Pot(5, 0b111, 0), Pot(20, 0b011, 0),
    ]  # fmt: skip
    assert pots([10, 10, 0], 0b011, 60, parts) == [Pot(40, 0b001, -1), Pot(40, 0b011, 0)]  # who could win it has folded
    assert pots_contested([10, 10, 0], 0b111, 0b011, 60, parts)[2:] == [Pot(20, 0b011, 0)]


def test_parts_of_a_pot_that_waits_are_no_more_than_the_whole() -> None:
    setup = seat_hand(FIVE_CARD_DRAW, NoLimit(), Stakes(ante=1, small_bet=2), HOME, [10, 10], carried=5)
    for parts, why in (
        (((3, (0,)), (3, (1,))), "the carried pot has 5 chips, but its parts add up to 6"),
        (((3, (2,)),), "a part of a carried pot must have 1 chip or more, for seats from 1 to 2; got 3 for seats 3"),
        (((0, (1,)),), "a part of a carried pot must have 1 chip or more, for seats from 1 to 2; got 0 for seats 2"),
    ):
        with pytest.raises(Conflict, match=why):
            msgspec.structs.replace(setup, parts=parts)


def test_short_ante_limits_winnings_in_the_next_deal_even_after_a_new_buy_in() -> None:
    table = PlayTable(FIVE_CARD_DRAW, NoLimit(), Stakes(ante=4, small_bet=4), HOME, seats=3, stack=20, seed=1)
    table.stacks[1] = 3
    table.play(table.setup(), [lambda view, allowed: Check()] * 3)
    assert (table.stacks, table.carried) == ([16, 0, 16], 11)
    assert table.rebuy() == [1]
    assert table.setup().parts == ((2, (0, 2)),)


def test_a_seat_gets_no_discard_of_its_own_back_where_another_hand_is_killed_as_it_draws() -> None:
    """The killed hand is shuffled into the stub, and what the drawing seat has just thrown away stays out."""
    setup = seat_hand(FIVE_CARD_DRAW, NoLimit(), Stakes(ante=1, small_bet=2), ROBERTS, [10] * 10)
    hand, pack = Hand(setup), iter(STANDARD_DECK)
    while hand.due is not Due.DRAW:
        if hand.due is Due.POST:
            hand.post()
        elif hand.due is Due.DEAL:
            hand.deal([next(pack) for _ in range(hand.count)])
        elif hand.due is Due.BURN:
            hand.burn(next(pack))
        elif hand.price:
            hand.call()
        else:
            hand.raise_to(2)
    drawer, thrown = hand.seat, hand.hole[hand.seat][:1]
    hand.discard(thrown)
    assert (hand.due, hand.stub) == (Due.DEAL, 1)  # the last card is dealt here only where there is no other
    killed = (drawer + 1) % 10
    hand.kill(killed)
    assert (hand.due, hand.muck_pile) == (Due.RESHUFFLE, (*hand.hole[killed], *thrown))
    hand.reshuffle()
    assert (hand.stub, hand.muck_pile) == (6, thrown)
