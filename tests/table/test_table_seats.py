"""Seats that are changed between hands, who is put out of one, and whom an orbit of a mix is counted for."""

from __future__ import annotations

import pytest
from test_table import fold_round, rules, seated

from sidepot.errors import IllegalAction, NotDue
from sidepot.games.mixes import rotation
from sidepot.games.usual import stakes_for
from sidepot.hand.setup import Post
from sidepot.rules.houses import CASH
from sidepot.rules.table_choices import ButtonRule
from sidepot.table.places import State
from sidepot.table.table import Table, replay


def four(button: ButtonRule = ButtonRule.DEAD) -> Table:
    """P1 to P4 in every other seat of eight; in the hand that is over P3 had the big blind, the next is P4's."""
    table = Table(rules(seats=8, rulebook=CASH.but(button=button)))
    for at in range(4):
        table.sit(f"P{at + 1}", 2 * at, 100)
    table.draw_button(0)
    fold_round(table)
    assert table.marks is not None and table.marks.big == 4
    return table


def paid(table: Table, player: str) -> dict[Post, int]:
    """What a player posts in the hand that is on."""
    assert table.begun is not None
    if player not in table.begun.players:
        return {}
    seat = table.begun.players.index(player)
    return {one.post: one.amount for one in table.begun.setup.owed if one.seat == seat}


@pytest.mark.parametrize(("button", "seat"), [(ButtonRule.DEAD, 3), (ButtonRule.DEAD, 1), (ButtonRule.MOVING, 1)])
def test_moving_behind_the_small_blind_owes_it(button: ButtonRule, seat: int) -> None:
    table = four(button)
    table.move("P3", seat, waits=False)
    place = table.places["P3"]
    assert (place.state, place.owes_small, place.new) == (State.POSTS, True, False)
    table.start_hand()
    while not paid(table, "P3"):  # between button and big blind nobody comes in
        table.void()
        fold_round(table)
        table.start_hand()
    assert paid(table, "P3") == {Post.DEAD_BLIND: 1}
    assert table.hands <= 3
    assert replay(table.log) == table


def test_waiting_for_the_big_blind_after_a_move_owes_nothing_more() -> None:
    table = four()
    table.move("P3", 3)
    hands = 0
    while table.places["P3"].state is State.WAITS:
        fold_round(table)
        hands += 1
    assert hands == 4  # P4, P1, P2, and then it is theirs
    assert table.marks is not None and table.marks.big == 3
    assert not table.places["P3"].owes


@pytest.mark.parametrize(("button", "seat"), [(ButtonRule.DEAD, 5), (ButtonRule.MOVING, 3), (ButtonRule.MOVING, 5)])
def test_player_not_passed_by_the_blinds_owes_nothing(button: ButtonRule, seat: int) -> None:
    table = four(button)
    table.move("P3", seat)
    assert table.places["P3"].state is State.IN
    table.start_hand()
    assert paid(table, "P3") in ({Post.SMALL_BLIND: 1}, {Post.BIG_BLIND: 2})


def test_of_two_players_none_is_passed() -> None:
    table = seated(100, 100, seats=6)
    fold_round(table)
    assert table.marks is not None
    big = table.player_in(table.marks.big)
    assert big is not None
    table.move(big, 5)
    assert table.places[big].state is State.IN
    table.start_hand()
    assert set(paid(table, big)) <= {Post.SMALL_BLIND, Post.BIG_BLIND}


def test_waiting_player_does_not_lengthen_an_orbit() -> None:
    two = rotation("two", "Two games", ["nl holdem", "pl omaha"])
    table = seated(100, 100, 100, mix=two, stakes=tuple([stakes_for(one.game, one.limit, 2) for one in two.games]))
    fold_round(table)
    fold_round(table)
    table.sit("P9", 8, 100)  # the big blind was P1's, and goes to P2 and P3 before it comes to them
    fold_round(table)
    assert table.places["P9"].state is State.WAITS
    assert table.next_game.name == "pl omaha"  # each of the three has dealt hold'em once


def test_removed_player_leaves_without_consent() -> None:
    table = seated(100, 100, 100)
    table.start_hand()
    table.leave("P1")
    table.come_back("P1")
    table.leave("P1")
    table.leave("P1", put_out=True)
    with pytest.raises(IllegalAction, match="P1 was removed from the table and leaves after this hand"):
        table.come_back("P1")
    for put_out in (False, True):
        with pytest.raises(NotDue, match="is already due to leave after this hand"):
            table.leave("P1", put_out=put_out)
    table.void()
    assert "P1" not in table.places
    assert replay(table.log) == table
