"""Whole numbers at the door: chips, seats, cards and times are plain ints, and nothing else gets in.

An integer of numpy is taken, and becomes a plain int, so that a log can always be written and read back. A float is
refused even where nothing stands behind its point, and so are `True`, which is an answer, and `"6"`, which is a text.
A field that says what it counts (`quantities`) holds no number outside the bounds of that.

>>> whole(6, "a bet")
6
>>> whole(4.5, "a bet")
Traceback (most recent call last):
sidepot.errors.BadNotation: a bet: this is a whole number, not 4.5
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache, wraps
from operator import attrgetter, index
from typing import (
    Annotated,
    Any,
    Final,
    NamedTuple,
    ParamSpec,
    SupportsIndex,
    TypeVar,
    get_args,
    get_origin,
    get_type_hints,
)

import msgspec

from sidepot.errors import BadNotation

P = ParamSpec("P")
R = TypeVar("R")

Whole = SupportsIndex
"""A whole number as a command takes it: an int, or an integer of numpy."""

REAL: Final = (int, float)  # in a tuple: it is asked for each field
_INTS: Final = frozenset({int})
_INTS_OR_NONE: Final = frozenset({int, type(None)})
_ASKED: Final = {"int": False, "int | None": True}  # whether None is an answer


def whole(value: object, what: str) -> int:
    """The number as a plain int; the message begins with `what`. Raises BadNotation for anything else."""
    if type(value) is int:
        return value
    if isinstance(value, SupportsIndex) and not isinstance(value, bool):
        try:
            return index(value)
        except TypeError:  # an array, or an answer of numpy
            pass
    raise BadNotation(f"{what}: this is a whole number, not {_short(value)}")


def whole_row(values: object, what: str) -> tuple[int, ...]:
    """A row of numbers as plain ints, in a tuple. Raises BadNotation, as `whole` does for each."""
    row = values if type(values) is tuple else _row(values, what)
    if _INTS.issuperset(map(type, row)):
        return row  # type: ignore[return-value]
    return tuple([whole(value, what) for value in row])


def out_of_bounds(what: str, least: object, most: object, got: str = "") -> BadNotation:
    """The error for a number outside its bounds: `what` names it, and `got` repeats it.

    >>> str(out_of_bounds("rounds", 0, 99, "100"))
    'rounds: expected 0 to 99, not 100'
    """
    told = f"expected {least} to {most}{got and f', not {got}'}"
    return BadNotation(told, code="out_of_bounds", place=what, bounds=(str(least), str(most)))


def _row(values: object, what: str) -> tuple[object, ...]:
    try:
        return tuple(values)  # type: ignore[arg-type]
    except TypeError:
        raise BadNotation(f"{what}: this is a row of whole numbers, not {_short(values)}") from None


def _short(value: object) -> str:
    if isinstance(value, int) and not -(10**60) < value < 10**60:  # Python writes no number of 5,000 digits
        return "a number of more than 60 digits"
    said = repr(value)
    return said if len(said) <= 60 else f"{said[:57]}..."


def whole_fields(struct: msgspec.Struct) -> None:
    """Make every number in the fields of a struct a plain int. Raises BadNotation, naming the field.

    It refuses numbers outside the bounds of their fields, as a decoder of JSON does.
    """
    groups, others, bounds = _numbers_of(type(struct))
    for name, read, least, most in bounds:
        value = getattr(struct, name)
        if type(value) is not int:
            _make_plain(struct, name, read)
            value = getattr(struct, name)
        if value is not None and not least <= value <= most:
            raise out_of_bounds(name, least, most, _short(value))
    for group in groups:
        if not group.plain.issuperset(map(type, group.values(struct))):
            for name in group.names:
                _make_plain(struct, name, group.read)
    for name, read in others:
        _make_plain(struct, name, read)


def _make_plain(struct: msgspec.Struct, name: str, read: Reader) -> None:
    value = getattr(struct, name)
    if type(value) is tuple and not value:  # as most rows are
        return
    plain = read(value, name)
    if plain is not value:
        msgspec.structs.force_setattr(struct, name, plain)


def whole_arguments(command: Callable[P, R]) -> Callable[P, R]:
    """Make each argument of a command that is declared as an int a plain one. Raises BadNotation, naming it."""
    names = command.__code__.co_varnames
    hints = command.__annotations__.items()
    places = [(names.index(name), name, _ASKED[kind]) for name, kind in hints if kind in _ASKED]

    @wraps(command)
    def checked(*args: P.args, **kwargs: P.kwargs) -> R:
        given: tuple[Any, ...] = args
        for at, name, may_miss in places:
            if at < len(args):
                if type(args[at]) is not int and not (may_miss and args[at] is None):
                    given = (*given[:at], whole(args[at], name), *given[at + 1 :])
            elif name in kwargs and not (may_miss and kwargs[name] is None):
                kwargs[name] = whole(kwargs[name], name)
        return command(*given, **kwargs)

    return checked


# ---- which fields of a struct are numbers

Reader = Callable[[object, str], object]


class _Group(NamedTuple):
    """Fields of a struct that are read alike; nearly always their values are of a `plain` type, which a look tells."""

    names: tuple[str, ...]
    values: Callable[[msgspec.Struct], Iterable[object]]
    read: Reader
    plain: frozenset[type]


class _Bounds(NamedTuple):
    """The least and the most that a field may be."""

    name: str
    read: Reader
    least: int
    most: int


class _Numbers(NamedTuple):
    """The ints without bounds, and the ints or None; others in which there are numbers; and those that have bounds."""

    groups: tuple[_Group, ...]
    others: tuple[tuple[str, Reader], ...]
    bounds: tuple[_Bounds, ...]


@cache
def _numbers_of(kind: type[msgspec.Struct]) -> _Numbers:
    hints = get_type_hints(kind, include_extras=True)
    found = [(name, read) for name in kind.__struct_fields__ if (read := _reader(hints[name])) is not None]
    groups, bounds = [], []
    for single, plain in ((whole, _INTS), (_whole_or_none, _INTS_OR_NONE)):
        names = []
        for name in [name for name, read in found if read is single]:
            within = bounds_of(hints[name])
            if within is None:
                names.append(name)
            else:
                bounds.append(_Bounds(name, single, *within))
        if names:
            values = attrgetter(*names, names[0])  # two names or more: a tuple
            groups.append(_Group(tuple(names), values, single, plain))
    others = tuple([(name, read) for name, read in found if read is not whole and read is not _whole_or_none])
    return _Numbers(tuple(groups), others, tuple(bounds))


def bounds_of(hint: object) -> tuple[int, int] | None:
    """The bounds of a number, or of a number or None; None where its type has none."""
    some = (hint,) if get_origin(hint) in (Annotated, tuple) else get_args(hint)
    for part in some:
        for meta in getattr(part, "__metadata__", ()):
            if isinstance(meta, msgspec.Meta) and meta.ge is not None and meta.le is not None:
                return int(meta.ge), int(meta.le)
    return None


def _reader(hint: object) -> Reader | None:
    """How a value of this type is read; None where no number is in it."""
    plain = _plain(hint)
    if plain is int:
        return whole
    parts = get_args(plain)
    if get_origin(plain) is not tuple:
        if int in map(_plain, parts) and type(None) in parts and len(parts) == 2:
            return _whole_or_none
        return None
    if parts[1:] == (...,):
        bounds = bounds_of(parts[0])
        if _plain(parts[0]) is int:
            return whole_row if bounds is None else bounded_row(*bounds)
        one = _reader_within(parts[0])
        return None if one is None else _each(one)
    readers = [_reader_within(part) for part in parts]
    return _in_place(readers) if any(readers) else None


def _plain(hint: object) -> object:
    """A type without what is said of it."""
    return get_args(hint)[0] if get_origin(hint) is Annotated else hint


def _reader_within(hint: object) -> Reader | None:
    """How a value within a row is read, with its bounds."""
    read, bounds = _reader(hint), bounds_of(hint)
    return read if read is None or bounds is None else bounded(read, *bounds)


def bounded(read: Reader, least: int, most: int) -> Reader:
    """The same reader, which refuses numbers outside these bounds."""

    def check(value: object, what: str) -> object:
        found = read(value, what)
        if found is not None and isinstance(found, REAL) and not least <= found <= most:
            raise out_of_bounds(what, least, most, _short(found))
        return found

    return check


def bounded_row(least: int, most: int) -> Callable[[object, str], tuple[int, ...]]:
    """Like `whole_row`, which refuses numbers outside these bounds."""

    def read(values: object, what: str) -> tuple[int, ...]:
        row = whole_row(values, what)
        for number in row:
            if not least <= number <= most:
                raise out_of_bounds(what, least, most, _short(number))
        return row

    return read


def _whole_or_none(value: object, what: str) -> int | None:
    return None if value is None else whole(value, what)


def _each(read: Reader) -> Reader:
    return lambda values, what: tuple([read(value, what) for value in _row(values, what)])


def _in_place(readers: Sequence[Reader | None]) -> Reader:
    def read(values: object, what: str) -> object:
        row = _row(values, what)
        if len(row) != len(readers):
            raise BadNotation(f"{what}: {len(readers)} values stand here, not {_short(values)}")
        return tuple([value if one is None else one(value, what) for one, value in zip(readers, row, strict=True)])

    return read
