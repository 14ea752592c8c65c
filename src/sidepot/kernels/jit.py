"""Compile kernels where numba is installed, and cache them between runs.

numba keeps what it has compiled next to the source, or in the cache folder of the user if that cannot be written, or in
`NUMBA_CACHE_DIR`. If it can write nowhere, kernels are compiled again in each run, which slows the start but is no
error. Without numba, the decorators do nothing: the kernels are then ordinary functions, which only tests call.

A kernel is made of parts from several modules. So all kernels are recompiled when the source of any of these has
changed; numba itself would check only the kernel's own module.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from hashlib import blake2b
from os import environ
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias, TypeVar, cast

from sidepot.errors import Conflict
from sidepot.extras import how_to_install

if TYPE_CHECKING:
    import numpy

    Array: TypeAlias = numpy.ndarray
else:
    Array = object  # NumPy is an extra
_Function = TypeVar("_Function", bound=Callable[..., object])


@cache
def is_fast() -> bool:
    """Whether compatible versions of NumPy and numba are installed. Loading them takes a moment."""
    try:
        import numba
        import numpy
    except ImportError:  # also what numba raises where NumPy is too new for it
        return False
    return bool(numba and numpy)


def need_fast(what: str) -> None:
    """Raise Conflict, naming the extra to install, if kernels cannot run."""
    if not is_fast():
        raise Conflict(f"{what} needs NumPy and numba, which are not installed: {how_to_install('fast')}")


def kernel(function: _Function) -> _Function:
    """Compile a function when it is first called, and cache it for later runs if possible.

    Only functions that Python calls are kernels. A kernel makes no arrays, so it skips reference counting for its
    arguments, which could cost more than the work itself. A kernel never divides by zero, so it does not check for
    that.
    """
    if not is_fast():
        return function
    from numba import njit

    try:
        compiled = njit(cache=True, nogil=True, error_model="numpy", _nrt=False)(function)
        compiled._cache._cache_file._source_stamp = source_stamp()
    except (OSError, RuntimeError, AttributeError):  # no folder for the cache can be written
        compiled = njit(nogil=True, error_model="numpy", _nrt=False)(function)
    return cast(_Function, compiled)


def helper(function: _Function) -> _Function:
    """Compile a function that only kernels call, once for all places where a kernel calls it."""
    if not is_fast():
        return function
    return _inner(function)


def part(function: _Function) -> _Function:
    """Compile a part of a kernel into each place where a kernel calls it, so that its results stay in registers."""
    if not is_fast():
        return function
    return _inner(function, forceinline=True)


def once(function: _Function) -> _Function:
    """Compile a function only as a part of the kernel that calls it, which saves the time to compile it on its own."""
    if not is_fast():
        return function
    from numba import njit

    inlined: _Function = njit(inline="always", error_model="numpy", _nrt=False)(function)
    return inlined


def _inner(function: _Function, *, forceinline: bool = False) -> _Function:
    """Compile a function that only kernels call."""
    from numba import njit

    compiled: _Function = njit(
        forceinline=forceinline, error_model="numpy", _nrt=False, no_cpython_wrapper=True, no_cfunc_wrapper=True
    )(function)
    return compiled


def cache_folder() -> Path:
    """The folder where kernels keep their compiled code: `NUMBA_CACHE_DIR`, or the folder of the compiled modules."""
    given = environ.get("NUMBA_CACHE_DIR")
    return Path(given) if given else Path(__file__).parent / "__pycache__"


@cache
def source_stamp() -> str:
    """A digest of the sources of all kernels, and of the modules whose numbers they use."""
    folder = Path(__file__).parent
    known = blake2b(digest_size=16)
    numbers = [folder.parent / name for name in ("hand/betting_terms.py", "hand/stub.py", "games/model.py")]
    for file in (*sorted(folder.glob("*.py")), *numbers):
        known.update(file.name.encode() + file.read_bytes())
    return known.hexdigest()
