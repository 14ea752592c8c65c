"""A table: who comes and goes with what, what is refused and by which rule, the pot that waits, logs that replay."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import msgspec
import pytest
from each import each
from few_examples import examples
from hypothesis import given, settings
from hypothesis import strategies as st

from sidepot.bots.random_player import random_player
from sidepot.cards import Deck, cards
from sidepot.errors import BadNotation, Conflict, IllegalAction, NotDue, SidepotError
from sidepot.games.catalog import find_game
from sidepot.games.limits import FixedLimit, NoLimit
from sidepot.games.mixes import find_mix, rotation, single
from sidepot.games.stakes import AnteBy, Stakes
from sidepot.games.usual import stakes_for
from sidepot.hand.dealer import Dealer
from sidepot.hand.due import Due
from sidepot.hand.hand import Hand
from sidepot.hand.legal.options import options
from sidepot.hand.setup import Post
from sidepot.hand.view import view_of
from sidepot.rules.houses import CASH, TDA_2024
from sidepot.rules.table_choices import FirstButton
from sidepot.table import events
from sidepot.table.colour import Row, Why
from sidepot.table.draw import draw_button
from sidepot.table.events import HandBegun, Opened
from sidepot.table.ledger import Ledger
from sidepot.table.places import State
from sidepot.table.table import Table, replay
from sidepot.table.table_rules import Kill, KillKind, OpenStakes, Straddle, TableRules, TimeCharge

HOLDEM = single(find_game("holdem"), NoLimit())
BLINDS = (Stakes(blinds=(1, 2)),)


def rules(**more: Any) -> TableRules:
    return TableRules(**{"mix": HOLDEM, "stakes": BLINDS, "buy_in": (40, 200)} | more)


def seated(*stacks: int, **more: Any) -> Table:
    """A table at which P1, P2 and so on sit side by side, and P1 has the button."""
    table = Table(rules(**more))
    for at, stack in enumerate(stacks):
        table.sit(f"P{at + 1}", at, stack)
    table.draw_button(0)
    return table


def play(hand: Hand, chance: Random, absent: tuple[int, ...] = ()) -> Hand:
    """Play a hand to its end at random."""
    player = random_player(chance)
    dealer = Dealer(Deck(hand.plan.deck, below=chance.randrange), absent=absent)
    while dealer.run(hand) is not Due.DONE:
        hand.do(player(view_of(hand, hand.seat), options(hand, explain=False)))
    return hand


def fold_round(table: Table) -> None:
    """A hand in which everybody folds to the big blind."""
    hand = table.start_hand()
    dealer = Dealer(Deck(below=Random(1).randrange))
    while dealer.run(hand) is not Due.DONE:
        hand.fold()
    table.finish(hand)


# ---- refusals


@each(
    ("command", "error", "cite", "says"),
    [
        (
            lambda t: t.sit("", 5, 100),
            Conflict,
            "None",
            "a player's name must be one line without spaces around it, not ''",
        ),
        (
            lambda t: t.sit(" ", 5, 100),
            Conflict,
            "None",
            "a player's name must be one line without spaces around it, not",
        ),
        (
            lambda t: t.sit("P1 ", 5, 100),
            Conflict,
            "None",
            "a player's name must be one line without spaces around it, not",
        ),
        (lambda t: t.queue("Eve\n"), Conflict, "None", "must be one line without spaces around it"),
        (lambda t: t.sit("P1", 5, 100), Conflict, "None", "P1 already sits in seat 1"),
        (lambda t: t.sit("Eve", 9, 100), Conflict, "None", "there is no seat 10; the table has seats 1 to 9"),
        (lambda t: t.sit("Eve", -1, 100), BadNotation, "None", "seat: expected 0 to"),
        (lambda t: t.sit("Eve", 1, 100), Conflict, "None", "seat 2 is taken by P2; free: 3, 4, 5, 6, 7, 8, 9"),
        (lambda t: t.sit("Eve", 5, 0), Conflict, "None", ": expected at least 1, not"),
        (lambda t: t.sit("Eve", 5, 39), IllegalAction, "PG:42", "Eve must buy in for at least 40, not 39"),
        (lambda t: t.sit("Eve", 5, 201), IllegalAction, "PG:42", "Eve may have at most 200 chips, and would have 201"),
        (lambda t: t.buy("Eve", 10), Conflict, "None", "no player named 'Eve' sits here; at the table are P1, P2"),
        (lambda t: t.buy("P1", 101), IllegalAction, "PG:42", "would have 201"),
        (lambda t: t.ask("P1", 10), NotDue, "PG:43", "is not in a hand, so there is no need to ask"),
        (
            lambda t: t.petty("P1", 5),
            IllegalAction,
            "PG:44",
            "players cannot take chips off this table until they leave",
        ),
        (lambda t: t.charge_time("P1", 0), NotDue, "PG:45", "this table charges nothing for a seat"),
        (lambda t: t.move("P1", 0), Conflict, "None", "P1 already sits in seat 1"),
        (lambda t: t.queue("P1"), Conflict, "None", "; use `move` to change seats"),
        (lambda t: t.unqueue("Eve"), Conflict, "None", "Eve is not on the waiting list; nobody waits"),
        (lambda t: t.seat_next(100), NotDue, "None", "nobody is waiting for a seat"),
        (lambda t: t.draw_button(5), Conflict, "None", "seat 6 has none"),
        (lambda t: t.choose_game("P1", "razz"), IllegalAction, "PG:37", "this table plays only Texas hold'em"),
        (
            lambda t: t.straddle("P1", Straddle.SLEEPER, 4),
            IllegalAction,
            "None",
            "this table does not allow a 'sleeper' straddle, and no other",
        ),
        (
            lambda t: t.set_level([*BLINDS, *BLINDS]),
            Conflict,
            "None",
            "Texas hold'em has 1 games, but there are stakes for 2",
        ),
        (
            lambda t: t.agree(rules(is_tournament=True)),
            Conflict,
            "None",
            "a cash table cannot become a tournament table, nor the other way round",
        ),
        (lambda t: t.void(), NotDue, "None", "no hand is in progress"),
        (lambda t: t.start_hand(dead=["Eve"]), Conflict, "None", "Eve is not dealt in, so their hand cannot be killed"),
        (lambda t: t.finish(Hand(seated(50, 50).start_hand().setup)), NotDue, "None", "no hand is in progress"),
        (lambda t: t.colour_up([Row(5, Why.WON, 5)]), Conflict, "None", "seat 6 is empty"),
        (lambda t: t.colour_up([Row(0, Why.RACED_OFF, -101)]), Conflict, "None", "does not have the"),
    ],
)
def test_a_refusal_says_why_and_changes_nothing(
    command: Callable[[Table], Any], error: type[SidepotError], cite: str, says: str
) -> None:
    table = seated(100, 100)
    before = replay(table.log)
    with pytest.raises(error) as raised:
        command(table)
    assert says in raised.value.message
    assert str(raised.value.cite) == cite
    assert table == before


def test_in_a_hand_stakes_and_seats_are_fixed() -> None:
    table = seated(100, 100, petty=10, time_charge=TimeCharge(5))
    hand = table.start_hand()
    for command, cite in (
        (lambda: table.buy("P1", 5), "TS:1"),
        (lambda: table.petty("P1", 5), "TS:1"),
        (lambda: table.charge_time("P1", 10**9), "PG:45"),
        (lambda: table.move("P1", 5), "None"),
        (lambda: table.start_hand(), "None"),
        (lambda: table.draw_button(0), "None"),
        (lambda: table.colour_up([Row(0, Why.WON, 5)]), "None"),
        (lambda: table.finish(hand), "None"),
        (lambda: table.finish(play(seated(50, 60).start_hand(), Random(1))), "None"),
    ):
        with pytest.raises(SidepotError) as raised:
            command()  # type: ignore[no-untyped-call]
        assert str(raised.value.cite) == cite
    table.sit("Eve", 4, 50)
    table.buy("Eve", 5)
    assert (table.stack_of("P1"), table.stack_of("Eve")) == (95, 55)


def test_tournament_table_neither_sells_chips_nor_cashes_out() -> None:
    table = seated(5, 100, is_tournament=True, petty=10)  # no least buy-in either
    for command in (lambda: table.buy("P1", 50), lambda: table.top_up("P1", 50), lambda: table.petty("P1", 1)):
        with pytest.raises(IllegalAction):
            command()  # type: ignore[no-untyped-call]
    assert table.ledger.balance("tournament") == -105


@each(
    "more",
    [
        {"seats": 1},
        {"seats": 23},
        {"stakes": ()},
        {"buy_in": (-1, 0)},
        {"buy_in": (50, 40)},
        {"buy_in": (50, -1)},
        {"bomb_every": 2},
        {"bomb_ante": -1},
        {"petty": -1},
        {"time_charge": TimeCharge(200)},  # nobody may bring more, and they would have nothing left
        {"open_stakes": OpenStakes(), "buy_in": (5, 0)},
    ],
)
def test_terms_that_cannot_be_are_refused(more: dict[str, Any]) -> None:
    with pytest.raises((Conflict, BadNotation)):
        rules(**more)


def test_a_kill_and_a_charge_that_are_none() -> None:
    for make in (lambda: Kill(legs=0), lambda: Kill(legs=-1), lambda: TimeCharge(0), lambda: TimeCharge(1, 0)):
        with pytest.raises((Conflict, BadNotation)):
            make()


# ---- chips


def test_returning_player_brings_back_the_stack_they_took_away() -> None:
    table = seated(100, 100, rathole_ms=60)
    table.leave("P1", 1000)
    with pytest.raises(
        IllegalAction, match="chips a short time ago and must bring the same amount back, not"
    ) as raised:
        table.sit("P1", 0, 99, 1059)
    assert str(raised.value.cite) == "PG:44"
    table.sit("P1", 0, 99, 1060)


def test_refreshment_count_goes_on_for_a_player_who_returns_soon() -> None:
    table = seated(100, 100, petty=10)
    table.petty("P1", 10)
    table.leave("P1", 0)
    table.sit("P1", 0, 90, 1)
    with pytest.raises(
        IllegalAction, match="only 10 a session may be taken off for refreshments and tips; P1 has 0 left"
    ):
        table.petty("P1", 1)


def test_chips_asked_for_come_up_to_the_most_and_to_who_is_busted_only_as_a_whole_buy_in() -> None:
    table = seated(100, 100, 100, 100)
    hand = table.start_hand()  # P4 is under the gun
    table.ask("P1", 200)
    table.ask("P1", 150)  # the last word counts
    table.ask("P2", 39)
    table.ask("P3", 50)
    table.ask("P3", 0)
    with pytest.raises(IllegalAction, match="P3 may have at most 200 chips, and would have 201"):
        table.ask("P3", 201)
    table.ask("P4", 40)
    dealer = Dealer(Deck(cards("Ks2cQcAs Kh7dQdAh 5h3c8d9h 5s4s 5cJc")), auto_show=True)
    for act in (lambda: hand.raise_to(100), hand.call, hand.call, hand.fold):
        dealer.run(hand)
        act()
    dealer.run(hand)
    assert hand.stacks == [0, 98, 0, 302]  # from the left of the button: P2, P3, P4, P1
    table.finish(hand)
    assert [table.stack_of(player) for player in table.players] == [302, 0, 98, 40]
    assert [place.asked for place in table.seated()] == [0, 0, 0, 0]
    assert [place.state for place in table.seated()] == [State.IN, State.BUSTED, State.IN, State.IN]


def test_a_stack_is_filled_up_before_each_hand_also_one_that_is_lost() -> None:
    table = seated(100, 100, time_charge=TimeCharge(5))
    table.top_up("P1", 100)
    fold_round(table)
    assert (table.stack_of("P1"), table.ledger.balance("cash:P1")) == (99, -105)
    hand = table.start_hand()
    assert (table.stack_of("P1"), table.ledger.balance("cash:P1")) == (100, -106)
    all_in(hand, "Ad2c AhKd 5h3c8d9h 5s4s 5cJc")  # P2 has the button, and P1 the first card
    table.finish(hand)
    assert (table.stack_of("P1"), table.stack_of("P2")) == (196, 0)
    with pytest.raises(NotDue, match="a hand needs two players: P2 has no chips"):
        table.start_hand()
    table.top_up("P2", 80)
    assert table.start_hand().setup.stacks == (80, 196)
    assert table.places["P2"].state is State.IN


def test_player_who_cannot_pay_the_seat_charge_is_topped_up_first() -> None:
    table = seated(100, 40, 40, time_charge=TimeCharge(40))
    table.top_up("P2", 50)
    table.start_hand(1000)
    assert [table.stack_of(player) for player in table.players] == [60, 50, 40]
    assert [type(event).__name__ for event in table.log[-5:-1]] == ["Charged", "Bought", "Charged", "Bought"]
    assert table.players_in_hand == ("P2", "P1")
    assert table.time_due(1000) == ("P3",)
    assert table.places["P1"].paid_until == 1000 + 30 * 60 * 1000


def test_time_charge_period_follows_a_recent_one() -> None:
    table = seated(100, 100, time_charge=TimeCharge(5, 100))
    table.charge_time("P1", 50)
    with pytest.raises(NotDue):
        table.charge_time("P1", 149)
    table.charge_time("P1", 180)
    assert table.places["P1"].paid_until == 250
    table.charge_time("P1", 500)  # nobody pays for the time that they were not asked for
    assert table.places["P1"].paid_until == 600


def all_in(hand: Hand, order: str) -> None:
    """Two players put everything in; the cards come in that order."""
    dealer = Dealer(Deck(cards(order)), auto_show=True)
    dealer.run(hand)
    hand.raise_to(hand.max_raise_to())
    dealer.run(hand)
    hand.call()
    assert dealer.run(hand) is Due.DONE


def test_newcomer_neither_waits_nor_posts_where_there_are_no_blinds() -> None:
    stud = single(find_game("stud"), FixedLimit())
    table = Table(rules(mix=stud, stakes=(stakes_for(find_game("stud"), FixedLimit(), 4),), seats=4))
    table.sit("Ann", 0, 100)
    table.sit("Bob", 3, 100)
    assert {place.state for place in table.seated()} == {State.IN}
    table.draw_button(0)
    play_one(table)
    table.sit("Eve", 1, 100)
    assert set(table.start_hand().setup.stacks) and table.players_in_hand.count("Eve") == 1


def play_one(table: Table, seed: int = 1) -> None:
    table.finish(play(table.start_hand(), Random(seed)))


# ---- seats


def test_the_list_is_called_in_order_and_only_as_far_as_there_are_seats() -> None:
    table = seated(100, 100, seats=3)
    table.queue("Ann", interest=True)
    table.queue("Bob")
    table.queue("Eve")
    table.queue("Ann")  # now they want a seat, behind the others
    assert table.going_list == ("Bob", "Eve", "Ann")
    with pytest.raises(NotDue, match="Bob is next on the waiting list and gets the free seat"):
        table.sit("Zoe", 2, 100)
    with pytest.raises(NotDue, match="Bob is next on the waiting list and gets the free seat"):
        table.sit("Ann", 2, 100)
    with pytest.raises(IllegalAction):
        table.seat_next(39)
    assert table.going_list == ("Bob", "Eve", "Ann")
    table.leave("P1")
    table.sit("Eve", 2, 100)  # one seat is left for Bob
    assert table.seat_next(100, seat=0) == "Bob"
    with pytest.raises(NotDue, match="no seat is free for Ann"):
        table.seat_next(100)
    assert table.seats() == ("Bob", "P2", "Eve")


def test_leaving_cancels_a_straddle_and_a_game_choice() -> None:
    table = seated(100, 100, 100, straddles=(Straddle.UNDER_THE_GUN,))
    table.straddle("P1", Straddle.UNDER_THE_GUN, 4)
    table.leave("P1")
    assert table.straddles == ()
    mix = rotation("menu", "A menu", ["nl holdem", "fl razz"])
    stakes = (*BLINDS, stakes_for(mix.games[1].game, FixedLimit(), 4))
    table = seated(100, 100, 100, mix=mix, stakes=stakes, dealers_choice=True, seats=7)
    table.choose_game("P1", "razz")
    table.leave("P1")
    assert table.chosen is None


def test_a_straddle_that_has_become_impossible_is_left_out() -> None:
    table = seated(100, 100, 100, 100, straddles=(Straddle.UNDER_THE_GUN,))
    table.straddle("P4", Straddle.UNDER_THE_GUN, 4)
    table.sit_out("P2")  # now P4 has the big blind
    hand = table.start_hand()
    assert [owed.post for owed in hand.setup.owed] == [Post.SMALL_BLIND, Post.BIG_BLIND]


def test_a_straddle_that_is_played_no_more_is_left_out() -> None:
    table = seated(100, 100, 100, 100, straddles=(Straddle.UNDER_THE_GUN,))
    table.straddle("P4", Straddle.UNDER_THE_GUN, 4)
    table.agree(rules(petty=5, straddles=(Straddle.UNDER_THE_GUN,)))
    assert len(table.straddles) == 1
    table.agree(rules(straddles=(Straddle.SLEEPER,)))
    assert table.straddles == ()
    assert replay(table.log) == table


def test_the_absent_in_an_event_are_no_reason_why_no_hand_is_dealt() -> None:
    table = seated(100, 100, is_tournament=True)
    table.sit_out("P1")
    table.leave("P2")
    with pytest.raises(NotDue, match=r"there are not two at the table$"):
        table.start_hand()


def test_returning_player_waits_for_the_big_blind_or_posts() -> None:
    for waits, state in ((True, State.WAITS), (False, State.POSTS)):
        table = seated(100, 100, 100, 100)
        fold_round(table)
        table.sit_out("P1")
        for _ in range(3):
            fold_round(table)
        table.come_back("P1", waits=waits)
        assert (table.places["P1"].owes_big, table.places["P1"].state) == (True, state)


def test_player_who_missed_no_blind_is_dealt_in_at_once() -> None:
    table = seated(100, 100, 100, 100)
    fold_round(table)
    table.sit_out("P2")
    table.come_back("P2")
    assert table.places["P2"].state is State.IN


def test_with_no_button_drawn_nothing_begins() -> None:
    table = Table(rules())
    table.sit("Ann", 0, 100)
    table.sit("Bob", 1, 100)
    with pytest.raises(NotDue, match="has not been drawn for") as raised:
        table.start_hand()
    assert str(raised.value.cite) == "PG:47"
    draw = draw_button([0, 1], FirstButton.HIGH_CARD, Deck(cards("KhKs")))
    table.draw_button(draw)
    assert table.start_hand().setup.button == 1
    assert table.players_in_hand == ("Ann", "Bob")


# ---- hands


def test_a_hand_without_its_log_is_not_taken() -> None:
    table = seated(100, 100)
    hand = play(table.start_hand(), Random(3))
    with pytest.raises(Conflict, match=r"copy\(log=True\)"):
        table.finish(hand.copy())
    table.finish(hand.copy(log=True))
    assert table.hands == 1


def test_a_hand_that_is_dealt_again_is_one_hand() -> None:
    table = seated(100, 100, 100)
    hand = table.start_hand()
    Dealer(Deck(below=Random(1).randrange)).run(hand)
    hand.raise_to(50)
    hand.redeal()
    table.finish(play(hand, Random(1)))
    assert table.hands == 1
    assert sum(place.stack for place in table.seated()) == 300


@pytest.mark.parametrize("by_table", [True, False])
def test_a_hand_that_is_called_off_leaves_everything_as_it_was(by_table: bool) -> None:
    table = seated(100, 100, 100, straddles=(Straddle.UNDER_THE_GUN,))
    fold_round(table)
    table.straddle(table.seats()[1] or "", Straddle.UNDER_THE_GUN, 4)
    before = replay(table.log)
    hand = table.start_hand()
    Dealer(Deck(below=Random(1).randrange)).run(hand)
    hand.raise_to(100)
    if by_table:
        table.void()
    else:
        hand.void()
        table.finish(hand)
    del table.log[-2:]
    assert table == before
    assert table.start_hand().setup == hand.setup


def test_the_absent_and_the_penalised_are_killed_and_those_left_in_the_event_counted() -> None:
    table = seated(5000, 5000, 5000, is_tournament=True, rulebook=TDA_2024, stakes=(Stakes(blinds=(100, 200)),))
    table.sit_out("P3")
    hand = table.start_hand(dead=["P2"], players_left=7)
    begun = table.begun
    assert begun is not None and begun.dead == (0, 1) and begun.players == ("P2", "P3", "P1")
    assert hand.setup.players_left == 7
    table.finish(play(hand, Random(1), begun.dead))
    assert table.stack_of("P1") == 5300


def test_big_blind_antes_give_all_the_same_claim() -> None:
    """Nobody makes up an ante that goes round the table."""
    draw = single(find_game("jacks-or-better"), FixedLimit())
    stakes = (Stakes(ante=3, ante_by=AnteBy.BUTTON, small_bet=2),)
    table = seated(50, 50, 50, mix=draw, stakes=stakes)
    hand = table.start_hand()
    dealer = Dealer(Deck(below=Random(2).randrange))
    while dealer.run(hand) is not Due.DONE:
        hand.check()
    table.finish(hand)
    assert (table.carried, table.claims) == (3, {"P1": 0, "P2": 0, "P3": 0})
    assert len(table.start_hand().setup.owed) == 1


# ---- what it is played for


def test_a_half_kill_rounds_up_to_the_chip() -> None:
    kill = Kill(KillKind.HALF, legs=1)
    assert (kill.of(2), kill.of(3), kill.of(5, chip=5), kill.of(25, chip=5)) == (3, 5, 10, 40)
    assert Kill().of(3) == 6
    assert kill.raised(BLINDS[0]) == BLINDS[0]


def test_a_large_pot_kills_the_next_and_the_limits_go_back_after_it() -> None:
    limit = single(find_game("holdem"), FixedLimit())
    stakes = (Stakes(blinds=(2, 4), small_bet=4),)
    table = seated(100, 100, 100, mix=limit, stakes=stakes, kill=Kill(KillKind.HALF, legs=0, at_least=3))
    hand = table.start_hand()
    dealer = Dealer(Deck(cards("AsKs2c AhKh7d 5h3c8d9h 5s4s 5cJc")), auto_show=True)  # P2 has aces
    for act in (hand.call, hand.call, *[hand.check] * 7, lambda: hand.raise_to(8), hand.fold, hand.call):
        dealer.run(hand)
        act()
    dealer.run(hand)
    table.finish(hand)
    assert table.killer == "P2"
    killed = table.start_hand()
    assert (killed.setup.stakes.small_bet, killed.setup.stakes.bet_size(big=True)) == (6, 12)
    assert table.begun is not None and table.begun.players[table.begun.kill] == "P2"
    table.finish(play_down(killed))
    assert table.killer == ""
    assert table.start_hand().setup.stakes == stakes[0]


def play_down(hand: Hand) -> Hand:
    """Everybody folds to who is last."""
    dealer = Dealer(Deck(below=Random(1).randrange))
    while dealer.run(hand) is not Due.DONE:
        hand.fold()
    return hand


def test_a_killer_who_has_moved_like_a_new_player_kills_nothing() -> None:
    """They are not dealt in where they sit now, between the button and the big blind: the hand begins without them."""
    limit = single(find_game("holdem"), FixedLimit())
    stakes = (Stakes(blinds=(2, 4), small_bet=4),)
    table = Table(rules(seats=6, mix=limit, stakes=stakes, kill=Kill(legs=1)))
    for seat in (1, 2, 3):
        table.sit(f"P{seat}", seat, 100)
    table.draw_button(1)
    fold_round(table)
    assert table.killer == "P3"
    table.move("P3", 0)
    table.move("P3", 3, waits=False)
    table.start_hand()
    assert table.begun is not None
    assert table.begun.kill == -1
    assert table.begun.setup.stakes == stakes[0]
    assert "P3" not in table.begun.players


def test_a_killer_who_has_left_kills_nothing() -> None:
    limit = single(find_game("holdem"), FixedLimit())
    table = seated(100, 100, 100, 100, mix=limit, stakes=(Stakes(blinds=(2, 4), small_bet=4),), kill=Kill(legs=1))
    fold_round(table)
    assert table.killer
    table.leave(table.killer)
    assert table.start_hand().setup.stakes.small_bet == 4


def test_the_terms_of_a_hand_that_is_on_stay() -> None:
    table = seated(100, 100)
    hand = table.start_hand()
    table.set_level([Stakes(blinds=(5, 10))])
    assert hand.setup.stakes == BLINDS[0]
    table.finish(play_down(hand))
    assert table.start_hand().setup.stakes.blinds == (5, 10)


def test_other_terms_begin_the_rotation_anew() -> None:
    horse = find_mix("horse")
    stakes = tuple([stakes_for(part.game, part.limit, 4) for part in horse.games])
    table = seated(100, 100, mix=horse, stakes=stakes, seats=8)
    for _ in range(3):
        fold_round(table)
    assert table.turn.at == 1
    hose = find_mix("hose")
    stakes = tuple([stakes_for(part.game, part.limit, 4) for part in hose.games])
    table.agree(rules(mix=hose, stakes=stakes, seats=8))
    assert table.next_game == hose.games[0]


def test_a_table_does_not_become_smaller_than_who_sits_at_it_and_where_the_button_is() -> None:
    table = seated(100, 100)
    table.move("P2", 5)
    with pytest.raises(Conflict, match="seat 6 is taken, so the table cannot have only 4 seats"):
        table.agree(rules(seats=4))
    fold_round(table)
    table.move("P2", 1)
    with pytest.raises(Conflict, match="wait until it has moved on"):
        table.agree(rules(seats=4))
    fold_round(table)
    table.agree(rules(seats=4))
    assert len(table.seats()) == 4


# ---- the bank


def test_a_ledger_refuses_what_is_none() -> None:
    bank = Ledger()
    bank.post("rake", "pot", 0, "nothing")
    assert bank.postings == []
    with pytest.raises(Conflict):
        bank.post("rake", "pot", -1, "less than nothing")


def test_the_bank_tells_how_everybody_stands() -> None:
    table = seated(100, 100, petty=10)
    table.petty("P1", 10)
    fold_round(table)
    table.leave("P1")
    one, two = table.ledger.statements()
    assert (one.player, one.bought, one.redeemed, one.stack, one.petty, one.result) == ("P1", 100, 89, 0, 10, -1)
    assert (two.stack, two.result) == (101, 1)
    assert table.ledger.redeemed == 89


def test_ledger_records_the_result_of_a_race() -> None:
    table = seated(100, 103, is_tournament=True)
    table.colour_up([Row(1, Why.RACED_OFF, -3), Row(0, Why.WON, 5)])
    assert [table.stack_of(player) for player in table.players] == [105, 100]
    assert table.ledger.balance("colour") == -2
    table.colour_up([Row(1, Why.FORFEITED, -100)])
    assert table.places["P2"].state is State.BUSTED
    table.colour_up([Row(1, Why.KEPT_IN, 5)])
    assert table.places["P2"].state is State.IN


# ---- logs


def long_log() -> list[events.Event]:
    horse = find_mix("horse")
    stakes = tuple([stakes_for(part.game, part.limit, 4) for part in horse.games])
    table = seated(400, 400, 400, mix=horse, stakes=stakes, seats=8, buy_in=(40, 0), time_charge=TimeCharge(2))
    chance = Random(5)
    for number in range(12):
        if number == 4:
            table.sit("Eve", 6, 300)
            table.sit_out("P2")
        if number == 7:
            table.come_back("P2", waits=False)
            table.queue("Zoe")
        table.finish(play(table.start_hand(number), chance), number)
        for place in table.seated():
            if not place.stack:
                table.buy(place.player, 100)
    return table.log


LOG = long_log()


def test_a_log_goes_through_json_and_gives_the_same_table() -> None:
    told = events.decode_log(events.encode(LOG))
    assert told == LOG
    assert replay(told) == replay(LOG)
    assert [events.decode(events.encode(event)) for event in LOG] == LOG


def test_the_schema_knows_every_event() -> None:
    named = set(events.schema()["$defs"])
    assert {type(event).__name__ for event in LOG} <= named


@given(st.sets(st.integers(0, len(LOG) - 1), min_size=1, max_size=4), st.integers(0, 2**16))
@settings(max_examples=examples(60), deadline=None)
def test_a_log_with_events_missing_or_moved_is_refused_or_gives_some_table(gone: set[int], seed: int) -> None:
    log = [event for at, event in enumerate(LOG) if at not in gone]
    if seed % 2:
        at = Random(seed).randrange(1, len(log))
        log.insert(Random(seed + 1).randrange(1, len(log)), log.pop(at))
    try:
        table = replay(log)
    except BadNotation:
        return
    assert table.log == log


@each(
    ("data", "says"),
    [
        (b'{"type":"bought","player":"ann"}', "the key 'chips' is missing; it is an integer"),
        (b'{"type":"bought","player":"ann","chips":5,"chip":1}', "unknown key 'chip'; did you mean 'chips'?"),
        (b'{"type":"bought","player":"ann","chips":"5"}', "chips: expected an integer, not text"),
        (b'{"type":"stole","player":"ann"}', "type: unknown value 'stole'; the choices are opened, "),
        (b"{", "the { has no }; is it cut off?"),
        (b'{"type":"straddled","player":"a","kind":"huge","chips":1}', "kind: unknown value 'huge'; the choices are "),
        (
            b'{"type":"button_drawn","seat":1,"draw":{"rule":"high card","dealt":[[0,3],[1,7]],"seat":0}}',
            "not a table event: draw: according to these cards, seat 2 gets the button, not seat 1",
        ),
    ],
)
def test_json_that_is_no_event_is_refused(data: bytes, says: str) -> None:
    with pytest.raises(BadNotation, match=r"not a table event: .*") as raised:
        events.decode(data)
    assert says in raised.value.message
    with pytest.raises(BadNotation, match="not a log of a table"):
        events.decode_log(b"[" + data + b"]")


def test_a_log_begins_with_the_table_and_has_one_beginning() -> None:
    for log in ([], LOG[1:], [LOG[0], LOG[0]], [*LOG, Opened(rules())]):
        with pytest.raises(BadNotation):
            replay(log)
    assert isinstance(next(event for event in LOG if isinstance(event, HandBegun)), msgspec.Struct)
    assert Table(CASH_RULES) != "a table"


CASH_RULES = rules(rulebook=CASH)


def waiting(*stacks: int) -> Table:
    """A table of five-card draw at which all have passed once, and the antes of 4 wait."""
    draw = single(find_game("five-card-draw"), FixedLimit())
    table = seated(*stacks, mix=draw, stakes=(Stakes(ante=4, small_bet=4),), buy_in=(1, 0))
    pass_out(table)
    return table


def test_a_pot_that_waits_is_divided_where_no_hand_follows() -> None:
    table = waiting(40, 3, 40)
    assert (table.carried, table.parts, table.stack_of("P2")) == (11, ((2, ("P2",)),), 0)
    table.share_pot()  # of the 9 each has a third, of the 2 each of the two who put them in has one
    assert [table.stack_of(player) for player in table.players] == [36 + 4, 3, 36 + 4]
    assert (table.carried, table.claims, table.parts) == (0, {}, ())
    assert replay(table.log) == table
    with pytest.raises(NotDue, match="no pot is carried to the next deal"):
        table.share_pot()


def test_odd_chips_of_a_divided_pot_go_to_who_has_none_and_then_from_the_left_of_the_button() -> None:
    table = waiting(40, 4, 40, 40)
    assert (table.carried, table.marks.button if table.marks else -1) == (16, 0)
    table.apply(events.PotGiven("P1", 2))  # of the 14 that are left each has 3, and 2 are odd
    table.share_pot()
    assert {player: table.stack_of(player) for player in table.players} == {"P1": 41, "P2": 4, "P3": 40, "P4": 39}


def test_the_pot_goes_to_the_last_who_may_win_some_of_it() -> None:
    table = waiting(40, 3, 40)
    table.leave("P2")
    assert (table.carried, table.parts) == (11, ())
    table.leave("P1")
    assert (table.carried, table.stack_of("P3")) == (0, 36 + 11)


def pass_out(table: Table, meanwhile: Callable[[], None] = lambda: None) -> Hand:
    """A hand in which all pass; something may happen at the table meanwhile."""
    hand = table.start_hand()
    dealer = Dealer(Deck(below=Random(2).randrange))
    dealer.run(hand)
    meanwhile()
    while dealer.run(hand) is not Due.DONE:
        hand.check()
    table.finish(hand)
    return hand


def test_player_with_part_of_the_pot_may_leave_during_a_hand() -> None:
    table = waiting(40, 3, 40)
    table.sit_out("P2")
    pass_out(table, lambda: table.leave("P2"))
    assert (table.carried, table.parts, set(table.claims)) == (19, (), {"P1", "P3"})
    assert replay(table.log) == table


def test_player_sitting_out_contests_only_the_pot_up_to_the_last_ante() -> None:
    table = waiting(40, 4, 40)
    table.sit_out("P2")
    pass_out(table)
    assert (table.carried, table.parts) == (20, ((8, ("P2",)),))
    table.come_back("P2", waits=False)
    hand = table.start_hand()
    names = table.players_in_hand
    found = [(chips, {names[seat] for seat in can}) for chips, can in hand.setup.parts]
    assert found == [(12, {"P1", "P2", "P3"}), (8, {"P1", "P3"})]


def test_player_all_in_since_an_earlier_deal_wins_no_dead_antes_of_this_one() -> None:
    draw = single(find_game("five-card-draw"), FixedLimit())
    stakes = (Stakes(ante=4, small_bet=4, ante_is_dead=True),)
    table = seated(40, 4, 40, mix=draw, stakes=stakes, buy_in=(1, 0))
    pass_out(table)
    hand = table.start_hand()
    Dealer(Deck(below=Random(2).randrange)).run(hand)
    broke = table.players_in_hand.index("P2")
    assert [(pot.amount, broke in pot.seats) for pot in hand.pots()] == [(12, True), (8, False)]


def test_part_contestant_who_left_during_a_void_hand_returns_as_a_newcomer() -> None:
    table = waiting(40, 3, 40)
    table.sit_out("P2")
    hand = table.start_hand()
    table.leave("P2")
    hand.void()
    table.finish(hand)
    assert (table.carried, table.parts, set(table.claims)) == (11, (), {"P1", "P3"})
