"""Compile kernels where numba is installed, and cache them between runs.

Compiled code is kept next to the source, or in the cache folder of the user if that cannot be written, or in
`NUMBA_CACHE_DIR`. If none can be written, kernels are compiled again in each run, which slows the start but is no
error. Without numba, the decorators do nothing: the kernels are then ordinary functions, which only tests call.

A kernel is made of parts from several modules, and numba checks only the kernel's own module for changes. So the folder
of the compiled code is named after a digest of all sources: where any of them differs, all kernels are recompiled.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import cache
from hashlib import blake2b
from os import environ
from pathlib import Path
from shutil import rmtree
from tempfile import TemporaryFile
from threading import Lock
from typing import TYPE_CHECKING, TypeAlias, TypeVar, cast

from sidepot.errors import Conflict
from sidepot.extras import how_to_install

if TYPE_CHECKING:
    import numpy

    Array: TypeAlias = numpy.ndarray
else:
    Array = object  # NumPy is an extra
_lock = Lock()
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
    from numba import config, njit

    folder = cache_folder()
    if folder is None:
        return cast(_Function, njit(nogil=True, error_model="numpy", _nrt=False)(function))
    with _lock:  # numba looks for its folder here
        before, config.CACHE_DIR = config.CACHE_DIR, str(folder)
        try:
            return cast(_Function, njit(cache=True, nogil=True, error_model="numpy", _nrt=False)(function))
        finally:
            config.CACHE_DIR = before


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


@cache
def cache_folder() -> Path | None:
    """The folder for the compiled code of these sources, None if none can be written.

    It is in `NUMBA_CACHE_DIR`, or next to the modules' own compiled code, or in the cache folder of the user.
    """
    own = Path(__file__).parent / "__pycache__"
    given, users = environ.get("NUMBA_CACHE_DIR"), environ.get("XDG_CACHE_HOME") or "~/.cache"
    for place in [Path(given)] if given else [own, Path(users, "sidepot")]:
        with suppress(OSError, RuntimeError):  # nobody's home can be found
            folder = place.expanduser() / f"kernels-{source_stamp()}"
            folder.mkdir(parents=True, exist_ok=True)
            with TemporaryFile(dir=folder):
                pass
            for old in own.glob("kernels-*") if place == own else ():
                if old != folder:  # the sources have changed since
                    rmtree(old, ignore_errors=True)
            return folder
    return None


@cache
def source_stamp() -> str:
    """A digest of the sources of all kernels, and of the modules whose numbers they use."""
    folder = Path(__file__).parent
    known = blake2b(digest_size=16)
    numbers = [folder.parent / name for name in ("hand/betting_terms.py", "hand/stub.py", "games/model.py")]
    for file in (*sorted(folder.glob("*.py")), *numbers):
        known.update(file.name.encode() + file.read_bytes())
    return known.hexdigest()
