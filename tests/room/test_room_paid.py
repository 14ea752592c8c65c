"""What is told of the end of a hand: who was paid from which pot and with which cards, and what decided."""

from __future__ import annotations

from room_scenes import BLINDS, Scene, one, scene
from room_tables import HOLDEM, cash, hand_lines

from sidepot.cards import cards
from sidepot.games.limits import PotLimit
from sidepot.hand import commands as c
from sidepot.room.table import commands as s
from sidepot.room.views.equities import shares_of
from sidepot.rules.houses import CASH

#        Bo Ann Cy: two kings with a jack, with a nine; a pair of tens
KICKERS = "KcKdTs Jd9hTc 2c AhKs7d 3c 5s 4c 2h"


def all_in(stacks: tuple[int, ...], order: str, run_it: int = 1) -> Scene:
    """A hand of hold'em in which all go all-in before the flop, dealt in this order."""
    table = scene(cash(HOLDEM, stakes=(BLINDS,), rulebook=CASH.but(run_it=run_it)), stacks, order)
    while table.room.hand is not None:
        may = table.room.options_of(table.room.to_decide()[0])
        assert may is not None
        table.act(c.ChooseRuns(2) if may.runs else c.RaiseTo(may.raise_max) if may.may_raise else c.Call())
    return table


def test_a_winner_and_a_loser_who_differ_in_the_kicker_are_told_by_it() -> None:
    table = all_in((50, 50, 50), KICKERS)
    names = {seat.player: seat.hand_name for seat in table.state.seats if seat is not None}
    assert sorted(names.values()) == [
        "Pair of kings, with a jack to play", "Pair of kings, with a nine to play", "Pair of tens",
    ]  # fmt: skip
    assert "wins the pot of 150: pair of kings, with a jack to play" in hand_lines(table.room)[-1]


def test_each_pot_says_who_was_paid_and_with_which_cards() -> None:
    table = all_in((20, 50, 80), KICKERS)
    state = table.state
    assert [(pot.amount, len(pot.eligible)) for pot in state.contested] == [(60, 3), (60, 2)]
    assert [paid.pot for paid in state.paid] == [1, 0]  # the side pot first
    for paid in state.paid:
        assert paid.seat in state.contested[paid.pot].eligible
        assert paid.chips == state.contested[paid.pot].amount and paid.board == 0 and len(paid.cards) == 5
    seats = [seat for seat in state.seats if seat is not None]
    assert sum(paid.chips for paid in state.paid) == sum(seat.won for seat in seats)
    assert sorted(state.behind) == [0] * (len(state.behind) - 1) + [30]  # uncalled chips of the largest stack
    for at, seat in enumerate(state.seats):
        assert seat is None or seat.stack == state.behind[at] + seat.won


def test_where_nobody_has_called_no_cards_have_won() -> None:
    table = scene(cash(HOLDEM, stakes=(BLINDS,)), (50, 50))
    table.act(c.RaiseTo(10))
    table.act(c.Fold())
    assert [(paid.board, paid.cards) for paid in table.state.paid] == [(-1, ())]
    table.deal()
    assert table.state.paid == () and table.state.contested == () and table.state.behind == ()


def test_each_half_names_its_own_cards() -> None:
    table = scene(one("omaha8", PotLimit(), BLINDS), (10, 10))
    while table.room.hand is not None:
        may = table.room.options_of(table.room.to_decide()[0])
        assert may is not None
        table.act(c.RaiseTo(may.raise_max) if may.may_raise else c.Call() if may.may_call else c.Check())
    assert all(len(paid.cards) >= 5 for paid in table.state.paid)


# ---- shares


def test_the_shares_of_a_run_out_are_those_of_the_odds() -> None:
    #                Bo has ace and king of spades, Ann two queens
    table = all_in((50, 50), "AsQh KsQd 2c 2h7s8d 3c Kc 4c Qs")
    steps = shares_of(table.room.items).steps
    assert [sum(map(len, step.boards)) for step in steps] == [0, 3, 4, 5]
    first, *_, last = [dict(step.shares) for step in steps]
    assert {round(share, 2) for share in first.values()} == {0.46, 0.54}
    assert sorted(last.values()) == [0.0, 1.0]
    assert all(step.exact and abs(sum(dict(step.shares).values()) - 1) < 0.001 for step in steps)


def test_each_run_of_a_board_has_shares_of_its_own() -> None:
    table = all_in((50, 50), "AcKc AdKd 2c 2h5s5d 3c 9h 4c Jd 6c Kh7s8d 6d 9c 6h Tc", run_it=2)
    steps = shares_of(table.room.items).steps
    assert [[len(board) for board in step.boards] for step in steps] == [
        [0, 0], [3, 0], [4, 0], [5, 0], [5, 3], [5, 4], [5, 5],
    ]  # fmt: skip
    assert sorted(dict(steps[-1].shares).values()) == [0.0, 1.0]


def test_a_hand_without_a_run_out_has_no_shares() -> None:
    table = scene(cash(HOLDEM, stakes=(BLINDS,)), (50, 50))
    while table.room.hand is not None:
        may = table.room.options_of(table.room.to_decide()[0])
        assert may is not None
        table.act(c.Call() if may.may_call else c.Check())
    assert shares_of(table.room.items).steps == ()


def test_a_winner_who_left_is_paid_at_no_seat_of_another() -> None:
    table = all_in((50, 50), "AsQh KsQd 2c 2h7s8d 3c Kc 4c Qs")
    seat = table.state.paid[-1].seat
    winner = table.state.seats[seat]
    assert winner is not None and set(table.state.paid[-1].cards) <= {*winner.cards, *cards("2h7s8dKcQs")}
    table.say(s.Leave(), winner.player)
    table.say(s.Sit(seat=seat), "Zoe")
    assert table.state.paid == ()
