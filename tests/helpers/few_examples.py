"""How many examples a property draws: all of them in `make test-all`, a few in `make test`."""

from __future__ import annotations

from hypothesis import settings

FEW = settings.get_current_profile_name() == "few"


def examples(full: int) -> int:
    """So many with the full profile; with few, a twentieth of them, but never less than two."""
    return max(2, full // 20) if FEW else full
