"""The nights of a season: how online tournaments count, and which tournaments belong to it."""

from __future__ import annotations

from test_live_tournament import begun

from sidepot.room.runtime.season_nights import Announced, belongs, result_of
from sidepot.tournament.league import LinearPoints, RootPoints, Season, standings


def test_an_online_tournament_is_a_night_with_places_knock_outs_and_prizes() -> None:
    course = begun("bounty", 9)
    assert result_of(course.machine, 5) is None  # it is not over
    course.run()
    night = result_of(course.machine, 5)
    assert night is not None and (night.id, night.entries, night.at) == ("1", course.machine.tournament.entries, 5)
    assert sorted(one.player for one in night.results) == [f"a{at}" for at in range(1, 10)]
    assert sorted(one.place for one in night.results)[0] == 1
    tournament = course.machine.tournament
    assert sum(one.prize for one in night.results) == night.pool == tournament.pool + tournament.bounties
    assert sum(one.knock_outs for one in night.results) >= 8
    (winner, *_) = standings(Season(title="x", series="x", points=RootPoints()), [night])
    assert winner.player == next(one.player for one in night.results if one.place == 1) and winner.points == 30


def test_knock_outs_of_an_online_tournament_count_without_bounties() -> None:
    course = begun("freeze-out", 9)
    course.run()
    night = result_of(course.machine, 5)
    assert night is not None and course.machine.tournament.entries == 9
    assert sum(one.knock_outs for one in night.results) >= 8  # a shared pot knocks out for each who won it


def test_a_tournament_belongs_by_its_title_its_time_and_its_kind() -> None:
    season = Season(
        title="x", points=LinearPoints(), series="friday", begins=100, ends=200, nights=("7",), without=("3",)
    )
    one = Announced("1", "Friday 12", 150, live=True, is_draft=False)
    assert belongs(season, one)
    assert not belongs(season, one._replace(at=99)) and not belongs(season, one._replace(at=200))
    assert not belongs(season, one._replace(title="Sunday")) and not belongs(season, one._replace(id="3"))
    assert belongs(season, one._replace(id="7", title="Sunday", at=0))
