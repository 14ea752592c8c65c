"""What goes wrong around a live tournament: said twice, at the last second, while one is moved, called off while on."""

from __future__ import annotations

import pytest
from live_events import LiveEvent

from sidepot.errors import SidepotError
from sidepot.hand.commands import Check, Fold
from sidepot.room.tournaments import commands as s
from sidepot.table.commands import Leave
from sidepot.table.places import State
from sidepot.tournament import commands as c
from sidepot.tournament.presets import find_preset


def begun(players: int) -> LiveEvent:
    event = LiveEvent(find_preset("turbo"), players)
    event.play = lambda rng, hand, may: Check() if may.may_check else Fold()  # so nobody goes out
    event.say(s.Begin(), by="Host", staff=True)
    event.push()
    return event


def between_hands(event: LiveEvent) -> None:
    """Until no hand is on anywhere, as the clock stands."""
    if not event.event.paused:
        event.say(s.StopClock("a moment"), by="Host", staff=True)
    while event.event.tournament.is_hand_on:
        assert event.step()


def test_from_two_browsers_one_registers_once_and_pays_once() -> None:
    event = LiveEvent(find_preset("turbo"), 3)
    for name in ("Ann", "Ann's phone"):
        event.attempt(s.Register(), by=name, account="ann")
    assert [name for name in event.event.tournament.entrants if name.startswith("Ann")] == ["Ann"]
    assert event.event.tournament.collected == 4 * event.event.terms.structure.entry.buy_in


@pytest.mark.parametrize("early", [True, False])
def test_at_the_last_second_one_is_drawn_a_seat_or_refused_as_it_comes_before_or_after_the_start(early: bool) -> None:
    event = LiveEvent(find_preset("turbo"), 3, starts_at=2_000_000_000_000)
    event.now = 2_000_000_000_000 - early
    if not early:
        event.say(s.Tick())
    entered = event.attempt(s.Register(), by="Ann", account="ann")
    if early:
        event.now += 1
        event.say(s.Tick())
        assert entered
    event.push()
    seats = [player for table in event.tables.values() for player in table.table.places]
    assert ("Ann" in seats) is entered is ("Ann" in event.event.tournament.entrants)


def test_a_player_who_leaves_while_they_are_moved_is_absent_at_the_new_table() -> None:
    event = begun(14)
    between_hands(event)
    there = event.event.tournament.tables[2]
    player = next(iter(event.event.tournament.tables[1].places))
    seat = next(seat for seat in range(there.rules.seats) if there.player_in(seat) is None)
    assert event.at_table(1, Leave(), by=player)
    event.say(s.Direct(c.MoveTo(player, 2, seat), "the tables are uneven"), by="Host", staff=True)
    event.reports()
    event.push()
    assert player not in event.tables[1].table.places and player in event.tables[2].table.places
    assert event.at_table(2, Leave(), by=player) or there.places[player].state is State.OUT
    event.reports()
    event.push()
    assert event.tables[2].table.places[player].state is State.OUT
    event.check_same()


def test_a_host_who_calls_a_running_event_off_is_told_to_wait_for_its_hands_and_all_rank_then() -> None:
    event = begun(12)
    while not event.event.tournament.is_hand_on:
        event.step()
    with pytest.raises(SidepotError):
        event.event.handle(s.CallOff("no time"), now=event.now, by="Host", staff=True)
    between_hands(event)
    event.say(s.CallOff("no time"), by="Host", staff=True)
    event.push()
    tournament = event.event.tournament
    assert tournament.ended and sum(line.paid for line in tournament.standings()) == tournament.pool
    assert sum(event.event.money.values()) == 0
