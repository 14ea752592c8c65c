"""The nights of the books of a club."""

from __future__ import annotations

from sidepot.room.store.ledger import DAY, night_of, shift_of


def date_of(at: int, offset: int) -> str:
    """The night of a moment; `offset` is local time minus UTC in minutes."""
    return night_of((at + shift_of(offset)) // DAY)
