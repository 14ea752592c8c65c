"""A player sits out when the big blind reaches the seat: never before, never with a blind posted for it."""

from __future__ import annotations

from room_tables import Led, cash, check_same, one_game, refused, terms

from sidepot.games.limits import FixedLimit
from sidepot.hand.commands import Fold
from sidepot.room.table import commands as s
from sidepot.room.table.snapshot import decode, encode
from sidepot.room.views.player import player_view
from sidepot.room.views.public import event_of
from sidepot.table import commands as t
from sidepot.table.places import State


def led(*players: str) -> Led:
    table = Led(terms(cash(buy_in=(40, 200))))
    table.sit(*(players or ("Ann", "Bo", "Cy", "Di")))
    return table


def play_out(table: Led) -> None:
    while table.room.hand is not None:
        table.act(Fold())


def big(table: Led) -> str:
    """The player with the big blind of the current hand."""
    begun = table.room.begun
    assert begun is not None
    return table.room.table.player_in(begun.marks.big) or ""


def view(table: Led, player: str) -> tuple[bool, bool]:
    """Whether a player sits out at the next big blind, and may ask for it or take it back."""
    found = player_view(table.room, player)
    assert found is not None
    return found.out_at_big, "sit_out_at_big" in found.may


def test_a_player_plays_on_until_the_big_blind_is_theirs_and_posts_none() -> None:
    table = led()
    table.deal()
    who = big(table)
    play_out(table)
    table.say(s.SitOutAtBig(), who)
    assert view(table, who) == (True, True)
    dealt = []
    for _ in range(5):
        entry = table.deal()
        assert table.room.begun is not None
        dealt.append(who in table.room.begun.players)
        assert big(table) != who
        if not dealt[-1]:
            break
        play_out(table)
    assert dealt == [True, True, True, False]
    place = table.room.table.places[who]
    assert place.state is State.OUT
    assert f"{who} sits out" in event_of(table.room, entry).log
    assert view(table, who) == (False, False)
    check_same(table.folded(), table.room)


def test_who_comes_back_at_the_big_blind_pays_nothing_else() -> None:
    table = led()
    table.deal()
    who = big(table)
    play_out(table)
    table.say(s.SitOutAtBig(), who)
    while table.room.table.places[who].state is not State.OUT:
        table.deal()
        play_out(table)
    had = table.room.table.places[who].stack
    table.say(t.ComeBack(waits=True), who)
    while True:
        table.deal()
        assert table.room.begun is not None
        if who in table.room.begun.players:
            break
        play_out(table)
    assert big(table) == who and table.room.hand is not None
    seat = table.room.begun.players.index(who)
    assert had - table.room.hand.stacks[seat] == 2
    assert view(table, who) == (False, True)


def test_it_can_be_taken_back() -> None:
    table = led("Ann", "Bo", "Cy")
    table.say(s.SitOutAtBig(), "Bo")
    table.say(s.SitOutAtBig(wants=False), "Bo")
    for _ in range(4):
        table.deal()
        play_out(table)
    assert table.room.table.places["Bo"].state is State.IN
    assert view(table, "Bo") == (False, True)


def test_only_that_player_is_shown_it() -> None:
    table = led()
    entry = table.say(s.SitOutAtBig(), "Ann")
    assert event_of(table.room, entry).log == ()
    assert view(table, "Bo") == (False, True)


def test_two_players_of_whom_one_goes_play_no_hand() -> None:
    table = led("Ann", "Bo")
    for player in ("Ann", "Bo"):
        table.say(s.SitOutAtBig(), player)
    table.tick()
    assert table.room.hand is None and table.room.phase == "waiting"
    assert [place.state for place in table.room.table.seated()].count(State.OUT) == 1
    check_same(table.folded(), table.room)


def test_sitting_out_at_once_and_coming_back_forgets_it() -> None:
    table = led()
    table.say(s.SitOutAtBig(), "Ann")
    table.say(t.SitOut(), "Ann")
    assert view(table, "Ann") == (False, False)
    table.say(t.ComeBack(), "Ann")
    assert view(table, "Ann") == (False, True)


def test_refusals_and_the_snapshot() -> None:
    table = led()
    assert refused(table, s.SitOutAtBig(), "Flo").code == "no_big_blind"
    assert refused(table, s.SitOutAtBig(wants=False), "Ann").code == "no_change"
    table.say(s.SitOutAtBig(), "Ann")
    assert refused(table, s.SitOutAtBig(), "Ann").code == "no_change"
    assert decode(encode(table.room)).people["Ann"].out_at_big
    stud = Led(terms(one_game("stud", FixedLimit())))
    stud.sit("Ann", "Bo")
    assert refused(stud, s.SitOutAtBig(), "Ann").code == "no_big_blind"
