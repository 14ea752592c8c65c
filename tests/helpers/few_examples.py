"""How many examples a property draws, and how many rows a test tries: many in `make test-all`, a few in `make test`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from hypothesis import settings

FEW = settings.get_current_profile_name() == "few"
ALL = settings.get_current_profile_name() == "all"


def examples(full: int) -> int:
    """So many with the profile `all`; a tenth of them without one, a twentieth with `few`, but never less than two."""
    return full if ALL else max(2, full // (20 if FEW else 10))


def some(rows: Iterable[Any], count: int) -> list[Any]:
    """The first so many rows with few; all of them otherwise, for a test that has the mark `more`."""
    return list(rows)[:count] if FEW else list(rows)
