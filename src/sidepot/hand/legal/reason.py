"""A reason: why a player may do something or not, and the rule."""

from __future__ import annotations

from typing import Literal

import msgspec

from sidepot.errors import Cite

About = Literal[
    "fold", "check", "call", "raise", "bring_in", "discard", "show", "muck", "run", "declare",
    "consent", "marker", "buy", "borrow", "pot",
]  # fmt: skip
Verdict = Literal["may", "may_not", "must", "note"]

Sentence = tuple[str | int, ...]
"""A sentence with a gap such as `{amount}` for each of its parts, followed by the parts.

Amounts of chips are numbers; everything else is text.
"""


class Reason(msgspec.Struct, frozen=True, omit_defaults=True):
    """A permission, a refusal, a duty or a note.

    - `about`: the actions that the reason concerns; `raise` means every bet, raise and completion
    - `verdict`: the kind of reason, for programs
    - `text`: the reason for people; its wording may change
    - `cite`: the rule
    - `seats`: the players whom the text names
    - `sentence`: the text as a translatable sentence (empty if the text has no variable parts)
    """

    about: tuple[About, ...]
    verdict: Verdict
    text: str
    cite: Cite
    seats: tuple[int, ...] = ()
    sentence: Sentence = ()

    def __str__(self) -> str:
        return f"{self.text} ({self.cite})"

    @property
    def is_refusal(self) -> bool:
        """Whether the reason forbids something."""
        return self.verdict == "may_not"

    @property
    def is_duty(self) -> bool:
        """Whether the reason is a duty, such as posting the bring-in."""
        return self.verdict == "must"
