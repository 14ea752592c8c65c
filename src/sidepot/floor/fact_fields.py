"""The facts of a floor topic, field by field, and how text answers are read."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from enum import Enum
from types import NoneType, UnionType
from typing import Annotated, Any, Final, Literal, NamedTuple, Union, get_args, get_origin

import msgspec

from sidepot.errors import BadNotation
from sidepot.floor.spot import Spot
from sidepot.floor.spot_words import MOST, chips, without_signs
from sidepot.floor.topic import Topic
from sidepot.validation.integers import out_of_bounds
from sidepot.validation.reader import did_you_mean, nearest

Kind = Literal["yes or no", "number", "choice", "numbers", "choices", "texts", "chips", "text", "betting"]


class Form(NamedTuple):
    """The form of a kind of fact.

    - `hint`: a hint for a person
    - `written`: the words for it in an error about a file
    - `type`: the type of its value in a file
    """

    hint: str
    written: str
    type: Any


FORMS: Final[dict[Kind, Form]] = {
    "yes or no": Form("y or n", "true or false", bool),
    "number": Form("a number", "a whole number without quotes", int),
    "choice": Form("one of them, by number or word", "one of these in quotes", str),
    "numbers": Form(
        "numbers with commas between them, as in 1000, 500 or 5x100",
        "a list of whole numbers, as in [1000, 500]",
        list[int],
    ),
    "choices": Form("as many as there are, with commas between them", "a list of these in quotes", list[str]),
    "texts": Form(
        "as many as there are, with commas between them",
        'a list of texts in quotes, as in ["call", "raise to 800"]',
        list[str],
    ),
    "chips": Form(
        "each chip, a slash between two motions: 1000,1000 or 500,500/1000 or 5x100",
        "a list of motions, each a list of chips, as in [[1000, 1000]] or [[500], [1000]]",
        list[list[int]],
    ),
    "text": Form("in words", "a text in quotes", str),
    "betting": Form(
        "as a line, such as NL 200/400: A 1200; B to act",
        'a line in quotes, as in "NL 200/400: A 1200; B to act"',
        str,
    ),
}
_YES: Final = ("y", "yes", "true", "1", "on")
_NO: Final = ("n", "no", "false", "0", "off")
NONE: Final = "none of these"  # the empty choice, as people see it
_MOST_CHIPS: Final = 1000
_MOST_NAMES: Final = 20
_LONGEST: Final = 40  # characters of a value in a message

# questions that depend on other answers: asked only with all of these facts, or only without them
ONLY_WITH: Final = {"moved": ("prior",), "said_first": ("said", "chips"), "order": ("said", "chips")}
ONLY_WITHOUT: Final = {"motion": ("said", "chips")}


class Field(NamedTuple):
    """A fact of a topic.

    - `default`: its value if it is not given
    - `required`: whether the fact must be given, so that it has no default
    """

    name: str
    kind: Kind
    question: str
    choices: tuple[str, ...] = ()
    default: Any = None
    required: bool = False

    @property
    def hint(self) -> str:
        """A hint for a person that shows how to write an answer."""
        return FORMS[self.kind].hint


def fields_of(topic: Topic, *, asked: bool = False) -> tuple[Field, ...]:
    """The facts of a topic. With `asked`, only the facts that a person is asked for, in the order of the questions."""
    found = {field.name: field for field in fields_in(topic.facts, topic.asks)}
    return tuple([found[name] for name in topic.asks]) if asked else tuple(found.values())


def fields_in(struct: type[msgspec.Struct], asks: Mapping[str, str]) -> tuple[Field, ...]:
    """The fields of a struct that a file may fill, with the question for each in `asks`, if there is one."""
    found = []
    for field in msgspec.structs.fields(struct):
        kind, choices = _kind(field.type)
        found.append(Field(field.name, kind, asks.get(field.name, ""), choices, _default(field), field.required))
    return tuple(found)


def is_idle(field: Field, fields: Sequence[Field], facts: Mapping[str, object]) -> bool:
    """Whether earlier answers make the question about this fact pointless."""
    names = {one.name for one in fields}
    needed = [name for name in ONLY_WITH.get(field.name, ()) if name in names]
    return not all(facts.get(name) for name in needed) or any(
        facts.get(name) for name in ONLY_WITHOUT.get(field.name, ()) if name in names
    )


def _default(field: Any) -> Any:
    if field.default_factory is not msgspec.NODEFAULT:
        return field.default_factory()
    return None if field.default is msgspec.NODEFAULT else field.default


def _kind(hint: object) -> tuple[Kind, tuple[str, ...]]:
    """The kind of a field of this type, and its choices."""
    origin, inside = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return _kind(inside[0])
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
    kinds: dict[object, Kind] = {bool: "yes or no", int: "number", Spot: "betting"}
    return kinds.get(hint, "text"), ()


# ---- answers


def read_field(text: str, field: Field) -> Any:
    """The value of a person's answer. Raises BadNotation, listing the legal answers, for any other answer."""
    plain = text.strip()
    match field.kind:
        case "yes or no":
            return _yes_or_no(plain, field)
        case "number":
            return _number(plain, field)
        case "choice":
            return read_choice(plain, field.choices, field.name)
        case "numbers":
            return [one for part in _parts(plain) for one in _numbers(part, field)]
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
        raise BadNotation(f"expected yes or no, not {text!r}", place=field.name)
    return word in _YES


def _number(text: str, field: Field) -> int:
    digits = text.removeprefix("-")
    try:
        return -chips(digits) if text.startswith("-") else chips(digits)
    except (BadNotation, IndexError):
        raise BadNotation(f"expected a whole number, not {text!r}", place=field.name) from None


def _numbers(text: str, field: Field) -> list[int]:
    """A number, or several equal ones: `5x100` is five of 100. Raises BadNotation for other text."""
    return _chips(text) if re.fullmatch(r"\d+x\d.*", text.lower()) else [_number(text, field)]


def read_choice(text: str, choices: Sequence[str], name: str) -> str:
    """The choice that a person made: by its name, by its number from 1, or by a unique part of its name.

    Raises BadNotation, listing the choices, for any other text.
    """
    word = text.strip().lower().replace("_", " ")
    if word and NONE.startswith(word) and "" in choices:
        return ""
    if word.isascii() and word.isdigit() and word not in choices:
        if not 1 <= int(word[:9]) <= len(choices):
            raise BadNotation(f"expected a choice from 1 to {len(choices)}, not {word}", place=name)
        return choices[int(word) - 1]
    exact = [choice for choice in choices if choice.lower() == word]
    some = exact or [choice for choice in choices if choice.lower().startswith(word)]
    some = some or [choice for choice in choices if word in choice.lower()]
    if word and len(some) == 1:
        return some[0]
    near = some if len(word) > 2 and some else nearest(word, choices, 3, 0.5)
    names = " or ".join(near[:6]) if near else ", ".join(filter(None, choices))
    hint = f"did you mean {names}?" if near else f"there are {names}"
    raise BadNotation(f"{text.strip()!r} is not one of the choices", hint=hint, near=near, place=name)


def read_chips(text: str, motions: int | None = None) -> list[list[int]]:
    """Chips by motion: `1000,1000` is one motion, `1000/500` is two motions, and `5x100` is five chips.

    For text without slashes, `motions` says whether all chips were put out in one motion, or each chip in its own.
    Raises BadNotation for other text.
    """
    parts = [_motion(part) for part in without_signs(text).split("/")]
    if not any(parts):
        return []
    if not all(parts):
        raise BadNotation(
            f"chips {text!r}: expected the chips of each motion, with / between motions, such as 1000,1000/500"
        )
    if sum(map(len, parts)) > _MOST_CHIPS:
        raise BadNotation(f"chips: expected at most {_MOST_CHIPS}, not {sum(map(len, parts))}")
    if motions is None or motions == len(parts):
        return parts
    flat = [chip for part in parts for chip in part]
    if len(parts) == 1 and motions == len(flat):
        return [[chip] for chip in flat]
    example = f"--chips {','.join(map(str, flat[:-1] or flat))}/{flat[-1]}"
    raise BadNotation(
        f"chips: say which of the {len(flat)} chips came in each of the {motions} motions; put a slash between "
        f"motions, as in {example}"
    )


def _motion(text: str) -> list[int]:
    return [chip for part in re.split(r"[,+\s]+", text.strip()) if part for chip in _chips(part)]


def _chips(text: str) -> list[int]:
    count, times, chip = text.lower().rpartition("x")
    try:
        each = chips(chip)
        number = int(count) if times else 1
    except (BadNotation, ValueError, IndexError):
        raise BadNotation(
            f"chips: expected a value such as 1000, or 5x100 for five chips of 100, not {text!r}"
        ) from None
    if not 1 <= number <= _MOST_CHIPS:
        raise BadNotation(f"chips: {text!r}: expected 1 to {_MOST_CHIPS} chips of each value")
    return [each] * number


# ---- files


def check_table(table: Mapping[str, object], fields: Sequence[Field], name: str) -> None:
    """Raise BadNotation for an unknown key or a value of the wrong kind in a table of a file."""
    known = {field.name: field for field in fields}
    for key, value in table.items():
        if key not in known:
            raise BadNotation(f"{name}: unknown key {key!r}; {nearest_or_all(key, list(known))}")
        check_value(value, known[key], name)


def check_value(value: Any, field: Field, name: str) -> None:
    """Raise BadNotation for a value that is not allowed for the fact."""
    where = f"{name}: {field.name}"
    if field.kind == "betting" and isinstance(value, dict):
        check_table(value, fields_in(Spot, {}), where)
    elif not _is_written(value, field.kind):
        choices = f": {', '.join(filter(None, field.choices))}" if field.choices else ""
        raise BadNotation(f"{where}: expected {FORMS[field.kind].written}, not {shown(value)}{choices}")
    elif field.choices:
        for word in [value] if isinstance(value, str) else value:
            if word not in field.choices:
                meant = read_choice(word, field.choices, where)
                raise BadNotation(f"{where}: {word!r} is not one of the choices; did you mean {meant}?")


def check_bounds(value: object, where: str) -> None:
    """Raise BadNotation if a number among the facts is larger than any amount of chips."""
    for number in _numbers_in(value):
        if not -MOST <= number <= MOST:
            raise out_of_bounds(where, -MOST, MOST)


def _numbers_in(value: object) -> Iterator[int]:
    if isinstance(value, dict):
        yield from _numbers_in(list(value.values()))
    elif isinstance(value, list | tuple):
        for one in value:
            yield from _numbers_in(one)
    elif isinstance(value, int):
        yield value


def _is_written(value: object, kind: Kind) -> bool:
    try:
        msgspec.convert(value, FORMS[kind].type)
    except msgspec.ValidationError:
        return False
    return True


def shown(value: Any) -> str:
    """A value as it is written in a file, shortened if it is long."""
    text = str(value).lower() if isinstance(value, bool) else repr(value)
    return text if len(text) <= _LONGEST else text[: _LONGEST - 3] + "..."


def nearest_or_all(word: str, known: Sequence[str]) -> str:
    """The known words most similar to `word`, or all of them, for an error message."""
    near = nearest(word, known, 3)
    if near:
        return did_you_mean(near)
    return f"there are {', '.join(known[:_MOST_NAMES])}{' ...' if len(known) > _MOST_NAMES else ''}"


def value_text(value: Any, field: Field) -> str:
    """A value as a person would type it. It is shown as the default of a question."""
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
