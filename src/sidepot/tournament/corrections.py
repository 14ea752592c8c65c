"""Corrections: undo, redo, and removing a single step from the log.

When a step is removed, the later ones are carried out again, each at its own time. Draws keep their results: seats, the
player who moved, the cards of a race. If a later step no longer fits, it is named, and nothing changes. The clock is
not undone together with anything else: it keeps running, unless only the clock is undone.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import msgspec

from sidepot.errors import Conflict, NotDue, SidepotError
from sidepot.tournament import commands as c
from sidepot.tournament import events as e
from sidepot.tournament import handlers
from sidepot.tournament.apply import apply
from sidepot.tournament.copying import EVERY, go_back, point_of, thinned
from sidepot.tournament.schedule import Item
from sidepot.tournament.state import TournamentState
from sidepot.tournament.steps import Step, again, before
from sidepot.tournament.unit_of_work import UnitOfWork

if TYPE_CHECKING:
    from sidepot.tournament.clock import Clock

CLOCK: Final = (c.Start, c.Pause, c.AddTime, c.Jump, c.BreakNow)
SCHEDULE: Final = (c.InsertItem, c.EditItem, c.RemoveItem)
FAULTS: Final = 5  # steps listed in a message


class DoesNotFit(Conflict, usual="does_not_fit"):
    """Raised if steps cannot be undone without undoing later steps.

    `faults` holds the later steps that depend on the undone steps, with the reasons.
    """

    def __init__(self, gone: Sequence[int], faults: Sequence[tuple[Step, SidepotError]]) -> None:
        what = f"step {gone[0]}" if len(gone) == 1 else f"steps {', '.join(map(str, gone))}"
        why = [f"step {step.number} ({_named(step)}): {error.message}" for step, error in faults]
        super().__init__(f"without {what} these no longer fit: {'; '.join(why)}")
        self.faults = tuple(faults)


def rebuild(tournament: TournamentState, steps: Sequence[Step]) -> None:
    """Set a tournament to the state after these steps, starting from the last checkpoint that fits. The log stays."""
    points = [point for point in tournament.points if point.fits(steps)]
    done = 0
    if points:
        go_back(tournament, points[-1])
        done = points[-1].steps
    elif tournament.base is None:
        tournament.clear()
    else:
        tournament.base()
    tournament.points = points
    for count, step in enumerate(steps[done:], done + 1):
        for event in step.events:
            if not isinstance(event, e.Opened):
                apply(tournament, event)
        if not count % EVERY:
            keep_point(tournament, steps, count)


def keep_point(tournament: TournamentState, steps: Sequence[Step], count: int) -> None:
    """Keep a checkpoint after `count` of these steps. Only live tournaments have checkpoints.

    A live tournament has few steps and many corrections. A tournament that plays its hands itself has thousands of
    steps and hardly any corrections.
    """
    if not tournament.reports.live:
        return
    before = tournament.points[-1] if tournament.points else None
    tournament.points = thinned([*tournament.points, point_of(tournament, count, steps[count - 1], before)])


def undo(tournament: TournamentState, command: c.Undo, now: int) -> list[e.Event]:
    """Undo a step and all later steps, or only that step and some other steps. Returns the events.

    Raises NotDue if there is nothing to undo.
    """
    holds = tournament.course().holds
    kept, first = before(holds, command.step)
    also = _others(holds, command, first)
    if command.instead is not None:
        _check_instead(command, next(step for step in holds if step.number == first))
    clock, schedule = tournament.clock, tournament.structure.schedule
    if command.only:
        gone = [step for step in holds if step.number in (first, *also)]
        undone = _without(tournament, holds, first, also, command.instead)
    else:
        gone = [step for step in holds if step.number >= first]
        rebuild(tournament, kept)
        undone = e.Undone(first)
    return [undone, *_clock_stays(tournament, gone, clock, schedule, now)]


def _others(holds: list[Step], command: c.Undo, first: int) -> tuple[int, ...]:
    """The other steps to undo, in order. Raises Conflict if one cannot be undone."""
    if command.also and not command.only:
        raise Conflict(
            "undo one step, several single steps, or all from one step on; these cannot be combined",
            code="unknown_step",
        )
    for number in command.also:
        before(holds, number)
    return tuple(sorted({*command.also} - {first, 0}))


def _check_instead(command: c.Undo, step: Step) -> None:
    """Raise Conflict or NotDue if a step cannot be corrected by this report."""
    if not command.only or command.also:
        raise Conflict("correct one step at a time", code="unknown_step")
    before, after = step.command, command.instead
    if not isinstance(before, c.Out) or after is None:
        raise Conflict(f"step {step.number} does not report that a player is out", code="unknown_step")
    if before.player != after.player:
        raise Conflict(f"step {step.number} is about {before.player}, not {after.player}", code="unknown_step")
    if before == after:
        raise NotDue("this would change nothing", code="no_change")


def redo(tournament: TournamentState, command: c.Redo, now: int) -> list[e.Event]:
    """Redo the steps that were undone last. Returns the events. Raises NotDue if the last step was not an undo."""
    if command.step and tournament.version != command.step:
        raise NotDue("there have been other steps since; correct this one in the history", code="nothing_to_redo")
    steps, number = again(tournament.course())
    clock, schedule = tournament.clock, tournament.structure.schedule
    back = next(step for step in steps if step.number == number)
    rebuild(tournament, steps)
    stays = [] if _is_of_clock(back) else _clock_stays(tournament, [back], clock, schedule, now)
    return [e.Redone(number), *stays]


def _is_of_clock(step: Step) -> bool:
    return isinstance(step.command, CLOCK) or any(isinstance(event, e.ClockSet) for event in step.events)


def _clock_stays(
    tournament: TournamentState, gone: Sequence[Step], clock: Clock, schedule: Sequence[Item], now: int
) -> list[e.Event]:
    """Keep the clock as it was before the undo, unless only the clock was undone."""
    if all(isinstance(step.command, CLOCK) for step in gone):
        return []
    if tournament.structure.schedule != schedule:  # what is on now may have another place
        at = clock.at(now).item
        planned = tournament.structure.schedule
        item = planned.index(schedule[at]) if schedule[at] in planned else min(at, len(planned) - 1)
        clock = clock.planned(now, planned, item)
    if tournament.clock == clock:
        return []
    event = e.ClockSet(clock)
    apply(tournament, event)
    return [event]


def _without(
    tournament: TournamentState, holds: list[Step], number: int, also: tuple[int, ...], instead_of: c.Out | None
) -> e.Undone:
    """Carry out the later steps again without these, or with `instead_of` in place of the first one.

    Raises Conflict if that is impossible; then nothing has changed.
    """
    gone = {number, *also}
    place = next(at for at, step in enumerate(holds) if step.number in gone)
    later = [step for step in holds[place:] if step.number not in gone]
    if instead_of is not None:
        later.insert(0, msgspec.structs.replace(holds[place], command=instead_of))
    clock_again = any(isinstance(step.command, CLOCK + SCHEDULE) for step in holds[place:] if step.number in gone)
    rebuild(tournament, holds[:place])
    made = holds[:place]
    instead: list[tuple[int, tuple[e.Event, ...]]] = []
    faults: list[tuple[Step, SidepotError]] = []
    for step in later:
        work = UnitOfWork(tournament, step.at, step)
        try:
            if isinstance(step.command, c.Undo | c.Redo):
                for event in step.events:
                    work.emit(event)
            elif tournament.ended:
                raise NotDue("the tournament is over", code="tournament_over")
            elif step.command is not None:
                if isinstance(step.command, CLOCK) and not clock_again:
                    handlers.follow(work, [event for event in step.events if isinstance(event, e.ClockSet)])
                else:
                    handlers.carry_out(work, step.command)
                tournament.check_chips()
        except SidepotError as error:
            if step.number == number:  # the report itself is refused
                rebuild(tournament, holds)
                raise
            faults.append((step, error))
            if work.is_begun or len(faults) == FAULTS:
                break
            continue
        events = tuple(work.events)
        if events != step.events or step.number == number:
            instead.append((step.number, events))
            step = Step(step.number, step.at, step.by, step.command, events)
        made.append(step)
        if not len(made) % EVERY:
            keep_point(tournament, made, len(made))
    if faults:
        rebuild(tournament, holds)
        raise DoesNotFit(sorted(gone), faults)
    return e.Undone(number, True, tuple(instead), also)


def _named(step: Step) -> str:
    act = str(step.command.__struct_config__.tag) if step.command is not None else "the beginning"
    return f"{act}, reported by {step.by}" if step.by else act
