"""Ctrl+C while numba compiles or loads a kernel.

Some of this runs in functions called from C, where Python drops an exception and prints its traceback. So the
interruption waits until they are done.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import PurePath
from types import FrameType

_AGAIN = 0.05  # seconds
_CALLED_FROM_C = frozenset({"llvmlite"})  # packages


@contextmanager
def interruptible() -> Iterator[None]:
    """A context in which Ctrl+C always ends the block, unless another signal handler is installed."""
    main = threading.current_thread() is threading.main_thread()
    free = main and signal.getsignal(signal.SIGINT) is signal.default_int_handler and hasattr(signal, "setitimer")
    if not free:
        yield
        return
    before = signal.signal(signal.SIGALRM, interrupt)
    signal.signal(signal.SIGINT, interrupt)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGINT, signal.default_int_handler)
        signal.signal(signal.SIGALRM, before)


def interrupt(number: int, frame: FrameType | None) -> None:
    """Handle Ctrl+C by raising KeyboardInterrupt. If C code would lose the exception, try again after a moment."""
    if is_called_from_c(frame):
        signal.setitimer(signal.ITIMER_REAL, _AGAIN)
        return
    raise KeyboardInterrupt


def is_called_from_c(frame: FrameType | None) -> bool:
    """Whether C code could lose an exception raised in this frame."""
    while frame is not None:
        if not _CALLED_FROM_C.isdisjoint(PurePath(frame.f_code.co_filename).parts):
            return True
        frame = frame.f_back
    return False
