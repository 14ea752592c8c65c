"""The shape of a value: whether it fits the type that is wanted, and in plain words why it does not.

msgspec converts, and names the place of what does not fit. What it says is for programmers; here it is told to
people who write files: what stands there, and what would be right.

>>> as_type({"seats": "nine"}, dict[str, int], "friday.toml")
Traceback (most recent call last):
sidepot.errors.BadNotation: friday.toml: seats: this is a whole number, not 'nine'
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from math import inf
from typing import Any, Final, NamedTuple, TypeVar

import msgspec
from msgspec import inspect

from sidepot.errors import BadNotation, SidepotError
from sidepot.reader import at_place, nearest, said, unknown
from sidepot.whole import out_of_bounds

T = TypeVar("T")

RIGHT: Final = {
    "int": "a whole number",
    "float": "a number",
    "str": "text in quotes",
    "bool": "true or false",
    "array": "a list [...]",
    "object": "a table {...}",
    "date": "a date",
}
FOUND: Final = {"int": "a number", "float": "a number", "str": "text", "array": "a list", "object": "a table"}
BOUNDS: Final = {
    ">=": "of at least {}",
    ">": "above {}",
    "<=": "of at most {}",
    "<": "below {}",
    "of length": "with {} in it",
    "of length >=": "with at least {} in it",
    "of length <=": "with at most {} in it",
}
_EXPECTED: Final = re.compile(r"Expected `([^`]+)`(?: (of length(?: [<>]=)?|[<>]=?) (\S+))?(?:, got `([^`]+)`)?")
_ONE: Final = {"int": "an integer", "flo": "a number"}
_STEP: Final = re.compile(r"\.([^.\[]+)|\[(\d+|\.\.\.)\]")
_NOTHING: Final = object()  # where it is not known what stands there

Steps = tuple[str | int, ...]


class Misfit(NamedTuple):
    """What does not fit: the steps to it from the outermost value, and the error, which names no line."""

    steps: Steps
    error: BadNotation


def as_type(value: Any, wanted: type[T], where: str) -> T:
    """A value of any type that msgspec knows: `list[int]`, a struct. The error names the place within the value."""
    try:
        with at_place(where):
            return msgspec.convert(value, wanted)
    except msgspec.ValidationError as error:
        told = misfit(error, wanted, value).error
        raise placed(told, joined(where, told.place)) from None


def joined(where: str, path: str) -> str:
    """A place and the path within it: `stakes` and `blinds[1]` are `stakes.blinds[1]`; other words get a colon."""
    between = "" if path.startswith("[") else "." if re.search(r"(?:^|: |\])\w*$", where) else ": "
    return f"{where}{between}{path}" if where and path else where or path


def placed(error: BadNotation, place: str) -> BadNotation:
    """The same error at this place, and no other."""
    found = error.at("")
    found.place = place
    found.args = (found.message,)
    return found


def path_text(steps: Iterable[str | int]) -> str:
    """The steps to a value as people write them.

    >>> path_text(("draw", 2, "seat"))
    'draw[2].seat'
    """
    return "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in steps).lstrip(".")


def misfit(error: msgspec.ValidationError, wanted: Any, value: Any = _NOTHING, *, shows: bool = True) -> Misfit:
    """What msgspec found, in plain words; `shows` lets the error repeat what stands there."""
    what, _, place = str(error).partition(" - at `")
    path = place.rpartition("$")[2].rstrip("`")  # that of a key is told as `key` in `$.chips`
    steps, kind, there = _follow([name or at for name, at in _STEP.findall(path)], _type(wanted), value)
    told, more = _told(what, kind, there, shows=shows)
    return Misfit((*steps, *more), placed(told, path_text(steps)))


def refused(value: Any, wanted: Any) -> Steps:
    """The steps to the innermost struct that refuses its own values; none where it is not found."""
    return next(_refused(value, _type(wanted)), ())


def _refused(value: Any, kind: inspect.Type) -> Iterator[Steps]:
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
def _type(wanted: Any) -> inspect.Type:
    try:
        return inspect.type_info(wanted)
    except TypeError:
        return inspect.AnyType()


def _told(what: str, kind: inspect.Type, value: Any, *, shows: bool) -> tuple[BadNotation, Steps]:
    """The error, and the step to the key that it is about, where that is one too many."""
    name = what.rpartition("field `")[2].rstrip("`")
    fields = _fields(kind, value)
    if what.startswith("Object missing"):
        right = next((_words(field.type) for field in fields if field.encode_name == name), "")
        known = [field.encode_name for field in fields]
        near = nearest(name, [key for key in value if key not in known]) if isinstance(value, dict) and known else []
        hint = f"did you write {near[0]!r} for it?" if near else f"it is {right}" if right else ""
        return BadNotation(f"the key {name!r} is missing", hint=hint), ()
    if what.startswith("Object contains"):
        keys = [field.encode_name for field in fields]
        return unknown(f"there is no key {said(name)}", name, keys, lead="the keys are"), (name,)
    if what.startswith("Invalid"):
        word = what.partition("'")[2].rstrip("'") or what.rpartition(" ")[2]
        names = _names(kind)
        told = f"there is no {said(word)}"
        return (unknown(told, word, names) if names else BadNotation(f"{told} here")), ()
    found = _EXPECTED.fullmatch(what)
    within = _within_bounds(kind)
    is_number = found is not None and found[1] in ("int", "float", "int | null", "float | null")
    if within is not None and (found is None or is_number):
        got = said(value) if shows and value is not _NOTHING else ""
        if found is None or found[2]:
            return out_of_bounds("", *within, got), ()
        least, most = within
        return BadNotation(f"expected {_ONE[found[1][:3]]} from {least} to {most}{got and f', not {got}'}"), ()
    if found is None:
        return BadNotation(f"{what[:1].lower()}{what[1:]}"), ()
    kinds, bound, number, got = found.groups()
    right = " or ".join(RIGHT.get(one, one) for one in kinds.split(" | ") if one != "null")
    limit = f" {BOUNDS[bound].format(number)}" if bound else ""
    if shows and value is not _NOTHING:
        return BadNotation(f"this is {right}{limit}, not {said(value)}"), ()
    return BadNotation(f"this is {right}{limit}" + (f", not {FOUND.get(got, got)}" if got else "")), ()


# ---- what stands where


def _follow(path: list[str], kind: inspect.Type, value: Any) -> tuple[Steps, inspect.Type, Any]:
    """The steps of a path, the type wanted at its end, and the value that stands there."""
    steps: list[str | int] = []
    for word in path:
        step: str | int = word
        if word == "...":
            within = _within(kind, "", value)
            step = next((key for key, one in _items(value) if not _fits(one, within)), "...")
        elif word.isdecimal() and isinstance(value, list | tuple):
            step = int(word)
        kind = _within(kind, step, value)
        value = _at(value, step)
        steps.append(step)
    return tuple(steps), kind, value


def _items(value: Any) -> list[tuple[Any, Any]]:
    return list(value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ())


def _at(value: Any, step: str | int) -> Any:
    if isinstance(value, dict):
        return value.get(step, _NOTHING)
    return value[step] if isinstance(value, list | tuple) and isinstance(step, int) and step < len(value) else _NOTHING


def _fits(value: Any, kind: inspect.Type) -> bool:
    """Whether a value may have a type: a plain one has it, within its bounds; of a list or a table nothing is known."""
    plain: dict[type, tuple[type, ...]] = {
        inspect.IntType: (int,), inspect.FloatType: (int, float), inspect.StrType: (str,), inspect.BoolType: (bool,),
    }  # fmt: skip
    for one in _choices(kind):
        known = plain.get(type(one), (list, dict))
        bounds = _within_bounds(one) or (-inf, inf)
        if isinstance(value, known) and isinstance(value, bool) == (bool in known):
            if not isinstance(value, int | float) or bounds[0] <= value <= bounds[1]:
                return True
    return False


def _within(kind: inspect.Type, step: str | int, value: Any) -> inspect.Type:
    """The type of what stands one step further."""
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


def _fields(kind: inspect.Type, value: Any) -> tuple[inspect.Field, ...]:
    """The fields of a struct; of several, those of the one whose tag the value has."""
    found = _structs(kind, value)
    return found[0].fields if found else ()


def _structs(kind: inspect.Type, value: Any) -> list[inspect.StructType]:
    """The struct that a value is to be: of several, the one whose tag it has."""
    structs = [one for one in _choices(kind) if isinstance(one, inspect.StructType)]
    tagged = [one for one in structs if isinstance(value, dict) and value.get(one.tag_field) == one.tag]
    return tagged if len(structs) > 1 else structs


def _within_bounds(kind: inspect.Type) -> tuple[float, float] | None:
    """The least and the most that a number may be here; None where it has no such bounds."""
    for one in _choices(kind):
        number = one.key_type if isinstance(one, inspect.DictType) else one  # where a table stands its key is meant
        for each in _choices(number):
            if isinstance(each, inspect.IntType | inspect.FloatType) and each.ge is not None and each.le is not None:
                return each.ge, each.le
    return None


def _names(kind: inspect.Type) -> list[str]:
    """The words that may stand here: those of a list of words, or the tags of structs."""
    found: list[str] = []
    for one in _choices(kind):
        match one:
            case inspect.EnumType():
                found += [str(member.value) for member in one.cls]
            case inspect.LiteralType():
                found += [str(value) for value in one.values]
            case inspect.StructType() if one.tag is not None:
                found.append(str(one.tag))
    return found


def _words(kind: inspect.Type) -> str:
    """What would be right, in words."""
    names = [name for name in _names(kind) if not any(isinstance(one, inspect.StructType) for one in _choices(kind))]
    if names:
        return f"one of {', '.join(names)}" if len(names) > 1 else repr(names[0])
    words = {
        inspect.IntType: "int", inspect.FloatType: "float", inspect.StrType: "str", inspect.BoolType: "bool",
        inspect.ListType: "array", inspect.VarTupleType: "array", inspect.TupleType: "array",
        inspect.DictType: "object", inspect.StructType: "object",
    }  # fmt: skip
    found = dict.fromkeys(RIGHT[words[type(one)]] for one in _choices(kind) if type(one) in words)
    return " or ".join(found)
