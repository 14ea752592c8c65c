"""The cases of the package, read once for all tests of a process: reading them takes a second."""

from __future__ import annotations

from functools import cache

from sidepot.cases.run import Case, load_cases


@cache
def own_cases() -> tuple[Case, ...]:
    """All cases that the package brings, in their order."""
    return tuple(load_cases())
