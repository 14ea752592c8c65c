"""Convert values to types, and explain why a value does not fit.

msgspec converts and refuses. To find the wrong value and what would be right, `find_problem` walks the value along
its type (`msgspec.inspect`), in the order in which msgspec reads it.

>>> as_type({"seats": "nine"}, dict[str, int], "friday.toml")
Traceback (most recent call last):
sidepot.errors.BadNotation: friday.toml: seats: expected an integer, not 'nine'
"""

from __future__ import annotations

import operator
import re
from collections.abc import Collection, Iterable, Iterator, Sequence, Sized
from contextlib import suppress
from functools import cache
from math import isinf
from typing import Final, NamedTuple, TypeVar

import msgspec
from msgspec import inspect

from sidepot.errors import BadNotation, SidepotError
from sidepot.validation.integers import out_of_bounds
from sidepot.validation.reader import at_place, nearest, quoted, unknown

T = TypeVar("T")

RIGHT: Final = {
    inspect.BoolType: "true or false",
    inspect.IntType: "an integer",
    inspect.FloatType: "a number",
    inspect.StrType: "text in quotes",
    inspect.ListType: "a list [...]",
    inspect.VarTupleType: "a list [...]",
    inspect.TupleType: "a list [...]",
    inspect.SetType: "a list [...]",
    inspect.FrozenSetType: "a list [...]",
    inspect.DictType: "a table {...}",
    inspect.StructType: "a table {...}",
}
"""The names of types in errors, in the order in which an error lists them."""

FOUND: Final = {bool: "true or false", int: "a number", float: "a number", str: "text", list: "a list", dict: "a table"}
_PYTHON: Final[dict[type, tuple[type, ...]]] = {
    inspect.BoolType: (bool,),
    inspect.IntType: (int,),
    inspect.FloatType: (int, float),
    inspect.StrType: (str,),
    inspect.NoneType: (type(None),),
    inspect.ListType: (list, tuple),
    inspect.VarTupleType: (list, tuple),
    inspect.TupleType: (list, tuple),
    inspect.SetType: (list, tuple, set),
    inspect.FrozenSetType: (list, tuple, set, frozenset),
    inspect.DictType: (dict,),
    inspect.StructType: (dict,),
}
_SIZES: Final = ("with at least {} in it", "with at most {} in it")
_NUMBERS: Final = (
    ("ge", "of at least {}", operator.ge),
    ("gt", "above {}", operator.gt),
    ("le", "of at most {}", operator.le),
    ("lt", "below {}", operator.lt),
)
_NOTHING: Final = object()  # the value is not known

Steps = tuple[str | int, ...]


class Problem(NamedTuple):
    """A value of the wrong type or size: the path to it, and the error (without a line number)."""

    steps: Steps
    error: BadNotation


def as_type(value: object, wanted: type[T], where: str) -> T:
    """Convert a value to any type that msgspec supports. Raises BadNotation if that is impossible. The message begins
    with `where`.
    """
    try:
        with at_place(where):
            return msgspec.convert(value, wanted)
    except msgspec.ValidationError as error:
        wrong = find_problem(error, wanted, value).error
        raise placed(wrong, joined(where, wrong.place)) from None


def joined(where: str, path: str) -> str:
    """Join a place and a path: `stakes` and `blinds[1]` become `stakes.blinds[1]`.

    If the place is not a path itself, a colon separates the two.
    """
    between = "" if path.startswith("[") else "." if re.search(r"(?:^|: |\])\w*$", where) else ": "
    return f"{where}{between}{path}" if where and path else where or path


def placed(error: BadNotation, place: str) -> BadNotation:
    """The same error with this place instead of its own place."""
    found = error.at("")
    found.place = place
    found.args = (found.message,)
    return found


def path_text(steps: Iterable[str | int]) -> str:
    """The path to a value as text.

    >>> path_text(("draw", 2, "seat"))
    'draw[2].seat'
    """
    return "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in steps).lstrip(".")


def find_problem(
    error: msgspec.ValidationError, wanted: object, value: object = _NOTHING, *, shows: bool = True, strict: bool = True
) -> Problem:
    """Find the value that msgspec refused.

    - `shows`: whether the error repeats the value
    - `strict`: False if text may stand for a number
    """
    found = None if value is _NOTHING else next(_Look(shows, strict).wrong(value, _type(wanted), ()), None)
    if found is None:
        cause = error.__cause__  # an error of a struct's own check
        found = _Wrong((), BadNotation(str(cause)) if cause is not None else _unknown())
    return Problem((*found.steps, *found.more), placed(found.error, path_text(found.steps)))


def find_problem_of_field(model: object, name: str, value: object, *, strict: bool) -> BadNotation:
    """Find the problem in one field of a struct. The error does not repeat the value."""
    kind = _within(_type(model), name, {})
    found = next(_Look(False, strict).wrong(value, kind, ()), None)
    return placed(found.error, path_text(found.steps)) if found is not None else _unknown()


def _unknown() -> BadNotation:
    return BadNotation("the value does not fit here")


def refused(value: object, wanted: object) -> Steps:
    """The path to the innermost struct that refuses its values; () if there is none."""
    return next(_refused(value, _type(wanted)), ())


def _refused(value: object, kind: inspect.Type) -> Iterator[Steps]:
    for key, one in _items(value):
        for steps in _refused(one, _within(kind, key, value)):
            yield (key, *steps)
    for struct in _structs(kind, value):
        try:
            msgspec.convert(value, struct.cls)
        except SidepotError:
            yield ()
        except (msgspec.ValidationError, RecursionError):
            return


@cache  # a union of many structs takes a twentieth of a second
def _type(wanted: object) -> inspect.Type:
    try:
        return inspect.type_info(wanted)
    except TypeError:
        return inspect.AnyType()


# ---- what is wrong


class _Wrong(NamedTuple):
    """An error, the path to the value, and the unknown key in it."""

    steps: Steps
    error: BadNotation
    more: Steps = ()


class _Look(NamedTuple):
    """A search for problems. `shows` means that errors repeat values, `strict` that text may not stand for a number."""

    shows: bool
    strict: bool

    def wrong(self, value: object, kind: inspect.Type, steps: Steps) -> Iterator[_Wrong]:
        """Yield the problems of a value, in reading order."""
        choices = _choices(kind)
        if isinstance(value, float) and isinf(value):  # JSON has no such number, but may have more digits
            yield _Wrong(steps, BadNotation("the number is too large", code="out_of_bounds"))
        if any(type(one) not in _PYTHON and not _words_of(one) for one in choices):
            for key, one in _items(value):  # any type is allowed, or the type is unknown
                yield from self.wrong(one, inspect.AnyType(), (*steps, key))
            return
        if not self.strict:
            value = _number_of(value, choices)
        fitting = [one for one in choices if _may_be(value, one)]
        if not fitting:
            yield _Wrong(steps, self._wrong_type(value, kind))
        elif isinstance(value, dict):
            yield from self._wrong_table(value, kind, fitting, steps)
        elif isinstance(value, list | tuple):
            yield from self._wrong_list(value, fitting[0], steps)
        elif not any(_is_within(value, one) for one in fitting):
            yield _Wrong(steps, self._beyond(value, kind, fitting[0]))

    def _wrong_type(self, value: object, kind: inspect.Type) -> BadNotation:
        within = _within_bounds(kind)
        numbers = [one for one in _choices(kind) if not isinstance(one, inspect.NoneType)]
        if within is not None and all(isinstance(one, inspect.IntType | inspect.FloatType) for one in numbers):
            word = "an integer" if isinstance(numbers[0], inspect.IntType) else "a number"
            not_this = f", not {quoted(value)}" if self.shows else ""
            return BadNotation(f"expected {word} from {within[0]} to {within[1]}{not_this}")
        return BadNotation(f"expected {_right(kind)}{self._not_this(value)}")

    def _not_this(self, value: object) -> str:
        if self.shows:
            return f", not {quoted(value)}"
        return f", not {FOUND.get(type(value), 'null' if value is None else type(value).__name__)}"

    def _beyond(self, value: object, kind: inspect.Type, one: inspect.Type) -> BadNotation:
        """The error for a value of the right type that is out of bounds or not among the choices."""
        if any(map(_words_of, _choices(kind))):
            return unknown(f"unknown value {quoted(value)}", value, _names(kind))
        if isinstance(value, int | float) and (within := _within_bounds(kind)) is not None:
            return out_of_bounds("", *within, quoted(value) if self.shows else "")
        limit = _limit(value, one)
        shown = f", not {quoted(value)}" if self.shows else ""
        return BadNotation(f"expected {_right(kind)}{limit and ' '}{limit}{shown}")

    def _wrong_list(self, value: Sequence[object], kind: inspect.Type, steps: Steps) -> Iterator[_Wrong]:
        if limit := _limit(value, kind):
            yield _Wrong(steps, BadNotation(f"expected {RIGHT[type(kind)]} {limit}{', not a list' * self.shows}"))
        for at, one in enumerate(value):
            yield from self.wrong(one, _within(kind, at, value), (*steps, at))

    def _wrong_table(
        self, value: dict[str | int, object], kind: inspect.Type, fitting: list[inspect.Type], steps: Steps
    ) -> Iterator[_Wrong]:
        structs = [one for one in fitting if isinstance(one, inspect.StructType)]
        if not structs:
            yield from self._wrong_items(value, fitting[0], steps)
            return
        tag = structs[0].tag_field
        if tag is not None and (tag in value or len(structs) > 1):
            if tag not in value:
                yield _Wrong(steps, BadNotation(f"the key {tag!r} is missing"))
                return
            given = value[tag]
            if given not in [one.tag for one in structs]:
                wrong = (
                    unknown(f"unknown value {quoted(given)}", given, _names(kind))
                    if isinstance(given, str)
                    else BadNotation(f"expected text in quotes{self._not_this(given)}")
                )
                yield _Wrong((*steps, tag), wrong)
                return
            structs = [one for one in structs if one.tag == given]
        yield from self._wrong_fields(value, structs[0], steps)

    def _wrong_items(self, value: dict[str | int, object], kind: inspect.Type, steps: Steps) -> Iterator[_Wrong]:
        if limit := _limit(value, kind):
            yield _Wrong(steps, BadNotation(f"expected {RIGHT[type(kind)]} {limit}"))
        key_type = kind.key_type if isinstance(kind, inspect.DictType) else inspect.AnyType()
        for key, one in value.items():
            number = _number_of(key, _choices(key_type))
            yield from (_Wrong(steps, found.error) for found in self.wrong(number, key_type, ()))
            yield from self.wrong(one, _within(kind, key, value), (*steps, key))

    def _wrong_fields(
        self, value: dict[str | int, object], struct: inspect.StructType, steps: Steps
    ) -> Iterator[_Wrong]:
        fields = {field.encode_name: field for field in struct.fields}
        for key, one in value.items():
            if isinstance(key, str) and key in fields:
                yield from self.wrong(one, fields[key].type, (*steps, key))
            elif key != struct.tag_field and struct.forbid_unknown_fields:
                wrong = unknown(f"unknown key {quoted(key)}", key, fields, lead="the keys are")
                yield _Wrong(steps, wrong, (key,))
        for name, field in fields.items():
            if field.required and name not in value:
                yield _Wrong(steps, _missing(name, field, value, fields))


def _missing(name: str, field: inspect.Field, value: dict[str | int, object], known: Collection[str]) -> BadNotation:
    near = nearest(name, [str(key) for key in value if key not in known])
    right = _words(field.type)
    hint = f"did you write {near[0]!r} for it?" if near else f"it is {right}" if right else ""
    return BadNotation(f"the key {name!r} is missing", hint=hint)


def _right(kind: inspect.Type) -> str:
    """The types that are allowed, in words."""
    choices = _choices(kind)
    kinds = {type(one) for one in choices}
    if words := [word for one in choices for word in _words_of(one)]:
        kinds |= {inspect.IntType if isinstance(words[0], int) else inspect.StrType}
    return " or ".join(dict.fromkeys(right for one, right in RIGHT.items() if one in kinds))


def _may_be(value: object, kind: inspect.Type) -> bool:
    """Whether a value has the right Python type; its bounds are not checked."""
    words = _words_of(kind)
    if words:
        return type(value) in {type(word) for word in words}
    known = _PYTHON[type(kind)]
    return isinstance(value, known) and isinstance(value, bool) == (bool in known)


def _is_within(value: object, kind: inspect.Type) -> bool:
    """Whether a value of the right Python type is among the choices, or within the bounds."""
    words = _words_of(kind)
    if words:
        return value in words
    return not _limit(value, kind)


def _limit(value: object, kind: inspect.Type) -> str:
    """The bound that a value exceeds, in words; "" if it is within all bounds."""
    if isinstance(kind, inspect.IntType | inspect.FloatType):
        for name, words, holds in _NUMBERS:
            bound = getattr(kind, name)
            if bound is not None and isinstance(value, int | float) and not holds(value, bound):
                return words.format(bound)
        return ""
    size = len(value) if isinstance(value, Sized) else 0
    if isinstance(kind, inspect.TupleType):
        return f"with {len(kind.item_types)} in it" if size != len(kind.item_types) else ""
    least, most = getattr(kind, "min_length", None), getattr(kind, "max_length", None)
    if least is not None and size < least:
        return _SIZES[0].format(least)
    return _SIZES[1].format(most) if most is not None and size > most else ""


def _number_of(value: object, choices: Iterable[inspect.Type]) -> object:
    """Read text as a number or a bool, if such a type is wanted; otherwise return the value."""
    kinds = {type(one) for one in choices}
    if isinstance(value, str) and inspect.StrType not in kinds:
        for kind, right in ((inspect.IntType, int), (inspect.FloatType, float), (inspect.BoolType, bool)):
            if kind in kinds:
                with suppress(msgspec.ValidationError):
                    return msgspec.convert(value, right, strict=False)
    return value


# ---- what stands where


def _items(value: object) -> list[tuple[str | int, object]]:
    return list(value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ())


def _within(kind: inspect.Type, step: str | int, value: object) -> inspect.Type:
    """The type of the next step of a path."""
    for one in _choices(kind):
        match one:
            case inspect.StructType():
                for field in _fields(kind, value):
                    if field.encode_name == step:
                        return field.type
                if one.tag_field == step:
                    return kind
            case inspect.DictType():
                return one.value_type
            case inspect.TupleType() if isinstance(step, int):
                return one.item_types[step] if step < len(one.item_types) else inspect.AnyType()
            case inspect.ListType() | inspect.VarTupleType() | inspect.SetType() | inspect.FrozenSetType():
                return one.item_type
    return inspect.AnyType()


def _choices(kind: inspect.Type) -> tuple[inspect.Type, ...]:
    if isinstance(kind, inspect.Metadata):
        return _choices(kind.type)
    return kind.types if isinstance(kind, inspect.UnionType) else (kind,)


def _fields(kind: inspect.Type, value: object) -> tuple[inspect.Field, ...]:
    """The fields of a struct or, for a union, of the struct with the value's tag."""
    found = _structs(kind, value)
    return found[0].fields if found else ()


def _structs(kind: inspect.Type, value: object) -> list[inspect.StructType]:
    """The struct that a value must be or, for a union, the one with the value's tag."""
    structs = [one for one in _choices(kind) if isinstance(one, inspect.StructType)]
    tagged = [one for one in structs if isinstance(value, dict) and value.get(one.tag_field) == one.tag]
    return tagged if len(structs) > 1 else structs


def _within_bounds(kind: inspect.Type) -> tuple[float, float] | None:
    """The bounds of a number; None if it has none."""
    for one in _choices(kind):
        number = one.key_type if isinstance(one, inspect.DictType) else one  # for a table its key is meant
        for each in _choices(number):
            if isinstance(each, inspect.IntType | inspect.FloatType) and each.ge is not None and each.le is not None:
                return each.ge, each.le
    return None


def _words_of(kind: inspect.Type) -> list[object]:
    """The allowed words of an enumeration; none for any other type."""
    if isinstance(kind, inspect.EnumType):
        return [member.value for member in kind.cls]
    return list(kind.values) if isinstance(kind, inspect.LiteralType) else []


def _names(kind: inspect.Type) -> list[str]:
    """The allowed words of an enumeration, or the tags of structs."""
    found: list[str] = []
    for one in _choices(kind):
        found += [str(word) for word in _words_of(one)]
        if isinstance(one, inspect.StructType) and one.tag is not None:
            found.append(str(one.tag))
    return found


def _words(kind: inspect.Type) -> str:
    """The allowed values, in words."""
    names = [str(word) for one in _choices(kind) for word in _words_of(one)]
    if names:
        return f"one of {', '.join(names)}" if len(names) > 1 else repr(names[0])
    return _right(kind)
