"""A reason: what a player may do or not, and by which rule."""

from __future__ import annotations

from typing import Literal

import msgspec

from sidepot.errors import Cite

About = Literal[
    "fold", "check", "call", "raise", "bring_in", "discard", "show", "muck", "run", "declare",
    "consent", "marker", "buy", "borrow", "pot",
]  # fmt: skip
Verdict = Literal["may", "may_not", "must", "note"]


class Reason(msgspec.Struct, frozen=True, omit_defaults=True):
    """A permission, a refusal, a duty or a note: which acts it is `about`, in plain words, and the rule it rests on.

    Programs read `about` and `verdict`; the text is for people, and may be reworded. `raise` stands for every bet,
    raise and completion. `seats` are the players that the text names.
    """

    about: tuple[About, ...]
    verdict: Verdict
    text: str
    cite: Cite
    seats: tuple[int, ...] = ()

    def __str__(self) -> str:
        return f"{self.text} ({self.cite})"

    @property
    def is_refusal(self) -> bool:
        """Whether it says what may not be done."""
        return self.verdict == "may_not"

    @property
    def is_duty(self) -> bool:
        """Whether it says what must be done, such as to bring it in."""
        return self.verdict == "must"
