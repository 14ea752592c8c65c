"""Check arguments and fields at runtime: each has its declared type, or the error names it.

Without the check, a wrong value would fail later, deep inside, with an unclear error. Functions check their arguments
with `expect`, structs their fields with `check_fields`, which also converts: a numpy integer to an int, a list to a
tuple, the text of an enum to its member.

>>> expect("AsKs", int, "seat")
Traceback (most recent call last):
sidepot.errors.BadNotation: seat: expected an int, not 'AsKs'
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import Enum
from functools import cache
from operator import attrgetter
from types import NoneType, UnionType
from typing import Annotated, Any, Final, Literal, NamedTuple, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec

from sidepot.errors import BadNotation
from sidepot.validation.integers import as_int, as_ints, out_of_bounds, short
from sidepot.validation.reader import unknown

T = TypeVar("T")
K = TypeVar("K")
V = TypeVar("V")
Reader = Callable[[object, str], object]

EXAMPLES: Final = {
    "Deck": "Deck(below=Random().randrange)",
    "FixedLimit": "FixedLimit()",
    "Game": "find_game('holdem')",
    "Hand": "Hand(setup)",
    "HandState": "Hand(setup)",
    "Mix": "find_mix('horse')",
    "NoLimit": "NoLimit()",
    "Phh": "phh_of_hand(hand)",
    "PotLimit": "PotLimit()",
    "Rulebook": "find_house('cash')",
    "Setup": "seat_hand(...)",
    "SpreadLimit": "SpreadLimit(2, 10)",
    "Stakes": "Stakes(blinds=(1, 2))",
    "Structure": "find_preset('turbo')",
    "TableRules": "TableRules(mix=..., stakes=...)",
}
"""For errors: how to make a value of each class."""

NAMES: Final = {"HandState": "Hand"}  # the public name
WORDS: Final = {str: "text", bool: "True or False", float: "a number", int: "an int", dict: "a dict"}
_REAL: Final = (int, float)  # a tuple: `int | float` would be rebuilt for each field
_MOST: Final = 64  # combinations of types that are remembered for one struct


def expect(value: object, kind: type[T] | tuple[type[T], ...], what: str) -> T:
    """Return a value if it belongs to this class, or to one of these classes.

    Otherwise, raises BadNotation. The message begins with `what`.
    """
    if isinstance(value, kind) and not (isinstance(value, bool) and kind is int):
        return value
    raise wrong_type(value, kind if isinstance(kind, tuple) else (kind,), what)


def expect_callable(value: T, what: str, form: str) -> T:
    """Return a value if it is callable. Raises BadNotation otherwise. `form` describes the expected value."""
    if not callable(value):
        raise BadNotation(f"{what}: expected {form}, not {short(value)}")
    return value


def expect_mapping(value: Mapping[K, V], what: str, form: str) -> dict[K, V]:
    """Copy a mapping to a dict. Raises BadNotation for anything else. `form` describes the expected value."""
    try:
        return dict(value.items())
    except (AttributeError, TypeError, ValueError):
        raise BadNotation(f"{what}: expected {form}, not {short(value)}") from None


def expect_row(values: object, kind: type[T] | tuple[type[T], ...], what: str) -> tuple[T, ...]:
    """Return a sequence of values of this class as a tuple.

    Raises BadNotation for anything else, including text.
    """
    kinds = kind if isinstance(kind, tuple) else (kind,)
    if type(values) is tuple and {*kinds}.issuperset(map(type, values)):  # as it nearly always is
        return values
    return tuple([expect(value, kinds, what) for value in _row(values, what, f"a list of {_words(kinds)}")])


def is_text(value: object) -> bool:
    """Whether a value is text (`str` or `bytes`). Python treats text as a sequence, too."""
    return isinstance(value, str | bytes)


def wrong_type(value: object, kinds: Sequence[type], what: str) -> BadNotation:
    """The error for a value of the wrong type. If there is an example of the right type, the message includes it."""
    example = next((EXAMPLES[kind.__name__] for kind in kinds if kind.__name__ in EXAMPLES), "")
    as_in = f", as in {example}" if example else ""
    return BadNotation(f"{what}: expected {_words(kinds)}{as_in}, not {short(value)}")


def _words(kinds: Sequence[type]) -> str:
    names = [WORDS.get(kind) or _with_article(NAMES.get(kind.__name__, kind.__name__)) for kind in kinds]
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} or {names[-1]}"


def _with_article(name: str) -> str:
    return f"{'an' if name[:1] in 'AEIOU' else 'a'} {name}"


# ---- the fields of a struct


class _Fields(NamedTuple):
    """How the fields of a struct are checked.

    `plain` are combinations of field types that were right before. For these combinations, only fields that are `deep`
    (containers) or have `bounds` are checked again.
    """

    values: Callable[[msgspec.Struct], tuple[object, ...]]
    each: tuple[tuple[str, Reader], ...]
    deep: tuple[tuple[int, str, Reader], ...]
    bounds: tuple[tuple[int, str, int, int], ...]
    plain: set[tuple[type, ...]]


def check_fields(struct: msgspec.Struct) -> None:
    """Check each field of a struct, and convert it to its type. Raises BadNotation, naming the field, for an invalid
    value.

    A number must be within the bounds of its quantity (`quantities`).
    """
    fields = _fields_of(type(struct))
    if not fields.each:
        return
    values = fields.values(struct)
    kinds = tuple(map(type, values))
    if kinds in fields.plain:
        for at, name, read in fields.deep:
            if values[at] != ():
                _keep(struct, name, values[at], read)
        for at, name, least, most in fields.bounds:
            number = values[at]
            if number is not None and isinstance(number, _REAL) and not least <= number <= most:
                raise out_of_bounds(name, least, most, short(number))
        return
    changed = False
    for (name, read), value in zip(fields.each, values, strict=False):  # of one field `values` has two
        changed |= _keep(struct, name, value, read)
    if not changed and len(fields.plain) < _MOST:
        fields.plain.add(kinds)


def _keep(struct: msgspec.Struct, name: str, value: object, read: Reader) -> bool:
    """Check a value and store the converted one. Returns whether it changed."""
    plain = read(value, name)
    if plain is value:
        return False
    msgspec.structs.force_setattr(struct, name, plain)
    return True


@cache
def _fields_of(kind: type[msgspec.Struct]) -> _Fields:
    hints = get_type_hints(kind, include_extras=True)
    names = kind.__struct_fields__
    each = tuple([(name, _reader(hints[name])) for name in names])
    deep = tuple([(at, name, read) for at, (name, read) in enumerate(each) if _is_deep(hints[name])])
    known = [(at, name, bounds_of(hints[name])) for at, name in enumerate(names)]
    bounds = tuple([(at, name, *found) for at, name, found in known if found is not None])
    values = attrgetter(*names, names[0]) if names else lambda struct: ()  # two names or more: a tuple
    return _Fields(values, each, deep, bounds, set())


def _is_deep(hint: object) -> bool:
    """Whether the type of the value alone does not prove that the value is right."""
    origin = get_origin(hint)
    if origin is Annotated:
        return _is_deep(get_args(hint)[0])
    if origin in (UnionType, Union):
        return any(map(_is_deep, get_args(hint)))
    return origin is not None


@cache
def _reader(hint: object) -> Reader:
    """The function that checks a value of this type."""
    origin, parts = get_origin(hint), get_args(hint)
    if origin is Annotated:
        bounds = bounds_of(hint)
        return _reader(parts[0]) if bounds is None else _bounded(_reader(parts[0]), *bounds)
    if origin in (UnionType, Union):
        return _union(parts)
    if origin is tuple:
        return _tuple(parts)
    if origin is Literal:
        return _one_of(parts)
    if hint is Any or isinstance(hint, TypeVar):
        return lambda value, what: value
    if origin is not None or not isinstance(hint, type):  # a dict, a function: as far as its class goes
        kind = origin if isinstance(origin, type) else object
        return lambda value, what: expect(value, kind, what)
    if hint is int:
        return as_int
    if hint is bool:
        return _yes_no
    if hint is float:
        return _number
    if issubclass(hint, Enum):
        return lambda value, what: member(value, hint, what)
    return lambda value, what: expect(value, hint, what)


def member(value: object, kind: type[Enum], what: str) -> object:
    """Return the member of an enum. It may be given as the member or by its value.

    Raises BadNotation, listing all members, for any other value.
    """
    if isinstance(value, kind):
        return value
    for one in kind:
        if one.value == value and type(value) is not bool:
            return one
    names = [str(one.value) for one in kind]
    raise unknown(f"{what}: unknown value {short(value)}", value, names)


def _one_of(choices: tuple[object, ...]) -> Reader:
    def read(value: object, what: str) -> object:
        if value not in choices:
            raise unknown(f"{what}: unknown value {short(value)}", value, map(str, choices))
        return value

    return read


def _yes_no(value: object, what: str) -> bool:
    if type(value) is bool:
        return value
    if type(value).__module__ == "numpy" and type(value).__name__ == "bool":
        return bool(value)
    raise wrong_type(value, (bool,), what)


def _number(value: object, what: str) -> float:
    if isinstance(value, float):
        return value
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    raise wrong_type(value, (float,), what)


def _union(parts: tuple[object, ...]) -> Reader:
    """A reader for one of several types. Text is read as an enum only if text itself is not allowed."""
    may_miss = NoneType in parts
    words = tuple([word for part in parts if get_origin(part) is Literal for word in get_args(part)])
    others: tuple[object, ...] = tuple([one for one in parts if one is not NoneType and get_origin(one) is not Literal])
    if words:
        others = (*others, Literal[words])
    if len(others) == 1:
        only = _reader(others[0])
        return lambda value, what: None if value is None and may_miss else only(value, what)
    classes = tuple([part for part in others if isinstance(part, type)])

    def read(value: object, what: str) -> object:
        if value is None and may_miss or isinstance(value, classes) and not (isinstance(value, bool)):
            return value
        for part in others:
            if part not in classes:
                return _reader(part)(value, what)
        raise wrong_type(value, classes, what)

    return read


def _tuple(parts: tuple[object, ...]) -> Reader:
    if parts[1:] == (...,):
        if parts[0] is int:
            return as_ints
        if get_args(parts[0])[:1] == (int,) and (bounds := bounds_of(parts[0])) is not None:
            return _bounded_row(*bounds)
        return _row_of(parts[0])
    readers = [_reader(part) for part in parts]

    def read(values: object, what: str) -> object:
        row = _row(values, what, f"{len(readers)} values")
        if len(row) != len(readers):
            raise BadNotation(f"{what}: expected {len(readers)} values, not {short(values)}")
        return _same(values, [one(value, what) for one, value in zip(readers, row, strict=True)])

    return read


def _row_of(part: object) -> Reader:
    one = _reader(part)
    form = f"a list of {_words((part,))}" if isinstance(part, type) else "a list"
    plain = frozenset({part} if isinstance(part, type) else ())

    def read(values: object, what: str) -> object:
        if type(values) is tuple and plain.issuperset(map(type, values)):
            return values
        return _same(values, [one(value, what) for value in _row(values, what, form)])

    return read


def _same(values: object, read: list[object]) -> tuple[object, ...]:
    """The values as a tuple; the same tuple if nothing was converted."""
    if type(values) is tuple and all(map(_is_same, values, read)):
        return values
    return tuple(read)


def _is_same(one: object, other: object) -> bool:
    return one is other


def _row(values: object, what: str, form: str) -> tuple[object, ...]:
    if isinstance(values, Iterable) and not isinstance(values, str | bytes | dict):
        return tuple(values)
    raise BadNotation(f"{what}: expected {form}, not {short(values)}")


# ---- bounds


def bounds_of(hint: object) -> tuple[int, int] | None:
    """The bounds of an annotated number type, which may be optional. None if the type has no bounds."""
    some = (hint,) if get_origin(hint) in (Annotated, tuple) else get_args(hint)
    for part in some:
        for meta in getattr(part, "__metadata__", ()):
            if isinstance(meta, msgspec.Meta) and meta.ge is not None and meta.le is not None:
                return int(meta.ge), int(meta.le)
    return None


def _bounded(read: Reader, least: int, most: int) -> Reader:
    """A reader that also refuses numbers outside these bounds."""

    def check(value: object, what: str) -> object:
        found = read(value, what)
        if found is not None and isinstance(found, _REAL) and not least <= found <= most:
            raise out_of_bounds(what, least, most, short(found))
        return found

    return check


def _bounded_row(least: int, most: int) -> Callable[[object, str], tuple[int, ...]]:
    """Like `as_ints`, refusing numbers outside these bounds."""

    def read(values: object, what: str) -> tuple[int, ...]:
        row = as_ints(values, what)
        for number in row:
            if not least <= number <= most:
                raise out_of_bounds(what, least, most, short(number))
        return row

    return read
