"""A table knows people by their accounts: a name that changes hands gives nobody a seat, chips, a card or a place."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from room_tables import Led, bots, cash, chance, check_same, terms

from sidepot.errors import SidepotError
from sidepot.hand.commands import Call, Check, Fold
from sidepot.hand.due import Due
from sidepot.room.table import commands as s
from sidepot.room.table import snapshot
from sidepot.room.table.play import people
from sidepot.room.table.rebuild import TableReplay
from sidepot.room.table.terms import Timing
from sidepot.room.views.player import player_view
from sidepot.table.commands import Buy, ComeBack, Leave, SitOut
from sidepot.table.table_rules import HALF_HOUR

FIRST, SECOND = "account-1", "account-2"
HOUR = 2 * HALF_HOUR


def table_of(*players: str, **more: Any) -> Led:
    """A table with these players, each known by an account."""
    led = Led(terms(timing=Timing(cut=0), **more))
    for player in players:
        led.say(s.Sit(waits=False), player, account=f"account of {player}")
    return led


def with_ann(**more: Any) -> Led:
    """A table with Bo and Cy, and the first Ann."""
    led = table_of("Bo", "Cy", **more)
    led.say(s.Sit(waits=False), "Ann", account=FIRST)
    return led


def play_meekly(led: Led) -> None:
    """Play a hand in which nobody loses much."""
    led.deal()
    while led.room.hand is not None:
        may = led.room.options_of(led.room.to_decide()[0])
        if may is None or may.due is Due.SHOW:
            led.tick()
        else:
            led.act(Check() if may.may_check else Fold())


def test_a_seat_that_is_kept_is_not_that_of_who_has_the_name_now() -> None:
    led = with_ann()
    led.say(SitOut(), "Ann", account=FIRST)
    led.say(s.Went("Ann"))
    led.now += HALF_HOUR // 2
    for said in (ComeBack(), Leave(), Buy(10), s.AskCut()):
        with pytest.raises(SidepotError):
            led.say(said, "Ann", account=SECOND)
    entry = led.say(s.Sit(), "Ann", account=SECOND)
    assert entry.by == "Ann (2)"
    assert entry.accounts == {"Ann (2)": SECOND}
    assert led.room.table.places["Ann"].seat != led.room.table.places["Ann (2)"].seat
    led.say(ComeBack(), "Ann", account=FIRST)
    check_same(led.folded(), led.room)


def test_names_are_alike_in_capitals_too() -> None:
    led = with_ann()
    assert led.say(s.Sit(), "ANN", account=SECOND).by == "ANN (2)"
    assert led.say(s.Sit(), "ann", account="account-3").by == "ann (3)"


def test_an_account_keeps_its_seat_by_another_name() -> None:
    """The table goes on showing the name by which it got to know them."""
    led = with_ann()
    assert led.say(SitOut(), "Anna", account=FIRST).by == "Ann"


def test_a_name_alone_gives_no_acts_and_no_cards() -> None:
    led = with_ann()
    led.deal()
    while led.room.to_decide()[0] != "Ann":
        led.act(Call())
    turn = led.room.to_decide()[1]
    with pytest.raises(SidepotError, match="it is Ann's turn"):
        led.say(s.Act(turn, Fold()), "Ann", account=SECOND)
    name = people.name_of(led.room, SECOND, "Ann")
    other, mine = player_view(led.room, name, own_name="Ann"), player_view(led.room, "Ann", own_name="Ann")
    assert other is not None and mine is not None
    assert (other.cards, other.seat, other.options, other.name) == ((), -1, None, "Ann (2)")
    assert len(mine.cards) == 2 and mine.options is not None and mine.name == ""
    led.say(s.Act(turn, Fold()), "Ann", account=FIRST)


def test_chips_taken_away_are_those_of_the_account() -> None:
    led = with_ann(rules=cash(rathole_ms=HOUR))
    led.play_hand(Random(3))
    stack = led.room.table.places["Ann"].stack
    led.say(Leave(), "Ann", account=FIRST)
    led.now += 1000
    assert led.say(s.Sit(), "Ann", account=SECOND).by == "Ann (2)"
    led.say(Leave(), "Ann", account=SECOND)
    led.say(s.Sit(), "Annabel", account=FIRST)
    assert led.room.table.places["Ann"].stack >= stack
    assert "Annabel" not in led.room.table.places


def test_a_name_is_free_once_the_table_has_forgotten_it() -> None:
    led = with_ann()
    led.say(Leave(), "Ann", account=FIRST)
    assert people.is_name_taken(led.room, "Ann")
    led.now += 2 * HOUR
    led.say(SitOut(), "Bo", account="account of Bo")
    assert led.room.accounts.keys() == {"Bo", "Cy"}
    assert led.say(s.Sit(), "Ann", account=SECOND).by == "Ann"
    check_same(led.folded(), led.room)


def test_a_silent_table_forgets_names_too() -> None:
    """And where it is folded after that, the name is whose it is by then."""
    led = with_ann()
    led.say(Leave(), "Ann", account=FIRST)
    people.forget_old(led.room, led.now + 2 * HOUR)
    assert led.say(s.Sit(), "Ann", account=SECOND).by == "Ann"
    assert led.room.accounts["Ann"] == SECOND and FIRST not in led.room.names
    folded = led.folded()
    assert (folded.accounts, folded.names) == (led.room.accounts, led.room.names)


def test_a_place_in_the_queue_is_the_accounts() -> None:
    led = Led(terms(cash(seats=2), timing=Timing(cut=0), bots=bots(2), fill=True))
    led.deal()
    led.say(s.Sit(), "Ann", account=FIRST)
    assert list(led.room.table.going_list) == ["Ann"]
    with pytest.raises(SidepotError):
        led.say(Leave(), "Ann", account=SECOND)
    led.say(s.Sit(), "Ann", account=SECOND)
    assert list(led.room.table.going_list) == ["Ann", "Ann (2)"]
    led.say(Leave(), "Ann", account=FIRST)
    assert list(led.room.table.going_list) == ["Ann (2)"]
    check_same(led.folded(), led.room)


def test_a_hand_says_whose_the_names_in_it_are() -> None:
    led = with_ann(bots=bots(1))
    entry = led.deal()
    assert entry.accounts == {"Bo": "account of Bo", "Cy": "account of Cy", "Ann": FIRST}


def test_however_a_table_is_taken_up_it_knows_the_same_people() -> None:
    led = with_ann()
    kept = b"", 0
    for number in range(3):
        play_meekly(led)
        kept = snapshot.encode(led.room), len(led.log)
        if number == 1:
            led.say(Leave(), "Ann", account=FIRST)
            led.say(s.Sit(waits=False), "Ann", account=SECOND)
    assert led.room.accounts == {"Bo": "account of Bo", "Cy": "account of Cy", "Ann": FIRST, "Ann (2)": SECOND}
    past = TableReplay("t1", led.room.first_seq, chance(9))
    for record in led.log:
        past.take(record)
    assert past.done().accounts == led.room.accounts
    assert past.done().names == led.room.names == led.folded().names
    image = snapshot.decode(kept[0])
    room = snapshot.restore("t1", led.log[0], image, led.log[image.first_seq - 1 : kept[1]], chance(9))
    assert room.names == {"account of Bo": "Bo", "account of Cy": "Cy", FIRST: "Ann", SECOND: "Ann (2)"}
