"""Seats that the host gives, and the list of those who wait for one."""

from __future__ import annotations

from room_tables import Led, bots, cash, check_same, refused, terms

from sidepot.hand.commands import Fold
from sidepot.room.table import commands as s
from sidepot.room.table.machine import RoomTable
from sidepot.room.table.snapshot import snapshot_of
from sidepot.room.views.player import player_view
from sidepot.room.views.public import event_of
from sidepot.room.views.schema import PlayerView
from sidepot.table import commands as t


def own(room: RoomTable, player: str, *, staff: bool = False) -> PlayerView:
    found = player_view(room, player, staff=staff)
    assert found is not None
    return found


def asked(**more: object) -> Led:
    table = Led(terms(approve=True, **more))
    entry = table.say(s.Sit(chips=150), "Ann", account="a1")
    assert event_of(table.room, entry).log == ("Ann asks for a seat",)
    return table


def test_a_request_waits_and_the_host_sees_it_and_says_yes() -> None:
    table = asked()
    assert not table.room.table.places
    assert own(table.room, "Ann").asks and own(table.room, "Ann").may[:1] == ("leave",)
    host = own(table.room, "Host", staff=True)
    assert host.requests == (("Ann", 150),) and "answer_seat" in host.may
    assert not own(table.room, "Bo").requests
    check_same(table.room, table.folded())
    assert snapshot_of(table.room).requests == {"Ann": s.Sit(chips=150)}
    table.host(s.AnswerSeat("Ann"))
    assert table.room.table.places["Ann"].stack == 150 and not table.room.requests
    check_same(table.room, table.folded())


def test_said_twice_it_is_done_once() -> None:
    table = asked()
    assert refused(table, s.Sit(chips=150), "Ann", account="a1").code == "asked_already"
    table.host(s.AnswerSeat("", account="a1"))
    assert refused(table, s.AnswerSeat("Ann"), "Host", staff=True).code == "not_asked"
    assert refused(table, s.AnswerSeat("", account="zz"), "Host", staff=True).code == "not_asked"


def test_the_host_says_no_or_the_player_takes_it_back_and_may_ask_again() -> None:
    for table, end in ((asked(), s.AnswerSeat("Ann", yes=False)), (asked(), s.Remove("Ann"))):
        entry = table.host(end)
        assert not table.room.requests and "Ann" not in table.room.people
        if isinstance(end, s.AnswerSeat):
            assert event_of(table.room, entry).log == ("Ann is refused a seat",)
        check_same(table.room, table.folded())
    table.say(s.Sit(), "Ann", account="a1")
    table.say(t.Leave(), "Ann", account="a1")
    assert not table.room.requests
    table.say(s.Sit(), "Ann", account="a1")
    table.host(s.Close())
    assert not table.room.requests and table.room.over


def test_a_request_that_could_not_be_is_refused_at_once_and_hosts_and_bots_need_none() -> None:
    table = Led(terms(cash(buy_in=(40, 200), seats=3), approve=True, bots=bots(1)))
    assert len(table.room.table.places) == 1
    assert refused(table, s.Sit(chips=20), "Ann", account="a1").code == "buy_in_too_small"
    assert refused(table, s.AnswerSeat("Ann"), "Ann").code == "host_only"
    table.say(s.Sit(), "Host", account="h", staff=True)
    assert "Host" in table.room.table.places


def test_a_yes_at_a_full_table_is_a_place_on_the_list() -> None:
    table = Led(terms(cash(seats=2), approve=True))
    table.say(s.Sit(seat=1), "Ann", account="a1")
    table.host(s.AddBot("Max (bot)"))
    table.host(s.AddBot("Mia (bot)"))
    table.host(s.AnswerSeat("Ann"))
    assert table.room.table.going_list == ("Ann",) and own(table.room, "Ann").queued == 1
    table.host(s.Remove("Max (bot)"))
    check_same(table.room, table.folded())


def test_the_waiting_list_gets_a_free_seat_between_hands_too() -> None:
    table = Led(terms(cash(seats=2)))
    table.sit("Ann", "Bo")
    assert own(table.room, "Cy").may == ("wait_for_seat",)
    assert refused(table, s.Sit(), "Cy", account="c1").code == "no_free_seat"
    table.say(s.Sit(lists=True), "Cy", account="c1")
    assert own(table.room, "Cy").queued == 1
    assert refused(table, s.Sit(lists=True), "Cy", account="c1").code == "on_list_already"
    table.say(s.Sit(lists=True), "Di", account="d1")
    table.say(t.Leave(), "Bo")
    assert "Cy" in table.room.table.places and table.room.table.going_list == ("Di",)
    check_same(table.room, table.folded())
    table.deal()
    table.say(t.Leave(), "Ann")
    table.act(Fold())
    while table.room.hand is not None:
        table.act(Fold())
    assert set(table.room.table.places) == {"Cy", "Di"}
    check_same(table.room, table.folded())


def test_a_host_cannot_seat_players_at_a_closing_table() -> None:
    """As who asks for no leave: they would buy chips for nothing."""
    table = Led(terms(approve=True))
    for player, account in (("Ann", "a1"), ("Bo", "b1"), ("Cy", "c1")):
        table.say(s.Sit(chips=150), player, account=account)
    table.host(s.AnswerSeat("Ann"))
    table.host(s.AnswerSeat("Bo"))
    table.deal()
    table.host(s.Close())
    assert refused(table, s.AnswerSeat("Cy"), "Host", staff=True).code == "closing"
    table.host(s.AnswerSeat("Cy", yes=False))
    assert "Cy" not in table.room.people
    check_same(table.room, table.folded())
