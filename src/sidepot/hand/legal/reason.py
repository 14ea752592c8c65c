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
    """A permission, a refusal, a duty or a note: the actions that it is `about`, its `text` and its rule.

    - `about`, `verdict`: for programs; `raise` means every bet, raise and completion
    - `text`: for people; its wording may change
    - `seats`: the players whom the text names
    - `sentence`: the text with separate gaps, for translation (empty for a text without gaps)
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
