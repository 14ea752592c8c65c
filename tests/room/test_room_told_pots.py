"""The pots that everybody is told of: at every moment all chips are there, those of a pot that waits too."""

from __future__ import annotations

from random import Random

import pytest
from few_examples import some
from msgspec.structs import replace
from room_tables import Led, one_game, terms

from sidepot.bots.random_player import random_player
from sidepot.games.limits import FixedLimit, NoLimit
from sidepot.games.stakes import Stakes
from sidepot.hand import commands as c
from sidepot.room.table import commands as s
from sidepot.room.views.public import event_of, public_view
from sidepot.room.views.schema import PublicView
from sidepot.rules.rulebook import Reading
from sidepot.table.table_rules import TableRules

NAMES = ("Ann", "Bo", "Cy", "Dan")


def draw(**more: object) -> TableRules:
    rules = one_game("five-card-draw", FixedLimit(), **more)
    return replace(rules, stakes=(Stakes(ante=4, small_bet=4),), buy_in=(1, 0))


def sit(table: Led, **chips: int) -> None:
    for player, stack in chips.items():
        table.say(s.Sit(chips=stack, waits=False), player)


def told(state: PublicView) -> int:
    """All chips that everybody sees at a table."""
    seats = [seat for seat in state.seats if seat is not None and seat.state != "gone"]
    return sum(pot.amount for pot in state.pots) + sum(seat.stack + seat.bet for seat in seats)


def on_table(table: Led) -> int:
    return table.room.table.ledger.on_table()


def pots(table: Led) -> list[tuple[int, tuple[int, ...], bool]]:
    return [(pot.amount, pot.eligible, pot.waits) for pot in public_view(table.room).pots]


def test_chips_that_no_player_in_the_hand_can_win_are_shown_during_it() -> None:
    """Ann and Cy, who alone can win the side pot, sit out, and Dan has not the chips for a claim."""
    table = Led(terms(draw()))
    sit(table, Ann=40, Bo=3, Cy=40)
    table.deal()
    while table.room.hand is not None:
        table.act(c.Check())
    assert pots(table) == [(9, (0, 1, 2), True), (2, (0, 2), True)]
    for player in ("Ann", "Cy"):
        table.say(s.SitOut(), player)
    table.say(s.Buy(3), "Bo")
    sit(table, Dan=3)
    table.deal()
    assert set(table.room.begun.players) == {"Bo", "Dan"}
    assert told(public_view(table.room)) == on_table(table)
    assert pots(table)[-1] == (2, (0, 2), True)
    assert not any(waits for _, _, waits in pots(table)[:-1])


@pytest.mark.more
@pytest.mark.parametrize("game", some(["jacks-trips", "jacks-or-better"], 1))
def test_all_chips_of_a_table_are_told_at_every_moment(game: str) -> None:
    """Where nobody can win one pot of several, it waits from then on, and the hand goes on for the others."""
    waited = sum(play(game, seed) for seed in range(10))
    assert waited > 0  # it did happen while a hand was on


def play(game: str, seed: int) -> int:
    """Play some hands with short stacks: how often a pot waited while a hand was on."""
    rng = Random(seed)
    fixed = seed % 2 == 0
    stakes = Stakes(ante=4, small_bet=4) if fixed else Stakes(ante=2, blinds=(1, 2))
    rules = replace(one_game(game, FixedLimit() if fixed else NoLimit()), stakes=(stakes,), buy_in=(1, 0))
    rules = replace(rules, rulebook=rules.rulebook.but(reading=Reading.AS_CALLED))  # so that everybody is asked to show
    table = Led(terms(rules), seed=seed)
    sit(table, **{name: rng.choice((3, 7, 20, 40)) for name in NAMES})
    player, waited = random_player(rng), 0
    for _ in range(20):
        for place in table.room.table.seated():
            if not place.stack:
                table.say(s.Buy(rng.choice((2, 5, 30))), place.player)
        table.deal()
        while table.room.hand is not None:
            who, _ = table.room.to_decide()
            may = table.room.options_of(who)
            assert may is not None
            state = event_of(table.room, table.act(player(table.room.hand, may))).state
            assert told(state) == on_table(table)
            assert state.pots == public_view(table.room).pots
            waited += table.room.hand is not None and any(pot.waits for pot in state.pots)
        assert all(waits for _, _, waits in pots(table))
    return waited
