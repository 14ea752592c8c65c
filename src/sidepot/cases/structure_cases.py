"""Cases of the clock and of structures: the clock after a director's actions, and the computed terms.

Durations are in minutes, and levels are counted from 1.
"""

from __future__ import annotations

from functools import partial
from typing import Literal

import msgspec

from sidepot.cases.bounds import Players
from sidepot.cases.expected import Problems, differ
from sidepot.cases.refusal import is_expected, look_at
from sidepot.errors import BadNotation, SidepotError
from sidepot.rules.rulebook import Rulebook
from sidepot.tournament.builder import build
from sidepot.tournament.clock import Clock
from sidepot.tournament.colour_plan import plan_colour_ups
from sidepot.tournament.estimate import estimate
from sidepot.tournament.presets import find_preset
from sidepot.tournament.schedule import MINUTE, Break
from sidepot.tournament.structure import Structure
from sidepot.tournament.structure_files import structure_of

Deed = Literal["start", "pause", "resume", "add", "jump", "break", "deduct"]


class Shown(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the clock shows. Only the fields that are given are compared.

    - `left`: the time left in the level (0 if the level has no end)
    """

    level: int | None = None
    on_break: bool | None = None
    left: float | None = None
    running: bool | None = None
    elapsed: float | None = None
    next_break: float | None = None


class ClockStep(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A step at a minute: a command is carried out or refused, and then the clock is checked."""

    at: float
    do: Deed | None = None
    minutes: float = 0
    item: int = 1
    shows: Shown | None = None
    refused: str = ""


class ClockCase(msgspec.Struct, frozen=True, tag="clock", tag_field="kind"):
    """A clock: the minutes of its levels, with `break 10` for a break, and the steps."""

    schedule: list[float | str]
    steps: list[ClockStep]


class StructureExpected(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a case expects.

    - `chips`: the chips in play at each level
    - `removed`: the chips that leave play in each break
    - `late`: the levels, and the breaks after levels, in which a new player may still enter: `1`, `1 break`, `2`
    - `about`: how many minutes the tournament lasts, plus or minus a tenth
    """

    levels: int | None = None
    stack: str | None = None
    chips: dict[str, str] = {}
    removed: list[list[int]] | None = None
    late: list[str] | None = None
    about: int | None = None
    refused: str | None = None


class Measure(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The players, minutes and chips for which to build a structure."""

    players: Players
    minutes: int
    stack: int = 0
    level_minutes: int = 0


class StructureCase(msgspec.Struct, frozen=True, tag="structure", tag_field="kind"):
    """The terms of a tournament: a table as in a file, a preset, or the figures for which to `build` a structure.

    - `plan`: whether colour-ups are planned again
    """

    expect: StructureExpected
    terms: dict[str, object] | None = None
    preset: str = ""
    build: Measure | None = None
    plan: bool = False
    players: Players = 0


# ---- the clock


def prepare_clock(body: ClockCase) -> None:
    """Check the schedule of a case before it runs.

    Raises BadNotation or Conflict for an impossible schedule, or if the case checks nothing.
    """
    _clock(body)
    if not any(step.shows or step.refused for step in body.steps):
        raise BadNotation("no step expects anything: in at least one, give what the clock shows, or what is refused")


def run_clock(body: ClockCase, _rulebook: Rulebook) -> Problems:
    """Carry out the clock steps of the case, and return the differences between the results and those expected."""
    problems: Problems = []
    clock = _clock(body)
    for step in body.steps:
        now = _ms(step.at)
        where = f"at {step.at:g}"
        try:
            clock = _after(clock, step, now)
            reading = clock.at(now)
        except SidepotError as error:
            if not step.refused or not is_expected(step.refused, error):
                problems.append(f"{where}: expected {step.refused or 'no refusal'!r}, got: {error}")
            continue
        if step.refused:
            problems.append(f"{where}: expected a refusal with {step.refused!r}")
        found = Shown(
            level=reading.level + 1,
            on_break=reading.is_break,
            left=(reading.left_ms or 0) / MINUTE,
            running=reading.running,
            elapsed=reading.elapsed_ms / MINUTE,
            next_break=(reading.next_break_ms or 0) / MINUTE,
        )
        for name in Shown.__struct_fields__ if step.shows else ():
            wanted = getattr(step.shows, name)
            if wanted is not None:
                differ(problems, f"{where}, {name}", wanted, getattr(found, name))
    return problems


def _clock(body: ClockCase) -> Clock:
    lengths, breaks = [], []
    for at, entry in enumerate(body.schedule):
        minutes = entry
        if isinstance(entry, str):
            word, _, minutes = entry.partition(" ")
            if word != "break" or not minutes.isdecimal():
                raise BadNotation(f"schedule: expected minutes for a level, or 'break 10' for a break, got {entry!r}")
            breaks.append(at)
        lengths.append(_ms(float(minutes)))
    return Clock(lengths=tuple(lengths), breaks=tuple(breaks))


def _after(clock: Clock, step: ClockStep, now: int) -> Clock:
    ms = _ms(step.minutes)
    match step.do:
        case None:
            return clock
        case "start":
            return clock.start(now)
        case "pause":
            return clock.pause(now)
        case "resume":
            return clock.resume(now)
        case "add":
            return clock.add(now, ms)
        case "jump":
            return clock.jump(now, step.item - 1, ms or None)
        case "break":
            return clock.break_now(now, ms)
        case "deduct":
            return clock.deduct(now, ms)


def _ms(minutes: float) -> int:
    return round(minutes * MINUTE)


# ---- structures


def prepare_structure(body: StructureCase) -> None:
    """Raise BadNotation unless the case has exactly one structure and expects something."""
    if (body.terms is not None) + bool(body.preset) + (body.build is not None) != 1:
        raise BadNotation("give exactly one of `terms`, `preset` and `build`")
    if body.expect == StructureExpected():
        raise BadNotation("`expect` is empty; give the result")
    if body.expect.about is not None and not _players(body):
        raise BadNotation("the length of a tournament depends on how many play; give `players`")
    if body.expect.refused is None:
        structure_of_case(body)


def run_structure(body: StructureCase, rulebook: Rulebook) -> Problems:
    """Make the structure, and return the differences from the case."""

    def make() -> Structure:
        return msgspec.structs.replace(structure_of_case(body), rulebook=rulebook)

    return look_at(make, body.expect.refused, partial(_look, body))


def _look(body: StructureCase, found: Structure) -> Problems:
    problems: Problems = []
    expect = body.expect
    if expect.levels is not None:
        differ(problems, "levels", expect.levels, len(found.levels))
    if expect.stack is not None:
        differ(problems, "stack", expect.stack, str(found.pile))
    for level, chips in expect.chips.items():
        here = found.table_rules(int(level) - 1)
        differ(problems, f"chips at level {level}", chips, ", ".join(map(str, here.chips.values)))
        smallest = {stakes.chip for stakes in here.stakes}
        differ(problems, f"smallest chip at level {level}", {here.chips.smallest}, smallest)
    if expect.removed is not None:
        removed = [list(item.remove) for item in found.schedule if isinstance(item, Break)]
        differ(problems, "removed", expect.removed, removed)
    if expect.late is not None:
        differ(problems, "late", expect.late, list(_late(found)))
    if expect.about is not None:
        minutes = estimate(found, _players(body)).end_ms / MINUTE
        if abs(minutes - expect.about) > expect.about / 10:
            problems.append(f"about: expected {expect.about} minutes, got {minutes:.0f}")
    return problems


def _late(structure: Structure) -> list[str]:
    """The levels and breaks in which a new player may still enter."""
    found, level = [], 0
    for item in structure.schedule:
        on_break = isinstance(item, Break)
        if structure.open_at(level, on_break=on_break)[0]:
            found.append(f"{level} break" if on_break else str(level + 1))
        level += not on_break
    return found


def structure_of_case(body: StructureCase) -> Structure:
    """The structure that a case is about: from its terms, from a preset, or built for its number of players and its
    length.

    Raises BadNotation or Conflict for a structure that cannot be played.
    """
    if body.build is not None:
        made = body.build
        found = build(made.players, made.minutes, stack=made.stack, level_minutes=made.level_minutes)
    else:
        found = find_preset(body.preset) if body.preset else structure_of(body.terms or {})
    return msgspec.structs.replace(found, schedule=plan_colour_ups(found.schedule, found.chips)) if body.plan else found


def _players(body: StructureCase) -> int:
    return body.players or (body.build.players if body.build else 0)
