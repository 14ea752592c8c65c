"""A reason: what a player may do or not, and by which rule."""

from __future__ import annotations

import msgspec

from sidepot.errors import Cite


class Reason(msgspec.Struct, frozen=True):
    """A permission or a refusal in plain words, and the rule it rests on."""

    text: str
    cite: Cite

    def __str__(self) -> str:
        return f"{self.text} ({self.cite})"
