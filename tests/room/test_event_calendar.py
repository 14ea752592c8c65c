"""Tournaments that repeat each week: at the same time of day there, until one is called off."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import pytest
from live_tournaments import LiveTournament
from needs import SERVE

pytest.importorskip("sqlalchemy", reason=SERVE.reason)

from sidepot.errors import Conflict
from sidepot.room.runtime.series import is_next_due, next_start, next_terms
from sidepot.room.tournament import commands as s
from sidepot.room.tournament.machine import RoomTournament
from sidepot.room.tournament.terms import TournamentTerms
from sidepot.tournament.presets import find_preset

DAY = 86_400_000


def test_the_next_one_is_at_the_same_time_of_day_also_when_the_clock_is_changed() -> None:
    try:
        berlin = ZoneInfo("Europe/Berlin")
    except ZoneInfoNotFoundError:
        pytest.skip("this machine knows no time zones")
    thursday = datetime(2026, 10, 22, 20, 0, tzinfo=berlin)
    at = round(thursday.timestamp() * 1000)
    found = next_start(at, "Europe/Berlin", at + 60_000)
    assert datetime.fromtimestamp(found / 1000, berlin) == datetime(2026, 10, 29, 20, 0, tzinfo=berlin)
    assert found == at + 7 * DAY + 3_600_000


@pytest.mark.parametrize("zone", ["UTC", "Nowhere/Atlantis", "Europe"])
def test_the_next_one_is_in_the_future_however_long_the_room_was_closed(zone: str) -> None:
    at = 1_800_000_000_000
    for days in (0, 6, 7, 8, 20, 21, 400):
        found = next_start(at, zone, at + days * DAY)
        assert at + days * DAY < found <= at + (days + 7) * DAY and (found - at) % (7 * DAY) == 0


def test_terms_that_repeat_say_when_and_where() -> None:
    structure = find_preset("turbo")
    for more in ({"weekly": "UTC"}, {"weekly": "../etc", "starts_at": 5}, {"weekly": "a b", "starts_at": 5}):
        with pytest.raises(Conflict):
            TournamentTerms(title="Friday", structure=structure, **more)  # type: ignore[arg-type]


def weekly(players: int) -> LiveTournament:
    return LiveTournament(find_preset("turbo"), players, starts_at=1_900_000_000_000, weekly="UTC")


def test_the_next_one_is_due_when_this_one_has_begun_or_had_too_few_players() -> None:
    for players in (1, 4):
        tournament = weekly(players)
        assert not is_next_due(tournament.machine)
        tournament.now = tournament.machine.alarm()
        tournament.say(s.Tick())
        assert is_next_due(tournament.machine)
        told = next_terms(tournament.machine, tournament.now)
        assert (told.starts_at, told.follows, told.weekly) == (1_900_000_000_000 + 7 * DAY, "1", "UTC")
        tournament.kill(0)
        assert is_next_due(tournament.machine)


def test_all_of_a_series_have_the_password_of_the_first() -> None:
    tournament = LiveTournament(find_preset("turbo"), 4, starts_at=1_900_000_000_000, weekly="UTC", locked=True)
    second = next_terms(tournament.machine, tournament.now)
    third = next_terms(RoomTournament.open("2", second, "seed", now=tournament.now)[0], tournament.now)
    told = [(one.follows, one.password_of, one.locked) for one in (second, third)]
    assert told == [("1", "1", True), ("2", "1", True)]


def test_calling_one_off_before_it_begins_ends_the_series() -> None:
    tournament = weekly(4)
    tournament.say(s.CallOff("no more of them"), by="Host", staff=True)
    assert tournament.machine.over and not is_next_due(tournament.machine)
    tournament.kill(0)
    assert not is_next_due(tournament.machine)
    begun = weekly(4)
    begun.say(s.Begin(), by="Host", staff=True)
    begun.push()
    assert is_next_due(begun.machine)
