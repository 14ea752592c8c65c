"""Leases, fences, take-overs and handovers in any order, with all that goes wrong: nobody else answers, nothing stays.

Beats are lost, come late or out of order; processes stop at any point and go on, are killed and come again; the
database closes connections; clocks run apart, and as much as a tenth faster or slower than each other.
"""

from __future__ import annotations

import pytest
from few_examples import examples
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from lease_world import Process, World

from sidepot.cluster import lease as rules

TABLES = ("1", "2", "3")
NAMES = ("a", "b", "c", "d")
RATES = st.sampled_from([0.95, 1.0, 1.05])
LENGTHS = st.sampled_from([rules.SHORTEST, 1.0, rules.LEASE, 4.0])
SHORT = st.sampled_from([0.01, 0.05, 0.1, 0.21, 0.3, 0.6, 1.4, 1.6, 2.1, 5.0])


def step(world: World, one: Process) -> None:
    """A process that nothing happens to does all that it has to."""
    world.look(one)
    if one.alive:
        world.send(one)
        for beat in list(one.beats):
            world.take(one, beat)
            if one.alive:
                world.hear(one, beat)
    if one.alive:
        world.watch(one)
        world.claim(one)
    if one.alive:
        world.find(one)


class Room(RuleBasedStateMachine):
    """Up to four processes and three tables."""

    def __init__(self) -> None:
        super().__init__()
        self.world = World(TABLES)

    def one(self, number: int) -> Process | None:
        """A process that can do something."""
        there = [one for one in self.world.processes if self.world.runs(one)]
        return there[number % len(there)] if there else None

    @initialize(rate=RATES, rates=st.lists(RATES, min_size=2, max_size=3))
    def begin(self, rate: float, rates: list[float]) -> None:
        self.world.rate = rate
        for name, own in zip(NAMES, rates, strict=False):
            self.world.join(name, own, offset=100.0 * len(name) * own)

    @rule(seconds=SHORT)
    def time_passes(self, seconds: float) -> None:
        self.world.time += seconds

    @rule(name=st.sampled_from(NAMES), rate=RATES, offset=st.floats(-1e4, 1e4), length=LENGTHS)
    def joins(self, name: str, rate: float, offset: float, length: float) -> None:
        self.world.join(name, rate, offset, length)

    @rule(number=st.integers(0, 3))
    def does_all(self, number: int) -> None:
        one = self.one(number)
        if one is not None:
            step(self.world, one)

    @rule(number=st.integers(0, 3))
    def sends(self, number: int) -> None:
        one = self.one(number)
        if one is not None:
            self.world.send(one)

    @rule(number=st.integers(0, 3), which=st.integers(0, 5), taken=st.booleans(), heard=st.booleans())
    def beat_arrives(self, number: int, which: int, taken: bool, heard: bool) -> None:
        """Any of the beats under way, in any order; or it is lost on the way back."""
        one = self.one(number)
        if one is None or not one.beats:
            return
        beat = one.beats[which % len(one.beats)]
        if taken:
            self.world.take(one, beat)
        if heard and one.alive:
            self.world.hear(one, beat)

    @rule(number=st.integers(0, 3))
    def looks(self, number: int) -> None:
        one = self.one(number)
        if one is not None:
            self.world.look(one)

    @rule(number=st.integers(0, 3))
    def watches(self, number: int) -> None:
        one = self.one(number)
        if one is not None:
            self.world.watch(one)

    @rule(number=st.integers(0, 3))
    def claims(self, number: int) -> None:
        one = self.one(number)
        if one is not None:
            self.world.claim(one)

    @rule(number=st.integers(0, 3), to=st.integers(0, 3), which=st.integers(0, 2))
    def gives(self, number: int, to: int, which: int) -> None:
        one, other = self.one(number), self.one(to)
        if one is None or other is None or one is other:
            return
        tables = sorted(one.tables - {one.writing})
        if tables and one.lease.is_valid(self.world.clock_of(one)):
            self.world.give(one, tables[which % len(tables)], other)

    @rule(number=st.integers(0, 3))
    def finds(self, number: int) -> None:
        one = self.one(number)
        if one is not None:
            self.world.find(one)

    @rule(number=st.integers(0, 3), which=st.integers(0, 2))
    def writes(self, number: int, which: int) -> None:
        """It decides, which it does only while it may speak, and opens a transaction."""
        one = self.one(number)
        if one is None or one.writing or not one.tables:
            return
        if one.lease.is_valid(self.world.clock_of(one)):
            self.world.begin(one, sorted(one.tables)[which % len(one.tables)])

    @rule(number=st.integers(0, 3))
    def commits(self, number: int) -> None:
        one = self.one(number)
        if one is not None and one.writing:
            self.world.commit(one)

    @rule(number=st.integers(0, 3))
    def is_killed(self, number: int) -> None:
        one = self.one(number)
        if one is not None:
            self.world.end(one)

    @rule(number=st.integers(0, 3))
    def is_stopped(self, number: int) -> None:
        one = self.one(number)
        if one is not None:
            one.stopped = True

    @precondition(lambda self: any(one.stopped for one in self.world.processes))
    @rule(number=st.integers(0, 3))
    def goes_on(self, number: int) -> None:
        there = [one for one in self.world.processes if one.stopped]
        there[number % len(there)].stopped = False

    @rule(name=st.sampled_from(NAMES))
    def database_closes_a_connection(self, name: str) -> None:
        self.world.locks.pop(name, None)

    @rule()
    def database_restarts(self) -> None:
        self.world.locks.clear()
        self.world.started = self.world.time
        for one in self.world.processes:
            one.writing = ""

    @invariant()
    def one_answers_at_most(self) -> None:
        for table in TABLES:
            speakers = self.world.speakers(table)
            assert len(speakers) <= 1, (table, [(one.name, one.epoch) for one in speakers])

    @invariant()
    def only_its_owner_has_written_to_a_table(self) -> None:
        assert not self.world.broken

    def teardown(self) -> None:
        """Where one process is left that works, every table has one that answers, a few seconds later."""
        world = self.world
        one = self.one(0)
        if one is None:
            return
        for _ in range(60):
            world.time += 0.2
            if not one.alive:  # it was put out while it did nothing: its supervisor starts it again
                one = world.join(one.name, one.rate, one.offset) or one
                continue
            step(world, one)
            for other in [other for other in world.processes if other is not one and world.runs(other)]:
                step(world, other)
        for table in TABLES:
            assert len(world.speakers(table)) == 1, f"nobody has table {table}"


TestRoom = Room.TestCase
TestRoom.settings = settings(
    max_examples=examples(150), stateful_step_count=40, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)


# ---- each of the rules is needed


def at_work(*names: str) -> tuple[World, list[Process]]:
    """Processes that have come to work, the first of them with all tables."""
    world = World(TABLES)
    there = [found for name in names if (found := world.join(name, 1.0, 0.0)) is not None]
    world.claim(there[0], most=3)
    for _ in range(25):
        world.time += 0.1
        for one in there:
            step(world, one)
    assert {"1", "2", "3"} == there[0].tables
    return world, there


def both_speak(world: World) -> bool:
    """Whether two would answer at a table."""
    return any(len(world.speakers(table)) > 1 for table in TABLES)


def refusal_of_the_dead(world: World, dead: Process, other: Process, seconds: float = 3.0) -> bool:
    """The other one goes on for so long; whether the first would still answer where that one does."""
    found = False
    for _ in range(int(seconds / 0.1)):
        world.time += 0.1
        step(world, other)
        world.look(dead)  # its loop runs; its beats do not come through
        found |= both_speak(world)
    assert other.tables == set(TABLES)
    return found


def test_one_that_is_cut_from_the_database_stops_before_another_takes_its_tables() -> None:
    world, (one, other) = at_work("a", "b")
    assert not refusal_of_the_dead(world, one, other)


@pytest.mark.parametrize(("name", "wrong"), [("MARGIN", -0.25)])
def test_without_the_margin_it_does_not(monkeypatch: pytest.MonkeyPatch, name: str, wrong: float) -> None:
    monkeypatch.setattr(rules, name, wrong)
    world, (one, other) = at_work("a", "b")
    assert refusal_of_the_dead(world, one, other)


def closed(world: World, one: Process, other: Process) -> bool:
    """The database closes the connection of one that is about to be stopped; whether both would answer afterwards."""
    step(world, one)
    world.locks.pop(one.name)
    found = False
    for _ in range(40):
        world.time += 0.02
        step(world, other)
        found |= both_speak(world)
    return found


def test_one_whose_lock_is_lost_is_silent_before_another_takes_its_tables() -> None:
    world, (one, other) = at_work("a", "b")
    assert not closed(world, one, other)
    assert other.tables == set(TABLES)


@pytest.mark.parametrize("wrong", [{"HUSH": 0.0, "SURE": 0.0}, {"LATE": 5.0}])
def test_without_the_hush_it_is_not(monkeypatch: pytest.MonkeyPatch, wrong: dict[str, float]) -> None:
    for name, value in wrong.items():
        monkeypatch.setattr(rules, name, value)
    world, (one, other) = at_work("a", "b")
    assert closed(world, one, other)


def all_live_on(world: World, there: list[Process]) -> bool:
    """The database closes the connections of all, the first one a moment before the others; whether nobody minds."""
    for one in there:
        step(world, one)
    world.locks.pop(there[0].name)
    world.time += 0.01
    step(world, there[1])  # it looks just then
    world.locks.clear()
    for _ in range(30):
        world.time += 0.1
        for one in there:
            step(world, one)
    return all(one.alive for one in there)


def test_connections_that_are_closed_one_after_the_other_put_nobody_out() -> None:
    world, there = at_work("a", "b", "c")
    assert all_live_on(world, there)
    assert there[0].tables == set(TABLES)


def test_where_one_look_at_a_lock_is_enough_they_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rules, "SURE", 0.0)
    world, there = at_work("a", "b", "c")
    assert not all_live_on(world, there)


def test_a_killed_process_is_followed_within_a_second() -> None:
    world, (one, other) = at_work("a", "b")
    world.end(one)
    begun = world.time
    while len(world.speakers("3")) != 1:
        world.time += 0.05
        step(world, other)
    assert world.time - begun < 0.5


@pytest.mark.parametrize("length", [rules.SHORTEST, 1.0, 5.0])
def test_one_that_falls_silent_is_followed_when_its_lease_is_over(
    length: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rules, "LEASE", length)
    world, (one, other) = at_work("a", "b")
    step(world, one)
    one.stopped = True
    begun = world.time
    while len([found for found in world.speakers("3") if found is other]) != 1:
        world.time += 0.05
        step(world, other)
    assert length * (1 - rules.MARGIN) < world.time - begun < length + 0.5


def test_a_database_that_keeps_all_waiting_puts_nobody_out() -> None:
    """Their leases are over, and whoever is answered first would find the others silent."""
    world, there = at_work("a", "b", "c")
    world.time += 30.0
    for _ in range(30):
        world.time += 0.1
        for one in there:
            step(world, one)
    assert all(one.alive for one in there)
    assert there[0].tables == set(TABLES)


def test_a_restart_of_the_database_puts_nobody_out() -> None:
    world, there = at_work("a", "b", "c")
    world.time += 30.0
    world.locks.clear()
    for _ in range(30):
        world.time += 0.1
        for one in there:
            step(world, one)
    assert all(one.alive for one in there)
    assert there[0].tables == set(TABLES)
    assert len(world.speakers("1")) == 1
