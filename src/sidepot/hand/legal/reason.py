"""A reason: why a player may do something or not, and the rule."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final, Literal

import msgspec

from sidepot.errors import Cite

About = Literal[
    "fold", "check", "call", "raise", "bring_in", "discard", "show", "muck", "run", "declare",
    "consent", "marker", "buy", "borrow", "pot",
]  # fmt: skip
Verdict = Literal["may", "may_not", "must", "note"]

_GAP: Final = re.compile(r"\{\w*\}")

Sentence = tuple[str | int, ...]
"""A sentence with a gap such as `{amount}` for each of its parts, followed by the parts.

Amounts of chips are numbers; everything else is text.
"""


class Reason(msgspec.Struct, frozen=True, omit_defaults=True):
    """A permission, a refusal, a duty or a note: the acts that it is `about`, plain words, and its rule.

    Programs read `about` and `verdict`; the text is for people, and may be reworded. `raise` means every bet,
    raise and completion. `seats` are the players that the text names. `sentence` is the text as data, for programs
    that translate it; empty for a text without parts.
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
        """Whether it forbids something."""
        return self.verdict == "may_not"

    @property
    def is_duty(self) -> bool:
        """Whether it is a duty, such as posting the bring-in."""
        return self.verdict == "must"


def because(
    about: tuple[About, ...], verdict: Verdict, sentence: Sentence, cite: Cite, seats: tuple[int, ...] = ()
) -> Reason:
    """Make a reason from a sentence with its parts.

    >>> because(("check",), "may_not", ("You may not check: it is {amount} to call", 40), Cite("PG", "57")).text
    'You may not check: it is 40 to call'
    """
    if len(sentence) == 1:
        return Reason(about, verdict, str(sentence[0]), cite, seats)
    return Reason(about, verdict, _gaps(str(sentence[0])) % sentence[1:], cite, seats, sentence)


@lru_cache(1024)
def _gaps(sentence: str) -> str:
    """The sentence with `%` gaps, which are filled several times faster than by `str.format`."""
    return _GAP.sub("%s", sentence.replace("%", "%%"))
