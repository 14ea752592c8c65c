"""The cases of the package, read once for all tests of a process, and only where one asks: that takes seconds."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from sidepot.cases.run import Case, load_cases

OWN_FILES = sorted(file.name for file in files("sidepot.cases").iterdir() if file.name.endswith(".toml"))


@cache
def own_cases() -> tuple[Case, ...]:
    """All cases that the package brings, in their order."""
    return tuple(load_cases())
