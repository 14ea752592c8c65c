"""The acts of `sidepot tournament direct` as they are typed, and how a tournament stands as one JSON document."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, get_args

import msgspec

from sidepot.errors import BadNotation
from sidepot.validation.integers import bounds_of, out_of_bounds
from sidepot.validation.json_text import read_json
from sidepot.validation.problems import misfit
from sidepot.validation.reader import at_place, unknown

if TYPE_CHECKING:
    from sidepot.tournament import commands as c

MINUTE: Final = 60_000
FROM_ONE: Final = ("seat", "item")
MINUTES: Final = ("ms", "left")
BY_SEAT: Final = ("odd", "cards")  # pairs of a seat, from 1, and what it has


def read_act(words: list[str], now: int) -> c.AnyCommand:
    """A command from its name and its fields, as in `out player=Ann by=Bob`. Raises BadNotation."""
    from sidepot.tournament import commands as c

    kinds = {str(kind.__struct_config__.tag): kind for kind in get_args(c.AnyCommand)}
    name, *rest = words
    kind = kinds.get(name)
    if kind is None:
        raise unknown(f"there is no act {name!r}", name, kinds, brief=True, most=3)
    known = dict(zip(kind.__struct_encode_fields__, msgspec.structs.fields(kind), strict=True))
    fields: dict[str, Any] = {"type": name}
    for word in rest:
        key, is_given, value = word.partition("=")
        if not is_given or key not in known:
            raise BadNotation(f"{name} {word}: it takes {', '.join([f'{one}=' for one in known]) or 'no fields'}")
        fields[key] = _value(name, key, value, known[key].type, now)
    try:
        command: c.AnyCommand = msgspec.convert(fields, c.AnyCommand, strict=False)
        return command
    except msgspec.ValidationError as error:
        raise misfit(error, c.AnyCommand, fields, strict=False).error.at(name) from None


def _value(name: str, key: str, value: str, hint: Any, now: int) -> Any:
    """A field as the command has it: from a number, names with commas, pairs with colons, or JSON."""
    where = f"{name} {key}={value}"
    kind = str(hint)
    if value[:1] in ("{", "["):
        with at_place(where):
            return read_json(value, msgspec.json.Decoder(), "a value")
    if key in BY_SEAT or name == "race" and key == "stacks":
        return [(_number(where, one) - 1, told) for one, told in _pairs(where, value)]
    if kind.startswith("tuple[tuple"):
        return [(player, _number(where, chips)) for player, chips in _pairs(where, value)]
    if kind.startswith("tuple"):
        return [one.strip() for one in value.split(",") if one.strip()]
    if key in FROM_ONE:
        return _within(where, hint, _number(where, value) - 1, shown=lambda number: number + 1)
    if key in MINUTES:
        return _within(where, hint, round(_minutes(where, value) * MINUTE), shown=lambda ms: ms / MINUTE)
    if key == "at":
        ago = _minutes(where, value)
        if ago > 0:
            raise BadNotation(f"{where}: say how many minutes ago, as in at=-3")
        return max(round(now + ago * MINUTE), 0)
    return value


def _within(where: str, hint: Any, number: int, *, shown: Callable[[int], float]) -> int:
    """The number, where it is within the bounds of its field; an error names those as people write them."""
    least, most = bounds_of(hint) or (number, number)
    if not least <= number <= most:
        raise out_of_bounds(where, *[f"{shown(one):.3f}".rstrip("0").rstrip(".") for one in (least, most)])
    return number


def _pairs(where: str, value: str) -> list[tuple[str, str]]:
    pairs = []
    for one in value.split(","):
        left, colon, right = one.rpartition(":")
        if not colon:
            raise BadNotation(f"{where}: pairs have a colon, as in Ann:900,Bob:1100")
        pairs.append((left.strip(), right.strip()))
    return pairs


def _number(where: str, text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise BadNotation(f"{where}: {text!r} is not a whole number") from None


def _minutes(where: str, text: str) -> float:
    try:
        found = float(text)
    except ValueError:
        raise BadNotation(f"{where}: {text!r} is not a number of minutes") from None
    if not abs(found) < 10**6:
        raise BadNotation(f"{where}: {text!r} is not a number of minutes")
    return found
