"""The settings of an environment, checked before anything is dealt. Each refusal names the legal settings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from math import isfinite
from typing import Final, Literal, get_args

from sidepot.errors import BadNotation
from sidepot.games.limits import limit_of
from sidepot.games.stakes import Stakes
from sidepot.validation.integers import as_int, short
from sidepot.validation.reader import unknown
from sidepot.validation.type_checks import expect, is_text

Place = Literal["observation", "info"]
MODES: Final = ("ansi",)
OPTIONS: Final = ("button", "stacks")
PROBE: Final = "options"  # PettingZoo's test resets with {"options": 1}, to see that there are options


def check_choices(
    render_mode: object, mask: object, pot_parts: Sequence[float], *, limit: object, stakes: object
) -> None:
    """Raise BadNotation for a value that an environment does not support."""
    if render_mode is not None and render_mode not in MODES:
        raise BadNotation(
            f"render_mode: unknown value {short(render_mode)}; expected one of {', '.join(MODES)}, or None"
        )
    if mask not in get_args(Place):
        raise BadNotation(f"mask: expected {' or '.join(get_args(Place))}, got {short(mask)}")
    if limit is not None:
        limit_of(limit)
    if stakes is not None:
        expect(stakes, Stakes, "stakes")
    if not isinstance(pot_parts, Sequence) or is_text(pot_parts):
        raise BadNotation(f"pot_parts: expected numbers above 0, as in (0.5, 1), got {short(pot_parts)}")
    for part in pot_parts:
        if isinstance(part, bool) or not isinstance(part, int | float) or not isfinite(part) or part <= 0:
            raise BadNotation(f"pot_parts: expected numbers above 0, as in (0.5, 1), got {part!r}")


def stacks_of(stacks: object) -> tuple[int, ...]:
    """A row of stacks as plain integers. Raises BadNotation for anything else."""
    if isinstance(stacks, Iterable) and not isinstance(stacks, str):
        with suppress(BadNotation):
            return tuple([as_int(stack, "a stack") for stack in stacks])
    raise BadNotation(f"stacks: expected an integer above 0, or one for each seat, got {stacks!r:.200}")


def check_options(options: Mapping[str, object]) -> None:
    """Raise BadNotation for an unknown option of `reset`."""
    for name in options:
        if name not in (*OPTIONS, PROBE):
            raise unknown(f"unknown option {name!r} of reset", str(name), OPTIONS)
