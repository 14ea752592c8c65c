"""The steps of a tournament: the events of each command, the steps that hold after an undo, and their JSON.

An undo reverses a step and all later ones, or only that step. They can be redone, the earliest first, until something
else is done. Anything else that an undo or redo changes, such as the clock that is kept, counts as a step of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

import msgspec

from sidepot.errors import BadNotation, Conflict, NotDue
from sidepot.tournament import commands as c
from sidepot.tournament import events as e
from sidepot.validation.codec import Codec
from sidepot.validation.shown_text import PILED, is_piled


class Step(msgspec.Struct, frozen=True, gc=False):
    """A command and its events. The first step has no command, because it opens the tournament."""

    number: int
    at: int
    by: str
    command: c.AnyCommand | None
    events: tuple[e.Event, ...]


class Course:
    """The steps of a log that are in force, and the steps that can be redone, the next one last.

    - `taken`: the number of steps read so far
    - `undone`: what each redo brings back, the next redo last: the undone step or, if later steps stayed in force, all
      steps that were in force before
    """

    __slots__ = ("holds", "last", "taken", "undone")

    def __init__(self) -> None:
        self.holds: list[Step] = []
        self.undone: list[Step | list[Step]] = []
        self.taken = 0
        self.last: Step | None = None

    def take(self, step: Step) -> None:
        """Read the next step of the log, which may undo or redo earlier ones."""
        self.taken += 1
        self.last = step
        event = step.events[0] if step.events else None
        if isinstance(event, e.Undone):
            if event.only:
                self.undone.append(self.holds)
                self.holds = only_without(self.holds, event, instead_in(step))
            else:
                holds = self.holds
                self.undone += [one for one in reversed(holds) if one.number >= event.step and not _is_rest(one)]
                self.holds = [one for one in holds if one.number < event.step]
            self.holds += _rest(step)
        elif isinstance(event, e.Redone):
            back = self.undone.pop()
            self.holds = [*back] if isinstance(back, list) else [*self.holds, back]
            self.holds += _rest(step)
        else:
            self.holds.append(step)
            self.undone.clear()

    def is_of(self, log: Sequence[Step]) -> bool:
        """Whether a log begins with the steps that this course has read so far."""
        return not self.taken or self.taken <= len(log) and log[self.taken - 1] is self.last


def effective(log: Iterable[Step]) -> tuple[list[Step], list[Step]]:
    """The steps in force, and the steps that can be redone, the next one last."""
    course = Course()
    for step in log:
        course.take(step)
    return course.holds, [_undone_in(course.holds, one) if isinstance(one, list) else one for one in course.undone]


def _rest(step: Step) -> list[Step]:
    """The further effects of an undo or redo, such as on the running clock, as a step."""
    return [msgspec.structs.replace(step, events=step.events[1:])] if len(step.events) > 1 else []


def _is_rest(step: Step) -> bool:
    return isinstance(step.command, c.Undo | c.Redo)


def _undone_in(holds: Sequence[Step], before: Sequence[Step]) -> Step:
    """The step that was in force, and is no longer, or has changed."""
    now = {step.number: step.command for step in holds}
    return next((step for step in before if now.get(step.number) is not step.command), before[-1])


def instead_in(step: Step) -> c.Out | None:
    """The report with which a step corrects an earlier one; None if it corrects none."""
    return step.command.instead if isinstance(step.command, c.Undo) else None


def only_without(holds: Sequence[Step], event: e.Undone, instead: c.Out | None = None) -> list[Step]:
    """The steps in force without the steps that `event` has undone. Later steps get the events that `event` gives them.

    A corrected step stays in force, with the command `instead`.
    """
    changed, found = dict(event.instead), []
    for step in holds:
        if step.number == event.step and instead is not None:
            found.append(msgspec.structs.replace(step, command=instead, events=changed[step.number]))
        elif step.number not in (event.step, *event.also):
            found.append(msgspec.structs.replace(step, events=changed[step.number]) if step.number in changed else step)
    return found


def without(log: Iterable[Step], number: int) -> tuple[list[Step], int]:
    """The steps in force once step `number` (0 for the last one) is undone, and the number of that step.

    Raises NotDue if there is nothing to undo, and Conflict for a step that cannot be undone.
    """
    return before(effective(log)[0], number)


def before(steps: Sequence[Step], number: int) -> tuple[list[Step], int]:
    """The steps in force before step `number` (0 for the last one), and the number of that step.

    Raises NotDue if there is nothing to undo, and Conflict for a step that cannot be undone.
    """
    able = [step.number for step in steps[1:] if not _is_rest(step)]
    if not able:
        raise NotDue("there is no step to undo", code="nothing_to_undo")
    first = number or able[-1]
    if first not in able:
        raise Conflict(f"step {first} cannot be undone; the last step that can is {able[-1]}", code="unknown_step")
    return [step for step in steps if step.number < first], first


def again(course: Course) -> tuple[list[Step], int]:
    """The steps in force once the most recently undone step is redone, and the number of that step.

    Raises NotDue if there is no such step.
    """
    if not course.undone:
        raise NotDue("there is nothing to redo: the last step was not an undo", code="nothing_to_redo")
    back = course.undone[-1]
    if isinstance(back, list):
        return [*back], _undone_in(course.holds, back).number
    return [*course.holds, back], back.number


def since(log: Sequence[Step], version: int) -> str:
    """The last three steps since a version, in words, for an error message."""
    recent = [step for step in log if step.number > version][-3:]
    return "; ".join([f"{type(step.command).__name__} by {step.by or 'somebody'}" for step in recent])


_ENCODER: Final = msgspec.json.Encoder()
_JSON: Final = Codec[Step](Step, "a step of a tournament", shows=True)
encode, decode = _JSON.encode, _JSON.decode


def check_text(command: c.AnyCommand, by: str) -> None:
    """Raise BadNotation for a name or text that a log cannot contain, or that nobody can read."""
    try:
        data = _ENCODER.encode((command, by))
    except UnicodeEncodeError:
        raise BadNotation("some text in this command cannot be written as UTF-8") from None
    if not data.isascii() and is_piled(data.decode()):
        raise BadNotation(PILED, code="bad_text")
