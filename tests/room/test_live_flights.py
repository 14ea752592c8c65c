"""A final day and its flights at live tables: bags go forward once, the best stack of a player, one prize pool."""

from __future__ import annotations

from typing import Any

import pytest
from few_examples import some
from live_tournaments import QUICK, LiveTournament
from needs import SERVE
from room_events import sit_and_go

pytest.importorskip("sqlalchemy", reason=SERVE.reason)

from sidepot.errors import BadNotation, Conflict, NotDue
from sidepot.room.runtime.series import is_next_due, next_terms
from sidepot.room.tournament import commands as s
from sidepot.room.tournament.events import decode_event
from sidepot.room.tournament.machine import RoomTournament
from sidepot.room.tournament.online.flights import bags_of, flight_terms
from sidepot.room.tournament.snapshot import encode, restore, snapshot_of
from sidepot.room.tournament.terms import TournamentTerms
from sidepot.room.views.display import screen_of
from sidepot.room.views.tournament import TournamentView
from sidepot.room.views.tournament_page import own_view, public_tournament
from sidepot.rules.meanings import house_notes
from sidepot.tournament import commands as c
from sidepot.tournament.flights import final_day, flight_of
from sidepot.tournament.structure import EntryTerms, Structure

FAR = 4_000_000_000_000
WEEK = 7 * 86_400_000


def days_of(**more: Any) -> Structure:
    entry = EntryTerms(buy_in=100, fee=10, late_levels=1, reentries=1)
    usual = {"flights": ("1A", "1B"), "flight_levels": 3, "entry": entry, "stack": 2000}
    return sit_and_go(4, **{**usual, **more})


def final_of(days: Structure, **more: Any) -> LiveTournament:
    """A final day whose flights are announced."""
    found = LiveTournament(final_day(days), 0, days=days, **more)
    for name in days.flights:
        found.say(s.FlightIs(name, f"of {name}"))
    return found


def bag(flight: str, *bags: s.Bag, entries: int = 6) -> s.Bagged:
    brought = c.BringFlight(flight, entries, 100 * entries, 10 * entries)
    return s.Bagged(flight, f"of {flight}", brought, bags)


def test_the_terms_of_each_day_come_from_those_of_the_whole() -> None:
    usual: dict[str, Any] = {"title": "W" * 44, "structure": final_day(days_of()), "days": days_of(), "starts_at": 9}
    terms = TournamentTerms(**usual, flights_at=(5,), timing=QUICK)
    flights = [flight_terms("7", terms, name) for name in ("1A", "1B")]
    assert [(one.flight, one.final, one.starts_at, one.structure) for one in flights] == [
        ("1A", "7", 5, flight_of(days_of(), "1A")), ("1B", "7", 0, flight_of(days_of(), "1B")),
    ]  # fmt: skip
    assert flights[0].title == "W" * 41 + ", 1A" and flights[0].days is None and flights[0].timing == QUICK
    for wrong in ((10,), (1, 2, 3), (-1,)):
        with pytest.raises((BadNotation, Conflict)):
            TournamentTerms(**usual, flights_at=wrong)


@pytest.mark.more
@pytest.mark.parametrize("left", some([4, 0], 1))
def test_flights_are_played_and_the_final_day_of_those_who_are_left(left: int) -> None:
    """At live tables, all killed again and again; chips, money and places add up over all days."""
    days = days_of(flight_left=left)
    final = final_of(days, kills=0.05)
    bagged = {}
    for name, players in (("1A", 9), ("1B", 6)):
        flight = LiveTournament(flight_of(days, name), players, seed=3, kills=0.02, flight=name, final="9")
        flight.say(s.Begin(), by="Host", staff=True)
        flight.run()
        tournament = flight.machine.tournament
        assert tournament.ended and not tournament.prizes() and sum(flight.machine.money.values()) == 0
        assert 1 <= tournament.left <= (left or 9)
        told = bags_of(flight.machine)
        assert sum(one.chips for one in told.bags) == tournament.in_play
        told = s.Bagged(name, f"of {name}", told.brought, told.bags)
        with pytest.raises(NotDue, match="the final day cannot begin before these flights are over"):
            final.say(s.Begin(), by="Host", staff=True)
        final.say(told)
        final.kill(0)
        with pytest.raises(NotDue) as refused:
            final.say(told)
        assert refused.value.code == "done_already"
        bagged[name] = told
    paid = sum(one.brought.money for one in bagged.values() if one.brought is not None)
    people = {one.account for told in bagged.values() for one in told.bags}
    assert final.machine.tournament.left == len(people) and final.machine.tournament.pool == paid
    if not final.machine.over:
        final.say(s.Begin(), by="Host", staff=True)
        final.run()
    assert sum(one.paid for one in final.machine.tournament.standings()) == paid
    assert sum(final.machine.money.values()) == 0 and final.machine.money["", "prizes"] == -paid


def test_the_best_stack_of_a_person_goes_forward_and_each_bot_is_another_one() -> None:
    final = final_of(days_of())
    final.say(bag("1A", s.Bag("Kim", 2000, account="k"), s.Bag("Ada", 1500, bot="regular")))
    final.say(bag("1B", s.Bag("Kim (2)", 3000, account="k"), s.Bag("Ada", 2500, bot="regular"),
                  s.Bag("Ada", 1000, account="a")))  # fmt: skip
    due = {one.player: one.due for one in final.machine.tournament.entrants.values()}
    assert due == {"Kim": 3000, "Ada": 1500, "Ada (2)": 2500, "Ada (3)": 1000}
    assert final.machine.names == {"k": "Kim", "a": "Ada (3)"} and set(final.machine.bots) == {"Ada", "Ada (2)"}
    assert final.machine.brought == {"1A": 2, "1B": 3}
    again = restore("1", decode_event(final.log[0]), snapshot_of(final.machine))
    assert encode(again) == encode(final.machine)


def test_a_final_day_waits_for_its_flights_and_begins_at_its_time() -> None:
    final = final_of(days_of(), starts_at=FAR)
    for said in (s.Register(), s.AddBots(2), s.Begin()):
        with pytest.raises(NotDue):
            final.say(said, by="Host", staff=True)
    final.say(bag("1A", s.Bag("Kim", 2000), s.Bag("Bo", 2000)))
    assert final.machine.alarm() == 0
    final.now = FAR + 5  # the last flight lasts longer than that
    final.say(bag("1B"))
    assert final.machine.alarm() == FAR and final.machine.phase == "registering"
    with pytest.raises(NotDue, match="entered through a flight, so the entry cannot be paid back here"):
        final.say(s.TakeBack(), by="Kim")
    final.say(s.Tick())
    assert final.machine.phase == "running" and final.machine.tournament.issued == 4000


def test_the_only_survivor_of_flights_wins_and_without_one_the_final_is_called_off() -> None:
    final = final_of(days_of())
    final.say(bag("1A", s.Bag("Kim", 8000, account="k")))
    final.say(s.Bagged("1B", "of 1B"))
    (line,) = final.machine.tournament.standings()
    assert final.machine.over and (line.player, line.place, line.paid) == ("Kim", 1, 600)
    final = final_of(days_of())
    for name in ("1A", "1B"):
        final.say(s.Bagged(name, f"of {name}"))
    assert final.machine.phase == "called off"


def test_a_flight_that_is_not_of_this_final_day_brings_nothing() -> None:
    final = final_of(days_of())
    for wrong in (s.Bagged("1A", "of 1B"), s.Bagged("1C", "of 1C"), s.FlightIs("1A", "5")):
        with pytest.raises(NotDue):
            final.say(wrong)
    with pytest.raises(Conflict):
        final.say(s.FlightIs("1C", "5"))


def test_flights_repeat_each_week_with_their_final_day_until_staff_call_all_of_them_off() -> None:
    def called_off(*, is_last: bool) -> RoomTournament:
        final = final_of(days_of(), starts_at=FAR, flights_at=(FAR - WEEK // 2, 0), weekly="UTC")
        for name in ("1A", "1B"):
            final.say(s.Bagged(name, f"of {name}", is_last=is_last))
        return final.machine

    told = next_terms(called_off(is_last=False), FAR)
    assert (told.starts_at, told.flights_at) == (FAR + WEEK, (FAR + WEEK // 2, 0))
    assert is_next_due(called_off(is_last=False)) and not is_next_due(called_off(is_last=True))
    with pytest.raises(Conflict, match="in the week before"):
        final_of(days_of(), starts_at=FAR, flights_at=(FAR - WEEK,), weekly="UTC")


def test_a_final_day_that_is_called_off_waits_for_flights_that_are_on_and_pays_by_the_bags() -> None:
    final = final_of(days_of(), starts_at=FAR, weekly="UTC")
    final.say(
        bag("1A", s.Bag("Bo", 1000, account="b"), s.Bag("Kim", 3000, account="k"), s.Bag("Cy", 2000, account="c"))
    )
    final.say(s.CallOff("no  hall"), by="Host", staff=True)
    final.kill(0)
    assert final.machine.dropped == "no hall" and not final.machine.over and final.machine.alarm() == 0
    assert [one.text for one in final.machine.news[-2:]] == [
        "The final day is cancelled: no hall",
        "Flights that have not begun are called off, and their entries are paid back. Others are played. The players "
        "rank by their bags, and the prizes are paid",
    ]
    view = TournamentView(final.machine, final.now)
    own = own_view(view, "h", "Host", staff=True)
    assert public_tournament(view).why == "no hall" and own is not None and own.may == ("announce",)
    for said in (s.CallOff("again"), s.Begin()):
        with pytest.raises(NotDue):
            final.say(said, by="Host", staff=True)
    final.say(bag("1B", s.Bag("Dee", 2500, account="d"), entries=4))
    lines = final.machine.tournament.standings()
    assert [one.player for one in lines] == ["Kim", "Dee", "Cy", "Bo"] and sum(one.paid for one in lines) == 1000
    assert final.machine.phase == "over" and sum(final.machine.money.values()) == 0 and not is_next_due(final.machine)
    assert final.machine.money["Kim", "prize"] == lines[0].paid > 0
    final.kill(0)


def test_a_final_day_whose_flights_are_over_is_over_as_soon_as_it_is_called_off() -> None:
    final = final_of(days_of())
    final.say(bag("1A", s.Bag("Kim", 3000, account="k"), s.Bag("Bo", 1000, account="b")))
    final.say(s.Bagged("1B", "of 1B"))
    final.say(s.CallOff("no hall"), by="Host", staff=True)
    assert final.machine.phase == "over" and final.machine.tournament.standings()[0].player == "Kim"


def test_a_flight_is_called_off_with_its_final_day_unless_it_has_begun() -> None:
    flights = [LiveTournament(flight_of(days_of(), "1A"), 4, flight="1A", final="9") for _ in range(2)]
    before, on = flights
    on.say(s.Begin(), by="Host", staff=True)
    with pytest.raises(NotDue) as refused:
        on.say(s.FlightOff("no hall"))
    assert refused.value.code == "begun_already"
    assert sum(before.machine.money.values()) == 0 and before.machine.money
    before.say(s.FlightOff("no hall"))
    assert before.machine.phase == "called off" and not before.machine.money
    assert bags_of(before.machine) == s.Bagged("1A", "1")
    final = final_of(days_of())
    final.say(s.CallOff("no hall"), by="Host", staff=True)
    for name in ("1A", "1B"):
        final.say(s.Bagged(name, f"of {name}"))
    assert final.machine.phase == "called off" and final.machine.called_off == "no hall"


def test_a_final_day_counts_its_levels_on_from_its_flights_wherever_it_is_shown() -> None:
    final = final_of(days_of())
    for name, player in (("1A", "Kim"), ("1B", "Ada")):
        final.say(bag(name, s.Bag(player, 2000, account=player)))
    final.say(s.Begin(), by="Host", staff=True)
    page, display = (
        public_tournament(TournamentView(final.machine, final.now)),
        screen_of(TournamentView(final.machine, final.now)),
    )
    levels = [one.level for one in page.about.levels if one.level]
    assert page.level == display.clock.level == levels[0] == 4
    assert [one.level for one in display.schedule if one.level] == levels[
        : sum(one.level > 0 for one in display.schedule)
    ]


def test_a_tournament_names_its_house_and_a_largest_stack_only_where_one_is() -> None:
    final = final_of(days_of())
    final.say(bag("1A", s.Bag("Kim", 2000, account="k"), s.Bag("Ada", 2000, account="a")))
    final.say(s.Bagged("1B", "of 1B"))
    final.say(s.Begin(), by="Host", staff=True)
    page = public_tournament(TournamentView(final.machine, final.now))
    assert page.about.house == "tda-2013" and page.about.house_title == house_notes()["tda-2013"].name
    assert [one.largest for one in page.tables] == [""], "two have as many"
