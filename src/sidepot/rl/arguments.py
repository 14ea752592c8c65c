"""The settings of an environment, checked before anything is dealt: each refusal names the legal ones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isfinite
from typing import Any, Final, Literal, get_args

from sidepot.errors import BadNotation
from sidepot.games.limits import Limit
from sidepot.games.stakes import Stakes
from sidepot.reader import unknown
from sidepot.rules.rulebook import Rulebook

Place = Literal["observation", "info"]
MODES: Final = ("ansi",)
OPTIONS: Final = ("button", "stacks")
PROBE: Final = "options"  # PettingZoo's test resets with {"options": 1}, to see that there are options
_ANY: Final = {"limit": get_args(Limit), "stakes": (Stakes,), "house": (Rulebook,)}
_AS_IN: Final = {"limit": "PotLimit()", "stakes": "Stakes(blinds=(1, 2))", "house": "find_house('tda-2013')"}


def check_choices(render_mode: object, mask: object, pot_parts: Sequence[float], **values: object) -> None:
    """Raise BadNotation for a choice that an environment does not have."""
    if render_mode is not None and render_mode not in MODES:
        raise BadNotation(f"there is no render mode {render_mode!r}; there is {', '.join(MODES)}, or None")
    if mask not in get_args(Place):
        raise BadNotation(f"the mask is in the {' or the '.join(get_args(Place))}, not in {mask!r}")
    for part in pot_parts:
        if isinstance(part, bool) or not isinstance(part, int | float) or not isfinite(part) or part <= 0:
            raise BadNotation(f"pot_parts are numbers above 0, as in (0.5, 1), and {part!r} is none")
    for name, value in values.items():
        if value is not None and not isinstance(value, _ANY[name]):
            raise BadNotation(f"{name} is a value of the engine, as in {_AS_IN[name]}, not {value!r:.80}")


def check_options(options: Mapping[str, Any]) -> None:
    """Raise BadNotation for an option of `reset` that there is not."""
    for name in options:
        if name not in (*OPTIONS, PROBE):
            raise unknown(f"reset has no option {name!r}", str(name), OPTIONS)
