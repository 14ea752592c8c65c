"""Whether something is refused as a case expects it."""

from __future__ import annotations

from sidepot.errors import SidepotError


def is_expected(refused: str | None, error: SidepotError) -> bool:
    """Whether a case expects this error: by its code, or by a part of its words. "" is any, None is no refusal."""
    return refused is not None and (refused == error.code or refused in str(error))
