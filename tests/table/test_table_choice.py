"""How many seats a table of several games has: as many as all can use that come in turn, as one can that is chosen."""

from __future__ import annotations

import pytest

from sidepot.errors import Conflict
from sidepot.games.limits import NoLimit
from sidepot.games.mixes import find_mix, rotation
from sidepot.games.usual import stakes_for
from sidepot.table.table import Table
from sidepot.table.table_rules import TableRules

MENU = rotation("menu", "A menu", ["nl holdem", "fl stud", "fl five-card-draw"])
STAKES = tuple([stakes_for(part.game, part.limit, 4) for part in MENU.games])


def test_a_menu_has_the_seats_of_its_largest_game_and_a_rotation_those_of_its_smallest() -> None:
    assert MENU.seats[1] < MENU.seats_for_choice[1] == 22
    assert TableRules(mix=MENU, stakes=STAKES, dealers_choice=True, seats=22).seats == 22
    with pytest.raises(Conflict, match="2 to 22 seats, not 23"):
        TableRules(mix=MENU, stakes=STAKES, dealers_choice=True, seats=23)
    most = MENU.seats[1]
    assert TableRules(mix=MENU, stakes=STAKES, seats=most).seats == most
    with pytest.raises(Conflict, match=f"2 to {most} seats, not {most + 1}"):
        TableRules(mix=MENU, stakes=STAKES, seats=most + 1)


def test_waiting_player_counts_where_the_game_deals_them_in() -> None:
    """Blinds are waited for; in a game without any all are dealt in, and it is for so many or is not."""
    table = Table(TableRules(mix=MENU, stakes=STAKES, dealers_choice=True, seats=9))
    for seat in range(8):
        table.sit(f"P{seat + 1}", seat, 100)
    table.draw_button(0)
    table.choose_game("P1", "holdem")
    hand = table.start_hand()
    hand.void()
    table.finish(hand)
    table.sit("P9", 8, 100)
    with pytest.raises(
        Conflict, match="fl stud needs 2 to 8 players, not 9; name another game before the antes"
    ) as refused:
        table.choose_game("P1", "stud")
    assert str(refused.value.cite) == "PG:104"
    assert table.chosen == ("P1", 0)


def test_a_menu_knows_how_many_a_named_game_is_for() -> None:
    mix = find_mix("dealers-choice")
    assert mix.find("razz", 8) == mix.names.index("fl razz")
    with pytest.raises(Conflict, match="name another game before the antes"):
        mix.find("razz", 9)
    assert isinstance(mix.games[mix.find("nl holdem", 22)].limit, NoLimit)
