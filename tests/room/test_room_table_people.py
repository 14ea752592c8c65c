"""Who is put out of a table, whose seat a bot keeps warm, who waits for one, and what is said of lost time."""

from __future__ import annotations

from room_tables import Led, bots, cash, check_chips, check_same, refused, terms

from sidepot.games.mixes import find_mix
from sidepot.hand.commands import Call, Fold, RaiseTo, Show
from sidepot.hand.due import SHOW
from sidepot.room.table import commands as s
from sidepot.room.table.terms import Timing
from sidepot.room.views.player import player_view
from sidepot.room.views.public import event_of, public_view
from sidepot.room.views.schema import SeatState
from sidepot.table.table_rules import HALF_HOUR


def seat_of(led: Led, player: str) -> SeatState:
    return next(seat for seat in public_view(led.room).seats if seat is not None and seat.player == player)


# ---- put out by the host


def test_a_player_removed_in_a_hand_cannot_stay() -> None:
    led = Led(terms())
    led.sit("Ann", "Bo", "Cy")
    led.tick()
    entry = led.host(s.Remove("Ann"))
    assert event_of(led.room, entry).log == ("Ann is removed after this hand",)
    assert (seat_of(led, "Ann").leaving, seat_of(led, "Ann").put_out) == (True, True)
    assert "come_back" not in player_view(led.room, "Ann").may
    assert "was removed from the table" in refused(led, s.ComeBack(), "Ann").message
    refused(led, s.Remove("Ann"), "Host", staff=True)
    check_same(led.room, led.folded())
    while led.room.hand is not None:
        led.act(Fold())
    assert "Ann" not in led.room.table.places
    led.sit("Ann")  # it was no ban
    assert not seat_of(led, "Ann").put_out


def test_a_leaving_player_may_stay_until_the_host_removes_them() -> None:
    led = Led(terms())
    led.sit("Ann", "Bo", "Cy")
    led.tick()
    entry = led.say(s.Leave(), "Ann")
    assert event_of(led.room, entry).log == ("Ann leaves after this hand",)
    assert not seat_of(led, "Ann").put_out
    assert "come_back" in player_view(led.room, "Ann").may
    led.say(s.ComeBack(), "Ann")
    led.say(s.Leave(), "Ann")
    led.host(s.Remove("Ann"))
    refused(led, s.ComeBack(), "Ann")
    check_same(led.room, led.folded())


# ---- seats that bots keep warm


def lose_all(led: Led, loser: str) -> None:
    """The loser goes all-in against one other until they have no chips."""
    while led.room.table.places[loser].stack:
        led.deal()
        while led.room.hand is not None:
            who, _ = led.room.to_decide()
            may = led.room.options_of(who)
            if may.due is SHOW:
                led.act(Show())
            elif who == loser and may.may_raise:
                led.act(RaiseTo(may.raise_max))
            else:
                led.act(Call() if may.may_call else Fold())


def test_a_bot_that_has_won_comes_back_with_what_it_took_away() -> None:
    led = Led(terms(cash(seats=2, buy_in=(40, 200)), bots=bots(2), fill=True))
    led.sit("Ann")
    lose_all(led, "Ann")
    assert led.room.table.stack_of("Bot 2") == 400
    led.sit("Bo")  # at a full table: it makes room for them
    assert set(led.room.table.places) == {"Ann", "Bo"}
    led.say(s.Leave(), "Ann")
    led.say(s.Leave(), "Bo")
    assert set(led.room.table.places) == {"Bot 1", "Bot 2"}
    assert led.room.table.stack_of("Bot 2") == 400
    check_chips(led.room)
    check_same(led.room, led.folded())


def test_the_bots_of_a_table_bring_what_its_terms_say() -> None:
    led = Led(terms(cash(seats=2), bots=bots(2), fill=True, buys=77))
    led.sit("Ann")
    led.say(s.Leave(), "Ann")
    assert [place.stack for place in led.room.table.places.values()] == [77, 77]


def test_where_the_host_puts_a_person_out_the_bot_is_back() -> None:
    led = Led(terms(cash(seats=2), bots=bots(2), fill=True))
    led.sit("Ann")
    led.host(s.Remove("Ann"))
    assert set(led.room.table.places) == {"Bot 1", "Bot 2"}
    led.host(s.Remove("Bot 1"))
    assert set(led.room.table.places) == {"Bot 2"}


def test_a_bot_does_not_make_room_for_itself() -> None:
    led = Led(terms(cash(seats=2), bots=bots(2), fill=True))
    assert "is already in seat 1" in refused(led, s.Sit(seat=0, chips=1), "Bot 1").message


# ---- the list for a seat


def waits() -> Led:
    """A table of two at which bots play, and Ann and Cy wait for their seats."""
    led = Led(terms(cash(seats=2), bots=bots(2), fill=True))
    led.tick()
    led.sit("Ann", "Cy")
    assert led.room.table.going_list == ("Ann", "Cy")
    return led


def test_a_waiting_player_may_leave_the_list() -> None:
    led = waits()
    assert "leave" in player_view(led.room, "Cy").may
    entry = led.say(s.Leave(), "Cy")
    assert event_of(led.room, entry).log == ("Cy leaves the waiting list",)
    assert led.room.table.going_list == ("Ann",)
    assert "Cy" not in led.room.people
    refused(led, s.Leave(), "Cy")
    check_same(led.room, led.folded())


def test_a_waiting_player_who_stays_away_is_off_the_list() -> None:
    led = waits()
    led.host(s.Pause())
    led.say(s.Went("Cy"))
    led.now += HALF_HOUR + 1
    led.host(s.Resume())
    while led.room.alarm() <= led.now:
        led.say(s.Tick())
    assert "Cy" not in {*led.room.table.going_list, *led.room.table.places, *led.room.people}
    check_same(led.room, led.folded())


# ---- lost time


def lost_time(led: Led, *, ticks: int) -> list[tuple[str, ...]]:
    """What is told of so many alarms about time that was lost."""
    told = []
    for _ in range(ticks):
        lines = event_of(led.room, led.tick()).log
        told.append(tuple([line for line in lines if "no time left" in line]))
    return told


def test_that_somebody_had_no_time_is_told_once() -> None:
    led = Led(terms(timing=Timing(lapses=3)))
    led.sit("Ann", "Bo")
    led.tick()
    player, _ = led.room.to_decide()
    told = lost_time(led, ticks=2)  # they fold, and the next hand begins
    assert led.room.people[player].lapses == 1 and led.room.begun.number == 2
    assert told == [(f"{player} has no time left",), ()]


def test_a_lapsed_choice_of_game_is_shown_with_the_next_hand() -> None:
    led = Led(terms(cash(find_mix("dealers-choice"), dealers_choice=True, seats=5), timing=Timing(lapses=9)))
    led.sit("Ann", "Bo")
    while led.room.hand is None:
        chooser = led.room.chooser
        told = lost_time(led, ticks=1)
    assert told == [(f"{chooser} has no time left",)]


def test_a_waiting_player_sees_their_place_on_the_list() -> None:
    led = waits()
    assert [player_view(led.room, player).queued for player in ("Ann", "Cy", "Di")] == [1, 2, 0]
    led.say(s.Leave(), "Ann")
    assert player_view(led.room, "Cy").queued == 1
