"""What goes wrong around a live tournament: said twice, at the last second, while one is moved, called off while on."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from live_tournaments import LiveTournament

from sidepot.errors import SidepotError
from sidepot.hand.commands import Call, Check, Command, Fold, RaiseTo
from sidepot.room.table import commands as t
from sidepot.room.table.play.tournament import report_of
from sidepot.room.tournament import commands as s
from sidepot.table.commands import Leave
from sidepot.table.places import State
from sidepot.tournament import commands as c
from sidepot.tournament.presets import find_preset


def begun(players: int) -> LiveTournament:
    tournament = LiveTournament(find_preset("turbo"), players)
    tournament.play = lambda rng, hand, may: Check() if may.may_check else Fold()  # so nobody goes out
    tournament.say(s.Begin(), by="Host", staff=True)
    tournament.push()
    return tournament


def between_hands(tournament: LiveTournament) -> None:
    """Until no hand is on anywhere, as the clock stands."""
    if not tournament.machine.paused:
        tournament.say(s.StopClock("a moment"), by="Host", staff=True)
    while tournament.machine.tournament.is_hand_on:
        assert tournament.step()


def test_from_two_browsers_one_registers_once_and_pays_once() -> None:
    tournament = LiveTournament(find_preset("turbo"), 3)
    for name in ("Ann", "Ann's phone"):
        tournament.attempt(s.Register(), by=name, account="ann")
    assert [name for name in tournament.machine.tournament.entrants if name.startswith("Ann")] == ["Ann"]
    assert tournament.machine.tournament.collected == 4 * tournament.machine.terms.structure.entry.buy_in


@pytest.mark.parametrize("early", [True, False])
def test_at_the_last_second_one_is_drawn_a_seat_or_refused_as_it_comes_before_or_after_the_start(early: bool) -> None:
    tournament = LiveTournament(find_preset("turbo"), 3, starts_at=2_000_000_000_000)
    tournament.now = 2_000_000_000_000 - early
    if not early:
        tournament.say(s.Tick())
    entered = tournament.attempt(s.Register(), by="Ann", account="ann")
    if early:
        tournament.now += 1
        tournament.say(s.Tick())
        assert entered
    tournament.push()
    seats = [player for table in tournament.tables.values() for player in table.table.places]
    assert ("Ann" in seats) is entered is ("Ann" in tournament.machine.tournament.entrants)


def test_from_two_browsers_at_the_last_second_one_enters_once_and_the_other_browser_is_told_so() -> None:
    tournament = LiveTournament(find_preset("regular"), 3, starts_at=2_000_000_000_000)  # one may enter late
    tournament.now = 1_999_999_999_999
    tournament.say(s.Register(), by="Ann", account="ann", id="ann/browser 1")
    tournament.now += 1
    tournament.say(s.Tick())
    for key, code in (("ann/browser 2", "entered_already"), ("ann/browser 1", "done_already")):
        with pytest.raises(SidepotError) as refused:
            tournament.say(s.Register(), by="Ann", account="ann", id=key)
        assert refused.value.code == code
    tournament.push()
    assert [player for player in tournament.tables[1].table.places if player.startswith("Ann")] == ["Ann"]
    assert tournament.machine.money["Ann", "entry"] == -tournament.machine.terms.structure.entry.price
    tournament.check_same()


def all_in(rng: Random, hand: Any, may: Any) -> Command:
    """As many chips as may be."""
    if may.raise_max:
        return RaiseTo(may.raise_max)
    return Call() if may.may_call else Check() if may.may_check else Fold()


def all_but_one_out(preset: str) -> LiveTournament:
    """Three who all go all-in, until all the others have no chips after a hand that all of them were in."""
    for seed in range(1, 40):
        tournament = LiveTournament(find_preset(preset), 3, seed=seed)
        tournament.play = all_in
        tournament.say(s.Begin(), by="Host", staff=True)
        while tournament.machine.tournament.hands == 0:
            assert tournament.step()
        if tournament.machine.tournament.ended or len(tournament.machine.busted) == 2:
            return tournament
    raise AssertionError("they share the pot each time")


def test_the_last_two_who_go_out_in_one_hand_share_their_places_and_prizes() -> None:
    tournament = all_but_one_out("turbo")
    tournament.run()
    first, *others = tournament.machine.tournament.standings()
    assert (first.place, [line.place for line in others]) == (1, [2, 2])
    assert others[0].paid == others[1].paid and sum(tournament.machine.money.values()) == 0
    tournament.kill(0)


def test_the_last_two_in_one_hand_may_come_back_and_it_is_over_when_neither_does() -> None:
    back = all_but_one_out("regular")
    out = list(back.machine.busted)
    assert len(out) == 2 and not back.machine.over, "they may enter again"
    back.say(s.Reenter(), by=out[0], account=f"a{out[0][1:]}")
    back.push()
    assert out[0] in back.tables[1].table.places and back.machine.tournament.left == 2
    back.check_same()
    gone = all_but_one_out("regular")
    gone.run()
    assert [line.place for line in gone.machine.tournament.standings()] == [1, 2, 2]


@pytest.mark.parametrize("in_hand", [True, False])
def test_a_table_that_staff_have_paused_is_broken_when_its_hand_is_over(in_hand: bool) -> None:
    live = begun(12)
    between_hands(live)
    players = list(live.machine.tournament.tables[1].places)
    if in_hand:
        live.say(s.StartClock(), by="Host", staff=True)
        while live.tables[2].hand is None:
            assert live.step()
    assert live.at_table(2, t.Pause(), by="Host", staff=True)
    report = report_of(live.tables[2])
    assert report is not None
    live.attempt(s.TakeReport(report))
    while live.tables[1].hand is not None:
        assert live.step()
    live.reports()
    live.push()
    for player in players[: 12 - live.machine.terms.structure.seats]:  # so many that all fit at one table
        live.say(s.Direct(c.Disqualify(player), "three warnings"), by="Host", staff=True)
        live.push()
    if not in_hand:
        live.say(s.StartClock(), by="Host", staff=True)
    for _ in range(300):
        live.step()
    tournament = live.machine.tournament
    if in_hand:
        assert sorted(tournament.tables) == [1, 2] and live.tables[2].hand is not None, "its hand waits"
        assert live.at_table(2, t.Resume(), by="Host", staff=True)
        while len(tournament.tables) > 1:
            assert live.step()
    assert len(tournament.tables) == 1 and tournament.left == live.machine.terms.structure.seats
    live.push()
    live.check_same()


def test_a_player_who_leaves_while_they_are_moved_is_absent_at_the_new_table() -> None:
    tournament = begun(14)
    between_hands(tournament)
    there = tournament.machine.tournament.tables[2]
    player = next(iter(tournament.machine.tournament.tables[1].places))
    seat = next(seat for seat in range(there.rules.seats) if there.player_in(seat) is None)
    assert tournament.at_table(1, Leave(), by=player)
    tournament.say(s.Direct(c.MoveTo(player, 2, seat), "the tables are uneven"), by="Host", staff=True)
    tournament.reports()
    tournament.push()
    assert player not in tournament.tables[1].table.places and player in tournament.tables[2].table.places
    assert tournament.at_table(2, Leave(), by=player) or there.places[player].state is State.OUT
    tournament.reports()
    tournament.push()
    assert tournament.tables[2].table.places[player].state is State.OUT
    tournament.check_same()


def test_a_host_who_calls_a_running_event_off_is_told_to_wait_for_its_hands_and_all_rank_then() -> None:
    live = begun(12)
    while not live.machine.tournament.is_hand_on:
        live.step()
    with pytest.raises(SidepotError):
        live.machine.decide(s.CallOff("no time"), now=live.now, by="Host", staff=True)
    between_hands(live)
    live.say(s.CallOff("no time"), by="Host", staff=True)
    live.push()
    tournament = live.machine.tournament
    assert tournament.ended and sum(line.paid for line in tournament.standings()) == tournament.pool
    assert sum(live.machine.money.values()) == 0


def test_a_deal_to_which_all_agreed_is_not_made_by_other_figures() -> None:
    """Somebody is disqualified between the answers: what the others agreed to was worked out with those chips."""
    live = LiveTournament(find_preset("turbo"), 9, seed=2)
    live.say(s.Begin(), by="Host", staff=True)
    live.push()
    tournament = live.machine.tournament
    while tournament.left > len(tournament.prizes()) or tournament.is_hand_on or live.machine.may_come_back():
        assert live.step()
    left = [one.player for one in tournament.players_in()]
    assert len(left) >= 3
    live.say(s.OfferDeal("icm", first=100), by=left[0], account=f"a{left[0][1:]}")
    while live.machine.offer is not None and not live.machine.offer.figures:
        live.step()
    offer = live.machine.offer
    assert offer is not None and offer.figures
    for player in left[1:-1]:
        live.say(s.AnswerDeal(offer.number), by=player, account=f"a{player[1:]}")
    live.say(s.Direct(c.Disqualify(left[1]), "a harsh word"), by="Host", staff=True)
    assert live.machine.offer is None and any("offer it anew" in news.text for news in live.machine.news)
    live.kill(0)
    with pytest.raises(SidepotError) as refused:
        live.say(s.AnswerDeal(offer.number), by=left[-1], account=f"a{left[-1][1:]}")
    assert refused.value.code == "no_offer" and live.machine.tournament.deal is None
