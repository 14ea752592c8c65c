"""How many examples a property draws, and how many rows a test tries: all in `make test-all`, a few in `make test`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from hypothesis import settings

FEW = settings.get_current_profile_name() == "few"


def examples(full: int) -> int:
    """So many with the full profile; with few, a twentieth of them, but never less than two."""
    return max(2, full // 20) if FEW else full


def some(rows: Iterable[Any], count: int) -> list[Any]:
    """The first so many rows with few; all of them with the full profile, for a test that has the mark `more`."""
    return list(rows)[:count] if FEW else list(rows)
