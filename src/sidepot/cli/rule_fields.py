"""What a topic of the floor must be told, field by field, and how an answer in text is read."""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import get_close_matches
from enum import Enum
from types import NoneType, UnionType
from typing import Any, Final, Literal, NamedTuple, Union, get_args, get_origin

import msgspec

from sidepot.errors import BadNotation
from sidepot.floor.spot import Spot
from sidepot.floor.spot_words import chips
from sidepot.floor.topic import Topic

Kind = Literal["yes or no", "number", "choice", "numbers", "choices", "texts", "chips", "text", "betting"]

HINTS: Final[dict[Kind, str]] = {
    "yes or no": "y or n",
    "number": "a number",
    "choice": "one of them, by number or word",
    "numbers": "numbers with commas between them, as in 1000, 500",
    "choices": "as many as there are, with commas between them",
    "texts": "as many as there are, with commas between them",
    "chips": "each chip, a slash between two motions: 1000,1000 or 500,500/1000 or 5x100",
    "text": "in words",
    "betting": "as a line, such as NL 200/400: A 1200; B to act",
}
_YES: Final = ("y", "yes", "true", "1", "on")
_NO: Final = ("n", "no", "false", "0", "off")
_MOST_CHIPS: Final = 1000


class Field(NamedTuple):
    """A fact that a topic wants to know. `default` is what holds where nothing is said; `required` has none."""

    name: str
    kind: Kind
    question: str
    choices: tuple[str, ...] = ()
    default: Any = None
    required: bool = False

    @property
    def hint(self) -> str:
        """What an answer looks like."""
        return HINTS[self.kind]


def fields_of(topic: Topic, *, asked: bool = False) -> tuple[Field, ...]:
    """The facts of a topic; with `asked` those that a person is asked for, in that order."""
    found = {}
    for field in msgspec.structs.fields(topic.facts):
        kind, choices = _kind(field.type)
        found[field.name] = Field(
            field.name, kind, topic.asks.get(field.name, ""), choices, _default(field), field.required
        )
    return tuple([found[name] for name in topic.asks]) if asked else tuple(found.values())


def _default(field: Any) -> Any:
    if field.default_factory is not msgspec.NODEFAULT:
        return field.default_factory()
    return None if field.default is msgspec.NODEFAULT else field.default


def _kind(hint: Any) -> tuple[Kind, tuple[str, ...]]:
    """How a field of this type is asked for, and what it may be, in the order of the type."""
    origin, inside = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        types = [one for one in inside if one is not NoneType]
        if any(one is Spot for one in types):
            return "betting", ()
        found = [_kind(one) for one in types]
        if all(kind == "choice" for kind, _ in found):
            return "choice", tuple([choice for _, choices in found for choice in choices])
        return found[0]
    if origin is Literal:
        return "choice", tuple(map(str, inside))
    if origin is tuple:
        if get_origin(inside[0]) is tuple:
            return "chips", ()
        item, choices = _kind(inside[0])
        lists: dict[Kind, Kind] = {"number": "numbers", "choice": "choices"}
        return lists.get(item, "texts"), choices
    if isinstance(hint, type) and issubclass(hint, Enum):
        return "choice", tuple([str(member.value) for member in hint])
    kinds: dict[Any, Kind] = {bool: "yes or no", int: "number", Spot: "betting"}
    return kinds.get(hint, "text"), ()


# ---- answers


def read_field(text: str, field: Field) -> Any:
    """What an answer means. Raises BadNotation, saying what may be said."""
    plain = text.strip()
    match field.kind:
        case "yes or no":
            return _yes_or_no(plain, field)
        case "number":
            return _number(plain, field)
        case "choice":
            return read_choice(plain, field.choices, field.name)
        case "numbers":
            return [_number(part, field) for part in _parts(plain)]
        case "choices":
            return [read_choice(part, field.choices, field.name) for part in _parts(plain)]
        case "texts":
            return _parts(plain)
        case "chips":
            return read_chips(plain)
    return plain


def _parts(text: str) -> list[str]:
    return [part.strip() for part in re.split(r"[,;]", text) if part.strip()]


def _yes_or_no(text: str, field: Field) -> bool:
    word = text.lower()
    if word not in _YES and word not in _NO:
        raise BadNotation(f"{field.name}: say yes or no, not {text!r}")
    return word in _YES


def _number(text: str, field: Field) -> int:
    digits = text.removeprefix("-")
    try:
        return -chips(digits) if text.startswith("-") else chips(digits)
    except (BadNotation, IndexError):
        raise BadNotation(f"{field.name}: {text!r} is not a whole number") from None


def read_choice(text: str, choices: Sequence[str], name: str) -> str:
    """The choice that a word means: itself, a number from 1 on, or a part that only one of them has."""
    word = text.strip().lower().replace("_", " ")
    if word.isascii() and word.isdigit() and word not in choices:
        if not 1 <= int(word[:9]) <= len(choices):
            raise BadNotation(f"{name}: choose 1 to {len(choices)}")
        return choices[int(word) - 1]
    exact = [choice for choice in choices if choice.lower() == word]
    some = exact or [choice for choice in choices if choice.lower().startswith(word)]
    some = some or [choice for choice in choices if word in choice.lower()]
    if word and len(some) == 1:
        return some[0]
    near = some if word and some else get_close_matches(word, choices, n=3, cutoff=0.5)
    told = " or ".join(near[:6]) if near else ", ".join(choice or '""' for choice in choices)
    hint = f"did you mean {told}?" if near else f"there are {told}"
    raise BadNotation(f"{name}: {text.strip()!r} is none of what it may be; {hint}")


def read_chips(text: str, motions: int | None = None) -> list[list[int]]:
    """Chips by motion: `1000,1000` in one, `1000/500` in two, `5x100`. Raises BadNotation.

    `motions` says in how many they came where no slash does: in one, or each chip in one of its own.
    """
    parts = [_motion(part) for part in text.split("/")]
    if not any(parts):
        return []
    if not all(parts):
        raise BadNotation(f"chips {text!r}: a motion without a chip; write 1000,1000/500")
    if sum(map(len, parts)) > _MOST_CHIPS:
        raise BadNotation(f"chips: that are more than {_MOST_CHIPS} chips")
    if motions is None or motions == len(parts):
        return parts
    flat = [chip for part in parts for chip in part]
    if len(parts) == 1 and motions == len(flat):
        return [[chip] for chip in flat]
    raise BadNotation(
        f"{len(flat)} chips in {motions} motions: say which came when, with a slash between the motions, as in "
        f"--chips {','.join(map(str, flat[:-1] or flat))}/{flat[-1]}"
    )


def _motion(text: str) -> list[int]:
    return [chip for part in re.split(r"[,+\s]+", text.strip()) if part for chip in _chips(part)]


def _chips(text: str) -> list[int]:
    count, times, chip = text.lower().rpartition("x")
    try:
        each = chips(chip)
        number = int(count) if times else 1
    except (BadNotation, ValueError, IndexError):
        raise BadNotation(f"chips: {text!r} is no chip; write 1000, or 5x100 for five of 100") from None
    if not 1 <= number <= _MOST_CHIPS:
        raise BadNotation(f"chips: {text!r}: 1 to {_MOST_CHIPS} chips of a kind")
    return [each] * number


def said(value: Any, field: Field) -> str:
    """A value as it would be typed: what a question offers as its default."""
    if field.kind == "chips":
        return "/".join(",".join(map(str, motion)) for motion in value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple | list):
        return ", ".join(map(str, value))
    if isinstance(value, Enum):
        return str(value.value)
    if field.kind == "betting" and not isinstance(value, str):
        return ""
    return "" if value is None else str(value)
