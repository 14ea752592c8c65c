"""A schedule that is too short for the chips in play gets more levels: all are told, and there is an end."""

from __future__ import annotations

import pytest
from live_tournaments import LiveTournament
from room_events import levels, sit_and_go

from sidepot.room.tournament import commands as s
from sidepot.room.tournament.events import News, decode_event
from sidepot.room.tournament.snapshot import encode, restore, snapshot_of
from sidepot.room.views.display import screen_of
from sidepot.room.views.tournament import TournamentView
from sidepot.room.views.tournament_page import public_tournament
from sidepot.tournament import auto_director
from sidepot.tournament.structure import EntryTerms, Structure


def short(stack: int = 10_000) -> Structure:
    """Two levels, with bets of 50 and 100: six players have 600 of the last ones."""
    return sit_and_go(4, schedule=levels(count=2), stack=stack, entry=EntryTerms(buy_in=100, late_levels=1))


def begun(structure: Structure, players: int) -> LiveTournament:
    live = LiveTournament(structure, players)
    live.say(s.Begin(), by="Host", staff=True)
    return live


def told(live: LiveTournament) -> list[News]:
    """What was told of levels that were added."""
    return [one for one in live.machine.news if "added to the schedule" in one.text]


def shown(live: LiveTournament) -> list[int]:
    """The levels on the page."""
    return [one.level for one in public_tournament(TournamentView(live.machine, live.now)).about.levels if one.level]


def test_the_levels_that_are_missing_are_added_at_the_start() -> None:
    live = LiveTournament(short(), 6)
    assert shown(live) == [1, 2]
    live.say(s.Begin(), by="Host", staff=True)
    assert shown(live) == [1, 2, 3, 4, 5, 6]
    display = screen_of(TournamentView(live.machine, live.now))
    assert [one.level for one in display.schedule if one.level][-1] == 6
    (line,) = told(live)
    assert line.text.startswith("Levels 3 to 6 are added to the schedule, up to ") and line.cite == "TDA-2013:22"
    assert "60000 chips are in play: with bets of at most 100" in line.text
    assert all(
        any(line.text in one for order in orders for one in order.lines) for orders in live.machine.outbox.values()
    )
    again = restore("1", decode_event(live.log[0]), snapshot_of(live.machine))
    assert encode(again) == encode(live.machine) and again.tournament.structure == live.machine.tournament.structure
    live.kills = 0.02
    live.run()
    assert live.machine.tournament.left == 1 and len(told(live)) <= 1


def test_chips_that_come_later_may_need_another_level() -> None:
    live = begun(short(2_500), 2)
    assert shown(live) == [1, 2] and not told(live)
    live.say(s.Register(), by="Late", account="late")
    assert shown(live) == [1, 2, 3]
    assert told(live)[0].text.startswith("Level 3 is added to the schedule: ")


def test_a_tournament_that_began_without_them_gets_them_when_it_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """It was stored by an older room: it folds as it was, and comes to its end."""
    with monkeypatch.context() as patch:
        patch.setattr(auto_director, "longer_schedule", lambda tournament, now: None)
        live = begun(short(), 6)
        live.push()
    live.kill(0)
    assert shown(live) == [1, 2]
    live.run()
    assert shown(live) == [1, 2, 3, 4, 5, 6]
