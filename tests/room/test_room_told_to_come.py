"""Who has an act to come in the betting round is told to all: so a page knows whether a player may decide ahead."""

from __future__ import annotations

from random import Random

import pytest
from room_tables import Led, cash, one_game, terms

from sidepot.bots.random_player import random_player
from sidepot.games.limits import FixedLimit, NoLimit, PotLimit
from sidepot.hand import commands as c
from sidepot.room.table import commands as s
from sidepot.room.views.public import event_of, public_view
from sidepot.room.views.schema import PublicView
from sidepot.table.table_rules import TableRules

NAMES = ("Ann", "Bo", "Cy", "Dan")


def dealt(rules: TableRules, *stacks: int) -> Led:
    table = Led(terms(rules))
    for name, stack in zip(NAMES, stacks, strict=False):
        table.say(s.Sit(chips=stack, waits=False), name)
    table.deal()
    return table


def told(table: Led) -> tuple[int, tuple[int, ...]]:
    state = public_view(table.room)
    return state.to_act, state.to_come


def test_all_who_owe_an_act_are_told_in_order_and_a_raise_brings_the_others_back() -> None:
    table = dealt(cash(seats=4), 200, 200, 200, 200)
    first, rest = told(table)
    assert rest == tuple([(first + at) % 4 for at in (1, 2, 3)])
    table.act(c.Call())
    table.act(c.Call())
    assert told(table) == ((first + 2) % 4, ((first + 3) % 4,))  # the small blind, then the big one
    table.act(c.RaiseTo(8))
    assert told(table) == ((first + 3) % 4, (first, (first + 1) % 4))
    table.act(c.Fold())
    table.act(c.Call())
    assert told(table) == ((first + 1) % 4, ())


def test_an_all_in_player_has_no_act_to_come() -> None:
    table = dealt(cash(seats=3, buy_in=(1, 0)), 100, 10, 100)
    while public_view(table.room).to_act != 1:
        table.act(c.Call())
    table.act(c.RaiseTo(10))
    seen = told(table)
    assert 1 not in (seen[0], *seen[1])


@pytest.mark.parametrize(
    "rules",
    [
        cash(seats=4, buy_in=(1, 0)),
        one_game("omaha8", PotLimit()),
        one_game("stud", FixedLimit()),
        one_game("triple-draw", FixedLimit()),
        one_game("five-card-draw", NoLimit()),
    ],
    ids=["holdem", "omaha8", "stud", "triple-draw", "five-card-draw"],
)
def test_the_next_one_acts_unless_somebody_raises(rules: TableRules) -> None:
    """At every act of many hands; and an event tells the same as the table."""
    table = dealt(rules, 100, 60, 150, 80)
    play = random_player(Random(5), fold=0.2, passive=0.6)
    seen = 0
    for _ in range(400):
        if table.room.hand is None:
            table = dealt(rules, 100, 60, 150, 80)  # a new one: some have no chips left
        before = public_view(table.room)
        may = table.room.options_of(table.room.to_decide()[0])
        assert may is not None
        assert table.room.hand is not None
        entry = table.act(play(table.room.hand, may))
        after = event_of(table.room, entry).state
        assert after.to_come == public_view(table.room).to_come
        if before.due != "act":
            continue
        assert before.to_act not in before.to_come
        if goes_on(before, after):
            seen += 1
            assert after.to_act == before.to_come[0], (before, after)
    assert seen > 20


def goes_on(before: PublicView, after: PublicView) -> bool:
    """Whether the same betting round goes on at the same price."""
    same = before.hand == after.hand and before.street == after.street and before.price == after.price
    return same and after.due == "act" and before.to_come != ()
