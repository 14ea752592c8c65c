"""A host makes the next hand a bomb pot: announced before it, withdrawn or played once, and the same after a replay."""

from __future__ import annotations

from typing import Any

import pytest
from room_tables import HOLDEM, Led, cash, check_same, one_game, refused, terms

from sidepot.errors import IllegalAction
from sidepot.games.limits import FixedLimit
from sidepot.games.mixes import mix_of_name
from sidepot.hand.commands import BringIn, Fold
from sidepot.room.table import commands as s
from sidepot.room.table.snapshot import decode, encode
from sidepot.room.views.player import player_view
from sidepot.room.views.public import event_of, public_view
from sidepot.table import commands as t
from sidepot.table.events import HandDone
from sidepot.table.table_rules import Kill


def led(*players: str, **rules: Any) -> Led:
    table = Led(terms(cash(buy_in=(40, 200), **rules)))
    table.sit(*(players or ("Ann", "Bo", "Cy")))
    return table


def play_out(table: Led) -> None:
    while table.room.hand is not None:
        who, _ = table.room.to_decide()
        may = table.room.options_of(who)
        table.act(BringIn() if may is not None and may.bring_in else Fold())


def antes(table: Led) -> tuple[bool, int]:
    """Whether the current hand is a bomb pot, and its ante."""
    begun = table.room.begun
    assert begun is not None
    return begun.bomb, begun.setup.stakes.ante


def test_the_next_hand_is_a_bomb_pot_and_the_one_after_it_is_not() -> None:
    table = led()
    table.deal()
    before = table.room.hand
    entry = table.host(s.BombPot(10))
    assert event_of(table.room, entry).log == ("The next hand is a bomb pot: everybody antes 10",)
    assert table.room.hand is before and antes(table) == (False, 0)
    assert public_view(table.room).bomb == 10
    play_out(table)
    table.deal()
    assert antes(table) == (True, 10)
    view = public_view(table.room)
    assert view.bomb == 0 and "everybody antes 10" in view.terms and view.street == "flop"
    check_same(table.folded(), table.room)
    play_out(table)
    table.deal()
    assert antes(table) == (False, 0)


def test_a_table_with_bomb_pots_needs_no_other_ante() -> None:
    table = led(bomb_every=5, bomb_ante=6)
    table.host(s.BombPot())
    assert (public_view(table.room).bomb, public_view(table.room).bomb_ante) == (6, 6)
    table.deal()
    assert antes(table) == (True, 6)


def test_the_named_ante_counts_also_when_the_hand_is_a_bomb_pot_anyway() -> None:
    table = led(bomb_every=1, bomb_ante=6)
    table.host(s.BombPot(20))
    table.deal()
    assert antes(table) == (True, 20)
    play_out(table)
    table.deal()
    assert antes(table) == (True, 6)


def test_it_can_be_withdrawn_until_the_hand_begins() -> None:
    table = led()
    table.host(s.BombPot(10))
    assert "withdraw_bomb_pot" in host_may(table)
    entry = table.host(s.WithdrawBombPot())
    assert event_of(table.room, entry).log == ("The host withdraws the bomb pot",)
    assert public_view(table.room).bomb == 0
    table.deal()
    assert antes(table) == (False, 0)
    play_out(table)
    table.host(s.BombPot(10))
    table.deal()
    assert "withdraw_bomb_pot" not in host_may(table)
    assert refused(table, s.WithdrawBombPot(), "Host", staff=True).code == "no_change"


def host_may(table: Led) -> tuple[str, ...]:
    view = player_view(table.room, "Host", staff=True)
    assert view is not None
    return view.may


def test_a_hand_that_is_called_off_leaves_the_bomb_pot_to_the_next() -> None:
    table = led()
    table.host(s.BombPot(10))
    table.deal()
    table.room.table.do(t.VoidHand())
    assert table.room.table.bomb == 10


def test_refusals() -> None:
    table = led()
    assert refused(table, s.BombPot(), "Host", staff=True).code == "no_bomb_ante"
    assert isinstance(refused(table, s.BombPot(4), "Ann"), IllegalAction)
    table.host(s.BombPot(4))
    assert refused(table, s.BombPot(4), "Host", staff=True).code == "no_change"
    table.host(s.BombPot(8))
    table.deal()
    assert antes(table) == (True, 8)
    stud = Led(terms(one_game("stud", FixedLimit())))
    assert refused(stud, s.BombPot(4), "Host", staff=True).code == "no_flop"
    assert "bomb_pot" not in host_may(stud)


@pytest.mark.parametrize("games", ["horse"])
def test_in_a_mix_it_waits_for_a_game_with_a_flop(games: str) -> None:
    table = Led(terms(cash(mix_of_name(games))))
    table.sit("Ann", "Bo")
    found: list[bool] = []
    while not found or not found[-1]:  # to the first game without a flop
        table.deal()
        assert table.room.begun is not None
        found.append("stud" in table.room.begun.setup.game.name or "razz" in table.room.begun.setup.game.name)
        play_out(table)
    table.host(s.BombPot(8))
    while table.room.table.bomb:
        table.deal()
        assert table.room.begun is not None
        assert table.room.begun.bomb == (table.room.begun.setup.game.streets[1].board > 0)
        play_out(table)


def test_the_snapshot_has_it() -> None:
    table = led()
    table.host(s.BombPot(10))
    assert decode(encode(table.room)).table.bomb == 10
    check_same(table.folded(), table.room)
    assert HOLDEM.games[0].game.streets[1].board


def test_an_ante_that_nobody_can_match_goes_back() -> None:
    """Nor does the part that went back count as a bet that paid for a leg."""
    table = led("Ann", "Bo", kill=Kill("half", legs=2))
    table.host(s.BombPot(10**6))
    table.host(s.AdjustStack("Bo", 200, 50, "a mistake"))
    table.tick()
    assert table.room.hand is None and table.room.hands  # both are all-in for the ante, and all cards came at once
    assert [event.bets for entry in table.entries() for event in entry.table if isinstance(event, HandDone)] == [0]
    check_same(table.folded(), table.room)
