"""Compiling kernels, where numba is installed, and keeping them compiled from one run to the next.

numba keeps what it has compiled beside the source, or in the cache folder of the user where that cannot be written, or
in `NUMBA_CACHE_DIR`. Where it may write nowhere, kernels are compiled again in each run: a slower start, no error.
Without numba the decorator does nothing: the kernels are ordinary functions then, which only tests call.

A kernel calls the functions of its own module or of `places`: numba looks at the module that a kernel stands in to see
whether it has changed, so after a change to `places` the old ones must go (`make clean`).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, TypeVar, cast

from sidepot.errors import Conflict

Array = Any  # a NumPy array: NumPy is an extra, and its types are not needed to check what is done here
_Function = TypeVar("_Function", bound=Callable[..., Any])


@cache
def is_fast() -> bool:
    """Whether NumPy and numba are here and go together, so that kernels run compiled. Loading them takes a moment."""
    try:
        import numba
        import numpy
    except ImportError:  # also what numba raises where NumPy is too new for it
        return False
    return bool(numba and numpy)


def need_fast(what: str) -> None:
    """Raises Conflict, naming the extra, where kernels cannot run."""
    if not is_fast():
        raise Conflict(f"{what} needs NumPy and numba: install them with pip install 'sidepot[fast]'")


def kernel(function: _Function) -> _Function:
    """The function compiled when it is first called, and kept for later runs where there is somewhere to keep it."""
    if not is_fast():
        return function
    from numba import njit

    try:
        compiled: Any = njit(cache=True, nogil=True)(function)
    except (OSError, RuntimeError):  # no folder for the cache can be written
        compiled = njit(nogil=True)(function)
    return cast(_Function, compiled)
