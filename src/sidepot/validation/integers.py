"""Integers from callers: chips, seats, cards and times are plain ints.

A numpy integer becomes a plain int, so that every log can be encoded. Floats are refused, even 4.0, and so are `True`
and `"6"`.

>>> as_int(6, "a bet")
6
>>> as_int(4.5, "a bet")
Traceback (most recent call last):
sidepot.errors.BadNotation: a bet: expected an integer, not 4.5
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from operator import index
from typing import Any, Final, ParamSpec, SupportsIndex, TypeVar

from sidepot.errors import BadNotation

P = ParamSpec("P")
R = TypeVar("R")

IntLike = SupportsIndex
"""An int, or a numpy integer."""

_INTS: Final = frozenset({int})
_DECLARED: Final = {"int": False, "int | None": True}  # whether None is allowed


def as_int(value: object, what: str) -> int:
    """Return `value` as a plain int. Raises BadNotation for anything else. The message begins with `what`."""
    if type(value) is int:
        return value
    if isinstance(value, SupportsIndex) and not isinstance(value, bool):
        try:
            return index(value)
        except TypeError:  # an array, or an answer of numpy
            pass
    raise BadNotation(f"{what}: expected an integer, not {short(value)}")


def as_ints(values: object, what: str) -> tuple[int, ...]:
    """Return the values as a tuple of plain ints. Raises BadNotation for anything else. The message begins with
    `what`.
    """
    row = values if type(values) is tuple else _tuple_of(values, what)
    if _INTS.issuperset(map(type, row)):
        return row  # type: ignore[return-value]
    return tuple([as_int(value, what) for value in row])


def out_of_bounds(what: str, least: object, most: object, got: str = "") -> BadNotation:
    """The error for a number outside its bounds.

    - `what`: the name of the number
    - `got`: the number as it was given

    >>> str(out_of_bounds("rounds", 0, 99, "100"))
    'rounds: expected 0 to 99, not 100'
    """
    message = f"expected {least} to {most}{got and f', not {got}'}"
    return BadNotation(message, code="out_of_bounds", place=what, bounds=(str(least), str(most)))


def _tuple_of(values: object, what: str) -> tuple[object, ...]:
    try:
        return tuple(values)  # type: ignore[arg-type]
    except TypeError:
        raise BadNotation(f"{what}: expected a list of integers, not {short(values)}") from None


def short(value: object) -> str:
    """A value in the form in which an error message repeats it, in at most 60 characters."""
    if isinstance(value, int) and not -(10**60) < value < 10**60:  # Python refuses to print 5,000 digits
        return "a number of more than 60 digits"
    try:
        text = repr(value)
    except Exception:  # any fault of the caller's own class
        text = f"a {type(value).__name__}"
    return text if len(text) <= 60 else f"{text[:57]}..."


def int_arguments(command: Callable[P, R]) -> Callable[P, R]:
    """Decorate a function, so that its `int` and `int | None` arguments are converted with `as_int`.

    The function then raises BadNotation, naming the argument, for anything else.
    """
    names = command.__code__.co_varnames
    hints = command.__annotations__.items()
    places = [(names.index(name), name, _DECLARED[kind]) for name, kind in hints if kind in _DECLARED]

    @wraps(command)
    def checked(*args: P.args, **kwargs: P.kwargs) -> R:
        given: tuple[Any, ...] = args
        for at, name, optional in places:
            if at < len(args):
                if type(args[at]) is not int and not (optional and args[at] is None):
                    given = (*given[:at], as_int(args[at], name), *given[at + 1 :])
            elif name in kwargs and not (optional and kwargs[name] is None):
                kwargs[name] = as_int(kwargs[name], name)
        return command(*given, **kwargs)

    return checked
