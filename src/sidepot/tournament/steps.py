"""The steps of a tournament: the events of each command, the steps that hold after an undo, and their JSON.

An undo takes back its step and all later ones. They can be done again, the earliest first, until something else is
done.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

import msgspec

from sidepot.codec import Codec
from sidepot.errors import BadNotation, Conflict, NotDue
from sidepot.tournament import commands as c
from sidepot.tournament import events as e


class Step(msgspec.Struct, frozen=True, gc=False):
    """One command and its events. The first step has no command: it opens the tournament."""

    number: int
    at: int
    by: str
    command: c.AnyCommand | None
    events: tuple[e.Event, ...]


def effective(log: Iterable[Step]) -> tuple[list[Step], list[Step]]:
    """The steps that hold, and those that can be done again, the next one last."""
    holds: list[Step] = []
    undone: list[Step] = []
    for step in log:
        event = step.events[0] if step.events else None
        if isinstance(event, e.Undone):
            while holds and holds[-1].number >= event.step:
                undone.append(holds.pop())
        elif isinstance(event, e.Redone):
            holds.append(undone.pop())
        else:
            holds.append(step)
            undone.clear()
    return holds, undone


def without(log: Iterable[Step], number: int) -> tuple[list[Step], int]:
    """The steps that hold once a step is undone, and its number; 0 is the last one. Raises NotDue and Conflict."""
    steps = effective(log)[0]
    if len(steps) < 2:
        raise NotDue("nothing has been done that could be undone", code="nothing_to_undo")
    first = number or steps[-1].number
    kept = [step for step in steps if step.number < first]
    if len(kept) == len(steps) or first not in {step.number for step in steps[1:]}:
        raise Conflict(
            f"step {first} cannot be undone; the last one that can is {steps[-1].number}", code="unknown_step"
        )
    return kept, first


def again(log: Iterable[Step]) -> tuple[list[Step], int]:
    """The steps that hold once the step undone last is done again, and its number. Raises NotDue."""
    steps, undone = effective(log)
    if not undone:
        raise NotDue("nothing has been undone since the last step", code="nothing_to_redo")
    return [*steps, undone[-1]], undone[-1].number


def since(log: Sequence[Step], version: int) -> str:
    """The last three steps since a version, in words."""
    told = [step for step in log if step.number > version][-3:]
    return "; ".join([f"{type(step.command).__name__} by {step.by or 'somebody'}" for step in told])


_ENCODER: Final = msgspec.json.Encoder()
_JSON: Final = Codec[Step](Step, "a step of a tournament")
encode, decode = _JSON.encode, _JSON.decode


def check_text(command: c.AnyCommand, by: str) -> None:
    """Raise BadNotation for names and texts that cannot be written into a log."""
    try:
        _ENCODER.encode((command, by))
    except UnicodeEncodeError:
        raise BadNotation("a name or text of this command cannot be written in UTF-8") from None
