"""Small helpers of the kernels: bits of a mask of seats, and random numbers from a counter.

Each of these works in the same way whether it is compiled or not.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sidepot.kernels.jit import is_fast, part

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from llvmlite.ir import IRBuilder, Value
    from numba.core.typing import Signature

    Code = Callable[..., Value]

WORD: Final = 0xFFFFFFFFFFFFFFFF
_STEP: Final = 0x9E3779B97F4A7C15  # the golden ratio as a fraction of 2**64: odd, and its multiples are spread evenly
_FIRST: Final = 0xBF58476D1CE4E5B9
_SECOND: Final = 0x94D049BB133111EB


def lowest(mask: int) -> int:
    """The index of the lowest set bit of a mask, which must not be 0."""
    return (mask & -mask).bit_length() - 1


def count(mask: int) -> int:
    """The number of set bits of a mask."""
    return mask.bit_count()


def signed(number: int) -> int:
    """Convert an unsigned number below 2**63 to a signed one, because a kernel cannot mix the two types."""
    return number


def index(number: int) -> int:
    """Convert a non-negative number to an index, so that a kernel does not have to handle negative indices."""
    return number


if is_fast():
    from llvmlite import ir
    from numba.core import types
    from numba.extending import intrinsic

    def _lowest(_context: object, _mask: object) -> tuple[Signature, Code]:
        def code(_context: object, builder: IRBuilder, _signature: Signature, values: Sequence[ir.Value]) -> ir.Value:
            return builder.cttz(values[0], ir.Constant(ir.IntType(1), 1))

        return types.int64(types.int64), code

    def _count(_context: object, _mask: object) -> tuple[Signature, Code]:
        def code(_context: object, builder: IRBuilder, _signature: Signature, values: Sequence[ir.Value]) -> ir.Value:
            return builder.ctpop(values[0])

        return types.int64(types.int64), code

    def _same(_context: object, _builder: object, _signature: object, values: Sequence[Value]) -> Value:
        return values[0]

    def _signed(_context: object, _number: object) -> tuple[Signature, Code]:
        return types.int64(types.uint64), _same

    def _index(_context: object, _number: object) -> tuple[Signature, Code]:
        return types.uint64(types.int64), _same

    lowest, count, signed, index = intrinsic(_lowest), intrinsic(_count), intrinsic(_signed), intrinsic(_index)


@part
def word(state: int) -> int:
    """64 random bits, made from a state of 64 bits (the output function of SplitMix64)."""
    mixed = ((state ^ state >> 30) * _FIRST) & WORD
    mixed = ((mixed ^ mixed >> 27) * _SECOND) & WORD
    return mixed ^ mixed >> 31


@part
def onward(state: int) -> int:
    """The next state of the random generator."""
    return (state + _STEP) & WORD


def state_of(seed: int, hands: int) -> int:
    """The state of the random generator after `hands` hands have been played from a seed."""
    state = (seed * _SECOND + hands * _STEP) & WORD
    if not is_fast():
        return state
    import numpy as np

    found: int = np.uint64(state)
    return found


@part
def next_seat(mask: int, seat: int, seats: int) -> int:
    """The next seat in a mask after `seat`, clockwise; -1 if the mask is empty."""
    if not mask:
        return -1
    found = seat + 1 + lowest((mask | mask << seats) >> (seat + 1))
    return found - seats if found >= seats else found
