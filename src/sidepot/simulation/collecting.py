"""Python's search for garbage, less often where nearly all that is made is kept."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

SELDOM: Final = (100_000, 50, 100)  # objects made, then searches of the younger ones, before the older are searched


@contextmanager
def collecting_seldom() -> Iterator[None]:
    """Search for garbage seldom, for as long as this lasts.

    An event keeps every step it takes: to look through ever more of them again and again finds nothing.
    """
    usual = gc.get_threshold()
    gc.set_threshold(*SELDOM)
    try:
        yield
    finally:
        gc.set_threshold(*usual)
