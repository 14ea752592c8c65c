"""The clock of a tournament: the current level or break, the remaining time, and the director's commands.

A `Clock` is an immutable value: its state at one moment. Every later moment follows from it, so it needs no tick; only
a director's command makes a new value. The last level has no end. Times are milliseconds, passed in, and never go back.
Source: T22; TDA-2024 RP-8.

>>> clock = Clock(lengths=(1_200_000, 300_000, 1_200_000), breaks=(1,)).start(0)
>>> reading = clock.at(1_260_000)  # twenty-one minutes later
>>> reading.is_break, reading.left_ms, reading.level
(True, 240000, 1)
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from typing import NamedTuple, TypedDict

import msgspec

from sidepot.errors import Conflict, NotDue
from sidepot.tournament.cited import TOGETHER
from sidepot.tournament.schedule import Break, Item
from sidepot.validation.type_checks import check_fields


class Reading(NamedTuple):
    """What the clock shows at one moment.

    - `item`: the index of the current item in the schedule
    - `level`: the level (from 0) of a hand that begins now or, during a break, of the next hand
    - `left_ms`: the time left (None in the last level)
    - `next_break_ms`: the time until the next break (None if there are no more breaks)
    - `is_extra`: whether the break is not in the schedule
    - `elapsed_ms`: how long the clock has run in all, including breaks
    """

    item: int
    level: int
    is_break: bool
    left_ms: int | None
    running: bool
    elapsed_ms: int
    next_break_ms: int | None
    is_extra: bool = False


class _Stand(TypedDict):
    """A position in the schedule: an item, its remaining time, and the remaining time of an extra break."""

    item: int
    left: int
    extra: int


class Clock(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The clock of a tournament as of the time `since`. Times are in milliseconds.

    - `lengths`: the length of each item of the schedule
    - `breaks`: the indexes of the items that are breaks
    - `item`: the index of the current item
    - `left`: the time left of this item (-1: all of it)
    - `extra`: the time left of an extra break, after which the item continues
    - `begun`: whether the clock was started at least once
    """

    lengths: tuple[int, ...]
    breaks: tuple[int, ...] = ()
    item: int = 0
    left: int = -1
    since: int = 0
    running: bool = False
    elapsed: int = 0
    extra: int = 0
    begun: bool = False

    def __post_init__(self) -> None:
        check_fields(self)
        last = len(self.lengths) - 1
        if last < 0 or min(self.lengths) < 1:
            raise Conflict("a schedule needs at least one level, and each level must last longer than 0")
        if self.breaks != tuple(sorted(set(self.breaks))) or any(not 0 < at < last for at in self.breaks):
            raise Conflict("list each break once, in order; a break must be between two levels")
        if not 0 <= self.item <= last:
            raise Conflict(f"`item` must be from 0 to {last}, not {self.item}")
        if self.left < -1 or self.left == 0 and self.item < last or min(self.elapsed, self.extra) < 0:
            raise Conflict("the time left and the time elapsed must not be negative")
        if self.extra and self.item in self.breaks:
            raise Conflict("the clock is already on a break; add time to the break")
        if self.item == last:
            msgspec.structs.force_setattr(self, "left", 0)  # without an end nothing is left of it
        elif self.left < 0:
            msgspec.structs.force_setattr(self, "left", self.lengths[self.item])

    @classmethod
    def of(cls, schedule: Iterable[Item]) -> Clock:
        """The clock of a schedule, before the start."""
        items = tuple(schedule)
        breaks = tuple(at for at, item in enumerate(items) if isinstance(item, Break))
        return cls(lengths=tuple(item.ms for item in items), breaks=breaks)

    # ---- what it shows

    def at(self, now: int) -> Reading:
        """What the clock shows at the time `now`. Raises Conflict if `now` is before `since`."""
        passed = self._passed(now)
        stand = self._after(passed)
        item, left, extra = stand["item"], stand["left"], stand["extra"]
        before = bisect_left(self.breaks, item)  # breaks that are over
        coming = bisect_right(self.breaks, item)
        next_break = None
        if coming < len(self.breaks):
            next_break = extra + left + sum(self.lengths[item + 1 : self.breaks[coming]])
        return Reading(
            item=item,
            level=item - before,
            is_break=coming > before or extra > 0,
            left_ms=extra or (None if item == len(self.lengths) - 1 else left),
            running=self.running,
            elapsed_ms=self.elapsed + passed,
            next_break_ms=next_break,
            is_extra=extra > 0,
        )

    def settled(self, now: int) -> Clock:
        """The same clock as of the time `now`. Raises Conflict if `now` is before `since`."""
        passed = self._passed(now)
        return msgspec.structs.replace(self, since=now, elapsed=self.elapsed + passed, **self._after(passed))

    def _passed(self, now: int) -> int:
        """How long the clock has run since its moment. Raises Conflict for an earlier time."""
        if now < self.since:
            raise Conflict(
                f"time cannot go back: the clock was set at {self.since}, but the time given is {now}",
                code="time_goes_back",
            )
        return now - self.since if self.running else 0

    def _after(self, passed: int) -> _Stand:
        """The item and its time left after running for a while. The last level never ends."""
        if passed < self.extra:
            return _Stand(item=self.item, left=self.left, extra=self.extra - passed)
        passed -= self.extra
        item, left, last = self.item, self.left, len(self.lengths) - 1
        while item < last and passed >= left:
            passed -= left
            item += 1
            left = self.lengths[item]
        return _Stand(item=item, left=0 if item == last else left - passed, extra=0)

    # ---- what a director does

    def start(self, now: int) -> Clock:
        """Return the clock, started or resumed at `now`. Raises NotDue if it is running."""
        if self.running:
            raise NotDue("the clock is already running", code="clock_runs")
        return msgspec.structs.replace(self.settled(now), running=True, begun=True)

    def pause(self, now: int) -> Clock:
        """Return the clock, stopped at `now`. Raises NotDue if it is already stopped."""
        if not self.running:
            raise NotDue(
                "the clock is already stopped" if self.begun else "the clock has not been started", code="clock_stands"
            )
        return msgspec.structs.replace(self.settled(now), running=False)

    def resume(self, now: int) -> Clock:
        """Return the clock, resumed after a pause. Raises NotDue if it was never started or is running."""
        if not self.begun:
            raise NotDue("the clock has not been started", code="clock_stands")
        return self.start(now)

    def add(self, now: int, ms: int) -> Clock:
        """Return the clock with `ms` milliseconds added to the level or break. A negative `ms` removes time.

        Raises Conflict if less time than that is left, or if the level has no end.
        """
        then = self.settled(now)
        left = then.extra or then.left
        if not ms:
            raise Conflict("the time to add or take away must not be 0", code="no_time")
        if then._is_last:
            raise Conflict("the last level has no end, so its time cannot be changed", code="no_end")
        if ms < -left:
            raise Conflict(
                f"{_minutes(-ms)} cannot be taken away, because only {_minutes(left)} are left",
                code="too_much_time",
            )
        if ms == -left:
            return msgspec.structs.replace(then, **then._after(left))
        if then.extra:
            return msgspec.structs.replace(then, extra=left + ms)
        return msgspec.structs.replace(then, left=left + ms)

    def jump(self, now: int, item: int, left: int | None = None) -> Clock:
        """Return the clock at another item of the schedule, with all of that item's time or with `left`.

        Raises Conflict for an unknown item, or an impossible time.
        """
        last = len(self.lengths) - 1
        if not 0 <= item <= last:
            raise Conflict(f"`item` must be from 0 to {last}, not {item}", code="unknown_item")
        if left is not None and item == last:
            raise Conflict("the last level has no end, so its time left cannot be set", code="no_end")
        if left is not None and left < 1:
            raise Conflict(
                f"the time left must be more than 0, not {left} ms; to end the level or break, go to the next one",
                code="no_time",
            )
        to = self.lengths[item] if left is None else left
        return msgspec.structs.replace(self.settled(now), item=item, left=to, extra=0)

    def break_now(self, now: int, ms: int) -> Clock:
        """Return the clock with an extra break of `ms` milliseconds, after which the level continues.

        Raises Conflict for an impossible duration, and NotDue if there can be no extra break now.
        """
        then = self.settled(now)
        if ms < 1:
            raise Conflict(f"a break must last longer than 0, not {ms} ms", code="no_time")
        if then._is_on_break:
            raise NotDue("this is already a break; add time to the break", code="is_break")
        return msgspec.structs.replace(then, extra=ms)

    def deduct(self, now: int, ms: int) -> Clock:
        """Return the clock with playing time deducted, for example after each hand in hand-for-hand play.

        If the level has less time left than `ms`, the remainder is deducted from the next level. A break keeps all its
        time, and ends the deduction. The last level has no end, so nothing is deducted from it. Rule: TDA-2024 RP-8.
        Raises Conflict for an impossible duration, and NotDue during a break.
        """
        if ms < 1:
            raise Conflict(f"the playing time to deduct must be more than 0, not {ms} ms", code="no_time")
        then = self.settled(now)
        if then._is_on_break:
            raise NotDue("this is a break, so there is no playing time to deduct", TOGETHER, code="is_break")
        coming = next((at for at in then.breaks if at > then.item), None)
        if coming is not None:
            ms = min(ms, then.left + sum(then.lengths[then.item + 1 : coming]))
        return msgspec.structs.replace(then, **then._after(ms))

    def planned(self, now: int, schedule: Iterable[Item], item: int | None = None) -> Clock:
        """Return the clock with another schedule, at the same moment. The index of its current item is `item` (None:
        unchanged).

        If the current level had no end and now has one, it begins again. Raises Conflict if `now` is before `since`.
        """
        then, made = self.settled(now), Clock.of(schedule)
        last = len(made.lengths) - 1
        place = min(then.item if item is None else item, last)
        left = 0 if place == last else made.lengths[place] if then.item == len(then.lengths) - 1 else then.left
        extra = 0 if place in made.breaks else then.extra
        return msgspec.structs.replace(
            then, lengths=made.lengths, breaks=made.breaks, item=place, left=left, extra=extra
        )

    @property
    def _is_last(self) -> bool:
        return self.item == len(self.lengths) - 1 and not self.extra

    @property
    def _is_on_break(self) -> bool:
        return self.item in self.breaks or self.extra > 0


def _minutes(ms: int) -> str:
    """A time as on a clock: 4:05."""
    return f"{ms // 60_000}:{ms // 1000 % 60:02}"
