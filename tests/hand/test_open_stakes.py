"""Open stakes at the table: what is owed after a hand, who pays whom in the end, and what is refused."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import msgspec
import pytest
from few_examples import examples
from hypothesis import given, settings
from hypothesis import strategies as st

from sidepot.bots.random_player import random_player
from sidepot.cards import UNKNOWN, Deck, cards
from sidepot.errors import BadNotation, Conflict, IllegalAction, NotDue, SidepotError
from sidepot.games.catalog import find_game
from sidepot.games.limits import FixedLimit, NoLimit
from sidepot.games.mixes import single
from sidepot.games.rake import Rake
from sidepot.games.stakes import Stakes
from sidepot.hand.dealer import Dealer
from sidepot.hand.due import Due
from sidepot.hand.hand import Hand
from sidepot.hand.legal.options import options
from sidepot.hand.view import view_of
from sidepot.rules.houses import CASH, OPEN_STAKES
from sidepot.simulation.credit_bots import credit_player
from sidepot.table import events
from sidepot.table.credit import _holders
from sidepot.table.debts import Loan, Marker
from sidepot.table.places import State
from sidepot.table.settlement import BOX, HOUSE, Payment
from sidepot.table.table import Table, replay
from sidepot.table.table_rules import OpenStakes, TableRules

HOLDEM = single(find_game("holdem"), NoLimit())
BOARD = cards("2c7d9h3sJc")
PAIRS = [cards(pair) for pair in ("AsAh", "KsKh", "QsQh", "TsTh")]


def rules(**more: Any) -> TableRules:
    """Without blinds, and with a least bet of 2."""
    usual: dict[str, Any] = {
        "mix": HOLDEM,
        "stakes": (Stakes(small_bet=2),),
        "rulebook": OPEN_STAKES,
        "buy_in": (12, 0),
    }
    return TableRules(**usual | {"open_stakes": OpenStakes()} | more)


def seated(*stacks: int, **more: Any) -> Table:
    """P1 and so on side by side; the last one has the button, so that P1 acts first."""
    table = Table(rules(**more))
    for at, stack in enumerate(stacks):
        table.sit(f"P{at + 1}", at, stack)
    table.draw_button(len(stacks) - 1)
    return table


def run_on(hand: Hand, best: Sequence[int] = ()) -> Hand:
    """Deal; at the showdown the seats have the better hands the earlier they stand in `best`."""
    while hand.due is not Due.DONE:
        if hand.due is Due.DEAL:
            hand.deal((UNKNOWN,) * hand.count)
        elif hand.due is Due.BURN:
            hand.burn()
        elif hand.due is Due.BOARD:
            hand.board(BOARD[len(hand.boards[0]) :][: hand.count])
        elif hand.due is Due.RETURN:
            hand.return_uncalled()
        elif hand.due is Due.AWARD:
            hand.award()
        elif hand.due is Due.RUN:
            hand.choose_runs(1)
        elif hand.due is Due.SHOW:
            hand.show(PAIRS[list(best).index(hand.seat)])
        elif hand.due is Due.ACT and best:
            hand.check_or_call()
        else:
            break
    return hand


def by_marker(hand: Hand, to: int | None = None) -> None:
    """Bet or call by a marker to which all agree."""
    hand.offer_marker(to)
    while hand.due is Due.CONSENT:
        hand.consent(True)
    hand.call() if to is None else hand.raise_to(to)


def refused(command: Callable[[], Any], error: type[SidepotError], cite: str | None = None) -> None:
    with pytest.raises(error) as raised:
        command()
    assert (str(raised.value.cite) if raised.value.cite else None) == cite


# ---- what is owed after a hand


def test_a_marker_is_owed_to_who_took_the_pots_in_proportion() -> None:
    table = seated(20, 50, 80, 200)
    hand = run_on(table.start_hand())
    by_marker(hand, 150)  # P1 owes 130
    hand.call()  # P2 is all-in for 50
    hand.call()  # P3 for 80
    hand.call()
    table.finish(run_on(hand, best=(1, 2, 3, 0)))
    assert [table.stack_of(player) for player in table.players] == [0, 200, 90, 190]
    assert table.markers == (Marker(1, "P1", 130, (("P2", 61), ("P3", 27), ("P4", 42))),)


@given(st.lists(st.integers(0, 500), min_size=2, max_size=6), st.integers(1, 500))
def test_holders_share_a_marker_fairly(won: list[int], face: int) -> None:
    players = [f"P{at}" for at in range(len(won))]
    holders = dict(_holders("P0", face, players, won, 0))
    others = sum(won[1:])
    assert sum(holders.values()) == (face if others else 0)
    assert "P0" not in holders and all(holders.values())
    for player, chips in zip(players[1:], won[1:], strict=True):
        assert abs(holders.get(player, 0) * others - face * chips) < max(others, 1)


def test_marker_comes_back_first_of_an_uncalled_bet() -> None:
    table = seated(20, 50)
    hand = run_on(table.start_hand())
    by_marker(hand, 100)
    hand.call()
    table.finish(run_on(hand, best=(1, 0)))
    assert table.markers == (Marker(1, "P1", 30, (("P2", 30),)),)
    assert [table.stack_of(player) for player in table.players] == [0, 100]


def test_chips_bought_after_a_marker_do_not_buy_it_back() -> None:
    table = seated(20, 200)
    hand = run_on(table.start_hand())
    by_marker(hand, 60)
    hand.call()
    run_on(hand)
    hand.buy(30)
    hand.check()
    table.finish(run_on(hand, best=(1, 0)))
    assert table.stack_of("P1") == 30
    assert table.markers[0].face == 40
    assert dict(table.settlement().standings)["P1"] == -10


def test_the_house_holds_what_it_raked_of_a_marker() -> None:
    rake = Rake(50, no_flop_no_drop=False)
    table = seated(20, 100, stakes=(Stakes(small_bet=2, rake=rake),))
    hand = run_on(table.start_hand())
    by_marker(hand, 100)
    hand.call()
    table.finish(run_on(hand, best=(0, 1)))
    raked = table.ledger.balance("rake")
    assert raked > 80
    won = 200 - raked
    assert table.markers == ((Marker(1, "P1", 80 - won, ((HOUSE, 80 - won),)),) if won < 80 else ())
    settlement = table.settlement()
    assert dict(settlement.standings)[HOUSE] == raked
    assert sum(chips for _, chips in settlement.standings) == 0


def test_a_marker_waits_in_a_pot_that_waits() -> None:
    table = seated(12, 40, mix=single(find_game("jacks-trips"), NoLimit()), stakes=(Stakes(ante=1, small_bet=2),))
    hand = table.start_hand()
    while hand.due in (Due.POST, Due.DEAL):
        hand.post() if hand.due is Due.POST else hand.deal(cards(("JsJh2c3d4h", "KsKhQcTd8h")[hand.seat]))
    by_marker(hand, 30)
    hand.call()
    while hand.due is not Due.DONE:
        match hand.due:
            case Due.DRAW:
                hand.discard()
            case Due.BURN:
                hand.burn()
            case Due.ACT:
                hand.check()
            case Due.PROVE:
                hand.prove()
            case Due.SHOW:
                hand.show()
            case Due.PASS_OUT:
                hand.pass_out()
            case _:
                hand.award()
    table.finish(hand)
    assert table.carried == 62
    (marker,) = table.markers
    assert (marker.maker, marker.face, marker.holders) == ("P1", 19, ())
    table.leave("P1")  # the pot goes to P2, and the marker in it
    assert (table.stack_of("P2"), table.carried) == (9 + 62, 0)
    assert table.markers == (msgspec.structs.replace(marker, holders=(("P2", 19),)),)
    assert [str(payment) for payment in table.settlement().payments] == ["P1 pays P2 19", "the box pays P2 52"]


# ---- loans


def lent(table: Table, chips: int, lender: int | str) -> None:
    """P1 calls a bet of P2 with borrowed chips, and loses."""
    hand = run_on(table.start_hand())
    hand.check()
    hand.raise_to(table.stack_of("P1") + chips)
    if isinstance(lender, int):
        hand.fold()
    hand.borrow(chips, lender)
    hand.call()
    table.finish(run_on(hand, best=(1, 0, 2)))


def test_player_sitting_out_lends_from_the_stack_or_brings_cash() -> None:
    table = seated(20, 200, 50)
    table.sit_out("P3")
    table.draw_button(1)
    lent(table, 50, "P3")
    assert table.loans == (Loan(1, "P1", "P3", 50),)
    assert table.places["P3"].state is State.BUSTED
    table.buy("P1", 20)
    table.buy("P3", 12)
    table.sit_out("P3")
    table.draw_button(1)
    lent(table, 50, "P3")
    assert [*table.loans][-1] == Loan(2, "P1", "P3", 50, cash=True)
    assert (table.stack_of("P3"), table.places["P3"].bought, table.ledger.balance("cash:P3")) == (12, 112, -112)
    assert dict(table.settlement().standings)["P3"] == 112
    assert table.settlement().payments[0] == Payment("P1", "P3", 100)


def test_lender_who_left_during_the_hand_has_lent_cash() -> None:
    table = seated(20, 200, 50)
    table.sit_out("P3")
    table.draw_button(1)
    hand = run_on(table.start_hand())
    hand.check()
    hand.raise_to(70)
    hand.borrow(50, "P3")
    table.leave("P3")
    hand.call()
    table.finish(run_on(hand, best=(1, 0)))
    assert table.loans == (Loan(1, "P1", "P3", 50, cash=True),)
    statement = table.ledger.statement("P3")
    assert (statement.bought, statement.credit, statement.result) == (100, 100, 0)


def test_folded_player_lends_from_the_stack() -> None:
    table = seated(20, 200, 60)
    lent(table, 50, 2)
    assert [table.stack_of(player) for player in table.players] == [0, 270, 10]
    assert [table.ledger.balance(f"loan:P{at}") for at in (1, 2, 3)] == [-50, 0, 50]
    assert [statement.result for statement in table.ledger.statements()] == [-70, 70, 0]


# ---- the session


def test_returning_player_brings_the_amount_that_was_counted_out() -> None:
    table = seated(100, 100, 100)
    table.leave("P1", at=5)
    assert (table.ledger.balance("claim:P1"), table.ledger.balance("cash:P1"), table.ledger.redeemed) == (
        100,
        -100,
        100,
    )
    assert str(table.settlement().payments[0]) == "the box pays P1 100"
    refused(lambda: table.sit("P1", 0, 90, at=9), IllegalAction, "PG:44")
    table.sit("P1", 0, 120, at=9)
    assert (table.ledger.balance("claim:P1"), table.ledger.balance("cash:P1")) == (0, -120)
    assert table.ledger.issued == 320


def test_paid_player_comes_back_for_cash() -> None:
    table = seated(100, 100, 100)
    table.leave("P1")
    table.pay(BOX, "P1", 60)
    assert dict(table.settlement().standings) == {"P1": 40, "P2": 100, "P3": 100, BOX: -240}
    table.sit("P1", 0, 100, at=10**9)
    assert (table.ledger.balance("claim:P1"), table.ledger.balance("cash:P1")) == (60, -160)
    assert dict(table.settlement().standings)["P1"] == 100


def test_payments_that_are_none() -> None:
    table = seated(20, 100, 100)
    hand = run_on(table.start_hand())
    by_marker(hand, 70)
    hand.call()
    refused(lambda: table.pay("P1", "P2", 50), NotDue, "OS:11")
    refused(lambda: table.settlement(), NotDue, "OS:12")
    hand.fold()
    table.finish(run_on(hand, best=(1, 0)))
    for payer, payee in (("P1", "P2"), (BOX, "P2"), ("P1", BOX)):
        refused(lambda payer=payer, payee=payee: table.pay(payer, payee, 10), IllegalAction, "OS:11")  # type: ignore[misc]
    table.leave("P1")
    refused(lambda: table.pay("P1", "P2", 50), IllegalAction, "OS:11")  # P2 plays on
    table.leave("P2")
    log = list(table.log)
    for payer, payee, chips in (("P1", "P2", 51), ("P2", "P1", 1), (HOUSE, "P2", 1), ("P1", BOX, 1)):
        refused(lambda one=(payer, payee, chips): table.pay(*one), Conflict, "OS:12")  # type: ignore[misc]
    for payer, payee, chips in (("P1", "Zoe", 5), ("P1", "P2", 0)):
        refused(lambda one=(payer, payee, chips): table.pay(*one), Conflict)  # type: ignore[misc]
    refused(lambda: table.pay("P1", "P2", -5), BadNotation)
    assert table.log == log
    table.pay("P1", "P2", 50)
    assert dict(table.settlement().standings) == {"P2": 120, "P3": 100, BOX: -220}


def test_other_stakes_are_agreed_on_when_all_is_settled() -> None:
    table = seated(20, 100)
    closed = msgspec.structs.replace(table.rules, open_stakes=None)
    hand = run_on(table.start_hand())
    refused(lambda: table.agree(closed), NotDue)
    by_marker(hand, 70)
    hand.call()
    table.finish(run_on(hand, best=(1, 0)))
    refused(lambda: table.agree(closed), Conflict, "OS:12")
    table.agree(rules(open_stakes=OpenStakes(9)))
    other = seated(20, 100)
    other.agree(closed)
    assert other.start_hand().setup.open is None


def test_a_tournament_table_settles_nothing() -> None:
    table = seated(20, 100, is_tournament=True, open_stakes=None)
    refused(table.settlement, Conflict)
    refused(lambda: table.pay("P1", "P2", 1), IllegalAction, "TS:1")


def test_a_cash_table_pays_out_what_lies_on_it() -> None:
    table = seated(20, 100, open_stakes=None, rulebook=CASH)
    assert [str(payment) for payment in table.settlement().payments] == ["the box pays P2 100", "the box pays P1 20"]
    assert table.settlement().terms == ""
    table.leave("P1")
    assert [str(payment) for payment in table.settlement().payments] == ["the box pays P2 100"]  # P1 has their cash
    refused(lambda: table.pay(BOX, "P2", 1), IllegalAction, "TS:1")


# ---- what is refused


def test_player_in_turn_buys_in_the_hand_and_not_at_the_table() -> None:
    table = seated(20, 100)
    run_on(table.start_hand())
    refused(lambda: table.buy("P1", 20), NotDue, "OS:1")
    table.ask("P1", 20)


@pytest.mark.parametrize(
    ("more", "cite"),
    [
        ({"rulebook": CASH}, "OS:14"),
        ({"is_tournament": True}, "OS:14"),
        ({"mix": single(find_game("holdem"), NoLimit(cap=50))}, "OS:14"),
        ({"buy_in": (5, 0)}, "OS:3"),
        ({"mix": single(find_game("holdem"), FixedLimit()), "stakes": (Stakes(small_bet=4),)}, "OS:3"),
    ],
)
def test_where_there_are_no_open_stakes(more: dict[str, Any], cite: str) -> None:
    refused(lambda: rules(**more), Conflict, cite)


def test_terms_that_are_none() -> None:
    refused(lambda: OpenStakes(-1), BadNotation)
    refused(lambda: OpenStakes(terms=" "), Conflict, "OS:12")


@pytest.mark.parametrize("name", [BOX, HOUSE])
def test_name_of_the_box_is_no_name_for_a_player(name: str) -> None:
    refused(lambda: seated(20).sit(name, 5, 20), Conflict)


def test_a_part_of_a_buy_in_leaves_the_restriction_and_a_full_one_lifts_it() -> None:
    """Rule: OS-4. Between hands everybody buys what they like; it is in a hand that nothing is added."""
    table = seated(200, 400, buy_in=(200, 0))
    table.places["P1"].stack = 120
    table.places["P1"].restricted = True
    table.buy("P1", 79)
    hand = table.start_hand()
    assert hand.setup.open is not None and hand.setup.open.restricted == (0,)
    table.void()
    table.top_up("P1", 200)
    hand = table.start_hand()
    assert hand.setup.open is not None and hand.setup.open.restricted == ()
    assert not table.places["P1"].restricted


# ---- anything that bots do


@given(st.integers(0, 2**32))
@settings(max_examples=examples(25), deadline=None)
def test_the_books_hold_and_the_log_replays_whatever_is_borrowed(seed: int) -> None:
    chance = Random(seed)
    table = seated(*[chance.randint(40, 90) for _ in range(4)], buy_in=(40, 0), stakes=(Stakes(blinds=(1, 2)),))
    player = credit_player(random_player(chance, fold=0.1, passive=0.6), chance.random)
    for _ in range(6):
        for place in table.seated():
            if not place.stack:
                table.buy(place.player, 40)
        hand = table.start_hand()
        dealer = Dealer(Deck(hand.plan.deck, below=chance.randrange))
        while dealer.run(hand) is not Due.DONE:
            hand.do(player(view_of(hand, hand.seat), options(hand, explain=False)))
        table.finish(hand)
        bank = table.ledger
        assert bank.issued == bank.on_table() + bank.redeemed + bank.balance("rake")
        assert all(bank.balance(f"stack:{place.player}") == place.stack for place in table.seated())
        assert sum(statement.result for statement in bank.statements()) == 0
        for marker in table.markers:
            owed = sum(other.face for other in table.markers if other.maker == marker.maker)
            assert bank.balance(f"marker:{marker.maker}") == -owed
        rest = dict(table.settlement().standings)
        for payment in table.settlement().payments:
            rest[payment.payer] += payment.chips
            rest[payment.payee] -= payment.chips
        assert not any(rest.values())
    told = events.decode_log(events.encode(table.log))
    assert told == table.log and replay(told) == table
