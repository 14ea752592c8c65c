"""Convert outside values to arrays for kernels, and name the row of anything that is not a number.

Lists, tuples and arrays of any number type are accepted. `True`, text and None are not numbers, and neither is NaN.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, SupportsFloat, SupportsIndex

from sidepot.errors import BadNotation

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MOST: Final = 1 << 50  # no stack or total is greater: sums stay far below 2**63
AN_ACT: Final = "an action is -1 to fold, 0 to check or call, or a total to bet or raise to"


def acts_of(given: object, tables: int) -> NDArray[np.int64]:
    """One action for each table. Fractions are rounded down, and huge amounts are reduced to the largest possible
    amount.

    Raises BadNotation for anything that is not a finite number, and for a wrong number of actions.
    """
    import numpy as np

    acts = _numbers(given, "acts", AN_ACT)
    if acts.shape != (tables,):
        raise BadNotation(f"acts: expected one action for each of {tables} tables, got {_shape(acts)}")
    if acts.dtype.kind == "f":
        acts = np.floor(acts)
    return np.ascontiguousarray(np.clip(acts, -1, MOST), dtype=np.int64)


def integers_of(given: object, what: str, expected: str) -> NDArray[np.int64]:
    """Rows of integers. Floats are accepted if they are whole numbers.

    - `what`: the name of the rows in errors
    - `expected`: what was expected, for errors

    Raises BadNotation, giving the row, for a value that is not an integer.
    """
    import numpy as np

    numbers = _numbers(given, what, expected)
    if numbers.dtype.kind == "f":
        broken = numbers != np.floor(numbers)
        if broken.any():
            at = tuple(np.argwhere(broken)[0].tolist())
            raise _wrong(at, float(numbers[at]), what, expected)
    return np.ascontiguousarray(np.clip(numbers, -MOST - 1, MOST + 1), dtype=np.int64)


def finite_of(given: object, what: str, expected: str) -> NDArray[np.float64]:
    """Rows of finite numbers. Raises BadNotation, giving the first bad row, for anything else."""
    import numpy as np

    return np.ascontiguousarray(_numbers(given, what, expected), dtype=np.float64)


def _numbers(given: object, what: str, expected: str) -> NDArray[object]:
    """The numbers as an array of integers or of finite floats."""
    import numpy as np

    try:
        found = np.asarray(given)
    except (ValueError, TypeError):  # rows of different lengths, or what cannot be in an array at all
        _refuse_each(given, what, expected)
        raise BadNotation(f"{what}: {expected}; the rows have different lengths") from None
    if found.dtype.kind not in "iuf" or _has_bool(given):
        _refuse_each(given, what, expected)
        if found.dtype.kind != "O" and found.size:  # dates, and other types that only an array has
            raise BadNotation(f"{what}: {expected}, got {found.dtype}")
        found = np.array([_bounded(one) for one in found.flat]).reshape(found.shape)
    if found.dtype.kind == "u":
        return np.minimum(found, np.uint64(MOST + 1)).astype(np.int64)
    if found.dtype.kind == "i":
        return found.astype(np.int64, copy=False)
    found = found.astype(np.float64, copy=False)
    if not np.isfinite(found).all():
        at = tuple(np.argwhere(~np.isfinite(found))[0].tolist())
        raise _wrong(at, float(found[at]), what, expected)
    return found


def _bounded(number: SupportsIndex | SupportsFloat) -> int | float:
    """A number of any size, limited to what 64 bits can hold."""
    plain = number.__index__() if isinstance(number, SupportsIndex) else float(number)
    return max(-MOST - 1, min(plain, MOST + 1))


def _refuse_each(given: object, what: str, expected: str) -> None:
    """Raise BadNotation for the first value that is not a finite number."""
    for at, value in _each(given):
        if not _is_finite(value):
            raise _wrong(at, value, what, expected)


def _has_bool(given: object) -> bool:
    """Whether a list or its rows contain True or False, which NumPy would turn into 1 and 0."""
    if not isinstance(given, list | tuple):
        return False
    kinds = {*map(type, given)}
    return bool in kinds or bool(kinds & {list, tuple}) and any(map(_has_bool, given))


def _is_finite(value: object) -> bool:
    import numpy as np

    if isinstance(value, float | np.floating):
        return bool(np.isfinite(value))
    return isinstance(value, int | np.integer) and not isinstance(value, bool)


def _each(given: object) -> Iterator[tuple[tuple[int, ...], object]]:
    """Yield each value with its position: the row, and the column if rows have columns."""
    import numpy as np

    if isinstance(given, np.ndarray) and given.ndim or isinstance(given, list | tuple | range):
        for row, part in enumerate(given):
            for place, value in _each(part):
                yield (row, *place), value
    else:
        yield (), given.item() if isinstance(given, np.ndarray) else given


def _wrong(at: tuple[int, ...], value: object, what: str, expected: str) -> BadNotation:
    row = f"row {at[0]}" if at else ""
    place = row + "".join([f", column {column}" for column in at[1:]])
    return BadNotation(f"{expected}, got {value!r:.60}", place=f"{what}: {place}" if place else what)


def _shape(numbers: NDArray[object]) -> str:
    return f"{len(numbers)}" if numbers.ndim == 1 else f"an array of shape {numbers.shape}"
