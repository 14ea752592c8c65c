"""A sit-and-go at a table of the room: entries, levels, breaks, who is absent, who goes out, and the end."""

from __future__ import annotations

from random import Random

import msgspec
import pytest
from room_events import MINUTE, levels, sit_and_go, with_add_on, with_rebuys
from room_tables import Led, bots, check_chips, check_same, refused, terms

from sidepot.errors import Conflict, IllegalAction, NotDue
from sidepot.games.catalog import find_game
from sidepot.games.limits import NoLimit
from sidepot.games.mixes import single
from sidepot.games.stakes import Stakes
from sidepot.hand.commands import Call, Check, Discard, Fold, RaiseTo, Show
from sidepot.room.tables import commands as s
from sidepot.room.tables.room_terms import RoomTerms, Timing
from sidepot.table.places import State
from sidepot.tournament.entrants import Status
from sidepot.tournament.schedule import Level
from sidepot.tournament.structure import EntryTerms, Kind, Structure

FOUR = ("Ann", "Bo", "Cy", "Di")


def event_terms(structure: Structure | None = None, **more: object) -> RoomTerms:
    return terms(tournament=structure or sit_and_go(), timing=Timing(lapses=2), **more)


def all_in(led: Led) -> None:
    """Everybody goes all in, once, and stands pat."""
    while led.room.hand is not None:
        may = led.room.options_of(led.room.to_decide()[0])
        if may.may_show:
            led.act(Show())
        elif may.may_raise:
            led.act(RaiseTo(may.raise_max))
        elif may.discard:
            led.act(Discard(()))
        else:
            led.act(Check() if may.may_check else Call())


def go_broke(led: Led) -> None:
    """Hands are played all in until somebody has lost everything."""
    while not led.room.busted:
        led.deal()
        all_in(led)


def test_it_starts_with_the_last_entry() -> None:
    led = Led(event_terms(bots=bots(2)))
    event = led.room.tournament
    assert (led.room.phase, led.room.alarm(), event.left) == ("waiting", 0, 2)
    led.sit("Ann")
    assert isinstance(refused(led, s.Sit(), "Ann"), Conflict)
    assert not led.room.table.places
    led.sit("Bo")
    assert led.room.phase == "between"
    assert len(led.room.table.places) == 4
    assert led.room.clock.level_at == led.now + 3 * MINUTE
    assert isinstance(refused(led, s.Sit(), "Cy"), Conflict)
    check_same(led.room, led.folded())
    led.tick()
    assert led.room.phase == "playing"
    assert led.room.hand.setup.players_left == 4


def test_the_host_may_start_it_earlier() -> None:
    led = Led(event_terms())
    led.sit("Ann")
    assert isinstance(refused(led, s.Resume(), "Host", staff=True), NotDue)
    led.sit("Bo", "Cy")
    led.say(s.Leave(), "Cy")
    assert "Cy" not in led.room.people
    led.host(s.Resume())
    assert led.room.phase == "between"
    assert set(led.room.table.places) == {"Ann", "Bo"}
    refused(led, s.Resume(), "Host", staff=True)


def test_chips_are_those_one_enters_with() -> None:
    led = Led(event_terms())
    led.sit(*FOUR)
    for said in (s.Buy(100), s.TopUp(100), s.ChooseGame("razz"), s.ComeBack()):
        refused(led, said, "Ann")
    assert isinstance(refused(led, s.TopUp(100), "Ann"), IllegalAction)
    refused(led, s.Buy(100), "Nobody")


@pytest.mark.parametrize("seed", range(4))
def test_it_is_played_to_its_end(seed: int) -> None:
    led = Led(event_terms(bots=bots(1)), seed=seed)
    led.sit("Ann", "Bo", "Cy")
    rng = Random(seed)
    hands = 0
    while led.room.phase != "over":
        led.play_hand(rng, lapse=0.01)
        hands += 1
        check_chips(led.room)
        check_same(led.room, led.folded())
        assert hands < 400
    event = led.room.tournament
    assert event.ended
    assert led.room.alarm() == 0
    assert sorted(one.place for one in event.standings())[0] == 1
    assert sum(one.paid for one in event.standings()) == 400
    assert event.in_play == 4000
    assert len(led.room.people) == 1
    refused(led, s.Sit(), "Ann")
    assert not any(led.room.to_decide()[0] for _ in range(1))


def test_levels_go_up_by_the_clock_and_small_chips_leave_play() -> None:
    led = Led(event_terms(sit_and_go(stack=50_000)))
    led.sit(*FOUR)
    began = led.now
    for _ in range(200):
        if led.room.phase == "over" or led.now > began + 17 * MINUTE:
            break
        led.deal()
        while led.room.hand is not None:
            led.act(Fold(), after=8_000)
    assert led.room.table.rules.chips.smallest > 25
    assert led.room.hand is None
    assert led.room.table.rules.stakes[0].blinds[1] >= 400
    check_chips(led.room)
    check_same(led.room, led.folded())


def test_in_a_break_nobody_plays() -> None:
    led = Led(event_terms())
    led.sit(*FOUR)
    breaks = 0
    for _ in range(400):
        if led.room.phase == "over":
            break
        reading = led.room.tournament.clock.at(led.now)
        if reading.is_break and led.room.hand is None:
            breaks += 1
            led.tick()
            if led.room.tournament.clock.at(led.now).is_break:
                assert led.room.hand is None
                assert led.room.phase == "between"
            continue
        if led.room.hand is None:
            led.tick()
        else:
            led.act(Fold(), after=15_000)
    assert breaks
    check_same(led.room, led.folded())


def test_who_does_not_answer_is_absent_and_comes_back_with_a_word() -> None:
    led = Led(event_terms(sit_and_go(2)))
    led.sit("Ann", "Bo")
    led.tick()
    who, _ = led.room.to_decide()
    for _ in range(20):
        if led.room.table.places[who].state is State.OUT:
            break
        if led.room.hand is None or led.room.to_decide()[0] == who:
            led.tick()
        else:
            may = led.room.options_of(led.room.to_decide()[0])
            led.act(Check() if may.may_check else Call() if may.may_call else Show())
    assert led.room.table.places[who].state is State.OUT
    while led.room.hand is not None:
        if led.room.to_decide()[0] == who:
            led.tick()
        else:
            may = led.room.options_of(led.room.to_decide()[0])
            led.act(Check() if may.may_check else Call() if may.may_call else Show())
    stack = led.room.table.stack_of(who)
    number = led.room.table.hands
    while led.room.table.hands == number:
        led.tick()
    assert led.room.hand is None  # dealt, killed, and won by the other
    assert led.room.table.stack_of(who) < stack
    check_same(led.room, led.folded())
    led.say(s.ComeBack(), who)
    assert led.room.people[who].lapses == 0
    led.deal()


def test_any_word_brings_an_absent_player_back() -> None:
    led = Led(event_terms())
    led.sit(*FOUR)
    led.say(s.SitOut(), "Ann")
    refused(led, s.SitOut(), "Ann")
    assert led.room.table.places["Ann"].state is State.OUT
    led.say(s.AskCut(), "Ann")
    assert led.room.table.places["Ann"].state is State.IN
    led.say(s.Leave(), "Ann")  # after the start: they are absent
    assert led.room.table.places["Ann"].state is State.OUT
    led.say(s.Went("Ann"))
    assert led.room.table.places["Ann"].state is State.OUT
    led.say(s.Came("Ann"))
    assert led.room.table.places["Ann"].state is State.IN
    check_same(led.room, led.folded())


def test_absent_hands_are_killed_all_around() -> None:
    led = Led(event_terms())
    led.sit(*FOUR)
    for player in FOUR:
        led.say(s.SitOut(), player)
    for _ in range(500):
        if led.room.phase == "over":
            break
        led.tick()
        assert led.room.hand is None
    assert led.room.phase == "over"
    check_same(led.room, led.folded())


def test_rebuys_and_late_entries() -> None:
    led = Led(event_terms(with_rebuys()))
    led.sit("Ann", "Bo")
    led.host(s.Resume())
    led.sit("Cy")  # late
    assert "Cy" in led.room.table.places
    assert isinstance(refused(led, s.Sit(), "Di"), Conflict)
    led.deal()
    all_in(led)
    broke = [one.player for one in led.room.tournament.entrants.values() if one.status is Status.BUSTED]
    assert broke
    assert set(led.room.busted) == set(broke)
    led.say(s.Buy(1), broke[0])
    assert led.room.table.stack_of(broke[0]) == 1000
    check_chips(led.room)
    for player in broke[1:]:
        led.say(s.Leave(), player)
        assert player not in led.room.people
    check_same(led.room, led.folded())


def test_who_does_not_buy_again_in_time_is_out() -> None:
    led = Led(event_terms(with_rebuys(2)), seed=3)
    led.sit("Ann", "Bo")
    for _ in range(30):
        led.deal()
        all_in(led)
        if led.room.busted:
            break
    (loser,) = led.room.busted
    assert led.room.phase == "waiting"
    assert led.room.alarm() == min(led.now + led.room.terms.timing.away, led.room.clock.level_at)
    while led.room.phase != "over":
        led.tick()
    assert led.room.tournament.entrants[loser].status is Status.OUT
    assert [one.place for one in led.room.tournament.standings()] == [1, 2]
    check_same(led.room, led.folded())


def test_a_pause_stops_the_clock_of_the_event() -> None:
    led = Led(event_terms())
    led.sit(*FOUR)
    led.tick()
    left = led.room.clock.level_at - led.now
    led.host(s.Pause())
    assert not led.room.tournament.clock.running
    led.now += 60 * MINUTE
    assert led.room.alarm() == 0
    led.host(s.Resume())
    assert led.room.clock.level_at == led.now + left
    led.say(s.Freeze("a mistake"))
    assert not led.room.tournament.clock.running
    led.host(s.Resume())
    assert led.room.tournament.clock.running
    check_same(led.room, led.folded())


def test_a_restart_does_not_cost_time_of_the_level() -> None:
    led = Led(event_terms())
    led.sit(*FOUR)
    led.tick()
    led.now += 10_000
    player, turn = led.room.to_decide()
    led.say(s.Act(turn, Fold()), player)
    left = led.room.clock.level_at - led.now
    led.room = led.folded()
    led.now += 60 * MINUTE
    led.say(s.Restarted())
    assert led.room.clock.level_at == led.now + left
    assert led.room.tournament.clock.at(led.now).level == 0
    check_same(led.room, led.folded())


def test_the_host_puts_somebody_out() -> None:
    led = Led(event_terms())
    led.sit("Ann", "Bo", "Cy")
    led.host(s.Remove("Cy"))
    led.sit("Cy", "Di")
    led.host(s.Remove("Cy"))
    assert led.room.tournament.entrants["Cy"].status is Status.DISQUALIFIED
    assert "Cy" not in led.room.people
    led.tick()
    player, _ = led.room.to_decide()
    led.host(s.Remove(player))
    while led.room.hand is not None:
        led.tick()
    assert player not in led.room.table.places
    check_chips(led.room)
    check_same(led.room, led.folded())


def test_it_is_closed_before_the_start_and_after_it() -> None:
    led = Led(event_terms())
    led.sit("Ann")
    led.host(s.Close())
    assert led.room.phase == "over"
    check_same(led.room, led.folded())
    led = Led(event_terms())
    led.sit(*FOUR)
    led.tick()
    led.host(s.Close())
    assert led.room.phase == "playing"
    while led.room.hand is not None:
        led.act(Fold())
    assert led.room.phase == "over"
    assert led.room.tournament.ended
    assert next(one.place for one in led.room.tournament.standings()) == 1
    check_same(led.room, led.folded())


def test_a_match_of_two() -> None:
    led = Led(event_terms(sit_and_go(2, kind=Kind.HEADS_UP)))
    led.sit("Ann", "Bo")
    rng = Random(1)
    while led.room.phase != "over":
        led.play_hand(rng)
    check_same(led.room, led.folded())


def test_while_it_is_paused_it_does_not_start() -> None:
    led = Led(event_terms())
    led.host(s.Pause())
    led.sit(*FOUR)
    assert not led.room.tournament.is_seated
    led.now += 60 * MINUTE
    led.host(s.Resume())
    assert led.room.tournament.is_seated
    assert led.room.clock.level_at == led.now + 3 * MINUTE
    check_same(led.room, led.folded())


def test_a_hand_of_an_event_without_its_secret_is_called_off() -> None:
    led = Led(event_terms())
    led.sit(*FOUR)
    led.tick()
    led.act(Call())
    room = led.folded()
    room.decks.clear()
    room.dealer = None
    room.handle(s.Restarted(), now=led.now)
    assert room.hand is None
    assert {place.stack for place in room.table.places.values()} == {1000}
    assert room.phase == "between"


def test_the_add_on_is_sold_in_its_break() -> None:
    led = Led(event_terms(with_add_on()))
    led.sit("Ann", "Bo", "Cy")
    refused(led, s.Buy(1), "Ann")
    while not led.room.tournament.clock.at(led.now).is_break or led.room.hand is not None:
        if led.room.hand is None:
            led.tick()
        else:
            led.act(Fold(), after=15_000)
    before = led.room.table.stack_of("Ann")
    led.say(s.Buy(1), "Ann")
    assert led.room.table.stack_of("Ann") == before + 1500
    refused(led, s.Buy(1), "Ann")
    check_chips(led.room)
    check_same(led.room, led.folded())


def test_the_seat_of_who_may_buy_again_is_his() -> None:
    led = Led(event_terms(with_rebuys(2)), seed=3)
    led.sit("Ann", "Bo")
    go_broke(led)
    assert "seats are taken" in str(refused(led, s.Sit(), "Cy"))
    (loser,) = led.room.busted
    led.sit(loser)  # enters again
    assert led.room.table.stack_of(loser) == 1000
    assert not led.room.busted
    check_same(led.room, led.folded())


def test_bets_are_made_of_the_chips_in_play() -> None:
    """A stack that no chips make could not be raced down: the event would stand still."""
    led = Led(event_terms(bots=bots(2)))
    led.sit(*FOUR[:2])
    led.deal()
    who, turn = led.room.to_decide()
    may = led.room.options_of(who)
    assert led.room.hand.setup.stakes.chip == 25
    error = refused(led, s.Act(turn, RaiseTo(may.raise_min + 27)), who)
    assert isinstance(error, IllegalAction) and str(error.cite) == "PG:23"
    assert error.message.endswith("to 127: with 25 the smallest chip in play, it may raise to 125 or 150")
    led.act(RaiseTo(may.raise_min + 25))


@pytest.mark.parametrize("seed", range(4))
def test_who_was_absent_when_it_ended_may_come_and_look(seed: int) -> None:
    """Each says that they go before they act, so that whoever wins is absent when all is over."""
    led = Led(event_terms(sit_and_go(2)), seed=seed)
    led.sit("Ann", "Bo")
    while not led.room.tournament.ended:
        led.deal()
        while led.room.hand is not None:
            who, _ = led.room.to_decide()
            may = led.room.options_of(who)
            if led.room.table.places[who].state is not State.OUT:
                led.say(s.SitOut(), who)
            led.act(RaiseTo(may.raise_max) if may.may_raise else Call() if may.call else Check())
    (winner,) = led.room.table.places
    led.say(s.Went(winner))
    led.say(s.Came(winner))
    check_same(led.room, led.folded())


def test_who_is_put_out_in_a_hand_does_not_come_back_with_a_word() -> None:  # TDA-2013 58-D
    led = Led(event_terms())
    led.sit(*FOUR)
    led.deal()
    player, _ = led.room.to_decide()
    led.say(s.SitOut(), player)
    led.host(s.Remove(player))
    led.say(s.Went(player))
    led.say(s.Came(player))
    assert isinstance(refused(led, s.ComeBack(), player), NotDue)
    while led.room.hand is not None:
        led.tick()
    assert player not in led.room.table.places
    check_chips(led.room)
    check_same(led.room, led.folded())


@pytest.mark.parametrize("folds", [False, True])
@pytest.mark.parametrize("seed", [0, 2])
def test_the_time_to_buy_again_runs_out_with_the_level(seed: int, *, folds: bool) -> None:
    """Whoever goes broke in its last seconds, one or two at once: the next hand begins without them, or none does."""
    led = Led(event_terms(msgspec.structs.replace(with_rebuys(), schedule=levels())), seed=seed)
    led.sit("Ann", "Bo", "Cy")
    while led.room.tournament.clock.at(led.now).level < 1:
        led.now = led.room.clock.level_at
        led.tick()
    while led.room.hand is not None:
        led.tick()
    led.now = led.room.clock.level_at - 6_000
    led.deal()
    if folds:
        led.act(Fold())
    all_in(led)
    assert led.room.busted
    while led.room.busted:
        led.tick()
    check_chips(led.room)
    check_same(led.room, led.folded())


def test_the_event_may_end_with_a_restart() -> None:
    """The time to buy again had run out before the room went down, and nobody had looked at the clock."""
    led = Led(event_terms(with_rebuys(2)), seed=3)
    led.sit("Ann", "Bo")
    go_broke(led)
    led.now = led.room.clock.level_at + 10 * MINUTE
    led.say(s.Went(""))
    led.say(s.Restarted())
    check_chips(led.room)
    check_same(led.room, led.folded())


def test_the_event_ends_when_late_entry_closes_and_one_is_left() -> None:
    """Who has lost everything might have entered again; when the level turns they cannot any more (T7)."""
    entry = EntryTerms(buy_in=100, reentries=1, late_levels=1)
    led = Led(event_terms(sit_and_go(2, schedule=levels(30), entry=entry)), seed=1)
    led.sit("Ann", "Bo")
    event = led.room.tournament
    while event.left > 1:
        led.deal()
        all_in(led)
    assert not event.ended
    led.tick()
    assert event.clock.at(led.now).level == 1
    assert event.ended and led.room.over
    assert next((one.place, one.paid) for one in event.standings()) == (1, 200)
    check_same(led.room, led.folded())


def test_two_who_are_all_in_play_on_until_one_has_what_wins() -> None:
    """Jacks or better, trips to win: without three of a kind the pot stays, and nobody is out (PG-62, PG-81)."""
    mix = single(find_game("jacks-trips"), NoLimit())
    schedule = (Level((Stakes(ante=25, small_bet=50, chip=25),), 30 * MINUTE),)
    again = 0
    for seed in range(12):
        led = Led(event_terms(sit_and_go(2, mix=mix, schedule=schedule)), seed=seed)
        led.sit("Ann", "Bo")
        event = led.room.tournament
        while not event.ended:
            led.deal()
            again += not any(led.room.hand.setup.stacks)
            all_in(led)
            check_chips(led.room)
        assert event.in_play == 2000
        check_same(led.room, led.folded())
    assert again
