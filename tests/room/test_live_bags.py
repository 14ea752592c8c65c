"""The bags of live flights, and the day 2 that is made from them: no chip and no cent is lost on the way."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from few_examples import examples
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from sidepot.errors import Conflict, NotDue
from sidepot.room.store.rows import HOUSE
from sidepot.room.tournament import commands as s
from sidepot.room.tournament.live.bags import audit, result_of_flight
from sidepot.room.tournament.live.reports import AlreadyDone
from sidepot.room.tournament.machine import RoomTournament
from sidepot.room.tournament.terms import TournamentTerms
from sidepot.tournament import commands as c
from sidepot.tournament.bags import Bag, all_players, audit_flights
from sidepot.tournament.flights import FlightTerms, as_flight, final_day
from sidepot.tournament.presets import find_preset
from sidepot.tournament.structure import FlightStacks, Structure

NAMES = tuple(f"P{number}" for number in range(1, 10))


def structure_of(rule: FlightStacks = "best") -> Structure:
    made = find_preset("regular")
    made = replace(made, entry=replace(made.entry, guarantee=100_000))
    return as_flight(made, FlightTerms("1A", levels=6, percent=20, stacks=rule))


class Desk:
    """A flight or a day 2, and its books."""

    def __init__(self, number: str, structure: Structure, flight: str = "", first: str = "") -> None:
        known = TournamentTerms(title="Open", structure=structure, live=True, flight=flight, first_flight=first)
        self.machine, event = RoomTournament.open(number, known, "seed", now=1_000, by="Host", secret="secret")
        self.events, self.now, self.books = [event], 1_000, Counter[tuple[str, str]]()

    def say(self, command: s.LiveCommand, *, by: str = "Flo") -> None:
        self.now += 1_000
        event = self.machine.decide(command, now=self.now, by=by, staff=True)
        self.events.append(event)
        for change in self.machine.booked:
            self.books[change.player, change.kind] += change.chips
        assert sum(self.books.values()) == 0

    def do(self, *commands: c.AnyCommand) -> None:
        for command in commands:
            self.say(s.Act(command, "director"))

    def bag(self, player: str, chips: int, number: str = "", was: int = 0) -> None:
        self.say(s.PutBag(player, Bag(chips, number or f"B-{player}", "AB", "CD"), was))

    def kill(self) -> None:
        again = RoomTournament.rebuild(self.machine.id, self.events)
        assert again.live.bags == self.machine.live.bags and again.live.accepted == self.machine.live.accepted
        assert again.live.gathered == self.machine.live.gathered and again.live.carried == self.machine.live.carried
        assert again.tournament == self.machine.tournament
        self.machine = again


def flight(
    number: str, name: str, players: tuple[str, ...], structure: Structure | None = None, first: str = ""
) -> Desk:
    desk = Desk(number, structure or structure_of(), name, first)
    desk.do(*map(c.Register, players), c.DrawSeats(), c.Start())
    return desk


def over(number: str, name: str, players: tuple[str, ...], first: str = "") -> Desk:
    desk = flight(number, name, players, first=first)
    desk.do(c.End())
    return desk


def test_a_bag_is_counted_by_two_and_put_right_with_a_trace() -> None:
    desk = flight("1", "1A", NAMES[:3])
    with pytest.raises(NotDue, match="flight 1A is not over"):
        desk.bag("P1", 10_000)
    desk.do(c.Out("P3", ("P1",)), c.GoOut("P3"), c.End())
    with pytest.raises(Conflict, match="not in any more"):
        desk.bag("P3", 10_000)
    desk.bag("P1", 20_000)
    for chips, number, match in ((12_345_600, "7", "only"), (10_001, "7", "cannot be made"), (10_000, "B-P1", "P1")):
        with pytest.raises(Conflict, match=match):
            desk.bag("P2", chips, number)
    for initials in (("", "CD"), ("AB", "ab"), ("AB", "ABCDE")):
        with pytest.raises(Conflict):
            desk.say(s.PutBag("P2", Bag(10_000, "7", *initials)))
    desk.bag("P2", 9_000)
    assert audit(desk.machine).difference == -1_000
    with pytest.raises(AlreadyDone):
        desk.bag("P2", 9_000)
    with pytest.raises(NotDue, match="somebody else has changed this bag in the meantime: it has 9000"):
        desk.bag("P2", 10_000)
    with pytest.raises(NotDue, match="29000 chips are bagged, but 30000 must be in play"):
        desk.say(s.CarryOver("9"))
    desk.bag("P2", 10_000, was=9_000)
    assert audit(desk.machine).difference == 0
    put = [one.bag for one in desk.machine.live.beside if isinstance(one.command, s.PutBag)]
    assert [one and one.chips for one in put] == [None, None, 9_000]
    desk.kill()
    desk.say(s.TakeBag("P2"))
    with pytest.raises(NotDue, match="the bag of P2 is missing"):
        desk.say(s.CarryOver("9"))


def test_a_difference_is_accepted_for_a_reason_and_only_as_long_as_it_stays() -> None:
    desk = over("1", "1A", NAMES[:2])
    desk.bag("P1", 10_000)
    with pytest.raises(NotDue, match="the bag of P2 is missing"):
        desk.say(s.AcceptBags(-10_000, "lost"))
    desk.bag("P2", 9_975)
    with pytest.raises(NotDue, match="the difference is now -25"):
        desk.say(s.AcceptBags(-50, "a chip is gone"))
    with pytest.raises(Conflict, match="reason"):
        desk.say(s.AcceptBags(-25, " "))
    desk.say(s.AcceptBags(-25, "a chip is gone"))
    desk.say(s.CarryOver("9"))
    with pytest.raises(NotDue, match="went to day 2"):
        desk.bag("P2", 10_000, was=9_975)
    with pytest.raises(NotDue, match="take day 2 back"):
        desk.do(c.Undo(why="a slip"))
    desk.say(s.CarryOver(""))
    desk.bag("P2", 9_950, was=9_975)
    with pytest.raises(NotDue, match="19950 chips are bagged"):
        desk.say(s.CarryOver("9"))
    desk.kill()


def day_2(flights: list[Desk], rule: FlightStacks = "best", level: int = 6) -> Desk:
    desk = Desk("9", final_day(structure_of(rule), level), first="1")
    for one in flights:
        one.say(s.CarryOver("9"))
    desk.say(s.Gather(tuple([result_of_flight(one.machine, str) for one in flights])), by="Host")
    return desk


@settings(max_examples=examples(30), deadline=None, suppress_health_check=list(HealthCheck))
@given(rule=st.sampled_from(["best", "first", "all"]), seed=st.integers(0, 9_999), count=st.integers(1, 4))
def test_bags_and_forfeited_chips_are_the_chips_of_the_flights(rule: FlightStacks, seed: int, count: int) -> None:
    rng, flights = Random(seed), list[Desk]()
    for at in range(count):
        players = tuple(rng.sample(NAMES, rng.randrange(2, 9)))
        desk = flight(str(at + 1), f"1{'ABCD'[at]}", players, structure_of(rule), first="" if not at else "1")
        for player in players[2:]:
            if rng.random() < 0.5:
                desk.do(c.Out(player, (players[0],)))
                desk.do(c.Reenter(player) if rng.random() < 0.3 else c.GoOut(player))
        if not desk.machine.over:
            desk.do(c.End())
        left = [one.player for one in desk.machine.tournament.players_in()]
        rest = audit(desk.machine).due
        for player in left[:-1]:
            chips = rng.randrange(1, max(rest // 500, 2)) * 100
            desk.bag(player, chips)
            rest -= chips
        desk.bag(left[-1], rest)
        flights.append(desk)
    last = day_2(flights, rule)
    results = last.machine.live.gathered
    lines = audit_flights(results, rule)
    assert all(one.due == one.bagged == one.carried + one.forfeited for one in lines)
    carried = sum(one.carried for one in lines)
    assert sum(one.due for one in last.machine.tournament.players_in()) == carried
    assert set(all_players(results)) == {one for desk in flights for one in desk.machine.tournament.entrants}
    assert last.machine.tournament.entries == sum(one.machine.tournament.entries for one in flights)
    for one in flights:
        assert one.books[HOUSE, "prizes"] == one.books[HOUSE, "bounties"] == 0
    assert sum(one.books[HOUSE, "flights"] for one in (*flights, last)) == 0
    assert last.machine.tournament.pool == max(100_000, last.books[HOUSE, "prizes"])
    if last.machine.tournament.left > 1:
        last.do(c.DrawSeats())
        assert last.machine.tournament.issued == last.machine.tournament.in_play == carried
    last.kill()


def test_nobody_enters_day_2_and_its_bags_cannot_be_undone_one_by_one() -> None:
    flights = [over("1", "1A", NAMES[:2]), over("2", "1B", NAMES[1:4], first="1")]
    for one in flights:
        for player in one.machine.tournament.entrants:
            one.bag(player, 10_000)
    last = day_2(flights)
    assert {one.player: one.due for one in last.machine.tournament.players_in()} == dict.fromkeys(NAMES[:4], 10_000)
    with pytest.raises(NotDue, match="through its flights"):
        last.machine.decide(s.PutAsk("enter", "Q"), now=last.now, by="Q")
    with pytest.raises(NotDue, match="only through its flights"):
        last.do(c.Register("Q"))
    with pytest.raises(NotDue, match="take day 2 back"):
        last.do(c.Undo(why="a slip"))
    with pytest.raises(NotDue, match="already has its bags"):
        last.say(s.Gather(()))
    last.do(c.DrawSeats())
    last.do(c.Undo(why="a slip"))
    last.do(c.Cancel("day 2 is made again"))
    assert last.books[HOUSE, "flights"] == 0
    flights[0].say(s.CarryOver(""))
    flights[0].bag("P2", 9_900, was=10_000)


def test_a_bag_that_day_2_cannot_pay_out_is_refused_by_name() -> None:
    one = over("1", "1A", NAMES[:2])
    one.bag("P1", 10_025)
    one.bag("P2", 9_975)
    structure = one.machine.terms.structure
    level = next(at for at in range(len(structure.levels)) if structure.chips_at(at).smallest > 25)
    with pytest.raises(Conflict, match="flight 1A, P1: 10025 cannot be made up from the chips of day 2"):
        day_2([one], level=level)
