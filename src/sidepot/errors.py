"""The errors, each with the rule it breaks.

Every error carries a `Cite` where a rule of the sources decides, so that a caller can always answer
"why may I not do that?". Errors never change anything: the state is as it was before.
"""

from __future__ import annotations

from typing import NamedTuple


class Cite(NamedTuple):
    """One rule of one edition of one rule book, such as `TDA-2013:41-B`."""

    edition: str
    number: str

    def __str__(self) -> str:
        return f"{self.edition}:{self.number}"

    @classmethod
    def parse(cls, text: str) -> Cite:
        """Read `TDA-2013:41-B` back. Raises BadNotation where there is no colon."""
        edition, colon, number = text.partition(":")
        if not (edition and colon and number):
            raise BadNotation(f"a citation reads EDITION:NUMBER, as in TDA-2013:41-B, not {text!r}")
        return cls(edition, number)


class SidepotError(Exception):
    """Any refusal of sidepot, with the rule behind it."""

    def __init__(self, message: str, cite: Cite | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.cite = cite

    def __str__(self) -> str:
        return f"{self.message} ({self.cite})" if self.cite else self.message


class IllegalAction(SidepotError):
    """A command that is owed now, but that the rules do not allow in this form."""


class NotDue(SidepotError):
    """A command that nobody is waiting for: out of turn, out of order, or after the hand."""


class BadNotation(SidepotError):
    """Text or data that cannot be read: a card, an amount, a file, a log."""


class Conflict(SidepotError):
    """Values that are each fine and cannot stand together: more cards than the deck, two posts of one seat."""
