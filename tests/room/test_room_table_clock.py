"""The clocks of a table: time for a decision, time banks, who is away, pauses, restarts."""

from __future__ import annotations

import pytest
from each import each
from room_tables import Led, bots, cash, check_same, one_game, refused, terms

from sidepot.errors import BadNotation, NotDue
from sidepot.games.limits import FixedLimit, NoLimit
from sidepot.hand.commands import Call, Check, Consent, Fold, OfferMarker
from sidepot.hand.due import ACT, SHOW
from sidepot.hand.events import BroughtIn, Checked, Discarded, Folded, Mucked, RaisedTo, Shown
from sidepot.room.fairness.items import Cut
from sidepot.room.table import commands as s
from sidepot.room.table.terms import Timing
from sidepot.rules.houses import OPEN_STAKES
from sidepot.table.places import State
from sidepot.table.table_rules import OpenStakes

TIMES = Timing(decide=20_000, bank=30_000, bank_back=1_000, away=45_000, lapses=2, grace=7_000, cut=8_000)


def dealt(*players: str, **more: object) -> Led:
    led = Led(terms(timing=TIMES, **more))
    led.sit(*(players or ("Ann", "Bo", "Cy")))
    led.tick()
    return led


def kinds(entry: object) -> list[type]:
    return [type(item) for item in entry.items]


def test_a_decision_has_its_time_and_then_the_bank() -> None:
    led = dealt()
    clock = led.room.clock
    player, turn = led.room.to_decide()
    assert (clock.since, clock.bank_from, clock.until) == (led.now, led.now + 20_000, led.now + 50_000)
    assert led.room.alarm() == clock.until
    led.act(Call(), after=26_000)
    assert led.room.people[player].bank == 24_000
    assert led.room.to_decide()[1] == turn + 1
    led.act(Call(), after=20_000)
    other = led.room.begun.players[led.room.begun.players.index(player) - 2]
    assert led.room.people[other].bank == 30_000


def test_a_player_out_of_time_checks_for_free_or_else_folds() -> None:
    led = dealt("Ann", "Bo")
    player, _ = led.room.to_decide()
    led.act(Call())
    entry = led.tick()
    assert Checked in kinds(entry)
    assert Folded not in kinds(entry)
    led.tick()  # they act first after the flop, and let it run out again
    entry = led.act(led_raise(led))
    entry = led.tick()
    assert Folded in kinds(entry)
    assert led.room.hand is None
    other = next(name for name in ("Ann", "Bo") if name != player)
    assert led.room.people[other].bank == 0
    assert led.room.table.places[other].state is State.OUT
    assert led.room.phase == "waiting"


def led_raise(led: Led):
    from sidepot.hand.commands import RaiseTo

    return RaiseTo(led.room.options_of(led.room.to_decide()[0]).raise_min)


def test_the_bank_is_used_up_and_comes_back_hand_by_hand() -> None:
    led = dealt("Ann", "Bo")
    player, _ = led.room.to_decide()
    led.tick()
    assert led.room.people[player].bank == 0
    assert led.room.people[player].lapses == 1
    led.tick()
    assert led.room.people[player].bank == 1_000
    led.act(Call())
    assert led.room.people[led.room.to_decide()[0]].bank in (1_000, 30_000)
    assert max(person.bank for person in led.room.people.values()) == 30_000


def test_a_bot_that_is_too_slow_stays_in() -> None:
    led = Led(terms(timing=TIMES, bots=bots(2)))
    for _ in range(12):
        led.tick()
    assert led.room.table.hands > 2
    assert {place.state for place in led.room.table.places.values()} == {State.IN}
    assert {person.lapses for person in led.room.people.values()} == {0}


def test_an_answer_in_time_makes_up_for_a_lapse() -> None:
    led = dealt("Ann", "Bo")
    player, _ = led.room.to_decide()
    led.tick()
    led.tick()
    led.act(Call())
    if led.room.to_decide()[0] == player:
        led.act(Check())
    assert led.room.people[player].lapses == 0


def test_a_bell_that_rings_too_early_is_not_heard() -> None:
    led = dealt()
    led.now = led.room.alarm() - 1
    assert isinstance(refused(led, s.Tick()), NotDue)
    led.now += 1
    led.say(s.Tick())


def test_a_disconnected_player_has_time_to_come_back_and_keeps_the_bank() -> None:
    led = dealt()
    player, _ = led.room.to_decide()
    led.now += 10_000
    led.say(s.Went(player))
    assert led.room.people[player].away_since == led.now
    assert led.room.clock.until == led.room.clock.bank_from == led.now + 45_000
    refused(led, s.Went(player))
    led.tick()
    assert led.room.people[player].bank == 30_000
    assert led.room.people[player].lapses == 1


def test_a_player_who_comes_back_goes_on_with_the_bank() -> None:
    led = dealt()
    player, _ = led.room.to_decide()
    led.now += 25_000  # five seconds of their bank
    led.say(s.Went(player))
    assert led.room.people[player].bank == 25_000
    led.now += 3_000
    led.say(s.Came(player))
    assert led.room.people[player].away_since == 0
    assert led.room.clock.until == led.room.clock.bank_from + 25_000
    refused(led, s.Came(player))
    check_same(led.room, led.folded())


def test_coming_and_going_does_not_win_endless_time() -> None:
    led = dealt()
    player, turn = led.room.to_decide()
    began = led.now
    for _ in range(100):
        led.now += 10_000
        if led.now >= led.room.alarm():
            led.say(s.Tick())
            break
        led.say(s.Came(player) if led.room.people[player].away_since else s.Went(player))
    assert led.room.to_decide()[1] != turn
    assert led.now - began <= 20_000 + 30_000 + 45_000 + 30_000


def test_a_leaving_player_who_is_gone_is_not_waited_for() -> None:
    led = dealt()
    player, _ = led.room.to_decide()
    led.say(s.Leave(), player)
    assert led.room.alarm() > led.now
    led.say(s.Went(player))
    assert led.room.alarm() == led.now
    entry = led.tick()
    assert Folded in kinds(entry)
    led = dealt()
    last = led.room.begun.players[1]
    led.say(s.Went(last))
    led.say(s.Leave(), last)
    while led.room.to_decide()[0] != last:
        led.act(Call())
    assert led.room.alarm() == led.now


def test_others_who_are_away_have_short_decisions() -> None:
    led = dealt()
    for player in ("Ann", "Bo", "Cy"):
        led.say(s.Went(player))
    led.tick()
    led.now += 60_000
    assert led.room.clock.until - led.room.clock.since == 20_000


def test_a_pause_stops_every_clock() -> None:
    led = dealt()
    clock = led.room.clock
    player, turn = led.room.to_decide()
    led.now += 5_000
    led.host(s.Pause())
    assert led.room.phase == "paused"
    assert led.room.alarm() == 0
    assert led.room.options_of(player) is None
    refused(led, s.Act(turn, Fold()), player)
    refused(led, s.Pause(), "Host", staff=True)
    led.now += 3_600_000
    refused(led, s.Tick())
    check_same(led.room, led.folded())
    led.host(s.Resume())
    assert led.room.clock.until == clock.until + 3_600_000
    assert led.room.clock.bank_from == clock.bank_from + 3_600_000
    assert led.room.clock.stopped_at == 0
    refused(led, s.Resume(), "Host", staff=True)
    led.say(s.Act(turn, Fold()), player)


def test_a_pause_between_hands() -> None:
    led = Led(terms(timing=TIMES))
    led.sit("Ann", "Bo")
    left = led.room.alarm() - led.now
    led.host(s.Pause())
    led.now += 1_000_000
    led.sit("Cy")
    assert led.room.alarm() == 0
    led.host(s.Resume())
    assert led.room.alarm() == led.now + left
    led.tick()
    assert len(led.room.begun.players) == 3


def test_a_pause_in_which_all_leave() -> None:
    led = Led(terms(timing=TIMES))
    led.sit("Ann", "Bo")
    led.host(s.Pause())
    led.say(s.Leave(), "Bo")
    led.host(s.Resume())
    assert led.room.phase == "waiting"


def test_a_frozen_table_does_nothing_until_its_host_lets_it() -> None:
    led = dealt()
    player, turn = led.room.to_decide()
    left = led.room.alarm() - led.now
    led.say(s.Freeze("a mistake"))
    assert (led.room.phase, led.room.alarm(), led.room.frozen) == ("frozen", 0, "a mistake")
    for said, by in ((s.Act(turn, Fold()), player), (s.Sit(), "Di"), (s.Leave(), "Ann"), (s.Tick(), "")):
        assert "a mistake" in str(refused(led, said, by))
    refused(led, s.Freeze("another"))
    led.say(s.Went("Ann"))
    led.now += 50_000
    check_same(led.room, led.folded())
    led.host(s.Resume())
    assert led.room.alarm() == led.now + left
    led.say(s.Act(turn, Fold()), player)


def test_after_a_restart_clocks_have_what_they_had_and_a_grace() -> None:
    led = dealt()
    clock = led.room.clock
    last = led.now
    room = led.folded()
    check_same(room, led.room)
    led.room = room
    led.now += 600_000
    led.say(s.Restarted())
    assert room.clock.until == clock.until - last + led.now + 7_000
    assert room.clock.bank_from - room.clock.since == 20_000 + 7_000
    assert all(person.away_since == led.now for person in room.people.values())
    player, _ = room.to_decide()
    led.say(s.Came(player))
    assert room.clock.until == room.clock.bank_from + 30_000
    led.act(Fold())
    check_same(room, led.folded())


def test_a_table_that_moves_to_another_process_keeps_its_clock_and_who_is_there() -> None:
    led = dealt()
    clock = led.room.clock
    last = led.now
    led.now += 3_000
    entry = led.say(s.Moved(4, "n2"))
    assert not entry.people
    assert not any(person.away_since for person in led.room.people.values())
    assert led.room.clock.until == clock.until - last + led.now + 7_000
    check_same(led.room, led.folded())
    led.act(Fold())
    check_same(led.room, led.folded())


def test_a_restart_while_the_table_is_paused() -> None:
    led = dealt()
    left = led.room.alarm() - led.now
    led.host(s.Pause())
    led.now += 100_000
    led.say(s.Restarted())
    assert led.room.phase == "paused"
    led.now += 100_000
    led.host(s.Resume())
    assert led.room.alarm() == led.now + left


def test_a_busted_player_who_does_not_rebuy_loses_the_seat() -> None:
    led = Led(terms(timing=TIMES))
    led.say(s.Sit(chips=2), "Ann")
    led.say(s.Sit(chips=400), "Bo")
    for _ in range(50):
        if led.room.table.places["Ann"].state is State.BUSTED or led.room.table.places["Bo"].state is State.BUSTED:
            break
        led.tick()
        while led.room.hand is not None:
            may = led.room.options_of(led.room.to_decide()[0])
            led.act(Check() if may.may_check else Call() if may.may_call else s_show(may))
    loser = next(player for player in ("Ann", "Bo") if not led.room.table.places[player].stack)
    assert led.room.busted == {loser: led.now}
    assert led.room.alarm() == led.now + 45_000
    led.host(s.Pause())
    led.now += 10_000_000
    led.host(s.Resume())
    assert led.room.alarm() == led.now + 45_000
    refused(led, s.ComeBack(), loser)
    check_same(led.room, led.folded())
    led.tick()
    assert loser not in led.room.table.places
    assert loser not in led.room.people


def s_show(may):
    from sidepot.hand.commands import Show

    return Show()


def test_the_seat_of_who_stays_away_is_kept_for_half_an_hour() -> None:
    led = dealt("Ann", "Bo")
    led.say(s.SitOut(), "Ann")
    led.say(s.Went("Ann"))
    went = led.now
    while led.room.hand is not None:
        led.tick()
    assert led.room.alarm() == went + 30 * 60_000
    led.tick()
    assert "Ann" not in led.room.table.places


def test_stud_is_brought_in_and_draws_are_stood_pat() -> None:
    led = Led(terms(one_game("stud", FixedLimit()), timing=TIMES))
    led.sit("Ann", "Bo")
    led.tick()
    assert BroughtIn in kinds(led.tick())
    led = Led(terms(one_game("triple-draw", FixedLimit()), timing=TIMES))
    led.sit("Ann", "Bo")
    led.tick()
    led.act(Call())
    led.act(Check())
    entry = led.tick()
    discarded = next(item for item in entry.items if isinstance(item, Discarded))
    assert discarded.cards == ()


def test_where_cards_must_go_some_go() -> None:
    led = Led(terms(one_game("pineapple", NoLimit()), timing=TIMES))
    led.sit("Ann", "Bo")
    entry = led.tick()
    while Discarded not in kinds(entry):
        entry = led.tick() if led.room.hand.due is not ACT else led.act(check_or_call(led))
    discarded = next(item for item in entry.items if isinstance(item, Discarded))
    assert len(discarded.cards) == 1


def check_or_call(led: Led):
    return Check() if led.room.options_of(led.room.to_decide()[0]).may_check else Call()


@each("seed", range(12))
def test_at_the_showdown_a_hand_that_may_win_is_not_thrown_away(seed: int) -> None:
    led = Led(terms(timing=TIMES), seed=seed)
    led.sit("Ann", "Bo")
    led.ask("Ann", "Bo")
    led.tick()
    while led.room.hand.due is ACT:
        led.act(check_or_call(led))
    assert led.room.hand.due is SHOW
    assert led.room.clock.until == led.room.clock.since + TIMES.show  # without the bank
    entry = led.tick()
    assert Shown in kinds(entry)  # the first to show
    if led.room.hand is not None:  # the other one has a choice: they are beaten, or not
        before = {player: place.stack for player, place in led.room.table.places.items()}
        entry = led.tick()
        won = {player: place.stack - before[player] for player, place in led.room.table.places.items()}
        late = led.room.begun.players[next(item.seat for item in entry.items if isinstance(item, (Shown, Mucked)))]
        assert (Mucked in kinds(entry)) == (won[late] < 0)
    assert led.room.people["Ann"].lapses == led.room.people["Bo"].lapses == 0


# ---- the cut


def test_a_player_who_asks_may_cut() -> None:
    led = Led(terms(timing=TIMES))
    led.sit("Ann", "Bo", "Cy")
    led.say(s.AskCut(), "Ann")
    refused(led, s.AskCut(), "Ann")
    refused(led, s.AskCut(False), "Bo")
    cut = 0
    for _ in range(6):
        led.tick()
        if led.room.phase == "cutting":
            cut += 1
            assert led.room.cutter == "Ann"
            assert led.room.begun.players[-1] != "Ann"  # who has the button does not
            assert led.room.to_decide()[0] == ""
            assert led.room.alarm() == led.now + 8_000
            assert isinstance(refused(led, s.CutPack("socks"), "Bo"), NotDue)
            for text in ("", "\u202esocks", "socks\nBo wins", "\0"):
                assert isinstance(refused(led, s.CutPack(text), "Ann"), BadNotation)
            check_same(led.room, led.folded())
            entry = led.say(s.CutPack("socks"), "Ann")
            assert kinds(entry)[0] is Cut
            assert led.room.phase == "playing"
        check_same(led.room, led.folded())
        while led.room.hand is not None:
            led.act(Fold())
    assert cut == 4
    led.say(s.AskCut(False), "Ann")
    led.tick()
    assert led.room.phase == "playing"
    refused(led, s.CutPack("socks"), "Ann")


def test_the_cut_is_not_waited_for_long() -> None:
    led = Led(terms(timing=TIMES))
    led.sit("Ann", "Bo", "Cy")
    for player in ("Ann", "Bo", "Cy"):
        led.say(s.AskCut(), player)
    led.tick()
    assert led.room.cutter == led.room.begun.players[1]  # the nearest to the right of the button
    led.host(s.Pause())
    refused(led, s.CutPack("socks"), led.room.cutter)
    led.host(s.Resume())
    entry = led.tick()
    assert Cut not in kinds(entry)
    assert led.room.phase == "playing"
    check_same(led.room, led.folded())


def test_terms_that_cannot_be() -> None:
    with pytest.raises(BadNotation, match="decide: expected 1 to 86400000, not 0"):
        terms(cash(), timing=Timing(decide=0))


def test_the_bet_that_a_marker_was_accepted_for_is_made_when_time_runs_out() -> None:  # OS-6
    rules = cash(rulebook=OPEN_STAKES, open_stakes=OpenStakes(threshold=4), buy_in=(40, 200))
    led = dealt("Ann", "Bo", rules=rules)
    player, _ = led.room.to_decide()
    open_ = led.room.options_of(player).open
    led.act(OfferMarker(2 * open_.marker_min))
    led.act(Consent(True))
    assert led.room.to_decide()[0] == player and led.room.options_of(player).open.bound
    entry = led.tick()
    assert RaisedTo in kinds(entry)
    check_same(led.room, led.folded())
