"""The host puts a stack right between hands: the books balance, all read why, and a second click changes nothing."""

from __future__ import annotations

import pytest
from room_tables import Led, cash, check_chips, refused, terms

from sidepot.hand.commands import Fold
from sidepot.room.table import commands as s
from sidepot.room.views.player import player_view
from sidepot.room.views.public import event_of
from sidepot.table.chips import plain_chips
from sidepot.table.places import State


def led() -> Led:
    found = Led(terms())
    found.sit("Ann", "Bo")
    return found


def bank(table: Led, account: str) -> int:
    return table.room.table.ledger.balance(account)


def may(table: Led) -> tuple[str, ...]:
    found = player_view(table.room, "Host", staff=True)
    assert found is not None
    return found.may


def test_chips_are_given_and_taken_and_the_books_balance() -> None:
    table = led()
    entry = table.host(s.AdjustStack("Ann", 200, 350, "a pot went to  the wrong seat"))
    assert event_of(table.room, entry).log == ("The host gives Ann 150: a pot went to the wrong seat",)
    check_chips(table.room)
    assert (table.room.table.places["Ann"].stack, bank(table, "adjusted"), bank(table, "stack:Ann")) == (350, -150, 350)
    entry = table.host(s.AdjustStack("Bo", 200, 50, "the same pot"))
    assert event_of(table.room, entry).log == ("The host takes 150 from Bo: the same pot",)
    assert bank(table, "adjusted") == 0
    check_chips(table.room)
    assert table.folded().table == table.room.table
    statement = table.room.table.ledger.statement("Ann")
    assert (statement.bought, statement.result) == (200, 150)


def test_a_second_click_and_a_stack_that_has_changed_change_nothing() -> None:
    table = led()
    said = s.AdjustStack("Ann", 200, 350, "x")
    table.host(said)
    assert refused(table, said, "Host", staff=True).code == "other_stack"
    assert refused(table, s.AdjustStack("Ann", 350, 350, "x"), "Host", staff=True).code == "other_stack"


def test_it_waits_until_the_hand_is_over_and_is_for_the_host_alone() -> None:
    table = led()
    assert "adjust_stack" in may(table)
    assert refused(table, s.AdjustStack("Ann", 200, 1, "x"), "Bo").code == "host_only"
    table.deal()
    assert "adjust_stack" not in may(table)
    stack = table.room.table.places["Ann"].stack
    assert refused(table, s.AdjustStack("Ann", stack, 1, "x"), "Host", staff=True).code == "hand_on"
    table.act(Fold())
    assert "adjust_stack" in may(table)


def test_a_stack_that_is_taken_whole_is_busted_and_one_that_is_given_again_plays_on() -> None:
    table = led()
    table.host(s.AdjustStack("Ann", 200, 0, "not paid for"))
    assert table.room.table.places["Ann"].state is State.BUSTED and "Ann" in table.room.busted
    table.host(s.AdjustStack("Ann", 0, 200, "paid for after all"))
    assert table.room.table.places["Ann"].state is not State.BUSTED and not table.room.busted
    table.deal()
    check_chips(table.room)


@pytest.mark.parametrize(
    ("said", "code"),
    [
        (s.AdjustStack("Cy", 200, 100, "x"), "not_seated"),
        (s.AdjustStack("Ann", 200, 100, ""), "bad_reason"),
        (s.AdjustStack("Ann", 200, 100, "x" * 201), "bad_reason"),
        (s.AdjustStack("Ann", 200, 101, "x"), "conflict"),
        (s.AdjustStack("Ann", 200, -1, "x"), "out_of_bounds"),
    ],
)
def test_an_impossible_adjustment_is_refused(said: s.AdjustStack, code: str) -> None:
    table = Led(terms(cash(chips=plain_chips(25, 100), buy_in=(100, 400))))
    table.sit("Ann", chips=200)
    assert refused(table, said, "Host", staff=True).code == code
