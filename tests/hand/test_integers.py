"""Whole numbers at the door: what is none is refused by name and changes nothing; numpy's integers become ints."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from each import each

from sidepot.cards import STANDARD_DECK, Deck, cards, text
from sidepot.errors import BadNotation, SidepotError
from sidepot.floor.rulings import rule_on
from sidepot.floor.spot import Spot
from sidepot.floor.turns.early import OddFold
from sidepot.games.catalog import find_game
from sidepot.games.limits import FixedLimit, NoLimit, PotLimit, SpreadLimit
from sidepot.games.mixes import Mix, MixGame, single
from sidepot.games.model import Half, Opens, Street
from sidepot.games.rake import Rake
from sidepot.games.stakes import Stakes
from sidepot.hand.commands import Discard
from sidepot.hand.dealer import Dealer
from sidepot.hand.due import Due
from sidepot.hand.events import decode_log, encode
from sidepot.hand.hand import Hand
from sidepot.hand.planning.forced_bets import seat_hand
from sidepot.hand.pots import pots
from sidepot.hand.settling.real_chips import settle
from sidepot.hand.setup import Owed, Post
from sidepot.hand.terms import OpenTerms
from sidepot.odds.ask import odds
from sidepot.rules.houses import CASH, OPEN_STAKES
from sidepot.table.denominations import Chip
from sidepot.table.table import Table, replay
from sidepot.table.table_rules import Kill, OpenStakes, Straddle, TableRules, TimeCharge
from sidepot.tournament import commands as c
from sidepot.tournament.deals import agreed_deal, chip_chop, even_deal, icm_deal
from sidepot.tournament.icm import finishes, icm, icm_race
from sidepot.tournament.payouts import PayTerms
from sidepot.tournament.presets import find_preset
from sidepot.tournament.schedule import Break, Level
from sidepot.tournament.structure import EntryTerms
from sidepot.tournament.tournament import Tournament
from sidepot.validation.integers import as_int, as_ints

HOLDEM = find_game("holdem")
BLINDS = Stakes(blinds=(1, 2))
NONE = (4.5, 4.0, float("nan"), float("inf"), True, False, "6", None, 1 + 0j, [4], ...)


def hand_of(*stacks: Any, **more: Any) -> Hand:
    hand = Hand(seat_hand(HOLDEM, NoLimit(), BLINDS, CASH, stacks or (100, 100, 100), **more))
    Dealer(Deck(cards("AsKsQs AhKhQh 2c 3c4c5c 2d 6c 2h 7c"))).run(hand)
    return hand


def refused(what: Callable[[], object], name: str) -> None:
    """It is refused, and the message names what it is about."""
    with pytest.raises(BadNotation) as raised:
        what()
    assert name in raised.value.message
    assert "integer" in raised.value.message


@each("value", NONE, ids=repr)
def test_non_integers_are_refused(value: object) -> None:
    refused(lambda: as_int(value, "a bet"), "a bet: expected an integer, not ")
    refused(lambda: as_ints((1, value), "stacks"), "stacks")


@each("value", NONE, ids=repr)
def test_a_bet_that_is_no_whole_number_changes_nothing(value: Any) -> None:
    hand = hand_of()
    before = encode(hand.log)
    refused(lambda: hand.raise_to(value), "a bet or raise")
    assert encode(hand.log) == before
    hand.raise_to(6)
    assert hand.price == 6


VALUES: list[tuple[str, Callable[[Any], object]]] = [
    ("blinds", lambda n: Stakes(blinds=(n, 2))),
    ("ante", lambda n: Stakes(ante=n, blinds=(1, 2))),
    ("bring_in", lambda n: Stakes(bring_in=n, small_bet=2)),
    ("small_bet", lambda n: Stakes(small_bet=n)),
    ("big_bet", lambda n: Stakes(small_bet=2, big_bet=n)),
    ("chip", lambda n: Stakes(blinds=(1, 2), chip=n)),
    ("stacks", lambda n: icm((n, 50), (70, 30))),
    ("stacks", lambda n: icm_race((n, 50), (70, 30))),
    ("places", lambda n: finishes((50, 50), n)),
    ("stacks", lambda n: chip_chop((n, 50), (70, 30))),
    ("prizes", lambda n: icm_deal((50, 50), (70, n))),
    ("kept for the winner", lambda n: even_deal((50, 50), (70, 30), n)),
    ("the amount of ann", lambda n: agreed_deal({"ann": 5, "bob": 5}, (70, 30), {"ann": n, "bob": 50})),
    ("what the seats put in", lambda n: pots((n, 50), 0b11)),
    ("the live seats", lambda n: pots((50, 50), n)),
    ("dead money", lambda n: pots((50, 50), 0b11, n)),
    ("a part", lambda n: pots((50, 50), 0b11, 10, [(n, 0b11)])),
    ("numerator", lambda n: Rake(n)),
    ("unit", lambda n: Rake(5, unit=n)),
    ("cap", lambda n: Rake(5, cap=n) if n is not None else as_int(n, "cap")),
    ("cap", lambda n: NoLimit(cap=n) if n is not None else as_int(n, "cap")),
    ("numerator", lambda n: PotLimit(n, 2)),
    ("bets", lambda n: FixedLimit(n) if n is not None else as_int(n, "bets")),
    ("high", lambda n: SpreadLimit(2, n)),
    ("down", lambda n: Street("first", Opens.LEFT_OF_BLINDS, down=n)),
    ("qualifier", lambda n: Half(qualifier=n) if n is not None else as_int(n, "qualifier")),
    ("hands", lambda n: Mix("mine", "Mine", (MixGame(HOLDEM, NoLimit()),), hands=n)),
    ("stacks", lambda n: seat_hand(HOLDEM, NoLimit(), BLINDS, CASH, (n, 50, 50))),
    ("button", lambda n: seat_hand(HOLDEM, NoLimit(), BLINDS, CASH, (5, 5), button=as_int(n, "button"))),
    ("carried", lambda n: seat_hand(HOLDEM, NoLimit(), BLINDS, CASH, (5, 5), carried=n)),
    ("amount", lambda n: Owed(0, Post.ANTE, n)),
    ("threshold", lambda n: OpenTerms(threshold=n)),
    ("restricted", lambda n: OpenTerms(restricted=(n,))),
    ("threshold", lambda n: OpenStakes(threshold=n)),
    ("at_least", lambda n: Kill(at_least=n)),
    ("amount", lambda n: TimeCharge(n)),
    ("value", lambda n: Chip(n)),
    ("buy_in", lambda n: rules(buy_in=(n, 0))),
    ("seats", lambda n: rules(seats=n)),
    ("bomb_ante", lambda n: rules(bomb_every=2, bomb_ante=n)),
    ("buy_in", lambda n: EntryTerms(buy_in=n)),
    ("round_to", lambda n: PayTerms(round_to=n)),
    ("ms", lambda n: Level((BLINDS,), n)),
    ("remove", lambda n: Break(60_000, remove=(n,))),
    ("stack", lambda n: msgspec.structs.replace(find_preset("deep"), stack=n)),
    ("run_it", lambda n: msgspec.structs.replace(CASH, run_it=n)),
    ("price", lambda n: Spot(price=n)),
    ("what A put in", lambda n: settle({"A": n, "B": 6}, best=(("A",), ("B",)))),
    ("dead", lambda n: settle({"A": 6, "B": 6}, dead=n, best=(("A",), ("B",)))),
    ("put", lambda n: odds(["AsKs", "QhQd"], put=(n, 6))),
    ("extra", lambda n: odds(["AsKs", "QhQd"], put=(6, 6), extra=n)),
    ("samples", lambda n: odds(["AsKs", "QhQd"], samples=n) if n is not None else as_int(n, "samples")),
]


def rules(**more: Any) -> TableRules:
    return TableRules(mix=single(HOLDEM, NoLimit()), stakes=(BLINDS,), **more)


@each("value", [4.5, 6.0, True, "6", None], ids=repr)
@each(("name", "make"), VALUES, ids=[f"{at} {name}" for at, (name, _) in enumerate(VALUES)])
def test_values_take_whole_numbers_alone(name: str, make: Callable[[Any], object], value: object) -> None:
    refused(lambda: make(value), name)


def test_a_row_is_a_row() -> None:
    with pytest.raises(BadNotation, match=r"blinds: expected a list of integers, not 2"):
        Stakes(blinds=2)  # type: ignore[arg-type]
    assert Stakes(blinds=[1, 2]) == BLINDS  # type: ignore[arg-type]
    with pytest.raises(BadNotation, match=r"buy_in: expected 2 values, not \(1, 2, 3\)"):
        rules(buy_in=(1, 2, 3))


# ---- commands


def table_of() -> Table:
    table = Table(rules(petty=5, straddles=(Straddle.UNDER_THE_GUN,)))
    for seat, name in enumerate(("ann", "bo", "cy")):
        table.sit(name, seat, 100)
    table.draw_button(0)
    return table


TABLE: list[tuple[str, Callable[[Table, Any], object]]] = [
    ("chips", lambda table, n: table.sit("di", 4, n)),
    ("seat", lambda table, n: table.sit("di", n, 50)),
    ("at", lambda table, n: table.sit("di", 4, 50, n)),
    ("chips", lambda table, n: table.buy("ann", n)),
    ("chips", lambda table, n: table.ask("ann", chips=n)),
    ("to", lambda table, n: table.top_up("ann", n)),
    ("seat", lambda table, n: table.move("ann", n)),
    ("chips", lambda table, n: table.petty("ann", n)),
    ("chips", lambda table, n: table.straddle("ann", Straddle.UNDER_THE_GUN, n)),
    ("chips", lambda table, n: table.pay("ann", "bo", n)),
    ("draw", lambda table, n: table.draw_button(n)),
    ("at", lambda table, n: table.start_hand(n)),
    ("at", lambda table, n: table.queue("di", at=n)),
]


@pytest.mark.parametrize("prize", [float("nan"), float("inf"), True, "6", None], ids=repr)
def test_a_prize_is_a_number(prize: Any) -> None:
    with pytest.raises(BadNotation, match="prizes: expected a number, not "):
        icm((50, 50), (prize, 0))
    assert icm((50, 50), (0.5, 0)).values == (0.25, 0.25)


@each("value", [4.5, 1.0, True, "6"], ids=repr)
@each(("name", "do"), TABLE, ids=[f"{at} {name}" for at, (name, _) in enumerate(TABLE)])
def test_a_table_takes_whole_numbers_alone(name: str, do: Callable[[Table, Any], object], value: object) -> None:
    table = table_of()
    refused(lambda: do(table, value), name)
    assert table == table_of()


def test_an_event_takes_whole_numbers_alone() -> None:
    event = Tournament(find_preset("deep"), "whole")
    refused(lambda: event.do(c.Register("ann"), 1.5), "now")  # type: ignore[arg-type]
    event.do(c.Register("ann"), 1)
    for command, name in (
        (c.Penalise("ann", hands=1.5), "hands"),  # type: ignore[arg-type]
        (c.AddTime(0.5), "ms"),  # type: ignore[arg-type]
        (c.CountHand(1, (("ann", 7.5),)), "stacks"),  # type: ignore[arg-type]
        (c.Jump(True), "item"),
    ):
        refused(lambda command=command: event.do(command, 2), name)  # type: ignore[misc]
    assert event.version == 2


def test_the_floor_takes_whole_numbers_alone() -> None:
    refused(lambda: rule_on(OddFold(seat=1.5), CASH), "seat")  # type: ignore[call-arg, arg-type]


def open_hand() -> Hand:
    setup = seat_hand(HOLDEM, NoLimit(), BLINDS, OPEN_STAKES, (3, 100, 100))
    hand = Hand(msgspec.structs.replace(setup, open=OpenTerms(lenders=("di",))))
    Dealer(Deck(cards("AsKsQsAhKhQh"))).run(hand)
    return hand


@pytest.mark.parametrize("value", [4.5, 6.0, True, "6"], ids=repr)
def test_open_stakes_take_whole_numbers_alone(value: Any) -> None:
    hand = open_hand()
    hand.raise_to(30)
    refused(lambda: hand.buy(value), "what is bought")
    refused(lambda: hand.borrow(value, "di"), "what is borrowed")
    refused(lambda: hand.offer_marker(value), "a bet with a marker")
    if not isinstance(value, str):
        refused(lambda: hand.borrow(5, value), "the seat that lends")
    hand.offer_marker()
    with pytest.raises(BadNotation, match="True or False"):
        hand.consent(1)  # type: ignore[arg-type]
    hand.consent(True)
    assert decode_log(encode(hand.log)) == hand.log


@pytest.mark.parametrize("value", [1.5, 1.0, True, "1"], ids=repr)
def test_seats_are_whole_numbers(value: Any) -> None:
    hand = hand_of()
    refused(lambda: hand.fold(seat=value), "the seat that folds")
    refused(lambda: hand.kill(value), "the seat whose hand is killed")
    refused(lambda: hand.expose(value, 51), "the seat whose card is exposed")
    refused(lambda: hand.show(seat=value), "the seat that shows")


@each("value", [1.5, 40.0, True, "Ax", None, b"As", 99, -1], ids=repr)
def test_cards_are_numbers_or_text(value: Any) -> None:
    """Whatever else is dealt, burned, turned or thrown away is refused, and names no card."""
    hand = Hand(seat_hand(HOLDEM, NoLimit(), BLINDS, CASH, (100, 100)))
    while hand.due is Due.POST:
        hand.post()
    before = encode(hand.log)
    for deal in (lambda: hand.deal_round((0, 4, 8, value)), lambda: hand.deal((value, 12))):
        with pytest.raises(SidepotError, match=r"expected a card|unknown card|is not in this deck"):
            deal()
    assert encode(hand.log) == before
    drawing = Hand(seat_hand(find_game("single-draw"), NoLimit(), BLINDS, CASH, (100, 100)))
    dealer = Dealer(Deck(STANDARD_DECK[::-1]))
    dealer.run(drawing)
    drawing.call()
    drawing.check()
    dealer.run(drawing)
    assert drawing.due is Due.DRAW
    with pytest.raises(SidepotError, match=r"expected a card|unknown card|is not one of the cards|is not a card"):
        drawing.discard((value,))


def test_cards_may_be_text_wherever_a_hand_takes_cards() -> None:
    hand = Hand(seat_hand(find_game("single-draw"), NoLimit(), BLINDS, CASH, (100, 100)))
    while hand.due is Due.POST:
        hand.post()
    hand.deal_round("2c3c 2d3d 2h3h 2s3s 4c5c")
    hand.call()
    hand.check()
    hand.burn("6c")
    hand.do(Discard(("2c",)))
    hand.deal(["7c"])
    hand.discard()
    hand.check()
    hand.check()
    hand.show("2d2h2s4c7c")
    hand.show(["3c", "3d", *cards("3h3s"), "5c"])
    assert decode_log(encode(hand.log)) == hand.log
    board = Hand(seat_hand(HOLDEM, NoLimit(), BLINDS, CASH, (100, 100)))
    Dealer(Deck("AsKs AhKh")).run(board)
    board.call()
    board.check()
    board.burn("2c")
    board.board(("3c", 5, "5c"))
    assert text(board.boards[0]) == "3c3d5c"


# ---- numpy


def test_integers_of_numpy_are_taken_and_become_ints() -> None:
    np = pytest.importorskip("numpy")
    stakes = Stakes(blinds=np.array([1, 2]), chip=np.int32(1))
    assert stakes == BLINDS and {*map(type, stakes.blinds)} == {int} and type(stakes.chip) is int
    order = np.random.default_rng(1).permutation(52)
    stacks = np.array([100, 100, 100], dtype=np.int64)
    hand = Hand(seat_hand(HOLDEM, NoLimit(), stakes, CASH, stacks, button=np.int64(2)))
    dealer = Dealer(Deck(order), auto_show=True)
    dealer.run(hand)
    hand.raise_to(np.int64(6))
    while dealer.run(hand) is not Due.DONE:
        hand.check_or_call()
    assert decode_log(encode(hand.log)) == hand.log
    for value in (np.float64(6), np.bool_(True), np.array([6, 7])):
        with pytest.raises(BadNotation):
            as_int(value, "a bet")
    dealt = Hand(seat_hand(HOLDEM, NoLimit(), BLINDS, CASH, (100, 100)))
    while dealt.due is Due.POST:
        dealt.post()
    dealt.deal_round(order[:4])
    assert {*map(type, dealt.hole[0])} == {int}


def test_a_table_that_numpy_counts_for_can_be_read_back() -> None:
    np = pytest.importorskip("numpy")
    table = table_of()
    table.sit("di", np.int64(5), np.int16(80), np.int64(7))
    table.buy("ann", chips=np.uint8(20))
    assert {type(place.stack) for place in table.seated()} == {int}
    assert replay(table.log) == table
