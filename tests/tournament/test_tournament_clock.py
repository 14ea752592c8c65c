"""The clock against one that ticks, moment after moment; what a director does; what cannot be."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest
from each import each
from hypothesis import given
from hypothesis import strategies as st

from sidepot.errors import Conflict, NotDue
from sidepot.games.stakes import Stakes
from sidepot.tournament.clock import Clock
from sidepot.tournament.schedule import Break, Level


@st.composite
def clocks(draw: st.DrawFn) -> Clock:
    """A clock before the start: levels and breaks of a few ms, never two breaks in a row."""
    lengths, breaks = [draw(st.integers(1, 9))], []
    for _ in range(draw(st.integers(0, 5))):
        if draw(st.booleans()):
            breaks.append(len(lengths))
            lengths.append(draw(st.integers(1, 9)))
        lengths.append(draw(st.integers(1, 9)))
    return Clock(lengths=tuple(lengths), breaks=tuple(breaks))


class Ticking:
    """The same clock as a card room would have it: it is told of every ms, and counts down."""

    def __init__(self, clock: Clock) -> None:
        self.lengths, self.breaks = clock.lengths, clock.breaks
        self.item, self.left, self.extra, self.elapsed, self.running = 0, clock.lengths[0], 0, 0, False

    @property
    def is_last(self) -> bool:
        return self.item == len(self.lengths) - 1

    @property
    def on_break(self) -> bool:
        return self.extra > 0 or self.item in self.breaks

    def tick(self) -> None:
        if self.running:
            self.elapsed += 1
            self.count_down()

    def count_down(self) -> None:
        if self.extra:
            self.extra -= 1
            return
        if self.is_last:
            return
        self.left -= 1
        if not self.left:
            self.item += 1
            self.left = self.lengths[self.item]

    def shows(self) -> tuple[object, ...]:
        level = len([at for at in range(self.item) if at not in self.breaks])
        left = self.extra or (None if self.is_last else self.left)
        return self.item, level, self.on_break, left, self.running, self.elapsed

    def next_break(self) -> int | None:
        """By waiting for it."""
        other = Ticking(Clock(lengths=self.lengths, breaks=self.breaks))
        other.item, other.left, other.extra, other.running = self.item, self.left, self.extra, True
        waited = 0
        while other.extra or other.item == self.item or other.item not in self.breaks:
            if other.is_last and not other.extra:
                return None
            other.tick()
            waited += 1
        return waited


Deed = tuple[str, int, int]
deeds = st.lists(
    st.tuples(
        st.sampled_from(["start", "pause", "resume", "add", "jump", "break_now", "deduct", "look"]),
        st.integers(0, 25),
        st.integers(-12, 25),
    ),
    max_size=12,
)


def act(slow: Ticking, deed: str, number: int, begun: bool) -> bool:  # noqa: C901 - one branch for each thing to try
    """Do it to the ticking clock; False where it must be refused."""
    if deed in ("start", "resume"):
        if slow.running or deed == "resume" and not begun:
            return False
        slow.running = True
    elif deed == "pause":
        if not slow.running:
            return False
        slow.running = False
    elif deed == "add":
        left = slow.extra or slow.left
        if not number or slow.is_last and not slow.extra or number < -left:
            return False
        if number > 0 and slow.extra:
            slow.extra += number
        elif number > 0:
            slow.left += number
        for _ in range(-number):
            slow.count_down()
    elif deed == "jump":
        if not 0 <= number < len(slow.lengths):
            return False
        slow.item, slow.left, slow.extra = number, slow.lengths[number], 0
    elif deed == "break_now":
        if number < 1 or slow.on_break:
            return False
        slow.extra = number
    elif deed == "deduct":
        if number < 1 or slow.on_break:
            return False
        for _ in range(number):
            if not slow.on_break:
                slow.count_down()
    return True


@given(clocks(), deeds)
def test_it_shows_what_a_ticking_clock_shows(clock: Clock, done: list[Deed]) -> None:
    slow = Ticking(clock)
    now, begun = 0, False
    for deed, wait, number in done:
        now += wait
        for _ in range(wait):
            slow.tick()
        arguments = (number,) if deed in ("add", "jump", "break_now", "deduct") else ()
        may = act(slow, deed, number, begun)
        if deed != "look":
            method: Callable[..., Clock] = getattr(clock, deed)
            if may:
                clock = method(now, *arguments)
                begun = begun or deed in ("start", "resume")
            else:
                with pytest.raises((Conflict, NotDue)):
                    method(now, *arguments)
        reading = clock.at(now)
        assert reading[:6] == slow.shows()
        assert reading.next_break_ms == slow.next_break()
        assert reading.is_extra == (slow.extra > 0)
        assert clock.begun == begun


@given(clocks(), st.integers(0, 60), st.integers(0, 60))
def test_it_does_not_matter_how_often_one_looks(clock: Clock, first: int, more: int) -> None:
    running = clock.start(0)
    assert running.settled(first).at(first + more) == running.at(first + more)
    assert msgspec.json.decode(msgspec.json.encode(running), type=Clock) == running


@given(clocks(), st.integers(0, 40), st.integers(0, 1000))
def test_a_pause_costs_nothing(clock: Clock, before: int, pause: int) -> None:
    running = clock.start(0)
    paused = running.pause(before).start(before + pause)
    assert paused.at(before + pause)[:7] == running.at(before)[:7]


def test_of_a_schedule() -> None:
    level = Level((Stakes(blinds=(1, 2)),), 20)
    assert Clock.of((level, Break(5), level)) == Clock(lengths=(20, 5, 20), breaks=(1,), left=20)


@each(
    ("terms", "says"),
    [
        ({"lengths": ()}, "a schedule needs at least one level, and each level must last longer than 0"),
        ({"lengths": (5, 0)}, "a schedule needs at least one level, and each level must last longer than 0"),
        ({"lengths": (5, 5), "breaks": (1,)}, "between two levels"),
        ({"lengths": (5, 5), "breaks": (0,)}, "between two levels"),
        ({"lengths": (5, 5, 5), "breaks": (1, 1)}, "once"),
        ({"lengths": (5, 5), "item": 2}, "`item` must be from 0 to 1, not 2"),
        ({"lengths": (5, 5), "left": 0}, "the time left and the time elapsed must not be negative"),
        ({"lengths": (5, 5), "left": -2}, "the time left and the time elapsed must not be negative"),
        ({"lengths": (5, 5), "elapsed": -1}, "the time left and the time elapsed must not be negative"),
        (
            {"lengths": (5, 5, 5), "breaks": (1,), "item": 1, "extra": 4},
            "the clock is already on a break; add time to the break",
        ),
    ],
)
def test_an_impossible_clock_is_refused(terms: dict[str, object], says: str) -> None:
    with pytest.raises(Conflict, match=says):
        msgspec.convert(terms, Clock)


def test_impossible_commands_of_the_clock_are_refused() -> None:
    clock = Clock(lengths=(60_000, 60_000)).start(1_000)
    with pytest.raises(Conflict, match="time cannot go back: the clock was set at 1000, but the time given is 999"):
        clock.at(999)
    with pytest.raises(Conflict, match="1:05 cannot be taken away, because only 0:50 are left"):
        clock.add(11_000, -65_000)
    with pytest.raises(Conflict, match="ms; to end the level or break, go to the next one"):
        clock.jump(2_000, 0, 0)
    with pytest.raises(Conflict, match="no end"):
        clock.jump(2_000, 1, 5)
    with pytest.raises(Conflict, match="a break must last longer than 0"):
        clock.break_now(2_000, 0)
    with pytest.raises(NotDue, match="RP-8"):
        clock.break_now(2_000, 5).deduct(2_000, 1)


def test_jumping_with_some_time_left_ends_an_extra_break() -> None:
    clock = Clock(lengths=(60, 60, 60)).start(0).break_now(10, 100)
    assert clock.at(20)[:4] == (0, 0, True, 90)
    assert clock.jump(20, 1, 7).at(20)[:4] == (1, 1, False, 7)
    assert clock.jump(20, 1, 7).at(27)[:4] == (2, 2, False, None)
