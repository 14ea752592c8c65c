"""A file's name says which file is meant: no two have the same, but the files that each machine has."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import pytest
from places import ROOT

OF_EACH_MACHINE = {"commands", "events", "state", "apply", "__init__"}


def doubles(names: Iterable[str]) -> list[str]:
    """The names that stand more than once, apart from those of the machines."""
    return sorted(name for name, often in Counter(names).items() if often > 1 and name not in OF_EACH_MACHINE)


def test_a_name_that_stands_twice_is_found() -> None:
    assert doubles(["hand", "state", "hand", "pots", "state"]) == ["hand"]


@pytest.mark.parametrize("place", ["src", "bench"])
def test_no_two_files_have_one_name(place: str) -> None:
    names = [path.stem for path in (ROOT / place).rglob("*.py")]
    assert names and doubles(names) == []
