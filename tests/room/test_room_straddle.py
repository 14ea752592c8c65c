"""Straddling at a table of the room: what each is told of it before they say anything, and what all see."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from each import each
from room_scenes import own
from room_tables import Led, cash, terms

from sidepot.bots.random_player import random_player
from sidepot.errors import IllegalAction, SidepotError
from sidepot.games.catalog import find_game
from sidepot.games.limits import FixedLimit
from sidepot.games.mixes import find_mix, single
from sidepot.games.stakes import Stakes
from sidepot.hand import commands as c
from sidepot.room.table import commands as s
from sidepot.room.views.public import event_of, public_view
from sidepot.room.views.schema import Straddling
from sidepot.rules.houses import CASH
from sidepot.rules.table_choices import ButtonRule
from sidepot.table.table_rules import Kill, Straddle

UTG, MISSISSIPPI, SLEEPER = Straddle.UNDER_THE_GUN, Straddle.MISSISSIPPI, Straddle.SLEEPER
PEOPLE = ("Ann", "Bo", "Cy", "Di", "Ed")

TABLES = {
    "blinds": cash(straddles=(UTG, MISSISSIPPI, SLEEPER)),
    "moving button": cash(straddles=(UTG, SLEEPER), rulebook=CASH.but(button=ButtonRule.MOVING)),
    "straddled stakes": cash(straddles=(MISSISSIPPI,), stakes=(Stakes(blinds=(1, 2, 4)),)),
    "bomb pots": cash(straddles=(UTG,), bomb_every=2, bomb_ante=5),
    "kill": cash(single(find_game("holdem"), FixedLimit()), straddles=(UTG, MISSISSIPPI), kill=Kill()),
    "dealer's choice": cash(find_mix("dealers-choice"), straddles=(UTG, MISSISSIPPI), dealers_choice=True),
    "rotation": cash(find_mix("horse"), straddles=(MISSISSIPPI,)),
}


def after_a_hand(*kinds: Straddle, players: int = 5, chips: int = 100, **more: Any) -> Led:
    """So many after their first hand: Bo has the next button, Cy and Di the blinds of 1/2, Ed is under the gun."""
    table = Led(terms(cash(seats=players, straddles=kinds, **more)))
    table.sit(*PEOPLE[:players], chips=chips)
    table.room.table.draw_button(0)
    table.deal()
    while table.room.hand is not None:
        table.act(c.Fold())
    return table


def told(table: Led, player: str) -> Straddling:
    found = own(table, player)
    assert found.straddle is not None
    assert ("straddle" in found.may) is bool(found.straddle.kinds)
    return found.straddle


def test_each_is_told_which_straddles_he_may_announce_and_why_not() -> None:
    table = after_a_hand(UTG, MISSISSIPPI, SLEEPER)
    assert told(table, "Ed") == Straddling(((UTG, 4), (MISSISSIPPI, 4), (SLEEPER, 4)))
    assert told(table, "Ann") == Straddling(((MISSISSIPPI, 4), (SLEEPER, 4)))
    blind = "You have a blind in the next hand, and no blind straddles"
    assert told(table, "Cy") == told(table, "Di") == Straddling(why=blind)
    table = after_a_hand(UTG)
    assert told(table, "Ann").why == "Ed is under the gun in the next hand, and nobody else straddles it"


def test_a_straddle_is_twice_what_is_announced_before_it() -> None:
    table = after_a_hand(UTG, MISSISSIPPI)
    entry = table.say(s.DoStraddle(UTG, 10), "Ed")
    assert event_of(table.room, entry).state.straddles == ((4, UTG, 10),)
    assert told(table, "Ann").kinds == ((MISSISSIPPI, 20),)
    assert (told(table, "Ed").chips, told(table, "Ed").kinds[0]) == (10, (UTG, 4))
    table.say(s.DoStraddle(MISSISSIPPI, 60), "Ann")
    assert told(table, "Bo").why == "A straddle is 120 or more, and you have 99"
    assert public_view(table.room).straddles == ((4, UTG, 10), (0, MISSISSIPPI, 60))


def test_a_straddle_that_cannot_be_posted_any_more_blocks_nothing() -> None:
    """Di sits out, and the big blind comes to Ed, who was under the gun: Ann straddles as if Ed had said nothing."""
    table = after_a_hand(UTG, MISSISSIPPI)
    table.say(s.DoStraddle(UTG, 10), "Ed")
    table.say(s.SitOut(), "Di")
    assert told(table, "Ann") == Straddling(((UTG, 4), (MISSISSIPPI, 4)))
    table.say(s.DoStraddle(UTG, 4), "Ann")
    table.deal()
    bets = {seat.player: seat.bet for seat in public_view(table.room).seats if seat is not None and seat.hand}
    assert bets == {"Ann": 4, "Bo": 0, "Cy": 1, "Ed": 2}


def test_in_a_hand_the_next_one_is_not_straddled_and_what_was_announced_is_posted() -> None:
    table = after_a_hand(MISSISSIPPI)
    table.say(s.DoStraddle(MISSISSIPPI, 4), "Ann")
    table.deal()
    assert public_view(table.room).straddles == ()
    for _ in range(2):
        assert told(table, "Ann") == Straddling(why="The next hand is straddled when this one is over")
        table.act(c.Fold())


def test_a_player_out_of_the_next_hand_does_not_straddle_it() -> None:
    table = after_a_hand(MISSISSIPPI)
    table.say(s.SitOut(), "Ann")
    assert told(table, "Ann").why == "You are not dealt in when the next hand begins"
    table.host(s.Close())
    assert own(table, "Ed").straddle is None


def test_where_nobody_straddles_nothing_is_told_of_it() -> None:
    table = after_a_hand()
    assert own(table, "Ed").straddle is None and "straddle" not in own(table, "Ed").may
    table = after_a_hand(MISSISSIPPI)
    assert own(table, "Zoe").straddle is None


def test_before_the_first_button_and_the_game_are_known_one_is_told_so() -> None:
    table = Led(terms(cash(straddles=(MISSISSIPPI,))))
    table.sit("Ann", "Bo", "Cy")
    assert told(table, "Ann").why == "The first button has not been drawn for"
    table.room.table.draw_button(0)
    assert told(table, "Ann").kinds == ((MISSISSIPPI, 4),)
    table = Led(terms(cash(find_mix("dealers-choice"), dealers_choice=True, straddles=(MISSISSIPPI,))))
    table.sit("Ann", "Bo", "Cy")
    table.room.table.draw_button(0)
    assert told(table, "Ann").why == "The dealer must name the game before the antes"
    alone = Led(terms(cash(straddles=(MISSISSIPPI,))))
    alone.sit("Ann")
    assert told(alone, "Ann").why == "A hand needs two players; there are not two at the table"


def test_a_hand_without_blinds_is_straddled_by_nobody() -> None:
    game = find_game("stud")
    table = Led(terms(cash(single(game, FixedLimit()), straddles=(MISSISSIPPI,))))
    table.sit("Ann", "Bo", "Cy")
    table.room.table.draw_button(0)
    assert told(table, "Ann").why == f"{game.title} is played without blinds here, so there are no straddles"


@pytest.mark.parametrize("kinds", [(UTG,), (MISSISSIPPI,), (SLEEPER,), (UTG, SLEEPER)])
def test_an_offered_straddle_is_posted_by_the_table(kinds: tuple[Straddle, ...]) -> None:
    """Each in turn says each kind, for the least they are told and a chip less, whether told that they may or not."""
    for player in PEOPLE:
        for kind in Straddle:
            for short in (0, 1):
                table = after_a_hand(*kinds)
                if player != "Ed":
                    table.say(s.DoStraddle(kinds[0], 6), "Ed")
                may = dict(told(table, player).kinds)
                expected = kind in may and not short
                try:
                    table.say(s.DoStraddle(kind, may.get(kind, 12) - short), player)
                except SidepotError:
                    assert not expected, (player, kind)
                else:
                    assert expected, (player, kind)


def test_a_kind_that_is_not_played_is_refused_in_good_english() -> None:
    table = after_a_hand(SLEEPER)
    for kind, words in ((UTG, "under the gun"), (MISSISSIPPI, "mississippi")):
        with pytest.raises(IllegalAction, match=f"^this table does not allow a '{words}' straddle, only 'sleeper'$"):
            table.say(s.DoStraddle(kind, 4), "Ed")


@pytest.mark.long
@each("name", TABLES)
def test_an_offered_straddle_is_never_refused(name: str) -> None:
    """People come, go, sit out and straddle; each is told of it at all times, and what they are told holds."""
    chance = Random(name)
    plain: dict[str, s.TableCommand] = {
        "sit": s.Sit(),
        "leave": s.Leave(),
        "sit_out": s.SitOut(),
        "come_back": s.ComeBack(waits=False),
    }
    announced = 0
    for seed in range(3):
        table = Led(terms(TABLES[name]), seed=seed)
        table.sit(*PEOPLE)
        play = random_player(chance, fold=0.6, passive=0.7)
        for _ in range(300):
            mine = {one: own(table, one) for one in PEOPLE}
            can = [one for one, found in mine.items() if found.straddle is not None and found.straddle.kinds]
            due = table.room.to_decide()[0]
            if can and chance.random() < 0.5:
                who = chance.choice(can)
                kind, least = chance.choice(told(table, who).kinds)
                state = event_of(table.room, table.say(s.DoStraddle(kind, least), who)).state
                assert state.straddles[-1] == (table.room.table.places[who].seat, kind, least)
                announced += 1
            elif chance.random() < 0.15:
                who = chance.choice(PEOPLE)
                says = [plain[tag] for tag in mine[who].may if tag in plain and chance.random() < 0.5]
                if says:
                    table.say(says[-1], who)
            elif due and table.room.hand is not None and (may := table.room.options_of(due)) is not None:
                table.act(play(table.room.hand, may))
            elif table.room.alarm():
                table.tick()
    assert (announced > 5) is (name != "dealer's choice")  # there a hand begins as soon as its game is named
